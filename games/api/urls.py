"""The addresses of the API."""

from __future__ import annotations

from django.urls import path, re_path

from games.api import (
    chat,
    events,
    games,
    mailbox,
    matches,
    me,
    memos,
    orders,
    problems,
    prompts,
    schema,
    seats,
    tables,
    together,
)

urlpatterns = [
    path("", schema.browse, name="api"),
    path("v1/schema/", schema.document, name="api_schema"),
    path("v1/games/", games.Games.as_view()),
    path("v1/games/<str:game>/", games.OneGame.as_view()),
    path("v1/matches/", matches.Matches.as_view()),
    path("v1/matches/<int:number>/", matches.OneMatch.as_view()),
    path("v1/matches/<int:number>/join/", seats.Join.as_view()),
    path("v1/matches/<int:number>/leave/", seats.Leave.as_view()),
    path("v1/matches/<int:number>/bots/", seats.Bots.as_view()),
    path("v1/matches/<int:number>/take/", seats.Take.as_view()),
    path("v1/matches/<int:number>/back/", seats.Back.as_view()),
    path("v1/matches/<int:number>/resign/", seats.Resign.as_view()),
    path("v1/matches/<int:number>/undo/", together.Undo.as_view()),
    path("v1/matches/<int:number>/votes/", together.Votes.as_view()),
    path("v1/matches/<int:number>/votes/<uuid:vote>/", together.OneVote.as_view()),
    path("v1/matches/<int:number>/votes/<uuid:vote>/answer/", together.AnswerVote.as_view()),
    path("v1/matches/<int:number>/notes/", memos.OwnMemo.as_view()),
    path("v1/matches/<int:number>/view/", tables.View.as_view()),
    path("v1/matches/<int:number>/history/", tables.History.as_view()),
    path("v1/matches/<int:number>/export/", tables.Export.as_view()),
    path("v1/matches/<int:number>/orders/", orders.Orders.as_view()),
    path("v1/matches/<int:number>/orders/preview/", orders.Preview.as_view()),
    path("v1/matches/<int:number>/orders/<int:order>/", orders.OneOrder.as_view()),
    path("v1/matches/<int:number>/chat/", chat.Chat.as_view()),
    path("v1/prompts/", prompts.Prompts.as_view()),
    path("v1/prompts/<str:token>/", prompts.OnePrompt.as_view()),
    path("v1/prompts/<str:token>/answer/", prompts.Answer.as_view()),
    path("v1/me/", me.Me.as_view()),
    path("v1/me/hours/", mailbox.OwnHours.as_view()),
    path("v1/me/mailbox/", mailbox.OwnMailbox.as_view()),
    path("v1/me/events/", events.Events.as_view()),
    path("v1/me/tokens/", me.Tokens.as_view()),
    path("v1/me/tokens/<uuid:token>/", me.OneToken.as_view()),
    re_path(r"^v1/", problems.not_found),
]
