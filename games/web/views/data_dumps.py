"""The monthly files of matches: their list, and each of them."""

from __future__ import annotations

from datetime import date, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from abyss_site.core.database.replica import may_lag
from games.queries import data_dumps
from games.services.data_dumps import MEDIA_TYPE, RETENTION
from games.services.rate_limits import address_of, is_too_often, seconds_left

FILES_AN_HOUR, HOUR = 60, timedelta(hours=1)


@require_safe
@may_lag
def show_dumps(request: HttpRequest) -> HttpResponse:
    """Show the list of all files."""
    facts = {"dumps": data_dumps.list_dumps(), "years": RETENTION.days // 365}
    return render(request, "games/site/data.html", facts)


@require_safe
def download_dump(request: HttpRequest, year: int, month: int) -> HttpResponse:
    """Download a file, which never changes. 429 if too often."""
    try:
        first_day = date(year, month, 1)
    except (ValueError, OverflowError) as error:
        raise Http404 from error
    row = get_object_or_404(data_dumps.list_dumps(), month=first_day)
    etag = f'"{row.digest}"'
    headers = {"ETag": etag}
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers=headers)
    client = address_of(request)
    if is_too_often("data-dump", client, times=FILES_AN_HOUR, within=HOUR):
        sentence = _("You have downloaded many match files within an hour. Please try again later.")
        wait = {"Retry-After": str(seconds_left("data-dump", client))}
        return HttpResponse(sentence, "text/plain; charset=utf-8", 429, headers=wait)
    headers["Content-Disposition"] = f'attachment; filename="matches-{row.month:%Y-%m}.jsonl.zst"'
    response = HttpResponse(bytes(row.content), MEDIA_TYPE, headers=headers)
    patch_cache_control(response, public=True, max_age=86400)
    return response
