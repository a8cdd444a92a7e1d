"""Answers in the lines of an e-mail: to the prompt of its address, and to those that follow."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from functools import cache

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override
from msgspec import Struct

from games.emails.prompts import select_listed_answers
from games.engine import contract, impossible_answers, notation
from games.engine.contract import (
    AmbiguousDecision,
    Choice,
    Decision,
    ImpossibleDecision,
    Refused,
    UnreadableDecision,
    View,
    name_players,
)
from games.engine.notation import Lexicon, Tokens
from games.models import Match, Move, Player, Prompt, Status
from games.presentation import boards, errors_text, questions
from games.queries import matches, move_log, states
from games.replies import commands, consensus, foregone, rehearsal
from games.replies.consensus import Plan, Step
from games.replies.lines import natural_answers
from games.replies.lines.line_reader import LineReader
from games.replies.lines.question_words import CONTRACTED_PLACES, PLACES, Background
from games.services.play.decisions import StalePrompt, submit_decision
from games.titles import GAMES


class PlayedLine(Struct, frozen=True):
    """A line that was played; one that `is_foregone` came with the move of a line above."""

    line: str
    move: Move
    is_foregone: bool = False


class Left(Struct, frozen=True):
    """A line that was not played; `why` is the reason, "" if the line above has it."""

    line: str
    why: str


class PlayResult(Struct, frozen=True):
    """The result of the answers in an e-mail; `is_new` is False if it was processed before."""

    done: list[PlayedLine]
    left: list[Left]
    is_new: bool = True


def find_reader(prompt: Prompt, player: Player) -> LineReader | None:
    """Return the reader of lines for a prompt, None if it is over."""
    try:
        return build_reader(prompt, player)
    except StalePrompt:
        return None


# Prepositions of places, and how they are contracted with an article.
_CONTRACTIONS = {"fr": ("de", "du"), "de": ("von", "vom")}


def build_reader(prompt: Prompt, player: Player) -> LineReader:
    """Return the reader of lines for an open prompt. Raises StalePrompt if it is over."""
    match = prompt.match
    if is_over(prompt):
        with override(player.language):
            raise StalePrompt(matches.describe_closed_prompt(prompt, player.language))
    game = GAMES[match.game]
    state, key = states.load_state(match), (prompt.seat, prompt.number)
    state_prompt = next((p for p in game.list_prompts(state) if (p.seat, p.number) == key), None)
    if state_prompt is None:
        raise StalePrompt("That question is no longer asked.")

    @cache
    def build_view() -> View:
        view: View = game.build_view(state, prompt.seat)
        return name_players(view, matches.player_names(match))

    def describe_hint(decision: Decision) -> str:
        return questions.describe_hint(match.game, decision, build_view(), player.language)

    def describe_question() -> str:
        return game.describe_prompt(state_prompt, build_view(), player.language)

    options = states.offered_decisions(prompt, state_prompt)
    lexicons = _list_lexicons(match, player)
    page = boards.PAGES.get(match.game)
    if page is not None and page.name_item is not None:
        places = questions.name_places(match.game, state_prompt, build_view(), player.language)
        own = next(iter(lexicons.values()))
        lexicons[PLACES] = {**own, **places}
        if player.language in _CONTRACTIONS:
            contracted_places = {
                code: contract_preposition(place, player.language) for code, place in places.items()
            }
            lexicons[CONTRACTED_PLACES] = {**own, **contracted_places}

    verbs = commands.list_game_verbs(match.game, player.language)

    def explain_line(line: str, tokens: Tokens) -> ImpossibleDecision | None:
        ways = (tokens, *natural_answers.iter_word_orders(tokens, verbs))
        vocabularies = list(lexicons.values())
        return impossible_answers.explain_line(
            game, state_prompt, line, vocabularies, build_view, ways=ways
        )

    names = commands.list_game_names(match.game, player.language)

    def is_request(piece: str) -> bool:
        return commands.is_request(piece, match.game, player.language)

    def is_listed_whole() -> bool:
        question = matches.build_question(prompt, state, build_view(), player.language)
        return question is None or len(select_listed_answers(question)) == len(options)

    background = Background(
        describe_hint, describe_question, explain_line, verbs, names, is_request, is_listed_whole
    )
    return LineReader(state_prompt, options, lexicons, background)


def contract_preposition(place: str, language: str) -> str:
    """Return a place with the preposition as it is contracted with an article.

    >>> contract_preposition("à gauche de Palais de la Bourse", "fr")
    'à gauche du Palais de la Bourse'
    """
    whole, contraction = _CONTRACTIONS[language]
    return re.sub(rf"\b{whole}\b", contraction, place, count=1)


def _list_lexicons(match: Match, player: Player) -> dict[str, Lexicon]:
    """Return the words of the match's game by language: the player's own first, then English."""
    languages = dict.fromkeys((player.language, "en"))
    return {language: GAMES[match.game].list_words(language) for language in languages}


def is_over(prompt: Prompt) -> bool:
    """Return whether a prompt can no longer be answered."""
    return prompt.closed_at is not None or prompt.match.status != Status.RUNNING


def prepare_answers(
    prompt: Prompt,
    player: Player,
    lines: Sequence[str],
    message_id: str,
    *,
    reader: LineReader | None,
    below: Sequence[str] = (),
) -> Callable[[], PlayResult]:
    """Return a function that plays the answer to the prompt, and then the actions that follow it.

    Every further action answers the next prompt of the same seat, also where something was revealed
    meanwhile: whoever writes more than one knows that. Playing stops where somebody else has a
    prompt or a line is no answer. Two lines that answer the first prompt differently are both
    refused, unless the second can follow the first; what follows a semicolon is always a next
    answer. `reader` is that of the prompt, None if it is over; `below` are lines that cannot
    answer. Raises Refused before anything is done, and so does the returned function.
    """
    # An e-mail sent to the addresses of two prompts is not one answer to both.
    key = f"{message_id[:150]} {prompt.pk.hex}"
    if prompt.closed_at or prompt.answered_at:
        move = prompt.match.moves.filter(key=key).first()
        if move is not None:
            return lambda: PlayResult(
                [PlayedLine(lines[0] if lines else "", move)], [], is_new=False
            )
    reader = reader or build_reader(prompt, player)
    verbs = commands.get_game_verbs(prompt.match.game, player.language)
    plan = consensus.choose_answer(lines, reader, verbs, below=below)
    return lambda: _play_plan(prompt, player, plan, key)


def _play_plan(prompt: Prompt, player: Player, plan: Plan, key: str) -> PlayResult:
    rival = next((step.line for step in plan.steps if step.rival), None)
    if rival and not rehearsal.can_follow(prompt, plan, _list_lexicons(prompt.match, player)):
        for step in itertools.takewhile(lambda step: not step.rival, plan.steps):
            if step.is_unread:
                line = notation.shorten_line(step.line)
                raise UnreadableDecision("“{line}” is not one of the answers.", line=line)
        raise AmbiguousDecision(
            "“{line}” and “{other}” are two answers.", line=plan.line, other=rival
        )
    played_lines = [
        PlayedLine(plan.line, _submit_answer(prompt.token, player, plan.reading.decision, key))
    ]
    return PlayResult(played_lines, _play_on(prompt, player, plan.steps, played_lines, key))


def _submit_answer(token: str, player: Player, decision: Decision, key: str) -> Move:
    now = timezone.now()
    return submit_decision(token, decision, source="email", key=key, by=player.pk, now=now)


def _play_on(
    prompt: Prompt, player: Player, steps: Sequence[Step], played_lines: list[PlayedLine], key: str
) -> list[Left]:
    """Play the steps that follow, appending to `played_lines`; return those that are left."""
    for at, step in enumerate(steps):
        match = Match.objects.get(pk=prompt.match_id)
        if move := _find_automatic_move(match, player, step.line, played_lines[-1].move):
            played_lines.append(PlayedLine(step.line, move))
            continue
        row = match.prompts.filter(seat=prompt.seat, closed_at=None, answered_at=None).first()
        why = _why_to_stop(match, prompt.seat, played_lines[-1].move.ply - 1)
        if row is not None:
            row.match = match
        if row is None and _only_ends(step.line, match.game, player.language):
            # The turn has ended by itself.
            continue
        if row is None:
            why = why or _("You have no decision to make now.")
        elif not why:
            try:
                played_lines.append(
                    PlayedLine(step.line, _play_step(row, player, step, f"{key} {at + 2}"))
                )
                continue
            except Refused as refusal:
                why = errors_text.describe_refusal(refusal, match.game)
        if _was_foregone(step.line, match, player, played_lines):
            played_lines.append(PlayedLine(step.line, played_lines[-1].move, is_foregone=True))
            continue
        return [Left(step.line, why), *(Left(other.line, "") for other in steps[at + 1 :])]
    return []


def _only_ends(line: str, game: str, language: str) -> bool:
    """Return whether a line only ends the turn: “then end my turn”."""
    verbs = frozenset(verb[0] for verb, _ in commands.list_game_verbs(game, language))
    tokens = natural_answers.cut_around(notation.tokenize_line(line), verbs)
    ends = natural_answers.ENDING - natural_answers.DECLINES
    return bool(tokens) and tokens[0] in ends and natural_answers.TURN.issuperset(tokens[1:])


def _was_foregone(
    line: str, match: Match, player: Player, played_lines: Sequence[PlayedLine]
) -> bool:
    """Return whether the rules did what a line names with the last answer; each counts once."""
    if any(before.is_foregone and before.line == line for before in played_lines):
        return False
    lexicons = _list_lexicons(match, player)
    return foregone.was_done_with(played_lines[-1].move, match, line, lexicons)


def _find_automatic_move(match: Match, player: Player, line: str, last_move: Move) -> Move | None:
    """Return the move behind `last_move` that a line asks for; None if there is none.

    An answer without an alternative, such as the end of a turn, is played before its line is read.
    """
    for move in match.moves.filter(seat=last_move.seat, ply__gt=last_move.ply).order_by("ply"):
        decision = states.parse_stored_decision(move.decision)
        choices = (Choice(decision.verb, decision.args),)
        prompt = contract.Prompt(last_move.seat, "", 0, choices, decision)
        try:
            LineReader(prompt, (), _list_lexicons(match, player)).read(line)
        except Refused:
            continue
        return move
    return None


def _play_step(prompt: Prompt, player: Player, step: Step, key: str) -> Move:
    reading = build_reader(prompt, player).read(step.line)
    if reading.by_number:
        raise AmbiguousDecision("A number only answers the first question; write the words.")
    return _submit_answer(prompt.token, player, reading.decision, key)


def _why_to_stop(match: Match, seat: int, after: int) -> str:
    """Return why no answer counts after the last one, which was played after ply `after`.

    "" if nothing prevents further answers.
    """
    moves = list(match.moves.filter(ply__gt=after))
    if any(move_log.events_for(move, seat) for move in moves if move.seat != seat):
        return _("Another player decides before that.")
    # Whether they have answered must not matter, because it is secret while the prompt is sealed.
    open_prompts = match.prompts.filter(closed_at=None)
    if not open_prompts.exclude(seat=seat).exists():
        return ""
    if open_prompts.filter(seat=seat).exists():
        return _("Another player decides before that.")
    return _("After that, it is another player’s turn.")
