"""Display names: only bots carry the mark of bots, and no two names look alike."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.engine import display_names
from games.engine.contract import Refused
from games.models import FormerName, Player

# The suffix of every name of a player's bot.
MARK = " (bot)"
# Maximum length of a name, and of a bot's without its mark.
LONGEST = 40
MAX_BOT_NAME_LENGTH = LONGEST - len(MARK)
# So long staff can read what somebody was called before.
FORMER_NAME_LIFETIME = timedelta(days=730)
# A bracket followed by a word for “bot” in one of our languages, or the name of a house bot.
LIKE_MARK = re.compile(r"^[^(<]*+[(<].*\b(bot|robot|hausbot|roboter)s?\b|^(strong )?bot \d+$")


class BadName(Refused):
    """A name that could deceive others about who they meet."""

    code = "bad_name"


def mark_bot_name(name: str) -> str:
    """Return the name of a bot, with its mark. Raises BadName."""
    plain = " ".join(name.split()).removesuffix(MARK).strip()
    if not plain or not plain.isprintable() or len(plain) > MAX_BOT_NAME_LENGTH:
        raise BadName(
            "A bot’s name is one line of at most {most} visible characters.",
            most=MAX_BOT_NAME_LENGTH,
        )
    return plain + MARK


def check_person(name: str) -> None:
    """Raise BadName for markup, and for a name like that of a bot in any of our languages."""
    check_markup(name)
    if LIKE_MARK.search(
        "".join(map(_fold_bracket, unicodedata.normalize("NFKC", name).casefold()))
    ):
        raise BadName("Only bots may use this name: leave out the bot mark.")


def check_markup(name: str) -> None:
    """Raise BadName for a name that is markup, which feed readers and mail programs may render."""
    if display_names.is_markup(name):
        raise BadName("A name cannot contain markup such as “<b>”.")


def check_free(player: Player, name: str, *, is_staff: bool = False) -> None:
    """Raise BadName for a name of the house, or one that looks like another player's.

    Staff, or somebody about to become staff (`is_staff`), may use the names of the house. The
    database rejects duplicate names as well; `save_name` handles both.
    """
    # First, because names that are too long take long to compare.
    if len(name) > LONGEST or not name.isprintable() or not display_names.name_key(name):
        raise BadName("A name is one line of at most {most} visible characters.", most=LONGEST)
    if not (is_staff or player.is_staff) and display_names.is_house_name(name):
        raise BadName("This name is reserved for the site and its staff. Choose another one.")
    check_markup(name)
    others = Player.objects.exclude(pk=player.pk)
    if others.filter(name_key=display_names.name_key(name)).exists():
        raise BadName("Another player has this name or one too similar.")


def save_name(player: Player, name: str) -> None:
    """Save a player's new name. Raises BadName."""
    check_free(player, name)
    before = player.display_name
    player.display_name, player.has_chosen_name = name, True
    try:
        with transaction.atomic():
            player.save(update_fields=["display_name", "has_chosen_name"])
            record_former_name(player, before, now=timezone.now())
    except IntegrityError as error:
        # A concurrent request has taken the name.
        raise BadName("Another player has this name or one too similar.") from error


def record_former_name(player: Player, before: str, *, now: datetime) -> None:
    """Keep for staff what a player was called, if they are called something else now."""
    if before != player.display_name:
        FormerName.objects.create(player=player, name=before, changed_at=now)


def forget_old_names(now: datetime) -> int:
    """Forget names that were given up long ago; return how many."""
    return FormerName.objects.filter(changed_at__lte=now - FORMER_NAME_LIFETIME).delete()[0]


def _fold_bracket(letter: str) -> str:
    """Return a round bracket for any opening bracket or quotation mark."""
    return "(" if unicodedata.category(letter) in ("Ps", "Pi") else letter
