"""Match files: on the page, by command, and what they hold while a match runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client

from games.engine import signature
from games.engine.contract import Decision
from games.models import Match
from games.queries import states
from games.services.matches import MatchTerms, join_match, open_match
from games.services.play.decisions import submit_decision
from games.web.views import match_file
from notifications.models import Notification
from tests.emails import email_of
from tests.games.reading import As

KEPT = Path(__file__).parents[1] / "matches"


def play_out(match: Match) -> None:
    for key in range(99):
        row = match.prompts.filter(closed_at=None).first()
        if row is None:
            return
        submit_decision(row.token, None, source="page", key=f"{key}")


@pytest.fixture
def finished(people: dict[str, Any]) -> Match:
    """A match of two that alice won or lost, opened with a promise."""
    match = open_match(people["alice"], MatchTerms("pebbles", seats=2), word="kelp")
    join_match(match, people["bob"], word="wrack")
    play_out(match)
    match.refresh_from_db()
    return match


@pytest.mark.django_db
def test_the_file_of_a_finished_match_is_proved(
    client: Client, finished: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    response = client.get(f"/matches/{finished.number}/file/")
    path = tmp_path / "match.jsonl"
    path.write_bytes(response.content)
    key = client.get("/.well-known/abyss-by-post.key").content.decode().strip()

    call_command("verify", str(path), key=key)

    said = capsys.readouterr().out
    assert "Alice, Bob" in said and "by the key you gave" in said
    assert "the secret and the words of all seats" in said
    assert key == signature.public_key(settings.SIGNING_KEY)


@pytest.mark.django_db
def test_files_are_given_out_so_often_and_no_more(
    finished: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(REMOTE_ADDR="192.0.2.60")
    monkeypatch.setattr(match_file, "FILES_AN_HOUR", 1)
    first, second = (client.get(f"/matches/{finished.number}/file/") for _ in range(2))

    assert (first.status_code, second.status_code) == (200, 429)
    assert 0 < int(second["Retry-After"]) <= 3600 and b"later" in second.content


@pytest.mark.django_db
def test_a_file_signed_by_another_site_is_told_by_its_last_line(
    client: Client, finished: Match, tmp_path: Path
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(client.get(f"/matches/{finished.number}/file/").content)
    last = len(path.read_text().splitlines())

    with pytest.raises(CommandError, match=f"line {last}: signed by another key"):
        call_command("verify", str(path), key="00" * 32)


@pytest.mark.django_db
def test_while_a_match_runs_its_file_holds_what_one_seat_saw(
    as_: As, client: Client, people: dict[str, Any], tmp_path: Path
) -> None:
    match = open_match(people["alice"], MatchTerms("sealed", seats=2))
    join_match(match, people["bob"])
    match.refresh_from_db()
    stone = states.load_state(match).hands[1][0]
    stake = Decision("stake", {"stones": [stone]})
    submit_decision(match.prompts.get(seat=1).token, stake, source="page", key="k")
    address = f"/matches/{match.number}/file/"

    for name in ("bob", "alice"):
        # Its ply would say whether the other had answered before.
        assert "decision" not in as_(name).get(address).content.decode()
    submit_decision(match.prompts.get(seat=0).token, None, source="page", key="a")
    mine, theirs = (as_(name).get(address).content.decode() for name in ("bob", "alice"))

    decision = f'"decision":{{"args":{{"stones":["{stone}"]}}'
    assert decision in mine and decision not in theirs
    for told in (mine, theirs):
        assert bytes(match.secret).hex() not in told and bytes(match.seed).hex() not in told
    path = tmp_path / "match.jsonl"
    path.write_text(mine)
    call_command("verify", str(path))


@pytest.mark.django_db
def test_a_private_or_open_match_gives_strangers_no_file(
    client: Client, people: dict[str, Any], finished: Match
) -> None:
    Match.objects.update(private=True)
    waiting = open_match(people["alice"], MatchTerms("pebbles", seats=2))

    for match in (finished, waiting):
        assert client.get(f"/matches/{match.number}/file/").status_code == 404


@pytest.mark.django_db
def test_the_last_email_says_where_the_file_is(finished: Match) -> None:
    notification = Notification.objects.filter(kind="match_finished").first()
    assert notification is not None
    email = email_of(notification)
    assert email is not None

    assert f"/matches/{finished.number}/file/" in email.text
    assert f"/matches/{finished.number}/file/" in email.html


@pytest.mark.django_db
def test_a_match_dealt_from_a_given_seed_is_proved_without_a_promise(
    deal: Any, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = deal("pebbles", seats=2)
    play_out(match)
    path = tmp_path / "match.jsonl"
    path.write_bytes(client.get(f"/matches/{match.number}/file/").content)

    call_command("verify", str(path))

    assert "promise    none" in capsys.readouterr().out


def alone(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command where there is neither a database nor Valkey."""
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder)}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False
    )


def test_a_file_is_proved_without_a_database(tmp_path: Path) -> None:
    done = alone(tmp_path, "verify", str(KEPT / "abyss-2.jsonl"))

    assert (done.returncode, done.stderr) == (0, "")
    assert "every card follows from the secret" in done.stdout
    assert len(done.stdout.splitlines()) < 24


def test_a_changed_file_ends_with_an_error_that_names_the_line(tmp_path: Path) -> None:
    lines = (KEPT / "abyss-2.jsonl").read_text().splitlines(keepends=True)
    lines[40] = lines[40].replace('"seat":', '"seat": ')
    path = tmp_path / "changed.jsonl"
    path.write_text("".join(lines))

    done = alone(tmp_path, "verify", str(path))

    assert done.returncode == 1 and not done.stdout
    assert f"{path}: line 41:" in done.stderr


def test_any_moment_of_a_file_is_shown_from_any_seat(tmp_path: Path) -> None:
    path = str(KEPT / "abyss-2.jsonl")

    seen = [alone(tmp_path, "replay", path, "--ply", "30", *seat) for seat in ([], ["--seat", "0"])]

    assert [done.returncode for done in seen] == [0, 0]
    assert "ply 30 of" in seen[0].stdout
    assert seen[0].stdout != seen[1].stdout


@pytest.mark.parametrize(
    "wrong",
    [
        ["no-such-file"],
        [str(KEPT / "abyss-2.jsonl"), "--ply", "9999"],
        [str(KEPT / "abyss-2.jsonl"), "--seat", "2"],
        ["1", "--ply", "3"],
        ["1", "two"],
    ],
)
def test_a_moment_that_is_none_is_refused(wrong: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("replay", *wrong)
