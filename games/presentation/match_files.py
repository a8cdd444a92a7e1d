"""A match file of any origin, to look at: nothing of it is stored, and nothing of it is verified.

Anybody can write a file whose moves the rules accept, so it says nothing about those it names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import yaml
from msgspec import Struct

from games.engine import match_file, notation, text, verification
from games.engine.chance import Chance
from games.engine.contract import AnyGame, BadOptions, Event, Refused, name_players
from games.engine.match_file import Broken, Entry, MatchFile
from games.engine.random_match import seed_of
from games.engine.text import COLUMNS
from games.titles import GAMES

# Limits of what is replayed within one request.
MAX_BYTES, MAX_MOVES = 2_000_000, 3000
MAX_NAME_LENGTH = 40


class BadMatchFile(Refused):
    """The file is too long, or not one that the rules can repeat."""

    code = "bad_match_file"


class ShownMatchFile(Struct, frozen=True):
    """A file after `ply` of its `last_ply` moves.

    `sentences` are those of the last move, `question` and `suggestion` are of the seat that is to
    answer, "" after the end; `places[seat]` is None if the file tells no outcome.
    """

    title: str
    edition: int
    names: list[str]
    places: list[int | None]
    ply: int
    last_ply: int
    sentences: list[str]
    table: str
    position: str
    asked: str
    question: str
    suggestion: str


def show_match_file(data: bytes, ply: int | None, language: str) -> ShownMatchFile:
    """Return a match file after so many moves; None: after the last one. Raises BadMatchFile."""
    if len(data) > MAX_BYTES or data.count(b"\n") > MAX_MOVES:
        raise BadMatchFile("This file is too long.")
    try:
        file = match_file.parse_match_file(data)
        game = verification.find_game(file, GAMES)
        _check_header(game, file)
        last_ply = len(file.moves)
        ply = last_ply if ply is None else max(0, min(ply, last_ply))
        state = _replay(file, ply)
    except Broken as broken:
        raise BadMatchFile(
            "Line {line} of this file: {why}.", line=broken.line, why=broken.why
        ) from broken
    return _describe(game, file, ply, state, language)


def _check_header(game: AnyGame, file: MatchFile) -> None:
    """Raise Broken for a match that the game is not played as."""
    header = file.header
    if header.seats not in game.seats or len(header.names) != header.seats:
        raise Broken(1, "the game is not played by so many")
    try:
        game.check_options(header.seats, {**game.default_options, **header.options})
    except BadOptions as bad:
        raise Broken(1, bad.reason.rstrip(".")) from bad
    # The options of a forged header may be of any type.
    except Exception as error:
        raise Broken(1, "these options are none of the game") from error


def _replay(file: MatchFile, ply: int) -> Any:
    for number, state in verification.replay_states(file, GAMES):
        if number == ply:
            return state
    raise Broken(len(file.moves) + 2, "the moves end before")


def _describe(
    game: AnyGame, file: MatchFile, ply: int, state: Any, language: str
) -> ShownMatchFile:
    names = [text.replace_unprintable(name[:MAX_NAME_LENGTH]) for name in file.header.names]
    view = game.build_view(state, None)
    question = _describe_question(game, state, names, language)
    return ShownMatchFile(
        title=game.title,
        edition=file.header.edition,
        names=names,
        places=_find_places(file),
        ply=ply,
        last_ply=len(file.moves),
        sentences=_describe_move(game, file.moves[ply - 1], names, language) if ply else [],
        table=game.describe_table(view, names, language),
        position=yaml.safe_dump(
            game.write_position(state), sort_keys=False, allow_unicode=True, width=COLUMNS
        ),
        **question,
    )


def _describe_question(
    game: AnyGame, state: Any, names: Sequence[str], language: str
) -> dict[str, str]:
    """Return who is asked, the question, and what the quick house bot would answer."""
    prompts = [prompt for prompt in game.list_prompts(state) if prompt.answered is None]
    if not prompts:
        return {"asked": "", "question": "", "suggestion": ""}
    prompt = prompts[0]
    view = game.build_view(state, prompt.seat)
    decision = game.bot.choose_decision(view, prompt, Chance(seed_of("match file")))
    return {
        "asked": names[prompt.seat],
        "question": game.describe_prompt(prompt, name_players(view, names), language),
        "suggestion": notation.format_decision(decision, game.list_words(language)),
    }


def _describe_move(game: AnyGame, move: Entry, names: Sequence[str], language: str) -> list[str]:
    """Return the sentences of a move; its events are what the rules say, which was compared."""
    events = msgspec.convert(move.events, list[Event])
    return [game.describe_event(event, names, language) for event in events]


def _find_places(file: MatchFile) -> list[int | None]:
    places = (file.header.outcome or {}).get("places")
    seats = range(file.header.seats)
    if not isinstance(places, list) or len(places) != file.header.seats:
        return [None for _ in seats]
    return [place if isinstance(place, int) else None for place in places]
