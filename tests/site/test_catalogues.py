"""The French and German translations are complete: catalogues, refusals, templates."""

from __future__ import annotations

import ast
import gettext
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from django.template.base import Lexer, TokenType
from django.utils.translation import override

from devtools import catalogue
from games.engine.contract import AmbiguousDecision, IllegalDecision
from games.presentation import errors_text
from games.presentation.moderation import RENAMED_SENTENCES
from games.titles import GAMES
from notifications.models import Notification

ROOT = Path(__file__).parent.parent.parent
LANGUAGES = tuple(catalogue.PLURALS)
in_both = pytest.mark.parametrize("language", LANGUAGES)
# One worker reads all files, once.
pytestmark = pytest.mark.xdist_group("catalogue")

# “%(name)s”, and “{name}” of a refusal.
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
# English words in all templates: names, and codes of date formats.
NAMES = {"Abyss", "by", "Post", "OpenAPI", "UTC", "MiB"}


@cache
def found() -> catalogue.Extraction:
    return catalogue.extract()


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


@in_both
def test_every_message_is_translated(language: str) -> None:
    known = catalogue.read(language)
    missing = [m for m in found().messages if not all(known.get(m, [""]))]
    assert not missing, (
        "run `manage.py makemessages`, translate what it lists, then `manage.py compilemessages`"
    )


@in_both
def test_nothing_is_translated_that_is_no_longer_said(language: str) -> None:
    assert set(catalogue.read(language)) == set(found().messages)


@in_both
def test_what_django_reads_is_what_people_edit(language: str) -> None:
    assert catalogue.mo_path(language).read_bytes() == catalogue.compile_catalogue(language)


@in_both
def test_the_standard_library_reads_what_we_compile(language: str) -> None:
    read = gettext.GNUTranslations(io.BytesIO(catalogue.compile_catalogue(language)))
    for message, strings in catalogue.read(language).items():
        if message.plural:
            assert read.ngettext(message.text, message.plural, 5) == strings[1]
        elif message.context:
            assert read.pgettext(message.context, message.text) == strings[0]
        else:
            assert read.gettext(message.text) == strings[0]


@in_both
def test_translations_keep_placeholders_lines_and_edges(language: str) -> None:
    for message, strings in catalogue.read(language).items():
        wanted = placeholders(message.plural or message.text)
        assert placeholders(strings[-1]) == wanted, strings[-1]
        for text in strings:
            assert placeholders(text) <= wanted, text
            assert text.count("\n") == message.text.count("\n"), text
            assert text[-1].isspace() == message.text[-1].isspace(), text


def test_the_po_file_is_written_as_it_is_read(tmp_path: Path, settings: Any) -> None:
    """Updating a catalogue that is up to date does not change it."""
    before = {language: catalogue.po_path(language).read_text() for language in LANGUAGES}
    template = catalogue.pot_path().read_text()
    known = {language: catalogue.read(language) for language in LANGUAGES}
    messages = found()
    settings.BASE_DIR = tmp_path

    for language in LANGUAGES:
        catalogue.write(language, known[language], messages)
    catalogue.write_template(messages)

    assert {language: catalogue.po_path(language).read_text() for language in LANGUAGES} == before
    assert catalogue.pot_path().read_text() == template


def test_what_old_rows_of_the_audit_log_say_now_is_in_the_catalogues() -> None:
    """The new sentences are messages, which are all translated; the old ones are none any more."""
    texts = {message.text for message in found().messages}

    assert set(RENAMED_SENTENCES.values()) <= texts
    assert not set(RENAMED_SENTENCES) & texts


# Templates ----------------------------------------------------------------------------------------


# In English for developers: a page that exists with DEBUG only, and the guide to the API.
FOR_DEVELOPERS = ("styleguide.html", "api/guide.html")


def own_words(path: Path) -> Iterator[str]:
    """Yield the text of a template outside its tags, as a reader would see it."""
    text, is_inside = "", False
    # The value of an attribute.
    source = re.sub(r"(?s){% block bodyclass %}.*?{% endblock %}", "", path.read_text())
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            tag = token.contents.split()[0]
            is_inside = (is_inside or tag == "blocktranslate") and tag != "endblocktranslate"
        elif token.token_type == TokenType.TEXT and not is_inside:
            text += token.contents
        elif token.token_type == TokenType.VAR:
            text += "{}"
    text = re.sub(r"(?s)<(style|script)\b.*?</\1>|<!--.*?-->", " ", text)
    for attribute in re.findall(r'\b(?:alt|title|placeholder|aria-label)="([^"]*)"', text):
        yield from re.findall(r"[^\W\d_]{2,}", attribute)
    # Icons of the theme, which are named in words.
    text = re.sub(r"(?s)<span[^>]*material-symbols-outlined[^>]*>.*?</span>", " ", text)
    text = re.sub(r"(?s)<code>.*?</code>", " ", text)
    # Entities, tags, paths of pages.
    text = re.sub(r"&\w+;|(?s:<[^>]*>)|/\w+/", " ", text)
    yield from re.findall(r"[^\W\d_]{2,}", text)


@pytest.mark.parametrize(
    "path",
    [
        p
        for p in sorted((ROOT / "templates").rglob("*.*"))
        if p.suffix in (".html", ".txt") and not p.as_posix().endswith(FOR_DEVELOPERS)
    ],
    ids=lambda path: path.relative_to(ROOT / "templates").as_posix(),
)
def test_a_template_says_nothing_that_is_not_translated(path: Path) -> None:
    assert set(own_words(path)) <= NAMES


def test_french_has_a_space_before_the_colon_after_what_is_filled_in() -> None:
    """“Bob : Bonjour !”: the tag `colon`, outside texts that are translated as a whole."""
    bare = re.compile(r"(?:\}\}|%\}|</(?:strong|a|span|b)>):[ \n<]")

    found = {}
    for path in (ROOT / "templates").rglob("*.html"):
        if not {"admin", "unfold"} & set(path.parts):
            text = re.sub(
                r"(?s)\{% blocktranslate.*?endblocktranslate %\}", "", path.read_text("utf-8")
            )
            found[path.name] = bare.findall(text)

    assert {name: colons for name, colons in found.items() if colons} == {}


def test_days_are_formatted_by_the_language() -> None:
    """The filters `day`, `minute` and `days_until` know how each language writes a date."""
    fixed = re.compile(r'\|date:"(?!c"|Y-m-d|[A-Z_]{3,}")[^"]*"')

    found = {
        path.name: fixed.findall(path.read_text("utf-8"))
        for path in (ROOT / "templates").rglob("*.html")
    }

    assert {name: formats for name, formats in found.items() if formats} == {}


# Refusals -----------------------------------------------------------------------------------------


def sentences_of(game: str) -> dict[str, set[str]]:
    """Return sentence -> names of its facts, for every refusal raised in the folder of a game."""
    trees = [
        ast.parse(path.read_text())
        for path in [
            ROOT / "games/engine/contract.py",
            *(ROOT / "games/titles" / game).rglob("*.py"),
        ]
    ]
    makers = catalogue.refusal_names(trees)
    told: dict[str, set[str]] = {}
    for node in (node for tree in trees for node in ast.walk(tree)):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) not in makers or not node.args:
            continue
        said = node.args[0]
        assert not isinstance(said, ast.JoinedStr), f"{game}: {ast.unparse(said)}"
        if isinstance(said, ast.Constant) and isinstance(said.value, str):
            facts = {k.arg for k in node.keywords if k.arg} - {"code", "reason"}
            assert facts == told.setdefault(said.value, facts)
    return told


@pytest.mark.parametrize("game", GAMES)
def test_a_game_tells_each_of_its_refusals_in_every_language(game: str) -> None:
    told = sentences_of(game)
    assert told
    for sentence, names in told.items():
        assert {name for _, name, _, _ in Formatter().parse(sentence) if name} == names
        facts: dict[str, Any] = {name: FACTS.get(name, f"<{name}>") for name in names}
        said = [
            GAMES[game].describe_refusal(sentence, facts, language)
            for language in ("en", *LANGUAGES)
        ]
        assert len(set(said)) == 3, sentence
        for words in said:
            assert "{" not in words and words.endswith((".", "!")), words
            assert all(f"<{name}>" in words for name in names - set(FACTS)), words


# Facts that are codes.
FACTS: dict[str, Any] = {
    "lord": "oracle",
    "race": "crab",
    "races": 3,
    "played": 1,
    "verb": "use_slaver",
    "name": "ally",
    "first": "own",
    "second": "other",
}


def test_no_refusal_loses_its_facts_in_its_sentence() -> None:
    assert found().untellable == []


def test_a_refusal_of_a_game_is_told_in_the_language_spoken() -> None:
    refusal = IllegalDecision("Take 1 to {most} of {pile} pebbles.", most=3, pile=9)

    with override("de"):
        told = errors_text.describe_refusal(refusal, "pebbles")

    assert told == "Nimm 1 bis 3 von 9 Kieseln."
    assert refusal.reason == "Take 1 to 3 of 9 pebbles."


def test_several_answers_are_told_with_the_words_between_them() -> None:
    refusal = AmbiguousDecision("“{line}” could be {answers}.", answers=["a", "b"], line="x")

    with override("fr"):
        told = errors_text.describe_refusal(refusal)

    assert told == "«\u00a0x\u00a0» pourrait être «\u00a0a\u00a0» ou «\u00a0b\u00a0»."
    assert refusal.reason == "“x” could be “a” or “b”."


def test_a_refusal_is_noted_in_an_email_as_plain_values() -> None:
    refusal = IllegalDecision("{lord} needs {race}", code="R5.2", lord="oracle", race="crab")

    notification = Notification(data=errors_text.serialize_refusal(refusal))

    assert notification.data["facts"] == {"lord": "oracle", "race": "crab"}
    assert errors_text.describe_saved_refusal(notification.data, "abyss") == "oracle needs crab"


def test_an_older_notification_without_facts_is_told_in_english() -> None:
    with override("de"):
        assert (
            errors_text.describe_saved_refusal({"code": "stale", "reason": "Too late."}, "abyss")
            == "Too late."
        )


def test_no_translated_text_of_a_template_has_a_bare_percent_sign() -> None:
    """Django looks such a text up with the sign doubled, and never finds its translation."""
    texts = re.compile(r'{% (?:translate|trans) "[^"]*%[^"]*"')

    found = [
        path.name
        for path in (ROOT / "templates").rglob("*.*")
        if texts.search(path.read_text("utf-8"))
    ]

    assert found == []
