"""`bench tick`: overdue prompts answered by their fallbacks, and ticks without work."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from devtools.bench import sample_matches
from devtools.bench.stopwatch import Figures, Stopwatch
from games.models import Match, Prompt, Seat
from games.services.play.deadlines import expire_deadlines
from games.services.reminders import send_reminders


def measure_ticks(overdue: int) -> Figures:
    """Copy one match of Abyss `overdue` times, make every prompt overdue, and run the tick."""
    _copy_match(sample_matches.deal_match("abyss", 0), overdue)
    late, reminding, falling, empty = (
        timezone.now() + timedelta(days=30),
        Stopwatch(),
        Stopwatch(),
        Stopwatch(),
    )
    with reminding:
        reminders = sum(iter(lambda: send_reminders(late), 0))
    # Each fallback asks somebody else, whose time starts at `late`: no prompt is overdue twice.
    with falling:
        count = sum(iter(lambda: expire_deadlines(late), 0))
    with empty:
        for _ in range(100):
            expire_deadlines(late)
            send_reminders(late)
    return {
        "overdue prompts": falling.figures(count),
        "reminders": reminding.figures(reminders),
        "empty ticks": empty.figures(100),
    }


def _copy_match(match: Match, many: int) -> None:
    seats, prompts = list(match.seats.all()), list(match.prompts.all())
    names = ["game", "options", "seats_wanted", "status", "seed", "state", "started_at"]
    copies = Match.objects.bulk_create(
        (Match(**{name: getattr(match, name) for name in names}) for _ in range(many)),
        batch_size=1000,
    )
    Seat.objects.bulk_create(
        (
            Seat(match=copy, number=seat.number, player_id=seat.player_id)
            for copy in copies
            for seat in seats
        ),
        batch_size=5000,
    )
    Prompt.objects.bulk_create(
        (
            Prompt(
                match=copy,
                **{
                    name: getattr(prompt, name)
                    for name in ("seat", "number", "question", "sealed", "opened_at")
                    + ("deadline_at", "remind_at")
                },
            )
            for copy in copies
            for prompt in prompts[:1]
        ),
        batch_size=5000,
    )
