"""What staff does: rehearsed, perhaps agreed to, done, written down, told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar
from uuid import uuid4

import msgspec
import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.emails.moderation import render_moderation_email
from games.engine import match_file, verification
from games.models import (
    AddressBan,
    AuditLogEntry,
    Entry,
    Match,
    Move,
    PairingSeat,
    Player,
    PlayerEvent,
    Prompt,
    Proposal,
    Round,
    Sanction,
    SeatHistory,
    Status,
)
from games.presentation import history_text
from games.services import account_deletion, exports, matches, replays, sanctions
from games.services.accounts import get_or_create_player
from games.services.action_context import CannotBeDone
from games.services.conflicts_of_interest import NotAllowed
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.moderation import desk, reports
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import (
    AdjudicateMatch,
    AnswerForSeat,
    BanPlayer,
    BaseAction,
    EditRound,
    ExtendDeadline,
    LiftSanctions,
    MergeAccounts,
    PauseMatch,
    RejectEmail,
    ReleaseEmail,
    ReplacePlayer,
    ResendEmail,
    ResumeMatch,
    RewindMatch,
    SettleReport,
    SuspendPlayer,
    SwapPlayers,
    ViewAsSeat,
    VoidMatch,
    WarnPlayer,
)
from games.services.play.decisions import submit_decision
from games.services.substitutes import take_seat
from games.tasks import delete_expired_data
from games.titles import GAMES
from notifications.gateway import read_reply
from notifications.incoming.intake import Reply
from notifications.models import Notification, SenderAddress
from notifications.preferences import channel_preferences
from notifications.retention import periods
from tests.emails import email_of

from ..conftest import NOON

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=5)
A = TypeVar("A", bound=BaseAction)


def staff(role: Role, name: str) -> Player:
    person = Player.objects.create_user(f"{name}@example.org", "hush-hush-hush", is_staff=True)
    person.groups.add(Group.objects.get_or_create(name=role)[0])
    return person


@pytest.fixture
def mo(db: None) -> Player:
    return staff(Role.MODERATOR, "mo")


@pytest.fixture
def max_(db: None) -> Player:
    return staff(Role.MODERATOR, "max")


@pytest.fixture
def table(deal: Callable[..., Match]) -> Match:
    """Pebbles for two: alice and bob, with some moves made."""
    match = deal("pebbles", seats=2)
    for ply in range(4):
        prompt = match.prompts.get(closed_at=None)
        submit_decision(prompt.token, None, source="page", key=f"k{ply}", now=NOON)
    match.refresh_from_db()
    return match


def build(struct: type[A], match: Match | None = None, **more: Any) -> A:
    """Return an action with a reason, about a match if it is about one."""
    more = {"reason": "they asked", "told": "As you asked."} | more
    about: dict[str, Any] = {"match": match.pk} if match else {}
    return struct(**about, **more)


def kinds(player: Player) -> list[str]:
    return list(Notification.objects.filter(player=player).values_list("kind", flat=True))


def test_a_rehearsal_tells_what_would_change_and_changes_nothing(table: Match, mo: Player) -> None:
    before = table.prompts.get(closed_at=None)
    wanted = build(ExtendDeadline, table, seat=before.seat, hours=24)

    said = desk.preview_staff_action(mo, wanted, now=LATER)

    assert "becomes" in said.changes[0] and not said.needs_second
    assert Prompt.objects.get(pk=before.pk).deadline_at == before.deadline_at
    assert AuditLogEntry.objects.get().step == "rehearsed" and not table.timeline.exists()
    deed = desk.take_staff_action(mo, wanted, now=LATER)
    assert isinstance(deed, AuditLogEntry) and deed.changes == said.changes
    assert before.deadline_at
    assert Prompt.objects.get(pk=before.pk).deadline_at == before.deadline_at + timedelta(hours=24)


def test_a_deed_is_never_rewritten(table: Match, mo: Player) -> None:
    deed = desk.take_staff_action(mo, build(PauseMatch, table), now=LATER)
    for change in (
        lambda: AuditLogEntry.objects.filter(pk=deed.pk).update(reason="another"),
        lambda: AuditLogEntry.objects.filter(pk=deed.pk).delete(),
    ):
        with pytest.raises(DatabaseError, match="written once"), transaction.atomic():
            change()


def test_nothing_is_done_without_the_role_a_reason_or_distance(
    table: Match, people: dict[str, Player], mo: Player
) -> None:
    helper = staff(Role.HELPER, "hal")
    alice = people["alice"]
    alice.is_staff = True
    alice.save()
    alice.groups.add(Group.objects.get_or_create(name=Role.OPERATOR)[0])
    prompt = table.prompts.get(closed_at=None)
    stranger = Reply(uuid4(), prompt.token, "mallory@example.org", ["2"], "<x@y.example>", NOON)
    assert read_reply(stranger) == "stranger"
    held = Notification.objects.get(kind="held")
    for who, what in (
        (helper, build(AnswerForSeat, table, seat=0)),
        (people["bob"], build(PauseMatch, table)),
        (alice, build(PauseMatch, table)),
        (alice, build(ViewAsSeat, table, seat=1)),
        (mo, build(WarnPlayer, player=mo.pk)),
        (mo, build(ReplacePlayer, table, seat=0, whom=" MO@example.org")),
        (mo, build(MergeAccounts, player=people["bob"].pk, whom="mo@example.org")),
        (alice, build(ReleaseEmail, email=held.pk)),
        (alice, build(RejectEmail, email=held.pk)),
    ):
        with pytest.raises(NotAllowed):
            desk.take_staff_action(who, what, now=LATER)
    for bad in (
        build(PauseMatch, table, reason="  "),
        build(ExtendDeadline, table, seat=9, hours=3),
        build(ExtendDeadline, table, seat=table.prompts.get(closed_at=None).seat, hours=-3),
        build(ResumeMatch, table),
        build(AnswerForSeat, table, seat=table.prompts.get(closed_at=None).seat, answer="xyzzy"),
        build(ReplacePlayer, table, seat=0, whom="nobody@example.org"),
        build(ReplacePlayer, table, seat=0, whom="bob@example.org"),
        build(SwapPlayers, table, seat=0, other=0),
        build(RewindMatch, table, ply=99),
        build(WarnPlayer, player=people["bob"].pk, told=""),
        build(LiftSanctions, player=people["bob"].pk),
        build(MergeAccounts, player=people["bob"].pk, whom="bob@example.org"),
        build(ResendEmail, email=uuid4()),
        build(ReleaseEmail, email=mo.pk),
        build(SettleReport, report=uuid4()),
    ):
        with pytest.raises(CannotBeDone):
            desk.take_staff_action(mo, bad, now=LATER)
    # It used to be read as an empty e-mail then.
    Notification.objects.filter(pk=held.pk).update(state=Notification.State.SENT)
    periods.forget_old_emails(
        timezone.now() + timedelta(days=settings.MAIL_BODY_RETENTION_DAYS + 1)
    )
    with pytest.raises(CannotBeDone, match="ask the player to answer again"):
        desk.take_staff_action(mo, build(ReleaseEmail, email=held.pk), now=LATER)
    assert not AuditLogEntry.objects.filter(step="done").exists()
    assert desk.take_staff_action(mo, build(RejectEmail, email=held.pk), now=LATER)


def test_a_pause_stands_until_staff_lets_the_match_go_on(
    table: Match, people: dict[str, Player], mo: Player
) -> None:
    desk.take_staff_action(mo, build(PauseMatch, table), now=LATER)
    assert Match.objects.get(pk=table.pk).pause_reason == Match.Why.STAFF
    desk.take_staff_action(mo, build(ResumeMatch, table), now=LATER + timedelta(days=1))
    assert Match.objects.get(pk=table.pk).paused_at is None
    assert {"paused", "resumed", "desk"} <= set(kinds(people["alice"]))


def test_an_answer_by_staff_is_a_move_whose_source_says_so(table: Match, mo: Player) -> None:
    prompt = table.prompts.get(closed_at=None)
    desk.take_staff_action(mo, build(AnswerForSeat, table, seat=prompt.seat), now=LATER)
    move = Move.objects.get(prompt=prompt)
    assert (move.source, move.seat) == ("staff", prompt.seat)
    table.refresh_from_db()
    assert replays.verify_replay(table) == table.ply
    told = [
        sentence
        for one in history_text.fetch_history(table, None, "en")
        for sentence in one.sentences
    ]
    assert any(sentence.startswith("A moderator has answered for") for sentence in told)


def test_a_seat_goes_to_a_player_or_to_a_house_bot(
    table: Match, people: dict[str, Player], mo: Player
) -> None:
    seat = table.prompts.get(closed_at=None).seat
    token = table.prompts.get(closed_at=None).token
    desk.take_staff_action(
        mo, build(ReplacePlayer, table, seat=seat, whom="carol@example.org"), now=LATER
    )
    assert table.seats.get(number=seat).player == people["carol"]
    assert not Prompt.objects.filter(token=token).exists()
    assert "seat_taken" in kinds(people["carol"])
    desk.take_staff_action(mo, build(ReplacePlayer, table, seat=seat), now=LATER)
    assert table.seats.get(number=seat).player.is_bot
    assert "desk" in kinds(people["carol"])


def test_two_players_change_places(table: Match, people: dict[str, Player], mo: Player) -> None:
    asked = table.prompts.get(closed_at=None)
    desk.take_staff_action(mo, build(SwapPlayers, table, seat=0, other=1), now=LATER)
    sitting = table.seats.order_by("number").values_list("player", flat=True)
    assert list(sitting) == [people["bob"].pk, people["alice"].pk]
    assert table.prompts.get(closed_at=None).token != asked.token
    assert SeatHistory.objects.filter(seat__match=table).count() == 2


def test_a_match_goes_back_and_its_history_only_grows(
    table: Match, people: dict[str, Player], mo: Player
) -> None:
    old = table.prompts.get(closed_at=None).token
    said = desk.preview_staff_action(mo, build(RewindMatch, table, ply=1), now=LATER)
    assert (
        said.changes[0] == f"Moves that do not count any more: {table.ply - 1}. The history "
        "keeps them."
    )
    desk.take_staff_action(mo, build(RewindMatch, table, ply=1), now=LATER)
    table.refresh_from_db()
    assert table.moves.filter(undone=table.ply).count() == table.ply - 2
    assert replays.verify_replay(table) == table.ply
    assert table.prompts.get(closed_at=None).token != old
    told = [
        sentence
        for one in history_text.fetch_history(table, None, "en")
        for sentence in one.sentences
    ]
    assert "A moderator takes the match back; what came after it does not count." in told


def test_a_frozen_match_is_played_again(table: Match, mo: Player) -> None:
    Match.objects.filter(pk=table.pk).update(status=Status.FROZEN)
    desk.take_staff_action(mo, build(ResumeMatch, table), now=LATER)
    prompt = table.prompts.get(closed_at=None)
    submit_decision(prompt.token, None, source="page", key="on", now=LATER)


def test_a_second_pair_of_eyes_agrees_or_not(table: Match, mo: Player, max_: Player) -> None:
    wanted = build(AdjudicateMatch, table, places=[2, 1])
    waiting = desk.take_staff_action(mo, wanted, now=LATER)
    assert isinstance(waiting, Proposal)
    assert Match.objects.get(pk=table.pk).status == Status.RUNNING
    with pytest.raises(NotAllowed):
        desk.decide_proposal(mo, waiting, agrees=True, now=LATER)
    with pytest.raises(NotAllowed):
        desk.decide_proposal(staff(Role.HELPER, "hal"), waiting, agrees=True, now=LATER)
    deed = desk.decide_proposal(max_, waiting, agrees=True, now=LATER)
    assert deed and (deed.by, deed.approved_by) == (mo, max_)
    # Programs are told, those of spectators as well.
    assert PlayerEvent.objects.filter(kind="match_finished", player=table.pk).count() == 1
    with pytest.raises(CannotBeDone):
        desk.decide_proposal(max_, waiting, agrees=True, now=LATER)
    assert desk.take_staff_action(mo, build(VoidMatch, table), now=LATER)
    refused = Proposal.objects.get(action="void")
    assert desk.decide_proposal(max_, refused, agrees=False, now=LATER) is None
    assert Match.objects.get(pk=table.pk).ruling == "adjudicated"


def test_a_refused_proposal_is_recorded_and_told_to_who_proposed_it(
    people: dict[str, Player], mo: Player, max_: Player
) -> None:
    wanted = BanPlayer(player=people["bob"].pk, told="You shouted.", reason="He shouts.")
    waiting = desk.take_staff_action(mo, wanted, now=LATER)
    assert isinstance(waiting, Proposal)

    desk.decide_proposal(max_, waiting, agrees=False, now=LATER)

    entry = AuditLogEntry.objects.get(step="declined")
    assert (entry.by, entry.player, entry.action) == (max_, people["bob"], "ban")
    assert entry.changes == [f"{mo} proposed it."] and entry.reason == "He shouts."
    told = Notification.objects.get(kind="desk")
    email = render_moderation_email(told)
    assert told.player == mo and email is not None
    assert "A second person has refused what you proposed: Ban." in email.text
    assert "Your reason: He shouts." in email.text and "/admin/games/proposal/" in email.text
    client = Client()
    client.force_login(max_)
    file = client.get(f"/admin/games/player/{people['bob'].pk}/change/").content.decode()
    assert "He shouts. · Refused by a second person" in file


def test_who_takes_back_a_proposal_is_told_nothing(people: dict[str, Player], mo: Player) -> None:
    wanted = BanPlayer(player=people["bob"].pk, told="You shouted.", reason="He shouts.")
    waiting = desk.take_staff_action(mo, wanted, now=LATER)
    assert isinstance(waiting, Proposal)

    desk.decide_proposal(mo, waiting, agrees=False, now=LATER)

    assert AuditLogEntry.objects.get(step="declined").by == mo
    assert not Notification.objects.filter(kind="desk").exists()


def test_alone_on_the_staff_an_operator_agrees_by_command_and_says_why(
    table: Match, mo: Player, max_: Player
) -> None:
    waiting = desk.take_staff_action(mo, build(VoidMatch, table), now=LATER)
    assert isinstance(waiting, Proposal) and desk.approval_command(waiting) == ""
    for reason, refused in (("They are ill.", "ask them"), (" ", "Give a reason")):
        with pytest.raises(CommandError, match=refused):
            call_command("approve", waiting.pk, reason=reason)
    max_.is_active = False
    max_.save()
    client = Client()
    client.force_login(mo)
    path = f"/admin/desk/proposals/{waiting.pk}/"
    assert f"manage.py approve {waiting.pk}" in client.get(path).content.decode()
    assert Match.objects.get(pk=table.pk).status == Status.RUNNING

    call_command("approve", waiting.pk, reason="Max is on holiday.")

    deed = AuditLogEntry.objects.get(step="done")
    assert (deed.by, deed.approved_by) == (mo, None)
    assert "Max is on holiday." in deed.changes[-1]
    assert Match.objects.get(pk=table.pk).ruling == "void"
    with pytest.raises(CommandError, match="decided already"):
        call_command("approve", waiting.pk, reason="Again.")


@pytest.mark.parametrize("struct, places", [(AdjudicateMatch, [2, 1]), (VoidMatch, [])])
def test_what_staff_ends_is_over_and_its_file_says_who_decided(
    struct: type[AdjudicateMatch] | type[VoidMatch],
    places: list[int | None],
    table: Match,
    people: dict[str, Player],
    mo: Player,
    max_: Player,
) -> None:
    facts = {"places": places} if places else {}
    waiting = desk.take_staff_action(mo, build(struct, table, **facts), now=LATER)
    assert isinstance(waiting, Proposal)
    desk.decide_proposal(max_, waiting, agrees=True, now=LATER)

    table.refresh_from_db()
    assert table.status == Status.FINISHED and not table.prompts.filter(closed_at=None).exists()
    assert list(table.seats.values_list("place", flat=True)) == (places or [None, None])
    lines = "\n".join(exports.export_match(table, whole=True)) + "\n"
    file = match_file.parse_match_file(lines.encode())
    assert verification.verify_match_file(file, GAMES).moves == table.ply
    assert file.header.ruling == table.ruling != ""
    client = Client()
    client.force_login(people["alice"])
    for page in ("", "scores/", "history/"):
        assert client.get(f"/matches/{table.number}/{page}").status_code in (200, 404)
    assert "desk" in kinds(people["bob"])


def test_a_match_that_ends_before_its_deal_can_be_looked_at_but_not_proved(
    people: dict[str, Player], mo: Player, max_: Player
) -> None:
    match = matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2), word="kelp")
    waiting = desk.take_staff_action(mo, build(VoidMatch, match), now=LATER)
    if isinstance(waiting, Proposal):
        desk.decide_proposal(max_, waiting, agrees=True, now=LATER)

    client, number = Client(), match.number
    client.force_login(people["alice"])
    for page, words in (
        (f"/matches/{number}/", "was cancelled before it began"),
        (f"/matches/{number}/history/", "No moves."),
        (f"/matches/{number}/scores/", "without scores"),
        (f"/matches/{number}/notes/", "notes"),
        (f"/api/v1/matches/{number}/view/", '"question":null'),
        (f"/api/v1/matches/{number}/history/", '"results":[]'),
    ):
        answer = client.get(page)
        assert answer.status_code == 200 and words in answer.content.decode(), page
    assert "/file/" not in client.get(f"/matches/{number}/").content.decode()
    for page in ("file/", "orders/"):
        assert client.get(f"/matches/{number}/{page}").status_code == 404
    match.refresh_from_db()
    with pytest.raises(exports.NotYet, match="before its deal"):
        exports.export_match(match, whole=True)


def test_a_suspended_player_joins_nothing_until_it_ends(
    people: dict[str, Player], mo: Player, max_: Player
) -> None:
    bob, carol = people["bob"], people["carol"]
    match = matches.open_match(carol, matches.MatchTerms("pebbles", seats=2), now=LATER)
    desk.take_staff_action(mo, build(SuspendPlayer, player=bob.pk), now=LATER)
    for door in (
        lambda now: matches.join_match(match, bob, now=now),
        lambda now: matches.open_match(bob, matches.MatchTerms("pebbles", seats=2), now=now),
    ):
        with pytest.raises(sanctions.PlayerSuspended):
            door(LATER + timedelta(days=2))
    matches.join_match(match, bob, now=LATER + timedelta(days=4))
    # The second time is longer: with the first more than one may do alone.
    then = LATER + timedelta(days=5)
    waiting = desk.take_staff_action(mo, build(SuspendPlayer, player=bob.pk), now=then)
    assert isinstance(waiting, Proposal)
    desk.decide_proposal(max_, waiting, agrees=True, now=then)
    first, second = Sanction.objects.order_by("imposed_at")
    assert first.lasts_until and second.lasts_until
    assert (
        second.lasts_until - second.imposed_at
        == timedelta(days=14)
        > first.lasts_until - first.imposed_at
    )


def test_a_sanction_follows_who_deletes_the_account_and_begins_anew(
    people: dict[str, Player], mo: Player, settings: Any
) -> None:
    bob = people["bob"]
    desk.take_staff_action(mo, build(SuspendPlayer, player=bob.pk, hours=48), now=LATER)
    account_deletion.delete_account(bob, address=bob.email, now=LATER)
    assert not Sanction.objects.exists()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new" * 20, [settings.SECRET_KEY]

    again = get_or_create_player("Bob+new@example.org", now=LATER)

    assert again and again.pk != bob.pk
    with pytest.raises(sanctions.PlayerSuspended):
        matches.open_match(again, matches.MatchTerms("pebbles", seats=2), now=LATER)
    kept = AddressBan.objects.values_list("digest", flat=True)
    assert not any("bob" in digest for digest in kept)
    assert not sanctions.active_sanctions(
        get_or_create_player("carol@example.org") or mo, LATER
    ).exists()
    # Taken back, or over, it is forgotten.
    desk.take_staff_action(mo, build(LiftSanctions, player=again.pk), now=LATER)
    assert not AddressBan.objects.exists()
    desk.take_staff_action(mo, build(SuspendPlayer, player=again.pk, hours=1), now=LATER)
    assert sanctions.forget_old_sanctions(LATER) == 0
    assert sanctions.forget_old_sanctions(LATER + timedelta(hours=1)) == 1


def test_a_sanction_follows_every_address_an_account_had(
    people: dict[str, Player], mo: Player
) -> None:
    bob = people["bob"]
    moved(bob, "before@example.org")
    Sanction.objects.create(player=bob, kind="suspension", reason="He shouts.", imposed_at=LATER)
    sanctions.record_address_bans(bob, now=LATER)
    moved(bob, "hour@example.org")
    delete_expired_data()
    Notification.objects.filter(kind="address_changed").delete()
    moved(bob, "Between@example.org")
    moved(bob, "last@example.org")
    SenderAddress.objects.create(player=bob, address="work@example.org", added_at=LATER)
    account_deletion.delete_account(bob, address=bob.email, now=LATER)

    names = ("bob", "before", "hour", "between", "last", "work")
    again = [get_or_create_player(f"{name}@example.org", now=LATER) for name in names]

    found = {one.email for one in again if one and sanctions.active_sanctions(one, LATER).exists()}
    assert found == {f"{name}@example.org" for name in names}
    assert again[0]
    desk.take_staff_action(mo, build(LiftSanctions, player=again[0].pk), now=LATER)
    assert not AddressBan.objects.exists()
    assert not any(one and sanctions.active_sanctions(one, LATER).exists() for one in again)


def moved(player: Player, address: str) -> None:
    """Let a player come to another address as the link in the e-mail to it does."""
    channel_preferences.request_address_change(
        player, address, now=timezone.now() - timedelta(hours=2)
    )
    asked = Notification.objects.filter(kind="new_address", address=address).get()
    channel_preferences.use_address_link(asked.data["link_path"].split("/")[-2], now=timezone.now())
    player.refresh_from_db()


def test_what_follows_to_another_address_of_a_mailbox_ends_with_the_first(
    people: dict[str, Player], mo: Player
) -> None:
    carol = people["carol"]
    desk.take_staff_action(mo, build(SuspendPlayer, player=carol.pk), now=LATER)
    spare = get_or_create_player("carol+spare@example.org", now=LATER)
    assert spare and sanctions.active_sanctions(spare, LATER).exists()
    assert AddressBan.objects.get().sanction == carol.sanctions.get()

    desk.take_staff_action(mo, build(LiftSanctions, player=carol.pk), now=LATER)

    assert not AddressBan.objects.exists() and not sanctions.active_sanctions(spare, LATER).exists()
    again = get_or_create_player("carol+again@example.org", now=LATER)
    assert again and not sanctions.active_sanctions(again, LATER).exists()


def test_a_banned_player_stays_outside_and_others_play_on(
    table: Match, people: dict[str, Player], mo: Player, max_: Player
) -> None:
    bob = people["bob"]
    client = Client()
    client.force_login(bob)
    Match.objects.filter(pk=table.pk).update(on_silence=Match.OnSilence.SUBSTITUTE)
    waiting = desk.take_staff_action(mo, build(BanPlayer, player=bob.pk), now=LATER)
    assert isinstance(waiting, Proposal)
    desk.decide_proposal(max_, waiting, agrees=True, now=LATER)

    assert client.get("/settings/").status_code == 302
    assert table.seats.get(number=1).player.is_bot
    assert take_seat(table, people["carol"], now=LATER) == 1
    assert sanctions.end_bans(LATER + timedelta(days=6)) == 0
    assert sanctions.end_bans(LATER + timedelta(days=8)) == 1
    assert Player.objects.get(pk=bob.pk).is_active
    with pytest.raises(CannotBeDone):
        desk.take_staff_action(
            mo, build(LiftSanctions, player=bob.pk), now=LATER + timedelta(days=8)
        )


def test_two_accounts_become_one(
    table: Match, people: dict[str, Player], mo: Player, max_: Player
) -> None:
    bob = people["bob"]
    other = matches.open_match(people["carol"], matches.MatchTerms("pebbles", seats=2), now=LATER)
    wanted = build(MergeAccounts, player=bob.pk, whom="Carol@example.org")
    waiting = desk.take_staff_action(mo, wanted, now=LATER)
    assert isinstance(waiting, Proposal)
    with CaptureQueriesContext(connection) as asked:
        desk.decide_proposal(max_, waiting, agrees=True, now=LATER)
    # A ban that comes along used to lock the matches of carol after those of bob.
    locks = [one["sql"] for one in asked if 'FROM "games_match"' in one["sql"]]
    first = next(sql for sql in locks if "FOR NO KEY UPDATE" in sql)
    assert all(pk in first for pk in (table.pk.hex, other.pk.hex, 'ORDER BY "games_match"."id"'))
    assert table.seats.get(number=1).player == people["carol"]
    assert not Player.objects.get(pk=bob.pk).is_active


def test_places_in_leagues_go_to_the_account_that_stays(
    table: Match, people: dict[str, Player], mo: Player, max_: Player
) -> None:
    """The entries of a merged account used to stay with it, and lost by default."""
    bob, carol = people["bob"], people["carol"]
    few = {"game": "pebbles", "sign_up_days": 7, "check_in_days": 0, "least_entrants": 2}
    alone, both, teamed = (
        directing.open_season(
            directing.found_league(name=name, slug=name.lower(), values=few | given), now=LATER
        )
        for name, given in (("Alone", {}), ("Both", {}), ("Teams", {"team_size": 2}))
    )
    for season, player in ((alone, bob), (both, bob), (both, carol)):
        entries.sign_up(season, player, now=LATER)
    entries.sign_up(teamed, bob, team_name="Foxes", now=LATER)

    waiting = desk.take_staff_action(
        mo, build(MergeAccounts, player=bob.pk, whom=carol.email), now=LATER
    )
    assert isinstance(waiting, Proposal)
    desk.decide_proposal(max_, waiting, agrees=True, now=LATER)

    assert list(alone.entries.values_list("player", "state")) == [(carol.pk, "signed")]
    assert dict(both.entries.values_list("player", "state")) == {
        bob.pk: "left",
        carol.pk: "signed",
    }
    assert teamed.entries.get().player == teamed.team_members.get().player == carol


def test_a_ban_goes_to_the_account_that_stays_and_its_end_opens_no_closed_one(
    table: Match, people: dict[str, Player], mo: Player, max_: Player
) -> None:
    bob, carol = people["bob"], people["carol"]
    for wanted in (
        build(BanPlayer, player=bob.pk, hours=24),
        build(MergeAccounts, player=bob.pk, whom=carol.email),
    ):
        waiting = desk.take_staff_action(mo, wanted, now=LATER)
        assert isinstance(waiting, Proposal)
        desk.decide_proposal(max_, waiting, agrees=True, now=LATER)
    with pytest.raises(CannotBeDone, match="is closed"):
        desk.take_staff_action(mo, build(BanPlayer, player=bob.pk), now=LATER)
    assert get_or_create_player(carol.email, now=LATER) is None

    assert sanctions.end_bans(LATER + timedelta(hours=24)) == 1

    assert Player.objects.get(pk=carol.pk).is_active and carol.sanctions.exists()
    assert not Player.objects.get(pk=bob.pk).is_active


def test_an_email_leaves_again(table: Match, mo: Player) -> None:
    notification = Notification.objects.filter(kind="your_turn").earliest("created_at")
    Notification.objects.filter(pk=notification.pk).update(state="failed", why="gave up")
    desk.take_staff_action(mo, build(ResendEmail, email=notification.pk), now=LATER)
    assert Notification.objects.get(pk=notification.pk).state == "queued"


def test_a_report_is_settled_and_a_sanction_looked_at_again(
    table: Match, people: dict[str, Player], mo: Player
) -> None:
    alice, bob = people["alice"], people["bob"]
    filed = reports.report_player(alice, bob, "He shouts.", match=table, now=LATER)
    for again in (
        lambda: reports.report_player(alice, bob, "He shouts."),
        lambda: reports.report_player(alice, alice, "Me."),
        lambda: reports.report_player(bob, alice, " "),
    ):
        with pytest.raises(reports.CannotReport):
            again()
    desk.take_staff_action(mo, build(SettleReport, report=filed.pk, upheld=True), now=LATER)
    assert "desk" in kinds(alice) and "desk" not in kinds(bob)
    desk.take_staff_action(mo, build(WarnPlayer, player=bob.pk), now=LATER)
    sanction = Sanction.objects.get()
    assert reports.read_appeal_link(reports.appeal_link(sanction)) == sanction
    reports.appeal_sanction(sanction, "It was carol.", now=LATER)
    with pytest.raises(reports.CannotReport):
        reports.appeal_sanction(sanction, "Again.", now=LATER)


def test_a_director_changes_who_meets_whom_before_a_round_begins(
    people: dict[str, Player], mo: Player
) -> None:
    dora = staff(Role.DIRECTOR, "dora")
    terms = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0}
    league = directing.found_league(name="Harbour league", slug="harbour", values=terms)
    season = directing.open_season(league, now=NOON)
    for player in people.values():
        entries.sign_up(season, player, now=NOON)
    run_leagues(NOON)
    run_leagues(NOON + timedelta(days=1))
    first, second = Round.objects.order_by("number")[:2]
    chairs = PairingSeat.objects.filter(pairing__round=second, number=0).order_by("pairing__number")
    one, two = (chair.entry for chair in chairs)
    wanted = build(EditRound, round=second.pk, table=1, seat=0, other_table=2, other=0)

    said = desk.preview_staff_action(dora, wanted, now=LATER)

    assert said.changes == [
        f"Harbour league 1, round 2, table 1, seat 0: now {two.player.display_name}.",
        f"Harbour league 1, round 2, table 2, seat 0: now {one.player.display_name}.",
    ]
    assert [chair.entry for chair in chairs.all()] == [one, two]
    deed = desk.take_staff_action(dora, wanted, now=LATER)
    assert isinstance(deed, AuditLogEntry) and [chair.entry for chair in chairs.all()] == [two, one]
    assert all("desk" in kinds(player) for player in people.values())
    email = email_of(Notification.objects.select_related("player").filter(kind="desk")[0])
    assert email and "changed the pairings" in email.text
    assert "/leagues/harbour/1/" in email.text
    for bad in (
        msgspec.structs.replace(wanted, round=first.pk),
        msgspec.structs.replace(wanted, round=uuid4()),
        msgspec.structs.replace(wanted, table=9),
        msgspec.structs.replace(wanted, other_table=1),
    ):
        with pytest.raises(CannotBeDone):
            desk.take_staff_action(dora, bad, now=LATER)
    with pytest.raises(NotAllowed):
        desk.take_staff_action(mo, wanted, now=LATER)
    Entry.objects.filter(pk=one.pk).update(player=dora)
    with pytest.raises(NotAllowed, match="take part"):
        desk.take_staff_action(dora, wanted, now=LATER)


def test_emails_from_staff_are_neutral_and_in_three_languages(
    table: Match, people: dict[str, Player], mo: Player
) -> None:
    bob = people["bob"]
    texts = {}
    desk.take_staff_action(mo, build(SuspendPlayer, player=bob.pk, reason="SECRET-WHY"), now=LATER)
    for language in ("en", "fr", "de"):
        Player.objects.filter(pk=bob.pk).update(language=language)
        notification = Notification.objects.select_related("player").get(kind="desk")
        email = email_of(notification)
        assert email and "/appeals/" in email.text and "As you asked." in email.text
        texts[language] = email.text + email.html
    assert len(set(texts.values())) == 3
    assert not any("SECRET-WHY" in text or "mo@" in text for text in texts.values())
