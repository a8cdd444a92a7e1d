"""What a seat may see of the match, in the terms of the state; hidden parts are left out."""

from __future__ import annotations

from msgspec.structs import asdict

from games.engine import contract
from games.engine.contract import ViewPart

from .components import RACE
from .court import Affiliate
from .keys import BlackSmokers, Keys, usable_keys
from .locations import LocationPick
from .questions import asked_seats
from .scoring import seat_score_lines
from .seats import Lord, Options, Seat
from .state import State


class OptionsView(Options, frozen=True, omit_defaults=False):
    """The options, of which the JSON of a view has all."""


class LordView(ViewPart, frozen=True, kw_only=True):
    """A Lord before a player: free while `under` (a Location) is None, active if not disabled."""

    id: str
    disabled: bool
    under: str | None


class SeatView(ViewPart, frozen=True, kw_only=True):
    """What lies before one player; `hand` and `monster_tokens` are None for those who may not see
    them."""

    pearls: int
    keys: int
    usable_keys: int
    hand: list[str] | None
    hand_size: int
    affiliated: list[str]
    lords: list[LordView]
    locations: list[str]
    monster_tokens: list[int] | None
    monster_token_count: int

    def to_seat(self) -> Seat:
        """Return the seat without what is hidden, for counting."""
        return Seat(
            pearls=self.pearls,
            keys=self.keys,
            hand=self.hand or [],
            affiliated=self.affiliated,
            lords=[Lord(lord.id, lord.disabled, lord.under) for lord in self.lords],
            locations=self.locations,
            monster_tokens=self.monster_tokens or [],
        )


class DebtView(ViewPart, frozen=True, kw_only=True):
    """A discard that a seat still owes because of a Lord (`by`) of the seat `owner`."""

    seat: int
    by: str
    owner: int


class PilesView(ViewPart, frozen=True, kw_only=True):
    """The piles from the top down, which are shown after the end."""

    exploration_deck: list[str]
    discard_unseen: list[str]
    lord_deck: list[str]
    location_stack: list[str]
    token_pile: list[int]


class View(contract.View, frozen=True, kw_only=True):
    """What a seat may see, in the terms of the state.

    Piles are numbers of cards; `council_cards` are None if the cards in the Council are not shown.
    Sealed answers are in no view, not even afterwards. After the end `piles` shows what was hidden,
    and `scores[seat]` are the lines of the score.

    `asked` are all seats that the current question was put to, whether they have answered or not.
    `played`, `claimed`, `drawn` and `stack_seen` are the components that the question holds.
    """

    you: int | None
    active: int
    turn: int
    step: str
    first_player: int
    extra: bool
    extra_turns: int
    ended_by: int | None
    options: OptionsView
    seats: list[SeatView]
    court: list[str]
    lord_deck: int
    lords_gone: list[str]
    exploration_deck: int
    discard: list[str]
    discard_unseen: dict[str, int]
    track: list[str]
    buyers: list[int]
    price: int
    threat: int
    council: dict[str, int]
    council_cards: dict[str, list[str]] | None
    location_stack: int
    location_offer: list[str]
    locations_gone: list[str]
    token_pile: int
    powers_used: list[str]
    debts: list[DebtView]
    question: str | None
    asked: list[int]
    played: list[str]
    claimed: str | None
    drawn: list[str] | None
    stack_seen: list[str] | None
    scores: list[list[tuple[str, int]]] | None
    piles: PilesView | None

    @property
    def own(self) -> SeatView:
        """The viewer's seat; a spectator has none."""
        assert self.you is not None
        return self.seats[self.you]


def build_view(state: State, seat: int | None) -> View:
    """Return the match as `seat` sees it (None: a spectator)."""
    over = state.step == "over"
    seats = range(len(state.seats))
    question = state.agenda[-1] if state.agenda else None
    return View(
        you=seat,
        active=state.active,
        turn=state.turn,
        step=state.step,
        first_player=state.first_player,
        extra=state.extra,
        extra_turns=state.extra_turns,
        ended_by=state.ended_by,
        options=OptionsView(**asdict(state.options)),
        seats=[_build_seat_view(state, number, seat) for number in seats],
        court=state.court[:],
        lord_deck=len(state.lord_deck),
        lords_gone=state.lords_gone[:],
        exploration_deck=len(state.exploration_deck),
        discard=state.discard[:],
        discard_unseen=_count_races(state.discard_unseen),
        track=state.track[:],
        buyers=state.buyers[:],
        price=1 + len(state.buyers),
        threat=state.threat,
        council={race: len(stack) for race, stack in state.council.items()},
        council_cards=_council_cards(state, over),
        location_stack=len(state.location_stack),
        location_offer=state.location_offer[:],
        locations_gone=state.locations_gone[:],
        token_pile=len(state.token_pile),
        powers_used=state.powers_used[:],
        debts=[DebtView(seat=d.seat, by=d.by, owner=d.owner) for d in state.debts],
        question=str(type(question).__struct_config__.tag) if question else None,
        asked=asked_seats(question) if question else [],
        played=question.allies[:] if isinstance(question, Affiliate) else [],
        claimed=question.location if isinstance(question, Keys) else None,
        drawn=_find_drawn(question, seat),
        stack_seen=_find_seen_stack(state, question, seat),
        scores=[list(seat_score_lines(state, number)) for number in seats] if over else None,
        piles=_list_piles(state) if over else None,
    )


def _build_seat_view(state: State, number: int, viewer: int | None) -> SeatView:
    seat = state.seats[number]
    is_seen = number == viewer or state.step == "over"
    return SeatView(
        pearls=seat.pearls,
        keys=seat.keys,
        usable_keys=usable_keys(seat, state.options.ambassador_keys),
        hand=seat.hand[:] if is_seen else None,
        hand_size=len(seat.hand),
        affiliated=seat.affiliated[:],
        lords=[
            LordView(id=lord.id, disabled=lord.disabled, under=lord.under) for lord in seat.lords
        ],
        locations=seat.locations[:],
        monster_tokens=sorted(seat.monster_tokens) if is_seen else None,
        monster_token_count=len(seat.monster_tokens),
    )


def _find_drawn(question: object, seat: int | None) -> list[str] | None:
    """Return the Locations that the seat has drawn to pick from."""
    if isinstance(question, LocationPick) and question.seat == seat:
        return question.drawn[:]
    return None


def _find_seen_stack(state: State, question: object, seat: int | None) -> list[str] | None:
    """Return the Location stack if the seat may look through it now."""
    if isinstance(question, BlackSmokers) and question.seat == seat:
        return sorted(state.location_stack)
    return None


def _council_cards(state: State, over: bool) -> dict[str, list[str]] | None:
    if over or state.options.council_memory == "full_log":
        return {race: sorted(stack) for race, stack in state.council.items()}
    return None


def _count_races(cards: list[str]) -> dict[str, int]:
    races = [RACE[card] for card in cards]
    return {race: races.count(race) for race in sorted(set(races))}


def _list_piles(state: State) -> PilesView:
    return PilesView(
        exploration_deck=state.exploration_deck[::-1],
        discard_unseen=sorted(state.discard_unseen),
        lord_deck=state.lord_deck[::-1],
        location_stack=state.location_stack[::-1],
        token_pile=state.token_pile[::-1],
    )
