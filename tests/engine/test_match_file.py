"""Match files: what proves them, and that whatever is changed is found in its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from games.engine import match_file, signature, verification
from games.engine.match_file import Broken
from games.titles import GAMES

KEPT = sorted((Path(__file__).parents[1] / "matches").glob("*.jsonl"))
PEBBLES = next(path for path in KEPT if path.name == "pebbles-2.jsonl").read_bytes()
LINES = [msgspec.json.decode(line) for line in PEBBLES.splitlines()]
# Lines of the file, from 1: a move, one that was taken back, and what took it back.
SEAL = len(LINES)
UNDO = next(n for n, line in enumerate(LINES, 1) if line.get("source") == "undo")
UNDONE = next(n for n, line in enumerate(LINES, 1) if "undone" in line)
MOVE = SEAL - 1


def check(data: bytes) -> None:
    """Prove all of a file. Raises Broken."""
    file = match_file.parse_match_file(data)
    verification.verify_match_file(file, GAMES)
    if not signature.is_sealed(file.last, file.seal):
        raise Broken(file.seal_line(), "seal")


def chained_anew(change: Callable[[list[dict[str, Any]]], object]) -> bytes:
    """The file as a forger writes it: changed, with hashes that fit, signed by another key."""
    values = msgspec.json.decode(msgspec.json.encode(LINES[:-1]))
    for value in values:
        value.pop("hash")
    change(values)
    written = match_file.serialize_match_file(
        values, lambda last: signature.sign_hash("of a forger", last)
    )
    return "".join(f"{line}\n" for line in written).encode()


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_every_kept_match_is_proved_by_the_rules_at_hand(path: Path) -> None:
    """What this finds is a changed rule: docs/changing-rules.md says what to do about it."""
    check(path.read_bytes())


@given(at=st.integers(0, len(PEBBLES) - 1), to=st.integers(0, 255))
def test_any_changed_byte_is_caught_in_its_line(at: int, to: int) -> None:
    changed = PEBBLES[:at] + bytes([to]) + PEBBLES[at + 1 :]
    if changed == PEBBLES:
        return

    with pytest.raises(Broken) as caught:
        check(changed)

    line = PEBBLES.count(b"\n", 0, at) + 1
    assert caught.value.line == line


@pytest.mark.parametrize("number", range(1, SEAL + 1))
def test_a_line_that_is_missing_is_noticed(number: int) -> None:
    lines = PEBBLES.splitlines(keepends=True)

    with pytest.raises(Broken) as caught:
        check(b"".join(lines[: number - 1] + lines[number:]))

    assert caught.value.line in (number, number - 1)


@pytest.mark.parametrize("more", [b"\n", b"{}\n", PEBBLES.splitlines(keepends=True)[-1], PEBBLES])
def test_what_follows_the_seal_is_noticed_where_it_begins(more: bytes) -> None:
    with pytest.raises(Broken) as caught:
        check(PEBBLES + more)

    assert caught.value.line == SEAL + 1


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"[1]\n{}\n", b"\xff\xfe", PEBBLES * 2])
def test_what_is_no_match_file_is_refused(data: bytes) -> None:
    with pytest.raises(Broken):
        check(data)


def test_what_the_forger_leaves_alone_is_proved_but_for_the_key() -> None:
    forged = match_file.parse_match_file(chained_anew(lambda values: None))

    assert forged.last == match_file.parse_match_file(PEBBLES).last
    assert forged.seal.key != match_file.parse_match_file(PEBBLES).seal.key


@pytest.mark.parametrize(
    ("line", "change"),
    [
        (1, {"secret": "00" * 32}),
        (1, {"secret": "deep"}),
        (1, {"seed": "00" * 32}),
        (1, {"words": ["kelp", "kelp"]}),
        (1, {"words": ["kelp"]}),
        (1, {"commitment": "00" * 32}),
        (1, {"commitment": None, "seed": "sea"}),
        (1, {"seats": 9}),
        (1, {"seats": 3}),
        (1, {"game": "chess"}),
        (1, {"file": "another"}),
        (1, {"outcome": None}),
        (1, {"whole": False}),
        (1, {"options": {"pile": "x"}}),
        (1, {"more": 1}),
        (MOVE, {"decision": {"verb": "take", "args": {"number": 99}}}),
        (MOVE, {"decision": {"verb": "fly"}}),
        (MOVE, {"decision": {"verb": "take", "args": {"number": {"x": 1}}}}),
        (MOVE, {"seat": 9}),
        (MOVE, {"ply": 1}),
        (MOVE, {"events": []}),
        (MOVE, {"undone": 2}),
        (UNDONE, {"undone": None}),
        (UNDO, {"decision": {"verb": "undo", "args": {"to": 999}}}),
        (UNDO, {"decision": {"verb": "fly", "args": {"to": 0}}}),
        (UNDO, {"events": [{"kind": "flew"}]}),
        (UNDO, {"seat": 9}),
        (1, {"ruling": "adjudicated", "outcome": {}}),
        (1, {"ruling": "adjudicated", "outcome": {"places": [1, "x"]}}),
        (1, {"ruling": "adjudicated", "outcome": {"places": [1]}}),
        (UNDO, {"decision": {"verb": "undo", "args": {"to": "x"}}}),
    ],
    ids=repr,
)
def test_what_a_forger_changes_with_fitting_hashes_the_rules_find(
    line: int, change: dict[str, Any]
) -> None:
    forged = chained_anew(lambda values: values[line - 1].update(change))

    with pytest.raises(Broken) as caught:
        check(forged)

    assert caught.value.line == line


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_names_of_a_forger_write_over_no_line_of_the_terminal(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "Bob\x1b[2J\n  signature  by the key you gave"
    path = tmp_path / "forged.jsonl"
    path.write_bytes(chained_anew(lambda values: values[0]["names"].__setitem__(0, name)))

    call_command(command, str(path))

    said = capsys.readouterr().out
    assert "\x1b" not in said and "\n  signature  by the key you gave" not in said
    assert "Bob?[2J?  signature" in said


def test_a_file_cut_short_by_one_byte_says_so() -> None:
    with pytest.raises(Broken) as caught:
        check(PEBBLES[:-1])

    assert caught.value.line == SEAL and "cut off" in caught.value.why


def test_a_match_cut_short_has_no_end() -> None:
    with pytest.raises(Broken) as caught:
        check(chained_anew(lambda values: values.pop()))

    assert caught.value.line == SEAL - 2 and "not over" in caught.value.why


def test_a_signature_is_of_its_key_and_its_file_alone() -> None:
    file = match_file.parse_match_file(PEBBLES)
    shouted = match_file.Seal(file.seal.key.upper(), file.seal.signature)

    assert signature.is_sealed(file.last, file.seal)
    assert not signature.is_sealed(bytes(32), file.seal)
    assert not signature.is_sealed(file.last, shouted)
    assert not signature.is_sealed(file.last, match_file.Seal("sea", "weed"))
