"""Tell an exploration in one sentence instead of one for each card."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from games.engine.addressing import format_addressed_phrase
from games.engine.contract import Event

from ..rules import event_kinds
from .names import this_exploration_card
from .story import describe_event, format_card_list, format_counted_noun

# Events that only say that an exploration goes on.
GOES_ON = (event_kinds.LEFT, event_kinds.UNSOLD)
# Events that the story of an exploration tells later.
LATER = (event_kinds.PURCHASE, event_kinds.THREAT_ROSE)

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "revealed": "{name} [reveals|reveal] {cards}.",
        "taken": (
            "{name} [explores|explore] {count}, [keeps|keep] {card} and [leaves|leave] {cards}."
        ),
        "fought": (
            "{name} [explores|explore] {count} and [fights|fight] the Monster, with the Threat on "
            "space {threat}."
        ),
    },
    "fr": {
        "revealed": "{name} [révèle|révélez] {cards}.",
        "taken": (
            "{name} [explore|explorez] {count}, [garde|gardez] {card} et [laisse|laissez] {cards}."
        ),
        "fought": (
            "{name} [explore|explorez] {count} et [combat|combattez] le Monstre, avec la Menace "
            "sur la case {threat}."
        ),
    },
    "de": {
        "revealed": "{name} [deckt|deckst] {cards} auf.",
        "taken": (
            "{name} [erkundet|erkundest] {count}, [behält|behältst] {card} und lässt {cards} "
            "liegen."
        ),
        "fought": (
            "{name} [erkundet|erkundest] {count} und [bekämpft|bekämpfst] das Monster, die "
            "Bedrohung steht auf Feld {threat}."
        ),
    },
}


class Exploration(Struct):
    """A run of events of one explorer: the cards revealed, and what is told after them."""

    seat: int
    cards: list[str] = []
    later: list[Event] = []


def tell_events(events: Sequence[Event], names: Sequence[str], language: str) -> list[str]:
    """Return events as sentences: one for a whole exploration or a stack that is taken and seen,
    none for the beginning of a turn."""
    sentences: list[str] = []
    run: Exploration | None = None
    for event in _join_stacks(events):
        if event.kind == event_kinds.REVEAL:
            if run is None or run.seat != event.args["seat"]:
                sentences += _tell_revealed(run, names, language)
                run = Exploration(event.args["seat"])
            run.cards.append(event.args["card"])
        elif run and event.kind in LATER:
            run.later.append(event)
        elif run and event.kind in (event_kinds.ALLY_TAKEN, event_kinds.FOUGHT):
            sentences += _tell_ended(run, event, names, language)
            run = None
        elif event.kind not in GOES_ON:
            sentences += _tell_revealed(run, names, language)
            run = None
            sentences += _tell_alone(event, names, language)
    return sentences + _tell_revealed(run, names, language)


def _join_stacks(events: Sequence[Event]) -> list[Event]:
    """Return the events with each stack and its cards, which only its player sees, in one."""
    joined_events: list[Event] = []
    for event in events:
        last = joined_events[-1] if joined_events else None
        if (
            last
            and event.kind == event_kinds.STACK_SEEN
            and last.kind == event_kinds.STACK_TAKEN
            and last.args["race"] == event.args["race"]
        ):
            args = last.args | {"allies": event.args["allies"]}
            joined_events[-1] = replace(last, kind="stack_taken.seen", args=args)
        else:
            joined_events.append(event)
    return joined_events


def _tell_alone(event: Event, names: Sequence[str], language: str) -> list[str]:
    is_turn = event.kind == event_kinds.TURN_STARTED and not event.args.get("extra")
    return [] if is_turn else [describe_event(event, names, language)]


def _tell_revealed(run: Exploration | None, names: Sequence[str], language: str) -> list[str]:
    """Return an exploration that goes on."""
    if run is None:
        return []
    cards = format_card_list(run.cards, language)
    sentence = format_addressed_phrase(
        SENTENCES, language, "revealed", name=names[run.seat], cards=cards
    )
    return [sentence, *_tell_later(run.later, names, language)]


def _tell_ended(run: Exploration, end: Event, names: Sequence[str], language: str) -> list[str]:
    """Return an exploration that has ended with a card or a fight."""
    purchases = [event.args["card"] for event in run.later if event.kind == event_kinds.PURCHASE]
    rest = list(run.cards)
    for card in [*purchases, end.args.get("card", "monster")]:
        if card in rest:
            rest.remove(card)
    later = _tell_later(run.later, names, language)
    if end.kind == event_kinds.ALLY_TAKEN and not rest:
        return [*later, describe_event(end, names, language)]
    kind = "taken" if end.kind == event_kinds.ALLY_TAKEN else "fought"
    if kind == "fought" and end.args["row"] < end.args["threat"]:
        return [*later, describe_event(end, names, language)]
    values: dict[str, object] = {
        "name": names[run.seat],
        "count": format_counted_noun(len(run.cards), "cards", language),
        "cards": format_card_list(rest, language),
        "threat": end.args.get("threat"),
    }
    if kind == "taken":
        values["card"] = this_exploration_card(end.args["card"], language)
    return [*later, format_addressed_phrase(SENTENCES, language, kind, **values)]


def _tell_later(events: Sequence[Event], names: Sequence[str], language: str) -> list[str]:
    """Return the purchases without those who passed, and the last space of the Threat."""
    purchases = [event for event in events if event.kind == event_kinds.PURCHASE]
    rose = [event for event in events if event.kind == event_kinds.THREAT_ROSE][-1:]
    plain = [replace(event, args=event.args | {"passed": []}) for event in purchases]
    return [describe_event(event, names, language) for event in [*plain, *rose]]
