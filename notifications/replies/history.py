"""Finding what was written earlier: quotes, the lines that announce them, and earlier letters.

Attributions are known by their shape (a date or an address, and an end that announces something),
so that a language we never saw is understood too; the tables of words only add certainty.
"""

from __future__ import annotations

import re

from . import words
from .lines import ATTRIBUTION, HISTORY, OLD, QUOTE, Line, next_line

# Patterns look at no more of a line than this.
WIDTH = 400
# An attribution that a program wrapped has at most this many lines.
TALLEST = 4

_QUOTED = re.compile(r"\s{0,8}(?:>|\w{1,3}>\s)")
_BAR = re.compile(r"\s{0,4}[|}:](?:\s|$)")
_DATE = re.compile(r"\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\b(?:19|20)\d\d\b|\d\s?[年년]|٢٠\d\d")
_TIME = re.compile(r"\b\d{1,2}\s?(?:[:.h]|Uhr)\s?\d{2}\b|\d\s?[時时시点點]")
_ADDRESS = re.compile(r"[^\s<>@\[\]()]{1,120}@[^\s<>@\[\]()]{1,120}")
_OPENER = re.compile(
    r"(?:on|am|le|el|em|il|op|den|på|dne|dnia|în|pada|vào|στις|в|у|w|a|ti|ma|la|su|il giorno|"
    r"\d{1,4}[.\s/-]|\w{2,9}[.,])\s?",
    re.IGNORECASE,
)
_NEEDS_SPACE = [word for word in words.WROTE if word[0] < "\u0e00"]
_NEEDS_NONE = [word for word in words.WROTE if word[0] >= "\u0e00"]
_WROTE = re.compile(
    rf"(?<!\w)(?:{'|'.join(_NEEDS_SPACE)})(?!\w)|{'|'.join(_NEEDS_NONE)}", re.IGNORECASE
)
_WROTE_END = re.compile(rf"(?:{'|'.join(words.WROTE)})[\s:：\-*]{{0,6}}$", re.IGNORECASE)
_FROM_LABEL = re.compile(
    rf"[\s*_>]{{0,6}}(?:{'|'.join(words.FROM)})[\s*_]{{0,4}}[:：]", re.IGNORECASE
)
_LABEL = re.compile(
    rf"[\s*_>]{{0,6}}(?:{'|'.join(words.FROM + words.OTHER_HEADERS)})[\s*_]{{0,4}}[:：]",
    re.IGNORECASE,
)
_ORIGINAL = re.compile(
    rf"[\s*]{{0,4}}[-_=‐–—]{{2,}}\s?(?:{'|'.join(words.ORIGINAL)})", re.IGNORECASE
)
# Words between dashes, in whatever language.
_DASHED = re.compile(r"\s{0,4}[-_=‐–—*]{3,}\s{0,3}[^\W\d_].{1,58}[^\s]\s{0,3}[-_=‐–—*]{2,}\s{0,3}$")
# "Label: value", in whatever language.
_FIELD = re.compile(r"[\s*_>]{0,6}[^\W\d_][^:：;,.!?@<>]{0,24}[:：][\s*]{0,20}\S")
_FIELD_HEAD = re.compile(r"[:：][\s*_]|^[^\W\d_]+[:：]")
_NAMED = re.compile(r"[^:]{0,80}<[^\s<>@]{1,120}@[^\s<>@]{1,120}>\s{0,3}$")
# "[Name, date and time]", alone in its line.
_BRACKETED = re.compile(r"\s{0,4}\[[^\[\]]{2,100},[^\[\]]{6,60}\]\s{0,3}[:：]?\s*$")
# A label alone in its line, its value in the next, as Notes writes.
_BARE_LABEL = re.compile(
    rf"\s{{0,8}}(?:{'|'.join(words.OTHER_HEADERS)})\s{{0,4}}[:：]?\s*$", re.IGNORECASE
)
# Whoever writes says "I wrote" of themselves; a program says it of somebody.
_MYSELF = f"(?:{'|'.join(words.MYSELF)})"
_I_WROTE = re.compile(
    rf"(?<!\w)(?:{_MYSELF}\s(?:\w{{1,12}}\s){{0,2}}(?:{'|'.join(_NEEDS_SPACE)})"
    rf"|(?:{'|'.join(_NEEDS_SPACE)})\s{_MYSELF})(?!\w)|{'|'.join(words.I_WROTE)}",
    re.IGNORECASE,
)
_FORWARD = re.compile(rf"[\s*]{{0,4}}(?:{'|'.join(words.FORWARD)})", re.IGNORECASE)
_NAME = re.compile(r"[^\W\d_]{2,40}")
_RULE = re.compile(r"\s{0,4}[-_=*‐–—]{5,}\s*$")


def mark_quotes(lines: list[Line]) -> None:
    """Mark the lines a program put a `>` or, several together, a `|` before."""
    bars = [bool(_BAR.match(line.text)) for line in lines]
    for at, line in enumerate(lines):
        beside = (at > 0 and bars[at - 1]) or (at + 1 < len(lines) and bars[at + 1])
        if (_QUOTED.match(line.text) and not line.stuffed) or (bars[at] and beside):
            line.why = line.why or QUOTE


def cut_history(lines: list[Line]) -> int:
    """Mark all from where an earlier letter starts unquoted; return that line, or their number."""
    for at, line in enumerate(lines):
        if line.why or line.blank:
            continue
        start = _start_of_history(lines, at)
        if start is not None:
            for old in lines[start:]:
                old.why = old.why or HISTORY
            return start
    return len(lines)


def mark_attributions(lines: list[Line]) -> None:
    """Mark the one to four lines that announce a quote standing right below them."""
    for at, line in enumerate(lines):
        if line.own and _stands_above_history(lines, at):
            height = _block_height(lines, at) or _height(lines, at)
            start = at - height + 1
            for above in lines[_above_rules(lines, start) if height else start : at + 1]:
                above.why = above.why or ATTRIBUTION


def mark_remainders(lines: list[Line]) -> None:
    """Mark the ends of quoted lines that a program wrapped without a new `>`."""
    for before, line, after in zip(lines, lines[1:], lines[2:], strict=False):
        wrapped = before.why == QUOTE and len(before.text) >= 60 and len(line.text) < 40
        if wrapped and line.own and after.why == QUOTE and not after.blank:
            line.why = QUOTE


def is_attribution(text: str, *, above_quote: bool) -> bool:
    """Tell whether a line announces somebody's words; with less evidence right above a quote.

    >>> is_attribution("On 3 Nov 2026, Ann <ann@example.org> wrote:", above_quote=False)
    True
    >>> is_attribution("My answer to your question:", above_quote=True)
    False
    """
    text = text.strip().strip("-*_ \u200e\u200f")
    if len(text) > WIDTH or not text:
        return False
    dated = bool(_DATE.search(text) or _TIME.search(text))
    addressed = bool(_ADDRESS.search(text))
    if (not above_quote and not (dated or addressed)) or _I_WROTE.search(text):
        return False
    announces = text[-1] in ":：" or bool(_WROTE_END.search(text[-40:]))
    if above_quote and (announces or text[-1] in ">,)]."):
        bracketed = text[0] == "[" and text[-1] == "]"
        told = addressed or (dated and (announces or bracketed))
        return told or bool(_WROTE.search(text))
    return announces and (dated + addressed == 2 or bool(_WROTE.search(text)))


def _start_of_history(lines: list[Line], at: int) -> int | None:
    """Return where the earlier letter announced by this line starts; None if it announces none."""
    text = lines[at].text[:WIDTH]
    if _ORIGINAL.match(text) or _FORWARD.match(text):
        return _above_rules(lines, at)
    is_block = _FIELD.match(text) or _LABEL.match(text)
    is_headed = is_block and _is_header_block(lines, at)
    if is_headed or _names_sender(lines, at) or _is_bracketed(text):
        return _above_rules(lines, at)
    if text.rstrip()[-1] in ":：-*" or _WROTE_END.search(text):
        below = next_line(lines, at + 1)
        if below < len(lines) and lines[below].why in OLD:
            return None
        height = _height(lines, at, above_quote=False)
        return _above_rules(lines, at - height + 1) if height else None
    return None


def _is_header_block(lines: list[Line], at: int) -> bool:
    """Tell whether From and two more header lines stand within seven lines."""
    block = [line.text[:WIDTH] for line in lines[at : at + 9] if not line.blank][:7]
    labels = sum(1 for text in block if _LABEL.match(text))
    if not _LABEL.match(lines[at].text[:WIDTH]):
        return _has_fields(lines, at)
    named = any(_FROM_LABEL.match(text) for text in block)
    short = labels >= 2 and _FROM_LABEL.match(block[0]) and _ADDRESS.search(block[0])
    return (labels >= 3 and named) or bool(short) or _has_fields(lines, at)


def _has_fields(lines: list[Line], at: int) -> bool:
    """Tell whether fields with an address and a date start here, in a language we do not know."""
    end = at
    while end < len(lines) and end - at < 7 and _FIELD.match(lines[end].text[:WIDTH]):
        end += 1
    values = [re.split("[:：]", line.text[:WIDTH], maxsplit=1)[-1] for line in lines[at:end]]
    dated = any(_DATE.search(value) for value in values)
    return end - at >= 3 and dated and any(_ADDRESS.search(value) for value in values[:2])


def _names_sender(lines: list[Line], at: int) -> bool:
    """Tell whether a name and, right below, a date stand here, as Notes writes.

    The name has its address, or fields stand below: "To", "cc", "Subject".
    """
    name = lines[at].text[:WIDTH].strip()
    below = next_line(lines, at + 1)
    text = lines[below].text[:WIDTH].strip() if below < len(lines) else ""
    if len(text) > 40 or not (_DATE.search(text) and _TIME.search(text)):
        return False
    if _NAMED.match(name):
        return True
    if _FIELD_HEAD.search(text) or not lines[below].own:
        return False
    fields = [line.text[:WIDTH] for line in lines[below + 1 : below + 15] if not line.blank][:8]
    labels = sum(bool(_BARE_LABEL.match(field) or _LABEL.match(field)) for field in fields)
    return len(name) <= 80 and name[-1] not in ".!?:," and labels >= 2


def _is_bracketed(text: str) -> bool:
    """Tell whether a name, a date and a time stand in brackets, as messengers announce a quote."""
    dated = _BRACKETED.match(text) and _DATE.search(text)
    return bool(dated and _TIME.search(_DATE.sub("", text)))


def _block_height(lines: list[Line], at: int) -> int:
    """Return how many lines up to this one are a block of headers; 0 if they are none."""
    start = at
    while (
        start >= 0
        and at - start < 7
        and lines[start].own
        and (_FIELD.match(lines[start].text[:WIDTH]) or _LABEL.match(lines[start].text[:WIDTH]))
    ):
        start -= 1
    height = at - start
    return height if height >= 3 and _is_header_block(lines[: at + 1], start + 1) else 0


def _above_rules(lines: list[Line], at: int) -> int:
    """Return the first of the rules and "Original Message" lines right above a line."""
    start = at
    while at > 0 and (lines[at - 1].blank or _is_rule(lines[at - 1].text[:WIDTH])):
        at -= 1
        start = start if lines[at].blank else at
    return start


def _is_rule(text: str) -> bool:
    known = _RULE.match(text) or _ORIGINAL.match(text) or _FORWARD.match(text)
    return bool(known or _DASHED.match(text))


def _stands_above_history(lines: list[Line], at: int) -> bool:
    below = next_line(lines, at + 1)
    return below < len(lines) and below - at <= 3 and lines[below].why in OLD


def _height(lines: list[Line], at: int, *, above_quote: bool = True) -> int:
    """Return how many lines up to this one are an attribution; 0 for none."""
    tallest = 0
    while tallest < TALLEST and at - tallest >= 0 and lines[at - tallest].own:
        tallest += 1
    texts = [" ".join(_texts(lines, at, height)) for height in range(1, tallest + 1)]
    for height, text in enumerate(texts, 1):
        if is_attribution(text, above_quote=False):
            height += _has_date_above(text, lines, at - height)
            return _wrapped_height(lines, at, height)
    if not above_quote:
        return 0
    for height, text in enumerate(texts[:2], 1):
        if is_attribution(text, above_quote=True):
            return _wrapped_height(lines, at, height)
    return 0


def _wrapped_height(lines: list[Line], at: int, height: int) -> int:
    """Return how many lines an attribution takes whose beginning a program may have wrapped.

    It then begins a paragraph, and no line of it had room for the first word of the next one.
    """
    taller = height
    while taller <= TALLEST and at - taller >= 0 and lines[at - taller].own:
        taller += 1
    texts = _texts(lines, at, taller)
    room = max(map(len, texts))
    if not height < taller <= TALLEST or _opens(texts[taller - height]):
        return height
    for text, below in zip(texts, texts[1:], strict=False):
        ends = text[-1] in "!?" or (text[-1] == "." and not below[0].isdigit())
        if ends or len(text) + 1 + len(below.split(" ")[0]) <= room:
            return height
    return taller


def _opens(text: str) -> bool:
    """Tell whether an attribution begins with this line: with when it was, and more than that."""
    dated = _DATE.search(text) or _TIME.search(text)
    named = len(_NAME.findall(text)) >= 2 and not _WROTE.match(text)
    return bool(_OPENER.match(text) and dated and named)


def _texts(lines: list[Line], at: int, height: int) -> list[str]:
    return [line.text[:WIDTH].strip() for line in lines[at - height + 1 : at + 1]]


def _has_date_above(text: str, lines: list[Line], above: int) -> int:
    """Return how many lines above belong to an attribution whose date stands there; mostly 0."""
    if _DATE.search(text):
        return 0
    for count in range(1, TALLEST):
        at = above - count + 1
        if at < 0 or not lines[at].own:
            return 0
        line = lines[at].text[:WIDTH].strip()
        if len(line) < 100 and _OPENER.match(line) and _DATE.search(line):
            return count if line[-1] not in ".!?" else 0
    return 0
