"""Nobody can do anything with a player's e-mails, if they are forwarded or quoted.

Real e-mails of every kind are sent. Every address, link and word in them that may be a key is then
tried over every channel by people who are not their reader: pages, the API and e-mail.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from html import unescape
from itertools import product
from typing import Any
from urllib.parse import unquote, urlsplit
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.core import mail as outgoing
from django.test import Client
from django.utils import timezone

from games.api import endpoint
from games.models import (
    Ballot,
    Entry,
    Feed,
    Invitation,
    KnownDevice,
    Match,
    Message,
    Move,
    Order,
    PersonalToken,
    Player,
    PrivateNote,
    Report,
    Seat,
    Vote,
)
from games.presentation import links
from games.services import (
    accounts,
    chat,
    invitations,
    known_devices,
    matches,
    private_notes,
    tokens,
)
from games.services.moderation import desk
from games.services.moderation.roles import Role
from games.services.moderation.staff_actions import WarnPlayer
from games.services.play import votes
from games.services.play.decisions import submit_decision
from games.services.reminders import send_reminders
from notifications.gateway import read_reply
from notifications.incoming import dispatch
from notifications.incoming.intake import Envelope, Reply, receive_email
from notifications.models import (
    ChannelPreference,
    EmailPreferences,
    Notification,
    SenderAddress,
    Webhook,
)
from notifications.outgoing import delivery, reply_addresses
from notifications.preferences import channel_preferences, sender_addresses
from tests import email_deeds
from tests.api.endpoints import BODIES, OPERATIONS
from tests.emails import known_on
from tests.games.reading import text_of
from tests.sizes import sample_of
from tests.test_every_url import routes

pytestmark = pytest.mark.django_db

OUR_SERVER = "mx.abyss.localhost"
NEWCOMER = "zoe@example.net"
# A text that only the players of the match may read, and that was sent after the e-mails.
CANARY = "The eel wakes at nine."

# What somebody with a reply address may write.
LINES = ["1", "A 1", "yes", "accept", "resign", "undo", "say hello", "away 3 days", "order take 1"]
LINES += ["leave"]
# Parts of e-mails that may be keys: of addresses and rows, of links, of codes.
WORDS = [
    r"(?<![a-z2-7])[a-z2-7]{26}(?![a-z2-7])",
    r"(?<![a-z2-7])[a-z2-7]{44}(?![a-z2-7])",
    r"\b[0-9a-f]{32}\b",
    r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b",
    r"[\w-]{16,}(?:[.:][\w-]+)+",
    r"\b[a-z2-7]{4}-[a-z2-7]{4}\b",
    r"\b[A-Z0-9]{3}-?[A-Z0-9]{3}\b",
]
# The links that may change a player's rows: those that stop e-mails (RFC 8058).
STOPS = {"/u/"}


@pytest.fixture(autouse=True)
def quick_hands(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr(links, "TOO_QUICK", timedelta(0))
    settings.MAIL_AUTHSERV_ID = OUR_SERVER


class Scene:
    """A private match of Alice and Bob, in which Alice has received e-mails of every kind."""

    def __init__(self, deal: Callable[..., Match], people_: dict[str, Player]) -> None:
        self.alice, self.bob = people_["alice"], people_["bob"]
        self.match = deal("pebbles", seats=2, now=timezone.now() - timedelta(hours=1))
        Match.objects.filter(pk=self.match.pk).update(private=True)
        self.prompt = self.match.prompts.get(closed_at=None)
        self.browser = Client()
        # The buttons of answers are links.
        channel_preferences.change_email_preferences(self.alice, answer_links="pages")
        self.ask_for_account_mail()
        self.ask_together()
        self.write_emails()
        self.mails = self.sent()
        chat.send_message(self.match, self.bob, CANARY, key="after")
        private_notes.save_private_note(self.match, self.alice, CANARY)

    def ask_for_account_mail(self) -> None:
        """Cause e-mails about a sign-in, a new address and sender, a code for a device, a warning
        and its appeal."""
        now = timezone.now()
        accounts.send_sign_in_email(self.alice, code="K7QX3M", browser="hers", next_path="/")
        channel_preferences.request_address_change(self.alice, "new@example.org", now=now)
        sender_addresses.request_sender_address(self.alice, "work@example.org", now=now)
        channel_preferences.send_test_email(self.alice, now=now)
        known_devices.mail_code(self.alice, name="Firefox", now=now)
        moderator = Player.objects.create_user("mo@example.org", is_staff=True)
        moderator.groups.add(Group.objects.get_or_create(name=Role.MODERATOR)[0])
        warning = WarnPlayer(player=self.alice.pk, reason="loud", told="Do not shout.")
        desk.take_staff_action(moderator, warning, now=now)

    def ask_together(self) -> None:
        """Cause e-mails about a vote, an invitation to Alice and one to somebody without an
        account, a chat, and the check-in of a league."""
        email_deeds.ask_to_check_in(self.match)
        votes.call_vote(self.bob, self.match, Vote.Kind.PAUSE, hours=48, reason="A wedding")
        opened = matches.open_match(self.bob, matches.MatchTerms("pebbles", seats=3))
        self.invited = invitations.invite_player(opened, self.bob, "Alice", note="Come!")
        self.introduced = invitations.invite_player(opened, self.bob, NEWCOMER)
        chat.send_message(self.match, self.bob, "Good luck!", key="said")

    def write_emails(self) -> None:
        """Send e-mails from Alice that are answered: quarantined, refused, a request to resign,
        help, an order."""
        for sender, line in (
            ("else@example.org", "take 2"),
            ("alice@example.org", "dance"),
            ("alice@example.org", "resign"),
            ("alice@example.org", "help"),
            ("alice@example.org", "order pass if stones <= 1"),
        ):
            read_reply(
                Reply(
                    email_id=uuid4(),
                    token=self.prompt.token,
                    sender=sender,
                    lines=[line],
                    message_id=f"<{uuid4()}@example.org>",
                    received_at=timezone.now(),
                )
            )
        ballot = Ballot.objects.get(vote__match=self.match)
        read_reply(
            Reply(
                email_id=uuid4(),
                token=ballot.token,
                sender="else@example.org",
                lines=["yes"],
                message_id="<vote@example.org>",
                received_at=timezone.now(),
            )
        )

    def sent(self) -> list[Any]:
        """Deliver all e-mails, some of them in a bundle; return those to Alice and the newcomer."""
        for minutes in (0, 1, 2):
            delivery.deliver_due_emails(timezone.now() + timedelta(minutes=minutes), 100)
        deadline = self.prompt.opened_at + timedelta(hours=72)
        send_reminders(now=deadline - timedelta(hours=6))
        delivery.deliver_due_emails(deadline - timedelta(hours=5), 100)
        hers = {"alice@example.org", "new@example.org", "work@example.org", NEWCOMER}
        return [
            message_from_bytes(one.message().as_bytes(), policy=policy.default)
            for one in outgoing.outbox
            if set(one.to) <= hers
        ]

    def own_rows(self) -> dict[str, list[Any]]:
        """Return the database rows of Alice and of the match."""
        alice, match = self.alice, self.match
        sessions = [row.get_decoded() for row in Session.objects.all()]
        kept: dict[str, Any] = {
            "player": Player.objects.filter(pk=alice.pk),
            "moves": Move.objects.filter(match=match),
            "state": Match.objects.filter(pk=match.pk).values(
                "state", "ply", "status", "paused_at"
            ),
            "ballots": Ballot.objects.all(),
            "orders": Order.objects.all(),
            "messages": Message.objects.all(),
            "memos": PrivateNote.objects.filter(player=alice),
            "seats": Seat.objects.filter(player=alice),
            "tokens": PersonalToken.objects.filter(player=alice),
            "feeds": Feed.objects.filter(player=alice),
            "devices": KnownDevice.objects.filter(player=alice).exclude(confirmed_at=None),
            "senders": SenderAddress.objects.filter(player=alice),
            "mailbox": EmailPreferences.objects.filter(player=alice),
            "webhooks": Webhook.objects.filter(player=alice),
            "entries": Entry.objects.filter(player=alice),
            "reports": Report.objects.filter(by=alice),
            "invitations": Invitation.objects.filter(pk=self.invited.pk),
            "people": Player.objects.exclude(email_verified_at=None).values("pk", "email"),
        }
        rows = {name: list(found.order_by("pk").values()) for name, found in kept.items()}
        for one in rows["people"]:
            # A visitor's own visit.
            del one["last_seen_on"]
        rows["sessions"] = [one for one in sessions if one.get("_auth_user_id") == str(alice.pk)]
        return rows


@pytest.fixture
def scene(deal: Callable[..., Match], people: dict[str, Player], settings: Any) -> Scene:
    settings.MAIL_DEBOUNCE_SECONDS = 0
    return Scene(deal, people)


def texts_of(mail: Any) -> Iterator[str]:
    """Yield every header, and every text body, as a reader or a program may see it."""
    for name, value in mail.items():
        yield f"{name}: {value}"
    for part in mail.walk():
        for name, value in part.items():
            yield f"{name}: {value}"
        if part.get_content_maintype() == "text":
            yield unescape(part.get_content())


def keys_in(mails: list[Any]) -> tuple[set[str], set[str], set[str]]:
    """Return paths, our addresses, and other words that may be keys."""
    paths, ours, words = set[str](), set[str](), set[str]()
    for text in (unquote(text) for mail in mails for text in texts_of(mail)):
        for url in re.findall(r"https?://[^\s\"'<>]+", text):
            parts = urlsplit(url.rstrip(".,;"))
            paths.add(parts.path + (f"?{parts.query}" if parts.query else ""))
        ours |= set(re.findall(r"[\w+=.-]+@abyss\.localhost", text))
        for pattern in WORDS:
            words |= set(re.findall(pattern, text))
    for address in ours:
        if found := reply_addresses.parse_reply_address(address):
            words |= {found.token, address.partition("@")[0].partition("+")[2]}
    rows = {
        str(row)
        for word in words
        if len(word) == 26 and (row := reply_addresses.uuid_from_token(word))
    }
    return paths, ours, words | rows


def fits(word: str, is_id: bool) -> bool:
    """Return whether a word has the form of a URL argument: the id of a row, or another one."""
    return is_id == bool(re.fullmatch(r"[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}", word))


def forms_of(page: str, path: str, typed: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield (path, fields) for every form of a page and each of its buttons.

    `typed` is the value of all text fields.
    """
    for attributes, inner in re.findall(r"<form([^>]*)>(.*?)</form>", page, re.DOTALL):
        if 'method="post"' not in attributes:
            continue
        action = re.search(r'action="([^"]*)"', attributes)
        fields = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', inner))
        empty = re.findall(r'<(?:input|textarea)(?![^>]*value=)[^>]*name="([^"]+)"', inner)
        fields |= dict.fromkeys(empty, typed)
        buttons = re.findall(r'<button[^>]*name="([^"]+)"[^>]*value="([^"]*)"', inner)
        for name, value in [*buttons, ("", "")]:
            pressed = {name: value} if name else {}
            yield unescape(action[1] if action and action[1] else path), fields | pressed


def browse(client: Client, path: str, typed: str) -> Iterator[Any]:
    """Request a page, submit every button on it and on the next page, and send what programs send.

    Yields the responses.
    """
    if path.startswith(("/sign-out", "/sign-in/demo")):
        return
    page = client.get(path)
    yield page
    pages = [page] if page.status_code < 300 else []
    while pages:
        is_first = pages[-1] is page
        shown = pages.pop().content.decode(errors="replace")
        for where, fields in list(forms_of(shown, path, typed)):
            if not where.startswith(("http", "/sign-out", "/sign-in/demo")):
                done = client.post(where, fields, follow=True)
                yield done
                pages += [done] if is_first and done.status_code < 300 else []
    yield client.post(path, {"says": "yes", "line": "1", "decision": "{}", "nonce": str(uuid4())})
    yield client.post(path, {"List-Unsubscribe": "One-Click"})


@pytest.fixture
def strangers(people: dict[str, Player]) -> dict[str, Client]:
    """Return the clients of nobody, of somebody with an account, and of somebody on a known
    device."""
    carol = Client(REMOTE_ADDR="10.7.7.2", raise_request_exception=False)
    carol.force_login(people["carol"])
    dave = Client(REMOTE_ADDR="10.7.7.3", raise_request_exception=False)
    return {
        "nobody": Client(REMOTE_ADDR="10.7.7.1", raise_request_exception=False),
        "carol": carol,
        "a device of dave": known_on(dave, people["dave"]),
    }


KINDS = {
    *("your_turn", "reminder", "vote_asked", "invitation", "introduction", "held", "desk"),
    *("refused", "commands", "sign_in", "new_address", "new_sender", "test_email"),
    *("device_code", "match_started", "league_asked"),
}


def test_the_scene_has_e_mails_of_many_kinds_with_keys_in_them(scene: Scene) -> None:
    kinds = set(Notification.objects.exclude(sent_at=None).values_list("kind", flat=True))
    paths, ours, words = keys_in(scene.mails)

    assert kinds >= KINDS, KINDS - kinds
    starts = {path.split("/")[1] for path in paths}
    assert starts >= {"a", "b", "i", "u", "held", "resign", "sign-in", "emails", "matches"}
    assert {address.partition("+")[0] for address in ours if "+" in address} >= {"play", "unsub"}
    assert scene.prompt.token in words
    device = Notification.objects.get(kind="device_code").data["device"]
    code = known_devices.code_of(UUID(device))
    assert f"{code[:4]}-{code[4:]}" in words


@pytest.mark.sampled(3)
@pytest.mark.parametrize("who", ["nobody", "carol", "a device of dave"])
def test_no_link_does_anything_for_a_stranger(
    scene: Scene, strangers: dict[str, Client], who: str
) -> None:
    client, before = strangers[who], scene.own_rows()
    paths, _ours, _words = keys_in(scene.mails)
    device = Notification.objects.get(kind="device_code").data["device"]
    code = known_devices.code_of(UUID(device))

    for path in sample_of(sorted(paths), 12):
        for answer in browse(client, path, code):
            assert answer.status_code < 500, path
            assert CANARY not in answer.content.decode(errors="replace"), path
        if not path.startswith(tuple(STOPS)):
            assert scene.own_rows() == before, path

    assert scene.own_rows() == before
    assert client.session.get("_auth_user_id") != str(scene.alice.pk)
    # Nobody has become a player by an invitation for somebody else.
    assert not Seat.objects.filter(player__email=NEWCOMER).exists()


def test_no_word_is_a_key_to_any_page(scene: Scene, strangers: dict[str, Client]) -> None:
    """Carol is signed in: she may see everything that an anonymous visitor may, and more."""
    client, before = strangers["carol"], scene.own_rows()
    _paths, _ours, words = keys_in(scene.mails)
    keyed = [
        route for route in routes() if re.search(r"<str:(?!game|address|provider)|<uuid:", route)
    ]
    assert len(keyed) > 20
    pairs = [pair for pair in product(sorted(words), keyed) if fits(pair[0], "uuid:" in pair[1])]

    for word, route in sample_of(pairs, 100):
        number = scene.match.number if route.startswith("matches/") else 1
        filled = route.replace("<int:number>", str(number))
        path = "/" + re.sub(r"<[a-z]+:\w+>", word, filled)
        for answer in (client.get(path), client.post(path, {"says": "yes", "line": "1"})):
            assert answer.status_code < 500, path
            assert CANARY not in answer.content.decode(errors="replace"), path

    assert scene.own_rows() == before
    assert client.session.get("_auth_user_id") != str(scene.alice.pk)


def test_no_word_in_an_address_is_a_key_to_the_api(
    scene: Scene, people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    for scope in endpoint.A_MINUTE:
        monkeypatch.setitem(endpoint.A_MINUTE, scope, 10**6)
    _paths, _ours, words = keys_in(scene.mails)
    _row, secret = tokens.make_token(people["carol"], name="t", scopes=PersonalToken.SCOPES)
    headers = {"Authorization": f"Bearer {secret}"}
    before, client = scene.own_rows(), Client(raise_request_exception=False)

    for word, operation in sample_of(product(sorted(words), OPERATIONS), 1500):
        method, path = OPERATIONS[operation]
        if fits(word, "/prompts/{token}" not in path and "{game}" not in path):
            number = path.replace("{number}", str(scene.match.number)).replace("{order}", "1")
            filled = re.sub(r"\{\w+\}", word, number)
            if filled == path:
                continue
            body = json.dumps(BODIES.get(operation, {"line": "1", "token": word}))
            answer = client.generic(
                method, filled, body, content_type="application/json", headers=headers
            )
            assert answer.status_code < 500, filled
            assert CANARY not in answer.content.decode(errors="replace"), filled

    assert scene.own_rows() == before


def test_no_word_opens_the_api_or_a_page_as_a_secret(scene: Scene) -> None:
    """As a personal token, a session, a known device, and all of them at once."""
    _paths, _ours, words = keys_in(scene.mails)
    api = f"/api/v1/prompts/{scene.prompt.token}/answer/"
    link = links.answer_path(scene.prompt.token, 1)
    before = scene.own_rows()

    for word in sorted(words):
        client = Client()
        client.cookies["sessionid"] = client.cookies["known_device"] = word
        for headers in ({}, {"Authorization": f"Bearer {word}"}, {"Idempotency-Key": word}):
            answer = client.post(api, {"line": "1"}, "application/json", headers=headers)
            assert answer.status_code == 401
            assert client.get("/api/v1/me/", headers=headers).status_code == 401
        assert "Is this you?" in text_of(client.get(link))
        assert client.get("/settings/").status_code == 302

    assert scene.own_rows() == before


FORGERS = {
    "another sender": ("mallory@example.net", f"{OUR_SERVER}; dmarc=pass"),
    "another player": ("carol@example.org", f"{OUR_SERVER}; dmarc=pass"),
    "her address, no verdict": ("alice@example.org", ""),
    "her address, forged": ("alice@example.org", f"{OUR_SERVER}; dmarc=fail"),
    "her address, undecided": ("alice@example.org", f"{OUR_SERVER}; dmarc=temperror"),
    "her address, another server": ("alice@example.org", "mx.evil.example; dmarc=pass"),
    "her address in the name": ('"alice@example.org" <m@x.example>', f"{OUR_SERVER}; dmarc=pass"),
}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("forger", FORGERS)
def test_no_address_acts_for_another_sender(scene: Scene, forger: str) -> None:
    sender, verdict = FORGERS[forger]
    paths, ours, words = keys_in(scene.mails)
    tokens_ = {word for word in words if re.fullmatch(r"[a-z2-7]{26}(?:[a-z2-7]{18})?", word)}
    made = {
        f"{purpose}+{word}@abyss.localhost"
        for purpose in reply_addresses.PURPOSES
        for word in tokens_
    }
    ids = [mail["Message-ID"] for mail in scene.mails]
    before = scene.own_rows()

    for number, to in enumerate(sorted(ours | made)):
        is_asking = to in ours and to.startswith(("play+", "bundle+"))
        for line in LINES if is_asking else LINES[:1]:
            head = f"Authentication-Results: {verdict}\r\n" if verdict else ""
            raw = (
                f"{head}From: {sender}\r\nTo: {to}\r\nMessage-ID: <{uuid4()}@x.example>\r\n"
                f"In-Reply-To: {ids[number % len(ids)]}\r\nSubject: Re: it\r\n\r\n{line}\r\n"
            )
            receive_email(
                raw.encode(), Envelope("m@x.example", [to]), "test", str(uuid4()), timezone.now()
            )
    while dispatch.process_due(timezone.now(), 100):
        pass

    assert scene.own_rows() == before
    assert not Seat.objects.filter(player__email=NEWCOMER).exists()


def test_the_player_answers_by_link_reply_and_program(
    scene: Scene, people: dict[str, Player]
) -> None:
    """Players can do what strangers cannot: the attacks above failed for no other reason."""
    link = next(path for path in sorted(keys_in(scene.mails)[0]) if path.startswith("/a/"))
    browser = known_on(Client(), scene.alice)
    [_page, *rest] = browse(browser, link, "")
    assert any("Your answer was played." in text_of(one) for one in rest)
    bobs = scene.match.prompts.get(closed_at=None)
    submit_decision(bobs.token, None, source="page", key="bob", by=scene.bob.pk)

    prompt = scene.match.prompts.get(closed_at=None)
    raw = (
        f"Authentication-Results: {OUR_SERVER}; dmarc=pass header.from=example.org\r\n"
        f"From: Alice <alice@example.org>\r\nMessage-ID: <mine@example.org>\r\n\r\n1\r\n"
    )
    to = reply_addresses.build_address("play", prompt.token)
    receive_email(raw.encode(), Envelope("alice@example.org", [to]), "test", "1", timezone.now())
    dispatch.process_due(timezone.now())
    submit_decision(
        scene.match.prompts.get(closed_at=None).token,
        None,
        source="page",
        key="b2",
        by=scene.bob.pk,
    )

    _row, secret = tokens.make_token(scene.alice, name="mine", scopes=["play"])
    token = scene.match.prompts.get(closed_at=None).token
    headers = {"Authorization": f"Bearer {secret}"}
    sent = Client().post(
        f"/api/v1/prompts/{token}/answer/", {"line": "1"}, "application/json", headers=headers
    )

    assert sent.status_code == 200
    mine = Move.objects.filter(match=scene.match, seat=0).order_by("ply")
    assert list(mine.values_list("source", flat=True)) == ["link", "email", "api"]


def test_one_press_of_a_program_still_stops_e_mails(scene: Scene) -> None:
    """RFC 8058: no cookie, no sign-in; it stops e-mails and does nothing else."""
    to_alice = [mail for mail in scene.mails if mail["To"].addresses[0].addr_spec != NEWCOMER]
    path = next(path for path in sorted(keys_in(to_alice)[0]) if path.startswith("/u/"))

    answer = Client().post(path, {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200 and not answer.cookies
    assert ChannelPreference.objects.filter(player=scene.alice, channel="mail", events=[]).exists()
