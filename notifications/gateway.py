"""Public interface of the notifications app, grouped by purpose; games import nothing else of it.

Names that are too short without their module's name are re-exported under longer names.
"""

from __future__ import annotations

from collections.abc import Mapping

from notifications.incoming import intake
from notifications.incoming.bundle_replies import read_bundle_reply
from notifications.incoming.intake import (
    Recognizer,
    Reply,
    ReplyReader,
    UnreadableReply,
    read_reply,
)
from notifications.incoming.second_reading import AutomaticEmail, find_automatic_email
from notifications.incoming.second_reading import read_as_persons as read_automatic_email
from notifications.incoming.transports.provider_events import (
    EVENT_RETENTION as PROVIDER_EVENTS_KEPT,
)
from notifications.mail_outages import (
    is_mailroom_down,
    observe_mailroom,
)
from notifications.mail_outages import outages_to_give_back as mail_outages_to_give_back
from notifications.mail_outages import record_given_back as record_mail_outage_given_back
from notifications.models import (
    BounceScore,
    CapturedEmail,
    ChannelPreference,
    Delivery,
    EmailPreferences,
    InboundEmail,
    MailOutage,
    Notification,
    Quarantine,
    SenderAddress,
    Webhook,
    WebhookCall,
)
from notifications.outgoing import renderers as renderer_registry
from notifications.outgoing.bounce_scores import stopped_score_for as delivery_problem_of_address
from notifications.outgoing.channels import ALL as ALL_EVENTS
from notifications.outgoing.channels import EVERYTHING as ALL_THREADS
from notifications.outgoing.channels import preferred_events, select_threads_with_email
from notifications.outgoing.daily import find_daily_readers, find_list_readers
from notifications.outgoing.headers import one_click_url
from notifications.outgoing.introductions import stranger_delay as introduction_delay
from notifications.outgoing.outbox import Draft, emailed_tokens, record_decision
from notifications.outgoing.outbox import first_sent_by_token as first_sent_at_by_token
from notifications.outgoing.outbox import last_posted as last_posted_at
from notifications.outgoing.outbox import last_sent_data as last_sent_email_data
from notifications.outgoing.outbox import post as post_notifications
from notifications.outgoing.outbox import send_again as resend_notification
from notifications.outgoing.outbox import threads_of as threads_of_notification
from notifications.outgoing.outbox import usual_delay as usual_sending_delay
from notifications.outgoing.outbox import withdraw_queued as withdraw_queued_notifications
from notifications.outgoing.planning import (
    DAILY_LIST,
    DAILY_LIST_THREAD,
    UNVERIFIED_OK_KINDS,
    email_preferences_of,
    unsubscribe_from_thread,
)
from notifications.outgoing.renderers import BatchLoader, Email, Picture, Renderer
from notifications.outgoing.reply_addresses import build_address as build_reply_address
from notifications.outgoing.reserved_domains import is_reserved_address
from notifications.preferences.channel_preferences import (
    change_email_preferences,
    reset_preferences,
    set_preferred_events,
)
from notifications.preferences.emails_sent import count_ignored_emails, record_confirmed_email
from notifications.preferences.sender_addresses import owns_sender_address
from notifications.preferences.webhooks import (
    MAX_WEBHOOKS,
    add_webhook,
    get_webhook,
    remove_webhook,
    request_test_call,
)
from notifications.preferences.webhooks import TooMany as TooManyWebhooks
from notifications.preferences.webhooks import TooOften as TooManyTestCalls
from notifications.preferences.webhooks import list_calls as list_webhook_calls
from notifications.preferences.webhooks import list_webhooks as webhooks_of
from notifications.preferences.webhooks import resend_call as resend_webhook_call
from notifications.preferences.webhooks import rotate_secret as rotate_webhook_secret
from notifications.preferences.webhooks import set_scope as set_webhook_scope
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
from notifications.retention.periods import content_retention as email_content_retention
from notifications.retention.periods import email_retention as email_retention
from notifications.webhooks import formats
from notifications.webhooks.formats import EVENTS as EVENT_TEXTS
from notifications.webhooks.formats import ComposeEvent, Describe, Subject
from notifications.webhooks.formats import show_secret as show_webhook_secret
from notifications.webhooks.guard import MAX_URL_LENGTH as MAX_WEBHOOK_URL_LENGTH
from notifications.webhooks.guard import Unsafe as UnsafeUrl
from notifications.webhooks.guard import check_url, fetch_url

__all__ = [
    # Outbox: services post drafts in the transaction of the change they report, and may query
    # what became of them.
    "Draft",
    "emailed_tokens",
    "find_daily_readers",
    "find_list_readers",
    "DAILY_LIST",
    "DAILY_LIST_THREAD",
    "first_sent_at_by_token",
    "introduction_delay",
    "is_mailroom_down",
    "is_reserved_address",
    "last_posted_at",
    "last_sent_email_data",
    "mail_outages_to_give_back",
    "observe_mailroom",
    "post_notifications",
    "record_decision",
    "record_mail_outage_given_back",
    "resend_notification",
    "threads_of_notification",
    "usual_sending_delay",
    "withdraw_queued_notifications",
    # Registration by games, once: readers by kind of reply, renderers by kind of notification, and
    # a function that says what a notification is about, for webhooks.
    "EVENT_TEXTS",
    "ComposeEvent",
    "Subject",
    "BatchLoader",
    "Email",
    "Picture",
    "Renderer",
    "connect_application",
    "one_click_url",
    "build_reply_address",
    # Replies: parsed replies of players, and whether a sender is a given player.
    "ReplyReader",
    "Reply",
    "UnreadableReply",
    "read_bundle_reply",
    "read_reply",
    "Recognizer",
    # E-mails that were taken for automatic ones: their player may have them read after all.
    "AutomaticEmail",
    "count_ignored_emails",
    "find_automatic_email",
    "read_automatic_email",
    "record_confirmed_email",
    "unsubscribe_from_thread",
    "owns_sender_address",
    # Preferences of a player, shown and changed by the API and the pages of games.
    "ALL_EVENTS",
    "ALL_THREADS",
    "change_email_preferences",
    "reset_preferences",
    "delivery_problem_of_address",
    "email_preferences_of",
    "preferred_events",
    "select_threads_with_email",
    "set_preferred_events",
    # Webhooks of a player, and the only safe way to request a URL that a user entered.
    "MAX_WEBHOOK_URL_LENGTH",
    "MAX_WEBHOOKS",
    "TooManyTestCalls",
    "TooManyWebhooks",
    "UnsafeUrl",
    "add_webhook",
    "check_url",
    "fetch_url",
    "get_webhook",
    "remove_webhook",
    "request_test_call",
    "list_webhook_calls",
    "resend_webhook_call",
    "rotate_webhook_secret",
    "set_webhook_scope",
    "show_webhook_secret",
    "switch_on_webhook",
    "webhooks_of",
    # Quarantine: a job sets aside a row that it cannot handle and continues with the next.
    "Attempts",
    "forget_settled_quarantine",
    "is_outage",
    "is_passing_error",
    "place_of_error",
    "release_quarantined_rows",
    "retry_quarantine_after_release",
    "set_aside",
    # Stored personal data: retention periods, export and erasure.
    "PROVIDER_EVENTS_KEPT",
    "addresses_of",
    "email_content_retention",
    "email_retention",
    "erase_player_emails",
    "forget_introductions",
    "own_notification_data",
    # Models, for the admin's lists (which hide what the reader may not see), for the health check
    # and for type annotations of renderers.
    "UNVERIFIED_OK_KINDS",
    "Delivery",
    "Webhook",
    "WebhookCall",
    "InboundEmail",
    "MailOutage",
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
    readers: Mapping[str, ReplyReader],
    recognizers: Mapping[str, Recognizer],
    renderers: Mapping[str, Renderer],
    batch_loaders: Mapping[str, BatchLoader],
    describe: Describe,
    compose_event: ComposeEvent,
) -> None:
    """Register the functions of an application, once, when Django has loaded the models.

    `readers` handle replies, by the first letter of their token, and `recognizers` tell whether a
    line is an answer. `renderers` render notifications,
    and `batch_loaders` load data for a batch of them, both by kind. `describe` returns what a
    notification is about, for webhooks, and `compose_event` the event that programs receive.
    """
    intake.readers |= readers
    intake.recognizers |= recognizers
    renderer_registry.renderers |= renderers
    renderer_registry.batch_loaders |= batch_loaders
    formats.describe = describe
    formats.compose_event = compose_event
