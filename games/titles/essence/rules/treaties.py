"""“Treaty”: the lowest free space, its price in any mix of Wealth and Influence, its effect."""

from __future__ import annotations

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Split

from . import event_kinds
from .answers import code_in, list_token_splits, require_exact_args, split_in
from .components import BOX, TREATIES
from .frames import EffectFrame
from .gains import treaties_of, trigger_passives
from .seats import apply_modifiers
from .state import State

# Faction tokens of a player, except the three on Essence, Shards and Order.
FACTION_TOKENS = 12 - 3


def treaty_price(state: State, seat: int, code: str) -> int | None:
    """Return the price of the treaty's lowest free space for the seat, None if there is none."""
    return treaty_prices(state, seat)[code]


def treaty_prices(state: State, seat: int) -> dict[str, int | None]:
    """Return the price of every treaty for the seat."""
    spaces = BOX.treaty_spaces[len(state.seats)]
    modifiers = state.seats[seat].modifiers("treaty_cost")
    prices: dict[str, int | None] = {}
    for code, signers in state.treaties.items():
        if len(signers) < spaces:
            prices[code] = apply_modifiers(modifiers, TREATIES[code].prices[len(signers)])
        else:
            prices[code] = None
    return prices


def sign_choices(state: State, seat: int) -> list[Choice]:
    """Return a choice for each treaty that the seat can sign now."""
    if treaties_of(state, seat) >= FACTION_TOKENS:
        return []
    own = state.seats[seat]
    bins = {"wealth": own.wealth, "influence": own.influence}
    treaty_choices = []
    prices = treaty_prices(state, seat)
    for code in TREATIES:
        cost = prices[code]
        if cost is not None and cost <= own.wealth + own.influence:
            treaty_choices.append(_make_sign_choice(code, cost, bins))
    return treaty_choices


def _make_sign_choice(code: str, cost: int, bins: dict[str, int]) -> Choice:
    tokens = {token: many for token, many in bins.items() if many}
    if len(tokens) < 2:
        # The seat has only one kind of token to pay with.
        return Choice("sign", {"treaty": code, "payment": dict.fromkeys(tokens, cost)})

    def ways() -> list[Decision]:
        splits = list_token_splits(cost, tokens)
        return [Decision("sign", {"treaty": code, "payment": way}) for way in splits]

    return Choice("sign", {"treaty": code}, (Split("payment", cost, tokens),), ways)


def sign_treaty(state: State, seat: int, decision: Decision, events: list[Event]) -> None:
    """Place a token, pay, and put the treaty's effect on the agenda."""
    require_exact_args(decision, "treaty", "payment")
    code = code_in(decision, "treaty")
    cost = treaty_price(state, seat, code) if code in TREATIES else None
    if cost is None or treaties_of(state, seat) >= FACTION_TOKENS:
        raise IllegalDecision("That treaty has no free space for you.", code="treaty")
    own = state.seats[seat]
    bins = {"wealth": own.wealth, "influence": own.influence}
    payment = split_in(decision, "payment", cost, bins)
    for token, many in payment.items():
        setattr(own, token, getattr(own, token) - many)
    state.treaties[code].append(seat)
    both = {token: payment.get(token, 0) for token in bins}
    events.append(Event(event_kinds.TREATY_SIGNED, {"seat": seat, "treaty": code, **both}))
    trigger_passives(state, seat, "treaty_signed", events)
    state.agenda.append(EffectFrame(seat, code, [dict(effect) for effect in TREATIES[code].effect]))
