"""Parse a position into a state: what is left out gets a default, what is wrong is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from games.engine.chance import REST, Chance
from games.engine.contract import Position
from games.engine.scenario_fields import (
    Fields,
    check_keys,
    one_of,
    parse_boolean,
    parse_count,
    parse_integer,
    parse_list,
    parse_mapping,
)

from .components import COMMANDER_LIMIT, MONSTER, RACE, RACES, THREAT_SPACES, TRACK_SPACES
from .hand import count_unowed_allies, record_debt
from .position import seat_names
from .position_components import (
    READ,
    Box,
    quote_component,
    read_card,
    read_location,
    read_lord,
)
from .position_questions import (
    OVER,
    STEP,
    ask_written_questions,
    format_validation_error,
    is_recruiting,
    parse_seat,
    parse_seats,
    read_agenda,
    step_of,
)
from .seats import POSITION_DEFAULTS, Lord, Options, Seat
from .state import Debt, State
from .turn import advance_to_next_prompt, list_prompts

SEAT_KEYS = tuple(Seat.__struct_fields__)
# fmt: off
KEYS = (
    "options", "turn", "turn_number", "step", "first_player", "seats",
    "court", "lord_deck", "lords_gone",
    "track", "threat", "offer", "exploration_deck", "discard", "discard_unseen", "council",
    "location_offer", "location_stack", "locations_gone", "token_pile",
    "powers_used", "debts", "extra", "extra_turns", "recruited", "ended_by", "agenda", "asked",
    "chance",
)
# fmt: on
# The piles that get the rest of the box if the position does not list them.
PILES = ("lord_deck", "exploration_deck", "location_stack", "token_pile")
# The streams of chance: whole orders, and single results.
ORDERS = {"exploration": "card", "lords": "lord", "locations": "location", "tokens": "token"}
STREAMS = (*ORDERS, "first_player", "hunter")


def read_position(position: Fields) -> State:
    """Return the state of a position; docs/positions.md lists the defaults.

    Raises ValueError that names the wrong field.
    """
    return _Reader(position).state()


class _Reader:
    """Reads one position; holds its seat names and the components left in the box."""

    def __init__(self, position: Fields):
        self.position = _with_seats(parse_mapping(position, "position"))
        check_keys(self.position, KEYS, "")
        self.names = _parse_seat_names(self.position["seats"])
        self.box = Box()

    def state(self) -> State:
        """Return the whole state. The order matters: named components first, the rest last."""
        at = self.position
        seats = [self._seat(name) for name in self.names]
        active = parse_seat(self.names, at.get("turn", self.names[0]), "turn")
        offer = parse_mapping(at.get("offer"), "offer")
        questions = read_agenda(at, self.names, self.box)
        step = step_of(at, questions)
        state = State(
            options=_parse_options(at.get("options", {})),
            chance=_parse_chance(at.get("chance", {})),
            seats=seats,
            first_player=parse_seat(
                self.names, at.get("first_player", self.names[0]), "first_player"
            ),
            active=active,
            step=step,
            turn=parse_count(at.get("turn_number", 1), "turn_number"),
            court=self._all("court", "lord"),
            lords_gone=self._all("lords_gone", "lord"),
            discard=self._all("discard", "card"),
            discard_unseen=self._all("discard_unseen", "card"),
            track=self._all("track", "card", most=TRACK_SPACES),
            buyers=parse_seats(self.names, offer.get("sold", []), "offer.sold"),
            threat=parse_integer(at.get("threat", 1), 1, THREAT_SPACES, "threat"),
            council=self._council(),
            location_offer=self._all("location_offer", "location"),
            locations_gone=self._all("locations_gone", "location"),
            powers_used=[
                one_of(power, ("slaver", "oracle", "opportunist"), f"powers_used[{number}]")
                for number, power in enumerate(parse_list(at.get("powers_used", []), "powers_used"))
            ],
            extra=parse_boolean(at.get("extra", False), "extra"),
            extra_turns=parse_count(at.get("extra_turns", 0), "extra_turns"),
            recruited=parse_boolean(at.get("recruited", is_recruiting(questions)), "recruited"),
            ended_by=None
            if at.get("ended_by") is None
            else parse_seat(self.names, at["ended_by"], "ended_by"),
            asked=parse_count(at.get("asked", 0), "asked"),
        )
        price = parse_count(offer.get("price", len(state.buyers) + 1), "offer.price")
        if price != len(state.buyers) + 1:
            raise ValueError(
                f"offer.price: {len(state.buyers)} sold make it {len(state.buyers) + 1}"
            )
        self._debts(state)
        self._piles(state)
        if not questions and step not in (STEP, OVER):
            advance_to_next_prompt(state, [])
        for question, where in questions:
            ask_written_questions(state, question, where)
        for prompt in list_prompts(state):
            if not prompt.choices:
                raise ValueError(f"{self.names[prompt.seat]} is asked and can do nothing at all")
        return state

    def _debts(self, state: State) -> None:
        """Parse `{seat: B, by: jailer, owner: A}`; prompt numbers are assigned if left out."""
        for place, each in enumerate(parse_list(self.position.get("debts", []), "debts")):
            where = f"debts[{place}]"
            entry = parse_mapping(each, where)
            check_keys(entry, Debt.__struct_fields__, f"{where}.")
            seat = parse_seat(self.names, entry.get("seat"), f"{where}.seat")
            by = one_of(entry.get("by"), ("jailer", "commander"), f"{where}.by")
            owner = parse_seat(self.names, entry.get("owner"), f"{where}.owner")
            cards = parse_list(entry.get("bought", []), f"{where}.bought")
            cards = [read_card(card, f"{where}.bought") for card in cards]
            least = len(cards) + (1 if by == "jailer" else COMMANDER_LIMIT + 1)
            if Counter(cards) - Counter(state.seats[seat].hand):
                raise ValueError(f"{where}.bought: that seat does not hold these Allies")
            if seat == owner or count_unowed_allies(state, seat) < least:
                raise ValueError(f"{where}: that seat cannot owe this")
            number = parse_count(entry.get("number", 0), f"{where}.number")
            debt = Debt(seat, by, owner, bought=cards)  # type: ignore[arg-type]
            record_debt(state, debt, [])
            if number:
                state.debts[-1].number = number
                state.asked = max(state.asked - len(state.seats), number - 1 + len(state.seats))

    # Piles and rows of components

    def _all(self, field: str, kind: str, most: int | None = None) -> list[Any]:
        return self._listed(self.position.get(field, []), field, kind, most=most)

    def _listed(
        self, value: object, where: str, kind: str, *, most: int | None = None, race: str = ""
    ) -> list[Any]:
        """Take every component of a list out of the box."""
        items = []
        for number, item in enumerate(parse_list(value, where)):
            place = f"{where}[{number}]"
            if race and isinstance(item, int):
                item = f"{race} {item}"
            code = READ[kind](item, place)
            if race and RACE.get(code) != race:
                raise ValueError(f"{place}: {quote_component(code)} is no {race}")
            items.append(self.box.take(kind, code, place))
        if most is not None and len(items) > most:
            raise ValueError(f"{where}: there are only {most} spaces")
        return items

    def _council(self) -> dict[str, list[str]]:
        council = parse_mapping(self.position.get("council", {}), "council")
        check_keys(council, RACES, "council.")
        return {
            race: self._listed(council.get(race, []), f"council.{race}", "card", race=race)
            for race in RACES
        }

    def _piles(self, state: State) -> None:
        """Read the piles, top first. Piles that take the rest are filled once everything is
        named."""
        kinds = dict(zip(PILES, ("lord", "card", "location", "token"), strict=True))
        piles: dict[str, tuple[list[object], bool]] = {}
        for pile, kind in kinds.items():
            entries = parse_list(self.position.get(pile, [REST]), pile)
            with_rest = bool(entries) and entries[-1] == REST
            piles[pile] = (
                self._listed(entries[: -1 if with_rest else None], pile, kind),
                with_rest,
            )
        for pile, (top, with_rest) in piles.items():
            rest = self.box.rest(kinds[pile]) if with_rest else []
            setattr(state, pile, [*top, *rest][::-1])

    # Seats

    def _seat(self, name: str) -> Seat:
        where = f"seats.{name}"
        entry = parse_mapping(self.position["seats"][name] or {}, where)
        check_keys(entry, SEAT_KEYS, f"{where}.")
        places = self._listed(entry.get("locations", []), f"{where}.locations", "location")
        lords = parse_list(entry.get("lords", []), f"{where}.lords")
        return Seat(
            pearls=parse_count(entry.get("pearls", 0), f"{where}.pearls"),
            keys=parse_count(entry.get("keys", 0), f"{where}.keys"),
            hand=sorted(self._allies(entry, where, "hand")),
            affiliated=self._allies(entry, where, "affiliated"),
            lords=[
                self._lord(lord, f"{where}.lords[{number}]", places)
                for number, lord in enumerate(lords)
            ],
            locations=places,
            monster_tokens=self._listed(
                entry.get("monster_tokens", []), f"{where}.monster_tokens", "token"
            ),
        )

    def _allies(self, seat: Fields, where: str, field: str) -> list[str]:
        allies: list[str] = self._listed(seat.get(field, []), f"{where}.{field}", "card")
        if MONSTER in allies:
            raise ValueError(f"{where}.{field}[{allies.index(MONSTER)}]: 'monster' is no Ally")
        return allies

    def _lord(self, entry: object, where: str, places: Sequence[str]) -> Lord:
        """Parse `keeper` or `{lord: keeper, disabled: true, under: jail}`."""
        if isinstance(entry, str):
            entry = {"lord": entry}
        entry = parse_mapping(entry, where)
        check_keys(entry, ("lord", "disabled", "under"), f"{where}.")
        code = self.box.take("lord", read_lord(entry.get("lord"), where), where)
        under = entry.get("under")
        if under is not None:
            under = read_location(under, f"{where}.under")
            if under not in places:
                raise ValueError(
                    f"{where}.under: {quote_component(under)} is no Location of this seat"
                )
        return Lord(code, parse_boolean(entry.get("disabled", False), f"{where}.disabled"), under)


# Seats, options, chance ---------------------------------------------------------------------------


def _with_seats(position: Fields) -> Position:
    """Return the position with a mapping of seats; seat fields at the top level belong to seat
    A."""
    entry = dict(position)
    seats = entry.get("seats")
    if isinstance(seats, Mapping):
        entry["seats"] = {str(name): seat for name, seat in seats.items()}
    elif isinstance(seats, list):
        entry["seats"] = dict(zip(seat_names(len(seats)), seats, strict=True))
    elif seats is None or type(seats) is int:
        own = {key: entry.pop(key) for key in SEAT_KEYS if key in entry}
        names = seat_names(2 if seats is None else seats)
        entry["seats"] = {name: own if name == "A" else {} for name in names}
    else:
        raise ValueError("seats: name each seat, or give their number")
    return entry


def _parse_seat_names(seats: Fields) -> list[str]:
    if not 2 <= len(seats) <= 4:
        raise ValueError(f"seats: two to four play, not {len(seats)}")
    return list(seats)


def _parse_options(data: object) -> Options:
    options = {**POSITION_DEFAULTS, **parse_mapping(data, "options")}
    check_keys(options, Options.__struct_fields__, "options.")
    try:
        return msgspec.convert(options, Options)
    except msgspec.ValidationError as error:
        raise ValueError(f"options: {format_validation_error(error)}") from None


def _parse_chance(data: object) -> Chance:
    """Parse the seed, the counts and the fixed results; any other key is a stream with its
    results."""
    chance = dict(parse_mapping(data, "chance"))
    try:
        seed = bytes.fromhex(str(chance.pop("seed", "00")))
    except ValueError:
        raise ValueError("chance.seed: write the seed in hexadecimal") from None
    counts = {
        str(stream): parse_count(many, f"chance.counts.{stream}")
        for stream, many in parse_mapping(chance.pop("counts", {}), "chance.counts").items()
    }
    streams = {**parse_mapping(chance.pop("fixed", {}), "chance.fixed"), **chance}
    check_keys(streams, STREAMS, "chance.")
    return Chance(
        seed,
        counts,
        {stream: _parse_stream_results(many, stream) for stream, many in streams.items()},
    )


def _parse_stream_results(entries: object, stream: str) -> list[object]:
    """Parse the fixed results of a stream; a single order need not be wrapped in a list."""
    where = f"chance.{stream}"
    results = parse_list(entries, where)
    if stream not in ORDERS:
        return results
    if results and not isinstance(results[0], list):
        results = [results]
    return [
        _parse_stream_order(
            parse_list(order, f"{where}[{number}]"), ORDERS[stream], f"{where}[{number}]"
        )
        for number, order in enumerate(results)
    ]


def _parse_stream_order(order: list[object], kind: str, where: str) -> list[object]:
    """Parse an order; `rest` at its end stands for everything not named."""
    items = order[:-1] if order[-1:] == [REST] else order
    return [READ[kind](item, f"{where}[{n}]") for n, item in enumerate(items)] + order[len(items) :]
