"""Verify a match file: repeat its deal and replay its moves under the current rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, ValidationError, convert, json, msgpack

from . import commitment
from .contract import AnyGame, Outcome, Refused
from .match_file import Broken, Entry, Header, MatchFile


class VerificationResult(Struct, frozen=True):
    """The result for a verified file: number of moves, and how many of them were taken back."""

    moves: int
    taken_back: int


def verify_match_file(file: MatchFile, games: Mapping[str, AnyGame]) -> VerificationResult:
    """Check commitment, deal, moves and outcome of a whole file.

    Raises Broken at the first line that the current rules do not confirm.
    """
    game = find_game(file, games)
    outcome = None
    for _, state in replay_states(file, games):
        outcome = game.find_outcome(state)
    _check_undone(file)
    if file.header.ruling:
        _check_ruled(file.header)
        return _count_moves(file)
    if outcome is None:
        raise Broken(len(file.moves) + 1, "the match is not over after this")
    if _to_plain_json(outcome) != file.header.outcome:
        raise Broken(1, "the match ended in another way than is said here (outcome)")
    return _count_moves(file)


def _count_moves(file: MatchFile) -> VerificationResult:
    return VerificationResult(len(file.moves), sum(move.undone is not None for move in file.moves))


def replay_states(file: MatchFile, games: Mapping[str, AnyGame]) -> Iterator[tuple[int, object]]:
    """Yield (ply, state) from the deal on; a state is valid until the next one. Raises Broken."""
    game = find_game(file, games)
    state = _deal_match(game, file.header)
    states = [msgpack.encode(state)]
    yield 0, state
    for number, move in enumerate(file.moves, start=2):
        if move.ply != len(states):
            raise Broken(number, f"ply {len(states)} should stand here, not {move.ply}")
        if move.source == "undo":
            _check_undo(number, move, file.header)
            state = msgpack.decode(states[_goes_back_to(number, move)], type=game.state_type)
        else:
            _play_move(game, state, number, move)
        states.append(msgpack.encode(state))
        yield move.ply, state


def find_game(file: MatchFile, games: Mapping[str, AnyGame]) -> AnyGame:
    """Return the game of a whole file. Raises Broken if it is unknown or the file is not whole."""
    if file.header.game not in games:
        raise Broken(1, f"there is no game “{file.header.game}” here")
    if not file.header.whole:
        raise Broken(1, "the file holds only what one seat was told: it cannot be played again")
    return games[file.header.game]


def _deal_match(game: AnyGame, header: Header) -> object:
    """Repeat the deal, from the committed secret if there is a commitment. Raises Broken."""
    try:
        seed = bytes.fromhex(header.seed or "")
        secret = bytes.fromhex(header.secret or "")
    except ValueError as error:
        raise Broken(1, "secret and seed must be hexadecimal") from error
    if len(header.names) != header.seats:
        raise Broken(1, "there is not one name for each seat")
    if header.commitment is not None:
        if commitment.hash_secret(secret) != header.commitment:
            raise Broken(1, "this is not the secret whose hash was published (commitment)")
        _check_seed(header, secret, seed)
    options = {option.name: option for option in game.options}
    for name, value in header.options.items():
        if name not in options or not options[name].allows(value):
            raise Broken(1, f"the game has no option “{name}” of this value")
    try:
        return game.set_up_match(header.seats, seed, header.options)
    # A forged header may contain anything.
    except Exception as error:
        raise Broken(1, f"no such match can be dealt ({type(error).__name__})") from error


def _check_seed(header: Header, secret: bytes, seed: bytes) -> None:
    """Check that the seed follows from the secret, the words, and the round, if one binds it.

    The round itself is checked by games/engine/beacon.py.
    """
    if len(header.words) != header.seats:
        raise Broken(1, "there is not one word for each seat")
    check_words(header)
    beacon = header.beacon
    beacon_round = None
    if beacon is not None and beacon.status == "bound":
        beacon_round = commitment.DrandRound(
            beacon.chain or "", beacon.round or 0, beacon.signature or ""
        )
    if commitment.seed_of(secret, header.words, beacon_round) != seed:
        of = (
            "the secret and the words"
            if beacon_round is None
            else "the secret, the words and the round"
        )
        raise Broken(1, f"the seed does not follow from {of}")


def check_words(header: Header) -> None:
    """Check that each word can have come from its recorded source. Raises Broken."""
    if header.word_sources is None:
        return
    if len(header.word_sources) != len(header.words):
        raise Broken(1, "there is not one source for each word (word_sources)")
    for seat, (word, source) in enumerate(zip(header.words, header.word_sources, strict=True)):
        if not commitment.fits_source(word, source):
            raise Broken(1, f"the word of seat {seat} is none of its source (word_sources)")


def _play_move(game: AnyGame, state: object, number: int, move: Entry) -> None:
    if move.decision is None:
        raise Broken(number, "the decision is missing")
    try:
        events = game.play_decision(state, move.seat, move.decision)
    except Refused as refusal:
        raise Broken(number, f"the rules refuse it: {refusal.reason}") from refusal
    # A forged decision may contain anything.
    except Exception as error:
        raise Broken(number, f"the rules fail on it ({type(error).__name__})") from error
    if _to_plain_json(events) != move.events:
        raise Broken(number, "something else happens than is told here (events)")


def _goes_back_to(number: int, move: Entry) -> int:
    to = move.decision.args.get("to") if move.decision else None
    if not isinstance(to, int) or not 0 <= to < move.ply:
        raise Broken(number, "it goes back to no moment of this match")
    return to


def _check_undo(number: int, move: Entry, header: Header) -> None:
    """Check that an undo has no events, the verb “undo” and a seat of the match."""
    if move.events or move.decision is None or move.decision.verb != "undo":
        raise Broken(number, "an undo does nothing but take moves back")
    if not 0 <= move.seat < header.seats:
        raise Broken(number, f"there is no seat {move.seat}")


def _check_ruled(header: Header) -> None:
    """Check that an outcome that the rules did not give is None or fits these seats."""
    if header.outcome is None:
        return
    try:
        outcome = convert(header.outcome, Outcome)
    except ValidationError as error:
        raise Broken(1, f"this is not an outcome: {error}") from error
    if len(outcome.places) != header.seats:
        raise Broken(1, "the outcome has not one place for each seat")


def _check_undone(file: MatchFile) -> None:
    """Check that exactly the moves taken back by an undo carry its ply."""
    last_undone: dict[int, int] = {}
    for number, move in enumerate(file.moves, start=2):
        if move.source == "undo":
            for ply in range(_goes_back_to(number, move) + 1, move.ply):
                last_undone.setdefault(ply, move.ply)
    for number, move in enumerate(file.moves, start=2):
        if move.undone != last_undone.get(move.ply):
            raise Broken(number, "whether it was taken back is told wrongly (undone)")


def _to_plain_json(value: object) -> object:
    return json.decode(json.encode(value))
