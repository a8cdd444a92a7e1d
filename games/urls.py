"""The addresses of the pages."""

from __future__ import annotations

from allauth.account import views as steps
from django.urls import include, path
from django.views.generic import RedirectView

from games.views import (
    answers,
    chat,
    desk,
    feeds,
    guide,
    held,
    history,
    hours,
    links,
    live,
    lobby,
    orders,
    people,
    scores,
    site,
    tables,
    votes,
)

urlpatterns = [
    path("", desk.desk, name="desk"),
    path("sign-in/", people.sign_in, name="sign_in"),
    # The steps of signing in that django-allauth holds, under the names it looks for.
    path("sign-in/", people.sign_in, name="account_login"),
    path("sign-in/", people.sign_in, name="account_request_login_code"),
    path("sign-in/code/", steps.confirm_login_code, name="account_confirm_login_code"),
    path("sign-in/again/", steps.reauthenticate, name="account_reauthenticate"),
    path("sign-in/cancel/", steps.logout, name="account_logout"),
    path("sign-in/inactive/", steps.account_inactive, name="account_inactive"),
    path("settings/security/", include("allauth.mfa.urls")),
    path("sign-in/demo/", people.demo_sign_in, name="demo_sign_in"),
    path("sign-in/<str:link>/", people.use_link, name="use_link"),
    path("sign-out/", people.sign_out, name="sign_out"),
    path("settings/", people.own_settings, name="settings"),
    path("settings/data/", people.own_data_file, name="own_data"),
    path("settings/feeds/", feeds.own_feeds, name="feeds"),
    path("feeds/<str:key>/deadlines.ics", feeds.calendar, name="calendar"),
    path("feeds/<str:key>/news.atom", feeds.news, name="news"),
    path("settings/hours/", hours.own_hours, name="hours"),
    path("matches/", lobby.lobby, name="matches"),
    path("matches/new/", lobby.new, name="new_match"),
    path("matches/<int:number>/", tables.table, name="match"),
    path("matches/<int:number>/history/", history.history, name="history"),
    path("matches/<int:number>/scores/", scores.scores, name="scores"),
    path("matches/<int:number>/orders/", orders.own_orders, name="orders"),
    path("matches/<int:number>/orders/<int:order>/cancel/", orders.cancel, name="cancel_order"),
    path("matches/<int:number>/say/", chat.say, name="say"),
    path("matches/<int:number>/undo/", votes.take_back, name="undo"),
    path("matches/<int:number>/votes/", votes.wish, name="votes"),
    path("matches/<int:number>/votes/<str:token>/", votes.answer, name="vote"),
    path("b/<str:token>/<int:number>/", votes.ballot, name="ballot"),
    path("matches/<int:number>/join/", lobby.join, name="join"),
    path("matches/<int:number>/leave/", lobby.leave, name="leave"),
    path("matches/<int:number>/bots/", lobby.add_bot, name="add_bot"),
    path("invitations/<str:link>/", lobby.invitation, name="invitation"),
    path("p/<str:token>/", answers.prompt, name="prompt"),
    path("a/<str:token>/<int:number>/<str:signature>/", links.answer, name="answer_link"),
    path("live/<str:signed>/", live.live_mark, name="live"),
    path("rules/", guide.shelf, name="rules"),
    path("rules/<str:game>/", guide.guide, name="guide"),
    path("held/<str:link>/", held.held, name="held"),
    path("health/", site.health_report, name="health"),
    path("robots.txt", site.robots),
    path("favicon.ico", RedirectView.as_view(url="/static/games/favicon.svg")),
]
