"""What players are called: bots bear a mark that nobody else may, and no two look alike."""

from __future__ import annotations

import re
import unicodedata

from django.db import IntegrityError, transaction

from games.engine import display_names
from games.engine.contract import Refused
from games.models import Player

# What every name of a player's bot ends with, wherever it is read.
MARK = " (bot)"
# Letters of a name, and of a bot's without its mark.
LONGEST = 40
LONGEST_OF_BOT = LONGEST - len(MARK)
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
    if LIKE_MARK.search(
        "".join(map(_fold_bracket, unicodedata.normalize("NFKC", name).casefold()))
    ):
        raise BadName("Only bots are called so: leave out what looks like the mark of a bot.")


def check_free(player: Player, name: str, *, is_staff: bool = False) -> None:
    """Raise BadName for a name of the house, or one that looks like another player's.

    Staff, or who is about to be (`is_staff`), may be called so. The database refuses a second name
    as well; `keep_name` tells of both.
    """
    if not (is_staff or player.is_staff) and display_names.is_house_name(name):
        raise BadName("This name is kept for the house and its staff. Choose another one.")
    if not display_names.name_key(name) or not name.isprintable() or len(name) > LONGEST:
        raise BadName(
            "A name is one line of letters that can be seen, {most} at most.", most=LONGEST
        )
    others = Player.objects.exclude(pk=player.pk)
    if others.filter(name_key=display_names.name_key(name)).exists():
        raise BadName("Another player is called so, or so alike that they would be mixed up.")


def keep_name(player: Player, name: str) -> None:
    """Save how a player is called from now on. Raises BadName."""
    check_free(player, name)
    player.display_name, player.has_chosen_name = name, True
    try:
        with transaction.atomic():
            player.save(update_fields=["display_name", "has_chosen_name"])
    except IntegrityError as error:
        # Somebody chose it at the same time.
        raise BadName(
            "Another player is called so, or so alike that they would be mixed up."
        ) from error


def _fold_bracket(letter: str) -> str:
    """Any opening bracket or quotation mark as a round bracket."""
    return "(" if unicodedata.category(letter) in ("Ps", "Pi") else letter
