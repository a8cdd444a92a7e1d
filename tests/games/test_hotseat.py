"""Matches on one device: seats are passed around, and the board is covered in between."""

from __future__ import annotations

import json
import random
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.contract import BadOptions
from games.engine.random_match import any_answer
from games.models import Match, MatchPreset, Player, Status
from games.presentation.own_data import export_player_data
from games.queries import punctuality, states
from games.services import account_deletion, guests, matches, rematches
from games.services.hotseat import MAX_RUNNING
from games.services.matches import MatchTerms
from games.services.play.decisions import submit_decision
from games.services.substitutes import CannotJoin
from games.titles import GAMES
from notifications.models import Notification
from tests.api.endpoints import OPERATIONS
from tests.test_every_url import routes

from .reading import As, text_of
from .test_choosing import fill

pytestmark = pytest.mark.django_db
NEW = "/matches/new/?game=sealed"
CASTS = fill("sealed", seats="3", companions="Anna\nBen")


@pytest.fixture
def device(as_: As) -> Client:
    """The device that is passed around: Alice's browser."""
    return as_("alice")


@pytest.fixture
def match(device: Client) -> Match:
    """A match of Sealed in which all three are asked at once, opened by Alice on her device."""
    assert device.post(NEW, CASTS).status_code == 303
    return Match.objects.get()


def page(device: Client, match: Match) -> Any:
    return device.get(f"/matches/{match.number}/")


def take(device: Client, match: Match, seat: int) -> Any:
    return device.post(f"/matches/{match.number}/device/", {"seat": str(seat)})


def play_on(match: Match, luck: random.Random, seats: set[int]) -> None:
    """Answer an open question of these seats with whatever is legal."""
    game = GAMES[match.game]
    match.refresh_from_db()
    asked = [one for one in game.list_prompts(states.load_state(match)) if one.seat in seats]
    prompt, answer = any_answer(asked, luck)
    row = match.prompts.get(closed_at=None, seat=prompt.seat)
    submit_decision(row.token, answer, source="page", key=f"k{row.pk}{match.ply}")


def test_it_begins_at_once_unrated_private_and_without_hurry(match: Match) -> None:
    assert (match.status, match.is_hotseat, match.private) == (Status.RUNNING, True, True)
    assert [seat.player.display_name for seat in match.seats.all()] == ["Alice", "Anna", "Ben"]
    [row, *_others] = match.prompts.all()
    assert row.deadline_at is not None and row.remind_at is None
    assert row.deadline_at - row.opened_at == timedelta(days=30)


def test_the_board_is_covered_until_somebody_says_who_they_are(
    device: Client, match: Match
) -> None:
    covered = page(device, match)

    said = text_of(covered)
    assert "Pass the device" in said and "I am Anna: show my board" in said
    assert "part-board" not in covered.content.decode()
    for seat, name in enumerate(("Alice", "Anna", "Ben")):
        take(device, match, seat)
        shown = page(device, match)
        assert shown.get("X-Offline") is None
        assert (shown.context["seat"], shown.context["names"][seat]) == (seat, name)


@pytest.mark.parametrize("tab", ["history/", "history/?ply=1", "notes/", "orders/", "file/"])
def test_no_other_page_of_the_match_shows_a_board_that_is_covered(
    device: Client, match: Match, tab: str
) -> None:
    path = f"/matches/{match.number}/{tab}"

    before = device.get(path)
    take(device, match, 1)
    holding = device.get(path)
    asked = match.prompts.get(seat=1, closed_at=None)
    device.post(f"/p/{asked.token}/", {"line": "pass"})
    after = device.get(path)

    assert "Pass the device" in text_of(before) and "Pass the device" in text_of(after)
    assert holding.status_code == 200 and b"Pass the device" not in holding.content


def paths_of(match: Match) -> list[str]:
    """Every URL of the match and of the host's question that shows something."""
    token = match.prompts.get(seat=0, closed_at=None).token
    known = {"int:number": match.number, "str:token": token, "int:order": 1}
    of_match = [route for route in routes() if route.startswith(("matches/<int:number>/", "p/<"))]
    return [
        "/" + re.sub(r"<([a-z]+:\w+)>", lambda hit: str(known.get(hit[1], uuid4())), route)
        for route in of_match
    ]


@pytest.mark.parametrize("status", [Status.RUNNING, Status.FROZEN])
@pytest.mark.parametrize("holder", [None, 1])
def test_no_url_shows_the_hand_of_a_host_who_does_not_hold_the_device(
    device: Client, match: Match, holder: int | None, status: str
) -> None:
    """The page of the host's question used to, and the history was kept by the browser."""
    Match.objects.filter(pk=match.pk).update(status=status)
    if holder is not None:
        take(device, match, holder)
    shown = []
    for path in paths_of(match):
        for sent in (device.get(path), device.get(path, headers={"X-Part": "moment"})):
            if sent.status_code == 200 and sent.context and sent.context.get("seat") == 0:
                # These show nothing of the board.
                shown += [] if path.endswith(("/rules/", "/scores/")) else [path]
            if sent.status_code == 200 and "picture" not in path and "rules" not in path:
                assert "no-store" in sent.get("Cache-Control", ""), path
    sent = device.post(f"/p/{match.prompts.get(seat=0).token}/", {"line": "nonsense"})
    assert shown == [] and "part-board" not in sent.content.decode()
    dashboard = text_of(device.get("/"))
    assert ("open it to see the question" in dashboard) is (status == Status.RUNNING)


def api_paths_of(match: Match) -> list[str]:
    """Every URL of the API at which the host reads something of the match or of all their own."""
    token = match.prompts.get(seat=0, closed_at=None).token
    known = {"{number}": str(match.number), "{token}": token}
    read = [path for method, path in OPERATIONS.values() if method == "GET"]
    return [
        re.sub(r"\{\w+\}", lambda hit: known[hit[0]], path)
        for path in read
        if set(re.findall(r"\{\w+\}", path)) <= set(known)
    ]


@pytest.mark.parametrize("status", [Status.RUNNING, Status.FROZEN])
@pytest.mark.parametrize("holder", [None, 1, 0])
def test_the_api_shows_a_session_no_hand_of_a_host_who_does_not_hold_the_device(
    device: Client, match: Match, holder: int | None, status: str
) -> None:
    """It showed the host's view and question while another held the device."""
    Match.objects.filter(pk=match.pk).update(status=status)
    if holder is not None:
        take(device, match, holder)
    hand = states.load_state(match).hands[0]
    written = json.dumps(hand, separators=(",", ":")).encode()

    sent = {path: device.get(path) for path in api_paths_of(match)}

    shown = [path for path, answer in sent.items() if written in answer.content.replace(b" ", b"")]
    refused = [path for path, answer in sent.items() if answer.status_code == 403]
    assert bool(shown) is (holder == 0) and bool(refused) is (holder != 0)
    assert all(f"/{match.number}/" in path or "/prompts/" in path for path in refused)


def test_the_picture_of_a_match_on_one_device_does_not_depend_on_its_holder(
    device: Client, match: Match
) -> None:
    [path] = [path for path in paths_of(match) if "picture" in path]
    seen = []
    for seat in (0, 1, 2):
        take(device, match, seat)
        answer = device.get(path)
        seen.append((answer.status_code, answer.content if answer.status_code == 200 else b""))

    assert seen[0] == seen[1] == seen[2]


def test_a_finished_match_on_one_device_is_not_kept_by_the_browser(
    device: Client, match: Match
) -> None:
    Match.objects.filter(pk=match.pk).update(status=Status.FINISHED)

    assert "no-store" in device.get(f"/matches/{match.number}/history/")["Cache-Control"]


def test_an_answer_covers_the_board_for_the_next(device: Client, match: Match) -> None:
    take(device, match, 1)
    asked = match.prompts.get(seat=1, closed_at=None)

    sent = device.post(f"/p/{asked.token}/", {"line": "pass"}, follow=True)

    asked.refresh_from_db()
    assert asked.answered_at is not None
    said = text_of(sent)
    assert "I am Alice: show my board" in said and "I am Anna" not in said
    assert "part-board" not in sent.content.decode()


def test_who_holds_the_device_answers_for_nobody_else(device: Client, match: Match) -> None:
    take(device, match, 1)
    other = match.prompts.get(seat=2, closed_at=None)

    refused = device.post(f"/p/{other.token}/", {"line": "pass"})

    other.refresh_from_db()
    assert refused.status_code == 403 and other.answered_at is None


def test_other_matches_are_answered_as_oneself(device: Client, match: Match, deal: Any) -> None:
    take(device, match, 1)
    mine = deal("sealed", seats=2)
    asked = mine.prompts.get(seat=0, closed_at=None)

    sent = device.post(f"/p/{asked.token}/", {"line": "pass"})

    asked.refresh_from_db()
    assert sent.status_code == 303 and asked.answered_at is not None
    assert device.get(f"/matches/{mine.number}/").context["seat"] == 0


def test_nobody_else_sees_or_takes_it(as_: As, device: Client, match: Match) -> None:
    assert page(as_("bob"), match).status_code == 404
    assert as_("bob").post(f"/matches/{match.number}/device/", {"seat": "1"}).status_code == 404
    for seat in ("3", "x", "-1", ""):
        sent = device.post(f"/matches/{match.number}/device/", {"seat": seat})
        assert sent.status_code == 404
    companion = match.seats.get(number=1).player
    assert as_("bob").get(f"/players/{companion.pk}/").status_code == 404


def test_a_device_is_taken_only_in_matches_on_one_device(as_: As, deal: Any) -> None:
    other = deal("sealed", seats=2)
    sent = as_("alice").post(f"/matches/{other.number}/device/", {"seat": "0"})
    assert sent.status_code == 404


def test_a_whole_match_sends_no_e_mail_and_counts_for_nothing(
    device: Client, match: Match, people: dict[str, Player]
) -> None:
    luck = random.Random(5)
    for _turn in range(300):
        play_on(match, luck, {0, 1, 2})
        match.refresh_from_db()
        if match.status == Status.FINISHED:
            break

    assert match.status == Status.FINISHED
    assert not Notification.objects.filter(thread=f"match-{match.number}").exists()
    assert not people["alice"].ratings.exists()
    alice = people["alice"].pk
    assert not punctuality.compute_reliability([alice], now=timezone.now())
    assert "part-board" in page(device, match).content.decode()


def test_it_is_played_again_by_the_same(match: Match, people: dict[str, Player]) -> None:
    luck = random.Random(6)
    while match.status != Status.FINISHED:
        play_on(match, luck, {0, 1, 2})
        match.refresh_from_db()

    again = rematches.offer_rematch(match, people["alice"])

    assert (again.status, again.is_hotseat) == (Status.RUNNING, True)
    assert [seat.player.display_name for seat in again.seats.all()] == ["Anna", "Ben", "Alice"]


@pytest.mark.parametrize(
    ("companions", "said"),
    [
        ("Anna", "Give 2 names"),
        ("Anna\nBen\nCaro", "Give 2 names"),
        ("Anna\nanna", "Give everybody a different name"),
        ("Anna\nBot 1", "Only bots may use this name"),
        ("Anna\n<img src=x>", "A name cannot contain markup"),
        ("Anna\n" + "x" * 41, "A name has at most 40 characters"),
    ],
)
def test_names_are_checked_and_nothing_is_opened(as_: As, companions: str, said: str) -> None:
    sent = as_("alice").post(NEW, CASTS | {"companions": companions})

    assert sent.status_code == 422 and said in text_of(sent)
    assert not Match.objects.exists() and not Player.objects.filter(is_guest=True).exists()


def test_there_are_not_too_many(people: dict[str, Player]) -> None:
    terms = MatchTerms("pebbles", 2, companions=("Anna",))
    for _match in range(MAX_RUNNING):
        matches.open_match(people["alice"], terms)

    with pytest.raises(CannotJoin):
        matches.open_match(people["alice"], terms)
    with pytest.raises(BadOptions):
        matches.open_match(people["bob"], MatchTerms("pebbles", 2, companions=("A", "B")))


def test_companions_stay_as_long_as_their_host(match: Match, people: dict[str, Player]) -> None:
    guests.delete_expired_guests(timezone.now() + timedelta(days=400))
    assert match.seats.filter(player__is_guest=True).count() == 2
    lines = [json.loads(line) for line in export_player_data(people["alice"])]
    [told] = [line["at_your_device"] for line in lines if "at_your_device" in line]
    assert [one["display_name"] for one in told] == ["Anna", "Ben"]

    account_deletion.delete_account(people["alice"], address=people["alice"].email)

    assert not Player.objects.filter(display_name__in=("Anna", "Ben")).exists()


def test_the_names_can_be_a_preset(as_: As) -> None:
    sent = CASTS | {"preset_name": "Family", "action": "save"}
    as_("alice").post("/matches/new/presets/?game=sealed", sent)

    row = MatchPreset.objects.get()
    shown = as_("alice").get(f"{NEW}&saved={row.pk}")

    assert shown.context["form"]["companions"].value() == "Anna\nBen"
