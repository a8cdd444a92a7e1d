"""The registry of reply handlers: one reader for each kind of token.

A line that makes our own code fail is answered like one that nobody can read, and counted.
"""

from __future__ import annotations

from functools import wraps
from pathlib import Path

from abyss_site.core.release import ROOT
from games.models import TokenKind
from games.replies.direct_messages import read_direct_message
from games.replies.invitations import read_invitation
from games.replies.leagues import read_season_reply
from games.replies.prompts import read_prompt_reply
from games.replies.season_invitations import read_season_invitation
from games.replies.votes import read_ballot
from games.services import metric_counters
from notifications import gateway
from notifications.gateway import Reply, ReplyReader

# Code that only deals with words: an error there is about what somebody wrote.
OF_WORDS = (
    *("games/replies/", "games/engine/notation.py", "games/engine/order_"),
    *("games/engine/impossible_answers.py", "games/services/order_commands.py"),
)


def count_failures(read: ReplyReader) -> ReplyReader:
    """Return a reader that raises UnreadableReply if words make `read` fail, and counts it.

    Other errors, for example of a damaged row, are raised: they may pass, or staff mends them.
    """

    @wraps(read)
    def read_or_raise(reply: Reply) -> str:
        try:
            return read(reply)
        except Exception as error:
            if not is_about_words(error):
                raise
            metric_counters.count_refusal("email", "failed")
            raise gateway.UnreadableReply from error

    return read_or_raise


def is_about_words(error: Exception) -> bool:
    """Return whether the innermost of our own frames of an error is in code that reads words."""
    innermost, trace = "", error.__traceback__
    while trace:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and "site-packages" not in path.parts:
            innermost = path.relative_to(ROOT).as_posix()
        trace = trace.tb_next
    return innermost.startswith(OF_WORDS)


READERS: dict[str, ReplyReader] = {
    TokenKind.PROMPT: count_failures(read_prompt_reply),
    TokenKind.BALLOT: count_failures(read_ballot),
    TokenKind.INVITATION: count_failures(read_invitation),
    TokenKind.SEASON: count_failures(read_season_reply),
    TokenKind.SEASON_INVITATION: count_failures(read_season_invitation),
    TokenKind.CONVERSATION: count_failures(read_direct_message),
}
