"""`manage.py bench`: print benchmarks as JSON, each next to its bound."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management import call_command
from django.core.management.base import BaseCommand

from abyss_site.bootstrap.embedded import Postgres, Valkey
from devtools.bench import (
    admin,
    api,
    decisions,
    events,
    load,
    mail,
    pace,
    pages,
    peers,
    rules,
    scale,
    share,
    tick,
)
from devtools.bench.stopwatch import Figures
from games.titles import GAMES

# Set in the measuring process, so that it does not start servers again.
INSIDE = "BENCH_SERVERS_RUN"


class Options(TypedDict, total=False):
    """The options of the command line; each benchmark has some of these."""

    game: str
    seconds: float
    profile: bool
    boardgameio: Path
    listeners: int
    rounds: int
    pages: bool
    seats: int
    matches: int
    overdue: int


class Command(BaseCommand):
    help = (
        "Measure one part and print JSON: `rules GAME` random play without a database; `decisions` "
        "decisions through submit_decision; `api` decisions and views over HTTP; `events` how soon "
        "programs hear what happens; "
        "`load` reading a match early and late in its life; `tick` "
        "overdue prompts; `scale` the same work among few matches and among many; `share` two "
        "processes of each kind on one database; `admin` the lists of the admin site; `mail` "
        "e-mails out and in; `pages` what each page weighs and how long it takes; `pace GAME` "
        "hand-offs, e-mails and days of a match under each policy; `peers` answers beside "
        "moves of boardgame.io. All but `rules` and `pace` start servers of their own, with fsync "
        "on."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        benchmarks = parser.add_subparsers(dest="benchmark", required=True, metavar="BENCHMARK")
        parser = benchmarks.add_parser("rules", help="decisions and matches per second")
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--seconds", type=float, default=5, help="for each number of seats")
        parser = benchmarks.add_parser(
            "decisions", help="decisions through submit_decision, one process"
        )
        parser.add_argument("--seconds", type=float, default=10)
        parser = benchmarks.add_parser("api", help="programs answer and read over HTTP")
        parser.add_argument("--seconds", type=float, default=8, help="for each figure")
        parser.add_argument(
            "--profile", action="store_true", help="what each layer of an answer costs instead"
        )
        parser = benchmarks.add_parser(
            "peers", help="answers beside the moves of boardgame.io, played by node"
        )
        parser.add_argument(
            "--boardgameio",
            type=Path,
            required=True,
            metavar="DIR",
            help="a folder where `npm install boardgame.io bgio-postgres` was run",
        )
        parser.add_argument("--seconds", type=float, default=8, help="for each figure")
        parser = benchmarks.add_parser("events", help="streams of what happens, over HTTP")
        parser.add_argument("--listeners", type=int, default=1000)
        parser.add_argument("--rounds", type=int, default=10)
        parser.add_argument("--pages", action="store_true", help="open pages instead of programs")
        benchmarks.add_parser("load", help="the 10th, 100th and 1,000th decision of a match")
        benchmarks.add_parser("pages", help="requests, bytes and server time of each page")
        parser = benchmarks.add_parser("mail", help="e-mails out, e-mails in, hostile e-mails")
        parser.add_argument(
            "--profile", action="store_true", help="what each layer of an e-mail costs instead"
        )
        parser = benchmarks.add_parser(
            "pace", help="hand-offs, e-mails and days of a match of people"
        )
        parser.add_argument("game", choices=sorted(GAMES))
        parser.add_argument("--seats", type=int, default=4)
        parser.add_argument("--matches", type=int, default=200)
        parser = benchmarks.add_parser(
            "scale", help="the same work among few matches and among many"
        )
        parser.add_argument("--matches", type=int, default=100_000)
        benchmarks.add_parser(
            "share", help="one, two and four processes of each kind on one database"
        )
        parser = benchmarks.add_parser(
            "admin", help="the lists of the admin site over a million moves"
        )
        parser.add_argument("--matches", type=int, default=admin.MATCHES)
        parser = benchmarks.add_parser("tick", help="overdue prompts, reminders, empty ticks")
        parser.add_argument("--overdue", type=int, default=10_000)

    def handle(self, *args: object, benchmark: str, **options: Unpack[Options]) -> None:
        if benchmark == "rules":
            figures = rules.measure_rules(options["game"], options["seconds"])
        elif benchmark == "pace":
            figures = pace.measure_pace(options["game"], options["seats"], options["matches"])
            self.stderr.write(pace.format_pace_table(figures))
        elif INSIDE not in os.environ:
            sys.exit(_with_servers())
        else:
            call_command("migrate", verbosity=0)
            figures = _measure_part(benchmark, options)
            if benchmark == "pages":
                self.stderr.write(pages.format_pages_table(figures))
        machine = {"cores": os.cpu_count(), "python": platform.python_version()}
        self.stdout.write(
            json.dumps({"benchmark": benchmark, "machine": machine, **figures}, indent=2)
        )


def _measure_part(benchmark: str, options: Options) -> Figures:
    match benchmark:
        case "decisions":
            return decisions.measure_decisions(options["seconds"])
        case "api":
            measure = api.profile_api if options["profile"] else api.measure_api
            return measure(options["seconds"])
        case "events":
            return events.measure_events(
                options["listeners"], options["rounds"], of_pages=options["pages"]
            )
        case "load":
            return load.measure_load()
        case "pages":
            return pages.measure_pages()
        case "peers":
            return peers.measure_peers(options["boardgameio"], options["seconds"])
        case "mail":
            return mail.profile_mail() if options["profile"] else mail.measure_mail()
        case "scale":
            return scale.measure_scale(options["matches"])
        case "share":
            return share.measure_sharing()
        case "admin":
            return admin.measure_admin_lists(options["matches"])
        case "tick":
            return tick.measure_ticks(options["overdue"])
    raise ValueError(f"There is no benchmark {benchmark!r}.")


def _with_servers() -> int:
    """Run the same command again with servers that live as long as it does; return its exit
    code."""
    with tempfile.TemporaryDirectory(prefix="abyss-bench-") as folder:
        # PostgreSQL may run as another user than root.
        Path(folder).chmod(0o755)
        postgres, valkey = Postgres(Path(folder) / "postgres"), Valkey(Path(folder) / "valkey")
        try:
            postgres.start()
            valkey.start()
            addresses = {"DATABASE_URL": postgres.url, "REDIS_URL": valkey.url, INSIDE: "1"}
            places = {"DATA_DIR": folder}
            return subprocess.call(
                [sys.executable, *sys.argv], env={**os.environ, **addresses, **places}
            )
        finally:
            valkey.stop()
            postgres.stop()
