#!/usr/bin/env python3
"""The single entry point: `python3 manage.py up` and `python3 manage.py test` need no preparation.

It must start on any python3, however old, to explain what is missing.
"""

import sys

from abyss_site.bootstrap import virtualenv

if __name__ == "__main__":
    virtualenv.enter_environment()

    from abyss_site.bootstrap.command_line import run

    sys.exit(run(sys.argv))
