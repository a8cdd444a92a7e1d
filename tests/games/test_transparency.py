"""The transparency page: what was decided, how often and how fast, without anybody's name."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import FraudSignal, Match, Player, Report, Sanction
from games.presentation import transparency
from games.services.moderation import desk, reports
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import (
    SettleReport,
    VoidMatch,
    WarnPlayer,
)

from .reading import text_of
from .test_moderation import staff

pytestmark = pytest.mark.django_db

PATH = "/moderation/figures/"


def figures(now: datetime, title: str) -> dict[str, tuple[str, str]]:
    """The rows of a table: (last month, last year)."""
    table = next(one for one in transparency.list_tables(now) if one.title == title)
    return {row.label: (row.month, row.year) for row in table.rows}


def words(page: Any) -> list[str]:
    """The words of the page without its figures."""
    return re.findall(r"[^\W\d]+", text_of(page))


@pytest.fixture
def busy(deal: Callable[..., Match], people: dict[str, Player]) -> dict[str, Player]:
    """A site on which much was reported, decided and appealed against; who is concerned."""
    alice, bob, *_ = people.values()
    now = timezone.now()
    match = deal("pebbles", seats=2)
    mo, second = staff(Role.MODERATOR, "mo"), staff(Role.MODERATOR, "second")
    report = reports.report_player(alice, bob, "Zanzibar!", match=match, now=now)
    warned = WarnPlayer(player=bob.pk, told="Timbuktu!", reason="Ouagadougou!")
    desk.take_staff_action(mo, warned, now=now)
    later = now + timedelta(hours=3)
    settled = SettleReport(report=report.pk, upheld=True, reason="Ouagadougou!")
    desk.take_staff_action(mo, settled, now=later)
    appeal = reports.appeal_sanction(Sanction.objects.get(), "Valparaiso!", now=now)
    desk.take_staff_action(second, SettleReport(report=appeal.pk, reason="r"), now=later)
    proposal: Any = desk.take_staff_action(mo, VoidMatch(match=match.pk, reason="r"), now=now)
    desk.decide_proposal(second, proposal, agrees=True, now=now)
    one, two = sorted((alice, bob), key=lambda player: player.pk)
    FraudSignal.objects.create(
        kind="timing", one=one, two=two, facts={}, found_at=now, last_seen_at=now
    )
    return people | {"mo": mo, "second": second}


def test_the_page_counts_what_was_decided_and_how_fast(busy: dict[str, Player]) -> None:
    now = timezone.now()

    told = figures(now, "Reports by players")
    assert told["Received"] == ("1", "1") and told["Upheld"] == ("1", "1")
    assert told["Median time to a decision (hours)"] == ("3.0", "3.0")
    appeals = figures(now, "Appeals against decisions")
    assert appeals["Received"] == ("1", "1") and appeals["Dismissed"] == ("1", "1")
    decided = figures(now, "Decisions")
    assert decided["Warnings"] == ("1", "1") and decided["Bans"] == ("0", "0")
    assert decided["Matches ended without a result"] == ("1", "1")
    checks = figures(now, "Checks")
    assert checks["Decisions that a second person approved"] == ("1", "1")
    assert checks["Fraud signals found"] == ("1", "1")


def test_what_is_older_counts_for_the_year_alone_and_then_not_at_all(
    busy: dict[str, Player],
) -> None:
    now = timezone.now()

    later = figures(now + timedelta(days=60), "Decisions")
    assert later["Warnings"] == ("0", "1")
    told = figures(now + timedelta(days=60), "Reports by players")
    assert told["Received"] == ("0", "1")
    assert told["Median time to a decision (hours)"] == ("–", "3.0")
    assert figures(now + timedelta(days=400), "Decisions")["Warnings"] == ("0", "0")


def test_previews_are_no_decisions(people: dict[str, Player]) -> None:
    mo = staff(Role.MODERATOR, "mo")
    desk.preview_staff_action(mo, WarnPlayer(player=people["bob"].pk, told="t", reason="r"))
    assert figures(timezone.now(), "Decisions")["Warnings"] == ("0", "0")


def test_no_name_and_no_word_of_anybody_gets_on_the_page(busy: dict[str, Player]) -> None:
    """A busy site's page has the words of a site on which nothing happened, and no other."""
    full = Client().get(PATH)
    said = text_of(full)
    Report.objects.all().delete()
    Sanction.objects.all().delete()
    FraudSignal.objects.all().delete()

    later = timezone.now() + timedelta(days=800)
    quiet = [row for table in transparency.list_tables(later) for row in table.rows]

    assert {row.year for row in quiet} == {"0", "–"}
    assert words(full) == words(Client().get(PATH))
    for person in busy.values():
        assert person.display_name not in said and person.email not in said
    for word in ("Zanzibar", "Timbuktu", "Ouagadougou", "Valparaiso", "pebbles", "Pebbles"):
        assert word not in said


def test_everybody_finds_the_page_in_few_queries(
    busy: dict[str, Player], django_assert_max_num_queries: Any
) -> None:
    assert PATH in Client().get("/moderation/").content.decode()
    with django_assert_max_num_queries(12):
        assert Client().get(PATH).status_code == 200
