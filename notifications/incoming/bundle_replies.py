"""Read replies to bundles: each line is passed to the reader of its block's question."""

from __future__ import annotations

import re

import msgspec

from notifications.incoming import intake
from notifications.incoming.intake import Reply
from notifications.models import Notification
from notifications.outgoing import outbox
from notifications.outgoing.outbox import Draft
from notifications.outgoing.planning import BUNDLE
from notifications.preferences import sender_addresses

# Maximum number of lines of a reply that are read.
MAX_LINES = 20

_ORDER = re.compile(r"\W{0,3}([A-Ja-j])(?:[\s.:)=–-]{1,4})(\S.{0,500})")


def read_bundle_reply(reply: Reply) -> str:
    """Pass each line such as “A 2” to the reader of that block's question; return the reason code.

    The code is "bundle_mixed" if the lines got different codes. If no line names a block, the
    player gets an e-mail that explains how to reply.
    """
    asked = (
        Notification.objects.select_related("player")
        .filter(kind=BUNDLE, reply_token=reply.token)
        .first()
    )
    if asked is None:
        return "unknown_bundle"
    orders = parse_block_answers(reply.lines, asked.data["blocks"])
    if orders:
        codes = {_pass_to_reader(reply, token, lines) for token, lines in orders.items()}
        return codes.pop() if len(codes) == 1 else "bundle_mixed"
    player = asked.player
    if not sender_addresses.owns_sender_address(player, reply.sender):
        return "stranger"
    if reply.answerable:
        _send_bundle_help(asked, reply)
    return "bundle_unreadable"


def parse_block_answers(lines: list[str], tokens: dict[str, str]) -> dict[str, list[str]]:
    """Return token -> answers: the lines that begin with the code letter of a block.

    >>> parse_block_answers(["a 2", "C: pass", "good luck"], {"A": "t1", "C": "t3"})
    {'t1': ['2'], 't3': ['pass']}
    """
    orders: dict[str, list[str]] = {}
    for line in lines[:MAX_LINES]:
        found = _ORDER.fullmatch(line.strip())
        token = tokens.get(found[1].upper()) if found else None
        if found and token:
            orders.setdefault(token, []).append(found[2])
    return orders


def _pass_to_reader(reply: Reply, token: str, lines: list[str]) -> str:
    return intake.read_reply(msgspec.structs.replace(reply, token=token, lines=lines))


def _send_bundle_help(asked: Notification, reply: Reply) -> None:
    draft = Draft(
        key=f"bundle_help-{reply.email_id}",
        player_id=asked.player_id,
        kind="bundle_help",
        data={"answers": reply.message_id, "line": (reply.lines or [""])[0][:200]},
    )
    outbox.post([draft], now=reply.received_at)
