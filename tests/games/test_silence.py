"""Who lets a turn pass: what the match's terms do, and how the player comes back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.contract import Decision
from games.models import Match, Order, Seat, SeatHistory, Vote
from games.presentation import history_text
from games.queries import matches as match_queries
from games.queries import punctuality
from games.services import inactivity, matches, substitutes
from games.services.play import votes
from games.services.play.deadlines import expire_deadlines
from games.services.play.decisions import submit_decision
from games.services.play.outages import record_tick
from games.services.substitutes import CannotJoin
from games.tasks.house_bots import answer_bots
from notifications.gateway import read_reply
from notifications.incoming.intake import Reply
from notifications.models import Notification
from tests.emails import email_of

from ..conftest import NAMES, NOON
from .reading import As, text_of

HOUR = timedelta(hours=1)
LATE = NOON + 73 * HOUR
TAKE = Decision("take", {"number": 1})
Terms = Match.OnSilence


@pytest.fixture
def late(deal: Any) -> Any:
    """A match with these terms whose first question has just been answered by the clock."""

    def late(on_silence: Match.OnSilence, **fields: Any) -> tuple[Match, Seat]:
        match = deal("pebbles", seats=2)
        Match.objects.filter(pk=match.pk).update(on_silence=on_silence, **fields)
        seat = match.prompts.get().seat
        Notification.objects.update(state="sent", sent_at=NOON)
        assert expire_deadlines(LATE) == 1
        match.refresh_from_db()
        return match, match.seats.get(number=seat)

    return late


def told(match: Match) -> str:
    """The story as everybody reads it."""
    found = history_text.fetch_history(match_queries.match_by_number(match.number), None, "en")
    return " ".join(sentence for one in found for sentence in one.sentences)


def email(kind: str) -> str:
    notification = Notification.objects.filter(kind=kind).latest("created_at")
    written = email_of(notification)
    assert written is not None
    return " ".join(written.text.split())


def test_a_house_bot_keeps_the_seat_warm_until_its_player_is_back(late: Any) -> None:
    match, seat = late(Terms.BOT)
    assert seat.bot_took_over_at == LATE and "a house bot plays until they are back" in told(match)
    other = match.prompts.get(closed_at=None)
    submit_decision(other.token, TAKE, source="page", key="other", now=LATE)
    assert match.prompts.get(closed_at=None).awaits_bot
    assert answer_bots(LATE) == 1
    assert match.moves.latest("ply").source == "bot"

    assert inactivity.reclaim_seat(match, seat.player, now=LATE)
    assert not inactivity.reclaim_seat(match, seat.player, now=LATE)
    seat.refresh_from_db()
    assert seat.bot_took_over_at is None and f"{seat.player.display_name} is back." in told(match)


def test_coming_back_to_an_open_question_it_is_asked_anew(late: Any) -> None:
    match, seat = late(Terms.BOT)
    other = match.prompts.get(closed_at=None)
    submit_decision(other.token, TAKE, source="page", key="other", now=LATE)
    before = match.prompts.get(closed_at=None)
    inactivity.reclaim_seat(match, seat.player, now=LATE + HOUR)
    row = match.prompts.get(closed_at=None)
    assert not row.awaits_bot and row.token != before.token
    assert row.deadline_at == LATE + 73 * HOUR
    assert Notification.objects.filter(reply_token=row.token, player=seat.player).exists()


def test_a_press_and_an_email_bring_the_seat_back(late: Any, as_: As) -> None:
    match, seat = late(Terms.BOT)
    name = seat.player.display_name.lower()
    page = as_(name).get(f"/matches/{match.number}/")
    assert "a house bot plays for you" in text_of(page) and "(house bot for now)" in text_of(page)
    assert as_(name).post(f"/matches/{match.number}/back/").status_code == 303
    seat.refresh_from_db()
    assert seat.bot_took_over_at is None


def test_a_reply_with_any_word_brings_the_seat_back(late: Any) -> None:
    match, seat = late(Terms.BOT)
    notification = Notification.objects.get(kind="clock_moved")
    reply = Reply(
        email_id=uuid4(),
        token=notification.reply_token,
        sender=seat.player.email,
        lines=["here I am"],
        message_id="<back@example.org>",
        received_at=LATE + HOUR,
    )
    assert read_reply(reply) == "back"
    seat.refresh_from_db()
    assert seat.bot_took_over_at is None and f"{seat.player.display_name} is back." in told(match)
    assert Notification.objects.filter(kind="seat_back", player=seat.player).exists()


def test_a_vote_asks_the_substitute_and_not_whoever_has_left(late: Any, people: Any) -> None:
    match, seat = late(Terms.SUBSTITUTE)
    other = match.seats.exclude(number=seat.number).get().player
    vote = votes.call_vote(other, match, Vote.Kind.PAUSE, hours=48, now=LATE)
    old = vote.ballots.get()

    substitutes.take_seat(match, people["carol"], now=LATE + HOUR)

    new = vote.ballots.get()
    assert new.token != old.token
    asked = Notification.objects.filter(kind="vote_asked")
    assert email_of(asked.get(player=seat.player)) is None
    assert asked.get(player=people["carol"]).reply_token == new.token
    assert votes.answer_ballot(new, True, now=LATE + HOUR).outcome == "passed"


def test_the_email_says_what_has_become_of_the_seat(late: Any) -> None:
    late(Terms.BOT)
    assert "reply to this e-mail with any word" in email("clock_moved")
    assert Notification.objects.get(kind="clock_moved").reply_token


def test_with_the_usual_terms_the_seat_stays_as_it_is(late: Any) -> None:
    match, seat = late(Terms.FALLBACK)
    assert (seat.bot_took_over_at, seat.offered_at) == (None, None) and not match.timeline.exists()
    assert "Your seat is still yours" in email("clock_moved")


def test_any_answer_takes_the_seat_back_from_the_lobby(late: Any) -> None:
    match, seat = late(Terms.SUBSTITUTE)
    assert seat.offered_at == LATE
    other = match.prompts.get(closed_at=None)
    submit_decision(other.token, TAKE, source="page", key="other", now=LATE)
    mine = match.prompts.get(closed_at=None)
    submit_decision(mine.token, TAKE, source="email", key="mine", now=LATE)
    seat.refresh_from_db()
    assert seat.offered_at is None


def test_a_substitute_finds_a_whole_clock_and_no_orders_of_others(
    late: Any, people: Any, as_: As
) -> None:
    match, seat = late(Terms.SUBSTITUTE)
    before = seat.player
    other = match.prompts.get(closed_at=None)
    submit_decision(other.token, TAKE, source="page", key="other", now=LATE)
    order = Order.objects.create(
        match=match, seat=seat.number, number=1, rules={"rules": []}, created_at=NOON
    )
    old = match.prompts.get(closed_at=None)
    assert "Substitutes wanted" in text_of(as_("carol").get("/matches/"))

    substitutes.take_seat(match, people["carol"], now=LATE + HOUR)

    seat.refresh_from_db()
    order.refresh_from_db()
    row = match.prompts.get(closed_at=None)
    assert (seat.player, seat.offered_at, order.active) == (people["carol"], None, False)
    assert row.token != old.token and row.deadline_at == LATE + 73 * HOUR
    assert f"Carol takes the seat of {before.display_name}." in told(match)
    assert "This is how things stand" in email("seat_taken")
    assert "Carol has taken it" in email("seat_lost")
    assert Notification.objects.get(kind="seat_lost").player == before
    page = as_("carol").get(f"/matches/{match.number}/orders/")
    assert page.status_code == 200 and "order 1" not in text_of(page).lower()


def test_a_seat_is_taken_once_and_not_by_those_at_the_table(late: Any, people: Any) -> None:
    match, seat = late(Terms.SUBSTITUTE)
    with pytest.raises(substitutes.CannotJoin, match="already in this match"):
        substitutes.take_seat(match, seat.player, now=LATE)
    substitutes.take_seat(match, people["carol"], now=LATE)
    with pytest.raises(substitutes.CannotJoin, match="on offer any more"):
        substitutes.take_seat(match, people["dave"], now=LATE)
    assert SeatHistory.objects.get().player == seat.player


def test_what_the_leaver_missed_is_not_laid_at_the_substitutes_door(
    late: Any, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, seat = late(Terms.SUBSTITUTE)
    monkeypatch.setattr(punctuality, "MIN_ANSWERS", 1)
    substitutes.take_seat(match, people["carol"], now=LATE + HOUR)
    found = punctuality.compute_reliability(
        [seat.player.pk, people["carol"].pk], now=LATE + 2 * HOUR
    )
    assert {pk: kept.in_time for pk, kept in found.items()} == {seat.player.pk: 0}


def test_a_match_may_wait_once_for_each_question(deal: Any, as_: As) -> None:
    match = deal("pebbles", seats=2)
    Match.objects.filter(pk=match.pk).update(on_silence=Terms.PAUSE)
    assert expire_deadlines(LATE) == 1
    match.refresh_from_db()
    assert (match.ply, match.paused_at, match.pause_reason) == (0, LATE, "silence")
    assert "ran out of time; the match waits" in told(match)
    Match.objects.filter(pk=match.pk).update(paused_at=None, pause_reason="")
    assert expire_deadlines(LATE) == 1
    match.refresh_from_db()
    assert match.ply == 1


def test_the_answer_that_was_waited_for_sets_the_match_going(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    Match.objects.filter(pk=match.pk).update(on_silence=Terms.PAUSE)
    expire_deadlines(LATE)
    token = match.prompts.get().token
    submit_decision(token, TAKE, source="email", key="1", now=LATE + 50 * HOUR)
    match.refresh_from_db()
    assert match.paused_at is None and match.ply == 1


@pytest.mark.parametrize("missed", ["three in a row", "two", "three, but not in a row", "undone"])
def test_after_three_missed_offers_in_a_row_the_rest_is_passed(deal: Any, missed: str) -> None:
    """Each answer of Sealed is waited for by everybody else; seat 1 answers in time."""
    match = deal("sealed", seats=2, rounds=5)
    rounds = 2 if missed == "two" else 3
    for number in range(rounds):
        submit(match, 1, number)
        if missed == "three, but not in a row" and number == 1:
            submit(match, 0, number)
        else:
            assert expire_deadlines(NOON + 73 * HOUR * (number + 1)) == 1
        if missed == "undone" and number == 1:
            assert match.moves.filter(seat=0, ply=2).update(undone=99)

    passes = match.orders.filter(seat=0, active=True)
    submit(match, 1, rounds)
    last = match.moves.latest("ply")

    if missed == "three in a row":
        assert passes.get().rules["term"] == {"kind": "back"}
        assert (last.seat, last.source, last.decision["verb"]) == (0, "order", "pass")
    else:
        assert not passes.exists() and last.seat == 1


def submit(match: Match, seat: int, number: int) -> None:
    """Let a seat answer its open prompt now."""
    token = match.prompts.get(seat=seat, closed_at=None).token
    at = NOON + 73 * HOUR * number
    submit_decision(token, Decision("pass"), source="page", key=f"{seat} {number}", now=at)


@pytest.mark.parametrize("name", NAMES[:2])
def test_an_outage_is_told_in_the_story(deal: Any, name: str, as_: As) -> None:
    match = deal("pebbles", seats=2)
    record_tick(NOON)
    record_tick(NOON + 3 * HOUR)
    said = "The service was down for 3 hours; every deadline was extended by that time."
    assert said in told(match)
    assert said in text_of(as_(name).get(f"/matches/{match.number}/"))
    assert said in email("your_turn")


# Bank ---------------------------------------------------------------------------------------------


def test_a_bank_is_charged_for_the_turn_and_topped_when_it_is_handed_on(
    people: dict[str, Any],
) -> None:
    match = matches.open_match(
        people["alice"], matches.MatchTerms("pebbles", seats=2, pace="correspondence"), now=NOON
    )
    matches.join_match(match, people["bob"], now=NOON)
    row = match.prompts.get()
    assert row.deadline_at == NOON + 248 * HOUR
    submit_decision(row.token, TAKE, source="page", key="1", now=NOON + 28 * HOUR)
    assert match.seats.get(number=row.seat).bank == (240 - 20 + 12) * 3600
    assert match.seats.exclude(number=row.seat).get().bank == 240 * 3600


def test_a_bank_that_ran_out_leaves_the_increment(people: dict[str, Any]) -> None:
    match = matches.open_match(
        people["alice"], matches.MatchTerms("pebbles", seats=2, pace="correspondence"), now=NOON
    )
    matches.join_match(match, people["bob"], now=NOON)
    row = match.prompts.get()
    assert expire_deadlines(NOON + 249 * HOUR) == 1
    assert match.seats.get(number=row.seat).bank == 12 * 3600


def test_where_absences_are_forbidden_they_do_not_stop_the_clock(
    deal: Any, people: dict[str, Any]
) -> None:
    away = {"week": None, "away": [["2026-03-03", "2026-03-20"]]}
    type(people["alice"]).objects.update(hours=away)
    allowed = deal("pebbles", seats=2)
    assert allowed.prompts.get().deadline_at > NOON + 10 * 24 * HOUR
    match = matches.open_match(
        people["alice"], matches.MatchTerms("pebbles", seats=2, absences=False), now=NOON
    )
    matches.join_match(match, people["bob"], now=NOON)
    assert match.prompts.get().deadline_at == NOON + 72 * HOUR


# Terms --------------------------------------------------------------------------------------------


def test_the_terms_are_chosen_and_shown(as_: As, people: Any) -> None:
    form = {"seats": "2", "bots": "0", "pace": "correspondence", "option_pile": "0"}
    terms = {"on_silence": "bot", "absences": "no", "min_punctuality": "90"}
    assert as_("alice").post("/matches/new/?game=pebbles", form | terms).status_code == 303
    match = Match.objects.get()
    assert (match.on_silence, match.absences, match.min_punctuality) == ("bot", False, 90)
    assert match.bank == {"start": 240, "increment": 12, "most": 336, "grace": 8}
    for page in (f"/matches/{match.number}/", "/matches/"):
        said = text_of(Client().get(page))
        assert "a house bot takes over until they are back" in said
        assert "Announced absences do not pause deadlines." in said
        assert "at least 90% of their questions" in said


def test_the_form_says_how_long_a_match_takes(as_: As) -> None:
    page = text_of(as_("alice").get("/matches/new/?game=abyss"))
    assert "About 25 days with two, 45 days with three, 65 days with four" in page
    assert "a simulated match of 4 waits for a player about 174 times" in page


def test_a_newcomer_may_sit_in_one_match_that_demands_punctuality(people: Any) -> None:
    first, second = (
        matches.open_match(
            people["alice"], matches.MatchTerms("pebbles", seats=3, min_punctuality=90)
        )
        for _ in range(2)
    )
    matches.join_match(first, people["bob"])
    with pytest.raises(CannotJoin, match="one match at a time"):
        matches.join_match(second, people["bob"])


def test_who_is_often_late_may_not_sit_down(
    deal: Any, people: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = timezone.now() - timedelta(days=30)
    match = deal("pebbles", seats=2, now=begun)
    for _ in range(10):
        expire_deadlines(begun := begun + 73 * HOUR)
    monkeypatch.setattr(punctuality, "MIN_ANSWERS", 2)
    asked = matches.open_match(
        people["carol"], matches.MatchTerms("pebbles", seats=2, min_punctuality=70)
    )
    late = match.seats.get(number=0).player
    with pytest.raises(CannotJoin, match="yours are 0%"):
        matches.join_match(asked, late)
