"""Request analyses of finished matches, and compute them step by step."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import msgspec
from django.db import transaction

from abyss_site.core.valkey import wakeups
from games.engine import analysis as engine
from games.engine.analysis import PlayedMove, Progress, Walk
from games.engine.contract import Decision, Refused
from games.engine.random_match import seed_of
from games.models import Analysis, Match, Player, sql
from games.queries import matches, states
from games.services import replays
from games.titles import GAMES

# Maximum number of analyses that wait; further requests are refused.
MAX_WAITING = 200


class CannotAnalyse(Refused):
    """This match cannot be analysed."""

    code = "cannot_analyse"


class TooManyAnalyses(Refused):
    """Too many analyses are waiting."""

    code = "too_many_analyses"


@transaction.atomic
def request_analysis(match: Match, player: Player, *, now: datetime) -> Analysis:
    """Return the match's analysis, which is computed later if there was none.

    Who requested it is not stored. One that failed under other rules is tried again. Raises
    CannotAnalyse, TooManyAnalyses.
    """
    if player.is_guest:
        raise CannotAnalyse("Add your e-mail address first.")
    if not matches.can_be_analysed(match):
        raise CannotAnalyse("Only finished matches of some games can be analysed.")
    analysis = Analysis.objects.filter(match=match).first()
    if analysis is not None and not _failed_under_other_rules(analysis):
        return analysis
    sql.lock_name("analyses")
    if Analysis.objects.filter(status=Analysis.Status.WAITING).count() >= MAX_WAITING:
        raise TooManyAnalyses("Many matches are waiting to be analysed. Try again later.")
    game = GAMES[match.game]
    values = {
        "status": Analysis.Status.WAITING,
        "requested_at": now,
        "edition": game.edition,
        "revision": game.revision,
        "progress": None,
    }
    row, _is_new = Analysis.objects.update_or_create(match=match, defaults=values)
    wakeups.wake_on_commit("analyses")
    return row


def _failed_under_other_rules(row: Analysis) -> bool:
    game = GAMES[row.match.game]
    rules = row.edition, row.revision
    return row.status == Analysis.Status.FAILED and rules != (game.edition, game.revision)


def advance_analysis(
    row: Analysis, *, now: datetime, is_time_up: Callable[[], bool], report: Callable[[], None]
) -> bool:
    """Continue an analysis until the time is up; return whether it is finished.

    It is begun again if the rules have changed meanwhile, or its progress cannot be read. `report`
    is called after each deal.
    """
    match = row.match
    game = GAMES[match.game]
    try:
        walk = walk_match(match)
    except replays.ReplayDiverged:
        _save(row, status=Analysis.Status.FAILED, finished_at=now, progress=None)
        return True
    progress = _load_progress(row)
    seed = seed_of("analysis", bytes(match.seed))
    while not progress.is_done and not is_time_up():
        engine.advance_analysis(game, walk, seed, progress, report)
    rules = {"edition": game.edition, "revision": game.revision}
    if not progress.is_done:
        _save(row, progress=msgspec.to_builtins(progress), **rules)
        return False
    result = msgspec.to_builtins(engine.summarize_analysis(walk, progress))
    status = Analysis.Status.DONE
    _save(row, status=status, finished_at=now, progress=None, result=result, **rules)
    return True


def _save(row: Analysis, **values: object) -> None:
    """Update an analysis that is still waited for."""
    waiting = Analysis.objects.filter(pk=row.pk, status=Analysis.Status.WAITING)
    waiting.update(**values)


def _load_progress(row: Analysis) -> Progress:
    """Return what an analysis has found so far, under the current rules."""
    game = GAMES[row.match.game]
    if row.progress is None or (row.edition, row.revision) != (game.edition, game.revision):
        return Progress()
    try:
        return msgspec.convert(row.progress, Progress)
    except msgspec.ValidationError:
        return Progress()


def walk_match(match: Match) -> Walk:
    """Play the moves that stand once more. Raises replays.ReplayDiverged."""
    game = GAMES[match.game]
    state = replays.state_at(match, 0)
    rows = match.moves.filter(undone=None).exclude(source="undo").order_by("ply")
    moves = [PlayedMove(row.ply, row.seat, Decision(**row.decision)) for row in rows]
    try:
        walk = engine.walk_match(game, state, moves)
    except Exception as error:
        # The message could contain hidden information, so only the type is reported.
        why = f"{match}: the recorded moves cannot be played again ({type(error).__name__})"
        raise replays.ReplayDiverged(why) from error
    if state != states.load_state(match):
        raise replays.ReplayDiverged(f"{match}: the moves do not lead to the stored state")
    return walk
