"""The command `abyss-by-post` of an installed package: `manage.py` without a checkout."""

from __future__ import annotations

import sys

from abyss_site.bootstrap.command_line import run


def main() -> int:
    """Run one command; return its exit code."""
    return run(sys.argv)


if __name__ == "__main__":
    sys.exit(main())
