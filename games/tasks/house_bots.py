"""DOOR: house bots answer what they are asked, through the same door as everybody."""

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

# What rows are set aside by.
JOB = "bots"
# One thinks at a time, so that the other workers are there for the clock and the letters; seconds
# after which another may although the first has not said that it is done: it thinks
# for a minute at most, and a busy machine takes its time.
LONGEST_THOUGHT = 300
# If none of so many can be answered, something is wrong with more than a question.
MOST_WAITING = 20

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


def thinkers_wait() -> bool:
    """Tell whether a strong house bot is asked something."""
    attempts = gateway.Attempts(JOB, Prompt, timezone.now())
    return attempts.skip_resting(_open_bot_prompts()).filter(STRONG).exists()


def answer_strong_bot(now: datetime | None = None, *, trials: int | None = None) -> bool:
    """Answer the oldest open prompt of a strong house bot that can be; whether there was any.

    It thinks for BOT_TIME_BUDGET_MS of processor time, or for so many `trials`. While one thinks,
    return at once.
    """
    with try_alone("thinking", longest=LONGEST_THOUGHT) as alone:
        attempts = gateway.Attempts(JOB, Prompt, now := now or timezone.now())
        waiting = attempts.skip_resting(_open_bot_prompts()).filter(STRONG)
        prompts = waiting[:MOST_WAITING] if alone else ()
        return any(
            attempts.attempt(one.pk, partial(_answer, one, now, _build_budget_meter(trials)))
            for one in prompts
        )


def _build_budget_meter(trials: int | None) -> search.Spent:
    """How much of its time a bot has spent since the first time it asks."""
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
        # Somebody else's move closed the question between looking and answering. Of any other
        # refusal the bot is at fault: the question is set aside, and the clock answers it.
        log.info("bot refused in %s: %s", prompt.match, refusal.code)
        return False
    return True


def _choose_decision(match: Match, prompt: Prompt, spent: search.Spent | None) -> Decision | None:
    """What the bot answers; None if it is not asked any more.

    The quick bot knows its view alone, and one that thinks nothing but tables that it cannot tell
    from the real one.
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
