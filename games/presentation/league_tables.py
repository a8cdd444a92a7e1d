"""Standings with explanations, crosstables and schedules of leagues, for pages and the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.engine.numbers import parse_number
from games.leagues import standings
from games.leagues.standings import Figure, Result, Standing
from games.leagues.terms import Terms
from games.models import (
    Board,
    Division,
    Entry,
    League,
    Match,
    Move,
    Pairing,
    PairingSeat,
    Player,
    Prompt,
    Round,
    Season,
    Status,
)
from games.presentation import leagues as league_text
from games.presentation import ties
from games.services.leagues import results, teams, terms

# With these a cell of a spreadsheet begins a formula, in full width too.
FORMULA = "=+-@＝＋－＠"
# The largest hypothetical place that is read.
MAX_PLACE = 999
OVER = (Season.State.CLOSED, Season.State.VOID)


class Cell(msgspec.Struct, frozen=True):
    """A figure of a standing: its heading, its value as text, and what it is the sum of."""

    kind: str
    heading: str
    shown: str
    why: str


class Line(msgspec.Struct, frozen=True):
    """An entrant's line in the standings.

    `ladder` is “up”, “down” or “”; `gained` is the number of places gained by hypothetical results.
    """

    entry: Entry
    place: int
    played: int
    cells: tuple[Cell, ...]
    ladder: str = ""
    gained: int = 0


def list_open_leagues(reader: Player | None = None) -> QuerySet[League]:
    """Return the open leagues, by name: those for everybody, and others that concern the reader.

    Those are leagues that they direct, have entered or are invited to; None for a visitor.
    """
    visible = Q(access=League.Access.OPEN)
    if reader is not None:
        mine = Q(directors__player=reader) | Q(seasons__entries__player=reader)
        mine |= Q(seasons__team_members__player=reader)
        own_leagues = League.objects.filter(mine | Q(seasons__invitations__player=reader))
        visible |= Q(pk__in=own_leagues.values("pk"))
    return League.objects.filter(visible, is_open=True)


def season_of(slug: str, number: int) -> Season | None:
    """Return a season of a league; None if there is none."""
    rows = Season.objects.select_related("league")
    return rows.filter(league__slug=slug, number=number).first()


def latest_season(league: League) -> Season | None:
    """Return a league's newest season, None before its first."""
    return league.seasons.order_by("-number").first()


def find_table_of_match(match: Match, seat: int | None) -> Pairing | None:
    """Return the table of a league at which a match is played; None if there is none.

    A league that is not for everybody is named only to those who hold a seat of the match.
    """
    of_players = Pairing.objects.filter(match=match).values("pk")
    of_teams = Board.objects.filter(match=match).values("pairing")
    rows = Pairing.objects.select_related("round__division__season__league")
    rows = rows.defer("round__division__table", "round__division__evenness")
    pairing = rows.filter(pk=Coalesce(Subquery(of_players), Subquery(of_teams))).first()
    if pairing is None:
        return None
    is_for_all = pairing.round.division.season.league.access == League.Access.OPEN
    return pairing if is_for_all or seat is not None else None


def entries_of(player: Player) -> list[Entry]:
    """Return a player's entries in unfinished seasons, with their words for pages."""
    rows = Entry.objects.filter(teams.takes_part(player)).exclude(season__state__in=OVER)
    mine = rows.exclude(state__in=[Entry.State.LEFT, Entry.State.MISSED])
    entries: list[Any] = list(
        mine.select_related("season__league", "division")
        .defer("division__table")
        .order_by("signed_up_at")
    )
    for entry in entries:
        entry.words = league_text.ENTRIES[entry.state]
        entry.must_check_in = must_check_in(entry)
    return entries


def must_check_in(entry: Entry) -> bool:
    """Return whether an entrant must still check in."""
    return entry.state == Entry.State.SIGNED and entry.season.state == Season.State.CHECK_IN


def division_standings(
    division: Division,
    supposed_results: Sequence[Result] = (),
    *,
    first: int = 0,
    most: int | None = None,
) -> list[Line]:
    """Return the standings of a division, best first, as they were stored after the last result.

    `first` and `most` choose lines of long ones. With `supposed_results` they are counted anew.
    """
    season_terms = terms.terms_from_row(division.season)
    gains: Mapping[int, int] = {}
    if supposed_results:
        then = standings.what_if(results.season_of(division), supposed_results, season_terms.counts)
        lines, gains = [line for line, _ in then], {line.entrant: n for line, n in then}
        many, lines = len(lines), lines[first:][:most]
    else:
        table = results.stored_standings(division)
        many, lines = (
            len(table),
            _explain_stored(division, season_terms, table, table[first:][:most]),
        )
    seeds = {line.entrant for line in lines}
    for line in lines:
        seeds.update(n for figure in line.figures for part in figure.summands for n in part.others)
    holders = {entry.seed or 0: entry for entry in results.list_entrants(division, seeds)}
    names = {seed: entry.shown_name for seed, entry in holders.items()}
    rise, fall = _promotions_and_relegations(division, season_terms, many)
    return [
        Line(
            holders[line.entrant],
            line.place,
            line.played,
            tuple(_build_cell(figure, names) for figure in line.figures),
            "up" if n < rise else "down" if n >= many - fall else "",
            gains.get(line.entrant, 0),
        )
        for n, line in enumerate(lines, start=first)
    ]


def _explain_stored(
    division: Division,
    season_terms: Terms,
    table: Sequence[Mapping[str, Any]],
    part: Sequence[Mapping[str, Any]],
) -> list[Standing]:
    """Return some lines of stored standings, with the explanations that match them.

    Figures are in the order of the terms: the database sorts the keys of what is stored.
    """
    seeds = [row["seed"] for row in part]
    points = {row["seed"]: results.figure_of(row, "points") for row in table}
    table_results = [table_row.result for table_row in results.list_tables(division, seeds)]
    season = standings.Season(
        (),
        tuple(filter(None, table_results)),
        season_terms.scale,
        points,
        results.list_lots(division),
    )
    counts = ties.list_counts(table, division.season)
    levels = _tied_before(table, counts)
    lines = []
    for row in part:
        groups = [levels[n][_figures_before(row, counts, n)] for n in range(len(counts))]
        live = standings.explain_line(season, row["seed"], counts, groups)
        figures = [
            figure if figure.value == value else Figure(figure.kind, value)
            for figure in live
            if figure.kind in row["figures"]
            for value in [results.figure_of(row, figure.kind)]
        ]
        lines.append(Standing(row["seed"], row["place"], row["played"], tuple(figures)))
    return lines


def _figures_before(row: Mapping[str, Any], counts: Sequence[str], number: int) -> tuple[str, ...]:
    return tuple(row["figures"].get(name, "") for name in counts[:number])


def _tied_before(
    table: Sequence[Mapping[str, Any]], counts: Sequence[str]
) -> list[dict[tuple[str, ...], set[int]]]:
    """Return for each count who was tied before it, by the figures up to there."""
    groups_by_count: list[dict[tuple[str, ...], set[int]]] = [{} for _ in counts]
    for row in table:
        for n, groups in enumerate(groups_by_count):
            groups.setdefault(_figures_before(row, counts, n), set()).add(row["seed"])
    return groups_by_count


def _promotions_and_relegations(
    division: Division, season_terms: Terms, entrants: int
) -> tuple[int, int]:
    """Return the number of promotions and relegations, as far as it is known before the end."""
    if not season_terms.goes_on:
        return 0, 0
    last = division.season.divisions.aggregate(last=Max("level"))["last"]
    rise = 0 if division.level == 0 else min(season_terms.up, entrants // 2)
    return rise, 0 if division.level == last else min(season_terms.down, entrants // 2)


def _build_cell(figure: Figure, names: Mapping[int, str]) -> Cell:
    heading, meaning = league_text.COUNTS[figure.kind]
    parts = [
        f"{part.name} {', '.join(names.get(who, '?') for who in part.others)}".strip()
        + f": {league_text.format_number(part.value)}"
        for part in figure.summands
    ]
    why = str(meaning) + (": " + "; ".join(parts) if parts else "")
    return Cell(figure.kind, str(heading), league_text.format_number(figure.value), why)


def build_crosstable(division: Division, lines: Sequence[Line]) -> list[tuple[Line, list[str]]]:
    """Return each line with its results against the others, in the order of the standings."""
    cells = standings.build_crosstable(results.season_of(division))
    seeds = [line.entry.seed or 0 for line in lines]
    return [
        (
            line,
            [
                "×"
                if other == mine
                else " · ".join(
                    league_text.format_number(got) for got in cells.get((mine, other), [])
                )
                for other in seeds
            ],
        )
        for line, mine in zip(lines, seeds, strict=True)
    ]


def pairings_of_round(division: Division, number: int, *, first: int, most: int) -> list[Pairing]:
    """Return some tables of a round, for divisions that are too large to show all."""
    rows = Pairing.objects.filter(round__division=division, round__number=number)
    return results.load_pairings(rows.order_by("number")[first : first + most])


def pairings_of_last_rounds(division: Division, most: int) -> list[Pairing]:
    """Return the tables of the rounds of a knock-out that have no more than `most` of them."""
    rounds = division.rounds.annotate(many=Count("pairings")).filter(many__lte=most)
    rows = Pairing.objects.filter(round__in=rounds.values("pk"))
    return results.load_pairings(rows.order_by("round__number", "number"))


class LiveTable(msgspec.Struct, frozen=True):
    """A running table, and the number of moves that everybody knows; None between teams."""

    table: ScheduledTable
    moves: int | None


class Live(msgspec.Struct, frozen=True):
    """What happens in a season now: running tables, and the latest results, the newest first."""

    running: list[LiveTable]
    many: int
    latest: list[ScheduledTable]


def list_live_tables(season: Season, most: int) -> Live:
    """Return up to `most` running tables of a season, the longest first, and as many results."""
    rows = Pairing.objects.filter(round__division__season=season)
    is_running = Q(match__status=Status.RUNNING) | Q(boards__match__status=Status.RUNNING)
    running = rows.filter(
        pk__in=rows.filter(is_running, settled_at=None).values("pk"), settled_at=None
    )
    running = running.annotate(moves=F("match__ply") - Coalesce(Subquery(_count_sealed()), 0))
    latest = rows.filter(settled_at__isnull=False).exclude(how__in=Pairing.BYES)
    return Live(
        [
            LiveTable(_build_scheduled_table(row, {}), getattr(row, "moves"))  # noqa: B009
            for row in results.load_pairings(running.order_by("-moves", "pk")[:most])
        ],
        running.count(),
        [
            _build_scheduled_table(row, {})
            for row in results.load_pairings(latest.order_by("-settled_at", "pk")[:most])
        ],
    )


def _count_sealed() -> QuerySet[Any]:
    """Return, for the match of an outer pairing, how many moves are answers to open prompts.

    Those are sealed: nobody may learn how many have been given.
    """
    moves = Move.objects.filter(match=OuterRef("match"), prompt__closed_at=None)
    return moves.order_by().values("match").annotate(many=Count("pk")).values("many")


def live_stamp(season: Season) -> str:
    """Return what changes whenever a table of a running season does, as far as all may see it."""
    rows = Pairing.objects.filter(round__division__season=season)
    boards = Board.objects.filter(pairing__in=rows)
    sums = rows.aggregate(
        plies=Sum("match__ply"), settled=Max("settled_at"), many=Count("settled_at")
    )
    sums |= boards.aggregate(board_plies=Sum("match__ply"), boards=Count("settled_at"))
    # Answers to open prompts are sealed.
    prompts = Prompt.objects.filter(closed_at=None, answered_at__isnull=False)
    sealed_moves = Move.objects.filter(prompt__in=prompts)
    at_tables = sealed_moves.filter(match__in=rows.values("match")).count()
    at_boards = sealed_moves.filter(match__in=boards.values("match")).count()
    return (
        f"{season.state}-{(sums['plies'] or 0) - at_tables}-{sums['settled']}-{sums['many']}"
        f"-{(sums['board_plies'] or 0) - at_boards}-{sums['boards']}"
    )


def describe_leaving(season: Season, mine: Entry) -> list[str]:
    """Return what it means for a player to leave a season, in sentences."""
    season_terms = terms.terms_from_row(season)
    if mine.state != Entry.State.PLAYING:
        return [_("The first reserve gets your place. While sign-up is open, you can come back.")]
    stays = _("Matches that are running stay yours.")
    if season_terms.is_rolling:
        return [_("If you leave, you lose your place in the standings."), stays]
    if season_terms.is_for_teams and teams.members_of(mine).count() > 1:
        return [_("If you leave, the next player of your team takes your board."), stays]
    loses = _(
        "If you leave, the first reserve takes over your place and your results. Without a"
        " reserve, your opponents win the matches you are paired for. You cannot come back to"
        " this season."
    )
    return [loses, stays]


def list_standing_rows(season: Season) -> list[list[str]]:
    """Return the standings of all divisions as rows of a table, its headings first.

    A text that a spreadsheet would take for a formula begins with an apostrophe.
    """
    divisions = list(season.divisions.select_related("season"))
    # As stored, without explanations: there may be thousands of lines.
    lines_by_division = results.stored_standings_by_division(divisions)
    counts = ties.list_counts([row for rows in lines_by_division.values() for row in rows], season)
    headings = [str(league_text.COUNTS[name][0]) for name in counts]
    rows = [[_("Division"), _("Place"), _("Player"), _("Played"), *headings]]
    entrants = season.entries.filter(seed__isnull=False)
    name_rows = entrants.values_list("pk", "team_name", "player__display_name")
    names = {str(entry): team or player for entry, team, player in name_rows}
    for division in divisions:
        for line in lines_by_division[division.pk]:
            name = names[line["entry"]]
            figures = [league_text.format_number(results.figure_of(line, kind)) for kind in counts]
            safe_name = f"'{name}" if name.lstrip()[:1] in FORMULA else name
            rows.append(
                [str(division), str(line["place"]), safe_name, str(line["played"]), *figures]
            )
    return rows


class ScheduledSeat(msgspec.Struct, frozen=True):
    """An entrant in a pairing: the `place` reached, None while it is open.

    `field` is the name of the form field for a hypothetical place, `supposed` its value.
    """

    entry: Entry
    place: int | None
    away: bool
    field: str
    supposed: str


class ShownBoard(msgspec.Struct, frozen=True):
    """A board of two teams: who plays there, and who won, 0 or 1; None: open, drawn, or void."""

    board: Board
    names: tuple[str, str]
    won: int | None


class ScheduledTable(msgspec.Struct, frozen=True):
    """A pairing in the schedule; `how` says how it was decided, if it was not played.

    Between teams it has `boards`.
    """

    pairing: Pairing
    seated: tuple[ScheduledSeat, ...]
    how: str
    boards: tuple[ShownBoard, ...] = ()

    @property
    def has_sole_winner(self) -> bool:
        """Return whether somebody has the first place alone."""
        return [seat.place for seat in self.seated].count(1) == 1

    @property
    def is_open(self) -> bool:
        """Return whether its result is not known yet."""
        return self.pairing.settled_at is None


def build_schedule(
    pairings: Sequence[Pairing], entered_places: Mapping[str, str]
) -> list[tuple[Round, list[ScheduledTable]]]:
    """Return the rounds of a division in order, each with its pairings."""
    tables_by_round: dict[Any, list[ScheduledTable]] = {}
    rounds: dict[Any, Round] = {}
    for row in pairings:
        rounds[row.round_id] = row.round
        tables_by_round.setdefault(row.round_id, []).append(
            _build_scheduled_table(row, entered_places)
        )
    return [(rounds[pk], tables) for pk, tables in tables_by_round.items()]


def _build_scheduled_table(row: Pairing, entered_places: Mapping[str, str]) -> ScheduledTable:
    pairing_seats: list[PairingSeat] = list(row.seats.all())
    places: Sequence[int | None] = [None] * len(pairing_seats)
    if row.settled_at is not None:
        result = results.result_of(row, terms.terms_from_row(row.round.division.season).substitutes)
        places = result.places if result else places
    how = league_text.HOW.get(Pairing.How(row.how), "") if row.settled_at else ""
    seats = []
    for n, (pairing_seat, place) in enumerate(zip(pairing_seats, places, strict=True)):
        field = field_of(row, n)
        seats.append(
            ScheduledSeat(
                pairing_seat.entry, place, pairing_seat.away, field, entered_places.get(field, "")
            )
        )
    return ScheduledTable(row, tuple(seats), str(how), tuple(map(_show_board, row.boards.all())))


def _show_board(board: Board) -> ShownBoard:
    first, second = (
        "–" if player is None else player.display_name for player in (board.first, board.second)
    )
    places = board.places or [1, 1]
    winner = None if places[0] == places[1] else places.index(min(places))
    return ShownBoard(board, (first, second), winner)


def field_of(row: Pairing, number: int) -> str:
    """Return the name of the form field for the hypothetical place of a pairing seat."""
    return f"p{row.pk.hex}-{number}"


def parse_supposed_results(
    pairings: Sequence[Pairing], entered_places: Mapping[str, str], group_rounds: int = 0
) -> list[Result]:
    """Parse hypothetical results of open pairings, submitted by `field_of`.

    Pairings without valid places are ignored. `group_rounds` come before a knock-out.
    """
    supposed_results = []
    for row in pairings:
        pairing_seats = list(row.seats.all())
        texts = [entered_places.get(field_of(row, n), "") for n in range(len(pairing_seats))]
        order = [place for text in texts if (place := parse_number(text, MAX_PLACE)) is not None]
        if row.settled_at is not None or len(order) < len(texts):
            continue
        places = tuple(1 + sum(other < place for other in order) for place in order)
        table = tuple(pairing_seat.entry.seed or 0 for pairing_seat in pairing_seats)
        name = f"{row.round.number}.{row.number} ({_('supposed')})"
        is_group = row.round.number <= group_rounds
        supposed_results.append(Result(table, places, (), name, is_group=is_group))
    return supposed_results
