"""The table as plain text: everything a seat may see, in lines of at most 72 columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import text

from .card_texts import event_text, lower, overlord_text, upper
from .meanings import Speaker
from .names import index, name_of, quoted
from .phrases import PHRASES
from .sentences import LABELS
from .vocabulary import STACKS
from .words import words

View = Mapping[str, Any]
# So many cards of the graveyard are named.
NAMED = 8


def table(view: dict[str, Any], names: Sequence[str], language: str) -> str:
    """Return the view as plain text: the track, the middle, then every player, the viewer first."""
    first = view["you"] or 0
    many = len(view["seats"])
    blocks = [
        _turn(view, names, language),
        _track(view, language),
        _middle(view, language),
        *(_seat(view, (first + n) % many, names, language) for n in range(many)),
        _scores(view, names, language),
    ]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def label(language: str, kind: str, **values: object) -> str:
    """Return one of the labels of the table."""
    return LABELS[kind][index(language)].format(**values)


def _turn(view: View, names: Sequence[str], language: str) -> list[str]:
    if view["result"]:
        return [label(language, "over")]
    if view["turn"] == 0:
        lines = [label(language, "setup")]
        if view["dealt"]:
            cards = ", ".join(
                f"{quoted(card, language)} ({upper(card, language)})" for card in view["dealt"]
            )
            lines.append(text.paragraph(label(language, "dealt", cards=cards)))
        return lines
    name = names[max(view["active"], 0)]
    return [
        text.paragraph(label(language, "turn", turn=view["turn"], name=name, deck=view["deck"]))
    ]


def _track(view: View, language: str) -> list[str]:
    if view["result"] or view["turn"] == 0:
        return []
    lines = [label(language, "track")]
    for slot, space in enumerate(view["track"]):
        if space is None:
            lines.append("  " + label(language, "empty", slot=slot))
            continue
        kind = "creature" if "health" in space else "artifact"
        said = label(
            language,
            kind,
            slot=slot,
            card=quoted(space["card"], language),
            crystals=Speaker(language).many(space["cost"], "crystal"),
            health=space.get("health"),
            strength=space.get("strength"),
        )
        tokens = [
            label(language, f"tokens.{token}", n=space[token])
            for token in ("wounds", "rewards", "cerberus")
            if token in space
        ]
        lines.append(_hung(", ".join([said, *tokens]), "  "))
        lines += _printed(space["card"], language)
    return lines


def _printed(card: str, language: str) -> list[str]:
    """Return what both parts of a card say, where they say anything."""
    parts = (("above", upper(card, language)), ("below", lower(card, language)))
    return [_hung("- " + label(language, kind, text=said), "    ") for kind, said in parts if said]


def _middle(view: View, language: str) -> list[str]:
    lines = []
    if view["village"]:
        said = upper(view["village"], language)
        lines.append(label(language, "village", card=name_of(view["village"], language), text=said))
    if view["overlord"]:
        lines.append(_overlord(view, language))
    if view["threshold"] is not None:
        pool, threshold = view["pool"], view["threshold"]
        lines.append(label(language, "pool", pool=pool, threshold=threshold))
    if view["event"] and not view["result"]:
        said = event_text(view["event"], view["anger"], language)
        lines.append(label(language, "event", card=quoted(view["event"], language), text=said))
    if view["desert"]:
        side = PHRASES[view["desert"]][index(language)]
        lines.append(label(language, "desert", side=side))
    if view["graveyard"]:
        top = [quoted(card, language) for card in view["graveyard"][::-1]]
        shown = ", ".join(top[:NAMED]) + (" …" if len(top) > NAMED else "")
        lines.append(label(language, "graveyard", cards=shown))
    return [_hung(line) for line in lines]


def _overlord(view: View, language: str) -> str:
    shown = view["overlord"]
    card = name_of(shown["card"], language)
    if not shown["active"]:
        return label(language, "overlord.gone", card=card)
    coop = view["options"]["mode"] == "coop"
    said = overlord_text(shown["card"], "coop" if coop else "competitive", language)
    values = {key: shown[key] for key in ("health", "strength", "rewards", "hit_points")}
    return label(language, "overlord.coop" if coop else "overlord", card=card, text=said, **values)


def _seat(view: View, number: int, names: Sequence[str], language: str) -> list[str]:
    seat, speaker = view["seats"][number], Speaker(language)
    if not any(seat["stacks"].values()):
        return []
    head = label(
        language,
        "seat",
        name=names[number],
        attack=seat["attack"],
        defense=seat["defense"],
        crystals=speaker.many(seat["crystals"], "crystal"),
        wounds=speaker.many(seat["wound_count"], "wound"),
        points=speaker.many(seat["points"], "point"),
    )
    extra = [
        f"{speaker.noun(icon)} {seat[icon]}"
        for icon in ("weight", "speed", "slime", "undead", "pearls", "rewards")
        if seat.get(icon)
    ]
    lines = [_hung(", ".join([head, *extra]))]
    for stack in STACKS:
        lines += _stack(seat["stacks"][stack], stack, language)
    return lines


def _stack(cards: Sequence[str], stack: str, language: str) -> list[str]:
    """Return the top of a stack with its text, and the lower parts of the cards under it."""
    if not cards:
        return []
    word = words(language)[stack]
    said = ". ".join(filter(None, [upper(cards[-1], language), lower(cards[-1], language)])) or "–"
    card = quoted(cards[-1], language)
    lines = [_hung("- " + label(language, "top", stack=word, card=card, text=said), "  ")]
    if len(cards) > 1:
        under = []
        for card in cards[-2::-1]:
            said = lower(card, language)
            under.append(quoted(card, language) + (f" ({said})" if said else ""))
        lines.append(_hung("- " + label(language, "under", cards=", ".join(under)), "    "))
    return lines


def _hung(said: str, indent: str = "") -> str:
    """Wrap a line so that what is folded hangs below it, and is found again where there is room."""
    return text.paragraph(said, indent, hanging="    ")


def _scores(view: View, names: Sequence[str], language: str) -> list[str]:
    if view["scores"] is None:
        return []
    lexicon = words(language)
    lines = []
    for name, parts in zip(names, view["scores"], strict=True):
        told = ", ".join(
            label(language, "line", line=lexicon.get(code, code), points=points)
            for code, points in parts
            if points
        )
        total = sum(points for _, points in parts)
        lines.append(
            text.paragraph(label(language, "score", name=name, total=total, lines=told or "–"))
        )
    return lines
