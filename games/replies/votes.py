"""DOOR: a person's letter -> their say in a vote of the table, which its address names."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.engine import notation
from games.engine.contract import Refused, UnreadableDecision
from games.models import Ballot, Player, Seat
from games.presentation import errors_text, links
from games.services.votes import answer_ballot
from notifications import gateway
from notifications.gateway import Draft, Reply

# In English, French, German, as notation.tokenize_line() writes them, and as the e-mail numbers
# them.
YES = frozenset(["yes", "y", "oui", "ja", "1", "agree", "agreed", "ok", "okay", "si"])
NO = frozenset(["no", "n", "non", "nein", "2"])
# So many own lines are looked at; what follows is chat.
MOST_LINES = 4


def read_ballot(reply: Reply) -> str:
    """Take the answer in a letter, or say by letter why not. Returns the reason code.

    Only the seat's own player has a say, as with moves.
    """
    ballot = Ballot.objects.select_related("vote__match").filter(token=reply.token).first()
    if ballot is None:
        return "unknown_prompt"
    seats = Seat.objects.select_related("player")
    player = seats.get(match=ballot.vote.match, number=ballot.seat).player
    if not player.is_active:
        return "inactive"
    if not reply.proven or not gateway.writes_from(player, reply.sender):
        _request_confirmation(reply, ballot, player)
        return "stranger" if reply.proven else "unproven"
    try:
        says = _parse_yes_or_no(reply)
        with transaction.atomic():
            answer_ballot(ballot, says, now=timezone.now())
    except Refused as refusal:
        line = (reply.lines or [""])[0][:200]
        _enqueue_email(
            reply, ballot, player, "refused", **errors_text.serialize_refusal(refusal), line=line
        )
        return refusal.code
    return "voted"


def _request_confirmation(reply: Reply, ballot: Ballot, player: Player) -> None:
    """Ask the player whether a letter that is not from an address of theirs is to count."""
    _enqueue_email(
        reply,
        ballot,
        player,
        "held",
        sender=reply.sender[:254],
        lines=[line[:300] for line in reply.lines[:MOST_LINES]],
        link_path=links.held_path(reply.letter_id),
        is_unproven=not reply.proven,
        ballot_token=ballot.token,
    )


def _parse_yes_or_no(reply: Reply) -> bool:
    """Whether the first line that is one of the two answers is a yes."""
    for line in reply.lines[:MOST_LINES]:
        said = notation.tokenize_line(line)[:1]
        if said and said[0] in YES | NO:
            return said[0] in YES
    raise UnreadableDecision("Please answer with one word: yes or no.")


def _enqueue_email(reply: Reply, ballot: Ballot, player: Player, kind: str, **data: object) -> None:
    if not reply.answerable:
        return
    match = ballot.vote.match
    facts = {"match": str(match.pk), "seat": ballot.seat, "answers": reply.message_id, **data}
    draft = Draft(
        key=f"{kind}-{reply.letter_id}",
        player_id=player.pk,
        kind=kind,
        thread=f"match-{match.number}",
        reply_token=ballot.token,
        data=facts,
    )
    gateway.post_notifications([draft], now=timezone.now())
