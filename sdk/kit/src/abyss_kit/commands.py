"""The commands of `abyss-kit`: let bots play in a terminal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from games.engine.contract import BadOptions
from games.engine.option_text import parse_option
from games.titles import GAMES

from .bots import TRIALS, find_bot
from .matches import BotFault, measure_strength, play_match


def build_parser() -> ArgumentParser:
    """Return the parser of the command line."""
    parser = ArgumentParser("abyss-kit", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    match = commands.add_parser("match", help="play one match, a bot at each seat")
    match.add_argument("game", choices=sorted(GAMES))
    match.add_argument("bots", nargs="+", help="quick, strong, or module:function")
    match.add_argument("--number", type=int, default=0, help="the same number, the same deal")
    strength = commands.add_parser("strength", help="let a bot play many matches against others")
    strength.add_argument("game", choices=sorted(GAMES))
    strength.add_argument("bot", help="quick, strong, or module:function")
    strength.add_argument("--against", default="quick", help="the bot at all other seats")
    strength.add_argument("--matches", type=int, default=100)
    strength.add_argument("--seats", type=int, default=2)
    for command in (match, strength):
        command.add_argument("--trials", type=int, default=TRIALS, help="of the strong bot")
        command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    return parser


def run_command(arguments: Namespace) -> str:
    """Return what a command prints. Raises ValueError, BadOptions and BotFault."""
    game = GAMES[arguments.game]
    options = dict(parse_option(game, text) for text in arguments.option)
    if arguments.command == "match":
        bots = [find_bot(name, arguments.trials) for name in arguments.bots]
        check_seats(game.seats, len(bots))
        outcome = play_match(game, bots, arguments.number, options).outcome
        return "\n".join(
            f"seat {seat}, {name}: place {outcome.places[seat]}"
            + (f", score {outcome.scores[seat]}" if outcome.scores else "")
            for seat, name in enumerate(arguments.bots)
        )
    check_seats(game.seats, arguments.seats)
    share = measure_strength(
        game,
        find_bot(arguments.bot, arguments.trials),
        find_bot(arguments.against, arguments.trials),
        matches=arguments.matches,
        seats=arguments.seats,
        options=options,
    )
    return f"{arguments.bot} wins {share.describe()} against {arguments.against}"


def check_seats(allowed: range, seats: int) -> None:
    """Raise ValueError for a number of seats that the game is not played with."""
    if seats not in allowed:
        raise ValueError(f"it is played by {allowed[0]} to {allowed[-1]}, not by {seats}")


def main() -> None:
    """Run a command; exit with 1 and a sentence if it cannot be run."""
    try:
        print(run_command(build_parser().parse_args()))
    except BadOptions as bad:
        sys.exit(bad.reason)
    except (ValueError, BotFault) as error:
        sys.exit(str(error))
