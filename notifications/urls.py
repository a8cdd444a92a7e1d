"""Addresses of the post office's pages."""

from __future__ import annotations

from django.urls import path

from . import views

urlpatterns = [
    path("postoffice/", views.mailboxes, name="postoffice"),
    path("postoffice/box/<str:address>/", views.mailbox, name="postoffice-mailbox"),
    path("postoffice/letter/<uuid:number>/", views.letter, name="postoffice-letter"),
    path("postoffice/letter/<uuid:number>/source/", views.source, name="postoffice-source"),
    path("postoffice/letter/<uuid:number>/reply/", views.reply, name="postoffice-reply"),
]
