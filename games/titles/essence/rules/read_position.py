"""Parse a position into a state: what is left out gets a default, what is wrong is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.chance import REST, Chance
from games.engine.scenario_fields import (
    check_keys,
    one_of,
    parse_boolean,
    parse_count,
    parse_list,
    parse_mapping,
)

from .advisors import PILE, PILES
from .components import BOX, FACTIONS, PALACE_OF
from .faction import followers_of
from .island import HOME, is_connected, parse_cell
from .position import EMPTY, NUMBERS, seat_names
from .position_components import RemainingComponents, parse_component
from .position_questions import ask_written_questions, parse_seat, parse_seats, read_agenda, step_of
from .questions import AskedAlone
from .rounds import OVER, STEPS, advance_round, income_of
from .seats import MAX_FOUNDATIONS, Options, Seat, Segment
from .setup import DEFAULTS, SEATS, read_options
from .state import Pile, State

SEAT_KEYS = ("faction", "island", "hand", "draw_pile", "discard", "fragments", *NUMBERS)
KEYS = (
    *("options", "round", "turn_number", "step", "order", "passed", "active", "main_done"),
    *("read_done", "turn_over", "seats", "advisors", "picks", "wishes", "market"),
    *("location_deck", "monument_deck", "segment_discard", "row", "prophecy_deck"),
    *("prophecy_discard", "prophecies_out", "treaties", "threat", "agenda", "asked", "chance"),
)
# The decks that get the rest of the box if the position does not list them, and their contents.
DECKS = {
    "location_deck": ("location", tuple(BOX.locations)),
    "monument_deck": ("monument", tuple(BOX.monuments)),
    "prophecy_deck": ("fragment", tuple(BOX.fragments)),
}
# The steps after the turns of a round, up to the preparation of the next one.
AFTER_TURNS = ("scoring", "goal", "cleaning", "faction", "preparation")
STREAMS = (
    *("first_player", "factions", "advisors", "prophecy1", "prophecy2", "prophecy3"),
    *("locations", "monuments", *FACTIONS),
)


def read_position(position: Mapping[str, object]) -> State:
    """Return the state of a position; docs/positions.md lists the defaults.

    Raises ValueError that names the wrong field.
    """
    return _Reader(parse_mapping(position, "position")).state()


class _Reader:
    """Reads one position; holds its seat names and the components left in the box."""

    def __init__(self, position: Mapping[str, object]):
        check_keys(position, KEYS, "")
        self.at = position
        self.left = RemainingComponents()
        seats = position.get("seats", 2)
        if isinstance(seats, Mapping):
            self.seats = {
                str(name): parse_mapping(seat, f"seats.{name}") for name, seat in seats.items()
            }
        else:
            names = seat_names(parse_count(seats, "seats")) if type(seats) is int else seats
            self.seats = {str(name): {} for name in parse_list(names, "seats")}
        self.names = list(self.seats)
        if len(self.names) not in SEATS:
            raise ValueError(f"seats: the Essence is for 2 to 5 seats, not {len(self.names)}")

    def state(self) -> State:
        """Return the whole state. The order matters: named components first, the rest last."""
        at = self.at
        options = read_options({**DEFAULTS, **parse_mapping(at.get("options"), "options")})
        seats = self._all_seats(options)
        order = parse_seats(self.names, at.get("order", self.names), "order")
        if sorted(order) != list(range(len(seats))):
            raise ValueError("order: every seat stands in it once")
        questions = read_agenda(at, self.names)
        step = step_of(at, questions, (*STEPS, OVER))
        round_number = parse_count(at.get("round", 0 if step == "faction" else 1), "round")
        state = State(
            options,
            _parse_chance(at.get("chance")),
            seats,
            order,
            passed=self._passed(step, round_number, order),
            active=_parse_active(at.get("active", 0), len(order)),
            turn=parse_count(at.get("turn_number", 1), "turn_number"),
            main_done=parse_boolean(at.get("main_done", False), "main_done"),
            read_done=parse_boolean(at.get("read_done", False), "read_done"),
            turn_over=parse_boolean(at.get("turn_over", False), "turn_over"),
            step=step,
            round=round_number,
            piles=self._piles(),
            picks=self._picks(),
            wishes={
                parse_seat(self.names, name, "wishes"): [
                    parse_component("advisor", code, f"wishes.{name}")
                    for code in parse_list(codes, "wishes")
                ]
                for name, codes in parse_mapping(at.get("wishes"), "wishes").items()
            },
            market=self._cards("market", "segment"),
            segment_discard=self._cards("segment_discard", "segment"),
            row=self._row(),
            prophecy_discard=self._cards("prophecy_discard", "fragment"),
            prophecies_out=self._cards("prophecies_out", "fragment"),
            treaties=self._treaties(),
            threat=parse_count(at.get("threat", BOX.threat_start), "threat"),
            asked=parse_count(at.get("asked", 0), "asked"),
        )
        for name, (kind, codes) in DECKS.items():
            setattr(state, name, self._deck(name, kind, codes))
        for question, where in questions:
            ask_written_questions(state, question, where)
        if not questions and step != OVER:
            advance_round(state, [])
        is_choosing = step == "turns" and not state.turn_over and not state.main_done
        if is_choosing and state.player() in state.passed:
            raise ValueError(f"active: {self.names[state.player()]} has passed")
        top = state.agenda[-1] if state.agenda else None
        if isinstance(top, AskedAlone) and not top.choices(state):
            raise ValueError(f"{self.names[top.seat]} is asked and can do nothing at all")
        return state

    def _passed(self, step: str, round_number: int, order: list[int]) -> list[int]:
        """Return the seats that have passed. After the turns of a round, everybody has."""
        has_ended = round_number > 0 and step in AFTER_TURNS
        default_names = [self.names[seat] for seat in order] if has_ended else []
        seats = parse_seats(self.names, self.at.get("passed", default_names), "passed")
        if len(set(seats)) < len(seats):
            raise ValueError("passed: every seat passes once")
        if has_ended and len(seats) < len(order):
            raise ValueError("passed: after the turns of a round everybody has passed")
        return seats

    def _picks(self) -> list[list[int]]:
        picks = [
            parse_seats(self.names, group, f"picks[{n}]")
            for n, group in enumerate(parse_list(self.at.get("picks"), "picks"))
        ]
        bidders = [seat for group in picks for seat in group]
        if [] in picks or len(set(bidders)) < len(bidders):
            raise ValueError("picks: no group is empty, and every seat stands in one at most")
        return picks

    # Seats

    def _all_seats(self, options: Options) -> list[Seat]:
        seats, factions = [], list[str]()
        for name, data in self.seats.items():
            where = f"seats.{name}."
            check_keys(data, SEAT_KEYS, where)
            faction = data.get("faction")
            if faction is None:
                listed_factions = [s.get("faction") for s in self.seats.values()]
                listed_factions = [
                    parse_component("faction", name_of_faction, "seats")
                    for name_of_faction in listed_factions
                    if name_of_faction
                ]
                faction = next(f for f in FACTIONS if f not in (*factions, *listed_factions))
            code = parse_component("faction", faction, f"{where}faction") if faction else ""
            if code and code in factions:
                raise ValueError(f"{where}faction: somebody else plays it")
            factions.append(code)
            seats.append(self._seat(code, data, where))
        for seat, (name, data) in zip(seats, self.seats.items(), strict=True):
            # These get the rest of the box, after everything that any seat names.
            self._draw_pile(seat, data, f"seats.{name}.")
        return seats

    def _seat(self, faction: str, data: Mapping[str, object], where: str) -> Seat:
        palace = {HOME: PALACE_OF[faction]} if faction else {}
        seat = Seat(faction)
        seat.island = self._island(data.get("island", palace), f"{where}island")
        for field in ("hand", "discard"):
            cards = self._listed(data.get(field), f"{where}{field}", "character")
            setattr(seat, field, sorted(cards) if field == "hand" else cards)
        seat.fragments = self._listed(data.get("fragments"), f"{where}fragments", "fragment")
        stats = income_of(seat) if faction else {}
        defaults = {"attack": stats.get("attack", 0), "defense": stats.get("defense", 0)}
        defaults["ready"] = min(stats.get("foundations", 0), MAX_FOUNDATIONS)
        for field in NUMBERS:
            value = data.get(field, defaults.get(field, 0))
            setattr(seat, field, parse_count(value, f"{where}{field}"))
        if seat.ready + seat.spent > MAX_FOUNDATIONS:
            raise ValueError(f"{where}ready: there are five Foundations at most")
        return seat

    def _draw_pile(self, seat: Seat, data: Mapping[str, object], where: str) -> None:
        pile = data.get("draw_pile", [REST])
        names = parse_list(pile, f"{where}draw_pile")
        has_rest = names[-1:] == [REST]
        cards = self._listed(names[:-1] if has_rest else names, f"{where}draw_pile", "character")
        if has_rest and seat.faction:
            cards += self.left.rest(dict.fromkeys(followers_of(seat.faction)))
        seat.draw_pile = cards[::-1]

    def _island(self, data: object, where: str) -> dict[str, Segment]:
        island: dict[str, Segment] = {}
        for cell, entry in parse_mapping(data, where).items():
            try:
                at = parse_cell(str(cell))
            except ValueError:
                raise ValueError(f"{where}.{cell}: a cell is two numbers, as in 2,-1") from None
            segment = entry if isinstance(entry, Mapping) else {"card": entry}
            check_keys(segment, ("card", "exhausted"), f"{where}.{cell}.")
            code = self.left.take("island", segment.get("card"), f"{where}.{cell}")
            is_exhausted = parse_boolean(
                segment.get("exhausted", False), f"{where}.{cell}.exhausted"
            )
            island[f"{at[0]},{at[1]}"] = Segment(code, is_exhausted)
        if not is_connected(island):
            raise ValueError(f"{where}: an Island hangs together")
        return island

    # Piles and rows

    def _listed(self, entries: object, where: str, kind: str) -> list[str]:
        return [
            self.left.take(kind, entry, f"{where}[{n}]")
            for n, entry in enumerate(parse_list(entries, where))
        ]

    def _cards(self, field: str, kind: str) -> list[str]:
        return self._listed(self.at.get(field), field, kind)

    def _row(self) -> list[str | None]:
        row: list[str | None] = []
        for n, entry in enumerate(parse_list(self.at.get("row"), "row")):
            row.append(
                None if entry in (None, EMPTY) else self.left.take("fragment", entry, f"row[{n}]")
            )
        if len(row) > BOX.row:
            raise ValueError(f"row: it has {BOX.row} spaces")
        return [None] * (BOX.row - len(row)) + row

    def _piles(self) -> list[Pile]:
        if "advisors" not in self.at:
            rest = self.left.rest(BOX.advisors)
            return [Pile(rest[n * PILE : (n + 1) * PILE][::-1]) for n in range(PILES)]
        piles = []
        for n, entry in enumerate(parse_list(self.at["advisors"], "advisors")):
            where = f"advisors[{n}]"
            # A bare name is a face-up Advisor with no Wealth on it.
            pile = entry if isinstance(entry, Mapping) else {"cards": [entry], "up": True}
            check_keys(pile, ("cards", "up", "wealth"), f"{where}.")
            cards = self._listed(pile.get("cards"), f"{where}.cards", "advisor")[::-1]
            up = parse_boolean(pile.get("up", bool(cards)), f"{where}.up")
            if up and not cards:
                raise ValueError(f"{where}.up: there is no card")
            piles.append(Pile(cards, up, parse_count(pile.get("wealth", 0), f"{where}.wealth")))
        return piles

    def _treaties(self) -> dict[str, list[int]]:
        data = parse_mapping(self.at.get("treaties"), "treaties")
        signers = {
            parse_component("treaty", name, "treaties"): seats for name, seats in data.items()
        }
        treaties = {}
        for code in BOX.treaties:
            treaties[code] = parse_seats(self.names, signers.get(code, []), f"treaties.{code}")
            if len(treaties[code]) > BOX.treaty_spaces[len(self.names)]:
                raise ValueError(f"treaties.{code}: there are not so many spaces")
        return treaties

    def _deck(self, field: str, kind: str, codes: Sequence[str]) -> list[str]:
        names = parse_list(self.at.get(field, [REST]), field)
        has_rest = names[-1:] == [REST]
        cards = self._listed(names[:-1] if has_rest else names, field, kind)
        return (cards + (self.left.rest(codes) if has_rest else []))[::-1]


def _parse_active(value: object, seats: int) -> int:
    """Parse an index in the order of play; -1 before the first turn of a round."""
    active = -1 if type(value) is int and value == -1 else parse_count(value, "active")
    if active >= seats:
        raise ValueError(f"active: places in the order go from 0 to {seats - 1}")
    return active


def _parse_chance(entry: object) -> Chance:
    data = parse_mapping(entry, "chance")
    check_keys(data, ("seed", "counts", "fixed"), "chance.")
    try:
        seed = bytes.fromhex(str(data.get("seed", "00")))
    except ValueError:
        raise ValueError("chance.seed: write the seed in hexadecimal") from None
    counts = parse_mapping(data.get("counts"), "chance.counts")
    fixed_streams = parse_mapping(data.get("fixed"), "chance.fixed")
    for stream in (*counts, *fixed_streams):
        one_of(stream, STREAMS, "chance")
    return Chance(
        seed,
        {stream: parse_count(many, f"chance.counts.{stream}") for stream, many in counts.items()},
        {stream: _parse_fixed_results(stream, many) for stream, many in fixed_streams.items()},
    )


def _parse_fixed_results(stream: str, results: object) -> list[object]:
    where = f"chance.fixed.{stream}"
    kind = {"advisors": "advisor", "locations": "location", "monuments": "monument"}.get(stream)
    kind = "fragment" if stream.startswith("prophecy") else kind
    kind = "character" if stream in FACTIONS else kind
    if kind is None:
        return parse_list(results, where)
    return [
        [
            entry if entry == REST else parse_component(kind, entry, where)
            for entry in parse_list(order, where)
        ]
        for order in parse_list(results, where)
    ]
