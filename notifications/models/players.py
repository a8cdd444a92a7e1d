"""The model of players, which is the site's and known here by the settings alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # mypy takes it for the model that AUTH_USER_MODEL names.
    from django.contrib.auth.models import _User as Player
else:
    from django.contrib.auth.base_user import AbstractBaseUser as Player

__all__ = ["Player"]
