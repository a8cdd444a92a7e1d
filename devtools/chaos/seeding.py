"""Runs inside the service under test: seats players, and reports what only the service can read.

Encrypted columns, and values derived from keys, are read through the models.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import connections, transaction
from django.utils import timezone

from devtools.chaos.service import Row
from games.models import (
    Block,
    Division,
    League,
    Match,
    Message,
    Player,
    PrivateNote,
    Prompt,
    Season,
    Undo,
)
from games.services import blocking, matches, private_notes, sanctions, tokens
from games.services.house_bots import house_bots
from games.services.leagues import directing, entries, results
from notifications.models import Webhook
from notifications.outgoing import planning
from notifications.preferences import webhooks

# Number of players per channel. Sleepers never answer and get no e-mails; the deaf have blocked all
# programs.
PEOPLE = {"mail": 5, "page": 2, "api": 3, "sleeper": 2, "deaf": 1}
# Each round has a new one of each: readers answer after a reminder, guests are invited and do not
# come. New ones, because the number of invitation e-mails per player and week is limited.
NEWCOMERS = ("reader", "guest")
# Channels that need a key.
KEYS = ("page", "api")
# (game, players by channel, number of house bots, rule for taking moves back).
TABLES: tuple[tuple[str, tuple[str, ...], int, Undo], ...] = (
    ("pebbles", ("mail", "mail"), 0, Undo.FREE),
    ("pebbles", ("page", "api"), 0, Undo.FREE),
    ("pebbles", ("api", "api"), 0, Undo.CONSENT),
    ("sealed", ("mail", "page", "api"), 1, Undo.FREE),
    ("abyss", ("api", "mail"), 1, Undo.FREE),
    ("pebbles", ("sleeper",), 1, Undo.FREE),
    ("pebbles", ("reader",), 1, Undo.FREE),
    ("pebbles", ("deaf", "api"), 0, Undo.FREE),
    ("enchanters", ("api", "page"), 0, Undo.CONSENT),
)
LEAGUE = {
    "name": "Chaos league",
    "slug": "chaos",
    "given": {
        **{"game": "pebbles", "division_size": 4, "capacity": 4, "least_entrants": 4},
        **{"starts_when_full": True, "check_in_days": 0, "hurries": True, "rounds": 2},
    },
}


def serve() -> None:
    """Run the call on each line of the input, ["deal", 0, "http://…"], and print the result:
    {"result": …} or {"error": …}."""
    calls: dict[str, Callable[..., object]] = {"deal": deal, "report": report}
    for line in sys.stdin:
        name, *arguments = json.loads(line)
        try:
            answer = {"result": calls[name](*arguments)}
        except Exception as error:  # Report any error to the caller.
            answer = {"error": f"{type(error).__name__}: {error}"}
        # The server may be a different one next time.
        connections.close_all()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def deal(number: int, receiver: str) -> Row:
    """Deal the round with this number and return what its players need.

    `people[address]` are channel and key, "" if they know it already; `notes` are (address, a note
    that only its writer may read).
    """
    with transaction.atomic():
        people = _people(number, receiver)
        round_facts = {"people": people, "notes": _deal(number)}
        _enter_league()
    return round_facts


def report() -> Row:
    """Return everything that only the service can read, by kind."""
    return {
        "secrets": _secrets(),
        "webhooks": _webhooks(),
        "chat": _chat(),
        "leagues": _leagues(),
    }


def _secrets() -> list[tuple[str, list[str]]]:
    """Return (secret, who may read it): tokens of prompts, seeds, notes, chat messages."""
    prompts = Prompt.objects.select_related("match").order_by("pk")
    email_by_seat = {
        (seat.match_id, seat.number): seat.player.email
        for match in Match.objects.prefetch_related("seats__player")
        for seat in match.seats.all()
    }
    secrets = [(row.token, [email_by_seat[row.match_id, row.seat]]) for row in prompts]
    # Secret and seed of a finished match are public.
    for match in Match.objects.exclude(status="finished"):
        secrets += [(bytes(value).hex(), []) for value in (match.secret, match.seed) if value]
    secrets += [
        (row.text, [row.player.email]) for row in PrivateNote.objects.select_related("player")
    ]
    return secrets + [(row.text.split()[-1], _hearers(row)) for row in _messages()]


def _webhooks() -> list[dict[str, str]]:
    """Return id, path, owner and secret of each webhook."""
    rows = Webhook.objects.select_related("player").exclude(shape=Webhook.Shape.PUSH)
    return [
        {"id": str(row.pk), "path": _path(row.player), "player": str(row.player_id)}
        | {"secret": row.secret, "since": row.created_at.isoformat()}
        for row in rows
    ]


def _chat() -> list[Row]:
    """Return id, text, match and readers of each message."""
    return [
        {
            **{"id": str(row.pk), "text": row.text, "match": str(row.match_id)},
            "heard_by": [
                seat.number
                for seat in row.match.seats.all()
                if seat.player.email in _hearers(row)
                and seat.number != row.seat
                and not seat.player.is_house_bot
            ],
        }
        for row in _messages()
    ]


def _leagues() -> list[Row]:
    """Return the standings of each division as the service has them, and their input."""
    divisions = Division.objects.select_related("season").filter(season__state__in=SEASON_STATES)
    return [_division(row) for row in divisions]


SEASON_STATES = (Season.State.RUNNING, Season.State.CLOSED)


def _division(row: Division) -> Row:
    return {
        "id": str(row.pk),
        "standing": {
            standing.entrant: str(standing.points) for standing in results.current_standings(row)
        },
        "places": {standing.entrant: standing.place for standing in results.current_standings(row)},
        "frozen": row.table and {line["seed"]: line["figures"]["points"] for line in row.table}
        if row.season.state == Season.State.CLOSED
        else None,
        "pairings": [
            {
                **{"id": str(pairing.pk), "how": pairing.how},
                "settled": pairing.settled_at is not None,
                "seats": [[str(c.entry.player_id), c.entry.seed] for c in pairing.seats.all()],
                "match": pairing.match and str(pairing.match.pk),
            }
            for pairing in results.pairings_of(row)
        ],
    }


def _people(number: int, receiver: str) -> dict[str, dict[str, str]]:
    people = {}
    for door, many in {**PEOPLE, **dict.fromkeys(NEWCOMERS, 1)}.items():
        for place in range(many):
            player, is_new = _player(door, number if door in NEWCOMERS else place)
            key = _introduce(player, door, receiver) if is_new else ""
            people[player.email] = {"door": door, "key": key, "name": player.display_name}
    return people


def _introduce(player: Player, door: str, receiver: str) -> str:
    """Set up a new player once; return the key to their channel."""
    now = timezone.now()
    if door == "sleeper":
        planning.unsubscribe_from_thread(player.pk, planning.EVERYTHING, now)
    if door == "api":
        url = receiver + _path(player)
        webhooks.add_webhook(
            player, url=url, shape="json", questions_only=False, thread="", now=now
        )
        return tokens.make_token(player, name="chaos", scopes=["read", "play"])[1]
    return _session(player) if door == "page" else ""


def _path(player: Player) -> str:
    return f"/{player.email.partition('@')[0]}/"


def _player(door: str, number: int) -> tuple[Player, bool]:
    return Player.objects.get_or_create(
        email=f"{door}{number}@chaos.example.org",
        defaults={
            "display_name": f"{door.title()} {number}",
            "language": ("en", "fr", "de")[number % 3] if door == "mail" else "en",
            "email_verified_at": timezone.now(),
            "password": "!",
        },
    )


def _session(player: Player) -> str:
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(player.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = player.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def _deal(number: int) -> list[tuple[str, str]]:
    """Deal the matches of TABLES; return (address, a note that only its writer may read)."""
    notes = []
    for place, (game, doors, bots, undo) in enumerate(TABLES):
        people = _seat_players(doors, number, place)
        sanctions.check_may_join(people[0], now=timezone.now())
        match = matches.seat_match(
            [*people, *house_bots(bots)],
            matches.MatchTerms(game, seats=len(people) + bots, undo=undo),
            created_by=people[0],
            now=timezone.now(),
        )
        notes += [(player.email, _note(match, player)) for player in people]
        if "deaf" in doors:
            _block(people)
    return notes


def _block(people: Sequence[Player]) -> None:
    """Let the deaf player block everybody else in the match."""
    deaf, *others = people
    for other in others:
        blocking.block_player(deaf, other)


def _seat_players(doors: Sequence[str], number: int, place: int) -> list[Player]:
    """Return one player per channel; several players of the same channel are different."""
    people: list[Player] = []
    for door in doors:
        turn = number + place + sum(player.email.startswith(door) for player in people)
        who = number if door == "reader" else turn % PEOPLE[door]
        people.append(_player(door, who)[0])
    return people


def _note(match: Match, player: Player) -> str:
    note = f"note-{secrets.token_hex(8)}"
    private_notes.save_private_note(match, player, note)
    return note


def _enter_league() -> None:
    """Let four players sign up for the open season of the league."""
    league = League.objects.filter(slug=LEAGUE["slug"]).first()
    if league is None:
        league = directing.found_league(**LEAGUE)  # type: ignore[arg-type]
        directing.open_season(league)
    season = league.seasons.filter(state=Season.State.SIGN_UP).first()
    if season is not None:
        for door, number in (("api", 0), ("api", 1), ("page", 0), ("mail", 0)):
            entries.sign_up(season, _player(door, number)[0])


def _messages() -> list[Message]:
    rows = Message.objects.select_related("match", "player").order_by("pk")
    return list(rows.prefetch_related("match__seats__player"))


def _hearers(row: Message) -> list[str]:
    """Return who may read a message: those in the match who did not block its writer."""
    deaf = set(Block.objects.filter(blocked=row.player).values_list("player", flat=True))
    return [s.player.email for s in row.match.seats.all() if s.player_id not in deaf]
