"""The output of `manage.py up`, which never blocks and never fails.

A stopped terminal, a pipe that nobody reads or a file on a full disk lose lines and nothing more:
lines are queued here, and one thread writes them.
"""

from __future__ import annotations

import os
import queue
import threading
import time

# Maximum number of lines waiting to be written.
MOST_WAITING = 2000
STANDARD_OUTPUT = 1


class Output:
    """A queue of lines for a file descriptor."""

    def __init__(self, descriptor: int = STANDARD_OUTPUT) -> None:
        self.descriptor = descriptor
        self.waiting = queue.Queue[str](MOST_WAITING)
        self.lost = 0
        self.thread: threading.Thread | None = None
        self.starting = threading.Lock()

    def queue_line(self, line: str) -> None:
        """Queue a line; drop it if too many are waiting."""
        self.start()
        try:
            self.waiting.put_nowait(line)
        except queue.Full:
            self.lost += 1

    def start(self) -> None:
        with self.starting:
            if self.thread is not None:
                return
            # It may block forever, so this process does not wait for it when it ends.
            thread = threading.Thread(target=self.write_lines, name="output", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                # The system has no thread available now; the next line tries again.
                return
            self.thread = thread

    def write_lines(self) -> None:
        while True:
            line = self.waiting.get()
            try:
                if self.lost:
                    lost_count, self.lost = self.lost, 0
                    write(self.descriptor, f"({lost_count} lines could not be written)\n")
                write(self.descriptor, f"{line}\n")
            except OSError:
                self.lost += 1
            finally:
                self.waiting.task_done()

    def wait_until_written(self, seconds: float) -> None:
        """Wait until the queued lines are written, for at most `seconds`."""
        give_up = time.monotonic() + seconds
        while self.waiting.unfinished_tasks and time.monotonic() < give_up:
            time.sleep(0.01)


def write(descriptor: int, text: str) -> None:
    """Write all of a text without Python's buffers, whose locks would be held while it blocks."""
    octets = text.encode(errors="replace")
    while octets:
        octets = octets[os.write(descriptor, octets) :]


standard = Output()
