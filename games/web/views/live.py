"""What an open page asks every second or two: does it still show how things are?"""

from __future__ import annotations

from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Match
from games.services import change_marks

SALT = "live table"


def build_live_context(
    match: Match, seat: int | None, marks: dict[str, str] | None
) -> dict[str, str]:
    """Return {"url": where a page asks, "mark": what it was drawn under}; {} without Valkey.

    The marks are to be read before the match, so that nothing falls between the two.
    """
    if marks is None:
        return {}
    named = f"{match.number}-{'' if seat is None else seat}"
    url = reverse("live", args=[Signer(salt=SALT).sign(named)])
    return {"url": url, "mark": change_marks.mark_for_seat(marks, seat)}


@never_cache
@require_safe
def live_mark(request: HttpRequest, signed: str) -> HttpResponse:
    """Return the mark of a match as plain text; "" if nobody can tell.

    The address itself is the right to ask, so that no session has to be read.
    """
    try:
        match, _dash, seat = Signer(salt=SALT).unsign(signed).partition("-")
    except BadSignature as error:
        raise Http404 from error
    marks = change_marks.fetch_marks(int(match))
    told = "" if marks is None else change_marks.mark_for_seat(marks, int(seat) if seat else None)
    return HttpResponse(told, "text/plain")
