"""Analyses of finished matches: requested once, computed in parts, shown to whoever may look."""

from __future__ import annotations

from time import monotonic
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from games import tasks
from games.engine.analysis import Progress
from games.models import Analysis, Match, Status
from games.presentation import analyses as presentation
from games.services import analyses
from games.services.leases import take_lease
from games.services.play.decisions import submit_decision
from games.tasks.analyses import continue_analysis
from notifications.models import Notification
from notifications.outgoing import renderers
from tests.analyses import store_result
from tests.games.reading import As, Deal, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(deal: Deal) -> Match:
    """A match of Abyss that alice and bob have played to its end."""
    match = deal("abyss", seats=2)
    for _ in range(4000):
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat").first()
        if prompt is None:
            break
        submit_decision(prompt.token, None, source="page", key=str(uuid4()))
    match.refresh_from_db()
    assert match.status == Status.FINISHED
    return match


@pytest.fixture
def over(deal: Deal) -> Match:
    """A match that is called finished: nothing looks at its moves."""
    match = deal("abyss", seats=2)
    Match.objects.filter(pk=match.pk).update(
        status=Status.FINISHED, finished_at=timezone.now(), ply=9
    )
    match.refresh_from_db()
    return match


def request(match: Match, player: Any) -> Analysis:
    return analyses.request_analysis(match, player, now=timezone.now())


def test_a_match_is_analysed_in_parts_once(finished: Match, people: dict[str, Any]) -> None:
    row = request(finished, people["alice"])
    assert request(finished, people["bob"]).requested_at == row.requested_at
    small = msgspec.to_builtins(Progress(budget=60))
    Analysis.objects.filter(pk=row.pk).update(progress=small)
    parts = 0

    while Analysis.objects.get().status == Analysis.Status.WAITING:
        # A lease that could not be given back in time is free again after some seconds.
        parts += continue_analysis(ends=monotonic() + 0.5)

    row = Analysis.objects.get()
    summary = presentation.load_summary(row)
    assert row.status == Analysis.Status.DONE and row.progress is None and parts > 1
    assert summary is not None and summary.plies[-1] == finished.ply
    assert not continue_analysis(ends=monotonic() + 0.5)
    assert request(finished, people["alice"]).status == Analysis.Status.DONE


def test_the_job_leaves_an_analysis_to_the_worker_that_computes_it(
    over: Match, people: dict[str, Any]
) -> None:
    row = request(over, people["alice"])

    with take_lease(f"analysis:{row.pk}"):
        assert not continue_analysis(ends=monotonic())

    assert Analysis.objects.get().status == Analysis.Status.WAITING


def test_moves_that_lead_elsewhere_are_not_analysed_until_the_rules_change(
    over: Match, people: dict[str, Any], deal: Deal
) -> None:
    other = deal("abyss", seats=2, seed=bytes(32))
    Match.objects.filter(pk=over.pk).update(state=other.state)
    request(over, people["alice"])

    tasks.analyse_matches()

    assert Analysis.objects.get().status == Analysis.Status.FAILED
    assert request(over, people["alice"]).status == Analysis.Status.FAILED
    Analysis.objects.update(edition=0)
    assert request(over, people["alice"]).status == Analysis.Status.WAITING


@pytest.mark.parametrize("status", [Status.RUNNING, Status.FROZEN])
def test_a_match_that_is_not_over_is_not_analysed(
    as_: As, deal: Deal, people: dict[str, Any], status: str
) -> None:
    match = deal("abyss", seats=2)
    Match.objects.filter(pk=match.pk).update(status=status, ply=9)
    store_result(match)
    match.refresh_from_db()
    alice = as_("alice")

    with pytest.raises(analyses.CannotAnalyse):
        request(match, people["alice"])
    assert alice.get(f"/matches/{match.number}/analysis/").status_code == 404
    told = alice.get(f"/api/v1/matches/{match.number}/analysis/").json()
    assert told["status"] == "none" and told["mistakes"] == []
    assert "squid" not in alice.get(f"/matches/{match.number}/history/?ply=3").content.decode()


def test_whoever_may_look_at_a_finished_match_sees_its_analysis(
    as_: As, visitor: Client, over: Match
) -> None:
    store_result(over)
    path = f"/matches/{over.number}/analysis/"
    api = f"/api/v1/matches/{over.number}/analysis/"

    assert "You played “explore”." in text_of(as_("alice").get(path))
    for client in (as_("carol"), visitor):
        page = text_of(client.get(path))
        assert "Alice played “explore”." in page and "about 3 points more" in page
        assert "Bob found “buy”." in page and "about 1 point less" in page
        told = client.get(api).json()
        assert told["mistakes"][0]["other"]["args"] == {"stack": "squid"}
        assert told["leads"][0] == [0.0, 2.4, 3.0] and told["percent"] == 100


@pytest.mark.parametrize("hidden", [{"private": True}, {"watchable": False}])
def test_nobody_else_does(as_: As, visitor: Client, over: Match, hidden: dict[str, bool]) -> None:
    store_result(over)
    Match.objects.filter(pk=over.pk).update(**hidden)

    for client in (as_("carol"), visitor):
        for path in (
            f"/matches/{over.number}/analysis/",
            f"/api/v1/matches/{over.number}/analysis/",
        ):
            assert client.get(path).status_code == 404
            assert client.post(path, content_type="application/json").status_code in (401, 404)
    assert as_("bob").get(f"/matches/{over.number}/analysis/").status_code == 200


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "points more"), ("fr", "points de plus"), ("de", "Punkte mehr")],
)
def test_the_sentences_are_in_the_readers_language(
    as_: As, people: dict[str, Any], over: Match, language: str, words: str
) -> None:
    store_result(over)
    people["alice"].language = language
    people["alice"].save()

    assert words in text_of(as_("alice").get(f"/matches/{over.number}/analysis/"))


def test_the_replay_says_what_would_have_been_better(as_: As, finished: Match) -> None:
    store_result(finished)
    path = f"/matches/{finished.number}/history/?ply=3&as=0"
    alice = as_("alice")

    assert "points more" in text_of(alice.get(path))
    assert "points more" in alice.get(path, headers={"X-Part": "moment"}).content.decode()
    assert "points more" not in text_of(alice.get(path.replace("ply=3", "ply=4")))


def test_a_player_requests_it_and_sees_how_far_it_is(as_: As, over: Match) -> None:
    alice, path = as_("alice"), f"/matches/{over.number}/analysis/"
    assert "Analyse this match" in text_of(alice.get(path))

    answer = alice.post(path)

    assert (answer.status_code, answer["Location"]) == (303, path)
    Analysis.objects.update(progress={"playouts": 450, "budget": 900})
    waiting = alice.get(path)
    assert b'value="50"' in waiting.content and waiting["Refresh"] == "5"
    told = alice.get(f"/api/v1/matches/{over.number}/analysis/").json()
    assert (told["status"], told["percent"]) == ("waiting", 50)


def test_visitors_and_guests_request_nothing(
    as_: As, visitor: Client, people: dict[str, Any], over: Match
) -> None:
    path = f"/matches/{over.number}/analysis/"
    people["carol"].is_guest = True
    with pytest.raises(analyses.CannotAnalyse):
        request(over, people["carol"])

    assert visitor.post(path)["Location"].startswith("/sign-in/")
    assert not Analysis.objects.exists()


def test_requests_are_limited(
    as_: As, people: dict[str, Any], over: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presentation, "REQUESTS_A_DAY", 0)
    alice, path = as_("alice"), f"matches/{over.number}/analysis/"

    page = alice.post(f"/{path}", follow=True)
    limited = alice.post(f"/api/v1/{path}", content_type="application/json")

    assert "You have requested many analyses today." in text_of(page)
    assert limited.status_code == 429 and int(limited["Retry-After"]) > 0
    monkeypatch.setattr(analyses, "MAX_WAITING", 0)
    with pytest.raises(analyses.TooManyAnalyses):
        request(over, people["alice"])
    assert not Analysis.objects.exists()


@pytest.mark.parametrize("junk", [[], {}, {"plies": "x"}, "x", None])
def test_a_damaged_analysis_is_begun_again_or_not_shown(
    as_: As, over: Match, people: dict[str, Any], junk: Any
) -> None:
    row = request(over, people["alice"])
    Analysis.objects.filter(pk=row.pk).update(progress=junk)
    path = f"/matches/{over.number}/analysis/"

    assert b'value="0"' in as_("alice").get(path).content
    Analysis.objects.filter(pk=row.pk).update(status=Analysis.Status.DONE, result=junk)
    assert "can no longer be analysed" in text_of(as_("alice").get(path))


def test_it_is_deleted_with_its_match(over: Match) -> None:
    store_result(over)

    over.delete()

    assert not Analysis.objects.exists()


def test_the_email_about_the_end_leads_to_the_analysis(finished: Match) -> None:
    notification = Notification.objects.filter(kind="match_finished").first()
    assert notification is not None

    (email,) = renderers.render_all([notification])

    assert email is not None
    for body in (email.text, email.html):
        assert f"/matches/{finished.number}/analysis/" in body
