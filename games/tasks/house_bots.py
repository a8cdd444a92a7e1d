"""Let house bots answer their prompts through submit_decision(), like everybody."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from games.engine import search
from games.engine.chance import Chance
from games.engine.contract import Decision
from games.models import Level, Match, Prompt, Seat, Status
from games.queries import states
from games.services.leases import Lease, take_lease
from games.services.play.decisions import (
    MatchFrozen,
    StalePrompt,
    UnknownPrompt,
    freeze_match,
    submit_decision,
)
from games.titles import GAMES
from notifications import gateway

log = logging.getLogger(__name__)

# The job under which failing rows are set aside.
JOB = "bots"
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
    return sum(
        bool(attempts.attempt(prompt.pk, partial(_answer, prompt, now))) for prompt in waiting
    )


def count_open_strong_bot_prompts() -> int:
    """Return how many prompts strong house bots have to answer, at most MAX_WAITING."""
    return _open_strong_bot_prompts(timezone.now())[:MAX_WAITING].count()


def answer_strong_bot(
    now: datetime | None = None, *, trials: int | None = None, turn: Lease | None = None
) -> bool:
    """Answer the oldest possible open prompt of a strong house bot; return whether there was one.

    It tries `trials` answers, BOT_TRIALS if None. What another worker thinks about is left to it.
    `turn` is extended meanwhile.
    """
    now = now or timezone.now()
    attempts = gateway.Attempts(JOB, Prompt, now)
    for prompt in _open_strong_bot_prompts(now)[:MAX_WAITING]:
        with take_lease(f"prompt:{prompt.pk}") as lease:
            if lease is None:
                continue
            leases = [lease, turn] if turn else [lease]
            budget_meter = _build_budget_meter(trials or settings.BOT_TRIALS, leases)
            if attempts.attempt(prompt.pk, partial(_answer, prompt, now, budget_meter)):
                return True
    return False


def _build_budget_meter(trials: int, leases: list[Lease]) -> search.BudgetMeter:
    """Return a function that measures the share of the trials, and extends the leases."""

    def spent(trial: int) -> float:
        for lease in leases:
            lease.extend()
        return trial / trials

    return spent


def _open_strong_bot_prompts(now: datetime) -> QuerySet[Prompt]:
    attempts = gateway.Attempts(JOB, Prompt, now)
    return attempts.skip_resting(_open_bot_prompts()).filter(STRONG)


def _open_bot_prompts() -> QuerySet[Prompt]:
    rows = Prompt.objects.filter(
        awaits_bot=True, closed_at=None, answered_at=None, match__status=Status.RUNNING
    )
    return rows.order_by("opened_at").select_related("match")


def _answer(prompt: Prompt, now: datetime, budget_meter: search.BudgetMeter | None = None) -> bool:
    try:
        decision = _choose_decision(prompt.match, prompt, budget_meter)
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


def _choose_decision(
    match: Match, prompt: Prompt, budget_meter: search.BudgetMeter | None
) -> Decision | None:
    """Return the bot's answer; None if it is no longer asked.

    The quick bot gets only its view, the strong one only states that it cannot distinguish from the
    real one.
    """
    with states.convert_rules_errors(match):
        game, state = GAMES[match.game], states.load_state(match)
        prompts = game.list_prompts(state)
    luck = Chance(prompt.token.encode())
    for rules_prompt in prompts:
        if (rules_prompt.seat, rules_prompt.number) == (prompt.seat, prompt.number):
            if budget_meter is None:
                return game.bot.choose_decision(
                    game.build_view(state, prompt.seat), rules_prompt, luck
                )
            return search.find_best_decision(
                game,
                partial(game.imagine_state, state, prompt.seat),
                rules_prompt,
                luck,
                budget_meter,
            )
    return None
