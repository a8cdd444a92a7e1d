"""A REDIS_URL that names Sentinels, which know which of several Valkey servers is the primary."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from urllib.parse import parse_qs, quote, unquote, urlsplit

SCHEME = "sentinel"
DEFAULT_PORT = 26379
# The path of a URL: the name under which the Sentinels watch the servers, and a database.
PATH = re.compile(r"/(?P<name>[A-Za-z0-9._-]+)(/(?P<database>[0-9]{0,4}))?")


@dataclass(frozen=True)
class Sentinels:
    """What `sentinel://user:password@host:26379,host2:26379/NAME/0?sentinel_password=…` says.

    `hosts` are pairs of host and port. User and password are those of the Valkey servers, and
    `sentinel_password` that of the Sentinels; None if there is none.
    """

    hosts: tuple[tuple[str, int], ...]
    name: str
    database: int
    username: str | None
    password: str | None
    sentinel_password: str | None

    def build_celery_url(self) -> str:
        """Return the URL for Celery, which is told the name and `sentinel_password` separately."""
        user, password = quote(self.username or "", ""), quote(self.password or "", "")
        credentials = f"{user}:{password}@" if user or password else ""
        return ";".join(
            f"{SCHEME}://{credentials}{f'[{host}]' if ':' in host else host}:{port}/{self.database}"
            for host, port in self.hosts
        )


@cache
def parse_sentinels(url: str) -> Sentinels | None:
    """Return what a URL says of Sentinels, None if it names a server itself.

    Raises ValueError if it is invalid.
    """
    if not url.startswith(f"{SCHEME}://"):
        return None
    parts = urlsplit(url)
    credentials, _at, hosts = parts.netloc.rpartition("@")
    username, _colon, password = map(unquote, credentials.partition(":"))
    path = PATH.fullmatch(parts.path)
    query = parse_qs(parts.query, strict_parsing=bool(parts.query))
    if path is None or query.keys() - {"sentinel_password"}:
        raise ValueError("no name of a primary")
    return Sentinels(
        hosts=tuple(_parse_host(host) for host in hosts.split(",")),
        name=path["name"],
        database=int(path["database"] or 0),
        username=username or None,
        password=password or None,
        sentinel_password=query.get("sentinel_password", [None])[0],
    )


def _parse_host(address: str) -> tuple[str, int]:
    parts = urlsplit(f"//{address}")
    if not parts.hostname or parts.port == 0:
        raise ValueError("no host")
    return parts.hostname, parts.port or DEFAULT_PORT
