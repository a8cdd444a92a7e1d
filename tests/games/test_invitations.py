"""Asking people to a match by name or address, and what nobody learns by it; playing again."""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.emails import invitations as invitation_emails
from games.engine import commitment
from games.engine.contract import Refused
from games.models import Block, Invitation, Match, Player, Status
from games.presentation.links import invitation_path, new_nonce
from games.replies import invitations as invitation_replies
from games.services import invitations, matches
from games.services.invitations import CannotInvite, invite_player
from games.services.known_devices import code_of
from games.services.play.decisions import submit_decision
from games.services.substitutes import CannotJoin
from notifications.gateway import change_email_preferences
from notifications.incoming.intake import Reply
from notifications.models import Notification
from notifications.outgoing import delivery, introductions, planning, renderers
from notifications.outgoing.headers import build_message, one_click_url
from notifications.preferences.delivery_status import last_emails
from notifications.retention.own_data import own_data
from tests.emails import answer_email, email_of, known_on, sent_email
from tests.games.reading import As, text_of

pytestmark = pytest.mark.django_db

STRANGER = "Zoe@example.net"


@pytest.fixture
def opened(people: dict[str, Player]) -> Match:
    """A match of three that alice has opened."""
    return matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=3))


def emails() -> list[tuple[str, str]]:
    """Kind and reader of what was posted about invitations, oldest first."""
    rows = Notification.objects.select_related("player").order_by("created_at", "pk")
    kinds = ("invitation", "introduction", "declined", "invitation_answered")
    return [(row.kind, row.address or row.player.email) for row in rows if row.kind in kinds]


def press(client: Client, row: Invitation, number: int, **form: str) -> Any:
    """Press the button behind a link, on a page that was opened a while ago."""
    nonce = new_nonce(row.token, number)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.presentation.links.TOO_QUICK", timedelta(0))
        return client.post(invitation_path(row.token, number), {"nonce": nonce, **form})


def type_code(client: Client, path: str) -> Any:
    """Ask for a code on the page of a device that is not known, and type the one that is mailed."""
    for form in ({"device": "send"}, {"device": "confirm"}):
        found = re.search(r'name="nonce" value="([^"]+)"', client.get(path).content.decode())
        assert found
        if form["device"] == "confirm":
            form["code"] = code_of(UUID(Notification.objects.latest("created_at").data["device"]))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("games.presentation.links.TOO_QUICK", timedelta(0))
            done = client.post(path, {"nonce": found[1], **form})
    return done


def reply(
    row: Invitation, sender: str, *lines: str, is_authenticated: bool = True, message_id: str = ""
) -> str:
    told = Reply(
        email_id=uuid4(),
        token=row.token,
        sender=sender,
        lines=list(lines),
        message_id=message_id or f"<{uuid4().hex}@example.org>",
        received_at=timezone.now(),
        is_authenticated=is_authenticated,
    )
    return invitation_replies.read_invitation(told)


def written(row: Invitation) -> renderers.Email:
    """The e-mail of an invitation as its reader gets it."""
    email = email_of(Notification.objects.get(key__endswith=str(row.pk)))
    assert email is not None
    return email


def test_a_player_is_asked_by_name_and_accepts_by_the_page_of_the_email(
    as_: As, visitor: Client, people: dict[str, Player], opened: Match
) -> None:
    change_email_preferences(people["bob"], answer_links="pages")
    as_("alice").post(f"/matches/{opened.number}/invite/", {"whom": "bob", "note": "Come!"})
    row = Invitation.objects.get()
    email, path = written(row), invitation_path(row.token, 1)

    assert emails() == [("invitation", "bob@example.org")]
    assert email.subject == f"[Pebbles #{opened.number}] Alice invites you"
    assert "> Come!" in email.text and path in email.text
    assert "Come!" in text_of(as_("bob").get("/"))
    assert "Accept and join" not in text_of(visitor.get(path))
    known_on(visitor, people["bob"])
    assert "Accept and join" in text_of(visitor.get(path))
    assert opened.seats.count() == 1

    page = press(visitor, row, 1)

    assert "You have accepted" in text_of(page)
    assert opened.seats.get(number=1).player == people["bob"]
    assert "Come!" not in text_of(as_("bob").get("/"))


def test_whoever_asks_is_told_of_a_no_and_may_take_back_a_question(
    as_: As, visitor: Client, people: dict[str, Player], opened: Match
) -> None:
    first = invite_player(opened, people["alice"], "Bob")
    second = invite_player(opened, people["alice"], STRANGER)
    alice = as_("alice")

    press(known_on(visitor, people["bob"]), first, 2)
    page = text_of(alice.get(f"/matches/{opened.number}/"))
    alice.post(f"/matches/{opened.number}/invite/{second.pk}/withdraw/")

    assert emails()[-1] == ("declined", "alice@example.org")
    assert "Bob declined" in page and f"{STRANGER} invited, until" in page
    assert visitor.get(invitation_path(second.token, 2)).status_code == 410
    assert "withdrawn" in text_of(press(visitor, second, 2))
    assert email_of(Notification.objects.get(kind="introduction")) is None


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("Accept!", "accepted"),
        ("ja", "accepted"),
        ("2", "declined"),
        # Whoever has no account was not even told that these could not be read.
        ("Yes please, Alice - long time no see!", "accepted"),
        ("Sure, I'd love to!", "accepted"),
        ("Avec plaisir, je joue.", "accepted"),
        ("Gerne, bin dabei", "accepted"),
        ("Sehr gern!", "accepted"),
        ("Diesmal nicht", "declined"),
    ],
)
def test_a_reply_of_one_word_answers(
    people: dict[str, Player], opened: Match, line: str, outcome: str
) -> None:
    row = invite_player(opened, people["alice"], "bob@example.org")

    code = reply(row, "bob@example.org", "Hello Alice,", line)

    row.refresh_from_db()
    assert code == row.outcome == outcome
    assert opened.seats.filter(player=people["bob"]).exists() == (outcome == "accepted")


@pytest.mark.parametrize(
    "line", ["I'd love to, but I can't", "Of course not", "Gern, aber erst nächste Woche"]
)
def test_a_reply_that_only_begins_like_a_yes_does_nothing(
    people: dict[str, Player], opened: Match, line: str
) -> None:
    row = invite_player(opened, people["alice"], "bob@example.org")

    assert reply(row, "bob@example.org", line) == "unreadable"


def test_a_reply_from_elsewhere_does_nothing_and_shows_the_invitation_again(
    people: dict[str, Player], opened: Match
) -> None:
    row = invite_player(opened, people["alice"], "Bob")

    codes = [reply(row, "eve@example.org", "accept")]
    codes += [reply(row, "bob@example.org", "accept", is_authenticated=False)]
    codes += [reply(row, "bob@example.org", "perhaps")]

    assert codes == ["stranger", "unproven", "unreadable"]
    assert [kind for kind, _reader in emails()[1:]] == ["invitation"] * 2 + ["invitation_answered"]
    assert opened.seats.count() == 1


@pytest.mark.parametrize(
    ("sender", "results", "told"),
    [
        ("bob@example.org", "dmarc=fail", "names bob@example.org as its sender, but our mail"),
        ("bob@elsewhere.example", "dmarc=pass", "from bob@elsewhere.example, which is not an"),
        ("undisclosed:;", "dmarc=pass", "had no sender, or more than one"),
    ],
)
def test_a_held_answer_to_an_invitation_says_why(
    people: dict[str, Player], opened: Match, settings: Any, sender: str, results: str, told: str
) -> None:
    """An e-mail of the player's own that failed DMARC used to be “not an address we know”."""
    settings.MAIL_AUTHSERV_ID, settings.MAIL_DEBOUNCE_SECONDS = "mx.example.net", 0
    invite_player(opened, people["alice"], "Bob")
    delivery.deliver_due_emails(timezone.now())
    sent = sent_email(Notification.objects.get(kind="invitation"))

    answer_email(sent, "accept", sender=sender, results=f"mx.example.net; {results}")

    email = email_of(Notification.objects.filter(kind="invitation").latest("created_at"))
    assert email is not None and opened.seats.count() == 1
    for part in (email.text, email.html):
        assert told in " ".join(part.split())
        assert ("not an address we have for you" in part) == ("elsewhere" in sender)


def test_a_stranger_is_no_player_until_they_accept(
    visitor: Client, people: dict[str, Player], opened: Match
) -> None:
    row = invite_player(opened, people["alice"], STRANGER, note="Do you remember?")
    email, many = written(row), Player.objects.count()
    assert emails() == [("introduction", STRANGER)]
    assert "No more invitations from this site" in email.html and "Do you remember?" in email.text
    assert many == 4

    assert "with the address" not in text_of(press(visitor, row, 1, name="Zoë"))
    assert Player.objects.count() == many
    type_code(visitor, invitation_path(row.token, 1))
    page = text_of(visitor.get(invitation_path(row.token, 1)))
    assert Player.objects.get(email=STRANGER).email_verified_at is None
    done = press(visitor, row, 1, name="Zoë")

    zoe = Player.objects.get(email=STRANGER)
    assert f"with the address {STRANGER}" in page
    assert (zoe.display_name, zoe.email_verified_at is not None) == ("Zoë", True)
    assert opened.seats.get(number=1).player == zoe
    assert done["Location"] == f"/matches/{opened.number}/"
    assert visitor.session["_auth_user_id"] == str(zoe.pk)
    assert press(visitor, row, 1)["Location"] == f"/matches/{opened.number}/"


def test_a_stranger_may_accept_by_reply_and_plays_by_email(
    people: dict[str, Player], opened: Match
) -> None:
    row = invite_player(opened, people["alice"], STRANGER)

    assert reply(row, "eve@example.net", "accept") == "stranger"
    assert reply(row, STRANGER.lower(), "accept") == "accepted"

    assert opened.seats.get(number=1).player.email_verified_at is not None
    assert emails()[-1] == ("invitation_answered", STRANGER)


def test_one_press_ends_emails_to_an_address_for_good(
    visitor: Client, people: dict[str, Player], opened: Match, settings: Any
) -> None:
    """RFC 8058; the inviter's own e-mails go on, and they learn nothing of it."""
    settings.SITE_URL, settings.SITE_IS_SECURE = "https://play.example.org", True
    invite_player(opened, people["alice"], STRANGER)
    notification = Notification.objects.get(kind="introduction")
    sent = build_message(notification).message()
    assert sent["List-Unsubscribe-Post"] and one_click_url(notification) in sent["List-Unsubscribe"]

    path = one_click_url(notification).removeprefix("https://play.example.org")
    assert introductions.introduction_refusal_reason(STRANGER) == ""
    visitor.get(path)
    assert introductions.introduction_refusal_reason(STRANGER) == ""
    page = visitor.post(path, {"List-Unsubscribe": "One-Click"})

    assert "Players here can no longer have an e-mail sent" in text_of(page)
    assert introductions.introduction_refusal_reason(STRANGER.lower()) == "unsubscribed"
    assert planning.suppression_reason(
        planning.with_preferences(Notification.objects.all()).get(pk=notification.pk)
    )
    other = matches.open_match(people["bob"], matches.MatchTerms("pebbles", seats=2))
    assert invite_player(other, people["bob"], STRANGER).outcome == "open"


def test_whoever_asks_learns_nothing(as_: As, people: dict[str, Player], opened: Match) -> None:
    """The same page for players, strangers, and people who have blocked somebody at the table."""
    Block.objects.create(player=people["carol"], blocked=people["alice"], blocked_at=timezone.now())
    Player.objects.create_user("staff@example.org", is_staff=True, email_verified_at=timezone.now())
    alice, where = as_("alice"), f"/matches/{opened.number}/"
    asked = ["bob@example.org", STRANGER, "carol@example.org", "staff@example.org"]

    answers = [alice.post(f"{where}invite/", {"whom": whom}) for whom in asked]
    page = alice.get(where).content.decode()

    assert {(one.status_code, one["Location"]) for one in answers} == {(303, where)}
    rows = re.findall(r"<li>\s*<span>(.*?)</span>(.*?)</li>", page, re.DOTALL)
    own = re.compile(r"invite/[^/]*/|value=\"\w+\"|hidden\">[^<]*<|<time.*?</time>")
    shapes = {own.sub("", rest) for _name, rest in rows}
    assert [name for name, _rest in rows] == asked and len(shapes) == 1
    assert emails() == [("invitation", "bob@example.org"), ("introduction", STRANGER)]
    assert "Carol" not in page and "Bob" not in page
    hidden = Invitation.objects.get(player=people["carol"])
    assert as_("carol").get(f"/i/{hidden.token}/1/").status_code == 404
    assert "Invitations" not in text_of(as_("carol").get("/"))
    assert not any("invites you" in fate.subject for fate in last_emails(people["alice"]))
    told = own_data(people["alice"])["emails_to_you"]
    assert not [one for one in told if one["kind"] == "introduction"]


def test_invitations_are_counted_for_whoever_asks_and_for_each_address(
    people: dict[str, Player], opened: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "MAX_PER_DAY", 4)
    tables = [
        matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2))
        for _ in range(3)
    ]

    rows = [invite_player(table, people["alice"], STRANGER) for table in (opened, *tables)]
    again = invite_player(opened, people["alice"], STRANGER.lower())

    assert again == rows[0] and len(emails()) == invitations.MAX_PER_ADDRESS == 3
    matches.leave_match(tables[0], people["alice"])
    with pytest.raises(CannotInvite, match="You have sent 4"):
        invite_player(opened, people["alice"], "Bob")


@pytest.mark.parametrize(
    ("who", "whom", "note", "why"),
    [
        ("alice", "nobody", "", "No player is called"),
        ("alice", "x@y\nBcc: z@example.org", "", "is not an e-mail address"),
        ("alice", "Alice", "", "already in this match"),
        ("alice", "bob", "See www.example.org", "leave web and e-mail addresses"),
        ("alice", "bob", "x" * 201, "one line"),
        ("bob", "carol", "", "Only players of this match"),
    ],
)
def test_what_cannot_be_asked_changes_nothing(
    people: dict[str, Player], opened: Match, who: str, whom: str, note: str, why: str
) -> None:
    with pytest.raises(Refused, match=why):
        invite_player(opened, people[who], whom, note=note)

    assert not Invitation.objects.exists() and not emails()


def test_names_and_notes_make_no_headers_and_no_links(
    people: dict[str, Player], opened: Match
) -> None:
    alice = people["alice"]
    alice.display_name = "Win http://x.example\r\nBcc: a@b.org"
    alice.save()
    row = invite_player(opened, alice, STRANGER, note="one\r\nBcc: all\r\n\r\ntwo")
    known = invite_player(opened, alice, "Bob", note="one\nX-Evil: yes")

    for each in (row, known):
        notification = Notification.objects.get(key__endswith=str(each.pk))
        email = written(each)
        notification.subject, notification.text, notification.rendered_at = (
            email.subject,
            email.text,
            timezone.now(),
        )
        sent = build_message(notification).message()
        assert [sent["Bcc"], sent["Cc"], sent["X-Evil"]] == [None] * 3
        assert "\n" not in str(sent["Subject"]).replace("\n ", "")
        assert "\nBcc:" not in email.text and "\nX-Evil" not in email.text
    assert "http://x.example" not in written(row).text + written(row).html
    assert invitation_emails.strip_links_from_name("Dr. No") == "Dr. No"


def test_invitations_run_out_and_are_forgotten(people: dict[str, Player], opened: Match) -> None:
    row, now = invite_player(opened, people["alice"], STRANGER), timezone.now()

    assert invitations.end_invitations(now) == 0
    assert invitations.end_invitations(now + invitations.LIVES) == 1
    row.refresh_from_db()
    assert row.outcome == "lapsed"
    invitations.end_invitations(now + invitations.LIVES + invitations.RETENTION)
    assert not Invitation.objects.exists()
    notification = Notification.objects.get(kind="introduction")
    assert notification.address == ""
    assert Client().get(f"/u/{one_click_url(notification).partition('/u/')[2]}").status_code == 404


def test_a_private_match_is_there_for_whoever_is_invited(
    as_: As, people: dict[str, Player]
) -> None:
    match = matches.open_match(
        people["alice"], matches.MatchTerms("pebbles", seats=2, private=True)
    )
    where = f"/matches/{match.number}/"
    assert as_("bob").get(where).status_code == 404

    row = invite_player(match, people["alice"], "bob")

    assert "Accept the invitation" in text_of(as_("bob").get(where))
    invitations.accept_invitation(row)
    match.refresh_from_db()
    assert match.status == Status.RUNNING


def test_people_are_invited_while_a_match_is_opened(as_: As, people: dict[str, Player]) -> None:
    form = {"seats": "3", "bots": "0", "pace": "live", "option_pile": "0"}

    as_("alice").post("/matches/new/?game=pebbles", form | {"invite": f"Bob\r\n{STRANGER}\r\n\r\n"})

    assert sorted(kind for kind, _reader in emails()) == ["introduction", "invitation"]


# Playing again.


def over(match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(status=Status.FINISHED, finished_at=timezone.now())
    match.refresh_from_db()
    return match


def test_a_rematch_turns_the_seats_and_begins_when_all_agree(
    as_: As, people: dict[str, Player], deal: Any
) -> None:
    first = over(deal("pebbles", seats=4, bots=1, pile=20))
    alice, where = as_("alice"), f"/matches/{first.number}/again/"

    path = alice.post(where)["Location"]
    assert as_("bob").post(where)["Location"] == path
    again = first.rematch

    assert emails() == [("invitation", "bob@example.org"), ("invitation", "carol@example.org")]
    assert again.options == first.options and path == f"/matches/{again.number}/"
    with pytest.raises(CannotJoin, match="reserved for invited players"):
        matches.join_match(again, people["dave"])
    assert path not in as_("dave").get("/matches/").content.decode()

    invitations.accept_invitation(Invitation.objects.get(player=people["carol"]))
    matches.join_match(again, people["bob"])

    again.refresh_from_db()
    sitting = [seat.player.display_name for seat in again.seats.select_related("player")]
    assert sitting == ["Bob", "Carol", "Bot 1", "Alice"] and again.status == Status.RUNNING


def test_a_no_to_a_rematch_is_told_to_the_others_and_frees_the_seat(
    people: dict[str, Player], deal: Any, as_: As, visitor: Client
) -> None:
    first = over(deal("pebbles", seats=3))
    as_("alice").post(f"/matches/{first.number}/again/")
    again = Match.objects.get(rematch_of=first)

    known_on(visitor, people["bob"])
    press(visitor, Invitation.objects.get(player=people["bob"]), 2)

    told = {reader for kind, reader in emails() if kind == "declined"}
    assert told == {"alice@example.org", "carol@example.org"}
    matches.join_match(again, people["dave"])
    assert again.seats.get(number=0).player == people["dave"]


def test_only_whoever_played_to_the_end_asks_for_another(as_: As, deal: Any) -> None:
    running, done = deal("pebbles", seats=2), deal("pebbles", seats=2)
    while prompt := done.prompts.filter(closed_at=None).first():
        submit_decision(prompt.token, None, source="email", key=str(prompt.pk))

    as_("alice").post(f"/matches/{running.number}/again/")
    as_("carol").post(f"/matches/{done.number}/again/")

    assert Match.objects.count() == 2
    assert "Rematch" in text_of(as_("bob").get(f"/matches/{done.number}/scores/"))


def test_who_accepts_by_e_mail_brings_a_word_that_their_mail_program_has_made(
    people: dict[str, Player], opened: Match
) -> None:
    """And is told how it was worked out, and what the house is bound to by then."""
    row = invite_player(opened, people["alice"], "bob")
    message_id = "<CAF-9a8@mail.example.org>"

    assert reply(row, "bob@example.org", "accept", message_id=message_id) == "accepted"

    hashed = base64.b32encode(hashlib.sha256(message_id.encode()).digest()).decode().lower()
    seat = opened.seats.get(number=1)
    assert (seat.word, seat.word_source) == (hashed[:20], "email")
    email = email_of(Notification.objects.get(kind="invitation_answered"))
    assert email is not None
    for told in (email.text, email.html.replace("&lt;", "<").replace("&gt;", ">")):
        assert hashed[:20] in told and message_id in told
        assert commitment.hash_secret(bytes(opened.secret)) in told


def test_an_e_mail_without_a_message_id_brings_no_word(
    people: dict[str, Player], opened: Match
) -> None:
    """Of its bytes some were written on its way here, perhaps by us."""
    row = invite_player(opened, people["alice"], "bob")

    assert reply(row, "bob@example.org", "accept", message_id="sha256:" + "ab" * 32) == "accepted"

    seat = opened.seats.get(number=1)
    assert (seat.word, seat.word_source) == ("", "none")
    email = email_of(Notification.objects.get(kind="invitation_answered"))
    assert email is not None and "has no Message-ID" in email.text


def test_an_acceptance_that_fills_the_table_says_what_the_deal_waits_for(
    people: dict[str, Player], opened: Match, settings: Any
) -> None:
    settings.BEACON_URLS = ["https://beacon.example.org"]
    Match.objects.filter(pk=opened.pk).update(seats_wanted=2)
    row = invite_player(opened, people["alice"], "bob")

    assert reply(row, "bob@example.org", "accept") == "accepted"

    opened.refresh_from_db()
    email = email_of(Notification.objects.get(kind="invitation_answered"))
    assert opened.status == Status.DEALING and email is not None
    assert "the deal waits for public randomness, a few seconds" in email.text
    assert f"round {opened.beacon_round} of drand" in email.text


def test_accepting_the_last_seat_sends_one_email(people: dict[str, Player], opened: Match) -> None:
    """That the seat is taken, and that the match has begun, used to be two e-mails."""
    Match.objects.filter(pk=opened.pk).update(seats_wanted=2)
    row = invite_player(opened, people["alice"], "bob")

    assert reply(row, "bob@example.org", "accept") == "accepted"

    found = Notification.objects.filter(player=people["bob"]).exclude(kind="invitation")
    texts = [written.text for one in found if (written := email_of(one))]
    assert len(texts) == 1 and "has begun" in texts[0]
