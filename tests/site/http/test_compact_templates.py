"""Pages are sent without the indentation of their templates; e-mails and text are untouched."""

from __future__ import annotations

import re

import pytest
from django.template import Engine
from django.template.loader import get_template
from django.utils.safestring import mark_safe

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
