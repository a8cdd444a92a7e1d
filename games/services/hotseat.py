"""Matches on one device: one person holds several seats, for friends who pass the device around.

Each of the others has a player of their own without an address, a companion, whose owner is the
person who opened the match.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import BadOptions
from games.models import Match, Player, Status
from games.services.names import LONGEST, BadName, check_person

# Maximum number of unfinished matches on one device, per player.
MAX_RUNNING = 20


def check_companions(names: Sequence[str], free: int) -> None:
    """Raise BadOptions unless these are different names for all `free` seats."""
    if len(names) != free:
        raise BadOptions("Give {many} names, one for each other seat.", many=free)
    if len({name.casefold() for name in names}) < len(names):
        raise BadOptions("Give everybody a different name.")
    for name in names:
        if not name.strip() or not name.isprintable() or len(name) > LONGEST:
            raise BadOptions("A name has at most {most} characters.", most=LONGEST)
        try:
            check_person(name)
        except BadName as refusal:
            raise BadOptions(str(refusal)) from None


def count_running(player: Player) -> int:
    """Return how many matches on one device the player has not finished."""
    mine = Match.objects.filter(created_by=player, is_hotseat=True)
    return mine.exclude(status=Status.FINISHED).count()


def create_companions(player: Player, names: Sequence[str]) -> list[Player]:
    """Create the players of those who sit at the device of `player`."""
    return [
        Player.objects.create_guest(
            display_name=name, owner=player, language=player.language, zone=player.zone
        )
        for name in names
    ]
