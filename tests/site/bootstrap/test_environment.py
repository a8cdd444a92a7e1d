"""Settings are read from variables, and an error names the wrong variable."""

from __future__ import annotations

import fcntl
import json
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from abyss_site.bootstrap import environment as env
from abyss_site.bootstrap.stack import ROOT

WRONG = [
    ("PORT", "eighty", lambda: env.number("PORT", default=1, least=1, most=65535)),
    ("PORT", "70000", lambda: env.number("PORT", default=1, least=1, most=65535)),
    ("PORT", "9" * 5000, lambda: env.number("PORT", default=1, least=1, most=65535)),
    ("PORT", "１８０", lambda: env.number("PORT", default=1, least=1, most=65535)),
    ("DEMO", "perhaps", lambda: env.yes_or_no("DEMO", default=True)),
    ("MAIL_DOMAIN", "not a host", lambda: env.host_name("MAIL_DOMAIN", default="x")),
    ("SITE_URL", "play.example.org", lambda: env.site_url("SITE_URL", default="http://x")),
    ("SITE_URL", "https://example.org/abyss", lambda: env.site_url("SITE_URL", default="x")),
    *(
        ("SITE_URL", value, lambda: env.site_url("SITE_URL", default="http://x"))
        for value in (
            "http://[",
            "http://*",
            "http://x y",
            "http://x#f",
            "http://-x",
            "http://a_b.org",
            "http://x:abc",
            "http://x:99999",
            "http://x:0",
            "http://user:secret@x",
        )
    ),
    *(
        ("DATABASE_URL", f"postgresql://u:secret@{rest}", lambda: env.database("DATABASE_URL"))
        for rest in ("[", "h:abc/x", "h:99999/x", "h", "h/")
    ),
    *(
        ("REDIS_URL", f"redis://:secret@{rest}", lambda: env.broker_url("REDIS_URL", default="x"))
        for rest in ("[", "h:abc/0", "h:99999/0", "h/first", "")
    ),
    *(
        ("REDIS_URL", f"sentinel://:secret@{rest}", lambda: env.broker_url("REDIS_URL", default=""))
        for rest in ("h:26379", "h:26379/0/0/0", "h:abc/club/0", "h,/club/0", "h/club/0?x=y")
    ),
    *(
        ("PICTURES_URL", f"s3://key:secret@{rest}", lambda: env.storage("PICTURES_URL"))
        for rest in ("", "[", "bucket?endpoints=x", "bucket:abc")
    ),
    ("PICTURES_URL", "https://secret@host", lambda: env.storage("PICTURES_URL")),
    *(
        ("EMAIL_URL", f"smtp://u:secret@{rest}", lambda: env.outgoing_mail("EMAIL_URL"))
        for rest in ("[", "h:abc", "h:99999", "")
    ),
    *(
        ("EMAIL_URL", value, lambda: env.outgoing_mail("EMAIL_URL"))
        for value in (
            "mailgun://",
            "mailjet://secret@",
            "postmark://@",
            "brevo://secret:0@[",
            "resend://secret@?api=ftp://x",
            "sendgrid://secret@",
        )
    ),
    *(
        ("MAIL_WEBHOOK_SECRET", value, lambda: env.long_text("MAIL_WEBHOOK_SECRET", least=20))
        for value in ("secret", "secret with blanks and so on")
    ),
    ("MAIL_SENDING_HOSTS", "a.example,-b", lambda: env.host_names("MAIL_SENDING_HOSTS")),
    ("DATABASE_URL", "mysql://secret@host/x", lambda: env.database("DATABASE_URL")),
    ("REDIS_URL", "memory://secret", lambda: env.broker_url("REDIS_URL", default="x")),
    ("EMAIL_URL", "mail.example.org:secret", lambda: env.outgoing_mail("EMAIL_URL")),
    ("DATA_DIR", "/dev/null/var", lambda: env.folder("DATA_DIR", default=Path("/tmp"))),
    ("LOG_LEVEL", "loud", lambda: env.log_level("LOG_LEVEL", default="INFO")),
]


@pytest.mark.parametrize(("name", "value", "read"), WRONG)
def test_a_wrong_value_is_explained_by_the_name_of_its_variable(
    name: str, value: str, read: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(ImproperlyConfigured, match=f"^{name} must ") as refused:
        read()

    assert "secret" not in str(refused.value)


def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", " ")

    assert env.number("PORT", default=8000, least=1, most=65535) == 8000


@pytest.mark.parametrize(
    ("address", "port", "tls", "ssl"),
    [
        ("smtp://mail.example.org", 25, False, False),
        ("smtp+tls://user:p%40ss@mail.example.org", 587, True, False),
        ("smtps://user:p%40ss@mail.example.org", 465, False, True),
        ("smtps://mail.example.org:2465", 2465, False, True),
    ],
)
def test_outgoing_mail_is_one_address(
    address: str, port: int, tls: bool, ssl: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMAIL_URL", address)

    settings = env.outgoing_mail("EMAIL_URL")

    assert settings["EMAIL_HOST"] == "mail.example.org"
    assert settings["EMAIL_PORT"] == port
    assert settings.get("EMAIL_USE_TLS", False) is tls
    assert settings.get("EMAIL_USE_SSL", False) is ssl
    assert settings["EMAIL_HOST_PASSWORD"] in {"p@ss", None}


def test_a_secret_is_made_once_and_kept_for_this_user_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    kept = tmp_path / "secret_key"

    first = env.secret("SECRET_KEY", kept_in=kept)

    assert len(first) > 50
    assert env.secret("SECRET_KEY", kept_in=kept) == first
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_a_secret_that_cannot_be_kept_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)

    with pytest.raises(ImproperlyConfigured, match="^SECRET_KEY must be set, or kept in"):
        env.secret("SECRET_KEY", kept_in=tmp_path)


def test_a_secret_from_the_environment_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "x" * 40)

    assert env.secret("SECRET_KEY", kept_in=tmp_path / "secret_key") == "x" * 40
    assert not (tmp_path / "secret_key").exists()


def test_the_servers_of_a_running_up_are_found(tmp_path: Path) -> None:
    (tmp_path / "runtime.json").write_text(json.dumps({"PORT": "8001"}))
    with (tmp_path / "up.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)

        assert env.running_servers(tmp_path) == {"PORT": "8001"}


def test_what_a_killed_up_has_left_is_not_believed(tmp_path: Path) -> None:
    (tmp_path / "runtime.json").write_text(json.dumps({"PORT": "8001"}))
    (tmp_path / "up.lock").touch()

    assert env.running_servers(tmp_path) == {}


def test_a_provider_is_one_address_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", "mailjet://key:s%40cret@?api=https://api.example/v3.1/")

    settings = env.outgoing_mail("EMAIL_URL")

    assert settings["EMAIL_BACKEND"] == "anymail.backends.mailjet.EmailBackend"
    assert settings["ANYMAIL"]["MAILJET_SECRET_KEY"] == "s@cret"
    assert settings["ANYMAIL"]["MAILJET_API_URL"] == "https://api.example/v3.1/"


def test_hosts_are_names_and_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_SENDING_HOSTS", "Mail.Example.org, 192.0.2.25 2001:db8::25")

    assert env.host_names("MAIL_SENDING_HOSTS") == (
        ["mail.example.org", "192.0.2.25", "2001:db8::25"]
    )


def test_behind_a_pooler_nothing_is_prepared_and_no_cursor_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://u:secret@pooler:6432/abyss")

    usual, pooled = env.database("DATABASE_URL"), env.database("DATABASE_URL", is_pooled=True)

    assert (usual["OPTIONS"]["prepare_threshold"], usual["DISABLE_SERVER_SIDE_CURSORS"]) == (
        5,
        False,
    )
    assert pooled["OPTIONS"]["prepare_threshold"] is None
    assert pooled["DISABLE_SERVER_SIDE_CURSORS"] is True


def test_no_statement_of_ours_needs_the_same_session_again() -> None:
    """A connection pooler may use another session for each transaction."""
    lasting = re.compile(
        r"pg_(try_)?advisory_(un)?lock\b|\b(UN)?LISTEN [a-z]|\bNOTIFY [a-z]|SET SESSION|WITH HOLD"
        r"|CREATE TEMP|set_config\([^)]*, false\)"
    )
    files = [p for part in ("games", "notifications") for p in ROOT.glob(f"{part}/**/*.py")]

    assert len(files) > 300
    assert [path.name for path in files if lasting.search(path.read_text())] == []
