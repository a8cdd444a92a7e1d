"""Tests of replies that quote our own e-mails like all mail programs do.

A reply without own text gives no command, and an answer is read exactly as written.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from datetime import date
from functools import partial
from html import escape
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from games.engine import notation
from games.engine.contract import Decision, Refused
from games.models import Match, Prompt
from games.queries import states
from games.replies import commands
from games.replies.lines import natural_answers
from games.services import order_commands
from games.titles import GAMES
from notifications.gateway import read_reply
from notifications.incoming.intake import Reply
from notifications.models import Notification
from notifications.outgoing import renderers
from notifications.reply_parser import own_lines, quotable_versions
from tests.emails import email_of

pytestmark = pytest.mark.django_db

PLAIN, HTML = "text/plain", "text/html"
TODAY = date(2026, 11, 21)
WROTE = "On Mon, Nov 2, 2026 at 7:58 PM Abyss by Post <play@abyss.example> wrote:"
BLOCK = "From: Abyss by Post <play@abyss.example>\nSent: Monday\nTo: A <a@b.example>\nSubject: x"
RULE = '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><b>From:</b> Abyss</div>'

# All commands that are answered with an e-mail.
COMMANDS = ("help", "status", "options", "away", "orders", "undo", "say resign", "resign")

Style = Callable[[str, str, str], tuple[str, str]]


def marked(answer: str, text: str, page: str) -> tuple[str, str]:
    return PLAIN, f"{answer}\n\n{WROTE}\n" + textwrap.indent(text, "> ", lambda line: True)


def below(answer: str, text: str, page: str) -> tuple[str, str]:
    return PLAIN, f"{WROTE}\n" + textwrap.indent(text, "> ", lambda line: True) + f"\n\n{answer}\n"


def unmarked(answer: str, text: str, page: str) -> tuple[str, str]:
    return PLAIN, f"{answer}\n\n{BLOCK}\n\n{text}"


def bare(answer: str, text: str, page: str) -> tuple[str, str]:
    return PLAIN, f"{answer}\n\n{text}"


def bare_below(answer: str, text: str, page: str) -> tuple[str, str]:
    return PLAIN, f"{text}\n\n{answer}\n"


def wrapped(answer: str, text: str, page: str) -> tuple[str, str]:
    rows = [
        row
        for line in text.splitlines()
        for row in textwrap.wrap(line, 60, break_long_words=False) or [""]
    ]
    return PLAIN, f"{answer}\n\n" + "\n".join(rows)


def gmail(answer: str, text: str, page: str) -> tuple[str, str]:
    quote = f'<div class="gmail_quote"><blockquote class="gmail_quote">{page}</blockquote></div>'
    return HTML, f'<div dir="ltr">{escape(answer)}</div>{quote}'


def apple(answer: str, text: str, page: str) -> tuple[str, str]:
    return HTML, f'<div>{escape(answer)}</div><blockquote type="cite">{page}</blockquote>'


def outlook(answer: str, text: str, page: str) -> tuple[str, str]:
    return HTML, f"<p class=MsoNormal>{escape(answer)}</p>{RULE}<div>{page}</div>"


def unknown(answer: str, text: str, page: str) -> tuple[str, str]:
    return HTML, f"<div>{escape(answer)}</div><hr>{page}"


STYLES: list[Style] = [
    *(marked, below, unmarked, bare, bare_below, wrapped, gmail, apple, outlook, unknown)
]


def extracted(style: Style, answer: str, email: renderers.Email) -> list[str]:
    page = email.html or f"<pre>{escape(email.text)}</pre>"
    kind, body = style(answer, email.text, page)
    raw = f"Content-Type: {kind}; charset=utf-8\r\n\r\n{body}".encode()
    return own_lines(raw, quotable_versions(email.text, email.html)).lines


def reads(game: str, asked: Any, language: str, line: str) -> Decision:
    return notation.parse_decision(
        asked, line, [GAMES[game].list_words(language), GAMES[game].list_words("en")]
    )


def is_command(game: str, asked: Any, language: str, line: str) -> bool:
    try:
        reads(game, asked, language, line)
    except Refused:
        return False
    return True


@pytest.fixture
def table(deal: Any, people: dict[str, Any]) -> Callable[..., Match]:
    def lay(game: str, language: str) -> Match:
        for player in people.values():
            player.language = language
            player.save()
        return deal(game, seats=2, now=timezone.now())

    return lay


def asked_of(match: Match, prompt: Prompt) -> Any:
    prompts = GAMES[match.game].list_prompts(states.load_state(match))
    return next(one for one in prompts if one.seat == prompt.seat)


def answer_by_email(prompt: Prompt, player: Any, line: str) -> str:
    return read_reply(
        Reply(
            email_id=uuid4(),
            token=prompt.token,
            sender=player.email,
            lines=[line],
            message_id=f"<{uuid4()}@example.org>",
            received_at=timezone.now(),
        )
    )


def emails_of(match: Match) -> list[renderers.Email]:
    """Return every e-mail that prompts, wrong answers and commands by e-mail cause."""
    written = list(map(email_of, Notification.objects.all()))
    prompt = match.prompts.filter(closed_at=None).order_by("seat")[0]
    player = match.seats.get(number=prompt.seat).player
    for line in ("perhaps", "1", *COMMANDS):
        answer_by_email(prompt, player, line)
    written += map(email_of, Notification.objects.all())
    return [email for email in written if email is not None]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_an_empty_answer_that_quotes_our_email_gives_no_command(
    table: Callable[..., Match], game: str, language: str
) -> None:
    """C4, P4, B10: in any style of quoting and for any kind of e-mail."""
    match = table(game, language)
    prompt = match.prompts.filter(closed_at=None).order_by("seat")[0]
    asked = asked_of(match, prompt)
    for email in emails_of(match):
        for style in STYLES:
            for line in filter(None, extracted(style, "", email)):
                assert not is_command(game, asked, language, line), (style.__name__, line)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_no_line_of_our_emails_is_a_command_of_every_game(
    table: Callable[..., Match], game: str, language: str
) -> None:
    """K4, P4: not even if it is quoted in a way that is not recognized."""
    match = table(game, language)
    player = match.seats.get(number=0).player
    verbs = {verb[0] for verb in commands.get_game_verbs(game, language) if verb}
    for email in emails_of(match):
        for line in "\n".join(quotable_versions(email.text, email.html)).splitlines():
            assert commands.parse_command(line, language, today=TODAY) is None, line
            chosen = natural_answers.find_chosen_number(notation.tokenize_line(line))
            # The words of a listed answer may be those of a choice: “take 2”.
            assert not (chosen and chosen.words) or verbs.intersection(chosen.words), line
            assert order_commands.may_be_order(line) is False or not orders_in(line, match, player)


def orders_in(line: str, match: Match, player: Any) -> list[Any]:
    """Return the commands about orders that a single line would be parsed as."""
    try:
        return order_commands.split_commands([line], match, player)[0]
    except Refused:
        return []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("style", STYLES, ids=lambda style: style.__name__)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_an_answer_written_to_our_email_is_read_as_it_was_meant(
    table: Callable[..., Match], game: str, language: str, style: Style
) -> None:
    """Q3: parse(extract(reply(render(x)))) == x."""
    match = table(game, language)
    prompt = match.prompts.filter(closed_at=None).order_by("seat")[0]
    notification = Notification.objects.filter(kind="your_turn", reply_token=prompt.token).first()
    email = email_of(notification) if notification else None
    assert email is not None
    prompt.refresh_from_db()
    asked = asked_of(match, prompt)
    read = partial(reads, game, asked, language)
    for offered in prompt.offered or []:
        decision = Decision(**offered)
        answer = notation.format_decision(decision, GAMES[game].list_words(language))
        own = [line for line in extracted(style, answer, email) if line]
        assert own and read(own[0]) == decision, (answer, own)


def test_a_number_that_wrapping_left_alone_is_ours() -> None:
    """P1: “#8.” at the start of a line is the end of our sentence, not an answer."""
    email = (
        "It is your turn. What do you want to do with it?\n\n"
        "  1 · explore the depths of the sea\n"
        "  2 · recruit the oracle with crab 4\n\n"
        "You get this e-mail, because you have a seat at Abyss #8.\n"
    )
    wrapped = email.replace(" #8.", "\n#8.")

    assert own_lines(b"Subject: Re: Abyss\r\n\r\n" + wrapped.encode(), [email]).lines == []


def test_a_number_below_the_same_number_of_ours_is_the_players() -> None:
    """“1” was taken for the end of “take 1.”, so that “3” alone was played."""
    ours = (
        "How many pebbles do you take? There are 10 in the pile.\n\n  1 · take 1\n  2 · take 2\n"
        "  3 · take 3\n\nPlease answer within 3 days.\nIf you don’t answer in time: take 1.\n"
    )
    below = "\nThe board\n---------\n\nPile: 10\nAlice: 0\nBob: 0\n"
    raw = f"Subject: Re: Pebbles\n\n{BLOCK}\n\n{ours}\n3\n1\n{below}".encode()

    lines = own_lines(raw, [ours + below]).lines

    assert [line for line in lines if line] == ["3", "1"]
