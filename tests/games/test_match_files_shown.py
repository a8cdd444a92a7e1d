"""Match files of any origin are shown, marked as not verified, and nothing of them is stored."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.engine import match_file
from games.models import Match, Player, Seat
from games.presentation.match_files import MAX_BYTES, BadMatchFile, show_match_file
from games.web.views import match_files

MATCHES = Path(__file__).parents[1] / "matches"
PAGE = "/matches/file/"


def forge(name: str, change: Callable[[list[dict[str, Any]]], object]) -> bytes:
    """Return a file with other lines, whose hashes are right and whose seal is not."""
    lines = [msgspec.json.decode(line) for line in (MATCHES / name).read_bytes().splitlines()]
    values = [{key: value for key, value in line.items() if key != "hash"} for line in lines[:-1]]
    change(values)
    seal = match_file.Seal("00" * 32, "00" * 64)
    return "".join(
        f"{line}\n" for line in match_file.serialize_match_file(values, lambda _last: seal)
    ).encode()


@pytest.mark.parametrize("path", sorted(MATCHES.glob("*.jsonl")), ids=lambda path: path.name)
def test_whole_files_of_every_game_are_played_again(path: Path) -> None:
    shown = show_match_file(path.read_bytes(), None, "de")

    assert shown.last_ply == shown.ply and shown.table and shown.position
    assert not shown.question and shown.sentences
    first = show_match_file(path.read_bytes(), 0, "fr")
    assert first.question and first.suggestion and not first.sentences


@pytest.mark.django_db
def test_a_file_is_looked_at_move_by_move(client: Client) -> None:
    data = (MATCHES / "pebbles-2.jsonl").read_bytes()

    page = client.post(PAGE, {"file": SimpleUploadedFile("m.jsonl", data)})
    text = re.search(r'<textarea name="text" hidden>(.*?)</textarea>', page.content.decode(), re.S)
    assert text is not None
    sent = text[1].replace("&quot;", '"').replace("&#x27;", "'").replace("&amp;", "&")
    again = client.post(PAGE, {"text": sent.replace("\n", "\r\n"), "ply": "1"})

    assert page.status_code == again.status_code == 200
    assert "Not verified." in page.content.decode() and "Move 1 of" in again.content.decode()
    assert not any(model.objects.exists() for model in (Match, Seat, Player))


def test_other_names_are_text_and_not_verified() -> None:
    data = forge("pebbles-2.jsonl", lambda lines: lines[0].update(names=["<b>\x1b", "B" * 99]))

    shown = show_match_file(data, 0, "en")

    assert shown.names == ["<b>?", "B" * 40]


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: lines[0].update(seats=900, names=["a"] * 900, words=[""] * 900),
        lambda lines: lines[0].update(options={"pile": [1]}),
        lambda lines: lines[0].update(options={"pile": {"a": 1}}),
        lambda lines: lines[0].update(seed="xx"),
        lambda lines: lines[0].update(game="chess"),
        lambda lines: lines[0].update(whole=False),
        lambda lines: lines[1].update(decision={"verb": "take", "args": {"number": 3000}}),
        lambda lines: lines[1].update(events=[]),
        lambda lines: lines.pop(1),
        lambda lines: lines.extend(lines[1:2] * 4000),
    ],
)
def test_files_that_the_rules_do_not_repeat_are_refused(change: Any) -> None:
    with pytest.raises(BadMatchFile):
        show_match_file(forge("pebbles-2.jsonl", change), None, "en")


@pytest.mark.django_db
@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\n\n", b"x" * (MAX_BYTES + 1), b"[[[[\n" * 9])
def test_no_file_at_all_is_refused_with_a_reason(client: Client, data: bytes) -> None:
    page = client.post(PAGE, {"file": SimpleUploadedFile("m.jsonl", data), "ply": "9" * 50})

    assert page.status_code == 422 and b'role="alert"' in page.content


@pytest.mark.django_db
def test_stepping_without_a_file_is_refused(client: Client) -> None:
    assert client.post(PAGE, {"ply": "1"}).status_code == 422
    assert client.get(PAGE).status_code == 200


@pytest.mark.django_db
def test_files_are_looked_at_so_often_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client(REMOTE_ADDR="192.0.2.61")
    monkeypatch.setattr(match_files, "LOOKS_AN_HOUR", 1)
    first, second = (client.post(PAGE, {"ply": "1"}) for _ in range(2))

    assert (first.status_code, second.status_code) == (422, 429)
    assert 0 < int(second["Retry-After"]) <= 3600 and b"later" in second.content
