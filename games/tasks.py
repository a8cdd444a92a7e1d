"""DOOR: the clock's tick. Rings may be lost and ticks doubled; the rows say what is due."""

from __future__ import annotations

from time import monotonic

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from games.beacon_rounds import deal_due
from games.bots import answer_bots, think, thinkers_wait
from games.services import happenings, people, punctuality, sign_in
from games.services.deadlines import (
    add_outage,
    expire_deadlines,
    postpone_untold,
)
from games.services.invitations import end_invitations
from games.services.leagues.seasons import run_leagues
from games.services.moderation import hints, reports, sanctions, traces
from games.services.ratings import rate_finished
from games.services.reminders import send_reminders
from games.services.submissions import forget_submissions
from games.services.votes import end_pauses, expire_votes
from notifications import bell

# A bot's move may ask the next bot: so many rounds are played at once before others get a turn.
ROUNDS = 50
# After so many seconds of thinking other tasks get a turn.
THINKING_SECONDS = 15
# So long the addresses of public randomness may take for all rounds together.
DEALING_SECONDS = 45


@shared_task(name="games.tasks.tick")
def tick() -> None:
    """Let the clock answer what is overdue, send reminders, move leagues on, let bots answer."""
    bell.answer("bots")
    now = timezone.now()
    add_outage(now)
    postpone_untold(now)
    # Before the deadlines that a vote may move.
    expire_votes(now)
    end_pauses(now)
    end_invitations(now)
    sanctions.end_bans(now)
    while expire_deadlines(now):
        pass
    while send_reminders():
        pass
    rate_finished(now)
    run_leagues(now)
    for _ in range(ROUNDS):
        if not answer_bots():
            break
    if thinkers_wait():
        bell.ring("thinkers")


@shared_task(name="games.tasks.sign_in_round")
def sign_in_round() -> None:
    """Mail the codes that people have asked for."""
    bell.answer("sign_in")
    while sign_in.send_due_emails(timezone.now()):
        pass


@shared_task(name="games.tasks.think")
def think_round() -> None:
    """Let the strong house bots think about what they are asked, one answer after the other."""
    bell.answer("thinkers")
    ends = monotonic() + THINKING_SECONDS
    while think():
        if monotonic() > ends:
            bell.ring("thinkers")
            return


@shared_task(
    name="games.tasks.deal_round", soft_time_limit=DEALING_SECONDS, time_limit=2 * DEALING_SECONDS
)
def deal_round() -> None:
    """Deal the matches whose round of public randomness has appeared.

    It is a task of its own: what is slow here holds up no deadline. An address that sends its
    answer byte by byte is ended by the clock, and the next round begins with another.
    """
    deal_due(timezone.now)


@shared_task(name="games.tasks.forget_round")
def forget_round() -> None:
    """Forget what is kept for a while only, but not before its addresses are barred."""
    now = timezone.now()
    SessionStore.clear_expired()
    forget_submissions()
    happenings.forget_old(now)
    for kept in (hints, traces, sanctions, reports):
        kept.forget_old(now)
    sanctions.bar_all(now)
    people.forget_strangers(now)
    sign_in.forget_old(now)


@shared_task(name="games.tasks.hint_round")
def hint_round() -> None:
    """Look for what speaks for double accounts and collusion."""
    hints.look_for(timezone.now())


@shared_task(name="games.tasks.count_round")
def count_round() -> None:
    """Count how those keep to the clock who have answered lately."""
    punctuality.count_round(timezone.now())
