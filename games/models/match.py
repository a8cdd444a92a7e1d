"""A match, its seats and its prompts."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from abyss_site.core.ids import uuid7

from .players import LANGUAGES
from .reply_tokens import new_prompt_token


class Status(models.TextChoices):
    """The status of a match."""

    # Seats are still free; nothing is dealt.
    OPEN = "open", pgettext_lazy("match", "Open")
    # All seats are taken; the deal waits for its round of public randomness.
    DEALING = "dealing", _("Dealing")
    RUNNING = "running", _("Running")
    FINISHED = "finished", pgettext_lazy("match", "Finished")
    # The rules raised an error: clocks are stopped and nothing is lost until staff has looked at
    # it.
    FROZEN = "frozen", _("Frozen")


class Undo(models.TextChoices):
    """When moves of a match may be taken back."""

    # Immediately within the own turn, further back if everybody consents.
    FREE = "free"
    # Only if everybody consents.
    CONSENT = "consent"
    OFF = "off"


class Match(models.Model):
    """A match of a game.

    `state` is authoritative: the game's state as stored bytes (see queries/states.py), empty before
    the deal. `seed` and the `secret` it is derived from (see engine/commitment.py; empty for a
    match without a commitment) stay secret while the match is running. `hours_per_turn` and
    `hours_per_offer` are the pace: the time for an ordinary prompt and for one of a sealed group;
    the least time if all deadlines are at `deadline_time` of a day in `deadline_zone`. They and the
    `bank` are in minutes if it `counts_minutes`, for live play; read them by the properties.
    `language` is that of the chat, "" for any. Spectators cannot see a match that is not
    `watchable` once it has started; players' own bots may join if `bots_welcome`. While `paused_at`
    is set its clocks are stopped, because of `pause_reason`. `seated_at` is when the last seat was
    taken, which determines `beacon_round` of `beacon_chain`; its signature is known from the deal
    on (hexadecimal; see games/engine/beacon.py).
    """

    class Randomness(models.TextChoices):
        """Which public randomness is used for the deal."""

        # Not recorded: not full yet, or dealt before public randomness was used.
        UNRECORDED = ""
        # The site does not use any.
        OFF = "off"
        # Such a match does not wait for any.
        AT_ONCE = "at_once"
        # The deal waits for its round.
        AWAITED = "awaited"
        BOUND = "bound"
        # The round could not be fetched in time.
        MISSED = "missed"

    class Why(models.TextChoices):
        """Why a match is paused."""

        # It is not paused.
        NONE = ""
        # Its players agreed to pause.
        VOTE = "vote"
        # A player's time ran out, and this match then waits.
        SILENCE = "silence"
        STAFF = "staff"

    class OnSilence(models.TextChoices):
        """What happens, in addition to the fallback, when a player does not answer in time."""

        # Nothing else: the next prompt goes to the same player.
        FALLBACK = "fallback"
        # A house bot plays for them until they are back.
        BOT = "bot"
        # The seat is offered to others until they are back.
        SUBSTITUTE = "substitute"
        # The match is paused; the fallback is played only if it is resumed without them.
        PAUSE = "pause"

    class Ruling(models.TextChoices):
        """Who decided how a finished match ended."""

        # The rules.
        NONE = "", pgettext_lazy("ruling", "None")
        # Staff assigned the places.
        ADJUDICATED = "adjudicated", pgettext_lazy("ruling", "Adjudicated")
        # Staff declared it void: it does not count, and nobody has a place.
        VOID = "void", pgettext_lazy("ruling", "Void")
        # The players agreed to end it with the places as they stood.
        AGREED = "agreed", pgettext_lazy("ruling", "Ended by agreement")
        # The same, but no rating changed.
        UNRATED = "unrated", pgettext_lazy("ruling", "Ended by agreement, unrated")
        # The players agreed that it does not count, and nobody has a place.
        ANNULLED = "annulled", pgettext_lazy("ruling", "Annulled by agreement")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # The number shown to people: “Abyss #7”.
    number = models.PositiveIntegerField(
        unique=True,
        editable=False,
        db_default=models.Func(
            models.Value("games_match_numbers"),
            function="nextval",
            output_field=models.PositiveIntegerField(),
        ),
    )
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict, blank=True)
    seats_wanted = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    # The match of which this is the rematch.
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch"
    )
    private = models.BooleanField(default=False)
    watchable = models.BooleanField(default=True)
    bots_welcome = models.BooleanField(default=False, db_default=False)
    hours_per_turn = models.PositiveIntegerField(default=72)
    hours_per_offer = models.PositiveIntegerField(default=24)
    counts_minutes = models.BooleanField(default=False, db_default=False)
    # A time of day, None: deadlines may be at any time.
    deadline_time = models.TimeField(null=True, blank=True)
    deadline_zone = models.CharField(max_length=50, default="", db_default="", blank=True)
    language = models.CharField(
        max_length=2, choices=LANGUAGES, default="", db_default="", blank=True
    )
    # Whether one person holds several seats on one device; see services/hotseat.py.
    is_hotseat = models.BooleanField(default=False, db_default=False)
    undo = models.CharField(max_length=10, choices=Undo, default=Undo.FREE)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # The time bank: {"start": …, "increment": …, "most": …, "grace": …}; None: each turn has its
    # own time. See games/engine/clock.py.
    bank = models.JSONField(null=True, blank=True)
    on_silence = models.CharField(max_length=10, choices=OnSilence, default=OnSilence.FALLBACK)
    # Whether announced absences stop the clock.
    absences = models.BooleanField(default=True)
    # Minimum share of prompts that players must have answered in time to join, in percent.
    min_punctuality = models.PositiveSmallIntegerField(default=0)
    # The range of ratings, as shown, of players who may join; None: no limit.
    least_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    most_rating = models.PositiveSmallIntegerField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    pause_reason = models.CharField(max_length=10, choices=Why, default=Why.NONE, blank=True)
    edition = models.PositiveIntegerField(default=1)
    revision = models.PositiveIntegerField(default=1)
    secret = models.BinaryField(default=bytes)
    seated_at = models.DateTimeField(null=True, blank=True)
    randomness = models.CharField(
        max_length=10, choices=Randomness, default="", blank=True, db_default=""
    )
    beacon_chain = models.CharField(max_length=64, default="", blank=True, db_default="")
    beacon_round = models.PositiveBigIntegerField(null=True, blank=True)
    beacon_signature = models.CharField(max_length=96, default="", blank=True, db_default="")
    seed = models.BinaryField(default=bytes)
    state = models.BinaryField(default=bytes)
    ply = models.PositiveIntegerField(default=0)
    # The Outcome as JSON, None while there is none.
    outcome = models.JSONField(null=True, blank=True)
    # When ratings were updated with it, or it was found not to count; None: not yet.
    rated_at = models.DateTimeField(null=True, blank=True)
    # When services/moderation/fraud_signals.py examined it; None: not yet.
    examined_at = models.DateTimeField(null=True, blank=True)
    ruling = models.CharField(
        max_length=12, choices=Ruling, default=Ruling.NONE, blank=True, db_default=""
    )

    class Meta:
        constraints = [
            # No job would ever find a row with another value.
            models.CheckConstraint(
                condition=Q(status__in=["open", "dealing", "running", "finished", "frozen"]),
                name="match_status_known",
            ),
        ]
        verbose_name_plural = "matches"
        indexes = [
            # For the lobby, newest first.
            models.Index(fields=["number"], condition=Q(status="open"), name="match_open"),
            # For deals that wait for their round.
            models.Index(
                fields=["beacon_round"], condition=Q(status="dealing"), name="match_dealing"
            ),
            # For the moderation queue.
            models.Index(fields=["created_at"], condition=Q(status="frozen"), name="match_frozen"),
            # For the lobby: matches that anybody may watch.
            models.Index(
                fields=["started_at"],
                condition=Q(status="running", private=False, watchable=True),
                name="match_watchable",
            ),
            # The same for a single game.
            models.Index(
                fields=["game", "started_at"],
                condition=Q(status="running", private=False, watchable=True),
                name="match_watchable_game",
            ),
            # For the archive, last finished first.
            models.Index(
                fields=["finished_at", "number"],
                condition=Q(status="finished", private=False, watchable=True),
                name="match_archive",
            ),
            # For metrics: the number of matches by status.
            models.Index(fields=["status"], condition=~Q(status="finished"), name="match_not_over"),
            # For rate_finished: matches that are not rated yet.
            models.Index(
                fields=["finished_at"],
                condition=Q(status="finished", rated_at=None),
                name="match_unrated",
            ),
            models.Index(
                fields=["finished_at"],
                condition=Q(status="finished", examined_at=None),
                name="match_unexamined",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game.capitalize()} #{self.number}"

    @property
    def minutes_per_turn(self) -> int:
        """The time for an ordinary prompt, in minutes."""
        return self.hours_per_turn * self._unit

    @property
    def minutes_per_offer(self) -> int:
        """The time for a prompt of a sealed group, in minutes."""
        return self.hours_per_offer * self._unit

    @property
    def bank_minutes(self) -> dict[str, int] | None:
        """The time bank in minutes, None if there is none."""
        return self.bank and {name: many * self._unit for name, many in self.bank.items()}

    @property
    def _unit(self) -> int:
        return 1 if self.counts_minutes else 60


class Seat(models.Model):
    """A seat in a match, numbered from 0 in turn order; its `player` may be replaced.

    `bank` is what is left of the time bank, in seconds, None if each turn has its own time.
    `bot_took_over_at`: since when a house bot plays for the player; `offered_at`: since when the
    seat is offered to others; `replaced_at`: since when a substitute holds it; None: not. `word` is
    the player's contribution to the shuffle, "" for none. `coached`: the page explains the prompts.
    """

    class WordSource(models.TextChoices):
        """Where the word came from; see engine/commitment.py. The house never makes one up."""

        # Joined before sources were recorded.
        UNRECORDED = ""
        TYPED = "typed"
        BROWSER = "browser"
        EMAIL = "email"
        PROGRAM = "program"
        NONE = "none"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats")
    word = models.CharField(max_length=40, default="", blank=True)
    word_source = models.CharField(
        max_length=10, choices=WordSource, default="", blank=True, db_default=""
    )
    bank = models.PositiveIntegerField(null=True, blank=True)
    bot_took_over_at = models.DateTimeField(null=True, blank=True)
    offered_at = models.DateTimeField(null=True, blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True)
    coached = models.BooleanField(default=False)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_player_per_seat"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_per_player"),
        ]
        indexes = [
            # For the moderation queue.
            models.Index(fields=["offered_at"], condition=~Q(offered_at=None), name="seat_offered"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"


class Prompt(models.Model):
    """A prompt: one question put to one seat; open while `closed_at` is None.

    `number` is the rules' own number of the prompt in this match. `deadline_at` is when the
    fallback is played; None: no clock is running, because a sealed answer has been given or the
    prompt was closed with its match. `revision` counts the changes of the deadline, the last of
    them `revised_at`; a trigger does. `hours` are the player's hours that the deadline was computed
    with, {} for all hours; see clock.serialize_prompt_hours. `offered` is the numbered list of
    answers in e-mails: decisions as JSON; None before an e-mail or page listed them.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="prompts")
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    question = models.CharField(max_length=40)
    token = models.CharField(max_length=26, default=new_prompt_token)
    sealed = models.BooleanField(default=False)
    awaits_bot = models.BooleanField(default=False)
    opened_at = models.DateTimeField()
    deadline_at = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    hours = models.JSONField(default=dict, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    revised_at = models.DateTimeField(null=True, blank=True, editable=False)
    offered = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat"],
                condition=Q(closed_at=None),
                name="one_open_prompt_per_seat",
            ),
            # Not `unique=True`: Django would add a second index, for LIKE, to a busy table.
            models.UniqueConstraint(fields=["token"], name="prompt_token_once"),
        ]
        indexes = [
            # For expire_deadlines and send_reminders: only rows that can still become due.
            models.Index(
                fields=["deadline_at"], condition=Q(closed_at=None), name="prompt_deadline"
            ),
            models.Index(
                fields=["remind_at"], condition=Q(closed_at=None), name="prompt_remind_at"
            ),
            # For answer_bots: prompts that house bots have not answered yet.
            models.Index(
                fields=["opened_at"],
                condition=Q(closed_at=None, answered_at=None, awaits_bot=True),
                name="prompt_awaits_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question} to seat {self.seat} of {self.match_id}"
