"""Reads from a replica of the database (DATABASE_REPLICA_URL), in views that say that they may lag.

Everything else is read from the primary, and so is everything while the replica cannot be reached
or is too far behind. Nothing is ever written to the replica.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, TypeVar, cast

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db import Error as DatabaseTrouble
from django.http import Http404, HttpRequest, HttpResponse

View = TypeVar("View", bound=Callable[..., object])

REPLICA = "replica"
# Seconds that the replica may be behind.
MAX_LAG_SECONDS = 5.0
# Seconds after which this is measured again, and after which a replica that failed is tried again.
CHECK_SECONDS, PAUSE_SECONDS = 1.0, 10.0
# The cookie of a browser that has just sent a form, and its seconds: more than both above.
WROTE_COOKIE, WROTE_SECONDS = "wrote", 10
SAFE = ("GET", "HEAD")

# Seconds since the last transaction that the replica has replayed was committed: 0 if it has
# replayed all that it has received, but not if it has heard nothing for so long that its connection
# to the primary must be lost, since a running service commits something every five seconds. NULL on
# a server that is not a replica.
LAG = """
SELECT CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AND age < 15 THEN 0
       ELSE age END
FROM (SELECT extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) AS age) AS it
"""

log = logging.getLogger(__name__)

# The alias of the connection that reads; SQL that may lag uses it, as the router does for the ORM.
read_alias = ContextVar("read_alias", default=DEFAULT_DB_ALIAS)


class Router:
    """Django's router: rows are read from where `may_lag` says, and written to the primary."""

    def db_for_read(self, model: object, **hints: Any) -> str:
        """Return the alias; what belongs to a row comes from where the row was read."""
        alias, row = read_alias.get(), hints.get("instance")
        if alias == DEFAULT_DB_ALIAS or row is None:
            return alias
        return row._state.db or DEFAULT_DB_ALIAS

    def db_for_write(self, model: object, **hints: object) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, first: object, other: object, **hints: object) -> bool:
        return True

    def allow_migrate(self, db: str, *args: object, **hints: object) -> bool:
        return db != REPLICA


def may_lag(view: View) -> View:
    """Serve GET requests for a view from the replica, so that they may be MAX_LAG_SECONDS old.

    A browser that has just sent a form is served from the primary. So are programs with a token,
    which have no such cookie.
    """
    return may_lag_if(_has_no_token)(view)


def may_lag_if(is_so: Callable[..., bool]) -> Callable[[View], View]:
    """Do the same if `is_so`, which gets the arguments of the view and reads from the replica, also
    for programs."""

    def decorate(view: View) -> View:
        @wraps(view)
        def lagging(request: HttpRequest, *args: object, **kwargs: object) -> Any:
            if not _may_use_replica(request):
                return view(request, *args, **kwargs)
            before = read_alias.set(REPLICA)
            try:
                if is_so(request, *args, **kwargs):
                    return view(request, *args, **kwargs)
            except DatabaseTrouble as error:
                _state.pause(error)
            except Http404:
                # It may be so new that only the primary has it.
                pass
            finally:
                read_alias.reset(before)
            return view(request, *args, **kwargs)

        return cast("View", lagging)

    return decorate


def remember_writes(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: note in a browser that it has just sent a form."""

    def noting(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method not in SAFE:
            response.set_cookie(
                WROTE_COOKIE,
                "1",
                max_age=WROTE_SECONDS,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return noting


def has_replica() -> bool:
    """Return whether a replica is configured."""
    return REPLICA in connections.settings


def measure_lag() -> float | None:
    """Return how many seconds the replica is behind, None if the server is not a replica.

    Raises django.db.Error if it cannot be reached.
    """
    with connections[REPLICA].cursor() as cursor:
        cursor.execute(LAG)
        (seconds,) = cursor.fetchone()
    return None if seconds is None else float(seconds)


class _State:
    """Whether the replica can be used, as the threads of this process have last found out."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.is_usable = False
        self.valid_until = 0.0

    def check(self) -> bool:
        """Return whether the replica can be used; measure it if nobody has done so lately."""
        with self.guard:
            now = time.monotonic()
            if now < self.valid_until:
                return self.is_usable
            # Other threads go on with what was known while this one measures.
            self.valid_until = now + CHECK_SECONDS
        try:
            lag = measure_lag()
        except DatabaseTrouble as error:
            self.pause(error)
        else:
            self.is_usable = lag is not None and lag <= MAX_LAG_SECONDS
        return self.is_usable

    def pause(self, error: Exception) -> None:
        """Use the primary for a while, because the replica has failed."""
        log.warning("replica not used: %s", type(error).__name__)
        connections[REPLICA].close()
        with self.guard:
            self.is_usable, self.valid_until = False, time.monotonic() + PAUSE_SECONDS


_state = _State()


def _may_use_replica(request: HttpRequest) -> bool:
    if not has_replica() or request.method not in SAFE or WROTE_COOKIE in request.COOKIES:
        return False
    return _state.check()


def _has_no_token(request: HttpRequest, *args: object, **kwargs: object) -> bool:
    return "Authorization" not in request.headers
