"""Match pages: a match of Abyss of four players in four browsers, and what each of them needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.engine.chance import Chance
from games.models import Match
from games.queries import states
from games.services.play.decisions import submit_decision
from games.titles import GAMES

from .pointing import LAPTOP, tap

PHONE, TABLET, DESK = (390, 844), (820, 1180), (1440, 900)
# How long expectations wait, in milliseconds.
expect.set_options(timeout=20_000)

# Number of answers given in the four browsers from the deal on; house bots play from there to the
# last round, which is played in the browsers again.
ANSWERS = 16
# Maximum number of Tab presses to reach an answer.
MOST_TABS = 120
# An open page polls every 1.5 seconds; under load the response may take longer. In milliseconds.
NOTICED = 15_000
# The board is as it was, or three seconds have passed. (Our Content-Security-Policy stops
# wait_for_function, which evaluates a string, from its second try on.)
SAME_BOARD = """async (shown) => {
  for (let tries = 0; tries < 60; tries += 1) {
    if (document.getElementById("part-board").innerHTML === shown) return true;
    await new Promise((later) => setTimeout(later, 50));
  }
  return false;
}"""


@pytest.fixture(autouse=True)
def demo(settings: Any) -> None:
    """Make the players of the tests the demo players."""
    settings.DEMO, settings.MAIL_DOMAIN = True, "example.org"


@pytest.fixture
def open_page(browser: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """Open a browser with a signed-in player: open_page("Alice", PHONE, "dark")."""
    contexts = []

    def open_page(who: str, size: tuple[int, int] = DESK, look: Any = "light", **more: Any) -> Page:
        context = browser.new_context(
            base_url=live_server.url,
            locale="en-GB",
            color_scheme=look,
            reduced_motion="reduce",
            viewport={"width": size[0], "height": size[1]},
            has_touch=size == PHONE,
            **more,
        )
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name=who, exact=True).click()
        expect(page.get_by_role("heading", name="Dashboard")).to_be_visible()
        return page

    yield open_page
    for context in contexts:
        context.close()


def play_on(match: Match, until: Callable[[Any], bool], *, most: int = 600) -> None:
    """Let everybody play like the house bots until a prompt satisfies `until`."""
    game = GAMES[match.game]
    for ply in range(most):
        match.refresh_from_db()
        state = states.load_state(match)
        asked = [prompt for prompt in game.list_prompts(state) if prompt.answered is None]
        if not asked or any(until(prompt) for prompt in asked):
            return
        prompt = asked[0]
        decision = game.bot.choose_decision(
            game.build_view(state, prompt.seat), prompt, Chance(bytes([ply % 256]) * 32)
        )
        row = match.prompts.get(seat=prompt.seat, closed_at=None)
        submit_decision(row.token, decision, source="page", key=f"{ply}-{row.pk}")


def may(seat: int, verb: str) -> Callable[[Any], bool]:
    def fits(prompt: Any) -> bool:
        return prompt.seat == seat and any(choice.verb == verb for choice in prompt.choices)

    return fits


@pytest.fixture
def abyss(deal: Callable[..., Match]) -> Match:
    """Return a match of four in which alice may recruit a Lord."""
    match = deal("abyss", seats=4, now=timezone.now())
    play_on(match, may(0, "recruit"))
    return match


# Ways to answer -----------------------------------------------------------------------------------


def test_a_lord_is_recruited_by_pressing_cards(
    open_page: Callable[..., Page], abyss: Match
) -> None:
    page = open_page("Alice")
    page.goto(f"/matches/{abyss.number}/")
    page.locator("a.thing.lord").first.click()
    expect(page.locator("#chosen")).to_be_visible()
    part = page.locator("fieldset.part:visible")

    cards = cards_for(abyss, (part.get_attribute("data-things") or "").split()[0])

    # The cheapest payment is chosen; each card is put back and chosen again by a click.
    expect(part.locator("input:checked")).to_have_count(len(cards))
    page.locator(f'.hand .thing.picked[data-item="{cards[0]}"]').first.click()
    expect(part.locator("input:checked")).to_have_count(len(cards) - 1)
    page.locator(f'.hand .thing[data-item="{cards[0]}"]:not(.picked)').first.click()
    expect(part.locator(".sum")).to_contain_text("/")
    expect(part.locator("[data-tried]")).to_contain_text("Recruit")
    assert page.locator(".hand .thing.picked").count() == part.locator("input:checked").count() > 0
    part.locator("button[name=fill]").click()
    expect(page.get_by_text("Answer sent.")).to_be_visible()


def cards_for(match: Match, thing: str) -> list[str]:
    """Return the cheapest payment for the Lord shown as a component on the board."""
    match.refresh_from_db()
    prompt = GAMES["abyss"].list_prompts(states.load_state(match))[0]
    lord = thing.removeprefix("court-")
    choice = next(c for c in prompt.choices if c.args == {"lord": lord} and c.verb == "recruit")
    cards = choice.examples()[0].args["allies"]
    return [cards] if isinstance(cards, str) else list(cards)  # type: ignore[arg-type]


def test_what_is_picked_can_be_put_back(open_page: Callable[..., Page], abyss: Match) -> None:
    page = open_page("Alice")
    page.goto(f"/matches/{abyss.number}/")
    page.locator("a.thing.lord").first.click()
    part = page.locator("fieldset.part:visible")
    page.locator(".hand .thing").first.click() if part.locator("input").count() else None
    part.locator("label.pictured").first.click()

    part.get_by_role("button", name="Clear").click()

    expect(page.locator(".thing.picked")).to_have_count(0)
    expect(part.locator("input:checked")).to_have_count(0)
    page.get_by_role("link", name="All answers").click()
    expect(page.get_by_role("button", name="Explore")).to_be_visible()


def test_numbers_and_keys_answer(open_page: Callable[..., Page], abyss: Match) -> None:
    page = open_page("Alice")
    page.goto(f"/matches/{abyss.number}/")
    number = page.locator("button.answer").filter(has_text="Explore").get_attribute("data-number")

    page.keyboard.press(str(number))

    expect(page.locator(":focus")).to_contain_text("Explore")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Answer sent.")).to_be_visible()


def test_the_keys_are_shown_by_a_key_and_by_a_button(
    open_page: Callable[..., Page], abyss: Match
) -> None:
    page = open_page("Alice")
    page.goto(f"/matches/{abyss.number}/")
    keys = page.get_by_role("dialog", name="Keyboard shortcuts")

    page.keyboard.press("?")
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(keys).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()


def test_a_thing_is_reached_and_pressed_by_keys(
    open_page: Callable[..., Page], abyss: Match
) -> None:
    page = open_page("Alice")
    page.goto(f"/matches/{abyss.number}/")

    tab_to(page, "#at-deck")
    expect(page.locator(".tip")).to_contain_text("Exploration deck")
    page.keyboard.press("Space")

    expect(page.locator(":focus")).to_contain_text("Explore")
    page.keyboard.press("Escape")
    expect(page.locator("#chosen")).to_be_hidden()


def tab_to(page: Page, selector: str) -> None:
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("([s]) => document.activeElement.matches(s)", [selector]):
            return
    pytest.fail(f"{selector} is not reached by {MOST_TABS} presses of Tab")


def test_a_thing_is_pressed_without_javascript(
    open_page: Callable[..., Page], abyss: Match
) -> None:
    page = open_page("Alice", PHONE, java_script_enabled=False)
    page.goto(f"/matches/{abyss.number}/")

    page.locator("#at-deck").click()

    expect(page.locator("button.answer:visible")).to_have_count(1)
    page.get_by_role("button", name="Explore").click()
    expect(page.get_by_text("Answer sent.")).to_be_visible()


def test_what_would_happen_is_told_without_javascript(
    open_page: Callable[..., Page], abyss: Match
) -> None:
    page = open_page("Alice", java_script_enabled=False)
    page.goto(f"/matches/{abyss.number}/")
    page.locator("a.thing.lord").first.click()
    part = page.locator("fieldset.part:visible").first
    cards = cards_for(abyss, (part.get_attribute("data-things") or "").split()[0])
    for card in dict.fromkeys(cards):
        boxes = part.locator(f'input[value="{card}"]')
        for place in range(cards.count(card)):
            boxes.nth(place).check(force=True)

    part.get_by_role("button", name="What would happen?").click()

    expect(page.locator("fieldset .tried").first).to_contain_text("Recruit")
    assert not abyss.moves.filter(ply__gt=abyss.ply).exists()


# Players ------------------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", [PHONE, TABLET, DESK])
def test_all_players_are_in_sight_and_lead_to_their_areas(
    open_page: Callable[..., Page], abyss: Match, size: tuple[int, int]
) -> None:
    page = open_page("Alice", size)
    page.goto(f"/matches/{abyss.number}/")
    page.evaluate("scrollTo(0, 0)")
    chips = page.locator(".player-chip")
    boxes = [chips.nth(place).bounding_box() for place in range(4)]
    dock = page.locator("#part-ask").bounding_box()
    assert dock
    below = dock["y"] if size[0] < 1024 else size[1]
    for box in boxes:
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= below
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0] and box["height"] >= 44

    chips.nth(2).click()

    expect(page.locator("#at-seat-2")).to_be_in_viewport()
    fold = page.locator(".seat:has(#at-seat-2) details")
    assert fold.count() == 0 or fold.get_attribute("open") is not None


# Cards in large -----------------------------------------------------------------------------------


def width_of(page: Page, selector: str) -> float:
    return float(page.locator(selector).first.evaluate("it => it.getBoundingClientRect().width"))


def test_a_card_under_the_pointer_is_shown_in_large_beside_the_board(
    open_page: Callable[..., Page], abyss: Match
) -> None:
    # Alice is asked: her answers leave less space beside the board.
    page = open_page("Bob", DESK)
    page.goto(f"/matches/{abyss.number}/")
    lord = page.locator("span.lord").first
    words = str(lord.get_attribute("aria-label"))

    page.locator(".hand .thing").first.hover()
    small, large = width_of(page, ".hand .thing"), width_of(page, ".tip .thing")
    lord.hover()

    assert large > 1.8 * small
    expect(page.locator(".tip")).to_contain_text(words)
    tip, board = page.locator(".tip").bounding_box(), page.locator(".board-part").bounding_box()
    assert tip and board and tip["x"] >= board["x"] + board["width"]


# What each part of an enlarged component looks like otherwise than on the board.
UNLIKE = """(thing) => {
  const look = (part) => {
    const style = getComputedStyle(part), before = getComputedStyle(part, "::before");
    return [style.color, style.backgroundColor, style.backgroundImage, before.backgroundImage,
      before.backgroundColor].join();
  };
  const parts = (whole) => [whole, ...whole.querySelectorAll(":not(svg *)")];
  const large = parts(document.querySelector(".tip .enlarged .thing"));
  // A highlight belongs to a link.
  return parts(thing).map((part, place) => [look(part), look(large[place]), part.className])
    .filter(([own, other]) => own !== other).map((each) => each.join(" | "));
}"""
# Which answers lie under what is enlarged.
COVERED = """() => {
  const tip = document.querySelector(".tip").getBoundingClientRect();
  const places = "#answer .answer, #picker > summary, #ask";
  return [...document.querySelectorAll(places)].filter((one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility() && box.left < tip.right && box.right > tip.left
      && box.top < tip.bottom && box.bottom > tip.top && box.top < innerHeight;
  }).map((one) => one.textContent);
}"""
# Number of components of a board that are looked at.
ENLARGED = 24


@pytest.mark.sampled(9)
@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
@pytest.mark.parametrize(("size", "look"), [(LAPTOP, "light"), (LAPTOP, "dark"), (TABLET, "dark")])
def test_an_enlarged_card_looks_as_on_the_board_and_covers_no_answer(
    open_page: Callable[..., Page],
    deal: Callable[..., Match],
    game: str,
    size: tuple[int, int],
    look: str,
) -> None:
    """Cards of The Essence used to be white on white, and cards lay on the answers."""
    match = deal(game, seats=2, now=timezone.now())
    play_on(match, lambda prompt: prompt.seat == 0 and len(prompt.choices) > 3)
    page = open_page("Alice", size, look)
    page.goto(f"/matches/{match.number}/")
    things = page.locator(".tabletop .thing[id]:visible")
    faults, shown = [], 0

    for thing in things.all()[:ENLARGED]:
        page.mouse.move(1, 1)
        thing.hover()
        name = str(thing.get_attribute("aria-label"))
        if page.locator(".tip:visible .enlarged").count():
            shown += 1
            faults += [f"{name}: {fault}" for fault in thing.evaluate(UNLIKE)]
        if page.locator(".tip:visible").count():
            faults += [f"{name} covers {answer}" for answer in page.evaluate(COVERED)]

    assert faults == []
    assert shown >= 3


def test_a_tap_enlarges_nothing_and_one_tap_closes_what_was_held(
    open_page: Callable[..., Page], abyss: Match
) -> None:
    page = open_page("Alice", PHONE)
    page.goto(f"/matches/{abyss.number}/")
    lord = page.locator("a.thing.lord").first

    tap(page, lord)
    expect(page.locator("#chosen")).to_be_visible()
    expect(page.locator(".tip")).to_be_hidden()
    lord.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(page.locator("dialog.large")).to_be_visible()
    lord.dispatch_event("pointerup", {"pointerType": "touch"})
    lord.dispatch_event("click")
    page.touchscreen.tap(20, 20)

    expect(page.locator("dialog.large")).to_be_hidden()


@pytest.mark.parametrize("way", ["a long press", "a key"])
def test_a_card_is_shown_in_large_and_not_played(
    open_page: Callable[..., Page], abyss: Match, way: str
) -> None:
    page = open_page("Alice", PHONE)
    page.goto(f"/matches/{abyss.number}/")
    lord = page.locator("a.thing.lord").first
    small = width_of(page, "a.thing.lord")

    if way == "a key":
        lord.focus()
        page.keyboard.press("z")
    else:
        lord.dispatch_event("pointerdown", {"pointerType": "touch"})
        expect(page.locator("dialog.large")).to_be_visible()
        lord.dispatch_event("pointerup", {"pointerType": "touch"})
        lord.dispatch_event("click")

    expect(page.locator("dialog.large")).to_contain_text(str(lord.get_attribute("aria-label")))
    assert width_of(page, "dialog.large .thing") > 1.5 * small
    assert Axe().run(page).response["violations"] == []
    page.keyboard.press("Escape" if way == "a key" else "Enter")
    expect(page.locator("dialog.large")).to_be_hidden()
    expect(page.locator("#chosen")).to_be_hidden()


def test_a_card_named_in_the_log_is_shown(open_page: Callable[..., Page], abyss: Match) -> None:
    page = open_page("Alice", DESK)
    page.goto(f"/matches/{abyss.number}/")
    name = page.locator(".lord .name").first.inner_text()
    sentence = f"Bob recruits the {name}."
    page.evaluate(
        """(sentence) => {
          // Long names are divided where they do not fit.
          const name = document.querySelector(".lord .name");
          name.textContent = name.textContent.replace(/(?<=^..)/, "\\u00ad");
          byId("part-story").innerHTML = `<ol class="story"><li><div><p></p></div></li></ol>`;
          byId("part-story").querySelector("div p").textContent = sentence;
          linkNames();
        }""",
        sentence,
    )

    page.locator(".story .named").click()

    expect(page.locator("dialog.large")).to_contain_text(name)
    expect(page.locator(".story p")).to_have_text(sentence)


# Enchanters ---------------------------------------------------------------------------------------


def test_a_journey_is_made_by_pressing_a_card_of_the_road(
    open_page: Callable[..., Page], deal: Callable[..., Match]
) -> None:
    match = deal("enchanters", seats=2, now=timezone.now())
    play_on(match, lambda prompt: prompt.seat == 0 and prompt.question == "turn")
    page = open_page("Alice", PHONE, "dark")
    page.goto(f"/matches/{match.number}/")
    faults = [one["id"] for one in Axe().run(page).response["violations"]]
    assert faults == [] and page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]

    page.locator("#at-track-0").click()

    expect(page.get_by_text("Answer sent.")).to_be_visible()


# The Essence --------------------------------------------------------------------------------------


def test_a_segment_is_built_by_pressing_it_and_a_cell(
    open_page: Callable[..., Page], deal: Callable[..., Match]
) -> None:
    match = deal("essence", seats=2, now=timezone.now())
    play_on(match, may(0, "build"))
    page = open_page("Alice", PHONE, "dark")
    page.goto(f"/matches/{match.number}/")
    assert Axe().run(page).response["violations"] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]

    segment = page.locator("a.thing.segment").first
    segment.click()
    part = page.locator("fieldset.part:visible")
    expect(part.locator("input:checked")).to_have_count(1)
    # Answers about other segments used to stay.
    code = segment.get_attribute("data-item")
    offered = part.locator("button.answer:visible")
    assert all(f'"{code}"' in (one.get_attribute("value") or "") for one in offered.all())
    page.locator("a.free-cell").first.press("Space")

    expect(part.locator("input:checked")).to_have_count(2)
    expect(page.locator(".thing.picked")).to_have_count(2)
    part.locator("button[name=fill]").click()
    expect(page.get_by_text("Answer sent.")).to_be_visible()


# Live ---------------------------------------------------------------------------------------------


def test_an_open_table_notifications_what_others_do(
    open_page: Callable[..., Page], abyss: Match
) -> None:
    watching = open_page("Bob", DESK, "dark")
    watching.goto(f"/matches/{abyss.number}/")
    expect(watching.locator("#announce")).to_be_empty()
    row = abyss.prompts.get(seat=0, closed_at=None)

    submit_decision(row.token, None, source="page", key="alice")

    expect(watching.locator("#announce")).to_contain_text("changed", timeout=NOTICED)
    expect(watching.locator(".story")).to_contain_text("Alice")
    assert watching.url.endswith(f"/matches/{abyss.number}/")


def test_what_is_being_written_survives_a_change(
    open_page: Callable[..., Page], abyss: Match
) -> None:
    page = open_page("Bob")
    page.goto(f"/matches/{abyss.number}/")
    page.locator("#talk > summary").click()
    page.get_by_label("Message to the other players").fill("half a sen")
    row = abyss.prompts.get(seat=0, closed_at=None)

    submit_decision(row.token, None, source="page", key="alice")

    expect(page.locator("#announce")).to_contain_text("changed", timeout=NOTICED)
    expect(page.get_by_label("Message to the other players")).to_have_value("half a sen")


# History ------------------------------------------------------------------------------------------


def test_the_slider_leads_through_the_match(open_page: Callable[..., Page], abyss: Match) -> None:
    page = open_page("Alice")
    page.goto(f"/matches/{abyss.number}/history/")
    expect(page.get_by_text(f"Move {abyss.ply}", exact=True)).to_be_visible()

    page.get_by_label("Move", exact=True).focus()
    page.keyboard.press("Home")
    expect(page.locator(".told")).to_contain_text("Setup")
    page.get_by_role("link", name="Next move").click()

    expect(page.locator(".told")).to_contain_text("Move")
    assert "ply=" in page.url
    # Text for screen readers used to overflow the list of moves, far below the end of the page.
    foot = page.locator("footer.site").evaluate("it => it.getBoundingClientRect().bottom + scrollY")
    assert page.evaluate("document.documentElement.scrollHeight") < foot + 2


def test_the_history_plays_on_until_it_is_paused(
    open_page: Callable[..., Page], abyss: Match
) -> None:
    page = open_page("Alice")
    page.goto(f"/matches/{abyss.number}/history/?ply=1")
    shown = page.locator("#ply")

    page.get_by_label("Speed").select_option("400")
    page.get_by_role("button", name="Play").click()
    expect(shown).not_to_have_value(re.compile("^[12]$"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()

    # What was on its way when it was paused has come.
    page.wait_for_timeout(1000)
    stopped = shown.input_value()
    page.wait_for_timeout(1500)
    assert shown.input_value() == stopped


def test_the_controls_of_the_history_leave_a_phone_to_the_board(
    open_page: Callable[..., Page], abyss: Match
) -> None:
    # They took four rows.
    page = open_page("Alice", PHONE)
    page.goto(f"/matches/{abyss.number}/history/")
    expect(page.get_by_role("button", name="Play")).to_be_visible()

    controls = page.locator("#slider").bounding_box()

    assert controls and controls["height"] < 200


def test_the_way_back_needs_no_javascript(open_page: Callable[..., Page], abyss: Match) -> None:
    page = open_page("Alice", PHONE, java_script_enabled=False)
    page.goto(f"/matches/{abyss.number}/history/")

    page.get_by_role("link", name="Previous move").click()

    expect(page.locator(".told")).to_contain_text("Move")
    assert f"ply={abyss.ply}" not in page.url


def test_what_happened_since_is_watched_again(open_page: Callable[..., Page], abyss: Match) -> None:
    page, address = open_page("Bob"), f"/matches/{abyss.number}/"
    page.goto(address)
    page.goto("/")
    row = abyss.prompts.get(seat=0, closed_at=None)
    submit_decision(row.token, None, source="page", key="alice")
    page.goto(address)
    shown = page.locator("#part-board").inner_html()

    page.get_by_role("link", name="Watch again").click()

    expect(page.locator("#since .quiet")).to_contain_text("Alice")
    expect(page.locator("#announce")).to_contain_text(f"Move {abyss.ply + 1}")
    assert page.evaluate(SAME_BOARD, shown)


# Four people in four browsers ---------------------------------------------------------------------


@pytest.mark.long
def test_four_people_play_in_four_browsers(
    open_page: Callable[..., Page], deal: Callable[..., Match]
) -> None:
    match = deal("abyss", seats=4, now=timezone.now())
    players = {
        0: (open_page("Alice", DESK, "light"), by_pressing),
        1: (open_page("Bob", PHONE, "dark"), by_pressing),
        2: (open_page("Carol", TABLET, "light", java_script_enabled=False), by_the_list),
        3: (open_page("Dave", DESK, "dark"), by_keys),
    }
    people_play(match, players, answers=ANSWERS)
    play_on(match, lambda prompt: states.load_state(match).ended_by is not None)
    people_play(match, players)

    assert match.status == "finished"
    for page, _way in players.values():
        page.goto(f"/matches/{match.number}/")
        expect(page.get_by_role("heading", name=re.compile(r"\bwins\b")).first).to_be_visible()


def people_play(match: Match, players: Any, *, answers: int | None = None) -> None:
    """Let the players answer in their own browsers: `answers` times, or until the match is over."""
    given = 0
    while given != answers and (seat := next_asked(match)) is not None:
        page, answer = players[seat]
        before = match.ply
        page.goto(f"/matches/{match.number}/")
        answer(page)
        expect(page.locator("main > .note.success")).to_be_visible()
        match.refresh_from_db()
        assert match.ply > before, (seat, page.locator("main").inner_text())
        given += 1


def next_asked(match: Match) -> int | None:
    prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat").first()
    return prompt.seat if prompt else None


def by_pressing(page: Page) -> None:
    """Click a highlighted component, then its first answer unless its only one was played at once;
    use the list where there is none."""
    things = page.locator("a.thing:visible")
    if not things.count():
        by_the_list(page)
        return
    things.first.click()
    expect(page.locator("#chosen[data-asks], main > .note.success").first).to_be_visible()
    if page.locator("#chosen[data-asks]").count():
        page.locator("#answer .answer:visible").first.click()


def by_the_list(page: Page) -> None:
    page.locator("#answer .answer:visible").first.click()


def by_keys(page: Page) -> None:
    page.keyboard.press("1")
    page.keyboard.press("Enter")


# Appearance ---------------------------------------------------------------------------------------


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("size", "look"), [(PHONE, "dark"), (TABLET, "light"), (DESK, "dark")])
def test_nobody_is_kept_out_of_any_page_of_a_match(
    open_page: Callable[..., Page], abyss: Match, size: tuple[int, int], look: str
) -> None:
    page = open_page("Alice", size, look)
    match = f"/matches/{abyss.number}/"
    faults = []
    for path in (match, f"{match}?at=deck", f"{match}history/?ply=9", "/rules/abyss/?q=crab"):
        page.goto(path)
        faults += [f"{path}: {one['id']}" for one in Axe().run(page).response["violations"]]
        if int(page.evaluate("document.documentElement.scrollWidth")) > size[0]:
            faults.append(f"{path}: too wide")

    assert faults == []


def test_nothing_breaks_the_policy_of_content(open_page: Callable[..., Page], abyss: Match) -> None:
    page = open_page("Alice")
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))

    for path in ("", "history/", "orders/"):
        page.goto(f"/matches/{abyss.number}/{path}")
        page.wait_for_timeout(200)

    assert said == []
