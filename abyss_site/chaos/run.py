"""One chaos run from its beginning to its end: people, disruptions, calm, checks."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg

from abyss_site.chaos import checks, plan
from abyss_site.chaos.clock import Clock
from abyss_site.chaos.idle_players import IdlePlayers
from abyss_site.chaos.injection import Injector
from abyss_site.chaos.leaks import Leaks
from abyss_site.chaos.mail_server import MailServer
from abyss_site.chaos.players import Correspondent, Person, Program, Submission, Visitor
from abyss_site.chaos.service import Service

# New matches are dealt when fewer than this are played.
LEAST_RUNNING = 14
DEAL_EVERY = 5.0
# Seconds after the disruptions in which every match must go on and every letter leave.
CALM = 180
# Of what a replay says, so many lines are told.
MANY_LINES = 5

OPEN = "SELECT number, ply FROM games_match WHERE status = 'running'"
# Who was put off for minutes because a server was away is tried again at once; a postman has what
# is in his bag for less.
PUT_OFF = timedelta(seconds=40)
HURRY = (
    "UPDATE notifications_notice SET due = created WHERE state = 'queued'"
    " AND due > %(soon)s RETURNING id",
    "UPDATE notifications_inboundletter SET due = received WHERE state = 'received'"
    " AND due > %(soon)s RETURNING id",
)
LEFT = (
    "SELECT (SELECT count(*) FROM notifications_notice WHERE state = 'queued') AS letters_out,"
    " (SELECT count(*) FROM notifications_inboundletter WHERE state = 'received') AS letters_in,"
    " (SELECT count(*) FROM games_prompt JOIN games_match m ON m.id = match_id WHERE for_bot"
    " AND closed IS NULL AND answered IS NULL AND m.status = 'running') AS bots"
)


class ChaosRun:
    """`faults` are sentences about what was not as it must be; none: the service stood it."""

    def __init__(self, folder: Path, *, seed: int, seconds: float) -> None:
        self.seed, self.seconds = seed, seconds
        self.leaks, self.clock = Leaks(), Clock(folder / "clock")
        self.mail_server = MailServer(self.leaks)
        self.service = Service(folder, self.clock, self.mail_server.port)
        self.injector = Injector(self.service, self.mail_server, self.clock)
        self.idle_players = IdlePlayers(self.service, self.clock)
        self.people: list[Person] = []
        self.keys: list[str] = []
        self.notes: list[tuple[str, str]] = []
        self.rounds = 0
        self.over = threading.Event()
        self.faults: list[str] = []

    def run(self) -> dict[str, Any]:
        """Go through all of it; return the figures. Raises RuntimeError if nothing starts."""
        try:
            self.service.wait_until_ready()
            self._begin()
            self.injector.follow(plan.plan(self.seed, self.seconds), self.seconds)
            self._calm()
            self._end()
            self._prove()
            figures = self._figures()
        finally:
            self.over.set()
            self.service.stop()
            self.mail_server.go()
        self._check("secrecy", checks.secrecy(self.service, self.leaks, self.secrets))
        return {**figures, "faults": self.faults}

    def _begin(self) -> None:
        if not self._deal("seeding.fill(); "):
            raise RuntimeError("no match could be dealt")
        for person in self.people:
            person.start()
        self.idle_players.start()
        self.dealer = threading.Thread(target=self._keep_dealing, daemon=True)
        self.dealer.start()

    def _deal(self, first: str = "") -> bool:
        """Deal one more round; return whether the service could."""
        code = f"from abyss_site.chaos import seeding; {first}seeding.tell({self.rounds})"
        failed, said = self.service.run("shell", "-v0", "-c", code)
        if failed:
            return False
        told = json.loads(said.splitlines()[-1])
        self.rounds += 1
        self.notes += [(email, note) for email, note in told["notes"]]
        if not self.people:
            for email, one in told["people"].items():
                self._invite(email, one["door"], one["key"])
        return True

    def _invite(self, email: str, door: str, key: str) -> None:
        words = (self.service, email, self.leaks, f"{self.seed} {email}")
        self.keys.append(key)
        if door == "mail":
            self.people.append(Correspondent(*words, letters=self.mail_server.inboxes[email]))
        elif door != "sleeper":
            kind = {"page": Visitor, "api": Program}[door]
            self.people.append(kind(*words, key=key))

    def _keep_dealing(self) -> None:
        while not self.over.wait(DEAL_EVERY):
            with suppress(psycopg.Error, OSError, ValueError):
                if len(self.service.rows(OPEN)) < LEAST_RUNNING:
                    self._deal()

    def _calm(self) -> None:
        """Wait until every match has gone on since everything is right again."""
        end, waiting = time.monotonic() + CALM, None
        while time.monotonic() < end and not self._failed():
            with suppress(psycopg.Error):
                self._hurry()
                now = [(row["number"], row["ply"]) for row in self.service.rows(OPEN)]
                waiting = now if waiting is None else [one for one in waiting if one in now]
                if not waiting:
                    return
            time.sleep(0.3)
        self._check(
            "stuck", [f"match {number} stays at ply {ply}" for number, ply in waiting or ()]
        )

    def _hurry(self) -> None:
        with self.clock.held() as now:
            for hurry in HURRY:
                self.service.rows(hurry, soon=now + PUT_OFF)

    def _failed(self) -> list[str]:
        return [person.failure for person in self.people if person.failure]

    def _end(self) -> None:
        """Let people end what they have begun, and the service what it has to do."""
        self.over.set()
        self.dealer.join()
        everybody: tuple[Person | IdlePlayers, ...] = (*self.people, self.idle_players)
        for one in everybody:
            one.stopping.set()
        for one in everybody:
            one.join()
        end, left = time.monotonic() + CALM, {"everything": 1}
        while any(left.values()) and time.monotonic() < end:
            with suppress(psycopg.Error):
                self._hurry()
                with self.clock.held() as self.ended:
                    (left,) = self.service.rows(LEFT)
            time.sleep(0.3)
        self._check("left", [f"{many} {what} wait" for what, many in left.items() if many])

    @property
    def said(self) -> list[Submission]:
        return [said for person in self.people for said in person.said]

    def _prove(self) -> None:
        # Bots and the clock play on; nothing they tell comes any more.
        self.mail_server.go()
        self._check("people", self._failed())
        self._check("answers", checks.answers(self.service, self.said))
        self._check("moves", checks.moves(self.service))
        self._check(
            "letters", checks.letters(self.service, self.mail_server.copies, self.clock, self.ended)
        )
        self._check("deadlines", checks.deadlines(self.service, self.idle_players.due, self.clock))
        frozen = self.service.rows("SELECT number FROM games_match WHERE status = 'frozen'")
        self._check("frozen", [f"match {row['number']} is frozen" for row in frozen])
        failed, told = self.service.run("replay")
        self._check("replay", told.splitlines()[-MANY_LINES:] if failed else [])
        self.secrets = checks.owned(self.service, self.keys, self.notes)

    def _check(self, what: str, faults: list[str]) -> None:
        self.faults += [f"{what}: {fault}" for fault in checks.at_most(faults)]

    def _figures(self) -> dict[str, Any]:
        moves = self.service.rows("SELECT source, count(*) FROM games_move GROUP BY source")
        status = self.service.rows("SELECT status, count(*) FROM games_match GROUP BY status")
        copies = [len(came) for came in self.mail_server.copies.values()]
        troubles = sum((person.troubles for person in self.people), Counter())
        return {
            "seed": self.seed,
            "seconds": self.seconds,
            "disruptions": dict(self.injector.done),
            "matches": {row["status"]: row["count"] for row in status},
            "moves": {row["source"]: row["count"] for row in moves},
            "accepted": Counter(one.door for one in self.said if one.accepted),
            "refused": Counter(f"{o.door} {o.why}" for o in self.said if not o.accepted),
            "letters": len(copies),
            "letters sent again": sum(many > 1 for many in copies),
            "what the mail server said": dict(self.mail_server.answers),
            "what people met": dict(troubles),
        }
