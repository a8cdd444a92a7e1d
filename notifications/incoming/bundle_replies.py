"""Answers to bundles: each line goes to whoever reads answers to its block."""

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

# Lines of an answer to a bundle that are looked at.
MOST_LINES = 20

_ORDER = re.compile(r"\W{0,3}([A-Ja-j])(?:[\s.:)=–-]{1,4})(\S.{0,500})")


def read_bundle_reply(reply: Reply) -> str:
    """Hand each line such as “A 2” to whoever reads answers to that block's question."""
    asked = (
        Notification.objects.select_related("player")
        .filter(kind=BUNDLE, reply_token=reply.token)
        .first()
    )
    if asked is None:
        return "unknown_bundle"
    orders = read_orders(reply.lines, asked.data["blocks"])
    if orders:
        codes = {_hand_on(reply, token, lines) for token, lines in orders.items()}
        return codes.pop() if len(codes) == 1 else "bundle_mixed"
    player = asked.player
    if not sender_addresses.writes_from(player, reply.sender):
        return "stranger"
    if reply.answerable:
        _send_bundle_help(asked, reply)
    return "bundle_unreadable"


def read_orders(lines: list[str], tokens: dict[str, str]) -> dict[str, list[str]]:
    """Return what each question's token was answered: lines that begin with a block's letter.

    >>> read_orders(["a 2", "C: pass", "good luck"], {"A": "t1", "C": "t3"})
    {'t1': ['2'], 't3': ['pass']}
    """
    orders: dict[str, list[str]] = {}
    for line in lines[:MOST_LINES]:
        found = _ORDER.fullmatch(line.strip())
        token = tokens.get(found[1].upper()) if found else None
        if found and token:
            orders.setdefault(token, []).append(found[2])
    return orders


def _hand_on(reply: Reply, token: str, lines: list[str]) -> str:
    return intake.read_reply(msgspec.structs.replace(reply, token=token, lines=lines))


def _send_bundle_help(asked: Notification, reply: Reply) -> None:
    draft = Draft(
        key=f"bundle_help-{reply.letter_id}",
        player_id=asked.player_id,
        kind="bundle_help",
        data={"answers": reply.message_id, "line": (reply.lines or [""])[0][:200]},
    )
    outbox.post([draft], now=reply.received_at)
