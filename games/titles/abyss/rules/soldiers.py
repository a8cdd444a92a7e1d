"""Soldiers entering play: Jailer, Seeker, Assassin, Hunter. A Shaman blocks them."""

from __future__ import annotations

from msgspec import Struct, field

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Prompt

from . import event_kinds
from .answers import code_in, not_an_answer, number_in, with_sealed_answer
from .components import LORDS
from .hand import count_unowed_allies, lowest_first, record_debt
from .seats import Seat
from .state import Debt, State

SEEKER_PEARLS = 2


# “The Jailer” -------------------------------------------------------------------------------------


def resolve_jailer(state: State, number: int, events: list[Event]) -> None:
    """Make every opponent give up an Ally; those who hold several are asked together.

    Ruling: even if all of them are alike. Giving one up unasked would show the whole hand.
    """
    victims = []
    for other in state.opponents(number):
        seat = state.seats[other]
        if count_unowed_allies(state, other) <= 0 or seat.has("shaman"):
            continue
        if len(seat.hand) == 1:
            give_up(state, other, seat.hand[0], number, events)
        elif state.options.lazy_discards:
            record_debt(state, Debt(other, "jailer", number), events)
        else:
            victims.append(other)
    if victims:
        state.ask(Jailer(number, victims))


def give_up(state: State, number: int, ally: str, owner: int, events: list[Event]) -> None:
    state.seats[number].hand.remove(ally)
    state.discard.append(ally)
    facts = {"seat": number, "ally": ally, "owner": owner}
    events.append(Event(event_kinds.JAILER_PAID, facts, reveals=True))


def given_ally(hand: list[str], decision: Decision) -> str:
    """Return the Ally of `hand` that a decision gives up, or refuse the decision."""
    if decision.verb != "discard":
        raise not_an_answer(decision)
    ally = code_in(decision, "ally")
    if ally not in hand:
        raise IllegalDecision("You give up an Ally that you hold.", code="hand")
    return ally


class Jailer(Struct, tag="jailer", tag_field="question"):
    """“The Jailer”: every victim gives up an Ally. `answers[seat]` is a sealed answer."""

    owner: int
    victims: list[int]
    answers: dict[int, str] = field(default_factory=dict)
    number: int = 0

    def seats(self) -> list[int]:
        return self.victims

    def prompts(self, state: State) -> list[Prompt]:
        return [self.build_prompt(seat, state.seats[seat].hand) for seat in self.victims]

    def build_prompt(self, seat: int, hand: list[str]) -> Prompt:
        """Return the prompt of a victim, who gives up an Ally of `hand`."""
        choices = tuple([Choice("discard", {"ally": ally}) for ally in lowest_first([*set(hand)])])
        answer = self.answers.get(seat)
        return Prompt(
            seat,
            "jailer",
            self.number + seat,
            choices,
            Decision("discard", choices[0].args),
            {"owner": self.owner, "hand": hand[:]},
            self.number if len(self.victims) > 1 else None,
            None if answer is None else Decision("discard", {"ally": answer}),
            hides_choice=True,
        )

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        ally = given_ally(state.seats[seat].hand, decision)
        self.answers = with_sealed_answer(self.answers, seat, ally)
        if len(self.answers) == len(self.victims):
            state.agenda.pop()
            for victim in self.victims:
                give_up(state, victim, self.answers[victim], self.owner, events)


# “The Seeker” -------------------------------------------------------------------------------------


def resolve_seeker(state: State, number: int, events: list[Event]) -> None:
    """Make every opponent pay two Pearls to the Treasury, or all they have."""
    for other in state.opponents(number):
        seat = state.seats[other]
        pearls = min(SEEKER_PEARLS, seat.pearls)
        if pearls and not seat.has("shaman"):
            seat.pearls -= pearls
            facts = {"seat": other, "pearls": pearls, "owner": number}
            events.append(Event(event_kinds.SEEKER_PAID, facts))


# “The Assassin” -----------------------------------------------------------------------------------


def resolve_assassin(state: State, number: int, victims: list[int], events: list[Event]) -> None:
    """Disable a free Lord of every victim in turn; ask if there are several."""
    for place, victim in enumerate(victims):
        targets = assassin_targets(state.seats[victim])
        if len(targets) > 1:
            state.ask(Assassin(number, victims[place:]))
            return
        if targets:
            disable_lord(state, victim, targets[0], number, events)


def assassin_targets(victim: Seat) -> list[str]:
    """Return the free Lords that still work; none if a Shaman protects them."""
    if victim.has("shaman"):
        return []
    return [lord.id for lord in victim.lords if lord.under is None and not lord.disabled]


def disable_lord(state: State, number: int, target: str, owner: int, events: list[Event]) -> None:
    for lord in state.seats[number].lords:
        if lord.id == target:
            lord.disabled = True
    events.append(
        Event(event_kinds.LORD_DISABLED, {"seat": number, "lord": target, "owner": owner})
    )


class Assassin(Struct, tag="assassin", tag_field="question"):
    """“The Assassin”: disable a free Lord of the first of `victims`; the others follow."""

    seat: int
    victims: list[int]
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        targets = assassin_targets(state.seats[self.victims[0]])
        return [Choice("disable", {"lord": lord}) for lord in targets]

    def prompts(self, state: State) -> list[Prompt]:
        targets = assassin_targets(state.seats[self.victims[0]])
        # The most harmful loss: keys, then a working power, then influence.
        worst = max(
            targets,
            key=lambda lord: (
                LORDS[lord].keys,
                LORDS[lord].power in ("permanent", "turn"),
                LORDS[lord].influence,
            ),
        )
        return [
            Prompt(
                self.seat,
                "assassin",
                self.number + self.seat,
                tuple(self.choices(state)),
                Decision("disable", {"lord": worst}),
                {"turn": state.turn, "victim": self.victims[0]},
            )
        ]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "disable":
            raise not_an_answer(decision)
        lord = code_in(decision, "lord")
        victim = self.victims[0]
        if lord not in assassin_targets(state.seats[victim]):
            raise IllegalDecision(
                "The Assassin disables a free Lord of this opponent that still works.",
                code="no_such_target",
            )
        state.agenda.pop()
        disable_lord(state, victim, lord, seat, events)
        resolve_assassin(state, seat, self.victims[1:], events)


# “The Hunter” -------------------------------------------------------------------------------------


def resolve_hunter(state: State, number: int, events: list[Event]) -> None:
    """Take a Monster token; ask from whom if there are several candidates."""
    preys = hunter_preys(state, number)
    if len(preys) == 1:
        steal_monster_token(state, number, preys[0], events)
    elif preys:
        state.ask(Hunter(number))


def hunter_preys(state: State, number: int) -> list[int]:
    """Return the opponents who hold Monster tokens and have no Shaman."""
    return [
        other
        for other in state.opponents(number)
        if state.seats[other].monster_tokens and not state.seats[other].has("shaman")
    ]


def steal_monster_token(state: State, number: int, victim: int, events: list[Event]) -> None:
    """Move a random Monster token; only the two players learn its value."""
    tokens = state.seats[victim].monster_tokens
    token = state.chance.choose("hunter", tokens)
    tokens.remove(token)
    state.seats[number].monster_tokens.append(token)
    events.append(Event(event_kinds.ROBBERY, {"seat": number, "victim": victim}))
    facts = {"seat": number, "victim": victim, "token": token}
    told_to = (number, victim)
    events.append(Event(event_kinds.ROBBED_TOKEN, facts, audience=told_to, reveals=True))


class Hunter(Struct, tag="hunter", tag_field="question"):
    """“The Hunter”: whose Monster token to take."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        return [Choice("rob", {"seat": other}) for other in hunter_preys(state, self.seat)]

    def prompts(self, state: State) -> list[Prompt]:
        preys = hunter_preys(state, self.seat)
        richest = max(preys, key=lambda other: len(state.seats[other].monster_tokens))
        return [
            Prompt(
                self.seat,
                "hunter",
                self.number + self.seat,
                tuple(self.choices(state)),
                Decision("rob", {"seat": richest}),
                {"turn": state.turn, "seats": preys},
            )
        ]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb != "rob":
            raise not_an_answer(decision)
        victim = number_in(decision, "seat")
        if victim not in hunter_preys(state, seat):
            raise IllegalDecision(
                "The Hunter robs an opponent who holds Monster tokens and has no Shaman.",
                code="no_such_target",
            )
        state.agenda.pop()
        steal_monster_token(state, seat, victim, events)
