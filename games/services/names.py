"""What players are called: bots bear a mark that nobody else may."""

from __future__ import annotations

import re
import unicodedata

from games.rules.contract import Refused

# What every name of a player's bot ends with, wherever it is read.
MARK = " (bot)"
# Letters of a bot's name without it.
LONGEST_OF_BOT = 40 - len(MARK)
# A bracket with a word for a bot in a language of ours behind it, or what house bots are called.
LIKE_MARK = re.compile(r"[(<].*\b(bot|robot|hausbot|roboter)s?\b|^(strong )?bot \d+$")


class BadName(Refused):
    """Not a name by which others would know whom they meet."""

    code = "bad_name"


def of_bot(name: str) -> str:
    """Return the name that a bot bears, with its mark. Raises BadName."""
    plain = " ".join(name.split()).removesuffix(MARK).strip()
    if not plain or not plain.isprintable() or len(plain) > LONGEST_OF_BOT:
        raise BadName(
            "A bot’s name is one line of letters that can be seen, {most} at most.",
            most=LONGEST_OF_BOT,
        )
    return plain + MARK


def check_person(name: str) -> None:
    """Raise BadName for what looks like the name of a bot, in any of our languages."""
    if LIKE_MARK.search("".join(map(_folded, unicodedata.normalize("NFKC", name).casefold()))):
        raise BadName("Only bots are called so: leave out what looks like the mark of a bot.")


def _folded(letter: str) -> str:
    """Any opening bracket or quotation mark as a round bracket."""
    return "(" if unicodedata.category(letter) in ("Ps", "Pi") else letter
