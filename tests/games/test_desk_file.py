"""A player's file at the desk: all about them on one page, and what is done from there."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.models import AuditLogEntry, FraudSignal, Match, Player, Proposal, Report, Sanction
from games.services import accounts, chat
from games.services.moderation import desk, reports
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import (
    EditAccount,
    HideMessage,
    NotePlayer,
    ReplacePlayer,
)

from .reading import text_of
from .test_moderation import staff

pytestmark = pytest.mark.django_db

# From a report to “warned and settled”; docs/moderating.md has the tour.
MOST_PAGES = 5


class Desk:
    """A browser at the desk that counts the pages it shows."""

    def __init__(self, person: Player) -> None:
        self.client = Client()
        self.client.force_login(person)
        self.pages = 0
        self.path = ""
        self.page: Any = None

    def open(self, path: str) -> str:
        self.path, self.page = path, self.client.get(path)
        return self._look()

    def click(self, pattern: str) -> str:
        """Follow the link of the page whose path matches."""
        found = re.search(f'href="({pattern}[^"]*)"', self.page.content.decode())
        assert found, pattern
        return self.open(unescape(found[1]))

    def send(self, **typed: str) -> str:
        """Send the form of the page, as it stands but for what is typed."""
        form: Any = self.page.context["form"]
        values = {name: form[name].value() for name in form.fields}
        kept = {name: str(value) for name, value in values.items() if value is not None}
        self.page = self.client.post(self.path, kept | typed)
        if self.page.status_code == 302:
            return self.open(self.page["Location"])
        return self._look()

    def _look(self) -> str:
        assert self.page.status_code == 200, self.path
        self.pages += 1
        return text_of(self.page)


@pytest.fixture
def report(deal: Callable[..., Match], people: dict[str, Player]) -> Report:
    """Alice has reported bob."""
    match = deal("pebbles", seats=2)
    return reports.report_player(people["alice"], people["bob"], "He shouts.", match=match)


def tour_steps() -> list[str]:
    """The steps of the tour in docs/moderating.md: each is a page."""
    text = (Path(__file__).parents[2] / "docs" / "moderating.md").read_text("utf-8")
    tour = text.split("## A tour:")[1].split("\n## ")[0]
    return re.findall(r"^\d+\. ", tour, re.M)


def file_of(person: Player, player: Player) -> str:
    client = Client()
    client.force_login(person)
    return text_of(client.get(f"/admin/games/player/{player.pk}/change/"))


def section_of(person: Player, player: Player, title: str) -> Any:
    """The section of a player's file with this title, None if it is not shown."""
    client = Client()
    client.force_login(person)
    file = client.get(f"/admin/games/player/{player.pk}/change/").context["player_file"]
    return next((one for one in file.sections if one.title == title), None)


def test_a_report_is_warned_and_settled_in_few_pages_and_in_place(
    report: Report, people: dict[str, Player]
) -> None:
    visit = Desk(staff(Role.MODERATOR, "mo"))

    visit.open("/admin/games/report/?outcome__exact=open")
    visit.open(f"/admin/games/report/{report.pk}/change/")
    form = visit.click("/admin/desk/warn/")
    rehearsed = visit.send(told="Do not shout.", reason="He did.", rehearse="yes")
    settled = visit.send(told="Do not shout.", reason="He did.", confirm="yes")

    assert "Player: Bob" in form
    assert "Bob is warned" in rehearsed and "The report is upheld" in rehearsed
    assert visit.path == f"/admin/games/report/{report.pk}/change/"
    assert visit.pages == len(tour_steps()) <= MOST_PAGES
    assert "Bob is warned" in settled and "Warning: Do not shout." in settled
    report.refresh_from_db()
    assert report.outcome == Report.Outcome.UPHELD
    assert Sanction.objects.get().player == people["bob"]
    done = AuditLogEntry.objects.filter(step="done").values_list("action", flat=True)
    assert set(done) == {"warn", "settle"}


def test_a_report_can_be_left_open_or_closed_as_nothing(
    report: Report, people: dict[str, Player]
) -> None:
    visit = Desk(staff(Role.MODERATOR, "mo"))
    visit.open(f"/admin/games/report/{report.pk}/change/")
    visit.click("/admin/desk/warn/")
    visit.send(told="Do not shout.", reason="He did.", outcome="", confirm="yes")
    report.refresh_from_db()
    assert report.outcome == Report.Outcome.OPEN

    visit.click("/admin/desk/note/")
    visit.send(reason="A misunderstanding.", outcome="dismissed", confirm="yes")
    report.refresh_from_db()
    assert report.outcome == Report.Outcome.DISMISSED
    assert ": A misunderstanding." in file_of(staff(Role.HELPER, "hal"), people["bob"])


def test_nothing_is_done_if_one_of_two_is_refused(report: Report) -> None:
    visit = Desk(staff(Role.MODERATOR, "mo"))
    visit.open(f"/admin/games/report/{report.pk}/change/")
    visit.click("/admin/desk/warn/")
    form = visit.path
    Report.objects.filter(pk=report.pk).update(about=Player.objects.get(email__startswith="mo"))
    said = {"told": "x", "reason": "y", "outcome": "upheld", "confirm": "yes"}

    visit.client.post(form, said)

    assert not Sanction.objects.filter(player__email__startswith="mo").exists()


def test_a_ban_from_a_report_is_proposed_and_the_report_stays_open_until_then(
    report: Report, people: dict[str, Player]
) -> None:
    visit = Desk(staff(Role.MODERATOR, "mo"))
    visit.open(f"/admin/games/report/{report.pk}/change/")
    visit.click("/admin/desk/ban/")
    shown = visit.send(told="You go on.", reason="He does.", confirm="yes")
    assert "Somebody else has to approve it first" in shown
    assert Proposal.objects.get().action == "ban" and not Sanction.objects.exists()


def test_the_file_holds_all_that_a_moderator_may_know(
    report: Report, people: dict[str, Player]
) -> None:
    alice, bob = people["alice"], people["bob"]
    mo, now = staff(Role.MODERATOR, "mo"), timezone.now()
    Sanction.objects.create(player=bob, kind="suspension", reason="Before.", imposed_at=now)
    reports.report_player(bob, alice, "She is slow.")
    desk.take_staff_action(mo, NotePlayer(player=bob.pk, reason="Knows carol."))
    accounts.change_settings(bob, display_name="Robert", language="en", zone="UTC")
    boss = Player.objects.create_superuser("boss@example.org", "hush-hush-hush")
    desk.take_staff_action(
        boss, EditAccount(player=bob.pk, whom="bob@new.example", reason="He moved.")
    )
    one, two = sorted((alice, bob), key=lambda player: player.pk)
    facts = {"many": 1, "first": str(now), "last": str(now), "together": 1}
    FraudSignal.objects.create(
        kind="device", one=one, two=two, facts=facts, found_at=now, last_seen_at=now
    )

    shown = file_of(mo, bob)

    for fact in (
        *("Before.", "He shouts.", "She is slow.", "Knows carol.", "was called Bob"),
        *("bob@example.org becomes bob@new.example", "shared browsers", "Pebbles #"),
        "Edit the account",
    ):
        assert fact in shown, fact


@pytest.mark.parametrize(
    ("action", "change", "kind"),
    [
        ("mute", "Bob cannot send messages until", "mute"),
        ("suspend", "Bob cannot join matches until", "suspension"),
    ],
)
def test_other_sanctions_take_the_same_steps_from_a_report(
    report: Report, people: dict[str, Player], action: str, change: str, kind: str
) -> None:
    visit = Desk(staff(Role.MODERATOR, "mo"))

    visit.open("/admin/games/report/?outcome__exact=open")
    visit.open(f"/admin/games/report/{report.pk}/change/")
    visit.click(f"/admin/desk/{action}/")
    previewed = visit.send(told="You shout.", reason="He did.", rehearse="yes")
    settled = visit.send(told="You shout.", reason="He did.", confirm="yes")

    assert change in previewed and "The report is upheld." in previewed
    assert visit.path == f"/admin/games/report/{report.pk}/change/"
    assert visit.pages == len(tour_steps())
    assert change in settled and "The report is upheld." in settled
    sanction = Sanction.objects.get()
    assert (sanction.player, sanction.kind) == (people["bob"], kind)
    report.refresh_from_db()
    assert report.outcome == Report.Outcome.UPHELD


def test_a_merger_from_a_report_is_proposed_and_the_report_settled(
    report: Report, people: dict[str, Player]
) -> None:
    visit = Desk(staff(Role.MODERATOR, "mo"))
    visit.open(f"/admin/games/report/{report.pk}/change/")
    visit.click("/admin/desk/merge/")
    typed = {"whom": "dave@example.org", "reason": "He said so.", "outcome": "upheld"}

    previewed = visit.send(**typed, rehearse="yes")
    visit.send(**typed, confirm="yes")

    assert "The account of" in previewed and "The report is upheld." in previewed
    assert visit.path == f"/admin/games/report/{report.pk}/change/"
    report.refresh_from_db()
    assert report.outcome == Report.Outcome.UPHELD
    proposal = Proposal.objects.get()
    max_ = Desk(staff(Role.MODERATOR, "max"))
    assert "Bob" in max_.open(f"/admin/desk/proposals/{proposal.pk}/")
    max_.client.post(max_.path, {"agree": "yes"})
    proposal.refresh_from_db()
    assert proposal.outcome == Proposal.Outcome.APPROVED
    people["bob"].refresh_from_db()
    assert not people["bob"].is_active


def test_the_file_has_the_messages_of_the_player_alone(
    deal: Callable[..., Match], people: dict[str, Player]
) -> None:
    match = deal("pebbles", seats=2)
    chat.send_message(match, people["alice"], "Hello, all.", key="a")
    said = [chat.send_message(match, people["bob"], text, key=text) for text in ("One.", "Two.")]
    mo = staff(Role.MODERATOR, "mo")
    desk.take_staff_action(mo, HideMessage(message=said[0].pk, reason="Rude."))

    section = section_of(mo, people["bob"], "Messages")

    assert [line.text for line in section.lines] == [
        f"Pebbles #{match.number}: Two.",
        f"Pebbles #{match.number}: One. (hidden)",
    ]
    assert section.lines[0].path == f"/admin/games/message/{said[1].pk}/change/"
    client = Client()
    client.force_login(mo)
    listed = client.get(section.list_path).context["cl"].result_list
    assert {row.pk for row in listed} == {one.pk for one in said}
    assert client.get(section.lines[0].path).status_code == 200
    assert section_of(staff(Role.HELPER, "hal"), people["bob"], "Messages") is None


def test_each_role_reads_only_the_parts_that_its_lists_show(
    report: Report, people: dict[str, Player]
) -> None:
    bob = people["bob"]
    desk.take_staff_action(
        staff(Role.MODERATOR, "mo"), NotePlayer(player=bob.pk, reason="Knows carol.")
    )

    helper = file_of(staff(Role.HELPER, "hal"), bob)
    director = file_of(staff(Role.DIRECTOR, "dora"), bob)

    assert "He shouts." in helper and "Reports by them" not in helper
    assert "Fraud signals" not in helper
    assert "Pebbles #" in director and "He shouts." not in director
    assert "Knows carol." not in director


def test_staff_who_plays_with_them_finds_nothing_of_that_match_in_the_file(
    report: Report, people: dict[str, Player]
) -> None:
    alice = people["alice"]
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)

    shown = file_of(Player.objects.get(pk=alice.pk), people["bob"])

    assert "Pebbles #" not in shown and "He shouts." not in shown


def test_the_file_takes_few_queries_however_much_there_is(
    report: Report,
    people: dict[str, Player],
    deal: Callable[..., Match],
    django_assert_max_num_queries: Any,
) -> None:
    client = Client()
    client.force_login(staff(Role.MODERATOR, "mo"))
    for _ in range(3):
        deal("pebbles", seats=2)
        Sanction.objects.create(
            player=people["bob"], kind="warning", reason="x", imposed_at=timezone.now()
        )
    with django_assert_max_num_queries(26):
        client.get(f"/admin/games/player/{people['bob'].pk}/change/")


def test_replacing_names_who_leaves_and_who_comes(
    deal: Callable[..., Match], people: dict[str, Player]
) -> None:
    match = deal("pebbles", seats=2)
    mo = staff(Role.MODERATOR, "mo")

    action = ReplacePlayer(match=match.pk, seat=1, whom="carol@example.org", reason="r")
    carol = desk.preview_staff_action(mo, action)
    bot = desk.preview_staff_action(mo, ReplacePlayer(match=match.pk, seat=1, reason="r"))

    assert carol.changes == ["Bob’s seat 1 goes to Carol."]
    assert bot.changes == ["Bob’s seat 1 goes to a house bot for good."]


def test_an_action_leads_back_to_no_page_outside_the_desk(people: dict[str, Player]) -> None:
    client = Client()
    client.force_login(staff(Role.MODERATOR, "mo"))
    said = {"player": str(people["bob"].pk), "reason": "r", "told": "t", "confirm": "yes"}
    for onward in ("https://evil.example/", "//evil.example/admin/", "/settings/", ""):
        done = client.post(f"/admin/desk/warn/?next={onward}", said)
        assert done["Location"] == "/admin/", onward


def test_former_names_are_exported_and_forgotten_with_the_account(
    as_: Callable[[str], Client], people: dict[str, Player]
) -> None:
    bob = people["bob"]
    accounts.change_settings(bob, display_name="Robert", language="en", zone="UTC")
    assert '"name": "Bob"' in b"".join(as_("bob").post("/settings/data/")).decode()

    from games.services.account_deletion import delete_account

    delete_account(bob, address=bob.email)
    assert not bob.former_names.exists()
