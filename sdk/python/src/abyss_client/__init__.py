"""Play board games at a site of Abyss by Post."""

from __future__ import annotations

from .aio import AsyncClient
from .client import Client
from .protocol import ApiProblem, StaleQuestion

__all__ = ["ApiProblem", "AsyncClient", "Client", "StaleQuestion"]
