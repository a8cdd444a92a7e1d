"""DOOR: house bots answer what they are asked, through the same door as everybody."""

from __future__ import annotations

import logging
from datetime import datetime

from django.utils import timezone

from games.models import Match, Prompt, Status
from games.rules import GAMES
from games.rules.chance import Chance
from games.rules.contract import Decision, Refused
from games.services import states
from games.services.decisions import submit_decision

log = logging.getLogger(__name__)


def answer_bots(now: datetime | None = None, *, limit: int = 200) -> int:
    """Answer open prompts of house bots; return how many. Safe to run twice, or at once."""
    now = now or timezone.now()
    waiting = Prompt.objects.filter(
        for_bot=True, closed=None, answered=None, match__status=Status.RUNNING
    ).order_by("opened")
    return sum(_answer(prompt, now) for prompt in waiting.select_related("match")[:limit])


def _answer(prompt: Prompt, now: datetime) -> bool:
    decision = _decide(prompt.match, prompt)
    if decision is None:
        return False
    key = f"bot-{prompt.pk}"
    try:
        submit_decision(prompt.token, decision, source="bot", key=key, now=now)
    except Refused as refusal:
        # Somebody else's move closed the question between looking and answering; or the bot is
        # at fault, and the clock will answer for it.
        log.info("bot refused in %s: %s", prompt.match, refusal.code)
        return False
    return True


def _decide(match: Match, prompt: Prompt) -> Decision | None:
    """What the bot answers, from its view alone; None if it is not asked any more."""
    game, state = GAMES[match.game], states.load(match)
    for asked in game.prompts(state):
        if (asked.seat, asked.number) == (prompt.seat, prompt.number):
            luck = Chance(prompt.token.encode())
            return game.bot(game.view(state, prompt.seat), asked, luck)
    return None
