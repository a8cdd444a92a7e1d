"""URLs of the pages of notifications."""

from __future__ import annotations

from django.urls import path

from .dev_mailbox import views
from .incoming.transports import provider_webhooks
from .preferences import (
    channel_views,
    device_views,
    email_views,
    sender_views,
    unsubscribe_views,
    webhook_views,
)

urlpatterns = [
    path("u/<str:code>/", unsubscribe_views.unsubscribe_by_link, name="unsubscribe"),
    path("emails/", email_views.own_emails, name="own_emails"),
    path("emails/preferences/", email_views.save_email_preferences, name="own_email_preferences"),
    path("emails/channels/", channel_views.own_channels, name="own_channels"),
    path("emails/test/", email_views.test_email, name="test_email"),
    path("emails/again/", email_views.resume_emails, name="try_address_again"),
    path("emails/address/", email_views.request_address_change, name="own_address"),
    path("emails/address/<str:link>/", email_views.new_address, name="new_address"),
    path(
        "webhooks/<slug:provider>/tracking/",
        provider_webhooks.receive_tracking_webhook,
        name="webhook_tracking",
    ),
    path(
        "webhooks/<slug:provider>/inbound/",
        provider_webhooks.receive_inbound_webhook,
        name="webhook_inbound",
    ),
    # Mailgun sends the raw e-mail only if the URL contains "mime".
    path(
        "webhooks/<slug:provider>/inbound_mime/",
        provider_webhooks.receive_inbound_webhook,
        name="webhook_inbound_mime",
    ),
    path("emails/senders/", sender_views.add_sender, name="add_sender"),
    path("emails/senders/drop/", sender_views.remove_sender, name="drop_sender"),
    path("emails/senders/<str:link>/", sender_views.confirm_sender, name="new_sender"),
    path("emails/webhooks/", webhook_views.own_webhooks, name="own_webhooks"),
    path("emails/webhooks/<uuid:number>/", webhook_views.manage_webhook, name="own_webhook"),
    path("emails/devices/", device_views.own_devices, name="own_devices"),
    path("mailbox/", views.list_mailboxes, name="mailboxes"),
    path("mailbox/of/<str:address>/", views.show_mailbox, name="mailbox"),
    path("mailbox/email/<uuid:number>/", views.show_email, name="mailbox_email"),
    path("mailbox/email/<uuid:number>/html/", views.show_email_html, name="mailbox_html"),
    path("mailbox/email/<uuid:number>/source/", views.show_email_source, name="mailbox_source"),
    path("mailbox/email/<uuid:number>/reply/", views.reply_to_email, name="mailbox_reply"),
]
