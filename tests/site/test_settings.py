"""The settings module in a command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from abyss_site.bootstrap import environment as env
from abyss_site.core.valkey.scheduler import QUEUED_SECONDS

ROOT = Path(__file__).resolve().parents[2]


def manage(*arguments: str, data_dir: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a machine without settings and servers, except for `variables`."""
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
    """Evaluate an expression with the settings."""
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
        TRUSTED_PROXIES="1",
    )

    assert told == "(True, True, 'play.example.org')"


def test_a_real_site_passes_the_checks_of_deployment(tmp_path: Path) -> None:
    checked = manage(
        *("check", "--deploy", "--fail-level", "WARNING"),
        data_dir=tmp_path,
        SITE_URL="https://play.example.org/",
        TRUSTED_PROXIES="1",
        EMAIL_URL="smtp://mail.example.org:2525",
        MAIL_DOMAIN="play.example.org",
    )

    assert checked.returncode == 0, checked.stderr


def test_a_replica_is_routed_to_only_if_there_is_one(tmp_path: Path) -> None:
    asked = "len(settings.DATABASES), settings.DATABASE_ROUTERS, len(settings.MIDDLEWARE)"
    without, middleware = ask(asked, tmp_path).rsplit(", ", 1)
    replica = {"DATABASE_REPLICA_URL": "postgresql://user@replica.example.org/abyss"}

    told = ask(asked, tmp_path, **replica)

    assert without == "(1, []"
    more = int(middleware.rstrip(")")) + 1
    assert told == f"(2, ['abyss_site.core.database.replica.Router'], {more})"


def test_a_site_that_sends_emails_has_no_demo_and_no_local_post_office(tmp_path: Path) -> None:
    told = ask(
        "settings.DEMO, settings.DEV_MAILBOX, settings.EMAIL_HOST, settings.EMAIL_PORT",
        tmp_path,
        EMAIL_URL="smtp://mail.example.org:2525",
        MAIL_DOMAIN="play.example.org",
    )

    assert told == "(False, False, 'mail.example.org', 2525)"


PUBLIC = ("https://play.example.org", "http://play.example.org", "http://192.0.2.7:8000")
LOCAL = ("http://localhost:8000", "http://127.0.0.1", "http://[::1]:8000", "http://a.localhost")


@pytest.mark.parametrize("url", PUBLIC)
def test_a_public_site_does_not_start_before_it_says_how_many_proxies_it_trusts(
    tmp_path: Path, url: str
) -> None:
    stopped = manage("check", data_dir=tmp_path, SITE_URL=url)
    started = ask("settings.TRUSTED_PROXIES", tmp_path, SITE_URL=url, TRUSTED_PROXIES="0")

    assert stopped.returncode == 1
    assert stopped.stderr.startswith("manage.py: TRUSTED_PROXIES must be set for a public SITE_URL")
    assert stopped.stderr.count("\n") == 1
    assert started == "0"


def test_the_web_server_does_not_start_without_it_either(tmp_path: Path) -> None:
    """It reads the settings without running checks."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path), "SITE_URL": PUBLIC[0]}
    begun = subprocess.run(
        [sys.executable, "-c", "import abyss_site.wsgi"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )

    assert begun.returncode == 1 and "TRUSTED_PROXIES must be set" in begun.stderr


def settings_of(**variables: str) -> dict[str, bool]:
    """Return the settings that result from variables, without a process for each."""
    email_url, site = variables.get("EMAIL_URL", ""), variables.get("SITE_URL", LOCAL[0])
    is_local = not site.startswith("https") and env.is_local(urlsplit(site).hostname or "")
    return {"is_local": is_local, "demo": env.demo("DEMO", email_url=email_url, is_local=is_local)}


@pytest.mark.parametrize("url", LOCAL)
@pytest.mark.parametrize("email_url", ["", env.BUNDLED_CATCHER])
def test_a_site_on_this_machine_whose_mail_stays_here_is_a_demo(
    monkeypatch: pytest.MonkeyPatch, url: str, email_url: str
) -> None:
    monkeypatch.delenv("DEMO", raising=False)

    assert settings_of(SITE_URL=url, EMAIL_URL=email_url) == {"is_local": True, "demo": True}


@pytest.mark.parametrize(
    ("url", "email_url"),
    [
        *((url, email_url) for url in PUBLIC for email_url in ("", env.BUNDLED_CATCHER)),
        ("https://localhost", ""),
        (LOCAL[0], "smtp://mail.example.org:25"),
        (LOCAL[0], "smtp://mailcatcher.example.org:1025"),
        (LOCAL[0], "postmark://key@"),
    ],
)
def test_a_demo_elsewhere_is_refused_and_never_begun_by_default(
    monkeypatch: pytest.MonkeyPatch, url: str, email_url: str
) -> None:
    monkeypatch.setenv("DEMO", "")
    assert not settings_of(SITE_URL=url, EMAIL_URL=email_url)["demo"]
    monkeypatch.setenv("DEMO", "yes")

    with pytest.raises(ImproperlyConfigured, match="^DEMO=yes lets everybody sign in"):
        settings_of(SITE_URL=url, EMAIL_URL=email_url)


def test_a_demo_with_https_does_not_start(tmp_path: Path) -> None:
    site = {"SITE_URL": PUBLIC[0], "TRUSTED_PROXIES": "1", "DEMO": "yes"}

    stopped = manage("check", data_dir=tmp_path, **site)

    assert stopped.returncode == 1
    assert stopped.stderr.startswith("manage.py: DEMO=yes") and stopped.stderr.count("\n") == 1


def test_old_secrets_come_from_the_environment_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "secret_key_fallbacks").write_text("one" * 20 + "\n\n" + "two" * 20 + "\n")
    told = "settings.SECRET_KEY_FALLBACKS, settings.SIGNING_KEY_FALLBACKS"

    kept = ask(told, tmp_path, SIGNING_KEY_FALLBACKS=f"{'x' * 40}, {'y' * 40}")

    assert kept == str((["one" * 20, "two" * 20], ["x" * 40, "y" * 40]))


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
def test_what_beat_asks_for_is_a_task_that_may_wait_for_busy_workers(entry: str) -> None:
    """Jobs that expired after 20 s never ran while others took longer than that."""
    from abyss_site.celery import app

    app.loader.import_default_modules()
    asked: dict[str, Any] = settings.CELERY_BEAT_SCHEDULE[entry]

    assert asked["task"] in app.tasks
    assert asked["options"]["expires"] >= 4 * QUEUED_SECONDS
    assert asked["options"]["expires"] <= max(90, asked["schedule"])
