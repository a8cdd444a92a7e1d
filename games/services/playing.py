"""A locked match while an answer is played, and those that follow from it.

What follows is answered by a standing order or by the rules. An order sees what its owner would:
the prompt's facts and, for the number of the turn, the view.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from games.engine import contract, orders
from games.engine.contract import AnyGame, Decision, Refused
from games.models import Match, Move, Order, Prompt, Snapshot, Status
from games.queries import states
from games.queries.states import RulesFailed
from games.services import announcements, change_marks, decision_rows, player_events
from games.services.decision_rows import Asked, Standing
from games.services.player_events import Fresh, Kind
from games.titles import GAMES

Why = Order.Why


class Answer(Struct, frozen=True):
    """An answer given in advance to the prompt in `row`; `standing` None: the rules give it."""

    row: Prompt
    decision: Decision
    standing: Standing | None

    @property
    def source(self) -> str:
        return "order" if self.standing else "rules"

    @property
    def key(self) -> str:
        by = f"order-{self.standing.id}" if self.standing else "rules"
        return f"{by}-{self.row.pk}"


class Followers:
    """The active orders of a match while one answer after the other is played."""

    def __init__(self, game: AnyGame, standing: Iterable[Standing], now: datetime):
        self.game, self.now = game, now
        self.known = {order.id: order for order in standing}
        self.active = dict(self.known)
        self.followed: dict[UUID, int] = {}
        self.ended: dict[UUID, Order.Why] = {}

    def answer(
        self, state: Any, rows: Iterable[Prompt], asked: Iterable[contract.Prompt]
    ) -> Answer | None:
        """Return the first answer in advance to one of `rows`, None if all are left to people."""
        prompts = {(prompt.seat, prompt.number): prompt for prompt in asked}
        for row in rows:
            prompt = prompts.get((row.seat, row.number))
            if prompt is None or prompt.answered is not None:
                continue
            if (decision := prompt.only_answer()) is not None:
                return Answer(row, decision, None)
            if (found := self._ordered(state, prompt)) is not None:
                return Answer(row, *found)
        return None

    def _ordered(self, state: Any, prompt: contract.Prompt) -> tuple[Decision, Standing] | None:
        for standing in [one for one in self.active.values() if one.seat == prompt.seat]:
            if (why := self._over(standing, state, prompt)) is not None:
                self.end(standing, why)
                continue
            decision = orders.find_answer(standing.order, prompt)
            if decision == "ask":
                return None
            if decision is not None:
                return decision, standing
            if self._was_for(standing, prompt):
                self.end(standing, Why.UNFIT)
        return None

    def _was_for(self, standing: Standing, prompt: contract.Prompt) -> bool:
        """Whether this is the beginning of the one turn for which the order was written."""
        topic, order = self.game.topics[prompt.question], standing.order
        if not topic.begins_turn or (order.term.kind, order.term.number) != ("times", 1):
            return False
        is_later = standing.turn != prompt.facts.get("turn", standing.turn)
        return is_later and all(rule.verb in topic.verbs for rule in order.rules)

    def _over(self, standing: Standing, state: Any, prompt: contract.Prompt) -> Order.Why | None:
        """Why the order is not followed any more when this is asked; None while it is."""
        if standing.valid_until is not None and standing.valid_until <= self.now:
            return Why.DATE
        kind = standing.order.term.kind
        if kind == "my_turn" and self.game.topics[prompt.question].begins_turn:
            same = standing.turn is not None and standing.turn == prompt.facts.get("turn")
            return None if same else Why.MY_TURN
        if kind == "this_turn" and standing.turn != turn_of(self.game, state, prompt.seat):
            return Why.TURN_OVER
        return None

    def join(self, standing: Standing | None) -> None:
        """Follow an order that was written just now as well."""
        if standing is not None:
            self.known[standing.id] = self.active[standing.id] = standing

    def used(self, standing: Standing) -> None:
        """Note that the order was followed once more."""
        times = self.followed[standing.id] = self.followed.get(standing.id, 0) + 1
        if standing.left is not None and times >= standing.left:
            self.end(standing, Why.USED_UP)

    def end(self, standing: Standing, why: Order.Why) -> None:
        """Switch the order off."""
        self.active.pop(standing.id, None)
        self.ended[standing.id] = why

    def came_back(self, seat: int) -> None:
        """Switch off what holds until the seat's player is back: here they are."""
        for standing in list(self.active.values()):
            if standing.seat == seat and standing.order.term.kind == "back":
                self.end(standing, Why.BACK)

    def refused(self) -> list[Standing]:
        """The orders whose answer the rules did not take, or which their turn had no use for."""
        whys = (Why.REFUSED, Why.UNFIT)
        return [self.known[pk] for pk, why in self.ended.items() if why in whys]

    def keep(self, match: Match) -> None:
        """Save what has changed of the orders."""
        changed = self.followed.keys() | self.ended.keys()
        if not changed:
            return
        for row in Order.objects.filter(match=match, pk__in=changed):
            times = self.followed.get(row.pk, 0)
            row.followed += times
            row.left = None if row.left is None else max(0, row.left - times)
            if row.pk in self.ended:
                row.active, row.why, row.ended_at = False, self.ended[row.pk], self.now
            row.save(update_fields=["followed", "left", "active", "why", "ended_at"])


def turn_of(game: AnyGame, state: Any, seat: int) -> int | None:
    """The number of the turn that is being played, None in a game that does not count turns."""
    if not any("turn" in topic.facts for topic in game.topics.values()):
        return None
    number: int = game.build_view(state, seat)["turn"]
    return number


log = logging.getLogger(__name__)


def play_decision(
    game: AnyGame, match: Match, state: Any, prompt: Prompt, decision: Decision | None
) -> tuple[Decision, list[contract.Event], list[contract.Prompt], contract.Outcome | None]:
    """Let the rules play; None: the prompt's fallback. The state changes, nothing is written.

    Returns the decision, what happened, what is asked now, and the outcome if that was the end.
    Raises Refused, and RulesFailed for anything else the rules raise.
    """
    try:
        decision = decision or _find_fallback(game, state, prompt)
        events = game.play_decision(state, prompt.seat, decision)
        return decision, events, game.list_prompts(state), game.find_outcome(state)
    except Refused:
        raise
    except Exception as error:
        # The message could hold what no log may: only its type is written down.
        log.error("rules failed: %s ply %s: %s", match, match.ply, type(error).__name__)
        raise RulesFailed(match) from error


def _find_fallback(game: AnyGame, state: Any, prompt: Prompt) -> Decision:
    asked = (
        p for p in game.list_prompts(state) if (p.seat, p.number) == (prompt.seat, prompt.number)
    )
    return next(asked).fallback


def keep_state(
    match: Match, game: AnyGame, state: Any, outcome: contract.Outcome | None, now: datetime
) -> None:
    """Put the state after one more move, and the outcome if there is one, on the match's row."""
    match.ply += 1
    match.state, match.revision = states.store(state), game.revision
    if outcome:
        match.status, match.finished_at = Status.FINISHED, now
        match.outcome = msgspec.to_builtins(outcome)


def new_move(
    match: Match,
    prompt: Prompt,
    decision: Decision,
    events: list[contract.Event],
    *,
    source: str,
    key: str,
    now: datetime,
) -> Move:
    """The move that has just been played, not written yet."""
    return Move(
        match=match,
        prompt=prompt,
        ply=match.ply,
        seat=prompt.seat,
        decision=msgspec.to_builtins(decision),
        events=msgspec.to_builtins(events),
        source=source,
        key=key,
        edition=match.edition,
        played_at=now,
    )


def keep_outcome(match: Match, outcome: contract.Outcome) -> None:
    """Write everybody's place and score."""
    for seat in match.seats.all():
        seat.place = outcome.places[seat.number]
        seat.score = outcome.scores[seat.number] if outcome.scores else None
        seat.save(update_fields=["place", "score"])


def keep_snapshot(match: Match) -> None:
    """Keep the state as it is at this ply, for rewinding and for looking back."""
    Snapshot.objects.create(
        match=match,
        ply=match.ply,
        state=match.state,
        edition=match.edition,
        revision=match.revision,
    )


# A snapshot this often bounds what a rewind must replay, whatever the game calls a turn.
SNAPSHOT_EVERY = 16
# So many answers may follow from one; what is asked after them is left to people.
MOST_FOLLOWED = 60
# What costs a seat time of its bank.
CHARGED = (*Move.OWN_HANDS, "clock")


class Table:
    """What is known of the match, and what has come of the answer so far."""

    def __init__(self, match: Match, known: Asked, now: datetime):
        self.match, self.now, self.seats = match, now, known.seats
        self.game = GAMES[match.game]
        self.state = states.load_state(match)
        # What is open, and those of it that were opened here and have no answer yet.
        self.rows = known.rows
        self.fresh: list[Prompt] = []
        # What the rules ask now, None if that has to be worked out.
        self.asked: list[contract.Prompt] | None = None
        self.followers = Followers(self.game, known.orders, now)
        self.is_open, self.concerned = False, set[int]()
        # What was open before, and the last ply that everybody was told of; None: nothing was.
        self.before = known.rows
        self.told: int | None = None

    def play(self, prompt: Prompt, decision: Decision | None, *, source: str, key: str) -> Move:
        """Play one answer and write it down."""
        match, now = self.match, self.now
        decision, events, asked, outcome = play_decision(
            self.game, match, self.state, prompt, decision
        )
        before = self.seats[prompt.seat]
        if source in CHARGED:
            self.seats[prompt.seat] = decision_rows.charge_bank(match, before, prompt, now=now)
        change = decision_rows.diff_prompts(match, self.seats, self.rows, asked, now=now)
        if source in CHARGED and _hands_on(prompt, change.opened):
            self.seats[prompt.seat] = decision_rows.add_increment(match, self.seats[prompt.seat])
        keep_state(match, self.game, self.state, outcome, now)
        move = new_move(match, prompt, decision, events, source=source, key=key, now=now)
        move.bank = before.bank
        answered = None if prompt.pk in change.closed else prompt.pk
        bank = self.seats[prompt.seat].bank
        decision_rows.write_move(
            match,
            move,
            answered=answered,
            closed=change.closed,
            opened=change.opened,
            bank=None if bank == before.bank else bank,
        )
        if outcome:
            keep_outcome(match, outcome)
        if outcome or match.ply % SNAPSHOT_EVERY == 0:
            keep_snapshot(match)
        self._note(events, change.opened, prompt.seat)
        self.rows = [row for row in self.rows if row.pk not in change.closed] + change.opened
        gone = {*change.closed, answered}
        self.fresh = [row for row in self.fresh if row.pk not in gone] + change.opened
        self.asked = asked
        return move

    def follow(self, row: Prompt | None = None) -> None:
        """Play what orders and the rules answer to new prompts, to `row` if it is given."""
        rows = self.fresh if row is None else [row]
        for _ in range(MOST_FOLLOWED):
            answer = self.followers.answer(self.state, rows, self._asked())
            if answer is None:
                break
            self._follow(answer)
            rows = self.fresh
        self.followers.keep(self.match)

    def _note(self, events: list[contract.Event], opened: list[Prompt], seat: int) -> None:
        """Note whose open pages show something else now: all, or those of some seats."""
        is_told = any(event.audience is None for event in events)
        self.is_open |= bool(opened) or is_told
        self.told = self.match.ply if is_told else self.told
        self.concerned.update({seat}, *(event.audience or () for event in events))

    def asked_behind(self, row: Prompt) -> contract.Prompt | None:
        """What the rules ask behind an open prompt's row; None if nothing any more."""
        named = (row.seat, row.number)
        return next((one for one in self._asked() if (one.seat, one.number) == named), None)

    def _asked(self) -> list[contract.Prompt]:
        if self.asked is None:
            self.asked = self.game.list_prompts(self.state)
        return self.asked

    def _follow(self, answer: Answer) -> None:
        try:
            self.play(answer.row, answer.decision, source=answer.source, key=answer.key)
        except Refused as refusal:
            # Half played upon: begin again from what was written down last.
            self.state, self.asked = states.load_state(self.match), None
            if answer.standing is None:
                raise states.RulesFailed(self.match) from refusal
            self.followers.end(answer.standing, Order.Why.REFUSED)
        else:
            if answer.standing is not None:
                self.followers.used(answer.standing)

    def announce(self, move: Move | None = None) -> None:
        """Post the notifications: what is left to people to answer, and what happened."""
        concerned, door = None if self.is_open else self.concerned, move.source if move else ""
        change_marks.mark_match_changed(self.match.number, concerned, answered=door)
        announcements.after_moves(
            self.match,
            self.seats,
            move,
            self.fresh,
            self.followers.refused(),
            self._happened(),
            now=self.now,
        )

    def _happened(self) -> list[Fresh]:
        """Return what programs are told: a ply only if it says nothing about sealed answers."""
        open_now = {row.pk for row in self.rows}
        closed = [
            one
            for row in self.before
            if row.pk not in open_now
            for one in player_events.at_seats(
                self.match, [self.seats[row.seat]], Kind.PROMPT_CLOSED, prompt=str(row.pk)
            )
        ]
        if self.told is not None:
            return closed + player_events.at_seats(
                self.match, self.seats, Kind.MOVED, ply=self.told
            )
        concerned = [self.seats[seat] for seat in sorted(self.concerned)]
        return closed + player_events.at_seats(self.match, concerned, Kind.MOVED)


def _hands_on(prompt: Prompt, opened: list[Prompt]) -> bool:
    """Whether the turn goes to others: its seat is asked nothing else at once."""
    return not prompt.sealed and all(row.sealed or row.seat != prompt.seat for row in opened)
