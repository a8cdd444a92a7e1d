"""The table that every test sits down at: alice, bob, carol and dave, in this order."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from abyss_site.testing import TEMPLATE_VARIABLE

NAMES = ("alice", "bob", "carol", "dave")
SEED = bytes(range(32))
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)

# What takes longest, and mostly waits: begun first, so that no worker waits for it at the end.
LONGEST = (
    "test_whole_match.py",
    "test_burst.py",
    "test_table.py",
    "test_essence.py",
    "test_chaos.py",
    "test_up.py",
    "test_damage_up.py",
    "test_disk_full.py",
    "test_slow_clients.py",
    "test_compose_rehearsal.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Copy the test database from one that has been migrated, where there is one."""
    from django.db import connection

    if template := os.environ.get(TEMPLATE_VARIABLE):
        connection.settings_dict["TEST"]["TEMPLATE"] = template


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Make the test database, and end whatever still talks to it before it is dropped.

    A browser that goes away in the middle of a page leaves a thread of the live server behind,
    which keeps its connection until it notices.
    """
    from django.db import connection

    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture(scope="session", autouse=True)
def quick_flush() -> Iterator[None]:
    """Empty only the tables that have rows after a test that commits.

    Truncating all of them makes some two hundred new files. A user who is no superuser may not
    suspend what keeps rows from being deleted, and truncates.
    """
    from django.db import connection

    truncate_all = connection.ops.sql_flush

    def delete_rows(style: Any, tables: list[str], **options: Any) -> list[str]:
        quoted = {name: connection.ops.quote_name(name) for name in tables}
        asked = [f"SELECT '{n}' WHERE EXISTS (SELECT FROM {q})" for n, q in quoted.items()]
        with connection.cursor() as cursor:
            cursor.execute("SHOW is_superuser")
            if cursor.fetchone() != ("on",):
                return truncate_all(style, tables, **options)
            cursor.execute(" UNION ALL ".join(asked))
            filled = [name for (name,) in cursor.fetchall()]
        unhindered = "SET LOCAL session_replication_role = replica"
        return [unhindered, *(f"DELETE FROM {quoted[name]}" for name in filled)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection.ops, "sql_flush", delete_rows)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """Hash passwords quickly: what makes them slow to guess makes tests slow."""
    from django.test import override_settings

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def nobodys_language() -> None:
    """Forget the language of whoever was served last: a test begins without a reader."""
    from django.utils import translation

    translation.deactivate()


@pytest.fixture
def people(db: None) -> dict[str, Any]:
    """The four players by name; their addresses are verified, their language is English."""
    from games.models import Player

    return {
        name: Player.objects.create_user(
            f"{name}@example.org", display_name=name.title(), email_verified_at=NOON
        )
        for name in NAMES
    }


@pytest.fixture
def deal(people: dict[str, Any]) -> Callable[..., Any]:
    """Deal a running match: deal("pebbles", seats=2). Seat 0 is alice, 1 bob, 2 carol, 3 dave.

    The match is dealt at `now`, noon of a Monday unless given, with `seed`; `bots` of the last
    seats are house bots.
    """
    from games.models import Match, Seat
    from games.services import dealing, house_bots, matches
    from games.titles import GAMES

    def deal(
        game: str,
        seats: int,
        *,
        bots: int = 0,
        now: datetime = NOON,
        seed: bytes = SEED,
        **options: Any,
    ) -> Match:
        match = Match.objects.create(
            game=game,
            seats_wanted=seats,
            options=matches.chosen_options(GAMES[game], options),
        )
        match.refresh_from_db(fields=["number", "created_at"])
        sitting = [people[name] for name in NAMES[: seats - bots]] + house_bots.house_bots(bots)
        for number, player in enumerate(sitting):
            Seat.objects.create(match=match, number=number, player=player)
        dealing.deal_match(match, seed=seed, now=now)
        return match

    return deal
