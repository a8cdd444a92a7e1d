"""`manage.py lock`: write the lock files from pyproject.toml."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management import BaseCommand, CommandError

from abyss_site.bootstrap.stack import ROOT
from abyss_site.bootstrap.virtualenv import LOCK, OLDEST, TOOL_LOCKS, entries

# Hashes, but no download addresses: packages come from the index of whoever installs them.
OPTIONS = ["--universal", "--generate-hashes", "--no-annotate", "--no-header", "--quiet"]
GROUPS = dict(zip((LOCK, *TOOL_LOCKS), ([], ["test"], ["test", "quality"]), strict=True))


class Options(TypedDict):
    """The options of the command line."""

    upgrade: bool


class Command(BaseCommand):
    help = (
        "Write requirements.lock (what runs) and requirements-test.lock and "
        "requirements-quality.lock (what the tests and checks need besides) from pyproject.toml, "
        "with `uv`. Versions stay unless pyproject.toml excludes them or --upgrade is given."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--upgrade", action="store_true", help="take the newest versions")

    def handle(self, *args: object, **options: Unpack[Options]) -> None:
        if not shutil.which("uv"):
            raise CommandError("`uv` is needed: install it, for example by `pipx install uv`.")
        with tempfile.TemporaryDirectory() as folder:
            versions = Path(folder, "known.lock")
            current_entries = (
                [] if options["upgrade"] else entries([ROOT / name for name in GROUPS])
            )
            versions.write_text("\n".join(current_entries))
            everything = resolve(GROUPS[TOOL_LOCKS[-1]], versions)
            versions.write_text("\n".join(everything))
            locked_entries: set[str] = set()
            for name, groups in GROUPS.items():
                new_entries = [
                    entry for entry in resolve(groups, versions) if entry not in locked_entries
                ]
                (ROOT / name).write_text("".join(f"{entry}\n" for entry in new_entries))
                locked_entries.update(new_entries)
                self.stdout.write(f"{name}: {len(new_entries)} packages")


def resolve(groups: list[str], versions: Path) -> list[str]:
    """Return the lock entries of the project with these groups, as `versions` has them."""
    output = versions.with_name("resolved.lock")
    group_options = [part for group in groups for part in ("--group", group)]
    version = ["--python-version", "{}.{}".format(*OLDEST)]
    command = ["uv", "pip", "compile", "pyproject.toml", *group_options, *OPTIONS, *version]
    # Versions that the output file has are kept, like those of a lock that is updated.
    output.write_text(versions.read_text())
    if subprocess.call([*command, "--output-file", str(output)], cwd=ROOT):
        raise CommandError("uv found no versions that fit; its reason stands above.")
    return [entry.strip("\n") for entry in entries([output])]
