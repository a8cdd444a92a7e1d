"""Type of the player model, which notifications know only as AUTH_USER_MODEL."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # mypy resolves it to the model that AUTH_USER_MODEL names.
    from django.contrib.auth.models import _User as Player
else:
    from django.contrib.auth.base_user import AbstractBaseUser as Player

__all__ = ["Player"]
