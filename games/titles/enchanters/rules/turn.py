"""The sequence of play in rulebook order, and the entry points for prompts and answers."""

from __future__ import annotations

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Prompt

from . import paying  # noqa: F401  (it fills STEPS)
from .actions import Offer, Parts, action_parts, find_action, main_actions, minor_actions
from .components import CARD
from .facts import facts_of
from .gains import change_crystals
from .journeys import possible_journeys
from .running import Run, advance_to_prompt, register_step, register_step_as
from .scoring import end_together, final_scores
from .stacks import recompute_powers, sync_pearls
from .state import NOBODY, OpenQuestion, Space, State, Task
from .statics import active_statics
from .triggers import Occasion, fire_triggers
from .values import anger_of, icon_value

END = Decision("end")

# A round: together the Overlord first, then every player. A turn: begin, main, clean-up -----------


@register_step
def round_begins(run: Run, task: Task) -> None:
    state = run.state
    state.round += 1
    if state.options.coop:
        run.then("overlord_turn", state.starting)
    run.then("turn_begins", state.starting)


@register_step
def overlord_turn(run: Run, task: Task) -> None:
    """Draw the next event and queue the line of the Overlord's anger (“Overlord turn”, ruling
    A-27).

    Meanwhile no player is active.
    """
    state = run.state
    state.active = NOBODY
    if state.event:
        state.event_deck.insert(0, state.event)
    state.event = state.event_deck.pop()
    state.anger = anger_of(state.hit_points)
    sync_pearls(state)
    run.tell("event", card=state.event, anger=state.anger, reveals=True)
    for number, line in enumerate(CARD[state.event].anger[state.anger]):
        if line.effects:
            run.then("event_line", state.starting, number, card=state.event)


@register_step
def event_line(run: Run, task: Task) -> None:
    """Carry out one line; “you” is each player, “current player” the starting one (ruling A-42)."""
    state = run.state
    line = CARD[task.card].anger[state.anger][int(task.args)]
    if line.test is not None and not line.test.is_met(state):
        return
    for effect in line.effects:
        about_you = effect.means_you and getattr(effect, "who", "self") == "self"
        for seat in state.from_active() if about_you else [state.starting]:
            run.effects([effect], seat, card=task.card)


@register_step
def turn_begins(run: Run, task: Task) -> None:
    """Reset the state of the last turn, refresh the pearls, then fire the triggers of the turn's
    start."""
    state = run.state
    state.active, state.turn = task.seat, state.turn + 1
    state.journeyed = state.main_done = state.free_journey = False
    state.desert_doubled, state.desert_ignored = 0, False
    seat = state.seats[task.seat]
    seat.pearls, seat.pearls_used = seat.pearls + seat.pearls_used, 0
    run.tell("turn", seat=task.seat, turn=state.turn)
    fire_triggers(run, task.seat, Occasion("turn_begin"))
    run.then("main", task.seat)


@register_step_as("main")
def play_actions(run: Run, task: Task) -> None:
    """Ask for minor actions, one main action, then minor actions (D-05). The turn ends by itself
    when nothing can be used any more."""
    state, seat = run.state, task.seat
    state.answered_damage.clear()
    # Compute the offers only once: an answer has already been compared with them.
    decision = (
        None if task.said else run.choose(task, "turn", _turn_offers(state, seat), always=True)
    )
    if task.said:
        decision = Decision(*task.said[0])
    if decision is None or decision.verb == "end":
        run.then("turn_ends", seat)
        return
    if decision.verb == "journey":
        state.main_done = True
        run.then("journey", seat, decision.args["at"])
    else:
        action = find_action(
            ACTIONS[decision.verb](state, seat, action_parts(state, seat)), decision
        )
        state.main_done |= decision.verb != "use"
        run.then("use", seat, action)
        if decision.verb == "rest":
            run.then("rest_over", seat)
    run.then("main", seat)


def _turn_offers(state: State, seat: int) -> list[Decision]:
    """Return the possible actions; after the main action only minor ones, if there are any."""
    parts = action_parts(state, seat)
    usable = [offer for offer, _ in minor_actions(state, seat, parts)]
    if state.main_done:
        return [END, *usable] if usable else []
    trips = [offer for offer, _ in possible_journeys(state, seat)]
    rests = [offer for offer, _ in rest_actions(state, seat, parts)]
    challenges = [offer for offer, _ in challenge_actions(state, seat, parts)]
    return [*trips, *rests, *challenges, *usable]


def rest_actions(state: State, seat: int, parts: Parts) -> list[Offer]:
    """Return the rest actions that can be paid."""
    return main_actions(state, seat, "rest", parts)


def challenge_actions(state: State, seat: int, parts: Parts) -> list[Offer]:
    """Return the challenge actions: none without an active Overlord, or where they are blocked."""
    if not state.overlord_active:
        return []
    if any(owner in (seat, NOBODY) for _, owner in active_statics(state, "block_challenge")):
        return []
    return main_actions(state, seat, "challenge", parts)


ACTIONS = {"use": minor_actions, "rest": rest_actions, "challenge": challenge_actions}


@register_step
def rest_over(run: Run, task: Task) -> None:
    """After the effect of a rest: triggers, then the card on space 0 goes."""
    fire_triggers(run, task.seat, Occasion("rested"))
    run.then("discard_first", task.seat, {"invade": True})


@register_step
def turn_ends(run: Run, task: Task) -> None:
    fire_triggers(run, task.seat, Occasion("turn_end"))
    run.then("clean_up", task.seat)


@register_step_as("clean_up")
def clean_up_turn(run: Run, task: Task) -> None:
    """Resolve weight, then the track, the powers and the used labels (“Clean-up”)."""
    state, seat = run.state, run.state.seats[task.seat]
    if state.journeyed:
        change_crystals(run, task.seat, -icon_value(state, task.seat, "weight"))
    slide_track(run)
    recompute_powers(seat)
    seat.used.clear()
    run.then("next_turn", task.seat)


def slide_track(run: Run) -> None:
    """Slide the cards to the left and refill the track from the deck."""
    state = run.state
    full_spaces = [space for space in state.track if space.card]
    gaps = len(state.track) - len(full_spaces)
    fresh = [state.deck.pop() for _ in range(min(gaps, len(state.deck)))]
    empty = [Space() for _ in range(gaps - len(fresh))]
    state.track = [*full_spaces, *[Space(card) for card in fresh], *empty]
    if fresh:
        run.tell("revealed", cards=fresh, reveals=True)


@register_step
def next_turn(run: Run, task: Task) -> None:
    """Start the next turn, or end the match if neither track nor deck has a card (ruling A-45)."""
    state = run.state
    if not state.deck and not any(space.card for space in state.track):
        state.active = NOBODY
        if state.options.coop:
            state.result = "lost"
            return
        for seat in state.from_active():
            run.then("last_words", seat)
        run.then("score", state.starting)
        return
    following = (task.seat + 1) % len(state.seats)
    if following == state.starting:
        run.then("round_begins", following)
    else:
        run.then("turn_begins", following)


@register_step_as("last_words")
def fire_game_end_triggers(run: Run, task: Task) -> None:
    """“When the game ends”, clockwise from the starting player (rulings A-23, A-46)."""
    fire_triggers(run, task.seat, Occasion("game_end"))


@register_step_as("score")
def score_match(run: Run, task: Task) -> None:
    """Set the powers to the visible icons (ruling A-23), then count the points."""
    state = run.state
    for seat in state.seats:
        recompute_powers(seat)
    state.result = "scored"
    for number, points in enumerate(final_scores(state)):
        run.tell("scored", seat=number, n=points)


# Prompts and answers ------------------------------------------------------------------------------


def drop_tasks_if_over(run: Run) -> None:
    """Leave nothing to do once the match has a result; a cooperative match is checked after every
    change (“Co-op”)."""
    state = run.state
    if (coop := state.options.coop) and not state.result and state.overlord:
        state.result = end_together(state)
    if state.result:
        if coop:
            run.tell(f"together_{state.result}", pool=state.pool, left=state.hit_points)
        state.tasks.clear()
        state.trips.clear()
        state.duels.clear()


def run_to_next_question(run: Run) -> None:
    """Run to the next question, or to the end."""
    advance_to_prompt(run, drop_tasks_if_over)


def list_prompts(state: State) -> list[Prompt]:
    """Return the open prompts."""
    question = state.asked
    if question is None:
        return []
    prompts = []
    for seat, offers in zip(question.seats, question.offers, strict=True):
        choices = tuple([Choice(offer.verb, offer.args) for offer in offers])
        prompts.append(
            Prompt(
                seat,
                question.question,
                question.number + seat,
                choices,
                timeout_decision(state, question, offers),
                facts_of(state, seat, question),
                question.number if question.sealed else None,
                question.answers.get(seat),
            )
        )
    return prompts


def timeout_decision(state: State, question: OpenQuestion, offers: list[Decision]) -> Decision:
    """Return what silence means: rest in the village, fight, end, decline, or the first answer."""
    for offer in offers:
        if offer.verb in ("end", "fight", "ready", "no"):
            return offer
    if question.question == "turn":
        for offer in offers:
            if offer.verb == "rest" and offer.args["card"] == state.village:
                return offer
    return offers[0]


def play_decision(state: State, seat: int, decision: Decision) -> list[Event]:
    """Apply the answer of a seat, run up to the next question, and return the events."""
    question = state.asked
    if question is None:
        raise IllegalDecision("This match is over.", code="over")
    if seat not in question.seats:
        raise IllegalDecision("You are not asked anything now.", code="not_asked")
    if decision not in question.offers[question.seats.index(seat)]:
        raise IllegalDecision("That is not one of the answers.")
    run = Run(state)
    answer: object = [decision.verb, decision.args]
    if question.sealed:
        question.answers[seat] = decision
        if len(question.answers) < len(question.seats):
            run.tell_only(seat, "sealed")
            return run.events
        answer = {str(s): [d.verb, d.args] for s, d in sorted(question.answers.items())}
        # From this event on the answers of the others are visible.
        run.tell("all_answered", reveals=True)
    state.asked = None
    state.tasks[-1].said.append(answer)
    run_to_next_question(run)
    return run.events
