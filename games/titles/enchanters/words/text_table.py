"""The board as plain text: everything a seat may see, in lines of at most 72 columns."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import text

from ..rules.view import OverlordView, SeatView, View
from ..rules.vocabulary import STACKS
from .card_texts import event_text, lower_text, overlord_text, upper_text
from .lexicon import list_words
from .meanings import Speaker
from .names import language_index, name_of, quote_name
from .phrases import PHRASES
from .sentences import LABELS

# Maximum number of cards of the graveyard listed by name.
MAX_NAMES = 8


def describe_table(view: View, names: Sequence[str], language: str) -> str:
    """Return the view as plain text: the track, the middle, then every player, the viewer first."""
    first = view.you or 0
    many = len(view.seats)
    blocks = [
        _describe_turn(view, names, language),
        _describe_track(view, language),
        _describe_common_area(view, language),
        *(_describe_seat(view, (first + n) % many, names, language) for n in range(many)),
        _describe_scores(view, names, language),
    ]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def format_label(language: str, kind: str, **values: object) -> str:
    """Return one of the labels of the text table, with minus signs in its numbers."""
    words = {
        name: text.format_number(value) if isinstance(value, int) else value
        for name, value in values.items()
    }
    return LABELS[kind][language_index(language)].format(**words)


def describe_token(kind: str, many: int, language: str) -> str:
    """Return tokens on a card in words: “1 wound”, “2 rewards”, “Cerberus”."""
    if kind == "cerberus":
        return format_label(language, "tokens.cerberus")
    return Speaker(language).many(many, kind)


def _describe_turn(view: View, names: Sequence[str], language: str) -> list[str]:
    if view.result:
        return [format_label(language, "over")]
    if view.turn == 0:
        lines = [format_label(language, "setup")]
        if view.dealt:
            cards = ", ".join(
                f"{quote_name(card, language)} ({upper_text(card, language)})"
                for card in view.dealt
            )
            lines.append(text.wrap_paragraph(format_label(language, "dealt", cards=cards)))
        return lines
    name = names[max(view.active, 0)]
    return [
        text.wrap_paragraph(
            format_label(language, "turn", turn=view.turn, name=name, deck=view.deck)
        )
    ]


def _describe_track(view: View, language: str) -> list[str]:
    if view.result or view.turn == 0:
        return []
    lines = [format_label(language, "track")]
    for slot, space in enumerate(view.track):
        if space is None:
            lines.append("  " + format_label(language, "empty", slot=slot))
            continue
        powers = space.powers
        kind = "creature" if powers else "artifact"
        line = format_label(
            language,
            kind,
            slot=slot,
            card=quote_name(space.card, language),
            crystals=Speaker(language).many(space.cost, "crystal"),
            health=powers and powers.health,
            strength=powers and powers.strength,
        )
        tokens = [describe_token(token, many, language) for token, many in space.list_tokens()]
        lines.append(_wrap_line(", ".join([line, *tokens]), "  "))
        lines += _describe_card_parts(space.card, language)
    return lines


def _describe_card_parts(card: str, language: str) -> list[str]:
    """Return the texts of both parts of a card, if they have any."""
    parts = (("above", upper_text(card, language)), ("below", lower_text(card, language)))
    return [
        _wrap_line("- " + format_label(language, kind, text=words), "    ")
        for kind, words in parts
        if words
    ]


def _describe_common_area(view: View, language: str) -> list[str]:
    lines = []
    if view.village:
        words = upper_text(view.village, language)
        lines.append(
            format_label(language, "village", card=name_of(view.village, language), text=words)
        )
    if view.overlord:
        lines.append(_describe_overlord(view.overlord, view.options.mode, language))
    if view.threshold is not None:
        pool, threshold = view.pool, view.threshold
        lines.append(format_label(language, "pool", pool=pool, threshold=threshold))
    if view.event and not view.result:
        words = event_text(view.event, view.anger, language)
        lines.append(
            format_label(language, "event", card=quote_name(view.event, language), text=words)
        )
    if view.desert:
        side = PHRASES[view.desert][language_index(language)]
        lines.append(format_label(language, "desert", side=side))
    if view.graveyard:
        top = [quote_name(card, language) for card in view.graveyard[::-1]]
        card_names = ", ".join(top[:MAX_NAMES]) + (" …" if len(top) > MAX_NAMES else "")
        lines.append(format_label(language, "graveyard", cards=card_names))
    return [_wrap_line(line) for line in lines]


def _describe_overlord(overlord: OverlordView, mode: str, language: str) -> str:
    card = name_of(overlord.card, language)
    if not overlord.active:
        return format_label(language, "overlord.gone", card=card)
    coop = mode == "coop"
    words = overlord_text(overlord.card, "coop" if coop else "competitive", language)
    kind = "overlord.coop" if coop else "overlord"
    return format_label(language, kind, card=card, text=words, **overlord.list_values())


def describe_seat_counts(seat: SeatView, points: int, language: str) -> str:
    """Return a player's main counters in words; `points` is the current or final score."""
    speaker = Speaker(language)
    return format_label(
        language,
        "counts",
        attack=seat.attack,
        defense=seat.defense,
        crystals=speaker.many(seat.crystals, "crystal"),
        wounds=speaker.many(seat.wound_count, "wound"),
        points=speaker.many(points, "point"),
    )


def _describe_seat(view: View, number: int, names: Sequence[str], language: str) -> list[str]:
    seat, speaker = view.seats[number], Speaker(language)
    if not any(seat.stacks.values()):
        return []
    head = format_label(
        language,
        "seat",
        name=names[number],
        counts=describe_seat_counts(seat, seat.points, language),
    )
    extra = [
        f"{speaker.noun(icon)} {seat.count(icon)}"
        for icon in ("weight", "speed", "slime", "undead", "pearls", "rewards")
        if seat.count(icon)
    ]
    lines = [_wrap_line(", ".join([head, *extra]))]
    for stack in STACKS:
        lines += _describe_stack(seat.stacks[stack], stack, language)
    return lines


def _describe_stack(cards: Sequence[str], stack: str, language: str) -> list[str]:
    """Return the top of a stack with its text, and the lower parts of the cards under it."""
    if not cards:
        return []
    word = list_words(language)[stack]
    words = (
        text.join_sentences(
            filter(None, [upper_text(cards[-1], language), lower_text(cards[-1], language)])
        )
        or "–"
    )
    card = quote_name(cards[-1], language)
    lines = [
        _wrap_line("- " + format_label(language, "top", stack=word, card=card, text=words), "  ")
    ]
    if len(cards) > 1:
        under = []
        for card in cards[-2::-1]:
            words = lower_text(card, language)
            under.append(quote_name(card, language) + (f" ({words})" if words else ""))
        lines.append(
            _wrap_line("- " + format_label(language, "under", cards=", ".join(under)), "    ")
        )
    return lines


def _wrap_line(line: str, indent: str = "") -> str:
    """Wrap a line with a hanging indent, which distinguishes continued lines from new ones."""
    return text.wrap_paragraph(line, indent, hanging="    ")


def _describe_scores(view: View, names: Sequence[str], language: str) -> list[str]:
    if view.scores is None:
        return []
    lexicon = list_words(language)
    lines = []
    for name, parts in zip(names, view.scores, strict=True):
        points_line = ", ".join(
            format_label(
                language, "line", line=lexicon.get(code, code), points=text.format_number(points)
            )
            for code, points in parts
            if points
        )
        total = text.format_number(sum(points for _, points in parts))
        lines.append(
            text.wrap_paragraph(
                format_label(language, "score", name=name, total=total, lines=points_line or "–")
            )
        )
    return lines
