#!/usr/bin/env python3
"""The one command: `python3 manage.py up` and `python3 manage.py test`, nothing before them.

It must start on any python3, however old, to say in words what is missing.
"""

import sys

from abyss_site.bootstrap import virtualenv

if __name__ == "__main__":
    virtualenv.enter_environment()

    from abyss_site.bootstrap.command_line import run

    sys.exit(run(sys.argv))
