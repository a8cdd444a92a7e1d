"""Compiled modules for test runs where Python is told to write none."""

from __future__ import annotations

import os
import sys

from abyss_site.bootstrap.stack import ROOT

BYTECODE = ROOT / "var" / "bytecode"


def keep_bytecode() -> None:
    """Keep compiled modules apart from the sources if none shall be left beside them.

    A test run starts some two hundred Python processes, and each would compile 1,800 modules.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(BYTECODE)
        sys.dont_write_bytecode = False
