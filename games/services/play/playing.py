"""Play an answer in a locked match, and the automatic answers that follow.

Those are given by a standing order or by the rules. An order sees what its owner would: the
prompt's facts and, for the number of the turn, the view.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

import msgspec
from msgspec import Struct

from games.engine import contract, orders
from games.engine.contract import AnyGame, Decision, Refused
from games.models import Match, Move, Order, Prompt, Snapshot, Status
from games.queries import states
from games.queries.states import RulesFailed
from games.services import change_marks, player_events, ratings
from games.services.play import announcements, decision_rows
from games.services.play.announcements import Consequences
from games.services.play.decision_rows import DecisionContext, Standing
from games.services.player_events import Fresh, Kind
from games.titles import GAMES

Why = Order.Why
log = logging.getLogger(__name__)

# Frequent snapshots limit how many moves an undo must replay, whatever the game calls a turn.
SNAPSHOT_EVERY = 16
# Maximum number of automatic answers that follow from one; later prompts are left to people.
MAX_FOLLOWED = 60
# Sources that are charged to the seat's time bank.
CHARGEABLE_SOURCES = (*Move.OWN_HANDS, "clock")


class PlayedDecision(Struct, frozen=True):
    """A decision that the rules have played: what happened, what is asked now, and the outcome if
    that was the end.
    """

    decision: Decision
    events: list[contract.Event]
    asked: list[contract.Prompt]
    outcome: contract.Outcome | None


def play_decision(
    game: AnyGame, match: Match, state: object, prompt: Prompt, decision: Decision | None
) -> PlayedDecision:
    """Let the rules play; None: the prompt's fallback. The state changes, nothing is written.

    Raises Refused, and RulesFailed for anything else the rules raise.
    """
    try:
        decision = decision or _find_fallback(game, state, prompt)
        events = game.play_decision(state, prompt.seat, decision)
        return PlayedDecision(decision, events, game.list_prompts(state), game.find_outcome(state))
    except Refused:
        raise
    except Exception as error:
        # The message could contain hidden information, so only the type is logged.
        log.error("rules failed: %s ply %s: %s", match, match.ply, type(error).__name__)
        raise RulesFailed(match) from error


def _find_fallback(game: AnyGame, state: object, prompt: Prompt) -> Decision:
    candidates = (
        p for p in game.list_prompts(state) if (p.seat, p.number) == (prompt.seat, prompt.number)
    )
    return next(candidates).fallback


def store_state(
    match: Match, game: AnyGame, state: object, outcome: contract.Outcome | None, now: datetime
) -> None:
    """Store the state after one more move, and the outcome if there is one, in the match object."""
    match.ply += 1
    match.state, match.revision = states.serialize_state(state), game.revision
    if outcome:
        match.status, match.finished_at = Status.FINISHED, now
        match.outcome = msgspec.to_builtins(outcome)


def build_move(
    match: Match,
    prompt: Prompt,
    result: PlayedDecision,
    *,
    source: str,
    key: str,
    now: datetime,
) -> Move:
    """Return the row of the move that has just been played, not saved yet."""
    return Move(
        match=match,
        prompt=prompt,
        ply=match.ply,
        seat=prompt.seat,
        decision=msgspec.to_builtins(result.decision),
        events=msgspec.to_builtins(result.events),
        source=source,
        key=key,
        edition=match.edition,
        played_at=now,
    )


def save_places(match: Match, outcome: contract.Outcome) -> None:
    """Save everybody's place and score."""
    for seat in match.seats.all():
        seat.place = outcome.places[seat.number]
        seat.score = outcome.scores[seat.number] if outcome.scores else None
        seat.save(update_fields=["place", "score"])


def save_snapshot(match: Match) -> None:
    """Save a snapshot of the state at this ply, for undo and for the history."""
    Snapshot.objects.create(
        match=match,
        ply=match.ply,
        state=match.state,
        edition=match.edition,
        revision=match.revision,
    )


def turn_of(game: AnyGame, state: object, seat: int) -> int | None:
    """Return the number of the current turn, None in a game that does not count turns."""
    if not any("turn" in topic.facts for topic in game.topics.values()):
        return None
    number: int = game.build_view(state, seat).turn
    return number


class Answer(Struct, frozen=True):
    """An automatic answer to the prompt in `row`; `standing` None: given by the rules."""

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


class ActiveOrders:
    """The active orders of a match while one answer after the other is played."""

    def __init__(self, game: AnyGame, standing: Iterable[Standing], now: datetime):
        self.game, self.now = game, now
        self.known = {order.id: order for order in standing}
        self.active = dict(self.known)
        self.followed: dict[UUID, int] = {}
        self.ended: dict[UUID, Order.Why] = {}

    def find_answer(
        self, state: object, rows: Iterable[Prompt], rules_prompts: Iterable[contract.Prompt]
    ) -> Answer | None:
        """Return the first automatic answer to one of `rows`, None if all are left to people."""
        prompts = {(prompt.seat, prompt.number): prompt for prompt in rules_prompts}
        for row in rows:
            prompt = prompts.get((row.seat, row.number))
            if prompt is None or prompt.answered is not None:
                continue
            if (decision := prompt.only_answer()) is not None:
                return Answer(row, decision, None)
            if (ordered_answer := self._find_ordered_answer(state, prompt)) is not None:
                return Answer(row, *ordered_answer)
        return None

    def _find_ordered_answer(
        self, state: object, prompt: contract.Prompt
    ) -> tuple[Decision, Standing] | None:
        for standing in [order for order in self.active.values() if order.seat == prompt.seat]:
            if (why := self._expiry_reason(standing, state, prompt)) is not None:
                self.end(standing, why)
                continue
            decision = orders.find_answer(standing.order, prompt)
            if decision == "ask":
                return None
            if decision is not None:
                return decision, standing
            if self._was_for_this_turn(standing, prompt):
                self.end(standing, Why.UNFIT)
        return None

    def _was_for_this_turn(self, standing: Standing, prompt: contract.Prompt) -> bool:
        """Return whether this begins the one turn for which the order was written."""
        topic, order = self.game.topics[prompt.question], standing.order
        if not topic.begins_turn or (order.term.kind, order.term.number) != ("times", 1):
            return False
        is_later = standing.turn != prompt.facts.get("turn", standing.turn)
        return is_later and all(rule.verb in topic.verbs for rule in order.rules)

    def _expiry_reason(
        self, standing: Standing, state: object, prompt: contract.Prompt
    ) -> Order.Why | None:
        """Return why the order ends when this is asked; None while it is valid."""
        if standing.valid_until is not None and standing.valid_until <= self.now:
            return Why.DATE
        kind = standing.order.term.kind
        if kind == "my_turn" and self.game.topics[prompt.question].begins_turn:
            same = standing.turn is not None and standing.turn == prompt.facts.get("turn")
            return None if same else Why.MY_TURN
        if kind == "this_turn" and standing.turn != turn_of(self.game, state, prompt.seat):
            return Why.TURN_OVER
        return None

    def add(self, standing: Standing | None) -> None:
        """Add an order that was just written, if there is one."""
        if standing is not None:
            self.known[standing.id] = self.active[standing.id] = standing

    def record_use(self, standing: Standing) -> None:
        """Record that the order was used once more."""
        times = self.followed[standing.id] = self.followed.get(standing.id, 0) + 1
        if standing.left is not None and times >= standing.left:
            self.end(standing, Why.USED_UP)

    def end(self, standing: Standing, why: Order.Why) -> None:
        """Deactivate the order."""
        self.active.pop(standing.id, None)
        self.ended[standing.id] = why

    def end_absence_orders(self, seat: int) -> None:
        """Deactivate the orders of the seat that apply until its player is back."""
        for standing in list(self.active.values()):
            if standing.seat == seat and standing.order.term.kind == "back":
                self.end(standing, Why.BACK)

    def list_refused_orders(self) -> list[Standing]:
        """Return the orders whose answer the rules refused, or that did not fit their turn."""
        whys = (Why.REFUSED, Why.UNFIT)
        return [self.known[pk] for pk, why in self.ended.items() if why in whys]

    def save(self, match: Match) -> None:
        """Save the changes to the orders."""
        ids = self.followed.keys() | self.ended.keys()
        if not ids:
            return
        for row in Order.objects.filter(match=match, pk__in=ids):
            times = self.followed.get(row.pk, 0)
            row.followed += times
            row.left = None if row.left is None else max(0, row.left - times)
            if row.pk in self.ended:
                row.active, row.why, row.ended_at = False, self.ended[row.pk], self.now
            row.save(update_fields=["followed", "left", "active", "why", "ended_at"])


class LockedMatch:
    """A locked match in play, and what has resulted from the answer so far."""

    def __init__(self, match: Match, context: DecisionContext, now: datetime):
        self.match, self.now, self.seats = match, now, context.seats
        self.game = GAMES[match.game]
        self.state = states.load_state(match)
        # The open prompts, and those of them that were opened here and are unanswered.
        self.rows = context.rows
        self.fresh: list[Prompt] = []
        # The rules' current prompts, None if they have to be computed.
        self.asked: list[contract.Prompt] | None = None
        self.active_orders = ActiveOrders(self.game, context.orders, now)
        self.is_open, self.concerned = False, set[int]()
        # The prompts that were open before, and the last ply with public events; None: there is
        # none.
        self.before = context.rows
        self.told: int | None = None

    def play(self, prompt: Prompt, decision: Decision | None, *, source: str, key: str) -> Move:
        """Play one answer and save it."""
        match, now = self.match, self.now
        result = play_decision(self.game, match, self.state, prompt, decision)
        before = self.seats[prompt.seat]
        if source in CHARGEABLE_SOURCES:
            self.seats[prompt.seat] = decision_rows.charge_bank(match, before, prompt, now=now)
        change = decision_rows.diff_prompts(match, self.seats, self.rows, result.asked, now=now)
        if source in CHARGEABLE_SOURCES and _ends_turn(prompt, change.opened):
            self.seats[prompt.seat] = decision_rows.add_increment(match, self.seats[prompt.seat])
        store_state(match, self.game, self.state, result.outcome, now)
        move = build_move(match, prompt, result, source=source, key=key, now=now)
        move.bank = before.bank
        answered_prompt = None if prompt.pk in change.closed else prompt.pk
        bank = self.seats[prompt.seat].bank
        decision_rows.write_move(
            match,
            move,
            answered_prompt=answered_prompt,
            closed_prompts=change.closed,
            new_prompts=change.opened,
            bank=None if bank == before.bank else bank,
        )
        if result.outcome:
            save_places(match, result.outcome)
            ratings.rate_ended_match(match, now=now)
        if result.outcome or match.ply % SNAPSHOT_EVERY == 0:
            save_snapshot(match)
        self._note(result.events, change.opened, prompt.seat)
        self.rows = [row for row in self.rows if row.pk not in change.closed] + change.opened
        closed_ids = {*change.closed, answered_prompt}
        self.fresh = [row for row in self.fresh if row.pk not in closed_ids] + change.opened
        self.asked = result.asked
        return move

    def follow(self, row: Prompt | None = None) -> None:
        """Play the automatic answers to new prompts, or to `row` if it is given."""
        rows = self.fresh if row is None else [row]
        for _ in range(MAX_FOLLOWED):
            answer = self.active_orders.find_answer(self.state, rows, self._list_rules_prompts())
            if answer is None:
                break
            self._follow(answer)
            rows = self.fresh
        self.active_orders.save(self.match)

    def _note(self, events: list[contract.Event], new_rows: list[Prompt], seat: int) -> None:
        """Record whose open pages are outdated: everybody's, or those of some seats."""
        is_told = any(event.audience is None for event in events)
        self.is_open |= bool(new_rows) or is_told
        self.told = self.match.ply if is_told else self.told
        self.concerned.update({seat}, *(event.audience or () for event in events))

    def find_rules_prompt(self, row: Prompt) -> contract.Prompt | None:
        """Return the rules' prompt for an open prompt's row; None if it is no longer asked."""
        key = (row.seat, row.number)
        prompts = self._list_rules_prompts()
        return next((prompt for prompt in prompts if (prompt.seat, prompt.number) == key), None)

    def _list_rules_prompts(self) -> list[contract.Prompt]:
        if self.asked is None:
            self.asked = self.game.list_prompts(self.state)
        return self.asked

    def _follow(self, answer: Answer) -> None:
        try:
            self.play(answer.row, answer.decision, source=answer.source, key=answer.key)
        except Refused as refusal:
            # The state may be half changed: continue from the one that was saved last.
            self.state, self.asked = states.load_state(self.match), None
            if answer.standing is None:
                raise states.RulesFailed(self.match) from refusal
            self.active_orders.end(answer.standing, Order.Why.REFUSED)
        else:
            if answer.standing is not None:
                self.active_orders.record_use(answer.standing)

    def announce(self, move: Move | None = None) -> None:
        """Queue the notifications about open prompts and events."""
        seats, door = None if self.is_open else self.concerned, move.source if move else ""
        change_marks.mark_match_changed(self.match.number, seats, source=door)
        refused_orders = self.active_orders.list_refused_orders()
        led_to = Consequences(move, self.fresh, refused_orders, self._events_for_programs())
        announcements.announce_moves(self.match, self.seats, led_to, now=self.now)

    def _events_for_programs(self) -> list[Fresh]:
        """Return the events for programs: the ply is included only if its events are public.

        Otherwise it could reveal something about sealed answers.
        """
        open_now = {row.pk for row in self.rows}
        closing_events = [
            event
            for row in self.before
            if row.pk not in open_now
            for event in player_events.at_seats(
                self.match, [self.seats[row.seat]], Kind.PROMPT_CLOSED, prompt=str(row.pk)
            )
        ]
        if self.told is not None:
            return closing_events + player_events.in_public(
                self.match, self.seats, Kind.MOVED, ply=self.told
            )
        seats = [self.seats[seat] for seat in sorted(self.concerned)]
        return closing_events + player_events.at_seats(self.match, seats, Kind.MOVED)


def _ends_turn(prompt: Prompt, new_rows: list[Prompt]) -> bool:
    """Return whether the turn passes to others: its seat has no other prompt that is not sealed."""
    return not prompt.sealed and all(row.sealed or row.seat != prompt.seat for row in new_rows)
