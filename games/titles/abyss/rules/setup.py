"""Set up the match: shuffles, the first Court, the first Location, a Pearl for everybody."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.contract import MatchOptions, Option

from .components import COURT_SPACES, EXPLORATION_CARDS, LOCATIONS, LORDS, MONSTER_TOKENS
from .seats import Options, Seat
from .state import State
from .turn import advance_to_next_prompt

SEATS = range(2, 5)

# The first value is the default; the fields of `Options` explain the values.
OPTIONS = (
    Option("hand_limit", (12, "none")),
    Option("hand_limit_mix", (True, False)),
    Option("superfluous_cards", ("forbid", "allow")),
    Option("commander_on_purchase", (False, True)),
    Option("ambassador_keys", (3, 0)),
    Option("end_trigger_court", ("short_refill", "deck_empty")),
    Option("black_smokers", ("may", "must")),
    Option("exhausted_monster_tokens", ("drop_option", "pearl_instead")),
    Option("ambassador_empty_stack", ("take_face_up", "nothing")),
    Option("council_memory", ("counts_only", "full_log")),
    Option("tie_after_all", ("shared", "earlier_seat_last")),
    Option("offers", ("sealed", "one_by_one")),
    Option("reshuffle", ("lazy", "eager")),
    Option("lazy_discards", (True, False)),
    Option("power_moments", ("any", "listed"), before="listed"),
)

# "as_printed" follows the text of the rulebook where other sources or we say something else, and
# "online" plays like the published online implementation, as far as options allow.
PRESETS: dict[str, dict[str, str | int | bool]] = {
    "as_printed": {
        "hand_limit": "none",
        "superfluous_cards": "allow",
        "commander_on_purchase": False,
        "ambassador_keys": 3,
        "end_trigger_court": "short_refill",
        "black_smokers": "may",
        "ambassador_empty_stack": "take_face_up",
        "offers": "one_by_one",
        "reshuffle": "lazy",
        "lazy_discards": False,
        "power_moments": "any",
    },
    "online": {
        "commander_on_purchase": True,
        "ambassador_keys": 0,
        "end_trigger_court": "deck_empty",
        "black_smokers": "must",
        "ambassador_empty_stack": "nothing",
        "offers": "one_by_one",
        "reshuffle": "eager",
        "lazy_discards": False,
    },
}


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

    The streams of chance: `first_player`; `exploration`, `lords`, `locations` and `tokens`, each a
    shuffle with the top first (`exploration` is used again for the discard pile, `locations` after
    Black Smokers); `hunter`, the value of the token he takes.
    """
    if seats not in SEATS:
        raise ValueError(f"Abyss is for {SEATS[0]} to {SEATS[-1]} seats, not {seats}")
    chance = Chance(seed)
    first = chance.choose("first_player", list(range(seats)))
    state = State(
        read_options(options),
        chance,
        [Seat() for _ in range(seats)],
        first_player=first,
        active=first,
    )
    # The top of a pile is its last item.
    state.exploration_deck = chance.shuffle("exploration", list(EXPLORATION_CARDS))[::-1]
    state.lord_deck = chance.shuffle("lords", list(LORDS))[::-1]
    state.location_stack = chance.shuffle("locations", list(LOCATIONS))[::-1]
    state.token_pile = chance.shuffle("tokens", list(MONSTER_TOKENS))[::-1]
    state.court = [state.lord_deck.pop() for _ in range(COURT_SPACES)]
    state.location_offer = [state.location_stack.pop()]
    advance_to_next_prompt(state, [])
    return state
