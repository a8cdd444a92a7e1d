"""The design tokens and components of all pages, for developers: only with DEBUG."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.web.forms.answers import Ready

TOKEN = re.compile(r"--([a-z0-9-]+): ([^;]+);")
SAMPLES = (
    Ready(1, "Explore", "", "", ""),
    Ready(2, "Support seahorse", "2 cards", "", ""),
    Ready(3, "Recruit Traitor with jellyfish 3, crab 1, crab 2", "no Pearls", "", ""),
)


@require_safe
def show_styleguide(request: HttpRequest) -> HttpResponse:
    """Show every token and component. Raises Http404 without DEBUG."""
    if not settings.DEBUG:
        raise Http404
    context = {"tokens": list_tokens(), "samples": SAMPLES}
    return render(request, "games/site/styleguide.html", context)


def list_tokens() -> dict[str, list[tuple[str, str]]]:
    """Return (name, value) of each token, by its kind: colours, sizes, others."""
    path = Path(str(finders.find("games/site.css")))
    tokens = path.read_text().partition(":root {")[2].partition("\n}")[0]
    groups: dict[str, list[tuple[str, str]]] = {"colours": [], "sizes": [], "others": []}
    for name, value in TOKEN.findall(tokens):
        is_colour = value.startswith(("#", "light-dark("))
        kind = "colours" if is_colour else "sizes" if "rem" in value else "others"
        groups[kind].append((name, value))
    return groups
