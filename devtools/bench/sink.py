"""An SMTP server that accepts everything, in its own process: `python -m devtools.bench.sink`.

It prints its port on one line and ends when its standard input is closed.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from aiosmtpd.smtp import SMTP


class Sink:
    async def handle_DATA(self, server: object, session: object, envelope: object) -> str:
        return "250 OK"


@contextmanager
def run_sink() -> Iterator[int]:
    """Run the server as a child process; yield its port."""
    command = [sys.executable, "-m", "devtools.bench.sink"]
    with subprocess.Popen(command, stdin=-1, stdout=-1, text=True) as server:
        assert server.stdout and server.stdin
        yield int(server.stdout.readline())
        server.stdin.close()


async def serve_mail() -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Sink(), loop=loop), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await asyncio.to_thread(sys.stdin.read)
    server.close()


if __name__ == "__main__":
    asyncio.run(serve_mail())
