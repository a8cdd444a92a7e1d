"""What must not appear in a log."""

from __future__ import annotations

import logging
import re

import pytest

from abyss_site import celery
from abyss_site.core import ids
from abyss_site.observability.logs import RedactingFormatter
from tests.test_every_url import routes

TOKEN = "onqjd46yyabkgzbjd4tr2ljcqg"
CODE = TOKEN + "ab" + "c234567defghijkl"


def written_as(said: str) -> str:
    """Return a message as our log writes it."""
    return RedactingFormatter().format(
        logging.LogRecord("x", logging.WARNING, "", 0, said, (), None)
    )


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (f"Conflict: /p/{TOKEN}/", "Conflict: /p/.../"),
        (f"Gone: /a/{TOKEN}/12/GK7sd2ZGr3jWSoOXdYB_x-/", "Gone: /a/.../"),
        ("Forbidden: /sign-in/WyIwMWEx.1xUjVN.xET79Ctm7JIJ/", "Forbidden: /sign-in/.../"),
        ("Not Found: /invitations/01a1fe06.1xUjy5.KaSs90/", "Not Found: /invitations/.../"),
        ("Gone: /emails/address/WyIwMWEx.1xUjVN.xET79Ctm7JIJ/", "Gone: /emails/address/.../"),
        (f"Not Found: /u/{CODE[:44]}/", "Not Found: /u/.../"),
        (f"550 for play+{CODE}@example.org", "550 for play+...@example.org"),
        ("DETAIL:  Failing row contains (hidden).", "DETAIL: ..."),
        ("Not Found: /matches/12/", "Not Found: /matches/12/"),
        ("Forbidden: /sign-in/demo/", "Forbidden: /sign-in/demo/"),
    ],
)
def test_keys_are_left_out(said: str, written: str) -> None:
    """A10: a token is redacted wherever it appears."""
    assert written_as(said) == written


def test_keys_are_left_out_of_tracebacks() -> None:
    said = f"no {CODE} here\nDETAIL:  Failing row contains (hidden)."
    try:
        raise ValueError(said)
    except ValueError as error:
        trace = (ValueError, error, error.__traceback__)
    record = logging.LogRecord("x", logging.ERROR, "", 0, "broken", (), trace)

    written = RedactingFormatter().format(record)

    assert "Traceback" in written
    assert TOKEN not in written and "hidden" not in written


def test_no_address_of_the_site_tells_its_key() -> None:
    secret = "Zm9v-YmFy_YmF6:1wAbCd:q83vEjRWeJA"
    keyed = re.compile(r"<str:(link|code|key|token|signed|signature)>")
    keys = [re.sub(r"<int:\w+>", "7", route) for route in routes() if keyed.search(route)]
    paths = [re.sub(r"<\w+:\w+>", secret, route) for route in keys]
    told = [written_as(f"Not Found: /{path}") for path in paths]

    assert len(paths) > 10
    assert not [line for line in told if secret in line]


def test_a_task_is_named_with_what_rang_for_it() -> None:
    headers: dict[str, object] = {}
    with ids.about(request="r1"):
        celery.send_trail(headers=headers)
    celery.app.loader.import_default_modules()
    task = celery.app.tasks["games.tasks.play_bots"]
    task.push_request(id="t1", **headers)

    celery.begin_trail(task=task, task_id="t1")
    during = ids.trail()
    celery.send_trail(headers=headers)
    celery.end_trail(task=task)

    task.pop_request()
    assert during == {"task": "t1", "triggered_by_request": "r1"}
    # A task that publishes another one adds its own id, and the list does not grow.
    assert headers["triggered_by"] == {"task": "t1", "request": "r1"}
    assert ids.trail() == {}


def test_celery_leaves_the_level_of_our_log_as_it_is() -> None:
    """The worker used to log only warnings, whatever LOG_LEVEL was."""
    root = logging.getLogger()
    before = root.level

    celery.app.log.setup_logging_subsystem(loglevel="ERROR")

    assert root.level == before != logging.ERROR
