"""Standing orders: answers given in advance."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from abyss_site.core.ids import uuid7

from .match import Match


class Order(models.Model):
    """A standing order of a seat, applied when a matching prompt opens.

    Always private to its owner.

    `number` is shown to its owner, whose orders are tried by number; `rules` is the Order of
    games/engine/orders.py as JSON. It is valid for `left` more uses (None: not counted), to the end
    of turn `turn` or until the owner is asked in another one (depending on its term), or until the
    instant `valid_until`. `why` says why it ended.
    """

    class Why(models.TextChoices):
        """Why an order ended."""

        # Still active.
        NONE = ""
        CANCELLED = "cancelled"
        # Used as often as it should be.
        USED_UP = "used_up"
        # The turn for which it was written is over.
        TURN_OVER = "turn_over"
        # The owner's next turn has come.
        MY_TURN = "my_turn"
        DATE = "date"
        # The owner has answered something again.
        BACK = "back"
        # It was for one turn, and no answer of it was possible then.
        UNFIT = "unfit"
        # The rules refused its answer.
        REFUSED = "refused"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="orders")
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    rules = models.JSONField()
    turn = models.PositiveIntegerField(null=True)
    left = models.PositiveSmallIntegerField(null=True)
    valid_until = models.DateTimeField(null=True)
    followed = models.PositiveIntegerField(default=0)
    active = models.BooleanField(default=True)
    why = models.CharField(max_length=10, choices=Why, default=Why.NONE, blank=True)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat", "number"], name="one_order_a_number"),
        ]
        indexes = [
            # For submit_decision, which reads them with every answer.
            models.Index(fields=["match"], condition=Q(active=True), name="order_active"),
        ]

    def __str__(self) -> str:
        return f"order {self.number} of seat {self.seat} in {self.match_id}"


class DefaultOrder(models.Model):
    """An order that a player's seat gets in every new match of a game. Private to its owner.

    They are tried in the order in which they were saved. `rules` as in Order, always without a
    term.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="default_orders"
    )
    game = models.CharField(max_length=20)
    rules = models.JSONField()
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"default order of {self.player_id} in {self.game}"
