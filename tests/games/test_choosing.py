"""Choosing how a match is played: a pace of one's own, and the ratings of who may join."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from games.emails.matches import render_join_email
from games.engine.clock import DailyDeadline
from games.engine.contract import BadOptions
from games.engine.paces import Pace, build_pace, is_playable
from games.models import Match, Player, PlayerEvent, Rating
from games.presentation import labels
from games.presentation.push_summary import summarize_notification
from games.services import invitations, matches
from games.services.matches import MatchTerms
from games.services.play import pauses
from games.services.substitutes import CannotJoin
from games.titles import GAMES
from notifications.models import Notification

from .reading import As, text_of

pytestmark = pytest.mark.django_db
FORM = {"seats": "2", "bots": "0", "pace": "day", "undo": "free", "invite": "", "word_source": ""}


def fill(game: str = "abyss", **more: str) -> dict[str, str]:
    """Return the form of a new match with the default of every option."""
    options = {f"option_{one.name}": "0" for one in GAMES[game].options if not one.many}
    return FORM | options | more


def test_a_pace_of_ones_own_is_played_and_told(as_: As) -> None:
    sent = fill(own_turn="36", own_bank="100", own_increment="6", own_offer="10")
    assert as_("alice").post("/matches/new/?game=abyss", sent).status_code == 303

    match = Match.objects.get()

    bank = {"start": 100 * 60, "increment": 6 * 60, "most": 196 * 60, "grace": 36 * 60}
    assert (match.minutes_per_turn, match.minutes_per_offer) == (36 * 60, 10 * 60)
    assert match.bank_minutes == bank and not match.counts_minutes
    assert "36 hours" in labels.pace_in_words(match)


def test_without_hours_the_pace_is_that_of_the_list(as_: As) -> None:
    as_("alice").post("/matches/new/?game=abyss", fill())

    match = Match.objects.get()
    assert (match.minutes_per_turn, match.minutes_per_offer) == (24 * 60, 12 * 60)
    assert (match.bank, match.deadline_time) == (None, None)


def test_a_live_pace_counts_minutes(as_: As) -> None:
    sent = fill("pebbles", own_turn="5", own_unit="minutes", own_bank="30", own_increment="1")
    as_("alice").post("/matches/new/?game=pebbles", sent)

    match = Match.objects.get()

    assert match.bank_minutes == {"start": 30, "increment": 1, "most": 126, "grace": 5}
    assert "the first 5 minutes of a turn are free" in labels.pace_in_words(match)
    as_("bob").post(f"/matches/{match.number}/join/")
    row = match.prompts.get()
    assert row.deadline_at == row.opened_at + timedelta(minutes=35)


def open_daily(player: Player, zone: str, *, now: datetime) -> Match:
    """Open a match against a bot whose deadlines are at 21:00 in a zone."""
    pace = replace(build_pace(12, 4, 0, 0), daily=DailyDeadline(time(21), zone))
    terms = MatchTerms("pebbles", 2, bots=1, own_pace=pace)
    return matches.open_match(player, terms, now=now)


@pytest.mark.parametrize("zone", ["Europe/Paris", "America/New_York"])
@pytest.mark.parametrize(
    "at", [datetime(2026, 3, 2, 7, tzinfo=UTC), datetime(2026, 7, 2, 22, 30, tzinfo=UTC)]
)
def test_deadlines_can_always_be_at_the_same_time_of_day(
    people: dict[str, Player], zone: str, at: datetime
) -> None:
    match = open_daily(people["alice"], zone, now=at)

    row = match.prompts.order_by("opened_at").first()

    assert row is not None and row.deadline_at is not None
    assert row.deadline_at.astimezone(ZoneInfo(zone)).time() == time(21)
    assert timedelta(hours=12) <= row.deadline_at - at < timedelta(hours=36)


def test_after_a_pause_deadlines_are_at_that_time_again(people: dict[str, Player]) -> None:
    at = datetime(2026, 3, 2, 7, tzinfo=UTC)
    match = open_daily(people["alice"], "Europe/Paris", now=at)
    before = match.prompts.get(closed_at=None).deadline_at
    assert before is not None

    pauses.pause_match(match, why=Match.Why.VOTE, now=at + timedelta(hours=3))
    pauses.resume_match(match, now=at + timedelta(hours=8))

    assert match.prompts.get(closed_at=None).deadline_at == before + timedelta(days=1)


def test_the_form_takes_a_time_of_day_in_the_players_zone(
    as_: As, people: dict[str, Player]
) -> None:
    Player.objects.filter(pk=people["alice"].pk).update(zone="Asia/Tokyo")
    assert "Asia/Tokyo" in text_of(as_("alice").get("/matches/new/?game=abyss"))
    as_("alice").post("/matches/new/?game=abyss", fill(own_daily="21:00"))

    match = Match.objects.get()

    assert (match.deadline_time, match.deadline_zone) == (time(21), "Asia/Tokyo")
    assert match.minutes_per_turn == 4 * 60
    page = text_of(as_("bob").get("/matches/"))
    assert "Deadlines always at 21:00 (Asia/Tokyo), at least 4 hours per turn" in page


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"own_bank": "100"}, "needs the time for each turn"),
        ({"own_turn": "4", "own_unit": "minutes"}, "at least 5 minutes"),
        ({"own_turn": "3", "own_daily": "21:00"}, "at least 4 hours"),
        ({"own_turn": "5", "own_bank": "9", "own_daily": "21:00"}, "Leave out the time bank"),
        ({"own_turn": "0"}, "greater than or equal to 1"),
        ({"own_turn": "9999"}, "less than or equal to 720"),
        ({"least_rating": "1600", "most_rating": "1500"}, "lowest rating is above the highest"),
    ],
)
def test_what_cannot_be_played_is_refused_and_opens_nothing(
    as_: As, sent: dict[str, str], said: str
) -> None:
    page = as_("alice").post("/matches/new/?game=abyss", fill(**sent))

    assert page.status_code == 422 and said in text_of(page)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("pace", "playable"),
    [
        (build_pace(1, 1, 0, 0), True),
        (build_pace(720, 720, 1440, 168), True),
        (build_pace(5, 30, 5, 0, unit=1), True),
        (build_pace(4, 30, 0, 0, unit=1), False),
        (Pace(60, 721 * 60), False),
        (Pace(240, 240, daily=DailyDeadline(time(21), "UTC")), True),
        (Pace(240, 239, daily=DailyDeadline(time(21), "UTC")), False),
        (build_pace(1, 1, 1441, 0), False),
        (build_pace(1, 1, 10, 169), False),
    ],
)
def test_paces_have_limits(people: dict[str, Player], pace: Pace, playable: bool) -> None:
    assert is_playable(pace) == playable
    if not playable:
        with pytest.raises(BadOptions):
            matches.open_match(people["alice"], MatchTerms("abyss", 2, own_pace=pace))


def rate(player: Player, mean: float) -> None:
    Rating.objects.create(player=player, game="abyss", mean=mean, deviation=2, matches=9)


def test_only_ratings_of_the_range_join(people: dict[str, Player]) -> None:
    """A mean of 25 is shown as 1500, which newcomers have."""
    rate(people["bob"], 20)
    rate(people["carol"], 30)
    terms = MatchTerms("abyss", 4, least_rating=1400, most_rating=1700)
    match = matches.open_match(people["alice"], terms)

    with pytest.raises(CannotJoin, match="from"):
        matches.join_match(match, people["bob"])
    with pytest.raises(CannotJoin, match="up to"):
        matches.join_match(match, people["carol"])
    matches.join_match(match, people["dave"])

    assert match.seats.count() == 2
    assert "For ratings from 1400." in labels.describe_match_settings(match)
    assert "For ratings up to 1700." in labels.describe_match_settings(match)


def test_whoever_is_invited_may_have_any_rating(people: dict[str, Player]) -> None:
    rate(people["bob"], 20)
    match = matches.open_match(people["alice"], MatchTerms("abyss", 3, least_rating=1400))
    row = invitations.invite_player(match, people["alice"], "Bob")

    invitations.accept_invitation(row)

    assert match.seats.filter(player=people["bob"]).exists()


def test_the_lobby_lists_what_one_may_join(as_: As, people: dict[str, Player]) -> None:
    rate(people["bob"], 20)
    for least, most in ((1400, None), (None, 1400), (None, None)):
        terms = MatchTerms("abyss", 3, least_rating=least, most_rating=most)
        matches.open_match(people["alice"], terms)

    def numbers(who: str, **wishes: Any) -> int:
        return len(as_(who).get("/matches/", wishes).context["open"])

    assert (numbers("bob"), numbers("bob", open="on"), numbers("carol", open="on")) == (3, 2, 2)


def test_the_language_of_the_chat_is_shown_and_filtered(as_: As, people: dict[str, Player]) -> None:
    matches.open_match(people["alice"], MatchTerms("abyss", 3, language="fr"))
    matches.open_match(people["bob"], MatchTerms("abyss", 3))
    Player.objects.filter(pk=people["carol"].pk).update(language="fr")

    assert "Language of the chat: Français." in text_of(as_("dave").get("/matches/"))
    [one] = as_("carol").get("/matches/", {"spoken": "on"}).context["open"]
    [other] = as_("dave").get("/matches/", {"spoken": "on"}).context["open"]

    assert (one["names"], other["names"]) == (("Alice",), ("Bob",))


def test_whoever_opened_a_match_is_told_at_once_who_joins(people: dict[str, Player]) -> None:
    match = matches.open_match(people["alice"], MatchTerms("pebbles", 4))
    matches.join_match(match, people["bob"])
    matches.join_match(match, people["carol"])

    rows = Notification.objects.filter(kind="player_joined").order_by("id")
    first, second = (render_join_email(row) for row in rows)

    assert {row.player for row in rows} == {people["alice"]} and first and second
    assert first.subject == f"[Pebbles #{match.number}] Bob has joined"
    assert "It begins when one more player joins." in second.text
    told = PlayerEvent.objects.filter(kind="player_joined").values_list("player", flat=True)
    assert sorted(told) == sorted([people["alice"].pk] * 2 + [people["bob"].pk])


def test_the_last_to_join_is_not_told_of_and_nobody_after_the_start(
    people: dict[str, Player],
) -> None:
    match = matches.open_match(people["alice"], MatchTerms("pebbles", 3))
    matches.join_match(match, people["bob"])
    matches.join_match(match, people["carol"])

    [row] = Notification.objects.filter(kind="player_joined")

    assert render_join_email(row) is None and summarize_notification(row) is None


def test_an_unknown_language_opens_nothing(people: dict[str, Player]) -> None:
    with pytest.raises(BadOptions):
        matches.open_match(people["alice"], MatchTerms("abyss", 3, language="tlh"))


def test_the_lobby_lists_matches_with_followed_players(as_: As, people: dict[str, Player]) -> None:
    as_("carol").post(f"/players/{people['alice'].pk}/follow/")
    for who in ("alice", "bob"):
        matches.open_match(people[who], MatchTerms("abyss", 3))

    [one] = as_("carol").get("/matches/", {"followed": "on"}).context["open"]

    assert one["names"] == ("Alice",)
