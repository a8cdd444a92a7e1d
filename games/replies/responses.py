"""What is posted to a player who wrote us a letter: always to their own address."""

from __future__ import annotations

from django.utils import timezone
from msgspec import Struct

from games.models import Match, Player, Prompt, sql
from notifications import gateway
from notifications.gateway import Draft, Reply


class Correspondence(Struct, frozen=True):
    """A letter, the question of its address, and the player of the seat it is put to."""

    reply: Reply
    prompt: Prompt
    player: Player

    @property
    def match(self) -> Match:
        """The match the letter is about."""
        return self.prompt.match


def post_response(
    letter: Correspondence,
    kind: str,
    *,
    thread: str | None = None,
    token: str = "",
    **data: object,
) -> None:
    """Post an answer of a kind, unless it would be one too many.

    `thread` "" lets it come even to those who want no letters about the match. An answer to our
    letter goes to the question called `token`; if none is named, to what the seat is asked by now,
    which it shows; if that is nothing, to the one it wrote about, whose address still takes
    commands.
    """
    reply, match = letter.reply, letter.match
    if not reply.answerable or letter.player.is_bot:
        return
    draft = Draft(
        key=f"{kind}-{reply.letter_id}",
        player_id=letter.player.pk,
        kind=kind,
        thread=f"match-{match.number}" if thread is None else thread,
        reply_token=token or getattr(open_question(letter.prompt), "token", letter.prompt.token),
        data={
            "match": str(match.pk),
            "seat": letter.prompt.seat,
            "prompt": str(letter.prompt.pk),
            "answers": reply.message_id,
            **data,
        },
    )
    gateway.post_notifications([draft], now=timezone.now())


def open_question(prompt: Prompt) -> Prompt | None:
    """What the seat of a question is asked by now; None for nothing."""
    return next(
        iter(sql.fetch_rows(Prompt, sql.OPEN_PROMPT_OF_SEAT, prompt.match_id, prompt.seat)), None
    )
