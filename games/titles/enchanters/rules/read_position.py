"""Parse a position into a state: what is left out gets a default, what is wrong is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.engine.chance import Chance
from games.engine.contract import Decision
from games.engine.scenario_fields import (
    Fields,
    check_keys,
    one_of,
    parse_boolean,
    parse_count,
    parse_list,
    parse_mapping,
    suggest_nearest,
)

from .components import CARD, DESIGNS, ENCHANTING, FIST, list_card_codes
from .position import PILES, PLAIN, seat_names, written_card
from .running import Run
from .stacks import recompute_powers, sync_pearls
from .state import (
    NOBODY,
    OVERLORD,
    POSITION_DEFAULTS,
    Options,
    Seat,
    Space,
    State,
    Task,
    Trip,
)
from .turn import run_to_next_question
from .vocabulary import ARTIFACTS, STACK_OF, STACKS, TRACK_SPACES

FIELDS = (
    "options",
    "kingdoms",
    "starting",
    "turn",
    "seats",
    "track",
    "dealt",
    "trips",
    "duels",
) + (
    *("tasks", "asked", "answers", "chance", "answered_damage"),
    *(key for key, _ in PLAIN),
    *PILES,
)
NUMBERS = ("crystals", "wounds", "rewards", "attack", "defense", "pearls", "pearls_used")
SEAT_FIELDS = (*STACKS, *NUMBERS, "used")
SHORT = {design.rpartition(".")[2]: design for design in DESIGNS}


class Box:
    """The cards that a position has not used yet."""

    def __init__(self) -> None:
        self.used: set[str] = set()

    def take(self, entry: object, where: str) -> str:
        """Take the card named `cultists.acolyte 2`, `acolyte 2` or `Nervous Acolyte` out of the
        box.

        Without a number, take the first copy left.
        """
        for code in _find_copies(entry, where):
            if code not in self.used:
                self.used.add(code)
                return code
        raise ValueError(f"{where}: there is no further {str(entry)!r} in the box")


def name_components(entry: object, field: str) -> tuple[str, ...]:
    """Return how positions may write the card: with its number, without one each of its copies.

    >>> name_components("Savage Hunting Horn", "graveyard")
    ()
    >>> name_components("foal 1", "graveyard")
    ('unicorns.foal 1',)
    """
    try:
        return tuple(map(written_card, _find_copies(entry, field)))
    except ValueError:
        return ()


def _find_copies(entry: object, where: str) -> list[str]:
    """Return the codes of the cards named `cultists.acolyte 2`, `acolyte 2` or `Nervous Acolyte`:
    without a number all copies."""
    words = str(entry).replace("/", " ").split()
    number = int(words.pop()) if len(words) > 1 and words[-1].isdigit() else 0
    codes = list_card_codes(DESIGNS[_find_design(" ".join(words), where)])
    if number and len(codes) > 1:
        return [code for code in codes if code.endswith(f"/{number}")]
    return codes


def _find_design(name: str, where: str) -> str:
    if name in DESIGNS:
        return name
    if name in SHORT:
        return SHORT[name]
    for design in DESIGNS.values():
        if design.names["en"].casefold() == name.casefold():
            return design.id
    near = suggest_nearest(name, [*SHORT, *DESIGNS])
    raise ValueError(f"{where}: {name!r} is not a card{near}")


def read_position(position: Fields) -> State:
    """Return the state of a position. Raises ValueError that names the wrong field."""
    check_keys(position, FIELDS, "")
    named = position.get("options")
    if isinstance(named, Mapping):
        named = POSITION_DEFAULTS | dict(named)
    options = _convert_value(named or POSITION_DEFAULTS, Options, "options")
    names, seats = _parse_seats(position.get("seats"))
    box = Box()
    state = State(options, _parse_chance(position.get("chance")), [], 0)
    for name, seat_data in zip(names, seats, strict=True):
        state.seats.append(_parse_seat(seat_data, box, f"seats.{name}."))
    for seat, seat_data in zip(state.seats, seats, strict=True):
        _fill_starters(seat, seat_data, box)
    state.kingdoms = [str(kingdom) for kingdom in parse_list(position.get("kingdoms"), "kingdoms")]
    state.starting = _seat_of(names, position.get("starting", names[0]), "starting")
    turn = position.get("turn", names[0])
    state.active = NOBODY if turn is None else _seat_of(names, turn, "turn")
    state.track = _parse_track(position.get("track"), box)
    for pile in PILES:
        cards = [
            box.take(card, f"{pile}[{number}]")
            for number, card in enumerate(parse_list(position.get(pile), pile))
        ]
        setattr(state, pile, cards[::-1])
    deals = parse_list(position.get("dealt"), "dealt")
    state.dealt = [
        [box.take(card, "dealt") for card in parse_list(cards, "dealt")] for cards in deals
    ]
    _set_plain_fields(state, position)
    _restore_progress(state, position, names)
    return state


def _convert_value(value: object, kind: object, where: str) -> Any:
    try:
        return msgspec.convert({} if value is None else value, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"{where}: {error}") from None


def _parse_seats(data: object) -> tuple[list[str], list[Fields]]:
    if isinstance(data, Mapping):
        return [str(name) for name in data], [
            parse_mapping(seat, f"seats.{name}") for name, seat in data.items()
        ]
    if isinstance(data, list):
        return seat_names(len(data)), [parse_mapping(seat, "seats") for seat in data]
    many = 2 if data is None else parse_count(data, "seats")
    return seat_names(many), [{} for _ in range(many)]


def _seat_of(names: Sequence[str], name: object, where: str) -> int:
    return names.index(one_of(str(name), names, where))


def _parse_seat(data: Fields, box: Box, where: str) -> Seat:
    check_keys(data, SEAT_FIELDS, where)
    seat = Seat()
    for stack in STACKS:
        for number, card in enumerate(parse_list(data.get(stack), where + stack)):
            code = box.take(card, f"{where}{stack}[{number}]")
            if STACK_OF.get(CARD[code].kind) != stack:
                raise ValueError(f"{where}{stack}[{number}]: {card!r} belongs to another stack")
            seat.stacks[stack].insert(0, code)
    for name in NUMBERS:
        setattr(seat, name, parse_count(data.get(name, 0), where + name))
    seat.used = {
        str(label): parse_count(many, where + "used")
        for label, many in parse_mapping(data.get("used"), where + "used").items()
    }
    if "attack" not in data and "defense" not in data:
        # A marker: recomputed from the visible icons once all stacks are complete.
        seat.attack = -1
    return seat


def _fill_starters(seat: Seat, data: Fields, box: Box) -> None:
    """Give each stack of items or enchantments that is left out its starting card."""
    for stack, design in zip(ARTIFACTS, (FIST, ENCHANTING), strict=True):
        if stack not in data:
            seat.stacks[stack].append(box.take(design, "seats"))


def _parse_track(entries: object, box: Box) -> list[Space]:
    spaces = []
    for number, entry in enumerate(parse_list(entries, "track")):
        where = f"track[{number}]"
        tokens = dict(entry) if isinstance(entry, Mapping) else {"card": entry}
        check_keys(tokens, ("card", "wounds", "rewards", "cerberus"), where + ".")
        if tokens["card"] is None:
            spaces.append(Space())
            continue
        spaces.append(
            Space(
                box.take(tokens["card"], where),
                parse_count(tokens.get("wounds", 0), where + ".wounds"),
                parse_count(tokens.get("rewards", 0), where + ".rewards"),
                parse_boolean(tokens.get("cerberus", False), where + ".cerberus"),
            )
        )
    if len(spaces) > TRACK_SPACES:
        raise ValueError(f"track: there are {TRACK_SPACES} spaces")
    return spaces + [Space() for _ in range(TRACK_SPACES - len(spaces))]


DEFAULTS = {"turn_number": 1, "round": 1, "village": "village.normaltown"}


def _set_plain_fields(state: State, position: Fields) -> None:
    for key, name in PLAIN:
        value = position.get(key, DEFAULTS.get(key, getattr(state, name)))
        kind = type(getattr(state, name))
        if kind is bool:
            parse_boolean(value, key)
        elif kind is int:
            parse_count(value, key)
        elif not isinstance(value, str):
            raise ValueError(f"{key}: {value!r} is not a word")
        setattr(state, name, value)
    for key in ("village", "overlord", "event"):
        if card_name := getattr(state, key):
            codes = [code for code in _find_copies(card_name, key) if code.startswith(f"{key}.")]
            if not codes:
                raise ValueError(f"{key}: {card_name!r} is no {key}")
            setattr(state, key, codes[0])
    if state.overlord and "overlord_active" not in position:
        state.overlord_active = True


def _restore_progress(state: State, position: Fields, names: Sequence[str]) -> None:
    """Set up journeys, duels and tasks in progress, and ask the open question."""
    state.answered_damage = [
        str(damage) for damage in parse_list(position.get("answered_damage"), "")
    ]
    state.trips = _convert_value(position.get("trips") or [], list[Trip], "trips")
    state.duels = [
        [OVERLORD if name is None else _seat_of(names, name, "duels") for name in duel]
        for duel in parse_list(position.get("duels"), "duels")
    ]
    if any(seat.attack < 0 for seat in state.seats):
        for seat in state.seats:
            if seat.attack < 0:
                recompute_powers(seat)
        sync_pearls(state)
    default_tasks = [Task("main", max(state.active, 0))]
    tasks = position.get("tasks")
    state.tasks = default_tasks if tasks is None else _convert_value(tasks, list[Task], "tasks")
    state.numbers = parse_count(position.get("asked", 0), "asked")
    if state.result:
        state.tasks = []
        return
    if tasks is None:
        run_to_next_question(Run(state))
        return
    state.numbers = max(0, state.numbers - len(state.seats))
    run_to_next_question(Run(state))
    _restore_answers(state, parse_mapping(position.get("answers"), "answers"), names)


def _restore_answers(state: State, answers: Fields, names: Sequence[str]) -> None:
    if state.asked is None or not answers:
        return
    for name, answer in answers.items():
        seat = _seat_of(names, name, "answers")
        state.asked.answers[seat] = _convert_value(answer, Decision, "answers")


def _parse_chance(entry: object) -> Chance:
    data = parse_mapping(entry, "chance")
    check_keys(data, ("seed", "counts", "fixed"), "chance.")
    return Chance(
        bytes.fromhex(str(data.get("seed", "00"))),
        dict(parse_mapping(data.get("counts"), "chance.counts")),
        {str(k): list(v) for k, v in parse_mapping(data.get("fixed"), "chance.fixed").items()},
    )
