"""The settings file as a command sees it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]


def manage(*arguments: str, data_dir: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a machine where nothing is set and nothing runs, but for `variables`."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(data_dir), **variables}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


def ask(expression: str, data_dir: Path, **variables: str) -> str:
    """Evaluate an expression upon the settings."""
    code = f"from django.conf import settings; print(({expression}))"
    asked = manage("shell", "-v0", "-c", code, data_dir=data_dir, **variables)
    assert asked.returncode == 0, asked.stderr
    return asked.stdout.strip()


def test_everything_has_a_default_that_runs(tmp_path: Path) -> None:
    told = ask("settings.SITE_URL, settings.DEMO, settings.DEBUG", tmp_path)

    assert told == "('http://localhost:8000', True, False)"


def test_a_site_behind_https_keeps_its_cookies_to_itself(tmp_path: Path) -> None:
    told = ask(
        "settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.ALLOWED_HOSTS[0]",
        tmp_path,
        SITE_URL="https://play.example.org/",
    )

    assert told == "(True, True, 'play.example.org')"


def test_a_real_site_passes_the_checks_of_deployment(tmp_path: Path) -> None:
    checked = manage(
        *("check", "--deploy", "--fail-level", "WARNING"),
        data_dir=tmp_path,
        SITE_URL="https://play.example.org/",
        EMAIL_URL="smtp://mail.example.org:2525",
        MAIL_DOMAIN="play.example.org",
    )

    assert checked.returncode == 0, checked.stderr


def test_a_site_that_sends_letters_has_no_demo_and_no_local_post_office(tmp_path: Path) -> None:
    told = ask(
        "settings.DEMO, settings.LOCAL_POST_OFFICE, settings.EMAIL_HOST, settings.EMAIL_PORT",
        tmp_path,
        EMAIL_URL="smtp://mail.example.org:2525",
        MAIL_DOMAIN="play.example.org",
    )

    assert told == "(False, False, 'mail.example.org', 2525)"


def test_a_wrong_variable_stops_a_command_with_one_sentence(tmp_path: Path) -> None:
    stopped = manage("check", data_dir=tmp_path, PORT="http")

    assert stopped.returncode == 1
    assert stopped.stderr == (
        "manage.py: PORT must be a whole number from 1 to 65535, not 'http'.\n"
    )


def test_a_command_without_its_database_says_how_to_get_one(tmp_path: Path) -> None:
    stopped = manage("migrate", data_dir=tmp_path)

    assert stopped.returncode == 1
    assert "start `python3 manage.py up` first" in stopped.stderr
    assert "Traceback" not in stopped.stderr


def test_a_database_that_does_not_answer_is_told_in_a_sentence(tmp_path: Path) -> None:
    away = "postgresql://somebody:hush@127.0.0.1:1/abyss"

    told = manage("show", "1", data_dir=tmp_path, DATABASE_URL=away)

    assert told.returncode == 1 and told.stderr.startswith("manage.py: the database says: ")
    assert "Traceback" not in told.stderr and "hush" not in told.stderr


def test_connections_are_kept_and_checked() -> None:
    assert settings.DATABASES["default"]["CONN_MAX_AGE"] is None
    assert settings.DATABASES["default"]["CONN_HEALTH_CHECKS"] is True


@pytest.mark.parametrize("entry", sorted(settings.CELERY_BEAT_SCHEDULE))
def test_what_beat_asks_for_is_a_task_that_expires_before_the_next(entry: str) -> None:
    from abyss_site.celery import app

    app.loader.import_default_modules()
    asked = settings.CELERY_BEAT_SCHEDULE[entry]

    assert asked["task"] in app.tasks
    assert asked["options"]["expires"] < asked["schedule"]
