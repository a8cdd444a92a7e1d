"""Run the stack of tasks up to the next question.

A task runs from its beginning each time. It makes all its choices before it changes anything: a
choice without an answer stops the run, the question is asked, and the task runs again with the
answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine.contract import Argument, Decision, Event

from .card_words import Line, Word, write_fields
from .state import OpenQuestion, State, Task

# Maximum number of tasks in a row. Rulings end every chain, so more are a bug in the
# rules.
MAX_TASKS = 2000

Args = dict[str, Argument]
NO = Decision("no")


class AnswerNeeded(Exception):
    """A task needs an answer before it can go on."""

    def __init__(self, question: OpenQuestion):
        super().__init__(question.question)
        self.asked = question


class EndlessEffects(AssertionError):
    """More effects in a row than any combination of cards can cause."""


class Run:
    """One run of the tasks up to the next question; `events` records what happens."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.follow: list[Task] = []
        self.cursor = 0

    def tell(self, kind: str, *, reveals: bool = False, **args: object) -> None:
        """Record an event that everybody can see."""
        self.events.append(Event(kind, args, reveals=reveals))

    def tell_only(self, seat: int, kind: str, **args: object) -> None:
        """Record an event that a single seat can see."""
        self.events.append(Event(kind, args, audience=(seat,), reveals=True))

    def then(self, op: str, seat: int, args: object = None, *, card: str = "") -> None:
        """Run this task next, after those already queued by the current task."""
        self.follow.append(Task(op, seat, args, card))

    def effects(
        self, effects: Sequence[Word], seat: int, *, card: str = "", amount: int = 0
    ) -> None:
        """Run these effects next, in this order."""
        for effect in effects:
            self.follow.append(Task(effect.word, seat, write_fields(effect), card, amount))

    def lines(self, lines: Sequence[Line], seat: int, *, card: str = "", amount: int = 0) -> None:
        """Run these effects next, which come from the arguments of a task."""
        for line in lines:
            for op, args in line.items():
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
        """Return which of `offers` a seat has chosen (`by`, or else the controller of the task).

        None if there is nothing to choose or it was declined. A single offer is not asked about,
        except with `optional` or `always`.
        """
        if not offers:
            return None
        if len(offers) == 1 and not optional and not always:
            return offers[0]
        answer = self._said(task)
        if answer is not None:
            return None if answer[0] == "no" else Decision(answer[0], answer[1])
        seat = task.seat if by is None else by
        all_offers = [*offers, NO] if optional else list(offers)
        raise AnswerNeeded(self._asked(task, question, [seat], [all_offers]))

    def choose_all(
        self, task: Task, question: str, offers: Mapping[int, Sequence[Decision]]
    ) -> dict[int, Decision]:
        """Return the choice of each seat; all are asked at the same time and answer sealed."""
        several = {
            seat: list(seat_offers) for seat, seat_offers in offers.items() if len(seat_offers) > 1
        }
        decisions = {
            seat: seat_offers[0] for seat, seat_offers in offers.items() if len(seat_offers) == 1
        }
        if several:
            answers = self._said(task)
            if answers is None:
                sealed_question = self._asked(task, question, [*several], [*several.values()])
                sealed_question.sealed = True
                raise AnswerNeeded(sealed_question)
            decisions |= {int(seat): Decision(verb, args) for seat, (verb, args) in answers.items()}
        return {seat: decisions[seat] for seat in offers if seat in decisions}

    def choose_together(
        self, task: Task, question: str, offers: Sequence[Decision]
    ) -> Decision | None:
        """Return the choice of the group (D-25, ruling A-06): its vote, that of the active player,
        else of the starting player, or the first that anybody gives."""
        if len(offers) < 2:
            return offers[0] if offers else None
        state = self.state
        if state.options.coop and state.options.group_decisions == "vote":
            return self._vote(task, question, offers)
        answer = self._said(task)
        if answer is not None:
            return Decision(answer[0], answer[1])
        first = state.options.coop and state.options.group_decisions == "first_answer"
        seats = state.from_active() if first else state.from_active()[:1]
        shared_question = self._asked(task, question, seats, [list(offers) for _ in seats])
        shared_question.first = first
        raise AnswerNeeded(shared_question)

    def _vote(self, task: Task, question: str, offers: Sequence[Decision]) -> Decision:
        """Return what most seats choose in secret; of equal numbers of votes that of the earlier
        voter, clockwise from the active player, else from the starting player."""
        seats = self.state.from_active()
        votes = self.choose_all(task, question, dict.fromkeys(seats, offers))
        ballots = [votes[seat] for seat in seats]
        return max(ballots, key=ballots.count)

    def _said(self, task: Task) -> Any:
        self.cursor += 1
        return task.said[self.cursor - 1] if self.cursor <= len(task.said) else None

    def _asked(
        self, task: Task, question: str, seats: list[int], offers: list[list[Decision]]
    ) -> OpenQuestion:
        about = {"card": task.card} if task.card else {}
        return OpenQuestion(question, self.state.numbers + 1, seats, offers, about=about)


Step = Callable[[Run, Task], None]
# Word of an effect, or step of the turn -> the function that carries it out.
EFFECTS: dict[str, Step] = {}
STEPS: dict[str, Step] = {}


def register_step(function: Step) -> Step:
    """Register a step of the sequence of play or of a cost under the name of its function."""
    STEPS[function.__name__] = function
    return function


def register_step_as(name: str) -> Callable[[Step], Step]:
    """Register a step under another name; states store it, so it never changes."""

    def register(function: Step) -> Step:
        STEPS[name] = function
        return function

    return register


def advance_to_prompt(run: Run, after_task: Callable[[Run], None]) -> None:
    """Run to the next question, or until nothing is left to do. `after_task` is called after every
    task of a match together, and once a match has a result."""
    state, follow = run.state, run.follow
    tasks, coop = state.tasks, state.options.coop
    if state.asked is not None:
        return
    for _ in range(MAX_TASKS):
        if not tasks:
            return
        task = tasks.pop()
        run.cursor = 0
        try:
            (STEPS.get(task.op) or EFFECTS[task.op])(run, task)
        except AnswerNeeded as needed:
            follow.clear()
            tasks.append(task)
            state.asked = needed.asked
            state.numbers += len(state.seats)
            return
        if follow:
            tasks += reversed(follow)
            follow.clear()
        if coop or state.result:
            after_task(run)
    raise EndlessEffects(state.tasks[-1].op)
