"""Commands about standing orders in e-mails: “orders”, “order pass if …”, “cancel order 2”,
“keep order 2” and “forget orders” for new matches, “suggested orders”.

“always …” is an order as well, and so is an answer with a condition or a term, “pass on the rest of
this turn”, unless it answers the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from msgspec import Struct

from games.engine import notation, orders
from games.engine.contract import Decision
from games.engine.order_words import OrderError
from games.models import Match, Player
from games.queries import states
from games.services import default_orders
from games.services.orders import cancel_order, read_order, write_order, write_order_once

# In English, French, German, as notation.tokenize_line() returns them.
ORDER = frozenset(["order", "ordre", "auftrag", "plan"])
# The word that is written, by language.
ORDER_WORDS = {"en": "order", "fr": "ordre", "de": "Auftrag"}
STOP_PLAN = ("stop", "plan")
ORDERS = frozenset(["orders", "ordres", "auftrage"])
CANCEL = frozenset(["cancel", "annuler", "annule", "annulez", "streiche", "streichen"])
KEEP = frozenset(["keep", "garder", "garde", "gardez", "behalte", "behalten"])
FORGET = frozenset(["forget", "oublier", "oublie", "oubliez", "vergiss", "vergessen"])
SUGGESTION_PHRASES = frozenset(
    [("suggested", "orders"), ("ordres", "proposes"), ("vorgeschlagene", "auftrage")]
)
# “price <= 1”.
COMPARISON = re.compile(r"\w\s*(?:[<>!=]=|[<>=≤≥≠])\s*\d")
ALWAYS = frozenset(orders.KEYWORDS["always"])


class Write(Struct, frozen=True):
    """“order pass if value <= 2”: write this order.

    One that `is_bare` has no word “order”: it answers the open question, as far as it can.
    """

    order: orders.Order
    is_bare: bool = False


class Cancel(Struct, frozen=True):
    """“cancel order 2”: cancel it; None: all orders."""

    number: int | None


class Keep(Struct, frozen=True):
    """“keep order 2”: in new matches too; None: all orders that last."""

    number: int | None


class Forget(Struct, frozen=True):
    """“forget orders”: new matches of the game begin without orders."""


class AddSuggestions(Struct, frozen=True):
    """“suggested orders”: write what the game suggests, here and in new matches."""


class Show(Struct, frozen=True):
    """“orders”: list them."""


Command = Write | Cancel | Keep | Forget | AddSuggestions | Show


def split_commands(
    lines: Sequence[str], match: Match, player: Player
) -> tuple[list[Command], list[str]]:
    """Return the commands among the lines, and the other lines. Raises OrderError."""
    commands: list[Command] = []
    others = []
    for line in lines:
        command = _parse_command(line, match, player)
        if command is None:
            others.append(line)
        else:
            commands.append(command)
    return commands, others


def _parse_command(line: str, match: Match, player: Player) -> Command | None:
    tokens = notation.tokenize_line(line.split("//")[0])
    if not tokens:
        return None
    if len(tokens) == 1 and tokens[0] in ORDERS:
        return Show()
    if tokens in SUGGESTION_PHRASES:
        return AddSuggestions()
    if tokens[0] in CANCEL | KEEP and len(tokens) in (2, 3) and tokens[1] in ORDER | ORDERS:
        command = Cancel if tokens[0] in CANCEL else Keep
        if len(tokens) == 2:
            return command(None)
        return command(int(tokens[2])) if tokens[2].isdigit() and len(tokens[2]) < 5 else None
    if tokens[0] in FORGET and tokens[1:] in {(word,) for word in ORDERS}:
        return Forget()
    if tokens[0] in ALWAYS and len(tokens) > 1:
        return Write(read_order(match, player, _strip_comment(line)))
    if tokens[0] in ORDER or tokens[: len(STOP_PLAN)] == STOP_PLAN:
        text = behind_the_word(line)
        return Write(read_order(match, player, text)) if text else None
    return None


def behind_the_word(line: str) -> str:
    """Return the order in a line, without a leading “order”, “plan” or “stop plan”.

    >>> behind_the_word("Order: pass if value <= 2"), behind_the_word("always pass on <= 2")
    ('pass if value <= 2', 'always pass on <= 2')
    """
    tokens = notation.tokenize_line(line)
    words = len(STOP_PLAN) if tokens[: len(STOP_PLAN)] == STOP_PLAN else int(tokens[0] in ORDER)
    if not words:
        return _strip_comment(line)
    return " ".join(_strip_comment(line).replace(":", " ", 1).split()[words:])


def format_order_line(text: str, language: str) -> str:
    """Return the line of an e-mail that writes the order `text`; an unknown language means “en”.

    >>> format_order_line("passen wenn Wert <= 2", "de")
    'Auftrag passen wenn Wert <= 2'
    """
    return f"{ORDER_WORDS.get(language, ORDER_WORDS['en'])} {text}"


def may_be_order(line: str) -> bool:
    """Return whether a line begins as those about orders do."""
    tokens = notation.tokenize_line(line)
    is_plan = tokens[: len(STOP_PLAN)] == STOP_PLAN
    is_kept = len(tokens) > 1 and tokens[0] in KEEP | FORGET and tokens[1] in ORDER | ORDERS
    is_known = tokens != () and tokens[0] in ORDER | ORDERS | CANCEL | ALWAYS
    return is_plan or is_kept or is_known or tokens in SUGGESTION_PHRASES


def _strip_comment(line: str) -> str:
    return " ".join(line.split("//")[0].split())


def parse_bare_order(line: str, match: Match, player: Player) -> Write | None:
    """Return the order in a line without “order” or “always”; None if it is none.

    Raises OrderError if it compares something with a number, as only orders do.
    """
    try:
        order = read_order(match, player, _strip_comment(line))
    except OrderError:
        if COMPARISON.search(line):
            raise
        return None
    is_order = order.term != orders.Term() or any(rule.clauses for rule in order.rules)
    return Write(order, is_bare=True) if is_order else None


def execute_commands(
    commands: Sequence[Command], match: Match, player: Player, *, now: datetime
) -> None:
    """Execute the commands about orders. Raises Refused."""
    for command in commands:
        match command:
            case Write(order):
                write_order(match, player, order, now=now)
            case Cancel(number):
                cancel_order(match, player, number, now=now)
            case Keep(number):
                default_orders.keep_orders(match, player, number, now=now)
            case Forget():
                default_orders.delete_default_orders(player, match.game)
            case AddSuggestions():
                suggestions = default_orders.save_suggested_orders(player, match.game, now=now)
                for order in suggestions:
                    write_order_once(match, player, order, now=now)


class _RehearsalOver(Exception):
    """The commands have been tried; what they did is rolled back."""


def rehearse_commands(
    commands: Sequence[Command], match: Match, player: Player, *, now: datetime
) -> Decision | None:
    """Return what the commands would answer at the player's open prompt, None if nothing.

    Nothing is changed. What they would answer then is not told, because it may depend on what is
    hidden still. Raises Refused.
    """
    before = Match.objects.values_list("ply", flat=True).get(pk=match.pk)
    seat = match.seats.get(player=player).number
    moves = match.moves.filter(ply__gt=before, seat=seat, source="order").order_by("ply")
    move = None
    try:
        with transaction.atomic():
            execute_commands(commands, match, player, now=now)
            move = moves.first()
            raise _RehearsalOver
    except _RehearsalOver:
        return states.parse_stored_decision(move.decision) if move else None
