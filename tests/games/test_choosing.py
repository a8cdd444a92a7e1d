"""Choosing how a match is played: a pace of one's own, and the ratings of who may join."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import BadOptions
from games.engine.paces import Pace, build_pace, is_playable
from games.models import Match, Player, Rating
from games.presentation import labels
from games.services import invitations, matches
from games.services.matches import MatchTerms
from games.services.substitutes import CannotJoin
from games.titles import GAMES

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

    bank = {"start": 100, "increment": 6, "most": 196, "grace": 36}
    assert (match.hours_per_turn, match.hours_per_offer, match.bank) == (36, 10, bank)
    assert "36 hours" in labels.pace_in_words(match)


def test_without_hours_the_pace_is_that_of_the_list(as_: As) -> None:
    as_("alice").post("/matches/new/?game=abyss", fill())

    match = Match.objects.get()
    assert (match.hours_per_turn, match.hours_per_offer, match.bank) == (24, 12, None)


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"own_bank": "100"}, "needs the hours for each turn"),
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
        (Pace(0, 1), False),
        (Pace(1, 721), False),
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


def test_the_lobby_lists_matches_with_followed_players(as_: As, people: dict[str, Player]) -> None:
    as_("carol").post(f"/players/{people['alice'].pk}/follow/")
    for who in ("alice", "bob"):
        matches.open_match(people[who], MatchTerms("abyss", 3))

    [one] = as_("carol").get("/matches/", {"followed": "on"}).context["open"]

    assert one["names"] == "Alice"
