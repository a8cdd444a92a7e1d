"""An open stream ends with the right of its reader, within a heartbeat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from abyss_site.core.encryption.sessions import digest_of
from abyss_site.core.http.gateway import KEEPS_STREAMS
from games.api import event_stream
from games.models import Match, PersonalToken, Player
from games.queries import stream_rights
from games.queries.stream_rights import StreamRight
from games.services import own_bots, player_events, tokens
from games.web import page_stream
from games.web.page_updates import Subscription

from ..site.http.test_web_server import eventually
from .test_events import heard

# Behind everything that happens.
BEHIND_ALL = player_events.Position(2**62, 2**62)
# What the web server says of a request whose stream it can keep open.
KEPT_STREAMS: dict[str, Any] = {KEEPS_STREAMS: True}
pytestmark = pytest.mark.django_db(transaction=True)

# Seconds after which a stream has ended, or a test has failed.
PATIENCE = 20
End = Callable[["Scene"], object]


class Scene:
    """alice, who plays a match in seat 0, with a session, a token and a bot with a token."""

    def __init__(self, people: dict[str, Player], match: Match) -> None:
        self.alice, self.dave, self.match = people["alice"], people["dave"], match
        self.client = Client()
        self.client.force_login(self.alice)
        self.session = digest_of(self.client.session.session_key)
        self.token = tokens.make_token(self.alice, name="x", scopes=["read"])[0]
        self.bot, secret = own_bots.make_bot(self.alice, name="Robo")
        self.bot_token = PersonalToken.objects.get(player=self.bot)


def revoke(scene: Scene) -> None:
    tokens.revoke_token(scene.alice, scene.token.pk)


def sign_out(scene: Scene) -> None:
    scene.client.post("/sign-out/")


def expire(scene: Scene) -> None:
    Session.objects.update(expire_date=timezone.now())


def deactivate(scene: Scene) -> None:
    Player.objects.filter(pk=scene.alice.pk).update(is_active=False)


def replace(scene: Scene) -> None:
    scene.match.seats.filter(number=0).update(player=scene.dave)


def of_token(scene: Scene) -> StreamRight:
    return StreamRight(scene.alice.pk, token=scene.token.pk)


def of_session(scene: Scene) -> StreamRight:
    return StreamRight(scene.alice.pk, session=scene.session)


def of_bot(scene: Scene) -> StreamRight:
    return StreamRight(scene.bot.pk, token=scene.bot_token.pk)


PROGRAMS = {
    "a token is revoked": (of_token, revoke),
    "a session is signed out": (of_session, sign_out),
    "a session expires": (of_session, expire),
    "a player with a token is deactivated": (of_token, deactivate),
    "a player with a session is deactivated": (of_session, deactivate),
    "the owner of a bot is deactivated": (of_bot, deactivate),
    "a bot is retired": (of_bot, lambda scene: own_bots.retire_bot(scene.alice, scene.bot.pk)),
    "a bot gets a new token": (
        of_bot,
        lambda scene: own_bots.renew_token(scene.alice, scene.bot.pk),
    ),
}
PAGES: dict[str, End] = {
    "a session is signed out": sign_out,
    "a session expires": expire,
    "a player is deactivated": deactivate,
    "a player is replaced": replace,
}


@pytest.fixture
def scene(people: dict[str, Any], deal: Callable[..., Match]) -> Scene:
    return Scene(people, deal("pebbles", seats=2))


@pytest.fixture(autouse=True)
def quick_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_rights, "CHECK_EVERY", 0.2)


@pytest.mark.parametrize("kind", ["stream", "long poll"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_stream_of_a_program_ends_when(scene: Scene, name: str, kind: str) -> None:
    find_right, end = PROGRAMS[name]
    right = find_right(scene)
    subscription = event_stream.EventSubscription(right.player, BEHIND_ALL, right=right)
    parts = (
        event_stream.stream_events(subscription)
        if kind == "stream"
        else event_stream.poll_events(subscription, PATIENCE * 2)
    )
    stream = heard(parts, b"never")
    with pytest.raises(TimeoutError):
        stream.result(0.6)

    end(scene)

    stream.result(PATIENCE)
    assert stream_rights.find_valid_rights([right], now=timezone.now()) == set()


@pytest.mark.parametrize("name", PAGES)
def test_the_stream_of_a_page_ends_when(scene: Scene, name: str) -> None:
    followed = Subscription(scene.alice.pk, f"{scene.match.number}-0", scene.session)
    stream = heard(page_stream.stream_marks(followed, is_present=False), b"never")
    with pytest.raises(TimeoutError):
        stream.result(0.6)

    PAGES[name](scene)

    stream.result(PATIENCE)
    again = scene.client.get(
        f"/live/{followed.sign()}/",
        headers={"accept": "text/event-stream"},
        **KEPT_STREAMS,
    )
    assert again.status_code == 204


def test_a_page_names_the_session_that_its_stream_ends_with(scene: Scene) -> None:
    page = scene.client.get(f"/matches/{scene.match.number}/")

    followed = Subscription.read(page.context["live"].url.split("/")[2])

    assert (followed.player, followed.session) == (scene.alice.pk, scene.session)
    assert followed.find_right() == StreamRight(
        scene.alice.pk, scene.session, match=scene.match.number, seat=0
    )


def test_the_right_of_a_request_is_its_token_or_its_session(scene: Scene) -> None:
    secret = tokens.make_token(scene.alice, name="y", scopes=["read"])[1]
    path = "/api/v1/me/events/?wait=1&after="
    # What has just happened can be read once no older transaction is open.
    assert eventually(lambda: scene.client.get("/api/v1/me/events/").json()["next"])
    last = scene.client.get("/api/v1/me/events/").json()["next"]

    kept = KEPT_STREAMS
    by_session = scene.client.get(path + last, **kept)
    by_token = Client().get(path + last, headers={"authorization": f"Bearer {secret}"}, **kept)

    assert by_session.streaming and by_token.streaming
