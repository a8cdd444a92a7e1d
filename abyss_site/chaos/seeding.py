"""Run inside the service that is tried: seats people, and tells what they need to play."""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from django.utils import timezone

from abyss_site.chaos.service import FULL
from abyss_site.sessions import SessionStore
from games.models import Match, Player
from games.services import matches, memos, tokens
from notifications import planning
from notifications.models import InboundLetter

# How many people there are who play through each door; sleepers never answer, get no letters.
PEOPLE = {"mail": 6, "page": 2, "api": 2, "sleeper": 2}
# (game, who sits there, house bots).
TABLES: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("pebbles", ("mail", "mail"), 0),
    ("pebbles", ("page", "api"), 0),
    ("sealed", ("mail", "page", "api"), 1),
    ("abyss", ("api", "mail"), 1),
    ("pebbles", ("sleeper",), 1),
    ("enchanters", ("api", "page"), 0),
)
# The name of letters that are nobody's: they take the place that “the full disk” still has.
BALLAST = "ballast"


def tell(number: int) -> None:
    """Deal the round of that number and print what its people need, as one line of JSON."""
    with transaction.atomic():
        told = {"people": _people(), "notes": _deal(number)}
    sys.stdout.write(json.dumps(told) + "\n")


def fill() -> None:
    """Keep letters that reach up to where “the full disk” ends."""
    now = timezone.now()
    row = {"source": BALLAST, "source_id": BALLAST, "message_id": BALLAST, "sha256": ""}
    raw = secrets.token_bytes(FULL)
    InboundLetter.objects.create(raw=raw, received=now, due=now, state="done", **row)


def _people() -> dict[str, dict[str, str]]:
    """Address -> their door, and the key that opens it."""
    told = {}
    for door, many in PEOPLE.items():
        for number in range(many):
            player, is_new = _player(door, number)
            if is_new and door == "sleeper":
                planning.unsubscribe(player.pk, planning.EVERYTHING, timezone.now())
            key = {"page": _session, "api": _token}[door](player) if _has_key(door, is_new) else ""
            told[player.email] = {"door": door, "key": key}
    return told


def _has_key(door: str, is_new: bool) -> bool:
    return is_new and door in ("page", "api")


def _player(door: str, number: int) -> tuple[Player, bool]:
    return Player.objects.get_or_create(
        email=f"{door}{number}@chaos.example.org",
        defaults={
            "display_name": f"{door.title()} {number}",
            "language": ("en", "fr", "de")[number % 3] if door == "mail" else "en",
            "email_verified": timezone.now(),
            "password": "!",
        },
    )


def _session(player: Player) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    assert session.session_key is not None
    return session.session_key


def _token(player: Player) -> str:
    return tokens.make_token(player, name="chaos", scopes=["read", "play"])[1]


def _deal(number: int) -> list[tuple[str, str]]:
    """Deal a match at each table; return (address, a note that only its writer may read)."""
    notes = []
    for place, (game, doors, bots) in enumerate(TABLES):
        people = _seated(doors, number + place)
        match = matches.open_match(people[0], game=game, seats=len(people) + bots, bots=bots)
        for player in people[1:]:
            matches.join_match(match, player)
        notes += [(player.email, _note(match, player)) for player in people]
    return notes


def _seated(doors: Sequence[str], number: int) -> list[Player]:
    """One person for each door, another one for each who comes through the same."""
    people: list[Player] = []
    for door in doors:
        turn = number + sum(one.email.startswith(door) for one in people)
        people.append(_player(door, turn % PEOPLE[door])[0])
    return people


def _note(match: Match, player: Any) -> str:
    note = f"note-{secrets.token_hex(8)}"
    memos.keep(match, player, note)
    return note
