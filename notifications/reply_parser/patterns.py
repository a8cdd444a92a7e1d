"""Large regular expressions, compiled when they are first used.

Web servers and most commands read no e-mail; compiling these was a tenth of their start.
"""

from __future__ import annotations

import re
from typing import cast


class _LazyPattern:
    """Stands in for a pattern, and becomes one with the first use."""

    def __init__(self, pattern: str, flags: re.RegexFlag) -> None:
        self._source = pattern, flags

    def __getattr__(self, name: str) -> object:
        attribute = getattr(re.compile(*self._source), name)
        # Later uses find it without this method; `re` keeps few patterns.
        setattr(self, name, attribute)
        return attribute


def compile_lazily(pattern: str, flags: re.RegexFlag = re.NOFLAG) -> re.Pattern[str]:
    """Return what `re.compile` would, without compiling it yet."""
    return cast("re.Pattern[str]", _LazyPattern(pattern, flags))
