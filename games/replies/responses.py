"""A player's e-mail about a prompt, and the e-mails that reply to it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from msgspec import Struct

from games.models import Match, Player, Prompt, sql
from games.presentation import links
from notifications import gateway
from notifications.gateway import Draft, Reply

# Maximum number and length of the lines of a quarantined e-mail: as many as are read.
MAX_HELD_LINES, MAX_HELD_CHARACTERS = 60, 300


class ReplyContext(Struct, frozen=True):
    """An e-mail, the prompt of its address, and the player of the prompt's seat."""

    reply: Reply
    prompt: Prompt
    player: Player

    @property
    def match(self) -> Match:
        """The match that the e-mail is about."""
        return self.prompt.match


def response_key(kind: str, reply: Reply, question: UUID) -> str:
    """Return the key of a notification about a reply: one for each question that it answers.

    A quarantined e-mail has one link, which names the e-mail.
    """
    return f"{kind}-{reply.email_id}" + ("" if kind == "held" else f"-{question.hex}")


def post_response(
    context: ReplyContext,
    kind: str,
    *,
    thread: str | None = None,
    token: str = "",
    has_played: bool = False,
    **data: object,
) -> None:
    """Queue a reply of a kind, unless the e-mail must not be answered.

    One that has played an answer is confirmed even if it repeats another that could not be played.
    What is refused in the same words is told once more, briefly; then only the player's page tells.
    With `thread` "" it is sent even to players who want no e-mails about the match. Replies to it
    go to the prompt named by `token`; by default to the seat's open prompt, which the e-mail shows;
    without one, to the prompt the player wrote about, whose address still accepts commands.
    """
    reply, match = context.reply, context.match
    is_brief = reply.is_second and kind == "refused"
    may_answer = reply.answerable or is_brief or (reply.repeats and has_played)
    if not may_answer or context.player.is_bot:
        return
    if is_brief:
        data["is_again"] = True
    draft = Draft(
        key=response_key(kind, reply, context.prompt.pk),
        player_id=context.player.pk,
        kind=kind,
        thread=f"match-{match.number}" if thread is None else thread,
        reply_token=token or getattr(open_question(context.prompt), "token", context.prompt.token),
        data={
            "match": str(match.pk),
            "seat": context.prompt.seat,
            "prompt": str(context.prompt.pk),
            "answers": reply.message_id,
            # Two e-mails may propose something: a “yes” agrees to the later one.
            "at": timezone.now().isoformat(),
            **data,
        },
    )
    gateway.post_notifications([draft], now=timezone.now())


def serialize_held_reply(reply: Reply) -> dict[str, Any]:
    """Return what a quarantined e-mail says, in whole, for its player to confirm."""
    whole = reply.whole
    lines = whole.lines if whole else reply.lines
    return {
        "sender": reply.sender[:254],
        "lines": [line[:MAX_HELD_CHARACTERS] for line in lines[:MAX_HELD_LINES]],
        "link_path": links.held_path(reply.email_id),
        "is_unproven": not reply.is_authenticated,
        **({"whole_token": whole.token, "parts": whole.parts} if whole else {}),
    }


def open_question(prompt: Prompt) -> Prompt | None:
    """Return the open prompt of the seat of `prompt`; None if there is none."""
    return next(
        iter(sql.fetch_rows(Prompt, sql.OPEN_PROMPT_OF_SEAT, prompt.match_id, prompt.seat)), None
    )
