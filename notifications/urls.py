"""Addresses of the post office's pages."""

from __future__ import annotations

from django.urls import path

from . import one_click, own_channels, own_devices, own_hooks, own_letters, sender_pages, views
from .sources import webhooks

urlpatterns = [
    path("u/<str:code>/", one_click.unsubscribe, name="unsubscribe"),
    path("letters/", own_letters.own_letters, name="own_letters"),
    path("letters/mailbox/", own_letters.mailbox, name="own_mailbox"),
    path("letters/channels/", own_channels.own_channels, name="own_channels"),
    path("letters/test/", own_letters.test_letter, name="test_letter"),
    path("letters/again/", own_letters.try_again, name="try_address_again"),
    path("letters/address/", own_letters.address, name="own_address"),
    path("letters/address/<str:link>/", own_letters.new_address, name="new_address"),
    path("webhooks/<slug:provider>/tracking/", webhooks.told, name="told"),
    path("webhooks/<slug:provider>/inbound/", webhooks.brought, name="brought"),
    # Mailgun brings the letter itself where the address has "mime" in it.
    path("webhooks/<slug:provider>/inbound_mime/", webhooks.brought, name="brought_mime"),
    path("letters/senders/", sender_pages.add, name="add_sender"),
    path("letters/senders/drop/", sender_pages.drop, name="drop_sender"),
    path("letters/senders/<str:link>/", sender_pages.confirm, name="new_sender"),
    path("letters/hooks/", own_hooks.own_hooks, name="own_hooks"),
    path("letters/hooks/<uuid:number>/", own_hooks.change, name="own_hook"),
    path("letters/devices/", own_devices.own_devices, name="own_devices"),
    path("postoffice/", views.mailboxes, name="postoffice"),
    path("postoffice/box/<str:address>/", views.mailbox, name="postoffice-mailbox"),
    path("postoffice/letter/<uuid:number>/", views.letter, name="postoffice-letter"),
    path("postoffice/letter/<uuid:number>/html/", views.as_html, name="postoffice-html"),
    path("postoffice/letter/<uuid:number>/source/", views.source, name="postoffice-source"),
    path("postoffice/letter/<uuid:number>/reply/", views.reply, name="postoffice-reply"),
]
