"""“Player turns”: one main action, any side actions, one reading; the player ends the turn."""

from __future__ import annotations

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Pick, Prompt

from . import event_kinds
from .answers import code_in, codes_in, make_seat_prompt, not_an_answer, require_exact_args
from .attacking import action_args, attack_value, defense_value, number_of
from .building import build_choice, build_segment
from .components import ACTIONS
from .gains import trigger_passives
from .paying import can_take, is_useful, take_action, usable_actions
from .prophecy import read_fragment, readable_fragments
from .state import State
from .treaties import sign_choices, sign_treaty

END = Choice("end")
END_DECISION = Decision("end")
PASS_BARE = Decision("pass")


class Turn(Struct, tag="turn", tag_field="question"):
    """The next step in one's own turn.

    Steps that would change nothing are not offered by themselves, so that a player with nothing
    else to do is not asked.
    """

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        seat = self.seat
        all_choices: list[Choice] = []
        if not state.main_done:
            if state.seats[seat].ready and (choice := build_choice(state, seat)):
                all_choices.append(choice)
            all_choices += sign_choices(state, seat)
        uses = usable_actions(state, seat)
        reads = [Choice("read", {"fragment": code}) for code in readable_fragments(state, seat)]
        if state.main_done and not reads:
            useful = any(is_useful(state, seat, ACTIONS[code][n - 1]) for code, n in uses)
            uses = uses if useful else []
        all_choices += [Choice("use", action_args(code, number)) for code, number in uses]
        all_choices += reads
        if state.main_done:
            all_choices.append(END)
        else:
            all_choices += self._passes(state, can_stay=bool(uses or reads))
        return all_choices

    def _passes(self, state: State, *, can_stay: bool) -> list[Choice]:
        """Return the choices to pass: at once, which ends the turn, or first, leaving side actions
        (H-13)."""
        hand = tuple(state.seats[self.seat].hand)
        slots = (Pick("cards", hand, 0, len(hand)),)
        if not hand:
            return [Choice("pass"), Choice("pass_first")][: 1 + can_stay]
        return [
            Choice(verb, {}, slots, lambda verb=verb: _propose_card_subsets(verb, hand))  # type: ignore[misc]
            for verb in ("pass", "pass_first")
        ]

    def prompts(self, state: State) -> list[Prompt]:
        fallback = END_DECISION
        if not state.main_done:
            fallback = _make_empty_decision("pass") if state.seats[self.seat].hand else PASS_BARE
        return make_seat_prompt(
            self, self.choices(state), fallback, collect_turn_facts(state, self.seat)
        )

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        state.agenda.pop()
        match decision.verb:
            case "build" if not state.main_done:
                state.main_done = True
                build_segment(state, seat, decision, events)
            case "sign" if not state.main_done:
                state.main_done = True
                sign_treaty(state, seat, decision, events)
            case "pass" | "pass_first" if not state.main_done:
                _pass_round(state, seat, decision, events)
            case "use":
                _use_action(state, seat, decision, events)
            case "read":
                require_exact_args(decision, "fragment")
                code = code_in(decision, "fragment")
                if code not in readable_fragments(state, seat):
                    raise IllegalDecision("You cannot read that fragment now.", code="fragment")
                read_fragment(state, seat, code, events)
            case "end" if state.main_done:
                require_exact_args(decision)
                state.turn_over = True
            case _:
                raise not_an_answer(decision)


def _propose_card_subsets(verb: str, hand: tuple[str, ...]) -> list[Decision]:
    """Return proposals: keep all cards, discard all, or discard one."""
    single_cards = [[code] for code in dict.fromkeys(hand) if len(hand) > 1]
    # `pass_first` is rare: two proposals are enough, and any other subset can be written.
    subsets = [[], list(hand), *(single_cards[:6] if verb == "pass" else [])]
    return [Decision(verb, {"cards": cards}) for cards in subsets]


def _make_empty_decision(verb: str) -> Decision:
    return Decision(verb, {"cards": []})


def _pass_round(state: State, seat: int, decision: Decision, events: list[Event]) -> None:
    """Take the lowest pass number and discard any cards for 1 Wealth each."""
    own = state.seats[seat]
    require_exact_args(decision, *(["cards"] if own.hand else []))
    cards = sorted(codes_in(decision, "cards", own.hand)) if own.hand else []
    for card in cards:
        own.hand.remove(card)
    own.discard += cards
    own.wealth += len(cards)
    state.passed.append(seat)
    state.main_done = True
    state.turn_over = decision.verb == "pass"
    events.append(Event(event_kinds.SEAT_PASSED, {"seat": seat, "cards": cards}))
    trigger_passives(state, seat, "pass", events)


def _use_action(state: State, seat: int, decision: Decision, events: list[Event]) -> None:
    """Take a star action of a card in hand, which is then discarded, or of a segment."""
    require_exact_args(decision, *(["card", "action"] if "action" in decision.args else ["card"]))
    code, number = code_in(decision, "card"), number_of(decision)
    own = state.seats[seat]
    if decision.args != action_args(code, number) if code in ACTIONS else True:
        raise not_an_answer(decision)
    in_hand = code in own.hand
    segment = next((s for s in own.island.values() if s.card == code and not s.exhausted), None)
    if not in_hand and segment is None:
        raise IllegalDecision(
            "You have no such card in hand, and no such readied segment.", code="card"
        )
    actions = ACTIONS[code]
    if not 1 <= number <= len(actions):
        raise not_an_answer(decision)
    if not can_take(state, seat, actions[number - 1], from_hand=in_hand, starless=False):
        raise IllegalDecision(
            "You cannot take that action now, or you cannot pay for it.", code="action"
        )
    if in_hand:
        own.hand.remove(code)
        own.discard.append(code)
    elif segment is not None:
        segment.exhausted = True
    events.append(Event(event_kinds.CARD_USED, {"seat": seat, "card": code}))
    take_action(state, seat, code, number)


def collect_turn_facts(state: State, seat: int) -> dict[str, object]:
    """Return the facts of a player's own turn."""
    own = state.seats[seat]
    return {
        "turn": state.turn,
        "round": state.round,
        "wealth": own.wealth,
        "influence": own.influence,
        "attack": attack_value(own),
        "defense": defense_value(own),
        "essence": own.essence,
        "foundations": own.ready,
        "hand": own.hand[:],
        "market": sorted(set(state.market)),
        "row": [code for code in state.row[1:] if code is not None],
        "threat": state.threat,
        "main_done": int(state.main_done),
    }
