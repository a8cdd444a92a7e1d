"""What staff does leaves a row: each rehearsal, look, deed and refusal, by each role."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

import pytest
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.engine.contract import Refused
from games.models import (
    AuditLogEntry,
    League,
    Match,
    Pairing,
    Player,
    Prompt,
    Proposal,
    Season,
)
from games.services.action_context import CannotBeDone
from games.services.conflicts_of_interest import NotAllowed
from games.services.leagues import directing, directors, entries
from games.services.leagues.seasons import run_leagues
from games.services.moderation import account_edits, approvals, desk, league_directors
from games.services.moderation.roles import MAY, SUPERUSERS_ONLY, Action, Role, may_take_action
from games.services.moderation.staff_actions import (
    AddAccount,
    AnswerForSeat,
    BanPlayer,
    CallOffSeason,
    DecideTable,
    EditAccount,
    ExtendDeadline,
    FoundLeague,
    MergeAccounts,
    OpenSeason,
    PostponeRound,
    RemoveEntry,
    RewindMatch,
    SetRoles,
    SuspendPlayer,
    ViewAsSeat,
    VoidMatch,
)
from games.services.play.decisions import submit_decision
from notifications.models import Notification

from . import desk_cases
from .desk_cases import Case
from .reading import text_of

pytestmark = pytest.mark.django_db

WORK = sorted(set(desk.HANDLERS) - SUPERUSERS_ONLY)
ON_MATCH = {Action.EXTEND, Action.PAUSE, Action.RESUME, Action.ANSWER, Action.REPLACE, Action.SWAP}
ON_MATCH |= {Action.REWIND, Action.ADJUDICATE, Action.VOID, Action.LOOK}
ON_EMAIL = {Action.RESEND, Action.RELEASE, Action.REJECT}


def staff(role: Role, name: str = "") -> Player:
    address = f"{name or role.replace(' ', '-')}@staff.example"
    person = Player.objects.create_user(address, "hush-hush-hush", is_staff=True)
    person.groups.add(Group.objects.get_or_create(name=role)[0])
    return person


def superuser(name: str = "root") -> Player:
    return Player.objects.create_superuser(f"{name}@staff.example", "hush-hush-hush")


def browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def said(case: Case, step: str) -> dict[str, str]:
    about = {name: str(pk) for name, pk in case[0].items()}
    return {**about, **case[1], "reason": "They asked.", step: "yes"}


def steps(person: Player, action: Action) -> list[str]:
    rows = AuditLogEntry.objects.filter(by=person, action=action).order_by("pk")
    return list(rows.values_list("step", flat=True))


@pytest.fixture
def cases(deal: Callable[..., Match], people: dict[str, Player]) -> dict[Action, Case]:
    return desk_cases.cases(deal, people)


def secrets(cases: dict[Action, Case]) -> list[str]:
    """What nobody on the staff is told: tokens, the seeds of matches, the words of e-mails."""
    found = list(Prompt.objects.values_list("token", flat=True))
    found += [match.seed.hex() for match in Match.objects.exclude(seed=b"")]
    return [*found, "canary-line"]


def test_each_rehearsal_and_deed_of_each_role_is_written_down_and_tells_no_secret(
    cases: dict[Action, Case],
) -> None:
    people = {role: staff(role) for role in Role}
    others = {role: staff(role, f"other-{role.split()[-1]}") for role in Role}
    for held in Notification.objects.filter(kind="held"):
        Notification.objects.filter(pk=held.pk).update(data=held.data | {"lines": ["canary-line"]})
    hidden = secrets(cases)
    assert set(cases) == set(WORK)
    for action, case in cases.items():
        for role, person in people.items():
            page = browser(person).post(f"/admin/desk/{action}/", said(case, "rehearse"))
            shown = page.content.decode()
            assert page.status_code == (200 if role in MAY[action] else 403), (action, role)
            assert not [one for one in hidden if one in shown], (action, role)
            assert steps(person, action) == ["rehearsed"] * (role in MAY[action]), (action, role)
        role = next(one for one in Role if one in MAY[action])
        browser(people[role]).post(f"/admin/desk/{action}/", said(case, "confirm"))
        if action in approvals.ALWAYS_TWO | league_directors.TWO_WHILE_RUNNING:
            proposal = Proposal.objects.get(action=action)
            agrees = next(one for one in reversed(Role) if one in MAY[action])
            path = f"/admin/desk/proposals/{proposal.pk}/"
            browser(others[agrees]).post(path, {"agree": "yes"})
        assert steps(people[role], action) == ["rehearsed", "done"], action
    for row in AuditLogEntry.objects.filter(action__in=WORK):
        assert row.reason == "They asked." and row.changes
        assert not [one for one in hidden if one in str(row.changes)], row.action


def test_nothing_was_changed_by_a_rehearsal_but_the_log(cases: dict[Action, Case]) -> None:
    boss = staff(Role.OPERATOR)
    before = Match.objects.order_by("pk").values_list("pk", "status", "ply", "paused_at")
    known, notifications = list(before), Notification.objects.count()
    for action in WORK:
        if Role.OPERATOR in MAY[action]:
            browser(boss).post(f"/admin/desk/{action}/", said(cases[action], "rehearse"))
    assert list(before.all()) == known and Notification.objects.count() == notifications
    mine = AuditLogEntry.objects.filter(by=boss)
    assert set(mine.values_list("step", flat=True)) == {"rehearsed"}


@pytest.mark.django_db(transaction=True)
def test_the_record_of_a_rehearsal_stays_when_the_rehearsal_is_taken_back(
    deal: Callable[..., Match],
) -> None:
    match = deal("pebbles", seats=2)
    mo = staff(Role.MODERATOR)
    desk.preview_staff_action(mo, VoidMatch(match=match.pk, reason="x"))
    assert AuditLogEntry.objects.get().step == "rehearsed"
    assert Match.objects.get(pk=match.pk).status == "running"


@pytest.mark.parametrize("line", ["1", "xyzzy", "99", ""])
def test_whether_an_answer_is_legal_is_not_told_without_a_record(
    line: str, deal: Callable[..., Match]
) -> None:
    """It used to tell legal from illegal as often as anybody asked, and nobody knew."""
    match = deal("sealed", seats=2, now=timezone.now())
    mo = staff(Role.MODERATOR)
    wanted = AnswerForSeat(match=match.pk, seat=0, answer=line, reason="curious")
    try:
        desk.preview_staff_action(mo, wanted)
    except CannotBeDone as refusal:
        assert refusal.reason == "That is not one clear answer to the question."
    row = AuditLogEntry.objects.get()
    assert row.step in ("rehearsed", "refused") and row.facts["seat"] == 0
    assert row.facts.get("answer", "") == line and row.match == match and row.by == mo
    assert match.prompts.filter(closed_at=None, answered_at=None).count() == 2


def test_what_is_refused_is_written_down_too(deal: Callable[..., Match]) -> None:
    match = deal("pebbles", seats=2)
    hal = staff(Role.HELPER)
    for wanted in (
        ViewAsSeat(match=match.pk, seat=0, reason="curious"),
        VoidMatch(match=match.pk, reason="curious"),
    ):
        for does in (desk.preview_staff_action, desk.take_staff_action):
            with pytest.raises(NotAllowed):
                does(hal, wanted)
        assert steps(hal, wanted.kind) == ["refused", "refused"]


def test_each_look_is_a_row_of_its_own(deal: Callable[..., Match]) -> None:
    match = deal("sealed", seats=2, now=timezone.now())
    client = browser(staff(Role.MODERATOR))
    case: Case = ({"match": match.pk}, {"seat": "1"})
    for many in (1, 2, 3):
        page = client.post("/admin/desk/look/", said(case, "confirm"))
        assert "<pre" in page.content.decode()
        looked = AuditLogEntry.objects.filter(action="look", step="done", match=match)
        assert looked.count() == many and looked[0].facts["seat"] == 0


def test_who_plays_there_does_nothing_there_whatever_their_role(
    cases: dict[Action, Case], people: dict[str, Player]
) -> None:
    """For each action: refused, written down, and nothing of the table told; superusers too."""
    alice = people["alice"]
    Player.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    alice = Player.objects.get(pk=alice.pk)
    client = browser(alice)
    for action in sorted(ON_MATCH | ON_EMAIL):
        for step in ("rehearse", "confirm"):
            page = client.post(f"/admin/desk/{action}/", said(cases[action], step))
            shown = text_of(page)
            assert "another moderator has to handle it" in shown, (action, step)
            assert "This would change" not in shown and "<pre" not in page.content.decode()
        assert steps(alice, action) == ["refused", "refused"], action
    for action in (Action.SETTLE, Action.DISMISS, Action.EDIT_ROUND):
        client.post(f"/admin/desk/{action}/", said(cases[action], "confirm"))
        assert steps(alice, action) == ["refused"], action
    assert not AuditLogEntry.objects.filter(step="done", by=alice).exists()


def test_a_proposal_about_ones_own_match_is_not_shown(
    cases: dict[Action, Case], people: dict[str, Player]
) -> None:
    browser(staff(Role.MODERATOR)).post("/admin/desk/void/", said(cases[Action.VOID], "confirm"))
    proposal = Proposal.objects.get()
    Player.objects.filter(pk=people["bob"].pk).update(is_staff=True, is_superuser=True)
    path = f"/admin/desk/proposals/{proposal.pk}/"
    assert browser(Player.objects.get(pk=people["bob"].pk)).get(path).status_code == 404
    assert browser(staff(Role.DIRECTOR)).get(path).status_code == 200


# Four eyes: what one after the other do alone is added up.


def test_hours_for_a_match_are_added_up_whoever_gives_them_and_to_whichever_seat(
    deal: Callable[..., Match],
) -> None:
    """It used to be 14 days each time, as often as one liked."""
    now = timezone.now()
    match, other = (deal("sealed", seats=2, now=now) for _ in range(2))
    mo, max_ = staff(Role.MODERATOR, "mo"), staff(Role.MODERATOR, "max")

    def extend(by: Player, table: Match, seat: int, hours: int, later: int = 0) -> bool:
        wanted = ExtendDeadline(match=table.pk, seat=seat, hours=hours, reason="x", told="Told.")
        at = now + timedelta(days=later)
        known = desk.preview_staff_action(by, wanted, now=at)
        done = desk.take_staff_action(by, wanted, now=at)
        assert known.needs_second == isinstance(done, Proposal)
        return isinstance(done, AuditLogEntry)

    assert extend(mo, match, 0, 300)
    assert not extend(mo, match, 0, 37)
    assert not extend(max_, match, 1, 37)
    assert extend(max_, match, 1, 36)
    assert not extend(mo, match, 0, 1)
    assert extend(mo, other, 0, 336)
    # What somebody agreed to is not done alone; what was done long ago is over.
    proposal = Proposal.objects.filter(facts__hours=37)[0]
    desk.decide_proposal(staff(Role.MODERATOR, "third"), proposal, agrees=True, now=now)
    assert not extend(mo, match, 0, 1)
    assert extend(mo, match, 0, 336, later=91)


def test_suspensions_are_added_up_by_what_they_come_to(people: dict[str, Player]) -> None:
    """The third step of the ladder, 60 days, used to need nobody else: no hours were typed."""
    mo, carol, dave = staff(Role.MODERATOR), people["carol"].pk, people["dave"].pk
    now = timezone.now()

    def suspend(player: UUID, hours: int | None, later: int = 0) -> bool:
        wanted = SuspendPlayer(player=player, hours=hours, reason="x", told="You shout.")
        return isinstance(
            desk.take_staff_action(mo, wanted, now=now + timedelta(days=later)), AuditLogEntry
        )

    assert suspend(carol, 200)
    assert not suspend(carol, 200)
    assert suspend(carol, 136)
    assert not suspend(carol, 1)
    assert not suspend(dave, 0)
    assert suspend(dave, None)
    assert not suspend(dave, None)
    assert suspend(dave, None, later=91)
    assert not suspend(dave, None, later=200)


def test_moves_taken_back_are_added_up(deal: Callable[..., Match]) -> None:
    now = timezone.now()
    match = deal("pebbles", seats=2, now=now, pile=20)
    mo = staff(Role.MODERATOR)

    def play(many: int) -> int:
        for _ in range(many):
            token = match.prompts.get(closed_at=None).token
            submit_decision(token, None, source="page", key=token, now=now)
        return Match.objects.get(pk=match.pk).ply

    def back(many: int) -> bool:
        wanted = RewindMatch(match=match.pk, ply=play(many) - many, reason="x")
        return isinstance(desk.take_staff_action(mo, wanted, now=now), AuditLogEntry)

    assert back(12)
    assert back(8)
    assert not back(1)


def test_every_action_with_a_threshold_counts_what_came_before() -> None:
    assert set(approvals.MOST_ALONE) == {
        *(Action.EXTEND, Action.MUTE, Action.SUSPEND, Action.REWIND)
    }
    assert not set(approvals.MOST_ALONE) & approvals.ALWAYS_TWO


# Accounts.


def test_an_account_is_changed_with_a_reason_and_both_addresses_are_told(
    people: dict[str, Player],
) -> None:
    boss, carol = staff(Role.OPERATOR), people["carol"]
    wanted = EditAccount(
        player=carol.pk,
        whom="carol@elsewhere.example",
        name="Caroline",
        reason="She wrote from there.",
    )
    desk.take_staff_action(boss, wanted)

    carol.refresh_from_db()
    assert (carol.email, carol.display_name) == ("carol@elsewhere.example", "Caroline")
    assert carol.email_verified_at is None
    told = Notification.objects.filter(player=carol, kind="desk").values_list("address", flat=True)
    assert set(told) == {"carol@example.org", "carol@elsewhere.example"}
    row = AuditLogEntry.objects.get(step="done")
    assert (row.player, row.reason) == (carol, "She wrote from there.")
    assert "carol@example.org becomes carol@elsewhere.example" in row.changes[1]
    with pytest.raises(CannotBeDone, match="Give a reason"):
        desk.take_staff_action(boss, EditAccount(player=carol.pk, name="C", reason=" "))
    for bad in ("bob@example.org", "no address"):
        with pytest.raises(CannotBeDone):
            desk.take_staff_action(boss, EditAccount(player=carol.pk, whom=bad, reason="x"))


def test_a_name_alone_is_told_to_the_address_that_stays(people: dict[str, Player]) -> None:
    carol = people["carol"]
    wanted = EditAccount(player=carol.pk, name="Cara", reason="rude")
    desk.take_staff_action(staff(Role.OPERATOR), wanted)
    carol.refresh_from_db()
    assert carol.display_name == "Cara" and carol.email_verified_at
    assert Notification.objects.get(kind="desk").address == "carol@example.org"


def test_an_account_is_made_and_its_reader_told(db: None) -> None:
    wanted = AddAccount(whom="eve@example.org", name="Eve", reason="phone")
    deed = desk.take_staff_action(staff(Role.OPERATOR), wanted)
    eve = Player.objects.get(email="eve@example.org")
    assert isinstance(deed, AuditLogEntry) and deed.player == eve and not eve.has_usable_password()
    assert Notification.objects.get(player=eve).address == "eve@example.org"


def tried(by: Player, target: Player) -> list[str]:
    """Which ways to take over an account are open to somebody at the desk."""
    pk = target.pk
    ways: dict[str, Callable[[], object]] = {
        "address": lambda: desk.take_staff_action(
            by,
            EditAccount(player=pk, whom="evil@x.example", reason="x"),
        ),
        "name": lambda: desk.take_staff_action(by, EditAccount(player=pk, name="Evil", reason="x")),
        "roles": lambda: desk.take_staff_action(
            by, SetRoles(player=pk, roles="operator", reason="x")
        ),
        "no roles": lambda: desk.take_staff_action(by, SetRoles(player=pk, roles="", reason="x")),
        "password": lambda: account_edits.set_password(by, target, "evil-evil-evil", reason="x"),
        "ban": lambda: desk.take_staff_action(
            by, BanPlayer(player=pk, reason="x", told="x", hours=9)
        ),
        "merge": lambda: desk.take_staff_action(
            by, MergeAccounts(player=pk, whom="dave@example.org", reason="x")
        ),
    }
    done = []
    for name, way in ways.items():
        try:
            with transaction.atomic():
                way()
                done.append(name)
                transaction.set_rollback(True)
        except Refused:
            pass
    return done


def test_staff_does_not_come_to_be_a_superuser_or_another_of_the_staff(
    people: dict[str, Player],
) -> None:
    root, second = superuser(), superuser("second")
    before = Player.objects.filter(pk=second.pk).values().get()
    members = {role: staff(role) for role in Role}
    for by in (*members.values(), root):
        assert tried(by, second) == [], by
        assert tried(by, by) == [], by
    assert Player.objects.filter(pk=second.pk).values().get() == before
    helper = staff(Role.HELPER, "hal")
    for by in members.values():
        assert tried(by, helper) == [], by
    assert tried(root, helper) == ["address", "name", "roles", "no roles", "password"]


def test_no_form_of_the_lists_writes_an_account(people: dict[str, Player]) -> None:
    """Neither pages nor posts that Django's own admin would take."""
    root, carol = superuser(), people["carol"]
    for by in (root, staff(Role.OPERATOR)):
        client = browser(by)
        for target in (carol, root, by):
            for page in ("change/", "password/", "delete/"):
                path = f"/admin/games/player/{target.pk}/{page}"
                posted = {"email": "evil@x.example", "is_superuser": "on", "is_active": ""}
                posted |= {"password1": "evil-evil-evil", "password2": "evil-evil-evil"}
                assert client.post(path, posted).status_code in (302, 403, 404)
    assert not Player.objects.filter(email="evil@x.example").exists()
    assert Player.objects.get(pk=root.pk).check_password("hush-hush-hush")


def test_superusers_say_who_is_on_the_staff_and_give_passwords(people: dict[str, Player]) -> None:
    root, carol = superuser(), people["carol"]
    client = browser(root)
    roles = {"player": str(carol.pk), "roles": "helper", "reason": "She offered.", "confirm": "yes"}
    client.post("/admin/desk/set_roles/", roles)
    carol = Player.objects.get(pk=carol.pk)
    assert carol.is_staff and may_take_action(carol, Action.PAUSE) and not carol.is_superuser
    path = f"/admin/desk/password/{carol.pk}/"
    assert "password" in client.get(path).content.decode()
    given = {"password": "long-and-good-words", "again": "long-and-good-words", "reason": "new"}
    assert client.post(path, {**given, "again": "other"}).status_code == 200
    client.post(path, given)

    carol = Player.objects.get(pk=carol.pk)
    assert carol.check_password("long-and-good-words")
    assert Notification.objects.filter(player=carol, kind="desk").count() == 2
    rows = AuditLogEntry.objects.filter(step="done").order_by("pk")
    assert [row.action for row in rows] == ["set_roles", "set_password"]
    assert "long-and-good-words" not in str([(row.facts, row.changes) for row in rows])
    client.post("/admin/desk/set_roles/", {**roles, "roles": ""})
    carol = Player.objects.get(pk=carol.pk)
    assert not carol.is_staff and not carol.has_usable_password() and not carol.groups.exists()
    for other in (staff(Role.OPERATOR), staff(Role.MODERATOR)):
        assert browser(other).get(path).status_code == 403
        assert browser(other).get("/admin/desk/set_roles/").status_code == 403


# Leagues.


def running_season(people: dict[str, Player], league: League) -> Season:
    """Return the running season of a league that everybody has entered."""
    now = timezone.now()
    season = directing.open_season(league, now=now)
    for player in people.values():
        entries.sign_up(season, player, now=now)
    run_leagues(now)
    return Season.objects.get(pk=season.pk)


QUICK = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0}


def test_what_is_done_to_a_league_is_written_down_with_league_and_table(
    people: dict[str, Player],
) -> None:
    dora, dan = staff(Role.DIRECTOR, "dora"), staff(Role.DIRECTOR, "dan")
    founded = FoundLeague(name="Harbour", slug="harbour", terms=QUICK, reason="a")
    desk.take_staff_action(dora, founded)
    league = League.objects.get()
    season = running_season(people, league)
    pairing = Pairing.objects.filter(round__division__season=season, settled_at=None)[0]
    wanted = DecideTable(pairing=pairing.pk, places=[1, 2], told="Nobody came.", reason="b")

    proposal = desk.take_staff_action(dora, wanted)
    assert isinstance(proposal, Proposal) and proposal.league == league
    pairing.refresh_from_db()
    assert pairing.settled_at is None
    with pytest.raises(NotAllowed):
        desk.decide_proposal(dora, proposal, agrees=True)
    desk.decide_proposal(dan, proposal, agrees=True)

    pairing.refresh_from_db()
    assert pairing.places == [1, 2] and pairing.why == "Nobody came."
    row = AuditLogEntry.objects.get(action="decide_table", step="done")
    assert (row.by, row.approved_by, row.league, row.match) == (dora, dan, league, pairing.match)
    assert re.match(r"Harbour 1, round \d, table \d:", row.changes[0])
    assert "table" in text_of(
        browser(superuser()).get(f"/admin/games/auditlogentry/{row.pk}/change/")
    )
    assert AuditLogEntry.objects.filter(league=league, step="refused").count() == 1


def test_a_director_who_takes_part_decides_nothing_there(people: dict[str, Player]) -> None:
    league = directing.found_league(name="Harbour", slug="harbour", values=QUICK)
    alice = people["alice"]
    directors.appoint_director(league, alice, is_founder=True, now=timezone.now())
    season = running_season(people, league)
    pairing = Pairing.objects.filter(settled_at=None)[0]
    for wanted in (
        DecideTable(pairing=pairing.pk, places=[1, 2], reason="I won."),
        CallOffSeason(season=season.pk, reason="I lose."),
        RemoveEntry(entry=season.entries.get(player=people["bob"]).pk, reason="He wins."),
        PostponeRound(round=pairing.round_id, days=3, reason="I am late."),
    ):
        with pytest.raises(NotAllowed, match="another director"):
            desk.take_staff_action(alice, wanted)


def test_a_director_runs_one_league_and_no_other(people: dict[str, Player]) -> None:
    mine, other = (
        directing.found_league(name=name, slug=name, values=QUICK) for name in ("mine", "other")
    )
    alice = people["alice"]
    directors.appoint_director(mine, alice, now=timezone.now())

    assert isinstance(
        desk.take_staff_action(alice, OpenSeason(league=mine.pk, reason="")), AuditLogEntry
    )
    with pytest.raises(NotAllowed):
        desk.take_staff_action(alice, OpenSeason(league=other.pk, reason=""))
    wanted = VoidMatch(match=UUID(int=0), reason="x")
    with pytest.raises(NotAllowed):
        desk.take_staff_action(alice, wanted)


def test_a_cup_with_one_director_needs_no_second_and_with_a_deputy_it_does(
    people: dict[str, Player],
) -> None:
    alice, bob = people.pop("alice"), people.pop("bob")
    given = {**QUICK, "least_entrants": 2}
    cup = directing.found_league(name="Cup", slug="cup", values=given, is_player_made=True)
    directors.appoint_director(cup, alice, is_founder=True, now=timezone.now())
    season = running_season(people, cup)
    pairing = Pairing.objects.filter(settled_at=None)[0]
    wanted = DecideTable(pairing=pairing.pk, places=[1, 2], told="Ill.", reason="Ill.")

    assert not desk.preview_staff_action(alice, wanted).needs_second
    directors.appoint_director(cup, bob, now=timezone.now())
    assert desk.preview_staff_action(alice, wanted).needs_second
    proposal = desk.take_staff_action(alice, wanted)
    assert isinstance(proposal, Proposal)
    assert Notification.objects.filter(player=bob, kind="league").exists()
    desk.decide_proposal(bob, proposal, agrees=True)

    pairing.refresh_from_db()
    assert pairing.places == [1, 2] and season.league == cup
