"""Who may do what: every operation by a visitor, a stranger, an opponent and the owner."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from games.models import Match

from .endpoints import BODIES, OPERATIONS, address

pytestmark = pytest.mark.django_db

WHO = {"visitor": "", "stranger": "carol", "opponent": "bob", "owner": "alice"}

# What belongs to alice, who plays pebbles with bob: visitor, stranger, opponent, owner.
TABLE = {
    "list_games": (200, 200, 200, 200),
    "get_game": (200, 200, 200, 200),
    "list_leagues": (200, 200, 200, 200),
    "get_league": (200, 200, 200, 200),
    "get_season": (200, 200, 200, 200),
    # Nobody has answered ten prompts; alice directs the league, and bob has proposed something.
    "found_league": (401, 422, 422, 422),
    "direct_league": (401, 403, 403, 200),
    "list_league_proposals": (401, 403, 403, 200),
    "decide_league_proposal": (401, 403, 403, 200),
    "list_matches": (200, 200, 200, 200),
    "open_match": (401, 201, 201, 201),
    "get_match": (200, 200, 200, 200),
    # It has begun.
    "join_match": (401, 409, 409, 409),
    "leave_match": (401, 403, 409, 409),
    # It is not open any more; no seat is offered.
    "add_bot": (401, 403, 409, 409),
    "take_seat": (401, 409, 409, 409),
    "reclaim_seat": (401, 403, 200, 200),
    "resign": (401, 403, 204, 204),
    # Nobody has moved.
    "take_back": (401, 403, 422, 422),
    "list_votes": (401, 403, 200, 200),
    "ask_table": (401, 403, 201, 201),
    "get_vote": (401, 403, 200, 200),
    # Who has asked is not asked; others do not take back.
    "answer_vote": (401, 403, 200, 422),
    "withdraw_vote": (401, 403, 422, 200),
    "get_notes": (401, 403, 200, 200),
    "keep_notes": (401, 403, 200, 200),
    "view_match": (200, 200, 200, 200),
    "match_history": (200, 200, 200, 200),
    "export_match": (200, 200, 200, 200),
    "match_position": (200, 200, 200, 200),
    "list_data_dumps": (200, 200, 200, 200),
    "player_matches": (200, 200, 200, 200),
    "list_puzzles": (200, 200, 200, 200),
    # None was chosen.
    "todays_puzzle": (404, 404, 404, 404),
    "get_puzzle": (200, 200, 200, 200),
    "attempt_puzzle": (401, 201, 201, 201),
    "get_analysis": (200, 200, 200, 200),
    # It is not over.
    "request_analysis": (401, 422, 422, 422),
    "open_analysis_board": (401, 422, 422, 422),
    "list_analysis_boards": (401, 200, 200, 200),
    # A board of alice, of a match that is over.
    "get_analysis_board": (401, 404, 404, 200),
    "delete_analysis_board": (401, 404, 404, 204),
    "try_move": (401, 404, 404, 201),
    "undo_tried_move": (401, 404, 404, 200),
    "request_opinion": (401, 404, 404, 202),
    "list_orders": (401, 403, 200, 200),
    "write_order": (401, 403, 201, 201),
    "preview_order": (401, 403, 200, 200),
    # The opponent has no order of that number.
    "cancel_order": (401, 403, 404, 204),
    "change_order": (401, 403, 404, 200),
    "move_order": (401, 403, 404, 200),
    "list_default_orders": (401, 200, 200, 200),
    "save_default_order": (401, 201, 201, 201),
    "delete_default_order": (401, 404, 404, 204),
    "list_match_presets": (401, 200, 200, 200),
    "save_match_preset": (401, 201, 201, 201),
    "change_match_preset": (401, 404, 404, 200),
    "delete_match_preset": (401, 404, 404, 204),
    "list_messages": (401, 403, 200, 200),
    "say": (401, 403, 201, 201),
    "list_conversations": (401, 200, 200, 200),
    # With alice, who knows the opponent from this match, and nobody else.
    "list_direct_messages": (401, 200, 200, 404),
    "send_direct_message": (401, 422, 201, 404),
    "mark_conversation_read": (401, 404, 404, 404),
    "list_prompts": (401, 200, 200, 200),
    "get_prompt": (401, 403, 403, 200),
    # The token is the name of a question, and no right.
    "answer_prompt": (401, 403, 403, 200),
    "get_me": (401, 200, 200, 200),
    "change_me": (401, 200, 200, 200),
    "get_hours": (401, 200, 200, 200),
    "change_hours": (401, 200, 200, 200),
    "get_email_preferences": (401, 200, 200, 200),
    "change_email_preferences": (401, 200, 200, 200),
    "my_events": (401, 200, 200, 200),
    "match_events": (200, 200, 200, 200),
    "match_ends": (200, 200, 200, 200),
    # Nothing is asked in a match that has begun, and none is played again before it is over.
    "list_sent_invitations": (401, 403, 200, 200),
    "invite": (401, 403, 422, 422),
    "withdraw_invitation": (401, 403, 404, 204),
    "list_invitations": (401, 200, 200, 200),
    "accept_invitation": (401, 404, 404, 409),
    "decline_invitation": (401, 404, 404, 409),
    "play_again": (401, 409, 409, 409),
    # Whom everybody may look at is alice.
    "get_player": (200, 200, 200, 200),
    "block_player": (401, 204, 204, 422),
    "unblock_player": (401, 204, 204, 204),
    "report_player": (401, 204, 204, 422),
    "list_blocked": (401, 200, 200, 200),
    "get_part": (401, 200, 200, 200),
    "list_challengeable": (401, 200, 200, 200),
    "challenge": (401, 404, 404, 404),
    "join_season": (401, 200, 200, 200),
    "leave_season": (401, 422, 422, 422),
    "list_webhooks": (401, 200, 200, 200),
    "make_webhook": (401, 201, 201, 201),
    "get_webhook": (401, 404, 404, 200),
    "remove_webhook": (401, 404, 404, 204),
    "test_webhook": (401, 404, 404, 202),
    "switch_webhook_on": (401, 404, 404, 200),
    "rotate_webhook_secret": (401, 404, 404, 200),
    "list_webhook_calls": (401, 404, 404, 200),
    "resend_webhook_call": (401, 404, 404, 204),
    "get_channels": (401, 200, 200, 200),
    "change_channels": (401, 200, 200, 200),
    "forget_channels": (401, 204, 204, 204),
    "list_bots": (401, 200, 200, 200),
    "make_bot": (401, 201, 201, 201),
    "rename_bot": (401, 404, 404, 200),
    "retire_bot": (401, 404, 404, 204),
    "renew_bot_token": (401, 404, 404, 201),
    "list_tokens": (401, 200, 200, 200),
    "make_token": (401, 201, 201, 201),
    "revoke_token": (401, 404, 404, 204),
}
# Of a private match others do not learn that it is there.
PRIVATE = {"get_match", "join_match", "leave_match", "view_match", "match_history", "export_match"}
PRIVATE |= {
    "add_bot",
    "take_seat",
    "reclaim_seat",
    "resign",
    "take_back",
    "list_votes",
    "ask_table",
}
PRIVATE |= {"ask_table", "get_vote", "answer_vote", "withdraw_vote", "get_notes", "keep_notes"}
PRIVATE |= {"list_orders", "write_order", "preview_order", "cancel_order", "list_messages", "say"}
PRIVATE |= {"change_order", "move_order", "get_analysis", "request_analysis"}
PRIVATE |= {"open_analysis_board", "match_events"}
PRIVATE |= {"list_sent_invitations", "invite", "withdraw_invitation", "play_again"}

SCOPES = {operation: "play" for operation in TABLE if OPERATIONS[operation][0] != "GET"}
SCOPES |= {operation: "read" for operation in TABLE if OPERATIONS[operation][0] == "GET"}
MANAGED = ["change_me", "make_token", "revoke_token", "change_hours", "change_email_preferences"]
MANAGED += ["make_bot", "rename_bot", "retire_bot", "renew_bot_token"]
MANAGED += ["make_webhook", "remove_webhook", "test_webhook", "switch_webhook_on"]
MANAGED += ["rotate_webhook_secret", "resend_webhook_call"]
MANAGED += ["change_channels", "forget_channels"]
SCOPES |= dict.fromkeys(MANAGED, "manage")


def test_every_operation_stands_in_the_table() -> None:
    assert set(TABLE) == set(OPERATIONS)


@pytest.fixture
def tried() -> Callable[[], Any]:
    """`with tried():` what happens within is undone, so that the next begins as this one did."""

    @contextmanager
    def tried() -> Iterator[None]:
        with transaction.atomic():
            yield
            transaction.set_rollback(True)

    return tried


@pytest.mark.parametrize("who", WHO)
def test_who_may_do_what(
    program: Any, people: dict[str, Any], pebbles: Match, tried: Any, who: str
) -> None:
    caller, statuses = program(WHO[who]), {}
    for operation in TABLE:
        with tried():
            method, path = address(operation, pebbles, people["alice"])
            answer = caller(method, path, BODIES.get(operation))
            statuses[operation] = answer.status_code
            is_problem = answer.status_code >= 400
            assert (answer.get("Content-Type") == "application/problem+json") == is_problem

    column = list(WHO).index(who)
    assert statuses == {operation: row[column] for operation, row in TABLE.items()}


def test_a_private_match_is_not_there_for_a_stranger(
    program: Any, people: dict[str, Any], pebbles: Match, tried: Any
) -> None:
    Match.objects.filter(pk=pebbles.pk).update(private=True)
    carol, statuses = program("carol"), {}
    for operation in PRIVATE:
        with tried():
            method, path = address(operation, pebbles, people["alice"])
            statuses[operation] = carol(method, path, BODIES.get(operation)).status_code

    assert statuses == dict.fromkeys(PRIVATE, 404)
    assert program("alice")("GET", f"matches/{pebbles.number}/").status_code == 200


def test_a_token_does_nothing_beyond_its_scopes(
    program: Any, people: dict[str, Any], pebbles: Match, tried: Any
) -> None:
    for operation in TABLE:
        needed = SCOPES[operation]
        with tried():
            method, path = address(operation, pebbles, people["alice"])
            others = {"read", "play", "manage"} - {needed}
            # Who may manage may also read.
            lacking = program("alice", *(others - {"manage"} if needed == "read" else others))
            answer = lacking(method, path, BODIES.get(operation))
            assert (answer.status_code, answer.json()["code"]) == (403, "lacks_scope"), operation
            enough = program("alice", needed)(method, path, BODIES.get(operation))
            assert enough.status_code == TABLE[operation][3], operation
