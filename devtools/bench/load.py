"""`bench load`: reading and answering must cost the same early and late in a match."""

from __future__ import annotations

import random
from uuid import uuid4

from devtools.bench import sample_matches
from devtools.bench.stopwatch import Figures, Stopwatch
from games.models import Match
from games.queries import states
from games.services.play.decisions import submit_decision

PLIES = (10, 100, 1000)
TIMES = 30


def measure_load() -> Figures:
    """Play one match of Abyss; measure loading its state and answering at several plies.

    No match has a thousand turns, so sealed answers are changed until the history is that long.
    """
    luck, figures = random.Random(2), {}
    match = sample_matches.deal_match("abyss", 0)
    for ply in PLIES:
        match = _play_to(match, ply, luck)
        figures[f"decision {ply}"] = _time_match(match, luck) | {"stored_bytes": len(match.state)}
    return figures


def _play_to(match: Match, ply: int, luck: random.Random) -> Match:
    number = 0
    while match.ply < ply:
        answer = sample_matches.next_change(match, luck) or sample_matches.next_answer(match, luck)
        if answer is None:
            number += 1
            match = sample_matches.deal_match("abyss", number)
            continue
        submit_decision(answer[0], answer[1], source="page", key=str(uuid4()))
        match.refresh_from_db()
    return match


def _time_match(match: Match, luck: random.Random) -> Figures:
    row, loading, answering = Stopwatch(), Stopwatch(), Stopwatch()
    answers = 0
    for _ in range(TIMES):
        with row:
            fresh = Match.objects.get(pk=match.pk)
        with loading:
            states.load_state(fresh)
        answer = sample_matches.next_change(match, luck) or sample_matches.next_answer(match, luck)
        if answer is None:
            break
        with answering:
            submit_decision(answer[0], answer[1], source="page", key=str(uuid4()))
        answers += 1
    return {
        "reading the row": row.figures(answers),
        "loading the state": loading.figures(answers),
        "answering": answering.figures(answers),
    }
