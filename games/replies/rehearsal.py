"""Judge whether two lines of an e-mail can be actions one after the other, without playing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from games.engine import contract, notation
from games.engine.chance import Chance
from games.engine.contract import AnyGame, Choice, Refused
from games.engine.notation import Lexicon
from games.models import Prompt
from games.queries import states
from games.replies.consensus import Plan, Step
from games.replies.lines.line_reader import LineReader
from games.titles import GAMES

# Number of positions on which a sequence is tried; it must work on most of them.
SAMPLES = 9
# Maximum number of answers without an alternative between two lines.
MAX_AUTOMATIC = 50


def can_follow(prompt: Prompt, plan: Plan, lexicons: dict[str, Lexicon]) -> bool:
    """Return whether the first step that rivals the answer can be an action after it.

    The steps are tried on positions that the seat cannot distinguish from the real one: a refusal
    must not depend on hidden cards, because it would tell them for nothing. Raises RulesFailed.
    """
    game, state = GAMES[prompt.match.game], states.load_state(prompt.match)
    with states.convert_rules_errors(prompt.match):
        worked = sum(
            _try_steps(game, game.imagine_state(state, prompt.seat, chance), prompt, plan, lexicons)
            for chance in _iter_chances()
        )
    return 2 * worked > SAMPLES


def _iter_chances() -> Iterator[Chance]:
    """Yield the same chances each time, so that what the seat sees alone decides the judgement."""
    for number in range(SAMPLES):
        yield Chance(sha256(f"rehearsal {number}".encode()).digest())


def _try_steps(
    game: AnyGame, table: Any, prompt: Prompt, plan: Plan, lexicons: dict[str, Lexicon]
) -> bool:
    """Play the answer and its steps on a table; return whether the first rival has its turn."""
    game.play_decision(table, prompt.seat, plan.reading.decision)
    for step in plan.steps:
        for forced in _iter_forced(game, table):
            if forced.seat == prompt.seat and _reads_as(step, forced, lexicons):
                return True
        asked = [one for one in game.list_prompts(table) if one.answered is None]
        if len(asked) != 1 or asked[0].seat != prompt.seat:
            return False
        reader = LineReader(asked[0], asked[0].list_offered_decisions(), lexicons)
        try:
            reading = reader.read(step.line)
        except Refused:
            # “buy Spy” below “buy Sage” is meant as a second purchase, though money ran out.
            is_same = asked[0].question == prompt.question
            return is_same and bool(reader.find_verbs(notation.tokenize_line(step.line)))
        if step.rival:
            return reading.in_full
        game.play_decision(table, prompt.seat, reading.decision)
    return False


def _iter_forced(game: AnyGame, table: Any) -> Iterator[contract.Prompt]:
    """Play answers without an alternative, as the service does; yield them as prompts."""
    for _ in range(MAX_AUTOMATIC):
        asked: Sequence[contract.Prompt] = game.list_prompts(table)
        forced = [(one, one.only_answer()) for one in asked if one.answered is None]
        prompt, answer = next(((one, only) for one, only in forced if only), (None, None))
        if prompt is None or answer is None:
            return
        game.play_decision(table, prompt.seat, answer)
        yield contract.Prompt(prompt.seat, "", 0, (Choice(answer.verb, answer.args),), answer)


def _reads_as(step: Step, forced: contract.Prompt, lexicons: dict[str, Lexicon]) -> bool:
    try:
        LineReader(forced, (), lexicons).read(step.line)
    except Refused:
        return False
    return True
