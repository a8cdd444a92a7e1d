"""Wake a worker now instead of at the next tick. A lost wake-up costs one tick."""

from __future__ import annotations

import logging
from functools import partial

from celery import current_app

from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey
from abyss_site.core.valkey.commands import Command, execute_commands, execute_on_commit

TASKS = {
    "emails": "notifications.tasks.send_due_emails",
    "inbound": "notifications.tasks.process_inbound",
    "webhooks": "notifications.tasks.call_webhooks",
    "bots": "games.tasks.play_bots",
    "sign_in": "games.tasks.send_sign_in_codes",
    "thinkers": "games.tasks.answer_strong_bots",
    "analyses": "games.tasks.analyse_matches",
    "opinions": "games.tasks.form_opinions",
    "leagues": "games.tasks.advance_leagues",
}
# One task serves all wake-ups until it starts. In a burst it may wait this long, and must not be
# queued again meanwhile, because others would wait behind it. If it is lost, the tick comes.
QUIET_MS = 20_000

log = logging.getLogger(__name__)


def wake(name: str) -> None:
    """Queue the wake-up's task unless it is queued. Never raises and never waits long."""
    try:
        _send_task(name, execute_commands(_mark(name))[0])
    except CONNECTION_ERRORS as error:
        log.info("wake-up %s not sent: %s", name, type(error).__name__)


def wake_on_commit(name: str) -> None:
    """Do the same after the commit of the current transaction."""
    execute_on_commit(_mark(name), partial(_send_task, name))


def _mark(name: str) -> Command:
    return ("SET", f"wakeup:{name}", 1, "NX", "PX", QUIET_MS)


def _send_task(name: str, is_first: object) -> None:
    if not is_first:
        return
    try:
        current_app.send_task(TASKS[name], retry=False, ignore_result=True)
    except Exception as error:  # Whatever is wrong with the broker, the tick comes anyway.
        log.info("wake-up %s not sent: %s", name, type(error).__name__)


def clear_wakeup(name: str) -> None:
    """Clear the mark of a wake-up. Its task calls this before it reads a row, so no row is
    missed."""
    try:
        valkey().delete(f"wakeup:{name}")
    except CONNECTION_ERRORS as error:
        log.info("wake-up %s not cleared: %s", name, type(error).__name__)
