"""Actions that the rules did by themselves with an answer: their lines are done, not refused.

“support crab / take stack jellyfish” is one answer where only that stack is left, and “challenge …
/ fight” where nothing can be used before the fight.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from games.engine import contract
from games.engine.contract import Choice, Decision, Refused
from games.engine.notation import Lexicon
from games.models import Match, Move
from games.queries import move_log
from games.replies.lines.line_reader import LineReader


class Foregone(Struct, frozen=True):
    """A verb that the rules carry out themselves where it has no alternative.

    Its event is of one of `kinds` and done by one of `causes` (empty: any), its arguments are those
    of the event by the names in `args`.
    """

    verb: str
    kinds: tuple[str, ...]
    args: dict[str, str] = {}
    causes: tuple[str, ...] = ()


FOREGONE = {
    "abyss": (
        Foregone("take_stack", ("stack_taken",), {"stack": "race"}, ("alchemist", "apprentice")),
    ),
    "enchanters": (Foregone("fight", ("won_fight", "lost_fight")),),
}


def was_done_with(move: Move, match: Match, line: str, lexicons: dict[str, Lexicon]) -> bool:
    """Return whether a line names what the rules did with a move of its writer."""
    for choice in _list_foregone(move, match):
        if choice.verb == move.decision["verb"]:
            continue
        decision = Decision(choice.verb, choice.args)
        prompt = contract.Prompt(move.seat or 0, "", 0, (choice,), decision)
        try:
            if LineReader(prompt, (), lexicons).read(line).in_full:
                return True
        except Refused:
            continue
    return False


def _list_foregone(move: Move, match: Match) -> Iterator[Choice]:
    """Yield what the rules did with a move, as answers."""
    for foregone in FOREGONE.get(match.game, ()):
        for event in move_log.events_for(move, move.seat):
            is_own = event.args.get("seat") == move.seat and event.kind in foregone.kinds
            if is_own and (not foregone.causes or event.args.get("by") in foregone.causes):
                args = {name: event.args[key] for name, key in foregone.args.items()}
                yield Choice(foregone.verb, args)
