"""The environment of the service under test: disk, clock, mail server, webhooks, players."""

from __future__ import annotations

import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import psycopg

from abyss_site.bootstrap import embedded
from devtools.chaos import checks
from devtools.chaos.clock import Clock
from devtools.chaos.disk import Disk
from devtools.chaos.evidence import Evidence, Windows
from devtools.chaos.idle_players import IdlePlayers
from devtools.chaos.leaks import Leaks
from devtools.chaos.mail_server import MailServer
from devtools.chaos.plan import PARTS
from devtools.chaos.players import Correspondent, Person, Readers, Visitor
from devtools.chaos.processes import process_tree, send
from devtools.chaos.programs import Program
from devtools.chaos.service import Row, Service
from devtools.chaos.webhook_receiver import WebhookReceiver

# Minimum number of running matches, below which new ones are dealt.
LEAST_RUNNING = 14
DEAL_EVERY_SECONDS = 5.0
READER = "reader"

OUTAGES = "SELECT started_at, ended_at FROM games_outage ORDER BY started_at"
RUNNING = "SELECT count(*) FROM games_match WHERE status = 'running'"
BUSY = """
SELECT count(*) FROM pg_stat_activity
WHERE backend_type = 'client backend' AND state = 'active' AND pid <> pg_backend_pid()
  AND coalesce(wait_event_type, '') NOT IN ('Lock', 'Client')
"""


class TestBed:
    """Starts the service, plays on it, lets everybody rest, collects violations, stops it."""

    __test__ = False

    def __init__(self, folder: Path, *, seed: int, faults: Path | None = None) -> None:
        self.folder, self.seed = folder, seed
        leaks, self.clock = Leaks(), Clock(folder / "clock")
        self.mail = MailServer(leaks)
        self.receiver = WebhookReceiver()
        self.service = Service(folder, self.clock, self.mail.port, faults=faults)
        self.disk = Disk(self.service.data)
        self.idle = IdlePlayers(self.service, self.clock)
        self.evidence = Evidence(
            *(self.service, self.clock, self.mail, leaks, self.receiver, Windows()),
            due=self.idle.due,
            remind=self.idle.remind,
            seen_early=self.idle.seen_early,
        )
        self.rounds = 0
        self.rarity: int | None = None
        self.over, self.dealing = threading.Event(), threading.Lock()

    @property
    def people(self) -> list[Person]:
        return self.evidence.people

    def start(self) -> None:
        """Start the service and let everybody play. Raises RuntimeError if nothing starts."""
        self.service.start()
        self.service.wait_until_ready()
        self.deal()
        for person in self.people:
            person.start()
        self.idle.start()
        self.dealer = threading.Thread(target=self._keep_dealing, daemon=True)
        self.dealer.start()

    def deal(self) -> None:
        """Deal one more round. Raises RuntimeError if the service cannot."""
        with self.dealing:
            round_facts = self.service.ask("deal", self.rounds, self.receiver.url)
            self.rounds += 1
            if not self.people:
                self._introduce(round_facts["people"])
            [guest] = [
                person["name"]
                for person in round_facts["people"].values()
                if person["door"] == "guest"
            ]
            for program in self.evidence.programs:
                program.guest = guest

    def _introduce(self, people: dict[str, dict[str, str]]) -> None:
        names = [person["name"] for person in people.values() if person["door"] == "api"]
        for email, person in people.items():
            words = (self.service, email, self.evidence.leaks, f"{self.seed} {email}")
            self.evidence.keys.append(person["key"])
            if person["door"] in ("mail", "deaf"):
                self.people.append(Correspondent(*words, emails=self.mail.inboxes[email]))
            elif person["door"] == "page":
                self.people.append(Visitor(*words, key=person["key"]))
            elif person["door"] == "api":
                peers = [name for name in names if name != person["name"]]
                program = Program(*words, key=person["key"], peers=peers)
                program.rarity = self.rarity or program.rarity
                self.people.append(program)
        readers = (self.service, READER, self.evidence.leaks, f"{self.seed} {READER}")
        self.people.append(Readers(*readers, mailboxes=self._readers))

    def _readers(self) -> dict[str, SimpleQueue[Any]]:
        mailboxes = dict(self.mail.inboxes)
        return {who: box for who, box in mailboxes.items() if who.startswith(READER)}

    def _keep_dealing(self) -> None:
        while not self.over.wait(DEAL_EVERY_SECONDS):
            with suppress(psycopg.Error, OSError, ValueError, LookupError, RuntimeError):
                if self.service.rows(RUNNING)[0]["count"] < LEAST_RUNNING:
                    self.deal()

    @contextmanager
    def everybody_rests(self) -> Iterator[None]:
        """Let all players finish what they have started, and deal nothing during the block."""
        everybody: list[Person | IdlePlayers] = [*self.people, self.idle]
        for person in everybody:
            person.resting.set()
        for person in self.people:
            while not person.rests.wait(1) and person.is_alive():
                pass
        with self.dealing:
            yield
        for person in everybody:
            person.resting.clear()
        for person in self.people:
            person.rests.clear()

    @contextmanager
    def service_stands_still(self, beside: Iterable[int]) -> Iterator[None]:
        """Stop the service's processes, and those that run `beside` them, during the block, so that
        rows do not change while they are read."""
        for program in self.evidence.programs:
            if not program.failure:
                program.poll_events()
        with self.clock.without_jumps() as self.evidence.ended:
            pass
        roots = [*(self.service.pid(part) for part in PARTS), *beside]
        pids = [pid for root in roots for pid in process_tree(root)]
        send(pids, signal.SIGSTOP)
        try:
            self._wait_for_statements()
            yield
        finally:
            send(pids, signal.SIGCONT)

    def _wait_for_statements(self) -> None:
        """Wait until the database has finished what it was sent: it may be committing.

        A statement that waits for a stopped process, or for its lock, ends no earlier than that
        process goes on.
        """
        while self.service.rows(BUSY)[0]["count"]:
            time.sleep(0.05)

    def find_violations(
        self, names: tuple[str, ...] = tuple(checks.CHECKS), *, beside: Iterable[int] = ()
    ) -> list[str]:
        """Return the violations; call it while everybody rests.

        `beside`: the ids of further processes of the service.
        """
        with self.service_stands_still(beside):
            self.evidence.report = self.service.ask("report")
            outages = self.service.rows(OUTAGES)
            self.clock.note_outages((row["started_at"], row["ended_at"]) for row in outages)
            return checks.find_violations(self.evidence, names)

    def keep_database(self) -> None:
        """Keep a copy of the database beside the logs: its volume is lost with the run."""
        with suppress(OSError, ValueError, LookupError):
            subprocess.run(
                [
                    *(embedded.program("pg_dump"), "--format=custom"),
                    f"--file={self.folder / 'database.dump'}",
                    self.service.address("DATABASE_URL"),
                ],
                env=embedded.Postgres.environment(),
                check=False,
            )

    def stop(self) -> None:
        """Stop the players, the service and its environment."""
        self.over.set()
        everybody: list[Person | IdlePlayers] = [*self.people, self.idle]
        for person in everybody:
            person.stopping.set()
        if self.service.starts:
            self.service.stop()
        self.mail.go()
        self.receiver.stop()
        self.disk.keep(self.folder)
        self.disk.unmount()

    def figures(self) -> Row:
        """Return the numbers of moves, messages and e-mails."""
        moves = self.service.rows("SELECT source, count(*) FROM games_move GROUP BY source")
        status = self.service.rows("SELECT status, count(*) FROM games_match GROUP BY status")
        copies = [len(came) for came in self.mail.copies.values()]
        troubles = sum((person.troubles for person in self.people), Counter[str]())
        submissions = self.evidence.submissions
        calls = Counter(
            f"{call.what} {call.status}" for p in self.evidence.programs for call in p.calls
        )
        return {
            "matches": {row["status"]: row["count"] for row in status},
            "moves": {row["source"]: row["count"] for row in moves},
            "accepted": Counter(s.door for s in submissions if s.accepted),
            "refused": Counter(f"{s.door} {s.why}" for s in submissions if not s.accepted),
            "calls": dict(sorted(calls.items())),
            "events heard": sum(len(program.events) for program in self.evidence.programs),
            "emails": len(copies),
            "emails sent again": sum(many > 1 for many in copies),
            "mail server answered": dict(self.mail.answers),
            "webhook calls answered": dict(self.receiver.answers),
            "players met": dict(troubles),
        }
