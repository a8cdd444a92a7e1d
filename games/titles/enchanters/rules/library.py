"""Read the card files; errors name file, card and field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from games.engine.scenario_fields import Fields, suggest_nearest

from . import card_checks as checks
from . import vocabulary as words
from .abilities import read_abilities, read_ability, read_action, read_part
from .card_checks import Problems, WrongCard, check_keys
from .designs import Ability, Design, EventLine, Kingdom, Part, Side
from .effect import Effect

LANGUAGES = ("en", "fr", "de")
# Matches that were dealt before a box came are played with the earlier ones.
BOXES = (1, 2)

FILE_KEYS = ("set", "status", "box", "kingdom", "cards")
KINGDOM_KEYS = ("id", "name", "fr", "de", "village", "overlord", "banner", "class", "beginners") + (
    "theme",
)
CARD_KEYS = ("id", "kind", "tier", "name", "fr", "de", "copies", "two_player_copies", "stats") + (
    ("upper", "lower", "abilities", "setup", "stack", "kingdom", "invasion", "challenge", "static")
    + ("reward", "coop", "coop_only", "anger", "overlord")
)

# The codes of a card, and of a kingdom.
CARD_CODE, KINGDOM_CODE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+"), re.compile(r"[a-z][a-z0-9_]*")


class Book(msgspec.Struct):
    """Everything read: designs by id, kingdoms by id, both in file order.

    A card with errors is among the designs without its text, so that the structure of its kingdom
    is checked all the same. `unread` are cards of which that much cannot be read, and their
    kingdoms.
    """

    designs: dict[str, Design]
    kingdoms: dict[str, Kingdom]
    unread: set[str] = msgspec.field(default_factory=set)


def read_folder(folder: Path, book: Book | None = None) -> Book:
    """Read every card file of a folder into a book. Raises WrongCard with file, card and field of
    each error."""
    book, problems = book or Book({}, {}), Problems()
    for path in sorted(folder.glob("*.yaml")):
        with problems:
            read_file(book, path.read_text(encoding="utf-8"), path.name)
    problems.report()
    return book


def read_file(book: Book, text: str, name: str) -> None:
    """Add one card file to the book. Raises WrongCard with all errors of the file."""
    try:
        data = msgspec.yaml.decode(text)
    except msgspec.DecodeError as error:
        raise WrongCard(f"{name}: this is no YAML: {error}") from None
    problems, kingdom, box = Problems(), "", 1
    with problems:
        check_keys(data, FILE_KEYS, name)
    if not isinstance(data, Mapping):
        problems.report()
    if data.get("status") != "authored":
        problems.messages.append(f"{name}: status: say `authored`: the values are our own")
    with problems:
        box = _read_box(data, name)
    with problems:
        if "kingdom" in data:
            new_kingdom = _read_kingdom(data["kingdom"], box, f"{name}: kingdom")
            if new_kingdom.id in book.kingdoms:
                raise WrongCard(f"{name}: kingdom: id: there is a kingdom of this name")
            kingdom = new_kingdom.id
            book.kingdoms[kingdom] = new_kingdom
    cards = data.get("cards") or []
    if not isinstance(cards, list):
        problems.messages.append(f"{name}: cards: this must be a list")
        problems.report()
    for place, card in enumerate(cards):
        where = f"{name}: card {place + 1}"
        if isinstance(card, Mapping) and isinstance(card.get("id"), str):
            where = f"{name}: {card['id']}"
        with problems:
            _add_card(book, card, kingdom, box, where)
    problems.report()


def _read_box(data: Mapping[str, object], name: str) -> int:
    box = data.get("box", 1)
    if box not in BOXES or isinstance(box, bool):
        raise WrongCard(f"{name}: box: say one of {', '.join(map(str, BOXES))}")
    return int(box)


def _add_card(book: Book, card: object, kingdom: str, box: int, where: str) -> None:
    try:
        design = read_card(card, kingdom, where, box)
        if not CARD_CODE.fullmatch(design.id):
            raise WrongCard(f"{where}: id: {design.id!r} is no code like trolls.club")
        if design.id in book.designs:
            raise WrongCard(f"{where}: id: there are two cards of this name")
    except WrongCard:
        outline = _outline_card(card, kingdom)
        if outline is not None and outline.id not in book.designs:
            book.designs[outline.id] = outline
        else:
            book.unread |= {kingdom, str(card.get("id")) if isinstance(card, Mapping) else ""}
        raise
    book.designs[design.id] = design


def _outline_card(card: object, kingdom: str) -> Design | None:
    """Return a card with errors as far as it counts in the structure of its kingdom; None if that
    cannot be read."""
    if not isinstance(card, Mapping):
        return None
    kind, tier = card.get("kind"), card.get("tier", "")
    copies = [card.get("copies", 1), card.get("two_player_copies", 0)]
    if not isinstance(card.get("id"), str) or any(type(many) is not int for many in copies):
        return None
    if kind not in words.KINDS or tier not in ("", *words.TIERS):
        return None
    return Design(card["id"], kind, {}, kingdom, tier, *copies)


def _read_names(data: Mapping[str, object], where: str) -> dict[str, str]:
    problems, names = Problems(), {}
    for key, language in (("name", "en"), ("fr", "fr"), ("de", "de")):
        name = data.get(key)
        if isinstance(name, str) and name.strip():
            names[language] = name
        elif name is not None or language == "en":
            is_missing = name is None or isinstance(name, str)
            what = "this is missing" if is_missing else f"{name!r} is no text"
            problems.messages.append(f"{where}: {key}: {what}")
    problems.report()
    return names


def _read_kingdom(data: Any, box: int, where: str) -> Kingdom:
    problems, names = Problems(), {}
    with problems:
        check_keys(data, KINGDOM_KEYS, where)
    if not isinstance(data, Mapping):
        problems.report()
    theme = data.get("theme") or {}
    if not isinstance(data.get("id"), str):
        problems.messages.append(f"{where}: id: this is missing")
    elif not KINGDOM_CODE.fullmatch(data["id"]):
        problems.messages.append(f"{where}: id: {data['id']!r} is no code like trolls")
    with problems:
        names = _read_names(data, where)
    with problems:
        check_keys(theme, LANGUAGES, f"{where}: theme")
        problems.messages += [
            f"{where}: theme: {language}: {text!r} is no text"
            for language, text in theme.items()
            if not isinstance(text, str)
        ]
    problems.report()
    # A related card is named without its kind.
    kinds = ("village", "banner", "class", "overlord")
    cards = {kind: f"{kind}.{data[kind]}" if data.get(kind) else "" for kind in kinds}
    return Kingdom(
        data["id"],
        names,
        cards["village"],
        cards["banner"],
        cards["class"],
        cards["overlord"],
        bool(data.get("beginners", False)),
        dict(theme),
        box,
    )


def read_card(card: Any, kingdom: str, where: str, box: int = 1) -> Design:
    """Return one card. Raises WrongCard with all its errors."""
    problems = Problems()
    with problems:
        check_keys(card, CARD_KEYS, where)
    if not isinstance(card, Mapping):
        raise WrongCard(*problems.messages)
    kind = _read_kind(card, where)
    for key, value in card.items():
        with problems:
            checks.check_numbers(value, f"{where}: {key}")
    stats, copies, upper, lower, names = {"health": 0, "strength": 0}, [1, 0], Part(), Part(), {}
    setup: dict[str, int] = {}
    sides: dict[str, Side] = {}
    anger: dict[int, tuple[EventLine, ...]] = {}
    if kind in words.CREATURES and card.get("tier") not in words.TIERS:
        problems.messages.append(f"{where}: tier: say which of {', '.join(words.TIERS)}")
    with problems:
        stats |= _read_stats(card, kind, where)
    with problems:
        upper = _read_upper(card, kind, where)
    with problems:
        names = _read_names(card, where)
    for place, (key, least) in enumerate((("copies", 1), ("two_player_copies", 0))):
        with problems:
            number = card.get(key, least)
            copies[place] = checks.read_number(number, f"{where}: {key}", least=least)
    with problems:
        lower = read_part(card.get("lower"), "l", f"{where}: lower")
    with problems:
        setup = _read_setup(card.get("setup"), f"{where}: setup")
    with problems:
        sides = _read_overlord_sides(card, where) if kind == "overlord" else {}
    with problems:
        if kind == "overlord_event":
            anger = _read_anger_lines(card.get("anger"), f"{where}: anger")
    problems.report()
    return Design(
        id=card["id"],
        kind=kind,
        names=names,
        kingdom=str(card.get("kingdom", kingdom)),
        tier=str(card.get("tier", "")),
        copies=copies[0],
        two_player_copies=copies[1],
        health=stats["health"],
        strength=stats["strength"],
        upper=upper,
        lower=lower,
        setup=setup,
        sides=sides,
        anger=anger,
        coop_only=bool(card.get("coop_only", False)),
        overlord=str(card.get("overlord", "")),
        box=box,
    )


def _read_kind(card: Mapping[str, object], where: str) -> words.CardKind:
    for key in ("id", "kind"):
        if not isinstance(card.get(key), str):
            raise WrongCard(f"{where}: {key}: this is missing")
    for kind in words.KINDS:
        if kind == card["kind"]:
            return kind
    written = str(card["kind"])
    near = suggest_nearest(written, words.KINDS)
    raise WrongCard(f"{where}: kind: {written!r} is none of {', '.join(words.KINDS)}{near}")


def _read_stats(card: Mapping[str, object], kind: str, where: str) -> dict[str, int]:
    is_creature = kind in words.CREATURES
    if ("stats" in card) != (is_creature or kind == "overlord"):
        raise WrongCard(f"{where}: stats: creatures and Overlords have them, others do not")
    if "stats" not in card:
        return {}
    stats = checks.read_signature(card["stats"], "health:number strength:number", f"{where}: stats")
    return dict(stats)


def _read_upper(card: Mapping[str, object], kind: str, where: str) -> Part:
    """Return the upper part; a village has nothing else."""
    if kind != "village":
        return read_part(card.get("upper"), "u", f"{where}: upper")
    upper = Part({}, tuple(read_abilities(card.get("abilities"), "v", f"{where}: abilities")))
    if not upper.of("rest"):
        raise WrongCard(f"{where}: abilities: a village needs a rest action")
    return upper


def _read_setup(data: object, where: str) -> dict[str, int]:
    fields = checks.read_signature(data or {}, "crystals?:number extra_crystals?:number", where)
    return dict(fields)


# Overlords and events -----------------------------------------------------------------------------


def _read_overlord_sides(card: Fields, where: str) -> dict[str, Side]:
    problems, sides = Problems(), {}
    with problems:
        if not card.get("coop_only"):
            sides["competitive"] = _read_overlord_side(card, where, coop=False)
    with problems:
        if "coop" in card:
            check_keys(
                card["coop"], ("invasion", "challenge", "static", "reward"), f"{where}: coop"
            )
            sides["coop"] = _read_overlord_side(card["coop"], f"{where}: coop", coop=True)
        elif card.get("coop_only"):
            raise WrongCard(f"{where}: coop: this is missing")
    problems.report()
    return sides


def _read_overlord_side(data: Fields, where: str, *, coop: bool) -> Side:
    problems, invasion, lines = Problems(), [], list[Ability]()
    for place, line in enumerate(data.get("invasion") or []):
        with problems:
            at = f"{where}: invasion[{place}]"
            fields = checks.read_signature(line, "type:invader effect:effects", at)
            invasion.append((fields["type"], fields["effect"]))
    # The lines of an overlay have their own labels.
    label = "oc" if coop else "o"
    for place, action in enumerate(data.get("challenge") or []):
        with problems:
            at = f"{where}: challenge[{place}]"
            lines.append(read_action("challenge", action, f"{label}{place}", at))
    first = len(data.get("challenge") or [])
    for place, static in enumerate(data.get("static") or []):
        with problems:
            at = f"{where}: static[{place}]"
            lines.append(read_ability(static, f"{label}{first + place}", at))
    reward, reward_effects = Part(), tuple[Effect, ...]()
    with problems:
        if coop:
            reward_effects = checks.read_effects(data.get("reward") or [], f"{where}: reward")
        else:
            reward = read_part(data.get("reward") or {}, "r", f"{where}: reward")
    problems.report()
    return Side(Part({}, tuple(lines)), tuple(invasion), reward, reward_effects)


def _read_anger_lines(data: object, where: str) -> dict[int, tuple[EventLine, ...]]:
    if not isinstance(data, Mapping) or set(data) != {1, 2, 3}:
        raise WrongCard(f"{where}: this must have the lines 1, 2 and 3")
    problems = Problems()
    lines_by_mark: dict[int, list[EventLine]] = {mark: [] for mark in data}
    for mark, lines in data.items():
        for place, line in enumerate(lines or []):
            with problems:
                event_line = _event_line(line, f"a{mark}{place}", f"{where}[{mark}][{place}]")
                lines_by_mark[mark].append(event_line)
    problems.report()
    return {mark: tuple(lines) for mark, lines in lines_by_mark.items()}


def _event_line(data: Any, label: str, where: str) -> EventLine:
    check_keys(data, ("do", "if", "static", "until", "while"), where)
    if "static" in data:
        static = {key: data[key] for key in ("static", "while") if key in data}
        return EventLine(static=read_ability(static, label, where))
    problems, test = Problems(), None
    with problems:
        effects = checks.read_effects(data.get("do"), f"{where}.do")
    with problems:
        if data.get("if") is not None:
            test = checks.read_test(data["if"], f"{where}.if")
    problems.report()
    return EventLine(effects, test)
