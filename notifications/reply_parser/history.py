"""Find quotes, their attributions, and earlier e-mails without quote marks.

Attributions are recognized by their form (a date or an address, and an end such as a colon), so
that unknown languages work as well; the tables of words only add certainty.
"""

from __future__ import annotations

import re

from . import words
from .lines import ATTRIBUTION, HISTORY, OLD, QUOTE, Line, next_line
from .patterns import compile_lazily

# Maximum number of characters of a line that patterns are matched against.
WIDTH = 400
DATE = compile_lazily(r"\d{1,4}[./-]\s?\d{1,2}[./-]\s?\d{2,4}|\b(?:19|20)\d\d\b|\d\s?[年년]|٢٠\d\d")
TIME = compile_lazily(r"\b\d{1,2}\s?(?:[:.h]|Uhr)\s?\d{2}\b|\d\s?[時时시点點]")
ADDRESS = compile_lazily(r"[^\s<>@\[\]()]{1,120}@[^\s<>@\[\]()]{1,120}")
_FROM_LABEL = compile_lazily(
    rf"[\s*_>]{{0,6}}(?:{'|'.join(words.FROM)})[\s*_]{{0,4}}[:：]", re.IGNORECASE
)
LABEL = compile_lazily(
    rf"[\s*_>]{{0,6}}(?:{'|'.join(words.FROM + words.OTHER_HEADERS)})[\s*_]{{0,4}}[:：]",
    re.IGNORECASE,
)
# "Label: value" in any language.
FIELD = compile_lazily(r"[\s*_>]{0,6}[^\W\d_][^:：;,.!?@<>]{0,24}[:：][\s*]{0,20}\S")
_FIELD_HEAD = compile_lazily(r"[:：][\s*_]|^[^\W\d_]+[:：]")
_NAME_WITH_ADDRESS = compile_lazily(r"[^:]{0,80}<[^\s<>@]{1,120}@[^\s<>@]{1,120}>\s{0,3}$")
# "[Name, date and time]", alone on its line.
_BRACKET_LINE = compile_lazily(r"\s{0,4}\[[^\[\]]{2,100},[^\[\]]{6,60}\]\s{0,3}[:：]?\s*$")
# Placeholder for a picture in plain text.
PICTURE = compile_lazily(r"\s{0,4}\[(?:image|cid|inline)\b[^\]]{0,200}\]\s{0,3}$", re.IGNORECASE)
ENDS_IN_PICTURE = compile_lazily(r"\[(?:image|cid|inline)\b[^\[\]]{0,200}\]$", re.IGNORECASE)
# "Name ---date and time---Subject", the summary of an e-mail by Lotus Notes.
_SUMMED_UP = compile_lazily(r"[^-]{1,80}\s---\d[^-]{6,60}---")
# A label alone on its line with its value on the next, as written by Lotus Notes.
_BARE_LABEL = compile_lazily(
    rf"\s{{0,8}}(?:{'|'.join(words.OTHER_HEADERS)})\s{{0,4}}[:：]?\s*$", re.IGNORECASE
)


def is_header_block(lines: list[Line], at: int, *, above_quote: bool = False) -> bool:
    """Return whether a block of headers starts at a line: From and two more within seven lines.

    A From line with an address needs only one more, and headers in unknown languages are recognized
    by their values, see `_has_fields`.
    """
    block = [line.text[:WIDTH] for line in lines[at : at + 9] if not line.blank][:7]
    labels = sum(1 for text in block if LABEL.match(text))
    if not LABEL.match(lines[at].text[:WIDTH]):
        return not is_above_headers(lines, at) and _has_fields(lines, at, above_quote)
    has_from = any(_FROM_LABEL.match(text) for text in block)
    short = labels >= 2 and _FROM_LABEL.match(block[0]) and ADDRESS.search(block[0])
    return (labels >= 3 and has_from) or bool(short) or _has_fields(lines, at, above_quote)


def is_above_headers(lines: list[Line], at: int) -> bool:
    """Return whether a line like “take: Sage” stands right above a From line, as an answer does."""
    text = lines[at].text[:WIDTH]
    # "Original message:" announces headers, in bold as well: nothing is written after its colon.
    value = re.split("[:：]", text, maxsplit=1)[-1]
    below = lines[at + 1].text[:WIDTH] if at + 1 < len(lines) else ""
    is_field = LABEL.match(text) or not _WORD_CHARACTER.search(value)
    return not is_field and bool(_FROM_LABEL.match(below))


def _has_fields(lines: list[Line], at: int, above_quote: bool) -> bool:
    """Return whether headers in an unknown language start here: fields with an address and a date.

    Without an address, there have to be at least four fields above a text, with date and time in
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
    """Return whether a name with a date right below starts here, as written by Lotus Notes.

    The name has to include an address, or fields such as "To", "cc", "Subject" have to follow.
    """
    name = lines[at].text[:WIDTH].strip()
    below = next_line(lines, at + 1)
    text = lines[below].text[:WIDTH].strip() if below < len(lines) else ""
    if len(text) > 40 or not (DATE.search(text) and TIME.search(text)):
        return False
    if _NAME_WITH_ADDRESS.match(name):
        return True
    if _FIELD_HEAD.search(text) or not lines[below].own:
        return False
    fields = [line.text[:WIDTH] for line in lines[below + 1 : below + 15] if not line.blank][:8]
    labels = sum(bool(_BARE_LABEL.match(field) or LABEL.match(field)) for field in fields)
    return len(name) <= 80 and name[-1] not in ".!?:," and labels >= 2


def is_bracketed(text: str) -> bool:
    """Return whether a line is a name, date and time in brackets, as messengers write above quotes.

    The summary line of Lotus Notes, with dashes, counts as well.
    """
    date = (_BRACKET_LINE.match(text) or _SUMMED_UP.match(text)) and DATE.search(text)
    return bool(date and TIME.search(DATE.sub("", text)))


# Characters at the end of an attribution; the last three are Armenian, Khmer and Ethiopic.
ENDS = ":：՝៖፦"
# Maximum number of lines of a wrapped attribution.
MAX_ATTRIBUTION_LINES = 4
# Maximum number of lines of an answer that is written between an attribution and its quote.
MAX_ANSWER_LINES = 4
# Maximum distance in lines of a quote from its attribution; those between are empty.
MAX_GAP = 6

_HAS_WORD = re.compile(r"[^\W_]")
_QUOTE_MARK = compile_lazily(r"\s{0,8}(?:[>＞]|\w{1,3}>(?:\s|$))")
_BAR = compile_lazily(r"\s{0,4}[|}:»](?:\s|$)")
# Longer names before quoted lines count only if they stand before several lines.
_NAME_MARK = compile_lazily(r"\s{0,8}(\w{4,20})>(?:\s|$)")
# ">>> Name <address> date >>>", written by GroupWise above an e-mail without quote marks.
_CHEVRON_LINE = compile_lazily(r"\s{0,4}>>>\s.{1,300}\s>>>\s*$")
_OPENER = compile_lazily(
    r"(?:on|am|le|el|em|il|op|den|på|dne|dnia|în|pada|vào|στις|в|у|w|a|ti|ma|la|su|il giorno|"
    r"\d{1,4}[.\s/-]|\w{2,9}[.,])\s?",
    re.IGNORECASE,
)
_NEEDS_SPACE = [word for word in words.WROTE if word[0] < "\u0e00"]
_NEEDS_NONE = [word for word in words.WROTE if word[0] >= "\u0e00"]
_WROTE = compile_lazily(
    rf"(?<!\w)(?:{'|'.join(_NEEDS_SPACE)})(?!\w)|{'|'.join(_NEEDS_NONE)}", re.IGNORECASE
)
_WROTE_END = compile_lazily(rf"(?:{'|'.join(words.WROTE)})[\s:：\-*]{{0,6}}$", re.IGNORECASE)
_ORIGINAL = compile_lazily(
    rf"[\s*]{{0,4}}[-_=‐–—]{{2,}}(?:\s|&nbsp;)?(?:{'|'.join(words.ORIGINAL)})", re.IGNORECASE
)
# Words between dashes, in any language.
_DASH_LINE = compile_lazily(
    r"\s{0,4}[-_=‐–—*]{3,}\s{0,3}[\[\"“]?\s?[^\W\d_].{1,158}[^\s]\s{0,3}[-_=‐–—*]{2,}\s{0,3}$"
)
# "Original message" without dashes, alone on its line.
_BARE_ORIGINAL = compile_lazily(
    rf"[\s*]{{0,4}}(?:{'|'.join(words.ORIGINAL)})[\s*]{{0,4}}[:：]?\s*$", re.IGNORECASE
)
_RUN_ON = compile_lazily(
    rf"\s{{0,8}}[^<>]{{10,160}}<[^\s<>@]{{1,120}}@[^\s<>@]{{1,120}}>,?\s"
    rf"(?:{'|'.join(_NEEDS_SPACE)})\s?[:：]\s",
    re.IGNORECASE,
)
# People write "I wrote"; attributions by programs never do.
_MYSELF = f"(?:{'|'.join(words.MYSELF)})"
_I_WROTE = compile_lazily(
    rf"(?<!\w)(?:{_MYSELF}\s(?:\w{{1,12}}\s){{0,2}}(?:{'|'.join(_NEEDS_SPACE)})"
    rf"|(?:{'|'.join(_NEEDS_SPACE)})\s{_MYSELF})(?!\w)|{'|'.join(words.I_WROTE)}",
    re.IGNORECASE,
)
_FORWARD = compile_lazily(rf"[\s*]{{0,4}}(?:{'|'.join(words.FORWARD)})", re.IGNORECASE)
_NAME = compile_lazily(r"[^\W\d_]{2,40}")
_WORD_CHARACTER = compile_lazily(r"[^\W_]")
_RULE = compile_lazily(r"\s{0,4}[-_=*‐–—]{5,}\s*$")


# An address that is not closed in its line, and a line that closes it: no quote mark.
_OPEN_ADDRESS = compile_lazily(r"<[^\s<>]{1,160}\s{0,3}$")
_CLOSED_ADDRESS = compile_lazily(r"\s{0,3}>[^<>]{0,40}[:：]\s{0,3}$")


def join_announcements(lines: list[Line]) -> None:
    """Join attributions that were wrapped before the `>` of an address: it is no quote mark."""
    for above, line in zip(lines, lines[1:], strict=False):
        open_address = _OPEN_ADDRESS.search(above.text[-180:])
        if open_address and _CLOSED_ADDRESS.match(line.text[:WIDTH]) and len(line.text) < 60:
            above.text += line.text.strip()
            line.text = ""


def mark_quotes(lines: list[Line]) -> None:
    """Mark lines prefixed with `>` or, if several in a row have it, with `|` or a name."""
    bars = [_find_quote_mark(line.text) for line in lines]
    for at, line in enumerate(lines):
        beside = bars[at] and bars[at] in bars[max(at - 1, 0) : at] + bars[at + 1 : at + 2]
        # Tables have bars, too: at least one line of a quote has text after the bar.
        around = range(max(at - 1, 0), min(at + 2, len(lines)))
        beside = beside and any(bars[near] and len(lines[near].text) > 4 for near in around)
        has_mark = (
            _QUOTE_MARK.match(line.text) and not line.stuffed and not _CHEVRON_LINE.match(line.text)
        )
        if has_mark or beside:
            line.why = line.why or QUOTE


def _find_quote_mark(text: str) -> str:
    """Return a prefix that is a quote mark if an adjacent line has it, too; "" for none."""
    name_mark = _NAME_MARK.match(text)
    return name_mark[1] if name_mark else "|" if _BAR.match(text) else ""


def cut_history(lines: list[Line]) -> int:
    """Mark everything from the start of an earlier e-mail without quote marks.

    Returns the index of its first line, or the number of lines if there is none.
    """
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
    """Mark attributions: blocks of headers, or up to four lines, right above a quote."""
    for at, line in enumerate(lines):
        if line.own and _stands_above_history(lines, at):
            height = _block_height(lines, at) or _attribution_height(lines, at)
            start = at - height + 1
            for above in lines[_above_rules(lines, start) if height else start : at + 1]:
                above.why = above.why or ATTRIBUTION


def mark_answered_attribution(lines: list[Line]) -> None:
    """Mark an attribution that the answer has been written below, above the quote.

    Nothing stands above it, and nothing but the quote, with its marks, below the answer. Otherwise
    the text below an attribution is that of an earlier e-mail.
    """
    first = next((at for at, line in enumerate(lines) if line.own), len(lines))
    quote = next((at for at, line in enumerate(lines) if line.why == QUOTE), len(lines))
    if quote == len(lines) or lines[quote].by_markup or any(line.own for line in lines[quote:]):
        return
    for at in range(first, min(first + MAX_ATTRIBUTION_LINES, quote)):
        height = _attribution_height(lines, at, above_quote=False) if lines[at].own else 0
        answer = [line for line in lines[at + 1 : quote] if not line.blank]
        if not height or at - height + 1 != first or not lines[at + 1].blank:
            continue
        if 0 < len(answer) <= MAX_ANSWER_LINES and all(line.own for line in answer):
            for line in lines[first : at + 1]:
                line.why = line.why or ATTRIBUTION
        return


def mark_remainders(lines: list[Line]) -> None:
    """Mark the remainders of quoted lines that were wrapped without a new `>`."""
    for before, line, after in zip(lines, lines[1:], lines[2:], strict=False):
        is_wrapped = before.why == QUOTE and len(before.text) >= 60 and len(line.text) < 40
        if is_wrapped and line.own and after.why == QUOTE and not after.blank:
            line.why = QUOTE


def is_attribution(text: str, *, above_quote: bool) -> bool:
    """Return whether a line is an attribution; less evidence is required right above a quote.

    >>> is_attribution("On 3 Nov 2026, Ann <ann@example.org> wrote:", above_quote=False)
    True
    >>> is_attribution("My answer to your question:", above_quote=True)
    False
    """
    text = text.strip().strip("-*_ \u200e\u200f")
    if len(text) > WIDTH or not _HAS_WORD.search(text) or ENDS_IN_PICTURE.search(text[-210:]):
        return False
    has_date = bool(DATE.search(text) or TIME.search(text))
    has_address = bool(ADDRESS.search(text))
    if (not above_quote and not (has_date or has_address)) or _I_WROTE.search(text):
        return False
    announces = text[-1] in ENDS or bool(_WROTE_END.search(text[-40:]))
    if above_quote and (announces or text[-1] in ">,)]."):
        has_brackets = (text[0] == "[" and text[-1] == "]") or bool(_CHEVRON_LINE.match(text))
        has_origin = has_address or (has_date and (announces or has_brackets))
        return has_origin or bool(_WROTE.search(text))
    return announces and (has_date + has_address == 2 or bool(_WROTE.search(text)))


def _start_of_history(lines: list[Line], at: int) -> int | None:
    """Return the index where an earlier e-mail introduced by this line starts, or None."""
    text = lines[at].text[:WIDTH]
    if _ORIGINAL.match(text) or _FORWARD.match(text):
        return _above_rules(lines, at)
    is_block = FIELD.match(text) or LABEL.match(text)
    is_headed = is_block and is_header_block(lines, at)
    if is_headed or names_sender(lines, at) or is_bracketed(text) or _CHEVRON_LINE.match(text):
        return _above_rules(lines, at)
    if _shares_line_with_quote(text):
        return at
    if text.rstrip()[-1] in ENDS + "-*" or _WROTE_END.search(text[-40:]):
        below = next_line(lines, at + 1)
        if below < len(lines) and lines[below].why in OLD:
            return None
        height = _attribution_height(lines, at, above_quote=False)
        return _above_rules(lines, at - height + 1) if height else None
    return None


def _shares_line_with_quote(text: str) -> bool:
    """Return whether an attribution and the quote share a line, as Yahoo's mobile apps write it.

    Date, time and an address stand before the word for "wrote", which no person would write.
    """
    run_on = _RUN_ON.match(text)
    return bool(run_on and DATE.search(run_on[0]) and TIME.search(run_on[0]))


def _block_height(lines: list[Line], at: int) -> int:
    """Return the number of lines of a block of headers that ends at this line; 0 for none."""
    start = at
    while (
        start >= 0
        and at - start < 7
        and lines[start].own
        and (FIELD.match(lines[start].text[:WIDTH]) or LABEL.match(lines[start].text[:WIDTH]))
    ):
        start -= 1
    if start < at and is_above_headers(lines, start + 1):
        start += 1
    height = at - start
    return (
        height
        if height >= 3 and is_header_block(lines[: at + 1], start + 1, above_quote=True)
        else 0
    )


def _above_rules(lines: list[Line], at: int) -> int:
    """Return the index of the first separator or "Original Message" line right above a line."""
    start = at
    while at > 0 and (lines[at - 1].blank or _is_rule(lines[at - 1].text[:WIDTH])):
        at -= 1
        start = start if lines[at].blank else at
    return start


def _is_rule(text: str) -> bool:
    rule = _RULE.match(text) or _ORIGINAL.match(text) or _FORWARD.match(text)
    return bool(rule or _DASH_LINE.match(text) or _BARE_ORIGINAL.match(text))


def _stands_above_history(lines: list[Line], at: int) -> bool:
    below = next_line(lines, at + 1)
    return below < len(lines) and below - at <= MAX_GAP and lines[below].why in OLD


def _attribution_height(lines: list[Line], at: int, *, above_quote: bool = True) -> int:
    """Return the number of lines of an attribution that ends at this line; 0 for none."""
    tallest = 0
    while tallest < MAX_ATTRIBUTION_LINES and at - tallest >= 0 and lines[at - tallest].own:
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
    """Return the number of lines of an attribution, including those wrapped before `height`.

    A wrapped attribution starts a paragraph, and none of its lines has room for the first word of
    the next one.
    """
    taller = height
    while taller <= MAX_ATTRIBUTION_LINES and at - taller >= 0 and lines[at - taller].own:
        taller += 1
    texts = _texts_up_to(lines, at, taller)
    room = max(map(len, texts))
    if not height < taller <= MAX_ATTRIBUTION_LINES or _is_attribution_start(
        texts[taller - height]
    ):
        return height
    for text, below in zip(texts, texts[1:], strict=False):
        ends = text[-1] in "!?" or (text[-1] == "." and not below[0].isdigit())
        if ends or len(text) + 1 + len(below.split(" ")[0]) <= room:
            return height
    return taller


def _is_attribution_start(text: str) -> bool:
    """Return whether this line starts an attribution: it has a date or time, and names."""
    date = DATE.search(text) or TIME.search(text)
    has_names = len(_NAME.findall(text)) >= 2 and not _WROTE.match(text)
    return bool(_OPENER.match(text) and date and has_names)


def _texts_up_to(lines: list[Line], at: int, height: int) -> list[str]:
    return [line.text[:WIDTH].strip() for line in lines[at - height + 1 : at + 1]]


def _has_date_above(text: str, lines: list[Line], above: int) -> int:
    """Return how many lines above belong to an attribution whose date is there; usually 0."""
    if DATE.search(text):
        return 0
    for count in range(1, MAX_ATTRIBUTION_LINES):
        at = above - count + 1
        if at < 0 or not lines[at].own:
            return 0
        line = lines[at].text[:WIDTH].strip()
        if len(line) < 100 and _OPENER.match(line) and DATE.search(line):
            return count if line[-1] not in ".!?" else 0
    return 0
