"""The rules of Sealed."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, convert, field, to_builtins

from games.engine import contract
from games.engine.chance import Chance
from games.engine.contract import (
    Choice,
    Decision,
    Event,
    Fact,
    IllegalDecision,
    MatchOptions,
    Option,
    Outcome,
    Pick,
    Position,
    Prompt,
    Topic,
)
from games.engine.scenario_fields import Fields

SEATS = range(2, 6)
OPTIONS = (Option("rounds", (3, 5)),)
PRESETS = {"long": {"rounds": 5}}
STONES = {"white": 1, "grey": 2, "black": 3}
BAG = ("white",) * 12 + ("grey",) * 10 + ("black",) * 8
HAND = 5

TOPICS = {
    "stake": Topic(
        {"stake": tuple(STONES), "pass": ()},
        {"round": Fact(), "stones": Fact()},
        main="round",
        examples=("stake white if round = 1, else ask", "pass if stones <= 2"),
    )
}


class State(Struct):
    """The state: `hands[seat]` are secret; `stakes` holds the sealed answers of this round by
    seat."""

    rounds: int
    hands: list[list[str]]
    crowns: list[int]
    chance: Chance
    bag: list[str]
    heap: list[str] = field(default_factory=list)
    stakes: dict[int, list[str]] = field(default_factory=dict)
    round: int = 1


def set_up_match(seats: int, seed: bytes, options: MatchOptions) -> State:
    """Shuffle the bag and deal five stones each."""
    chance = Chance(seed)
    bag = chance.shuffle("bag", list(BAG))
    hands = [sorted(bag.pop() for _ in range(HAND)) for _ in range(seats)]
    return State(options.get("rounds", 3), hands, [0] * seats, chance, bag)


def list_prompts(state: State) -> list[Prompt]:
    """Return the prompts of all seats at once; a stake can be changed until the last one is in."""
    if state.round > state.rounds:
        return []
    return [_build_stake_prompt(state, seat) for seat in range(len(state.hands))]


def _build_stake_prompt(state: State, seat: int) -> Prompt:
    hand = tuple(state.hands[seat])
    own_stake = state.stakes.get(seat)

    def examples() -> list[Decision]:
        stakes = [hand[:1], hand[-1:], hand] if hand else []
        return [_as_decision(list(s), hand) for s in dict.fromkeys(stakes)]

    stake = Choice("stake", {}, (Pick("stones", hand, 1, len(hand)),), examples)
    return Prompt(
        seat,
        "stake",
        # Every round has new prompt numbers.
        state.round * len(state.hands) + seat,
        (*([stake] if hand else []), Choice("pass")),
        Decision("pass"),
        {"round": state.round, "stones": len(hand)},
        group=state.round,
        answered=None if own_stake is None else _as_decision(own_stake, hand),
    )


def _as_decision(stones: list[str], hand: tuple[str, ...]) -> Decision:
    """Return the stake; the only stone of a hand is the argument itself, see Pick."""
    if not stones:
        return Decision("pass")
    return Decision("stake", {"stones": stones[0] if len(hand) == 1 else stones})


def play_decision(state: State, seat: int, decision: Decision) -> list[Event]:
    """Seal the stake; the last one reveals all of them. Return the events."""
    stones = decision.args.get("stones", [])
    if isinstance(stones, str):
        stones = [stones]
    if decision.verb not in ("stake", "pass") or not isinstance(stones, list):
        raise IllegalDecision("Stake some of your stones, or pass.")
    if (decision.verb == "pass") != (not stones) or set(decision.args) - {"stones"}:
        raise IllegalDecision("Stake at least one stone, or pass.")
    if state.round > state.rounds or Counter(stones) - Counter(state.hands[seat]):
        raise IllegalDecision("You do not have these stones.")
    state.stakes[seat] = sorted(stones)
    events = [Event("sealed", {"seat": seat, "stones": sorted(stones)}, audience=(seat,))]
    if len(state.stakes) == len(state.hands):
        events += _reveal_stakes(state)
    return events


def _reveal_stakes(state: State) -> list[Event]:
    """Reveal all stakes in seat order; the single highest value wins the crown."""
    worth = {}
    events = []
    for seat, stones in sorted(state.stakes.items()):
        worth[seat] = sum(STONES[stone] for stone in stones)
        facts = {"seat": seat, "stones": stones, "worth": worth[seat]}
        events.append(Event("shows", facts, reveals=True))
        left = Counter(state.hands[seat]) - Counter(stones)
        state.hands[seat] = sorted(left.elements())
        state.heap += stones
    best = max(worth.values())
    winners = [seat for seat in worth if worth[seat] == best]
    if best and len(winners) == 1:
        state.crowns[winners[0]] += 1
        events.append(Event("crown", {"seat": winners[0]}))
    else:
        events.append(Event("nobody"))
    state.stakes, state.round = {}, state.round + 1
    return events


class View(contract.View, frozen=True, kw_only=True):
    """What a seat may see: hands and stakes are visible to their owner only until the end.

    `hands[seat]` are the stones, or their number where they are hidden; `bag` is a number, too.
    """

    you: int | None
    round: int
    rounds: int
    crowns: list[int]
    hands: list[list[str] | int]
    stake: list[str] | None
    bag: int


def build_view(state: State, seat: int | None) -> View:
    """Return the match as `seat` sees it (None: a spectator)."""
    over = state.round > state.rounds
    return View(
        you=seat,
        round=state.round,
        rounds=state.rounds,
        crowns=list(state.crowns),
        hands=[list(h) if over or s == seat else len(h) for s, h in enumerate(state.hands)],
        stake=list(state.stakes[seat]) if seat is not None and seat in state.stakes else None,
        bag=len(state.bag),
    )


def find_outcome(state: State) -> Outcome | None:
    """Return the outcome: most crowns, then most stones left; ties share the place. None while the
    match runs."""
    if state.round <= state.rounds:
        return None
    order = [(crowns, len(hand)) for crowns, hand in zip(state.crowns, state.hands, strict=True)]
    return Outcome(
        places=tuple(1 + sum(other > mine for other in order) for mine in order),
        scores=tuple(state.crowns),
        lines=tuple((("crowns", crowns),) for crowns in state.crowns),
    )


def count_components(state: State) -> dict[str, int]:
    """Return the number of stones of each kind, which never changes."""
    return dict(Counter(state.bag + state.heap + [s for hand in state.hands for s in hand]))


def write_position(state: State) -> Position:
    """Return the whole state as a position; the seed in hexadecimal."""
    data: Position = to_builtins(state)
    data["chance"] = {**data["chance"], "seed": state.chance.seed.hex()}
    return data


def read_position(position: Fields) -> State:
    """Parse a position written by write_position(); only `hands` is required."""
    if "hands" not in position:
        raise ValueError("hands is missing")
    data = {**position, "chance": dict(position.get("chance", {}))}
    data["chance"]["seed"] = bytes.fromhex(data["chance"].get("seed", "00"))
    whole = {"rounds": 3, "bag": [], "crowns": [0] * len(data["hands"])} | data
    return convert(to_builtins(whole, builtin_types=(bytes,)), State, strict=False)
