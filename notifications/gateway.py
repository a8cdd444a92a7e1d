"""All that games may use of notifications, by what it is for; games import nothing else of it.

Names that say too little without the name of their module are lengthened here.
"""

from __future__ import annotations

from collections.abc import Mapping

from notifications.incoming import intake
from notifications.incoming.intake import Read, Reply, read_reply
from notifications.incoming.transports.provider_events import REMEMBERED as PROVIDER_EVENTS_KEPT
from notifications.models import (
    BounceScore,
    CapturedEmail,
    ChannelPreference,
    Delivery,
    EmailPreferences,
    InboundEmail,
    Notification,
    Quarantine,
    SenderAddress,
    Webhook,
)
from notifications.outgoing import renderers
from notifications.outgoing.bounce_scores import of_address as delivery_problem_of_address
from notifications.outgoing.channels import ALL as ALL_EVENTS
from notifications.outgoing.channels import EVERYTHING as ALL_THREADS
from notifications.outgoing.channels import preferred_events
from notifications.outgoing.headers import one_click_url
from notifications.outgoing.introductions import waiting_time as introduction_waiting_time
from notifications.outgoing.outbox import Draft, record_decision
from notifications.outgoing.outbox import first_sent_by_token as first_sent_at_by_token
from notifications.outgoing.outbox import last_posted as last_posted_at
from notifications.outgoing.outbox import post as post_notifications
from notifications.outgoing.outbox import send_again as resend_notification
from notifications.outgoing.outbox import threads_of as threads_of_notification
from notifications.outgoing.outbox import usual_delay as usual_sending_delay
from notifications.outgoing.planning import (
    TO_ANYBODY,
    email_preferences_of,
    unsubscribe_from_thread,
)
from notifications.outgoing.renderers import Bag, Letter, Picture, Write
from notifications.outgoing.reply_addresses import write_full as write_reply_address
from notifications.outgoing.reserved_domains import is_reserved_address
from notifications.preferences.channel_preferences import (
    change_mailbox,
    choose_as_usual,
    set_preferred_events,
)
from notifications.preferences.sender_addresses import writes_from
from notifications.preferences.webhooks import MOST as MOST_WEBHOOKS
from notifications.preferences.webhooks import TooMany as TooManyWebhooks
from notifications.preferences.webhooks import TooOften as TooManyTestCalls
from notifications.preferences.webhooks import (
    add_webhook,
    get_webhook,
    remove_webhook,
    send_test_call,
)
from notifications.preferences.webhooks import all_of as webhooks_of
from notifications.preferences.webhooks import switch_on as switch_on_webhook
from notifications.quarantine import Attempts, is_outage, set_aside
from notifications.quarantine import forget_settled as forget_settled_quarantine
from notifications.quarantine import is_passing as is_passing_error
from notifications.quarantine import place_of as place_of_error
from notifications.quarantine import release_rows as release_quarantined_rows
from notifications.quarantine import retry_after_release as retry_quarantine_after_release
from notifications.retention.erasure import (
    addresses_of,
    erase_player_emails,
    forget_introductions,
)
from notifications.retention.own_data import own_data as own_notification_data
from notifications.retention.periods import letters_kept as emails_kept
from notifications.retention.periods import words_kept as email_words_kept
from notifications.webhooks import shapes
from notifications.webhooks.guard import LONGEST_URL as LONGEST_WEBHOOK_URL
from notifications.webhooks.guard import Unsafe as UnsafeUrl
from notifications.webhooks.guard import check_url, fetch_url
from notifications.webhooks.shapes import About, Describe

__all__ = [
    # Telling players: services post drafts in the transaction of what they tell, and may ask what
    # became of them.
    "Draft",
    "first_sent_at_by_token",
    "introduction_waiting_time",
    "is_reserved_address",
    "last_posted_at",
    "post_notifications",
    "record_decision",
    "resend_notification",
    "threads_of_notification",
    "usual_sending_delay",
    # What games register, once: who reads which kind of reply, who writes which kind of
    # notification, and in what few words the subject of one is told to programs.
    "About",
    "Bag",
    "Letter",
    "Picture",
    "Write",
    "connect_application",
    "one_click_url",
    "write_reply_address",
    # Replies: replies/ read what players answer, and whether its sender is one of them.
    "Read",
    "Reply",
    "read_reply",
    "unsubscribe_from_thread",
    "writes_from",
    # Preferences of a player, as the API and the pages of games show and change them.
    "ALL_EVENTS",
    "ALL_THREADS",
    "change_mailbox",
    "choose_as_usual",
    "delivery_problem_of_address",
    "email_preferences_of",
    "preferred_events",
    "set_preferred_events",
    # Programs of a player that are called, and the only way to call an address that others chose.
    "LONGEST_WEBHOOK_URL",
    "MOST_WEBHOOKS",
    "TooManyTestCalls",
    "TooManyWebhooks",
    "UnsafeUrl",
    "add_webhook",
    "check_url",
    "fetch_url",
    "get_webhook",
    "remove_webhook",
    "send_test_call",
    "switch_on_webhook",
    "webhooks_of",
    # Quarantine: jobs set aside a row that they cannot handle, and go on with the next.
    "Attempts",
    "forget_settled_quarantine",
    "is_outage",
    "is_passing_error",
    "place_of_error",
    "release_quarantined_rows",
    "retry_quarantine_after_release",
    "set_aside",
    # What is kept about a player, for how long, and how it is forgotten.
    "PROVIDER_EVENTS_KEPT",
    "addresses_of",
    "email_words_kept",
    "emails_kept",
    "erase_player_emails",
    "forget_introductions",
    "own_notification_data",
    # Rows, for the admin's lists, which leave out what the reader may not see, for the health check
    # and for the types of renderers.
    "TO_ANYBODY",
    "Delivery",
    "Webhook",
    "InboundEmail",
    "EmailPreferences",
    "Notification",
    "CapturedEmail",
    "Quarantine",
    "SenderAddress",
    "BounceScore",
    "ChannelPreference",
]


def connect_application(
    *,
    readers: Mapping[str, Read],
    writers: Mapping[str, Write],
    bags: Mapping[str, Bag],
    describe: Describe,
) -> None:
    """Say who reads replies, by the first letter of their token; who writes notifications, and what
    is read for many of them at once, by their kind; and who describes one in a few words.

    It is called once, when Django has loaded the models.
    """
    intake.readers |= readers
    renderers.writers |= writers
    renderers.bags |= bags
    shapes.describe = describe
