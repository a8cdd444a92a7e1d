"""Rematches: the same game with the same people, everybody one seat earlier."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.engine.contract import Refused
from games.models import Invitation, Match, Player, Seat, Status
from games.services import invitations, matches, sanctions
from games.services.play import dealing

# Fields copied from the previous match.
SAME = (
    *("game", "options", "seats_wanted", "private", "watchable", "hours_per_turn", "undo"),
    *("bots_welcome", "is_hotseat", "deadline_time", "deadline_zone", "language"),
    *("hours_per_offer", "counts_minutes", "bank", "on_silence", "absences", "min_punctuality"),
    *("least_rating", "most_rating"),
)


class CannotPlayAgain(Refused):
    """The match is not over, or the player did not play in it."""

    code = "cannot_play_again"


@transaction.atomic
def offer_rematch(
    match: Match,
    player: Player,
    *,
    word: str = "",
    word_source: Seat.WordSource = Seat.WordSource.TYPED,
    now: datetime | None = None,
) -> Match:
    """Offer a rematch and return the new match, or the one that was offered before.

    Everybody moves one seat earlier, so that the second player starts. `player` and house bots join
    at once, the seats of the others are reserved while they are invited; the last one to accept
    starts the match. `word` is the player's contribution to the shuffle, "" for none. Raises
    CannotPlayAgain, CannotJoin and PlayerSuspended.
    """
    now = now or timezone.now()
    if player.is_bot:
        raise CannotPlayAgain("Bots cannot invite anyone.")
    sanctions.check_may_join(player, now=now)
    match = Match.objects.select_for_update(no_key=True).get(pk=match.pk)
    seats = list(match.seats.select_related("player").order_by("number"))
    if match.status != Status.FINISHED or player.pk not in [seat.player_id for seat in seats]:
        raise CannotPlayAgain("Only players who finished the match can ask for a rematch.")
    rematch = Match.objects.filter(rematch_of=match).first()
    if rematch is not None:
        return rematch
    word_and_source = dealing.checked_word(word, word_source)
    again = Match.objects.create(
        **{name: getattr(match, name) for name in SAME},
        rematch_of=match,
        created_by=player,
        secret=dealing.new_secret(),
    )
    again.refresh_from_db(fields=["number", "created_at"])
    invitees = []
    for seat in seats:
        number = (seat.number - 1) % match.seats_wanted
        if seat.player.is_house_bot:
            none = Seat.WordSource.NONE
            Seat.objects.create(match=again, number=number, player=seat.player, word_source=none)
        elif seat.player.is_companion:
            Seat.objects.create(match=again, number=number, player=seat.player)
        elif seat.player_id == player.pk:
            word_columns = dict(zip(("word", "word_source"), word_and_source, strict=True))
            Seat.objects.create(match=again, number=number, player=player, **word_columns)
        elif seat.player.is_active:
            invitees.append((number, seat.player))
    for number, other in invitees:
        _invite_to_rematch(again, player, other, number, now)
    matches.deal_if_full(again, now)
    return again


def _invite_to_rematch(
    match: Match, player: Player, other: Player, seat: int, now: datetime
) -> None:
    row = Invitation(
        match=match,
        inviter=player,
        player=other,
        digest=invitations.address_digest(other.email),
        seat=seat,
        sent_at=now,
        expires_at=now + invitations.LIVES,
    )
    invitations.send_invitation(row, is_limited=False)
