"""Matches and prompts as their readers may see them. Read-only; states never leave this module."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import F, Prefetch, QuerySet
from django.utils.translation import gettext as _

from games.engine import notation
from games.engine.contract import Chart, Choice, Decision, Outcome, View, name_players
from games.engine.contract import Prompt as Asked
from games.engine.search import can_think
from games.models import (
    Ballot,
    Board,
    Match,
    Message,
    Pairing,
    Player,
    Prompt,
    Seat,
    Status,
    Vote,
    sql,
)
from games.queries import states
from games.titles import GAMES

# Replicas are at most seconds behind, so they agree about a match that has been over for this long.
LONG = timedelta(minutes=1)
# The largest possible number of a match.
LARGEST = 2**31 - 1


class Answer(msgspec.Struct, frozen=True):
    """A numbered answer to a prompt: its words, and what it costs or brings ("" if obvious)."""

    number: int
    decision: Decision
    words: str
    hint: str


class Question(msgspec.Struct, frozen=True):
    """An open prompt with everything needed to show it to its seat."""

    row: Prompt
    asked: Asked
    text: str
    answers: tuple[Answer, ...]
    # The choices with slots, for a form with checkboxes.
    slotted: tuple[Choice, ...]
    # The current answer to a sealed prompt in words; None before.
    answered: str | None

    @property
    def ask(self) -> str:
        """The text up to its first question mark."""
        sentence, mark, _ = self.text.partition("? ")
        return sentence + mark.rstrip()

    @property
    def details(self) -> str:
        """What follows that question mark, such as what a bid costs."""
        return self.text.partition("? ")[2]


class Table(msgspec.Struct, frozen=True):
    """A match as seen from a seat (None: a spectator)."""

    match: Match
    seat: int | None
    names: tuple[str, ...]
    view: View
    text: str
    question: Question | None
    # The rows of all open prompts, by seat.
    rows: Sequence[Prompt]


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Prefetch the seats of `matches` with their players."""
    seats = Seat.objects.select_related("player").order_by("number")
    return matches.prefetch_related(Prefetch("seats", queryset=seats))


def all_matches() -> QuerySet[Match]:
    """Return all matches, including private ones, with their seats but without their states."""
    return with_seats(Match.objects.defer("state", "seed"))


def match_by_number(number: int) -> Match:
    """Return match #`number` with its seats. Raises Match.DoesNotExist."""
    if number > LARGEST:
        # PostgreSQL would scan all matches for it.
        raise Match.DoesNotExist
    return _attach_seats(sql.fetch_rows(Match, sql.BY_NUMBER, number))


def is_long_over(number: int, *, now: datetime) -> bool:
    """Return whether match #`number` has been over for more than a minute."""
    matches = Match.objects.filter(status=Status.FINISHED, finished_at__lt=now - LONG)
    return matches.filter(number=number).exists()


def match_with_seats(pk: UUID | str | None) -> Match:
    """Return the match with this id and its seats. Raises Match.DoesNotExist."""
    return _attach_seats(sql.fetch_rows(Match, sql.BY_ID, pk))


def _attach_seats(rows: list[Match]) -> Match:
    """Return the only match found, with its seats as if they had been prefetched."""
    if not rows:
        raise Match.DoesNotExist
    [match] = rows
    seats = sql.fetch_rows(Seat, sql.SEATS_OF_MATCH, match.pk, beside="player")
    for seat in seats:
        seat.match = match
    prefetched_seats = match.seats.all()
    prefetched_seats._result_cache = seats
    match._prefetched_objects_cache = {"seats": prefetched_seats}  # type: ignore[attr-defined]
    return match


def asked_rows(match: Match) -> list[Prompt]:
    """Return the rows of the open prompts of a running match, by seat; [] for any other match."""
    return open_rows(match) if match.status == Status.RUNNING else []


def open_rows(match: Match) -> list[Prompt]:
    """Return the rows of the open prompts of a match, by seat."""
    rows = sql.fetch_rows(Prompt, sql.OPEN_PROMPTS_OF_MATCH, match.pk)
    for row in rows:
        row.match = match
    return rows


def shown_votes(match: Match) -> list[Vote]:
    """Return the open votes of a match, and all votes about time and pauses, oldest first."""
    return sql.fetch_rows(Vote, sql.SHOWN_VOTES, match.pk)


def matches_with_seats(pks: Collection[Any]) -> QuerySet[Match]:
    """Return the matches with these ids and their seats."""
    return with_seats(Match.objects.filter(pk__in=pks))


def seat_of(match: Match, player: Player | None) -> int | None:
    """Return the number of the seat that `player` holds in `match`, None for a spectator."""
    if player is None or player.pk is None:
        return None
    return next((s.number for s in match.seats.all() if s.player_id == player.pk), None)


def player_names(match: Match) -> tuple[str, ...]:
    """Return `names[seat]`: the players' names."""
    return tuple(seat.player.display_name for seat in match.seats.all())


def build_table(
    match: Match, seat: int | None, language: str, rows: Sequence[Prompt] | None = None
) -> Table:
    """Return `match` (dealt, its seats prefetched) as seen from `seat`, with its prompt.

    `rows` is its asked_rows, if already loaded.
    """
    game, state, names = GAMES[match.game], states.load_state(match), player_names(match)
    view = game.build_view(state, seat)
    prompts = asked_rows(match) if rows is None else rows
    row = next((row for row in prompts if row.seat == seat), None)
    return Table(
        match=match,
        seat=seat,
        names=names,
        view=view,
        text=game.describe_table(view, names, language),
        question=None if row is None else build_question(row, state, view, language),
        rows=prompts,
    )


def build_question(row: Prompt, state: object, view: View, language: str) -> Question | None:
    """Return the rules' prompt for an open prompt's row; None if it is no longer asked."""
    game = GAMES[row.match.game]
    key = (row.seat, row.number)
    rules_prompt = next((p for p in game.list_prompts(state) if (p.seat, p.number) == key), None)
    if rules_prompt is None:
        return None
    words = game.list_words(language)
    named_view = name_players(view, player_names(row.match))
    answers = tuple(
        Answer(
            number,
            decision,
            notation.format_decision(decision, words),
            game.describe_cost(decision, named_view, language),
        )
        for number, decision in enumerate(states.offered_decisions(row, rules_prompt), start=1)
    )
    return Question(
        row=row,
        asked=rules_prompt,
        text=game.describe_prompt(rules_prompt, named_view, language),
        answers=answers,
        slotted=tuple(choice for choice in rules_prompt.choices if choice.slots),
        answered=None
        if rules_prompt.answered is None
        else notation.format_decision(rules_prompt.answered, words),
    )


def prompt_alone(token: str) -> Prompt:
    """Return the prompt named by `token` with its match. Raises Prompt.DoesNotExist."""
    return Prompt.objects.select_related("match").get(token=token)


def is_cooperative(match: Match) -> bool:
    """Return whether the players play together against the game."""
    game = GAMES.get(match.game)
    return game is not None and game.is_cooperative(match.options)


def is_of_league(match: Match) -> bool:
    """Return whether a match is played at a table, or on a board of two teams, of a league."""
    # Nobody opens the matches of leagues.
    return match.created_by_id is None and (
        Pairing.objects.filter(match=match).exists() or Board.objects.filter(match=match).exists()
    )


def can_end_by_vote(match: Match) -> bool:
    """Return whether the players may agree on an end: directors decide about matches of leagues."""
    return match.status == Status.RUNNING and not is_of_league(match)


def has_current_places(match: Match) -> bool:
    """Return whether the seats can be ranked during the match; they are not if they play
    together."""
    return not is_cooperative(match) and find_chart(match) is not None


def find_chart(match: Match) -> Chart[Any] | None:
    load_board = GAMES[match.game].load_board
    return None if load_board is None else load_board().chart


def can_be_analysed(match: Match) -> bool:
    """Return whether a match is over, and its game can tell who is ahead during a match."""
    game = GAMES.get(match.game)
    is_over = match.status == Status.FINISHED and match.ply > 0
    return is_over and game is not None and can_think(game)


def match_outcome(match: Match) -> Outcome | None:
    """Return the outcome of a match, None while there is none."""
    return match.outcome and msgspec.convert(match.outcome, Outcome)


def final_places(match: Match) -> Sequence[tuple[int, str, int | None]]:
    """Return (place, name, score) by place; [] while the match is running."""
    if match_outcome(match) is None:
        return []
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place or 0, seat.number))
    return [(seat.place or 0, seat.player.display_name, seat.score) for seat in seats]


def prompt_by_token(token: str) -> Prompt:
    """Return the prompt named by `token`, with its match and seats. Raises Prompt.DoesNotExist."""
    return with_match(Prompt.objects.select_related("match")).get(token=token)


def with_match(prompts: QuerySet[Prompt]) -> QuerySet[Prompt]:
    seats = Seat.objects.select_related("player").order_by("number")
    return prompts.prefetch_related(Prefetch("match__seats", queryset=seats))


def find_named_match(path: str, names: Mapping[str, Any]) -> UUID | None:
    """Return the id of the match that the URL of a program names; None if it names none.

    `names` are the values in the URL: the number of the match, or the token of a prompt of it.
    """
    if "/prompts/" in path:
        rows = Match.objects.filter(prompts__token=names.get("token", ""))
    elif path.startswith("/api/v1/matches/"):
        rows = Match.objects.filter(number=names.get("number", 0))
    else:
        return None
    return rows.values_list("pk", flat=True).first()


def open_match_by_id(match_id: str) -> Match | None:
    """Return the open match with that id, private or not; None if it is not open."""
    return with_seats(Match.objects.filter(pk=match_id, status=Status.OPEN)).first()


def describe_closed_prompt(prompt: Prompt, language: str) -> str:
    """Return how a prompt was settled: who answered it and how, as far as its own seat may know."""
    if prompt.match.status == Status.FROZEN:
        return _("This match is on hold until our staff has looked at it.")
    move = prompt.moves.exclude(source="undo").order_by("-ply").first()
    if move is None:
        undo_moves = prompt.match.moves.filter(source="undo")
        if prompt.closed_at and undo_moves.filter(played_at=prompt.closed_at).exists():
            return _("A move was taken back, so that question does not count any more.")
        return _("That question was settled before your answer came.")
    words = GAMES[prompt.match.game].list_words(language)
    decision = notation.order_arguments(states.parse_stored_decision(move.decision), words)
    answer = notation.format_decision(decision, words)
    if move.undone is not None:
        return _("Your answer “%(answer)s” was taken back.") % {"answer": answer}
    if move.source == "clock":
        return _("Your time ran out; this was played for you: “%(answer)s”.") % {"answer": answer}
    if move.source == "order":
        return _("Your order answered that question: “%(answer)s”.") % {"answer": answer}
    return _("You have answered that question: “%(answer)s”.") % {"answer": answer}


def message_between(pk: str, reader: Player, writer: Player) -> Message | None:
    """Return a message by `writer` in a match of `reader`; None if there is none."""
    try:
        message_id = UUID(pk)
    except ValueError:
        return None
    rows = Message.objects.filter(pk=message_id, player=writer, match__seats__player=reader)
    return rows.select_related("match").first()


def open_ballot(token: str) -> Ballot | None:
    """Return the ballot named by `token`, with its vote; None once that is decided."""
    rows = Ballot.objects.select_related("vote").filter(token=token)
    return rows.filter(vote__outcome=Vote.Outcome.OPEN).first()


def find_matches_with_open_ballot(player: Player) -> set[UUID]:
    """Return the ids of the matches in which a player has not answered an open vote."""
    rows = Ballot.objects.filter(
        says=None,
        vote__outcome=Vote.Outcome.OPEN,
        vote__match__status=Status.RUNNING,
        vote__match__seats__player=player,
        vote__match__seats__number=F("seat"),
    )
    return set(rows.values_list("vote__match", flat=True))
