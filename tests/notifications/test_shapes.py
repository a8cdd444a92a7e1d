"""Tests of combinations: editors of mail programs with quotes, attributions with line widths.

The tables in tests/mail/world are tested as they are in test_world.py; here they are combined with
other names, paragraphs and line widths.
"""

from __future__ import annotations

import re
import textwrap

import pytest

from .test_world import MARKED, QUOTED, own, table

# An answer that is longer than a number.
PARAGRAPHS = [
    ["recruit oracle with crab 4"],
    ["Thanks for the game, see you on Tuesday at 10:30.", "I told Bob: he is away."],
    ["1) first", "2) second https://example.org/a?b=c"],
    ["Best,", "Ann"],
]
EMAIL = "\n\n".join("\n".join(lines) for lines in PARAGRAPHS)

NAMES = [
    "John O'Neil",
    "Müller, Hans-Peter",
    "张伟",
    "Maria José da Silva Santos de Oliveira Figueiredo e Vasconcelos",
]


def lines_in(start: str, end: str, gap: str) -> str:
    """Return the paragraphs with tags around each line and `gap` between paragraphs."""
    return gap.join("".join(f"{start}{line}{end}" for line in part) for part in PARAGRAPHS)


# HTML of paragraphs by editor of a mail program.
EDITORS = {
    "gmail": lines_in("<div>", "</div>", "<div><br></div>"),
    "gmail, one block": "<br><br>".join("<br>".join(part) for part in PARAGRAPHS),
    "outlook": lines_in(
        '<p class="MsoNormal">',
        "<o:p></o:p></p>",
        '<p class="MsoNormal"><o:p>&nbsp;</o:p></p>',
    ),
    "outlook on the web": lines_in(
        '<div class="elementToProof" style="font-family: Aptos">\r\n',
        "</div>",
        '<div class="elementToProof"><br>\r\n</div>',
    ),
    "outlook, old web": lines_in(
        '<p style="margin-top:0; margin-bottom:0">', "</p>", '<p style="margin:0"><br></p>'
    ),
    "apple": lines_in("<div>", "</div>", '<div><br class=""></div>'),
    "thunderbird": "".join("<p>" + "<br>\n      ".join(part) + "</p>\n" for part in PARAGRAPHS),
    "yahoo": lines_in(
        '<div dir="ltr" data-setdir="false">',
        "</div>",
        '<div dir="ltr" data-setdir="false"><br></div>',
    ),
    "proton": lines_in(
        '<div style="font-family: Arial; font-size: 14px;">',
        "</div>",
        '<div style="font-family: Arial; font-size: 14px;"><br></div>',
    ),
}


def in_page(page: str, written: str) -> str:
    """Return a page of tests/mail/world with its answer "2" replaced by `written`."""
    page = page.partition(" ")[2].replace("{quoted}", QUOTED.replace("\n", "<br>"))
    if ">2<" in page:
        return page.replace(">2<", f">{written}<", 1)
    return page.replace("2<br>", f"{written}<br>", 1)


@pytest.mark.parametrize("editor", EDITORS)
def test_paragraphs_are_kept_as_they_were_seen(editor: str) -> None:
    """B4: each editor's markup in every program's page."""
    pages = [*table("pages"), "alone <div>2</div>"]

    wrong = [page for page in pages if own(in_page(page, EDITORS[editor]), "text/html") != EMAIL]

    assert wrong == []


def attributions(width: int) -> list[str]:
    """Return all single-line attributions with other names, wrapped at a width."""
    plain = [line for line in table("attributions") if "\n" not in line and line[0] != ">"]
    named = [line.replace("Abyss by Post", name) for line in plain for name in NAMES]
    return [
        textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False) for line in named
    ]


@pytest.mark.parametrize("width", [64, 72, 76, 200])
def test_wrapped_attributions_are_known_wherever_the_answer_stands(width: int) -> None:
    """B6, B9: programs wrap attributions over up to four lines."""
    announced = attributions(width)

    above = [one for one in announced if own(f"{EMAIL}\n\n{one}\n\n{MARKED}") != EMAIL]
    below = [one for one in announced if own(f"{one}\n{MARKED}\n{EMAIL}\n") != EMAIL]
    empty = [one for one in announced if own(f"{one}\n{MARKED}") != ""]

    assert (above, below, empty) == ([], [], [])


@pytest.mark.parametrize("line", table("people"))
def test_what_people_write_is_theirs(line: str) -> None:
    """B7, B8: neither a banner nor an attribution, although it contains such words."""
    announced = "On Mon, Nov 2, 2026 at 7:58 PM Abyss <play@abyss.example> wrote:"

    assert own(line) == line
    assert own(f"{line}\n\n{announced}\n{MARKED}") == line
    assert own(f"Hello all,\n\n{line}\n\nBest,\nAnn") == f"Hello all,\n\n{line}\n\nBest,\nAnn"


LABEL = re.compile(r"(?m)^([^:：\n]{2,25})[:：][ \t]*")
# Header fields as written by programs that convert HTML to text.
FIELDS = {
    "bold": lambda block: LABEL.sub(r"*\1:* ", block),
    "bold twice": lambda block: LABEL.sub(r"**\1:** ", block),
    "tabs": lambda block: LABEL.sub(r"\1:\t", block),
    "apart": lambda block: block.replace("\n", "\n\n"),
    "below a rule": lambda block: f"{'_' * 32}\n{block}",
    "another name": lambda block: block.replace("Abyss by Post", NAMES[1]),
    "many readers": lambda block: block.replace(
        "Alice <alice@example.org>", "Alice <alice@example.org>; Bob <bob@example.org>;\nCarol C."
    ),
}


@pytest.mark.parametrize("fields", FIELDS)
def test_headers_of_earlier_emails_are_known_however_they_are_written(fields: str) -> None:
    """B6: in all languages, above e-mails with and without quote marks."""
    blocks = [FIELDS[fields](block) for block in table("blocks") if block[0] != ">"]

    plain = [one for one in blocks if own(f"{EMAIL}\n\n{one}\n\n{QUOTED}") != EMAIL]
    marked = [one for one in blocks if own(f"{EMAIL}\n\n{one}\n\n{MARKED}") != EMAIL]

    assert (plain, marked) == ([], [])
