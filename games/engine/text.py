"""Plain text for letters and terminals: at most 72 columns, readable in any font."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from textwrap import fill

COLUMNS = 72


def wrap_paragraph(text: str, indent: str = "", *, hanging: str = "") -> str:
    """Wrap one paragraph; every line begins with `indent`, all but the first with `hanging` too."""
    return _as_it_is(indent, text) or fill(
        text,
        COLUMNS,
        initial_indent=indent,
        subsequent_indent=indent + hanging,
        break_on_hyphens=False,
    )


def wrap_item(label: str, text: str) -> str:
    """Wrap `text` behind a label, continued lines under its beginning.

    >>> print(wrap_item("Court: ", "Oracle"))
    Court: Oracle
    """
    if text and len(label) + len(text) <= COLUMNS and text == " ".join(text.split()):
        # Most are one line, and need no wrapping.
        return label + text
    hanging = " " * min(len(label), 12)
    return _as_it_is("", label + text) or fill(
        label + text, COLUMNS, subsequent_indent=hanging, break_on_hyphens=False
    )


def replace_unprintable(text: str) -> str:
    """Words of strangers on one line of a terminal, which they shall not write over.

    >>> print(replace_unprintable("Bob\\x1b[2J\\n"))
    Bob?[2J?
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _as_it_is(indent: str, text: str) -> str:
    """A text that needs no wrapping, which takes long to find out; “” if it may need some."""
    fits = len(indent) + len(text) <= COLUMNS and text.isprintable() and text[-1:] != " "
    return indent + text if fits and text else ""


def format_phrase(
    phrases: Mapping[str, Mapping[str, str]], language: str, kind: str, **values: object
) -> str:
    """Return `phrases[language][kind]` with its values; English where the language has none."""
    table = phrases.get(language) or phrases["en"]
    return (table.get(kind) or phrases["en"][kind]).format(**values)


def format_sentence(
    sentence: str, facts: Mapping[str, object], *, quotes: str = "“{}”", last: str = "or"
) -> str:
    """Return a sentence with its facts; a list of answers is told as “a” or “b”.

    >>> facts = {"line": "take", "answers": ["take 1", "take 2"]}
    >>> format_sentence("{line} could be {answers}.", facts)
    'take could be “take 1” or “take 2”.'
    """
    if not facts:
        return sentence
    said = dict(facts)
    for name, fact in facts.items():
        if isinstance(fact, list):
            said[name] = f" {last} ".join(quotes.format(one) for one in fact)
    return sentence.format(**said)


def translate_sentence(
    sentences: Mapping[str, tuple[str, str]],
    sentence: str,
    facts: Mapping[str, object],
    language: str,
) -> str:
    """Return an English sentence with its facts in a language; `sentences[english]` are (French,
    German). "" if it is none of them."""
    if sentence not in sentences:
        return ""
    french, german = sentences[sentence]
    return format_sentence({"fr": french, "de": german}.get(language, sentence), facts)


def join_words(words: Sequence[str], last: str) -> str:
    """Join words as prose: “a, b and c”, where `last` is the “and”."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


# Deeper indents look alike.
DEEPEST = 4


@dataclass(frozen=True)
class Line:
    """One line without its indent; `depth` counts steps of two columns. Empty: a gap."""

    depth: int
    text: str


def unfold_text(text: str) -> list[Line]:
    """Join each line with the ones it was folded into.

    A line goes on below if the next one is indented deeper, begins no item (“- …”), and its first
    word had no room above.

    >>> [line.text for line in unfold_text("- Oracle: " + "7 " * 31 + "\\n  and 1 key")]
    ['- Oracle: 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 and 1 key']
    """
    lines: list[Line] = []
    began, above = 0, ""
    for written in text.splitlines():
        said = written.strip()
        indent = len(written) - len(written.lstrip())
        if said and indent > began and not said.startswith("- ") and _is_full(above, said):
            lines[-1] = Line(lines[-1].depth, f"{lines[-1].text} {said}")
        else:
            began = indent
            lines.append(Line(min(indent // 2, DEEPEST), said))
        above = written
    return lines


def _is_full(above: str, said: str) -> bool:
    """Tell whether the first word of a line had no room above; what no blank divides is a word."""
    return bool(above.strip()) and len(above.rstrip()) + 1 + len(said.split(" ")[0]) > COLUMNS
