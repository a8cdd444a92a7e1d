"""What `manage.py up` prints. Nothing waits for it, and nothing ends because it cannot be printed.

A terminal that is stopped, a pipe that nobody reads and a file on a full disk cost lines, never
more: whoever has something to say leaves it here, and one thread writes it.
"""

from __future__ import annotations

import os
import queue
import threading
import time

# Lines that wait to be written.
MOST_WAITING = 2000
STANDARD_OUTPUT = 1


class Output:
    """Lines on their way to a file descriptor."""

    def __init__(self, descriptor: int = STANDARD_OUTPUT) -> None:
        self.descriptor = descriptor
        self.waiting = queue.Queue[str](MOST_WAITING)
        self.lost = 0
        self.thread: threading.Thread | None = None
        self.starting = threading.Lock()

    def say(self, line: str) -> None:
        """Leave a line to be written; if too many wait already, it is lost."""
        self.start()
        try:
            self.waiting.put_nowait(line)
        except queue.Full:
            self.lost += 1

    def start(self) -> None:
        with self.starting:
            if self.thread is not None:
                return
            # It may hang for ever, so nobody waits for it when this process ends.
            thread = threading.Thread(target=self.write_lines, name="output", daemon=True)
            try:
                thread.start()
            except RuntimeError:
                # The system has no thread for us now; the next line tries again.
                return
            self.thread = thread

    def write_lines(self) -> None:
        while True:
            line = self.waiting.get()
            try:
                if self.lost:
                    lost, self.lost = self.lost, 0
                    write(self.descriptor, f"({lost} lines could not be written)\n")
                write(self.descriptor, f"{line}\n")
            except OSError:
                self.lost += 1
            finally:
                self.waiting.task_done()

    def wait_until_written(self, seconds: float) -> None:
        """Give what was said so long to be written."""
        give_up = time.monotonic() + seconds
        while self.waiting.unfinished_tasks and time.monotonic() < give_up:
            time.sleep(0.01)


def write(descriptor: int, text: str) -> None:
    """Write all of a text past Python's buffers, whose locks would be held while it hangs."""
    octets = text.encode(errors="replace")
    while octets:
        octets = octets[os.write(descriptor, octets) :]


standard = Output()
