"""A pytest plugin: temporary PostgreSQL and Valkey servers for one test run, before settings load.

With DATABASE_URL or REDIS_URL set, those are used instead; so do the workers of pytest-xdist, which
inherit the addresses. Each worker creates its own test database in PostgreSQL, a copy of a migrated
one, and takes a numbered database in our Valkey: nobody reads another's heartbeats, tasks and
counters.
"""

from __future__ import annotations

import atexit
import fcntl
import hashlib
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from abyss_site.bootstrap.bytecode import keep_bytecode
from abyss_site.bootstrap.embedded import Postgres, Valkey
from abyss_site.bootstrap.stack import ROOT

PREFIX = "abyss-test-"
# Migrated clusters, one for each state of their sources.
CLUSTERS = ROOT / "var" / "test-clusters"
MADE_FROM = ("*/migrations/*.py", "requirements.lock", "abyss_site/bootstrap/embedded.py")
# The migrated database that test databases are copied from; nobody is connected to it.
MIGRATED_DATABASE = "migrated"
TEMPLATE_VARIABLE = "TEST_DATABASE_TEMPLATE"
# Variables that a developer may have set for `manage.py up` and that must not affect tests.
NOT_FOR_TESTS = (
    *("SECRET_KEY", "SIGNING_KEY", "DEBUG", "DEMO", "STATIC_ROOT"),
    *("SECRET_KEY_FALLBACKS", "SIGNING_KEY_FALLBACKS"),
    *("TRUSTED_PROXIES", "TRUSTED_PROXY_NETWORKS", "MAIL_STRANGER_DAILY_LIMIT"),
    *("DATABASE_REPLICA_URL", "PICTURES_URL", "SITE_URL", "WEB_HOST", "PORT", "LOG_LEVEL"),
    *("EMAIL_URL", "MAIL_DOMAIN", "SMTP_HOST", "SMTP_PORT"),
)

# The URL of our Valkey, which the workers of pytest-xdist share; an external Valkey is used as
# given.
SHARED_VALKEY = "TEST_VALKEY_URL"
# Valkey's default number of numbered databases.
VALKEY_DATABASES = 16

# Open file descriptors: the claim on a folder ends with the process, however it ends.
claims: list[int] = []


def prepare_test_run() -> None:
    """Give this run its own data folder and servers, and set their variables in the environment."""
    folder = claim_folder()
    for name in NOT_FOR_TESTS:
        os.environ.pop(name, None)
    os.environ["DATA_DIR"] = str(folder / "var")
    os.environ["SHOW_EXAMPLE_GAMES"] = "yes"
    if not os.environ.get("DATABASE_URL"):
        copy_migrated_cluster(folder / "postgres")
        os.environ[TEMPLATE_VARIABLE] = MIGRATED_DATABASE
        postgres = Postgres(folder / "postgres", throwaway=True)
        atexit.register(postgres.stop)
        postgres.start()
        os.environ["DATABASE_URL"] = postgres.url
    if not os.environ.get("REDIS_URL"):
        valkey = Valkey(folder / "valkey", throwaway=True)
        atexit.register(valkey.stop)
        valkey.start()
        os.environ["REDIS_URL"] = os.environ[SHARED_VALKEY] = valkey.url


def copy_migrated_cluster(data: Path) -> None:
    """Put a stopped PostgreSQL cluster at `data`.

    `postgres` and MIGRATED_DATABASE have all our tables. Neither contains rows of ours.
    Also used for DATA_DIR/postgres, where `up` would create an empty one.
    """
    cluster = CLUSTERS / digest_of_migrations()
    if not cluster.exists():
        make_migrated_cluster(cluster)
    # PostgreSQL may run as another user, who owns these files.
    subprocess.run(["cp", "-a", str(cluster), str(data)], check=True)


def digest_of_migrations() -> str:
    """Return a digest of everything that a migrated cluster depends on."""
    digest = hashlib.sha256(sys.version.encode())
    for pattern in MADE_FROM:
        for path in sorted(ROOT.glob(pattern)):
            digest.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def make_migrated_cluster(cluster: Path) -> None:
    """Create and migrate a cluster; of several runs that do so at once, one keeps its own."""
    CLUSTERS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="making-", dir=CLUSTERS) as making:
        postgres = Postgres(Path(making) / "postgres", throwaway=True)
        postgres.start()
        try:
            environment = {**os.environ, "DATA_DIR": making, "DATABASE_URL": postgres.url}
            migrate = [sys.executable, "-W", "ignore", "manage.py", "migrate", "--verbosity=0"]
            subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
            with psycopg.connect(postgres.url, autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {MIGRATED_DATABASE} TEMPLATE postgres")
        finally:
            postgres.stop()
        for old in CLUSTERS.glob("[0-9a-f]*"):
            shutil.rmtree(old, ignore_errors=True)
        with suppress(OSError):
            postgres.data.rename(cluster)


def share_valkey(worker: str) -> None:
    """Let the pytest-xdist worker "gw0" and up use its own database in our Valkey."""
    if SHARED_VALKEY in os.environ:
        number = (1 + int(worker.removeprefix("gw"))) % VALKEY_DATABASES
        os.environ["REDIS_URL"] = (
            urlsplit(os.environ[SHARED_VALKEY])._replace(path=f"/{number}").geturl()
        )


def pytest_report_header() -> str:
    return f"TEST_SEED={os.environ.get('TEST_SEED')}"


def claim_folder() -> Path:
    """Create a folder for this run, and remove those of killed runs."""
    for old in Path(tempfile.gettempdir()).glob(PREFIX + "*"):
        remove_if_abandoned(old)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    # Registered before the servers, so that it runs after they have stopped.
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    claims.append(os.open(folder / "claim", os.O_CREAT | os.O_RDWR))
    fcntl.flock(claims[-1], fcntl.LOCK_EX)
    return folder


def remove_if_abandoned(folder: Path) -> None:
    """Remove another run's folder unless that run still holds its claim."""
    try:
        claim = os.open(folder / "claim", os.O_RDWR)
    except OSError:
        return
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass
    finally:
        os.close(claim)


if worker := os.environ.get("PYTEST_XDIST_WORKER"):
    share_valkey(worker)
else:
    keep_bytecode()
    # Random matches and zones differ from run to run, but not between the workers of one run.
    os.environ.setdefault("TEST_SEED", str(secrets.randbelow(10**6)))
    # On a machine that is busy with tests, Valkey may answer late.
    os.environ["VALKEY_TIMEOUT_MS"] = "5000"
    prepare_test_run()
