"""Doing what is to be done: the stack of tasks, and the questions they stop at.

A task is run from its beginning each time. It makes all its choices before it changes anything: a
choice that has no answer yet stops the run, the question is asked, and with the answer the task is
run again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine.contract import Argument, Decision, Event

from .state import Asked, State, Task

# Rulings end every chain; what needs more tasks in a row is an error in the rules.
MOST_TASKS = 2000

Args = dict[str, Argument]
NO = Decision("no")


class Asking(Exception):
    """A task needs an answer first."""

    def __init__(self, asked: Asked):
        super().__init__(asked.question)
        self.asked = asked


class EndlessEffects(AssertionError):
    """More effects in a row than any cards can cause."""


class Run:
    """One run over the tasks, up to the next question: what happens is told in `events`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.follow: list[Task] = []
        self.cursor = 0

    def tell(self, kind: str, *, reveals: bool = False, **args: Any) -> None:
        """Tell everybody what has happened."""
        self.events.append(Event(kind, args, reveals=reveals))

    def tell_only(self, seat: int, kind: str, **args: Any) -> None:
        """Tell one seat what the others may not know."""
        self.events.append(Event(kind, args, audience=(seat,), reveals=True))

    def then(
        self, op: str, seat: int, args: object = None, *, card: str = "", amount: int = 0
    ) -> None:
        """Do this next, after what was already put down in this task."""
        self.follow.append(Task(op, seat, args, card, amount))

    def effects(
        self, effects: Sequence[Any], seat: int, *, card: str = "", amount: int = 0
    ) -> None:
        """Do these effects next, in their order."""
        for effect in effects:
            for op, args in effect.items():
                self.follow.append(Task(op, seat, args, card, amount))

    # Choices ---------------------------------------------------------------------------------

    def choose(
        self,
        task: Task,
        question: str,
        offers: Sequence[Decision],
        *,
        by: int | None = None,
        optional: bool = False,
        always: bool = False,
    ) -> Decision | None:
        """Return which of `offers` a seat (who controls the task, if not `by`) has chosen.

        None if there is nothing to choose or it was declined. A single offer is not asked about,
        but for `optional` and `always`.
        """
        if not offers:
            return None
        if len(offers) == 1 and not optional and not always:
            return offers[0]
        said = self._said(task)
        if said is not None:
            decision = Decision(said[0], said[1])
            return None if decision.verb == "no" else decision
        seat = task.seat if by is None else by
        listed = [*offers, NO] if optional else list(offers)
        raise Asking(self._asked(task, question, [seat], [listed]))

    def choose_all(
        self, task: Task, question: str, offers: Mapping[int, Sequence[Decision]]
    ) -> dict[int, Decision]:
        """Return what each seat has chosen; all are asked together and answer sealed."""
        several = {seat: list(found) for seat, found in offers.items() if len(found) > 1}
        chosen = {seat: found[0] for seat, found in offers.items() if len(found) == 1}
        if several:
            said = self._said(task)
            if said is None:
                asked = self._asked(task, question, [*several], [*several.values()])
                asked.sealed = True
                raise Asking(asked)
            chosen |= {int(seat): Decision(verb, args) for seat, (verb, args) in said.items()}
        return {seat: chosen[seat] for seat in offers if seat in chosen}

    def choose_together(
        self, task: Task, question: str, offers: Sequence[Decision]
    ) -> Decision | None:
        """Return the choice of the group: the active, else starting player's, or the first that
        anybody gives (D-25, ruling A-06)."""
        if len(offers) < 2:
            return offers[0] if offers else None
        said = self._said(task)
        if said is not None:
            return Decision(said[0], said[1])
        state = self.state
        first = state.options.coop and state.options.group_decisions == "first_answer"
        seats = state.from_active() if first else state.from_active()[:1]
        asked = self._asked(task, question, seats, [list(offers) for _ in seats])
        asked.first = first
        raise Asking(asked)

    def _said(self, task: Task) -> Any:
        self.cursor += 1
        return task.said[self.cursor - 1] if self.cursor <= len(task.said) else None

    def _asked(
        self, task: Task, question: str, seats: list[int], offers: list[list[Decision]]
    ) -> Asked:
        about = {"card": task.card} if task.card else {}
        if task.op in EFFECTS:
            about["op"] = task.op
        return Asked(question, self.state.numbers + 1, seats, offers, about=about)


Step = Callable[[Run, Task], None]
# Row of the vocabulary, or step of the turn -> the function that does it.
EFFECTS: dict[str, Step] = {}
STEPS: dict[str, Step] = {}


def register_effect(function: Step) -> Step:
    """Let cards cause this: the function has the name of its row."""
    EFFECTS[function.__name__.rstrip("_")] = function
    return function


def register_step(function: Step) -> Step:
    """Let the sequence of play, or a cost, cause this."""
    STEPS[function.__name__] = function
    return function


def advance_to_prompt(run: Run, end: Callable[[Run], bool]) -> None:
    """Go on to the next question; `end` is looked at after every change and stops everything."""
    state = run.state
    for _ in range(MOST_TASKS):
        if state.asked is not None or not state.tasks:
            return
        task = state.tasks.pop()
        run.cursor = 0
        try:
            (EFFECTS.get(task.op) or STEPS[task.op])(run, task)
        except Asking as asking:
            run.follow.clear()
            state.tasks.append(task)
            state.asked = asking.asked
            state.numbers += len(state.seats)
            return
        if run.follow:
            state.tasks.extend(reversed(run.follow))
            run.follow.clear()
        if end(run):
            return
    raise EndlessEffects(state.tasks[-1].op)
