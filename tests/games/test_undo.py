"""Moves taken back: at once within the own turn, by consent beyond, and never out of history."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

import pytest

from games.engine.contract import Decision
from games.engine.random_match import any_answer
from games.models import Ballot, Match, Move, Prompt, Seat, Undo, Vote
from games.queries import matches, move_log, states
from games.services import exports, orders, replays
from games.services.play import decision_rows, undo, votes
from games.services.play.decision_rows import fetch_sitters
from games.services.play.decisions import StalePrompt, submit_decision
from games.services.play.playing import save_snapshot
from games.services.play.undo import CannotUndo
from games.titles import GAMES
from notifications.models import Notification

from ..conftest import NAMES, NOON
from ..emails import email_of
from .test_orders import answer, order

HOUR = timedelta(hours=1)
SELL = Decision("use_slaver", {"ally": "crab1"})

# Alice may sell an Ally by the Slaver, which shows nobody anything new.
SLAVER = {
    "seats": {
        "A": {"lords": ["slaver"], "hand": ["crab 1", "squid 2"], "pearls": 0},
        "B": {"pearls": 1},
    },
    "council": {"crab": ["crab 5"], "squid": ["squid 4"]},
}


@pytest.fixture
def slaver(deal: Any) -> Match:
    match: Match = deal("abyss", seats=2)
    game = GAMES["abyss"]
    state = game.read_position(SLAVER)
    match.state = states.serialize_state(state)
    match.save(update_fields=["state"])
    match.snapshots.all().delete()
    save_snapshot(match)
    match.prompts.all().delete()
    sitting = fetch_sitters(match)
    opened = decision_rows.diff_prompts(
        match, sitting, [], game.list_prompts(state), now=NOON
    ).opened
    Prompt.objects.bulk_create(opened)
    return match


def take_back(match: Match, people: Any, seat: int, **more: Any) -> Vote:
    vote = undo.request_undo(people[NAMES[seat]], match, now=NOON, **more)
    match.refresh_from_db()
    return vote


def say(vote: Vote, seat: int, says: bool) -> Vote:
    return votes.answer_ballot(vote.ballots.get(seat=seat), says, now=NOON)


def counting(match: Match) -> list[tuple[int, str]]:
    rows = match.moves.filter(undone=None).exclude(source="undo").order_by("ply")
    return [(move.seat, move.decision["verb"]) for move in rows]


# Banks of time ------------------------------------------------------------------------------------


@pytest.fixture
def banked(slaver: Match) -> Match:
    """The same with 240 hours for each seat, of which eight for each question are free."""
    bank = {"start": 240, "increment": 12, "most": 240, "grace": 8}
    Match.objects.filter(pk=slaver.pk).update(bank=bank)
    slaver.seats.update(bank=240 * 3600)
    slaver.prompts.update(deadline_at=NOON + 248 * HOUR)
    slaver.refresh_from_db()
    return slaver


def bank(match: Match) -> float:
    seat: Seat = match.seats.get(number=0)
    assert seat.bank is not None
    return seat.bank / 3600


def test_a_bank_is_as_it_was_and_a_free_undo_gains_no_time(banked: Match, people: Any) -> None:
    first = banked.prompts.get(closed_at=None)
    submit_decision(first.token, SELL, source="page", key="1", now=NOON + 28 * HOUR)
    assert bank(banked) == 240 - 20
    vote = undo.request_undo(people["alice"], banked, now=NOON + 30 * HOUR)
    assert vote.outcome == "passed" and bank(banked) == 240
    again = banked.prompts.get(closed_at=None)
    assert again.deadline_at == first.deadline_at

    submit_decision(again.token, SELL, source="page", key="2", now=NOON + 40 * HOUR)
    assert bank(banked) == 240 - 32


def test_what_others_agree_to_gives_the_bank_back(deal: Any, people: Any) -> None:
    match = deal("pebbles", seats=2)
    Match.objects.update(bank={"start": 240, "increment": 12, "most": 240, "grace": 8})
    match.seats.update(bank=100 * 3600)
    row = match.prompts.get()
    submit_decision(
        row.token, Decision("take", {"number": 1}), source="page", key="1", now=NOON + 28 * HOUR
    )
    assert match.seats.get(number=row.seat).bank == (100 - 20 + 12) * 3600
    vote = undo.request_undo(people[NAMES[row.seat]], match, now=NOON + 28 * HOUR)
    votes.answer_ballot(vote.ballots.get(), True, now=NOON + 29 * HOUR)
    assert match.seats.get(number=row.seat).bank == 100 * 3600
    assert match.prompts.get(closed_at=None).deadline_at == NOON + (29 + 8 + 100) * HOUR


# Within the own turn ------------------------------------------------------------------------------


def test_a_move_of_the_own_turn_goes_back_at_once(slaver: Match, people: Any) -> None:
    before = states.load_state(slaver)
    old = slaver.prompts.get(closed_at=None)
    answer(slaver, 0, "use_slaver", ally="crab1")

    vote = take_back(slaver, people, 0)

    assert vote.outcome == "passed" and not vote.ballots.exists()
    assert states.load_state(slaver) == before
    asked = slaver.prompts.get(closed_at=None)
    assert asked.seat == 0 and asked.token != old.token
    assert asked.deadline_at == old.deadline_at


def test_undone_moves_stay_in_the_history_marked(slaver: Match, people: Any) -> None:
    answer(slaver, 0, "use_slaver", ally="crab1")
    take_back(slaver, people, 0)
    answer(slaver, 0, "use_slaver", ally="squid2")
    match = matches.match_by_number(slaver.number)
    for viewer in (0, 1, None):
        told = move_log.move_history(match, viewer, "en")
        assert [(move.source == "undo", move.undone) for move in told] == [
            (False, True),
            (True, False),
            (False, False),
        ]
        who = "You have taken" if viewer == 0 else "Alice takes"
        assert told[1].sentences == (f"{who} a move back; what came after it does not count.",)
    assert "nimmt" in move_log.move_history(match, 1, "de")[1].sentences[0]


def test_an_email_to_a_question_taken_back_is_stale(slaver: Match, people: Any) -> None:
    answer(slaver, 0, "use_slaver", ally="crab1")
    late = slaver.prompts.get(closed_at=None)
    first = slaver.prompts.exclude(pk=late.pk).get()
    take_back(slaver, people, 0)
    for row in (late, first):
        with pytest.raises(StalePrompt):
            submit_decision(row.token, None, source="email", key=f"late {row.pk}", now=NOON)
    late.refresh_from_db()
    first.refresh_from_db()
    assert matches.describe_closed_prompt(late, "en").startswith("A move was taken back")
    assert (
        matches.describe_closed_prompt(first, "en")
        == "Your answer “use Slaver: crab 1” was taken back."
    )


def test_pressed_twice_one_move_is_taken_back(slaver: Match, people: Any) -> None:
    answer(slaver, 0, "use_slaver", ally="crab1")
    shown = undo.available_undo(slaver, 0)
    assert shown == undo.Offer(1, True, True)
    take_back(slaver, people, 0, ply=1)
    with pytest.raises(CannotUndo):
        take_back(slaver, people, 0, ply=1)
    with pytest.raises(CannotUndo):
        take_back(slaver, people, 0)


def test_what_was_revealed_is_not_taken_back_alone(slaver: Match, people: Any) -> None:
    """A Council stack was looked into: the other has to consent."""
    answer(slaver, 0, "support", stack="crab")
    assert take_back(slaver, people, 0).outcome == "open"


def test_nobody_goes_back_behind_the_clock_alone(slaver: Match, people: Any) -> None:
    answer(slaver, 0, "use_slaver", ally="crab1")
    row = slaver.prompts.get(closed_at=None)
    late = NOON + timedelta(days=30)
    slaver.moves.update(source="clock")
    with pytest.raises(CannotUndo):
        take_back(slaver, people, 0)
    slaver.moves.update(source="page")
    submit_decision(row.token, None, source="clock", key="x", now=late)
    assert take_back(slaver, people, 0).outcome == "open"


# Beyond: by consent -------------------------------------------------------------------------------


@pytest.fixture
def asked_for(deal: Any, people: Any) -> tuple[Match, Vote]:
    """Three play Pebbles; who moved first would like that back."""
    match = deal("pebbles", seats=3)
    first = match.prompts.get().seat
    answer(match, first, "take", number=2)
    answer(match, (first + 1) % 3, "take", number=1)
    return match, take_back(match, people, first)


def others(vote: Vote) -> list[int]:
    return [seat for seat in range(3) if seat != vote.seat]


def test_an_email_asks_everybody_else_and_tells_the_outcome(
    asked_for: tuple[Match, Vote], people: Any
) -> None:
    """It used to say no more than that there was news."""
    match, vote = asked_for
    one, _ = others(vote)
    asking = Notification.objects.get(kind="vote_asked", player=people[NAMES[one]])

    asked = email_of(asking)
    say(vote, one, False)
    decided = Notification.objects.get(kind="vote_decided", player=people[NAMES[one]])
    told = email_of(decided)

    name = people[NAMES[vote.seat]].display_name
    assert asked is not None and f"{name} would like to take back a move." in asked.text
    assert told is not None and f"The move of {name} stands." in told.text


def test_it_goes_back_when_everybody_has_said_yes(asked_for: tuple[Match, Vote]) -> None:
    match, vote = asked_for
    one, other = others(vote)
    assert say(vote, one, True).outcome == "open" and len(counting(match)) == 2
    assert say(vote, other, True).outcome == "passed"
    match.refresh_from_db()
    assert counting(match) == [] and states.load_state(match).pile == 10
    assert match.prompts.get(closed_at=None).seat == vote.seat
    assert replays.verify_replay(match) == match.ply == 3


def test_one_no_lets_it_stand(asked_for: tuple[Match, Vote]) -> None:
    match, vote = asked_for
    one, other = others(vote)
    say(vote, one, False)
    assert len(counting(match)) == 2
    with pytest.raises(votes.VoteOver):
        say(vote, other, True)
    told = set(Notification.objects.filter(kind="vote_decided").values_list("player_id", flat=True))
    assert len(told) == 3


def test_silence_lets_it_stand(asked_for: tuple[Match, Vote]) -> None:
    match, vote = asked_for
    say(vote, others(vote)[0], True)
    assert votes.expire_votes(NOON + timedelta(hours=71)) == 0
    assert votes.expire_votes(NOON + timedelta(hours=72)) == 1
    assert votes.expire_votes(NOON + timedelta(hours=73)) == 0
    vote.refresh_from_db()
    assert vote.outcome == "failed" and len(counting(match)) == 2


def test_one_wish_at_a_time(asked_for: tuple[Match, Vote], people: Any) -> None:
    match, vote = asked_for
    with pytest.raises(CannotUndo):
        take_back(match, people, others(vote)[0])


def test_bots_have_no_say(deal: Any, people: Any) -> None:
    match = deal("pebbles", seats=3, bots=2)
    while (row := match.prompts.get(closed_at=None)).seat != 0:
        submit_decision(row.token, None, source="bot", key=row.token, now=NOON)
    answer(match, 0, "take", number=1)
    assert take_back(match, people, 0).outcome == "passed"
    assert match.prompts.get(closed_at=None).seat == 0


@pytest.mark.parametrize("how", ["consent", "off"])
def test_a_match_may_be_stricter(slaver: Match, people: Any, how: str) -> None:
    Match.objects.filter(pk=slaver.pk).update(undo=Undo(how))
    answer(slaver, 0, "use_slaver", ally="crab1")
    slaver.refresh_from_db()
    if how == "off":
        assert undo.available_undo(slaver, 0) is None
        with pytest.raises(CannotUndo):
            take_back(slaver, people, 0)
    else:
        assert undo.available_undo(slaver, 0) == undo.Offer(1, False, True)
        assert take_back(slaver, people, 0).outcome == "open"


def test_orders_get_their_times_back(deal: Any, people: Any) -> None:
    match = deal("pebbles", seats=2, pile=20)
    first = match.prompts.get().seat
    row = order(match, people, NAMES[1 - first], "take 2, once")
    answer(match, first, "take", number=1)
    row.refresh_from_db()
    assert (row.active, row.left) == (False, 0)
    vote = take_back(match, people, first)
    say(vote, 1 - first, True)
    row.refresh_from_db()
    assert (row.active, row.left, row.followed, row.why) == (True, 1, 0, "")


def test_a_changed_order_gets_no_uses_of_the_order_that_was_followed(
    deal: Any, people: Any
) -> None:
    match = deal("pebbles", seats=2, pile=20)
    first = match.prompts.get().seat
    player = people[NAMES[1 - first]]
    order(match, people, NAMES[1 - first], "take 2, 5 times")
    answer(match, first, "take", number=1)
    rules = orders.read_order(match, player, "take 3 if pile = 3, 2 times")
    changed = orders.change_order(match, player, 1, rules, now=NOON)

    say(take_back(match, people, first), 1 - first, True)

    changed.refresh_from_db()
    assert (changed.active, changed.left, changed.followed) == (True, 2, 0)


# Secrets ------------------------------------------------------------------------------------------


def test_a_sealed_answer_that_is_still_open_is_just_changed(deal: Any, people: Any) -> None:
    match = deal("abyss", seats=3)
    seat = next(s for s in range(3) if s != states.load_state(match).active)
    answer(match, seat, "pass")
    with pytest.raises(CannotUndo):
        take_back(match, people, seat)


def test_whether_somebody_has_sealed_an_answer_changes_nothing(deal: Any, people: Any) -> None:
    """What is free must not tell who has answered already."""
    match = deal("abyss", seats=3)
    explorer = states.load_state(match).active
    row = match.prompts.get(closed_at=None, seat=explorer)
    Move.objects.create(
        match=match, prompt=row, ply=99, seat=explorer, decision={}, events=[], source="page",
        key="k", edition=1, played_at=NOON,
    )  # fmt: skip
    move = match.moves.get()
    before = undo.is_free(match, explorer, move)
    other = match.prompts.filter(closed_at=None).exclude(seat=explorer)[0]
    answer(match, other.seat, "pass")
    assert undo.is_free(match, explorer, move) is before is False


def test_a_sealed_group_goes_back_as_a_whole(deal: Any, people: Any) -> None:
    """Nobody learns from what is asked again who had answered before whom."""
    match = deal("abyss", seats=3)
    explorer = states.load_state(match).active
    one, other = (seat for seat in range(3) if seat != explorer)
    for seat in (one, other):
        answer(match, seat, "pass")
    answer(match, explorer, "continue")
    vote = take_back(match, people, other)
    say(vote, one, True)
    say(vote, explorer, True)
    match.refresh_from_db()
    assert counting(match) == []
    asked = match.prompts.filter(closed_at=None, answered_at=None).values_list("seat", flat=True)
    assert sorted(asked) == [0, 1, 2]


def test_exports_tell_that_a_move_was_taken_back(asked_for: tuple[Match, Vote]) -> None:
    match, vote = asked_for
    for seat in others(vote):
        say(vote, seat, True)
    match = matches.match_by_number(match.number)
    lines = list(exports.export_match(match, seat=None))
    assert sum('"undone":3' in line for line in lines) == 2
    assert '"decision":{"args":{"to":0},"verb":"undo"}' in lines[-2].replace(
        '{"verb":"undo","args":{"to":0}}', '{"args":{"to":0},"verb":"undo"}'
    )


@pytest.mark.parametrize("game", ["abyss", "pebbles", "sealed"])
def test_a_match_with_many_moves_taken_back_replays(deal: Any, people: Any, game: str) -> None:
    match = deal(game, seats=2)
    luck = random.Random(game)
    for number in range(60):
        match.refresh_from_db()
        asked = GAMES[game].list_prompts(states.load_state(match))
        if not asked or match.status != "running":
            break
        prompt, decision = any_answer(asked, luck)
        row = match.prompts.get(closed_at=None, seat=prompt.seat)
        submit_decision(row.token, decision, source="page", key=f"{number}", now=NOON)
        match.refresh_from_db()
        if luck.random() < 0.4 and match.status == "running":
            seat = luck.randrange(2)
            try:
                vote = take_back(match, people, seat)
            except CannotUndo:
                continue
            for ballot in Ballot.objects.filter(vote=vote):
                votes.answer_ballot(ballot, True, now=NOON)
    match.refresh_from_db()
    assert match.moves.filter(source="undo").exists()
    assert replays.verify_replay(match) == match.ply
    for move in match.moves.all():
        assert replays.state_at(match, move.ply)


@pytest.mark.parametrize(("chosen", "kept"), [("", "free"), ("consent", "consent"), ("off", "off")])
def test_whoever_opens_a_match_says_when_moves_are_taken_back(
    as_: Any, chosen: str, kept: str
) -> None:
    form = {"seats": "2", "bots": "1", "pace": "day", "undo": chosen, "option_pile": "0"}
    as_("alice").post("/matches/new/?game=pebbles", form)
    assert Match.objects.get().undo == kept
