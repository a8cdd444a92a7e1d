"""The descriptions of the components on the board, and a summary of the whole board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine import text

from ..rules.components import LORDS, RACE, REWARDS, THREAT_REWARDS
from ..words.lexicon import describe_location_scoring, describe_lord_power, list_words
from ..words.names import exploration_card_name, language_column
from ..words.questions import LABELS
from ..words.story import format_counted_noun
from ..words.text_table import cost_for, describe_races
from .scene import Scene

MAX_CHARACTERS = 200


def describe_lord(scene: Scene, code: str, *, is_offered: bool = False) -> str:
    """Return the printed text of a Lord; with `is_offered`, at its current cost for the viewer."""
    guild = list_words(scene.language)[LORDS[code].guild]
    says = describe_lord_text(scene, code, is_offered=is_offered)
    return text.join_head(f"{scene.name(code)} ({guild})", says, scene.language)


def describe_lord_text(scene: Scene, code: str, *, is_offered: bool = False) -> str:
    """Return the text of a Lord beside name and guild; `is_offered` as in describe_lord()."""
    lord, language = LORDS[code], scene.language
    races = describe_races(code, language)
    cost = str(lord.cost)
    if is_offered and cost_for(scene.view, code) != lord.cost:
        cost = format_table_label(scene, "for_you", cost=cost, yours=cost_for(scene.view, code))
    parts = [format_table_label(scene, "costs", cost=cost, races=races)]
    if keys := scene.keys_of(code):
        parts.append(format_counted_noun(keys, "key", language))
    parts.append(format_counted_noun(lord.influence, "influence", language))
    return f"{', '.join(parts)}. {describe_lord_power(code, language)}".strip()


def describe_location(scene: Scene, code: str) -> str:
    """Return a Location and its scoring."""
    says = f"{describe_location_scoring(code, scene.language)}."
    return text.join_head(scene.name(code), says, scene.language)


def describe_ally(scene: Scene, code: str) -> str:
    """Return the name of an Exploration card."""
    return exploration_card_name(code, scene.language)


def describe_threat_space(scene: Scene, space: int) -> str:
    """Return a space of the Threat track and its rewards."""
    lexicon = list_words(scene.language)
    takes = [lexicon[take] for take in THREAT_REWARDS[space]]
    last = ("or", "ou", "oder")[language_column(scene.language)]
    return format_table_label(scene, "threat", threat=space) + text.join_words(takes, last)


def describe_holdings(scene: Scene, number: int) -> str:
    """Return a player's possessions, in numbers."""
    seat = scene.view.seats[number]
    return ", ".join(
        (
            format_counted_noun(seat.pearls, "pearls", scene.language),
            format_counted_noun(seat.keys, "keys", scene.language),
            format_counted_noun(seat.hand_size, "cards", scene.language),
            format_counted_noun(seat.monster_token_count, "tokens", scene.language),
        )
    )


def describe_current_turn(scene: Scene) -> str:
    """Return whose turn it is, or that the match is over."""
    view = scene.view
    if view.scores is not None:
        return format_table_label(scene, "over")
    return format_table_label(scene, "turn", turn=view.turn, name=scene.player(view.active))


def last_round(scene: Scene) -> str:
    """Return the warning of the last round; "" before it and after the end."""
    view = scene.view
    if view.scores is not None or view.ended_by is None:
        return ""
    return format_table_label(scene, "last_round", name=scene.player(view.ended_by))


def summarize_table(scene: Scene) -> str:
    """Return the board in at most 200 characters: the turn, then the scores or the viewer's seat,
    then the middle."""
    view = scene.view
    parts = [f"Abyss. {describe_current_turn(scene)}"]
    if view.scores is not None:
        parts.append(", ".join(_list_score_totals(scene)) + ".")
    elif view.you is not None:
        holds = f"{describe_holdings(scene, view.you)}."
        parts.append(text.join_head(scene.player(view.you), holds, scene.language))
    parts.append(_format_name_list(scene, "court", [scene.name(code) for code in view.court]))
    parts.append(
        _format_name_list(scene, "locations", [scene.name(code) for code in view.location_offer])
    )
    summary = parts[0]
    for part in parts[1:]:
        if part and len(summary) + 1 + len(part) <= MAX_CHARACTERS:
            summary += f" {part}"
    return summary if len(summary) <= MAX_CHARACTERS else summary[: MAX_CHARACTERS - 1] + "…"


def _format_name_list(scene: Scene, code: str, names: Sequence[str]) -> str:
    if not names:
        return ""
    return text.join_head(scene.word(code), f"{', '.join(names)}.", scene.language)


def _list_score_totals(scene: Scene) -> list[str]:
    scores = scene.view.scores or []
    return [
        f"{scene.player(number)} {sum_score_lines(parts)}" for number, parts in enumerate(scores)
    ]


def sum_score_lines(parts: Sequence[Sequence[Any]]) -> int:
    """Return the sum of the lines of a score."""
    return sum(points for _, points in parts)


def find_winning_seats(scene: Scene) -> list[int]:
    """Return the seats with the best score, then Pearls, then Lord; none before the end."""
    if scene.view.scores is None:
        return []
    ranks = []
    for seat, parts in zip(scene.view.seats, scene.view.scores, strict=True):
        best = max((LORDS[lord.id].influence for lord in seat.lords), default=0)
        ranks.append((sum_score_lines(parts), seat.pearls, best))
    return [number for number, rank in enumerate(ranks) if rank == max(ranks)]


def hand_order(code: str) -> tuple[int, int]:
    """Return the sort key of a card in a hand: race by race, the highest value first."""
    return list(dict.fromkeys(RACE.values())).index(RACE[code]), -int(code[-1])


def reward_parts(space: int) -> tuple[int, int]:
    """Return the keys of a Threat space, and the number of Pearls or tokens to choose in
    addition."""
    pearls, tokens, keys = REWARDS[THREAT_REWARDS[space][0]]
    return keys, pearls + tokens


def format_table_label(scene: Scene, kind: str, **values: object) -> str:
    """Return one of the labels of the text table."""
    return text.format_phrase(LABELS, scene.language, kind, **values)
