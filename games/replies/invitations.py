"""Reply handler for invitations: an e-mail accepts or declines the one its address names."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from abyss_site.core.email_addresses import address_key
from games.engine import commitment
from games.engine.contract import Refused, UnreadableDecision
from games.models import Invitation, Player, Seat
from games.presentation import errors_text
from games.presentation import invitations as invitation_text
from games.presentation.shuffle import ShuffleWord
from games.replies import commands, one_word
from games.services import invitation_notifications, invitations
from games.services.names import BadName
from notifications import gateway
from notifications.gateway import Draft, Reply

# In English, French, German, as notation.tokenize_line() returns them, and their numbers in the
# e-mail.
ACCEPT = frozenset(
    ["accept", "accepted", "yes", "y", "1", "ok", "okay", "join"]
    + ["sure", "gladly", "of course", "with pleasure", "count me in", "i m in", "i am in"]
    + ["i d love to", "i would love to", "let s play", "let s do it", "love to", "play"]
    + ["accepte", "accepter", "oui", "si", "volontiers", "avec plaisir", "bien sur", "d accord"]
    + ["je joue", "je participe", "je suis partant", "je suis partante", "avec grand plaisir"]
    + ["annehmen", "angenommen", "ja", "gern", "gerne", "klar", "na klar", "mit vergnugen"]
    + ["sehr gern", "sehr gerne", "liebend gern", "liebend gerne", "mit freude"]
    + ["ich bin dabei", "bin dabei", "dabei", "ich mache mit"]
)
DECLINE = frozenset(
    [
        "decline",
        "declined",
        "no",
        "n",
        "2",
        "count me out",
        "not this time",
        "not now",
        "decliner",
        "refuse",
        "refuser",
        "non",
        "pas cette fois",
        "malheureusement non",
        "malheureusement pas",
        "ablehnen",
        "abgelehnt",
        "nein",
        "diesmal nicht",
        "leider nicht",
        "leider nein",
    ]
)
# Maximum number of lines that are searched; what follows is ignored.
MAX_LINES = 20


def read_invitation(reply: Reply) -> str:
    """Process an answer to an invitation, or reply why not.

    Returns the reason code.

    It counts if sent from an address of the player's, or from the very address that was invited.
    Other senders get no reply: the invitee gets the invitation again.
    """
    row = invitation_text.row_of(reply.token)
    if row is None:
        return "unknown_prompt"
    if row.player is not None and not row.player.is_active:
        return "inactive"
    if not reply.is_authenticated or not _is_theirs(row, reply.sender):
        _ask_again(row, reply)
        return "stranger" if reply.is_authenticated else "unproven"
    try:
        says = _parse_acceptance(reply)
        with transaction.atomic():
            if not says:
                invitations.decline_invitation(row, now=timezone.now())
                return "declined"
            row.player = _get_or_create_player(row, reply)
            word = _derive_shuffle_word(reply)
            invitations.accept_invitation(row, **word, now=timezone.now())
    except Refused as refusal:
        _notify_player(row, reply, said="refused", **errors_text.serialize_refusal(refusal))
        return refusal.code
    _notify_player(row, reply, said="accepted", word=word["word"])
    return "accepted"


def _derive_shuffle_word(reply: Reply) -> ShuffleWord:
    """Return the word for the shuffle that an e-mail contributes: a hash of its Message-ID.

    An e-mail without one contributes none: everything else in it may have been added in transit.
    """
    if not reply.message_id.startswith("<"):
        return {"word": "", "word_source": Seat.WordSource.NONE}
    word = commitment.word_from_message_id(reply.message_id)
    return {"word": word, "word_source": Seat.WordSource.EMAIL}


def _is_theirs(row: Invitation, sender: str) -> bool:
    if row.player is None:
        return bool(sender) and address_key(sender) == address_key(row.address)
    return gateway.owns_sender_address(row.player, sender)


def _parse_acceptance(reply: Reply) -> bool:
    """Return whether the lines agree on accepting. Raises UnreadableDecision."""
    meanings = dict.fromkeys(ACCEPT, True) | dict.fromkeys(DECLINE, False)
    says = one_word.choose_word(reply.lines[:MAX_LINES], meanings)
    if says is not None:
        return says
    raise UnreadableDecision("Please answer with one word: accept or decline.")


def _get_or_create_player(row: Invitation, reply: Reply) -> Player:
    """Return the player who answers; a new one gets the name in the e-mail, if it is free."""
    language = row.inviter.language
    names = (commands.read_name(line, language) for line in reply.lines[:MAX_LINES])
    name = next(filter(None, names), "")
    try:
        with transaction.atomic():
            return invitations.register_invitee(row, name=name, language=language)[0]
    except BadName:
        # The reply asks for another name.
        return invitations.register_invitee(row, language=language)[0]


def _ask_again(row: Invitation, reply: Reply) -> None:
    """Notify a player that somebody else has answered; their links still work."""
    if row.player is not None:
        why = {"sender": reply.sender[:254], "is_unproven": not reply.is_authenticated}
        _enqueue_email(row, reply, "invitation", **why)


def _notify_player(row: Invitation, reply: Reply, **data: object) -> None:
    """Notify a player about the outcome of their e-mail; nobody without an account gets one."""
    if row.player is not None:
        line = (reply.lines or [""])[0][:200]
        _enqueue_email(row, reply, "invitation_answered", line=line, **data)


def _enqueue_email(row: Invitation, reply: Reply, kind: str, **data: object) -> None:
    if not reply.answerable or row.player is None or row.match is None:
        return
    facts = {"match": str(row.match_id), "invitation": str(row.pk), "answers": reply.message_id}
    draft = Draft(
        key=f"{kind}-{reply.email_id}-{row.pk}",
        player_id=row.player.pk,
        kind=kind,
        thread=invitation_notifications.thread_for_invitation(row),
        reply_token=row.token,
        data={**facts, **data},
    )
    gateway.post_notifications([draft], now=timezone.now())
