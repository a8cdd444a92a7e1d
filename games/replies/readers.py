"""The registry of reply handlers: one reader for each kind of token."""

from __future__ import annotations

from games.models import TokenKind
from games.replies.direct_messages import read_direct_message
from games.replies.invitations import read_invitation
from games.replies.leagues import read_season_reply
from games.replies.prompts import read_prompt_reply
from games.replies.votes import read_ballot
from notifications.gateway import ReplyReader

READERS: dict[str, ReplyReader] = {
    TokenKind.PROMPT: read_prompt_reply,
    TokenKind.BALLOT: read_ballot,
    TokenKind.INVITATION: read_invitation,
    TokenKind.SEASON: read_season_reply,
    TokenKind.CONVERSATION: read_direct_message,
}
