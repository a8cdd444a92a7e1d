"""Cache compiled modules for test runs although Python is told not to write any."""

from __future__ import annotations

import os
import sys

from abyss_site.bootstrap.stack import ROOT

BYTECODE = ROOT / "var" / "bytecode"


def keep_bytecode() -> None:
    """If no bytecode may be written beside the sources, keep it in a separate folder.

    A test run starts about two hundred Python processes, each of which would compile 1,800 modules.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(BYTECODE)
        sys.dont_write_bytecode = False
