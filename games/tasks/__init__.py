"""The periodic jobs, each a Celery task that records its own success.

Wake-ups may be lost and tasks may run twice; the rows say what is due. No job relies on another
having run before it: what must wait for another job is excluded by a condition on rows. See
services/play/deadlines.py for the two that matter: an outage to be given back and a vote to be
decided.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import count
from time import monotonic

from celery import Task, shared_task
from django.utils import timezone

from abyss_site.core.encryption.sessions import SessionStore
from abyss_site.core.release import current_release
from abyss_site.core.valkey import wakeups
from games.services import (
    accounts,
    analysis_boards,
    app_grants,
    daily_lists,
    data_dumps,
    direct_messages,
    guests,
    invitations,
    known_devices,
    names,
    player_events,
    punctuality,
    puzzles,
    sanctions,
    sign_in,
    submissions,
)
from games.services.leagues.seasons import run_leagues
from games.services.leases import take_lease
from games.services.moderation import fraud_signals, reports, sign_in_fingerprints
from games.services.play import deadlines, outages, votes
from games.services.ratings import rate_finished
from games.services.reminders import send_reminders
from games.services.simulations import run_piece
from games.tasks.analyses import continue_analysis
from games.tasks.beacon_rounds import deal_due
from games.tasks.house_bots import answer_bots, answer_strong_bot, count_open_strong_bot_prompts
from games.tasks.opinions import answer_next_request
from games.tasks.puzzle_search import search_next_analysis
from notifications import gateway

# Maximum number of rounds at once: a bot's move may lead to the next bot's prompt.
ROUNDS = 50
# Seconds of thinking after which other tasks get a turn.
THINKING_SECONDS = 15
# Seconds after which an analysis is stored, and other tasks get a turn.
ANALYSIS_SECONDS = 8
# Seconds after which no further position of an analysis is tried as a puzzle.
PUZZLE_SECONDS = 15
# Seconds for fetching all rounds of public randomness.
DEALING_SECONDS = 45
# Seconds after which a job stops; the rest waits for the next run.
MAX_JOB_SECONDS = 20
# Seconds after which a row that blocks its job is set aside, like one that raises an error.
STUCK_SECONDS = 60
# Seconds after which statistics and housekeeping are interrupted, and their process killed; and the
# same for one piece of a simulation. All others have the limits of settings.py.
UPKEEP_LIMITS = {"soft_time_limit": 1800, "time_limit": 1860}
SIMULATION_LIMITS = {"soft_time_limit": 3000, "time_limit": 3060}


class OtherRelease(Exception):
    """A simulation was sent by a command with other code, so its results might differ."""


class HousekeepingFailed(Exception):
    """Some steps of a housekeeping job failed; the others were done."""


@shared_task(name="games.tasks.give_back_outage", soft_time_limit=STUCK_SECONDS)
def give_back_outage() -> None:
    """Record the tick of the clock; after an outage extend deadlines by its length."""
    now = timezone.now()
    outages.record_tick(now)
    outages.give_back_mail_outages(now)


@shared_task(name="games.tasks.expire_votes", soft_time_limit=STUCK_SECONDS)
def expire_votes() -> None:
    """Decide expired votes, counting silence."""
    votes.expire_votes(timezone.now())


@shared_task(name="games.tasks.end_pauses", soft_time_limit=STUCK_SECONDS)
def end_pauses() -> None:
    """Resume matches whose agreed pause is over."""
    votes.end_pauses(timezone.now())


@shared_task(name="games.tasks.expire_deadlines", soft_time_limit=STUCK_SECONDS)
def expire_deadlines() -> None:
    """Extend deadlines that players could not know of, and process the other overdue prompts.

    First tick: this job follows the tick at once, however busy the worker is.
    """
    now = timezone.now()
    outages.record_tick(now)
    deadlines.extend_unnotified_deadlines(now)
    repeat_work(lambda: deadlines.expire_deadlines(now))


@shared_task(name="games.tasks.remind", soft_time_limit=STUCK_SECONDS)
def remind() -> None:
    """Send the reminders that are due."""
    repeat_work(send_reminders)


@shared_task(name="games.tasks.end_invitations", soft_time_limit=STUCK_SECONDS)
def end_invitations() -> None:
    """Expire invitations."""
    invitations.end_invitations(timezone.now())


@shared_task(name="games.tasks.end_bans", soft_time_limit=STUCK_SECONDS)
def end_bans() -> None:
    """Lift bans that have expired."""
    sanctions.end_bans(timezone.now())


@shared_task(name="games.tasks.rate_matches", soft_time_limit=STUCK_SECONDS)
def rate_matches() -> None:
    """Update the ratings with finished matches."""
    rate_finished(timezone.now())


@shared_task(name="games.tasks.advance_leagues", soft_time_limit=STUCK_SECONDS)
def advance_leagues() -> None:
    """Advance every season that is due."""
    wakeups.clear_wakeup("leagues")
    run_leagues(timezone.now())


@shared_task(name="games.tasks.play_bots", soft_time_limit=STUCK_SECONDS)
def play_bots() -> None:
    """Let the quick house bots answer their prompts."""
    wakeups.clear_wakeup("bots")
    repeat_work(answer_bots, most=ROUNDS)
    if count_open_strong_bot_prompts():
        wakeups.wake("thinkers")


@shared_task(name="games.tasks.send_sign_in_codes", soft_time_limit=STUCK_SECONDS)
def send_sign_in_codes() -> None:
    """E-mail the sign-in codes that were requested."""
    wakeups.clear_wakeup("sign_in")
    repeat_work(lambda: sign_in.send_due_emails(timezone.now()))


@shared_task(name="games.tasks.answer_strong_bots", bind=True, soft_time_limit=STUCK_SECONDS)
def answer_strong_bots(self: Task) -> None:
    """Let the strong house bots answer their prompts, one after the other.

    One bot thinks per worker, so that its other processes are free for the clock and e-mails. While
    there is more to think about, other workers are woken.
    """
    wakeups.clear_wakeup("thinkers")
    with take_lease(f"thinker:{self.request.hostname}") as turn:
        ends = monotonic() + THINKING_SECONDS
        while turn and (waiting := count_open_strong_bot_prompts()):
            if waiting > 1:
                wakeups.wake("thinkers")
            if not answer_strong_bot(turn=turn):
                return
            if monotonic() > ends:
                wakeups.wake("thinkers")
                return


@shared_task(name="games.tasks.simulate", ignore_result=False, **SIMULATION_LIMITS)
def simulate(kind: str, release: str, piece: list[list[object]]) -> list[object]:
    """Play matches for a command, see games/management/simulation_runs.py; return their results.

    What a killed worker had begun is played again by another. Raises OtherRelease.
    """
    if release != current_release():
        raise OtherRelease(f"The command has code {release}, this worker {current_release()}.")
    return run_piece(kind, piece)


@shared_task(name="games.tasks.analyse_matches", bind=True, soft_time_limit=STUCK_SECONDS)
def analyse_matches(self: Task) -> None:
    """Continue analyses of finished matches for some seconds, one after the other.

    One is computed per worker, and what has been found is stored, so that bots get their turn in
    between, and nothing is lost if the worker is killed.
    """
    wakeups.clear_wakeup("analyses")
    with take_lease(f"analyst:{self.request.hostname}") as turn:
        ends = monotonic() + ANALYSIS_SECONDS
        while turn and continue_analysis(ends=ends, turn=turn):
            if monotonic() > ends:
                wakeups.wake("analyses")
                return


@shared_task(name="games.tasks.form_opinions", bind=True, soft_time_limit=STUCK_SECONDS)
def form_opinions(self: Task) -> None:
    """Answer players who ask a bot on an analysis board, one per worker at a time."""
    wakeups.clear_wakeup("opinions")
    with take_lease(f"opinions:{self.request.hostname}") as turn:
        ends = monotonic() + ANALYSIS_SECONDS
        while turn and answer_next_request(turn=turn):
            if monotonic() > ends:
                wakeups.wake("opinions")
                return


@shared_task(name="games.tasks.search_puzzles", bind=True, soft_time_limit=STUCK_SECONDS)
def search_puzzles(self: Task) -> None:
    """Make puzzles of finished analyses for some seconds, one per worker at a time."""
    with take_lease(f"puzzler:{self.request.hostname}") as turn:
        ends = monotonic() + PUZZLE_SECONDS
        while turn and monotonic() < ends and search_next_analysis(ends=ends, turn=turn):
            pass


@shared_task(name="games.tasks.post_puzzles", soft_time_limit=STUCK_SECONDS)
def post_puzzles() -> None:
    """Choose the puzzle of the day, and post it to those who want it at this hour."""
    now = timezone.now()
    repeat_work(lambda: puzzles.post_daily_puzzles(now))


@shared_task(name="games.tasks.post_daily_lists", soft_time_limit=STUCK_SECONDS)
def post_daily_lists() -> None:
    """Post the list of all open questions to those who want it at this hour."""
    now = timezone.now()
    repeat_work(lambda: daily_lists.post_daily_lists(now))


@shared_task(
    name="games.tasks.deal_waiting_matches",
    soft_time_limit=DEALING_SECONDS,
    time_limit=2 * DEALING_SECONDS,
)
def deal_waiting_matches() -> None:
    """Deal the matches whose round of public randomness has appeared.

    A separate task, so that a slow response delays no deadline. A server that sends its response
    byte by byte is cut off by the time limit, and the next run begins with another one.
    """
    deal_due(timezone.now)


@shared_task(name="games.tasks.retry_set_aside", soft_time_limit=STUCK_SECONDS)
def retry_set_aside() -> None:
    """Retry rows that an earlier release could not handle."""
    gateway.retry_quarantine_after_release(timezone.now())


@shared_task(name="games.tasks.delete_expired_data", **UPKEEP_LIMITS)
def delete_expired_data() -> None:
    """Delete data after its retention period; see _forget_sanctions() for sanctions."""
    now = timezone.now()
    do_each(
        SessionStore.clear_expired,
        submissions.forget_submissions,
        lambda: direct_messages.forget_old_messages(now),
        lambda: analysis_boards.forget_old_boards(now),
        lambda: player_events.forget_old_events(now),
        lambda: fraud_signals.forget_old_signals(now),
        lambda: sign_in_fingerprints.forget_old_fingerprints(now),
        lambda: reports.forget_old_reports(now),
        lambda: _forget_sanctions(now),
        lambda: names.forget_old_names(now),
        lambda: accounts.delete_unverified_players(now),
        lambda: guests.delete_expired_guests(now),
        lambda: sign_in.forget_old_requests(now),
        lambda: known_devices.forget_unused_devices(now),
        lambda: app_grants.forget_old_grants(now),
        lambda: data_dumps.forget_old_dumps(now),
        lambda: gateway.forget_settled_quarantine(now),
    )


def _forget_sanctions(now: datetime) -> None:
    """Record the addresses of current sanctions, then delete old sanctions."""
    sanctions.bar_all(now)
    sanctions.forget_old_sanctions(now)


@shared_task(name="games.tasks.make_data_dump", **UPKEEP_LIMITS)
def make_data_dump() -> None:
    """Make the file of last month's public matches, once."""
    data_dumps.make_due_dump(timezone.now())


@shared_task(name="games.tasks.find_fraud_signals", **UPKEEP_LIMITS)
def find_fraud_signals() -> None:
    """Look for evidence of double accounts and collusion."""
    fraud_signals.look_for(timezone.now())


@shared_task(name="games.tasks.count_punctuality", **UPKEEP_LIMITS)
def count_punctuality() -> None:
    """Update the punctuality of players who have answered recently."""
    punctuality.update_recent_punctuality(timezone.now())


def repeat_work(work: Callable[[], int], *, most: int | None = None) -> None:
    """Repeat `work` until it returns 0, at most `most` times and for MAX_JOB_SECONDS."""
    ends = monotonic() + MAX_JOB_SECONDS
    for rounds in count():
        if rounds == most or not work() or monotonic() > ends:
            return


def do_each(*steps: Callable[[], object]) -> None:
    """Run every step, even if others fail. Raises HousekeepingFailed if any did."""
    failures = []
    for step in steps:
        try:
            step()
        except Exception as error:
            if gateway.is_outage(error):
                raise
            failures.append(f"{type(error).__name__} at {gateway.place_of_error(error)}")
    if failures:
        raise HousekeepingFailed(", ".join(failures))


# The jobs that the scheduler starts every few seconds, in the order in which a test may run them.
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
    answer_strong_bots,
    analyse_matches,
    form_opinions,
    search_puzzles,
    deal_waiting_matches,
    send_sign_in_codes,
    retry_set_aside,
)
