"""The registry of e-mail renderers: one for each kind of notification."""

from __future__ import annotations

from games.emails import (
    daily_lists,
    devices,
    direct_messages,
    invitations,
    league_introductions,
    leagues,
    matches,
    moderation,
    puzzles,
    replies,
)
from games.emails.batch_rows import BATCH_LOADER
from notifications import gateway
from notifications.gateway import BatchLoader, Renderer

# E-mails about a match, rendered from the data in `known`.
OF_MATCHES: dict[str, Renderer] = {
    "your_turn": matches.render_prompt_email,
    "reminder": matches.render_prompt_email,
    "refused": matches.render_refusal_email,
    "receipt": matches.render_match_news_email,
    "clock_moved": matches.render_match_news_email,
    "match_started": matches.render_match_news_email,
    "match_finished": matches.render_match_news_email,
    "paused": matches.render_pause_email,
    "resumed": matches.render_pause_email,
    "vote_asked": matches.render_vote_email,
    "vote_decided": matches.render_match_news_email,
    "seat_taken": matches.render_match_news_email,
    "seat_back": matches.render_match_news_email,
    "orders": matches.render_match_news_email,
    "order_off": matches.render_match_news_email,
    "chat": replies.render_chat_email,
    "held": replies.render_quarantine_email,
    "commands": replies.render_transcript_email,
    "sequence": replies.render_transcript_email,
    "sequence_stopped": replies.render_transcript_email,
}
OTHERS: dict[str, Renderer] = {
    "player_joined": matches.render_join_email,
    "match_frozen": matches.render_frozen_email,
    "seat_lost": matches.render_lost_seat_email,
    "sign_in": matches.render_sign_in_email,
    "league": leagues.render_league_email,
    "league_asked": leagues.render_league_email,
    "invitation": invitations.render_invitation_email,
    "introduction": league_introductions.render_introduction_email,
    "declined": invitations.render_invitation_answer_email,
    "invitation_answered": invitations.render_invitation_answer_email,
    "desk": moderation.render_moderation_email,
    "device_code": devices.render_code_email,
    gateway.DAILY_LIST: daily_lists.render_daily_list_email,
    "direct_message": direct_messages.render_direct_message_email,
    "puzzle": puzzles.render_puzzle_email,
    "message_refused": direct_messages.render_refused_message_email,
}
RENDERERS = OF_MATCHES | OTHERS
BATCH_LOADERS: dict[str, BatchLoader] = {
    **dict.fromkeys(OF_MATCHES, BATCH_LOADER),
    gateway.DAILY_LIST: daily_lists.LIST_LOADER,
}
