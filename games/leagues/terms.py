"""The rules of a league: form, calendar, pace, points and conditions."""

from __future__ import annotations

from collections.abc import Collection
from math import ceil, log
from typing import Literal

import msgspec

from games.leagues.standings import BY_RULE, COUNTS, Scale

Form = Literal[
    "round_robin", "swiss", "groups", "knock_out", "double_elimination", "ladder", "arena"
]
# Forms that end with a final, as losers are out.
KNOCK_OUTS = ("groups", "knock_out", "double_elimination")
# Forms without a draw: tables come about while the season runs, and players may join at any time.
ROLLING = ("ladder", "arena")
# What happens to a match that is not over when its round ends.
Adjudication = Literal["late_last", "shared", "void"]
# What happens to an entrant who has missed too many turns of a match: an e-mail, a house bot plays
# until they are back, the others win the table, or they leave the season as well.
NoShow = Literal["warn", "bot", "walkover", "out"]
# What counts for an entrant whose seat was taken over by a substitute, or by a house bot for good.
Substitutes = Literal["counts", "last"]
# What decides who advances, is promoted or relegated, if no tie-break tells players apart.
Ties = Literal["lot", "play_off", "all"]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a league; a season keeps those it was opened with.

    Days are whole days. `division_size` 0: a single division. `rounds` 0: as many as the form
    needs. `capacity` 0: unlimited. `most_at_once` 0: no limit of an entrant's simultaneous matches
    in a season. `check_in_days` 0: no check-in. Ratings are displayed values; None: any. `by_place`
    and `draw` are those of standings.Scale.
    """

    game: str
    options: dict[str, object] = {}
    form: Form = "round_robin"
    seats: int = 2
    least_seats: int = 2
    # The boards of a team; 1: everybody plays alone.
    team_size: int = 1
    division_size: int = 8
    fan: int = 1
    up: int = 2
    down: int = 2
    rounds: int = 0
    rounds_at_once: int = 1
    # In a Swiss system: the rounds that a player may sit out for half a win each.
    requested_byes: int = 0
    # About how many entrants a group has that plays before a knock-out, and how many advance.
    group_size: int = 4
    group_through: int = 2
    # How many entrants of a table advance in a knock-out.
    through: int = 1
    # In a knock-out at tables of two, the losers of the semi-finals play for the third place.
    third_place: bool = False
    # In a ladder: how many rungs higher a player may be who is challenged.
    reach: int = 3
    # In an arena: the hours in which whoever is free is paired again.
    arena_hours: int = 48
    sign_up_days: int = 14
    check_in_days: int = 3
    round_days: int = 14
    # Hours from a draw to its first prompts, in which a director may change it.
    notification_hours: int = 0
    # The next round starts as soon as the last is over; otherwise by the calendar.
    hurries: bool = False
    capacity: int = 0
    least_entrants: int = 4
    # A cup: it starts as soon as `capacity` entrants have signed up.
    starts_when_full: bool = False
    # The next season opens for sign-up when one closes.
    goes_on: bool = True
    most_at_once: int = 0
    pace: str = "three_days"
    on_silence: str = "fallback"
    absences: bool = True
    undo: str = "free"
    min_punctuality: int = 0
    least_rating: int | None = None
    most_rating: int | None = None
    # Time zones of entrants, such as "Europe" or "America/Lima"; () for all.
    zones: tuple[str, ...] = ()
    by_place: dict[int, tuple[int, ...]] = {}
    draw: int | None = None
    tie_breaks: tuple[str, ...] = ("head_to_head", "opponents", "wins")
    ties: Ties = "lot"
    adjudication: Adjudication = "late_last"
    substitutes: Substitutes = "counts"
    # After how many missed turns of a match `no_show` happens; 0: never.
    missed_turns: int = 0
    no_show: NoShow = "warn"
    # Entrants who gave no answer in the season leave it when their first match is over.
    ejects_absent: bool = False

    @property
    def scale(self) -> Scale:
        """The points by place."""
        return Scale(self.by_place, self.draw)

    @property
    def is_rolling(self) -> bool:
        """Whether tables come about while the season runs, without a draw."""
        return self.form in ROLLING

    @property
    def is_knock_out(self) -> bool:
        """Whether losers are out, at least after the groups."""
        return self.form in KNOCK_OUTS

    @property
    def lives(self) -> int:
        """The lost matches after which an entrant of a knock-out is out."""
        return 2 if self.form == "double_elimination" else 1

    @property
    def is_for_teams(self) -> bool:
        """Whether teams enter, and meet at several boards."""
        return self.team_size > 1

    @property
    def counts(self) -> tuple[str, ...]:
        """What standings are sorted by, in order.

        In a knock-out, the rounds reached come before points, on a ladder the rungs. Between teams
        those who are level are told apart by what they won at the boards.
        """
        first: tuple[str, ...] = ("points",)
        if self.is_knock_out:
            first = ("reached", "last", "points")
        elif self.form == "ladder":
            first = ("rungs", "points")
        if self.is_for_teams:
            first = (*first, "boards")
        return (*first, *(name for name in self.tie_breaks if name not in first))

    def counts_with(self, kinds: Collection[str]) -> tuple[str, ...]:
        """Return the counts with those of BY_RULE that are among `kinds`, where they belong.

        In a knock-out, a play-off or a lot comes before the points.
        """
        by_rule = tuple(name for name in BY_RULE if name in kinds)
        at = self.counts.index("points") if self.is_knock_out else len(self.counts)
        return (*self.counts[:at], *by_rule, *self.counts[at:])

    def rounds_of(self, entrants: int) -> int:
        """Return the number of rounds of a division of this size; for a knock-out, the minimum.

        >>> Terms("pebbles").rounds_of(8), Terms("abyss", seats=4).rounds_of(8)
        (7, 3)
        """
        if self.is_knock_out or self.is_rolling:
            return 1
        if self.rounds:
            return self.rounds
        if self.form == "swiss":
            return max(1, ceil(log(max(entrants, 2), self.seats) - 1e-9) + (self.seats > 2))
        return self.rounds_to_meet(entrants)

    def rounds_to_meet(self, entrants: int) -> int:
        """Return the rounds in which everybody meets everybody, or could at larger tables."""
        if self.seats == 2:
            return entrants - 1 + entrants % 2
        return -(-(entrants - 1) // (self.seats - 1))


# The whole numbers among the terms: (minimum, maximum).
BOUNDS: dict[str, tuple[int, int]] = {
    "seats": (2, 8),
    "least_seats": (2, 8),
    "team_size": (1, 20),
    "division_size": (0, 1000),
    "fan": (1, 4),
    "up": (0, 20),
    "down": (0, 20),
    "rounds": (0, 60),
    "rounds_at_once": (1, 60),
    "requested_byes": (0, 10),
    "group_size": (2, 64),
    "group_through": (1, 16),
    "through": (1, 7),
    "reach": (1, 50),
    "arena_hours": (1, 336),
    "sign_up_days": (0, 365),
    "check_in_days": (0, 60),
    "round_days": (1, 365),
    "notification_hours": (0, 336),
    "capacity": (0, 10_000),
    "least_entrants": (2, 1000),
    "most_at_once": (0, 60),
    "missed_turns": (0, 20),
}


def find_invalid_term(terms: Terms) -> str | None:
    """Return the name of the first invalid term, None if all are valid.

    Terms may be invalid by themselves or in combination.
    """
    for name, (least, most) in BOUNDS.items():
        if not least <= getattr(terms, name) <= most:
            return name
    if terms.least_seats > terms.seats:
        return "least_seats"
    if terms.is_for_teams and (terms.seats != 2 or terms.is_rolling):
        return "team_size"
    if terms.is_for_teams and terms.most_at_once:
        return "most_at_once"
    if terms.is_for_teams and terms.missed_turns:
        return "missed_turns"
    if terms.is_for_teams and terms.ejects_absent:
        return "ejects_absent"
    if terms.division_size and terms.division_size < terms.least_seats:
        return "division_size"
    if terms.is_knock_out and not terms.through < terms.seats:
        return "through"
    if terms.form == "groups" and terms.group_size < terms.least_seats:
        return "group_size"
    if terms.form == "groups" and terms.group_through >= terms.group_size:
        return "group_through"
    if terms.third_place and terms.seats != 2:
        return "third_place"
    if terms.form in ("ladder", "double_elimination") and terms.seats != 2:
        return "seats"
    if terms.starts_when_full and terms.capacity < terms.least_entrants:
        return "capacity"
    if any(name not in COUNTS or name in BY_RULE for name in terms.tie_breaks):
        return "tie_breaks"
    wanting = (n for n, steps in terms.by_place.items() if len(steps) != n or min(steps) < 0)
    return "by_place" if any(True for _ in wanting) else None
