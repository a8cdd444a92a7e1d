"""Set up the match: factions, Advisors, the prophecy, the market, starting Wealth."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.contract import MatchOptions, Option

from .advisors import PILE, PILES
from .components import BOX, FACTIONS
from .faction import take_faction
from .market import LOCATIONS_EACH, reveal_locations
from .prophecy import refill_row
from .rounds import advance_round
from .seats import Options, Seat
from .state import Pile, State

SEATS = range(2, 6)

# The first value is the default; the fields of `Options` explain the values.
OPTIONS = (
    Option("factions", ("random", "choose")),
    Option("ties", ("first_player", "order"), before="order"),
    Option("threat_resets", (False, True)),
    Option("start_wealth", ("printed", "balanced"), before="balanced"),
    Option("threat_at_end", (True, False), before=False),
)
# What a position that does not name an option is played with.
DEFAULTS = {option.name: option.default for option in OPTIONS}
# “as_printed” names every printed rule, “table” lets players choose all that they can, and “mail”
# is what we prefer where nobody should wait.
PRESETS: dict[str, dict[str, str | int | bool]] = {
    "as_printed": {
        "ties": "first_player",
        "threat_resets": False,
        "start_wealth": "printed",
        "threat_at_end": True,
    },
    "table": {"factions": "choose", "ties": "first_player"},
    "mail": {"ties": "order", "start_wealth": "balanced", "threat_at_end": False},
}
# Starting Wealth by place in the order of the first round.
START_WEALTH = (0, 1, 2, 3, 4)
# Ruling: the first player has as much as the second (H-44).
BALANCED_WEALTH = (1, 1, 2, 3, 4)
# Number of fragments of value 1, and of value 2, removed unseen (H-09).
OUT = 6


def read_options(options: MatchOptions) -> Options:
    """Return the options of a match. Raises ValueError that names the wrong one."""
    values_by_name = {option.name: option.values for option in OPTIONS}
    for name, value in options.items():
        if name not in values_by_name:
            raise ValueError(f"options: there is no {name}")
        if not any(
            type(value) is type(allowed_value) and value == allowed_value
            for allowed_value in values_by_name[name]
        ):
            raise ValueError(f"options.{name}: {value!r} is none of {values_by_name[name]}")
    return Options(**options)


def set_up_match(seats: int, seed: bytes, options: MatchOptions) -> State:
    """Return the state before the first question.

    The streams of chance: `first_player`, `factions`, `advisors`, `prophecy1` to `prophecy3`,
    `locations` and `monuments` (used again when they run out), and for the cards of each player the
    name of its faction. Raises ValueError for an unsupported number of seats or unknown options.
    """
    if seats not in SEATS:
        raise ValueError(f"The Essence is for {SEATS[0]} to {SEATS[-1]} seats, not {seats}")
    chance = Chance(seed)
    first = chance.choose("first_player", list(range(seats)))
    order = [*range(first, seats), *range(first)]
    state = State(read_options(options), chance, [Seat() for _ in range(seats)], order)
    if state.options.factions == "random":
        for seat, faction in enumerate(chance.shuffle("factions", list(FACTIONS))[:seats]):
            take_faction(state, seat, faction)
    is_printed = state.options.start_wealth == "printed"
    for seat, wealth in zip(order, START_WEALTH if is_printed else BALANCED_WEALTH, strict=False):
        state.seats[seat].wealth = wealth
    _deal_common_area(state)
    advance_round(state, [])
    return state


def _deal_common_area(state: State) -> None:
    """Lay out the components in the middle of the table. The top of a pile is its last item."""
    chance = state.chance
    copies = [code for code, card in BOX.advisors.items() for _ in range(card.copies)]
    deck = chance.shuffle("advisors", copies)
    piles = [deck[n * PILE : (n + 1) * PILE] for n in range(PILES)]
    state.piles = [Pile(cards=pile[::-1]) for pile in piles]
    for value in (1, 2, 3):
        codes = [code for code, card in BOX.fragments.items() if card.value == value]
        deck = chance.shuffle(f"prophecy{value}", codes)
        out = OUT if value < 3 else 0
        state.prophecies_out += deck[:out]
        state.prophecy_deck = deck[out:][::-1] + state.prophecy_deck
    places = [code for code, card in BOX.locations.items() for _ in range(card.copies)]
    state.location_deck = chance.shuffle("locations", places)[::-1]
    state.monument_deck = chance.shuffle("monuments", list(BOX.monuments))[::-1]
    state.treaties = {code: [] for code in BOX.treaties}
    state.threat = BOX.threat_start
    state.row = [None] * BOX.row
    refill_row(state, [])
    reveal_locations(state, LOCATIONS_EACH * len(state.seats) + 2, [])
