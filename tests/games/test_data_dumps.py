"""The monthly files of matches: what is in them, and above all what is not."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import zstandard
from django.core.management import CommandError, call_command
from django.test import Client

from games import tasks
from games.engine import signature
from games.engine.contract import Decision
from games.engine.match_file import Seal
from games.models import DataDump, Match, Message, Player, PrivateNote, SeatHistory
from games.presentation import retention
from games.services import account_deletion, data_dumps, profiles
from games.titles import GAMES
from tests.puzzles import finish_match

pytestmark = pytest.mark.django_db

OCTOBER = date(2026, 10, 1)
IN_NOVEMBER = datetime(2026, 11, 2, 9, tzinfo=UTC)


@pytest.fixture
def finished(deal: Callable[..., Match]) -> Match:
    """A match that ended in October."""
    return end_in_october(deal("pebbles", seats=2))


def end_in_october(match: Match) -> Match:
    finish_match(match)
    match.finished_at = datetime(2026, 10, 31, 23, 59, tzinfo=UTC)
    match.save()
    return match


def read_lines(row: DataDump | None) -> list[dict[str, Any]]:
    assert row is not None
    data = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(bytes(row.content))).read()
    return [json.loads(line) for line in data.splitlines()]


def test_the_rules_repeat_each_match_of_a_file(deal: Callable[..., Match]) -> None:
    for name in ("sealed", "pebbles"):
        end_in_october(deal(name, seats=2))

    header, *records = read_lines(data_dumps.make_dump(OCTOBER, now=IN_NOVEMBER))

    assert header["month"] == "2026-10" and len(records) == 2
    for record in records:
        game = GAMES[record["game"]]
        seed = bytes.fromhex(record["seed"])
        state = game.set_up_match(len(record["seats"]), seed, record["options"])
        for move in record["decisions"]:
            game.play_decision(state, move["seat"], Decision(move["verb"], move["args"]))
        outcome = game.find_outcome(state)
        assert outcome is not None
        assert list(outcome.places) == record["outcome"]["places"]


def test_a_file_has_no_names_words_or_instants(finished: Match, people: dict[str, Any]) -> None:
    alice = people["alice"]
    Message.objects.create(
        match=finished, player=alice, seat=0, text="canary chat", key="k", sent_at=IN_NOVEMBER
    )
    PrivateNote.objects.create(
        match=finished, player=alice, text="canary note", written_at=IN_NOVEMBER
    )
    finished.seats.update(word="canary word")

    lines = read_lines(data_dumps.make_dump(OCTOBER, now=IN_NOVEMBER))

    text = json.dumps(lines)
    for secret in ("canary", "Alice", "@", "23:59", str(finished.pk), str(alice.pk), "page"):
        assert secret not in text
    assert set(lines[1]) == {
        *("game", "edition", "options", "seed", "seats", "started_on", "finished_on"),
        *("ruling", "outcome", "decisions"),
    }


def test_a_pseudonym_is_of_one_file(deal: Callable[..., Match], people: dict[str, Any]) -> None:
    for _ in range(2):
        end_in_october(deal("pebbles", seats=2))
    first = read_lines(data_dumps.make_dump(OCTOBER, now=IN_NOVEMBER))[1:]
    DataDump.objects.all().delete()

    second = read_lines(data_dumps.make_dump(OCTOBER, now=IN_NOVEMBER))[1:]

    names = [[seat["player"] for seat in record["seats"]] for record in first + second]
    assert names[0] == names[1] and names[2] == names[3]
    assert not {*names[0]} & {*names[2]}


def test_whoever_wants_it_is_named(finished: Match, people: dict[str, Any]) -> None:
    profiles.change_profile(people["alice"], about="", shows_presence=True, is_named_in_dumps=True)

    _, record = read_lines(data_dumps.make_dump(OCTOBER, now=IN_NOVEMBER))

    assert [seat.get("name") for seat in record["seats"]] == ["Alice", None]


@pytest.mark.parametrize("field", ["private", "is_hotseat", "watchable", "status"])
def test_matches_that_not_everybody_may_see_are_left_out(finished: Match, field: str) -> None:
    values: dict[str, object] = {"watchable": False, "status": "running"}
    Match.objects.filter(pk=finished.pk).update(**{field: values.get(field, True)})

    assert data_dumps.make_dump(OCTOBER, now=IN_NOVEMBER) is None
    assert not DataDump.objects.exists()


def test_whoever_has_left_is_in_no_later_file(
    finished: Match, deal: Callable[..., Match], people: dict[str, Any]
) -> None:
    """Also a player whose seat somebody else holds now."""
    replaced = deal("pebbles", seats=2)
    SeatHistory.objects.create(
        seat=replaced.seats.get(number=0),
        player=people["carol"],
        seated_at=replaced.created_at,
        left_at=IN_NOVEMBER,
    )
    end_in_october(replaced)
    assert data_dumps.list_matches(OCTOBER).count() == 2

    for name, count in (("carol", 1), ("bob", 0)):
        account_deletion.delete_account(people[name], address=people[name].email)
        assert data_dumps.list_matches(OCTOBER).count() == count


def test_guests_are_in_no_file(finished: Match, people: dict[str, Any]) -> None:
    guest = Player.objects.create_guest()
    finished.seats.filter(number=1).update(player=guest)

    assert data_dumps.make_dump(OCTOBER, now=IN_NOVEMBER) is None


def test_a_file_is_made_once_and_signed(finished: Match, settings: Any) -> None:
    row = data_dumps.make_due_dump(IN_NOVEMBER)
    again = data_dumps.make_due_dump(IN_NOVEMBER + timedelta(days=20))

    assert row is not None and row == again and row.month == OCTOBER
    digest = hashlib.sha256(bytes(row.content)).digest()
    seal = Seal(row.key, row.signature)
    assert digest.hex() == row.digest and row.size == len(row.content)
    assert row.key == signature.public_key(settings.SIGNING_KEY)
    assert signature.is_sealed(digest, seal, about=signature.ABOUT_DUMPS)
    # It is no signature of a match file.
    assert not signature.is_sealed(digest, seal)


def test_files_are_deleted_after_their_time(finished: Match) -> None:
    made_at = IN_NOVEMBER
    data_dumps.make_dump(OCTOBER, now=made_at)
    period = retention.retention_periods()["data_dumps"]

    data_dumps.forget_old_dumps(made_at + period)
    assert DataDump.objects.count() == 1
    data_dumps.forget_old_dumps(made_at + period + timedelta(minutes=1))
    assert not DataDump.objects.exists()


def test_the_job_makes_the_file_of_last_month(finished: Match, time_machine: Any) -> None:
    time_machine.move_to(IN_NOVEMBER, tick=False)

    tasks.make_data_dump()
    tasks.make_data_dump()

    assert [row.month for row in DataDump.objects.all()] == [OCTOBER]


def test_the_command_makes_a_file_and_writes_it(
    finished: Match, tmp_path: Path, time_machine: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    time_machine.move_to(IN_NOVEMBER, tick=False)
    copy = tmp_path / "matches.jsonl.zst"

    call_command("dump_matches", "2026-10", file=copy)

    row = DataDump.objects.get()
    assert copy.read_bytes() == bytes(row.content) and row.digest in capsys.readouterr().out
    for month in ("2026-11", "2026-09", "October"):
        with pytest.raises(CommandError):
            call_command("dump_matches", month)


def test_everybody_finds_and_downloads_the_files(finished: Match, client: Client) -> None:
    assert b"There is no file yet" in client.get("/data/").content
    row = data_dumps.make_dump(OCTOBER, now=IN_NOVEMBER)
    assert row is not None
    path = "/data/matches-2026-10.jsonl.zst"
    assert path in client.get("/data/").content.decode()

    response = client.get(path)
    again = client.get(path, headers={"If-None-Match": response["ETag"]})

    assert response.content == bytes(row.content) and response["Content-Type"] == "application/zstd"
    assert "public" in response["Cache-Control"] and again.status_code == 304
    for wrong in ("2026-09", "2026-13", "99999-1"):
        assert client.get(f"/data/matches-{wrong}.jsonl.zst").status_code == 404


def test_a_player_chooses_to_be_named(as_: Callable[[str], Client], people: Any) -> None:
    alice = as_("alice")

    alice.post("/settings/profile/", {"about": "", "is_named_in_dumps": "on"})
    people["alice"].refresh_from_db()
    assert people["alice"].is_named_in_dumps
    alice.post("/settings/profile/", {"about": ""})

    people["alice"].refresh_from_db()
    assert not people["alice"].is_named_in_dumps
