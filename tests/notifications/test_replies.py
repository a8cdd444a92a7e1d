"""Tests of parsing replies of real mail programs: tests/mail/NAME.eml results in NAME.own."""

from __future__ import annotations

import random
import re
import textwrap
from pathlib import Path

import pytest

from notifications.reply_parser import own_lines
from notifications.reply_parser.history import is_attribution

MAIL = Path(__file__).parent.parent / "mail"
NAMES = sorted(path.stem for path in MAIL.glob("*.eml"))
OURS = (MAIL / "ours.txt").read_text()
# Quotes without marks, which are recognized only with the text of the sent e-mail.
NEEDS_OURS = {"notes_unquoted", "rewrapped_unquoted", "outlook_below"}


def own(name: str) -> str:
    return (MAIL / f"{name}.own").read_text().rstrip("\n")


@pytest.mark.parametrize("name", NAMES)
def test_an_email_says_what_its_writer_wrote(name: str) -> None:
    """B1 to B9: part, charset, flowed text, HTML, history, quotes, signatures, banners, order."""
    reading = own_lines((MAIL / f"{name}.eml").read_bytes(), [OURS])

    assert "\n".join(reading.lines) == own(name)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in NEEDS_OURS])
def test_an_email_is_read_without_knowing_ours(name: str) -> None:
    """B6: recognized only by form."""
    reading = own_lines((MAIL / f"{name}.eml").read_bytes())

    assert "\n".join(reading.lines) == own(name)


def text(body: str, kind: str = "text/plain") -> bytes:
    return f"Content-Type: {kind}; charset=utf-8\r\n\r\n{body}".encode()


STYLES = {
    "marks": lambda email: "".join(f"> {line}\n" for line in email.splitlines()),
    "crosses": lambda email: "".join(f"# {line}".rstrip() + "\n" for line in email.splitlines()),
    "bars": lambda email: "".join(f"| {line}\n" for line in email.splitlines()),
    "nothing": lambda email: email,
    "wrapped anew": lambda email: textwrap.fill(email, 60),
    "other numbers": lambda email: email.replace(" - ", ". "),
    "no numbers": lambda email: re.sub(r"(?m)^  \d - ", "", email),
    "one paragraph": lambda email: " ".join(email.split()),
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "above", ["", "\n\n", "On 2 Nov 2026, Abyss <play@abyss.example> wrote:\n"]
)
def test_an_empty_answer_that_quotes_our_email_says_nothing(style: str, above: str) -> None:
    """B10, C4: no command from earlier e-mails."""
    reading = own_lines(text(above + STYLES[style](OURS)), [OURS])

    assert reading.lines == []


@pytest.mark.parametrize("words", ["2", "recruit oracle", "3 please", "take 2 Pearls", "12", "…"])
@pytest.mark.parametrize("style", STYLES)
def test_an_answer_above_any_quote_is_found(words: str, style: str) -> None:
    """B9: top posting."""
    reading = own_lines(text(f"{words}\n\n{STYLES[style](OURS)}"), [OURS])

    assert reading.lines == [without_number(words)]


def test_an_answer_in_the_very_words_of_ours_is_the_players() -> None:
    """B5: a single copied answer is not a quote."""
    ours = OURS + "explore the Depths\nBob explored the Depths and took the Squid.\n"
    answers = ["explore", "pass", "take 2 Pearls"]
    page = "What do you do?\n" + "\n".join(answers) + "\nAnswer by Tuesday, the latest.\n"

    reading = own_lines(text(f"pass\n\n{page}\n{ours}"), [ours, page])

    assert reading.lines == ["pass"]


def test_it_is_said_why_a_line_was_dropped() -> None:
    """Q1: each line has its reason."""
    body = "[EXTERNAL]\n\n2\n\nSent from my iPhone\n\nAnn wrote:\n> old\n\n-- \nAnn\n"

    dropped = own_lines(text(body)).dropped

    assert [(line.line, line.why) for line in dropped] == [
        ("[EXTERNAL]", "gateway's banner"),
        ("Sent from my iPhone", "client's signature"),
        ("Ann wrote:", "attribution"),
        ("> old", "quote"),
        ("-- ".rstrip(), "signature"),
        ("Ann", "signature"),
    ]


def test_what_is_encrypted_is_said_to_be() -> None:
    """B1: encrypted e-mails are explained to the sender."""
    assert own_lines((MAIL / "encrypted.eml").read_bytes()).problem == "encrypted"


@pytest.mark.parametrize(
    "line",
    [
        "My answer to your question:",
        "2:",
        "I take crab 4 and squid 2, at 10:30 I must go",
        "recruit oracle with:",
        "Sent Bob to the depths",
    ],
)
def test_what_people_write_is_no_attribution(line: str) -> None:
    assert not is_attribution(line, above_quote=False)


@pytest.mark.parametrize(
    "body",
    [
        "2\n\nThanks,\nAlice",
        "I would take 2: the Oracle",
        "From: me\nwith love",
        "To: all of you\nexplore",
        "2 -- no, wait, 3",
        "first\n\nsecond\n\nthird",
        "external\nexplore",
    ],
)
def test_what_only_looks_like_history_is_kept(body: str) -> None:
    assert "\n".join(own_lines(text(body)).lines) == body


@pytest.mark.parametrize(
    "words", ["take: Sage", "défier\u00a0: Cho’mun", "nehmen: Feldmesserin", "bid: 3"]
)
@pytest.mark.parametrize("mark", ["", "> "])
def test_an_answer_with_a_colon_right_above_headers_is_none_of_them(words: str, mark: str) -> None:
    headers = "From: Abyss <play@abyss.example>\nSent: Monday, November 2, 2026 7:58 PM\nTo: Ann\n"

    reading = own_lines(text(f"Hello\n{words}\n{headers}\n{mark}Take one.\n"))

    assert [line.replace("\u00a0", " ") for line in reading.lines] == [
        "Hello",
        words.replace("\u00a0", " "),
    ]


def test_html_is_read_as_it_is_seen() -> None:
    """B4: by our own renderer."""
    page = """<style>p {}</style><script>3</script><p>re&shy;cruit   <b>ora</b>cle</p>
    <ul><li>crab 4<li>squid&nbsp;2</ul><span style="display:none">1</span><table><tr><td>a</td>
    <td>b</td></tr></table>line<br>break &lt;3 &unknown; &#x1F41A;"""

    assert own_lines(text(page, "text/html")).lines == [
        "recruit oracle",
        "",
        "crab 4",
        "squid 2",
        "",
        "a b",
        "line",
        "break <3 &unknown; 🐚",
    ]


def test_no_email_makes_it_raise() -> None:
    """All e-mails of the test data, with bytes changed, removed and repeated at random."""
    chance = random.Random(7)
    emails = [(MAIL / f"{name}.eml").read_bytes() for name in NAMES]
    for _ in range(400):
        raw = bytearray(chance.choice(emails))
        for _ in range(chance.randrange(1, 20)):
            at, length = chance.randrange(len(raw)), chance.randrange(30)
            raw[at : at + length] = chance.randbytes(chance.randrange(8)) * chance.randrange(1, 9)
            raw = raw or bytearray(b"x")
        own_lines(bytes(raw), [OURS])


QUESTION = """Reply above this line with a number, or with the words of an answer.

Bob explored the Depths and took the Squid.

What do you do?

  1 · explore
  2 · recruit the Oracle with crab 4, squid 3
  3 · take 2 Pearls from the Treasury
  4 · pass

Answer by Tuesday 3 November, 18:00 (Europe/Paris), 17:00 UTC; after that
option 3 is taken for you.

You get this e-mail because you play in Abyss #7.
"""
ROWS = QUESTION.splitlines()
PAGE = "<p>What do you do?</p><ol><li>explore</li><li>recruit the Oracle with crab 4, squid 3</li>"
PAGE += (
    "{inserted}<li>take 2 Pearls from the Treasury</li><li>pass</li></ol><p>Answer by Tuesday.</p>"
)
HEADERS = "From: Abyss <play@abyss.example>\nSent: Monday, November 2, 2026 7:58 PM\n"
HEADERS += "To: Ann <ann@example.org>\nSubject: Your turn\n\n"
COPIES = ["pass", "2", "explore", "take 2 Pearls from the Treasury", "recruit the Oracle"]
COPIES += ["2 · recruit the Oracle with crab 4, squid 3", "recruit the Oracle with crab 4, squid 3"]


def own_of(raw: bytes) -> list[str]:
    """Return the own lines without numbers: of two equal answers, either may be the copy."""
    ours = [QUESTION, re.sub("<[^>]+>", "\n", PAGE.format(inserted=""))]
    return [without_number(line) for line in own_lines(raw, ours).lines]


def without_number(line: str) -> str:
    return re.sub(r"^\d(?: ·|\.) ", "", line)


@pytest.mark.parametrize("words", COPIES)
@pytest.mark.parametrize("at", [5, 7, 8, 9, 10])
def test_an_answer_between_our_lines_is_the_players(words: str, at: int) -> None:
    """B5, B9: aligned with what was sent, one line is left over, even if it equals one of ours."""
    above, below = "\n".join(ROWS[:at]), "\n".join(ROWS[at:])
    marked = [textwrap.indent(part, "> ", lambda line: True) for part in (above, below)]

    assert own_of(text(f"{HEADERS}{above}\n\n{words}\n\n{below}\n")) == [without_number(words)]
    assert own_of(text(f"Abyss wrote on 2 Nov 2026:\n{marked[0]}\n\n{words}\n\n{marked[1]}\n")) == [
        without_number(words)
    ]


@pytest.mark.parametrize("words", COPIES)
def test_a_coloured_answer_inside_a_quote_is_the_players(words: str) -> None:
    """B4: where the markup quotes it, too."""
    page = PAGE.format(inserted=f'<div style="color:red">{words}</div>')

    assert own_of(text(f'<blockquote type="cite">{page}</blockquote>', "text/html")) == [
        without_number(words)
    ]


def test_what_a_program_makes_of_our_list_is_not_inserted() -> None:
    """C4: without its numbers, or with others."""
    for page in (PAGE.format(inserted=""), PAGE.format(inserted="").replace("<li>", "<li>1. ")):
        assert own_of(text(f'<blockquote type="cite">{page}</blockquote>', "text/html")) == []


@pytest.mark.parametrize(
    "announcement",
    [
        "Am Mo., 2. Nov. 2026 um 19:58 Uhr schrieb Abyss <play+abc@abyss.example\n>:",
        "On Mon, Nov 2, 2026 at 7:58 PM Abyss by Post <play+abc@abyss.example\n> wrote:",
        "Le lun. 2 nov. 2026 à 19:58, Abyss by Post <play+abc@abyss.example\n> a écrit :",
    ],
)
def test_an_announcement_wrapped_before_its_bracket_is_known(announcement: str) -> None:
    """B6: Gmail wraps there, and the bracket is no quote mark."""
    quote = f"{announcement}\n\n> What do you do?\n>\n>  1 - explore\n"

    assert own_lines(text(f"2\n\n{quote}")).lines == ["2"]
    assert own_lines(text(f"{quote}\n2\n")).lines == ["2"]
    assert own_lines(text(quote)).lines == []


def test_a_part_whose_boundary_never_occurs_is_read_as_text() -> None:
    head = b'Content-Type: multipart/alternative; boundary="never"\r\n\r\n'
    other = b"--used\r\nContent-Type: text/plain\r\n\r\n2\r\n--used--\r\n"

    assert own_lines(head + b"2\r\n").lines == ["2"]
    assert own_lines(head + other).lines == ["2"]


def test_one_broken_byte_does_not_garble_the_others() -> None:
    raw = text("").replace(b"utf-8", b"utf-8") + "défausser Méduse 1, à bientôt ".encode() + b"\xff"

    assert own_lines(raw).lines == ["défausser Méduse 1, à bientôt \ufffd"]


OUR_QUOTE = "> Reply above\n>\n> Which Kingdom joins the match?"
ATTRIBUTIONS = {
    "en": "On Sat, 28 Nov 2026 at 11:40, Abyss by Post <play@abyss.localhost> wrote:",
    "fr": "Le sam. 28 nov. 2026 à 11:40, Abyss by Post <play@abyss.localhost> a\nécrit :",
    "de": "Am 28.11.2026 um 11:40 schrieb Abyss by Post <play@abyss.localhost>:",
}


@pytest.mark.parametrize("language", ATTRIBUTIONS)
@pytest.mark.parametrize("answer", ["Ce sera le 3", "3\nThanks"])
def test_an_answer_between_an_attribution_and_its_quote_is_the_players(
    language: str, answer: str
) -> None:
    """It was read as empty."""
    body = f"{ATTRIBUTIONS[language]}\n\n{answer}\n\n{OUR_QUOTE}\n"

    raw = f"Content-Type: text/plain; charset=utf-8\n\n{body}".encode()

    assert own_lines(raw).lines == answer.split("\n")


@pytest.mark.parametrize(
    ("above", "below"), [("2", ""), ("", "\nmore below\n"), ("", "\nOn it goes:\n\ntext\n")]
)
def test_text_below_an_attribution_is_otherwise_an_earlier_email(above: str, below: str) -> None:
    body = f"{above}\n\n{ATTRIBUTIONS['en']}\n\n3\n\n{OUR_QUOTE}\n{below}"

    raw = f"Content-Type: text/plain; charset=utf-8\n\n{body}".encode()

    assert "3" not in own_lines(raw).lines
