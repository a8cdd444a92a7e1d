"""Teams in a season: their members, the order of their boards, and the results at the boards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from uuid import UUID

from django.db.models import Max, Q, QuerySet

from games.engine import display_names
from games.engine.contract import Refused
from games.leagues.terms import Terms
from games.models import Board, Entry, Match, Player, Season, Seat, Status, TeamMember
from games.services import names
from games.services.leagues import cups

# Players of a team beyond its boards, who step in when others leave.
MOST_EXTRA = 6


class CannotJoinTeam(Refused):
    """The team accepts no players now, or the name is no name for a team."""

    code = "cannot_join_team"


def members_of(entry: Entry) -> QuerySet[TeamMember]:
    """Return the players of a team, in the order of their boards."""
    return entry.members.filter(left_at=None).select_related("player").order_by("number", "pk")


def membership_of(season: Season, player: Player) -> TeamMember | None:
    """Return the player's place in a team, None if they play for none."""
    rows = season.team_members.filter(player=player, left_at=None)
    return rows.select_related("entry__player").first()


def entry_of(season: Season, player: Player) -> Entry | None:
    """Return what a player takes part with: their team, or their own entry; None if nothing."""
    mine = membership_of(season, player)
    if mine is not None:
        return Entry.objects.select_related("player", "division").get(pk=mine.entry_id)
    return season.entries.filter(player=player).select_related("player", "division").first()


def takes_part(player: Player) -> Q:
    """Return the condition for entries of a player, or of a team that they play for."""
    playing = TeamMember.objects.filter(player=player, left_at=None)
    return Q(player=player, team_name="") | Q(pk__in=playing.values("entry"))


def clean_team_name(season: Season, name: str, *, besides: Entry | None = None) -> str:
    """Return the name of a team as it is stored. Raises CannotJoinTeam."""
    plain = " ".join(name.split())
    key = display_names.name_key(plain)
    if not key or not plain.isprintable() or len(plain) > names.LONGEST:
        raise CannotJoinTeam(
            "A team’s name is one line of at most {most} visible characters.",
            most=names.LONGEST,
        )
    if display_names.is_markup(plain):
        raise CannotJoinTeam("A name cannot contain markup such as “<b>”.")
    if display_names.is_house_name(plain):
        raise CannotJoinTeam("This name is reserved for the site and its staff.")
    others = season.entries.exclude(team_name="")
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    existing_keys = {
        display_names.name_key(other_name)
        for other_name in others.values_list("team_name", flat=True)
    }
    if key in existing_keys:
        raise CannotJoinTeam("Another team of this season has this name or one too similar.")
    return plain


def prepare_team(entry: Entry, name: str) -> None:
    """Give an entry that is not saved yet the name and the code of a team."""
    entry.team_name = clean_team_name(entry.season, name, besides=entry)
    entry.team_code = entry.team_code or cups.new_entry_code()


def find_team(season: Season, code: str) -> Entry:
    """Return the team with this code, however it is typed. Raises CannotJoinTeam."""
    clean_code = "".join(code.split()).upper()
    absent_states = (Entry.State.LEFT, Entry.State.MISSED)
    for entry in season.entries.exclude(team_name="").exclude(state__in=absent_states):
        if clean_code and entry.team_code == clean_code:
            return entry
    raise CannotJoinTeam("No team of this season has this code.")


def add_member(entry: Entry, player: Player, terms: Terms, *, now: datetime) -> TeamMember:
    """Add a player to a team, on its last board; the season is locked. Raises CannotJoinTeam."""
    before = TeamMember.objects.filter(season=entry.season, player=player).first()
    if before is not None and before.left_at is None:
        raise CannotJoinTeam("You play for a team of this season already.")
    if before is not None and before.entry_id != entry.pk:
        raise CannotJoinTeam("You have played for another team of this season.")
    if members_of(entry).count() >= terms.team_size + MOST_EXTRA:
        raise CannotJoinTeam("This team is full.")
    last = entry.members.aggregate(last=Max("number"))["last"] or 0
    row = before or TeamMember(entry=entry, season=entry.season, player=player)
    row.number, row.joined_at, row.left_at = last + 1, now, None
    row.save()
    return row


def drop_member(member: TeamMember, *, now: datetime) -> None:
    """Take a player off a team; before its first match they can join another one."""
    entry = member.entry
    if entry.division_id is None:
        member.delete()
    else:
        member.left_at = now
        member.save(update_fields=["left_at"])
    first = members_of(entry).first()
    if entry.player_id == member.player_id and first is not None:
        # A team that they had founded and left before it played: a player has one entry.
        own = Entry.objects.filter(season=entry.season, player=first.player, division=None)
        own.exclude(pk=entry.pk).delete()
        entry.player = first.player
        entry.save(update_fields=["player"])


def drop_all(entry: Entry, *, now: datetime) -> None:
    """Dissolve a team that has left the season."""
    if entry.division_id is None:
        entry.members.all().delete()
    else:
        entry.members.filter(left_at=None).update(left_at=now)


def move_up(member: TeamMember) -> None:
    """Let a player of a team change boards with the one before; the season is locked."""
    before = entry_before(member)
    if before is not None:
        before.number, member.number = member.number, before.number
        TeamMember.objects.bulk_update([before, member], ["number"])


def entry_before(member: TeamMember) -> TeamMember | None:
    """Return who has the board before a member's, None for the first."""
    return members_of(member.entry).filter(number__lt=member.number).last()


def incomplete_teams(entries: Sequence[Entry], terms: Terms) -> list[Entry]:
    """Return the teams with fewer players than boards; none where everybody plays alone."""
    if not terms.is_for_teams:
        return []
    rows = TeamMember.objects.filter(entry__in=[entry.pk for entry in entries], left_at=None)
    entry_ids = list(rows.values_list("entry", flat=True))
    return [entry for entry in entries if entry_ids.count(entry.pk) < terms.team_size]


def player_ids(entries: Iterable[Entry]) -> dict[UUID, list[UUID]]:
    """Return entry id -> its players: the members of a team, or whoever plays alone."""
    rows = list(entries)
    team_ids = [row.pk for row in rows if row.team_name]
    players_by_team: dict[UUID, list[UUID]] = {}
    if team_ids:
        members = TeamMember.objects.filter(entry__in=team_ids, left_at=None)
        for entry, player in members.order_by("number", "pk").values_list("entry", "player"):
            players_by_team.setdefault(entry, []).append(player)
    return {row.pk: players_by_team.get(row.pk, [row.player_id]) for row in rows}


def line_up(entry: Entry, boards: int, barred_players: Collection[UUID]) -> list[Player]:
    """Return who plays for a team, a player for each board as far as there are enough."""
    if entry.state != Entry.State.PLAYING:
        return []
    there = [member.player for member in members_of(entry)]
    return [player for player in there if player.is_active and player.pk not in barred_players][
        :boards
    ]


def score_boards(boards: Iterable[Board]) -> tuple[Fraction, Fraction]:
    """Return what two teams won at their boards so far: 1 for a win, a half for a draw."""
    points = [Fraction(), Fraction()]
    for board in boards:
        places = board.places or ()
        for team in range(len(places)):
            mine, other = places[team], places[1 - team]
            points[team] += Fraction(mine < other) + Fraction(mine == other, 2)
    return points[0], points[1]


def places_by_boards(boards: Iterable[Board]) -> list[int]:
    """Return the places of two teams by what they won at their boards."""
    first, second = score_boards(boards)
    return [1 + (first < second), 1 + (second < first)]


def places_of_match(board: Board, match: Match, substitutes: str) -> list[int]:
    """Return the places of the two teams by a finished match at a board.

    With `substitutes` "last", a team is last there if somebody else took over its player's seat.
    """
    seats = {seat.number: seat for seat in Seat.objects.filter(match=match)}
    places = []
    for team, player in ((0, board.first_id), (1, board.second_id)):
        seat = seats[board.match_seat(team)]
        is_lost = (
            substitutes == "last" and seat.replaced_at is not None and seat.player_id != player
        )
        places.append(3 if is_lost else seat.place or 1)
    return [1 + sum(other < place for other in places) for place in places]


def settle_played_boards(boards: QuerySet[Board], substitutes: str, *, now: datetime) -> None:
    """Record the results of boards whose matches are over."""
    over = boards.filter(settled_at=None, match__status=Status.FINISHED).select_related("match")
    for board in over.defer("match__state", "match__seed", "match__secret"):
        assert board.match is not None
        board.places, board.settled_at = places_of_match(board, board.match, substitutes), now
        board.save(update_fields=["places", "settled_at"])
