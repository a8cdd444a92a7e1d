"""Quote the line of an e-mail that was refused, with what may have been meant."""

from __future__ import annotations

from games.engine.contract import (
    AmbiguousDecision,
    Facts,
    ImpossibleDecision,
    Refused,
    UnreadableDecision,
)
from games.engine.order_words import OrderError
from games.presentation import orders as order_text
from games.replies import answers, commands, proposals
from games.replies.lines import small_talk
from games.replies.responses import ReplyContext
from games.services import order_commands

# What an explanation says that knows no more.
ANSWERS_NOTHING = "“{line}” does not answer this question."


def quote_refused_line(context: ReplyContext, refusal: Refused) -> Facts:
    """Return the refused line, and for an order a pointer to its wrong word and how to go on."""
    if not isinstance(refusal, OrderError):
        return _quote_unread_line(context, refusal)
    line, *pointer = refusal.text_with_caret().split("\n")
    player, question = context.player, context.prompt.question
    proposal = order_text.propose_orders(refusal, context.match, player, question=question)
    lines = [order_commands.format_order_line(row, player.language) for row in proposal.lines]
    return {
        "line": line[:200],
        "pointer": "".join(pointer)[:220],
        "nearest": list(proposal.words),
        "proposed": [line[:300] for line in lines],
    }


def _quote_unread_line(context: ReplyContext, refusal: Refused) -> Facts:
    """Return the line that a refusal is about, and the answers that are written most like it."""
    text = str(refusal.facts.get("line", "")).rstrip(" …")
    every = context.reply.lines
    about = next((line for line in every if text and line.strip().startswith(text)), "")
    lines = [row for row in every if not (small_talk.is_talk(row) or small_talk.is_closing(row))]
    line = about or next(iter(lines or context.reply.lines), "")
    quote = {"line": line[:200]}
    is_unclear = isinstance(refusal, UnreadableDecision | AmbiguousDecision)
    explains = isinstance(refusal, ImpossibleDecision) and refusal.sentence != ANSWERS_NOTHING
    if not is_unclear or explains:
        return quote
    reader = answers.find_reader(context.prompt, context.player)
    game, language = context.match.game, context.player.language
    candidates = [
        row
        for row in dict.fromkeys([line, *lines])
        if not commands.begins_with_command(row, game, language)
        and not order_commands.may_be_order(row)
    ]
    if reader is None or line not in candidates:
        return quote
    nearest = proposals.list_nearest_of(reader, refusal, candidates)
    return quote | ({"nearest": nearest} if nearest else {})
