"""Judge whether two lines of an e-mail can be actions one after the other, without playing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha256

from games.engine import contract, notation
from games.engine.chance import Chance
from games.engine.contract import AnyGame, Choice, Decision, Refused, View
from games.engine.notation import Lexicon
from games.models import Prompt
from games.presentation import questions
from games.queries import states
from games.replies.consensus import Plan, Step
from games.replies.lines.line_reader import LineReader
from games.replies.lines.question_words import Background
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
        successes = sum(
            _try_steps(game, game.imagine_state(state, prompt.seat, chance), prompt, plan, lexicons)
            for chance in _iter_chances()
        )
    return 2 * successes > SAMPLES


def _iter_chances() -> Iterator[Chance]:
    """Yield the same chances each time, so that what the seat sees alone decides the judgement."""
    for number in range(SAMPLES):
        yield Chance(sha256(f"rehearsal {number}".encode()).digest())


def _try_steps(
    game: AnyGame, table: object, prompt: Prompt, plan: Plan, lexicons: dict[str, Lexicon]
) -> bool:
    """Play the answer and its steps on a table; return whether the first rival has its turn."""
    game.play_decision(table, prompt.seat, plan.reading.decision)
    for step in plan.steps:
        for forced_prompt in _iter_forced(game, table):
            if forced_prompt.seat == prompt.seat and _reads_as(step, forced_prompt, lexicons):
                return True
        prompts = [
            open_prompt for open_prompt in game.list_prompts(table) if open_prompt.answered is None
        ]
        if len(prompts) != 1 or prompts[0].seat != prompt.seat:
            return False
        background = _build_background(game, prompt, table, next(iter(lexicons)))
        options = prompts[0].list_offered_decisions()
        reader = LineReader(prompts[0], options, lexicons, background)
        try:
            reading = reader.read(step.line)
        except Refused:
            # “buy Spy” below “buy Sage” is meant as a second purchase, though money ran out.
            is_same = prompts[0].question == prompt.question
            return is_same and bool(reader.find_verbs(notation.tokenize_line(step.line)))
        if step.rival:
            return reading.in_full
        game.play_decision(table, prompt.seat, reading.decision)
    return False


def _build_background(game: AnyGame, prompt: Prompt, table: object, language: str) -> Background:
    """Return what a reader knows of the hints on a table, which are those of the seat's view."""

    @cache
    def build_view() -> View:
        view: View = game.build_view(table, prompt.seat)
        return view

    def describe_hint(decision: Decision) -> str:
        return questions.describe_hint(prompt.match.game, decision, build_view(), language)

    return Background(describe_hint)


def _iter_forced(game: AnyGame, table: object) -> Iterator[contract.Prompt]:
    """Play answers without an alternative, as the service does; yield them as prompts."""
    for _ in range(MAX_AUTOMATIC):
        prompts: Sequence[contract.Prompt] = game.list_prompts(table)
        forced_answers = [
            (open_prompt, open_prompt.only_answer())
            for open_prompt in prompts
            if open_prompt.answered is None
        ]
        prompt, answer = next(
            ((open_prompt, only) for open_prompt, only in forced_answers if only), (None, None)
        )
        if prompt is None or answer is None:
            return
        game.play_decision(table, prompt.seat, answer)
        yield contract.Prompt(prompt.seat, "", 0, (Choice(answer.verb, answer.args),), answer)


def _reads_as(step: Step, prompt: contract.Prompt, lexicons: dict[str, Lexicon]) -> bool:
    try:
        LineReader(prompt, (), lexicons).read(step.line)
    except Refused:
        return False
    return True
