"""`manage.py up`: start everything on a bare machine and keep it running."""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser
from typing import TypedDict, Unpack

from django.conf import settings
from django.core.management import BaseCommand, CommandError

from abyss_site.bootstrap import output, runtime
from abyss_site.bootstrap.children import print_line
from abyss_site.bootstrap.processes import ServerFailed, is_listening, why_not_listen
from abyss_site.bootstrap.reloading import SourceWatcher
from abyss_site.bootstrap.supervisor import (
    SETUP,
    CannotStart,
    StopRequest,
    Supervisor,
    answers_health,
)

# A process that was killed frees its port a moment after it has left the list of processes.
PORT_SECONDS = 2.0
PORTS_TO_TRY = 50
# glibc gives buffers of this size back when they are freed. By default it raises the limit with the
# largest one, and each web worker keeps 9 MB of what it has drawn with (mallopt(3)).
GLIBC = {"MALLOC_MMAP_THRESHOLD_": "131072"}
READY = "Abyss by Post is ready at {SITE_URL}"
READY_FOR_DEMO = (
    ": sign in as alice, bob, carol or dave (one button each) and answer the match that waits for "
    "them, on its page"
)
# Only if no e-mail leaves the machine.
WITH_MAILBOX = " or by e-mail at {SITE_URL}/mailbox/"
READY_FOR_ALL = (
    "; e-mails for {MAIL_DOMAIN} are taken in at {SMTP_HOST}:{SMTP_PORT}. Ctrl-C stops it."
)


class Options(TypedDict):
    """The options of the command line."""

    port: int | None
    reload: bool


class Command(BaseCommand):
    help = (
        "Start everything and keep it running: PostgreSQL and Valkey (unless DATABASE_URL and "
        "REDIS_URL are set), migrations, static files, then web, worker, beat and mailroom. "
        "Ctrl-C stops all of it. The variables it reads are listed in docs/running.md."
    )

    # The steps that it begins with check the system; it does not load the apps itself.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port", type=int, help="the page's port (PORT; otherwise the first free from 8000)"
        )
        parser.add_argument(
            "--reload",
            action="store_true",
            help="for developers: restart web, worker, beat and mailroom within seconds when code, "
            "a template or a translation changes; migrate and collect static files when these do",
        )

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        try:
            lock = runtime.lock_data_dir(settings.DATA_DIR)
        except runtime.AlreadyRunning:
            raise CommandError(
                f"`manage.py up` is already running in {settings.DATA_DIR}, at "
                f"{settings.SITE_URL}. Stop it first, or give this one another DATA_DIR."
            ) from None
        with lock:
            runtime.stop_leftover_children(settings.DATA_DIR)
            supervisor = Supervisor(settings.DATA_DIR, children_environment(options["port"]))
            supervisor.listen_to_signals()
            try:
                run(supervisor, SourceWatcher() if options["reload"] else None)
            except (CannotStart, ServerFailed) as error:
                raise CommandError(str(error)) from error
            except StopRequest:
                pass
            finally:
                supervisor.stop()
                print_line("up", "stopped.")
                output.standard.wait_until_written(seconds=1)


def run(supervisor: Supervisor, sources: SourceWatcher | None) -> None:
    """Start everything in order, then watch until we are asked to stop."""
    environment = supervisor.environment
    supervisor.start_servers()
    addresses = {name: environment[name] for name in runtime.VARIABLES}
    supervisor.retry_while_disk_full(
        lambda: runtime.publish_addresses(settings.DATA_DIR, addresses)
    )
    supervisor.run_step(SETUP)
    supervisor.start_children()
    supervisor.watch(
        when_ready=lambda: print_line("up", ready_line(environment)),
        is_ready=lambda: is_ready(environment),
        sources=sources,
    )
    print_line("up", "stopping ...")


def children_environment(port: int | None) -> dict[str, str]:
    """Return our environment with free ports and everything that the other processes would
    otherwise compute.

    Raises CommandError if a requested port is not available.
    """
    if port is not None and not 1 <= port <= 65535:
        raise CommandError(f"--port must be a whole number from 1 to 65535, not {port}.")
    web = pick_port("PORT", port or read_own_setting("PORT"), settings.PORT, "WEB_HOST")
    smtp = pick_port("SMTP_PORT", read_own_setting("SMTP_PORT"), settings.SMTP_PORT, "SMTP_HOST")
    return {
        **GLIBC,
        **os.environ,
        "PYTHONUNBUFFERED": "1",
        "DATA_DIR": str(settings.DATA_DIR),
        "WEB_HOST": settings.WEB_HOST,
        "PORT": str(web),
        "SITE_URL": settings.SITE_URL
        if read_own_setting("SITE_URL")
        else f"http://localhost:{web}",
        "TRUSTED_PROXIES": str(settings.TRUSTED_PROXIES),
        "SMTP_HOST": settings.SMTP_HOST,
        "SMTP_PORT": str(smtp),
        "MAIL_DOMAIN": settings.MAIL_DOMAIN,
    }


def read_own_setting(variable: str) -> str:
    """Return a variable of the environment; "" if it is unset or blank."""
    return os.environ.get(variable, "").strip()


def pick_port(variable: str, port_setting: int | str, default: int, host_variable: str) -> int:
    """Return the requested port, or the first free one from the default on."""
    host: str = getattr(settings, host_variable)
    if port_setting:
        give_up = time.monotonic() + PORT_SECONDS
        while (problem := why_not_listen(int(port_setting), host)) and time.monotonic() < give_up:
            time.sleep(0.05)
        if problem:
            raise CommandError(
                f"{variable}: port {port_setting} of {host} cannot be used ({problem}). Choose "
                "another, or choose none and a free one is found."
            )
        return int(port_setting)
    if problem := why_not_listen(0, host):
        raise CommandError(f"{host_variable}: nothing can listen at {host} ({problem}).")
    for port in range(default, default + PORTS_TO_TRY):
        if not why_not_listen(port, host):
            return port
    raise CommandError(f"{variable}: no free port from {default} on; choose one.")


def is_ready(environment: dict[str, str]) -> bool:
    """Return whether /health/ answers and the mailroom accepts connections."""
    return answers_health(environment["WEB_HOST"], int(environment["PORT"])) and is_listening(
        int(environment["SMTP_PORT"]), environment["SMTP_HOST"]
    )


def ready_line(environment: dict[str, str]) -> str:
    """Return a text: where the service is, who can sign in, and what to try first."""
    mailbox = WITH_MAILBOX if settings.DEV_MAILBOX else ""
    more = f"{READY_FOR_DEMO}{mailbox}. Ctrl-C stops it." if settings.DEMO else READY_FOR_ALL
    return (READY + more).format_map(environment)
