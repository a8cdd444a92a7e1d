"""Tests of bundles, which combine several notifications in one e-mail, and of replies to them."""

from __future__ import annotations

from datetime import timedelta
from email.message import Message
from typing import Any

import pytest

from notifications.incoming import bundle_replies, intake
from notifications.models import EmailPreferences, Notification
from notifications.outgoing import bundles, delivery, planning, renderers, reply_addresses
from notifications.outgoing.delivery import claim_due_notifications, deliver_due_emails
from notifications.outgoing.outbox import post
from notifications.outgoing.renderers import BatchLoader, Email, Picture
from notifications.reply_parser import SentEmails, parse_email, parse_reply, quotable_versions

from .conftest import NOW, Sink, draft, notification, reply
from .test_inbound import decided

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(minutes=2)
TOKENS = {"match-1": "a" * 26, "match-2": "b" * 26, "match-3": ""}


@pytest.fixture(autouse=True)
def written(kinds: dict[str, Any]) -> dict[str, Any]:
    kinds |= {
        "news": turn,
        "bundle": bundles.render_unsent_bundle,
        "bundle_help": bundles.render_bundle_help,
    }
    return kinds


def turn(notification: Notification) -> Email:
    text = (
        "Reply above this line with a number, or with the words of an answer.\n\n"
        f"It is your turn in {notification.thread}.\n\n  1 · explore\n  2 · support\n"
    )
    html = f'<body><p>Your turn in {notification.thread}: explore</p><img src="cid:table"></body>'
    return Email(
        f"[{notification.thread}] Your turn", text, html, pictures=(Picture("table", b"p", "t"),)
    )


@pytest.fixture
def bundle(sink: Sink, people: dict[str, Any]) -> Message:
    """Return an e-mail to alice that bundles two questions and one other notification."""
    EmailPreferences.objects.create(player=people["alice"], settle=60)
    drafts = [
        draft(thread, people["alice"], thread=thread, reply_token=token)
        for thread, token in TOKENS.items()
    ]
    post(drafts, now=NOW)
    assert deliver_due_emails(NOW) == 0
    deliver_due_emails(LATER)
    assert len(sink.emails) == 1
    return sink.emails[0]


def text_of(email: Message) -> str:
    part = next(part for part in email.walk() if part.get_content_type() == "text/plain")
    return bytes(part.get_payload(decode=True)).decode().replace("\r\n", "\n")


def html_of(email: Message) -> str:
    part = next(part for part in email.walk() if part.get_content_type() == "text/html")
    return bytes(part.get_payload(decode=True)).decode()


def test_notifications_due_together_become_one_email(bundle: Message) -> None:
    """V1: bundled, with a block for each match."""
    text = text_of(bundle)

    assert "Match A: [match-1] Your turn" in text and "Match B: [match-2] Your turn" in text
    assert "* [match-3] Your turn" in text
    assert set(Notification.objects.values_list("state", flat=True)) == {"sent"}


def test_each_block_has_an_address_of_its_own(bundle: Message) -> None:
    """K9: one token per block, and one for the bundle."""
    text = text_of(bundle)

    assert reply_addresses.build_address("play", "a" * 26) in text
    assert reply_addresses.build_address("play", "b" * 26) in text
    found = reply_addresses.parse_reply_address(bundle["Reply-To"])
    assert found and found.purpose == "bundle"


def test_a_bundle_never_asks_for_a_number_alone(bundle: Message) -> None:
    assert "with a number, or with the words" not in text_of(bundle)


def test_pictures_of_two_blocks_are_told_apart(bundle: Message) -> None:
    ids = [part["Content-ID"] for part in bundle.walk() if part["Content-ID"]]

    assert ids == ["<0-table>", "<1-table>", "<2-table>"]
    assert 'src="cid:1-table"' in html_of(bundle)


def test_one_may_stop_all_emails_from_a_bundle(bundle: Message) -> None:
    token = reply_addresses.token_from_uuid(Notification.objects.get(kind="bundle").pk)

    assert decided(reply(), purpose="unsub", token=token) == "unsubscribed"
    assert reply_addresses.build_local_part("unsub", token) in bundle["List-Unsubscribe"].replace(
        "\n ", ""
    )


def test_a_command_names_its_match(bundle: Message, readers: list[intake.Reply]) -> None:
    """K9: “A 2”; several lines are allowed."""
    assert _answered(b"", "A 2\nb: explore\n") == "played"
    assert [(answer.token, answer.lines) for answer in readers] == [
        ("a" * 26, ["2"]),
        ("b" * 26, ["explore"]),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "a2 b1",
        "A 2, B 1",
        "A2\nB1",
        "a: 2 and b: 1",
        "Hi,\na: 2\nb. 1\nThanks,\nAnn\n+49 170 1234567",
    ],
)
def test_letters_and_numbers_may_be_written_in_any_way(
    bundle: Message, readers: list[intake.Reply], line: str
) -> None:
    assert _answered(b"", f"{line}\n") == "played"
    assert [(answer.token[0], answer.lines) for answer in readers] == [("a", ["2"]), ("b", ["1"])]


def test_lines_that_were_not_understood_are_named(
    bundle: Message, readers: list[intake.Reply], sink: Sink
) -> None:
    assert _answered(b"", "Hi,\nA 2\nexplore\nB1\nI pass\n3 explore\nBob\n") == "bundle_in_part"

    deliver_due_emails(LATER)

    text = text_of(sink.emails[-1])
    quoted = [line.strip() for line in text.splitlines() if line.startswith("    > ")]
    assert len(readers) == 2
    assert quoted == ["> explore", "> I pass", "> 3 explore"]


@pytest.mark.parametrize("line", ["I pass", "i 2", "J achète", "I: pass"])
def test_no_code_is_a_word(line: str) -> None:
    """“I pass” never answers a block, not even of an older bundle that had such a code."""
    nine = {code: code for code in "ABCDEFGHIJ"}

    assert bundle_replies.parse_block_answers([line], nine) == ({}, {0: line})
    assert not {"I", "J"} & set(bundles.CODES) and len(bundles.CODES) == bundles.MAX_BLOCKS


@pytest.mark.parametrize("line", ["2", "explore", "C 2", "D 1", "AB 2"])
def test_a_command_without_its_match_is_explained(
    bundle: Message, readers: list[intake.Reply], line: str
) -> None:
    """K9: the player gets help instead."""
    assert _answered(b"", f"{line}\n") == "bundle_unreadable"
    assert readers == []
    assert Notification.objects.filter(kind="bundle_help").count() == 1


def test_a_stranger_is_explained_nothing(bundle: Message, readers: list[intake.Reply]) -> None:
    assert _answered(b"", "2\n", sender="eve@example.net") == "stranger"
    assert not Notification.objects.filter(kind="bundle_help").exists()


def test_the_explanation_is_an_email(
    bundle: Message, readers: list[intake.Reply], sink: Sink
) -> None:
    _answered(b"", "2\n")

    deliver_due_emails(LATER)

    assert "    > 2" in text_of(sink.emails[-1])
    assert sink.emails[-1]["Auto-Submitted"] == "auto-replied"


@pytest.mark.parametrize("mark", ["> ", "", "| "])
def test_an_empty_answer_that_quotes_a_bundle_plays_nothing(bundle: Message, mark: str) -> None:
    """C4: no line of our e-mail is a command."""
    quoted = "".join(f"{mark}{line}\n" for line in text_of(bundle).splitlines())
    row = Notification.objects.get(kind="bundle")

    reading = parse_reply(
        parse_email(reply(quoted)), SentEmails(quotable_versions(row.text, row.html))
    )

    assert bundle_replies.parse_block_answers(reading.lines, row.data["blocks"])[0] == {}
    assert reading.lines == []


def test_no_line_of_a_bundle_is_an_order(bundle: Message) -> None:
    lines = text_of(bundle).splitlines()

    orders = [bundle_replies.parse_block_answers([line], {"A": "a", "B": "b"})[0] for line in lines]

    assert not any(orders)


def test_a_bundle_with_one_question_is_answered_as_that_question(
    sink: Sink, people: dict[str, Any]
) -> None:
    EmailPreferences.objects.create(player=people["alice"], settle=60)
    notification("a", people["alice"], thread="match-1", reply_token="a" * 26)
    notification("b", people["alice"], thread="match-2")
    deliver_due_emails(NOW)

    deliver_due_emails(LATER)

    assert reply_addresses.parse_reply_address(sink.emails[0]["Reply-To"]) == ("play", "a" * 26)


def test_what_is_overtaken_meanwhile_is_left_out(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """O11: checked again when it is sent. A single remaining notification is an ordinary e-mail."""
    EmailPreferences.objects.create(player=people["alice"], settle=60)
    kinds["old"] = lambda notification: None
    notification("a", people["alice"], thread="match-1")
    notification("b", people["alice"], thread="match-2", kind="old")
    deliver_due_emails(NOW)

    deliver_due_emails(LATER)

    assert [email["Subject"] for email in sink.emails] == ["[match-1] Your turn"]
    assert Notification.objects.get(key="b").why == "overtaken"


def test_a_reminder_replaces_its_question(sink: Sink, people: dict[str, Any]) -> None:
    """V1: waiting prompts that are superseded are replaced, not added."""
    EmailPreferences.objects.create(player=people["alice"], settle=60)
    for key in ("question", "reminder"):
        notification(key, people["alice"], thread="match-1", reply_token="a" * 26)
    deliver_due_emails(NOW)

    deliver_due_emails(LATER)

    assert text_of(sink.emails[0]).count("It is your turn in match-1.") == 1


def test_a_bundle_put_off_is_the_same_bundle(sink: Sink, people: dict[str, Any]) -> None:
    EmailPreferences.objects.create(player=people["alice"], settle=60)
    for thread in ("match-1", "match-2"):
        notification(thread, people["alice"], thread=thread)
    deliver_due_emails(NOW)
    sink.data = "451 later"
    deliver_due_emails(LATER)
    sink.data = "250 OK"

    assert deliver_due_emails(LATER + timedelta(minutes=3)) == 1
    assert Notification.objects.filter(kind="bundle").count() == 1


def test_a_bundle_overtaken_while_it_waits_is_withdrawn(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """O12: not retried after its prompts have been superseded."""
    EmailPreferences.objects.create(player=people["alice"], settle=60)
    for thread in ("match-1", "match-2"):
        notification(thread, people["alice"], thread=thread)
    deliver_due_emails(NOW)
    sink.data = "451 later"
    deliver_due_emails(LATER)
    sink.data, kinds["news"] = "250 OK", lambda notification: None

    assert deliver_due_emails(LATER + timedelta(minutes=3)) == 0
    assert set(Notification.objects.values_list("state", flat=True)) == {"withdrawn"}


@pytest.mark.parametrize(("stopped", "sent"), [(1, 1), (2, 0)])
def test_a_bundle_whose_matches_were_all_stopped_meanwhile_is_withdrawn(
    sink: Sink, people: dict[str, Any], stopped: int, sent: int
) -> None:
    """It used to be sent, ignoring preferences changed since."""
    EmailPreferences.objects.create(player=people["alice"], settle=60)
    threads = ("match-1", "match-2")
    for thread in threads:
        notification(thread, people["alice"], thread=thread)
    deliver_due_emails(NOW)
    sink.data = "451 later"
    deliver_due_emails(LATER)
    sink.data = "250 OK"
    for thread in threads[:stopped]:
        planning.unsubscribe_from_thread(people["alice"].pk, thread, LATER)

    assert deliver_due_emails(LATER + timedelta(minutes=3)) == sent
    assert set(Notification.objects.values_list("state", flat=True)) == {
        "sent" if sent else "withdrawn"
    }


def test_french_marks_leave_the_style_sheet_alone() -> None:
    """Buttons used to keep their light colours in the dark mode of French e-mails."""
    page = "<style>a { color: red !important; }</style><p>Oui !</p>"

    bound = renderers.bind_french_marks(Email("Oui !", "Oui !", page, language="fr"))

    assert bound.html == page.replace("Oui !", "Oui\u00a0!")


def test_two_players_never_share_an_email(sink: Sink, people: dict[str, Any]) -> None:
    """O9: exactly one recipient."""
    for name in ("alice", "bob"):
        EmailPreferences.objects.create(player=people[name], settle=60)
        for thread in ("match-1", "match-2"):
            notification(f"{name} {thread}", people[name], thread=thread)
    deliver_due_emails(NOW)

    deliver_due_emails(LATER)

    assert sorted(email["To"] for email in sink.emails) == [
        *["alice@example.org", "bob@example.org"]
    ]


def test_text_alone_for_whoever_wants_it(sink: Sink, people: dict[str, Any]) -> None:
    """V2: HTML or text."""
    EmailPreferences.objects.create(player=people["alice"], html=False)
    notification("a", people["alice"], thread="match-1")

    deliver_due_emails(NOW)

    assert sink.emails[0].get_content_type() == "text/plain"


def test_a_bundle_stays_below_what_gmail_cuts(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """C5: at most 80 KB of HTML; the rest goes into the next e-mail."""
    EmailPreferences.objects.create(player=people["alice"], settle=60)
    kinds["news"] = lambda notification: Email("x", "x", f"<body>{'y' * 30_000}</body>")
    for number in range(3):
        notification(f"n{number}", people["alice"], thread=f"match-{number}")
    deliver_due_emails(NOW)

    deliver_due_emails(LATER)

    assert len(sink.emails) == 2
    assert max(len(email.as_bytes()) for email in sink.emails) < 85_000


def test_a_bundle_that_waited_to_be_sent_is_looked_at_again(
    sink: Sink, people: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """O11: checked again when it is sent."""
    monkeypatch.setattr(delivery, "FRESH", -1)
    EmailPreferences.objects.create(player=people["alice"], settle=60)
    for thread in ("match-1", "match-2"):
        notification(thread, people["alice"], thread=thread)
    deliver_due_emails(NOW)

    assert deliver_due_emails(LATER) == 1
    assert set(Notification.objects.values_list("state", flat=True)) == {"sent"}


def test_two_emails_of_one_thread_are_not_in_one_batch(people: dict[str, Any]) -> None:
    for key, thread in (("a", "match-1"), ("b", "match-2"), ("c", "match-1")):
        notification(key, people["alice"], thread=thread)
    Notification.objects.update(planned_at=NOW, gathers=True)
    Notification.objects.filter(key="a").update(gathers=False)

    batches = [
        [[one.key for one in some] for some in claim_due_notifications(LATER, 25)] for _ in range(2)
    ]

    assert batches == [[["a"], ["b"]], [["c"]]]


def test_each_email_that_may_gather_others_costs_one_statement_more(
    people: dict[str, Any], django_assert_num_queries: Any
) -> None:
    for name in ("alice", "bob"):
        for thread in ("match-1", "match-2"):
            notification(f"{name} {thread}", people[name], thread=thread)
    Notification.objects.update(planned_at=NOW, gathers=True)

    # Savepoint, due notifications, companions for each of two players, claim, end of savepoint.
    with django_assert_num_queries(1 + 1 + 2 + 1 + 1):
        assert [len(together) for together in claim_due_notifications(LATER, 25)] == [2, 2]


def test_what_cannot_be_written_keeps_no_other_email_from_leaving(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds["broken"] = turn
    loader = BatchLoader(
        load=lambda notifications: None, save=lambda notifications: [notifications[99].pk]
    )
    monkeypatch.setitem(renderers.batch_loaders, "broken", loader)
    notification("a", people["alice"], thread="match-1", kind="broken")
    notification("b", people["alice"], thread="match-2")
    notification("c", people["bob"], thread="match-1")
    Notification.objects.update(planned_at=NOW, gathers=True)

    assert deliver_due_emails(LATER) == 2

    broken = Notification.objects.get(key="a")
    assert (broken.state, broken.rendered_at, broken.due_at > LATER) == ("queued", None, True)
    assert [one["Subject"] for one in sink.emails] == [
        "[match-2] Your turn",
        "[match-1] Your turn",
    ]

    # Once repaired, it is sent.
    monkeypatch.delitem(renderers.batch_loaders, "broken")
    assert deliver_due_emails(broken.due_at) == 1


def _answered(raw: bytes, body: str, *, sender: str = "alice@example.org") -> str:
    token = Notification.objects.get(kind="bundle").reply_token
    return decided(raw or reply(body, sender=sender), purpose="bundle", token=token)


def test_what_repeats_a_question_has_a_letter_too(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any]
) -> None:
    """Its numbers used to be read as answers to the only other question."""
    kinds["chat"] = turn
    EmailPreferences.objects.create(player=people["alice"], settle=60)
    drafts = [
        draft("a", people["alice"], thread="match-1", reply_token="a" * 26),
        draft("b", people["alice"], thread="match-2", reply_token="b" * 26, kind="chat"),
    ]
    post(drafts, now=NOW)
    deliver_due_emails(NOW)
    deliver_due_emails(LATER)

    [sent] = sink.emails

    assert "Match A: [match-1]" in text_of(sent) and "Match B: [match-2]" in text_of(sent)
    found = reply_addresses.parse_reply_address(sent["Reply-To"])
    assert found and found.purpose == "bundle"


def test_pictures_that_are_too_large_together_are_left_out_with_their_place(
    sink: Sink, people: dict[str, Any], kinds: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them used to be left out, and the e-mail showed broken ones."""
    monkeypatch.setattr(bundles, "MAX_PICTURE_OCTETS", 2)
    EmailPreferences.objects.create(player=people["alice"], settle=60)
    drafts = [
        draft(thread, people["alice"], thread=thread, reply_token=token)
        for thread, token in TOKENS.items()
    ]
    post(drafts, now=NOW)
    deliver_due_emails(NOW)
    deliver_due_emails(LATER)

    [sent] = sink.emails

    ids = [part["Content-ID"] for part in sent.walk() if part["Content-ID"]]
    assert ids == ["<0-table>", "<1-table>"]
    assert html_of(sent).count("<img") == 2 and "match-3" in html_of(sent)
