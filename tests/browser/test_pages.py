"""A match on its pages in a real browser: touch and keyboard, light and dark mode."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, Response, expect

from games import tasks
from games.models import Analysis, Match, Pairing, Player
from games.queries import states
from games.services import coaching, invitations, matches
from games.services.leagues import directing, directors, entries
from games.services.leagues.seasons import run_leagues
from games.services.play.decisions import submit_decision
from games.tasks.house_bots import answer_bots
from games.titles import GAMES
from notifications.models import Notification
from notifications.outgoing.headers import one_click_url
from tests.analyses import store_result
from tests.puzzles import call_finished, store_puzzle

from .conftest import keep

PHONE, DESK = (390, 844), (1440, 900)
# Both sizes and both modes; all four combinations would not find more.
LOOKS = [(PHONE, "dark"), (DESK, "light")]

# Maximum bytes of a match page with everything that it loads, compressed, in an empty browser.
MOST_BYTES = 150_000

# The fields of the form must be reachable in reading order; more key presses would be a trap.
MOST_TABS = 40


@pytest.fixture(autouse=True)
def demo(settings: Any) -> None:
    """Make the players of the tests the demo players."""
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"


@pytest.fixture
def open_page(browser: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """Open a browser with a size and colour scheme: open_page(PHONE, "dark")."""
    contexts = []

    def open_page(size: tuple[int, int] = DESK, look: Any = "light", **more: Any) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            color_scheme=look,
            viewport={"width": size[0], "height": size[1]},
            has_touch=size == PHONE,
            **{"locale": "en-GB", **more},
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        return context.new_page()

    yield open_page
    for context in contexts:
        context.close()


def sign_in(page: Page, name: str = "Alice") -> None:
    page.goto("/")
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()


def width_of(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth"))


def first_asked(match: Match) -> str:
    """Return the name of the player who is asked first."""
    prompt = match.prompts.filter(closed_at=None).order_by("seat")[0]
    return str(match.seats.get(number=prompt.seat).player.display_name)


@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_alice_answers_by_click(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    page = open_page(size, look)
    sign_in(page, first_asked(match))

    page.get_by_role("link", name="Answer").click()
    keep(page, pictures / f"question-{size[0]}-{look}.png")
    page.get_by_role("button", name="Take 2").click()

    expect(page.get_by_text("Answer sent.")).to_be_visible()
    assert match.moves.get().decision["args"] == {"number": 2}
    assert width_of(page) <= size[0]


@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_alice_chooses_kingdoms_and_a_village_for_a_new_match(
    open_page: Callable[..., Page],
    people: dict[str, Player],
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    page = open_page(size, look)
    sign_in(page)

    page.goto("/matches/new/?game=enchanters")
    page.get_by_text("Rule variants").click()
    page.get_by_label("Undead").check()
    page.get_by_label("Village", exact=True).select_option("Alea")
    keep(page, pictures / f"options-{size[0]}-{look}.png")
    assert width_of(page) <= size[0]
    page.get_by_role("button", name="Start match").click()

    expect(page.get_by_text("kingdoms included: Undead")).to_be_visible()
    options = Match.objects.get().options
    assert (options["kingdoms"], options["village"]) == (["undead"], "alea")


def test_alice_answers_with_the_keyboard_alone(
    open_page: Callable[..., Page], deal: Callable[..., Match]
) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    page = open_page()
    sign_in(page, first_asked(match))
    page.goto(f"/matches/{match.number}/")

    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText").startswith("3"):
            break
    page.keyboard.press("Enter")

    expect(page.get_by_text("Answer sent.")).to_be_visible()


def test_enter_in_the_written_line_sends_the_line(
    open_page: Callable[..., Page], deal: Callable[..., Match]
) -> None:
    """Enter submits a form with its first button; on many sites that used to be the first
    answer."""
    match = deal("pebbles", seats=2, now=timezone.now())
    page = open_page()
    sign_in(page, first_asked(match))
    page.goto(f"/matches/{match.number}/")

    page.get_by_title("Other ways to answer").click()
    page.get_by_label("Or type your answer").fill("take nine")
    page.keyboard.press("Enter")

    expect(page.get_by_role("alert")).to_contain_text("Nothing was played.")
    expect(page.get_by_label("Or type your answer")).to_have_value("take nine")
    assert not match.moves.exists()


@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_stones_are_ticked_without_javascript(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    match = deal("sealed", seats=3, now=timezone.now())
    page = open_page(size, look, java_script_enabled=False)
    sign_in(page)
    page.goto(f"/matches/{match.number}/")

    page.locator("#picker > summary").click()
    page.get_by_role("checkbox").nth(0).check()
    page.get_by_role("checkbox").nth(4).check()
    keep(page, pictures / f"ticks-{size[0]}-{look}.png")
    page.get_by_role("button", name="Stake", exact=True).click()

    expect(page.get_by_text("Answer sealed.")).to_be_visible()
    keep(page, pictures / f"sealed-{size[0]}-{look}.png")
    assert len(match.moves.get().decision["args"]["stones"]) == 2


def test_pressing_twice_quickly_is_one_move(
    open_page: Callable[..., Page], deal: Callable[..., Match]
) -> None:
    match = deal("pebbles", seats=2, now=timezone.now())
    page = open_page()
    sign_in(page, first_asked(match))
    page.goto(f"/matches/{match.number}/")

    page.get_by_role("button", name="Take 1").dblclick()

    expect(page.get_by_text("Answer sent.")).to_be_visible()
    assert match.moves.count() == 1


def test_a_match_is_started_from_an_empty_desk(
    open_page: Callable[..., Page], people: Any, pictures: Path
) -> None:
    page = open_page(PHONE)
    sign_in(page, "Carol")
    keep(page, pictures / "desk-empty-390.png")

    page.get_by_role("link", name="Start a match").click()
    page.get_by_role("link", name="Sealed").click()
    keep(page, pictures / "new-390.png")
    page.get_by_label("House bots").select_option("1")
    page.get_by_role("button", name="Start match").click()

    expect(page.get_by_role("heading", name="Your decision")).to_be_visible()


def test_the_zone_of_the_device_is_one_press_away(
    open_page: Callable[..., Page], people: Any
) -> None:
    page = open_page(timezone_id="Europe/Paris")
    sign_in(page)
    page.goto("/settings/")

    page.get_by_role("button", name="Europe/Paris").click()
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_text("Your settings are saved.")).to_be_visible()
    expect(page.get_by_label("Time zone")).to_have_value("Europe/Paris")


def league(match: Match) -> None:
    """Create a league and a cup that the first player of a match directs, and all of them play.

    The league has a result.
    """
    given = {"game": "pebbles", "sign_up_days": 0, "check_in_days": 0, "least_entrants": 2}
    players = [seat.player for seat in match.seats.select_related("player").order_by("number")]
    for slug, form in (("club", "round_robin"), ("cup", "knock_out")):
        terms = {**given, "form": form}
        found = directing.found_league(name=slug.title(), slug=slug, values=terms)
        directors.appoint_director(found, players[0], is_founder=True, now=timezone.now())
        season = directing.open_season(found)
        for player in players:
            entries.sign_up(season, player)
    run_leagues(timezone.now() + timedelta(minutes=1))
    of_club = Pairing.objects.filter(round__division__season__league__slug="club")
    decided = of_club.filter(settled_at=None).earliest("round__number", "number")
    directing.decide_pairing(decided, places=[1, 2], why="Nobody came to the other seat")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_every_page_is_accessible_and_fits(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    over, running = deal("pebbles", seats=4), deal("sealed", seats=3, now=timezone.now())
    while prompt := over.prompts.filter(closed_at=None).first():
        submit_decision(prompt.token, None, source="email", key=str(prompt.pk))
    league(running)
    # The longest possible name, without a place to break it.
    Player.objects.filter(email__startswith="carol@").update(display_name="W" * 40)
    page = open_page(size, look)
    pages = ["/", "/sign-in/", "/matches/", "/status/", "/privacy/", "/nowhere/", "/leagues/"]
    pages += ["/docs/", "/docs/playing/", "/docs/?q=backup"]
    faults = [look_at(page, path, pictures, f"{size[0]}-{look}-visitor") for path in pages]

    sign_in(page)
    match = f"/matches/{running.number}/"
    mine = ["/", "/matches/", "/matches/new/", "/matches/new/?game=sealed", "/settings/"]
    mine += [match, match + "history/", f"/matches/{over.number}/", match + "scores/"]
    mine += [f"/matches/{over.number}/history/"]
    bob = over.seats.get(number=1).player_id
    mine += [match + "notes/", f"/players/{bob}/", "/settings/leave/", "/settings/bots/"]
    mine += ["/settings/orders/"]
    mine += ["/matches/?bots=without"]
    mine += [
        "/emails/channels/",
        "/emails/devices/",
        "/emails/webhooks/",
        "/emails/",
        "/settings/bots/",
    ]
    mine += ["/leagues/club/", "/leagues/club/1/", "/leagues/club/1/1.1/", "/leagues/cup/1/1.1/"]
    of_club = Pairing.objects.filter(round__division__season__league__slug="club")
    open_table = of_club.filter(settled_at=None).earliest("pk")
    mine += ["/leagues/club/manage/", "/leagues/club/manage/terms/"]
    mine += [f"/leagues/club/manage/decide_table/?pairing={open_table.pk}"]
    faults += [look_at(page, path, pictures, f"{size[0]}-{look}-alice") for path in mine]

    assert [fault for fault in faults if fault] == []


def test_header_page_and_footer_begin_at_one_edge(
    open_page: Callable[..., Page], people: dict[str, Player]
) -> None:
    page = open_page((1600, 900))

    for path in ("/", "/leagues/", "/matches/", "/rules/abyss/", "/privacy/"):
        page.goto(path)
        edges = page.evaluate(
            """() => ["header .brand", "main", "footer p"]
              .map((one) => document.querySelector(one).getBoundingClientRect().left)"""
        )
        assert len(set(edges)) == 1, (path, edges)


def test_standings_fit_a_phone(open_page: Callable[..., Page], deal: Callable[..., Match]) -> None:
    league(deal("sealed", seats=4, now=timezone.now()))
    page = open_page(PHONE)

    page.goto("/leagues/club/1/")

    table = page.locator(".wide:has(.standings)").first
    assert table.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    # Tie-breakers begin below the name, in every line that they take.
    lefts = table.evaluate("""(one) => ["tbody .name", "tbody tr:first-child [data-of]"]
      .map((which) => [...one.querySelectorAll(which)])
      .map((cells) => Math.min(...cells.map((each) => each.getBoundingClientRect().left)))""")
    assert lefts[0] == lefts[1]

    # Results scroll under the names.
    page.set_viewport_size({"width": 260, "height": 600})
    page.goto("/leagues/club/1/1.1/")
    table = page.locator(".wide:has(.cross)")
    edges = table.evaluate("""(one) => {
      one.scrollLeft = 1000;
      const name = one.querySelector("tbody .name");
      return [one, name].map((each) => Math.round(each.getBoundingClientRect().left));
    }""")
    assert table.evaluate("(one) => one.scrollLeft") > 0
    assert page.evaluate(TORN) == []
    assert edges[0] == edges[1]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_pages_of_an_analysis_are_accessible_and_fit(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    match = finished_match(deal)
    page = open_page(size, look)
    path = f"/matches/{match.number}/analysis/"
    faults = [look_at(page, path, pictures, f"analysis-{size[0]}-{look}-visitor")]
    sign_in(page)
    page.goto(path)
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("heading", name="Analysis in progress")).to_be_visible()
    faults += [look_at(page, path, pictures, f"analysis-{size[0]}-{look}-waiting")]
    Analysis.objects.all().delete()
    store_result(match)
    faults += [look_at(page, path, pictures, f"analysis-{size[0]}-{look}-done")]

    assert [fault for fault in faults if fault] == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_pages_of_puzzles_are_accessible_and_fit(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    puzzle = store_puzzle(call_finished(deal("enchanters", seats=2)))
    page = open_page(size, look)
    paths = ["/puzzles/", f"/puzzles/{puzzle.number}/", f"/puzzles/{puzzle.number}/?given=2"]
    faults = [look_at(page, path, pictures, f"puzzle-{size[0]}-{look}-visitor") for path in paths]
    sign_in(page)
    page.goto(paths[1])
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Right!")).to_be_visible()
    paths = ["/puzzles/?game=enchanters", f"/puzzles/{puzzle.number}/"]
    faults += [look_at(page, path, pictures, f"puzzle-{size[0]}-{look}-alice") for path in paths]

    assert [fault for fault in faults if fault] == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_pages_of_analysis_boards_are_accessible_and_fit(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    match = finished_match(deal)
    page = open_page(size, look)
    sign_in(page)
    page.goto(f"/matches/{match.number}/history/?ply=2")
    page.get_by_role("button", name="Try it from here").click()
    expect(page.get_by_text("You move for")).to_be_visible()
    board = page.url.removeprefix(page.url.partition("/analysis-boards/")[0])
    # Keys have no effect before the scripts are there.
    page.wait_for_load_state()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    page.get_by_role("button", name="Ask the bot").click()
    expect(page.get_by_text("The bot is thinking.")).to_be_visible()
    tasks.form_opinions()
    paths = [board, f"{board}?as=1", "/analysis-boards/"]
    faults = [look_at(page, path, pictures, f"board-{size[0]}-{look}-alice") for path in paths]

    assert [fault for fault in faults if fault] == []


def test_a_puzzle_is_solved_without_a_script(
    open_page: Callable[..., Page], deal: Callable[..., Match]
) -> None:
    puzzle = store_puzzle(call_finished(deal("enchanters", seats=2)))
    page = open_page(PHONE, java_script_enabled=False)

    page.goto(f"/puzzles/{puzzle.number}/")
    page.locator("#answer button.answer").nth(1).click()

    expect(page.get_by_role("heading", name="Not the best move")).to_be_visible()


@pytest.mark.sampled(2)
# Axe never ends where scripts are off: the pages are looked at above.
@pytest.mark.parametrize("is_scripted", [True, False])
def test_alice_requests_an_analysis_and_replays_her_mistake(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    pictures: Path,
    is_scripted: bool,
) -> None:
    match = finished_match(deal)
    page = open_page(PHONE, java_script_enabled=is_scripted)
    sign_in(page)

    page.goto(f"/matches/{match.number}/")
    page.get_by_role("link", name="Analyse this match").click()
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("heading", name="Analysis in progress")).to_be_visible()
    Analysis.objects.all().delete()
    store_result(match)
    page.goto(f"/matches/{match.number}/analysis/")
    page.get_by_role("link", name="Move 3", exact=True).click()

    expect(page.get_by_text("would have been worth about 3 points more")).to_be_visible()
    keep(page, pictures / f"analysis-{is_scripted}-replay.png")


def finished_match(deal: Callable[..., Match]) -> Match:
    """Return a finished match of Abyss between Alice and Bob."""
    match = deal("abyss", seats=2, now=timezone.now())
    while prompt := match.prompts.filter(closed_at=None, answered_at=None).first():
        submit_decision(prompt.token, None, source="email", key=str(prompt.pk))
    return match


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_the_pages_of_who_is_invited_and_who_learns_are_accessible_and_fit(
    open_page: Callable[..., Page],
    people: Any,
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    mine = matches.open_match(people["alice"], matches.MatchTerms("abyss", seats=3))
    theirs = matches.open_match(people["bob"], matches.MatchTerms("essence", seats=2))
    stranger = invitations.invite_player(
        mine, people["alice"], "zoe@example.net", note="Remember me?"
    )
    invitations.decline_invitation(invitations.invite_player(mine, people["alice"], "carol"))
    asked = invitations.invite_player(theirs, people["bob"], "alice", note="One more match?")
    first = coaching.first_match(people["alice"])
    never = one_click_url(Notification.objects.get(kind="introduction")).partition("/u/")[2]
    page = open_page(size, look)
    faults = [
        look_at(page, path, pictures, f"{size[0]}-{look}-visitor")
        for path in (f"/i/{stranger.token}/1/", f"/i/{asked.token}/2/", f"/u/{never}")
    ]

    page = open_page(size, look)
    sign_in(page)
    paths = ["/", f"/matches/{mine.number}/", f"/matches/{theirs.number}/", f"/i/{asked.token}/1/"]
    paths += [f"/matches/{first.number}/", f"/matches/{first.number}/rules/"]
    paths += ["/rules/", "/rules/abyss/", "/rules/enchanters/", "/rules/essence/"]
    faults += [look_at(page, path, pictures, f"{size[0]}-{look}-alice") for path in paths]

    assert [fault for fault in faults if fault] == []


def test_who_has_played_to_the_end_plays_again(
    open_page: Callable[..., Page], deal: Callable[..., Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One player proposes, the other is asked on the dashboard; with the last yes a match
    starts."""
    # A browser controlled by a test clicks as fast as the robots that follow links in e-mails.
    monkeypatch.setattr("games.presentation.links.TOO_QUICK", timedelta(0))
    first = deal("pebbles", seats=2, now=timezone.now())
    while asked := first.prompts.filter(closed_at=None).first():
        submit_decision(asked.token, None, source="page", key=str(asked.pk))
    alice, bob = open_page(), open_page(PHONE, "dark")
    sign_in(alice)
    sign_in(bob, "Bob")

    alice.goto(f"/matches/{first.number}/")
    alice.get_by_role("button", name="Rematch").click()
    expect(alice.get_by_text("Players so far")).to_be_visible()
    bob.reload()
    bob.get_by_role("link", name="Accept").click()
    bob.get_by_role("button", name="Accept and join").click()

    # The shuffle decides who starts.
    begun = re.compile("Your decision|Waiting for Alice")
    expect(bob.get_by_role("heading", name=begun)).to_be_visible()
    assert Match.objects.get(rematch_of=first).status == "running"


def test_the_coach_explains_without_javascript(open_page: Callable[..., Page], people: Any) -> None:
    page = open_page(PHONE, java_script_enabled=False)
    sign_in(page)

    page.goto("/rules/enchanters/")
    page.get_by_role("button", name="Start a guided first match").click()
    # The shuffle decides who starts, and a turn has several prompts.
    while answer_bots():
        pass
    page.reload()
    coach = page.locator("#hint")
    coach.get_by_text("Hint", exact=True).click()
    expect(coach).to_contain_text("Suggested move:")
    expect(coach).to_contain_text("One main action a turn.")
    page.get_by_role("button", name="Turn off hints").click()

    page.get_by_text("About this match").click()
    expect(page.get_by_role("button", name="Turn on hints")).to_be_visible()
    expect(coach).to_have_count(0)


@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_a_rich_turn_of_abyss_is_played_by_ticks(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    pictures: Path,
    size: tuple[int, int],
    look: str,
) -> None:
    match = deal("abyss", seats=2, now=timezone.now())
    until_alice_can_recruit(match)
    page = open_page(size, look)
    sign_in(page)

    fault = look_at(page, f"/matches/{match.number}/", pictures, f"abyss-{size[0]}-{look}")
    part = page.locator("fieldset.part").filter(has_text="Recruit").first
    if not part.is_visible():
        # A few answers have a button each for their form, many stand in a closed list.
        opener = page.locator("button.opener").filter(has_text="Recruit")
        opener.or_(page.locator("#picker > summary")).locator("visible=true").first.click()
    if not part.get_by_role("checkbox").first.is_visible():
        part.locator("summary").last.click()
    part.get_by_role("checkbox").first.check()
    keep(page, pictures / f"abyss-{size[0]}-{look}-open.png")
    page.goto(f"/matches/{match.number}/")
    page.locator("button.answer").filter(has_text="Recruit").first.click()

    expect(page.get_by_text("Answer sent.")).to_be_visible()
    assert fault == ""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
def test_a_match_page_with_its_pictures_loads_little(
    open_page: Callable[..., Page], deal: Callable[..., Match], game: str
) -> None:
    match = deal(game, seats=4, now=timezone.now())
    for ply in range(12):
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat")[0]
        submit_decision(prompt.token, None, source="page", key=str(ply))
    signed_in = open_page()
    sign_in(signed_in)
    page = open_page(storage_state=signed_in.context.storage_state())
    # Nothing is in the cache of this browser yet.
    page.set_default_timeout(60_000)
    loaded: list[Response] = []
    page.on("response", lambda response: loaded.append(response))
    page.goto(f"/matches/{match.number}/")
    page.wait_for_load_state("networkidle")

    # Chromium does not keep the bodies of all responses.
    urls = {one.url for one in loaded if one.ok}
    sizes = {url: len(gzip.compress(page.request.get(url).body())) for url in urls}

    assert any("/art/" in url for url in sizes)
    assert sum(sizes.values()) <= MOST_BYTES, sizes


def until_alice_can_recruit(match: Match) -> None:
    """Explore and keep cards until alice has enough for a Lord."""
    wishes = ("take", "fight", "explore", "control")
    for ply in range(400):
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat")[0]
        match.refresh_from_db()
        asked = next(
            p
            for p in GAMES["abyss"].list_prompts(states.load_state(match))
            if p.seat == prompt.seat
        )
        verbs = {choice.verb for choice in asked.choices}
        if prompt.seat == 0 and "recruit" in verbs:
            return
        wish = next((verb for verb in wishes if verb in verbs), None)
        decision = next(
            (d for d in asked.list_offered_decisions() if d.verb == wish), asked.fallback
        )
        submit_decision(prompt.token, decision, source="page", key=str(ply))


# Neighbours that touch: a card, a form or a table, and what follows it without a gap.
TOUCHING = """() => [...document.querySelectorAll("main :is(.card, form.actions)")]
.flatMap((one) => {
  const next = one.nextElementSibling;
  if (!next?.checkVisibility() || !one.checkVisibility()) return [];
  const gap = next.getBoundingClientRect().top - one.getBoundingClientRect().bottom;
  return gap > -1 && gap < 6 ? [`${one.className} and ${next.tagName} ${next.className}`] : [];
})"""
# Words on buttons of several lines that begin at the left, unlike those of one line.
RAGGED = """() => [...document.querySelectorAll("main :is(button, .button):not(.link, .answer)")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).textAlign !== "center")
  .map((one) => one.textContent.trim())"""
# Dates in lists that do not fit into their column.
BROKEN = """() => [...document.querySelectorAll("ul.rows li > time:first-child, .wishes thead th")]
  .filter((one) => one.checkVisibility() && one.getClientRects().length)
  .filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  }).map((one) => one.textContent)"""


@pytest.mark.parametrize(("size", "look"), LOOKS)
def test_pages_in_german_have_gaps_and_even_lines(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    settings: Any,
    size: tuple[int, int],
    look: str,
) -> None:
    """German has the longest words, and what is too narrow is found in it first."""
    settings.DEV_MAILBOX = True
    settings.EMAIL_BACKEND = "notifications.dev_mailbox.mailbox.Backend"
    over = deal("pebbles", seats=2)
    while prompt := over.prompts.filter(closed_at=None).first():
        submit_decision(prompt.token, None, source="email", key=str(prompt.pk))
    league(over)
    bob = over.seats.get(number=1).player_id
    page = open_page(size, look)
    sign_in(page)
    Player.objects.filter(email__startswith="alice@").update(language="de")
    paths = ["/", "/games/abyss/", f"/players/{bob}/", "/players/", "/messages/"]
    paths += ["/emails/channels/", "/moderation/figures/", f"/matches/{over.number}/history/"]
    paths += ["/leagues/club/1/", "/mailbox/", "/settings/links/", "/settings/security/"]

    faults = {}
    for path in paths:
        page.goto(path)
        found = [page.evaluate(check) for check in (TOUCHING, RAGGED, BROKEN)]
        wrong = [fault for each in found for fault in each]
        if wrong or width_of(page) > size[0]:
            faults[path] = wrong

    assert faults == {}


# Words of the names of Lords that stand in two lines. Not every browser can hyphenate.
SPLIT = """() => [...document.querySelectorAll(".lord .name")].flatMap((one) => {
  one.style.hyphens = "manual";
  const text = one.firstChild;
  return [...text.data.matchAll(/[^\\s-]+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  }).map((word) => word[0]);
})"""


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), ((820, 1180), "en")])
def test_names_of_lords_are_not_broken_on_the_first_page(
    open_page: Callable[..., Page], size: tuple[int, int], language: str
) -> None:
    """“Aquaculteur” used to end in a line of its own “r”."""
    page = open_page(size, locale=language)
    page.goto("/")

    assert page.locator(".lord .name").count() == 6
    assert page.evaluate(SPLIT) == []


def test_the_replay_leaves_a_phone_to_the_board(
    open_page: Callable[..., Page], deal: Callable[..., Match]
) -> None:
    """Its controls took four lines, and an arrow back a line of its own."""
    match = deal("pebbles", seats=2)
    submit_decision(match.prompts.get(closed_at=None).token, None, source="page", key="1")
    page = open_page(PHONE, locale="fr")
    page.goto(f"/matches/{match.number}/history/")
    expect(page.locator("[data-play]")).to_be_visible()

    tops = page.evaluate(
        """() => new Set(
          [...document.querySelectorAll("#slider :is(.button, button, input, select)")]
        .filter((one) => one.checkVisibility() && one.type !== "submit")
        .map((one) => Math.round(one.getBoundingClientRect().top / 20))).size"""
    )

    assert tops <= 3
    expect(page.locator(".back")).to_be_hidden()
    assert width_of(page) <= PHONE[0]


# Short words that are torn at the end of a line, and a header of more than two rows.
TORN = """() => {
  const range = document.createRange(), torn = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode, element = node.parentElement;
    if (!element.checkVisibility() || element.closest(".hidden, script, pre, .address")) continue;
    for (const word of node.data.matchAll(/[\\p{L}\\d]{2,12}(?![\\p{L}\\d\u00ad])/gu)) {
      if (/[\\p{L}\\d\u00ad]/u.test(node.data[word.index - 1] ?? "")) continue;
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
      if (boxes.some((box) => box.top > boxes[0].bottom - 2)) torn.push(`torn: ${word[0]}`);
    }
  }
  const header = document.querySelector("header.site").getBoundingClientRect();
  return header.height > 100 ? [...torn, `header: ${header.height} px`] : torn;
}"""


def look_at(page: Page, path: str, pictures: Path, name: str) -> str:
    """Take a screenshot; return what is wrong with the page, "" if nothing."""
    strangers = []
    page.on("request", lambda request: strangers.append(request.url))
    page.goto(path)
    slug = path.strip("/").replace("/", "-").replace("?", "-") or "desk"
    keep(page, pictures / f"{name}-{slug}.png")
    found = Axe().run(page)
    wrong = [violation["id"] for violation in found.response["violations"]]
    if width_of(page) > (page.viewport_size or {"width": 0})["width"]:
        wrong.append("too wide")
    wrong += page.evaluate(TORN)
    base = page.url.split("/", 3)[2]
    wrong += [url for url in strangers if f"//{base}/" not in url]
    return f"{path}: {', '.join(wrong)}" if wrong else ""
