"""Names are text in every format that leaves us, whatever they mean there: the worst legal ones."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from html import unescape
from html.parser import HTMLParser
from io import StringIO
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils.html import escape
from icalendar import Calendar

from games.engine import display_names
from games.models import Match, Player
from games.presentation.push_summary import summarize_notification
from games.services import accounts
from games.services.leagues import directing, entries
from games.services.leagues.seasons import run_leagues
from games.services.names import BadName
from notifications.models import Notification
from notifications.models.webhooks import Webhook
from notifications.web_push import messages
from notifications.webhooks import formats
from tests.conftest import NOON
from tests.emails import email_of

# All names in the release test; any format is tried with some of them each time.
pytestmark = [pytest.mark.django_db, pytest.mark.sampled(5)]

NAMES = (
    # HTML, XML, Atom.
    "<b>Bob</b> & <i>co",
    "&lt;script&gt;1",
    "]]><x>",
    "</title><img src=x>",
    "'\"><a href=//x>",
    # Templates.
    "{{ 7|add:7 }}",
    "{% csrf_token %}x",
    "%(names)s %s {0}",
    # Discord, Slack and other markdown.
    "@everyone x",
    "<@&123456> x",
    "<!channel> x",
    "<http://x.y|z>",
    "[a](http://x.y)",
    "# heading",
    "**bold** _it_ ~~s~~",
    "`code` ||spoiler||",
    "- item",
    "> quote",
    "\\* x",
    "<t:1:R> :smile: x",
    "https://evil.example/x",
    "1. item",
    "<#1> <:a:1>",
    # Calendars, mail headers and spreadsheets.
    "a;b,c:d\\n",
    'CN="x":y',
    "=HYPERLINK(1)",
    "+1+1 x",
    "-2+3 x",
    "@SUM(1) x",
    'x","=1',
    "＝1 x",
    "Bcc: a@b.c",
    "=?utf-8?q?x?=",
    "a@b.c, d",
    "(comment) x",
    # Lengths and directions.
    "\U0001f991" * 40,
    "é" * 40,
    "x" * 40,
    "שלום x",
    "a\\",
)


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest, people: dict[str, Any]) -> str:
    """The name of bob, which the site has accepted; markup only before it refused that."""
    try:
        accounts.choose_name(people["bob"], request.param)
    except BadName:
        key = display_names.name_key(request.param)
        Player.objects.filter(pk=people["bob"].pk).update(display_name=request.param, name_key=key)
    return str(Player.objects.get(pk=people["bob"].pk).display_name)


class Page(HTMLParser):
    """The tags of a page, its title and its meta tags."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.meta: dict[str, str] = {}
        self.title, self.text, self.open = "", "", ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open = tag
        self.tags.append(tag)
        given = dict(attrs)
        if tag == "meta" and (key := given.get("property")):
            self.meta[key] = given.get("content") or ""

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open == "title" and "title" not in self.tags[:-1]:
            self.title += data


@pytest.fixture
def match(deal: Callable[..., Match], name: str) -> Match:
    return deal("pebbles", seats=2)


def squeeze(text: str) -> str:
    return " ".join(text.split())


def test_a_name_is_text_in_a_feed(client: Client, match: Match, people: Any, name: str) -> None:
    accounts.rotate_feed_key(people["alice"], is_on=True)
    key = accounts.feed_key(people["alice"])
    atom = "{http://www.w3.org/2005/Atom}"

    feed = ElementTree.fromstring(client.get(f"/feeds/{key}/news.atom").content)

    summary, *_ = feed.iter(f"{atom}summary")
    shown = summary.text or ""
    if summary.get("type") == "html":
        page = Page(shown)
        assert page.tags == []
        shown = page.text
    assert shown == f"With {name}."


def test_a_name_is_text_in_a_calendar(client: Client, match: Match, people: Any, name: str) -> None:
    accounts.rotate_feed_key(people["alice"], is_on=True)
    key = accounts.feed_key(people["alice"])

    content = client.get(f"/feeds/{key}/deadlines.ics").content

    calendar = Calendar.from_ical(content)
    [event] = calendar.walk("VEVENT")
    assert str(event["DESCRIPTION"]) == f"With {name}."
    assert not calendar.errors and not event.errors
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    assert content.count(b"\r\nBEGIN:") + 1 == content.count(b"\r\nEND:") == 4


def call(match: Match, shape: str) -> formats.Call:
    webhook = Webhook(shape=shape, url="https://hook.example", secret="s" * 22)
    notification = Notification.objects.get(player__display_name="Alice", kind="your_turn")
    composed = formats.compose_call(webhook, notification, NOON)
    assert composed is not None
    return composed


def test_a_name_is_text_in_discord(match: Match, name: str) -> None:
    news = json.loads(call(match, "discord").body)

    text, _space, url = news["content"].rpartition(" ")
    assert news["allowed_mentions"] == {"parse": []}
    assert url.endswith(f"/matches/{match.number}/")
    # A backslash before a character that is no letter, digit or blank makes it text.
    own = text.removesuffix(": It is your turn.")
    assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", own) == f"Pebbles #{match.number} (Alice, {name})"
    bare = re.sub(r"\\[^0-9A-Za-z\s]", "", own)
    assert not set(bare) & set("*_~`|<>[]()@:\\")
    assert not re.match(r"[#>+-]|[0-9]+\.", bare)


@pytest.mark.parametrize("title", ["# Bob", "- Bob", "+ Bob", "> Bob", "1. Bob", "-# Bob"])
def test_a_name_at_the_start_is_no_heading_or_list_in_discord(title: str) -> None:
    content = json.loads(formats._compose_discord_call(title, "x").body)["content"]

    assert re.match(r"\\[#>+-]|1\\\.", content)


def test_a_name_is_text_in_slack(match: Match, name: str) -> None:
    news = json.loads(call(match, "slack").body)

    text, url = news["text"].split(" <")
    assert url.endswith(f"/matches/{match.number}/>")
    assert unescape(text) == f"Pebbles #{match.number} (Alice, {name}): It is your turn."
    assert not set("<>") & set(text) and not re.search("&(?!amp;|lt;|gt;)", text)
    assert (news["mrkdwn"], news["parse"], news["link_names"]) == (False, "none", False)


def test_a_name_is_text_in_ntfy(match: Match, name: str) -> None:
    composed = call(match, "ntfy")

    assert name in composed.body.decode()
    assert set(composed.headers) == {"Content-Type", "Click"}
    assert composed.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert all(value.isascii() and value.isprintable() for value in composed.headers.values())


def test_a_name_is_text_for_programs(client: Client, match: Match, name: str, people: Any) -> None:
    client.force_login(people["alice"])
    view = client.get(f"/api/v1/matches/{match.number}/")

    assert json.dumps(name) in json.dumps(view.json())


def test_a_name_is_text_in_a_push_message(match: Match, name: str) -> None:
    assert len(name) <= messages.MAX_TITLE_LENGTH
    notification = Notification.objects.get(player__display_name="Alice", kind="your_turn")
    subject = summarize_notification(notification)
    assert subject is not None
    title = subject.title

    # The worker passes the title to showNotification(), which knows no markup.
    assert name in json.loads(json.dumps({"title": title[: messages.MAX_TITLE_LENGTH]}))["title"]


def test_a_name_is_text_in_an_email(match: Match, name: str) -> None:
    notification = Notification.objects.get(player__display_name="Alice", kind="your_turn")

    email = email_of(notification)

    assert email is not None
    page, plain = Page(email.html), Page(email.html.replace(escape(name), "Bob"))
    assert name in page.text or squeeze(name) in squeeze(page.text)
    assert page.tags == plain.tags
    assert squeeze(name) in squeeze(email.text)


@pytest.fixture
def pages(client: Client, match: Match, people: Any) -> Iterator[Any]:
    client.force_login(people["alice"])
    number = match.number
    yield {
        path: client.get(path)
        for path in (
            f"/matches/{number}/",
            f"/matches/{number}/history/",
            f"/players/{people['bob'].pk}/",
            "/",
        )
    }


def test_a_name_is_text_on_pages_and_in_what_they_say_to_other_sites(
    pages: dict[str, Any], name: str, people: Any
) -> None:
    for path, response in pages.items():
        assert response.status_code == 200, path
        html = response.content.decode()
        page, plain = Page(html), Page(html.replace(escape(name), "Bob"))
        assert name in page.text or squeeze(name) in squeeze(page.text), path
        assert page.tags == plain.tags, path
        if "og:description" in page.meta:
            assert name in page.meta["og:description"]
        if path.startswith("/players/"):
            assert name in page.title


def test_a_name_is_text_in_a_table_for_spreadsheets(
    client: Client, people: dict[str, Any], name: str
) -> None:
    terms = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0, "least_entrants": 2}
    league = directing.found_league(name="Club", slug="club", values=terms)
    season = directing.open_season(league, now=NOON)
    for player in ("alice", "bob"):
        entries.sign_up(season, Player.objects.get(pk=people[player].pk), now=NOON)
    run_leagues(NOON + timedelta(days=1))

    content = client.get("/leagues/club/1/standings.csv").content.decode("utf-8-sig")

    rows = list(csv.reader(StringIO(content)))
    cells = [row[2] for row in rows[1:]]
    assert {len(row) for row in rows} == {len(rows[0])}
    assert name in cells or f"'{name}" in cells
    assert not [cell for cell in cells if cell[:1] in "=+-@＝＋－＠\t\r"]
