"""Tests with every line of tests/mail/world above, below or around a player's answer.

`¶` stands for a line break. Each attribution and block of headers is tested with the answer above,
below and between quotes; each banner, signature and footer is tested where programs put it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from notifications.reply_parser import own_lines

WORLD = Path(__file__).parent.parent / "mail" / "world"
QUOTED = "Bob explored the Depths.\n\nWhat do you do?\n\n  1 - explore\n  2 - take 2 Pearls\n"
MARKED = "".join(f"> {line}".rstrip() + "\n" for line in QUOTED.splitlines())
ANSWERS = ["2", "recruit oracle with crab 4"]


def table(name: str) -> list[str]:
    lines = (WORLD / f"{name}.txt").read_text().splitlines()
    return [line.replace("¶", "\n") for line in lines if line]


def own(body: str, kind: str = "text/plain") -> str:
    raw = f"Content-Type: {kind}; charset=utf-8\r\n\r\n{body}".encode()
    return "\n".join(own_lines(raw).lines)


# Lines above an e-mail without quote marks.
UNMARKED = [line for line in table("blocks") + table("attributions") if line[0] != ">"]


@pytest.mark.parametrize("line", table("attributions"))
def test_an_answer_above_a_quote_that_is_announced(line: str) -> None:
    """B6: attributions as written by programs in all languages."""
    for answer in ANSWERS:
        assert own(f"{answer}\n\n{line}\n{MARKED}") == answer
        assert own(f"{answer}\n\n{line}\n\n{MARKED}") == answer


@pytest.mark.parametrize("line", table("attributions"))
def test_an_answer_below_or_between_quotes(line: str) -> None:
    """B9: bottom-posting and inline replies."""
    assert own(f"{line}\n{MARKED}\n2\n") == "2"
    assert own(f"{line}\n\n> Bob explored.\n\nnice\n\n> What do you do?\n\n2\n") == "nice\n\n2"


@pytest.mark.parametrize("line", UNMARKED)
def test_an_answer_above_an_unmarked_email(line: str) -> None:
    """B6: Outlook and phones write no quote marks."""
    for answer in ANSWERS:
        assert own(f"{answer}\n\n{line}\n\n{QUOTED}") == answer


@pytest.mark.parametrize("line", UNMARKED)
def test_an_empty_answer_to_an_unmarked_email(line: str) -> None:
    """B10, C4: quoted text is never an answer."""
    assert own(f"\n\n{line}\n\n{QUOTED}") == ""
    assert own(f"{line}\n{MARKED}") == ""


@pytest.mark.parametrize("line", table("mobiles"))
def test_what_telephones_say(line: str) -> None:
    """B7: anywhere, even in the first line."""
    quote = f"On 2 Nov 2026, at 19:58, Abyss wrote:\n\n{MARKED}"
    assert own(f"2\n\n{line}\n\n{quote}") == "2"
    assert own(f"{line}\n\n2\n\n{quote}") == "2"
    assert own(f"{line}\n\n{quote}") == ""
    assert own(f"explore\n\n{line}\n") == "explore"


@pytest.mark.parametrize("line", table("banners"))
def test_what_gateways_put_on_top(line: str) -> None:
    """B8: banners are skipped up to the first real line."""
    for answer in ANSWERS:
        assert own(f"{line}\n\n{answer}\n\nOn 2 Nov 2026, Abyss wrote:\n{MARKED}") == answer


@pytest.mark.parametrize("line", table("footers"))
def test_what_stands_below(line: str) -> None:
    """B7: signatures, disclaimers, and footers of lists and scanners."""
    assert own(f"2\n\n{line}\n") == "2"
    assert own(f"2\n\n{line}\n\nOn 2 Nov 2026, Abyss wrote:\n{MARKED}") == "2"


@pytest.mark.parametrize("line", table("pages"))
def test_what_programs_write_as_html(line: str) -> None:
    """B4: containers of quotes; a reply without own text gives no command (C4)."""
    page = line.partition(" ")[2].replace("{quoted}", QUOTED.replace("\n", "<br>"))
    empty = page.replace(">2<", "><", 1) if ">2<" in page else page.replace("2<br>", "<br>", 1)

    assert own(page, "text/html") == "2"
    assert own(empty, "text/html") == ""


@pytest.mark.parametrize("line", table("bodies"))
def test_bodies_of_all_kinds(line: str) -> None:
    body, _, expected = line.partition(" ⇒ ")

    assert own(body) == expected
