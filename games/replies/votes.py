"""Reply handler for votes: an e-mail answers the ballot that its address names."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from games.engine.contract import Refused, UnreadableDecision
from games.models import Ballot, Player, Seat
from games.presentation import errors_text
from games.replies import one_word
from games.replies.responses import response_key, serialize_held_reply
from games.services.play.votes import answer_ballot
from notifications import gateway
from notifications.gateway import Draft, Reply

# In English, French, German, as notation.tokenize_line() returns them, and their numbers in the
# e-mail.
YES = frozenset(["yes", "y", "oui", "ja", "1", "agree", "agreed", "ok", "okay", "si"])
NO = frozenset(["no", "n", "non", "nein", "2"])
# Maximum number of lines that are searched; what follows is ignored.
MAX_LINES = 20


def read_ballot(reply: Reply) -> str:
    """Process a vote, or reply why not.

    Returns the reason code.

    Only the seat's own player may vote, as with moves.
    """
    ballot = Ballot.objects.select_related("vote__match").filter(token=reply.token).first()
    if ballot is None:
        return "unknown_prompt"
    seats = Seat.objects.select_related("player")
    player = seats.get(match=ballot.vote.match, number=ballot.seat).player
    if not player.is_active:
        return "inactive"
    if not reply.is_authenticated or not gateway.owns_sender_address(player, reply.sender):
        _request_confirmation(reply, ballot, player)
        return "stranger" if reply.is_authenticated else "unproven"
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
    """Ask the player to confirm an e-mail that is not provably from an address of theirs."""
    facts = serialize_held_reply(reply)
    _enqueue_email(reply, ballot, player, "held", **facts, ballot_token=ballot.token)


def _parse_yes_or_no(reply: Reply) -> bool:
    """Return whether the lines agree on yes. Raises UnreadableDecision."""
    meanings = dict.fromkeys(YES, True) | dict.fromkeys(NO, False)
    says = one_word.choose_word(reply.lines[:MAX_LINES], meanings)
    if says is not None:
        return says
    raise UnreadableDecision("Please answer with one word: yes or no.")


def _enqueue_email(reply: Reply, ballot: Ballot, player: Player, kind: str, **data: object) -> None:
    if not reply.answerable:
        return
    match = ballot.vote.match
    facts = {"match": str(match.pk), "seat": ballot.seat, "answers": reply.message_id, **data}
    draft = Draft(
        key=response_key(kind, reply, ballot.pk),
        player_id=player.pk,
        kind=kind,
        thread=f"match-{match.number}",
        reply_token=ballot.token,
        data=facts,
    )
    gateway.post_notifications([draft], now=timezone.now())
