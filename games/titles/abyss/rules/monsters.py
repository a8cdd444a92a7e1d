"""Monsters: fighting them, and the rewards of the Threat track."""

from __future__ import annotations

from msgspec import Struct

from games.engine.contract import Choice, Decision, Event, IllegalDecision, Prompt

from . import event_kinds
from .answers import refuse_arguments
from .components import REWARDS, THREAT_REWARDS, TRACK_SPACES
from .powers import power_choices, use_power
from .state import State
from .track import end_exploration, last_space_pearl, leave_newest_card

MONSTER_CHOICES = (Choice("fight"), Choice("continue"))
FIGHT = Decision("fight")
REWARD_CHOICES = {take: Choice("reward", {"take": take}) for take in REWARDS}
REWARD_DECISIONS = {take: Decision("reward", {"take": take}) for take in REWARDS}


def fight_monster(state: State, events: list[Event]) -> None:
    """Fight the newest card, a Monster. The fight is always won."""
    space = len(state.track)
    row = reward_row(state, state.active)
    fought = {"seat": state.active, "space": space, "threat": state.threat, "row": row}
    events.append(Event(event_kinds.FOUGHT, fought))
    if space == TRACK_SPACES:
        last_space_pearl(state, events)
    rewards = rewards_of(state, row)
    if len({_reward_amounts(state, reward) for reward in rewards}) == 1:
        take_reward(state, rewards[0], events)
    else:
        state.ask(Reward(state.active, row))


def reward_row(state: State, fighter: int) -> int:
    """Return the Threat space that counts: one lower if an opponent has the Tamer, but at least
    1."""
    if state.threat > 1 and not state.seats[fighter].has("shaman"):
        for other in state.opponents(fighter):
            if state.seats[other].has("tamer"):
                return state.threat - 1
    return state.threat


def rewards_of(state: State, row: int) -> list[str]:
    """Return the rewards of a Threat space for which enough Monster tokens are left."""
    left = len(state.token_pile)
    if left >= 2 or state.options.exhausted_monster_tokens == "pearl_instead":
        return list(THREAT_REWARDS[row])
    return [reward for reward in THREAT_REWARDS[row] if REWARDS[reward][1] <= left]


def _reward_amounts(state: State, reward: str) -> tuple[int, int, int]:
    """Return the Pearls, Monster tokens and keys that a reward brings now."""
    pearls, tokens, keys = REWARDS[reward]
    missing = max(0, tokens - len(state.token_pile))
    return pearls + missing, tokens - missing, keys


def take_reward(state: State, reward: str, events: list[Event]) -> None:
    """Take the reward, reset the Threat to its first space and end the exploration."""
    seat = state.seats[state.active]
    pearls, tokens, keys = _reward_amounts(state, reward)
    seat.pearls += pearls
    seat.keys += keys
    facts = {
        "seat": state.active,
        "take": reward,
        "pearls": pearls,
        "tokens": tokens,
        "keys": keys,
    }
    events.append(Event(event_kinds.REWARD, facts))
    if tokens:
        new_tokens = [state.token_pile.pop() for _ in range(tokens)]
        seat.monster_tokens += new_tokens
        private_facts = {"seat": state.active, "tokens": new_tokens}
        events.append(
            Event(event_kinds.TOKENS_DRAWN, private_facts, audience=(state.active,), reveals=True)
        )
    state.threat = 1
    end_exploration(state, events)


class Monster(Struct, tag="monster", tag_field="question"):
    """“Monsters”: the explorer fights or goes on."""

    seat: int
    number: int = 0

    def choices(self, state: State) -> tuple[Choice, ...]:
        powers = power_choices(state, state.seats[self.seat])
        return (*MONSTER_CHOICES, *powers) if powers else MONSTER_CHOICES

    def prompts(self, state: State) -> list[Prompt]:
        facts = {
            "threat": state.threat,
            "row": reward_row(state, self.seat),
            "space": len(state.track),
            "turn": state.turn,
            "pearls": state.seats[self.seat].pearls,
        }
        number = self.number + self.seat
        return [Prompt(self.seat, "monster", number, self.choices(state), FIGHT, facts)]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb == "fight":
            refuse_arguments(decision)
            state.agenda.pop()
            fight_monster(state, events)
        elif decision.verb == "continue":
            refuse_arguments(decision)
            state.agenda.pop()
            leave_newest_card(state, events)
        else:
            use_power(state, seat, decision, events)
            state.agenda.pop()
            state.ask(self)


class Reward(Struct, tag="reward", tag_field="question"):
    """“Monsters”: the fighter chooses a reward of the Threat space `row`."""

    seat: int
    row: int
    number: int = 0

    def choices(self, state: State) -> list[Choice]:
        rewards = [REWARD_CHOICES[reward] for reward in rewards_of(state, self.row)]
        return rewards + power_choices(state, state.seats[self.seat])

    def prompts(self, state: State) -> list[Prompt]:
        most_tokens = rewards_of(state, self.row)[-1]
        return [
            Prompt(
                self.seat,
                "reward",
                self.number + self.seat,
                tuple(self.choices(state)),
                REWARD_DECISIONS[most_tokens],
                {
                    "threat": state.threat,
                    "row": self.row,
                    "turn": state.turn,
                    "pearls": state.seats[self.seat].pearls,
                    "tokens": len(state.seats[self.seat].monster_tokens),
                },
            )
        ]

    def answer(self, state: State, seat: int, decision: Decision, events: list[Event]) -> None:
        if decision.verb == "reward":
            reward = decision.args.get("take")
            if len(decision.args) != 1 or reward not in rewards_of(state, self.row):
                raise IllegalDecision(
                    "This Threat space has no such reward.", code="no_such_reward"
                )
            state.agenda.pop()
            take_reward(state, str(reward), events)
        else:
            use_power(state, seat, decision, events)
            state.agenda.pop()
            state.ask(self)
