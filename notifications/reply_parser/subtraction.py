"""Find quoted lines of e-mails that we sent, which need no quote marks to be recognized.

The words of a reply are aligned with those of our e-mails. A line is ours if nearly all its words
have a place there, and lines around it do, too. Lines that stand between two neighbouring lines of
ours have been inserted there, and are the player's own, however the program marked them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from .alignment import align_words, split_text
from .lines import OLD, OUR_EMAIL, OWN, QUOTE, Line

# A player may copy one of the listed answers. Therefore a group with fewer lines than MIN_RUN_LINES
# and at most MAX_ANSWER_LENGTH characters is the player's own.
MIN_RUN_LINES = 3
MAX_ANSWER_LENGTH = 200
MIN_LINE_LENGTH = 20
# Share of a line's words that have a place in our e-mail.
SIMILAR = 0.75
# Maximum number of words of ours that a program leaves out between two lines of a group.
MAX_SKIPPED = 12
# The same for lines beside an inserted one, which may have lost a number.
MAX_LOST = 2
# Minimum length at which programs wrap lines.
FULL_LINE = 36
# If no more words of a reply are left than these, no other e-mail is tried.
MAX_LEFT = 4
# Maximum number of words of a reply that are aligned.
MAX_WORDS = 20_000

_LINK = re.compile(r"<?(?:https?://|mailto:)\S{1,500}>?|\[(?:image|cid):[^\]]{0,200}\]")

# Separators, quote marks and closing quotation marks; not “?”, which asks for help.
_ORNAMENT = re.compile(r"[-=_*#|>:+.~·•…,;)(\s\"”“„»«']{1,100}")


class SentEmails:
    """The e-mails that we sent, as words.

    They are read only when needed, because most replies use quote marks.
    """

    def __init__(self, emails: Iterable[str]) -> None:
        self._emails = iter(emails)
        self._read: list[list[str]] = []

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the words of each e-mail."""
        yield from self._read
        for email in self._emails:
            words = split_text(email)
            self._read.append(words)
            yield words


class PlacedLine:
    """A line with the places of its words in an e-mail of ours, -1 for none.

    `is_ours`: nearly all words have a place; words of links need none, because programs change
    them.
    """

    def __init__(self, line: Line, words: list[str], places: list[int]) -> None:
        self.line, self.words = line, words
        text_without_links = _LINK.sub(" ", line.text[:2000])
        plain = len(words if text_without_links == line.text else split_text(text_without_links))
        own_places = [place for place in places if place >= 0]
        self.count = len(own_places)
        self.first, self.last = (own_places[0], own_places[-1]) if own_places else (-1, -1)
        self.is_ours = bool(own_places) and len(own_places) >= SIMILAR * min(
            plain or len(places), len(places)
        )
        self.is_foreign = self.count * 4 <= len(words)


def mark_sent_lines(lines: list[Line], sent_emails: SentEmails) -> None:
    """Mark the lines that are quoted from our own e-mails, and unmark those inserted there.

    What is inserted, or the end of a wrapped line, is only looked for in the e-mail that most of
    the reply is quoted from; in others a line of ours may look so, because they differ.
    """
    if not _may_contain_quote(lines):
        return
    best, placed_lines = _find_best(lines, sent_emails)
    _mark_groups(placed_lines, is_best=True)
    _free_inserted_lines(_place_lines(lines, best, with_sent=True), best)
    for words in sent_emails:
        if words is not best and _may_contain_quote(lines):
            _mark_groups(_place_lines(lines, words), is_best=False)
    _mark_separators(lines)


def _find_best(lines: list[Line], sent_emails: SentEmails) -> tuple[list[str], list[PlacedLine]]:
    """Return the words of the e-mail that most of the reply is quoted from, and their places there.

    Both are empty if there is none.
    """
    best: tuple[list[str], list[PlacedLine]] = [], []
    most = 0
    for words in sent_emails:
        placed_lines = _place_lines(lines, words)
        count = sum(placed_line.count for placed_line in placed_lines)
        if count > most:
            best, most = (words, placed_lines), count
        if sum(len(placed_line.words) for placed_line in placed_lines) - count <= MAX_LEFT:
            break
    return best


def _mark_groups(placed_lines: list[PlacedLine], *, is_best: bool) -> None:
    for group in _group_lines(placed_lines):
        if _is_long(group) or (is_best and _is_remainder(group, placed_lines)):
            for placed_line in group:
                placed_line.line.why = placed_line.line.why or OUR_EMAIL


def _may_contain_quote(lines: list[Line]) -> bool:
    """Return whether own lines may be quoted, or quoted lines may be own."""
    own = [line for line in lines if line.own]
    if len(own) >= MIN_RUN_LINES or any(len(line.text) >= MIN_LINE_LENGTH for line in own):
        return True
    return any(line.by_markup for line in lines) and not any(line.inserted for line in lines)


def _place_lines(
    lines: list[Line], words: list[str], *, with_sent: bool = False
) -> list[PlacedLine]:
    """Return the lines with words, those that are ours already only `with_sent`."""
    kinds = (OWN, QUOTE, OUR_EMAIL) if with_sent else (OWN, QUOTE)
    candidates = [line for line in lines if line.why in kinds]
    tokens_by_line = [split_text(line.text[:2000]) for line in candidates]
    every = [word for tokens in tokens_by_line for word in tokens][:MAX_WORDS]
    places = align_words(every, words)
    _keep_ends_of_lines(tokens_by_line, places, words)
    placed_lines, at = [], 0
    for line, tokens in zip(candidates, tokens_by_line, strict=True):
        if tokens and at + len(tokens) <= len(places):
            placed_lines.append(PlacedLine(line, tokens, places[at : at + len(tokens)]))
        at += len(tokens)
    return placed_lines


def _keep_ends_of_lines(
    tokens_by_line: list[list[str]], places: list[int], words: list[str]
) -> None:
    """Give the last word of a line its place, if a line that is only this word has got it.

    “take 1” of ours, and below it the answer “1”: aligned backwards, the answer has the place.
    """
    owner = {place: at for at, place in enumerate(places) if place >= 0}
    single, at = set[int](), 0
    for line in tokens_by_line:
        if len(line) == 1:
            single.add(at)
        at += len(line)
    at = -1
    for line in tokens_by_line:
        at += len(line)
        if len(line) < 2 or at >= len(places) or places[at] >= 0 or places[at - 1] < 0:
            continue
        place = places[at - 1] + 1
        other = owner.get(place, -1)
        if other > at and other in single and words[place] == line[-1]:
            places[at], places[other] = place, -1


def _group_lines(placed_lines: list[PlacedLine]) -> list[list[PlacedLine]]:
    """Return the groups of own lines that are ours and follow one another there."""
    groups: list[list[PlacedLine]] = []
    above: PlacedLine | None = None
    for placed_line in placed_lines:
        if not placed_line.is_ours:
            continue
        if not (groups and above and placed_line.first - above.last <= MAX_SKIPPED):
            groups.append([])
        if not placed_line.line.why:
            groups[-1].append(placed_line)
        above = placed_line
    return [group for group in groups if group]


def _is_long(group: list[PlacedLine]) -> bool:
    """Return whether a group is a quote rather than an answer copied from our e-mail."""
    length = sum(len(placed_line.line.text) for placed_line in group)
    return len(group) >= MIN_RUN_LINES or length > MAX_ANSWER_LENGTH


def _is_remainder(group: list[PlacedLine], placed_lines: list[PlacedLine]) -> bool:
    """Return whether a group is the end of a quoted line that was wrapped."""
    at = placed_lines.index(group[0])
    above = placed_lines[at - 1] if at else None
    return bool(
        above
        and above.is_ours
        and above.line.why in OLD
        and above.last + 1 == group[0].first
        and len(above.line.text) >= FULL_LINE
    )


def _free_inserted_lines(placed_lines: list[PlacedLine], email_words: list[str]) -> None:
    """Find the lines between two neighbouring lines of ours: only a person writes there.

    Words that `email_words` has between the two are ours, whatever a program did to them.
    """
    for start, above in enumerate(placed_lines):
        if not above.is_ours or above.line.why not in OLD:
            continue
        end = start + 1
        while end < len(placed_lines) and placed_lines[end].is_foreign:
            end += 1
        below = placed_lines[end] if end < len(placed_lines) else None
        if below and below.is_ours and 0 < below.first - above.last <= 1 + MAX_LOST:
            between = set(email_words[above.last + 1 : below.first])
            for placed_line in placed_lines[start + 1 : end]:
                placed_line.line.inserted = not between.issuperset(placed_line.words)
                if placed_line.line.inserted and placed_line.line.by_markup:
                    placed_line.line.why = OWN


def _mark_separators(lines: list[Line]) -> None:
    """Mark lines without words between a line of ours and other quoted lines.

    Those at the end of the e-mail are marked as well.
    """
    below = OUR_EMAIL
    followed_flags: list[bool] = []
    for line in reversed(lines):
        followed_flags.append(below in OLD)
        below = below if line.blank or _is_wordless(line.text) else line.why
    above = ""
    for line, is_followed in zip(lines, reversed(followed_flags), strict=True):
        if line.own and above == OUR_EMAIL and is_followed and _is_wordless(line.text):
            line.why = OUR_EMAIL
        above = above if line.blank else line.why


def _is_wordless(text: str) -> bool:
    """Return whether a line consists of separators or links only."""
    return not text.strip() or bool(_ORNAMENT.fullmatch(_LINK.sub(" ", text[:2000]) or " "))
