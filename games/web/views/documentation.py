"""The documentation as pages: `docs/`, with a search."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.presentation import documentation

MOST_SEARCHED = 100


@require_safe
def show_documentation(request: HttpRequest) -> HttpResponse:
    """Show the index of the documentation, or what a search (`q`) finds in it."""
    query = request.GET.get("q", "").replace("\0", "")[:MOST_SEARCHED].strip()
    context = {
        "page": documentation.load_page(documentation.INDEX),
        "query": query,
        "results": documentation.search_pages(query),
    }
    return render(request, "games/docs/index.html", context)


@require_safe
def show_documentation_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a page of the documentation. Raises Http404 if there is none of this name."""
    try:
        page = documentation.load_page(name)
    except LookupError as error:
        raise Http404 from error
    if page.path != request.path:
        return redirect(page.path, permanent=True)
    return render(request, "games/docs/page.html", {"page": page})
