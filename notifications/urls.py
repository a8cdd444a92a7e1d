"""Addresses of the post office's pages."""

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
    path("letters/", email_views.own_letters, name="own_letters"),
    path("letters/mailbox/", email_views.save_mailbox_settings, name="own_mailbox"),
    path("letters/channels/", channel_views.own_channels, name="own_channels"),
    path("letters/test/", email_views.test_letter, name="test_letter"),
    path("letters/again/", email_views.try_again, name="try_address_again"),
    path("letters/address/", email_views.request_address_change, name="own_address"),
    path("letters/address/<str:link>/", email_views.new_address, name="new_address"),
    path(
        "webhooks/<slug:provider>/tracking/",
        provider_webhooks.receive_tracking_webhook,
        name="told",
    ),
    path(
        "webhooks/<slug:provider>/inbound/",
        provider_webhooks.receive_inbound_webhook,
        name="brought",
    ),
    # Mailgun brings the letter itself where the address has "mime" in it.
    path(
        "webhooks/<slug:provider>/inbound_mime/",
        provider_webhooks.receive_inbound_webhook,
        name="brought_mime",
    ),
    path("letters/senders/", sender_views.add_sender, name="add_sender"),
    path("letters/senders/drop/", sender_views.remove_sender, name="drop_sender"),
    path("letters/senders/<str:link>/", sender_views.confirm_sender, name="new_sender"),
    path("letters/webhooks/", webhook_views.own_webhooks, name="own_webhooks"),
    path("letters/webhooks/<uuid:number>/", webhook_views.manage_webhook, name="own_webhook"),
    path("letters/devices/", device_views.own_devices, name="own_devices"),
    path("postoffice/", views.list_mailboxes, name="postoffice"),
    path("postoffice/box/<str:address>/", views.show_mailbox, name="postoffice-mailbox"),
    path("postoffice/letter/<uuid:number>/", views.show_email, name="postoffice-letter"),
    path("postoffice/letter/<uuid:number>/html/", views.as_html, name="postoffice-html"),
    path(
        "postoffice/letter/<uuid:number>/source/", views.show_email_source, name="postoffice-source"
    ),
    path("postoffice/letter/<uuid:number>/reply/", views.reply_to_email, name="postoffice-reply"),
]
