"""What worker processes share: a process loads it once, and those forked from it copy nothing.

Python's garbage collector writes to every object that it looks at, and a page that is written to is
no longer shared; what is frozen is not looked at.
"""

from __future__ import annotations

import gc

from django.conf import settings
from django.urls import get_resolver
from django.utils import translation


def load_for_forks() -> None:
    """Load what each request or task would load in its own process, and freeze it.

    Django must be set up. Connects to nothing and starts no thread: neither would survive a fork.
    """
    # Reading it builds all tables of addresses.
    _ = get_resolver().reverse_dict
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            translation.gettext("")
    gc.collect()
    gc.freeze()
