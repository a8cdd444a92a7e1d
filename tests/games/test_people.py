"""People: the directory, profiles, followed players, leaderboards, the archive and game pages."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from abyss_site.core.valkey import presence
from games.models import Follow, Match, Player, Rating, Sanction
from games.presentation.own_data import export_player_data
from games.queries import leaderboards, match_lists
from games.queries.leaderboards import Season
from games.queries.people import A_PAGE, compare_players
from games.services import account_deletion, profiles, sanctions
from games.services.play.decisions import submit_decision

from .reading import As, text_of

pytestmark = pytest.mark.django_db


def play_out(match: Match) -> Match:
    count = 0
    while prompt := match.prompts.filter(closed_at=None).first():
        count += 1
        submit_decision(prompt.token, None, source="page", key=str(count))
    match.refresh_from_db()
    return match


@pytest.fixture
def over(deal: Callable[..., Match]) -> Match:
    """Return a finished match of alice and bob."""
    return play_out(deal("pebbles", seats=2, now=timezone.now()))


# The directory.


def test_the_directory_lists_people_by_name_and_nobody_else(people: dict[str, Player]) -> None:
    Player.objects.create_guest()
    Player.objects.create_user("new@example.org", display_name="Unconfirmed")
    Player.objects.create_bot(display_name="Robo (bot)")
    for name in ("mia", "Özlem", "Oz", "Pia"):
        address = f"{ord(name[0])}{name[-1]}@example.org"
        Player.objects.create_user(address, display_name=name, email_verified_at=timezone.now())

    response = Client().get("/players/")

    names = [one.display_name for one, _ in response.context["people"]]
    assert names == ["Alice", "Bob", "Carol", "Dave", "mia", "Oz", "Özlem", "Pia"]
    page = text_of(response)
    assert "Unconfirmed" not in page and "Robo" not in page and "Guest" not in page
    assert "example.org" not in page


@pytest.mark.parametrize(("words", "found"), [("ali", True), ("LICE", True), ("bobby", False)])
def test_players_are_found_by_a_part_of_their_name(
    people: dict[str, Player], words: str, found: bool
) -> None:
    page = text_of(Client().get("/players/", {"q": words}))

    assert ("Alice" in page) == found and "Carol" not in page
    assert ("No player has such a name." in page) != found


def test_a_long_directory_has_pages(people: dict[str, Player]) -> None:
    for number in range(A_PAGE):
        Player.objects.create_user(
            f"p{number}@example.org",
            display_name=f"Player {chr(97 + number % 26)}{number}",
            email_verified_at=timezone.now(),
        )
    first = Client().get("/players/")

    second = Client().get("/players/", {"after": first.context["after"]})

    names = [one.display_name for page in (first, second) for one, _ in page.context["people"]]
    assert len(names) == len(set(names)) == A_PAGE + 4
    assert second.context["after"] == ""


def test_queries_of_the_directory(
    as_: As, people: dict[str, Player], django_assert_num_queries: Any
) -> None:
    alice = as_("alice")
    alice.get("/")

    # Session, player, how many questions wait; players.
    with django_assert_num_queries(4):
        alice.get("/players/")


# When somebody was last here.


def test_others_see_who_is_here_and_who_was_unless_they_hide_it(
    as_: As, people: dict[str, Player]
) -> None:
    bob = people["bob"]
    path = f"/players/{bob.pk}/"
    assert "on the site" not in text_of(as_("alice").get(path))

    as_("bob").get("/")
    assert "Last on the site today." in text_of(as_("alice").get(path))
    presence.record_presence(bob.pk)
    assert "Online now." in text_of(as_("alice").get(path))
    Player.objects.filter(pk=bob.pk).update(shows_presence=False)

    page = text_of(as_("alice").get(path)) + text_of(as_("alice").get("/players/", {"q": "bob"}))
    assert "Online" not in page and "on the site" not in page


def test_a_visit_is_noted_once_a_day(
    people: dict[str, Player], django_assert_num_queries: Any
) -> None:
    today = timezone.now().date()

    with django_assert_num_queries(1):
        profiles.record_visit(people["bob"], today)
        profiles.record_visit(people["bob"], today)

    people["bob"].refresh_from_db()
    assert people["bob"].last_seen_on == today


# The public page.


def test_players_say_something_of_themselves_in_plain_text(
    as_: As, people: dict[str, Player]
) -> None:
    sent = {"about": "<b>Hello</b>\nfrom the sea", "shows_presence": "on"}
    assert as_("alice").post("/settings/profile/", sent).status_code == 303

    page = Client().get(f"/players/{people['alice'].pk}/").content.decode()

    assert "&lt;b&gt;Hello&lt;/b&gt;<br>from the sea" in page


def test_what_is_too_long_is_refused_and_changes_nothing(
    as_: As, people: dict[str, Player]
) -> None:
    answer = as_("alice").post("/settings/profile/", {"about": "x" * 501})

    people["alice"].refresh_from_db()
    assert answer.status_code == 422
    assert people["alice"].about == "" and people["alice"].shows_presence


def test_whoever_is_muted_says_nothing_there(as_: As, people: dict[str, Player]) -> None:
    profiles.change_profile(people["alice"], about="Rude words", shows_presence=True)
    Sanction.objects.create(
        player=people["alice"], kind="mute", reason="x", imposed_at=timezone.now()
    )

    assert "Rude words" not in text_of(Client().get(f"/players/{people['alice'].pk}/"))
    with pytest.raises(sanctions.PlayerMuted):
        profiles.change_profile(people["alice"], about="More of it", shows_presence=True)


def test_two_players_see_what_they_played_against_each_other(
    as_: As, people: dict[str, Player], over: Match, deal: Callable[..., Match]
) -> None:
    play_out(deal("pebbles", seats=3, now=timezone.now()))
    [row] = compare_players(people["alice"], people["bob"])

    page = text_of(as_("alice").get(f"/players/{people['bob'].pk}/"))

    assert (row.game, row.played) == ("pebbles", 2) and row.won + row.lost <= 2
    assert "You and Bob" in page and "2 matches played" in page
    assert "Plays most often with" in page
    assert "You and" not in text_of(as_("bob").get(f"/players/{people['bob'].pk}/"))


# Following.


def test_followed_players_are_found_and_nobody_else_is_told(
    as_: As, people: dict[str, Player]
) -> None:
    path = f"/players/{people['bob'].pk}/"
    as_("alice").post(f"{path}follow/")
    as_("alice").post(f"{path}follow/")

    listed = text_of(as_("alice").get("/players/", {"followed": "on"}))

    assert Follow.objects.count() == 1
    assert "Bob" in listed and "Carol" not in listed
    assert "Unfollow" in text_of(as_("alice").get(path))
    assert "Alice" not in text_of(as_("bob").get("/players/", {"followed": "on"})).replace(
        "Signed in", ""
    )
    as_("alice").post(f"{path}follow/", {"lift": "yes"})
    assert Follow.objects.count() == 0


def test_nobody_follows_themselves_or_more_than_the_limit(
    people: dict[str, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profiles, "MAX_FOLLOWED", 1)
    alice = people["alice"]
    with pytest.raises(profiles.CannotFollow):
        profiles.follow_player(alice, alice)
    profiles.follow_player(alice, people["bob"])

    with pytest.raises(profiles.CannotFollow):
        profiles.follow_player(alice, people["carol"])

    assert [one.followed_id for one in alice.follows.all()] == [people["bob"].pk]


def test_visitors_and_guests_cannot_follow(client: Client, people: dict[str, Player]) -> None:
    path = f"/players/{people['bob'].pk}/follow/"
    assert client.post(path)["Location"].startswith("/sign-in/")
    client.force_login(Player.objects.create_guest())

    assert client.post(path)["Location"] == "/guest/"
    assert not Follow.objects.exists()


# Leaderboards.


def test_the_leaderboard_has_certain_ratings_only(people: dict[str, Player]) -> None:
    for name, mean, deviation in (("alice", 30, 2), ("bob", 35, 8), ("carol", 40, 2)):
        Rating.objects.create(
            player=people[name], game="abyss", mean=mean, deviation=deviation, matches=9
        )
    Player.objects.filter(pk=people["dave"].pk).update(left_at=timezone.now())

    page = text_of(Client().get("/leaderboards/abyss/"))

    assert page.index("Carol") < page.index("Alice") and "Bob" not in page


def test_wins_of_a_season_count_by_seats(
    people: dict[str, Player], over: Match, deal: Callable[..., Match], settings: Any
) -> None:
    settings.SHOW_EXAMPLE_GAMES = True
    play_out(deal("pebbles", seats=3, now=timezone.now()))
    hidden = play_out(deal("pebbles", seats=2, now=timezone.now()))
    Match.objects.filter(pk=hidden.pk).update(private=True)
    season = Season.at(timezone.now())

    every = leaderboards.list_winners("pebbles", season, None, 0)
    of_two = leaderboards.list_winners("pebbles", season, 2, 0)
    before = leaderboards.list_winners("pebbles", season.next(-1), None, 0)

    assert sum(one.played for one in every) == 5 and sum(one.won for one in every) >= 2
    assert [one.won for one in every] == sorted((one.won for one in every), reverse=True)
    assert {one.player.display_name for one in of_two} == {"Alice", "Bob"} and before == []
    page = Client().get("/leaderboards/pebbles/", {"season": str(season), "seats": "2"})
    assert "Alice" in text_of(page) and "Carol" not in text_of(page)


@pytest.mark.parametrize("season", ["2026-5", "x", "99999-1", "0000-1", "2999-1", "2026-²"])
def test_a_season_that_does_not_exist_is_none(client: Client, season: str) -> None:
    assert Season.read(season, timezone.now()) is None
    assert client.get("/leaderboards/abyss/", {"season": season, "page": "x²"}).status_code == 200


def test_seasons_are_quarters_in_words() -> None:
    season = Season(2026, 4)

    assert str(season.next(1)) == "2027-1" and str(season.next(-4)) == "2025-4"
    assert season.ends_at() - season.begins_at() == timedelta(days=92)


# The archive, and the page of a game.


def test_the_archive_is_filtered_by_game_seats_players_and_day(
    over: Match, deal: Callable[..., Match], settings: Any
) -> None:
    settings.SHOW_EXAMPLE_GAMES = True
    running = deal("pebbles", seats=2, now=timezone.now())
    hidden = play_out(deal("pebbles", seats=2, now=timezone.now()))
    Match.objects.filter(pk=hidden.pk).update(private=True)

    def numbers(**wishes: Any) -> list[int]:
        page = Client().get("/archive/", wishes)
        return [item["match"].number for item in page.context["matches"]]

    tomorrow, long_ago = timezone.now() + timedelta(days=1), "2020-01-01"
    assert numbers() == [over.number] and running.number not in numbers()
    assert numbers(game="pebbles", seats="2", player="alice", opponent="Bob") == [over.number]
    assert numbers(until=f"{tomorrow:%F}") == [over.number]
    assert numbers(player="carol") == numbers(game="abyss") == numbers(until=long_ago) == []
    assert numbers(until="nonsense", seats="99") == [over.number]


def test_the_archive_writes_days_as_other_pages_do(over: Match) -> None:
    # It wrote 11/24/2026, which most readers take for another day, or for none.
    Match.objects.update(finished_at=datetime(2026, 11, 24, 12, tzinfo=UTC))

    assert "24 Nov 2026" in Client().get("/archive/").content.decode()


def test_the_archive_has_pages(deal: Callable[..., Match], settings: Any) -> None:
    settings.SHOW_EXAMPLE_GAMES = True
    now = timezone.now()
    for number in range(match_lists.A_PAGE + 2):
        match = deal("pebbles", seats=2, now=now)
        Match.objects.filter(pk=match.pk).update(
            status="finished", finished_at=now - timedelta(minutes=number // 2)
        )
    first = Client().get("/archive/")

    second = Client().get("/archive/", {"before": str(first.context["earlier"])})

    found = [item["match"].number for page in (first, second) for item in page.context["matches"]]
    assert len(found) == len(set(found)) == match_lists.A_PAGE + 2


def test_queries_of_the_archive(
    as_: As, deal: Callable[..., Match], settings: Any, django_assert_num_queries: Any
) -> None:
    settings.SHOW_EXAMPLE_GAMES = True
    for _ in range(3):
        play_out(deal("pebbles", seats=2, now=timezone.now()))
    alice = as_("alice")
    alice.get("/")

    # Session, player, how many questions wait; matches with seats.
    with django_assert_num_queries(5):
        alice.get("/archive/")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_page_of_a_game_says_how_it_is_played_and_by_whom(
    client: Client, people: dict[str, Player], language: str
) -> None:
    Rating.objects.create(player=people["carol"], game="abyss", mean=40, deviation=2, matches=9)

    for game in ("abyss", "enchanters", "essence"):
        page = client.get(f"/games/{game}/", headers={"Accept-Language": language})
        assert page.status_code == 200 and f"/rules/{game}/" in page.content.decode()
    page = client.get("/games/abyss/", headers={"Accept-Language": language})

    assert "Carol" in text_of(page)
    assert client.get("/games/chess/").status_code == 404


def test_the_page_of_a_game_tells_the_most_points(client: Client, deal: Any) -> None:
    for name, changes in {"public": {}, "private": {"private": True}}.items():
        match = deal("abyss", seats=2)
        Match.objects.filter(pk=match.pk).update(
            status="finished", finished_at=timezone.now(), **changes
        )
        match.seats.filter(number=1).update(score=77 if name == "public" else 99)

    page = text_of(client.get("/games/abyss/"))

    records = page.partition("Most points")[2].partition("Finished matches")[0]
    assert "Bob" in records and "77" in records and "99" not in records


# What is kept.


def test_it_is_exported_and_erased(people: dict[str, Player]) -> None:
    alice, bob = people["alice"], people["bob"]
    profiles.change_profile(alice, about="From the sea", shows_presence=True)
    profiles.record_visit(alice, timezone.now().date())
    profiles.follow_player(alice, bob)
    profiles.follow_player(bob, alice)

    told: dict[str, Any] = {}
    for line in export_player_data(alice):
        told |= json.loads(line)
    account_deletion.delete_account(alice, address=alice.email)

    alice.refresh_from_db()
    assert told["you"]["about"] == "From the sea" and told["you"]["last_seen_on"]
    assert [one["followed__display_name"] for one in told["follows"]] == ["Bob"]
    assert alice.about == "" and alice.last_seen_on is None and not Follow.objects.exists()
