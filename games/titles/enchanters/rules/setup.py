"""“Set-up”: the options, and the steps that lay out the match."""

from __future__ import annotations

import msgspec

from games.engine.chance import Chance
from games.engine.contract import BadOptions, Decision, MatchOptions, Option, Setting

from .components import (
    CARD,
    GUILD,
    KINGDOMS,
    SHORT_CARDS,
    START_CRYSTALS,
    TWO_PLAYER_CARDS,
    deck_of,
    of_kind,
)
from .library import BOXES
from .overlords import starting_hit_points
from .people import find_neighbour
from .running import Run, register_step
from .starters import related_cards
from .state import Options, Seat, Space, State, Task
from .turn import run_to_next_question
from .vocabulary import CREATURES

SEATS = range(2, 5)
BEGINNERS = tuple(k.id for k in KINGDOMS.values() if k.beginners)

# The villages of competitive matches, by the last part of their codes.
VILLAGES = tuple(code.split(".")[1] for code in of_kind("village") if code != GUILD)

OPTIONS = (
    Option("mode", ("competitive", "coop")),
    Option("kingdom_pool", ("beginners", "all")),
    Option("boxes", BOXES[::-1], before=1),
    Option("kingdoms", tuple(KINGDOMS), many=True),
    Option("kingdom_selection", ("group", "random", "player_order")),
    Option("overlord", (True, False)),
    Option("chosen_overlord", ("auto", *of_kind("overlord"))),
    Option("short", (False, True)),
    Option("start_item", ("banner", "fist")),
    Option("start_enchantment", ("class", "enchanting")),
    Option("related", ("kingdom", "random")),
    Option("village", ("auto", *VILLAGES)),
    Option("coop_tier", ("easier", "harder")),
    Option("coop_difficulty", ("normal", "easy", "hard", "very_hard")),
    Option("reinforcements", (False, True)),
    Option("group_decisions", ("vote", "leader", "first_answer"), before="leader"),
    Option("priming_factor", (2, 3)),
    Option("hopeless_fights", (True, False)),
    Option("desert_overlords", (True, False), before=False),
    Option("hit_points", ("balanced", "printed")),
    Option("small_choices", ("asked", "automatic"), before="automatic"),
    Option("discard_wounds", (True, False), before=False),
    Option("coop_wounds", ("printed", "earlier"), before="earlier"),
)
# The printed rules among the options.
PRINTED: dict[str, Setting] = {
    "group_decisions": "vote",
    "hopeless_fights": True,
    "desert_overlords": True,
    "hit_points": "printed",
    "small_choices": "asked",
    "discard_wounds": True,
    "coop_wounds": "printed",
}
TOGETHER: dict[str, Setting] = {
    "mode": "coop",
    "kingdom_pool": "all",
    "kingdom_selection": "random",
}


def _recommend(village: str, *kingdoms: str) -> dict[str, Setting]:
    """Return the options of a recommended set: three kingdoms, as many as three players need, and
    a village that suits them; what more players, or two with half decks, need is drawn."""
    return {
        "boxes": BOXES[-1],
        "kingdoms": list(kingdoms),
        "kingdom_pool": "all",
        "kingdom_selection": "random",
        "village": village,
    }


# What beginners play, recommended sets of kingdoms, the variants of “Set-up” by their names, and
# every printed rule.
PRESETS: dict[str, dict[str, Setting]] = {
    "first_match": {
        "overlord": False,
        "start_item": "fist",
        "start_enchantment": "enchanting",
        "village": "normaltown",
    },
    "wounds": _recommend("bloodhaven", "cultists", "dark_elves", "angels"),
    "graveyard": _recommend("chapel_of_soulfire", "undead", "troglodytes", "golems"),
    "dragons": _recommend("north_ridge", "dracons", "gnolls", "demons"),
    "short": {"short": True},
    "draft": {"boxes": BOXES[-1], "kingdom_pool": "all", "kingdom_selection": "player_order"},
    "together": TOGETHER,
    "together_harder": {**TOGETHER, "coop_tier": "harder"},
    "as_printed": PRINTED,
}


def options_of(options: MatchOptions) -> Options:
    """Return the options of a match; missing ones get their default."""
    return msgspec.convert(dict(options), Options)


def check_options(seats: int, options: MatchOptions) -> None:
    """Check that the options go together. Raises BadOptions that says why they do not."""
    settings = options_of(options)
    has_half_decks = seats == 2 or settings.coop
    most = seats * (2 if has_half_decks else 1)
    if len(settings.kingdoms) > most:
        raise BadOptions(
            "This match has {most} kingdoms; {many} are chosen.",
            most=most,
            many=len(settings.kingdoms),
        )
    _check_boxes(settings)
    if settings.coop and settings.village != "auto":
        raise BadOptions(
            "All begin in the Enchanters Guild when they play together: choose no village."
        )
    if settings.chosen_overlord == "auto":
        return
    if not (settings.coop or settings.overlord):
        raise BadOptions("An Overlord is chosen for a match without one.")
    design = CARD[settings.chosen_overlord]
    if settings.coop and "coop" not in design.sides:
        raise BadOptions("That Overlord cannot be played against together.")
    if not settings.coop and design.coop_only:
        raise BadOptions("That Overlord is only for matches that are played together.")


def _check_boxes(settings: Options) -> None:
    cards = [f"village.{settings.village}", settings.chosen_overlord]
    boxes = [KINGDOMS[kingdom].box for kingdom in settings.kingdoms]
    boxes += [CARD[card].box for card in cards if card in CARD]
    if any(box > settings.boxes for box in boxes):
        raise BadOptions("This comes with a box that the match is played without.")


def is_cooperative(options: MatchOptions) -> bool:
    """Return whether the players play together against the Overlord."""
    return options.get("mode") == "coop"


def set_up_match(seats: int, seed: bytes, options: MatchOptions) -> State:
    """Return the state before the first question (“Set-up”)."""
    chance = Chance(seed)
    settings = options_of(options)
    starting = chance.choose("starting_player", list(range(seats)))
    state = State(settings, chance, [Seat() for _ in range(seats)], starting)
    state.kingdoms = [kingdom for kingdom in KINGDOMS if kingdom in settings.kingdoms]
    state.tasks.append(Task("choose_kingdoms", starting))
    run_to_next_question(Run(state))
    return state


def has_halved_decks(state: State) -> bool:
    """Return whether decks are halved: with two players, and in cooperative matches."""
    return len(state.seats) == 2 or state.options.coop


def kingdoms_wanted(state: State) -> int:
    """Return the number of kingdoms: one per player, doubled once if decks are halved."""
    return len(state.seats) * (2 if has_halved_decks(state) else 1)


def pool_of(state: State) -> list[str]:
    """Return the kingdoms to choose from: all of them if there are too few for beginners."""
    kingdoms = [name for name, it in KINGDOMS.items() if it.box <= state.options.boxes]
    beginners = [kingdom for kingdom in kingdoms if kingdom in BEGINNERS]
    has_beginners = state.options.kingdom_pool == "beginners"
    return beginners if has_beginners and len(beginners) >= kingdoms_wanted(state) else kingdoms


@register_step
def choose_kingdoms(run: Run, task: Task) -> None:
    """Choose the kingdoms that are not chosen by an option: at random, in turn (D-01), or by the
    creator of the match (A-06)."""
    state = run.state
    number_of_kingdoms = kingdoms_wanted(state)
    pool = [kingdom for kingdom in pool_of(state) if kingdom not in state.kingdoms]
    if state.options.kingdom_selection == "random":
        state.kingdoms += state.chance.shuffle("kingdoms", pool)[
            : number_of_kingdoms - len(state.kingdoms)
        ]
    elif len(state.kingdoms) + len(pool) == number_of_kingdoms:
        state.kingdoms += pool
    elif len(state.kingdoms) < number_of_kingdoms:
        if state.options.kingdom_selection == "group" and state.options.group_decisions == "vote":
            _vote_for_kingdoms(run, task, pool, number_of_kingdoms)
            return
        by = 0
        if state.options.kingdom_selection == "player_order":
            # The player to the right of the starting player chooses first, then counter-clockwise.
            by = state.starting
            for _ in range(len(state.kingdoms) + 1):
                by = find_neighbour(state, by, "right")
        offers = [Decision("kingdom", {"name": kingdom}) for kingdom in pool]
        decision = run.choose(task, "kingdom", offers, by=by)
        assert decision is not None
        state.kingdoms.append(str(decision.args["name"]))
        run.tell("kingdom", seat=by, kingdom=decision.args["name"])
        run.then("choose_kingdoms", task.seat)
        return
    run.tell("kingdoms", kingdoms=list(state.kingdoms))
    run.then("build_deck", task.seat)


def _vote_for_kingdoms(run: Run, task: Task, pool: list[str], number: int) -> None:
    """Let everybody name a kingdom in secret; those with the most votes are in the match, until
    there are enough. Of equal ones the earlier voice counts, clockwise from the starting player
    (A-06)."""
    state = run.state
    offers = [Decision("kingdom", {"name": kingdom}) for kingdom in pool]
    votes = run.choose_all(task, "kingdom", dict.fromkeys(range(len(state.seats)), offers))
    names = {seat: str(votes[seat].args["name"]) for seat in state.from_active()}
    ballots = list(names.values())
    ranking = sorted(dict.fromkeys(ballots), key=ballots.count, reverse=True)
    for kingdom in ranking[: number - len(state.kingdoms)]:
        state.kingdoms.append(kingdom)
        voter = next(seat for seat, name in names.items() if name == kingdom)
        run.tell("kingdom", seat=voter, kingdom=kingdom, reveals=True)
    run.then("choose_kingdoms", task.seat)


@register_step
def build_deck(run: Run, task: Task) -> None:
    """Shuffle the kingdoms together, shorten and prime the deck and lay out six cards.

    Starting cards are dealt before village and Overlord.
    """
    state = run.state
    cards = [card for kingdom in state.kingdoms for card in deck_of(kingdom)]
    unmarked_cards = []
    if has_halved_decks(state):
        unmarked_cards = [card for card in cards if card not in TWO_PLAYER_CARDS]
        cards = [card for card in cards if card in TWO_PLAYER_CARDS]
    state.box += unmarked_cards
    deck = state.chance.shuffle("adventure", cards)
    # Ruling A-49: a card too many, as with the Dracons, would be one more turn for one player.
    short = len(deck) % len(state.seats)
    if state.options.short:
        short += SHORT_CARDS * len(state.seats)
    state.box_unseen, deck = deck[:short], deck[short:]
    state.deck = _prime_deck(state, deck)[::-1]
    for space in range(len(state.track)):
        state.track[space] = Space(state.deck.pop())
    run.then("deal_starters", task.seat)


def _prime_deck(state: State, deck: list[str]) -> list[str]:
    """Return the deck, top first, with two (or three) artifacts per player on its top."""
    size = state.options.priming_factor * len(state.seats)
    above: list[str] = []
    below: list[str] = []
    while deck and len(above) < size:
        card = deck.pop(0)
        (below if CARD[card].kind in CREATURES else above).append(card)
    above = state.chance.shuffle("adventure", above)
    return above + deck + state.chance.shuffle("adventure", below)


@register_step
def lay_out(run: Run, task: Task) -> None:
    """Lay out village, Overlord, wound and event decks, crystals and the desert token."""
    state = run.state
    _lay_villages(state)
    _lay_overlord(state)
    if not state.options.coop or state.options.coop_wounds == "printed":
        state.wound_deck = state.chance.shuffle("wounds", of_kind("wound"))
    village = CARD[state.village]
    for seat in state.seats:
        seat.crystals = village.setup.get("crystals", START_CRYSTALS)
    run.tell("laid_out", village=state.village, overlord=state.overlord, reveals=True)


def _lay_villages(state: State) -> None:
    villages = [code for code in of_kind("village", state.options.boxes) if code != GUILD]
    if state.options.coop:
        state.village = GUILD
        state.village_deck = villages
        return
    village = f"village.{state.options.village}"
    own = related_cards(state, "village") if state.options.related == "kingdom" else []
    state.village = (
        village if village in villages else state.chance.choose("village", sorted(own or villages))
    )
    state.village_deck = [code for code in villages if code != state.village] + [GUILD]


def _lay_overlord(state: State) -> None:
    options, every = state.options, of_kind("overlord", state.options.boxes)
    state.overlord_deck = every
    if not (options.coop or options.overlord):
        return
    harder = [code for code in every if CARD[code].coop_only]
    if options.coop and options.coop_tier == "harder":
        pool = harder
    elif options.coop:
        pool = [code for code in every if "coop" in CARD[code].sides and code not in harder]
    else:
        pool = [code for code in every if code not in harder]
    if options.chosen_overlord != "auto":
        pool = [options.chosen_overlord]
    elif options.related == "kingdom":
        # Ruling A-37: if there is no adaptable one among them, any adaptable one.
        pool = [code for code in related_cards(state, "overlord") if code in pool] or pool
    state.overlord = state.chance.choose("overlord", sorted(pool))
    state.overlord_deck = [code for code in every if code != state.overlord]
    state.overlord_active = True
    if options.coop:
        state.hit_points = starting_hit_points(state)
        events = [
            code
            for code in of_kind("overlord_event", options.boxes)
            if CARD[code].overlord in ("", state.overlord)
        ]
        state.event_deck = state.chance.shuffle("events", events)
    else:
        state.overlord_rewards = len(state.seats)
