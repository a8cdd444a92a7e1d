"""Stored puzzles for tests that do not want to wait for an analysis."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import msgspec
from django.utils import timezone

from games.engine.analysis import Judgement
from games.engine.puzzles import MAX_ANSWERS, MIN_ANSWERS, sort_answers
from games.leagues import ratings
from games.models import Match, Puzzle, Status
from games.services import replays
from games.services.play.decisions import submit_decision
from games.titles import GAMES


def finish_match(match: Match) -> Match:
    """Let the fallbacks be played until the match is over."""
    for _ in range(4000):
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat").first()
        if prompt is None:
            break
        submit_decision(prompt.token, None, source="page", key=str(uuid4()))
    match.refresh_from_db()
    assert match.status == Status.FINISHED
    return match


def call_finished(match: Match) -> Match:
    """Call a match finished after its deal, without playing it."""
    Match.objects.filter(pk=match.pk).update(
        status=Status.FINISHED, finished_at=timezone.now(), ply=1
    )
    match.refresh_from_db()
    return match


def store_puzzle(match: Match, *, ply: int = 0, best: int = 0, **values: Any) -> Puzzle:
    """Store the question after `ply` moves of a match as a puzzle, whatever its best answer is."""
    game = GAMES[match.game]
    asked = game.list_prompts(replays.state_at(match, ply))[0]
    answers = sort_answers(asked, asked.list_offered_decisions())[:MAX_ANSWERS]
    assert len(answers) >= MIN_ANSWERS
    played = answers[1 if best == 0 else 0]
    remark = Judgement(ply + 1, asked.seat, asked.question, played, answers[best], 3.0, 0.5)
    fields = {
        "game": match.game,
        "seat": asked.seat,
        "answers": msgspec.to_builtins(answers),
        "losses": [0.0 if n == best else 3.0 + n for n in range(len(answers))],
        "gain": 3.0,
        "remark": msgspec.to_builtins(remark),
        "mean": ratings.MEAN,
        "deviation": ratings.DEVIATION,
        "created_at": timezone.now(),
    }
    return Puzzle.objects.create(match=match, ply=ply, best=best, **(fields | values))
