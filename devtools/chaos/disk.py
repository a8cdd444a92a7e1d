"""The disk with the service's data: a small one of its own, which can be filled up.

Where a file system can be mounted (as root on Linux) it is a tmpfs of limited size; elsewhere the
kernel lets no file of PostgreSQL grow (RLIMIT_FSIZE), which is all an ordinary user can do.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

from devtools.chaos.processes import process_tree
from devtools.chaos.service import Service

# Room for two clusters of PostgreSQL (one is a standby) and their logs.
SIZE_MB = 1200
PIECE = 1024 * 1024
# Without a volume: a segment of PostgreSQL's write-ahead log fits, a large table cannot grow.
LARGEST_FILE = 17 * 1024 * 1024


class Disk:
    """The volume at `DATA_DIR`; mount it before the service starts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.filler = folder / "filler"
        self.is_volume = _mount(folder)

    def fill(self, service: Service) -> bool:
        """Leave no byte free; return whether that is possible here."""
        if not self.is_volume:
            return _limit_files(service, LARGEST_FILE)
        with self.filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                os.posix_fallocate(file.fileno(), file.seek(0, os.SEEK_END), PIECE)
                file.seek(0, os.SEEK_END)
        with self.filler.open("ab", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        return True

    def free(self, service: Service) -> None:
        """Free the space again."""
        if self.is_volume:
            self.filler.unlink(missing_ok=True)
        else:
            _limit_files(service, None)

    def unmount(self) -> None:
        """Unmount the volume and lose its contents; call it when nothing runs there any more."""
        if self.is_volume:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=False)

    def keep(self, elsewhere: Path) -> None:
        """Copy the logs to a permanent folder."""
        if self.is_volume:
            for log in self.folder.glob("*.log"):
                shutil.copy(log, elsewhere)


def _mount(folder: Path) -> bool:
    if os.geteuid() != 0 or not shutil.which("mount"):
        return False
    command = ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MB}m,mode=711", "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _limit_files(service: Service, limit: int | None) -> bool:
    if not hasattr(resource, "prlimit"):
        return False
    with suppress(OSError, ValueError, LookupError):
        for pid in process_tree(service.pid("postgres")):
            _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most if limit is None else limit, most))
    return True
