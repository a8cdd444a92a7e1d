"""Answer for a seat, and change who sits where."""

from __future__ import annotations

from uuid import UUID

from games.engine import notation
from games.engine.contract import Decision, Refused
from games.models import Match, Order, Player, Seat, SeatHistory, Status, TimelineEntry
from games.queries import matches, states
from games.services import accounts, inactivity, resigning, substitutes
from games.services.action_context import ActionContext, CannotBeDone
from games.services.house_bots import house_bots
from games.services.moderation.clocks import get_seat, seat_facts
from games.services.moderation.staff_actions import (
    AnswerForSeat,
    BaseAction,
    ReplacePlayer,
    SwapPlayers,
)
from games.services.play.decision_rows import fetch_sitters
from games.services.play.decisions import submit_decision
from games.titles import GAMES

# One for all: what the rules would say could tell what the seat holds.
NO_ANSWER = "That is not one clear answer to the question."


def answer_for_seat(context: ActionContext, action: AnswerForSeat) -> None:
    """Answer for a seat: with `answer` as it would stand in an e-mail, "" with the fallback."""
    match = context.require_match()
    seat = get_seat(match, action.seat)
    row = match.prompts.filter(seat=seat.number, closed_at=None).first()
    if match.status != Status.RUNNING or row is None:
        raise CannotBeDone("That seat has no open question.")
    decision = _parse_answer(match, row.token, action.answer)
    try:
        submit_decision(
            row.token, decision, source="staff", key=f"staff-{context.entry_id}", now=context.now
        )
    except Refused as refusal:
        raise CannotBeDone(NO_ANSWER) from refusal
    if action.answer:
        context.add_change(
            "seat {seat} ({name}) answers “{answer}”.", **seat_facts(seat), answer=action.answer
        )
    else:
        context.add_change(
            "seat {seat} ({name}): the answer of a timeout is played.", **seat_facts(seat)
        )
    _add_entry_and_notify(context, action, seat.number)


def _parse_answer(match: Match, token: str, line: str) -> Decision | None:
    if not line.strip():
        return None
    prompt = states.find_state_prompt(matches.prompt_alone(token))
    lexicons = [GAMES[match.game].list_words(language) for language in ("en", "fr", "de")]
    try:
        if prompt is None:
            raise CannotBeDone("That seat has no open question.")
        return notation.parse_decision(prompt, line, lexicons)
    except Refused as refusal:
        raise CannotBeDone(NO_ANSWER) from refusal


def replace_player(context: ActionContext, action: ReplacePlayer) -> None:
    """Give a seat to the player whose address is `whom`, or to a house bot.

    The match does not count for the player who held it.
    """
    match = context.require_match()
    seat = get_seat(match, action.seat)
    if match.status not in (Status.RUNNING, Status.FROZEN):
        raise CannotBeDone("Players can only be replaced in running matches.")
    before = seat.player
    if action.whom:
        player = _new_player(match, action.whom)
        substitutes.check_terms(match, player, now=context.now)
        substitutes.assign_seat(match, seat, player, is_excused=True, now=context.now)
        context.add_change(
            "{name}’s seat {seat} goes to {other}.",
            **seat_facts(seat, before),
            other=player.display_name,
        )
    else:
        why = TimelineEntry.Kind.REPLACED
        resigning.replace_with_house_bot(match, seat, why, is_excused=True, now=context.now)
        context.add_change(
            "{name}’s seat {seat} goes to a house bot for good.", **seat_facts(seat, before)
        )
    if not before.is_house_bot:
        context.recipients.append((before.pk, None))


def _new_player(match: Match, address: str) -> Player:
    player = accounts.player_at(address)
    if player is None or player.is_bot or not player.is_active or player.left_at:
        raise CannotBeDone("There is no player with that address.")
    if match.seats.filter(player=player).exists():
        raise CannotBeDone("That player sits there already.")
    return player


def swap_players(context: ActionContext, action: SwapPlayers) -> None:
    """Let two players change places; in a match that has begun both see what the other hid."""
    match = context.require_match()
    seat_a, seat_b = get_seat(match, action.seat), get_seat(match, action.other)
    if seat_a.pk == seat_b.pk or match.status not in (Status.OPEN, Status.RUNNING):
        raise CannotBeDone("Two seats of a match that is not over change places.")
    first, second = seat_a.player, seat_b.player
    context.add_change(
        "{one} and {two} change places.", one=first.display_name, two=second.display_name
    )
    # A seat has one player and a player one seat at every moment.
    between = next(b for b in house_bots(match.seats_wanted + 1) if not _has_seat(match, b))
    for seat, player in ((seat_a, between), (seat_b, first), (seat_a, second)):
        Seat.objects.filter(pk=seat.pk).update(player=player)
    if match.status == Status.RUNNING:
        _begin_anew(context, match, {seat_a.number: first.pk, seat_b.number: second.pk})
    _add_entry_and_notify(context, action, seat_a.number)


def _begin_anew(context: ActionContext, match: Match, before: dict[int, UUID]) -> None:
    context.add_change(
        "Their orders end, and open questions are asked anew. Each now sees what the other’s seat"
        " hides."
    )
    for seat in match.seats.filter(number__in=before):
        since = {"seated_at": seat.replaced_at, "left_at": context.now}
        SeatHistory.objects.create(seat=seat, player_id=before[seat.number], **since)
        Seat.objects.filter(pk=seat.pk).update(
            replaced_at=context.now, bot_took_over_at=None, offered_at=None
        )
    orders = match.orders.filter(seat__in=before, active=True)
    orders.update(active=False, why=Order.Why.CANCELLED, ended_at=context.now)
    for sitter in fetch_sitters(match):
        if sitter.number in before:
            inactivity.reopen_prompt(match, sitter, now=context.now)


def _has_seat(match: Match, player: Player) -> bool:
    return match.seats.filter(player=player).exists()


def _add_entry_and_notify(context: ActionContext, action: BaseAction, seat: int) -> None:
    """Add the action to the match's timeline, and notify everybody in the match."""
    match, text = context.require_match(), action.kind.value
    inactivity.add_timeline_entry(
        match, TimelineEntry.Kind.DESK, seat=seat, text=text, now=context.now
    )
    context.notify_players()
