"""Stored states: packed, checked, and upgraded when their shape has changed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from games.queries import states
from games.titles.pebbles.game import GAME as PEBBLES


def test_a_state_of_an_older_revision_is_upgraded_when_it_is_loaded() -> None:
    seen = []

    def upgrade_state(data: dict[str, Any], revision: int) -> dict[str, Any]:
        seen.append(revision)
        return data | {"pile": data.pop("stones")}

    state = PEBBLES.set_up_match(2, bytes(32), {})
    old = msgspec.msgpack.decode(msgspec.msgpack.encode(state))
    old["stones"] = old.pop("pile")
    newer = msgspec.structs.replace(PEBBLES, revision=3, upgrade_state=upgrade_state)

    loaded = states.deserialize_state(newer, states.serialize_state(old), 1)
    unchanged = states.deserialize_state(newer, states.serialize_state(state), 3)

    assert (loaded, unchanged, seen) == (state, state, [1])


def test_a_state_whose_bytes_have_changed_is_refused() -> None:
    packed = bytearray(states.serialize_state({"pebbles": 7}))
    packed[-1] ^= 1

    with pytest.raises(Exception, match="checksum"):
        states.decompress_state(bytes(packed))
