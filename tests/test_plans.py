"""Query plans for a large database: tables that grow are searched by an index."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin import site
from django.core.cache import caches
from django.db import connection
from django.db.models import QuerySet
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from abyss_site.core.database import base
from abyss_site.observability.metrics import MetricsCollector
from devtools.bench.match_copies import copy_match
from games import tasks
from games.models import FraudSignal, Match, Player, Status
from games.presentation import health
from games.queries import lobby, match_lists
from games.services.matches import MatchTerms, open_match
from games.services.moderation import fraud_signals, sign_in_fingerprints
from games.services.play.decisions import submit_decision
from notifications import tasks as post
from notifications.models import Notification
from notifications.outgoing import planning
from tests.puzzles import call_finished, store_puzzle

pytestmark = pytest.mark.django_db

COPIES = 300
# Tables that stay small, however many people play.
SMALL = {
    "games_heartbeat",
    "games_outage",
    "games_league",
    "games_season",
    "games_division",
    "games_round",
    "auth_group",
    "auth_permission",
    "django_content_type",
    "auth_group_permissions",
    "notifications_mailboxcursor",
    "games_sanction",
    "games_player_groups",
    "games_player_user_permissions",
    "games_proposal",
    "games_fraudsignal",
    "games_addressban",
    "notifications_quarantine",
    "notifications_mailoutage",
}


@pytest.fixture
def many(deal: Callable[..., Match]) -> Match:
    """Return a match with moves among three hundred copies."""
    match = deal("pebbles", seats=2)
    for _ in range(4):
        prompt = match.prompts.get(closed_at=None)
        submit_decision(prompt.token, None, source="page", key=prompt.token)
    copy_match(match, 1, COPIES)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        # A plan that still has a sequential scan had no alternative.
        cursor.execute("SET LOCAL enable_seqscan = off")
    return match


def _explain(statement: str) -> str:
    """Return the statement that explains it, also with parameters whose values are not known."""
    text, names = base.number_parameters(statement)
    how = ", GENERIC_PLAN" if names else ""
    return f"EXPLAIN (VERBOSE, FORMAT JSON{how}) " + text.decode().replace("%", "%%")


def read_whole(statements: list[str]) -> set[tuple[str, str]]:
    """Return (table, statement) for each sequential scan of a table that grows."""
    found = set()
    for statement in statements:
        if statement.split(maxsplit=1)[0] in {"SELECT", "UPDATE", "DELETE", "INSERT", "WITH"}:
            with connection.cursor() as cursor:
                cursor.execute(_explain(statement), [])
                (told,) = cursor.fetchone()
            plan = told if isinstance(told, list) else json.loads(told)
            found |= {(table, statement) for table in scanned(plan[0]["Plan"], str(plan)) - SMALL}
    return found


def scanned(node: dict[str, Any], plan: str) -> set[str]:
    """Return the tables that a plan scans sequentially, except hashed subplans, which are small."""
    if f"hashed {node.get('Subplan Name')}" in plan:
        return set()
    own = {node["Relation Name"]} if node["Node Type"] == "Seq Scan" else set()
    return own.union(*(scanned(below, plan) for below in node.get("Plans", ())))


def statements_of(work: Callable[[], Any]) -> list[str]:
    caches["memory"].clear()
    with CaptureQueriesContext(connection) as asked:
        work()
    return [one["sql"].strip() for one in asked.captured_queries]


def looks(client: Client, *paths: str) -> list[str]:
    def look() -> None:
        assert [path for path in paths if client.get(path).status_code != 200] == []

    return statements_of(look)


def test_pages_find_their_rows_by_an_index(many: Match, deal: Callable[..., Match]) -> None:
    client = Client()
    alice = Player.objects.get(email="alice@example.org")
    client.force_login(alice)
    table = f"/matches/{many.number}/"
    prompt = many.prompts.get(closed_at=None)
    of_table = [f"{table}{page}" for page in ("", "history/", "scores/", "orders/", "notes/")]
    number = store_puzzle(call_finished(deal("enchanters", seats=2))).number
    others: tuple[str, ...] = ("/puzzles/?game=enchanters", f"/puzzles/{number}/")
    others += ("/analysis-boards/",)
    others += ("/", "/matches/", "/leagues/", "/moderation/", "/settings/", "/settings/feeds/")

    asked = looks(client, *of_table, *others, f"/players/{alice.pk}/", f"/p/{prompt.token}/")
    asked += looks(client, *(f"/api/v1/{name}/" for name in ("matches", "prompts", "me")))

    assert not read_whole(asked)


def test_the_door_and_the_ticks_find_their_rows_by_an_index(
    many: Match, deal: Callable[..., Match]
) -> None:
    store_puzzle(call_finished(deal("enchanters", seats=2)))
    prompt = many.prompts.get(closed_at=None)
    asked = statements_of(lambda: submit_decision(prompt.token, None, source="page", key="again"))
    rounds = (
        *tasks.EVERY_FEW_SECONDS,
        tasks.delete_expired_data,
        tasks.count_punctuality,
        tasks.post_puzzles,
        post.send_due_emails,
        post.process_inbound,
        post.call_webhooks,
    )
    for work in (
        *rounds,
        post.delete_expired_emails,
        lambda: list(MetricsCollector().collect()),
        health.check_health,
    ):
        asked += statements_of(work)

    assert not read_whole(asked)


def test_open_matches_are_found_by_an_index_however_often_they_are_looked_for(many: Match) -> None:
    """PostgreSQL plans a statement anew a few times, then once for whatever it may be asked."""
    bob = Player.objects.get(email="bob@example.org")
    # With very few, sorting them costs no more than reading them in their order.
    copy_match(open_match(bob, MatchTerms("pebbles", seats=2)), COPIES + 1, COPIES)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_match")
    for reader in (None, Player.objects.get(email="alice@example.org")):
        assert "Backward using match_open" in planned_once(lobby.open_to(reader))


def test_pages_of_the_lobby_are_found_by_an_index_however_often_they_are_looked_for(
    many: Match,
) -> None:
    """Only as many rows are read as a page shows; a sixth of the matches have a free seat."""
    with connection.cursor() as cursor:
        # Fifty games; matches start, and seats are offered, one after another.
        cursor.execute(
            "UPDATE games_match SET game = 'game' || number % 50,"
            " started_at = started_at + number * interval '1 minute'"
        )
        cursor.execute(
            "UPDATE games_seat SET offered_at = match.started_at FROM games_match match"
            " WHERE match.id = match_id AND games_seat.number = 0 AND match.number % 6 = 0"
        )
        cursor.execute("ANALYZE games_match, games_seat")
        # There are so few rows that hashing all of them would be chosen.
        cursor.execute("SET LOCAL enable_hashjoin = off")
        cursor.execute("SET LOCAL enable_mergejoin = off")
    mark = match_lists.Mark(timezone.now(), 7)
    for found, index in (
        (match_lists.watchable_matches(), "Backward using match_watchable on"),
        (match_lists.watchable_matches("", mark), "Backward using match_watchable on"),
        (match_lists.watchable_matches("game7"), "match_watchable_game"),
        (match_lists.seats_offered(), "seat_offered"),
        (match_lists.seats_offered("", mark), "seat_offered"),
        (match_lists.seats_offered("game7", mark), "seat_offered"),
    ):
        plan = planned_once(found)

        assert index in plan, plan


def planned_once(found: QuerySet[Match]) -> str:
    """Return the generic plan for the first page of a list."""
    statement, values = found[: match_lists.A_PAGE + 1].query.sql_with_params()
    with connection.cursor() as cursor:
        numbered = statement % tuple(f"${at}" for at in range(1, len(values) + 1))
        cursor.execute(f"EXPLAIN (GENERIC_PLAN) {numbered}")
        return "\n".join(line for (line,) in cursor.fetchall())


def test_looking_for_hints_finds_its_rows_by_an_index(many: Match) -> None:
    now = timezone.now()
    for player in Player.objects.filter(email__in=["alice@example.org", "bob@example.org"]):
        sign_in_fingerprints.record_fingerprint(player, address="8.8.8.8", device="x" * 26, now=now)
    Match.objects.update(status=Status.FINISHED, finished_at=now)
    found = 0

    def look() -> None:
        nonlocal found
        found = fraud_signals.look_for(now, limit=2)

    asked = statements_of(look)

    assert found == 2 and FraudSignal.objects.count() == 2
    assert not read_whole(asked)


def test_emails_of_a_day_are_found_among_all_that_a_player_had(people: dict[str, Player]) -> None:
    """It used to read each of them: 3,500 pages for a player with ten e-mails a day for a year."""
    now = timezone.now()
    for name in people:
        Notification.objects.bulk_create(
            Notification(
                **dict.fromkeys(("key", "message_id"), f"{name}{number}"),
                **dict.fromkeys(
                    ("created_at", "due_at", "planned_at"), now - timedelta(hours=5 * number)
                ),
                player=people[name],
                thread=f"match-{number % 50}",
                state="sent",
            )
            for number in range(500)
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")

    plan = planning.with_recent(Notification.objects.filter(key="alice0"), now).explain()

    assert "notification_planned" in plan


def test_lists_of_the_desk_find_their_rows_by_an_index(many: Match) -> None:
    client = Client()
    client.force_login(Player.objects.create_superuser("boss@example.org", "hush-hush-hush"))
    lists = [f"/admin/{m._meta.app_label}/{m._meta.model_name}/" for m in site._registry]

    asked = looks(client, "/admin/", *lists)

    assert not read_whole(asked)


def test_tables_that_are_written_much_are_kept_in_order() -> None:
    hot = {
        **dict.fromkeys(("games_match", "games_prompt", "games_seat"), "fillfactor"),
        **dict.fromkeys(("notifications_notification", "notifications_inboundemail"), "fillfactor"),
        **dict.fromkeys(
            ("games_move", "games_playerevent"), "autovacuum_vacuum_insert_scale_factor"
        ),
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, reloptions::text FROM pg_class WHERE relname = ANY(%s)",
            [list(hot)],
        )
        kept = dict(cursor.fetchall())

    assert kept.keys() == hot.keys()
    assert all(option in kept[table] for table, option in hot.items())
    assert all("autovacuum_vacuum_scale_factor" in options for options in kept.values())
