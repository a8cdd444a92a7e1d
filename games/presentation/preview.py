"""Preview what an answer would do."""

from __future__ import annotations

from itertools import takewhile

from games.engine.chance import Chance
from games.engine.contract import Decision
from games.queries import matches, states
from games.queries.matches import Question
from games.titles import GAMES


def preview_decision(asked: Question, decision: Decision, language: str) -> list[str]:
    """Return what an answer would do, in sentences, as far as its seat can know.

    It is played on a state that the seat cannot distinguish from the real one, and described up to
    the first event that reveals something; for a sealed prompt nothing is returned, because even
    that could reveal who has answered. Raises IllegalDecision with the rule that forbids it.
    """
    row = asked.row
    if row.sealed:
        return []
    game, called = GAMES[row.match.game], matches.player_names(row.match)
    state = game.imagine_state(states.load_state(row.match), row.seat, Chance(bytes(32)))
    events = game.play_decision(state, row.seat, decision)
    known = list(takewhile(lambda event: not event.reveals, events))
    mine = [e for e in known if e.audience is None or row.seat in e.audience]
    told = [game.describe_event(event, called, language) for event in mine]
    if len(known) == len(events):
        view = game.build_view(state, row.seat)
        told += [
            game.describe_prompt(p, view, language)
            for p in game.list_prompts(state)
            if p.seat == row.seat
        ]
    return told
