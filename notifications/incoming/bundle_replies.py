"""Read replies to bundles and daily lists: answers are passed to the readers of their questions.

A question of a bundle has a letter (“A 2”), one of a daily list the number of its match (“12: 3”).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from notifications.incoming import intake
from notifications.incoming.intake import Reply, Whole
from notifications.models import Notification
from notifications.outgoing import outbox
from notifications.outgoing.outbox import Draft
from notifications.outgoing.planning import BUNDLE, DAILY_LIST
from notifications.preferences import sender_addresses

# Maximum number of lines of a reply that are read.
MAX_LINES = 60

# “A 2”, “a: pass”, “A2”. No block has the letter I or J, not even in e-mails that were sent when
# some did: “I pass”, “j’achète”.
_ORDER = re.compile(r"\W{0,3}([A-HK-Za-hk-z])(?:[\s.:)=–-]{1,4}(?=\S)|(?=\d))(.{1,500})")
# Several numbers in one line: “a2 b1”, “A 2, C: 1 and D 3”.
_COMPACT_ANSWERS = re.compile(
    r"(?:\W{0,3}(?:(?:and|et|und)\s)?[A-Za-z]\s?:?\s?\d{1,3}\b){2,10}\W{0,3}", re.IGNORECASE
)
_PIECE = re.compile(r"\b[A-Za-z]\s?:?\s?\d{1,3}")
# The number of a match with its mark, “12: 3” or “#12 = pass”, at the beginning of an answer.
_NUMBER_MARK = re.compile(r"(?<![^\s,;])#?(\d{1,9})\s?[:=]\s?")
# “12 pass”, “12 - 3”, “#12. 3”: a line with one answer, without that mark.
_NUMBERED_LINE = re.compile(r"\W{0,3}(\d{1,9})(?:\s?[.)–-]{1,2}\s?|\s{1,3})(\S.{0,499})")
# What people write between two answers.
JOINTS, JOINT_MARKS = ("and", "et", "und"), " \t,;."
# A line that is more than a greeting or a name: it begins with a letter alone, or with a number.
_ATTEMPT = re.compile(r"[\s(\[#*-]{0,3}(?:[A-Za-z]|\d{1,2})\b")


def read_bundle_reply(reply: Reply) -> str:
    """Pass each answer such as “A 2” to the reader of its question; return the reason code.

    The code is "bundle_mixed" if the lines got different codes. Lines that name no block are named
    in an e-mail that explains how to reply; greetings and names beside others are not.
    """
    bundle = _find_bundle(reply.token)
    if bundle is None:
        return "unknown_bundle"
    tokens = bundle.data["blocks"]
    orders, left = parse_block_answers(reply.lines, tokens)
    if not orders and len(tokens) == 1:
        # A list of a single question: all lines are about it.
        [token] = tokens.values()
        return _pass_to_reader(reply, token, reply.lines, [])
    beside = list(left.values())
    reply = msgspec.structs.replace(reply, whole=Whole(reply.token, reply.lines, list(orders)))
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
    bundle = _find_bundle(token)
    blocks = bundle.data["blocks"] if bundle else {}
    orders, _ = parse_block_answers([line], blocks)
    if not orders and len(blocks) == 1:
        orders = {token: [line] for token in blocks.values()}
    answers = [(block, answer) for block, lines in orders.items() for answer in lines]
    return bool(answers) and all(intake.is_answer(block, answer) for block, answer in answers)


def _find_bundle(token: str) -> Notification | None:
    """Return the bundle or daily list with a reply token."""
    bundles = Notification.objects.filter(kind__in=[BUNDLE, DAILY_LIST], reply_token=token)
    return bundles.select_related("player").first()


def parse_block_answers(
    lines: list[str], tokens: dict[str, str]
) -> tuple[dict[str, list[str]], dict[int, str]]:
    """Return token -> answers, and the lines that do not name a block, by their index.

    >>> parse_block_answers(["a 2", "C: pass", "I pass"], {"A": "t1", "C": "t3", "I": "t9"})
    ({'t1': ['2'], 't3': ['pass']}, {2: 'I pass'})
    >>> parse_block_answers(["a2 b1"], {"A": "t1", "B": "t2"})
    ({'t1': ['2'], 't2': ['1']}, {})
    >>> parse_block_answers(["12: 3, 14: pass", "99: 1"], {"12": "t1", "14": "t2"})
    ({'t1': ['3'], 't2': ['pass']}, {1: '99: 1'})
    """
    orders: dict[str, list[str]] = {}
    left = {}
    for at, line in enumerate(lines[:MAX_LINES]):
        answers = _split_numbered_answers(line.strip(), tokens) or _split_lettered_answers(line)
        if answers and all(code in tokens for code, _ in answers):
            for code, answer in answers:
                orders.setdefault(tokens[code], []).append(answer)
        else:
            left[at] = line
    return orders, left


def _split_lettered_answers(line: str) -> list[tuple[str, str]]:
    """Return (letter, answer) of the answers in a line; [] if a part of it is none."""
    pieces = _PIECE.findall(line) if _COMPACT_ANSWERS.fullmatch(line.strip()) else [line.strip()]
    matches = [_ORDER.fullmatch(piece) for piece in pieces]
    answers = [(match[1].upper(), match[2].strip()) for match in matches if match]
    return answers if len(answers) == len(pieces) else []


def _split_numbered_answers(line: str, tokens: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return (number of the match, answer) of the answers in a line; [] if it has none.

    A number with a mark that is no match of the list is one if the line begins with it, or if it
    stands behind a comma: “12: 3, 99: 2” names a match that is not there.
    """
    if not any(map(str.isdigit, tokens)):
        return []
    marks = [
        mark
        for mark in _NUMBER_MARK.finditer(line)
        if mark[1] in tokens or line[: mark.start()].rstrip()[-1:] in ("", ",", ";")
    ]
    if not marks or _strip_joint(line[: marks[0].start()]):
        numbered_line = _NUMBERED_LINE.fullmatch(line)
        return (
            [(numbered_line[1], numbered_line[2].strip())]
            if numbered_line and numbered_line[1] in tokens
            else []
        )
    ends = [*(mark.start() for mark in marks[1:]), len(line)]
    return [
        (mark[1], _strip_joint(line[mark.end() : end]))
        for mark, end in zip(marks, ends, strict=True)
    ]


def _strip_joint(text: str) -> str:
    """Return an answer without what joins it to the next one: “3 and”, “pass,”."""
    text = text.strip(JOINT_MARKS)
    rest, _, last = text.rpartition(" ")
    return rest.rstrip(JOINT_MARKS) if last.lower() in JOINTS else text


def _list_unread_lines(lines: list[str], left: dict[int, str]) -> list[str]:
    """Return the lines beside answers that may be meant as answers, too.

    Those between answers are; above and below them people write greetings and names.
    """
    answer_indexes = [at for at in range(len(lines[:MAX_LINES])) if at not in left]
    return [
        line
        for at, line in left.items()
        if answer_indexes[0] < at < answer_indexes[-1]
        or _ATTEMPT.match(line)
        or _NUMBER_MARK.search(line)
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
            "is_numbered": any(map(str.isdigit, bundle.data["blocks"])),
        },
    )
    outbox.post([draft], now=reply.received_at)
