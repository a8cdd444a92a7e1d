"""What a handler of a staff action works with: who acts, on what, and what it has changed."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec

from abyss_site.core.ids import uuid7
from games.engine.contract import Refused
from games.engine.text import format_sentence
from games.models import League, Match, Player
from games.services.house_bots import OF_THE_HOUSE


class CannotBeDone(Refused):
    """The action has nothing to act on, or does not say enough."""

    code = "cannot_be_done"


class ActionContext(msgspec.Struct):
    """A staff action while it is carried out, in a transaction. Handlers add to it."""

    by: Player
    now: datetime
    entry_id: UUID = msgspec.field(default_factory=uuid7)
    """The id that its row in the audit log will have."""
    match: Match | None = None
    """The match that is acted on, locked; None if there is none."""
    league: League | None = None
    """The league that is acted on; None if there is none."""
    player: Player | None = None
    """The player who is acted on; None if there is none, or they have left."""
    recipients: list[tuple[UUID, int | None]] = []
    """Who is told by e-mail: player ids, each with their seat in the match, None for no seat."""
    addresses: list[tuple[UUID, str]] = []
    """Which other addresses are told, each with the id of its player."""
    changes: list[str] = []
    """What has changed: sentences for the staff."""
    sentences: list[tuple[str, dict[str, object]]] = []
    """The same with its facts apart, to be translated."""
    amount: int | None = None
    """The hours or moves that count towards the limit of one person; None if nothing is counted."""

    def add_change(self, sentence: str, **facts: object) -> None:
        """Add what has changed: a sentence of the catalogues, with its facts by name."""
        self.sentences.append((sentence, facts))
        self.changes.append(format_sentence(sentence, facts))

    def require_match(self) -> Match:
        """Return the match. Raises CannotBeDone if there is none."""
        if self.match is None:
            raise CannotBeDone("Name the match.")
        return self.match

    def require_player(self) -> Player:
        """Return the player. Raises CannotBeDone if there is none, or it is a bot."""
        if self.player is None or self.player.is_bot:
            raise CannotBeDone("Name the player.")
        return self.player

    def notify_players(self) -> None:
        """Add all people in the match to the recipients."""
        people = self.require_match().seats.exclude(OF_THE_HOUSE)
        self.recipients += people.values_list("player_id", "number")
