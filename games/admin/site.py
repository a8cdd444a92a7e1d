"""DOOR: who comes to the moderators' desk: staff in roles, with a second factor."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from unfold.sites import UnfoldAdminSite

from games.admin import (
    action_views,
    bulk_actions,
    column_names,
    moderation_queue,
    row_titles,
    saved_filters,
    visible_rows,
)
from games.http.sessions import sign_in_player
from games.http.viewers import signed_in
from games.models import Player
from games.services.moderation import roles
from games.services.rate_limits import address_of, is_too_often

# Passwords that may be tried from an address.
TRIES, TRIED_WITHIN = 20, timedelta(minutes=10)
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


# What the lists of the desk are called; of each, a row and the list.
APP_NAMES = {"games": _("Games and players"), "notifications": _("E-mails")}
LIST_NAMES = {
    "AuditLogEntry": (pgettext_lazy("one", "entry of the audit log"), _("Audit log")),
    "BounceScore": (pgettext_lazy("one", "bouncing address"), _("Bouncing addresses")),
    "CapturedEmail": (pgettext_lazy("one", "captured e-mail"), _("Captured e-mails")),
    "ChannelPreference": (pgettext_lazy("one", "channel preference"), _("Channel preferences")),
    "Club": (pgettext_lazy("one", "club"), _("Clubs")),
    "Delivery": (pgettext_lazy("one", "delivery"), _("Deliveries")),
    "Division": (pgettext_lazy("one", "division"), _("Divisions")),
    "EmailPreferences": (pgettext_lazy("one", "e-mail preferences"), _("E-mail preferences")),
    "Entry": (pgettext_lazy("one", "entrant"), _("Entrants")),
    "FraudSignal": (pgettext_lazy("one", "fraud signal"), _("Fraud signals")),
    "InboundEmail": (pgettext_lazy("one", "e-mail received"), _("E-mails received")),
    "League": (pgettext_lazy("one", "league"), _("Leagues")),
    "Match": (pgettext_lazy("one", "match"), _("Matches")),
    "Message": (pgettext_lazy("one", "chat message"), _("Chat messages")),
    "Move": (pgettext_lazy("one", "move"), _("Moves")),
    "Notification": (pgettext_lazy("one", "notification"), _("Notifications")),
    "Outage": (pgettext_lazy("one", "outage"), _("Outages")),
    "Pairing": (pgettext_lazy("one", "pairing"), _("Pairings")),
    "Player": (pgettext_lazy("one", "player"), _("Players")),
    "Prompt": (pgettext_lazy("one", "prompt"), _("Prompts")),
    "Proposal": (pgettext_lazy("one", "proposal"), _("Proposals")),
    "Quarantine": (pgettext_lazy("one", "row set aside"), _("Rows set aside")),
    "Report": (pgettext_lazy("one", "report"), _("Reports and appeals")),
    "Round": (pgettext_lazy("one", "round"), _("Rounds")),
    "Sanction": (pgettext_lazy("one", "restriction or warning"), _("Restrictions and warnings")),
    "Season": (pgettext_lazy("one", "season"), _("Seasons")),
    "Seat": (pgettext_lazy("one", "seat"), _("Seats")),
    "Snapshot": (pgettext_lazy("one", "snapshot"), _("Snapshots")),
    "Webhook": (pgettext_lazy("one", "webhook"), _("Webhooks")),
}


class Roles(ModelBackend):
    """Django's own way to sign in by password; what staff may see follows from their roles."""

    def get_all_permissions(self, user_obj: Any, obj: object = None) -> set[str]:
        if user_obj.is_anonymous or obj is not None:
            return set()
        return roles.list_permissions(user_obj)


def has_second_factor(player: Player | AnonymousUser) -> bool:
    """Whether an authenticator app or a passkey belongs to the account."""
    return bool(Authenticator.objects.filter(user_id=player.pk, type__in=FACTORS).exists())


def has_shown_it(request: HttpRequest) -> bool:
    """Whether this session was begun, or confirmed, with a second factor."""
    steps = get_authentication_records(request, request.user)
    return any(step["method"] == "mfa" for step in steps)


class Desk(UnfoldAdminSite):
    """The admin site: nobody works here without a second factor.

    Where demo players sign in by a button, on this machine alone, staff without one is let in.
    """

    def has_permission(self, request: HttpRequest) -> bool:
        if not super().has_permission(request):
            return False
        # Asked several times for each page.
        if not hasattr(request, "is_let_in"):
            is_local_demo = settings.DEMO and settings.SITE_IS_LOCAL
            is_let_in = is_local_demo and not has_second_factor(request.user)
            request.is_let_in = has_shown_it(request) or is_let_in  # type: ignore[attr-defined]
        return bool(request.is_let_in)  # type: ignore[attr-defined]

    index_template = "admin/desk_index.html"
    empty_value_display = "–"

    def register(
        self, model_or_iterable: Any, admin_class: object = None, **options: object
    ) -> None:
        """Take lists of ours alone: other apps' would show codes, sessions and second factors."""
        if isinstance(model_or_iterable, type):
            model_or_iterable = [model_or_iterable]
        ours = [model for model in model_or_iterable if model in visible_rows.VISIBLE]
        super().register(ours, admin_class, **options)
        for model in ours:
            column_names.translate_columns(model, self._registry[model])
            meta = model._meta
            meta.verbose_name, meta.verbose_name_plural = LIST_NAMES[meta.object_name]
            meta.app_config.verbose_name = APP_NAMES[meta.app_label]

    def extra_urls(self) -> list[URLPattern]:
        """The pages on which staff actions are taken."""
        return [
            # Ways of Django's to rows of any table; no list here needs them.
            path("autocomplete/", self.admin_view(_raise_not_found)),
            path("r/<path:row>", self.admin_view(_raise_not_found)),
            path(
                "desk/password/<uuid:number>/",
                self.admin_view(action_views.set_password),
                name="desk_password",
            ),
            path("desk/filters/", self.admin_view(saved_filters.save_filter), name="desk_filters"),
            path(
                "desk/filters/<uuid:number>/delete/",
                self.admin_view(saved_filters.delete_filter),
                name="desk_filter_delete",
            ),
            path(
                "desk/bulk/<str:action>/",
                self.admin_view(bulk_actions.perform_bulk_action),
                name="desk_bulk",
            ),
            path(
                "desk/<str:action>/", self.admin_view(action_views.perform_action), name="desk_act"
            ),
            path(
                "desk/proposals/<uuid:number>/",
                self.admin_view(action_views.decide_proposal),
                name="desk_decide",
            ),
        ]

    def visible_rows(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Those rows of a list that the visitor may know of."""
        return visible_rows.filter_visible_rows(signed_in(request), rows)

    def title_row(self, row: Model) -> str:
        """What the page of a row is called."""
        return row_titles.title_row(row)

    def each_context(self, request: HttpRequest) -> dict[str, object]:
        """What every page of the desk needs; filters are read by lists alone."""
        context: dict[str, object] = super().each_context(request)
        return context | {"saved_filters": lambda: saved_filters.list_saved_filters(request)}

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[object]:
        """The lists, by their names in the language of the visitor."""
        apps: list[Any] = super().get_app_list(request, app_label)
        for app in apps:
            app["name"] = APP_NAMES.get(app["app_label"], app["name"])
            for model in app["models"]:
                model["name"] = LIST_NAMES[model["object_name"]][1]
        return apps

    def index(self, request: HttpRequest, extra_context: Any = None) -> TemplateResponse:
        """The front page: what waits, then the lists."""
        heaps = moderation_queue.list_visible_queues(signed_in(request), timezone.now())
        facts = {"heaps": heaps, "row_actions": action_views.list_general_actions(request)}
        page: TemplateResponse = super().index(request, {**(extra_context or {}), **facts})
        return page

    def login(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        """Ask for the password, then for the second factor; who has none sets one up first."""
        onward = _get_next_url(request)
        if request.method == "POST":
            if _is_guessing(request):
                return HttpResponse(gettext("Too many tries; wait ten minutes."), status=429)
            form = self.login_form(request, request.POST)
            if form.is_valid():
                return sign_in_player(request, form.get_user(), onward)
        elif super().has_permission(request) and not self.has_permission(request):
            is_set_up = has_second_factor(request.user)
            step = "mfa_reauthenticate" if is_set_up else "mfa_activate_totp"
            return redirect(f"{reverse(step)}?{urlencode({'next': onward})}")
        page: HttpResponse = super().login(request, extra_context)
        return page


def _raise_not_found(request: HttpRequest, **facts: object) -> HttpResponse:
    raise Http404


def _is_guessing(request: HttpRequest) -> bool:
    return is_too_often("password", address_of(request), times=TRIES, within=TRIED_WITHIN)


def _get_next_url(request: HttpRequest) -> str:
    """Where to go after signing in: a page of ours, the desk if none is named."""
    onward: str = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(onward, None)
    return onward if is_ours else reverse("admin:index")
