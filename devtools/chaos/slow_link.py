"""A slow network between the service and its database.

PostgreSQL's socket is moved aside and a forwarder listens in its place, which delays everything.
Open connections are closed, so that the service reconnects through it.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from pathlib import Path

import psycopg

from abyss_site.bootstrap.embedded import Postgres
from devtools.chaos.service import Service

# Seconds of delay for each chunk, and bytes in a chunk.
DELAY_SECONDS = 0.04
PIECE = 16 * 1024
NAME = ".s.PGSQL.5432"
END_CONNECTIONS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
)


class SlowLink:
    """The forwarder; everything is delayed while `is_slow`."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.is_slow = False
        self.listener: socket.socket | None = None

    def begin(self) -> bool:
        """Put the forwarder before the database; return whether that was possible."""
        path = self._path()
        listener = socket.socket(socket.AF_UNIX)
        try:
            path.rename(path.with_name("real"))
            listener.bind(str(path))
            path.chmod(0o777)
        except OSError:
            listener.close()
            return False
        listener.listen(64)
        self.listener, self.is_slow = listener, True
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
        self._end_connections()
        return True

    def end(self) -> None:
        """Let PostgreSQL use its socket directly again; existing connections stay, without
        delay."""
        self.is_slow = False
        if self.listener is None:
            return
        # A restarted PostgreSQL has created its own socket in the place of the forwarder's.
        with suppress(OSError):
            if self._is_ours():
                self._path().with_name("real").replace(self._path())
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.listener = None

    def _is_ours(self) -> bool:
        """Return whether the forwarder still listens in the place of PostgreSQL's socket."""
        try:
            with socket.socket(socket.AF_UNIX) as probe:
                probe.connect(str(self._path().with_name("real")))
                return True
        except OSError:
            self._path().with_name("real").unlink(missing_ok=True)
            return False

    def _path(self) -> Path:
        return Postgres(self.service.data / "postgres").sockets / NAME

    def _end_connections(self) -> None:
        with suppress(psycopg.Error, OSError, ValueError):
            self.service.rows(END_CONNECTIONS)

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = socket.socket(socket.AF_UNIX)
                try:
                    far.connect(str(self._path().with_name("real")))
                except OSError:
                    near.close()
                    continue
                for pair in ((near, far), (far, near)):
                    threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while piece := source.recv(PIECE):
                if self.is_slow:
                    time.sleep(DELAY_SECONDS)
                target.sendall(piece)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
