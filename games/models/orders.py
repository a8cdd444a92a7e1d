"""Standing orders: answers written in advance."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from abyss_site.ids import uuid7

from .match import Match


class Order(models.Model):
    """An instruction of one seat, followed when a prompt opens that it fits. Private for ever.

    `number` is what its owner calls it; `rules` the Order of games/engine/orders.py as JSON. How
    long it holds: `left` more times (None: no count), to the end of turn `turn` or until the owner
    is asked in another one (its term says which), `until` an instant. `why` says what ended it.
    """

    class Why(models.TextChoices):
        """Why an order is followed no more."""

        # Still followed.
        NONE = ""
        CANCELLED = "cancelled"
        # Followed as often as it should be.
        USED_UP = "used_up"
        # The turn is over for which it was written.
        TURN_OVER = "turn_over"
        # The owner's next turn has come.
        MY_TURN = "my_turn"
        DATE = "date"
        # The owner has answered something again.
        BACK = "back"
        # It was for one turn, and nothing of it was possible then.
        UNFIT = "unfit"
        # The rules did not take its answer.
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
            # For the door, which asks with every answer.
            models.Index(fields=["match"], condition=Q(active=True), name="order_active"),
        ]

    def __str__(self) -> str:
        return f"order {self.number} of seat {self.seat} in {self.match_id}"
