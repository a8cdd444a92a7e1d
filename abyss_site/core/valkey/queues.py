"""The queues of tasks in Valkey."""

from __future__ import annotations

from django.conf import settings

# kombu's names of the lists of messages, by queue: all but the first are for tasks of low priority,
# and simulations have the lowest.
QUEUES = {name: f"{name}\x06\x166" for name in settings.QUEUE_NAMES}
QUEUES |= {"clock": "clock", "simulation": "simulation\x06\x169"}
