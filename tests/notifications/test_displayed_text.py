"""HTML is read as its reader sees it, and what scripts and emoji need arrives."""

from __future__ import annotations

import pytest

from games.engine.notation import split_words
from games.services.chat import strip_invisible_chars
from notifications.reply_parser import own_lines
from notifications.reply_parser.render import html_to_lines

FAMILY, PERSIAN = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "می\u200cروم"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("<ol><li>take</li><li>end</li></ol>", ["1. take", "2. end"]),
        ("<ol start=2><li>take</li></ol>", ["2. take"]),
        ("<ol start='2'><li></li></ol>", ["2."]),
        ("<ol><li value=3>take<li>end</ol>", ["3. take", "4. end"]),
        ("<ol type=a start=2><li>take</li></ol>", ["b. take"]),
        ("<ol type=I start=4><li>take</li></ol>", ["IV. take"]),
        ("<ol style='list-style: none'><li>take</li></ol>", ["take"]),
        ("<ol><li>take<ul><li>now</li></ul></li><li>end</li></ol>", ["1. take", "now", "2. end"]),
        ("<ol start=99999999999999999999><li>take</li></ol>", ["1. take"]),
        ("<div>2 <img alt='👍'><img alt='Logo'></div>", ["2 👍"]),
        ("<div><img alt='2️⃣'></div>", ["2️⃣"]),
        ("<div><img class='emoji' alt=':-)'> 2</div>", [":-) 2"]),
        ("<table><tr><td>2</td><td>take</td></tr></table>a<br>b", ["2 take", "a", "b"]),
    ],
)
def test_html_is_read_as_it_is_displayed(page: str, lines: list[str]) -> None:
    assert [line.text for line in html_to_lines(page) if not line.blank] == lines


@pytest.mark.parametrize("kind", ["plain", "html"])
@pytest.mark.parametrize("words", [FAMILY, PERSIAN, ENGLAND, "❤️", "2️⃣"])
def test_joiners_that_are_needed_arrive(words: str, kind: str) -> None:
    """From the e-mail to the chat."""
    raw = f"Content-Type: text/{kind}; charset=utf-8\n\nsay {words}".encode()

    [line] = own_lines(raw).lines

    assert strip_invisible_chars(line) == f"say {words}"


@pytest.mark.parametrize("line", ["ta\u200dke 2", "take\u200c 2", "take 2\u200d"])
def test_answers_are_compared_without_joiners(line: str) -> None:
    assert split_words(line) == ("take", "2")
