"""Reply to e-mails that only say thanks or goodbye, in a few sentences."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.engine import notation
from games.models import Status
from games.replies import commands as command_replies
from games.replies import consensus
from games.replies.lines import small_talk
from games.replies.responses import ReplyContext, post_response

# Words that say thanks.
_THANKS = small_talk.list_words("thanks thank thx ty merci danke dank dankeschön")


def is_thanks(line: str) -> bool:
    """Return whether a line says thanks, and perhaps to whom.

    >>> [is_thanks(line) for line in ("Thanks, Bob!", "vielen Dank", "no thanks", "bye")]
    [True, True, False, False]
    """
    words = notation.split_words(line)
    return not _THANKS.isdisjoint(words) and small_talk.is_closing(line)


def only_talks_after_end(context: ReplyContext) -> bool:
    """Return whether an e-mail about a finished match answers nothing: “gg! no rematch today”."""
    lines = [line for line in context.reply.lines if line]
    is_over = context.match.status == Status.FINISHED
    game, language = context.match.game, context.player.language
    verbs = command_replies.get_game_verbs(game, language)
    return is_over and bool(lines) and not consensus.says_something(lines, None, verbs)


def thank_after_end(context: ReplyContext) -> str:
    """Tell a player who writes about a finished match what can still be written."""
    sentences = [
        _("Thank you! The match is over."),
        _("To play it again, write “rematch”."),
        _("To write to the others, begin a line with “say”."),
    ]
    _post_brief_response(context, " ".join(sentences))
    return "over"


def only_thanks(context: ReplyContext) -> bool:
    """Return whether an e-mail says thanks and nothing else, perhaps with names."""
    lines = [line for line in context.reply.lines if line]
    beside = [line for line in lines if not is_thanks(line) and not small_talk.is_talk(line)]
    names = [line for line in beside if all(map(str.istitle, line.split()))]
    return len(names) == len(beside) < len(lines) and any(map(is_thanks, lines))


def acknowledge_thanks(context: ReplyContext, code: str) -> str:
    """Tell a player who only says thanks that the question is still open; return the code."""
    sentences = [
        _("You are welcome!"),
        _("Your question is still open: reply with the number of an answer to play it."),
        _("To write to the others, begin a line with “say”."),
    ]
    _post_brief_response(context, " ".join(sentences))
    return code


def _post_brief_response(context: ReplyContext, text: str) -> None:
    """Reply to the first line of an e-mail with some sentences, without question and board."""
    rows = [{"line": next(filter(None, context.reply.lines))[:200], "told": [text]}]
    fields: dict[str, Any] = {"left": [], "helped": False, "ordered": False, "brief": True}
    post_response(context, "commands", done=rows, **fields)
