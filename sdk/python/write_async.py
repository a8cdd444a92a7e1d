"""Write the client for asyncio from the other one: `python3 sdk/python/write_async.py`."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent / "src" / "abyss_client"
# What is awaited: the methods that send a request.
SENDERS = "request|question|next_events|close"
RULES = (
    (r"for programs without asyncio", "for asyncio, written by write_async.py"),
    (r"\bClient:", "AsyncClient:"),
    (r"httpx\.Client\b", "httpx.AsyncClient"),
    (r"\bBaseTransport\b", "AsyncBaseTransport"),
    (r"\bIterator\b", "AsyncIterator"),
    (r"import time\n", "import asyncio\nimport time\n"),
    (r"\btime\.sleep\(", "await asyncio.sleep("),
    (r"    def (?!__init__)", "    async def "),
    (r"__enter__", "__aenter__"),
    (r"__exit__", "__aexit__"),
    (r"self\.http\.close\(", "await self.http.aclose("),
    (r"self\.http\.request\(", "await self.http.request("),
    (r"\bwith self\.http\.stream", "async with self.http.stream"),
    (r"response\.read\(", "await response.aread("),
    (r"for line in response\.iter_lines", "async for line in response.aiter_lines"),
    (rf"(?<!def )\bself\.({SENDERS})\(", r"await self.\1("),
    (r"\bfor (\w+) in self\.iter_", r"async for \1 in self.iter_"),
)


def build_async_source(source: str) -> str:
    """Return the source of the client for asyncio."""
    for pattern, replacement in RULES:
        source = re.sub(pattern, replacement, source)
    return source


if __name__ == "__main__":
    (FOLDER / "aio.py").write_text(build_async_source((FOLDER / "client.py").read_text()))
