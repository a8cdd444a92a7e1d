"""What e-mails say, and that a quoted e-mail answers nothing."""

from __future__ import annotations

import random
import re
from email import message_from_bytes
from html import unescape
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest
from django.utils import timezone
from django.utils.translation import override

from abyss_site.core.ids import uuid7
from games.emails.matches import MAX_ABOVE_STORY
from games.engine import notation
from games.engine.contract import Decision, Refused
from games.engine.text import format_number
from games.models import Match, Player, Prompt, Rating
from games.presentation import results
from games.queries import matches, states
from games.services import chat
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from notifications.gateway import change_email_preferences
from notifications.models import Notification
from notifications.outgoing import delivery, renderers, reply_addresses
from notifications.outgoing.headers import build_message
from notifications.outgoing.renderers import wrap_long_lines
from tests.email_deeds import play
from tests.emails import answer_email, email_of, read_text, sent_email

from .reading import As

# What a notification needs to be rendered.
FIELDS = ["kind", "player", "data", "created_at", "due_at", "key", "thread", "reply_token"]
FIELDS += ["message_id", "planned_at"]


def email(kind: str = "your_turn") -> renderers.Email:
    written = email_of(Notification.objects.filter(kind=kind).latest("created_at", "pk"))
    assert written is not None
    return written


def facts(html: str) -> str:
    return " ".join(re.sub(r"<style.*?</style>|<[^>]+>", " ", html, flags=re.S).split())


def assert_in_order(text: str, *parts: str) -> None:
    """Assert that each part stands in the text, behind the one before it."""
    places = [text.find(part) for part in parts]
    assert -1 not in places, [part for part, at in zip(parts, places, strict=True) if at < 0]
    assert places == sorted(places), list(zip(parts, places, strict=True))


@pytest.mark.parametrize("kind", ["your_turn", "reminder"])
@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
def test_the_parts_of_a_question_stand_in_their_order(deal: Any, game: str, kind: str) -> None:
    """C3: story, question, answers, deadline, silence, table, what else can be written, links."""
    match = deal(game, seats=2, now=timezone.now())
    luck = random.Random(1)
    play(match, 9, luck)
    while match.prompts.filter(
        closed_at=None, answered_at=None, seat=match.moves.latest("ply").seat
    ).exists():
        play(match, 1, luck)
    row = match.prompts.filter(closed_at=None, answered_at=None).earliest("seat")
    other = match.seats.select_related("player").get(number=1 - row.seat).player
    chat.send_message(match, other, "Good luck!", key="said")
    notification = Notification.objects.filter(kind="your_turn", reply_token=row.token).latest("pk")
    # Of a game with much text the chat is left out rather than the list of links.
    has_links = GAMES[game].max_listed_answers is None
    if has_links:
        change_email_preferences(notification.player, answer_links="pages")
    fields = {name: getattr(notification, name) for name in FIELDS} | {"kind": kind}
    written = email_of(Notification(**fields))
    assert written is not None
    match = matches.match_with_seats(str(match.pk))
    asked = matches.build_table(match, row.seat, "en", [row]).question
    assert asked is not None
    first_words = " ".join(asked.text.split()[:4])
    shared = ("Since your last move:", "Good luck!", first_words, "  1 · ")
    waits = ("Please answer by", "If you don’t answer in time")
    links = ("On the page:", "Rules:", "E-mail settings:", "Stop e-mails about this match:")

    assert f"#{match.number}" in written.subject and "Your turn" in written.subject
    listed = ("The board", *["Answer links"] * has_links, "You can also write", *links)
    assert_in_order(written.text, *shared, *waits, *listed)
    assert all(len(line) <= 76 or "http" in line for line in written.text.splitlines())
    question = ("<h1>", '<ul class="answers">', *waits)
    told = ("Since your last move:",)
    is_short = written.html.count('class="act') <= MAX_ABOVE_STORY
    assert_in_order(
        written.html,
        *(question + told if is_short else told + question),
        '<img class="table"',
        "Good luck!",
        "You can also write",
        "on the page</a>",
        "Stop e-mails about this match</a>",
        "The board in words",
    )


@pytest.mark.parametrize("game", GAMES)
def test_text_and_html_offer_the_same_answers(deal: Any, game: str) -> None:
    """C1: both parts state the same."""
    deal(game, seats=2)
    written = email()
    prompt = Prompt.objects.exclude(offered__isnull=True).get()
    words = GAMES[game].list_words("en")
    # Others are described: they have the last numbers.
    many = len(re.findall(r"^ *\d+ · ", written.text, flags=re.MULTILINE))
    assert many
    for decision in (prompt.offered or [])[:many]:
        answer = notation.format_decision(Decision(**decision), words)
        assert answer in " ".join(written.text.split()) and answer in facts(written.html)


@pytest.mark.parametrize("game", GAMES)
def test_no_line_of_an_email_is_an_answer(deal: Any, game: str) -> None:
    """C4: self-safety."""
    match = deal(game, seats=2)
    written = email()
    prompt = Prompt.objects.exclude(offered__isnull=True).get()
    asked = next(
        p for p in GAMES[game].list_prompts(states.load_state(match)) if p.seat == prompt.seat
    )
    for line in written.text.splitlines():
        with pytest.raises(Refused):
            notation.parse_decision(asked, line, [GAMES[game].list_words("en")])


def test_a_question_answered_meanwhile_is_not_sent(deal: Any) -> None:
    """O11: looked at again at the time of sending."""
    prompt = deal("pebbles", seats=2).prompts.get()
    notification = Notification.objects.get(kind="your_turn")
    submit_decision(prompt.token, None, source="page", key="a")
    assert email_of(notification) is None


def test_a_question_told_twice_and_answered_meanwhile_is_written_anew_both_times(
    deal: Any,
) -> None:
    prompt = deal("pebbles", seats=2).prompts.get()
    pk = Notification.objects.get(kind="your_turn").pk
    told, late = (Notification.objects.get(pk=pk) for _ in range(2))
    late.pk, late.kind = uuid7(), "clock_moved"
    assert all(renderers.render_all([told, late]))

    submit_decision(prompt.token, None, source="page", key="a")

    assert renderers.save_batch_dependencies([told, late]) == {told.pk, late.pk}


def test_since_your_last_move_is_told_and_no_more(deal: Any) -> None:
    match = deal("pebbles", seats=2)
    for key in "abc":
        token = match.prompts.get(closed_at=None).token
        submit_decision(token, Decision("take", {"number": 2}), source="page", key=key)
    text = email().text
    assert text.count(" takes 2") == 1 and "Bob takes" not in text and "4 left" in text


def test_a_long_story_leads_to_its_first_move_on_the_board(deal: Any, as_: As) -> None:
    """The page shows the board after it, and the next moves one by one."""
    match = deal("abyss", seats=2)
    for at in range(12):
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat").first()
        submit_decision(prompt.token, None, source="page", key=str(at))
    told = Notification.objects.filter(kind="your_turn").latest("pk")
    written = email_of(told)
    assert written is not None

    [link] = re.findall(r'href="[^"]*(/matches/\d+/history/\?ply=\d+)"', written.html)

    own = match.moves.filter(seat=told.data["seat"]).order_by("ply").last()
    assert link == f"/matches/{match.number}/history/?ply={own.ply + 1 if own else 1}"
    name = {seat.number: seat.player.display_name.lower() for seat in match.seats.all()}
    shown = as_(name[told.data["seat"]]).get(link)
    assert shown.status_code == 200


def test_names_cannot_forge_lines_or_markup(deal: Any, people: dict[str, Any]) -> None:
    people["bob"].display_name = "<b>Bob</b>\r\nBcc: x@y"
    people["bob"].save()
    deal("pebbles", seats=2)
    written = email()
    assert "\n" not in written.subject and "<b>" not in written.html


def test_the_deadline_is_told_in_the_readers_zone_and_in_utc(
    deal: Any, people: dict[str, Any]
) -> None:
    """C3, C11: zone and UTC."""
    type(people["bob"]).objects.update(zone="Asia/Tokyo")
    deal("pebbles", seats=2)
    assert "(Asia/Tokyo)" in email().text and " UTC" in email().text


def test_every_answer_is_a_prepared_email_in_the_same_conversation(deal: Any) -> None:
    prompt = deal("pebbles", seats=2).prompts.get()
    notification = Notification.objects.get(kind="your_turn")

    written = email()

    links = [urlsplit(unescape(one)) for one in re.findall(r'href="(mailto:[^"]+)"', written.html)]
    address = reply_addresses.parse_reply_address(unquote(links[1].path))
    assert address and (address.purpose, address.token) == ("play", prompt.token)
    assert len(links) == 3 and "/a/" not in written.text + written.html
    assert dict(parse_qsl(links[1].query)) == {
        "subject": f"Re: {written.subject}",
        "in-reply-to": notification.message_id,
        "body": "take 2\r\n",
    }


def test_every_answer_is_a_page_away_for_whoever_wants_that(
    deal: Any, people: dict[str, Any]
) -> None:
    """Each link of the HTML stands in the text."""
    for player in people.values():
        change_email_preferences(player, answer_links="pages")
    deal("pebbles", seats=2)

    written = email()

    pages = re.findall(r'href="(http[^"]+/a/[^"]+)"', written.html)
    assert len(pages) == 3 and "mailto:" not in written.html
    assert all(page in written.text for page in pages)


def test_the_table_is_drawn_in_every_turn_email_and_told_without_it(deal: Any) -> None:
    deal("abyss", seats=3)
    written = email()
    (picture,) = written.pictures
    assert picture.png.startswith(b"\x89PNG") and len(picture.png) < 100_000
    shown = re.search(r'<img[^>]+src="cid:([^"]+)" alt="([^"]+)"', written.html)
    assert shown and shown[1] == picture.cid and len(shown[2]) > 20
    assert "Court" in written.text and "Court" in facts(written.html)


@pytest.mark.parametrize(
    ("sender", "results", "told"),
    [
        ("alice@example.org", "dmarc=fail", "names alice@example.org as its sender, but our mail"),
        ("alice@elsewhere.example", "dmarc=pass", "which is not an address we have for you"),
    ],
)
def test_a_held_answer_says_why(
    deal: Any, settings: Any, sender: str, results: str, told: str
) -> None:
    """A player's own e-mail that fails DMARC does not come from “an address we do not know”."""
    settings.MAIL_AUTHSERV_ID, settings.MAIL_DEBOUNCE_SECONDS = "mx.example.net", 0
    match = deal("pebbles", seats=2, now=timezone.now())
    delivery.deliver_due_emails(timezone.now())
    sent = sent_email(Notification.objects.get(kind="your_turn"))

    answer_email(sent, "take 2", sender=sender, results=f"mx.example.net; {results}")

    held = email("held")
    assert not match.moves.exists()
    for part in (held.text, held.html):
        assert told in " ".join(part.split())
        assert ("not an address we have" in part) == ("elsewhere" in sender)


@pytest.mark.parametrize(
    ("language", "again"), [("en", "rematch"), ("fr", "revanche"), ("de", "Revanche")]
)
def test_the_end_of_a_match_has_result_standings_and_rating(
    deal: Any, settings: Any, language: str, again: str
) -> None:
    """Sent at once: the rating change used to be missing until a job had rated the match."""
    settings.MAIL_DEBOUNCE_SECONDS = 0
    Player.objects.update(language=language)
    match = deal("abyss", seats=2, now=timezone.now())
    play(match, 3000, random.Random(4))
    delivery.deliver_due_emails(timezone.now())

    ended = Notification.objects.filter(kind="match_finished", state=Notification.State.SENT)

    match.refresh_from_db()
    change, outcome = results.list_rating_changes(match), matches.match_outcome(match)
    assert len(ended) == len(change) == 2 and outcome is not None
    for one in ended.select_related("player"):
        words = GAMES["abyss"].list_words(language)
        parts = [part for line in outcome.lines for part in line if part[1]]
        rating = change[one.player_id]
        for told in (" ".join(read_text(sent_email(one)).split()), facts(one.html)):
            with override(language):
                seat = match.seats.get(player=one.player).number
                assert " ".join(results.describe_result(match, seat).split()) in told
            assert again in told
            assert f"{rating.before} → {rating.after}." in told
            assert len(parts) > 4
            head, _, _ = told.partition(again)
            assert all(f"{words[name]} {format_number(points)}" in head for name, points in parts)


def test_the_result_of_a_match_is_told_once(deal: Any) -> None:
    """The event of the end repeated the places and scores above it."""
    match = deal("abyss", seats=3, now=timezone.now())
    play(match, 3000, random.Random(4))
    ended = Notification.objects.filter(kind="match_finished").earliest("pk")

    written = email_of(ended)

    assert written is not None
    story, _line, board = written.text.partition("The board")
    assert "The match is over" not in story and "Final scores:" in board
    assert "The match is over. 1." not in facts(written.html)


@pytest.mark.parametrize("game", ["abyss", "enchanters", "essence"])
def test_the_story_of_the_end_leaves_the_points_to_the_result(deal: Any, game: str) -> None:
    """The story of Enchanters repeated everybody's points: “Bob: 22 points.”"""
    match = deal(game, seats=3, now=timezone.now())
    play(match, 3000, random.Random(4))
    match.refresh_from_db()
    scores = [seat.score for seat in match.seats.all()]

    texts = [
        written.text.partition("The board")[0]
        for one in Notification.objects.filter(kind="match_finished")
        if (written := email_of(one))
    ]

    assert len(texts) == 3 and None not in scores
    for text in texts:
        assert not re.search(r"^- \w+: −?\d+ points?\.$", text, re.MULTILINE)
        assert [len(re.findall(rf"· {format_number(one)}$", text, re.M)) for one in scores] == [
            scores.count(one) for one in scores
        ]


def test_names_of_several_others_are_joined_as_prose(deal: Any) -> None:
    match = deal("pebbles", seats=3, now=timezone.now())

    begun = email_of(Notification.objects.filter(kind="match_started").earliest("pk"))

    assert begun is not None and match.status == "running"
    assert re.search(r"with \w+ and \w+ has begun", begun.text)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("language", "place"),
    [
        ("en", "left of “Citadel of the Islands”"),
        ("fr", "à gauche de « Citadelle des Îles »"),
        ("de", "links von „"),
    ],
)
def test_answers_about_cells_say_where_they_are(deal: Any, language: str, place: str) -> None:
    """A cell such as “-1,0” could not be found without drawing the Island."""
    Player.objects.update(language=language)
    match = deal("essence", seats=3, now=timezone.now())
    found = []
    for _ in range(60):
        play(match, 1, random.Random(5))
        for row in match.prompts.filter(closed_at=None, answered_at=None):
            notification = Notification.objects.filter(kind="your_turn", reply_token=row.token)
            if notification and (written := email_of(notification.latest("pk"))):
                said = written.text.replace("\u00a0", " ")
                found += re.findall(r"^ *\d+ · (.+(?:\n {5,}\S.*)*)", said, re.MULTILINE)

    [line, *_others] = [one for one in (" ".join(f.split()) for f in found) if place in one]
    assert "-1,0" in line


def test_a_match_whose_rating_fails_ends_and_is_told(
    deal: Any, people: dict[str, Any], settings: Any
) -> None:
    settings.MAIL_DEBOUNCE_SECONDS = 0
    nan = {"mean": float("nan"), "deviation": 2, "matches": 1}
    Rating.objects.create(player=people["alice"], game="pebbles", **nan)
    match = deal("pebbles", seats=2, now=timezone.now())

    play(match, 99, random.Random(1))
    delivery.deliver_due_emails(timezone.now())

    match.refresh_from_db()
    assert match.status == "finished" and match.rated_at is None
    ended = Notification.objects.filter(kind="match_finished", state=Notification.State.SENT)
    assert ended.count() == 2 and not any("→" in one.text for one in ended)


def test_an_unrated_match_is_told_at_once(deal: Any, settings: Any) -> None:
    settings.MAIL_DEBOUNCE_SECONDS = 0
    match = deal("pebbles", seats=2, now=timezone.now())
    Match.objects.filter(pk=match.pk).update(private=True)

    play(match, 99, random.Random(1))
    delivery.deliver_due_emails(timezone.now())

    ended = Notification.objects.filter(kind="match_finished", state=Notification.State.SENT)
    assert ended.count() == 2 and not any("→" in one.text for one in ended)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_an_email_of_the_essence_has_at_most_four_kilobytes_and_twelve_answers(
    deal: Any, language: str
) -> None:
    Player.objects.update(language=language, zone="Europe/Paris")
    match = deal("essence", seats=4, now=timezone.now())
    asked: set[str] = set()
    for number in range(20):
        play(match, 6, random.Random(number))
        for row in match.prompts.filter(closed_at=None, answered_at=None):
            asked.add(row.question)
            notification = Notification.objects.filter(
                kind="your_turn", reply_token=row.token
            ).latest("pk")
            written = email_of(notification)
            assert written is not None
            assert len(written.text.encode()) <= 4096, row.question
            listed = len(re.findall(r"^ *\d+ · ", written.text, re.MULTILINE))
            assert listed <= 12
            assert_the_rest_is_described(match, row, language, written.text, listed)
    assert "turn" in asked


def assert_the_rest_is_described(
    match: Match, row: Prompt, language: str, text: str, listed: int
) -> None:
    """Assert that an e-mail says how many answers it does not list, with one as an example."""
    match = matches.match_with_seats(str(match.pk))
    question = matches.build_table(match, row.seat, language, [row]).question
    assert question is not None
    rest = len(question.answers) - listed
    if not rest:
        return
    plain = " ".join(text.split())
    numbers = {int(number) for number in re.findall(r"^ *(\d+) · ", text, re.MULTILINE)}
    unlisted = [answer for answer in question.answers if answer.number not in numbers]
    assert len(unlisted) == rest and re.search(rf"\b{rest}\b", plain)
    assert any(" ".join(answer.words.split()) in plain for answer in unlisted)


@pytest.mark.parametrize("kind", ["your_turn", "reminder", "refused"])
@pytest.mark.parametrize("language", ["fr", "de"])
def test_chat_makes_an_email_of_the_essence_no_longer_than_four_kilobytes(
    deal: Any, language: str, kind: str
) -> None:
    """The oldest messages are left out, with a link to the page."""
    Player.objects.update(language=language, zone="Europe/Paris")
    match = deal("essence", seats=4, now=timezone.now())
    play(match, 40, random.Random(3))
    row = match.prompts.filter(closed_at=None, answered_at=None).earliest("seat")
    for seat in match.seats.exclude(number=row.seat).select_related("player"):
        for number in range(4):
            chat.send_message(match, seat.player, f"Word {number} " * 40, key=f"{seat.pk}{number}")
    notification = Notification.objects.filter(kind="your_turn", reply_token=row.token).latest("pk")
    data = notification.data | {"line": "dance", "code": "illegal", "reason": "Not now."}
    fields = {name: getattr(notification, name) for name in FIELDS} | {"kind": kind, "data": data}

    written = email_of(Notification(**fields))

    assert written is not None
    assert len(written.text.encode()) <= 4096
    left = {"fr": "autres messages sur la page", "de": "weitere Nachrichten"}[language]
    for part in (written.text, facts(written.html)):
        assert left in part
    assert f"/matches/{match.number}/" in written.text


def test_a_message_is_seven_bit(deal: Any, people: dict[str, Any]) -> None:
    Player.objects.update(language="fr")
    deal("abyss", seats=2)
    notification = Notification.objects.filter(kind="your_turn").latest("pk")
    written = email_of(notification)
    assert written is not None
    notification.text, notification.html = written.text, written.html

    raw = build_message(notification).message().as_bytes()

    parts = [part for part in message_from_bytes(raw).walk() if not part.is_multipart()]
    assert raw.isascii() and "\u00a0:" in written.text
    assert bytes(parts[0].get_payload(decode=True)).decode() == f"{wrap_long_lines(written.text)}\n"


def test_the_lines_below_an_item_of_a_list_are_indented_like_it() -> None:
    """The list of commands was wrapped to the margin of its dots."""
    wrapped = wrap_long_lines("  · " + "word " * 20)

    assert [line[:5] for line in wrapped.splitlines()] == ["  · w", "    w"]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_lines_of_the_board_are_indented_where_numbers_have_commas(
    deal: Any, language: str
) -> None:
    """“margin-left:0,8em” used to be no indent at all."""
    Player.objects.update(language=language)
    match = deal("enchanters", seats=2, now=timezone.now())
    play(match, 12, random.Random(5))
    notification = Notification.objects.filter(kind="your_turn").latest("created_at")

    written = email_of(notification)

    assert written is not None
    assert re.findall(r"margin-left:[\d.]+em", written.html)
    assert not re.findall(r"margin-left:[\d.]*,", written.html)
