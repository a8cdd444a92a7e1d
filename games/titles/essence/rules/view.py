"""What a seat may see of the match, in the terms of the state; hidden parts are left out."""

from __future__ import annotations

from msgspec.structs import asdict

from games.engine import contract
from games.engine.contract import Setting, ViewPart

from .building import Build
from .choosing import ChooseOne, OpponentChooses
from .components import BOX
from .frames import EffectFrame
from .questions import asked_seats
from .rounds import OVER
from .schema import Effect
from .scoring import score_parts
from .state import State
from .treaties import treaty_prices


class SegmentView(ViewPart, frozen=True, kw_only=True):
    """A card on an Island."""

    card: str
    exhausted: bool


class SeatView(ViewPart, frozen=True, kw_only=True):
    """What lies before one player; `hand` is None for others, `draw_pile` a number of cards.

    `attack_value` and `defense_value` are what counts in a fight.
    """

    faction: str
    island: dict[str, SegmentView]
    hand: list[str] | None
    hand_size: int
    draw_pile: int
    discard: list[str]
    fragments: list[str]
    wealth: int
    influence: int
    attack: int
    defense: int
    attack_value: int
    defense_value: int
    ready: int
    spent: int
    essence: int
    shards: int
    revenge: int
    shields: int
    attacks_won: int
    slots_passed: int

    def count(self, name: str) -> int:
        """Return one of the numbers by its name. Raises AttributeError."""
        number: int = getattr(self, name)
        return number


class PileView(ViewPart, frozen=True, kw_only=True):
    """A pile of Advisors: the open card (None: it is face down) and the number of cards below."""

    card: str | None
    wealth: int
    left: int


class View(contract.View, frozen=True, kw_only=True):
    """What a seat may see, in the terms of the state; hidden parts are left out.

    Decks are numbers of cards. `prices` are what the treaties cost the viewer, None where they are
    full. Sealed answers are in no view. After the end all hands are shown.

    `asked` are all seats that the current question was put to, whether they have answered or not.
    `listed` are the effects to pick from, `source` the card they are printed on; `discount` is that
    of a granted Build. `scores[seat]` are the parts of the score after the end.
    """

    you: int | None
    round: int
    turn: int
    step: str
    active: int | None
    order: list[int]
    passed: list[int]
    main_done: bool
    read_done: bool
    options: dict[str, Setting]
    goal: int
    seats: list[SeatView]
    advisors: list[PileView]
    market: list[str]
    location_deck: int
    monument_deck: int
    segment_discard: list[str]
    row: list[str | None]
    prophecy_deck: int
    prophecy_discard: list[str]
    treaties: dict[str, list[int]]
    spaces: int
    prices: dict[str, int | None]
    threat: int
    question: str | None
    asked: list[int]
    listed: list[Effect]
    source: str
    discount: int
    scores: list[list[tuple[str, int]]] | None

    @property
    def own(self) -> SeatView:
        """The viewer's seat; a spectator has none."""
        assert self.you is not None
        return self.seats[self.you]

    @property
    def own_hand(self) -> list[str]:
        """The viewer's hand."""
        return self.own.hand or []


def build_view(state: State, seat: int | None) -> View:
    """Return the match as `seat` sees it (None: a spectator)."""
    over = state.step == OVER
    seats = range(len(state.seats))
    question = state.agenda[-1] if state.agenda else None
    if isinstance(question, EffectFrame):
        question = None
    options = question if isinstance(question, ChooseOne | OpponentChooses) else None
    return View(
        you=seat,
        round=state.round,
        turn=state.turn,
        step=state.step,
        active=state.player() if 0 <= state.active < len(state.order) else None,
        order=state.order[:],
        passed=state.passed[:],
        main_done=state.main_done,
        read_done=state.read_done,
        options=asdict(state.options),
        goal=BOX.shard_goal[len(state.seats)],
        seats=[_view_seat(state, number, seat) for number in seats],
        advisors=[
            PileView(
                card=pile.cards[-1] if pile.up else None,
                wealth=pile.wealth,
                left=len(pile.cards) - pile.up,
            )
            for pile in state.piles
        ],
        market=state.market[:],
        location_deck=len(state.location_deck),
        monument_deck=len(state.monument_deck),
        segment_discard=sorted(state.segment_discard),
        row=state.row[:],
        prophecy_deck=len(state.prophecy_deck),
        prophecy_discard=sorted(state.prophecy_discard),
        treaties={code: signers[:] for code, signers in state.treaties.items()},
        spaces=BOX.treaty_spaces[len(state.seats)],
        prices={} if seat is None else treaty_prices(state, seat),
        threat=state.threat,
        question=str(type(question).__struct_config__.tag) if question else None,
        asked=asked_seats(question) if question else [],
        listed=[dict(option) for option in options.options] if options else [],
        source=options.source if options else "",
        discount=question.discount if isinstance(question, Build) else 0,
        scores=[list(score_parts(state, number)) for number in seats] if over else None,
    )


def _view_seat(state: State, number: int, viewer: int | None) -> SeatView:
    seat = state.seats[number]
    is_seen = number == viewer or state.step == OVER
    return SeatView(
        faction=seat.faction,
        island={
            cell: SegmentView(card=segment.card, exhausted=segment.exhausted)
            for cell, segment in seat.island.items()
        },
        hand=seat.hand[:] if is_seen else None,
        hand_size=len(seat.hand),
        draw_pile=len(seat.draw_pile),
        discard=seat.discard[:],
        fragments=seat.fragments[:],
        wealth=seat.wealth,
        influence=seat.influence,
        attack=seat.attack,
        defense=seat.defense,
        attack_value=max(0, seat.modified("attack_value", seat.attack)),
        defense_value=max(0, seat.modified("defense_value", seat.defense)),
        ready=seat.ready,
        spent=seat.spent,
        essence=seat.essence,
        shards=seat.shards,
        revenge=seat.revenge,
        shields=seat.shields,
        attacks_won=seat.attacks_won,
        slots_passed=seat.slots_passed,
    )
