"""Tokens in reply addresses; their first letter says what they name."""

from __future__ import annotations

import secrets
from enum import StrEnum

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


class TokenKind(StrEnum):
    """What a reply token names."""

    # A prompt.
    PROMPT = "p"
    # A ballot: one seat's vote.
    BALLOT = "v"
    INVITATION = "i"
    # A season, and the player who got an e-mail about it.
    SEASON = "s"
    # An invitation to a season, of somebody without an account.
    SEASON_INVITATION = "e"
    # One side of a conversation: its direct messages.
    CONVERSATION = "m"


def new_token() -> str:
    """Return 26 random letters and digits (130 bits), safe in any address."""
    return "".join(ALPHABET[byte & 31] for byte in secrets.token_bytes(26))


def new_prompt_token() -> str:
    """Return a new token for a prompt (125 random bits)."""
    return TokenKind.PROMPT + new_token()[1:]


def new_ballot_token() -> str:
    """Return a new token for a ballot (125 random bits)."""
    return TokenKind.BALLOT + new_token()[1:]


def new_invitation_token() -> str:
    """Return a new token for an invitation (125 random bits)."""
    return TokenKind.INVITATION + new_token()[1:]


def new_season_token() -> str:
    """Return a new token for a season and a player (125 random bits)."""
    return TokenKind.SEASON + new_token()[1:]


def new_season_invitation_token() -> str:
    """Return a new token for an invitation to a season (125 random bits)."""
    return TokenKind.SEASON_INVITATION + new_token()[1:]


def new_conversation_token() -> str:
    """Return a new token for a side of a conversation (125 random bits)."""
    return TokenKind.CONVERSATION + new_token()[1:]
