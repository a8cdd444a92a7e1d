"""A round as it is played: seated, warned of its end, settled, adjudicated by rule, closed."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from games.leagues.terms import Terms
from games.models import Division, Entry, Match, Pairing, PairingSeat, Prompt, Round, Status
from games.services import matches
from games.services.leagues import drawing, news, results
from games.services.moderation import sanctions

How = Pairing.How
# Its end is announced when so much of a round is left, but not more than so many days before.
LAST_PART, WARNED = 4, timedelta(days=3)


def advance_division(division: Division, asked: Terms, *, now: datetime) -> bool:
    """Do what is due in a division; return whether it is played out. Twice does nothing twice.

    1. Rounds whose time has come are seated, as far as the cap on matches allows. 2. What is over
    is settled. 3. Of rounds that end soon those who still play are told; what has not ended then is
    adjudicated. 4. A round whose pairings are all settled is closed, and the next one drawn.
    """
    for row in division.rounds.filter(closed_at=None).order_by("number"):
        if row.starts_at <= now:
            _seat_all(row, division, asked, now=now)
            _settle_played(row, now=now)
        if row.started_at is not None:
            _mind_the_end(row, division, asked, now=now)
            _close_if_settled(row, now=now)
    if division.rounds.filter(closed_at=None).exists():
        if asked.hurries:
            _bring_rounds_forward(division, now=now)
        return False
    return drawing.draw_next(division, now=now) is None


def _seat_all(row: Round, division: Division, asked: Terms, *, now: datetime) -> None:
    waiting = row.pairings.filter(match=None, settled_at=None).order_by("number")
    busy = _open_matches_by_entry(division)
    for pairing in waiting.prefetch_related("seats__entry__player"):
        _seat_pairing(pairing, asked, busy, now=now)
    if row.started_at is None:
        row.started_at = now
        row.save(update_fields=["started_at"])
        _tell_round(row, division, "round", now=now)


def _open_matches_by_entry(division: Division) -> Counter[object]:
    """How many matches of the season each entry plays just now."""
    playing = PairingSeat.objects.filter(
        pairing__round__division=division, pairing__match__isnull=False, pairing__settled_at=None
    )
    return Counter(playing.filter(away=False).values_list("entry", flat=True))


def _seat_pairing(pairing: Pairing, asked: Terms, busy: Counter[object], *, now: datetime) -> None:
    """Deal a pairing's match; who has left is away, and who is left alone has won."""
    pairing_seats = list(pairing.seats.all())
    there = [pairing_seat for pairing_seat in pairing_seats if _is_there(pairing_seat.entry, now)]
    if asked.most_at_once and any(busy[c.entry_id] >= asked.most_at_once for c in there):
        return
    for pairing_seat in pairing_seats:
        if pairing_seat not in there:
            pairing_seat.away = True
            pairing_seat.save(update_fields=["away"])
    if len(there) < max(asked.least_seats, 2):
        places = [len(there) + 1 if pairing_seat.away else 1 for pairing_seat in pairing_seats]
        settle_pairing(pairing, How.WALKOVER if there else How.VOID, places, now=now)
        return
    pairing.match = matches.seat_match(
        [pairing_seat.entry.player for pairing_seat in there],
        game=asked.game,
        options=asked.options,
        pace=asked.pace,
        on_silence=asked.on_silence,
        absences=asked.absences,
        undo=asked.undo,
        now=now,
    )
    pairing.save(update_fields=["match"])
    busy.update(pairing_seat.entry_id for pairing_seat in there)


def _is_there(entry: Entry, now: datetime) -> bool:
    """Whether an entrant plays on, and is kept from tables by nobody."""
    if entry.state != Entry.State.PLAYING or not entry.player.is_active:
        return False
    return not sanctions.active_sanctions(entry.player, now).exists()


def settle_pairing(
    pairing: Pairing, how: How, places: list[int] | None, *, why: str = "", now: datetime
) -> None:
    """Write a pairing's result down; `places` None: they come from the match."""
    pairing.how, pairing.places, pairing.settled_at, pairing.why = how, places, now, why
    pairing.save(update_fields=["how", "places", "settled_at", "why"])


def _settle_played(row: Round, *, now: datetime) -> None:
    over = row.pairings.filter(settled_at=None, match__status=Status.FINISHED)
    for pairing in over:
        settle_pairing(pairing, How.PLAYED, None, now=now)


def _mind_the_end(row: Round, division: Division, asked: Terms, *, now: datetime) -> None:
    open_ones = list(
        row.pairings.filter(settled_at=None)
        .prefetch_related("seats__entry")
        .select_related("match")
    )
    if not open_ones:
        return
    if now >= row.ends_at:
        for pairing in open_ones:
            _adjudicate_pairing(pairing, division, asked, now=now)
    elif row.warned_at is None and now >= row.ends_at - min(
        (row.ends_at - row.starts_at) / LAST_PART, WARNED
    ):
        row.warned_at = now
        row.save(update_fields=["warned_at"])
        late = [
            pairing_seat.entry
            for one in open_ones
            for pairing_seat in one.seats.all()
            if not pairing_seat.away
        ]
        playing = {e.pk: e for e in late if e.state == Entry.State.PLAYING}
        told = str(row.number)
        news.notify_entrants(division.season, playing.values(), "warned", about=told, now=now)


def _adjudicate_pairing(
    pairing: Pairing, division: Division, asked: Terms, *, now: datetime
) -> None:
    """Settle a match that has not ended with its round by the league's rule, and say so.

    The match goes on, if its players like, but counts for the league no more.
    """
    pairing_seats = list(pairing.seats.all())
    match asked.adjudication:
        case "void":
            settle_pairing(pairing, How.VOID, None, now=now)
        case "shared":
            settle_pairing(pairing, How.SHARED, [1] * len(pairing_seats), now=now)
        case "late_last":
            settle_pairing(pairing, How.LATE, _late_last(pairing, pairing_seats), now=now)
    told = f"{pairing.round_id}-{pairing.number}"
    news.notify_entrants(
        division.season, [c.entry for c in pairing_seats], "adjudicated", about=told, now=now
    )


def _late_last(pairing: Pairing, pairing_seats: list[PairingSeat]) -> list[int]:
    """Places by seat: whom the match waits for shares the last, the others the first.

    Whose seat a house bot keeps, or is offered to others, is waited for as well. A match that waits
    for all of them, or for none, or stands still because the rules failed, is level.
    """
    match = pairing.match
    if match is None or match.status == Status.FROZEN:
        return [1] * len(pairing_seats)
    late = _waited_for(match)
    number = -1
    is_late = []
    for pairing_seat in pairing_seats:
        number += not pairing_seat.away
        is_late.append(pairing_seat.away or number in late)
    if all(is_late):
        return [1] * len(pairing_seats)
    ahead = is_late.count(False)
    return [ahead + 1 if slow else 1 for slow in is_late]


def _waited_for(match: Match) -> set[int]:
    asked = Prompt.objects.filter(match=match, closed_at=None, answered_at=None)
    seats = match.seats.exclude(bot_took_over_at=None, offered_at=None)
    return {*asked.values_list("seat", flat=True), *seats.values_list("number", flat=True)}


def _close_if_settled(row: Round, *, now: datetime) -> None:
    if not row.pairings.filter(settled_at=None).exists():
        row.closed_at = now
        row.save(update_fields=["closed_at"])


def _bring_rounds_forward(division: Division, *, now: datetime) -> None:
    """Bring the coming rounds forward if nothing is played now."""
    coming = list(division.rounds.filter(closed_at=None).order_by("number"))
    gap = coming[0].starts_at - now
    if coming[0].started_at is None and gap > timedelta():
        for row in coming:
            row.starts_at, row.ends_at = row.starts_at - gap, row.ends_at - gap
            row.save(update_fields=["starts_at", "ends_at"])


def _tell_round(row: Round, division: Division, what: str, *, now: datetime) -> None:
    """Tell everybody of a round but the first, which is told with the season's beginning."""
    if row.number > 1:
        playing = results.list_entrants(division)
        there = [entry for entry in playing if entry.state == Entry.State.PLAYING]
        news.notify_entrants(division.season, there, what, about=str(row.number), now=now)
