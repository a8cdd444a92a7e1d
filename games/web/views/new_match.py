"""The page on which a match is opened, and the presets of its settings."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.engine.contract import AnyGame, Refused
from games.http.responses import see_other
from games.http.viewers import language_of, signed_in
from games.models import MatchPreset
from games.presentation import boards, errors_text, labels
from games.queries.games_on_offer import games_on_offer
from games.services import match_presets
from games.web.forms.matches import (
    NewMatchForm,
    first_values,
    preset_in_words,
    values_from_terms,
)
from games.web.views.guide import list_games_with_guide
from games.web.views.invitations import invite_all


@login_required
def create_match(request: HttpRequest) -> HttpResponse:
    """Choose a game, then its settings, and open the match."""
    game = games_on_offer().get(request.GET.get("game", ""))
    if game is None:
        return _show_games(request)
    form = _build_form(request, game)
    if request.method == "POST" and form.is_valid():
        match = form.open_match(signed_in(request))
        if match is not None:
            invite_all(request, match, form.invited())
            return see_other(f"/matches/{match.number}/")
    return _show_form(request, game, form)


@require_POST
@login_required
def change_presets(request: HttpRequest) -> HttpResponse:
    """Save the settings of the form as a preset, change the chosen one, or delete it."""
    game = games_on_offer().get(request.GET.get("game", ""))
    if game is None:
        raise Http404
    player, preset, page = signed_in(request), _find_preset(request), reverse("new_match")
    action = request.POST.get("action")
    if action == "delete" and preset is not None:
        match_presets.delete_preset(player, preset.pk)
        messages.success(request, _("Preset deleted: %(name)s") % {"name": preset.name})
        return see_other(f"{page}?{urlencode({'game': game.name})}")
    form = _build_form(request, game)
    if form.is_valid():
        changed_preset = preset.pk if preset is not None and action == "change" else None
        name = form.cleaned_data["preset_name"]
        try:
            row = match_presets.save_preset(player, name, form.build_terms(), preset=changed_preset)
        except match_presets.CannotKeepPreset as refusal:
            form.add_error("preset_name", errors_text.describe_refusal(refusal))
        except Refused as refusal:
            form.add_error(None, errors_text.describe_refusal(refusal, game.name))
        else:
            messages.success(request, _("Preset saved: %(name)s") % {"name": row.name})
            return see_other(f"{page}?{urlencode({'game': game.name, 'saved': row.pk})}")
    return _show_form(request, game, form)


def _show_games(request: HttpRequest) -> HttpResponse:
    small = [(game, "") for game in games_on_offer().values() if game.name not in boards.GUIDES]
    rows = signed_in(request).match_presets.order_by("game", "name")
    context = {
        "shelf": list_games_with_guide(language_of(request)),
        "small": small,
        "saved": [
            (games_on_offer()[row.game].title, row) for row in rows if row.game in games_on_offer()
        ],
    }
    return render(request, "games/lobby/choose_game.html", context)


def _build_form(request: HttpRequest, game: AnyGame) -> NewMatchForm:
    """Return the form with what was sent, or the values of the chosen preset."""
    initial = first_values(game, request.GET.get("preset", ""))
    preset = _find_preset(request)
    terms = None if preset is None else match_presets.preset_terms(preset)
    if preset is not None:
        initial["preset_name"] = preset.name
    if terms is not None:
        initial |= values_from_terms(game, terms)
    data = request.POST if request.method == "POST" else None
    zone = signed_in(request).zone
    return NewMatchForm(game, language_of(request), data, initial=initial, zone=zone)


def _find_preset(request: HttpRequest) -> MatchPreset | None:
    """Return the player's preset that the URL names, None if it names none."""
    try:
        key = UUID(request.GET.get("saved", ""))
    except ValueError:
        return None
    game = request.GET.get("game", "")
    preset: MatchPreset | None = signed_in(request).match_presets.filter(pk=key, game=game).first()
    return preset


def _show_form(request: HttpRequest, game: AnyGame, form: NewMatchForm) -> HttpResponse:
    language, preset = language_of(request), request.GET.get("preset", "")
    words, own_preset = game.list_words(language), _find_preset(request)
    context: dict[str, object] = {
        "game": game,
        "form": form,
        "presets": [(code, capfirst(labels.translate_code(code, words))) for code in game.presets],
        "preset": preset,
        "sets": preset_in_words(game, preset, words),
        "own_presets": signed_in(request).match_presets.filter(game=game.name).order_by("name"),
        "saved": own_preset,
        "is_unusable": own_preset is not None and match_presets.preset_terms(own_preset) is None,
    }
    status = 422 if form.errors else 200
    return render(request, "games/lobby/new_match.html", context, status=status)
