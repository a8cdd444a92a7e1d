"""The conditional order that a simulated player of `bench pace` leaves for the next turn."""

from __future__ import annotations

from games.engine.chance import Chance
from games.engine.contract import Decision, Prompt
from games.engine.orders import Clause, Order, Rule, Term
from games.titles.abyss.game import GAME as ABYSS
from games.titles.abyss.rules.action import Turn
from games.titles.abyss.rules.state import State

ONCE = Term("times", 1)
# Number of Allies from which a Council stack is worth looking at before exploring.
WORTH_A_LOOK = 4


def order_next_turn(state: State, seat: int) -> Order | None:
    """Return what the house bot would do now as a conditional order; None if there is nothing to
    order.

    It sees no more than the seat does: hidden information is shuffled before.
    """
    prompt = _prompt_of_next_turn(state, seat)
    if prompt is None:
        return None
    view = ABYSS.build_view(_imagine_state(state, seat), seat)
    decision = ABYSS.bot.choose_decision(view, prompt, Chance(bytes(32)))
    rule = _guard_order(decision, prompt)
    return None if rule is None else Order((rule,), ONCE)


def _imagine_state(state: State, seat: int) -> State:
    other: State = ABYSS.imagine_state(state, seat, Chance(bytes(32)))
    other.active, other.step, other.agenda, other.debts = seat, "plot", [Turn(seat)], []
    return other


def _prompt_of_next_turn(state: State, seat: int) -> Prompt | None:
    prompts = ABYSS.list_prompts(_imagine_state(state, seat))
    return prompts[0] if prompts and prompts[0].choices else None


def _guard_order(decision: Decision, prompt: Prompt) -> Rule | None:
    stacks = prompt.facts["stacks"]
    match decision.verb:
        case "recruit":
            lord, allies = str(decision.args["lord"]), decision.args["allies"]
            cards = [allies] if isinstance(allies, str) else list(allies)  # type: ignore[arg-type]
            return Rule("recruit", (lord, *cards), (Clause("court", "has", (lord,)),))
        case "support":
            race = str(decision.args["stack"])
            return Rule("support", (race,), (Clause("stacks", ">=", (race,), stacks[race]),))
        case "explore":
            few = [Clause("stacks", "<", (race,), WORTH_A_LOOK) for race in sorted(stacks)]
            return Rule("explore", (), tuple(few))
    return None
