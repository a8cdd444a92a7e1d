"""Play a round: seat its pairings, announce its end, settle, adjudicate and close it."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import DurationField, ExpressionWrapper, F, Q, QuerySet

from games.leagues.terms import Terms
from games.models import (
    Board,
    Division,
    Entry,
    Match,
    Pairing,
    PairingSeat,
    Player,
    Prompt,
    Round,
    Season,
    Status,
    Undo,
)
from games.services import change_marks, matches, sanctions
from games.services.leagues import drawing, news, no_shows, results, rolling, teams, ties

How = Pairing.How
# The end of a round is announced when a quarter of it is left, but at most three days before.
LAST_PART, WARNING_TIME = 4, timedelta(days=3)
# Matches of a season that are dealt in one transaction; the others follow in the next.
MOST_SEATED = 200
# Divisions in which one transaction does what is due.
MOST_DIVISIONS = 200


def advance_divisions(season: Season, terms: Terms, *, now: datetime) -> bool:
    """Do what is due in the divisions of a season; return whether there is more to do at once.

    At most MOST_SEATED matches are dealt and MOST_DIVISIONS looked at, so that no pass takes long.
    Idempotent.
    """
    left = MOST_SEATED
    due = _with_season(season.divisions.all(), season) if terms.is_rolling else []
    due = due or _due_divisions(season, now)
    for division in due[:MOST_DIVISIONS]:
        left -= advance_division(division, terms, now=now, most=left)
        if left <= 0:
            return True
    if len(due) > MOST_DIVISIONS:
        return True
    if terms.form != "round_robin":
        open_rounds = Round.objects.filter(division__season=season, closed_at=None)
        over = season.divisions.exclude(pk__in=open_rounds.values("division"))
        for division in _with_season(over, season):
            advance_division(division, terms, now=now, most=0)
    return False


def _with_season(rows: QuerySet[Division], season: Season) -> list[Division]:
    divisions = list(rows.order_by("level", "number"))
    for division in divisions:
        division.season = season
    return divisions


def _due_divisions(season: Season, now: datetime) -> list[Division]:
    """Return the divisions with open rounds in which something may be due.

    A season may have a thousand of them.
    """
    rounds = Round.objects.filter(division__season=season, closed_at=None)
    tables = Pairing.objects.filter(round__in=rounds, settled_at=None)
    started_tables = tables.filter(round__starts_at__lte=now)
    last_part = ExpressionWrapper((F("ends_at") - F("starts_at")) / LAST_PART, DurationField())
    ending = rounds.filter(warned_at=None, ends_at__lte=now + WARNING_TIME)
    due = [
        rounds.filter(Q(starts_at__lte=now, started_at=None) | Q(ends_at__lte=now)),
        ending.annotate(last_part=last_part).filter(ends_at__lte=now + F("last_part")),
        rounds.exclude(pk__in=tables.values("round")),
    ]
    keys = {pk for rows in due for pk in rows.values_list("division", flat=True)}
    over = Board.objects.filter(settled_at=None, match__status=Status.FINISHED)
    changed_tables = started_tables.filter(
        Q(match=None, boards=None)
        | Q(match__status=Status.FINISHED)
        | Q(pk__in=over.values("pairing"))
    )
    keys.update(changed_tables.values_list("round__division", flat=True))
    return _with_season(season.divisions.filter(pk__in=keys), season)


def has_open_rounds(season: Season) -> bool:
    """Return whether a round of a season is not over."""
    return Round.objects.filter(division__season=season, closed_at=None).exists()


def advance_division(
    division: Division, terms: Terms, *, now: datetime, most: int = MOST_SEATED
) -> int:
    """Do what is due in a division; return how many tables were seated, `most` at most.

    Idempotent.

    1. Seat rounds whose time has come, as far as the limit of simultaneous matches allows.
    2. Settle what is over.
    3. Warn those who still play in rounds that end soon; adjudicate what has not ended in time.
    4. Close a round whose pairings are all settled, and draw the next one.
    5. Store the standings if a table was settled.
    """
    table_count = 0
    for row in division.rounds.filter(closed_at=None).order_by("number"):
        if terms.form == "arena" and row.starts_at <= now < row.ends_at:
            rolling.pair_free(row, division, terms, now=now)
        if row.starts_at <= now:
            table_count += _seat_all(row, division, terms, now=now, most=most - table_count)
            _settle_played(row, terms, now=now)
        if row.started_at is not None:
            _handle_round_end(row, division, terms, now=now)
            if not terms.is_rolling or now >= row.ends_at:
                _close_if_settled(row, now=now)
    if terms.ejects_absent:
        no_shows.eject_absent(division, now=now)
    if division.rounds.filter(closed_at=None).exists():
        if terms.hurries:
            _bring_rounds_forward(division, now=now)
    elif not ties.settle_knock_out_ties(division, terms, now=now):
        drawing.draw_next(division, now=now)
    has_new_entrants = terms.is_rolling and len(division.table or ()) != division.entries.count()
    if (
        has_new_entrants
        or Pairing.objects.filter(round__division=division, settled_at=now).exists()
    ):
        results.refresh_standings(division)
    return table_count


def _seat_all(row: Round, division: Division, terms: Terms, *, now: datetime, most: int) -> int:
    """Seat the tables of a round, `most` at most; return how many were."""
    waiting = row.pairings.filter(match=None, boards=None, settled_at=None).order_by("number")
    waiting = waiting.prefetch_related("seats__entry__player")
    # With a limit for each player, those at the front may have to wait for others.
    pairings = list(waiting if terms.most_at_once else waiting[: max(most, 0)])
    busy = _open_matches_by_entry(division) if terms.most_at_once else Counter()
    seats = [seat for pairing in pairings for seat in pairing.seats.all()]
    barred_players = sanctions.players_with_sanctions([seat.entry.player_id for seat in seats], now)
    table_count = 0
    for pairing in pairings:
        if table_count < most:
            if terms.is_for_teams:
                table_count += _seat_teams(pairing, terms, now=now)
            else:
                _seat_pairing(pairing, terms, busy, barred_players, now=now)
                table_count += pairing.match_id is not None
    if row.started_at is None:
        row.started_at = now
        row.save(update_fields=["started_at"])
        change_marks.mark_season_changed(division.season_id)
        _tell_round(row, division, "round", now=now)
    return table_count


def _open_matches_by_entry(division: Division) -> Counter[object]:
    """Return how many matches of the division each entry is currently playing."""
    playing = PairingSeat.objects.filter(
        pairing__round__division=division, pairing__match__isnull=False, pairing__settled_at=None
    )
    return Counter(playing.filter(away=False).values_list("entry", flat=True))


def _seat_pairing(
    pairing: Pairing,
    terms: Terms,
    busy: Counter[object],
    barred_players: set[UUID],
    *,
    now: datetime,
) -> None:
    """Seat a pairing's match; entrants who have left are away, and a single one left wins."""
    pairing_seats = list(pairing.seats.all())
    there = [
        pairing_seat
        for pairing_seat in pairing_seats
        if _is_there(pairing_seat.entry, barred_players)
    ]
    if terms.most_at_once and any(busy[c.entry_id] >= terms.most_at_once for c in there):
        return
    for pairing_seat in pairing_seats:
        if pairing_seat not in there:
            pairing_seat.away = True
            pairing_seat.save(update_fields=["away"])
    if len(there) < max(terms.least_seats, 2):
        places = [len(there) + 1 if pairing_seat.away else 1 for pairing_seat in pairing_seats]
        results.settle_pairing(pairing, How.WALKOVER if there else How.VOID, places, now=now)
        return
    pairing.match = _deal([seat.entry.player for seat in there], terms, now=now)
    pairing.save(update_fields=["match"])
    busy.update(pairing_seat.entry_id for pairing_seat in there)


def _deal(players: list[Player], terms: Terms, *, now: datetime) -> Match:
    return matches.seat_match(
        players,
        matches.MatchTerms(
            terms.game,
            seats=len(players),
            options=terms.options,
            pace=terms.pace,
            on_silence=terms.on_silence,
            absences=terms.absences,
            undo=Undo(terms.undo),
        ),
        now=now,
    )


def _seat_teams(pairing: Pairing, terms: Terms, *, now: datetime) -> int:
    """Deal the matches of two teams, one for each board; return how many.

    A board for which a team has nobody is lost; a team without anybody is away.
    """
    pairing_seats = list(pairing.seats.all())
    keys = [
        player
        for each in teams.player_ids(c.entry for c in pairing_seats).values()
        for player in each
    ]
    barred_players = sanctions.players_with_sanctions(keys, now)
    lines = [teams.line_up(c.entry, terms.team_size, barred_players) for c in pairing_seats]
    for pairing_seat, line in zip(pairing_seats, lines, strict=True):
        if not line:
            pairing_seat.away = True
            pairing_seat.save(update_fields=["away"])
    if not all(lines):
        places = [2 if seat.away else 1 for seat in pairing_seats]
        results.settle_pairing(pairing, How.WALKOVER if any(lines) else How.VOID, places, now=now)
        return 0
    many = 0
    for number in range(1, terms.team_size + 1):
        first, second = (line[number - 1] if number <= len(line) else None for line in lines)
        board = Board(pairing=pairing, number=number, first=first, second=second)
        if first is not None and second is not None:
            players = [first, second] if number % 2 else [second, first]
            board.match = _deal(players, terms, now=now)
            many += 1
        else:
            board.places = [2 - bool(first), 2 - bool(second)] if first or second else None
            board.settled_at = now
        board.save()
    return many


def _is_there(entry: Entry, barred_players: set[UUID]) -> bool:
    """Return whether an entrant still plays and is not under a sanction."""
    is_playing = entry.state == Entry.State.PLAYING and entry.player.is_active
    return is_playing and entry.player_id not in barred_players


def _settle_played(row: Round, terms: Terms, *, now: datetime) -> None:
    over = row.pairings.filter(settled_at=None, match__status=Status.FINISHED)
    over.update(how=How.PLAYED, places=None, settled_at=now, why="")
    if not terms.is_for_teams:
        return
    boards = Board.objects.filter(pairing__round=row, pairing__settled_at=None)
    teams.settle_played_boards(boards, terms.substitutes, now=now)
    is_open = boards.filter(settled_at=None).values("pairing")
    finished_pairings = row.pairings.filter(settled_at=None, boards__isnull=False).exclude(
        pk__in=is_open
    )
    for pairing in finished_pairings.distinct():
        results.settle_pairing(
            pairing, How.PLAYED, teams.places_by_boards(pairing.boards.all()), now=now
        )


def _handle_round_end(row: Round, division: Division, terms: Terms, *, now: datetime) -> None:
    open_pairings = list(
        row.pairings.filter(settled_at=None)
        .prefetch_related("seats__entry")
        .select_related("match")
    )
    if not open_pairings:
        return
    if now >= row.ends_at:
        for pairing in open_pairings:
            adjudicate_pairing(pairing, division, terms, now=now)
    elif row.warned_at is None and now >= row.ends_at - min(
        (row.ends_at - row.starts_at) / LAST_PART, WARNING_TIME
    ):
        row.warned_at = now
        row.save(update_fields=["warned_at"])
        late = [
            pairing_seat.entry
            for pairing in open_pairings
            for pairing_seat in pairing.seats.all()
            if not pairing_seat.away
        ]
        playing = {e.pk: e for e in late if e.state == Entry.State.PLAYING}
        event_key = str(row.number)
        news.notify_entrants(division.season, playing.values(), "warned", about=event_key, now=now)


def settle_open_rounds(division: Division, terms: Terms, *, now: datetime) -> int:
    """Settle and close all rounds of a division at once; return how many tables were open.

    Matches that are played are adjudicated; tables that are not seated count for nobody.
    """
    many = 0
    for row in division.rounds.filter(closed_at=None).order_by("number"):
        _settle_played(row, terms, now=now)
        rows = row.pairings.filter(settled_at=None).order_by("number")
        for pairing in rows.prefetch_related("seats__entry").select_related("match", "round"):
            many += 1
            if not results.is_seated(pairing):
                results.settle_pairing(pairing, How.VOID, None, now=now)
            else:
                adjudicate_pairing(pairing, division, terms, now=now)
        _close_if_settled(row, now=now)
    return many


def adjudicate_pairing(
    pairing: Pairing, division: Division, terms: Terms, *, now: datetime
) -> None:
    """Settle a match that outlasts its round by the league's rule, and notify its entrants.

    The match may go on, but no longer counts for the league.
    """
    pairing_seats = list(pairing.seats.all())
    match "boards" if terms.is_for_teams else terms.adjudication:
        case "boards":
            _adjudicate_boards(pairing, terms, now=now)
        case "void":
            results.settle_pairing(pairing, How.VOID, None, now=now)
        case "shared":
            results.settle_pairing(pairing, How.SHARED, [1] * len(pairing_seats), now=now)
        case "late_last":
            results.settle_pairing(pairing, How.LATE, _late_last(pairing, pairing_seats), now=now)
    event_key = f"{pairing.round_id}-{pairing.number}"
    news.notify_entrants(
        division.season, [c.entry for c in pairing_seats], "adjudicated", about=event_key, now=now
    )


HOW_BY_RULE = {"void": How.VOID, "shared": How.SHARED, "late_last": How.LATE}


def _adjudicate_boards(pairing: Pairing, terms: Terms, *, now: datetime) -> None:
    """Decide the open boards of two teams by the league's rule, and with them the pairing."""
    boards = list(pairing.boards.select_related("match"))
    for board in boards:
        if board.settled_at is None:
            board.places, board.settled_at = _late_places(board, terms), now
            board.save(update_fields=["places", "settled_at"])
    if not boards or not any(board.places for board in boards):
        results.settle_pairing(pairing, How.VOID, None, now=now)
    else:
        how = How.PLAYED if terms.adjudication == "void" else HOW_BY_RULE[terms.adjudication]
        results.settle_pairing(pairing, how, teams.places_by_boards(boards), now=now)


def _late_places(board: Board, terms: Terms) -> list[int] | None:
    """Return the places of two teams at an unfinished board, None if it counts for nobody."""
    if terms.adjudication == "void":
        return None
    match = board.match
    if terms.adjudication == "shared" or match is None or match.status == Status.FROZEN:
        return [1, 1]
    late = _waited_for(match)
    is_late = [board.match_seat(team) in late for team in (0, 1)]
    return [1, 1] if all(is_late) else [2 if slow else 1 for slow in is_late]


def _late_last(pairing: Pairing, pairing_seats: list[PairingSeat]) -> list[int]:
    """Return the places by seat: those whom the match waits for are last, the others first.

    The match also waits for seats that a house bot plays, or that are offered to others. If it
    waits for all of them or for none, or the rules failed, everybody shares the first place.
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
    prompts = Prompt.objects.filter(match=match, closed_at=None, answered_at=None)
    seats = match.seats.exclude(bot_took_over_at=None, offered_at=None)
    return {*prompts.values_list("seat", flat=True), *seats.values_list("number", flat=True)}


def _close_if_settled(row: Round, *, now: datetime) -> None:
    if not row.pairings.filter(settled_at=None).exists():
        row.closed_at = now
        row.save(update_fields=["closed_at"])


def _bring_rounds_forward(division: Division, *, now: datetime) -> None:
    """Move the coming rounds forward if no match is being played, but none that was postponed."""
    coming = list(division.rounds.filter(closed_at=None).order_by("number"))
    gap = coming[0].starts_at - max(now, coming[0].not_before_at or now)
    if coming[0].started_at is None and gap > timedelta():
        for row in coming:
            row.starts_at, row.ends_at = row.starts_at - gap, row.ends_at - gap
            row.save(update_fields=["starts_at", "ends_at"])


def _tell_round(row: Round, division: Division, what: str, *, now: datetime) -> None:
    """Announce a round to everybody who plays; the season's start announces the first one."""
    if row.number > 1:
        seats = PairingSeat.objects.filter(pairing__round=row, pairing__is_play_off=True)
        seeds = {seed for seed in seats.values_list("entry__seed", flat=True) if seed is not None}
        playing = results.list_entrants(division, seeds or None)
        there = [entry for entry in playing if entry.state == Entry.State.PLAYING]
        news.notify_entrants(division.season, there, what, about=str(row.number), now=now)
