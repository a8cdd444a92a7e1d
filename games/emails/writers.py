"""Who writes the e-mail of which kind of notification."""

from __future__ import annotations

from games.emails import devices, invitations, leagues, matches, moderation, replies
from games.emails.batch_rows import BAG
from notifications.gateway import Bag, Write

# E-mails about a match, written from what is `known` of it.
OF_MATCHES: dict[str, Write] = {
    "your_turn": matches.render_prompt_email,
    "reminder": matches.render_prompt_email,
    "refused": matches.render_refusal_email,
    "receipt": matches.render_match_news_email,
    "clock_moved": matches.render_match_news_email,
    "match_started": matches.render_match_news_email,
    "match_finished": matches.render_match_news_email,
    "paused": matches.render_pause_email,
    "resumed": matches.render_pause_email,
    "vote_asked": matches.vote_asked,
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
OTHERS: dict[str, Write] = {
    "match_frozen": matches.match_frozen,
    "seat_lost": matches.seat_lost,
    "sign_in": matches.sign_in,
    "league": leagues.render_league_email,
    "invitation": invitations.render_invitation_email,
    "introduction": invitations.render_invitation_email,
    "declined": invitations.render_invitation_answer_email,
    "invitation_answered": invitations.render_invitation_answer_email,
    "desk": moderation.render_moderation_email,
    "device_code": devices.device_code,
}
WRITERS = OF_MATCHES | OTHERS
BAGS: dict[str, Bag] = dict.fromkeys(OF_MATCHES, BAG)
