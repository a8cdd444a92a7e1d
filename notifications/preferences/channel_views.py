"""View of a player's notification preferences, for all matches or for one."""

from __future__ import annotations

from collections import Counter

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from notifications.models import BounceScore, Webhook
from notifications.models.players import Player
from notifications.outgoing import bounce_scores, channels
from notifications.outgoing.channels import EVERYTHING
from notifications.preferences.request import signed_in

from . import channel_preferences, delivery_status, devices, webhooks


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def own_channels(request: HttpRequest) -> HttpResponse:
    """Show and save the preferences, events by channels; `?thread=` limits them to one match."""
    threads = {
        thread_row.name: thread_row
        for thread_row in delivery_status.list_preference_threads(signed_in(request))
    }
    thread = threads.get(request.GET.get("thread", EVERYTHING))
    if thread is None:
        raise Http404
    events_by_channel = channels.preferred_events(signed_in(request), thread.name)
    if request.method == "POST":
        _save_preferences(request, thread.name, list(events_by_channel))
        where = f"?thread={thread.name}" if thread.name else ""
        return redirect(reverse("own_channels") + where)
    trouble = bounce_scores.stopped_score_for(str(getattr(request.user, "email", "")))
    is_unreached = trouble is not None and trouble.why == BounceScore.Why.BOUNCES
    context = {
        "thread": thread,
        "threads": [thread_row for thread_row in threads.values() if thread_row.name],
        "channels": _channel_titles(signed_in(request)),
        "rows": [
            (
                event,
                [(channel, event.name in events) for channel, events in events_by_channel.items()],
            )
            for event in channels.EVENTS
            if not (thread.name and event.thread)
        ],
        "is_unreached": is_unreached,
        "has_devices": bool(devices.list_devices(signed_in(request))),
        "is_nowhere": not is_unreached
        and not channels.effective_channels(signed_in(request), "turn", events_by_channel),
    }
    return render(request, "notifications/own_channels.html", context)


def _save_preferences(request: HttpRequest, thread: str, channel_names: list[str]) -> None:
    if request.POST.get("do") == "usual":
        channel_preferences.reset_preferences(signed_in(request), thread)
    else:
        events_by_channel = {channel: request.POST.getlist(channel) for channel in channel_names}
        channel_preferences.set_preferred_events(
            signed_in(request), thread, events_by_channel, now=timezone.now()
        )
    messages.success(request, _("Your settings are saved."))


def _channel_titles(player: Player) -> list[str]:
    """Return the column headings in the order of `channels.preferred_events`.

    Webhooks are named after their format, with a number if several have the same format.
    """
    titles = [_("E-mails"), _("Devices")]
    counts: Counter[str] = Counter()
    for webhook in webhooks.list_webhooks(player):
        name = "JSON" if webhook.shape == Webhook.Shape.JSON else str(webhook.get_shape_display())
        counts[name] += 1
        titles.append(f"{name} {counts[name]}" if counts[name] > 1 else name)
    return titles
