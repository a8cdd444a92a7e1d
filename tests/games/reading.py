"""Reading pages and filling forms as a player does."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from uuid import uuid4

from django.test import Client

from games.models import Match, Prompt

As = Callable[[str], Client]
Deal = Callable[..., Match]


def text_of(response: Any) -> str:
    """The page's words, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def asked(match: Match) -> Prompt:
    """The first open question of a match."""
    return match.prompts.filter(closed_at=None).order_by("seat")[0]


def name_of(match: Match, prompt: Prompt) -> str:
    """The name, in lower case, of whoever is asked."""
    return match.seats.get(number=prompt.seat).player.display_name.lower()


def other(name: str) -> str:
    """Whoever sits opposite."""
    return "bob" if name == "alice" else "alice"


def take(number: int, **more: str) -> dict[str, str]:
    """The form as a press of “take …” sends it."""
    pressed = f'{{"verb":"take","args":{{"number":{number}}}}}'
    return {"nonce": str(uuid4()), "decision": pressed, **more}
