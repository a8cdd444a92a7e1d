"""The moderator's desk: everything is listed, nothing secret is shown, little can be changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Match, Move, Player, Prompt, Seat, Snapshot
from games.services.play.decisions import submit_decision

pytestmark = pytest.mark.django_db

MODELS = (Match, Move, Player, Prompt, Seat, Snapshot)
READ_ONLY = (Match, Move, Player, Prompt, Seat, Snapshot)


@pytest.fixture
def boss(db: None) -> Client:
    """A browser in which the operator is signed in."""
    client = Client()
    client.force_login(Player.objects.create_superuser("boss@example.org", "hush-hush-hush"))
    return client


@pytest.fixture
def played(deal: Callable[..., Match]) -> Match:
    """A match with a sealed answer in it."""
    match = deal("sealed", seats=2)
    prompt = match.prompts.get(seat=0)
    Prompt.objects.filter(pk=prompt.pk).update(offered=[{"verb": "hidden-offer"}])
    submit_decision(prompt.token, None, source="page", key="secret-key")
    return match


def address(model: Any, page: str = "") -> str:
    return f"/admin/games/{model._meta.model_name}/{page}"


@pytest.mark.parametrize("model", MODELS)
def test_every_model_is_listed_and_searched(boss: Client, played: Match, model: Any) -> None:
    assert boss.get(address(model)).status_code == 200
    assert boss.get(address(model), {"q": "1"}).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_no_page_shows_a_secret(boss: Client, played: Match, model: Any) -> None:
    played.refresh_from_db()
    secrets = [p.token for p in played.prompts.all()]
    secrets += [played.seed.hex(), "hidden-offer", "secret-key", "sealed&quot;", "verb"]
    pages = [boss.get(address(model)).content.decode()]

    for row in model.objects.all():
        pages.append(boss.get(address(model, f"{row.pk}/change/")).content.decode())

    assert len(pages) > 1
    assert not [secret for secret in secrets if any(secret in page for page in pages)]


@pytest.mark.parametrize("model", READ_ONLY)
def test_what_a_hand_could_break_is_read_only(boss: Client, played: Match, model: Any) -> None:
    row = model.objects.all()[0]

    assert boss.get(address(model, "add/")).status_code == 403
    assert boss.post(address(model, f"{row.pk}/change/"), {"ply": 9}).status_code == 403
    assert boss.post(address(model, f"{row.pk}/delete/"), {"post": "yes"}).status_code == 403


def test_players_do_not_come_in(people: dict[str, Any]) -> None:
    client = Client()
    client.force_login(people["alice"])

    assert client.get("/admin/").status_code == 302


def test_a_big_list_is_not_counted(
    boss: Client, played: Match, django_assert_max_num_queries: Any
) -> None:
    # The first visit of a day is noted.
    boss.get("/settings/")
    with django_assert_max_num_queries(7) as queries:
        boss.get(address(Move))

    counts = [q["sql"] for q in queries.captured_queries if "COUNT" in q["sql"]]
    assert all("LIMIT 2000" in sql for sql in counts)
