"""Two seasons of a league and a cup, founded, run and closed in a real browser, without a shell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.engine.contract import Decision
from games.models import League, Match, Pairing, Player, Season, Status
from games.services.leagues import directing, directors, entries
from games.services.leagues.seasons import run_leagues
from games.services.play.decisions import submit_decision
from tests.games.test_league_scale import draw, entered

from .conftest import keep

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("leagues")]
DAY = timedelta(days=1)
Visit = Callable[[Player], Page]


@pytest.fixture
def visit(browser: Browser, live_server: Any) -> Iterator[Visit]:
    """A browser in which somebody is signed in: visit(alice)."""
    contexts: dict[Any, Page] = {}

    def visit(player: Player) -> Page:
        if player.pk not in contexts:
            client = Client()
            client.force_login(player)
            context = browser.new_context(base_url=live_server.url, locale="en-GB")
            context.set_default_timeout(10_000)
            session = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
            contexts[player.pk] = context.new_page()
        return contexts[player.pk]

    yield visit
    for page in contexts.values():
        page.context.close()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def confirm(page: Page, button: str = "Do it", *, look: str = "What would change?") -> None:
    """Look at what would change, and do it."""
    press(page, look)
    expect(page.get_by_role("heading", name="This would change")).to_be_visible()
    press(page, button)


def unfold(page: Page) -> None:
    while page.locator("details.fold:not([open])").count():
        page.locator("details.fold:not([open]) > summary").first.click()


def found(
    page: Page, name: str, ticks: dict[str, bool], format_name: str = "Round robin", **terms: str
) -> None:
    """Found a league of Pebbles by the form of a format."""
    page.goto("/leagues/")
    page.get_by_role("link", name="Create a league").click()
    page.get_by_role("link", name="Pebbles").click()
    page.get_by_role("link", name=format_name, exact=True).click()
    page.get_by_label("Name", exact=True).fill(name)
    unfold(page)
    for field, value in terms.items():
        control = page.locator(f"[name={field}]")
        if control.evaluate("one => one.tagName") == "SELECT":
            control.select_option(value)
        else:
            control.fill(value)
    for field, is_on in ticks.items():
        page.locator(f"[name={field}]").set_checked(is_on)
    confirm(page, look="Continue")
    expect(page.get_by_role("heading", name=f"Manage {name}")).to_be_visible()


def enter(page: Page, path: str, code: str = "") -> None:
    page.goto(path)
    if code:
        page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("You are signed up.")).to_be_visible()


def decide(page: Page, slug: str, pairing: Pairing, *, button: str = "Do it") -> None:
    """Give the first seat of a table the first place."""
    page.goto(f"/leagues/{slug}/manage/")
    page.locator(f"a[href*='pairing={pairing.pk}']").click()
    page.locator("[name=place_0]").select_option("1")
    page.locator("[name=place_1]").select_option("2")
    page.get_by_label("Why").fill("Nobody came to the other seat.")
    confirm(page, button)


def open_tables(season: Season) -> list[Pairing]:
    rows = Pairing.objects.filter(round__division__season=season, settled_at=None)
    return list(rows.order_by("round__division__level", "number"))


def names_by_division(season: Season) -> list[set[str]]:
    return [
        set(division.entries.filter(stand_in=None).values_list("player__display_name", flat=True))
        for division in season.divisions.order_by("level")
    ]


def test_two_seasons_with_drop_out_adjudication_promotion_and_relegation(
    visit: Visit, people: dict[str, Any], pictures: Path
) -> None:
    dora, dan = (
        Player.objects.create_user(
            f"{name}@staff.example",
            display_name=name.title(),
            is_staff=True,
            email_verified_at=timezone.now(),
        )
        for name in ("dora", "dan")
    )
    for director in (dora, dan):
        director.groups.add(Group.objects.get_or_create(name="league director")[0])
    page = visit(dora)
    found(
        page,
        "Harbour League",
        {"goes_on": False},
        **{"division_size": "2", "up": "1", "down": "1", "rounds": "1", "round_days": "1"},
        **{"sign_up_days": "0", "check_in_days": "0", "least_entrants": "4"},
    )
    page.get_by_role("link", name="Open a season").click()
    confirm(page)
    for player in people.values():
        enter(visit(player), "/leagues/harbour-league/1/")
    now = timezone.now()
    run_leagues(now)

    # The first season: a table is decided by two, the other one by rule.
    first = Season.objects.get(number=1)
    upper, lower = open_tables(first)
    decide(page, "harbour-league", upper, button="Propose it")
    expect(page.get_by_text("Another director has to agree")).to_be_visible()
    second = visit(dan)
    second.goto("/leagues/harbour-league/manage/")
    keep(second, pictures / "league-manage.png")
    press(second, "Agree, and do it")
    upper.refresh_from_db()
    assert upper.places == [1, 2]
    before = names_by_division(first)
    run_leagues(now + 2 * DAY)
    run_leagues(now + 2 * DAY + timedelta(minutes=2))
    lower.refresh_from_db()
    assert lower.how == Pairing.How.LATE
    first.refresh_from_db()
    assert first.state == Season.State.CLOSED
    best, worst = (
        first.entries.get(pk=division.table[place]["entry"]).player.display_name
        for division, place in zip(first.divisions.order_by("level"), (1, 0), strict=True)
        if division.table
    )

    # The second season: the loser of the first division and the winner of the second have changed.
    page.goto("/leagues/harbour-league/manage/")
    page.get_by_role("link", name="Open a season").click()
    confirm(page)
    for player in people.values():
        enter(visit(player), "/leagues/harbour-league/2/")
    run_leagues(now + 3 * DAY)
    following = Season.objects.get(number=2)
    assert names_by_division(following) == [
        before[0] - {best} | {worst},
        before[1] - {worst} | {best},
    ]
    leaver = people[best.lower()]
    visit(leaver).goto("/leagues/harbour-league/2/")
    press(visit(leaver), "Leave the season")
    press(visit(leaver), "Yes, leave the season")
    expect(visit(leaver).get_by_text("You have left this season.")).to_be_visible()
    decide(page, "harbour-league", open_tables(following)[0], button="Propose it")
    second.goto("/leagues/harbour-league/manage/")
    press(second, "Agree, and do it")
    page.goto("/leagues/harbour-league/manage/")
    page.get_by_role("link", name="Close the season now").click()
    page.get_by_label("Why").fill("The summer has come.")
    confirm(page, "Propose it")
    second.goto("/leagues/harbour-league/manage/")
    press(second, "Agree, and do it")
    following.refresh_from_db()
    assert following.state == Season.State.CLOSED
    page.goto("/leagues/harbour-league/2/")
    expect(page.get_by_text("Pebbles · over")).to_be_visible()


def test_a_cup_of_a_player_with_a_code_and_a_bracket(
    visit: Visit, people: dict[str, Any], deal: Callable[..., Match], pictures: Path
) -> None:
    alice = people["alice"]
    entrants = [people[name] for name in ("bob", "carol", "dave")]
    entrants.append(
        Player.objects.create_user(
            "erin@example.org", display_name="Erin", email_verified_at=timezone.now()
        )
    )
    for _ in range(3):
        match = deal("pebbles", seats=2, now=timezone.now() - 9 * DAY)
        while row := match.prompts.filter(closed_at=None).first():
            one = Decision("take", {"number": 1})
            submit_decision(row.token, one, source="page", key=str(row.pk), now=row.opened_at)
    page = visit(alice)
    found(page, "Friday Cup", {"goes_on": False}, "Knock-out", access="code", capacity="4")
    cup = League.objects.get()
    expect(page.get_by_text(cup.entry_code)).to_be_visible()
    page.get_by_role("link", name="Open a season").click()
    confirm(page)
    for player in entrants:
        enter(visit(player), "/leagues/friday-cup/1/", cup.entry_code)
    now = timezone.now()
    season = Season.objects.get()
    for step in range(3):
        run_leagues(now + step * timedelta(minutes=2))
        for pairing in open_tables(season):
            decide(page, "friday-cup", pairing)
    run_leagues(now + timedelta(minutes=8))

    season.refresh_from_db()
    assert season.state == Season.State.CLOSED
    page.goto("/leagues/friday-cup/1/1.1/")
    for title in ("Semi-finals", "Final", "Third place"):
        expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    keep(page, pictures / "league-bracket.png")
    places = [row["place"] for row in season.divisions.get().table or []]
    assert places == [1, 2, 3, 4] and not Match.objects.filter(status=Status.OPEN).exists()


LOOKS = [("phone", 390, "light"), ("desktop", 1440, "dark")]


@pytest.mark.parametrize(("name", "width", "scheme"), LOOKS)
def test_a_ladder_is_climbed_and_followed_live(
    visit: Visit, people: dict[str, Player], pictures: Path, name: str, width: int, scheme: Any
) -> None:
    now = timezone.now() - timedelta(hours=1)
    terms = {"game": "pebbles", "form": "ladder", "sign_up_days": 0, "check_in_days": 0}
    league = directing.found_league(name="Club ladder", slug="ladder", values=terms)
    season = directing.open_season(league, now=now)
    for player in people.values():
        entries.sign_up(season, player, now=now)
    run_leagues(now)
    page = visit(people["dave"])
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)

    page.goto("/leagues/ladder/1/")
    keep(page, pictures / f"ladder-{name}.png")
    assert Axe().run(page).violations_count == 0
    press(page, "Alice")
    expect(page.get_by_text("You have challenged Alice.")).to_be_visible()
    run_leagues(timezone.now())

    page.goto("/leagues/ladder/1/live/")
    expect(page.get_by_role("heading", name="Being played 1")).to_be_visible()
    pairing = Pairing.objects.get()
    first = pairing.seats.get(number=0).entry.player.display_name
    places = [1, 2] if first == "Dave" else [2, 1]
    directing.decide_pairing(pairing, places=places, why="x", now=timezone.now())
    # The page is told of a result at once; it looks at the running tables every ten seconds.
    expect(page.get_by_role("heading", name="Being played 0")).to_be_visible(timeout=8_000)
    expect(page.get_by_text("1. Dave, 2. Alice, 3. Bob")).to_be_visible()
    keep(page, pictures / f"live-{name}.png")
    assert Axe().run(page).violations_count == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("name", "width", "scheme"), LOOKS)
def test_a_long_division_is_read_in_pages(
    visit: Visit, people: dict[str, Player], pictures: Path, name: str, width: int, scheme: Any
) -> None:
    season = entered(120, form="swiss", division_size=0, rounds=3)
    draw(season)
    page = visit(people["alice"])
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)

    page.goto("/leagues/great/1/1.1/")
    keep(page, pictures / f"long-{name}.png")
    assert Axe().run(page).violations_count == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="Next Standings").click()
    expect(page.get_by_text("51 to 100 of 120")).to_be_visible()
    page.get_by_role("link", name="Next Tables").click()
    expect(page.get_by_text("51 to 60 of 60")).to_be_visible()


@pytest.mark.parametrize(("name", "width", "scheme"), LOOKS)
def test_the_headings_of_a_crosstable_stand_above_their_columns(
    visit: Visit, people: dict[str, Player], pictures: Path, name: str, width: int, scheme: Any
) -> None:
    season = entered(8, form="round_robin", division_size=8)
    draw(season)
    for pairing in open_tables(season):
        directing.decide_pairing(pairing, places=[1, 2], why="x", now=timezone.now())
    page = visit(people["alice"])
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)

    page.goto("/leagues/great/1/1.1/")

    table = page.locator("table.cross")
    keep(page, pictures / f"crosstable-{name}.png")
    columns = """table => [...table.rows].map(row => [...row.cells].map(cell => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const cells = cell.getBoundingClientRect(), text = range.getBoundingClientRect();
        return {left: cells.left, right: cells.right, middle: (text.left + text.right) / 2,
                said: cell.textContent.trim()};
    }))"""
    heading, *rows = table.evaluate(columns)
    assert len(rows) == 8 and [cell["said"] for cell in heading[1:]] == list("12345678")
    for row in rows:
        assert len(row) == len(heading)
        for above, cell in zip(heading[1:], row[1:], strict=True):
            assert (above["left"], above["right"]) == (cell["left"], cell["right"])
            if cell["said"]:
                assert abs(above["middle"] - cell["middle"]) < 1, (above, cell)
        # A number is that of a row; against themselves nobody has a result.
        number = int(row[0]["said"].split(".")[0])
        assert row[number]["said"] == "×"


@pytest.mark.parametrize(("name", "width", "scheme"), LOOKS)
def test_a_director_chooses_when_a_season_starts(
    visit: Visit, people: dict[str, Player], pictures: Path, name: str, width: int, scheme: Any
) -> None:
    terms = {"game": "pebbles", "form": "arena", "sign_up_days": 5, "check_in_days": 0}
    league = directing.found_league(name="Weekend arena", slug="arena", values=terms)
    dave = people["dave"]
    directors.appoint_director(league, dave, is_founder=True, now=timezone.now())
    Player.objects.filter(pk=dave.pk).update(zone="Europe/Paris")
    page = visit(dave)
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    day = timezone.localdate() + 9 * DAY

    page.goto("/leagues/arena/manage/")
    page.get_by_role("link", name="Open a season").click()
    page.get_by_label("Start").fill(f"{day}T18:30")
    press(page, "What would change?")

    told = f"It starts on {day:%a} {day.day} {day:%b %Y}, 18:30 (Europe/Paris)."
    expect(page.get_by_text(told)).to_be_visible()
    expect(page.get_by_label("Start")).to_have_value(f"{day}T18:30")
    keep(page, pictures / f"start-{name}.png")
    assert Axe().run(page).violations_count == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    press(page, "Do it")
    expect(page.get_by_role("heading", name="Manage Weekend arena")).to_be_visible()
    starts_at = datetime.combine(day, time(18, 30), tzinfo=ZoneInfo("Europe/Paris"))
    assert Season.objects.get().starts_at == starts_at
