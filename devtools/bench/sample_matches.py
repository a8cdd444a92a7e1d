"""Matches for benchmarks: dealt to four players and played at random."""

from __future__ import annotations

import random
from collections.abc import Sequence

from django.utils import timezone

from games.engine import contract
from games.engine.contract import Decision
from games.engine.random_match import any_answer, any_filling, seed_of
from games.models import Match, Player, Prompt, Seat
from games.queries import states
from games.services import matches
from games.services.play import dealing
from games.titles import GAMES


def create_players() -> list[Player]:
    """Return four players with verified addresses."""
    return [
        Player.objects.get_or_create(
            email=f"bench{number}@example.org",
            defaults={"display_name": f"Bench {number}", "email_verified_at": timezone.now()},
        )[0]
        for number in range(4)
    ]


def deal_match(game: str, number: int, sitting: Sequence[Player] = ()) -> Match:
    """Return a running match of four players, by default always the same ones.

    The first of them opened it: a match that nobody opened is one of a league.
    """
    people = sitting or create_players()
    match = Match.objects.create(
        game=game,
        seats_wanted=4,
        options=matches.chosen_options(GAMES[game], {}, 4),
        created_by=people[0],
    )
    match.refresh_from_db(fields=["number", "created_at"])
    for seat, player in enumerate(people):
        Seat.objects.create(match=match, number=seat, player=player)
    dealing.deal_match(match, seed=seed_of("bench", number), now=timezone.now())
    return match


def next_answer(match: Match, luck: random.Random) -> tuple[str, Decision] | None:
    """Return the token of an open prompt and a legal answer; None when the match is over."""
    match.refresh_from_db(fields=["state", "ply"])
    prompts = GAMES[match.game].list_prompts(states.load_state(match))
    if not prompts:
        return None
    prompt, decision = any_answer(prompts, luck)
    return _find_token(match, prompt), decision


def next_change(match: Match, luck: random.Random) -> tuple[str, Decision] | None:
    """Return the token of a sealed prompt whose group stays open, and a new answer, which cannot
    end the match; None if there is no such prompt."""
    match.refresh_from_db(fields=["state", "ply"])
    prompts = [
        p for p in GAMES[match.game].list_prompts(states.load_state(match)) if p.group is not None
    ]
    if len(prompts) < 2 or not any(p.answered for p in prompts):
        return None
    prompt = next(p for p in prompts if p.answered)
    return _find_token(match, prompt), any_filling(luck.choice(prompt.choices), luck)


def _find_token(match: Match, prompt: contract.Prompt) -> str:
    return Prompt.objects.get(match=match, seat=prompt.seat, closed_at=None).token
