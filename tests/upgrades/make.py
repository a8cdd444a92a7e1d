"""`.venv/bin/python -m tests.upgrades.make`: keep a database of the present version.

It is a backup of a demonstration as `manage.py seed` fills it, called after the version in
pyproject.toml; `test_upgrades.py` brings each one to the present schema. Make one for every
release, and never again for a version that somebody may run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from abyss_site.bootstrap.embedded import Postgres, Valkey

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent
# What is encrypted in all of them is read with this.
SECRET_KEY = "the key of databases that are kept for tests, and of no others"


def make_database() -> Path:
    """Fill a new database and keep a backup of it; return the file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    file = FOLDER / f"{project['version']}.backup"
    with tempfile.TemporaryDirectory() as folder:
        postgres = Postgres(Path(folder) / "postgres", throwaway=True)
        valkey = Valkey(Path(folder) / "valkey", throwaway=True)
        try:
            postgres.start()
            valkey.start()
            environment = {
                **{"PATH": os.environ["PATH"], "DATA_DIR": folder, "SECRET_KEY": SECRET_KEY},
                **{"DATABASE_URL": postgres.url, "REDIS_URL": valkey.url},
            }
            run_command("migrate", "--verbosity=0", environment=environment)
            # Pictures in e-mails are what takes most room.
            run_command("seed", "--emails=1", environment=environment)
            file.unlink(missing_ok=True)
            run_command("backup", str(file), environment=environment)
        finally:
            valkey.stop()
            postgres.stop()
    file.chmod(0o644)
    return file


def run_command(*command: str, environment: dict[str, str]) -> None:
    subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    made = make_database()
    print(f"{made.relative_to(ROOT)}: {made.stat().st_size / 1000:.0f} kB")
