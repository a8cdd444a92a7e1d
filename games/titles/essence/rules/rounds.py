"""The sequence of a round in rulebook order, and the entry points for prompts and answers."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.contract import Decision, Event, IllegalDecision, Prompt

from . import advisors, event_kinds
from .cleaning import Cleaning, resolve_cleaning, slots_of, strike_with_threat
from .components import BOX, FACTIONS, SEGMENT
from .effects import run_next_effect
from .faction import ChooseFaction
from .frames import EffectFrame
from .market import LOCATIONS_EACH, MONUMENTS, reveal_locations, reveal_monuments
from .questions import asked_seats
from .scoring import end_match, score_round
from .seats import Seat
from .state import State
from .turn import Turn

# A step returns whether it is done; if not, it runs again after its questions are answered.
Step = Callable[["State", list[Event]], bool]
# Essence for each turn slot of a player who has passed: the first, the second, every later one.
SLOTS = (1, 2, 3)


def choose_factions(state: State, events: list[Event]) -> bool:
    """Ask for factions unless they were dealt."""
    for seat in state.order:
        if not state.seats[seat].faction:
            state.ask(ChooseFaction(seat))
            return False
    return True


def prepare_round(state: State, events: list[Event]) -> bool:
    """“Preparation”: the new order, Essence to 0, the market (in round 1 it is already laid
    out)."""
    state.round += 1
    if state.round > 1:
        state.order, state.passed = state.passed, []
        for seat in state.seats:
            seat.essence = 0
    facts = {"round": state.round, "order": state.order[:]}
    events.append(Event(event_kinds.ROUND_STARTED, facts))
    if state.round == 1:
        return True
    if state.options.threat_resets:
        state.threat = 1
    reveal_monuments(state, MONUMENTS, events)
    reveal_locations(state, LOCATIONS_EACH * len(state.seats), events)
    return True


def earn_income(state: State, events: list[Event]) -> bool:
    """“Income”: reset the tracks, refresh Foundations, give tokens and cards."""
    for number in state.order:
        _earn_seat_income(state, number, events)
    return True


def income_of(own: Seat) -> dict[str, int]:
    """Return the base value plus income of every stat; exhausted segments count (H-35)."""
    stats = dict(FACTIONS[own.faction].stats)
    for segment in own.island.values():
        for stat, many in SEGMENT[segment.card].income.items():
            stats[stat] += many
    return stats


def _earn_seat_income(state: State, number: int, events: list[Event]) -> None:
    own = state.seats[number]
    stats = income_of(own)
    own.attack, own.defense = stats["attack"], stats["defense"]
    own.raid = own.ready = own.spent = 0
    own.add_foundations(stats["foundations"])
    own.wealth += stats["wealth"]
    own.influence += stats["influence"]
    cards = []
    for _ in range(stats["popularity"]):
        if not own.draw_pile and own.discard:
            own.draw_pile = state.chance.shuffle(own.faction, sorted(own.discard))
            own.discard = []
            events.append(Event(event_kinds.PILE_SHUFFLED, {"seat": number}, reveals=True))
        if own.draw_pile:
            cards.append(own.draw_pile.pop())
    own.hand = sorted([*own.hand, *cards])
    facts = {stat: stats[stat] for stat in ("wealth", "influence", "attack", "defense")}
    facts |= {"seat": number, "foundations": own.ready, "cards": len(cards)}
    events.append(Event(event_kinds.INCOME, facts, reveals=True))
    if cards:
        private_facts = {"seat": number, "cards": sorted(cards)}
        events.append(
            Event(event_kinds.CARDS_DRAWN, private_facts, audience=(number,), reveals=True)
        )


def ask_for_bids(state: State, events: list[Event]) -> bool:
    """Turn up the Advisors and ask for bids; a player without tokens cannot bid and is not
    asked."""
    advisors.turn_up(state, events)
    rich = [n for n, seat in enumerate(state.seats) if seat.wealth or seat.influence]
    if rich and advisors.on_offer(state):
        state.ask(advisors.Bid(rich))
    return True


def settle_ties(state: State, events: list[Event]) -> bool:
    return advisors.settle_ties(state)


def reward_winner(state: State, events: list[Event]) -> bool:
    advisors.reward_winner(state, events)
    return True


def take_advisors(state: State, events: list[Event]) -> bool:
    return advisors.pick_advisors(state, events)


def leave_advisors(state: State, events: list[Event]) -> bool:
    advisors.add_wealth(state)
    state.wishes = {}
    state.active = -1
    state.turn_over = True
    return True


def take_turns(state: State, events: list[Event]) -> bool:
    """Ask for the next step of this turn, or pass the turn on until all have passed (H-14)."""
    if not state.turn_over:
        state.ask(Turn(state.player()))
        return False
    while len(state.passed) < len(state.seats):
        state.active = (state.active + 1) % len(state.order)
        seat = state.player()
        if seat not in state.passed:
            _begin_turn(state, seat, events)
            return False
        own = state.seats[seat]
        essence = SLOTS[min(own.slots_passed, len(SLOTS) - 1)]
        own.slots_passed += 1
        own.essence += essence
        events.append(Event(event_kinds.PASS_INCOME, {"seat": seat, "essence": essence}))
    return True


def _begin_turn(state: State, seat: int, events: list[Event]) -> None:
    state.turn += 1
    state.main_done = state.read_done = state.turn_over = False
    events.append(Event(event_kinds.TURN_STARTED, {"seat": seat, "turn": state.turn}))
    state.ask(Turn(seat))


def clear_table(state: State, events: list[Event]) -> bool:
    """“Cleaning” 1 to 4: exhaustion, treaties, the market, Foundations, Shards and revenge."""
    score_round(state, events)
    for own in state.seats:
        for segment in own.island.values():
            segment.exhausted = False
        own.ready = own.spent = own.raid = 0
        own.shields = own.attacks_won = own.slots_passed = 0
    state.treaties = {code: [] for code in state.treaties}
    state.segment_discard += state.market
    state.market = []
    return True


def test_goal(state: State, events: list[Event]) -> bool:
    """“Cleaning” 9, done here: the steps in between cannot change Shards.

    Of these only the Threat can matter in the last round, for ties; its mix cannot, so that nobody
    is asked for it (H-45).
    """
    goal = BOX.shard_goal[len(state.seats)]
    if any(seat.shards >= goal for seat in state.seats):
        if state.options.threat_at_end:
            strike_with_threat(state, {}, events)
        end_match(state, events)
        return False
    return True


def ask_for_forms(state: State, events: list[Event]) -> bool:
    """“Cleaning” 5 to 8: ask for everything on one form, but only players with something to
    decide."""
    seats = [seat for seat in range(len(state.seats)) if slots_of(state, seat)]
    if seats:
        state.ask(Cleaning(seats))
    else:
        resolve_cleaning(state, {}, events)
    return True


# “The round” --------------------------------------------------------------------------------------

SEQUENCE: tuple[tuple[str, Step], ...] = (
    # Only before the first round.
    ("faction", choose_factions),
    ("preparation", prepare_round),
    ("income", earn_income),
    ("bids", ask_for_bids),
    ("ties", settle_ties),
    ("winner", reward_winner),
    ("advisors", take_advisors),
    ("leave", leave_advisors),
    ("turns", take_turns),
    ("scoring", clear_table),
    ("goal", test_goal),
    ("cleaning", ask_for_forms),
)
STEPS = dict(SEQUENCE)
NEXT = {name: SEQUENCE[(place + 1) % len(SEQUENCE)][0] for place, (name, _) in enumerate(SEQUENCE)}
OVER = "over"


def advance_round(state: State, events: list[Event]) -> None:
    """Carry out effects and run the round up to the next question, or to the end."""
    while state.step != OVER:
        if state.agenda:
            top = state.agenda[-1]
            if not isinstance(top, EffectFrame):
                return
            run_next_effect(state, top, events)
        elif STEPS[state.step](state, events):
            state.step = NEXT[state.step]


# Prompts and answers ------------------------------------------------------------------------------


def list_prompts(state: State) -> list[Prompt]:
    """Return the open prompts."""
    if not state.agenda:
        return []
    top = state.agenda[-1]
    return [] if isinstance(top, EffectFrame) else top.prompts(state)


def play_decision(state: State, seat: int, decision: Decision) -> list[Event]:
    """Apply the answer of a seat, run up to the next question, and return the events."""
    if not state.agenda:
        raise IllegalDecision("This match is over.", code="over")
    question = state.agenda[-1]
    assert not isinstance(question, EffectFrame)
    if seat not in asked_seats(question):
        raise IllegalDecision("You are not asked anything now.", code="not_asked")
    events: list[Event] = []
    question.answer(state, seat, decision, events)
    advance_round(state, events)
    return events
