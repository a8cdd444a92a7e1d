"""Signing up for a season, checking in and leaving it by replies to its e-mails."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import unquote
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.translation import override

from games.emails import leagues as league_emails
from games.engine.contract import UnreadableDecision
from games.models import Entry, League, Pairing, Player, Sanction, Season, SeasonToken
from games.replies.leagues import Wish, parse_wish
from games.services import account_deletion
from games.services.leagues import directing, entries, news, teams
from games.services.leagues.seasons import run_leagues
from notifications.gateway import read_reply
from notifications.incoming import dispatch
from notifications.incoming.intake import Envelope, Reply, receive_email
from notifications.incoming.transports.smtp import Mailroom
from notifications.models import EmailPreferences, InboundEmail, Notification
from notifications.outgoing import delivery, planning, reply_addresses
from notifications.outgoing.bundles import create_bundle
from tests.emails import email_of
from tests.notifications.conftest import running

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
State = Entry.State
LANGUAGES = ("en", "fr", "de")


@pytest.fixture
def opened(people: dict[str, Player]) -> Callable[..., Season]:
    """The second season of a league that alice and bob have played: opened(check_in_days=2)."""

    def opened(*, teams: int = 1, access: str = "open", **given: Any) -> Season:
        few: dict[str, Any] = {"sign_up_days": 7, "check_in_days": 0, "least_entrants": 2}
        asked = {"game": "pebbles", **few, "team_size": teams, **given}
        league = directing.found_league(name="Club", slug="club", values=asked, access=access)
        first = directing.open_season(league, now=timezone.now() - 30 * DAY)
        division = first.divisions.create(level=0, number=0)
        for seed, name in enumerate(("alice", "bob")):
            Entry.objects.create(
                season=first,
                player=people[name],
                division=division,
                seed=seed,
                state=State.PLAYING,
                signed_up_at=first.opened_at,
            )
        Season.objects.filter(pk=first.pk).update(state=Season.State.CLOSED, due_at=None)
        return directing.open_season(league, now=timezone.now())

    return opened


def mail_of(player: Player, what: str) -> Notification:
    rows = Notification.objects.filter(player=player, kind__startswith="league")
    return [row for row in rows.order_by("created_at", "pk") if row.data["news"] == what][-1]


def text_of(player: Player, what: str) -> str:
    email = email_of(mail_of(player, what))
    assert email is not None
    return email.text


def write(asked: Notification, *lines: str, sender: str = "", head: str = "") -> str:
    """Let a reply to an e-mail arrive and be processed; return the reason code."""
    to = reply_addresses.build_address("play", asked.reply_token)
    sender = sender or asked.player.email
    body = "\r\n".join(lines)
    raw = (
        f"{head}From: {sender}\r\nTo: {to}\r\nMessage-ID: <{uuid4()}@x.example>\r\n"
        f"In-Reply-To: {asked.message_id}\r\nSubject: Re: it\r\n\r\n{body}\r\n"
    )
    now = timezone.now()
    email = receive_email(raw.encode(), Envelope(sender, [to]), "test", str(uuid4()), now)
    while dispatch.process_due(timezone.now()):
        pass
    email.refresh_from_db()
    return email.reason


def state_of(season: Season, player: Player) -> str:
    mine = season.entries.filter(player=player).first()
    return mine.state if mine is not None else ""


def begin_check_in(season: Season) -> None:
    now = timezone.now()
    Season.objects.filter(pk=season.pk).update(sign_up_until=now, due_at=now)
    run_leagues(timezone.now())
    season.refresh_from_db()
    assert season.state == Season.State.CHECK_IN


def begin(season: Season) -> None:
    now = timezone.now()
    Season.objects.filter(pk=season.pk).update(sign_up_until=now, starts_at=now, due_at=now)
    for _ in range(2):
        Season.objects.filter(pk=season.pk).update(due_at=now)
        run_leagues(timezone.now())
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING


# Signing up ---------------------------------------------------------------------------------------


def test_a_player_signs_up_by_a_reply_and_leaves_by_another(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice = opened(check_in_days=2), people["alice"]
    asked = mail_of(alice, "opened")
    assert "Reply with “yes” to sign up, or use the page below." in text_of(alice, "opened")

    assert write(asked, "Yes, gladly!", "", "Alice") == "entered"

    assert state_of(season, alice) == State.SIGNED
    told = text_of(alice, "entered")
    assert "You have signed up" in told and "you are asked to check in" in told
    assert "reply with “leave”" in told
    answer = mail_of(alice, "entered")
    assert answer.kind == "league" and answer.answers.endswith("@x.example>")

    assert write(answer, "Please sign me out") == "left"

    assert state_of(season, alice) == State.LEFT
    assert "Reply with “yes” to sign up" in text_of(alice, "left")
    assert write(answer, "count me in again") == "entered"
    assert state_of(season, alice) == State.SIGNED


def test_a_reply_over_smtp_signs_up(
    opened: Callable[..., Season], people: dict[str, Player], transactional_db: None
) -> None:
    season, alice = opened(), people["alice"]
    asked = mail_of(alice, "opened")
    email = email_of(asked)
    assert email is not None
    to = reply_addresses.build_address("play", asked.reply_token)
    quoted = "".join(f"> {line}\r\n" for line in email.text.splitlines())
    raw = (
        f"From: Alice <{alice.email}>\r\nTo: {to}\r\nMessage-ID: <{uuid4()}@x.example>\r\n"
        "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n"
        f"Subject: Re: {email.subject}\r\n\r\nyes\r\n\r\nOn Monday the service wrote:\r\n{quoted}"
    )
    room = Mailroom("127.0.0.1", 0)

    with (
        running(lambda stop, ready: room.serve(stop, lambda room: ready(room.port))) as port,
        smtplib.SMTP("127.0.0.1", port, timeout=10) as client,
    ):
        client.sendmail(alice.email, [to], raw.encode())
    dispatch.process_due(timezone.now())

    assert InboundEmail.objects.get().reason == "entered"
    assert state_of(season, alice) == State.SIGNED


def test_the_same_e_mail_twice_and_another_yes_do_nothing_twice(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice = opened(), people["alice"]
    asked = mail_of(alice, "opened")
    reply = Reply(uuid4(), asked.reply_token, alice.email, ["yes"], "<1@x.example>", timezone.now())

    assert [read_reply(reply), read_reply(reply)] == ["entered", "entered"]
    first = season.entries.get()
    assert write(asked, "oui") == "entered"

    assert season.entries.get().signed_up_at == first.signed_up_at
    answers = Notification.objects.filter(player=alice).exclude(answers="")
    assert answers.count() == 2


def test_who_is_late_is_told_of_the_reserve_list(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = opened(capacity=2)
    for name in ("carol", "dave"):
        entries.sign_up(season, people[name])

    assert write(mail_of(people["bob"], "opened"), "ja") == "entered"

    assert state_of(season, people["bob"]) == State.RESERVE
    told = text_of(people["bob"], "entered")
    assert "You are on the reserve list" in told and "All places are taken." in told


def test_an_invitation_lets_in_by_a_reply_and_a_code_does_not(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = opened(access="code")
    alice, carol = people["alice"], people["carol"]
    asked = text_of(alice, "opened")
    assert "Reply with" not in asked and "Sign up on the page below." in asked
    assert write(mail_of(alice, "opened"), "yes") == "cannot_enter"
    assert state_of(season, alice) == ""
    assert "or have its code" in text_of(alice, "reply_refused")

    SeasonToken.objects.create(season=season, player=carol)
    season.invitations.create(player=carol, invited_at=timezone.now())
    token = SeasonToken.objects.get(season=season, player=carol).token
    reply = Reply(uuid4(), token, carol.email, ["join"], "<2@x.example>", timezone.now())
    assert read_reply(reply) == "entered"
    assert state_of(season, carol) == State.SIGNED


def test_no_is_confirmed_and_changes_nothing(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice = opened(check_in_days=2), people["alice"]

    assert write(mail_of(alice, "opened"), "No thanks") == "reply_declined"

    assert state_of(season, alice) == ""
    told = text_of(alice, "reply_declined")
    assert "You have not signed up." in told and "Sign-up is open until" in told
    assert "Reply with “yes” to sign up" in told


def test_whoever_may_not_enter_is_told_why(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice, bob = opened(least_rating=2000), people["alice"], people["bob"]
    now = timezone.now()
    Sanction.objects.create(player=bob, kind=Sanction.Kind.SUSPENSION, imposed_at=now)

    assert write(mail_of(alice, "opened"), "yes") == "cannot_enter"
    assert write(mail_of(bob, "opened"), "yes") == "suspended"

    assert season.entries.count() == 0
    told = text_of(alice, "reply_refused")
    assert "at least 2000" in told and "> yes" in told and "Reply with" not in told
    assert "Reply with" not in text_of(bob, "reply_refused")


def test_teams_sign_up_on_the_page_but_their_players_check_in_and_leave_by_replies(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice, bob = opened(teams=2, check_in_days=2), people["alice"], people["bob"]
    assert "Reply with" not in text_of(alice, "opened")
    assert write(mail_of(alice, "opened"), "yes") == "cannot_enter"
    assert "This season is for teams" in text_of(alice, "reply_refused")
    entry = entries.sign_up(season, alice, team_name="Foxes")
    entries.join_team(season, bob, team_code=entry.team_code)
    begin_check_in(season)

    assert write(mail_of(bob, "check_in"), "here!") == "checked_in"
    assert state_of(season, alice) == State.HERE
    assert write(mail_of(alice, "check_in"), "leave") == "left"

    assert [one.player for one in teams.members_of(season.entries.get())] == [bob]


# Checking in --------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["check in", "Je suis présent", "Ja", "I'm here", "count me in"])
def test_a_player_checks_in_by_a_reply(
    opened: Callable[..., Season], people: dict[str, Player], line: str
) -> None:
    season, alice = opened(check_in_days=2), people["alice"]
    write(mail_of(alice, "opened"), "yes")
    assert write(mail_of(alice, "opened"), "Present!") == "cannot_enter"
    assert state_of(season, alice) == State.SIGNED
    begin_check_in(season)
    asked = mail_of(alice, "check_in")
    assert asked.kind == "league_asked" and asked.answer_until == season.starts_at
    assert "Reply with “yes” to check in" in text_of(alice, "check_in")

    assert write(asked, line) == "checked_in"

    assert state_of(season, alice) == State.HERE
    assert "You have checked in" in text_of(alice, "checked_in")


def test_no_to_the_check_in_leaves_nobody_out_yet(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice = opened(check_in_days=2), people["alice"]
    write(mail_of(alice, "opened"), "yes")
    begin_check_in(season)

    assert write(mail_of(alice, "check_in"), "no") == "reply_declined"

    assert state_of(season, alice) == State.SIGNED
    told = text_of(alice, "reply_declined")
    assert "You have not checked in." in told and "To leave the season, reply with" in told


def test_who_missed_the_check_in_comes_back_as_a_reserve(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice = opened(check_in_days=2), people["alice"]
    for name in ("alice", "carol", "dave"):
        entries.sign_up(season, people[name])
    begin_check_in(season)
    for name in ("carol", "dave"):
        entries.check_in(season, people[name])
    begin(season)

    assert write(mail_of(alice, "missed"), "yes") == "entered"

    assert state_of(season, alice) == State.RESERVE


# Leaving ------------------------------------------------------------------------------------------


def test_a_running_season_is_left_by_words_that_nobody_writes_by_mistake(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice = opened(), people["alice"]
    for name in ("alice", "bob", "carol", "dave"):
        entries.sign_up(season, people[name])
    begin(season)
    asked = mail_of(alice, "begins")
    assert asked.kind == "league" and asked.reply_token

    assert write(asked, "leave") == "leave_asked"
    assert write(asked, "yes") == "entered"
    assert state_of(season, alice) == State.PLAYING
    told = text_of(alice, "leave_asked")
    assert "You cannot come back to this season." in told
    assert "reply with “leave for good”" in told

    assert write(mail_of(alice, "leave_asked"), "Yes, leave for good.") == "left"

    assert state_of(season, alice) == State.LEFT
    assert "Matches that are running stay yours." in text_of(alice, "left")
    lost = Pairing.objects.filter(seats__entry__player=alice, how=Pairing.How.WALKOVER)
    assert lost.exists() or season.entries.get(player=alice).left_at is not None
    assert write(asked, "yes") == "cannot_enter"
    assert state_of(season, alice) == State.LEFT


def test_what_leaving_means_depends_on_the_season(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice = opened(form="ladder", round_days=30), people["alice"]
    for name in ("alice", "bob", "carol"):
        entries.sign_up(season, people[name])
    begin(season)

    assert write(mail_of(alice, "begins"), "leave") == "leave_asked"

    told = text_of(alice, "leave_asked")
    assert "your place in the standings" in told and "cannot come back" not in told


def test_a_season_that_is_over_can_only_be_read_about(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice = opened(), people["alice"]
    entries.sign_up(season, alice)
    asked = mail_of(alice, "opened")
    directing.call_off(season)

    for line in ("yes", "leave", "leave for good", "no"):
        assert write(asked, line) == "cannot_enter"

    told = text_of(alice, "reply_refused")
    assert "This season is over." in told and "Reply with" not in told
    assert state_of(season, alice) == State.SIGNED


def test_a_reply_to_a_question_for_directors_signs_nobody_up(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = opened()

    news.tell_players(
        season, [people["carol"].pk], "proposed", about=str(uuid4()), now=timezone.now()
    )

    assert mail_of(people["carol"], "proposed").reply_token == ""


# Who may ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sender", "verdict", "code"),
    [
        ("mallory@example.net", "pass", "stranger"),
        ("bob@example.org", "pass", "stranger"),
        ("alice@example.org", "fail", "unproven"),
    ],
)
def test_an_e_mail_that_is_not_provably_hers_changes_nothing_and_she_is_told(
    opened: Callable[..., Season],
    people: dict[str, Player],
    settings: Any,
    sender: str,
    verdict: str,
    code: str,
) -> None:
    settings.MAIL_AUTHSERV_ID = "mx.abyss.localhost"
    season, alice = opened(), people["alice"]
    domain = sender.rpartition("@")[2]
    head = f"Authentication-Results: mx.abyss.localhost; dmarc={verdict} header.from={domain}\r\n"

    assert write(mail_of(alice, "opened"), "yes", sender=sender, head=head) == code

    assert season.entries.count() == 0
    told = " ".join(text_of(alice, "not_proven").split())
    assert sender in told and "Nothing was done" in told
    assert not Notification.objects.exclude(player=alice).exclude(answers="").exists()


def test_a_closed_account_and_an_unknown_token_are_not_answered(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice = opened(), people["alice"]
    asked = mail_of(alice, "opened")
    Player.objects.filter(pk=alice.pk).update(is_active=False)

    assert write(asked, "yes") == "inactive"
    SeasonToken.objects.all().delete()
    assert write(asked, "yes please") == "unknown_prompt"

    assert season.entries.count() == 0
    assert not Notification.objects.exclude(answers="").exists()


def test_a_deleted_account_leaves_no_token_and_a_merged_one_hands_it_on(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice, bob, carol = opened(), people["alice"], people["bob"], people["carol"]
    asked = mail_of(bob, "opened")

    account_deletion.erase_account(alice, now=timezone.now())
    entries.move_entries(bob, carol, now=timezone.now())

    assert [row.player for row in SeasonToken.objects.filter(season=season)] == [carol]
    assert write(asked, "yes", sender=carol.email) == "entered"
    assert state_of(season, carol) == State.SIGNED


# What the words say -------------------------------------------------------------------------------

SAYS = {
    Wish.TAKE_PART: (
        "yes; Yes!; ok; oui; d'accord; Ja, gern; sign up; Please sign me up for the next season; "
        "join; I would like to join; enter; play; I will play; count me in!; I'm in; take part; "
        "Je m'inscris; inscrivez-moi; je participe; comptez sur moi; j'en suis; S'inscrire; "
        "anmelden; Ich melde mich an; ich bin dabei; ich spiele mit; Ich mache mit; "
        "Ich mache wieder mit"
    ),
    Wish.CHECK_IN: (
        "check in; Check-in please; here; I am here; present; yes, present; présent; "
        "Je suis là; Je confirme ma présence; hier; ich bin da; Teilnahme bestätigen; "
        "Ich bestätige meine Teilnahme"
    ),
    Wish.LEAVE: (
        "leave; Leave the season; I want to leave; withdraw; sign me out; drop out; quitter; "
        "Je quitte la saison; Je me retire; désinscrivez-moi; verlassen; Abmelden; "
        "Ich melde mich ab; Ich steige aus; Die Saison verlassen"
    ),
    Wish.LEAVE_FOR_GOOD: (
        "leave for good; Yes, leave for good; I leave the season for good; quitter pour de bon; "
        "Oui, quitter définitivement; endgültig verlassen; Ja, die Saison endgültig verlassen"
    ),
    Wish.DECLINE: "no; No thanks; Non merci; nein; Nein danke",
}
DOUBTFUL = (
    "yes or no; I don't want to leave; yes but later; maybe; leave?; Can I still join?; hello; "
    "play well everybody; leave me alone; here is what I think; Not yes; I cannot play this time; "
    "thanks; sign up my friend Bob; yes, no wait; enter the code ABCD; 1; in two days; "
    "Je ne quitte pas; Ich melde mich nicht ab; leave for work; "
)


def parse(text: str) -> Wish:
    reply = Reply(uuid4(), "s" * 26, "a@example.org", text.split("\n"), "<1@x>", timezone.now())
    return parse_wish(reply)


@pytest.mark.parametrize("wish", SAYS)
def test_what_people_write_is_understood(wish: Wish) -> None:
    lines = [line.strip() for line in SAYS[wish].split(";")]

    assert {line: parse(line) for line in lines} == dict.fromkeys(lines, wish)


@pytest.mark.parametrize("line", [line.strip() for line in DOUBTFUL.split(";") if line.strip()])
def test_what_is_doubtful_changes_nothing(line: str) -> None:
    with pytest.raises(UnreadableDecision):
        parse(line)


def test_an_unreadable_reply_is_quoted_and_told_what_to_write(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice = opened(), people["alice"]

    assert write(mail_of(alice, "opened"), "When does it begin?") == "unreadable"

    told = text_of(alice, "reply_refused")
    assert "> When does it begin?" in told and "yes, no or leave" in told
    assert "Reply with “yes” to sign up" in told and season.entries.count() == 0


# The e-mails themselves ---------------------------------------------------------------------------


def emails_of_every_answer(season: Season, alice: Player) -> Iterator[tuple[str, str, str]]:
    """Yield news, text and HTML of every e-mail that asks or answers, as the season goes on."""
    said = {"opened": "no", "reply_declined": "hm", "reply_refused": "yes", "entered": ""}
    for what, line in said.items():
        email = email_of(mail_of(alice, what))
        assert email is not None
        yield what, email.text, email.html
        if line:
            write(mail_of(alice, "opened"), line)
    begin_check_in(season)
    for what, line in {"check_in": "ok", "checked_in": ""}.items():
        email = email_of(mail_of(alice, what))
        assert email is not None
        yield what, email.text, email.html
        if line:
            write(mail_of(alice, "opened"), line)
    begin(season)
    write(mail_of(alice, "opened"), "leave")
    email = email_of(mail_of(alice, "leave_asked"))
    assert email is not None
    yield "leave_asked", email.text, email.html


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_them_is_a_reply_if_it_is_quoted_beyond_recognition(
    opened: Callable[..., Season], people: dict[str, Player], language: str
) -> None:
    Player.objects.update(language=language, zone="Europe/Paris")
    for one in people.values():
        one.refresh_from_db()
    season, alice = opened(check_in_days=2), people["alice"]
    for name in ("bob", "carol"):
        entries.sign_up(season, people[name])

    found = list(emails_of_every_answer_with(season, people))

    assert len(found) == 7
    for what, text, html in found:
        for line in text.splitlines():
            assert len(line) <= 76 or "http" in line, line
            with pytest.raises(UnreadableDecision):
                print(what, line, parse(line))
        hint = {"en": "eply with", "fr": "épondez", "de": "ntworte mit"}[language]
        assert hint in text and hint in re.sub(r"\s+", " ", html), what
    assert alice.language == language


def emails_of_every_answer_with(
    season: Season, people: dict[str, Player]
) -> Iterator[tuple[str, str, str]]:
    for what, text, html in emails_of_every_answer(season, people["alice"]):
        if what == "checked_in":
            for name in ("bob", "carol"):
                entries.check_in(season, people[name])
        yield what, text, html


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_button_opens_an_e_mail_that_signs_up(
    opened: Callable[..., Season], people: dict[str, Player], language: str
) -> None:
    alice = people["alice"]
    Player.objects.update(language=language)
    season = opened()
    asked = mail_of(alice, "opened")
    email = email_of(asked)
    assert email is not None

    link = re.search(r'class="act first" href="mailto:([^"]+)"', email.html)
    assert link
    address, _, fields = unquote(link[1].replace("&amp;", "&")).partition("?")
    body = fields.partition("body=")[2].strip()

    assert reply_addresses.parse_reply_address(address) == ("play", asked.reply_token)
    assert write(asked, body) == "entered"
    assert state_of(season, alice) == State.SIGNED


def test_the_button_opens_the_page_for_who_prefers_that(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    alice = people["alice"]
    EmailPreferences.objects.create(player=alice, answer_links=EmailPreferences.Links.PAGES)
    opened()

    email = email_of(mail_of(alice, "opened"))

    assert email is not None and "mailto:" not in email.html
    assert re.search(r'class="act first" href="[^"]+/leagues/club/2/"', email.html)


def test_only_e_mails_that_ask_are_questions_of_a_bundle(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season, alice = opened(), people["alice"]
    news.tell_players(season, [alice.pk], "called_off", now=timezone.now())
    rows = [mail_of(alice, "opened"), mail_of(alice, "called_off")]
    assert [planning.is_question(row) for row in rows] == [True, False]
    written = [(row, email) for row in rows if (email := email_of(row)) is not None]

    bundle, _email = create_bundle(written, timezone.now(), is_full=False)

    # A reply to the bundle answers its only question.
    assert bundle.data["blocks"] == {"A": rows[0].reply_token}
    assert bundle.reply_token == rows[0].reply_token


def test_each_e_mail_keeps_a_subject_of_its_own(
    opened: Callable[..., Season], people: dict[str, Player], settings: Any
) -> None:
    settings.MAIL_DEBOUNCE_SECONDS = 0
    season, alice = opened(check_in_days=2), people["alice"]
    delivery.deliver_due_emails(timezone.now(), 100)
    write(mail_of(alice, "opened"), "yes")
    begin_check_in(season)
    delivery.deliver_due_emails(timezone.now(), 100)

    subjects = [mail_of(alice, what).subject for what in ("opened", "check_in")]

    assert subjects[1] == "[Club, season 2] Check-in is open" != subjects[0]


def test_the_render_of_an_answer_survives_the_loss_of_its_words(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    """The quoted words are deleted before the row."""
    alice = people["alice"]
    opened()
    write(mail_of(alice, "opened"), "what?")
    row = mail_of(alice, "reply_refused")
    row.data = {key: row.data[key] for key in ("season", "news", "answers")}

    with override("en"):
        email = league_emails.render_league_email(row)

    assert email is not None and "Your answer was not accepted" in email.text


def test_an_e_mail_without_an_address_for_replies_offers_none(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    """It was queued before an upgrade."""
    opened()
    row = mail_of(people["alice"], "opened")
    row.kind, row.reply_token = "league", ""

    email = email_of(row)

    assert email is not None and "Reply with" not in email.text and "mailto:" not in email.html
    assert "/leagues/club/2/" in email.text


def test_leagues_have_one_token_for_each_player_and_season(
    opened: Callable[..., Season], people: dict[str, Player]
) -> None:
    season = opened()
    before = dict(SeasonToken.objects.values_list("player", "token"))

    news.tell_players(season, [one.pk for one in people.values()], "called_off", now=timezone.now())

    after = dict(SeasonToken.objects.values_list("player", "token"))
    assert len(before) == 2 and len(after) == 4 and before.items() <= after.items()
    assert all(token[0] == "s" and len(token) == 26 for token in after.values())
    assert League.objects.count() == 1
