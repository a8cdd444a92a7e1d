"""A match, its seats, and what is asked in it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from abyss_site.ids import uuid7

from .reply_tokens import new_prompt_token


class Status(models.TextChoices):
    """Where a match stands."""

    # Seats are still free; nothing is dealt.
    OPEN = "open"
    # Every seat is taken; the deal waits for its round of public randomness.
    DEALING = "dealing"
    RUNNING = "running"
    FINISHED = "finished"
    # The rules raised an error: clocks stand still and nothing is lost until staff has looked.
    FROZEN = "frozen"


class Undo(models.TextChoices):
    """When moves of a match may be taken back."""

    # Within the own turn at once, beyond that if everybody consents.
    FREE = "free"
    # Only if everybody consents.
    CONSENT = "consent"
    OFF = "off"


class Match(models.Model):
    """One playing of a game.

    `state` is the truth: the game's state as stored bytes (see queries/states.py), empty before
    the deal. `seed` and the `secret` it comes from (see engine/commitment.py; empty for a match
    without a promise) stay secret while the match runs. `hours_per_turn` and `hours_per_offer` are
    the pace: wall-clock hours for a prompt asked alone and for one of a sealed group. Of a match
    that is not `watchable` others see nothing once it has begun; where `bots_welcome` players' own
    bots may sit down. While
    `paused` is set its clocks stand still, since then and because of `pause_reason`. `seated_at` is
    when the last seat was taken, from which `beacon_round` of `beacon_chain` follows; its signature
    is known from the deal on (hexadecimal; see games/engine/beacon.py).
    """

    class Randomness(models.TextChoices):
        """Which public randomness is in the deal."""

        # Nobody wrote it down: not full yet, or dealt before there was any.
        UNRECORDED = ""
        # The site promised none.
        OFF = "off"
        # Such a match does not wait for any.
        AT_ONCE = "at_once"
        # The deal waits for its round.
        AWAITED = "awaited"
        BOUND = "bound"
        # The round could not be had in time.
        MISSED = "missed"

    class Why(models.TextChoices):
        """Why a match is paused."""

        # It is not.
        NONE = ""
        # Its players agreed to.
        VOTE = "vote"
        # A player's time ran out, and their match waits for such.
        SILENCE = "silence"
        STAFF = "staff"

    class OnSilence(models.TextChoices):
        """What happens when a player lets a turn pass; the clock answers that one at any rate."""

        # Nothing else: the next question is theirs again.
        FALLBACK = "fallback"
        # A house bot plays for them until they are back.
        BOT = "bot"
        # The seat is offered to others until they are back.
        SUBSTITUTE = "substitute"
        # The match waits, and the clock answers only if it is set going without them.
        PAUSE = "pause"

    class Ruling(models.TextChoices):
        """Who decided how a finished match ended."""

        # The rules.
        NONE = ""
        # Staff, which gave everybody a place.
        ADJUDICATED = "adjudicated"
        # Staff: it does not count, and nobody has a place.
        VOID = "void"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    # What people call it: “Abyss #7”.
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
    # The match that is played again here.
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch"
    )
    private = models.BooleanField(default=False)
    watchable = models.BooleanField(default=True)
    bots_welcome = models.BooleanField(default=False, db_default=False)
    hours_per_turn = models.PositiveIntegerField(default=72)
    hours_per_offer = models.PositiveIntegerField(default=24)
    undo = models.CharField(max_length=10, choices=Undo, default=Undo.FREE)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # Time for the whole match, in hours: {"start": …, "increment": …, "most": …, "grace": …}; None:
    # each turn has its own. See games/engine/clock.py.
    bank = models.JSONField(null=True, blank=True)
    on_silence = models.CharField(max_length=10, choices=OnSilence, default=OnSilence.FALLBACK)
    # Whether announced absences stop the clock.
    absences = models.BooleanField(default=True)
    # Who sits down answers at least this share of questions in time, in percent.
    min_punctuality = models.PositiveSmallIntegerField(default=0)
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
    # The Outcome as JSON once it is known.
    outcome = models.JSONField(null=True, blank=True)
    # Since when its players' ratings count it, or know that they do not; None: not yet.
    rated_at = models.DateTimeField(null=True, blank=True)
    # Since when services/moderation/fraud_signals.py has looked at it; None: not yet.
    examined_at = models.DateTimeField(null=True, blank=True)
    ruling = models.CharField(
        max_length=12, choices=Ruling, default=Ruling.NONE, blank=True, db_default=""
    )

    class Meta:
        constraints = [
            # No job would ever find a row of another.
            models.CheckConstraint(
                condition=Q(status__in=["open", "dealing", "running", "finished", "frozen"]),
                name="match_status_known",
            ),
        ]
        verbose_name_plural = "matches"
        indexes = [
            # For the lobby, the newest first.
            models.Index(fields=["number"], condition=Q(status="open"), name="match_open"),
            # For the deals that wait for their round.
            models.Index(
                fields=["beacon_round"], condition=Q(status="dealing"), name="match_dealing"
            ),
            # For the desk's queue.
            models.Index(fields=["created_at"], condition=Q(status="frozen"), name="match_frozen"),
            # For the lobby: what anybody may watch.
            models.Index(
                fields=["started_at"],
                condition=Q(status="running", private=False, watchable=True),
                name="match_watchable",
            ),
            # The same of one game.
            models.Index(
                fields=["game", "started_at"],
                condition=Q(status="running", private=False, watchable=True),
                name="match_watchable_game",
            ),
            # For figures: how many there are of each status.
            models.Index(fields=["status"], condition=~Q(status="finished"), name="match_not_over"),
            # For rate_finished: what no rating counts yet.
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
        return f"{self.game} #{self.number}"


class Seat(models.Model):
    """A place in a match, numbered from 0 in turn order. `player` may be replaced.

    `bank` are the seconds of the player's own time that are left for the match, None where each
    turn has its own. `kept`: since when a house bot plays for the player; `wanted`: since when the
    seat is offered to others; `taken`: since when a substitute sits here; None for not. `word` is
    the seat's part in the shuffle, "" for none. `coached`: the page explains its questions.
    """

    class WordSource(models.TextChoices):
        """Where the word came from; see engine/commitment.py. The house invents none."""

        # Sat down before this was written down.
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
            # For the desk's queue.
            models.Index(fields=["offered_at"], condition=~Q(offered_at=None), name="seat_offered"),
        ]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"


class Prompt(models.Model):
    """One question put to one seat; open while `closed` is None.

    `number` is the rules' own number of the question in this match. `deadline` is the instant the
    fallback answers it; None: no clock runs (a sealed answer is already in, or the match stands
    still). `hours` are those of the player that it was worked out with, {} for every hour; see
    clock.with_zone. `offered` is what a letter numbered 1, 2, 3 ...: decisions as JSON, None before
    a letter or page listed them.
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
    offered = models.JSONField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "seat"],
                condition=Q(closed_at=None),
                name="one_open_prompt_per_seat",
            ),
            # Not `unique=True`, with which Django adds a second index, for LIKE, to a busy table.
            models.UniqueConstraint(fields=["token"], name="prompt_token_once"),
        ]
        indexes = [
            # For expire_deadlines and send_reminders: only rows that can still fall due.
            models.Index(
                fields=["deadline_at"], condition=Q(closed_at=None), name="prompt_deadline"
            ),
            models.Index(
                fields=["remind_at"], condition=Q(closed_at=None), name="prompt_remind_at"
            ),
            # For answer_bots: what house bots have not answered yet.
            models.Index(
                fields=["opened_at"],
                condition=Q(closed_at=None, answered_at=None, awaits_bot=True),
                name="prompt_awaits_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question} to seat {self.seat} of {self.match_id}"
