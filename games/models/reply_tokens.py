"""Tokens in the addresses that players reply to: the first letter says what a token names."""

from __future__ import annotations

import secrets
from enum import StrEnum

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"


class TokenKind(StrEnum):
    """What a reply token names."""

    # A question of the rules.
    PROMPT = "p"
    # One seat's say in a vote.
    BALLOT = "v"
    INVITATION = "i"


def new_token() -> str:
    """Return 26 letters and digits that nobody can guess (130 bits), safe in any address."""
    return "".join(ALPHABET[byte & 31] for byte in secrets.token_bytes(26))


def new_prompt_token() -> str:
    """Return a new token for a prompt (125 bits)."""
    return TokenKind.PROMPT + new_token()[1:]


def new_ballot_token() -> str:
    """Return a new token for a ballot (125 bits)."""
    return TokenKind.BALLOT + new_token()[1:]


def new_invitation_token() -> str:
    """Return a new token for an invitation (125 bits)."""
    return TokenKind.INVITATION + new_token()[1:]
