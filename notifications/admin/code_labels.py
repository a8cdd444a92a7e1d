"""What the codes of e-mails are called at the desk, in the language of whoever reads them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from abyss_site.core.admin_lists.short_lists import humanize_code

Labels = Mapping[str, str | Promise]

# What our e-mails are about: mostly what their subjects say.
KINDS: Labels = {
    "your_turn": _("Your turn"),
    "reminder": _("Reminder"),
    "refused": _("Your answer was not accepted"),
    "receipt": _("Your answer is in"),
    "clock_moved": _("Your time ran out"),
    "match_started": _("The match begins"),
    "match_finished": _("The match is over"),
    "match_frozen": _("Match on hold"),
    "paused": _("The match is paused"),
    "resumed": _("The match goes on"),
    "vote_asked": _("Vote"),
    "vote_decided": _("Result of a vote"),
    "seat_taken": _("The seat is yours"),
    "seat_back": _("Your seat is yours again"),
    "seat_lost": _("Somebody has taken your seat"),
    "player_joined": _("A player has joined"),
    "orders": _("Your orders"),
    "order_off": _("An order was switched off"),
    "chat": _("A message"),
    "direct_message": _("Direct message"),
    "message_refused": _("Message not sent"),
    "held": _("An e-mail from another address"),
    "commands": _("Reply to your e-mail"),
    "sequence": _("Reply to your e-mail"),
    "sequence_stopped": _("Reply to your e-mail"),
    "sign_in": _("Sign in"),
    "league": _("League"),
    "league_asked": _("Reply about a league"),
    "invitation": _("Invitation"),
    "introduction": _("Invitation of a new player"),
    "declined": _("Invitation declined"),
    "invitation_answered": _("Answer to an invitation"),
    "desk": _("From our staff"),
    "device_code": _("Your code for a new device"),
    "puzzle": _("The puzzle of the day"),
    "daily_list": _("List of open questions"),
    "address_changed": _("Your address at Abyss by Post has changed"),
    "new_address": _("Your new address at Abyss by Post"),
    "new_sender": _("May your e-mails come from this address?"),
    "bundle": _("Several matches have news for you"),
    "bundle_help": _("Which match do you mean?"),
    "lost_email": _("Your e-mail does not belong to one particular question"),
    "emails_stopped": _("E-mails to the address are stopped"),
    "taken_for_automatic": _("Did you write this e-mail?"),
    "test_email": _("A test e-mail from Abyss by Post"),
}
# Why an e-mail waits, or was not sent.
WHY: Labels = {
    "overtaken": _("Answered or over before it left"),
    "in the reply": _("Said in a reply"),
    "unsubscribed": _("The player has stopped these e-mails"),
    "address not verified": _("Address not confirmed"),
    "address does not work": _("E-mails to the address bounced"),
    "messages not wanted": _("Sent with the next e-mail of the match"),
    "receipts not wanted": _("The player has turned confirmations off"),
    "full day": _("Many e-mails that day; sent with others"),
    "quiet hours": _("Quiet hours"),
    "on the page": _("The player is on the page"),
    "hourly": _("Sent with others, every hour"),
    "daily": _("Sent with others, once a day"),
    "account deleted": _("Account deleted"),
}
# What the address is for to which an e-mail came.
PURPOSES: Labels = {
    "play": _("Reply to an e-mail"),
    "bundle": _("Reply about several matches"),
    "bounce": _("Bounce"),
    "unsub": _("Unsubscribe"),
}
# By which way an e-mail came in; other codes are names of providers.
SOURCES: Labels = {
    "smtp": "SMTP",
    "imap": "IMAP",
    "mailbox": _("Mailbox"),
}
# What was decided about an e-mail that came in.
REASONS: Labels = {
    "own_mail": _("E-mail of our own"),
    "loop": _("Loop"),
    "complaint": _("Complaint about spam"),
    "complaint_flagged": _("Unproven complaint, flagged only"),
    "not_spam": _("Reported as no spam"),
    "bounce": _("Bounce"),
    "bounce_flagged": _("Unproven bounce, flagged only"),
    "bounce_unknown": _("Bounce of an unknown e-mail"),
    "not_a_bounce": _("No bounce"),
    "report": _("Delivery report"),
    "auto_reply": _("Automatic reply"),
    "reaction": _("Reaction"),
    "calendar": _("Calendar entry"),
    "challenge": _("Challenge of a spam filter"),
    "list": _("Mailing list"),
    "duplicate": _("Duplicate"),
    "role_address": _("To no question"),
    "several_prompts": _("To several questions"),
    "no_reader": _("To an unknown address"),
    "unknown_prompt": _("To an unknown question"),
    "unknown_bundle": _("To an unknown question"),
    "unsubscribed": _("Unsubscribed"),
    "unsubscribe_unknown": _("Unsubscribed from an unknown e-mail"),
    "inactive": _("The account is closed"),
    "stranger": _("From another address"),
    "unproven": _("Sender not verified"),
    "unreadable": _("Not understood"),
    "bundle_unreadable": _("Not understood"),
    "bundle_in_part": _("Understood in part"),
    "ambiguous": _("Ambiguous"),
    "illegal": _("Not possible"),
    "stale": _("Question closed"),
    "back": _("Back in their seat"),
    "ordered": _("Orders changed"),
    "orders_listed": _("Orders listed, to be agreed to"),
    "played": _("Answer played"),
    "played_in_part": _("Answers played in part"),
    "commands": _("Commands done"),
    "sequence": _("Answers and commands done"),
    "sequence_stopped": _("Answers and commands done in part"),
    "said": _("Message passed on"),
    "voted": _("Voted"),
    "accepted": _("Invitation accepted"),
    "declined": _("Invitation declined"),
    "entered": _("Signed up for a season"),
    "checked_in": _("Checked in"),
    "reply_declined": _("Did not sign up"),
    "leave_asked": _("Asked before leaving a season"),
    "left": _("Left a season"),
}
_MATCH = re.compile(r"match-(\d+)")


def label_code(labels: Labels, code: str) -> str:
    """Return what a code is called; a code without a label as English words."""
    return str(labels.get(code) or humanize_code(code))


def label_thread(thread: str) -> str:
    """Return what the e-mails of a thread are about: “Match #7”; "" for no thread."""
    if match := _MATCH.fullmatch(thread):
        return gettext("Match #%(number)s") % {"number": match[1]}
    return str(_("The puzzle of the day")) if thread == "puzzles" else humanize_code(thread)
