"""Subtracting what we sent: we know our own letters, so a quote of them needs no mark.

A line is ours if it stands in a letter we sent, or if nearly all its runs of three words do: a
program may have wrapped it anew. Only hashes of words are compared, each once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from .lines import OLD, SENT, Line

# A player may copy one of the answers we listed: fewer lines (and characters) together are the
# player's own, unless they stand within or below what is known to be quoted.
SHORTEST_RUN = 3
SURE_QUOTE = 8
LONGEST_ANSWER = 200
SHORTEST_LINE = 20
SIMILAR = 0.8
# No answer we list has more words.
MOST_WORDS = 40
# A program may have broken a link further on.
LINK_HEAD = 24
# Programs wrap lines no shorter than this.
FULL_LINE = 36

_MARKS = re.compile(r"^[\s>|*_#•·-]{1,40}|[\s*_]{1,40}$")
# Our "2 · explore" may come back as "2. explore", with "?" where a charset has no such dot, or
# without its number.
_NUMBER = re.compile(r"^\d{1,2}\s{0,2}[.):·•・?–-]\s{1,8}")
_LINK = re.compile(r"<?(?:https?://|mailto:)\S{1,500}>?|\[(?:image|cid):[^\]]{0,200}\]")

# Rules, marks of quotes and what ends a quotation; “?” asks for help.
_ORNAMENT = re.compile(r"[-=_*#|>:+.~\s\"”“»']{1,100}")


class Sent:
    """The lines of letters we sent, to be asked about lines that came back.

    They are looked at when first asked for: most answers mark what they quote.
    """

    def __init__(self, letters: Iterable[str]) -> None:
        self._letters = iter(letters)
        self.lines: set[str] = set()
        self.neighbours: set[tuple[str, str]] = set()
        # The lines without their numbers.
        self.answers: set[str] = set()
        # What the numbered lines begin with: a player may copy no more of an answer.
        self.beginnings: set[str] = set()
        self.links: set[str] = set()
        self.runs: set[tuple[str, ...]] = set()
        self.pairs: set[tuple[str, ...]] = set()

    def learn(self) -> None:
        """Take in all letters that are not yet known."""
        for letter in self._letters:
            self._learn(letter)

    def _learn(self, letter: str) -> None:
        stream: list[str] = []
        before = ""
        for line in letter.splitlines():
            plain = normalize_line(line)
            if plain:
                self.lines.add(plain)
                self.neighbours.add((before, plain))
                before = plain
                self._learn_answer(plain)
                stream.extend(plain.split())
        self.links.update(link[:LINK_HEAD] for link in _LINK.findall(letter))
        self.runs.update(zip(stream, stream[1:], stream[2:], strict=False))
        self.pairs.update(zip(stream, stream[1:], strict=False))
        self.pairs.update((word,) for word in stream)

    def _learn_answer(self, plain: str) -> None:
        answer = _NUMBER.sub("", plain)
        self.answers.add(answer)
        if answer != plain:
            said = answer.split()[:MOST_WORDS]
            self.beginnings.update(" ".join(said[:count]) for count in range(1, len(said) + 1))

    def has(self, plain: str, before: str, after: str) -> bool:
        """Tell whether a spoken line is one of ours, perhaps wrapped anew.

        A short one only beside its neighbour: it may be an answer in the very words of ours.
        """
        beside = (before, plain) in self.neighbours or (plain, after) in self.neighbours
        if len(plain) < SHORTEST_LINE or beside:
            return beside
        # Where a layout numbers the answers itself, their words alone are a line of ours.
        if plain in self.lines and plain not in self.beginnings:
            return True
        # One of the answers we listed, without its number: a player says it in the same words.
        if plain in self.answers or plain in self.beginnings:
            return False
        said = plain.split()
        runs = list(zip(said, said[1:], said[2:], strict=False))
        return bool(runs) and sum(run in self.runs for run in runs) >= SIMILAR * len(runs)

    def may_list(self, text: str) -> bool:
        """Tell whether a line is one of ours but for its number: perhaps one of the answers."""
        plain = _NUMBER.sub("", normalize_line(text))
        return plain in self.answers or plain in self.beginnings

    def has_links(self, text: str) -> bool:
        """Tell whether a line consists of links of ours."""
        found = _LINK.findall(text[:2000])
        return bool(found) and all(link[:LINK_HEAD] in self.links for link in found)

    def may_end(self, text: str) -> bool:
        """Tell whether a few words stand together in our letters: the rest of a wrapped line."""
        # Of “Abyss #8.” the second word may be left, whose mark is none.
        return any(
            self._have(said.split()) for said in (normalize_line(text), text.strip().casefold())
        )

    def _have(self, said: list[str]) -> bool:
        pairs: list[tuple[str, ...]] = list(zip(said, said[1:], strict=False))
        pairs = pairs or [(word,) for word in said]
        return 0 < len(said) < 8 and all(pair in self.pairs for pair in pairs)


def normalize_line(text: str) -> str:
    """Return a line without quote marks, links and emphasis, its case and width folded.

    >>> normalize_line("> *2 · Explore  the Depths*")
    '2 · explore the depths'
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return " ".join(_MARKS.sub("", _LINK.sub(" ", text[:2000])).casefold().split())


def mark_sent_lines(lines: list[Line], sent: Sent) -> None:
    """Mark the lines that came from our own letters."""
    own = [line for line in lines if line.own]
    if len(own) < SHORTEST_RUN and all(len(line.text) < SHORTEST_LINE for line in own):
        # Too little to be a quote of anything.
        return
    sent.learn()
    ours = _find_sent_lines(lines, sent)
    _add_answers(lines, ours, sent)
    # Where so much of ours came back, single lines of it did too.
    history = sum(ours) >= SURE_QUOTE
    for start, end in _group_sent_lines(lines, ours):
        history = history or any(line.why in OLD for line in lines[max(start - 4, 0) : start])
        long = sum(len(line.text) for line in lines[start:end]) > LONGEST_ANSWER
        if history or long or sum(ours[start:end]) >= SHORTEST_RUN:
            for line in lines[start:end]:
                line.why = line.why or SENT
            history = True
    _take_remainders(lines, sent)


def _find_sent_lines(lines: list[Line], sent: Sent) -> list[bool]:
    heard = [(at, normalize_line(line.text)) for at, line in enumerate(lines) if line.own]
    said = [(at, words) for at, words in heard if words]
    plain = ["", *(words for _, words in said), ""]
    ours = [False] * len(lines)
    for at, words in heard:
        ours[at] = not words and sent.has_links(lines[at].text)
    labels = {at for at, words in said if at + 1 < len(lines) and ours[at + 1]}
    for (at, words), before, after in zip(said, plain, plain[2:], strict=False):
        ours[at] = sent.has(words, before, after) or (at in labels and words in sent.lines)
    return ours


def _add_answers(lines: list[Line], ours: list[bool], sent: Sent) -> None:
    """Count as ours what stands among lines of ours and is one but for its number.

    Above or below them it may be the player's answer.
    """
    waiting: list[int] = []
    inside = False
    for at, line in enumerate(lines):
        if ours[at]:
            for between in waiting:
                ours[between] = True
            waiting, inside = [], True
        elif inside and line.own and sent.may_list(line.text):
            waiting.append(at)
        elif not line.blank:
            waiting, inside = [], False


def _group_sent_lines(lines: list[Line], ours: list[bool]) -> list[tuple[int, int]]:
    """Return the stretches [start, end) of our lines, blanks between them included."""
    runs: list[tuple[int, int]] = []
    for at, is_ours in enumerate(ours):
        if not is_ours:
            continue
        if runs and all(line.blank for line in lines[runs[-1][1] : at]):
            runs[-1] = (runs[-1][0], at + 1)
        else:
            runs.append((at, at + 1))
    return runs


def _take_remainders(lines: list[Line], sent: Sent) -> None:
    """Mark a few words of ours that follow directly on a full line of ours."""
    for before, line in zip(lines, lines[1:], strict=False):
        full = before.why == SENT and len(before.text) >= FULL_LINE
        if full and line.own and sent.may_end(line.text):
            line.why = SENT
    _take_ornaments(lines)


def _take_ornaments(lines: list[Line]) -> None:
    """Mark what is but rules and marks between lines of ours, or below the last of them."""
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
