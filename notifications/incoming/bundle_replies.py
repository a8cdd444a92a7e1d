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

# “A 2”, “a: pass”, “A2”. No block has the letter I or J, not even in e-mails that were sent when
# some did: “I pass”, “j’achète”.
_ORDER = re.compile(r"\W{0,3}([A-HK-Za-hk-z])(?:[\s.:)=–-]{1,4}(?=\S)|(?=\d))(.{1,500})")
# Several numbers in one line: “a2 b1”, “A 2, C: 1 and D 3”.
_COMPACT_ANSWERS = re.compile(
    r"(?:\W{0,3}(?:(?:and|et|und)\s)?[A-Za-z]\s?:?\s?\d{1,3}\b){2,10}\W{0,3}", re.IGNORECASE
)
_PIECE = re.compile(r"\b[A-Za-z]\s?:?\s?\d{1,3}")
# A line that is more than a greeting or a name: it begins with a letter alone, or with a number.
_ATTEMPT = re.compile(r"[\s(\[#*-]{0,3}(?:[A-Za-z]|\d{1,2})\b")


def read_bundle_reply(reply: Reply) -> str:
    """Pass each line such as “A 2” to the reader of that block's question; return the reason code.

    The code is "bundle_mixed" if the lines got different codes. Lines that name no block are named
    in an e-mail that explains how to reply; greetings and names beside others are not.
    """
    bundle = (
        Notification.objects.select_related("player")
        .filter(kind=BUNDLE, reply_token=reply.token)
        .first()
    )
    if bundle is None:
        return "unknown_bundle"
    orders, left = parse_block_answers(reply.lines, bundle.data["blocks"])
    beside = list(left.values())
    codes = {_pass_to_reader(reply, token, lines, beside) for token, lines in orders.items()}
    unread = _list_unread_lines(reply.lines, left) if orders else beside
    if orders and not unread:
        return codes.pop() if len(codes) == 1 else "bundle_mixed"
    if not sender_addresses.owns_sender_address(bundle.player, reply.sender):
        return "stranger"
    if reply.answerable:
        _send_bundle_help(bundle, reply, unread, is_partial=bool(orders))
    return "bundle_in_part" if orders else "bundle_unreadable"


def is_bundle_answer(token: str, line: str) -> bool:
    """Return whether a line names blocks of a bundle, and answers the question of each."""
    bundle = Notification.objects.filter(kind=BUNDLE, reply_token=token).first()
    blocks = bundle.data["blocks"] if bundle else {}
    orders, _ = parse_block_answers([line], blocks)
    answers = [(block, answer) for block, lines in orders.items() for answer in lines]
    return bool(answers) and all(intake.is_answer(block, answer) for block, answer in answers)


def parse_block_answers(
    lines: list[str], tokens: dict[str, str]
) -> tuple[dict[str, list[str]], dict[int, str]]:
    """Return token -> answers, and the lines that do not name a block, by their index.

    >>> parse_block_answers(["a 2", "C: pass", "I pass"], {"A": "t1", "C": "t3", "I": "t9"})
    ({'t1': ['2'], 't3': ['pass']}, {2: 'I pass'})
    >>> parse_block_answers(["a2 b1"], {"A": "t1", "B": "t2"})
    ({'t1': ['2'], 't2': ['1']}, {})
    """
    orders: dict[str, list[str]] = {}
    left = {}
    for at, line in enumerate(lines[:MAX_LINES]):
        pieces = (
            _PIECE.findall(line) if _COMPACT_ANSWERS.fullmatch(line.strip()) else [line.strip()]
        )
        matches = [_ORDER.fullmatch(piece) for piece in pieces]
        answers = [(tokens.get(match[1].upper()), match[2]) for match in matches if match]
        if len(answers) == len(pieces) and all(token for token, _ in answers):
            for token, answer in answers:
                orders.setdefault(str(token), []).append(answer.strip())
        else:
            left[at] = line
    return orders, left


def _list_unread_lines(lines: list[str], left: dict[int, str]) -> list[str]:
    """Return the lines beside answers that may be meant as answers, too.

    Those between answers are; above and below them people write greetings and names.
    """
    answer_indexes = [at for at in range(len(lines[:MAX_LINES])) if at not in left]
    return [
        line
        for at, line in left.items()
        if answer_indexes[0] < at < answer_indexes[-1] or _ATTEMPT.match(line)
    ]


def _pass_to_reader(reply: Reply, token: str, lines: list[str], beside: list[str]) -> str:
    part = msgspec.structs.replace(reply, token=token, lines=lines, spaced_lines=[], beside=beside)
    return intake.read_reply(part)


def _send_bundle_help(
    bundle: Notification, reply: Reply, left: list[str], *, is_partial: bool
) -> None:
    draft = Draft(
        key=f"bundle_help-{reply.email_id}",
        player_id=bundle.player_id,
        kind="bundle_help",
        data={
            "answers": reply.message_id,
            "lines": [line[:200] for line in left],
            "is_partial": is_partial,
        },
    )
    outbox.post([draft], now=reply.received_at)
