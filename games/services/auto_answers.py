"""Who answers a question that has just been put: a standing order, the rules, or its seat.

An order sees what its owner would: the prompt's facts and, for the number of the turn, the view.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from msgspec import Struct

from games.engine import contract, orders
from games.engine.contract import AnyGame, Decision
from games.models import Match, Order, Prompt
from games.services.decision_rows import Standing

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
            if (decision := orders.only_answer(prompt)) is not None:
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
