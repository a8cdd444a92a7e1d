"""The drawn cards as files: each under the hash of its contents, to be kept for ever."""

from __future__ import annotations

import re
from functools import cache
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from games.engine.board.art import Art, ArtSize, hash_contents, render_art, render_cover
from games.engine.board.raster import render_photo
from games.presentation.boards import ARTS, PAGES

FILE = re.compile(r"(?P<code>[\w.]+?)(\.(?P<size>card|hand|chip))?\.(?P<hash>[0-9a-f]{8,12})\.svg")
# Seconds for which a browser keeps a drawing: a year for its own address, an hour otherwise.
YEAR, HOUR = 365 * 24 * 3600, 3600


@require_safe
def show_art(request: HttpRequest, game: str, file: str) -> HttpResponse:
    """Show a card in a size class, the cover of a game, or the icons of its board.

    An address with an old hash shows today's drawing. Raises Http404 for an unknown card.
    """
    art, page, name_parts = ARTS.get(game), PAGES.get(game), FILE.fullmatch(file)
    if name_parts is None:
        raise Http404
    if page is not None and (name_parts["code"], name_parts["size"]) == ("icons", None):
        svg, digest = page.icons, hash_contents(page.icons)
    elif art is not None:
        svg, digest = _find_drawing(art, name_parts["code"], name_parts["size"])
    else:
        raise Http404
    caching = (
        f"public, max-age={YEAR}, immutable" if name_parts["hash"] == digest else f"max-age={HOUR}"
    )
    return HttpResponse(
        svg, content_type="image/svg+xml; charset=utf-8", headers={"Cache-Control": caching}
    )


def _find_drawing(art: Art, code: str, size: str | None) -> tuple[str, str]:
    """Return a drawing and its hash. Raises Http404."""
    if size is None and code == "cover":
        return render_cover(art)
    if size is None or code not in art.codes:
        raise Http404
    return render_art(art, code, cast(ArtSize, size))


@require_safe
def show_cover(request: HttpRequest, game: str) -> HttpResponse:
    """Show the cover of a game. Raises Http404 for a game without one."""
    if game not in ARTS:
        raise Http404
    headers = {"Cache-Control": f"public, max-age={HOUR}"}
    return HttpResponse(_render_cover(game), content_type="image/png", headers=headers)


@cache
def _render_cover(game: str) -> bytes:
    return render_photo(ARTS[game].draw_cover())
