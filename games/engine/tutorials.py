"""Play the script of a tutorial: see `Tutorial` in contract.py.

Nothing is stored: the position of every step follows from the script.
"""

from __future__ import annotations

from msgspec import Struct

from . import notation
from .contract import AnyGame, Decision, Event, Prompt, Refused, Step
from .legal_answers import copy_state

# The seat of whoever learns.
LEARNER = 0


class Lesson(Struct, frozen=True):
    """A step as it is played.

    state: the position at its start
    prompt: what the learner is asked there; None after the end
    answer: the move that leads on; None: there is nothing to do but to read
    events: what has happened since the step before
    """

    step: Step
    state: object
    prompt: Prompt | None
    answer: Decision | None
    events: tuple[Event, ...]


class BadTutorial(ValueError):
    """A script that does not fit its rules; the message names the step."""


def play_tutorial(game: AnyGame) -> list[Lesson]:
    """Return all steps of a game's tutorial. Raises BadTutorial."""
    assert game.tutorial is not None
    state = game.read_position(game.tutorial.position)
    lessons: list[Lesson] = []
    events: list[Event] = []
    for number, step in enumerate(game.tutorial.steps, start=1):
        prompt = _find_prompt(game, state, LEARNER)
        answer = None
        if step.answer:
            if prompt is None:
                raise BadTutorial(f"step {number}: the learner is asked nothing")
            answer = _read_answer(game, prompt, step.answer, number)
        lessons.append(Lesson(step, state, prompt, answer, tuple(events)))
        state, events = copy_state(game, state), []
        if answer is not None:
            events += game.play_decision(state, LEARNER, answer)
        events += _play_replies(game, state, step, number)
    lessons.append(Lesson(game.tutorial.ending, state, None, None, tuple(events)))
    return lessons


def _play_replies(game: AnyGame, state: object, step: Step, number: int) -> list[Event]:
    """Play what the script says about the other seats; return what happened."""
    events: list[Event] = []
    for seat, reply in step.replies:
        prompt = _find_prompt(game, state, seat)
        if prompt is None:
            raise BadTutorial(f"step {number}: seat {seat} is asked nothing")
        events += game.play_decision(state, seat, _read_answer(game, prompt, reply, number))
    return events


def _find_prompt(game: AnyGame, state: object, seat: int) -> Prompt | None:
    open_prompts = (prompt for prompt in game.list_prompts(state) if prompt.answered is None)
    return next((prompt for prompt in open_prompts if prompt.seat == seat), None)


def _read_answer(game: AnyGame, prompt: Prompt, reply: str, number: int) -> Decision:
    try:
        return notation.parse_decision(prompt, reply, notation.list_lexicons(game, "en"))
    except Refused as error:
        raise BadTutorial(f"step {number}: {error}") from error
