"""The texts of cards, generated from their data, so that text and rules cannot differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from games.engine import text

from ..rules.components import ACTIONS, CHARACTER, FRAGMENT, SEGMENT
from ..rules.schema import Action, Effect, Passive
from ..rules.vocabulary import GAINS
from .lexicon import AND, OR, STATS, TYPES, language_column, list_words
from .sentences import MEANINGS

# The words for a single one.
ONE = {
    "shards": ("Shard", "Éclat", "Splitter"),
    "foundations": ("Foundation", "Fondation", "Fundament"),
}
# The endings of a type before or behind one segment, and several.
TYPE_ENDINGS = (("", ""), ("", "s"), ("es", "e"))


def format_meaning(language: str, kind: str, **values: object) -> str:
    return text.format_phrase(MEANINGS, language, kind, **values)


def name_stat(code: str, language: str, many: int = 2) -> str:
    """Return the word for a counter or stat, of which there are `many`."""
    if many == 1 and code in ONE:
        return ONE[code][language_column(language)]
    return (
        list_words(language)[code]
        if code in ("wealth", "influence")
        else STATS[code][language_column(language)]
    )


def format_signed(number: int) -> str:
    """Return a number with its sign: “+1”, “−1”."""
    return f"{number:+d}".replace("-", "−")


def describe_amount(value: object, language: str, what: str = "") -> str:
    """Return a number, or how something is counted: “+1 Wealth per economic segment, at most 4”."""
    if not isinstance(value, Mapping):
        return str(value)
    per = value["per"]
    kind = TYPES[value["type"]][language_column(language)] if "type" in value else ""
    unit = format_meaning(language, f"per.{per}", type=kind)
    times = f"{value.get('times', 1)} {what}".rstrip()
    parts = [format_meaning(language, "per", times=times, counted=unit)]
    parts += [
        format_meaning(language, key, many=value[key]) for key in ("min", "max") if key in value
    ]
    return ", ".join(parts)


def describe_effect(effect: Effect, language: str) -> str:
    """Return one effect in words."""
    ((kind, value),) = effect.items()
    if kind in GAINS:
        key = "draw" if kind == "draw" else "ignore_attack" if kind == "ignore_attack" else "gain"
        many = value if isinstance(value, int) else 2
        what = "" if key != "gain" else name_stat(kind, language, many)
        if isinstance(value, Mapping):
            key = f"{key}.counted"
        elif value == 1 and f"{key}.one" in MEANINGS["en"]:
            key = f"{key}.one"
        amount = describe_amount(value, language, what)
        return format_meaning(language, key, what=what, many=amount)
    match kind:
        case "attack_action" if isinstance(value, Mapping):
            return format_meaning(language, "slaver")
        case "build_action":
            free = "" if value.get("needs_foundation", True) else ".free"
            return format_meaning(language, f"build{free}", discount=value.get("discount", 0))
        case "choose_one":
            return format_meaning(
                language, "choose_one", options=_describe_options(value, language)
            )
        case "opponent_chooses":
            return format_meaning(
                language, "opponent_chooses", options=_describe_options(value, language)
            )
        case "opponent_gives":
            what = (
                format_meaning(language, "mix")
                if value["what"] == "any_mix"
                else name_stat(value["what"], language)
            )
            return format_meaning(language, f"gives.{value['who']}", many=value["n"], what=what)
        case "exhaust_segment":
            return format_meaning(language, f"exhaust.{value['whose']}")
        case "add_location":
            key = f"{kind}.one" if value == 1 else kind
            return format_meaning(language, key, many=describe_amount(value, language))
    return format_meaning(language, kind)


def _describe_options(options: Sequence[Effect], language: str) -> str:
    options_with_numbers = [
        f"({n})\u00a0{describe_effect(option, language)}" for n, option in enumerate(options, 1)
    ]
    return text.join_words(options_with_numbers, OR[language_column(language)])


def describe_effects(many: Sequence[Effect], language: str) -> str:
    return ", ".join(describe_effect(effect, language) for effect in many)


def describe_action(action: Action, language: str) -> str:
    """Return an action: its star, its cost, its effects."""
    costs = [format_meaning(language, action.star)]
    for what, many in action.cost.items():
        if what in ("discard", "exhaust_own"):
            key = "cost.discard.one" if what == "discard" and many == 1 else f"cost.{what}"
            costs.append(format_meaning(language, key, many=many))
        else:
            costs.append(
                format_meaning(
                    language, "cost.pay", many=many, what=name_stat(what, language, many)
                )
            )
    return format_meaning(
        language, "action", cost=", ".join(costs), effects=describe_effects(action.effect, language)
    )


def describe_passive(passive: Passive, language: str) -> str:
    if passive.modify:
        by = format_signed(passive.by)
        return format_meaning(language, f"modify.{passive.modify}", by=by, many=-passive.by)
    kind = TYPES[passive.type][language_column(language)] if passive.type else ""
    key = f"when.{passive.when}.type" if kind else f"when.{passive.when}"
    return format_meaning(language, key, effects=describe_effects(passive.do, language), type=kind)


@cache
def describe_star_action(code: str, number: int, language: str) -> str:
    """Return the cost and the effects of one action of a card."""
    return describe_action(ACTIONS[code][number - 1], language)


@cache
def describe_character(code: str, language: str) -> str:
    """Return the actions of a Follower or Advisor."""
    return _describe_actions(CHARACTER[code].actions, language)


def _describe_actions(actions: Sequence[Action], language: str) -> str:
    if len(actions) == 1:
        return describe_action(actions[0], language)
    lines = (
        f"{n})\u00a0{describe_action(action, language)}" for n, action in enumerate(actions, 1)
    )
    return text.join_clauses(lines, language)


@cache
def describe_segment(code: str, language: str, *, with_price: bool = False) -> str:
    """Return the text of a segment: its type, price, Essence, modifiers and all effects."""
    card = SEGMENT[code]
    column = language_column(language)
    parts = [TYPES[card.type][column]]
    if with_price:
        parts.append(format_meaning(language, "costs", many=card.cost))
    if card.kind != "palace":
        parts.append(f"{card.essence} {STATS['essence'][column]}")
    parts += [
        format_meaning(language, "beside", many=format_signed(many), type=TYPES[kind][column])
        for kind, many in card.bonus.items()
    ]
    parts += [
        format_meaning(language, "income", many=many, what=name_stat(what, language, many))
        for what, many in card.income.items()
    ]
    if card.once:
        parts.append(
            format_meaning(language, "once", effects=describe_effects(card.once, language))
        )
    parts += [describe_passive(passive, language) for passive in card.passive]
    if card.actions:
        parts.append(_describe_actions(card.actions, language))
    return text.join_clauses(parts, language)


@cache
def describe_fragment(code: str, language: str) -> str:
    """Return the value, requirements and bonus of a fragment."""
    card = FRAGMENT[code]
    requirements = [describe_pattern(cells, language) for cells in card.patterns]
    if card.count:
        requirements.append(_describe_segments(card.count, language))
    for key, many in (("attacks", card.attacks), ("treaties", card.treaties)):
        if many:
            form = f"{key}.one" if many == 1 else key
            requirements.append(format_meaning(language, form, many=many))
    if card.spend:
        spent = [f"{many} {name_stat(what, language, many)}" for what, many in card.spend.items()]
        requirements.append(format_meaning(language, "spend", spent=_join_and(spent, language)))
    if card.monster:
        requirements.append(format_meaning(language, "monster", many=card.monster))
    return format_meaning(
        language,
        "fragment",
        value=card.value * "I",
        cost=f"{card.cost} {name_stat('influence', language)}",
        wanted=", ".join(requirements),
        bonus=describe_effects(card.bonus, language),
    )


def describe_pattern(cells: Sequence[tuple[int, int, str]], language: str) -> str:
    """Return a pattern in words: two segments, or rows from the top.

    In rows, “·” is a gap and “/” begins the next row.
    """
    rows = sorted({y for _, y, _ in cells}, reverse=True)
    if len(cells) == 2 and len(rows) == 1:
        type_counts = Counter(kind for _, _, kind in cells)
        return format_meaning(language, "pair", segments=_describe_segments(type_counts, language))
    column = language_column(language)
    types = {(x, y): TYPES[kind][column] for x, y, kind in cells}
    columns = range(min(x for x, _ in types), max(x for x, _ in types) + 1)
    lines = [" – ".join(types.get((x, y), "·") for x in columns).rstrip(" –·") for y in rows]
    return format_meaning(language, "row" if len(rows) == 1 else "rows", segments=" / ".join(lines))


def _describe_segments(counts: Mapping[str, int], language: str) -> str:
    """Return how many segments of which type; several types have one segment each."""
    many = max(counts.values())
    if "any" in counts:
        return format_meaning(language, "segments.any", many=many)
    ending = TYPE_ENDINGS[language_column(language)][many > 1]
    kinds = [f"{TYPES[kind][language_column(language)]}{ending}" for kind in counts]
    types = _join_and([kinds[0], *(f"1 {kind}" for kind in kinds[1:])], language)
    return format_meaning(
        language, "segments" if many > 1 else "segments.one", many=many, types=types
    )


def _join_and(parts: Sequence[str], language: str) -> str:
    return text.join_words(parts, AND[language_column(language)])


def describe_card_effects(code: str, language: str) -> str:
    """Return the effects of any card, "" for anything else."""
    if code in CHARACTER:
        return describe_character(code, language)
    if code in SEGMENT:
        return describe_segment(code, language)
    return describe_fragment(code, language) if code in FRAGMENT else ""
