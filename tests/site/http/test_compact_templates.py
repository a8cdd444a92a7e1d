"""Pages are sent without the indentation of their templates; constant tags are rendered once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template import Context, Engine
from django.template.backends.django import DjangoTemplates
from django.template.defaulttags import URLNode
from django.template.loader import get_template
from django.templatetags.i18n import TranslateNode
from django.templatetags.static import StaticNode
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, override

INDENTED = re.compile(r"\n[ \t]+")


def read_source(name: str) -> str:
    return str(get_template(name).template.source)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ("base.html", "games/matches/match.html"))
def test_a_page_has_no_indentation_and_all_its_lines(name: str) -> None:
    source = read_source(name)

    assert not INDENTED.search(source)
    assert source.count("\n") > 20


def test_an_email_keeps_its_lines_as_they_are_written() -> None:
    assert INDENTED.search(read_source("mail/_base.html"))


def test_a_template_that_another_extends_is_loaded() -> None:
    assert Engine.get_default().get_template(mark_safe("base.html")).name == "base.html"


CONSTANTS = """{% load i18n static %}
{% translate "Players" %} {% url "players" %} {% static "games/site.css" %}"""
VARYING = """{% load i18n %}
{% translate word %} {% url "match" number %} {% url page %}
{% translate "Players" as name %}{{ name|upper }}"""


def make_engine(**sources: str) -> Engine:
    inner = ("django.template.loaders.locmem.Loader", sources)
    loaders = [("abyss_site.core.http.compact_templates.CachedLoader", [inner])]
    options: dict[str, Any] = {"NAME": "page", "DIRS": [], "APP_DIRS": False}
    return DjangoTemplates(options | {"OPTIONS": {"loaders": loaders}}).engine


def test_constant_tags_are_rendered_once_for_each_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    template = make_engine(page=CONSTANTS).get_template("page")
    first = {}
    for language in ("en", "fr"):
        with override(language):
            first[language] = template.render(Context()).split()
    monkeypatch.setattr(TranslateNode, "render", None)
    monkeypatch.setattr(URLNode, "render", None)
    monkeypatch.setattr(StaticNode, "render", None)

    for language, word in (("en", "Players"), ("fr", "Joueurs"), ("en", "Players")):
        with override(language):
            assert template.render(Context()).split() == first[language]
        assert first[language][:2] == [word, "/players/"]
        assert re.fullmatch(r"/static/games/site\S*\.css", first[language][2])


def test_tags_with_variables_are_rendered_each_time() -> None:
    template = make_engine(page=VARYING).get_template("page")

    for number, word, page in ((1, "Players", "rules"), (2, "Leagues", "players")):
        with override("fr"):
            said = template.render(Context({"number": number, "word": word, "page": page}))
        assert said.split() == [
            gettext_in("fr", word),
            f"/matches/{number}/",
            f"/{page}/",
            "JOUEURS",
        ]


def test_urls_with_arguments_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    template = make_engine(page='{% url "match" number %} {% url "history" number=number %}')
    render = template.get_template("page").render
    first = render(Context({"number": 700_001}))
    monkeypatch.setattr("abyss_site.core.http.compact_templates.reverse", None)

    assert render(Context({"number": 700_001})) == first
    assert first == "/matches/700001/ /matches/700001/history/"
    with pytest.raises(TypeError):
        render(Context({"number": 700_002}))


def gettext_in(language: str, word: str) -> str:
    with override(language):
        return gettext(word)
