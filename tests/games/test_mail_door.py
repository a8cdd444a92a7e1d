"""An e-mail -> the answer to the question its address names, or an e-mail that says why not."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from games.engine.contract import Decision
from games.models import Move, Seat
from games.presentation import links
from games.services import orders
from games.services.play.decisions import submit_decision
from notifications import gateway
from notifications.gateway import read_bundle_reply, read_reply
from notifications.incoming.intake import Reply
from notifications.models import Notification, SenderAddress
from notifications.outgoing import renderers
from tests.emails import email_of, known_on

from ..conftest import NOON


@pytest.fixture
def pebbles(deal: Any) -> Any:
    """A match of Pebbles in which alice or bob is asked; `match.prompt`, `match.player`."""
    match = deal("pebbles", seats=2)
    match.prompt = match.prompts.get()
    match.player = match.seats.get(number=match.prompt.seat).player
    Notification.objects.all().delete()
    return match


def reply(match: Any, *lines: str, **fields: Any) -> Reply:
    values = {
        "email_id": uuid4(),
        "token": match.prompt.token,
        "sender": match.player.email,
        "lines": list(lines),
        "message_id": f"<{uuid4()}@example.org>",
        "received_at": NOON,
    }
    return Reply(**(values | fields))


def email() -> renderers.Email:
    written = email_of(Notification.objects.exclude(kind="your_turn").get())
    assert written is not None
    return written


def test_an_answer_is_confirmed_once(pebbles: Any) -> None:
    """By its receipt, or by the e-mail about the next question if that comes first."""
    assert read_reply(reply(pebbles, "2")) == "played"
    receipt = Notification.objects.get(kind="receipt")
    assert email_of(receipt) is not None

    other = pebbles.prompts.get(closed_at=None)
    submit_decision(other.token, Decision("take", {"number": 1}), source="page", key="other")

    assert email_of(Notification.objects.get(kind="receipt")) is None
    asked = Notification.objects.filter(kind="your_turn", player=pebbles.player).latest("pk")
    assert email_of(asked) is not None


@pytest.mark.parametrize(("events", "has_receipt"), [(None, False), (["turn"], True)])
def test_the_answer_that_ends_a_match_is_confirmed_once(
    pebbles: Any, events: list[str] | None, has_receipt: bool
) -> None:
    """By the result, which tells it too; a player who wants no such e-mails gets the receipt."""
    if events is not None:
        for seat in pebbles.seats.all():
            gateway.set_preferred_events(seat.player, "", {"mail": events}, now=NOON)
    for key in "abcdefgh":
        asked = pebbles.prompts.get(closed_at=None)
        submit_decision(asked.token, Decision("take", {"number": 1}), source="page", key=key)
    asked = pebbles.prompts.get(closed_at=None)
    pebbles.prompt, pebbles.player = asked, pebbles.seats.get(number=asked.seat).player
    Notification.objects.all().delete()

    assert read_reply(reply(pebbles, "2")) == "played"

    kinds = Notification.objects.filter(player=pebbles.player).values_list("kind", flat=True)
    assert ("receipt" in kinds) == has_receipt


@pytest.mark.parametrize("line", ["2", "take 2", "Take 2.", "ta 2", "2 // well played"])
def test_a_plain_answer_is_played_and_receipted(pebbles: Any, line: str) -> None:
    assert read_reply(reply(pebbles, line)) == "played"
    assert Move.objects.get().decision["args"] == {"number": 2}
    assert "take 2" in email().text


@pytest.mark.parametrize("line", ["2 · take 2", "2. take 2", "[2] take 2", "  2 - take 2, thanks"])
def test_a_line_of_the_list_copied_as_it_stands_is_its_answer(pebbles: Any, line: str) -> None:
    assert read_reply(reply(pebbles, line)) == "played"
    assert Move.objects.get().decision["args"] == {"number": 2}


@pytest.mark.parametrize(
    "line",
    [
        "My answer is 2",
        "Yes, I take two.",
        "Ich wähle die 2, danke!",
        "2, спасибо!",
        "La 2 por favor",
    ],
)
def test_an_answer_may_be_said_as_people_speak(pebbles: Any, line: str) -> None:
    assert read_reply(reply(pebbles, line)) == "played"
    assert Move.objects.get().decision["args"] == {"number": 2}


@pytest.mark.parametrize(
    "line",
    [
        "Not 2",
        "I would take 2",
        "Is it 2",
        "Maybe 2",
        "2 or 3",
        "I took 2",
        "We are two",
        "turn 2",
        "move 2",
    ],
)
def test_what_only_sounds_like_an_answer_is_none(pebbles: Any, line: str) -> None:
    """P1: a wrong move is worse than no move."""
    assert read_reply(reply(pebbles, line)) in ("unreadable", "ambiguous")
    assert not Move.objects.exists()


def test_a_copied_line_may_have_the_hint_of_its_own_answer_behind_it(deal: Any) -> None:
    """Abyss lists “1 · buy – 1 Pearl” and “2 · pass”."""
    match = deal("abyss", seats=2)
    match.prompt = match.prompts.get(seat=1)
    match.player = match.seats.get(number=match.prompt.seat).player
    for line in ("2 · pass – 1 Pearl", "1 · buy – 3 Pearls", "1 · buy – no, pass"):
        assert read_reply(reply(match, line)) == "unreadable"
    assert read_reply(reply(match, "1 · buy – 1 Pearl", "2 · pass")) == "ambiguous"
    assert not Move.objects.exists()
    assert read_reply(reply(match, "1 · buy – 1 Pearl")) == "played"
    assert Move.objects.get().decision["verb"] == "buy"


def test_an_email_of_ours_that_nobody_knew_again_plays_nothing(pebbles: Any) -> None:
    """C4: all its lines taken for its writer's own, from any line above its last answer."""
    question = ["How many pebbles do you take?", "1 · take 1", "2 · take 2", "3 · take 3"]
    lines = [*question, "Please answer within 1 minute.", "If you stay silent: take 1."]

    for start in range(3):
        assert read_reply(reply(pebbles, *lines[start:])) != "played"
    assert not Move.objects.exists()


def test_a_greeting_before_the_answer_is_skipped(pebbles: Any) -> None:
    assert read_reply(reply(pebbles, "Hello,", "2", "Cheers")) == "played"


@pytest.mark.parametrize("greeting", ["Hello Bob,", "Good morning!", "Guten Abend,"])
def test_a_greeting_may_name_somebody_or_the_time_of_day(pebbles: Any, greeting: str) -> None:
    assert read_reply(reply(pebbles, greeting, "take 2")) == "played"


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["dance"], "unreadable"),
        (["7"], "unreadable"),
        (["take"], "ambiguous"),
        (["take 1", "take 2"], "ambiguous"),
        (["2 · take 3"], "ambiguous"),
        (["7 · take 2"], "unreadable"),
        (["2 · take 2?"], "unreadable"),
        (["2", "no wait, 3"], "ambiguous"),
        (["2", "Sorry, I meant: take 3"], "ambiguous"),
        (["Hi take 2,"], "unreadable"),
        ([], "empty"),
        (["Hi"], "empty"),
        (["2 weeks holiday"], "unreadable"),
    ],
)
def test_what_cannot_be_taken_changes_nothing_and_is_explained(
    pebbles: Any, lines: list[str], reason: str
) -> None:
    assert read_reply(reply(pebbles, *lines)) == reason
    assert not Move.objects.exists()
    refusal = email()
    assert "Nothing has changed" in refusal.text and "1 · take 1" in refusal.text
    assert not lines or lines[0] in refusal.text


def test_a_stranger_with_the_address_plays_nothing_and_the_owner_is_told(pebbles: Any) -> None:
    """S2: held, and the registered address is told."""
    assert read_reply(reply(pebbles, "2", sender="mallory@example.org")) == "stranger"
    assert not Move.objects.exists()
    notification = Notification.objects.get()
    assert notification.player == pebbles.player and "mallory@example.org" in email().text


def test_whoever_is_banned_plays_nothing_and_is_not_answered(pebbles: Any) -> None:
    type(pebbles.player).objects.filter(pk=pebbles.player.pk).update(is_active=False)

    assert read_reply(reply(pebbles, "2")) == "inactive"
    assert not Move.objects.exists()
    assert not Notification.objects.exists()


def test_an_address_given_up_plays_nothing_more(pebbles: Any) -> None:
    """A5: a token outlives an address, but does not act for it."""
    old = pebbles.player.email
    type(pebbles.player).objects.filter(pk=pebbles.player.pk).update(email="new@example.org")

    assert read_reply(reply(pebbles, "2", sender=old)) == "stranger"
    assert not Move.objects.exists()


def test_a_held_email_counts_once_its_player_has_pressed_the_button(
    pebbles: Any, client: Any, monkeypatch: Any
) -> None:
    """S2: GET shows it, POST with the page's nonce acts; twice is nothing new."""
    monkeypatch.setattr(links, "TOO_QUICK", timedelta(0))
    assert read_reply(reply(pebbles, "take 2", sender="me@work.example")) == "stranger"
    held = email()
    known_on(client, pebbles.player)
    found = re.search(r"http://[^/]+(/held/\S+)", held.text)
    assert found and "    > take 2" in held.text
    page = client.get(found[1]).content.decode()
    assert "take 2" in page and not Move.objects.exists()
    nonce = re.search('name="nonce" value="([^"]+)"', page)
    assert nonce

    for _ in range(2):
        client.post(found[1], {"nonce": nonce[1]})

    assert Move.objects.get().decision["args"] == {"number": 2}
    assert "This question is closed." in client.get(found[1]).content.decode()


def test_a_held_email_with_two_answers_counts_in_whole(
    deal: Any, pebbles: Any, client: Any, monkeypatch: Any
) -> None:
    """Only its first answer used to be kept."""
    monkeypatch.setattr(links, "TOO_QUICK", timedelta(0))
    other = deal("pebbles", seats=2)
    [row] = other.prompts.filter(closed_at=None)
    player = other.seats.get(number=row.seat).player
    prompts = {"A": pebbles.prompts.get(closed_at=None), "B": row}
    Seat.objects.filter(match=pebbles, number=prompts["A"].seat).update(player=player)
    blocks = {letter: prompt.token for letter, prompt in prompts.items()}
    values = {"player": player, "kind": "bundle", "key": "b", "created_at": NOON, "due_at": NOON}
    Notification.objects.create(**values, reply_token="bundle", data={"blocks": blocks})
    whole = reply(pebbles, "A 2", "B 3", token="bundle", sender="me@work.example")

    assert read_bundle_reply(whole) == "stranger"

    [held] = Notification.objects.filter(kind="held")
    assert held.data["lines"] == ["A 2", "B 3"]
    known_on(client, player)
    page = client.get(held.data["link_path"]).content.decode()
    nonce = re.search('name="nonce" value="([^"]+)"', page)
    assert nonce
    client.post(held.data["link_path"], {"nonce": nonce[1]})
    numbers = {move.match_id: move.decision["args"]["number"] for move in Move.objects.all()}
    assert numbers == {pebbles.pk: 2, other.pk: 3}


def test_a_held_email_does_not_count_without_its_page(pebbles: Any, client: Any) -> None:
    """S2, L1"""
    read_reply(reply(pebbles, "take 2", sender="me@work.example"))
    path = Notification.objects.get().data["link_path"]
    assert client.post(path).status_code == 200
    known_on(client, pebbles.player)
    assert client.post(path).status_code == 200
    assert client.post(path + "x/").status_code == 404
    assert not Move.objects.exists()


def test_a_held_email_that_comes_too_late_is_told_what_became_of_its_question(
    pebbles: Any, client: Any
) -> None:
    """S2, K5"""
    read_reply(reply(pebbles, "take 2", sender="me@work.example"))
    submit_decision(pebbles.prompt.token, Decision("take", {"number": 3}), source="page", key="p")
    known_on(client, pebbles.player)
    page = client.get(Notification.objects.get(kind="held").data["link_path"]).content.decode()
    assert "take 3" in page and "nonce" not in page


def test_an_email_without_exactly_one_sender_is_held_and_told_so(pebbles: Any) -> None:
    """S4: in a sentence, not with an empty address."""
    assert read_reply(reply(pebbles, "2", sender="")) == "stranger"
    assert "had no sender, or more than one" in email().text


def test_a_further_address_of_the_player_counts(pebbles: Any) -> None:
    """S3"""
    SenderAddress.objects.create(player=pebbles.player, address="me@work.example", added_at=NOON)
    assert read_reply(reply(pebbles, "2", sender="me@work.example")) == "played"
    assert Notification.objects.exclude(kind="your_turn").get().address == ""


def test_an_email_with_nothing_but_a_file_is_told_that_files_are_not_read(pebbles: Any) -> None:
    assert read_reply(reply(pebbles, problem="attachment")) == "attachment"
    assert "We do not read attachments" in email().text


def test_the_other_player_cannot_answer_with_my_address(pebbles: Any) -> None:
    """S2: the token alone does not act."""
    other = pebbles.seats.exclude(number=pebbles.prompt.seat).get().player
    assert read_reply(reply(pebbles, "2", sender=other.email)) == "stranger"


def test_an_answer_that_comes_too_late_is_told_what_was_played(pebbles: Any) -> None:
    """A5: after its question a token still identifies."""
    taken = Decision("take", {"number": 3})
    submit_decision(pebbles.prompt.token, taken, source="page", key="p")
    Notification.objects.all().delete()
    assert read_reply(reply(pebbles, "1")) == "stale"
    assert Move.objects.count() == 1
    assert "take 3" in email().text


def test_the_clock_is_named_when_it_was_quicker(pebbles: Any) -> None:
    submit_decision(pebbles.prompt.token, None, source="clock", key="d")
    Notification.objects.all().delete()
    assert read_reply(reply(pebbles, "3")) == "stale"
    assert "Your time ran out" in email().text


def test_the_same_email_again_is_the_same_move(pebbles: Any) -> None:
    """I6: one action, one confirmation."""
    again = reply(pebbles, "2")
    assert read_reply(again) == "played"
    read_reply(again)
    assert Move.objects.count() == 1


def test_a_number_means_what_the_email_listed(pebbles: Any) -> None:
    offered = [{"verb": "take", "args": {"number": 3}}, {"verb": "take", "args": {"number": 1}}]
    type(pebbles.prompt).objects.update(offered=offered)
    assert read_reply(reply(pebbles, "1")) == "played"
    assert Move.objects.get().decision["args"] == {"number": 3}


def test_where_an_answer_would_be_harmful_there_is_silence(pebbles: Any) -> None:
    assert read_reply(reply(pebbles, "dance", answerable=False)) == "unreadable"
    assert not Notification.objects.exists()


def test_a_reply_that_comes_after_the_next_question_leaves_it_to_its_own_email(
    pebbles: Any,
) -> None:
    """A reply to it could not be played: its address is that of the question before."""
    assert read_reply(reply(pebbles, "take 2", "take a pebble")) == "played_in_part"
    told = Notification.objects.get(kind="sequence_stopped")
    before = email_of(told)
    assert before and "The board" in before.text and "another e-mail" not in before.text
    other = pebbles.prompts.get(closed_at=None)
    submit_decision(other.token, Decision("take", {"number": 1}), source="page", key="other")

    after = email_of(Notification.objects.get(kind="sequence_stopped"))

    assert after and "Not done:" in after.text and "    > take a pebble\n" in after.text
    assert "The board" not in after.text and "Your decision" not in after.text
    assert "You have been asked your next question in another e-mail." in after.text
    # Nothing else is to be told: the other e-mail confirms what was played.
    told.kind, told.data = "sequence", told.data | {"left": []}
    told.save()
    assert email_of(Notification.objects.get(kind="sequence")) is None


def test_the_same_refused_words_get_one_short_reply_more(pebbles: Any) -> None:
    """Then only the page of their player tells what became of them."""
    again = {"answerable": False, "repeats": True}
    assert read_reply(reply(pebbles, "danse 2 or so")) == "unreadable"
    assert read_reply(reply(pebbles, "danse 2 or so", is_second=True, **again)) == "unreadable"
    assert read_reply(reply(pebbles, "danse 2 or so", **again)) == "unreadable"

    first, second = Notification.objects.filter(kind="refused").order_by("created_at")
    long, short = email_of(first), email_of(second)
    assert long and short
    assert "danse 2 or so" in short.text and "Did you mean “take 2”?" in short.text
    assert "The board" not in short.text and "a third time" in " ".join(short.text.split())
    assert "/emails/" in short.html and len(short.text) < len(long.text)


def test_an_answer_in_the_same_words_as_a_refused_one_is_confirmed(pebbles: Any) -> None:
    """It could not be played while the match was paused."""
    again = {"answerable": False, "repeats": True}
    assert read_reply(reply(pebbles, "dance", **again)) == "unreadable"
    assert not Notification.objects.exclude(kind="your_turn").exists()

    assert read_reply(reply(pebbles, "2", **again)) == "played"

    assert Notification.objects.filter(kind="receipt").exists()


def test_an_email_that_shows_the_next_question_is_answered_to_it(pebbles: Any) -> None:
    # It showed the next question and its numbers, but answers to it went to nobody.
    take = Decision("take", {"number": 1})
    submit_decision(pebbles.prompt.token, take, source="page", key="1", now=NOON)
    submit_decision(
        pebbles.prompts.get(closed_at=None).token, take, source="page", key="2", now=NOON
    )
    Notification.objects.all().delete()

    assert read_reply(reply(pebbles, "1")) == "stale"

    fresh = pebbles.prompts.get(closed_at=None)
    assert fresh.seat == pebbles.prompt.seat
    assert Notification.objects.get().reply_token == fresh.token


def test_an_answer_to_a_finished_match_is_stale(deal: Any) -> None:
    """A5: valid for acting until the game ends."""
    match = deal("pebbles", seats=2)
    # The last pebble is taken by the rules: there is nothing else to answer.
    for _ in range(9):
        match.prompt = match.prompts.get(closed_at=None)
        match.player = match.seats.get(number=match.prompt.seat).player
        assert read_reply(reply(match, "1")) == "played"
    assert read_reply(reply(match, "1")) == "stale"


def test_a_reader_of_french_may_answer_in_french_and_in_english(pebbles: Any) -> None:
    type(pebbles.player).objects.update(language="fr")
    assert read_reply(reply(pebbles, "prendre 2")) == "played"


# Standing orders ----------------------------------------------------------------------------------


@pytest.fixture
def offer(deal: Any) -> Any:
    """A match of Abyss in which somebody is asked to buy; `match.prompt`, `match.player`."""
    match = deal("abyss", seats=3)
    match.prompt = match.prompts.filter(question="offer").order_by("seat")[0]
    match.player = match.seats.get(number=match.prompt.seat).player
    Notification.objects.all().delete()
    return match


def test_an_order_by_email_is_kept_listed_and_followed(offer: Any) -> None:
    assert read_reply(reply(offer, "order pass if value <= 5")) == "orders_listed"
    assert not Move.objects.exists()
    Notification.objects.update(state=Notification.State.SENT)
    assert read_reply(reply(offer, "yes")) == "ordered"
    move = Move.objects.get()
    assert (move.source, move.decision["verb"]) == ("order", "pass")
    written = email_of(Notification.objects.filter(kind="commands").latest("pk"))
    assert written and "1 · pass if value <= 5" in written.text


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("always pass on <= 2", "pass if value <= 2"),
        ("plan pass if value <= 2", "pass if value <= 2"),
        ("Stop plan: pass if value <= 2", "pass if value <= 2"),
        ("pass on the rest of this turn", "pass, for this turn"),
        ("Order: buy if price = 1 and value >= 9 // dear", "buy if value >= 9"),
        ("pass if value <= 2", "pass if value <= 2"),
    ],
)
def test_an_order_needs_no_more_than_its_words(offer: Any, line: str, written: str) -> None:
    assert read_reply(reply(offer, "Hello,", line)) == "ordered"
    assert written in email().text or "price = 1" in email().text


def test_an_answer_may_come_with_orders(offer: Any) -> None:
    assert read_reply(reply(offer, "pass", "always pass on <= 2")) == "played"
    assert Move.objects.order_by("ply")[0].source == "email"
    assert offer.orders.get().number == 1


def test_orders_are_listed_and_cancelled_by_email(offer: Any) -> None:
    assert read_reply(reply(offer, "order pass if value = 9")) == "ordered"
    Notification.objects.all().delete()
    assert read_reply(reply(offer, "orders")) == "ordered"
    assert "pass if value = 9" in email().text
    Notification.objects.all().delete()
    assert read_reply(reply(offer, "cancel order 1")) == "ordered"
    assert "You have no orders" in email().text
    Notification.objects.all().delete()
    assert read_reply(reply(offer, "cancel order 1")) == "no_order"


def test_a_wrong_order_changes_nothing_and_the_wrong_word_is_pointed_at(offer: Any) -> None:
    assert read_reply(reply(offer, "2", "order pass if valu <= 2")) == "unreadable_order"
    assert not Move.objects.exists() and not offer.orders.exists()
    assert "    > pass if valu <= 2\n    >         ^^^^" in email().text


def test_the_reply_to_a_wrong_order_says_how_to_go_on(offer: Any) -> None:
    assert read_reply(reply(offer, "order pas if valu <= 3")) == "unreadable_order"
    told = email().text
    assert "Did you mean “pass”, “pay”" in told
    assert "You could write:\n    order pass if value <= 3\n" in told


@pytest.mark.parametrize(
    ("line", "proposed"),
    [
        ("pass value <= 3", "order pass if value <= 3"),
        ("if value <= 3", "order pass if value <= 3"),
        ("value <= 3", "order pass if value <= 3"),
        ("pas if value <= 3", "order pass if value <= 3"),
    ],
)
def test_an_order_with_a_missing_word_is_completed(offer: Any, line: str, proposed: str) -> None:
    """Without “order” such a line used to be told off as an answer that nobody understands."""
    assert read_reply(reply(offer, line)) == "unreadable_order"
    assert proposed in email().text
    assert not Move.objects.exists() and not offer.orders.exists()


def test_a_wrong_order_like_no_other_is_answered_with_an_example(offer: Any) -> None:
    """The example is about the same question as the wrong rule, in the reader's language."""
    offer.player.language = "de"
    offer.player.save()
    assert read_reply(reply(offer, "Auftrag kaufen wenn Mondphase > 2")) == "unreadable_order"
    told = email().text
    assert "Meinst du" not in told
    assert "Du könntest schreiben:\n    Auftrag passen wenn Wert <= 2\n" in told


def test_an_order_may_be_sent_to_the_address_of_an_answered_question(offer: Any) -> None:
    submit_decision(offer.prompt.token, Decision("pass"), source="page", key="p")
    Notification.objects.all().delete()
    assert read_reply(reply(offer, "order pass if value = 9")) == "ordered"


def test_every_turn_email_lists_the_orders_of_its_reader_only(deal: Any) -> None:
    match = deal("abyss", seats=3)
    prompt = match.prompts.filter(question="offer").order_by("seat")[0]
    owner = match.seats.get(number=prompt.seat).player
    order = orders.read_order(match, owner, "pass if value = 9")
    orders.write_order(match, owner, order, now=NOON)
    for notification in Notification.objects.filter(kind="your_turn").select_related("player"):
        written = email_of(notification)
        assert written is not None
        assert ("pass if value = 9" in written.text) == (notification.player == owner)
