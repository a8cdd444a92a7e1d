"""Every kind of e-mail in every language, written and sent as in production, and its typography."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from games.emails.renderers import RENDERERS
from games.engine.contract import Decision
from games.models import Match, Player, Prompt, SeasonToken, Seat, Vote
from games.services import accounts, known_devices, substitutes
from games.services.leagues.seasons import run_leagues
from games.services.play import announcements, pauses, undo, votes
from games.services.play.deadlines import expire_deadlines
from games.services.play.decision_rows import fetch_sitters
from games.services.play.decisions import submit_decision
from games.services.reminders import send_reminders
from notifications.gateway import read_reply
from notifications.incoming.intake import Reply
from notifications.models import Notification
from notifications.outgoing import delivery, outbox
from notifications.outgoing.renderers import renderers
from notifications.preferences import channel_preferences, sender_addresses
from tests.email_clients import find_unsupported
from tests.email_deeds import DEEDS, people_of, play
from tests.puzzles import call_finished, store_puzzle
from tests.typography import find_mistakes

LANGUAGES = ["en", "fr", "de"]
HOUR = timedelta(hours=1)


def words_of(html: str) -> str:
    """Return the words of an HTML part, as a text without its layout."""
    body = re.sub(r"<style>.*?</style>|<title>.*?</title>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split(" "))


# What causes the other kinds ----------------------------------------------------------------------


def write(prompt: Prompt | SeasonToken, player: Player, *lines: str, **more: Any) -> str:
    """Let a player write an e-mail; return what was decided."""
    letter = Reply(
        uuid4(), prompt.token, player.email, list(lines), f"<{uuid4()}@x.example>", timezone.now()
    )
    fields = {name: getattr(letter, name) for name in Reply.__struct_fields__}
    return read_reply(Reply(**(fields | more)))


def asked_in(match: Match) -> tuple[Prompt, Player]:
    prompt = match.prompts.filter(closed_at=None, answered_at=None).earliest("seat")
    return prompt, match.seats.select_related("player").get(number=prompt.seat).player


def writes(*lines: str, **more: Any) -> Callable[[Match], object]:
    return lambda match: write(*asked_in(match), *lines, **more)


def answer_by_clock(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(on_silence=Match.OnSilence.SUBSTITUTE)
    match.prompts.filter(closed_at=None).update(deadline_at=timezone.now() - HOUR)
    assert expire_deadlines(timezone.now())


def seat_a_substitute(match: Match) -> None:
    seat = asked_in(match)[0].seat
    Seat.objects.filter(match=match, number=seat).update(offered_at=timezone.now())
    match.refresh_from_db()
    newcomer = Player.objects.create_user(
        f"{uuid4().hex}@example.org", email_verified_at=timezone.now(), language=language_of(match)
    )
    substitutes.take_seat(match, newcomer)


def come_back(match: Match) -> None:
    prompt, player = asked_in(match)
    decision = Decision("take", {"number": 1})
    submit_decision(prompt.token, decision, source="page", key=uuid4().hex)
    Seat.objects.filter(match=match, number=prompt.seat).update(offered_at=timezone.now())
    assert write(prompt, player, "I am back") == "back"


def language_of(match: Match) -> str:
    return people_of(match)[0].language


def pause_and_resume(match: Match) -> None:
    DEEDS["paused"](match)
    match.refresh_from_db()
    delivery.deliver_due_emails(timezone.now(), 100)
    assert pauses.resume_match(match)


def ask_to_undo(match: Match) -> Vote:
    """Ask in a match in which everybody has to consent."""
    Match.objects.filter(pk=match.pk).update(undo="consent")
    match.refresh_from_db()
    prompt, player = asked_in(match)
    play(match, 1, random.Random(1))
    match.refresh_from_db()
    assert prompt.seat == match.moves.latest("ply").seat
    return undo.request_undo(player, match)


def consent_to_undo(match: Match) -> None:
    for ballot in ask_to_undo(match).ballots.all():
        votes.answer_ballot(ballot, True)


def freeze(match: Match) -> None:
    with transaction.atomic():
        announcements.announce_freeze(match, fetch_sitters(match), [], now=timezone.now())


def remind(match: Match) -> None:
    prompt, _ = asked_in(match)
    assert prompt.deadline_at is not None
    send_reminders(now=prompt.deadline_at - HOUR)


def write_many_lines(match: Match, *left: str) -> None:
    """Post what several answers in one e-mail lead to, of which `left` were not played."""
    prompt, player = asked_in(match)
    play(match, 1, random.Random(1))
    done = [{"line": "1", "ply": match.moves.latest("ply").ply}]
    data = {"match": str(match.pk), "seat": prompt.seat, "done": done}
    data["left"] = [{"line": line, "why": "Nothing is asked of you now."} for line in left]
    draft = outbox.Draft(
        key=uuid4().hex,
        player_id=player.pk,
        kind="sequence_stopped" if left else "sequence",
        thread=f"match-{match.number}",
        data=data | {"helped": False, "ordered": False},
    )
    with transaction.atomic():
        outbox.post([draft], now=timezone.now())


def reply_to_a_league(match: Match) -> None:
    """Write all that an e-mail of a league can be answered with, before the season and in it."""
    DEEDS["league_asked"](match)
    alice = people_of(match)[0]
    token = SeasonToken.objects.get(player=alice)
    for lines in ("hm", "no", "leave", "no", "yes"):
        write(token, alice, lines)
    write(token, alice, "yes", sender="else@example.org")
    write(token, alice, "yes", sender="")
    write(token, alice, "yes", is_authenticated=False)
    bob = people_of(match)[1]
    assert write(SeasonToken.objects.get(player=bob), bob, "here") == "checked_in"
    while run_leagues(timezone.now() + timedelta(days=3)):
        pass
    assert write(token, alice, "leave") == "leave_asked"
    assert write(token, alice, "leave for good") == "left"


def send_a_puzzle(match: Match) -> None:
    """Post a position of the match as the puzzle of the day."""
    alice, now = people_of(match)[0], timezone.now()
    channel_preferences.set_preferred_events(alice, "", {"mail": ["puzzle"]}, now=now)
    data = {"puzzle": store_puzzle(call_finished(match)).pk}
    draft = outbox.Draft(
        key=uuid4().hex, player_id=alice.pk, kind="puzzle", thread="puzzles", data=data
    )
    with transaction.atomic():
        outbox.post([draft], now=now)


def send_a_daily_list(match: Match) -> None:
    player = asked_in(match)[1]
    channel_preferences.change_email_preferences(player, rhythm="daily_list")
    draft = outbox.Draft(
        key=uuid4().hex, player_id=player.pk, kind="daily_list", thread="daily-list"
    )
    with transaction.atomic():
        outbox.post([draft], now=timezone.now())


def post_account_mail(match: Match) -> None:
    """Cause e-mails about signing in, addresses, devices, and an e-mail that asked nothing."""
    now, (alice, bob, *_) = timezone.now(), people_of(match)
    accounts.send_sign_in_email(alice, code="K7QX3M", browser="hers")
    channel_preferences.request_address_change(alice, f"{uuid4().hex}@example.org", now=now)
    sender_addresses.request_sender_address(alice, f"{uuid4().hex}@example.org", now=now)
    channel_preferences.send_test_email(alice, now=now)
    known_devices.mail_code(alice, name="Firefox", now=now)
    drafts = [
        outbox.Draft(key=uuid4().hex, player_id=bob.pk, kind=kind, data=data)
        for kind, data in (
            ("address_changed", {}),
            ("lost_email", {"why": "role_address"}),
            ("taken_for_automatic", {"lines": ["Your message was held."], "link_path": "/x/"}),
            ("taken_for_automatic", {"link_path": "/x/"}),
            ("bundle_help", {"lines": ["2"], "is_partial": False}),
            ("bundle_help", {"lines": ["I pass", "explore"], "is_partial": True}),
            ("bundle_help", {"lines": ["2"], "is_partial": False, "is_numbered": True}),
            ("bundle_help", {"lines": ["99 = 2"], "is_partial": True, "is_numbered": True}),
        )
    ]
    with transaction.atomic():
        outbox.post(drafts, now=now)


# The game of the match, and what happens in it.
SCENES: dict[str, tuple[str, Callable[[Match], object]]] = {
    **{kind: ("abyss", deed) for kind, deed in DEEDS.items()},
    "match_started": ("pebbles", lambda match: None),
    "your_turn, abyss": ("abyss", lambda match: play(match, 40, random.Random(1))),
    "your_turn, enchanters": ("enchanters", lambda match: play(match, 30, random.Random(2))),
    "your_turn, essence": ("essence", lambda match: play(match, 30, random.Random(3))),
    "match_finished, abyss": ("abyss", lambda match: play(match, 3000, random.Random(4))),
    "match_finished": ("pebbles", lambda match: play(match, 99, random.Random(4))),
    "reminder": ("pebbles", remind),
    "refused": ("pebbles", writes("dance")),
    "refused, attachment": ("pebbles", writes(problem="attachment")),
    "refused, encrypted": ("pebbles", writes(problem="encrypted")),
    "refused, empty": ("pebbles", writes()),
    "refused, ambiguous": ("abyss", writes("recruit")),
    "refused, order": ("pebbles", writes("order take lots")),
    "held": ("pebbles", writes("take 2", sender="else@example.org")),
    "held, unproven": ("pebbles", writes("take 2", is_authenticated=False)),
    "held, nobody": ("pebbles", writes("take 2", sender="")),
    "receipt": ("sealed", writes("pass")),
    "commands": ("pebbles", writes("help", "status", "say hello", "away 3 days")),
    "commands, resign": ("pebbles", writes("resign")),
    "sequence": ("pebbles", write_many_lines),
    "sequence_stopped": ("pebbles", lambda match: write_many_lines(match, "take 2")),
    "orders": ("pebbles", writes("order take 1 if pile <= 1")),
    "commands, order": ("pebbles", writes("order take 1")),
    "clock_moved": ("pebbles", answer_by_clock),
    "league, replies": ("pebbles", reply_to_a_league),
    "resumed": ("pebbles", pause_and_resume),
    "vote_asked, undo": ("pebbles", ask_to_undo),
    "vote_decided, undo": ("pebbles", consent_to_undo),
    "seat_taken": ("pebbles", seat_a_substitute),
    "seat_back": ("pebbles", come_back),
    "match_frozen": ("pebbles", freeze),
    "puzzle": ("enchanters", send_a_puzzle),
    "puzzle, essence": ("essence", send_a_puzzle),
    "daily_list": ("abyss", send_a_daily_list),
    "daily_list, enchanters": ("enchanters", send_a_daily_list),
    "sign_in": ("pebbles", post_account_mail),
}
# Kinds that another scene causes as well.
BESIDE = {
    *("your_turn", "seat_lost", "device_code", "test_email", "new_address", "new_sender"),
    *("address_changed", "lost_email", "bundle_help", "taken_for_automatic"),
}


def test_there_is_a_scene_for_every_kind() -> None:
    staged = {name.partition(",")[0] for name in SCENES}

    # Bundles are tested by answering them, in test_answerable_emails.py.
    assert staged | BESIDE | {"bundle"} == set(RENDERERS) | set(renderers)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_no_kind_falls_back_and_none_has_mistakes(
    deal: Any, settings: Any, caplog: pytest.LogCaptureFixture, name: str, language: str
) -> None:
    settings.MAIL_DEBOUNCE_SECONDS = 0
    Player.objects.update(language=language, zone="Europe/Paris")
    game, deed = SCENES[name]
    match = deal(game, seats=3, now=timezone.now() - HOUR)
    delivery.deliver_due_emails(timezone.now(), 200)
    deed(match)

    for hours in (0, 24 * 9):
        delivery.deliver_due_emails(timezone.now() + timedelta(hours=hours), 200)

    rows = Notification.objects.exclude(rendered_at=None)
    kind = name.partition(",")[0]
    assert not [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert rows.filter(kind=kind).exists(), sorted(rows.values_list("kind", flat=True))
    mistakes = {
        f"{row.kind}: {mistake}"
        for row in rows
        if row.language == language
        for mistake in (
            *find_mistakes(row.text, language),
            *find_mistakes(re.sub(r"\s*\n\s*", "\n", words_of(row.html)).strip(), language),
        )
    }
    mistakes |= {f"{row.kind}: {gap}" for row in rows for gap in find_unsupported(row.html or "")}
    assert not mistakes, "\n".join(sorted(mistakes))
