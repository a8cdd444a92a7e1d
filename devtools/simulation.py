"""A season played by bots at hurried time, to try out the terms of a league.

Everything happens in the caller's transaction, which rolls it back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import msgspec
from django.db.models import Count, Q, QuerySet

from abyss_site.demo import matches
from games.engine.chance import Chance
from games.engine.random_match import seed_of
from games.models import Entry, League, Match, Move, Pairing, Player, Prompt, Season, Status
from games.queries import states
from games.services.leagues import directing, entries, rolling, seasons, terms
from games.services.play.decisions import submit_decision
from games.titles import GAMES

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
# So many days after its start a season has ended, or never will.
LONGEST = timedelta(days=3650)
CHANCES = list(range(10_000))


class Habits(msgspec.Struct, frozen=True):
    """How the simulated players behave: shares from 0 to 1.

    `drops`: of entrants who leave in each round. `silences`: of questions that time out. `stalls`:
    of matches in which nobody answers any more, so that they are adjudicated.
    """

    drops: float = 0.02
    silences: float = 0.05
    stalls: float = 0.05


class Report(msgspec.Struct, frozen=True):
    """What came of a simulated season."""

    state: str
    days: int
    divisions: list[int]
    """The number of entrants of each division."""
    rounds: int
    matches: int
    results: dict[str, int]
    """How tables were settled -> how many."""
    timeouts: int
    """The answers that the clock gave."""
    left: int
    """The players who left, with their teams or alone."""
    reserves_used: int
    most_matches: int
    """The most matches of one entrant."""
    fewest_matches: int


def simulate_season(
    overrides: Mapping[str, object], entrants: int, *, habits: Habits, number: int, now: datetime
) -> Report:
    """Play a season of a new league with these terms to its end, and report on it.

    The same `number` gives the same behaviour of players. Raises BadTerms or BadOptions.
    """
    luck = Chance(seed_of("season", number))
    name = f"simulated-{uuid4().hex[:12]}"
    # Example games too, even where the site does not offer them: nobody else ever sees the league.
    league_terms = terms.parse_terms({**overrides, "goes_on": False}, games=GAMES)
    league = League.objects.create(name=name, slug=name, terms=terms.serialize_terms(league_terms))
    season = directing.open_season(league, now=now)
    boards = terms.terms_from_row(season).team_size
    for n in range(entrants):
        entry = entries.sign_up(
            season, _create_player(name, n * boards, now), team_name=f"Team {n + 1}", now=now
        )
        for board in range(1, boards):
            player = _create_player(name, n * boards + board, now)
            entries.join_team(season, player, team_code=entry.team_code, now=now)
    season = _begin_season(season, now)
    started_at = now = season.starts_at or now
    while season.state == Season.State.RUNNING and now < started_at + LONGEST:
        _drop_out(season, luck, habits, now=now)
        _challenge(season, luck, now=now)
        _play_round(season, luck, habits, now=now)
        step = HOUR if terms.terms_from_row(season).form == "arena" else DAY
        now = _advance(season, now, step)
    return _build_report(season, days=(now - started_at).days)


def _create_player(league: str, number: int, now: datetime) -> Player:
    return Player.objects.create_user(
        f"{league}-{number}@simulated.invalid",
        display_name=f"{league[-12:]} {number}",
        email_verified_at=now,
    )


def _begin_season(season: Season, now: datetime) -> Season:
    """Pass sign-up and check-in; everybody checks in."""
    while season.state in (Season.State.SIGN_UP, Season.State.CHECK_IN):
        season = entries.lock_season(season)
        until = season.sign_up_until or now
        if season.state == Season.State.CHECK_IN:
            until = season.starts_at or now
            waiting = season.entries.filter(state=Entry.State.SIGNED)
            for entry in waiting.select_related("player"):
                entries.check_in(season, entry.player, now=now)
            season = entries.lock_season(season)
        before = season.state
        seasons.advance_season(season, now=until)
        if season.state == before:
            # Too few for a cup that starts when it is full.
            seasons.call_off(season, now=until)
    return season


def _drop_out(season: Season, luck: Chance, habits: Habits, *, now: datetime) -> None:
    playing = season.entries.filter(state=Entry.State.PLAYING).order_by("signed_up_at", "pk")
    for n, entry in enumerate(playing.select_related("player")):
        if _happens(luck, f"drop {n}", habits.drops / _rounds_left(season)):
            entries.leave_season(season, entry.player, now=now)


def _challenge(season: Season, luck: Chance, *, now: datetime) -> None:
    """Let one player of a ladder in three challenge somebody."""
    if terms.terms_from_row(season).form != "ladder":
        return
    playing = season.entries.filter(state=Entry.State.PLAYING).order_by("signed_up_at", "pk")
    for n, entry in enumerate(playing.select_related("player")):
        if _happens(luck, f"challenge {n}", 1 / 3):
            for other in rolling.list_challengeable(season, entry.player, now=now)[:1]:
                rolling.challenge(season, entry.player, other.player, now=now)
    _advance(season, now, timedelta())


def _rounds_left(season: Season) -> int:
    """Return by how much chances are divided while a season waits for the days of its rounds."""
    league_terms = terms.terms_from_row(season)
    return (
        league_terms.arena_hours
        if league_terms.form == "arena"
        else max(1, league_terms.round_days)
    )


def _play_round(season: Season, luck: Chance, habits: Habits, *, now: datetime) -> None:
    matches.deal_waiting_matches(now=now)
    open_ones = Pairing.objects.filter(round__division__season=season, settled_at=None)
    mine = Q(pairing__in=open_ones) | Q(board__pairing__in=open_ones)
    rows = Match.objects.filter(mine, status=Status.RUNNING, ply=0).order_by("number")
    for n, match in enumerate(rows):
        stalls = _happens(luck, f"stall {n}", habits.stalls)
        _play_match(match, luck, habits, plies=1 if stalls else 0, now=now)


def _play_match(match: Match, luck: Chance, habits: Habits, *, plies: int, now: datetime) -> None:
    """Play a match to its end or that of its round, or `plies` moves if not 0.

    An answer takes an hour; some questions time out.
    """
    plies_played = 0
    game = GAMES[match.game]
    while row := Prompt.objects.filter(match=match, closed_at=None, answered_at=None).first():
        match.refresh_from_db()
        is_late = _pairing_of(match).round.ends_at <= now
        if match.status != Status.RUNNING or is_late or (plies and plies_played >= plies):
            return
        state = states.load_state(match)
        prompt = next(prompt for prompt in game.list_prompts(state) if prompt.seat == row.seat)
        if row.deadline_at and _happens(luck, "silence", habits.silences):
            answer, source, now = None, "clock", row.deadline_at
        else:
            now += HOUR
            thought_seed = luck.choose("thought", CHANCES)
            view, chance = (
                game.build_view(state, row.seat),
                Chance(seed_of("thought", thought_seed)),
            )
            answer, source = game.bot.choose_decision(view, prompt, chance), "page"
        submit_decision(row.token, answer, source=source, key=str(row.pk), now=now)
        plies_played += 1


def _pairing_of(match: Match) -> Pairing:
    rows = Pairing.objects.select_related("round")
    return rows.filter(Q(match=match) | Q(boards__match=match)).distinct().get()


def _advance(season: Season, now: datetime, step: timedelta) -> datetime:
    """Run the league's job as the clock would, so much later; return when that is."""
    then = now + step
    locked_season = entries.lock_season(season)
    while locked_season.state == Season.State.RUNNING:
        seasons.advance_season(locked_season, now=then)
        if locked_season.due_at != then:
            break
    season.refresh_from_db()
    return then


def _happens(luck: Chance, what: str, share: float) -> bool:
    """Return whether something happens that happens in this share of cases."""
    return luck.choose(what, CHANCES) < share * len(CHANCES)


def _build_report(season: Season, *, days: int) -> Report:
    pairings = Pairing.objects.filter(round__division__season=season)
    hows = Counter(pairings.exclude(settled_at=None).values_list("how", flat=True))
    entries_with_counts = season.entries.filter(
        division__isnull=False, state=Entry.State.PLAYING
    ).annotate(many=Count("pairing_seats"))
    many = list(entries_with_counts.values_list("many", flat=True)) or [0]
    mine = Match.objects.filter(Q(pairing__in=pairings) | Q(board__pairing__in=pairings))
    leavers: QuerySet[Any] = season.entries.filter(state=Entry.State.LEFT)
    if terms.terms_from_row(season).is_for_teams:
        leavers = season.team_members.exclude(left_at=None)
    sizes = season.divisions.annotate(many=Count("entries")).order_by("level", "number")
    return Report(
        state=season.state,
        days=days,
        divisions=list(sizes.values_list("many", flat=True)),
        rounds=max(pairings.values_list("round__number", flat=True), default=0),
        matches=mine.count(),
        results={how or "played": n for how, n in sorted(hows.items())},
        timeouts=Move.objects.filter(match__in=mine, source="clock").count(),
        left=leavers.count(),
        reserves_used=season.entries.exclude(instead_of=None).count(),
        most_matches=max(many),
        fewest_matches=min(many),
    )
