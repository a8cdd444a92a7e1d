"""Bells: wake a worker now instead of at the next tick. A lost ring costs one tick."""

from __future__ import annotations

import logging

from celery import current_app

from abyss_site.valkey.client import AWAY, valkey

TASKS = {
    "letters": "notifications.tasks.post_round",
    "inbound": "notifications.tasks.read_round",
    "bots": "games.tasks.play_bots",
    "sign_in": "games.tasks.sign_in_round",
    "thinkers": "games.tasks.answer_strong_bot",
}
# One task answers all rings until it begins. In a burst it may wait for its turn so long, and must
# not be asked for again meanwhile: others would wait behind it. If it is lost, the tick comes.
QUIET_MS = 20_000

log = logging.getLogger(__name__)


def ring(bell: str) -> None:
    """Ask for the bell's task to be run soon. Never raises and never waits long."""
    task = TASKS[bell]
    try:
        if valkey().set(f"bell:{bell}", 1, nx=True, px=QUIET_MS):
            current_app.send_task(task, retry=False, ignore_result=True)
    except Exception as error:  # Whatever is wrong with the broker, the tick comes anyway.
        log.info("bell %s not rung: %s", bell, type(error).__name__)


def answer(bell: str) -> None:
    """Let the bell be rung again. Called by its task before it reads a row, so no row is missed."""
    try:
        valkey().delete(f"bell:{bell}")
    except AWAY as error:
        log.info("bell %s not answered: %s", bell, type(error).__name__)
