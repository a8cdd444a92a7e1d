"""The matches of a demonstration: dealt from a number, and played by the house bots' policies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings

from games.engine.chance import Chance
from games.engine.contract import Prompt as Question
from games.engine.random_match import seed_of
from games.models import Match, Player, Prompt, Seat, Status
from games.queries import states
from games.services import chat, invitations, matches, private_notes, randomness
from games.services.play.decisions import submit_decision
from games.titles import GAMES

# Time between two answers of demo players.
STEP = timedelta(minutes=3)
# The chat messages of a match, by its players in turn.
CHAT = (
    "Hello everybody, good luck!",
    "Have fun. I answer in the evenings.",
    "I did not see that coming.",
    "Take your time, I am on the train until six.",
    "Nice move!",
    "Well played. Another one soon?",
)
# (game, names of the players, number of house bots) of the finished matches, and of those that wait
# for alice.
FINISHED_MATCHES: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("abyss", ("alice", "bob", "carol"), 0),
    ("enchanters", ("dave", "alice"), 0),
    ("essence", ("bob", "alice"), 0),
)
RUNNING: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("abyss", ("alice", "bob", "carol"), 1),
    ("enchanters", ("alice", "bob"), 0),
    ("essence", ("alice", "dave"), 1),
)
# Number of answers given in a match before it waits for somebody.
PLIES = 24


def open_first_match(players: Sequence[Player]) -> Match:
    """Deal an Abyss match of the first three players and a house bot."""
    match = matches.open_match(players[0], matches.MatchTerms("abyss", seats=4, bots=1))
    for player in players[1:3]:
        matches.join_match(match, player)
    return match


def create_matches(people: Mapping[str, Player], number: int, *, now: datetime) -> None:
    """Create the matches of a demonstration: finished, waiting for alice, in the lobby, by
    invitation.

    The same `number` gives the same cards and the same moves.
    """
    for place, (game, names, bots) in enumerate(FINISHED_MATCHES):
        players, begin = [people[name] for name in names], now - timedelta(days=12 - 3 * place)
        luck = Chance(seed_of("demo", number, "finished", place))
        match = deal_match(players, game, bots, luck, now=begin)
        exchange_messages(match, CHAT[:4], now=begin)
        end = play_match(match, luck, now=begin)
        exchange_messages(match, CHAT[4:], now=end)
    for place, (game, names, bots) in enumerate(RUNNING):
        players, begin = [people[name] for name in names], now - timedelta(hours=8 - place)
        luck = Chance(seed_of("demo", number, "running", place))
        match = deal_match(players, game, bots, luck, now=begin)
        play_match(match, luck, now=begin, until=people["alice"])
        exchange_messages(match, CHAT[place : place + 3], now=now - timedelta(minutes=20))
        private_notes.save_private_note(match, people["alice"], "Remember: the last round is near.")
    offer_matches(people, now=now)


def offer_matches(people: Mapping[str, Player], *, now: datetime) -> None:
    """Open a match that anybody may join, and one to which alice is invited."""
    lobby = matches.open_match(people["dave"], matches.MatchTerms("enchanters", seats=3), now=now)
    matches.join_match(lobby, people["carol"], now=now)
    table = matches.open_match(people["bob"], matches.MatchTerms("abyss", seats=2), now=now)
    note = "Shall we try the two of us?"
    invitations.invite_player(table, people["bob"], people["alice"].email, note=note, now=now)


def deal_match(
    players: Sequence[Player],
    game: str,
    bots: int,
    luck: Chance,
    *,
    now: datetime,
) -> Match:
    """Open a match, let all players join it, and return it dealt."""
    first, *others = players
    seats = len(players) + bots
    match = matches.open_match(first, matches.MatchTerms(game, seats=seats, bots=bots), now=now)
    # Before anybody could see what is promised, and so that the number decides about the deal.
    match.secret = seed_of(luck.seed, "secret")
    match.save(update_fields=["secret"])
    for player in others:
        matches.join_match(match, player, now=now)
    deal_waiting_matches(now=now)
    match.refresh_from_db()
    return match


def deal_waiting_matches(*, now: datetime) -> None:
    """Deal the matches that wait for public randomness without it."""
    over = now + timedelta(seconds=settings.BEACON_WAIT_SECONDS)
    for match in Match.objects.filter(status=Status.DEALING, seated_at=now):
        randomness.deal_waiting(match.number, None, now=over)


def play_match(
    match: Match,
    luck: Chance,
    *,
    now: datetime,
    until: Player | None = None,
    plies: int = PLIES,
    loser: Player | None = None,
) -> datetime:
    """Answer the prompts of a match to its end; return the time of the last answer.

    With `until`: after `plies` answers, only until that player alone is asked. `loser` always gives
    the fallback answer.
    """
    seats = {seat.number: seat.player for seat in match.seats.select_related("player")}
    while question := _next_question(match, seats, None if match.ply < plies else until):
        game, player = GAMES[match.game], seats[question.seat]
        view = game.build_view(states.load_state(match), question.seat)
        decision = game.bot.choose_decision(view, question, luck)
        row = Prompt.objects.get(match=match, seat=question.seat, closed_at=None)
        now += STEP
        submit_decision(
            row.token,
            None if player == loser else decision,
            source="bot" if player.is_bot else "page",
            key=f"demo-{match.pk}-{match.ply}-{question.seat}",
            by=None if player.is_bot else player.pk,
            now=now,
        )
        match.refresh_from_db()
    return now


def _next_question(
    match: Match, seats: Mapping[int, Player], absentee: Player | None
) -> Question | None:
    """Return an open prompt of anybody but `absentee`; None if there is none."""
    prompts = GAMES[match.game].list_prompts(states.load_state(match))
    open_ones = [
        prompt for prompt in prompts if prompt.answered is None and seats[prompt.seat] != absentee
    ]
    return open_ones[0] if open_ones else None


def exchange_messages(match: Match, lines: Sequence[str], *, now: datetime) -> None:
    """Post chat messages by the players of a match in turn."""
    people = [seat.player for seat in _seats_of_people(match)]
    for place, line in enumerate(lines):
        key, then = f"demo-{match.pk}-{now.timestamp():.0f}-{place}", now + place * STEP / 3
        chat.send_message(match, people[place % len(people)], line, key=key, now=then)


def _seats_of_people(match: Match) -> list[Seat]:
    return list(
        match.seats.filter(player__is_bot=False).select_related("player").order_by("number")
    )
