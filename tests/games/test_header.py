"""The header of every page: what waits for the player, besides questions."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Player, Vote
from games.queries.header import fetch_header_counts
from games.services import matches
from games.services.invitations import decline_invitation, invite_player
from games.services.play import votes
from tests.games.reading import As, text_of

pytestmark = pytest.mark.django_db


def test_an_invitation_counts_until_it_is_answered(people: dict[str, Player], as_: As) -> None:
    match = matches.open_match(people["alice"], matches.MatchTerms("pebbles", seats=2))
    row = invite_player(match, people["alice"], people["bob"].email)

    assert "1 invitation or vote waits for you" in text_of(as_("bob").get("/matches/"))
    assert "waits for you" not in text_of(as_("alice").get("/matches/"))

    decline_invitation(row)
    assert fetch_header_counts(people["bob"]).asked == 0


def test_a_vote_counts_until_the_player_has_voted(
    deal: Any, people: dict[str, Player], as_: As
) -> None:
    match = deal("pebbles", seats=3)
    caller, first, _second = (match.seats.get(number=number).player for number in range(3))
    vote = votes.call_vote(caller, match, Vote.Kind.PAUSE, hours=48)

    shown = text_of(as_(first.display_name.lower()).get("/"))
    assert "1 invitation or vote waits for you" in shown and "a vote waits for you" in shown
    assert fetch_header_counts(caller).asked == 0

    votes.answer_ballot(vote.ballots.get(seat=1), says=True)
    assert fetch_header_counts(first).asked == 0
    assert "a vote waits" not in text_of(as_(first.display_name.lower()).get("/"))
