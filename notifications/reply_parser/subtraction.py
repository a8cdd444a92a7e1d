"""Find quoted lines of e-mails that we sent, which need no quote marks to be recognized.

A line is ours if it occurs in an e-mail we sent, or if nearly all its sequences of three words do,
because a program may have wrapped it differently. Comparisons are set look-ups, once per sequence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from .lines import OLD, SENT, Line

# A player may copy one of the listed answers. Therefore a group with fewer lines than MIN_RUN_LINES
# and at most MAX_ANSWER_LENGTH characters is the player's own, unless it follows quoted text.
MIN_RUN_LINES = 3
SURE_QUOTE = 8
MAX_ANSWER_LENGTH = 200
MIN_LINE_LENGTH = 20
SIMILAR = 0.8
# Maximum number of words of a listed answer.
MAX_WORDS = 40
# Number of characters of a link that are compared, because programs may break it further on.
LINK_HEAD = 24
# Minimum length at which programs wrap lines.
FULL_LINE = 36

_MARKS = re.compile(r"^[\s>|*_#•·-]{1,40}|[\s*_]{1,40}$")
# "2 · explore" may come back as "2. explore", with "?" if the charset has no such dot, or without
# its number.
_NUMBER = re.compile(r"^\d{1,2}\s{0,2}[.):·•・?–-]\s{1,8}")
_LINK = re.compile(r"<?(?:https?://|mailto:)\S{1,500}>?|\[(?:image|cid):[^\]]{0,200}\]")

# Separators, quote marks and closing quotation marks; not “?”, which asks for help.
_ORNAMENT = re.compile(r"[-=_*#|>:+.~\s\"”“»']{1,100}")


class Sent:
    """Index of the lines of e-mails that we sent.

    The e-mails are read only when needed, because most replies use quote marks.
    """

    def __init__(self, emails: Iterable[str]) -> None:
        self._emails = iter(emails)
        self.lines: set[str] = set()
        self.neighbours: set[tuple[str, str]] = set()
        # The lines without their numbers.
        self.answers: set[str] = set()
        # Beginnings of numbered lines: a player may copy only the first words of an answer.
        self.beginnings: set[str] = set()
        self.links: set[str] = set()
        self.runs: set[tuple[str, ...]] = set()
        self.pairs: set[tuple[str, ...]] = set()

    def index(self) -> None:
        """Index all e-mails that have not been indexed."""
        for email in self._emails:
            self._index_email(email)

    def _index_email(self, email: str) -> None:
        stream: list[str] = []
        before = ""
        for line in email.splitlines():
            plain = normalize_line(line)
            if plain:
                self.lines.add(plain)
                self.neighbours.add((before, plain))
                before = plain
                self._index_answer(plain)
                stream.extend(plain.split())
        self.links.update(link[:LINK_HEAD] for link in _LINK.findall(email))
        self.runs.update(zip(stream, stream[1:], stream[2:], strict=False))
        self.pairs.update(zip(stream, stream[1:], strict=False))
        self.pairs.update((word,) for word in stream)

    def _index_answer(self, plain: str) -> None:
        answer = _NUMBER.sub("", plain)
        self.answers.add(answer)
        if answer != plain:
            said = answer.split()[:MAX_WORDS]
            self.beginnings.update(" ".join(said[:count]) for count in range(1, len(said) + 1))

    def contains(self, plain: str, before: str, after: str) -> bool:
        """Return whether a normalized line is ours, possibly wrapped differently.

        A short line counts only next to its neighbour in our e-mail, because it may be an answer
        in the same words.
        """
        beside = (before, plain) in self.neighbours or (plain, after) in self.neighbours
        if len(plain) < MIN_LINE_LENGTH or beside:
            return beside
        # If the layout numbers the answers, their words alone are a line of ours.
        if plain in self.lines and plain not in self.beginnings:
            return True
        # A listed answer without its number may have been written by the player.
        if plain in self.answers or plain in self.beginnings:
            return False
        said = plain.split()
        runs = list(zip(said, said[1:], said[2:], strict=False))
        return bool(runs) and sum(run in self.runs for run in runs) >= SIMILAR * len(runs)

    def is_listed_answer(self, text: str) -> bool:
        """Return whether a line, ignoring its number, may be one of the listed answers."""
        plain = _NUMBER.sub("", normalize_line(text))
        return plain in self.answers or plain in self.beginnings

    def has_links(self, text: str) -> bool:
        """Return whether a line has links, and all of them are ours."""
        found = _LINK.findall(text[:2000])
        return bool(found) and all(link[:LINK_HEAD] in self.links for link in found)

    def is_remainder(self, text: str) -> bool:
        """Return whether a few words occur in our e-mails: the remainder of a wrapped line."""
        # The remainder may be “#8.” of “Abyss #8.”, where “#” is not a quote mark.
        return any(
            self._contains_words(said.split())
            for said in (normalize_line(text), text.strip().casefold())
        )

    def _contains_words(self, said: list[str]) -> bool:
        pairs: list[tuple[str, ...]] = list(zip(said, said[1:], strict=False))
        pairs = pairs or [(word,) for word in said]
        return 0 < len(said) < 8 and all(pair in self.pairs for pair in pairs)


def normalize_line(text: str) -> str:
    """Return a line without quote marks, links and emphasis, with case and width folded.

    >>> normalize_line("> *2 · Explore  the Depths*")
    '2 · explore the depths'
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(_MARKS.sub("", _LINK.sub(" ", text[:2000])).casefold().split())


def mark_sent_lines(lines: list[Line], sent: Sent) -> None:
    """Mark the lines that are quoted from our own e-mails."""
    own = [line for line in lines if line.own]
    if len(own) < MIN_RUN_LINES and all(len(line.text) < MIN_LINE_LENGTH for line in own):
        # Too short to contain a quote.
        return
    sent.index()
    ours = _find_sent_lines(lines, sent)
    _add_answers(lines, ours, sent)
    # If this much of our e-mail is quoted, single lines of it count as well.
    history = sum(ours) >= SURE_QUOTE
    for start, end in _group_sent_lines(lines, ours):
        history = history or any(line.why in OLD for line in lines[max(start - 4, 0) : start])
        long = sum(len(line.text) for line in lines[start:end]) > MAX_ANSWER_LENGTH
        if history or long or sum(ours[start:end]) >= MIN_RUN_LINES:
            for line in lines[start:end]:
                line.why = line.why or SENT
            history = True
    _mark_remainders(lines, sent)


def _find_sent_lines(lines: list[Line], sent: Sent) -> list[bool]:
    heard = [(at, normalize_line(line.text)) for at, line in enumerate(lines) if line.own]
    said = [(at, words) for at, words in heard if words]
    plain = ["", *(words for _, words in said), ""]
    ours = [False] * len(lines)
    for at, words in heard:
        ours[at] = not words and sent.has_links(lines[at].text)
    labels = {at for at, words in said if at + 1 < len(lines) and ours[at + 1]}
    for (at, words), before, after in zip(said, plain, plain[2:], strict=False):
        ours[at] = sent.contains(words, before, after) or (at in labels and words in sent.lines)
    return ours


def _add_answers(lines: list[Line], ours: list[bool], sent: Sent) -> None:
    """Count listed answers without their numbers as ours if they are between lines of ours.

    Above or below such lines, they may be the player's answer.
    """
    waiting: list[int] = []
    inside = False
    for at, line in enumerate(lines):
        if ours[at]:
            for between in waiting:
                ours[between] = True
            waiting, inside = [], True
        elif inside and line.own and sent.is_listed_answer(line.text):
            waiting.append(at)
        elif not line.blank:
            waiting, inside = [], False


def _group_sent_lines(lines: list[Line], ours: list[bool]) -> list[tuple[int, int]]:
    """Return the ranges [start, end) of our lines, including blank lines between them."""
    runs: list[tuple[int, int]] = []
    for at, is_ours in enumerate(ours):
        if not is_ours:
            continue
        if runs and all(line.blank for line in lines[runs[-1][1] : at]):
            runs[-1] = (runs[-1][0], at + 1)
        else:
            runs.append((at, at + 1))
    return runs


def _mark_remainders(lines: list[Line], sent: Sent) -> None:
    """Mark wrapped remainders: a few words of ours right below a full line of ours."""
    for before, line in zip(lines, lines[1:], strict=False):
        full = before.why == SENT and len(before.text) >= FULL_LINE
        if full and line.own and sent.is_remainder(line.text):
            line.why = SENT
    _mark_separators(lines)


def _mark_separators(lines: list[Line]) -> None:
    """Mark lines of separators and quote marks between a line of ours and other quoted lines.

    Those at the end of the e-mail are marked as well.
    """
    below = SENT
    followed: list[bool] = []
    for line in reversed(lines):
        followed.append(below in OLD)
        below = below if line.blank or _ORNAMENT.fullmatch(line.text) else line.why
    above = ""
    for line, is_followed in zip(lines, reversed(followed), strict=True):
        if line.own and above == SENT and is_followed and _ORNAMENT.fullmatch(line.text):
            line.why = SENT
        above = above if line.blank else line.why
