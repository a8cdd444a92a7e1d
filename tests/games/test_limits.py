"""How often somebody may ask for what costs something, where no other test counts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.services import accounts as people_service

pytestmark = pytest.mark.django_db

As = Callable[[str], Client]


def test_a_player_has_five_files_of_their_own_data_an_hour(as_: As) -> None:
    alice = as_("alice")

    answers = [alice.post("/settings/data/") for _ in range(6)]

    assert [answer.status_code for answer in answers] == [200] * 5 + [303]


@pytest.mark.parametrize(
    ("name", "other"), [("news.atom", "deadlines.ics"), ("deadlines.ics", "news.atom")]
)
def test_a_feed_is_looked_at_sixty_times_an_hour(
    client: Client, people: dict[str, Any], name: str, other: str
) -> None:
    # It used to be 404, after which programs delete a calendar, and both shared the sixty.
    people_service.rotate_feed_key(people["alice"], is_on=True)
    feed = f"/feeds/{people_service.feed_key(people['alice'])}"

    answers = [client.get(f"{feed}/{name}") for _ in range(61)]

    assert [answer.status_code for answer in answers] == [200] * 60 + [429]
    assert 3000 < int(answers[-1]["Retry-After"]) <= 3600
    assert client.get(f"{feed}/{other}").status_code == 200


def test_twenty_passwords_are_tried_in_ten_minutes(visitor: Client) -> None:
    guess = {"username": "moderator@example.org", "password": "open sesame"}

    answers = [visitor.post("/admin/login/", guess) for _ in range(21)]

    assert answers[-2].status_code == 200
    assert answers[-1].status_code == 429
