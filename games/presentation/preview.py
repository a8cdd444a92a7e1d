"""Preview what an answer would do."""

from __future__ import annotations

from itertools import takewhile

from msgspec import Struct

from games.engine.chance import Chance
from games.engine.contract import Decision
from games.models import Undo
from games.queries import matches, states
from games.queries.matches import Question
from games.titles import GAMES


class Preview(Struct, frozen=True):
    """What an answer would do, in sentences, as far as its seat can know.

    reveals: whether something hidden is shown
    is_final: whether the player could not take it back alone, because it reveals something, because
        others go on after it, or because the match has no free undo
    """

    told: tuple[str, ...] = ()
    reveals: bool = False
    is_final: bool = False


def preview_decision(question: Question, decision: Decision, language: str) -> Preview:
    """Return what an answer would do.

    It is played on a state that the seat cannot distinguish from the real one, and described up to
    the first event that reveals something. For a sealed prompt nothing is told, because even that
    could reveal who has answered. Raises IllegalDecision with the rule that forbids it.
    """
    row = question.row
    if row.sealed:
        return Preview()
    game, names = GAMES[row.match.game], matches.player_names(row.match)
    state = game.imagine_state(states.load_state(row.match), row.seat, Chance(bytes(32)))
    events = game.play_decision(state, row.seat, decision)
    visible_events = list(takewhile(lambda event: not event.reveals, events))
    mine = [e for e in visible_events if e.audience is None or row.seat in e.audience]
    sentences = [game.describe_event(event, names, language) for event in mine]
    prompts = game.list_prompts(state)
    if len(visible_events) == len(events):
        view = game.build_view(state, row.seat)
        sentences += [
            game.describe_prompt(p, view, language) for p in prompts if p.seat == row.seat
        ]
    reveals = len(visible_events) < len(events)
    goes_on = row.match.undo == Undo.FREE and all(p.seat == row.seat for p in prompts)
    return Preview(tuple(sentences), reveals, reveals or not goes_on)
