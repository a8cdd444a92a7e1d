"""The wording of every text in three languages: words that we do not use, and typography."""

from __future__ import annotations

import re
from functools import cache

import pytest
from django.core.management import call_command

from devtools import catalogue, strings
from devtools.strings import Text
from games.engine import orders
from games.presentation import boards
from games.replies.lines.verb_forms import list_verb_forms
from games.titles import GAMES

in_each = pytest.mark.parametrize("language", strings.LANGUAGES)
in_both = pytest.mark.parametrize("language", tuple(catalogue.PLURALS))
# One worker reads all files, once.
pytestmark = pytest.mark.xdist_group("catalogue")

list_texts = cache(strings.list_texts)

# Words that nobody who plays board games on the web would use for these things.
AVOIDED = {
    "en": (
        r"by letter\b",
        r"\bpost office\b",
        r"\bsealed group\b",
        r"\bthe clock answers\b",
        r"\bpress(es|ed|ing)?\b",
        r"\bs[ia]ts? down\b",
        r"\bone sitting\b",
        r"%\(name\)s is asked\b|\basked as well\b",
        r"\bunmistakable\b",
        r"\bwhat it plays by\b",
        r"\bword for the shuffle\b",
        r"\bprograms that are called\b",
        r"\bwhat glows\b",
        r"\bturn up\b",
        r"\bwritten down that\b",
        r"\bby program\b",
        # One spelling: “defence”, “e-mail”.
        r"\bdefense\b",
        r"\bemails?\b",
        r"\bdear(er|est)\b",
        r"\bcounted from 0\b|\bseat 0\b",
    ),
    "fr": (
        # An e-mail; the code of a match in a bundle is a letter.
        r"\blettres?\b(?! d’une partie| de l’une)",
        r"\bcourriels?\b",
        r"\bbureau\b",
        r"\bhorloge\b",
        r"\bpress(ez|er|ion)\b",
        r"\b(s’|vous )(asseoir|assied|asseyent|assoient)\b",
        r"\bscellée?s?\b",
        r"\binterrogée?s?\b",
        r"\bde la maison\b",
        r"\bla table (a|demande|est|vous)\b",
        r"\bd’une traite\b",
        r"\bprogrammes? appelés?\b",
        r"\bce le sera\b",
        r"\bde hâte\b",
        r"\bretraite\b",
        r"\bsecond regard\b",
        r"\bexactement un expéditeur\b",
        # Readers are “vous”.
        r"\b([Tt](u|es|oi|on)|t’(a|as|es))\b(?! de\b)",
    ),
    "de": (
        r"\bBriefe?[sn]?\b",
        r"\bPostamt\b",
        r"\bdie Uhr\b",
        r"\bdrück",
        r"\bDruck\b",
        r"\bSchreibtisch\b",
        r"\bversiegelt",
        r"\bHinsetzen\b|\bsetzt sich\b|\bdazusetz|\bsich setzen\b",
        r"\b([Dd](er|en|em)|(?<!wie )[Aa]m|[Zz]um|einem) Tisch\b",
        r"\bgerufen\b|\bRufe?\b",
        r"(?<!„)\bAuftrags?\b(?! 2)",
        r"\bin einer Sitzung\b",
        r"\bmissacht",
        r"\bForschen\b",
        r"\bleuchtet\b",
        r"\b(Haupt|Neben):",
        r"\bVerfügbarkeit",
        # The board is the “Spielfeld”; the schedule of a season may be called so.
        r"(?<!^)\bSpielplan",
        r"\bIhre[nmrs]? \b(Token|Partie|Antwort)",
        r"\b[Dd]as Token\b.*\b[Ee]r\b",
        r"\bAugen\b",
        r"\bgenau einen Absender\b",
    ),
}
# Plural forms that are rightly alike.
INVARIABLE = {
    "fr": {"used %(many)s time", "%(left)s left"},
    "de": {"used %(many)s time", "%(left)s left", "%(many)s player"},
}
# First words of German answers that are no verbs in any language.
NO_VERBS = {"bereit", "Reich", "Spieler", "Wirkung", "nein", "zuerst"}
# Verbs of German card texts that are no answers.
ALSO_VERBS = ("heilen", "stehlen", "verlieren", "legen", "erhalten", "erleiden", "zahlen")
MONTHS = re.compile(r"\b(January|February|March|May|June|July|October|December|Oct|Dec)\b")


def words_of(text: Text, language: str) -> str:
    """Return one language of a text without placeholders, markup, code and addresses."""
    said: str = getattr(text, language)
    return re.sub(r"%\(\w+\)[sd]|\{\w*\}|<[^>]+>|`[^`]*`|https?:\S+|\{#\w[\w-]*\}", "X", said)


@in_each
def test_no_text_says_what_nobody_says(language: str) -> None:
    avoided = re.compile("|".join(AVOIDED[language]))

    found = [text for text in list_texts() if avoided.search(words_of(text, language))]

    assert len(list_texts()) > 3000
    assert [(text.where, getattr(text, language)) for text in found] == []


def test_french_has_no_break_spaces_at_its_punctuation() -> None:
    """U+202F before “;”, “!” and “?”; U+00A0 before “:” and inside « »."""
    wrong = re.compile(
        r"(?<![\u202f….?!«\u00a0])[;!?](?=[\s)\u00a0]|$)|(?<!\u00a0):(?=\s|$)|«(?!\u00a0)|(?<!\u00a0)»"
    )

    found = [text.fr for text in list_texts() if wrong.search(words_of(text, "fr"))]

    assert found == []


def test_french_has_one_apostrophe() -> None:
    assert [text.fr for text in list_texts() if "'" in words_of(text, "fr")] == []
    assert [row for row in orders.KEYWORDS.values() if "'" in "".join(row)] == []


def test_english_and_german_have_one_apostrophe() -> None:
    found = [text.en for text in list_texts() if "'" in words_of(text, "en")]
    found += [text.de for text in list_texts() if "'" in words_of(text, "de")]

    assert found == []


def test_french_elides() -> None:
    """“d’Abyss”, not “de Abyss”; numbers aside: “de un à quatre”. No name follows “de”."""
    hiatus = re.compile(
        r"(?<!-)\b(?:que|[djlmns]e|la) (?!un à|onze|oui)[aeiouéèêâîôœ]", re.IGNORECASE
    )

    name = re.compile(r"\b(?:de|que) (?:%\((?:name|title|game|other|whom)\)s|\{(?:name|victim)\})")

    found = [
        text.fr
        for text in list_texts()
        if hiatus.search(words_of(text, "fr")) or name.search(text.fr)
    ]

    assert found == []


@in_each
def test_no_text_has_a_hyphen_of_its_own(language: str) -> None:
    """“E-Mail” has the hyphen of the keyboard, so that a search finds it everywhere."""
    found = [said for text in list_texts() if re.search("[‐‑]", said := getattr(text, language))]

    assert found == []


@in_each
@pytest.mark.parametrize("game", sorted(boards.GUIDES))
def test_no_line_of_a_card_has_two_colons(game: str, language: str) -> None:
    """“Oben: beim Nehmen: …” used to; sentences of their own aside."""
    entries = boards.GUIDES[game].list_cards(language)
    lines = [line for entry in entries for line in entry.says.splitlines()]
    clauses = [clause for line in lines for clause in re.split(r"(?<=[.;]) ", line)]

    assert len(lines) > 20
    assert [clause for clause in clauses if len(re.findall(r":(?=\s)", clause)) > 1] == []


@in_each
def test_no_text_has_two_spaces_in_a_row(language: str) -> None:
    """The indentation of an example e-mail aside."""
    found = [said for text in list_texts() if re.search(r"\S  +", said := getattr(text, language))]

    assert found == []


def list_german_verbs() -> set[str]:
    """Return the verbs of all answers in German, as players read and write them."""
    return {
        game.list_words("de").get(verb, verb).rstrip(":")
        for game in GAMES.values()
        for topic in game.topics.values()
        for verb in topic.verbs
    }


def test_german_answers_are_infinitives() -> None:
    """“nehmen”, “den Stapel nehmen”, not “nimm”, in every game."""
    said = list_german_verbs() - NO_VERBS

    assert len(said) > 40
    assert [words for words in said if not re.search(r"^[a-zäöü]+n\b|[a-zäöü]+n$", words)] == []


def test_german_labels_and_card_texts_are_infinitives() -> None:
    """Whole sentences may ask the reader to do something: “Nimm 3 Kristalle.”"""
    verbs = {verb.split()[0] for verb in list_german_verbs() - NO_VERBS if verb[0].islower()}
    forms = {form for verb in (*verbs, *ALSO_VERBS) for form, _ in list_verb_forms(verb, "de")}
    imperatives = {form for form in forms if form[-1:] == "e" or form in ("nimm", "gib", "wirf")}
    found = [
        text.de
        for text in list_texts()
        if text.where.startswith("games/titles/")
        and not re.search(r"[.?!…]$|[.?!] ", text.de)
        and imperatives.intersection(re.findall(r"\w+", text.de))
        and not text.de[0].isupper()
    ]

    assert {"nimm", "baue", "raste"} <= imperatives
    assert found == []


@in_both
def test_a_number_is_spoken_with_the_right_form(language: str) -> None:
    alike = {
        message.text
        for message, forms in catalogue.read(language).items()
        if message.plural and len(set(forms)) < len(forms)
    }

    assert alike <= INVARIABLE[language]


@in_both
def test_nothing_is_left_in_english(language: str) -> None:
    """Texts of up to two words may be alike: “Pause”, “Abyss by Post”."""
    found = [
        text.en
        for text in list_texts()
        if getattr(text, language) == text.en
        and len(re.findall(r"(?<!-)\b[^\W\d_]{2,}", words_of(text, "en").replace("X", ""))) > 2
    ]

    assert found == []


@in_both
def test_months_are_named_in_the_language(language: str) -> None:
    assert [text for text in list_texts() if MONTHS.search(words_of(text, language))] == []


def test_the_command_prints_texts_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("strings", game="abyss", language="de")

    shown = capsys.readouterr().out
    assert "# games/titles/abyss/words/lexicon.py\n" in shown
    assert "en  plot\nde  intrigieren\n\n" in shown and "comploter" not in shown


def test_catalogues_and_all_shapes_of_tables_are_listed() -> None:
    said = {(text.en, text.fr, text.de) for text in list_texts()}

    assert ("Save", "Enregistrer", "Speichern") in said
    assert ("Monster tokens", "jetons Monstre", "Monstermarker") in said
    assert ("the Jailer", "le Geôlier", "der Kerkermeister") in said
    assert ("Great Axe", "Grande hache", "Große Axt") in said
    passes = ("{name} [passes|pass].", "{name} [passe|passez].", "{name} passt.")
    assert passes in said
    assert any(text.en == "This match is over." for text in list_texts())
    assert any(text.where.endswith("rules.en.md") for text in list_texts())
