"""A match before its first question: opened, joined, left, dealt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.engine import search
from games.engine.contract import AnyGame, Refused
from games.engine.paces import PACES
from games.models import Invitation, Level, Match, Player, Seat, Status, Undo
from games.services import change_marks, randomness
from games.services.dealing import checked_word, new_secret
from games.services.house_bots import HOUSE_BOTS, OF_THE_HOUSE, house_bots
from games.services.moderation import sanctions
from games.services.substitutes import CannotJoin, check_terms
from games.titles import GAMES

# So many matches that wait for others may be opened by one player.
MOST_OPEN = 20
# Shares of questions answered in time, in percent, that a match may ask for.
SHARES = (0, 70, 80, 90, 95)


class MatchGone(CannotJoin):
    """The last person has left, and the match was taken down."""


class BadOptions(Refused):
    """A game, number of seats, pace or option that does not exist."""

    code = "bad_options"


def chosen_options(game: AnyGame, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return every option of `game` with its chosen or default value.

    Raises BadOptions that names the option and what it may be.
    """
    values = {option.name: option.values for option in game.options}
    for name, value in given.items():
        if name not in values:
            raise BadOptions("{game} has no option “{name}”.", game=game.title, name=name)
        if not any(value == allowed and type(value) is type(allowed) for allowed in values[name]):
            listed = ", ".join(str(allowed) for allowed in values[name])
            raise BadOptions(
                "{name} may be {values}, not “{value}”.", name=name, values=listed, value=str(value)
            )
    return {name: given.get(name, allowed[0]) for name, allowed in values.items()}


@transaction.atomic
def open_match(
    player: Player,
    *,
    game: str,
    seats: int,
    options: Mapping[str, Any] | None = None,
    bots: int = 0,
    strong_bots: int = 0,
    pace: str = "three_days",
    on_silence: str = Match.OnSilence.FALLBACK,
    absences: bool = True,
    min_punctuality: int = 0,
    private: bool = False,
    watchable: bool = True,
    bots_welcome: bool = False,
    undo: Undo = Undo.FREE,
    word: str = "",
    word_source: Seat.WordSource = Seat.WordSource.TYPED,
    now: datetime | None = None,
) -> Match:
    """Open a match with `player` in it and `bots` quick and `strong_bots` thinking house bots.

    Once it is full it is dealt, or waits for public randomness. Players' own bots may sit down if
    they are welcome, or if one of them opens it.
    `word` is the player's part in the shuffle, "" for none; where it came from is written down.

    Raises BadOptions, and CannotJoin for one who has opened too many; nothing is created.
    """
    sanctions.check_may_join(player, now=now or timezone.now())
    if Match.objects.filter(_opened_by(player), status=Status.OPEN).count() >= MOST_OPEN:
        raise CannotJoin(
            "You have opened {most} matches that wait for others; leave one.", most=MOST_OPEN
        )
    rules = GAMES.get(game)
    if rules is None:
        raise BadOptions("There is no game “{game}”.", game=game)
    if seats not in rules.seats:
        raise BadOptions(
            "{game} seats {least} to {most}.",
            game=rules.title,
            least=rules.seats.start,
            most=rules.seats.stop - 1,
        )
    if min(bots, strong_bots) < 0 or bots + strong_bots >= seats:
        raise BadOptions("At least one seat must be for a person.")
    check_level(rules, Level.STRONG if strong_bots else Level.QUICK)
    if pace not in PACES:
        raise BadOptions(
            "The pace may be {paces}, not “{pace}”.", paces=", ".join(PACES), pace=pace
        )
    if on_silence not in Match.OnSilence.values or min_punctuality not in SHARES:
        raise BadOptions("This match has terms that no match has.")
    match = _new_match(
        rules,
        seats,
        options,
        pace,
        private=private,
        watchable=watchable,
        bots_welcome=bots_welcome or player.is_bot,
        undo=undo,
        on_silence=on_silence,
        absences=absences,
        min_punctuality=min_punctuality,
        created_by=player,
    )
    _create_seat(match, player, word, word_source)
    for bot in house_bots(bots) + house_bots(strong_bots, Level.STRONG):
        _create_seat(match, bot)
    deal_if_full(match, now or timezone.now())
    return match


@transaction.atomic
def seat_match(
    players: Sequence[Player],
    *,
    game: str,
    options: Mapping[str, Any],
    pace: str,
    now: datetime,
    **terms: Any,
) -> Match:
    """Deal a match to these players in seat order, with terms as `open_match` has them.

    Nobody of them has opened it, and nobody brings a word. Nobody is refused: whether they may
    play, and whom they have blocked, is asked by whoever seats them. Raises BadOptions.
    """
    match = _new_match(GAMES[game], len(players), options, pace, **terms)
    for player in players:
        _create_seat(match, player)
    deal_if_full(match, now)
    return match


def _opened_by(player: Player) -> Q:
    """What a player has opened, by their own hand or by a bot of theirs."""
    person = player.owner or player
    return Q(created_by=person) | Q(created_by__owner=person)


def _new_match(
    rules: AnyGame, seats: int, options: Mapping[str, Any] | None, pace: str, **terms: Any
) -> Match:
    """Write down a match without anybody in it, with the promise of its shuffle."""
    chosen = PACES[pace]
    match = Match.objects.create(
        game=rules.name,
        options=chosen_options(rules, options or {}),
        seats_wanted=seats,
        hours_per_turn=chosen.turn,
        hours_per_offer=chosen.offer,
        bank=chosen.bank,
        secret=new_secret(),
        **terms,
    )
    match.refresh_from_db(fields=["number", "created_at"])
    return match


@transaction.atomic
def join_match(
    match: Match,
    player: Player,
    *,
    word: str = "",
    word_source: Seat.WordSource = Seat.WordSource.TYPED,
    now: datetime | None = None,
) -> Seat:
    """Give `player` a free seat; the last one to sit down starts the match. Raises CannotJoin.

    Whoever is invited gets the seat that is kept for them, if one is. `word` is the player's part
    in the shuffle, "" for none; where it came from is written down.
    """
    match = _lock_match(match)
    if match.status != Status.OPEN:
        raise CannotJoin("This match has already begun.")
    if match.seats.filter(player=player).exists():
        raise CannotJoin("You already sit at this table.")
    now = now or timezone.now()
    check_terms(match, player, now=now)
    mine = match.invitations.filter(player=player, outcome=Invitation.Outcome.OPEN).first()
    kept = None if mine is None else mine.seat
    seat = _create_seat(match, player, word, word_source, kept=kept)
    if mine is not None:
        _settle_invitations(match, Invitation.Outcome.ACCEPTED, now, player=player)
    deal_if_full(match, now)
    return seat


@transaction.atomic
def add_bot(
    match: Match, player: Player, *, level: str = Level.QUICK, now: datetime | None = None
) -> Seat:
    """Let a house bot take a free seat, on the word of whoever opened the match.

    Raises BadOptions, or CannotJoin.
    """
    check_level(GAMES[match.game], level)
    match = _lock_match(match)
    if match.created_by_id != player.pk:
        raise CannotJoin("Only whoever opened the match may ask a bot to sit down.")
    if match.status != Status.OPEN:
        raise CannotJoin("This match has already begun.")
    taken = match.seats.values_list("player_id", flat=True)
    bot = next(bot for bot in house_bots(match.seats_wanted, level) if bot.pk not in taken)
    seat = _create_seat(match, bot)
    deal_if_full(match, now or timezone.now())
    return seat


@transaction.atomic
def leave_match(match: Match, player: Player) -> None:
    """Stand up before the deal; a match without a person is taken down. Raises CannotJoin.

    Of two presses at once the second finds nothing left to do.
    """
    try:
        match = _lock_match(match)
    except MatchGone:
        return
    if match.status != Status.OPEN:
        raise CannotJoin("This match has already begun; it cannot be left any more.")
    match.seats.filter(player=player).delete()
    _settle_invitations(match, Invitation.Outcome.WITHDRAWN, timezone.now(), inviter=player)
    people = match.seats.exclude(OF_THE_HOUSE).order_by("number")
    if not people:
        match.delete()
        return
    if match.created_by_id == player.pk:
        Match.objects.filter(pk=match.pk).update(created_by=people[0].player_id)


def check_level(game: AnyGame, level: str) -> None:
    """Raise BadOptions unless a house bot can play the game so well."""
    if level not in HOUSE_BOTS or (level == Level.STRONG and not search.can_think(game)):
        raise BadOptions("There is no such house bot for {game}.", game=game.title)


def lock_all_of(players: Sequence[Player]) -> list[Match]:
    """The matches in which players sit and that are not over, locked in the order of their ids."""
    theirs = Match.objects.filter(seats__player__in=players).exclude(status=Status.FINISHED)
    rows = Match.objects.filter(pk__in=list(theirs.values_list("pk", flat=True)))
    return list(rows.order_by("pk").select_for_update(no_key=True))


def _lock_match(match: Match) -> Match:
    try:
        return Match.objects.select_for_update().get(pk=match.pk)
    except Match.DoesNotExist as error:
        raise MatchGone("This match is not there any more.") from error


def _create_seat(
    match: Match,
    player: Player,
    word: str = "",
    source: Seat.WordSource = Seat.WordSource.NONE,
    *,
    kept: int | None = None,
) -> Seat:
    taken = set(match.seats.values_list("number", flat=True))
    free = [number for number in range(match.seats_wanted) if number not in taken]
    if not free:
        raise CannotJoin("This match is full.")
    if kept is None:
        kept = next((number for number in free if number not in kept_seats(match)), None)
    if kept is None:
        raise CannotJoin("The seats that are free are kept for people who are invited.")
    change_marks.mark_match_changed(match.number)
    word, source = checked_word(word, source)
    return Seat.objects.create(
        match=match, number=kept, player=player, word=word, word_source=source
    )


def kept_seats(match: Match) -> set[int]:
    """The seats that are kept for people who have not answered their invitation yet."""
    asked = match.invitations.filter(outcome=Invitation.Outcome.OPEN).exclude(seat=None)
    return {seat for seat in asked.values_list("seat", flat=True) if seat is not None}


def _settle_invitations(
    match: Match, outcome: Invitation.Outcome, now: datetime, **which: Player
) -> None:
    asked = match.invitations.filter(outcome=Invitation.Outcome.OPEN, **which)
    asked.update(outcome=outcome, settled_at=now)


def deal_if_full(match: Match, now: datetime) -> None:
    """Deal once every seat is taken, or wait for public randomness; who was invited and did not
    come comes too late.

    The match is locked, or nobody else knows it yet.
    """
    if match.seats.count() == match.seats_wanted:
        _settle_invitations(match, Invitation.Outcome.LAPSED, now)
        randomness.deal_or_wait(match, now=now)
