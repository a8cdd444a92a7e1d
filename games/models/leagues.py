"""Leagues: seasons, entries, divisions, rounds and pairings."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from abyss_site.core.encryption.fields import EncryptedTextField
from abyss_site.core.ids import uuid7

from .clubs import Club
from .match import Match
from .reply_tokens import new_season_token


class League(models.Model):
    """A competition that is played season by season; a cup has a single season.

    `terms` are the rules of the league (leagues/terms.py) as JSON, for seasons that are not opened
    yet. `entry_code` is what `access` "code" asks for, "" before it was needed.
    """

    class Access(models.TextChoices):
        """Who can sign up. A league that is not open to everybody is not listed."""

        # Everybody who meets the conditions of its terms.
        OPEN = "open", pgettext_lazy("league", "Open")
        # Whoever was invited, or knows the code.
        CODE = "code", pgettext_lazy("league", "Code")
        # Only whoever was invited.
        INVITED = "invited", pgettext_lazy("league", "Invited")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    description = models.TextField(max_length=2000, blank=True)
    terms = models.JSONField()
    # Whether pages list it, and new seasons may be opened.
    is_open = models.BooleanField(default=True)
    access = models.CharField(
        max_length=10, choices=Access, default=Access.OPEN, db_default=Access.OPEN
    )
    entry_code = EncryptedTextField(empty_is_null=True, blank=True, default="")
    # Founded by a player, within the limits of services/leagues/cups.py; otherwise by staff.
    is_player_made = models.BooleanField(default=False, db_default=False)
    # None: it belongs to no club.
    club = models.ForeignKey(Club, models.SET_NULL, null=True, blank=True, related_name="leagues")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(access__in=["open", "code", "invited"]), name="league_access_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class LeagueDirector(models.Model):
    """A player who runs a league: its founder, or a deputy with the same powers."""

    league = models.ForeignKey(League, models.CASCADE, related_name="directors")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="directed_leagues"
    )
    is_founder = models.BooleanField(default=False)
    appointed_at = models.DateTimeField()

    class Meta:
        ordering = ["appointed_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["league", "player"], name="one_director_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} directs {self.league_id}"


class Season(models.Model):
    """A season of a league, numbered from 1.

    It keeps the terms that it was opened with.

    Sign-up closes at `sign_up_until` (None: when it is full), and the season starts at `starts_at`
    (None: when it is full, or not known yet). `due_at` is when the clock next processes it; None:
    never again. Lots of the season are drawn from `lot_secret`, whose hash is public.
    """

    class State(models.TextChoices):
        """The state of a season."""

        SIGN_UP = "sign_up", _("Sign Up")
        # Entrants confirm that they will play.
        CHECK_IN = "check_in", _("Check In")
        RUNNING = "running", _("Running")
        # Its standings are final.
        CLOSED = "closed", _("Closed")
        # Called off: too few entrants, or by a director.
        VOID = "void", pgettext_lazy("season", "Void")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    league = models.ForeignKey(League, models.PROTECT, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    terms = models.JSONField()
    state = models.CharField(max_length=10, choices=State, default=State.SIGN_UP)
    opened_at = models.DateTimeField()
    sign_up_until = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    lot_secret = models.BinaryField(default=bytes, db_default=b"", editable=False)

    class Meta:
        ordering = ["-number"]
        constraints = [
            # No job would ever find a row with another value.
            models.CheckConstraint(
                condition=Q(state__in=["sign_up", "check_in", "running", "closed", "void"]),
                name="season_state_known",
            ),
            models.UniqueConstraint(fields=["league", "number"], name="one_season_a_number"),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=~Q(due_at=None), name="season_due"),
        ]

    def __str__(self) -> str:
        return f"{self.league.name} {self.number}"


class Division(models.Model):
    """A part of a season whose entrants play each other; `level` 0 is the top.

    `evenness` says how far its draw is from perfect (leagues/draws.py), None if the rounds were not
    all drawn at once. `table` is the standings after the last result, final once the season is
    closed; None before the first. `ties` are those that a rule of the league decided, see
    leagues/ties.py; `lot_due_at` is when the first round appears that a lot waits for, None if no
    lot does.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    evenness = models.JSONField(null=True, blank=True)
    table = models.JSONField(null=True, blank=True)
    ties = models.JSONField(null=True, blank=True)
    lot_due_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["level", "number"]
        indexes = [
            models.Index(
                fields=["lot_due_at"], condition=~Q(lot_due_at=None), name="division_lot_due"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "level", "number"], name="one_division_a_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.level + 1}.{self.number + 1}"


class Entry(models.Model):
    """A player's entry in a season; `seed` is their number in the division's draw, from 0.

    The entry of a replacement is `instead_of` the one that left, and takes over its division, seed,
    results and coming matches. `rating` is the displayed rating at the draw. An entry that
    `is_removed` was removed by a director: its player cannot sign up again. `bye_rounds` are the
    numbers of coming rounds in which it asks for a bye, None for none. `seeding` is the rank for
    the draw that a director gave it, from 1; None: by rating.

    In a league of teams an entry is a team, `player` its captain: `team_name` is "" where everybody
    plays alone. Whoever knows its `team_code` can join it.
    """

    class State(models.TextChoices):
        """The state of an entry."""

        SIGNED = "signed", _("Signed up")
        # Checked in, waiting for the draw.
        HERE = "here", _("Checked in")
        # On the waiting list.
        RESERVE = "reserve", _("Reserve")
        PLAYING = "playing", _("Playing")
        # Withdrew, or was removed by a director.
        LEFT = "left", _("Left")
        # Did not check in.
        MISSED = "missed", _("Did not check in")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    season = models.ForeignKey(Season, models.CASCADE, related_name="entries")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="entries")
    division = models.ForeignKey(
        Division, models.SET_NULL, null=True, blank=True, related_name="entries"
    )
    state = models.CharField(max_length=10, choices=State, default=State.SIGNED)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    rating = models.IntegerField(null=True, blank=True)
    signed_up_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    is_removed = models.BooleanField(default=False, db_default=False)
    bye_rounds = models.JSONField(null=True, blank=True)
    seeding = models.PositiveSmallIntegerField(null=True, blank=True)
    team_name = models.CharField(max_length=40, blank=True, default="", db_default="")
    team_code = EncryptedTextField(empty_is_null=True, blank=True, default="")
    instead_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="stand_in"
    )

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["seed", "signed_up_at"]
        constraints = [
            # No job would ever find a row with another value.
            models.CheckConstraint(
                condition=Q(state__in=["signed", "here", "reserve", "playing", "left", "missed"]),
                name="entry_state_known",
            ),
            models.UniqueConstraint(fields=["season", "player"], name="one_entry_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.season}"

    @property
    def shown_name(self) -> str:
        """The name of the team, or of whoever plays alone."""
        return self.team_name or self.player.display_name


class TeamMember(models.Model):
    """A player of a team, in the order of the boards: `number` 1 has the first.

    A member who leaves while the season runs stays on the list with `left_at`.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="members")
    # That of the entry: nobody plays for two teams.
    season = models.ForeignKey(Season, models.CASCADE, related_name="team_members")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="team_memberships"
    )
    number = models.PositiveSmallIntegerField()
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_team_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.entry_id}"


class SeasonInvitation(models.Model):
    """An invitation to sign up for a season; it is deleted when the season is over.

    It is for a `player`, or for whoever reads `address`, which is typed by a director: then
    `player` is None whether or not an account has it, `digest` stands for it as in Invitation, and
    `token` is in the reply address of the e-mail to somebody without an account, None if there is
    no such e-mail. `seeding` is the rank for the draw that the entry gets, None for none.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="invitations")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="season_invitations",
    )
    address = models.EmailField(blank=True, default="", db_default="")
    digest = models.CharField(max_length=64, blank=True, default="", db_default="")
    token = models.CharField(max_length=26, unique=True, null=True, blank=True)
    seeding = models.PositiveSmallIntegerField(null=True, blank=True)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    invited_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_invitation_a_player"),
            models.UniqueConstraint(
                fields=["season", "digest"],
                condition=~Q(digest=""),
                name="one_invitation_an_address",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id or 'an address'} invited to {self.season_id}"


class ForbiddenPairing(models.Model):
    """Two entries of a season that no draw may let meet, such as those of siblings.

    The id of `first` is the smaller one.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="forbidden_pairings")
    first = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="one_ban_a_pair"),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} never meets {self.second_id}"


class SeasonToken(models.Model):
    """The token in reply addresses of e-mails to a player about a season."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="tokens")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="season_tokens"
    )
    token = models.CharField(max_length=26, unique=True, default=new_season_token)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_season_token_a_player"),
        ]

    def __str__(self) -> str:
        return f"replies of {self.player_id} to {self.season_id}"


class Round(models.Model):
    """A round of a division, numbered from 1: its matches are played from `starts_at` to `ends_at`.

    `drawn_at`: when its pairings were drawn; `started_at`: when they were seated; `warned_at`: when
    its end was announced; `closed_at`: when all of them were settled; None: not yet. A director
    can postpone it: then it starts at `not_before_at` at the earliest, None if nobody did.
    `revision` counts the changes of its calendar, the last of them `revised_at`; a trigger does.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    division = models.ForeignKey(Division, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    drawn_at = models.DateTimeField()
    not_before_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    warned_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    revised_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="one_round_a_number"),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class Pairing(models.Model):
    """The entrants who meet in a match of a round, and the match once it is seated.

    `places[n]` are the places by seat if they do not come from the match; None: they do. In a
    knock-out, `is_third_place` marks the table of those who lost the semi-finals. A play-off
    decides a tie, and counts for nothing else. Between teams there is a match for each board
    instead.
    """

    class How(models.TextChoices):
        """Where the result comes from."""

        # The match.
        PLAYED = "", pgettext_lazy("table", "Played")
        # An entrant without opponents.
        BYE = "bye", pgettext_lazy("table", "Bye")
        # An entrant who asked for a bye, or entered after the round was drawn: half a win.
        HALF = "half", pgettext_lazy("table", "Half-point bye")
        # The others were absent, or have left the league.
        WALKOVER = "walkover", pgettext_lazy("table", "Walkover")
        # The round ended first: the player whom the match waited for is placed behind the others.
        LATE = "late", pgettext_lazy("table", "Late")
        # The round ended first: everybody shares the first place.
        SHARED = "shared", pgettext_lazy("table", "Shared")
        # It counts for nobody.
        VOID = "void", pgettext_lazy("table", "Void")
        # Decided by a director; `why` gives the reason.
        STAFF = "staff", pgettext_lazy("table", "Staff")

    BYES = (How.BYE, How.HALF)

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    number = models.PositiveSmallIntegerField()
    match = models.OneToOneField(
        Match, models.SET_NULL, null=True, blank=True, related_name="pairing"
    )
    how = models.CharField(max_length=10, choices=How, default=How.PLAYED, blank=True)
    places = models.JSONField(null=True, blank=True)
    why = models.CharField(max_length=300, blank=True)
    is_third_place = models.BooleanField(default=False, db_default=False)
    is_play_off = models.BooleanField(default=False, db_default=False)
    # When its result became known, None: not yet.
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_pairing_a_number"),
        ]

    def __str__(self) -> str:
        return f"table {self.number}"


class Board(models.Model):
    """A match between two members of the teams of a pairing, `first` of the one in its first seat.

    None: that team had nobody for the board. On boards with an even number the second team has the
    first seat of the match. `places` are those of the two teams, None while it is open, and if it
    counts for nobody.
    """

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    first = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    second = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    match = models.OneToOneField(
        Match, models.SET_NULL, null=True, blank=True, related_name="board"
    )
    places = models.JSONField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["pairing", "number"], name="one_board_a_number"),
        ]

    def __str__(self) -> str:
        return f"board {self.number} of {self.pairing_id}"

    def match_seat(self, team: int) -> int:
        """Return the seat in the match of the team in this seat of the pairing."""
        return team if self.number % 2 else 1 - team


class PairingSeat(models.Model):
    """An entrant's seat in a pairing, in seat order. `away`: the entrant was not seated.

    `no_show_at` is when the entrant had missed as many turns as the league allows; None: never.
    """

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="pairing_seats")
    number = models.PositiveSmallIntegerField()
    away = models.BooleanField(default=False)
    no_show_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["pairing", "number"], name="one_entry_per_pairing_seat"
            ),
            models.UniqueConstraint(fields=["pairing", "entry"], name="one_pairing_seat_per_entry"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.pairing_id}"
