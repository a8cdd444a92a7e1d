"""Matches before the first prompt: open, join, leave, deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from msgspec import Struct
from msgspec.structs import replace

from games.engine import search
from games.engine.contract import AnyGame, BadOptions
from games.engine.paces import HOTSEAT_PACE, PACES, Pace, is_playable, pace_unit
from games.models import Invitation, Level, Match, Player, Seat, Status, Undo
from games.models.players import LANGUAGES, normalize_language
from games.queries.games_on_offer import games_on_offer
from games.services import change_marks, hotseat, randomness, sanctions
from games.services.house_bots import HOUSE_BOTS, OF_THE_HOUSE, house_bots
from games.services.play import announcements
from games.services.play.dealing import checked_word, new_secret
from games.services.play.decision_rows import fetch_sitters
from games.services.substitutes import CannotJoin, check_terms
from games.titles import GAMES

# Maximum number of open matches that wait for others, per player.
MAX_OPEN = 20
# Minimum punctualities that a match may require, in percent.
SHARES = (0, 70, 80, 90, 95)


class MatchGone(CannotJoin):
    """The last person has left, and the match was deleted."""


def chosen_options(
    game: AnyGame, chosen_values: Mapping[str, object], seats: int
) -> dict[str, object]:
    """Return every option of `game` with its chosen or default value, for a match of `seats`.

    Raises BadOptions that names the option and its allowed values, or what does not go together.
    """
    options = {option.name: option for option in game.options}
    for name, value in chosen_values.items():
        if name not in options:
            raise BadOptions("{game} has no option “{name}”.", game=game.title, name=name)
        if not options[name].allows(value):
            values = ", ".join(str(allowed_value) for allowed_value in options[name].values)
            facts = {"name": name, "values": values, "value": str(value)}
            if options[name].many:
                raise BadOptions("{name} may be a list of {values}, not “{value}”.", **facts)
            raise BadOptions("{name} may be {values}, not “{value}”.", **facts)
    whole = {name: chosen_values.get(name, option.default) for name, option in options.items()}
    game.check_options(seats, whole)
    return whole


class MatchTerms(Struct, frozen=True):
    """What a match is played by.

    `seats` are for people, for `bots` quick house bots and for `strong_bots` that think. `options`
    that are not given have their default. `own_pace` replaces the pace of that name.
    `min_punctuality` is one of SHARES, and `least_rating` and `most_rating` are ratings as shown,
    None for no limit. `language` is that of the chat, "" for any. `companions` are the names of
    others on the same device: they hold all other seats for people. Where `bots_welcome` players'
    own bots may sit down.
    """

    game: str
    seats: int
    options: Mapping[str, object] = {}
    bots: int = 0
    strong_bots: int = 0
    pace: str = "three_days"
    own_pace: Pace | None = None
    on_silence: str = Match.OnSilence.FALLBACK
    absences: bool = True
    min_punctuality: int = 0
    least_rating: int | None = None
    most_rating: int | None = None
    language: str = ""
    companions: tuple[str, ...] = ()
    private: bool = False
    watchable: bool = True
    bots_welcome: bool = False
    undo: Undo = Undo.FREE


@transaction.atomic
def open_match(
    player: Player,
    terms: MatchTerms,
    *,
    word: str = "",
    word_source: Seat.WordSource = Seat.WordSource.TYPED,
    now: datetime | None = None,
) -> Match:
    """Open a match with `player` and the house bots of its terms in it.

    It is dealt, or waits for public randomness, once it is full. Players' own bots may join if they
    are welcome, or if one of them opens it. `word` is the player's contribution to the shuffle, ""
    for none; its source is recorded. Raises BadOptions, and CannotJoin for a player with too many
    open matches; nothing is created.
    """
    sanctions.check_may_join(player, now=now or timezone.now())
    # Serializes the requests of a person and their bots, so that their matches are counted
    # correctly.
    Player.objects.select_for_update(no_key=True).get(pk=player.owner_id or player.pk)
    if Match.objects.filter(_opened_by(player), status=Status.OPEN).count() >= MAX_OPEN:
        raise CannotJoin(
            "You have opened {most} matches that wait for players; leave one first.", most=MAX_OPEN
        )
    validate_terms(terms)
    if terms.companions and hotseat.count_running(player) >= hotseat.MAX_RUNNING:
        raise CannotJoin(
            "You have {most} matches on one device; finish one first.", most=hotseat.MAX_RUNNING
        )
    if player.is_bot:
        terms = replace(terms, bots_welcome=True)
    if terms.companions:
        terms = replace(
            terms, private=True, own_pace=HOTSEAT_PACE, on_silence=Match.OnSilence.PAUSE
        )
    match = _new_match(terms, created_by=player)
    _create_seat(match, player, word, word_source)
    for companion in hotseat.create_companions(player, terms.companions):
        _create_seat(match, companion)
    for bot in house_bots(terms.bots) + house_bots(terms.strong_bots, Level.STRONG):
        _create_seat(match, bot)
    deal_if_full(match, now or timezone.now())
    return match


def validate_terms(terms: MatchTerms) -> None:
    """Raise BadOptions unless a match may be played by these terms."""
    rules = games_on_offer().get(terms.game)
    if rules is None:
        raise BadOptions("There is no game “{game}”.", game=terms.game)
    if terms.seats not in rules.seats:
        raise BadOptions(
            "{game} is for {least} to {most} players.",
            game=rules.title,
            least=rules.seats.start,
            most=rules.seats.stop - 1,
        )
    bots = terms.bots + terms.strong_bots
    if min(terms.bots, terms.strong_bots) < 0 or bots >= terms.seats:
        raise BadOptions("At least one seat must be for a person.")
    check_level(rules, Level.STRONG if terms.strong_bots else Level.QUICK)
    chosen_options(rules, terms.options, terms.seats)
    if terms.companions:
        hotseat.check_companions(terms.companions, terms.seats - 1 - bots)
    if terms.pace not in PACES:
        raise BadOptions(
            "The pace may be {paces}, not “{pace}”.", paces=", ".join(PACES), pace=terms.pace
        )
    if terms.own_pace is not None and not is_playable(terms.own_pace):
        raise BadOptions("Nobody could play at this pace.")
    if terms.language and normalize_language(terms.language) not in dict(LANGUAGES):
        raise BadOptions("There is no language “{language}”.", language=terms.language)
    least, most = terms.least_rating, terms.most_rating
    if least is not None and most is not None and least > most:
        raise BadOptions("The lowest rating is above the highest.")
    if terms.on_silence not in Match.OnSilence.values or terms.min_punctuality not in SHARES:
        raise BadOptions("This match has unknown settings.")


@transaction.atomic
def seat_match(
    players: Sequence[Player],
    terms: MatchTerms,
    *,
    created_by: Player | None = None,
    now: datetime,
) -> Match:
    """Deal a match to these players in seat order: as many as its terms have seats.

    Nobody brings a word, and nobody is refused: whether they may play, and whom they have blocked,
    is asked by whoever seats them. Raises BadOptions.
    """
    match = _new_match(terms, created_by=created_by)
    for player in players:
        _create_seat(match, player)
    deal_if_full(match, now)
    return match


def _opened_by(player: Player) -> Q:
    """Return a condition for matches opened by a player, or by a bot or the owner of theirs."""
    person = player.owner or player
    return Q(created_by=person) | Q(created_by__owner=person)


def _new_match(terms: MatchTerms, *, created_by: Player | None) -> Match:
    """Write down a match without anybody in it, with the promise of its shuffle."""
    pace = terms.own_pace or PACES[terms.pace]
    unit = pace_unit(pace)
    match = Match.objects.create(
        game=terms.game,
        options=chosen_options(GAMES[terms.game], terms.options, terms.seats),
        seats_wanted=terms.seats,
        hours_per_turn=pace.turn // unit,
        hours_per_offer=pace.offer // unit,
        counts_minutes=unit == 1,
        bank=pace.bank and {name: many // unit for name, many in pace.bank.items()},
        deadline_time=pace.daily.time if pace.daily else None,
        deadline_zone=pace.daily.zone if pace.daily else "",
        language=normalize_language(terms.language),
        is_hotseat=bool(terms.companions),
        secret=new_secret(),
        private=terms.private,
        watchable=terms.watchable,
        bots_welcome=terms.bots_welcome,
        undo=terms.undo,
        on_silence=terms.on_silence,
        absences=terms.absences,
        min_punctuality=terms.min_punctuality,
        least_rating=terms.least_rating,
        most_rating=terms.most_rating,
        created_by=created_by,
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
    """Give `player` a free seat; the last player to join starts the match.

    Raises CannotJoin.

    Invited players get the seat that is reserved for them, if there is one. `word` is the player's
    contribution to the shuffle, "" for none; its source is recorded.
    """
    match = _lock_match(match)
    if match.status != Status.OPEN:
        raise CannotJoin("This match has already begun.")
    if match.seats.filter(player=player).exists():
        raise CannotJoin("You are already in this match.")
    now = now or timezone.now()
    check_terms(match, player, now=now)
    mine = match.invitations.filter(player=player, outcome=Invitation.Outcome.OPEN).first()
    reserved_number = None if mine is None else mine.seat
    seat = _create_seat(match, player, word, word_source, number=reserved_number)
    if mine is not None:
        _settle_invitations(match, Invitation.Outcome.ACCEPTED, now, player=player)
    if not deal_if_full(match, now):
        announcements.announce_join(match, fetch_sitters(match), player.pk, now=now)
    return seat


@transaction.atomic
def add_bot(
    match: Match, player: Player, *, level: str = Level.QUICK, now: datetime | None = None
) -> Seat:
    """Seat a house bot, at the request of whoever opened the match.

    Raises BadOptions, or CannotJoin.
    """
    check_level(GAMES[match.game], level)
    match = _lock_match(match)
    if match.created_by_id != player.pk:
        raise CannotJoin("Only the player who opened the match can add a bot.")
    if match.status != Status.OPEN:
        raise CannotJoin("This match has already begun.")
    sitting = match.seats.values_list("player_id", flat=True)
    bot = next(bot for bot in house_bots(match.seats_wanted, level) if bot.pk not in sitting)
    seat = _create_seat(match, bot)
    deal_if_full(match, now or timezone.now())
    return seat


@transaction.atomic
def leave_match(match: Match, player: Player) -> None:
    """Leave a match before the deal; a match without people is deleted.

    Raises CannotJoin.

    A concurrent second request does nothing.
    """
    try:
        match = _lock_match(match)
    except MatchGone:
        return
    if match.status != Status.OPEN:
        raise CannotJoin("This match has begun; you cannot leave it any more, but you can resign.")
    _mark_seats_changed(match, set(match.seats.values_list("player_id", flat=True)))
    match.seats.filter(player=player).delete()
    _settle_invitations(match, Invitation.Outcome.WITHDRAWN, timezone.now(), inviter=player)
    people = match.seats.exclude(OF_THE_HOUSE).order_by("number")
    if not people:
        match.delete()
        return
    if match.created_by_id == player.pk:
        Match.objects.filter(pk=match.pk).update(created_by=people[0].player_id)


def check_level(game: AnyGame, level: str) -> None:
    """Raise BadOptions unless there is a house bot of this level for the game."""
    if level not in HOUSE_BOTS or (level == Level.STRONG and not search.can_think(game)):
        raise BadOptions("There is no such house bot for {game}.", game=game.title)


def lock_all_of(players: Sequence[Player]) -> list[Match]:
    """Lock and return the unfinished matches of the players, in the order of their ids."""
    theirs = Match.objects.filter(seats__player__in=players).exclude(status=Status.FINISHED)
    rows = Match.objects.filter(pk__in=list(theirs.values_list("pk", flat=True)))
    return list(rows.order_by("pk").select_for_update(no_key=True))


def _lock_match(match: Match) -> Match:
    try:
        return Match.objects.select_for_update().get(pk=match.pk)
    except Match.DoesNotExist as error:
        raise MatchGone("This match no longer exists.") from error


def _create_seat(
    match: Match,
    player: Player,
    word: str = "",
    source: Seat.WordSource = Seat.WordSource.NONE,
    *,
    number: int | None = None,
) -> Seat:
    others = dict(match.seats.values_list("number", "player_id"))
    occupied_numbers = others.keys()
    free = [number for number in range(match.seats_wanted) if number not in occupied_numbers]
    if not free:
        raise CannotJoin("This match is full.")
    if number is None:
        number = next((number for number in free if number not in kept_seats(match)), None)
    if number is None:
        raise CannotJoin("The free seats are reserved for invited players.")
    _mark_seats_changed(match, {*others.values(), player.pk})
    word, source = checked_word(word, source)
    return Seat.objects.create(
        match=match, number=number, player=player, word=word, word_source=source
    )


def _mark_seats_changed(match: Match, players: set[UUID]) -> None:
    """Let open pages know that somebody joins or leaves a match that waits for players."""
    change_marks.mark_match_changed(match.number)
    change_marks.mark_players_changed(players)
    if not match.private:
        change_marks.mark_lobby_changed()


def kept_seats(match: Match) -> set[int]:
    """Return the seats reserved for people who have not answered their invitation yet."""
    invitations = match.invitations.filter(outcome=Invitation.Outcome.OPEN).exclude(seat=None)
    return {seat for seat in invitations.values_list("seat", flat=True) if seat is not None}


def _settle_invitations(
    match: Match, outcome: Invitation.Outcome, now: datetime, **which: Player
) -> None:
    invitations = match.invitations.filter(outcome=Invitation.Outcome.OPEN, **which)
    invitations.update(outcome=outcome, settled_at=now)


def deal_if_full(match: Match, now: datetime) -> bool:
    """Deal once all seats are taken, or wait for public randomness; open invitations lapse.

    Returns whether all seats are taken. The match is locked, or not visible to others yet.
    """
    if match.seats.count() == match.seats_wanted:
        _settle_invitations(match, Invitation.Outcome.LAPSED, now)
        randomness.deal_or_wait(match, now=now)
        return True
    return False
