"""Run Django's commands, and explain in one sentence what is missing or misconfigured."""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line, load_command_class
from django.db import OperationalError

from abyss_site.bootstrap.no_database import NoDatabase


def run(arguments: list[str]) -> int:
    """Run one command; return its exit code."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "abyss_site.settings")
    try:
        if arguments[1:2] == ["up"]:
            # It runs as long as the service: without the apps it takes 38 MB instead of 117.
            load_command_class("abyss_site", "up").run_from_argv(arguments)
        else:
            execute_from_command_line(arguments)
    except (ImproperlyConfigured, NoDatabase) as error:
        print(f"manage.py: {error}", file=sys.stderr)
        return 1
    except OperationalError as error:
        # The server is shutting down, its disk is full ...: we could not explain it any better.
        print(f"manage.py: the database says: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
