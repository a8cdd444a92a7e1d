"""Export everything that is stored about a player, for that player. Read-only."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.core.serializers.json import DjangoJSONEncoder

from games.models import (
    Block,
    ConversationSide,
    DirectMessage,
    Entry,
    Follow,
    Invitation,
    Match,
    Message,
    PersonalToken,
    Player,
    PrivateNote,
    Punctuality,
    Rating,
)
from games.presentation import orders as order_text
from games.queries import match_lists, matches
from games.queries.direct_messages import shown_text
from games.services.exports import export_match
from games.services.leagues import cups
from notifications.gateway import own_notification_data

# Fields of the settings page, and dates of the account.
ABOUT = (
    *("email", "email_verified_at", "display_name", "language", "zone", "hours", "joined_at"),
    *("last_login", "last_seen_on", "about", "shows_presence", "messages_from"),
    "is_named_in_dumps",
)


def export_player_data(player: Player) -> Iterator[str]:
    """Yield one JSON object per line with the player's data.

    That is: the player, blocks, follows, tokens, apps, devices, bots, invitations, conversations,
    notes, orders and presets for new matches, sign-ins, punctuality, sanctions and reports,
    leagues, leagues they run, clubs, ratings, puzzles, analysis boards, e-mails, matches. Tokens
    are without their secrets, and each match is as they saw it.
    """
    former_names = player.former_names.order_by("changed_at").values("name", "changed_at")
    you = {name: getattr(player, name) for name in ABOUT}
    filters = player.saved_filters.order_by("pk").values("model", "name", "query")
    more = {"former_names": list(former_names), "saved_filters": list(filters)}
    yield _format_json_line("you", you | more)
    blocks = Block.objects.filter(player=player).order_by("blocked_at")
    yield _format_json_line("blocked", list(blocks.values("blocked__display_name", "blocked_at")))
    follows = Follow.objects.filter(player=player).order_by("followed_at")
    yield _format_json_line(
        "follows", list(follows.values("followed__display_name", "followed_at"))
    )
    tokens = PersonalToken.objects.filter(player=player, grant=None).order_by("created_at")
    yield _format_json_line(
        "tokens", list(tokens.values("name", "scopes", "created_at", "last_used_at", "revoked_at"))
    )
    registered_apps = player.apps.order_by("created_at")
    app_fields = ("name", "website", "redirect_uris", "uses_device_codes", "created_at")
    yield _format_json_line("apps", list(registered_apps.values(*app_fields)))
    grants = player.app_grants.order_by("granted_at")
    yield _format_json_line(
        "allowed_apps", list(grants.values("app__name", "scopes", "granted_at"))
    )
    devices = player.known_devices.order_by("created_at")
    yield _format_json_line(
        "devices", list(devices.values("name", "created_at", "confirmed_at", "used_at"))
    )
    bot_fields = ("display_name", "joined_at", "left_at")
    for name, is_bot in (("bots", True), ("at_your_device", False)):
        bots = player.bots.filter(is_bot=is_bot).order_by("pk")
        yield _format_json_line(name, list(bots.values(*bot_fields)))
    invitations = Invitation.objects.filter(inviter=player).order_by("sent_at")
    invitation_fields = ("match__number", "address", "note", "sent_at", "outcome")
    yield _format_json_line("invitations", list(invitations.values(*invitation_fields)))
    for side in player.conversations.select_related("other").order_by("pk"):
        yield _format_json_line("conversation", _serialize_conversation(side))
    notes = PrivateNote.objects.filter(player=player).order_by("written_at")
    yield _format_json_line("notes", list(notes.values("match__number", "written_at", "text")))
    yield _format_json_line(
        "orders_for_new_matches",
        [
            {"game": item.row.game, "order": item.words}
            for item in order_text.list_default_orders(player)
        ],
    )
    presets = player.match_presets.order_by("saved_at")
    yield _format_json_line(
        "presets_for_new_matches", list(presets.values("game", "name", "terms", "saved_at"))
    )
    came = player.sign_in_fingerprints.order_by("first_seen_at").values(
        "kind", "first_seen_at", "last_seen_at"
    )
    yield _format_json_line("signed_in_from", list(came))
    punctuality = Punctuality.objects.filter(player=player).values("in_time", "median").first()
    yield _format_json_line("punctuality", punctuality)
    sanctions = player.sanctions.order_by("imposed_at").values(
        "kind", "reason", "imposed_at", "lasts_until", "ended_at"
    )
    reports = player.reports.order_by("reported_at").values(
        "kind", "text", "quoted", "reported_at", "outcome"
    )
    yield _format_json_line("conduct", {"told_you": list(sanctions), "you_told": list(reports)})
    entries = Entry.objects.filter(player=player).order_by("signed_up_at")
    entry_fields = ("season__league__name", "season__number", "state", "signed_up_at", "left_at")
    yield _format_json_line("leagues", list(entries.values(*entry_fields, "team_name")))
    memberships = player.team_memberships.order_by("joined_at").values(
        *("season__league__name", "season__number", "entry__team_name", "joined_at", "left_at")
    )
    yield _format_json_line("teams", list(memberships))
    directed_leagues = player.directed_leagues.order_by("appointed_at")
    run = directed_leagues.values("league__name", "is_founder", "appointed_at")
    season_invitations = cups.invitations_of(player).order_by("invited_at")
    invitation_rows = season_invitations.values(
        "season__league__name", "season__number", "invited_at"
    )
    yield _format_json_line(
        "leagues_run", {"you_direct": list(run), "invited_to": list(invitation_rows)}
    )
    club_rows = player.club_memberships.order_by("joined_at").values(
        "club__name", "is_organiser", "gets_emails", "joined_at"
    )
    yield _format_json_line("clubs", list(club_rows))
    ratings = Rating.objects.filter(player=player).order_by("game")
    yield _format_json_line("ratings", list(ratings.values("game", "mean", "deviation", "matches")))
    own = player.puzzle_ratings.order_by("game").values("game", "mean", "deviation", "attempts")
    attempts = player.puzzle_attempts.order_by("attempted_at").values(
        "puzzle", "answer", "is_solved", "change", "attempted_at"
    )
    yield _format_json_line("puzzles", {"ratings": list(own), "attempts": list(attempts)})
    boards = player.analysis_boards.order_by("opened_at").values(
        "match__number", "ply", "moves", "opened_at", "used_at"
    )
    yield _format_json_line("analysis_boards", list(boards))
    yield _format_json_line("post", own_notification_data(player))
    for match in match_lists.my_matches(player):
        yield _format_json_line("match", _serialize_match(player, match))


def _serialize_conversation(side: ConversationSide) -> dict[str, object]:
    rows = DirectMessage.objects.filter(conversation=side.conversation_id).order_by("pk")
    messages = [
        {
            "sent_at": row.sent_at,
            "by_you": row.player_id == side.player_id,
            "text": shown_text(row),
        }
        for row in rows
    ]
    return {"with": side.other.display_name, "messages": messages}


def _serialize_match(player: Player, match: Match) -> dict[str, object]:
    seat = matches.seat_of(match, player)
    orders = [] if seat is None else order_text.own_orders(match, seat, player.language)
    messages = Message.objects.filter(match=match, player=player).order_by("sent_at")
    return {
        "number": match.number,
        "game": match.game,
        "seat": seat,
        "orders": [order.words for order in orders],
        "said": list(messages.values("sent_at", "text", "hidden_at")),
        "record": [json.loads(line) for line in export_match(match, seat=seat)],
    }


def _format_json_line(about: str, value: object) -> str:
    return json.dumps({about: value}, cls=DjangoJSONEncoder, ensure_ascii=False) + "\n"
