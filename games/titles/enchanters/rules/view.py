"""What a seat may see of the match: everything but decks, and the others' cards while choosing."""

from __future__ import annotations

from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import asdict

from games.engine import contract
from games.engine.contract import ViewPart

from .components import CARD, LOWER_ICONS, THRESHOLDS, UPPER_ICONS
from .journeys import journey_costs
from .scoring import score_parts
from .state import Options, Seat, State, Trip
from .statics import Actives, active_statics, overlord_side
from .values import (
    IconModifiers,
    count_icons,
    creature_powers,
    effective_power,
    icon_modifiers,
    icon_value,
    overlord_powers,
    wound_count,
)
from .vocabulary import CREATURES


class OptionsView(Options, frozen=True, omit_defaults=False):
    """The options, of which the JSON of a view has all."""


class SeatView(ViewPart, frozen=True, kw_only=True):
    """What lies before one player: stacks have their top last.

    `points` are the score if the match ended now. `slime` and `undead` are None if no kingdom of
    the boxes in play has them.
    """

    stacks: dict[str, list[str]]
    crystals: int
    wounds: int
    wound_count: int
    rewards: int
    attack: int
    defense: int
    pearls: int
    pearls_used: int
    used: list[str]
    points: int
    weight: int
    speed: int
    slime: int | None = None
    undead: int | None = None

    def count(self, name: str) -> int:
        """Return one of the numbers by its name; 0 if the seat has no such number."""
        number = getattr(self, name, 0)
        return number if isinstance(number, int) else 0


class Powers(NamedTuple):
    """What decides a fight: of the creature, and of the seat that would fight it."""

    health: int
    strength: int
    attack: int
    defense: int


class SpaceView(ViewPart, frozen=True, kw_only=True):
    """A card on the road: the cost of the journey, tokens, and for a creature what `powers` has."""

    card: str
    cost: int
    wounds: int = 0
    rewards: int = 0
    cerberus: bool = False
    health: int | None = None
    strength: int | None = None
    attack: int | None = None
    defense: int | None = None

    @property
    def powers(self) -> Powers | None:
        """What decides the fight with a creature; None for another card."""
        if self.health is None or self.strength is None:
            return None
        return Powers(self.health, self.strength, self.attack or 0, self.defense or 0)

    def list_tokens(self) -> list[tuple[str, int]]:
        """Return the tokens on the card: (kind, number)."""
        tokens = [("wounds", self.wounds), ("rewards", self.rewards), ("cerberus", self.cerberus)]
        return [(kind, int(many)) for kind, many in tokens if many]


class ReinforcementsView(ViewPart, frozen=True, kw_only=True):
    """What is added to an Overlord."""

    health: int
    strength: int


class OverlordView(ViewPart, frozen=True, kw_only=True):
    """The Overlord and what lies on it; `challenges` is the number of its challenges."""

    card: str
    active: bool
    health: int
    strength: int
    rewards: int
    reinforcements: ReinforcementsView
    crystals: int
    cards: list[str]
    hit_points: int
    challenges: int

    def list_values(self) -> dict[str, int]:
        """Return the numbers that describe it in words."""
        return {
            "health": self.health,
            "strength": self.strength,
            "rewards": self.rewards,
            "hit_points": self.hit_points,
        }


class FightView(ViewPart, frozen=True, kw_only=True):
    """The fight that goes on."""

    seat: int
    card: str
    health: int
    strength: int


class PilesView(ViewPart, frozen=True, kw_only=True):
    """The piles from the top down, which are shown after the end."""

    deck: list[str]
    box_unseen: list[str]


class View(contract.View, frozen=True, kw_only=True):
    """What a seat may see: everything but decks, and the others' cards while choosing.

    Decks are numbers of cards. `active` is the starting player while nobody is active. `track[n]`
    has a creature's health and strength for the viewer (for a spectator: the active player) and the
    cost of the journey. `branches` are the effects to choose from, as on the card, while that is
    asked. `scores[seat]` are the parts of the score after the end, None in a match together.
    """

    you: int | None
    active: int
    starting: int
    turn: int
    round: int
    options: OptionsView
    kingdoms: list[str]
    seats: list[SeatView]
    track: list[SpaceView | None]
    deck: int
    graveyard: list[str]
    won: list[str]
    wound_deck: int
    village: str
    village_rewards: int
    overlord: OverlordView | None
    event: str
    anger: int
    pool: int
    threshold: int | None
    desert: str
    main_done: bool
    fight: FightView | None
    duel: list[int] | None
    dealt: list[str] | None
    question: str | None
    branches: list[dict[str, Any]] | None
    asked: list[int]
    result: str
    scores: list[list[tuple[str, int]]] | None
    piles: PilesView | None

    @property
    def own_seat(self) -> int:
        """The number of the viewer's seat; a spectator has none."""
        assert self.you is not None
        return self.you

    @property
    def own(self) -> SeatView:
        """The viewer's seat; a spectator has none."""
        return self.seats[self.own_seat]


def _list_branches(state: State) -> list[dict[str, Any]] | None:
    """Return the effects that the topmost task lets one or all players choose from, or None."""
    if state.asked is None or state.asked.question != "branch":
        return None
    task = state.tasks[-1]
    branches: list[dict[str, Any]] = (
        task.args["do"][0]["choose_one"] if task.op == "each_player" else task.args
    )
    return branches


def build_view(state: State, seat: int | None) -> View:
    """Return the match as `seat` sees it (None: a spectator)."""
    over, active = bool(state.result), state.from_active()[0]
    boosts, modifiers = active_statics(state, "boost"), icon_modifiers(state)
    seats = range(len(state.seats))
    return View(
        you=seat,
        active=active,
        starting=state.starting,
        turn=state.turn,
        round=state.round,
        options=OptionsView(**asdict(state.options)),
        kingdoms=state.kingdoms[:],
        seats=[_view_seat(state, number, boosts, modifiers) for number in seats],
        track=_view_track(state, active if seat is None else seat, boosts),
        deck=len(state.deck),
        graveyard=state.graveyard[:],
        won=state.won[:],
        wound_deck=len(state.wound_deck),
        village=state.village,
        village_rewards=state.village_rewards,
        overlord=_view_overlord(state),
        event=state.event,
        anger=state.anger,
        pool=state.pool,
        threshold=THRESHOLDS[state.options.coop_difficulty] if state.options.coop else None,
        desert=state.desert,
        main_done=state.main_done,
        fight=_view_fight(state),
        duel=state.duels[-1][:] if state.duels else None,
        dealt=state.dealt[seat][:] if state.dealt and seat is not None else None,
        question=state.asked.question if state.asked else None,
        branches=_list_branches(state),
        asked=sorted(state.asked.seats) if state.asked else [],
        result=state.result,
        scores=[list(score_parts(state, number)) for number in seats]
        if over and not state.options.coop
        else None,
        piles=PilesView(deck=state.deck[::-1], box_unseen=sorted(state.box_unseen))
        if over
        else None,
    )


def _view_seat(state: State, number: int, boosts: Actives, modifiers: IconModifiers) -> SeatView:
    seat: Seat = state.seats[number]
    return SeatView(
        stacks={stack: cards[:] for stack, cards in seat.stacks.items()},
        crystals=seat.crystals,
        wounds=seat.wounds,
        wound_count=wound_count(state, number),
        rewards=seat.rewards,
        attack=effective_power(state, number, "attack", boosts=boosts),
        defense=effective_power(state, number, "defense", boosts=boosts),
        pearls=seat.pearls,
        pearls_used=seat.pearls_used,
        used=sorted(seat.used),
        points=sum([points for _, points in score_parts(state, number)]) if state.village else 0,
        weight=icon_value(state, number, "weight", modifiers),
        speed=icon_value(state, number, "speed", modifiers),
        slime=_count_rare_icons(state, seat, "slime"),
        undead=_count_rare_icons(state, seat, "undead"),
    )


def _count_rare_icons(state: State, seat: Seat, icon: str) -> int | None:
    """Return the number of an icon; None if no kingdom of the boxes in play has it."""
    cards = chain(UPPER_ICONS[icon], LOWER_ICONS[icon])
    is_in_play = any(CARD[card].box <= state.options.boxes for card in cards)
    return count_icons(seat, icon) if is_in_play else None


def _view_track(state: State, seat: int, boosts: Actives) -> list[SpaceView | None]:
    """Return the spaces with costs and powers for a seat; None for an empty one."""
    modifiers = active_statics(state, "creature_mod")
    spaces: list[SpaceView | None] = []
    for slot, (space, cost) in enumerate(zip(state.track, journey_costs(state, seat), strict=True)):
        if not space.card:
            spaces.append(None)
            continue
        health = strength = attack = defense = None
        if CARD[space.card].kind in CREATURES:
            health, strength = creature_powers(state, seat, space.card, slot, modifiers)
            trip = Trip(seat, space.card, slot=slot, fighting=True)
            attack = effective_power(state, seat, "attack", trip, boosts)
            defense = effective_power(state, seat, "defense", trip, boosts)
        spaces.append(
            SpaceView(
                card=space.card,
                cost=cost,
                wounds=space.wounds,
                rewards=space.rewards,
                cerberus=space.cerberus,
                health=health,
                strength=strength,
                attack=attack,
                defense=defense,
            )
        )
    return spaces


def _view_overlord(state: State) -> OverlordView | None:
    if not state.overlord:
        return None
    health, strength = overlord_powers(state)
    return OverlordView(
        card=state.overlord,
        active=state.overlord_active,
        health=health,
        strength=strength,
        rewards=state.overlord_rewards,
        reinforcements=ReinforcementsView(
            health=state.overlord_health, strength=state.overlord_strength
        ),
        crystals=state.overlord_crystals,
        cards=state.overlord_cards[:],
        hit_points=state.hit_points,
        challenges=len(overlord_side(state).part.of("challenge")),
    )


def _view_fight(state: State) -> FightView | None:
    if not state.trips or not state.trips[-1].fighting:
        return None
    trip = state.trips[-1]
    if trip.zone == "challenge":
        health, strength = overlord_powers(state)
    else:
        health, strength = creature_powers(state, trip.seat, trip.card, trip.slot)
    return FightView(seat=trip.seat, card=trip.card, health=health, strength=strength)
