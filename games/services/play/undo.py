"""Undo: immediately within the own turn, otherwise if everybody consents.

The history only grows: undone moves stay, marked, and an additional move of source “undo” records
to which ply the match went back. Only sealed answers that nobody has seen are deleted. Repeated
prompts get new tokens, so that replies to old e-mails have no effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from games.engine.contract import Refused
from games.models import Match, Move, Order, Player, Prompt, Status, Undo, Vote, sql
from games.queries import matches, move_log, states
from games.services import replays
from games.services.play import announcements, ballots, decision_rows
from games.services.play.decision_rows import Sitter, fetch_sitters
from games.services.play.decisions import follow_orders
from games.services.play.playing import save_snapshot
from games.titles import GAMES

# The others have the time of a turn to consent, but at least this long.
MIN_TIME = timedelta(days=1)
# Maximum number of later moves to examine; no turn is longer.
MAX_EXAMINED = 200

Why = Order.Why


class CannotUndo(Refused):
    """There is nothing to undo, or it is not allowed now."""

    code = "cannot_undo"


class Offer(Struct, frozen=True):
    """The last own move, whether it can be undone without a vote, and whether people vote on it.

    House bots agree to everything: without other people any move is taken back at once.
    """

    ply: int
    is_free: bool
    asks_people: bool


@transaction.atomic
def request_undo(
    player: Player, match: Match, *, ply: int | None = None, now: datetime | None = None
) -> Vote:
    """Undo the last move that `player` made themselves, or ask the others for consent.

    `ply` is the intended move, if known: two clicks undo it only once. The returned vote has passed
    if the move is already undone. Raises CannotUndo.
    """
    now = now or timezone.now()
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    if match.status != Status.RUNNING:
        raise CannotUndo("Moves can only be taken back while the match is running.")
    if match.undo == Undo.OFF:
        raise CannotUndo("This match does not allow taking moves back.")
    seats = fetch_sitters(match)
    seat = next((s.number for s in seats if s.player_id == player.pk), None)
    move = None if seat is None else last_own(match, seat)
    if seat is None or move is None:
        raise CannotUndo("You have no move to take back.")
    if ply is not None and ply != move.ply:
        raise CannotUndo("That move has been taken back already, or is not your last one.")
    if move.prompt.closed_at is None:
        raise CannotUndo("Nobody has seen that answer yet: just answer again.")
    if is_free(match, seat, move):
        vote = ballots.create_passed_vote(match, seat, Vote.Kind.UNDO, {"ply": move.ply}, now=now)
        _take_back(vote, match, seats, move, keeps_time=True, now=now)
        return vote
    if _is_voted_on(matches.shown_votes(match)):
        raise CannotUndo("A vote on taking a move back is already running.")
    vote = Vote(
        match=match,
        kind=Vote.Kind.UNDO,
        seat=seat,
        facts={"ply": move.ply},
        asked_at=now,
        expires_at=now + max(MIN_TIME, timedelta(minutes=match.minutes_per_turn)),
    )
    ballots.open_vote(vote, seats, now=now)
    if vote.outcome == Vote.Outcome.PASSED:
        carry_out(vote, match, seats, now=now)
    return vote


def available_undo(
    match: Match,
    seat: int | None,
    *,
    rows: Sequence[Prompt] | None = None,
    votes: Sequence[Vote] | None = None,
) -> Offer | None:
    """Return what the seat may undo or request to undo now; None: nothing.

    `rows` are the open prompts of the match and `votes` its shown votes, if loaded.
    """
    if seat is None or match.status != Status.RUNNING or match.undo == Undo.OFF:
        return None
    move = last_own(match, seat)
    if move is None or move.prompt.closed_at is None:
        return None
    if _is_voted_on(matches.shown_votes(match) if votes is None else votes):
        return None
    others = (sitter.player for sitter in match.seats.all() if sitter.number != seat)
    asks = any(not other.is_house_bot for other in others)
    return Offer(move.ply, is_free(match, seat, move, rows), asks)


def _is_voted_on(votes: Sequence[Vote]) -> bool:
    is_open = Vote.Outcome.OPEN
    return any(vote.kind == Vote.Kind.UNDO and vote.outcome == is_open for vote in votes)


def last_own(match: Match, seat: int) -> Move | None:
    """Return the last move that the seat's player made themselves and that is not undone."""
    own = match.pk, seat, list(Move.OWN_HANDS)
    return next(iter(sql.fetch_rows(Move, sql.LAST_OWN_MOVE, *own, beside="prompt")), None)


def is_free(match: Match, seat: int, move: Move, rows: Sequence[Prompt] | None = None) -> bool:
    """Return whether `move`, the last own one of `seat`, can be undone without a vote.

    This is so while nobody else has got a prompt or moved since, and nothing was revealed. Secrets
    must not influence it: a sealed answer counts as given as soon as it is asked for. `rows` are
    the open prompts of the match, if loaded.
    """
    if match.undo != Undo.FREE:
        return False
    rows = matches.open_rows(match) if rows is None else rows
    if any(row.seat != seat and (row.sealed or row.opened_at >= move.played_at) for row in rows):
        return False
    later = match.moves.filter(ply__gte=move.ply, undone=None).exclude(source="undo")
    if later.count() > MAX_EXAMINED:
        return False
    return not any(_is_irreversible(later_move, seat) for later_move in later)


def _is_irreversible(move: Move, seat: int) -> bool:
    """Return whether a player alone may not undo this move."""
    if any(event.get("reveals") for event in move.events):
        return True
    return move.source != "rules" and (move.seat != seat or move.source == "clock")


def carry_out(vote: Vote, match: Match, seats: list[Sitter], *, now: datetime) -> bool:
    """Undo the move that everybody agreed on; False if it is already undone.

    A sealed group is undone as a whole, so that nobody learns who had answered before.
    """
    # The number of a move that was withdrawn may be another move's by now.
    candidates = match.moves.filter(
        ply=vote.facts["ply"], undone=None, played_at__lte=vote.asked_at
    )
    move = candidates.select_related("prompt").first()
    if move is None or match.status != Status.RUNNING:
        return False
    _take_back(vote, match, seats, _first_of_group(match, move), keeps_time=False, now=now)
    return True


def rewind_to_ply(match: Match, seats: list[Sitter], ply: int, *, now: datetime) -> int:
    """Undo everything after `ply` in a locked match, by decision of staff.

    A sealed group is undone as a whole. Returns how many moves are undone. Raises CannotUndo if
    there are none.
    """
    later = match.moves.filter(ply__gt=ply, undone=None).exclude(source="undo")
    move = later.select_related("prompt").order_by("ply").first()
    if move is None:
        raise CannotUndo("No move that counts has been made since.")
    first = _first_of_group(match, move)
    many = match.moves.filter(ply__gte=first.ply, undone=None).exclude(source="undo").count()
    vote = ballots.create_passed_vote(
        match, first.seat, Vote.Kind.UNDO, {"ply": first.ply, "by": "staff"}, now=now
    )
    _take_back(vote, match, seats, first, keeps_time=False, now=now)
    return many


def _first_of_group(match: Match, move: Move) -> Move:
    if not move.prompt.sealed:
        return move
    prompts = GAMES[match.game].list_prompts(replays.state_at(match, move.ply - 1))
    group = {(prompt.seat, prompt.number) for prompt in prompts if prompt.group is not None}
    if (move.seat, move.prompt.number) not in group:
        # By the time it was answered the others' answers were final, and nobody else had a prompt.
        return move
    together = match.moves.filter(
        prompt__sealed=True, prompt__opened_at=move.prompt.opened_at, undone=None, ply__lte=move.ply
    )
    rows = together.select_related("prompt").order_by("ply")
    return next(row for row in rows if (row.seat, row.prompt.number) in group)


def _take_back(
    vote: Vote,
    match: Match,
    seats: list[Sitter],
    move: Move,
    *,
    keeps_time: bool,
    now: datetime,
) -> None:
    """Reset the match to the state before `move`.

    1. Restore the remaining uses of orders and the banks of seats; delete what nobody has seen.
    2. Mark the moves since then; record the old state as one more move, with a snapshot.
    3. Close later prompts and repeat the earlier ones; with `keeps_time` the seat gets no more time
       than it had, and its bank is charged from when it was first asked.
    4. Let orders and the rules answer prompts, and queue notifications.
    """
    # Answers of a group that is still open are taken back all or none.
    to = min(move.ply - 1, move_log.final_ply(match))
    state = replays.state_at(match, to)
    undone_moves = match.moves.filter(ply__gt=to, undone=None)
    _restore_orders(match, undone_moves, since=move.played_at)
    seats = _with_banks(match, seats, undone_moves)
    match.ply = _withdraw_sealed_answers(match) + 1
    match.state, match.revision = states.serialize_state(state), GAMES[match.game].revision
    match.save(update_fields=["ply", "state", "revision"])
    undone_moves.update(undone=match.ply)
    Move.objects.create(
        match=match,
        prompt=move.prompt,
        ply=match.ply,
        seat=vote.seat,
        decision={"verb": "undo", "args": {"to": to} | _actor_facts(vote)},
        events=[],
        source="undo",
        key=f"undo-{vote.pk}",
        edition=match.edition,
        played_at=now,
    )
    save_snapshot(match)

    # Prompts that the others had before and still have are unchanged.
    before = match.prompts.filter(closed_at=None, answered_at=None, opened_at__lt=move.played_at)
    earlier_rows = list(before)
    change = decision_rows.diff_prompts(
        match, seats, earlier_rows, GAMES[match.game].list_prompts(state), now=now
    )
    new_rows = change.opened
    stays = {row.pk for row in earlier_rows} - set(change.closed)
    match.prompts.filter(closed_at=None).exclude(pk__in=stays).update(closed_at=now)
    if keeps_time:
        _keep_time(new_rows, move.prompt, now)
    Prompt.objects.bulk_create(new_rows)

    for row in new_rows:
        follow_orders(row.token, now=now)
    prompts = match.prompts.filter(
        pk__in=[row.pk for row in new_rows], closed_at=None, answered_at=None
    )
    announcements.announce_undo(match, seats, vote, list(prompts), now=now)


def _withdraw_sealed_answers(match: Match) -> int:
    """Delete the answers of a group that is still open; return the ply of the last move left.

    Nobody else has seen them. Kept, they would show in the number of every later move how many had
    been given, and in the positions at their plies by whom.
    """
    final = move_log.final_ply(match)
    later = match.moves.filter(ply__gt=final)
    if later.exclude(prompt__closed_at=None).exists():
        # Visible moves between them keep their numbers.
        return match.ply
    later.delete()
    match.snapshots.filter(ply__gt=final).delete()
    # What was noted between them comes before the undo.
    match.timeline.filter(ply__gt=final + 1).update(ply=final + 1)
    return final


def _actor_facts(vote: Vote) -> dict[str, str]:
    """Return who undid the moves, for the record: {} if it was the seat."""
    return {"by": vote.facts["by"]} if "by" in vote.facts else {}


def _keep_time(new_rows: Iterable[Prompt], before: Prompt, now: datetime) -> None:
    """Do not extend deadlines by an undo, but leave at least a quarter of the time."""
    for row in new_rows:
        if row.seat == before.seat and row.deadline_at and before.deadline_at:
            quarter = now + (row.deadline_at - now) / 4
            row.deadline_at = min(row.deadline_at, max(before.deadline_at, quarter))
            row.opened_at = before.opened_at
            row.remind_at = before.remind_at if row.deadline_at == before.deadline_at else None


def _with_banks(match: Match, seats: list[Sitter], undone_moves: QuerySet[Move]) -> list[Sitter]:
    """Restore the banks that seats had before `undone_moves`; return the updated seats.

    Players who have taken over a seat since then keep their bank.
    """
    had: dict[int, Move] = {}
    for move in undone_moves.exclude(bank=None).order_by("ply"):
        had.setdefault(move.seat, move)
    for row in match.seats.filter(number__in=had):
        move = had[row.number]
        if row.replaced_at is None or row.replaced_at <= move.played_at:
            match.seats.filter(pk=row.pk).update(bank=move.bank)
            seats = [replace(s, bank=move.bank) if s.number == row.number else s for s in seats]
    return seats


def _restore_orders(match: Match, undone_moves: Iterable[Move], *, since: datetime) -> None:
    """Restore the uses of orders in `undone_moves`, and reactivate orders ended since."""
    times: dict[UUID, int] = {}
    for move in undone_moves:
        if move.source == "order":
            # “order-<id of the order>-<id of the prompt>”, see playing.Answer.
            pk = UUID(move.key.removeprefix("order-")[:36])
            times[pk] = times.get(pk, 0) + 1
    for row in match.orders.all():
        many = times.get(row.pk, 0)
        is_over = row.why in (Why.USED_UP, Why.TURN_OVER, Why.MY_TURN)
        revives = is_over and row.ended_at is not None and row.ended_at >= since
        if not many and not revives:
            continue
        row.followed -= many
        row.left = None if row.left is None else row.left + many
        if revives:
            row.active, row.why, row.ended_at = True, Why.NONE, None
        row.save(update_fields=["followed", "left", "active", "why", "ended_at"])
