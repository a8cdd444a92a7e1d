"""Commands to Valkey, on a connection of each thread's own."""

from __future__ import annotations

import threading

from abyss_site.core.valkey.commands import execute_commands


def test_threads_that_have_ended_take_no_connection_from_later_ones() -> None:
    replies = list[object]()

    def ask() -> None:
        replies.extend(execute_commands(("PING",), ("ECHO", "again")))

    for _ in range(150):
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()

    assert replies == [b"PONG", b"again"] * 150
