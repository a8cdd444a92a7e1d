"""What commands about standing orders would do, before their owner agrees. Read-only.

Orders are for more than one question or match, and some answer the open question at once. Nobody
sees what they will play before they have been listed.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine import notation, orders
from games.engine.contract import Decision
from games.models import DefaultOrder, Match, Order, Player
from games.presentation import orders as order_text
from games.services import order_commands
from games.services.order_commands import AddSuggestions, Cancel, Command, Forget, Keep, Write
from games.titles import GAMES


def list_effects(commands: Sequence[Command], match: Match, player: Player) -> list[str]:
    """Return what commands about orders would do now.

    [] if they can be executed without asking. Nothing is changed. Raises Refused if they cannot be
    executed.
    """
    answer = order_commands.rehearse_commands(commands, match, player, now=timezone.now())
    if not any(_needs_consent(command, match, player, answer) for command in commands):
        return []
    sentences = [_("Nothing has changed yet.")]
    for command in commands:
        sentences += _describe_command(command, match, player)
    words = GAMES[match.game].list_words(player.language)
    if answer is not None:
        effect = _("They would answer the open question at once: %(answer)s.")
        sentences.append(effect % {"answer": notation.format_decision(answer, words)})
    elif any(isinstance(command, Write | AddSuggestions) for command in commands):
        sentences.append(_("They would not answer the open question."))
    return sentences


def _needs_consent(command: Command, match: Match, player: Player, answer: Decision | None) -> bool:
    """Return whether a command is about several orders or matches, or plays an unseen answer."""
    match command:
        case AddSuggestions() | Keep():
            return True
        case Forget():
            return _list_default_orders(match, player) != []
        case Cancel(None):
            return len(_list_active_orders(match, player)) > 1
        case Write(is_bare=False):
            return answer is not None
    return False


def _describe_command(command: Command, match: Match, player: Player) -> list[str]:
    """Return what a command would do, and the orders that it is about."""
    match command:
        case AddSuggestions():
            head = _("These orders would be written, here and for your new matches:")
            suggestions = order_text.list_suggested_orders(match.game, player.language)
            return [head, *(f"· {suggestion.words}" for suggestion in suggestions)]
        case Write(order):
            head = _("This order would be written:")
            return [head, *_list_words([order], match, player)]
        case Keep(number):
            head = _("Your new matches would begin with these orders, too:")
            orders_to_copy = _list_active_orders(match, player, number)
            return [head, *_list_words(orders_to_copy, match, player)]
        case Forget():
            head = _("Your new matches would begin without these orders:")
            return [head, *_list_words(_list_default_orders(match, player), match, player)]
        case Cancel(number):
            head = _("These orders would be cancelled:")
            orders_to_cancel = _list_active_orders(match, player, number)
            return [head, *_list_words(orders_to_cancel, match, player)]
    return []


def _list_words(rules: Sequence[orders.Order], match: Match, player: Player) -> list[str]:
    return [f"· {order_text.write_out(match, order, player.language)}" for order in rules]


def _list_active_orders(
    match: Match, player: Player, number: int | None = None
) -> list[orders.Order]:
    """Return the orders of the player in the match, or the one of this number."""
    rows = Order.objects.filter(match=match, seat=match.seats.get(player=player).number)
    rows = rows.filter(active=True).order_by("number")
    rows = rows if number is None else rows.filter(number=number)
    return [msgspec.convert(row.rules, orders.Order) for row in rows]


def _list_default_orders(match: Match, player: Player) -> list[orders.Order]:
    rows = DefaultOrder.objects.filter(player=player, game=match.game).order_by("pk")
    return [msgspec.convert(row.rules, orders.Order) for row in rows]
