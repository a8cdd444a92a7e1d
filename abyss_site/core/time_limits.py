"""A time limit for the whole of something that waits for others, such as a request.

The timeout of a socket counts anew with every byte, so whoever sends one byte now and then is
waited for without end. This limit is an alarm of the kernel: it interrupts whatever the main thread
is waiting for. Requests to other hosts are made in processes that have nothing else to do in their
main thread (tasks, commands), never while a page is computed.
"""

from __future__ import annotations

import queue
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from celery.exceptions import SoftTimeLimitExceeded

from abyss_site.core import ids

# The alarm is repeated, because a library may take the first one for an error of its own.
REPEAT_SECONDS = 0.5


class OutOfTime(TimeoutError):
    """Something took longer than its time limit."""


class TaskInterrupted(BaseException):
    """A task has reached its soft time limit.

    Not an Exception: code that sets aside whatever row fails would take it for a failure of the row
    that happens to be in hand.
    """


class InsideRequest(RuntimeError):
    """A page or an endpoint would wait for another host, with its thread and its database."""


@contextmanager
def limit_seconds(seconds: float) -> Iterator[None]:
    """Raise OutOfTime inside the block once it has taken so long. Limits cannot be nested.

    Other threads than the main one get no alarm: there the timeouts of sockets must do. Raises
    InsideRequest if a request is being answered.
    """
    refuse_inside_request()
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    is_armed, has_fired = True, False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal has_fired
        if is_armed:
            has_fired = True
            raise OutOfTime(f"took longer than {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, REPEAT_SECONDS)
        try:
            yield
        finally:
            # If the alarm comes just now, the next one is half a second away.
            is_armed = False
    except Exception as error:
        # Libraries wrap it in errors of their own.
        if has_fired and not isinstance(error, OutOfTime):
            raise OutOfTime(f"took longer than {seconds:.0f} s") from error
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def interrupt_at_soft_limit() -> Iterator[None]:
    """Raise TaskInterrupted inside the block at the soft time limit of a task.

    Celery gets the SoftTimeLimitExceeded that it expects. For processes of a worker's pool, which
    the worker interrupts by SIGUSR1.
    """
    is_armed = True

    def interrupt(number: int, frame: FrameType | None) -> None:
        if is_armed:
            raise TaskInterrupted
        raise SoftTimeLimitExceeded

    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        try:
            yield
        finally:
            is_armed = False
    except TaskInterrupted as interruption:
        raise SoftTimeLimitExceeded from interruption
    finally:
        signal.signal(signal.SIGUSR1, before)


def refuse_inside_request() -> None:
    """Raise InsideRequest if this thread is answering a request of a visitor."""
    if "request" in ids.trail():
        raise InsideRequest("Other hosts are asked by tasks, not while a request is answered.")


def resolve_host(host: str, port: int, seconds: float) -> list[str]:
    """Return the addresses of a host, sorted. Raises OSError if it is unknown or takes too long.

    The resolver of the system cannot be interrupted, so a thread of its own waits for it.
    """
    answers: queue.SimpleQueue[list[str] | OSError] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            answers.put(error)
        except UnicodeError as error:
            answers.put(OSError(f"no host name: {type(error).__name__}"))
        else:
            answers.put(sorted({str(row[4][0]) for row in rows}))

    threading.Thread(target=look_up, name="resolver", daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except queue.Empty:
        raise OutOfTime("the host was not resolved in time") from None
    if isinstance(answer, OSError):
        raise answer
    return answer
