"""Looking on: what strangers see of a match that is played, and of one that wants no spectators."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.engine.chance import Chance
from games.models import Match, Player, Seat
from games.queries import states
from games.services import chat, matches
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from tests.games.reading import As, Deal, text_of

pytestmark = pytest.mark.django_db

CHANGES = re.compile(rb'name="csrfmiddlewaretoken" value="\w+"|data-(mark|live)="[^"]*"')


def played(match: Match, plies: int) -> None:
    for ply in range(plies):
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat").first()
        if prompt is not None:
            submit_decision(
                prompt.token, None, source="clock", key=f"k{ply}", now=prompt.deadline_at
            )
    match.refresh_from_db()


@pytest.mark.parametrize(
    ("game", "plies"), [("sealed", 1), ("abyss", 30), ("essence", 6), ("enchanters", 8)]
)
def test_what_is_hidden_from_strangers_changes_nothing_for_them(
    visitor: Client, as_: As, deal: Deal, game: str, plies: int
) -> None:
    match = deal(game, seats=2, now=timezone.now())
    played(match, plies)
    pages = [f"/matches/{match.number}/", f"/matches/{match.number}/history/"]

    def seen() -> list[bytes]:
        answers = [who.get(page) for who in (visitor, as_("carol")) for page in pages]
        return [CHANGES.sub(b"", answer.content) for answer in answers]

    before = seen()
    imagined = GAMES[game].imagine_state(states.load_state(match), None, Chance(bytes(32)))
    Match.objects.filter(pk=match.pk).update(state=states.serialize_state(imagined))

    assert seen() == before
    assert not [
        page for page in before for row in match.prompts.all() if row.token.encode() in page
    ]


def test_who_looks_on_hears_no_talk_but_is_told_of_changes(
    visitor: Client, people: dict[str, Player], pebbles: Match
) -> None:
    played(pebbles, 1)
    chat.send_message(pebbles, people["alice"], "My plan is simple.", key="c")

    page = visitor.get(f"/matches/{pebbles.number}/").content.decode()
    history = visitor.get(f"/matches/{pebbles.number}/history/").content.decode()

    assert "My plan is simple." not in page + history
    assert "data-live=" in page and 'type="range"' in history


def test_a_match_without_spectators_is_found_joined_and_then_seen_by_its_players_alone(
    as_: As, visitor: Client, people: dict[str, Player]
) -> None:
    match = matches.open_match(
        people["alice"], matches.MatchTerms("pebbles", seats=2, watchable=False)
    )
    address = f"/matches/{match.number}/"
    assert "only its players see the board" in text_of(visitor.get(address))

    as_("bob").post(f"{address}join/")

    assert as_("alice").get(address).status_code == as_("bob").get(address).status_code == 200
    paths = (address, f"{address}history/", f"{address}file/", f"/api/v1{address}view/")
    assert [visitor.get(path).status_code for path in paths] == [404] * 4
    assert address not in visitor.get("/matches/").content.decode()
    assert address not in visitor.get(f"/players/{people['bob'].pk}/").content.decode()
    assert visitor.get("/api/v1/matches/").json()["results"] == []


def test_a_seat_of_a_match_without_spectators_may_still_be_taken(
    as_: As, people: dict[str, Player], pebbles: Match
) -> None:
    Match.objects.update(watchable=False)
    Seat.objects.filter(player=people["bob"]).update(offered_at=timezone.now())

    as_("carol").post(f"/matches/{pebbles.number}/take/")

    assert pebbles.seats.get(number=1).player == people["carol"]


def test_the_form_asks_whether_others_may_look_on(as_: As) -> None:
    form = {"seats": "2", "bots": "1", "pace": "live", "option_pile": "0", "unwatched": "on"}

    as_("alice").post("/matches/new/?game=pebbles", form)

    assert not Match.objects.get().watchable


def test_names_at_a_table_that_waits_lead_to_their_pages(
    visitor: Client, people: dict[str, Player]
) -> None:
    match = matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2))

    page = visitor.get(f"/matches/{match.number}/").content.decode()

    name = f'<a href="/players/{people["alice"].pk}/">Alice</a>'
    assert re.search(rf"{name}\s*</li>", page)
