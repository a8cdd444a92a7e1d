"""Prompts as shown to their player, and their answers in words."""

from __future__ import annotations

from games.engine import notation
from games.engine.contract import Decision, Pick, View, name_players
from games.engine.contract import Prompt as Asked
from games.models import Prompt
from games.presentation import boards
from games.queries import matches
from games.queries.matches import Question
from games.titles import GAMES


def question_of(row: Prompt, language: str) -> Question | None:
    """Return the rules' prompt for the row, None if it is no longer asked."""
    table = matches.build_table(row.match, row.seat, language)
    return table.question if table.question and table.question.row.pk == row.pk else None


def describe_hint(game: str, decision: Decision, view: View, language: str) -> str:
    """Return what stands behind an answer where it is written: the places that its codes name, and
    its cost.

    A button of the page says the places in its label.
    """
    hint = GAMES[game].describe_cost(decision, view, language)
    page = boards.PAGES.get(game)
    if page is None or page.name_item is None:
        return hint
    codes = [value for value in decision.args.values() if isinstance(value, str)]
    places = [name for code in codes if (name := page.name_item(code, view, language))]
    new = [name for name in places if name not in hint]
    is_begun = len(new) < len(places)
    return ", ".join(filter(None, [hint, *new] if is_begun else [*new, hint]))


def name_places(game: str, prompt: Asked, view: View, language: str) -> dict[str, str]:
    """Return the places that a question is about in words, by their codes."""
    page = boards.PAGES.get(game)
    if page is None or page.name_item is None:
        return {}
    slots = [slot for choice in prompt.choices for slot in choice.slots if isinstance(slot, Pick)]
    values = [value for choice in prompt.choices for value in choice.args.values()]
    codes = [*values, *(item for slot in slots for item in slot.items)]
    names = {code: page.name_item(code, view, language) for code in codes if isinstance(code, str)}
    return {code: name for code, name in names.items() if name}


def words_of(question: Question, decision: Decision, language: str) -> str:
    """Return an answer in words with its cost: “recruit Sage with … – and pay 2 Pearls”."""
    match = question.row.match
    game = GAMES[match.game]
    table = matches.build_table(match, question.row.seat, language)
    view = name_players(table.view, table.names)
    hint = describe_hint(match.game, decision, view, language)
    answer = notation.format_decision(decision, game.list_words(language))
    return f"{answer} – {hint}" if hint else answer
