"""Effects on the journey track, and journeys that a card allows (“Journey”)."""

from __future__ import annotations

from typing import Literal

from games.engine.contract import Decision

from ..actions import card_arguments
from ..components import CARD
from ..effect import Effect, Outlook, Speaker, describe_offer
from ..journeys import is_hopeless, set_out
from ..running import Run
from ..stacks import is_blocked
from ..state import Space, State, Task, Trip
from ..vocabulary import CARD_TYPES, CardType

# The space of a card that is not on the track.
NO_SPACE = -1
TokenKind = Literal["wound", "reward"]


class FreeJourney(Effect, frozen=True):
    def apply(self, run: Run, task: Task) -> None:
        run.state.free_journey = True


class JourneyFrom(Effect, frozen=True):
    """Make a free journey to the top of the graveyard or to a card on the Overlord (D-24)."""

    zone: Literal["overlord", "graveyard_top"]
    types: tuple[Literal["any", CardType], ...]
    optional: bool = False

    def apply(self, run: Run, task: Task) -> None:
        cards = self._list_cards(run.state, task.seat)
        offers = [Decision("visit", card_arguments(card, cards)) for card in cards]
        decision = run.choose(task, "visit", offers, optional=True)
        zone: Literal["graveyard", "overlord"]
        zone = "graveyard" if self.zone == "graveyard_top" else "overlord"
        if decision is not None:
            set_out(run, Trip(task.seat, cards[offers.index(decision)], zone))

    def _list_cards(self, state: State, seat: int) -> list[str]:
        """Return the cards that the player may journey to."""
        if self.zone == "graveyard_top":
            cards = [code for code in state.graveyard[-1:] if CARD[code].kind in CARD_TYPES]
        else:
            cards = list(state.overlord_cards)
        cards = [card for card in cards if "any" in self.types or CARD[card].kind in self.types]
        cards = [card for card in cards if not is_blocked(state, seat, card)]
        if not state.options.hopeless_fights:
            cards = [card for card in cards if not is_hopeless(state, seat, card, NO_SPACE)]
        return cards

    def describe(self, speaker: Speaker) -> str:
        types = speaker.types(self.types)
        kinds = "" if types == speaker.say("any") else f" ({types})"
        text = speaker.say(f"journey_from.{self.zone}", kinds=kinds)
        return describe_offer(speaker, text, optional=self.optional)

    def worth(self, outlook: Outlook) -> float:
        return 1.5 if outlook.has_graveyard else 0.0


class SwapTrack(Effect, frozen=True):
    """Swap two cards on the track, with their tokens (D-23)."""

    n: int

    def apply(self, run: Run, task: Task) -> None:
        track = run.state.track
        full = [slot for slot, space in enumerate(track) if space.card]
        pairs = [(a, b) for a in full for b in full if a < b]
        offers = [Decision("swap", {"at": a, "other": b}) for a, b in pairs]
        decision = run.choose(task, "swap", offers)
        if decision is not None:
            first, second = pairs[offers.index(decision)]
            track[first], track[second] = track[second], track[first]
            run.tell("track_swapped", card=track[first].card, other=track[second].card)

    def worth(self, outlook: Outlook) -> float:
        return 0.1


class SwapTrackGraveyard(Effect, frozen=True):
    """Swap a card on the track and the top of the graveyard; tokens are removed (A-17, D-23)."""

    def apply(self, run: Run, task: Task) -> None:
        state = run.state
        if not state.graveyard:
            return
        full = [slot for slot, space in enumerate(state.track) if space.card]
        decision = run.choose(task, "swap", [Decision("swap", {"at": slot}) for slot in full])
        if decision is not None:
            slot = int(str(decision.args["at"]))
            card = state.track[slot].card
            state.track[slot] = Space(state.graveyard.pop())
            state.graveyard.append(card)
            run.tell("track_swapped", card=state.track[slot].card, other=card)

    def worth(self, outlook: Outlook) -> float:
        return 0.1


class ClearTrackTokens(Effect, frozen=True):
    kind: TokenKind

    def apply(self, run: Run, task: Task) -> None:
        for space in run.state.track:
            if self.kind == "wound":
                space.wounds = 0
            else:
                space.rewards = 0

    def describe(self, speaker: Speaker) -> str:
        return speaker.say("clear_track_tokens", types=speaker.types(self.kind))


class PutTrackToken(Effect, frozen=True):
    """Put tokens on the card of a space, if there is one."""

    kind: TokenKind
    slot: int
    n: int

    def apply(self, run: Run, task: Task) -> None:
        space = run.state.track[self.slot]
        if not space.card:
            return
        if self.kind == "wound":
            space.wounds += self.n
        else:
            space.rewards += self.n
        run.tell("track_token", card=space.card, token=self.kind, n=self.n)

    def describe(self, speaker: Speaker) -> str:
        tokens = speaker.many(self.n, self.kind)
        return speaker.say("put_track_token", tokens=tokens, slot=self.slot)
