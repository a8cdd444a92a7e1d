"""Measures about seats: who answers, and who sits where."""

from __future__ import annotations

from uuid import UUID

from games.engine import notation
from games.engine.contract import Decision, Refused
from games.models import Match, Order, Player, Seat, SeatHistory, Status, TimelineEntry
from games.queries import matches, states
from games.services import accounts, inactivity, resigning, substitutes
from games.services.decision_rows import fetch_sitters
from games.services.decisions import submit_decision
from games.services.house_bots import house_bots
from games.services.moderation.clocks import describe_seat, seat_of
from games.services.moderation.measures import CannotBeDone, Work
from games.titles import GAMES

# One for all: what the rules would say could tell what the seat holds.
NO_ANSWER = "That is not one clear answer to the question."


def answer_for_seat(work: Work) -> None:
    """Answer for a seat: with `answer` as it would stand in a letter, "" with the fallback."""
    match = work.table()
    seat = seat_of(match, work.measure.seat)
    row = match.prompts.filter(seat=seat.number, closed_at=None).first()
    if match.status != Status.RUNNING or row is None:
        raise CannotBeDone("That seat is asked nothing.")
    decision = _parse_answer(match, row.token, work.measure.answer)
    try:
        submit_decision(row.token, decision, source="staff", key=f"staff-{work.deed}", now=work.now)
    except Refused as refusal:
        raise CannotBeDone(NO_ANSWER) from refusal
    said = f"“{work.measure.answer}”" if work.measure.answer else "what silence would answer"
    work.changes.append(f"{describe_seat(seat)} answers {said}.")
    _record_and_notify(work, seat.number)


def _parse_answer(match: Match, token: str, line: str) -> Decision | None:
    if not line.strip():
        return None
    asked = states.asked_of(matches.prompt_alone(token))
    lexicons = [GAMES[match.game].list_words(language) for language in ("en", "fr", "de")]
    try:
        if asked is None:
            raise CannotBeDone("That seat is asked nothing.")
        return notation.parse_decision(asked, line, lexicons)
    except Refused as refusal:
        raise CannotBeDone(NO_ANSWER) from refusal


def replace_player(work: Work) -> None:
    """Give a seat to the player whose address is `whom`, or to a house bot."""
    match = work.table()
    seat = seat_of(match, work.measure.seat)
    if match.status not in (Status.RUNNING, Status.FROZEN):
        raise CannotBeDone("Seats are given away in matches that are being played.")
    before = seat.player
    if work.measure.whom:
        player = _new_player(match, work.measure.whom)
        substitutes.check_terms(match, player, now=work.now)
        substitutes.sit_down(match, seat, player, now=work.now)
        work.changes.append(f"{describe_seat(seat)} goes to {player.display_name}.")
    else:
        resigning.hand_over(match, seat, TimelineEntry.Kind.REPLACED, now=work.now)
        work.changes.append(f"The seat of {before.display_name} goes to a house bot for good.")
    if not before.is_house_bot:
        work.concerned.append((before.pk, None))


def _new_player(match: Match, address: str) -> Player:
    player = accounts.player_at(address)
    if player is None or player.is_bot or not player.is_active or player.left_at:
        raise CannotBeDone("There is no player with that address.")
    if match.seats.filter(player=player).exists():
        raise CannotBeDone("That player sits there already.")
    return player


def swap_players(work: Work) -> None:
    """Let two players change places; in a match that has begun both see what the other hid."""
    match = work.table()
    one, two = seat_of(match, work.measure.seat), seat_of(match, work.measure.other)
    if one.pk == two.pk or match.status not in (Status.OPEN, Status.RUNNING):
        raise CannotBeDone("Two seats of a match that is not over change places.")
    first, second = one.player, two.player
    work.changes.append(f"{first.display_name} and {second.display_name} change places.")
    # A seat has one player and a player one seat at every moment.
    between = next(b for b in house_bots(match.seats_wanted + 1) if not _has_seat(match, b))
    for seat, player in ((one, between), (two, first), (one, second)):
        Seat.objects.filter(pk=seat.pk).update(player=player)
    if match.status == Status.RUNNING:
        _begin_anew(work, match, {one.number: first.pk, two.number: second.pk})
    _record_and_notify(work, one.number, two.number)


def _begin_anew(work: Work, match: Match, before: dict[int, UUID]) -> None:
    work.changes.append("Their orders end, and open questions are asked anew. Each now sees what")
    work.changes[-1] += " the other's seat hides."
    for seat in match.seats.filter(number__in=before):
        since = {"seated_at": seat.replaced_at, "left_at": work.now}
        SeatHistory.objects.create(seat=seat, player_id=before[seat.number], **since)
        Seat.objects.filter(pk=seat.pk).update(
            replaced_at=work.now, bot_took_over_at=None, offered_at=None
        )
    orders = match.orders.filter(seat__in=before, active=True)
    orders.update(active=False, why=Order.Why.CANCELLED, ended_at=work.now)
    for sitter in fetch_sitters(match):
        if sitter.number in before:
            inactivity.ask_anew(match, sitter, now=work.now)


def _has_seat(match: Match, player: Player) -> bool:
    return match.seats.filter(player=player).exists()


def _record_and_notify(work: Work, *seats: int) -> None:
    """Note it in the story, and let the table be told."""
    for number in seats[:1]:
        text = work.measure.action.value
        inactivity.add_timeline_entry(
            work.table(), TimelineEntry.Kind.DESK, seat=number, text=text, now=work.now
        )
    work.everybody()
