"""The secrets that people received; at the end they are compared with their owners."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple

# Tokens of prompts and their signatures in addresses, seeds and secrets of matches, personal
# tokens, private notes, chat messages.
LOOKS = re.compile(
    r"(?<![a-z0-9])[a-z2-7]{26}(?=(?:[a-z2-7]{18})?(?![a-z0-9]))"
    r"|(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])"
    r"|abp_[0-9a-f]{40}|(?:note|say)-[0-9a-f]{16}"
)


class Secret(NamedTuple):
    """A secret, and who may read it where."""

    secret: str
    readers: frozenset[str]


class Leaks:
    """Everything that looks like a secret, for each person who received it by e-mail or on a
    page."""

    def __init__(self) -> None:
        # (channel, person) -> secrets.
        self.told: dict[tuple[str, str], set[str]] = defaultdict(set)

    def heard(self, how: str, whom: str, words: str) -> None:
        self.told[how, whom.lower()].update(LOOKS.findall(words))

    def found(self, secrets_of_players: list[Secret]) -> list[str]:
        """Return a sentence for each secret received by somebody who may not know it."""
        readers = {item.secret: item.readers for item in secrets_of_players}
        return [
            f"a {how} told {whom} a secret of {', '.join(sorted(readers[secret])) or 'the house'}"
            for (how, whom), secrets in sorted(self.told.items())
            for secret in sorted(secrets & set(readers))
            if whom not in readers[secret]
        ]
