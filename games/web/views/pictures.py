"""The picture of a match as a stranger sees it, for links that are shared elsewhere."""

from __future__ import annotations

from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from abyss_site.core.database.replica import may_lag_if
from games.http.viewers import is_long_over, visible_match_or_404
from games.presentation import boards
from games.queries import matches
from games.services.rate_limits import address_of, is_too_often
from games.web import board_html

# Limit, because a new picture takes 50 ms.
PICTURES_AN_HOUR, HOUR = 120, timedelta(hours=1)
# Seconds for which others may keep a picture.
MAX_AGE = 300


@require_safe
@may_lag_if(is_long_over)
def show_picture(request: HttpRequest, number: int) -> HttpResponse:
    """Show the present table as a stranger sees it, whoever asks."""
    match = visible_match_or_404(request, number)
    if not board_html.has_public_picture(match):
        raise Http404
    language = get_language() or "en"
    table = matches.build_table(match, None, language)
    if is_too_often("picture", address_of(request), times=PICTURES_AN_HOUR, within=HOUR):
        return HttpResponse(status=429)
    picture = boards.render_board_picture(match.game, table.view, table.names, language)
    if picture is None:
        raise Http404
    tag = f'"{picture.content_id}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified()
    headers = {"ETag": tag, "Cache-Control": f"public, max-age={MAX_AGE}"}
    return HttpResponse(picture.png, content_type="image/png", headers=headers)
