"""Leases: who may do something now, for as long as it lives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic
from uuid import uuid4

from abyss_site.core.valkey.client import CONNECTION_ERRORS, valkey

# Seconds that a lease lasts unless it is extended: so long are others kept waiting by a process
# that was killed.
LEASE_SECONDS = 5.0


@dataclass
class Lease:
    """A key in Valkey that ends by itself unless its holder extends it.

    It is not a session-level lock of the database, which would not work behind a transaction
    pooler.
    """

    name: str
    own: bytes = field(default_factory=lambda: uuid4().hex.encode())
    extended_at: float = field(default_factory=monotonic)

    def take(self) -> bool:
        """Return whether nobody else has it. Without Valkey nobody gets it."""
        try:
            lasts = int(LEASE_SECONDS * 1000)
            return bool(valkey().set(self.name, self.own, nx=True, px=lasts))
        except CONNECTION_ERRORS:
            return False

    def extend(self) -> None:
        """Let the lease last from now on. To be called often; it asks Valkey once a second."""
        if monotonic() - self.extended_at < LEASE_SECONDS / 5:
            return
        self.extended_at = monotonic()
        with suppress(*CONNECTION_ERRORS):
            if valkey().get(self.name) == self.own:
                valkey().pexpire(self.name, int(LEASE_SECONDS * 1000))

    def end(self) -> None:
        with suppress(*CONNECTION_ERRORS):
            if valkey().get(self.name) == self.own:
                valkey().delete(self.name)


@contextmanager
def take_lease(what: str) -> Iterator[Lease | None]:
    """Yield the lease of `what`, None if another process has it or Valkey cannot be reached.

    Its holder may lose it on a slow machine, so doing the thing twice must be harmless.
    """
    lease = Lease(f"lease:{what}")
    got = lease.take()
    try:
        yield lease if got else None
    finally:
        if got:
            lease.end()
