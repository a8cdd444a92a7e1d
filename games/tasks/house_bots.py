"""Let house bots answer their prompts through submit_decision(), like everybody."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial
from time import thread_time

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.engine import search
from games.engine.chance import Chance
from games.engine.contract import Decision
from games.models import Level, Match, Prompt, Seat, Status
from games.queries import states
from games.services.decisions import (
    MatchFrozen,
    StalePrompt,
    UnknownPrompt,
    freeze_match,
    submit_decision,
)
from games.services.single_instance import try_alone
from games.titles import GAMES
from notifications import gateway

log = logging.getLogger(__name__)

# The job under which failing rows are set aside.
JOB = "bots"
# Only one bot thinks at a time, so that the other workers are free for the clock and e-mails.
# Seconds after which another may start even if the first has not finished: it thinks for at most a
# minute, and a busy machine takes its time.
MAX_THINKING_SECONDS = 300
# Maximum number of prompts to try: if none can be answered, the cause is not a single prompt.
MAX_WAITING = 20

STRONG = Exists(
    Seat.objects.filter(
        match=OuterRef("match"), number=OuterRef("seat"), player__level=Level.STRONG
    )
)


def answer_bots(now: datetime | None = None, *, limit: int = 200) -> int:
    """Answer open prompts of quick house bots; return how many. Safe to run twice, or at once."""
    now = now or timezone.now()
    attempts = gateway.Attempts(JOB, Prompt, now)
    waiting = attempts.skip_resting(_open_bot_prompts()).exclude(STRONG)[:limit]
    return sum(bool(attempts.attempt(one.pk, partial(_answer, one, now))) for one in waiting)


def has_open_strong_bot_prompts() -> bool:
    """Return whether a strong house bot has an open prompt."""
    attempts = gateway.Attempts(JOB, Prompt, timezone.now())
    return attempts.skip_resting(_open_bot_prompts()).filter(STRONG).exists()


def answer_strong_bot(now: datetime | None = None, *, trials: int | None = None) -> bool:
    """Answer the oldest possible open prompt of a strong house bot; return whether there was one.

    It thinks for BOT_TIME_BUDGET_MS of CPU time, or for `trials`. Returns at once while another one
    thinks.
    """
    with try_alone("thinking", longest=MAX_THINKING_SECONDS) as alone:
        attempts = gateway.Attempts(JOB, Prompt, now := now or timezone.now())
        waiting = attempts.skip_resting(_open_bot_prompts()).filter(STRONG)
        prompts = waiting[:MAX_WAITING] if alone else ()
        return any(
            attempts.attempt(one.pk, partial(_answer, one, now, _build_budget_meter(trials)))
            for one in prompts
        )


def _build_budget_meter(trials: int | None) -> search.Spent:
    """Return a function that measures the share of a bot's time budget used since now."""
    if trials is not None:
        return lambda done: done / trials
    begun = thread_time()
    return lambda _done: 1000 * (thread_time() - begun) / settings.BOT_TIME_BUDGET_MS


def _open_bot_prompts() -> QuerySet[Prompt]:
    rows = Prompt.objects.filter(
        awaits_bot=True, closed_at=None, answered_at=None, match__status=Status.RUNNING
    )
    return rows.order_by("opened_at").select_related("match")


def _answer(prompt: Prompt, now: datetime, spent: search.Spent | None = None) -> bool:
    try:
        decision = _choose_decision(prompt.match, prompt, spent)
    except states.RulesFailed as failure:
        freeze_match(failure, now)
        return False
    if decision is None:
        return False
    key = f"bot-{prompt.pk}"
    try:
        submit_decision(prompt.token, decision, source="bot", key=key, now=now)
    except (MatchFrozen, StalePrompt, UnknownPrompt) as refusal:
        # Another move closed the prompt in the meantime. Any other refusal is the bot's fault: the
        # prompt is set aside, and the clock plays its fallback.
        log.info("bot refused in %s: %s", prompt.match, refusal.code)
        return False
    return True


def _choose_decision(match: Match, prompt: Prompt, spent: search.Spent | None) -> Decision | None:
    """Return the bot's answer; None if it is no longer asked.

    The quick bot gets only its view, the strong one only states that it cannot distinguish from the
    real one.
    """
    with states.convert_rules_errors(match):
        game, state = GAMES[match.game], states.load_state(match)
        prompts = game.list_prompts(state)
    luck = Chance(prompt.token.encode())
    for asked in prompts:
        if (asked.seat, asked.number) == (prompt.seat, prompt.number):
            if spent is None:
                return game.bot.choose_decision(game.build_view(state, prompt.seat), asked, luck)
            return search.find_best_decision(
                game, partial(game.imagine_state, state, prompt.seat), asked, luck, spent
            )
    return None
