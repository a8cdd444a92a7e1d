"""Restore a match at any ply: replay the recorded moves from the nearest snapshot."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract import Decision, Prompt, Refused
from games.models import Match, Move, Snapshot
from games.queries import states
from games.titles import GAMES


class ReplayDiverged(Exception):
    """Under the current rules the recorded moves do not lead to what was stored."""


def state_at(match: Match, ply: int) -> object:
    """Return the state after `ply` moves (0: the deal); replays at most SNAPSHOT_EVERY moves.

    Raises ReplayDiverged if the current rules refuse a recorded move or cannot read a stored state.
    """
    snapshot = match.snapshots.filter(ply__lte=ply).latest("ply")
    state = _load_snapshot(match, snapshot)
    moves = match.moves.filter(ply__gt=snapshot.ply, ply__lte=ply).order_by("ply")
    for move in moves:
        state = _replay_move(match, state, move)
    return state


def iterate_states(match: Match) -> Iterator[tuple[int, object]]:
    """Yield (ply, state) from the deal on; a state is valid only until the next one.

    Raises ReplayDiverged.
    """
    deal = match.snapshots.get(ply=0)
    state = states.deserialize_state(GAMES[match.game], deal.state, deal.revision)
    yield 0, state
    for move in match.moves.order_by("ply"):
        state = _replay_move(match, state, move)
        yield move.ply, state


def verify_replay(match: Match) -> int:
    """Repeat the deal from the seed and replay every move; return how many.

    Raises ReplayDiverged that names the first ply at which a snapshot or the stored state differs.
    """
    game = GAMES[match.game]
    state = game.set_up_match(match.seats_wanted, bytes(match.seed), match.options)
    snapshots = {row.ply: row for row in match.snapshots.all()}
    _check_snapshot(match, state, snapshots.get(0), 0)
    for move in match.moves.order_by("ply").iterator():
        state = _replay_move(match, state, move)
        _check_snapshot(match, state, snapshots.get(move.ply), move.ply)
    if state != states.load_state(match):
        raise ReplayDiverged(f"{match}: the moves do not lead to the stored state")
    return match.ply


def answers_of(match: Match, seat: int, *, many: int) -> Iterator[tuple[Prompt, Decision, Move]]:
    """Yield (prompt, decision, row) for the last `many` moves of a seat.

    Raises ReplayDiverged.
    """
    plies = match.moves.filter(seat=seat).order_by("-ply").values_list("ply", flat=True)[:many]
    if not plies:
        return
    first = min(plies)
    state = state_at(match, first - 1)
    for move in match.moves.filter(ply__gte=first).order_by("ply").select_related("prompt"):
        if move.seat == seat and move.source != "undo":
            yield _prompt_of_move(match, state, move), Decision(**move.decision), move
        state = _replay_move(match, state, move)


def _prompt_of_move(match: Match, state: object, move: Move) -> Prompt:
    """Return the prompt that a move answers, in the state before it."""
    try:
        prompts = GAMES[match.game].list_prompts(state)
    except Exception as error:
        # See _replay_move.
        why = f"{match}: the rules fail before ply {move.ply} ({type(error).__name__})"
        raise ReplayDiverged(why) from error
    mine = (p for p in prompts if (p.seat, p.number) == (move.seat, move.prompt.number))
    prompt = next(mine, None)
    if prompt is None:
        raise ReplayDiverged(f"{match}: what ply {move.ply} answers is not asked")
    return prompt


def _load_snapshot(match: Match, snapshot: Snapshot) -> object:
    """Return the state of a snapshot."""
    try:
        return states.deserialize_state(GAMES[match.game], snapshot.state, snapshot.revision)
    except Exception as error:
        # See _replay_move.
        why = f"{match}: the snapshot at ply {snapshot.ply} is unreadable ({type(error).__name__})"
        raise ReplayDiverged(why) from error


def _replay_move(match: Match, state: object, move: Move) -> object:
    """Return the state after `move`; may modify `state`, the one before it."""
    if move.source == "undo":
        return state_at(match, move.decision["args"]["to"])
    try:
        GAMES[match.game].play_decision(state, move.seat, Decision(**move.decision))
    except Refused as refusal:
        raise ReplayDiverged(f"{match}: ply {move.ply} is refused: {refusal.reason}") from refusal
    except Exception as error:
        # The message could contain hidden information, so only the type is reported.
        why = f"{match}: the rules fail at ply {move.ply} ({type(error).__name__})"
        raise ReplayDiverged(why) from error
    return state


def _check_snapshot(match: Match, state: object, snapshot: Snapshot | None, ply: int) -> None:
    if snapshot is None:
        return
    if states.deserialize_state(GAMES[match.game], snapshot.state, snapshot.revision) != state:
        raise ReplayDiverged(f"{match}: the snapshot at ply {ply} is another state")
