"""Does to the service what the plan says, and puts everything right in the end."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from abyss_site.chaos.clock import Clock
from abyss_site.chaos.mail_server import MailServer
from abyss_site.chaos.plan import MOODS, PARTS, Act
from abyss_site.chaos.service import Service


class Injector:
    """The hands of the chaos run; `done` counts what was done by kind."""

    def __init__(self, service: Service, mail_server: MailServer, clock: Clock) -> None:
        self.service, self.mail_server, self.clock = service, mail_server, clock
        self.done: Counter[str] = Counter()
        # What ends when: kind -> monotonic time.
        self.spells: dict[str, float] = {}

    def follow(self, plan: Sequence[Act], seconds: float) -> None:
        """Do every act at its time; return when so many seconds are over and all is right again."""
        begin = time.monotonic()
        for act in plan:
            self._wait_until(begin + act.at)
            self._do(act)
        self._wait_until(begin + seconds)
        for kind in list(self.spells):
            self._end(kind)

    def _wait_until(self, at: float) -> None:
        while (now := time.monotonic()) < at:
            for kind in [kind for kind, end in self.spells.items() if end <= now]:
                self._end(kind)
            time.sleep(min(0.1, at - now))

    def _do(self, act: Act) -> None:
        happened = True
        if act.kind in PARTS:
            happened = self.service.kill(act.kind)
        elif act.kind in MOODS:
            self._cheer_up()
            self.mail_server.mood = act.kind
            if act.kind == "away":
                self.mail_server.go()
        elif act.kind == "flush":
            happened = self.service.forget_valkey()
        elif act.kind == "disk_full":
            happened = self.service.fill_disk(full=True)
        else:
            self.clock.jump(act.size)
        self.done[act.kind] += happened
        if act.kind in MOODS or act.kind == "disk_full":
            self.spells[act.kind] = time.monotonic() + act.size

    def _end(self, kind: str) -> None:
        self.spells.pop(kind)
        if kind == "disk_full":
            self.service.fill_disk(full=False)
        else:
            self._cheer_up()

    def _cheer_up(self) -> None:
        """Let the mail server be well, whatever it was."""
        for mood in MOODS:
            self.spells.pop(mood, None)
        self.mail_server.mood = "well"
        if self.mail_server.controller is None:
            with suppress(OSError):
                self.mail_server.come()
