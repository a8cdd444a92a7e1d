"""Leagues: their seasons, who plays in them, and what is drawn."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from abyss_site.ids import uuid7

from .match import Match


class League(models.Model):
    """A competition that is played season by season; a cup is one of a single season.

    `terms` are leagues/terms.py's as JSON: those of the seasons still to be opened.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    description = models.TextField(max_length=2000, blank=True)
    terms = models.JSONField()
    # Whether pages list it, and new seasons may open.
    is_open = models.BooleanField(default=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """One season of a league, numbered from 1. It keeps the terms that it was opened with.

    Sign-up closes at `signs_until` (None: when it is full), and it begins at `starts` (None: when
    it is full, or not known yet). `due` is when the clock looks at it next; None: never again.
    """

    class State(models.TextChoices):
        """Where a season stands."""

        SIGN_UP = "sign_up"
        # Who has signed up says that they are there.
        CHECK_IN = "check_in"
        RUNNING = "running"
        # Its standings are frozen.
        CLOSED = "closed"
        # Called off: too few signed up, or by a director.
        VOID = "void"

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

    class Meta:
        ordering = ["-number"]
        constraints = [
            # No job would ever find a row of another.
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

    `evenness` says how far its draw is from perfect (leagues/draws.py), None where it was not drawn
    at once. `table` are the standings as they were frozen, None while it is played.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    season = models.ForeignKey(Season, models.CASCADE, related_name="divisions")
    level = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    evenness = models.JSONField(null=True, blank=True)
    table = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["level", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "level", "number"], name="one_division_a_number"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.level + 1}.{self.number + 1}"


class Entry(models.Model):
    """That a player takes part in a season; `seed` is the number in the division's draw, from 0.

    Who takes the place of somebody who has left has an entry `instead_of` theirs, with their
    division, seed, results and coming matches. `rating` is the shown one at the draw.
    """

    class State(models.TextChoices):
        """Where an entry stands."""

        SIGNED = "signed"
        # Checked in, and waits for the draw.
        HERE = "here"
        # No place is free; one may become free.
        RESERVE = "reserve"
        PLAYING = "playing"
        # Left on their own, or for a director's reason.
        LEFT = "left"
        # Did not check in.
        MISSED = "missed"

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
    instead_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="stand_in"
    )

    class Meta:
        verbose_name_plural = "entries"
        ordering = ["seed", "signed_up_at"]
        constraints = [
            # No job would ever find a row of another.
            models.CheckConstraint(
                condition=Q(state__in=["signed", "here", "reserve", "playing", "left", "missed"]),
                name="entry_state_known",
            ),
            models.UniqueConstraint(fields=["season", "player"], name="one_entry_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.season}"


class Round(models.Model):
    """A round of a division, numbered from 1: its matches are played from `starts` to `ends`.

    `drawn`: since when its pairings are known; `begun`: since when they are seated; `warned`: since
    when its end was announced; `closed`: since when all of them are settled; None for not yet.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    division = models.ForeignKey(Division, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    drawn_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    warned_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="one_round_a_number"),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"


class Pairing(models.Model):
    """Who meets at one table of a round, and their match once it is seated.

    `places[n]` are the places of its seats where they do not come from the match, None: they do.
    """

    class How(models.TextChoices):
        """What its result comes from."""

        # The match.
        PLAYED = ""
        # One alone.
        BYE = "bye"
        # Others did not come, or have left the league.
        WALKOVER = "walkover"
        # The round ended first: whom the match waited for is behind the others.
        LATE = "late"
        # The round ended first: all are level.
        SHARED = "shared"
        # It counts for nobody.
        VOID = "void"
        # A director has decided; `why` says why.
        STAFF = "staff"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings")
    number = models.PositiveSmallIntegerField()
    match = models.OneToOneField(
        Match, models.SET_NULL, null=True, blank=True, related_name="pairing"
    )
    how = models.CharField(max_length=10, choices=How, default=How.PLAYED, blank=True)
    places = models.JSONField(null=True, blank=True)
    why = models.CharField(max_length=300, blank=True)
    # Since when its result is known, None: it is not.
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_pairing_a_number"),
        ]

    def __str__(self) -> str:
        return f"table {self.number}"


class PairingSeat(models.Model):
    """An entrant's place at a pairing, in seat order. `away`: they were not seated."""

    pairing = models.ForeignKey(Pairing, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="pairing_seats")
    number = models.PositiveSmallIntegerField()
    away = models.BooleanField(default=False)

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
