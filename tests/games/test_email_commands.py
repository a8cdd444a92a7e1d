"""Commands in an e-mail, several lines in an e-mail, and how each is answered."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from msgspec.structs import replace

from games.engine import clock
from games.engine.contract import Decision
from games.models import Match, Message, Move, Prompt, Status, Vote
from games.presentation import history_text
from games.replies import commands
from games.replies.commands import Plain, Say
from games.replies.timed_commands import Away, Back, Wish
from games.services import accounts
from games.services.play import votes
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from notifications.gateway import read_reply
from notifications.models import ChannelPreference, Notification
from notifications.outgoing import planning, renderers
from tests.emails import email_of

from .test_mail_door import pebbles, reply

__all__ = ["pebbles"]

TODAY = date(2026, 11, 21)


def emails() -> list[renderers.Email]:
    """The e-mails that answer one of the player's, in the order they were posted."""
    answers = [row for row in Notification.objects.order_by("pk") if "answers" in row.data]
    rows = [row for row in answers if row.kind not in ("your_turn", "chat")]
    return [written for written in map(email_of, rows) if written is not None]


@pytest.mark.parametrize(
    ("line", "language", "command"),
    [
        ("help", "en", Plain("help")),
        ("?", "fr", Plain("help")),
        ("Hilfe!", "de", Plain("help")),
        ("Help, please", "de", Plain("help")),
        ("ÉTAT", "fr", Plain("status")),
        ("“options”", "en", Plain("options")),
        ("take back", "en", Plain("undo")),
        ("rückgängig", "de", Plain("undo")),
        ("J'abandonne.", "fr", Plain("resign")),
        ("Ich gebe auf", "de", Plain("resign")),
        ("stop mail", "fr", Plain("stop")),
        ("stop e-mails", "en", Plain("stop")),
        ("plus d’e-mails", "fr", Plain("stop")),
        ("plus de lettres", "fr", Plain("stop")),
        ("keine E-Mails mehr", "de", Plain("stop")),
        ("keine Briefe mehr", "de", Plain("stop")),
        ("away", "en", Away(None)),
        ("I'll be away 3 days", "en", Away(date(2026, 11, 23))),
        ("Je serai absente 3 jours", "fr", Away(date(2026, 11, 23))),
        ("I'm back!", "en", Plain("back")),
        ("Je suis de retour", "fr", Plain("back")),
        ("Ich bin wieder da.", "de", Plain("back")),
        ("away 3 days", "en", Away(date(2026, 11, 23))),
        ("Away for 2 weeks", "en", Away(date(2026, 12, 4))),
        ("away until 24 Dec", "en", Away(date(2026, 12, 24))),
        ("away until Dec 24", "en", Away(date(2026, 12, 24))),
        ("away until 2 March", "en", Away(date(2027, 3, 2))),
        ("away until 2026-12-24", "en", Away(date(2026, 12, 24))),
        ("absent jusqu'au 24 déc.", "fr", Away(date(2026, 12, 24))),
        ("absente 3 jours", "fr", Away(date(2026, 11, 23))),
        ("Abwesend bis zum 24. Dezember 2026", "de", Away(date(2026, 12, 24))),
        ("abwesend bis 24.12.", "de", Away(date(2026, 12, 24))),
        ("more time 24 hours", "en", Wish("time", 24)),
        ("More time: 2 days, please", "de", Wish("time", 48)),
        ("plus de temps : 36 heures", "fr", Wish("time", 36)),
        ("mehr Zeit 12 Stunden", "de", Wish("time", 12)),
        ("Pause for 3 days.", "en", Wish("pause", 72)),
        ("pause de 2 semaines", "fr", Wish("pause", 336)),
        ("Pause 3 Tage", "de", Wish("pause", 72)),
        ("pause", "en", Wish("pause", None)),
        ("Resume!", "en", Plain("resume")),
        ("reprendre", "fr", Plain("resume")),
        ("Fortsetzen", "de", Plain("resume")),
        # These were refused, or the answer to a question that was over.
        ("Undo, please - sorry", "en", Plain("undo")),
        ("Can I undo that?", "en", Plain("undo")),
        ("Puis-je annuler mon coup ?", "fr", Plain("undo")),
        ("Kann ich das zurücknehmen?", "de", Plain("undo")),
        ("Undo my last move, my mistake", "en", Plain("undo")),
        ("Mach das rückgängig, Entschuldigung", "de", Plain("undo")),
        ("Good game! Another game?", "en", Plain("rematch")),
        ("Danke fürs Spiel! Gerne eine Revanche.", "de", Plain("rematch")),
        ("Merci pour la partie, une revanche !", "fr", Plain("rematch")),
        ("say well played!", "en", Say("well played!")),
        ("SAG: Guten Morgen", "de", Say("Guten Morgen")),
        ("dire à demain", "fr", Say("à demain")),
    ],
)
def test_commands_are_understood_in_the_readers_language_and_in_english(
    line: str, language: str, command: commands.Command
) -> None:
    """K4, K1"""
    assert commands.parse_command(line, language, today=TODAY) == command


@pytest.mark.parametrize(
    "line",
    [
        "help me, I am lost",
        "I resign myself to losing",
        "what is the status",
        "away from my desk, 2",
        "back to you, 2",
        "I will be back",
        "2 more",
        "more time would be nice",
        "pause for coffee",
        "resume later",
        "they say it rains",
        "sayonara",
        "- say hello",
        "> say hello",
        "hilfe",
        "stop it",
        "No, undo",
        "undo? No",
        "sorry, no rematch",
        "My bad, stop",
        "",
    ],
)
def test_a_line_that_merely_contains_a_command_is_none(line: str) -> None:
    """K2"""
    assert commands.parse_command(line, "en", today=TODAY) is None


def test_help_lists_what_may_be_written_and_asks_again(pebbles: Any) -> None:
    """K4, K6: the question with its answers, at the same address."""
    assert read_reply(reply(pebbles, "help")) == "help"
    (email,) = emails()
    assert "“away 3 days”" in email.text and "“resign”" in email.html
    assert "1 · take 1" in email.text
    notification = Notification.objects.get()
    assert notification.reply_token == pebbles.prompt.token
    assert notification.data["answers"].startswith("<")
    assert not Move.objects.exists()


def test_status_says_who_is_asked_here_and_what_waits_elsewhere(pebbles: Any, deal: Any) -> None:
    """K4"""
    elsewhere = deal("pebbles", seats=2)
    Notification.objects.all().delete()
    assert read_reply(reply(pebbles, "Hello,", "status")) == "status"
    (email,) = emails()
    assert "The match goes on." in email.text
    assert f"Pebbles #{elsewhere.number}" in email.text


def test_status_never_tells_whether_a_sealed_answer_is_in(deal: Any) -> None:
    """K4: nor does anything else in the e-mail."""
    match = deal("sealed", seats=2)
    mine, theirs = match.prompts.order_by("seat")
    match.prompt, match.player = mine, match.seats.get(number=mine.seat).player
    texts = []
    for key in ("before", "after"):
        Notification.objects.all().delete()
        read_reply(reply(match, "status", message_id="<same@example.org>"))
        # The link to stop e-mails is that of a single e-mail.
        texts += [re.sub(r"/u/\S+", "", email.text) for email in emails()]
        submit_decision(theirs.token, Decision("pass"), source="page", key=key)
    assert texts[0] == texts[1]


def test_options_are_told_again(pebbles: Any) -> None:
    """K4"""
    assert read_reply(reply(pebbles, "options")) == "options"
    assert "3 · take 3" in emails()[0].text


def test_away_is_an_absence_of_the_player(pebbles: Any) -> None:
    """K4: the days are named, and coming twice changes nothing."""
    for _ in range(2):
        assert read_reply(reply(pebbles, "away 3 days")) == "away"
    pebbles.player.refresh_from_db()
    today = timezone.now().date()
    assert pebbles.player.hours["away"] == [
        [today.isoformat(), (today + timedelta(days=2)).isoformat()]
    ]
    assert "You are away from" in emails()[0].text


def test_an_absence_that_is_too_long_is_refused_with_the_rule(pebbles: Any) -> None:
    """K4"""
    assert read_reply(reply(pebbles, "away 12 weeks")) == "away"
    pebbles.player.refresh_from_db()
    assert pebbles.player.hours == {}
    assert "at most 28 days" in emails()[0].text and "Not done:" in emails()[0].text


def test_say_is_told_to_the_others_once(pebbles: Any) -> None:
    """K8: by an explicit prefix; the same e-mail twice is one message."""
    again = reply(pebbles, "say Have a nice day")
    for _ in range(2):
        assert read_reply(again) == "say"
    assert Message.objects.get().text == "Have a nice day"
    assert Notification.objects.filter(kind="chat").count() == 1


def test_words_without_the_prefix_are_told_to_nobody(pebbles: Any) -> None:
    """K8"""
    assert read_reply(reply(pebbles, "2", "Have a nice day")) == "played"
    assert not Message.objects.exists()


def test_an_answer_and_a_message_come_in_one_email(pebbles: Any) -> None:
    assert read_reply(reply(pebbles, "take 2", "say well played")) == "played"
    assert Move.objects.get().decision["args"] == {"number": 2}
    assert Message.objects.get().text == "well played"
    (email,) = emails()
    assert "Played: take 2." in email.text and "The others read: “well played”" in email.text


def test_nothing_is_said_with_an_answer_that_was_not_taken(pebbles: Any) -> None:
    assert read_reply(reply(pebbles, "take 7", "say well played")) == "illegal"
    assert not Message.objects.exists()


def test_undo_asks_the_table_where_others_have_been_asked_since(pebbles: Any) -> None:
    """K4: if rules allow."""
    submit_decision(pebbles.prompt.token, None, source="page", key="p")
    Notification.objects.all().delete()
    assert read_reply(reply(pebbles, "undo")) == "undo"
    assert Vote.objects.get().kind == "undo"
    assert "The others are asked" in emails()[-1].text


def test_undo_is_answered_kindly_where_nothing_can_be_taken_back(pebbles: Any) -> None:
    """K4"""
    assert read_reply(reply(pebbles, "undo")) == "undo"
    assert "no move to take back" in emails()[0].text
    assert "1 · take 1" in emails()[0].text


@pytest.mark.parametrize(
    ("line", "language", "told"),
    [
        ("more time 24 hours", "en", "The others are asked for more time: 1 day."),
        ("plus de temps 12 heures", "fr", "12 heures"),
        ("mehr Zeit 2 Tage", "de", "2 Tage"),
    ],
)
def test_a_line_asks_the_others_for_more_time(
    pebbles: Any, line: str, language: str, told: str
) -> None:
    pebbles.player.language = language
    pebbles.player.save()
    Prompt.objects.update(deadline_at=timezone.now() + timedelta(days=2))
    assert read_reply(reply(pebbles, line)) == "time"
    assert Vote.objects.get().kind == "extension"
    assert told in emails()[-1].text


def test_a_pause_is_asked_for_agreed_on_and_ended_by_emails(pebbles: Any, people: Any) -> None:
    """The wish comes from whoever is asked; the other one only has to agree."""
    Prompt.objects.update(deadline_at=timezone.now() + timedelta(days=2))
    for line, kind in (("pause 3 days", "pause"), ("resume", "resume")):
        assert read_reply(reply(pebbles, line)) == kind
        vote = Vote.objects.get(outcome="open")
        assert vote.kind == kind
        votes.answer_ballot(vote.ballots.get(), True)
        pebbles.refresh_from_db()
        assert (pebbles.paused_at is not None) == (kind == "pause")
    assert "The others are asked for a pause: 3 days." in emails()[0].text
    story = " ".join(
        s for told in history_text.fetch_history(pebbles, 0, "en") for s in told.sentences
    )
    name = pebbles.player.display_name
    parts = ["You ask for a pause of the match: 3 days.", "The match is paused for 3 days."]
    parts += ["You would like the match to go on.", "agree to resume."]
    assert name not in story and story.count("paused") == 1
    places = [story.index(part) for part in parts]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pause", "How long?"),
        ("more time 3 weeks", "Choose 1 to 168 hours."),
        ("resume", "The match is not paused."),
    ],
)
def test_a_wish_that_cannot_be_is_answered_and_asks_nobody(
    pebbles: Any, line: str, told: str
) -> None:
    read_reply(reply(pebbles, line))
    assert told in emails()[-1].text
    assert not Vote.objects.exists()


def test_emails_are_stopped_by_a_word_and_that_is_confirmed(pebbles: Any) -> None:
    """K4: the last e-mail comes although they are stopped."""
    assert read_reply(reply(pebbles, "stop mail")) == "stop"
    assert ChannelPreference.objects.get().thread == f"match-{pebbles.number}"
    (notification,) = planning.with_preferences(Notification.objects.all())
    assert planning.suppression_reason(notification) == ""


@pytest.mark.parametrize("line", ["help", "status", "away 2 days", "say thank you"])
def test_commands_are_taken_at_the_address_of_a_question_that_is_over(
    pebbles: Any, line: str
) -> None:
    """K4, K5"""
    submit_decision(pebbles.prompt.token, None, source="page", key="p")
    Notification.objects.all().delete()
    assert read_reply(reply(pebbles, line)) == line.split()[0]
    assert emails()


def test_an_answer_is_never_applied_to_another_question(pebbles: Any) -> None:
    """K5: not even if its number exists there."""
    for key in "ab":
        token = pebbles.prompts.get(closed_at=None).token
        submit_decision(token, Decision("take", {"number": 1}), source="page", key=key)
    assert pebbles.prompts.get(closed_at=None).seat == pebbles.prompt.seat
    assert read_reply(reply(pebbles, "2")) == "stale"
    assert Move.objects.count() == 2


def test_a_word_of_the_game_is_the_games(pebbles: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """K4: words that clash with a game's own words lose to the game."""
    words = dict(GAMES["pebbles"].list_words("en")) | {"take": "say"}
    monkeypatch.setitem(
        GAMES, "pebbles", replace(GAMES["pebbles"], list_words=lambda language: words)
    )
    assert read_reply(reply(pebbles, "say 2")) == "played"
    assert not Message.objects.exists()


def test_several_commands_are_one_email_with_a_line_for_each(pebbles: Any) -> None:
    """K3"""
    assert read_reply(reply(pebbles, "say hello", "away 2 days", "status")) == "commands"
    (email,) = emails()
    for line in ("say hello", "away 2 days", "status"):
        assert f"    > {line}\n" in email.text


def test_the_first_command_that_fails_is_the_last(pebbles: Any) -> None:
    """K3"""
    read_reply(reply(pebbles, "say hello", "away 12 weeks", "say bye"))
    assert [message.text for message in Message.objects.all()] == ["hello"]
    _, not_done = emails()[0].text.split("Not done:")
    assert "> away 12 weeks" in not_done and "> say bye" in not_done


# Several answers ----------------------------------------------------------------------------------


@pytest.fixture
def monster(deal: Any) -> Any:
    """A match of Abyss where somebody has met a Monster: “fight” is followed by their reward."""
    match = deal("abyss", seats=2, seed=bytes([1]) * 32)
    prompt = match.prompts.get(closed_at=None)
    assert prompt.question == "monster"
    match.prompt = prompt
    match.player = match.seats.get(number=prompt.seat).player
    Notification.objects.all().delete()
    return match


def played(match: Any) -> list[str]:
    """The verbs played by e-mail, in order."""
    moves = match.moves.filter(source="email").order_by("ply")
    return [move.decision["verb"] for move in moves]


def test_lines_answer_the_questions_that_follow_one_another(monster: Any) -> None:
    """K3, K7: they are told in one e-mail."""
    assert read_reply(reply(monster, "Hello", "fight", "take pearl")) == "played"
    assert played(monster) == ["fight", "reward"]
    (email,) = emails()
    assert "    > fight\n" in email.text and "    > take pearl\n" in email.text
    assert "Not done" not in email.text
    assert Notification.objects.get(kind="sequence")


def test_the_same_sequence_twice_is_nothing_new(monster: Any) -> None:
    """K3: a sequence is decided once, also where its end would be understood by now."""
    again = reply(monster, "fight", "take nonsense")
    assert read_reply(again) == "played_in_part"
    before = Move.objects.count()
    assert read_reply(again) == "played"
    assert Move.objects.count() == before


def test_a_sequence_ends_at_the_first_line_that_is_no_answer(monster: Any) -> None:
    """K3: what comes after it is not played, though it would be an answer."""
    assert read_reply(reply(monster, "fight", "tkae pearl", "take pearl")) == "played_in_part"
    assert played(monster) == ["fight"]
    (email,) = emails()
    _, not_done = email.text.split("Not done:")
    assert "    > tkae pearl\n" in not_done and "    > take pearl\n" in not_done
    assert "“tkae pearl” is not one of the answers." in not_done
    assert Notification.objects.get(kind="sequence_stopped")


def test_a_sequence_ends_where_somebody_else_has_a_say(pebbles: Any) -> None:
    """K3"""
    assert read_reply(reply(pebbles, "take 2", "take a pebble")) == "played_in_part"
    assert Move.objects.count() == 1
    assert "After that, it is another player’s turn." in emails()[0].text


@pytest.mark.parametrize("end", ["--", "stop", "Thanks!", "quit.", "thank you"])
def test_a_word_ends_an_email(pebbles: Any, end: str) -> None:
    """K3: terminators."""
    assert read_reply(reply(pebbles, "take 2", end, "take 3", "say hello")) == "played"
    assert not Message.objects.exists()


def test_a_verb_of_the_game_ends_no_email(deal: Any) -> None:
    """K3, K4: “end” is an answer in Abyss."""
    lines = ["recruit hermit", "end", "explore"]
    assert commands.split_at_end(lines, "en", game="abyss") == (lines, [])
    assert commands.split_at_end(lines, "en", game="pebbles") == (lines[:1], lines[2:])


def test_five_lines_that_say_nothing_end_an_email(pebbles: Any) -> None:
    """K3"""
    chat = ["So", "that", "was", "quite", "something"]
    assert read_reply(reply(pebbles, "take 2", *chat, "say hello")) == "played"
    assert Message.objects.exists()
    Message.objects.all().delete()
    match_two = reply(pebbles, "say bye", *chat, "indeed", "say hello")
    read_reply(match_two)
    assert not Message.objects.filter(text="hello").exists()


def test_two_different_answers_to_one_question_are_both_refused(pebbles: Any) -> None:
    """K2, K3: nothing is guessed."""
    assert read_reply(reply(pebbles, "1", "say hello", "2")) == "ambiguous"
    assert not Move.objects.exists() and not Message.objects.exists()


def test_the_same_answer_twice_is_one(pebbles: Any) -> None:
    """K3"""
    assert read_reply(reply(pebbles, "2", "take 2")) == "played"
    assert Move.objects.count() == 1


# After the end ------------------------------------------------------------------------------------


def test_a_rematch_is_offered_and_accepted_by_reply(deal: Any, people: Any) -> None:
    """The e-mail about the end takes replies; the second word accepts what the first offers."""
    match = deal("pebbles", seats=2)
    for key in range(100):
        if (prompt := match.prompts.filter(closed_at=None).first()) is None:
            break
        submit_decision(prompt.token, None, source="page", key=f"end {key}")
    match.refresh_from_db()
    assert match.status == Status.FINISHED
    told = Notification.objects.filter(kind="match_finished").order_by("player__display_name")
    one, other = told
    written = email_of(one)
    assert written is not None and "For a rematch reply “rematch”" in written.text

    for notification, word, code in ((one, "rematch", "rematch"), (other, "Revanche!", "rematch")):
        match.prompt = Prompt.objects.get(token=notification.reply_token)
        match.player = notification.player
        match.player.language = "en" if notification is one else "de"
        match.player.save(update_fields=["language"])
        assert read_reply(reply(match, word, "", "Thanks")) == code

    again = Match.objects.get(rematch_of=match)
    assert again.status == Status.RUNNING
    assert f"A rematch is offered: match #{again.number}." in emails()[-2].text
    assert f"In der Partie #{again.number} spielst du noch einmal." in emails()[-1].text


def test_a_rematch_of_a_running_match_is_refused(pebbles: Any) -> None:
    assert read_reply(reply(pebbles, "rematch")) == "rematch"
    assert "Only players who finished the match can ask for a rematch." in emails()[0].text
    assert not Match.objects.exclude(pk=pebbles.pk).exists()


def test_an_absence_ends_with_a_word(pebbles: Any) -> None:
    """Only the one that has begun; its days before today stay."""
    today = timezone.now().astimezone(ZoneInfo(pebbles.player.zone)).date()
    begun = (today - timedelta(days=2), today + timedelta(days=5))
    later = (today + timedelta(days=30), today + timedelta(days=33))
    hours = clock.parse_stored_hours(pebbles.player.zone, pebbles.player.hours)
    away = clock.Hours(hours.zone, hours.week, (begun, later))
    accounts.change_hours(pebbles.player, away, now=timezone.now())

    assert read_reply(reply(pebbles, "I'm back!")) == "back"

    pebbles.player.refresh_from_db()
    kept = clock.parse_stored_hours(pebbles.player.zone, pebbles.player.hours).away
    assert kept == ((begun[0], today - timedelta(days=1)), later)
    assert "Your absence has ended" in emails()[-1].text
    assert read_reply(reply(pebbles, "back")) == "back"
    assert "You have announced no absence." in emails()[-1].text


DECEMBER = {day: date(2026, 12, day) for day in (3, 10, 24)}
MONDAY = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("language", "line", "command"),
    [
        # These were refused, and a move was proposed for some: “Did you mean take 3?”
        ("en", "away until 24.12.26", Away(DECEMBER[24])),
        ("de", "weg bis 24.12.26", Away(DECEMBER[24])),
        ("en", "away until the 24th of December", Away(DECEMBER[24])),
        ("fr", "absent jusqu’au 1er janvier", Away(date(2027, 1, 1))),
        ("en", "away until Monday", Away(MONDAY)),
        ("de", "abwesend bis morgen", Away(date(2026, 11, 22))),
        ("en", "away from 3 Dec to 10 Dec", Away(DECEMBER[10], DECEMBER[3])),
        ("fr", "absent du 3 au 10 décembre", Away(DECEMBER[10], DECEMBER[3])),
        ("de", "Ich bin vom 3. bis 10. Dezember im Urlaub", Away(DECEMBER[10], DECEMBER[3])),
        ("de", "Ich bin bis Montag weg", Away(MONDAY)),
        ("en", "Hi, I'm away for a week. Thanks, Bob", Away(date(2026, 11, 27))),
        ("en", "I am back on 3 December", Back(DECEMBER[3])),
        ("fr", "je serai de retour lundi", Back(MONDAY)),
        ("de", "Ich bin ab Montag wieder da", Back(MONDAY)),
        ("en", "back in 3 days", Back(date(2026, 11, 24))),
        ("en", "more time until Monday, 2 days", Wish("time", 48)),
        ("en", "need more time, maybe 2 days", Wish("time", 48)),
        ("en", "2 more days", Wish("time", 48)),
        ("de", "Ich brauche noch 2 Tage", Wish("time", 48)),
        ("fr", "il me faut deux jours de plus", Wish("time", 48)),
        ("fr", "pause jusqu'à lundi", Wish("pause", 48)),
        ("de", "Pause bis Montag", Wish("pause", 48)),
        # These are answered with a question.
        ("en", "away 3", Away(None)),
        ("en", "away until 31 Feb", Away(None)),
        ("en", "away from Monday", Away(None)),
        ("en", "away until 3/4/27", Away(None, readings=(date(2027, 3, 4), date(2027, 4, 3)))),
        ("en", "more time 3", Wish("time", None)),
        ("en", "pause 9999 days", Wish("pause", None)),
        ("en", "pause from 3 Dec to 10 Dec", Wish("pause", None)),
        ("en", "back next week", Back(None)),
    ],
)
def test_a_command_takes_dates_as_people_write_them(
    language: str, line: str, command: commands.Command
) -> None:
    assert commands.parse_command(line, language, today=TODAY) == command


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("kind", commands.ALONE)
def test_a_line_that_begins_with_a_command_is_never_proposed_as_a_move(
    pebbles: Any, kind: str, language: str
) -> None:
    """“Did you mean take 3?” was the answer to “away from 3 Dec”."""
    pebbles.player.language = language
    pebbles.player.save()
    verb = {"en": "take", "fr": "prendre", "de": "nehmen"}[language]
    for words in commands.ALONE[kind][language]:
        read_reply(reply(pebbles, f"{words} {verb} 3 takke"))
    assert not Move.objects.exists()
    assert not [row for row in Notification.objects.filter(kind="refused") if "nearest" in row.data]


def test_an_absence_of_two_readings_is_asked_about(pebbles: Any) -> None:
    year = timezone.now().year + 1

    assert read_reply(reply(pebbles, f"away until 3/4/{year}")) == "away"

    text = " ".join(emails()[0].text.split())
    assert "do you mean" in text and "4 Mar" in text and "3 Apr" in text
    pebbles.player.refresh_from_db()
    assert pebbles.player.hours == {}


@pytest.mark.parametrize("before", [[], ["away 10 days"]])
def test_back_on_a_day_ends_the_absence_the_day_before(pebbles: Any, before: list[str]) -> None:
    today = timezone.now().date()
    for line in before:
        read_reply(reply(pebbles, line))

    assert read_reply(reply(pebbles, "back in 3 days")) == "back"

    pebbles.player.refresh_from_db()
    last = today + timedelta(days=2)
    assert pebbles.player.hours["away"] == [[today.isoformat(), last.isoformat()]]
