"""The registry of recognizers: whether a line alone answers what an e-mail asks, by kind of token.

Only a person writes such a line. They decide nothing about the answer; the readers do.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import override

from games.models import Player, Prompt, Seat, TokenKind
from games.replies import answers, commands, consensus, one_word, timed_commands
from games.replies.invitations import ACCEPT, DECLINE
from games.replies.leagues import CONSENTS, WISHES
from games.replies.votes import NO, YES
from notifications.gateway import Recognizer

# Commands whose words stand in absence notices (“Away until Monday”, “back on 8 Dec”) or name
# somebody.
NO_PROOF = (timed_commands.Away, timed_commands.Back, commands.Name)


def recognize_prompt_answer(token: str, line: str) -> bool:
    """Return whether a line answers a prompt or is a command."""
    prompt = Prompt.objects.select_related("match").filter(token=token).first()
    if prompt is None:
        return False
    seats = Seat.objects.select_related("player")
    player = seats.get(match=prompt.match, number=prompt.seat).player
    with override(player.language):
        return _is_command(line, player) or _answers_prompt(line, prompt, player)


def recognize_vote(token: str, line: str) -> bool:
    """Return whether a line says yes or no."""
    return one_word.choose_word([line], dict.fromkeys(YES | NO, True)) is not None


def recognize_invitation_answer(token: str, line: str) -> bool:
    """Return whether a line accepts or declines."""
    return one_word.choose_word([line], dict.fromkeys(ACCEPT | DECLINE, True)) is not None


def recognize_season_answer(token: str, line: str) -> bool:
    """Return whether a line says what its writer wants of a season."""
    words = dict.fromkeys([*WISHES, *CONSENTS], True)
    return one_word.choose_word([line], words) is not None


def _answers_prompt(line: str, prompt: Prompt, player: Player) -> bool:
    reader = answers.find_reader(prompt, player)
    return reader is not None and consensus.is_readable(line, reader)


def _is_command(line: str, player: Player) -> bool:
    today = commands.get_local_date(player, timezone.now())
    command = commands.parse_command(line, player.language, today=today)
    return command is not None and not isinstance(command, NO_PROOF)


RECOGNIZERS: dict[str, Recognizer] = {
    TokenKind.PROMPT: recognize_prompt_answer,
    TokenKind.BALLOT: recognize_vote,
    TokenKind.INVITATION: recognize_invitation_answer,
    TokenKind.SEASON: recognize_season_answer,
    TokenKind.SEASON_INVITATION: recognize_season_answer,
}
