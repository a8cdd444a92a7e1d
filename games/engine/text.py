"""Plain text for e-mails and terminals: at most 72 columns, readable in any font."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill

COLUMNS = 72
# The no-break spaces of French punctuation, which Python does not call printable.
NO_BREAK = "\u00a0\u202f"

# French has a space before these marks, and one after an opening quotation mark.
_FRENCH_SPACE = re.compile(r"(?<=\S) (?=[:;!?»])|(?<=«) ")
# The space before a last number: a line that is only a number could be read as an answer.
_SPACE_BEFORE_LAST_NUMBER = re.compile(r"(?<=\S) (?=\d+[.;,]?$)")

SOFT_HYPHEN = "\u00ad"
# The last parts of German compounds and French and English words, before which they are divided.
LAST_PARTS = """
angriff anlagen atems banken banner bastion bauerin blutbanner bock bogen brunnen buckler bänke
börse bühnen cheur cière culturalist dame deur dichter dieb diggers dière dock drache dweller
eiferer eintreiber elfenbanner festen fisch fische fischen fresser gegenstand gießerei giste grenze
gräber hafen hammer harbour haus haut herr hof händler hüter jäger kolben kolonne krake kreuz
kundiger kuppel königin lagerer lanze lich ling macher mailer major mannschaft marker master meister
meisterin ment messer messerin muscheln münzstätte niste orkbanner palast pferdchen phante planerin
platz quelle rechnung reiter resse rium robe rohling rotte räuber schanze schaufel schlange
schneider schweinrotte spalter spieler stadt stapels stein straße stätte teur theater theatre
théâtre tier tiere tieren tière toire trommeln tuch turm versammlung vertrag verzauberung werk
winkel zitadelle zucken
"""
# A part of at least four letters stands before it; shorter words fit anywhere.
_BREAK = re.compile(rf"(?<=[^\W\d_]{{4}})(?=(?:{'|'.join(LAST_PARTS.split())})s?\b)")
_LONG = re.compile(r"[^\W\d_]{11,}")


def wrap_paragraph(text: str, indent: str = "", *, hanging: str = "") -> str:
    """Wrap one paragraph; indent every line by `indent`, all but the first by `hanging` as well."""
    text = bind_french_marks(text)
    return _as_it_is(indent, text) or fill(
        _bind_last_number(text),
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=indent + hanging,
        break_on_hyphens=False,
    )


def wrap_item(label: str, text: str) -> str:
    """Wrap `text` after a label, with a hanging indent.

    >>> print(wrap_item("Court: ", "Oracle"))
    Court: Oracle
    """
    text = bind_french_marks(text)
    if text and len(label) + len(text) <= COLUMNS and text == " ".join(text.split()):
        # Shortcut for the common case of a single line.
        return label + text
    hanging = " " * min(len(label), 12)
    return _as_it_is("", label + text) or fill(
        label + _bind_last_number(text),
        COLUMNS,
        subsequent_indent=hanging,
        break_on_hyphens=False,
    )


def bind_french_marks(text: str) -> str:
    """Replace the spaces of French punctuation by no-break spaces. Other languages have none.

    >>> bind_french_marks("« Merci ! » : fin")
    '«\\xa0Merci\\xa0!\\xa0»\\xa0: fin'
    """
    return _FRENCH_SPACE.sub("\u00a0", text)


def _bind_last_number(text: str) -> str:
    return _SPACE_BEFORE_LAST_NUMBER.sub("\u00a0", text)


def soften(text: str) -> str:
    """Let the long words of a text be divided.

    >>> soften("Beutelschneider").split(SOFT_HYPHEN)
    ['Beutel', 'schneider']
    """
    return _LONG.sub(lambda word: _BREAK.sub(SOFT_HYPHEN, word[0]), text)


def format_number(number: int) -> str:
    """Return a number with a minus sign instead of a hyphen.

    >>> format_number(-6)
    '−6'
    """
    return str(number).replace("-", "−")


def replace_unprintable(text: str) -> str:
    """Replace unprintable characters, so that untrusted text cannot manipulate a terminal.

    >>> print(replace_unprintable("Bob\\x1b[2J\\n"))
    Bob?[2J?
    """
    return "".join(char if char.isprintable() or char in NO_BREAK else "?" for char in text)


def _as_it_is(indent: str, text: str) -> str:
    """Return the text if it clearly needs no wrapping (a fast check); "" if it may."""
    fits = len(indent) + len(text) <= COLUMNS and text.isprintable() and text[-1:] != " "
    return indent + text if fits and text else ""


def format_phrase(
    phrases: Mapping[str, Mapping[str, str]], language: str, kind: str, **values: object
) -> str:
    """Return `phrases[language][kind]` with its values; English if the language lacks it."""
    table = phrases.get(language) or phrases["en"]
    return (table.get(kind) or phrases["en"][kind]).format(**values)


def format_sentence(
    sentence: str, facts: Mapping[str, object], *, quotes: str = "“{}”", last: str = "or"
) -> str:
    """Return a sentence with its facts; a list of answers is written as “a” or “b”.

    >>> facts = {"line": "take", "answers": ["take 1", "take 2"]}
    >>> format_sentence("{line} could be {answers}.", facts)
    'take could be “take 1” or “take 2”.'
    """
    if not facts:
        return sentence
    values = dict(facts)
    for name, fact in facts.items():
        if isinstance(fact, list):
            values[name] = f" {last} ".join(quotes.format(item) for item in fact)
    return sentence.format(**values)


def translate_sentence(
    sentences: Mapping[str, tuple[str, str]],
    sentence: str,
    facts: Mapping[str, object],
    language: str,
) -> str:
    """Return an English sentence with its facts in a language.

    `sentences[english]` is (French, German). "" if the sentence is not in it.
    """
    if sentence not in sentences:
        return ""
    french, german = sentences[sentence]
    return format_sentence({"fr": french, "de": german}.get(language, sentence), facts)


def join_words(words: Sequence[str], last: str) -> str:
    """Join words as prose: “a, b and c”, where `last` is the “and”."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def join_sentences(sentences: Iterable[str]) -> str:
    """Return sentences in one line; each but the first begins with a capital letter.

    >>> join_sentences(["+1 attack", "", "after a journey: heal 1 wound"])
    '+1 attack. After a journey: heal 1 wound'
    """
    first, *others = [*filter(None, sentences), ""]
    return ". ".join(
        [first, *(f"{sentence[0].upper()}{sentence[1:]}" for sentence in others if sentence)]
    )


def join_clauses(clauses: Iterable[str], language: str) -> str:
    """Join clauses with semicolons; French puts a narrow no-break space before each."""
    return ("\u202f; " if language == "fr" else "; ").join(clauses)


def join_head(head: str, words: str, language: str) -> str:
    """Return “head: said”; French puts a no-break space before the colon.

    >>> join_head("Lieux", "pile 3", "fr")
    'Lieux\xa0: pile 3'
    """
    return f"{head}\u00a0: {words}" if language == "fr" else f"{head}: {words}"


# The beginning of an item below its heading: “Lords: …”, but not “zahlen: …” in a sentence.
_LABEL = re.compile(r"[^\W\d][^.,:;()]{0,24}:\s")
# The heads of a map's columns. Folding leaves no number alone: it is kept with the word before it.
_COLUMN_HEADS = re.compile(r"-?\d+(?: {2,}-?\d+)*")
# Maximum depth of indentation; deeper levels are shown alike.
DEEPEST = 4


@dataclass(frozen=True)
class Line:
    """One line without its indent; `depth` counts steps of two columns. An empty text is a gap."""

    depth: int
    text: str


def unfold_text(text: str) -> list[Line]:
    """Join wrapped lines.

    A line continues the previous one if it is indented deeper, is no item (“- …”, or “Lords: …” a
    step deeper than a line that is no list item), does not head the columns of a map, and its first
    word did not fit above.

    >>> [line.text for line in unfold_text("- Oracle: " + "7 " * 31 + "\\n  and 1 key")]
    ['- Oracle: 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 and 1 key']
    """
    lines: list[Line] = []
    began, above = 0, ""
    for line in text.splitlines():
        words = line.strip()
        indent = len(line) - len(line.lstrip())
        is_below = bool(lines) and indent == began + 2 and not lines[-1].text.startswith("- ")
        is_item = words.startswith("- ") or (
            is_below and words[:1].isupper() and _LABEL.match(words)
        )
        is_item = is_item or _COLUMN_HEADS.fullmatch(words)
        if words and indent > began and not is_item and _is_full(above, words):
            lines[-1] = Line(lines[-1].depth, f"{lines[-1].text} {words}")
        else:
            began = indent
            lines.append(Line(min(indent // 2, DEEPEST), words))
        above = line
    return lines


def _is_full(above: str, words: str) -> bool:
    """Return whether the first word of a line did not fit above; words are separated by blanks."""
    return bool(above.strip()) and len(above.rstrip()) + 1 + len(words.split(" ")[0]) > COLUMNS
