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
DATE = re.compile(r"\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\b(?:19|20)\d\d\b|\d\s?[年년]|٢٠\d\d")
TIME = re.compile(r"\b\d{1,2}\s?(?:[:.h]|Uhr)\s?\d{2}\b|\d\s?[時时시点點]")
ADDRESS = re.compile(r"[^\s<>@\[\]()]{1,120}@[^\s<>@\[\]()]{1,120}")
_FROM_LABEL = re.compile(
    rf"[\s*_>]{{0,6}}(?:{'|'.join(words.FROM)})[\s*_]{{0,4}}[:：]", re.IGNORECASE
)
LABEL = re.compile(
    rf"[\s*_>]{{0,6}}(?:{'|'.join(words.FROM + words.OTHER_HEADERS)})[\s*_]{{0,4}}[:：]",
    re.IGNORECASE,
)
# "Label: value", in whatever language.
FIELD = re.compile(r"[\s*_>]{0,6}[^\W\d_][^:：;,.!?@<>]{0,24}[:：][\s*]{0,20}\S")
_FIELD_HEAD = re.compile(r"[:：][\s*_]|^[^\W\d_]+[:：]")
_NAMED = re.compile(r"[^:]{0,80}<[^\s<>@]{1,120}@[^\s<>@]{1,120}>\s{0,3}$")
# "[Name, date and time]", alone in its line.
_BRACKETED = re.compile(r"\s{0,4}\[[^\[\]]{2,100},[^\[\]]{6,60}\]\s{0,3}[:：]?\s*$")
# What stands in plain text for a picture.
PICTURE = re.compile(r"\s{0,4}\[(?:image|cid|inline)\b[^\]]{0,200}\]\s{0,3}$", re.IGNORECASE)
ENDS_IN_PICTURE = re.compile(r"\[(?:image|cid|inline)\b[^\[\]]{0,200}\]$", re.IGNORECASE)
# "Name ---date and time---Subject", as Notes sums up a letter.
_SUMMED_UP = re.compile(r"[^-]{1,80}\s---\d[^-]{6,60}---")
# A label alone in its line, its value in the next, as Notes writes.
_BARE_LABEL = re.compile(
    rf"\s{{0,8}}(?:{'|'.join(words.OTHER_HEADERS)})\s{{0,4}}[:：]?\s*$", re.IGNORECASE
)


def is_header_block(lines: list[Line], at: int, *, above_quote: bool = False) -> bool:
    """Tell whether From and two more header lines stand within seven lines."""
    block = [line.text[:WIDTH] for line in lines[at : at + 9] if not line.blank][:7]
    labels = sum(1 for text in block if LABEL.match(text))
    if not LABEL.match(lines[at].text[:WIDTH]):
        return _has_fields(lines, at, above_quote)
    named = any(_FROM_LABEL.match(text) for text in block)
    short = labels >= 2 and _FROM_LABEL.match(block[0]) and ADDRESS.search(block[0])
    return (labels >= 3 and named) or bool(short) or _has_fields(lines, at, above_quote)


def _has_fields(lines: list[Line], at: int, above_quote: bool) -> bool:
    """Tell whether fields with an address and a date start here, in a language we do not know.

    Without an address there are four or more of them above a letter, and a whole date and a time in
    the second.
    """
    end = at
    while end < len(lines) and end - at < 7 and FIELD.match(lines[end].text[:WIDTH]):
        end += 1
    values = [re.split("[:：]", line.text[:WIDTH], maxsplit=1)[-1] for line in lines[at:end]]
    if end - at < 3 or not any(DATE.search(value) for value in values):
        return False
    if any(ADDRESS.search(value) for value in values[:2]):
        return True
    is_head = end < len(lines) and lines[end].blank and next_line(lines, end) < len(lines)
    return (
        end - at >= 4
        and (is_head or above_quote)
        and bool(DATE.search(values[1]) and TIME.search(values[1]))
    )


def names_sender(lines: list[Line], at: int) -> bool:
    """Tell whether a name and, right below, a date stand here, as Notes writes.

    The name has its address, or fields stand below: "To", "cc", "Subject".
    """
    name = lines[at].text[:WIDTH].strip()
    below = next_line(lines, at + 1)
    text = lines[below].text[:WIDTH].strip() if below < len(lines) else ""
    if len(text) > 40 or not (DATE.search(text) and TIME.search(text)):
        return False
    if _NAMED.match(name):
        return True
    if _FIELD_HEAD.search(text) or not lines[below].own:
        return False
    fields = [line.text[:WIDTH] for line in lines[below + 1 : below + 15] if not line.blank][:8]
    labels = sum(bool(_BARE_LABEL.match(field) or LABEL.match(field)) for field in fields)
    return len(name) <= 80 and name[-1] not in ".!?:," and labels >= 2


def is_bracketed(text: str) -> bool:
    """Tell whether a name, a date and a time stand in brackets, as messengers announce a quote.

    So they do between the dashes of Notes.
    """
    dated = (_BRACKETED.match(text) or _SUMMED_UP.match(text)) and DATE.search(text)
    return bool(dated and TIME.search(DATE.sub("", text)))


# What stands at the end of a line that announces something; the last three in Armenia, Cambodia
# and Ethiopia.
ENDS = ":：՝៖፦"
# An attribution that a program wrapped has at most this many lines.
TALLEST = 4
# So far below an announcement its quote begins, empty lines between.
FARTHEST = 6

_QUOTED = re.compile(r"\s{0,8}(?:[>＞]|\w{1,3}>(?:\s|$))")
_BAR = re.compile(r"\s{0,4}[|}:»](?:\s|$)")
# Longer names before each quoted line are known by standing before several.
_NAME_MARK = re.compile(r"\s{0,8}(\w{4,20})>(?:\s|$)")
# ">>> Name <address> date >>>", as GroupWise announces a letter that it does not mark.
_BRACED = re.compile(r"\s{0,4}>>>\s.{1,300}\s>>>\s*$")
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
_ORIGINAL = re.compile(
    rf"[\s*]{{0,4}}[-_=‐–—]{{2,}}(?:\s|&nbsp;)?(?:{'|'.join(words.ORIGINAL)})", re.IGNORECASE
)
# Words between dashes, in whatever language.
_DASHED = re.compile(
    r"\s{0,4}[-_=‐–—*]{3,}\s{0,3}[\[\"“]?\s?[^\W\d_].{1,158}[^\s]\s{0,3}[-_=‐–—*]{2,}\s{0,3}$"
)
# The same alone in its line, without dashes.
_BARE_ORIGINAL = re.compile(
    rf"[\s*]{{0,4}}(?:{'|'.join(words.ORIGINAL)})[\s*]{{0,4}}[:：]?\s*$", re.IGNORECASE
)
_RUN_ON = re.compile(
    rf"\s{{0,8}}[^<>]{{10,160}}<[^\s<>@]{{1,120}}@[^\s<>@]{{1,120}}>,?\s"
    rf"(?:{'|'.join(_NEEDS_SPACE)})\s?[:：]\s",
    re.IGNORECASE,
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
    """Mark the lines a program put a `>` or, several together, a `|` or a name before."""
    bars = [_find_quote_mark(line.text) for line in lines]
    for at, line in enumerate(lines):
        beside = bars[at] and bars[at] in bars[max(at - 1, 0) : at] + bars[at + 1 : at + 2]
        # A table has bars of its own: some line of a quote says something behind them.
        around = range(max(at - 1, 0), min(at + 2, len(lines)))
        beside = beside and any(bars[near] and len(lines[near].text) > 4 for near in around)
        quoted = _QUOTED.match(line.text) and not line.stuffed and not _BRACED.match(line.text)
        if quoted or beside:
            line.why = line.why or QUOTE


def _find_quote_mark(text: str) -> str:
    """Return what may be a mark of a quote if the line beside has it, too; "" for nothing."""
    named = _NAME_MARK.match(text)
    return named[1] if named else "|" if _BAR.match(text) else ""


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
            height = _block_height(lines, at) or _attribution_height(lines, at)
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
    if len(text) > WIDTH or not text or ENDS_IN_PICTURE.search(text[-210:]):
        return False
    dated = bool(DATE.search(text) or TIME.search(text))
    addressed = bool(ADDRESS.search(text))
    if (not above_quote and not (dated or addressed)) or _I_WROTE.search(text):
        return False
    announces = text[-1] in ENDS or bool(_WROTE_END.search(text[-40:]))
    if above_quote and (announces or text[-1] in ">,)]."):
        bracketed = (text[0] == "[" and text[-1] == "]") or bool(_BRACED.match(text))
        told = addressed or (dated and (announces or bracketed))
        return told or bool(_WROTE.search(text))
    return announces and (dated + addressed == 2 or bool(_WROTE.search(text)))


def _start_of_history(lines: list[Line], at: int) -> int | None:
    """Return where the earlier letter announced by this line starts; None if it announces none."""
    text = lines[at].text[:WIDTH]
    if _ORIGINAL.match(text) or _FORWARD.match(text):
        return _above_rules(lines, at)
    is_block = FIELD.match(text) or LABEL.match(text)
    is_headed = is_block and is_header_block(lines, at)
    if is_headed or names_sender(lines, at) or is_bracketed(text) or _BRACED.match(text):
        return _above_rules(lines, at)
    if _runs_on(text):
        return at
    if text.rstrip()[-1] in ENDS + "-*" or _WROTE_END.search(text):
        below = next_line(lines, at + 1)
        if below < len(lines) and lines[below].why in OLD:
            return None
        height = _attribution_height(lines, at, above_quote=False)
        return _above_rules(lines, at - height + 1) if height else None
    return None


def _runs_on(text: str) -> bool:
    """Tell whether a letter goes on in the very line that announces it, as Yahoo's telephones do.

    Day, time and an address stand before the word for "wrote", as no person says it.
    """
    found = _RUN_ON.match(text)
    return bool(found and DATE.search(found[0]) and TIME.search(found[0]))


def _block_height(lines: list[Line], at: int) -> int:
    """Return how many lines up to this one are a block of headers; 0 if they are none."""
    start = at
    while (
        start >= 0
        and at - start < 7
        and lines[start].own
        and (FIELD.match(lines[start].text[:WIDTH]) or LABEL.match(lines[start].text[:WIDTH]))
    ):
        start -= 1
    height = at - start
    return (
        height
        if height >= 3 and is_header_block(lines[: at + 1], start + 1, above_quote=True)
        else 0
    )


def _above_rules(lines: list[Line], at: int) -> int:
    """Return the first of the rules and "Original Message" lines right above a line."""
    start = at
    while at > 0 and (lines[at - 1].blank or _is_rule(lines[at - 1].text[:WIDTH])):
        at -= 1
        start = start if lines[at].blank else at
    return start


def _is_rule(text: str) -> bool:
    known = _RULE.match(text) or _ORIGINAL.match(text) or _FORWARD.match(text)
    return bool(known or _DASHED.match(text) or _BARE_ORIGINAL.match(text))


def _stands_above_history(lines: list[Line], at: int) -> bool:
    below = next_line(lines, at + 1)
    return below < len(lines) and below - at <= FARTHEST and lines[below].why in OLD


def _attribution_height(lines: list[Line], at: int, *, above_quote: bool = True) -> int:
    """Return how many lines up to this one are an attribution; 0 for none."""
    tallest = 0
    while tallest < TALLEST and at - tallest >= 0 and lines[at - tallest].own:
        tallest += 1
    texts = [" ".join(_texts_up_to(lines, at, height)) for height in range(1, tallest + 1)]
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
    texts = _texts_up_to(lines, at, taller)
    room = max(map(len, texts))
    if not height < taller <= TALLEST or _is_attribution_start(texts[taller - height]):
        return height
    for text, below in zip(texts, texts[1:], strict=False):
        ends = text[-1] in "!?" or (text[-1] == "." and not below[0].isdigit())
        if ends or len(text) + 1 + len(below.split(" ")[0]) <= room:
            return height
    return taller


def _is_attribution_start(text: str) -> bool:
    """Tell whether an attribution begins with this line: with when it was, and more than that."""
    dated = DATE.search(text) or TIME.search(text)
    named = len(_NAME.findall(text)) >= 2 and not _WROTE.match(text)
    return bool(_OPENER.match(text) and dated and named)


def _texts_up_to(lines: list[Line], at: int, height: int) -> list[str]:
    return [line.text[:WIDTH].strip() for line in lines[at - height + 1 : at + 1]]


def _has_date_above(text: str, lines: list[Line], above: int) -> int:
    """Return how many lines above belong to an attribution whose date stands there; mostly 0."""
    if DATE.search(text):
        return 0
    for count in range(1, TALLEST):
        at = above - count + 1
        if at < 0 or not lines[at].own:
            return 0
        line = lines[at].text[:WIDTH].strip()
        if len(line) < 100 and _OPENER.match(line) and DATE.search(line):
            return count if line[-1] not in ".!?" else 0
    return 0
