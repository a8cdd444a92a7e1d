"""Replies of matches played by hand, and sisters: each is played as meant, asked about or named."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.contract import Choice, Decision, Pick, Refused
from games.engine.contract import Prompt as Asked
from games.models import Match, Prompt
from games.replies.lines.line_reader import LineReader
from games.replies.lines.question_words import Background
from notifications.gateway import read_reply
from notifications.models import Notification
from tests.conftest import NOON
from tests.games.test_email_commands import emails
from tests.games.test_mail_door import reply

from .test_answers import BIDDING, BUILDING, POSITIONS, arrange, list_played

__all__ = ["arrange"]

pytestmark = pytest.mark.django_db

COUNCIL: dict[str, Any] = {"crab": ["crab 4"], "jellyfish": ["jellyfish 1", "jellyfish 2"]}
MORE_POSITIONS: dict[str, dict[str, Any]] = {
    "essence building": BUILDING,
    "essence bidding": BIDDING,
    "abyss council": {
        "seats": {"A": {"pearls": 2, "lords": ["alchemist"]}, "B": {}},
        "council": COUNCIL,
    },
    "abyss full council": {
        "seats": {"A": {"pearls": 2, "lords": ["alchemist"]}, "B": {}},
        "council": {**COUNCIL, "squid": ["squid 3"]},
    },
}


@pytest.fixture(autouse=True)
def positions(monkeypatch: pytest.MonkeyPatch) -> None:
    for title, position in MORE_POSITIONS.items():
        monkeypatch.setitem(POSITIONS, title, position)


def write(match: Any, email: str) -> str:
    """Return the reason code of a reply of several lines."""
    lines = email.split("\n")
    return read_reply(reply(match, *filter(None, lines), spaced_lines=lines))


def last_text() -> str:
    """Return our last reply in one line."""
    return " ".join(emails()[-1].text.split())


@pytest.mark.parametrize("email", ["explore\ntake", "explore\ntake it", "explore\n\nTake!"])
def test_a_verb_alone_is_an_action_and_no_small_talk(arrange: Any, email: str) -> None:
    match = arrange("abyss", ply=23)

    assert write(match, email) == "played"

    assert list_played(match) == ["explore", "take"]


@pytest.mark.parametrize(
    ("email", "played"),
    [
        *(("explore\ntake care", "explore"), ("take\nexplore", ""), ("take it\nexplore", "")),
        *(("explore\nend", "explore"), ("explore\nfight", "explore")),
    ],
)
def test_a_verb_that_does_not_follow_is_named(arrange: Any, email: str, played: str) -> None:
    match = arrange("abyss", ply=23)

    code = write(match, email)

    assert list_played(match) == [played] * bool(played)
    first, second = email.split("\n")
    if second in ("end", "fight"):
        assert code == "played_in_part" and f"> {second}" in last_text()
    if not played:
        assert f"> {first}" in last_text()


@pytest.mark.parametrize(
    ("language", "line", "answer"),
    [
        ("de", "2 und 0 für Priester", "bid 2 Wealth for Priest 0 Influence"),
        ("de", "2 und 1 für Ingenieurin, Priester", "bid 2 Wealth for Engineer, Priest"),
        ("de", "ich biete 2 und 0 für Priester", "bid 2 Wealth for Priest 0 Influence"),
        ("en", "2 and 0 for Priest", "bid 2 Wealth for Priest 0 Influence"),
        ("en", "bid 1 and 1 for Sage, then Priest", "bid 1 Wealth for Sage, Priest"),
        ("fr", "2 et 0 pour Prêtre", "bid 2 Wealth for Priest 0 Influence"),
        ("fr", "miser 0 et 2 pour Prêtre", "bid 0 Wealth for Priest 2 Influence"),
    ],
)
def test_two_amounts_before_names_are_those_of_the_form(
    arrange: Any, language: str, line: str, answer: str
) -> None:
    """A copied line was read into it: answer 2, or “0 for Priest”."""
    match = arrange("essence bidding", language)

    assert write(match, line) == "played"
    assert list_played(match)[0].startswith(answer)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        *(("de", "2 für Priester"), ("de", "bieten 2 für Priester"), ("en", "2 for Priest")),
        *(("en", "2 for the Sage, Priest"), ("fr", "2 pour Prêtre"), ("en", "bid 2 for Sage")),
    ],
)
def test_one_amount_before_names_is_asked_about_with_its_names(
    arrange: Any, language: str, line: str
) -> None:
    match = arrange("essence bidding", language)

    assert write(match, line) == "ambiguous"

    assert list_played(match) == []
    [refused] = Notification.objects.filter(kind="refused")
    words = {"de": " für ", "en": " for ", "fr": " pour "}[language]
    assert all(words in answer for answer in refused.data["facts"]["answers"])


@pytest.mark.parametrize(
    "line",
    [
        *("2 and 1", "2 or 0 for Priest", "2 and 0 for Priest?", "maybe 2 and 0 for Priest"),
        *("9 and 0 for Priest", "2 and 0 and 1 for Priest", "2 and 0 for Priest or 3"),
        *("not 2 and 0 for Priest", "2 and 0 for the Dragon", "-2 and 0 for Priest"),
        "2 and 0 for Priest, no wait, 3 and 0",
    ],
)
def test_doubtful_amounts_bid_nothing(arrange: Any, line: str) -> None:
    match = arrange("essence bidding")

    assert write(match, line) != "played"
    assert list_played(match) == []


@pytest.mark.parametrize(
    ("language", "line", "cell"),
    [
        ("de", "Taverne links bauen", "-1,0"),
        ("de", "Taverne links", "-1,0"),
        ("de", "ich baue die Taverne links, bitte", "-1,0"),
        ("de", "Taverne rechts bauen", "1,0"),
        ("en", "build Tavern left", "-1,0"),
        ("en", "Tavern left", "-1,0"),
        ("fr", "je construis la Taverne à gauche", "-1,0"),
        ("fr", "Taverne à droite", "1,0"),
    ],
)
def test_the_first_words_of_a_place_name_the_only_place(
    arrange: Any, language: str, line: str, cell: str
) -> None:
    """The hint says “links von „Börsenpalast“”."""
    match = arrange("essence building", language)

    assert write(match, line) == "played"
    assert list_played(match)[0] == f"build Tavern at {cell}"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        *(("de", "links"), ("de", "links bauen"), ("de", "Taverne und Forum links")),
        *(("de", "Taverne nicht links"), ("de", "Taverne links oder rechts")),
        *(("de", "Taverne links?"), ("de", "vielleicht Taverne links"), ("en", "Tavern le")),
        *(("de", "Taverne links, nein rechts"), ("de", "Taverne links von der Zitadelle")),
        *(("en", "Tavern right now"), ("en", "build Tavern right away")),
        *(("en", "Tavern not left"), ("en", "Tavern left or right"), ("en", "left")),
        *(("fr", "pas Taverne à gauche"), ("fr", "Taverne à gauche ou à droite")),
    ],
)
def test_a_doubtful_place_builds_nothing(arrange: Any, language: str, line: str) -> None:
    match = arrange("essence building", language)

    assert write(match, line) != "played"
    assert list_played(match) == []


def build_shop(*costs: tuple[int, int]) -> LineReader:
    """Return a reader of a purchase that may be paid with cards of a value and some Pearls."""
    items = tuple(f"crab {value}" for value, _ in costs)
    listed = [Decision("recruit", {"lord": "schemer", "allies": [item]}) for item in items]
    pick = Pick("allies", items, 1, len(items))
    choice = Choice("recruit", {"lord": "schemer"}, (pick,), lambda: listed)
    other = Choice("recruit", {"lord": "sage"}, (pick,), lambda: [])
    asked = Asked(0, "turn", 1, (choice, other, Choice("explore")), Decision("explore"))
    pearls = {item: pearl for item, (_, pearl) in zip(items, costs, strict=True)}

    def describe_hint(decision: Decision) -> str:
        allies = decision.args.get("allies")
        return f"and pay {pearls[allies[0]]} Pearls" if isinstance(allies, list) else ""

    background = Background(describe_hint=describe_hint)
    return LineReader(
        asked, asked.list_offered_decisions(), {"en": {".allies": "with"}}, background
    )


CHEAPEST = [
    *("recruit schemer, cheapest way", "recruit the schemer as cheaply as possible"),
    *("I recruit schemer the cheapest way please", "recruit schemer am billigsten"),
    *("recruit schemer le moins cher possible", "cheapest way: recruit schemer"),
]


@pytest.mark.parametrize("line", CHEAPEST)
def test_the_cheapest_payment_is_paid_if_it_is_cheaper_in_every_way(line: str) -> None:
    reading = build_shop((3, 0), (4, 0), (4, 1)).read(line)

    assert reading.decision.args["allies"] == ["crab 3"]


@pytest.mark.parametrize("line", CHEAPEST)
@pytest.mark.parametrize("costs", [((3, 1), (4, 0)), ((3, 2), (4, 1), (5, 0)), ((4, 0), (3, 0))])
def test_payments_that_cost_more_of_one_thing_and_less_of_another_are_asked_about(
    line: str, costs: tuple[tuple[int, int], ...]
) -> None:
    with pytest.raises(Refused):
        build_shop(*costs).read(line)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "recruit cheapest",
            "cheapest",
            "recruit schemer, not the cheapest way",
            "explore cheapest",
        ),
        *("recruit schemer in the cheapest way?", "recruit schemer or sage, cheapest way"),
        *("recruit schemer, cheapest way unless Bob does", "recruit dragon, cheapest way"),
    ],
)
def test_a_doubtful_cheapest_way_pays_nothing(line: str) -> None:
    with pytest.raises(Refused):
        build_shop((3, 0), (4, 0)).read(line)


def test_what_came_by_itself_is_told_as_done(arrange: Any) -> None:
    """The Alchemist takes the only other stack without a question."""
    match = arrange("abyss council")

    assert write(match, "support crab\ntake stack jellyfish") == "played"

    assert "Not done" not in last_text()
    assert "> take stack jellyfish That came by itself" in last_text()


@pytest.mark.parametrize(
    ("title", "further"),
    [
        *(("abyss council", "take stack squid"), ("abyss council", "take stack crab")),
        ("abyss council", "take stack jellyfish\ntake stack jellyfish"),
    ],
)
def test_what_did_not_come_by_itself_is_not_done(arrange: Any, title: str, further: str) -> None:
    match = arrange(title)

    assert write(match, f"support crab\n{further}") == "played_in_part"
    assert f"Not done: > {further.split()[0]}" in last_text()


def test_a_question_that_is_asked_is_answered_by_its_line(arrange: Any) -> None:
    match = arrange("abyss full council")

    assert write(match, "support crab\ntake stack squid") == "played"
    assert list_played(match) == ["support crab", "take stack squid"]


AFTER_END = [
    *(("en", "gg! no rematch today"), ("en", "thanks for the game"), ("en", "well done bot!")),
    *(("fr", "bien joué ! pas de revanche aujourd'hui"), ("de", "gg, heute keine Revanche")),
]


@pytest.mark.parametrize(("language", "line"), AFTER_END)
def test_talk_after_the_end_is_thanked(arrange: Any, language: str, line: str) -> None:
    match = arrange("abyss offer", language)
    Match.objects.update(status="finished", finished_at=NOON)
    Prompt.objects.update(closed_at=NOON)

    assert write(match, line) == "over"

    end = {
        "en": "The match is over.",
        "fr": "La partie est terminée.",
        "de": "Die Partie ist vorbei.",
    }
    assert end[language] in last_text() and not Match.objects.exclude(pk=match.pk).exists()


@pytest.mark.parametrize("line", ["2", "pass", "buy it", "pass. gg"])
def test_an_answer_after_the_end_is_refused(arrange: Any, line: str) -> None:
    match = arrange("abyss offer")
    Match.objects.update(status="finished", finished_at=NOON)
    Prompt.objects.update(closed_at=NOON)

    assert write(match, line) == "stale"


@pytest.mark.parametrize(
    ("language", "email"),
    [
        ("en", "take it. can i get suggested orders too"),
        ("en", "buy it\ncan I get suggested orders too?"),
        ("en", "buy. suggested orders please"),
        ("fr", "acheter\nje voudrais les ordres proposés aussi"),
        ("de", "kaufen\nkann ich auch vorgeschlagene Aufträge"),
    ],
)
def test_orders_wished_beside_an_answer_are_shown(arrange: Any, language: str, email: str) -> None:
    match = arrange("abyss offer", language)

    assert write(match, email) == "played"

    assert list_played(match) == ["buy"]
    rows = Notification.objects.filter(kind="commands")
    assert any(row.data.get("confirm") for row in rows) and not match.orders.exists()


@pytest.mark.parametrize(
    "wish", ["rematch after this?", "could we pause after that", "i'd like a rematch"]
)
def test_a_wish_beside_an_answer_is_done_or_named(arrange: Any, wish: str) -> None:
    match = arrange("abyss offer")

    write(match, f"buy\n{wish}")

    assert list_played(match) in (["buy"], [])
    assert f"> {wish}" in last_text()


@pytest.mark.parametrize("talk", ["back to you", "gg", "what a game", "stop laughing, Bob", "nice"])
def test_talk_beside_an_answer_is_no_wish(arrange: Any, talk: str) -> None:
    match = arrange("abyss offer")

    assert write(match, f"buy\n{talk}") == "played"


NAMES = {"goat": "du Bouc émissaire", "pact": "du Pacte noir", "horn": "Corne d’argent"}


@pytest.mark.parametrize(
    ("line", "card"),
    [("la corne", "horn"), ("ma corne", "horn"), ("le bouc", "goat"), ("le pacte", "pact")],
)
def test_an_article_and_a_word_that_only_one_name_has_are_enough(line: str, card: str) -> None:
    choices = tuple(Choice("use", {"card": code}) for code in NAMES)
    asked = Asked(0, "main", 1, (*choices, Choice("end")), Decision("end"))
    reader = LineReader(asked, asked.list_offered_decisions(), {"fr": NAMES})

    assert reader.read(line).decision == Decision("use", {"card": card})


@pytest.mark.parametrize(
    "line", ["la corne ou le bouc", "pas la corne", "la corne ?", "la Corne Bernard", "la"]
)
def test_a_doubtful_part_of_a_name_is_none(line: str) -> None:
    choices = tuple(Choice("use", {"card": code}) for code in NAMES)
    asked = Asked(0, "main", 1, (*choices, Choice("end")), Decision("end"))
    reader = LineReader(asked, asked.list_offered_decisions(), {"fr": NAMES})

    with pytest.raises(Refused):
        reader.read(line)


def test_a_refusal_quotes_the_line_that_it_is_about(arrange: Any) -> None:
    match = arrange("abyss", ply=23)

    write(match, "take\nexplore")

    assert "    > take\n" in emails()[-1].text


@pytest.mark.parametrize(
    ("title", "language", "line", "answer"),
    [
        ("abyss offer", "en", "Pricey but fine, I'll grab that crab.", "buy"),
        ("abyss offer", "en", "Nah, too dear for me: pass", "pass"),
        ("abyss offer", "de", "her damit!", "buy"),
        ("essence bidding", "de", "2 Reichtum, 0 Einfluss für den Priester", "bid 2 Wealth"),
        ("essence bidding", "fr", "je mets une richesse sur le Prêtre", "bid 1 Wealth"),
        # “Sonst den Weisen” was dropped.
        (
            "essence bidding",
            "de",
            "Ich biete 2 Reichtum für den Priester, sonst den Weisen",
            "bid 2 Wealth for Priest, Sage",
        ),
        ("essence building", "de", "Ich setze die Taverne links vom Börsenpalast", "build Tavern"),
        (
            "essence building",
            "en",
            "So I place my Tavern left, it looks nice",
            "build Tavern",
        ),
    ],
)
def test_sentences_with_words_that_nobody_knows_are_read(
    arrange: Any, title: str, language: str, line: str, answer: str
) -> None:
    match = arrange(title, language)

    assert write(match, line) == "played"
    assert list_played(match)[0].startswith(answer)


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("abyss offer", "Bob hopes I grab that crab"),
        ("abyss offer", "If it stays cheap, I'll grab that crab"),
        ("abyss offer", "I don't grab that crab"),
        ("abyss offer", "I'd be happier had I bought that crab"),
        ("essence bidding", "I bid all my Wealth for the Priest"),
        ("essence bidding", "you bid 2 Wealth for the Priest"),
        ("essence building", "I always place my Tavern left"),
        ("essence building", "So I place my Tavern left or right"),
    ],
)
def test_sentences_about_something_else_play_nothing(arrange: Any, title: str, line: str) -> None:
    match = arrange(title)

    assert write(match, line) != "played"
    assert list_played(match) == []


@pytest.mark.parametrize(
    ("title", "language", "line", "answer"),
    [
        # “Buy” was proposed.
        ("abyss offer", "en", "I don't buy, thanks anyway", "pass"),
        ("abyss offer", "de", "ich kaufe das nicht", "passen"),
        ("abyss offer", "fr", "je n'achète pas le crabe", "passer"),
        # “Bid 1 Wealth and 0 Influence” was proposed.
        (
            "essence bidding",
            "de",
            "Ich lege 2 Reichtum hin, am liebsten hätte ich den Priester",
            "bieten 2 Reichtum und 0 Einfluss für Priester",
        ),
    ],
)
def test_a_refusal_proposes_what_the_words_name(
    arrange: Any, title: str, language: str, line: str, answer: str
) -> None:
    match = arrange(title, language)

    assert write(match, line) == "unreadable"

    [refused] = Notification.objects.filter(kind="refused")
    assert refused.data["nearest"] == [answer]


@pytest.mark.parametrize("word", ["Genau", "Yes", "Ja\nAnna", "Mach das"])
def test_a_capital_word_agrees_to_a_proposal(arrange: Any, word: str) -> None:
    """“Genau” was taken for the writer's name."""
    match = arrange("abyss offer", "de")
    write(match, "ich kaufe das nicht, danke")
    Notification.objects.filter(kind="refused").update(state="sent", sent_at=NOON)

    assert write(match, word) == "played"
    assert list_played(match) == ["pass"]


@pytest.mark.parametrize(
    "email", ["finished? no", "Am I done?\n\nNo.", "pass? with that hand? no."]
)
def test_a_no_to_a_question_of_the_writers_own_is_no_answer(arrange: Any, email: str) -> None:
    match = arrange("essence")

    assert write(match, email) in ("unreadable", "ambiguous")
    assert list_played(match) == []
