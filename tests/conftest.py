"""Fixtures for all tests: alice, bob, carol and dave, seated in this order."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from devtools.testing import TEMPLATE_VARIABLE

from . import sizes

NAMES = ("alice", "bob", "carol", "dave")
SEED = bytes(range(32))
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)

# The slowest tests, which mostly wait: started first, so that no worker waits for them at the end.
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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.name not in LONGEST)
    if sizes.IS_SAMPLED:
        deselect_cases(config, items)


def deselect_cases(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave one in n cases of each test that is marked as sampled(n); the seed says which."""
    families = defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker("sampled"):
            families[item.nodeid.partition("[")[0], *mark.args].append(item)
    left_out = set()
    for (name, one_in), cases in families.items():
        kept = random.Random(f"{sizes.SEED}/{name}").sample(cases, -(-len(cases) // one_in))
        left_out |= {*cases} - {*kept}
    config.hook.pytest_deselected(items=[*left_out])
    items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> None:
    """Copy the test database from a migrated one, if there is one."""
    from django.db import connection

    if template := os.environ.get(TEMPLATE_VARIABLE):
        connection.settings_dict["TEST"]["TEMPLATE"] = template


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Create the test database, and end its remaining sessions before it is dropped.

    A browser that leaves in the middle of a page leaves a thread of the live server behind, which
    keeps its connection until it notices.
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

    Truncating all of them would create about two hundred new files. Without superuser rights, the
    triggers that prevent deleting rows cannot be suspended, so all tables are truncated.
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
    """Hash passwords quickly: the slow hash would make the tests slow."""
    from django.test import override_settings

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(autouse=True)
def nobodys_language() -> None:
    """Reset the active language, which the last response may have set."""
    from django.utils import translation

    translation.deactivate()


@pytest.fixture(autouse=True)
def nobodys_attempts() -> None:
    """Forget what earlier tests have counted towards rate limits: they share a few addresses."""
    from abyss_site.core.valkey.commands import execute_commands

    forget = "for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end"
    execute_commands(("EVAL", forget, 0, "throttle:*"))


@pytest.fixture
def people(db: None) -> dict[str, Any]:
    """Return the four players by name; their addresses are verified, their language is English."""
    from games.models import Player

    return {
        name: Player.objects.create_user(
            f"{name}@example.org", display_name=name.title(), email_verified_at=NOON
        )
        for name in NAMES
    }


@pytest.fixture
def deal(people: dict[str, Any]) -> Callable[..., Any]:
    """Return a function that deals a running match: deal("pebbles", seats=2).

    Seat 0 is alice, 1 bob, 2 carol, 3 dave. The match is dealt at `now`, by default noon on a
    Monday, with `seed`; `bots` of the last seats are house bots, and so is a fifth.
    """
    from games.models import Match, Seat
    from games.services import house_bots, matches
    from games.services.play import dealing
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
            options=matches.chosen_options(GAMES[game], options, seats),
        )
        match.refresh_from_db(fields=["number", "created_at"])
        seated = NAMES[: seats - bots]
        sitting = [people[name] for name in seated] + house_bots.house_bots(seats - len(seated))
        for number, player in enumerate(sitting):
            Seat.objects.create(match=match, number=number, player=player)
        dealing.deal_match(match, seed=seed, now=now)
        return match

    return deal
