"""DOOR: the jobs of the clock, each a task of its own with a heartbeat of its own.

Rings may be lost and tasks doubled; the rows say what is due. No job relies on another having run
before it: what must wait for another job is left alone by a condition on rows. See
services/deadlines.py for the two that matter, an outage to be given back and a vote to be decided.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import count
from time import monotonic
from typing import Any

from celery import shared_task
from django.utils import timezone

from abyss_site.encryption.sessions import SessionStore
from abyss_site.valkey import wakeups
from games.services import (
    accounts,
    deadlines,
    invitations,
    known_devices,
    player_events,
    punctuality,
    sign_in,
    submissions,
    votes,
)
from games.services.leagues.seasons import run_leagues
from games.services.moderation import fraud_signals, reports, sanctions, sign_in_fingerprints
from games.services.ratings import rate_finished
from games.services.reminders import send_reminders
from games.tasks.beacon_rounds import deal_due
from games.tasks.house_bots import answer_bots, answer_strong_bot, thinkers_wait
from notifications import gateway

# A bot's move may ask the next bot: so many rounds are played at once before others get a turn.
ROUNDS = 50
# After so many seconds of thinking other tasks get a turn.
THINKING_SECONDS = 15
# So long the addresses of public randomness may take for all rounds together.
DEALING_SECONDS = 45
# So long a job goes on with what is due; the rest waits for the next run.
LONGEST_SECONDS = 20
# A row that keeps its job busy for longer is set aside, like one that raises an error.
STUCK_SECONDS = 60


class HousekeepingFailed(Exception):
    """Some steps of a housekeeping job failed; the others were done."""


@shared_task(name="games.tasks.give_back_outage", soft_time_limit=STUCK_SECONDS)
def give_back_outage() -> None:
    """Note that the clock ticks; after an outage give everybody the time back that it took."""
    deadlines.add_outage(timezone.now())


@shared_task(name="games.tasks.expire_votes", soft_time_limit=STUCK_SECONDS)
def expire_votes() -> None:
    """Decide by silence the votes that have waited long enough."""
    votes.expire_votes(timezone.now())


@shared_task(name="games.tasks.end_pauses", soft_time_limit=STUCK_SECONDS)
def end_pauses() -> None:
    """Let matches go on whose agreed pause is over."""
    votes.end_pauses(timezone.now())


@shared_task(name="games.tasks.expire_deadlines", soft_time_limit=STUCK_SECONDS)
def expire_deadlines() -> None:
    """Give more time to whom nobody could tell, and answer what else is overdue."""
    now = timezone.now()
    deadlines.postpone_untold(now)
    repeat_work(lambda: deadlines.expire_deadlines(now))


@shared_task(name="games.tasks.remind", soft_time_limit=STUCK_SECONDS)
def remind() -> None:
    """Send the reminders that are due."""
    repeat_work(send_reminders)


@shared_task(name="games.tasks.end_invitations", soft_time_limit=STUCK_SECONDS)
def end_invitations() -> None:
    """Let invitations run out."""
    invitations.end_invitations(timezone.now())


@shared_task(name="games.tasks.end_bans", soft_time_limit=STUCK_SECONDS)
def end_bans() -> None:
    """Let everybody sign in again whose ban has run out."""
    sanctions.end_bans(timezone.now())


@shared_task(name="games.tasks.rate_matches", soft_time_limit=STUCK_SECONDS)
def rate_matches() -> None:
    """Count what is over for the ratings of its players."""
    rate_finished(timezone.now())


@shared_task(name="games.tasks.advance_leagues", soft_time_limit=STUCK_SECONDS)
def advance_leagues() -> None:
    """Move on every season that is due."""
    run_leagues(timezone.now())


@shared_task(name="games.tasks.play_bots", soft_time_limit=STUCK_SECONDS)
def play_bots() -> None:
    """Let the quick house bots answer what they are asked."""
    wakeups.answer("bots")
    repeat_work(answer_bots, most=ROUNDS)
    if thinkers_wait():
        wakeups.ring("thinkers")


@shared_task(name="games.tasks.sign_in_round", soft_time_limit=STUCK_SECONDS)
def sign_in_round() -> None:
    """Mail the codes that people have asked for."""
    wakeups.answer("sign_in")
    repeat_work(lambda: sign_in.send_due_emails(timezone.now()))


@shared_task(name="games.tasks.answer_strong_bot", soft_time_limit=STUCK_SECONDS)
def think_round() -> None:
    """Let the strong house bots think about what they are asked, one answer after the other."""
    wakeups.answer("thinkers")
    ends = monotonic() + THINKING_SECONDS
    while thinkers_wait() and answer_strong_bot():
        if monotonic() > ends:
            wakeups.ring("thinkers")
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


@shared_task(name="games.tasks.retry_set_aside")
def retry_set_aside() -> None:
    """Try rows again that earlier code could not handle."""
    gateway.retry_quarantine_after_release(timezone.now())


@shared_task(name="games.tasks.forget_round")
def forget_round() -> None:
    """Forget what is kept for a while only, but not before its addresses are barred."""
    now = timezone.now()
    do_each(
        SessionStore.clear_expired,
        submissions.forget_submissions,
        lambda: player_events.forget_old_events(now),
        lambda: fraud_signals.forget_old_signals(now),
        lambda: sign_in_fingerprints.forget_old_fingerprints(now),
        lambda: reports.forget_old_reports(now),
        lambda: _forget_sanctions(now),
        lambda: accounts.forget_strangers(now),
        lambda: sign_in.forget_old_requests(now),
        lambda: known_devices.forget_unused_devices(now),
        lambda: gateway.forget_settled_quarantine(now),
    )


def _forget_sanctions(now: datetime) -> None:
    """Forget addresses that are barred from nothing, once those of today are barred."""
    sanctions.bar_all(now)
    sanctions.forget_old_sanctions(now)


@shared_task(name="games.tasks.hint_round")
def hint_round() -> None:
    """Look for what speaks for double accounts and collusion."""
    fraud_signals.look_for(timezone.now())


@shared_task(name="games.tasks.count_round")
def count_round() -> None:
    """Count how those keep to the clock who have answered lately."""
    punctuality.count_round(timezone.now())


def repeat_work(work: Callable[[], int], *, most: int | None = None) -> None:
    """Do pieces of work while there are any, at most so many, and not for long."""
    ends = monotonic() + LONGEST_SECONDS
    for done in count():
        if done == most or not work() or monotonic() > ends:
            return


def do_each(*steps: Callable[[], Any]) -> None:
    """Take every step, though others fail. Raises HousekeepingFailed if any did."""
    failed = []
    for step in steps:
        try:
            step()
        except Exception as error:
            if gateway.is_outage(error):
                raise
            failed.append(f"{type(error).__name__} at {gateway.place_of_error(error)}")
    if failed:
        raise HousekeepingFailed(", ".join(failed))


# What the scheduler asks for every few seconds, in the order in which a test may run it at once.
EVERY_FEW_SECONDS: tuple[Callable[[], None], ...] = (
    give_back_outage,
    expire_votes,
    end_pauses,
    end_invitations,
    end_bans,
    expire_deadlines,
    remind,
    rate_matches,
    advance_leagues,
    play_bots,
    think_round,
    deal_round,
    sign_in_round,
    retry_set_aside,
)
