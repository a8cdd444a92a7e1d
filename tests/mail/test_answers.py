"""How people answer: around the words of an answer, on several lines, and with commands."""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec.structs
import pytest
from django.db import connection

from games.engine import notation
from games.engine.contract import AnyGame, Choice, Decision, Pick, Refused
from games.engine.contract import Prompt as Asked
from games.engine.random_match import iter_random_match
from games.models import Match, Move, Player, Prompt
from games.queries import states
from games.replies import one_word, votes
from games.replies.lines.line_reader import LineReader
from games.replies.proposals import list_nearest
from games.services.play import decision_rows
from games.titles import GAMES
from notifications.gateway import change_email_preferences, read_reply
from notifications.models import ChannelPreference, Notification
from tests.conftest import NOON
from tests.games.test_email_commands import emails, monster
from tests.games.test_mail_door import offer, pebbles, reply

__all__ = ["monster", "offer", "pebbles"]

pytestmark = pytest.mark.django_db

# The main action of the turn is taken, so that it may end.
HAND = {"faction": "Three Islands Kingdom", "wealth": 3, "hand": ["Sapper", "Marine"]}
ESSENCE = {"main_done": True, "seats": {"A": HAND, "B": {"faction": "Court of Masks"}}}
TAKE = {"agenda": ["take"], "advisors": ["Priest", "Surveyor", "Sage"], "seats": ESSENCE["seats"]}
ENCHANTERS = {
    "seats": {"A": {"item": ["ritual_knife"]}, "B": {}},
    "track": ["stag 1"],
    "deck": ["stag 2"],
}
OFFER = {
    "seats": {"A": {"pearls": 5}, "B": {"pearls": 5}},
    "track": ["crab 1"],
    "agenda": ["offer"],
    "exploration_deck": ["squid 3", "crab 2"],
}
MONSTER = {
    "seats": {"A": {}, "B": {}},
    "threat": 2,
    "track": ["crab 1", "MONSTER"],
    "agenda": ["monster"],
    "exploration_deck": ["squid 3", "crab 2"],
}
POSITIONS: dict[str, dict[str, Any]] = {
    "abyss offer": OFFER,
    "abyss monster": MONSTER,
    "enchanters": ENCHANTERS,
    "essence": ESSENCE,
    "essence take": TAKE,
}


def without_newer_options(game: AnyGame) -> AnyGame:
    """Return a game whose random matches stay what they are when it gets another option."""
    return msgspec.structs.replace(
        game, options=[one for one in game.options if one.before is None]
    )


def find_wide_turn(game: AnyGame, many: int) -> Any:
    """Return a state of a random match whose first question has many answers, passing among
    them."""
    for now in (now for number in range(20) for now in iter_random_match(game, 2, number)):
        answers = now.prompts[0].list_offered_decisions() if now.prompts else []
        if len(answers) >= many and any(one.verb == "pass" for one in answers):
            return now.state
    raise LookupError


@pytest.fixture
def arrange(deal: Any) -> Any:
    """Return a function that deals a match and puts a position of POSITIONS on its table, or that
    of a random match after some moves."""

    def arrange(title: str, language: str = "en", *, ply: int = 0, many: int = 0) -> Match:
        name = title.split()[0]
        match: Any = deal(name, seats=2)
        if many:
            state = find_wide_turn(GAMES[name], many)
        elif ply:
            game = without_newer_options(GAMES[name])
            state = next(islice(iter_random_match(game, 2, 0), ply, None)).state
        else:
            state = GAMES[name].read_position(POSITIONS[title])
        match.state = states.serialize_state(state)
        match.save(update_fields=["state"])
        match.prompts.all().delete()
        asked, seats = GAMES[name].list_prompts(state), decision_rows.fetch_sitters(match)
        rows = decision_rows.diff_prompts(match, seats, [], asked, now=NOON).opened
        Prompt.objects.bulk_create(rows)
        Player.objects.update(language=language)
        match.prompt = rows[0]
        match.player = match.seats.get(number=rows[0].seat).player
        Notification.objects.all().delete()
        return match

    return arrange


def list_played(match: Any) -> list[str]:
    """Return what was played by e-mail, or by the rules because of it, in English."""
    words = GAMES[match.game].list_words("en")
    moves = match.moves.filter(seat=match.prompt.seat).order_by("ply")
    return [
        notation.format_decision(states.parse_stored_decision(one.decision), words) for one in moves
    ]


def list_offered(match: Any) -> list[str]:
    """Return the numbered answers of the e-mail, in English."""
    state = states.load_state(match)
    [asked] = [
        one for one in GAMES[match.game].list_prompts(state) if one.seat == match.prompt.seat
    ]
    words = GAMES[match.game].list_words("en")
    return [notation.format_decision(one, words) for one in asked.list_offered_decisions()]


@pytest.mark.parametrize("title", ["abyss offer", "enchanters", "essence"])
@pytest.mark.parametrize(
    ("email", "number"),
    [
        *(("OK.\n2", 2), ("My answer:\n2", 2), ("Meine Antwort:\n2", 2), ("it's 2", 2)),
        *(("2 lol", 2), ("2 of course", 2), ("2. Good luck!", 2), ("I choose 1", 1)),
        *(("Ich nehme 1", 1), ("Dann 2.", 2)),
    ],
)
def test_a_number_plays_in_every_game(arrange: Any, title: str, email: str, number: int) -> None:
    match = arrange(title, "de" if email.startswith(("Meine", "Ich", "Dann")) else "en")
    answer = list_offered(match)[number - 1]

    assert read_reply(reply(match, spaced_lines=email.split("\n"))) == "played"
    assert list_played(match) == [answer]


@pytest.mark.parametrize(
    ("title", "language", "line", "answer"),
    [
        ("abyss offer", "en", "I buy it", "buy"),
        ("abyss offer", "en", "buy it", "buy"),
        ("abyss offer", "fr", "Je prends la carte", "buy"),
        ("abyss offer", "fr", "J'achète", "buy"),
        ("abyss offer", "fr", "Je passe mon tour.", "pass"),
        ("abyss offer", "de", "Ich kaufe die Karte", "buy"),
        ("abyss offer", "de", "ich passe diesmal, danke", "pass"),
        ("abyss offer", "en", "No thanks, I pass", "pass"),
        ("abyss offer", "en", "No thanks", "pass"),
        ("essence", "fr", "J'utilise d'abord mon Fusilier 2", "use Marine 2"),
        ("abyss offer", "en", "I'll take it for 1 Pearl", "buy"),
        ("abyss offer", "en", "I buy the crab for 1 pearl", "buy"),
        ("abyss offer", "fr", "Je l'achète pour 1 Perle", "buy"),
        ("abyss offer", "en", "2 (pass)", "pass"),
        ("abyss monster", "fr", "continuez", "continue"),
        ("abyss monster", "fr", "je continue", "continue"),
        ("abyss monster", "de", "Ich erkunde weiter", "continue"),
        ("essence", "de", "Dann 3.", "use Sapper 1"),
        ("essence take", "en", "Surveyor", "take Surveyor"),
        ("essence take", "en", "I'd like the Surveyor, please", "take Surveyor"),
        ("essence take", "fr", "Je prends l'Arpenteuse", "take Surveyor"),
        ("essence take", "de", "Feldmesserin!", "take Surveyor"),
    ],
)
def test_an_answer_plays_as_people_say_it(
    arrange: Any, title: str, language: str, line: str, answer: str
) -> None:
    match = arrange(title, language)

    assert read_reply(reply(match, line)) == "played"
    assert list_played(match) == [answer]


@pytest.mark.parametrize("title", ["abyss offer", "enchanters", "essence"])
@pytest.mark.parametrize(
    "email",
    ["!= 2", "== 2", "1 + 1\n= 2"] + ["+1", "2%", "2?", "1\n2", "2\nno wait", "not 2", "2 or 1"],
)
def test_nothing_doubtful_plays_in_any_game(arrange: Any, title: str, email: str) -> None:
    match = arrange(title)

    assert read_reply(reply(match, spaced_lines=email.split("\n"))) in ("unreadable", "ambiguous")
    assert list_played(match) == []


@pytest.mark.parametrize(
    "email",
    [
        *("2\nGood luck!", "Hi Bob,\n\n2\n\nThanks,\nAlice", "Ma réponse :\n2"),
        *("Hi! 2", "2 :-)", "2 😀", "2, thanks Bob", "Hello Bob, I take two. See you!", "no. 2"),
        *("I would like to take 2", "Sorry for the delay!\n\n2", "Great move!\nI'm taking 2"),
        *("What a game!\n\ntake 2\n\nLast week I had 3 cards.\nAlice", "2\nSee you at 5!"),
        *("2️⃣\n\nAnn reacted via Gmail\n<https://www.google.com/gmail/about/?x>", "2\u20e3"),
        *("2️⃣\n\nAnn Smith hat auf Ihre Nachricht reagiert:", "2️⃣ Ann a réagi via Gmail"),
        *("2\n\nAlice Smith\n12 Main Street\n+49 170 1234567", "the second one", "2️⃣", "**2**"),
        "So that was quite something, I had not seen it coming at all\n\n2\n\nHow are you?",
    ],
)
def test_an_answer_plays_whatever_stands_around_it(pebbles: Any, email: str) -> None:
    assert read_reply(reply(pebbles, spaced_lines=email.split("\n"))) == "played"
    assert Move.objects.get().decision["args"] == {"number": 2}


def build_reader(game: str, question: str, language: str, seats: int = 2) -> LineReader:
    """Return the reader of a question of a random match."""
    moments = (now for number in range(9) for now in iter_random_match(GAMES[game], seats, number))
    asked = next(one for now in moments for one in now.prompts if one.question == question)
    lexicons = {spoken: GAMES[game].list_words(spoken) for spoken in (language, "en")}
    return LineReader(asked, asked.list_offered_decisions(), lexicons)


@pytest.mark.parametrize(
    ("game", "question", "language", "line", "answer"),
    [
        ("essence", "turn", "en", "I choose 1", 1),
        ("essence", "take", "en", "I take 2", 2),
        ("essence", "take", "en", "Surveyor", "take Surveyor"),
        ("essence", "take", "en", "the Surveyor, please", "take Surveyor"),
        ("essence", "take", "fr", "Je prends l'Arpenteuse", "take Surveyor"),
        ("essence", "take", "de", "Feldmesserin nehmen", "take Surveyor"),
        ("essence", "choose_one", "en", "I choose 1", "choose 1"),
        ("essence", "choose_one", "de", "Ich wähle 2", "choose 2"),
        ("enchanters", "target", "de", "links", "choose left"),
        ("enchanters", "target", "fr", "à droite", "choose right"),
        ("abyss", "explorer", "fr", "Je prends la carte", "take"),
        ("abyss", "explorer", "de", "Ich nehme 1", "take"),
        ("abyss", "explorer", "de", "Nimm sie!", "take"),
    ],
)
def test_an_answer_of_any_game_may_be_said_as_people_speak(
    game: str, question: str, language: str, line: str, answer: str | int
) -> None:
    reader = build_reader(game, question, language, 3 if game == "enchanters" else 2)

    found = reader.read(line).decision

    if isinstance(answer, int):
        assert found == reader.offered[answer - 1]
    else:
        assert notation.format_decision(found, GAMES[game].list_words("en")) == answer


@pytest.mark.parametrize(
    ("game", "question", "language", "line"),
    [
        ("abyss", "explorer", "de", "Ich nehme 2"),
        ("abyss", "explorer", "de", "Ich nehme an"),
        ("abyss", "offer", "fr", "J'ai acheté"),
        ("abyss", "offer", "en", "Pass the salt"),
        ("essence", "take", "en", "Sage or Surveyor"),
        ("pebbles", "take", "en", "I take 5"),
    ],
)
def test_a_line_that_only_sounds_like_an_answer_is_none(
    game: str, question: str, language: str, line: str
) -> None:
    with pytest.raises(Refused):
        build_reader(game, question, language).read(line)


@pytest.mark.parametrize(
    "email",
    [
        *("+1", "2%", "2?", "not 2", "2 or 3", "1\n2", "2\nno wait", "2\nactually 3", "I'd take 2"),
        *(
            "2\n\nno wait, 3",
            "2, but only if Bob agrees",
            "maybe 2",
            "if he takes 1 I take 2",
            "No 2",
        ),
        *("I have 2 cards", "see you at 5", "2. November", "Nov. 2", "2:30", "2-3", "don't take 2"),
        *(
            "2\nor should I take 3?",
            "2\nHmm, not sure.",
            "See you on Nov. 2",
            "2 weeks",
            "-2",
            "~2",
        ),
        *(
            "tkae 1\n2",
            "2\n\nThanks\n\nSorry, I meant 3",
            "Thanks,\nBob",
            "1, 2",
            "take it or leave it",
        ),
        *(
            "2\nscratch that",
            "Forget it, 2",
            "2nd of May",
            "We are 2",
            "I think 2",
            "on 2",
            "for 2",
        ),
    ],
)
def test_what_is_not_certain_plays_nothing(pebbles: Any, email: str) -> None:
    """P1: a wrong move is worse than no move."""
    code = read_reply(reply(pebbles, spaced_lines=email.split("\n")))
    assert code in ("unreadable", "ambiguous", "empty")
    assert not Move.objects.exists()


@pytest.mark.parametrize(
    ("email", "says"),
    [
        ("Yes", True),
        ("Hi Bob,\nyes please\nThanks, Ann", True),
        ("No problem, yes", True),
        ("Oui, d'accord", True),
        ("Ja gerne!", True),
        ("I agree", True),
        ("2.", False),
        ("Non merci", False),
        ("Nein danke", False),
        ("2 of us are away", None),
        ("yes, but only if Carol agrees", None),
        ("I don't agree", None),
        ("no\nwait, yes", None),
        ("No problem", None),
        ("yes?", None),
        ("si tu veux", None),
        ("Thanks,\nAnn", None),
    ],
)
def test_votes_are_read_by_consensus_too(email: str, says: bool | None) -> None:
    meanings = dict.fromkeys(votes.YES, True) | dict.fromkeys(votes.NO, False)

    assert one_word.choose_word(email.split("\n"), meanings) is says


@pytest.mark.parametrize(
    ("email", "code"),
    [
        ("away 3 days\n\nThanks, Bob", "away"),
        ("undo\n\nThanks, Bob", "undo"),
        ("unsubscribe\n\nBob", "stop"),
        ("STOP", "stop"),
        ("Please unsubscribe me", "stop"),
        ("Hi,\nSTOP", "stop"),
        ("help\n\nI do not understand this at all.", "help"),
        ("Status, please!\n\nCheers\nBob", "status"),
    ],
)
def test_a_command_may_be_signed(pebbles: Any, email: str, code: str) -> None:
    assert read_reply(reply(pebbles, spaced_lines=email.split("\n"))) == code
    assert ChannelPreference.objects.exists() == (code == "stop")


@pytest.mark.parametrize("email", ["undo\n\n2", "resign\nif he takes 3", "undo\n\nno wait"])
def test_a_command_with_an_answer_or_a_doubt_beside_it_waits(pebbles: Any, email: str) -> None:
    read_reply(reply(pebbles, spaced_lines=email.split("\n")))
    assert "Not done" in emails()[-1].text or Notification.objects.filter(kind="refused").exists()


def test_an_order_that_answers_the_open_question_says_so(offer: Any) -> None:
    assert read_reply(reply(offer, "order pass if value <= 5")) == "orders_listed"
    assert "They would answer the open question at once: pass." in emails()[-1].text
    Notification.objects.update(state=Notification.State.SENT)
    assert read_reply(reply(offer, "yes")) == "ordered"
    told = emails()[-1].text
    assert "    > order pass if value <= 5\n" in told
    assert "Your order has answered the open question: pass." in told
    assert "1 · pass if value <= 5" in told


def test_several_actions_on_several_lines_are_done_in_their_order(monster: Any) -> None:
    """K3: chat between them does not matter."""
    assert read_reply(reply(monster, "Hi Bob,", "fight", "Haha!", "take pearl")) == "played"
    assert [move.decision["verb"] for move in Move.objects.filter(source="email")] == [
        *("fight", "reward"),
    ]


def test_a_number_answers_the_first_question_only(monster: Any) -> None:
    assert read_reply(reply(monster, "fight; 1")) == "played_in_part"
    assert Move.objects.filter(source="email").count() == 1
    assert "A number only answers the first question" in emails()[-1].text


REWARD = ["fight", "take Pearl, Monster token"]
CHAINS = [
    ("abyss monster", "en", ["fight", "take Pearl"], REWARD),
    ("abyss monster", "fr", ["je combats", "prendre Perle"], REWARD),
    (
        "enchanters",
        "en",
        ["journey 0", "use Ritual Knife"],
        ["journey to space 0 Proud Stag", "use Ritual Knife"],
    ),
    (
        "enchanters",
        "de",
        ["Reise 0", "Haha!", "Ritualmesser nutzen"],
        ["journey to space 0 Proud Stag", "use Ritual Knife"],
    ),
    (
        "essence",
        "en",
        ["use Marine 2", "use Sapper 1", "end"],
        ["use Marine 2", "use Sapper 1", "end"],
    ),
]


@pytest.mark.parametrize(("title", "language", "lines", "answers"), CHAINS)
def test_actions_on_several_lines_are_done_in_their_order(
    arrange: Any, title: str, language: str, lines: list[str], answers: list[str]
) -> None:
    """K3: in every game, and the reply tells each."""
    match = arrange(title, language)

    assert read_reply(reply(match, "Hi Bob,", *lines, "Thanks", "Ann")) == "played"

    assert list_played(match) == answers
    [told] = [one.text for one in emails() if f"    > {lines[0]}\n" in one.text]
    places = [told.index(f"    > {line}\n") for line in lines if line != "Haha!"]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("title", "first", "refused", "why", "last"),
    [
        ("abyss monster", "fight", "take Squid", "“{}”", "explore"),
        ("enchanters", "journey 0", "use Nonsense", "“{}”", "fight"),
        ("essence", "use Marine 2", "use Marine 2", "You have no such card in hand", "end"),
        ("essence", "use Marine 2", "use Nonsense 7", "“{}”", "end"),
    ],
)
def test_what_follows_a_refusal_is_not_done(
    arrange: Any, title: str, first: str, refused: str, why: str, last: str
) -> None:
    """K3: the reply names the refused line with its reason, and those that follow."""
    match = arrange(title)

    assert read_reply(reply(match, first, refused, last)) == "played_in_part"

    assert len(list_played(match)) == 1
    done, left = emails()[-1].text.split("Not done:")
    assert f"    > {first}\n" in done
    assert f"    > {refused}\n\n{why.format(refused)}" in left and f"    > {last}\n" in left


@pytest.mark.parametrize(("receipts", "asking"), [("always", "sequence"), ("never", "your_turn")])
def test_the_next_question_is_asked_in_one_email(arrange: Any, receipts: str, asking: str) -> None:
    """It was asked twice: in the reply to the actions, and in an e-mail of its own."""
    match = arrange("essence")
    change_email_preferences(match.player, receipts=receipts)

    read_reply(reply(match, "use Marine 2", "use Sapper 1"))

    token = match.prompts.get(seat=match.prompt.seat, closed_at=None).token
    asked = Notification.objects.filter(reply_token=token, player=match.player, state="queued")
    kinds = set(asked.values_list("kind", flat=True))
    assert kinds == ({"sequence"} if asking == "sequence" else {"sequence", "your_turn"})


@pytest.mark.parametrize("further", ["", "say Good luck"])
def test_a_bid_is_confirmed_in_the_order_in_which_it_is_written(deal: Any, further: str) -> None:
    """It said “bid 2 Wealth for Seer and 1 Influence”: the database sorts the arguments."""
    match = deal("essence", seats=2)
    match.prompt = match.prompts.get(seat=0, closed_at=None)
    match.player = match.seats.get(number=0).player
    asked = states.find_state_prompt(match.prompt)
    assert asked is not None
    [wish, *_] = next(slot for slot in asked.choices[0].slots if slot.name == "wishes").items  # type: ignore[union-attr]
    said = f"bid 1 Wealth 0 Influence for {GAMES['essence'].list_words('en')[wish]}"

    assert read_reply(reply(match, said, further)) == "played"

    # Without the line that the e-mail quotes.
    lines = [line for line in emails()[-1].text.split("\n") if not line.lstrip().startswith(">")]
    assert said in " ".join(" ".join(lines).split())


@pytest.mark.parametrize("unread", ["let my Marine and my Sapper dig", "I rely on Sapper 7 here"])
def test_a_line_between_actions_that_names_a_card_and_cannot_be_read_is_named(
    arrange: Any, unread: str
) -> None:
    """Then nothing is done: what stands below it might be meant only after it."""
    match = arrange("essence")

    assert read_reply(reply(match, "use Marine 2", unread, "end")) == "unreadable"

    assert list_played(match) == []
    assert f"    > {unread}\n" in emails()[-1].text


@pytest.mark.parametrize("known", ["end", "say good luck!", "away 2 days"])
def test_nothing_is_done_below_an_action_that_cannot_be_read(arrange: Any, known: str) -> None:
    match = arrange("essence")

    assert read_reply(reply(match, "Hi Bob,", "now I use that nice Sapper", known)) == "unreadable"

    assert list_played(match) == [] and not match.messages.exists()
    told = emails()[-1].text
    assert "    > now I use that nice Sapper\n" in told
    assert "with the words of an answer.\n\n" in told.replace("an\nanswer", "an answer")


def test_a_misspelt_answer_is_proposed_and_not_played(arrange: Any) -> None:
    match = arrange("essence")

    assert read_reply(reply(match, "yuse Marinne 2")) == "unreadable"

    assert list_played(match) == []
    assert "Did you mean “use Marine 2”?" in emails()[-1].text


@pytest.mark.parametrize(
    ("title", "ply", "lines"),
    [("essence", 14, ["use Lecturer 1", "pass"]), ("abyss", 23, ["plot", "explore"])],
)
def test_actions_go_on_where_something_was_revealed(
    arrange: Any, title: str, ply: int, lines: list[str]
) -> None:
    """K3: here cards that were drawn and a Lord; who writes a second action wants it anyway."""
    match = arrange(title, ply=ply)

    assert read_reply(reply(match, *lines)) == "played"

    assert list_played(match)[:2] == lines
    events = [one for move in match.moves.order_by("ply")[:1] for one in move.events]
    assert any(one.get("reveals") for one in events)


def test_a_refusal_of_two_answers_tells_nothing_hidden(deal: Any) -> None:
    """The second line is an answer only if the next card is a Monster; in one of these it is."""
    heard = set()
    for first in (1, 21, 55):
        match = deal("abyss", seats=2, seed=bytes([first]) * 32)
        match.prompt = match.prompts.get(closed_at=None)
        match.player = match.seats.get(number=match.prompt.seat).player
        assert match.prompt.question == "monster"
        heard.add(read_reply(reply(match, "continue", "fight")))
    assert heard == {"ambiguous"}


def test_a_refused_first_action_plays_nothing(arrange: Any) -> None:
    match = arrange("essence")

    assert read_reply(reply(match, "use Nonsense 7", "use Sapper 1", "end")) == "unreadable"
    assert list_played(match) == []


def test_two_answers_that_cannot_follow_one_another_are_both_refused(arrange: Any) -> None:
    match = arrange("abyss offer")
    assert read_reply(reply(match, "buy", "pass")) == "ambiguous"
    assert list_played(match) == []


@pytest.mark.parametrize("title", ["abyss monster", "enchanters", "essence"])
def test_an_email_says_where_several_actions_may_be_written(arrange: Any, title: str) -> None:
    match = arrange(title)
    read_reply(reply(match, "options"))

    says = "You can write several actions, one a line; we do them in that order."
    written = emails()[-1]
    assert says in written.text.replace("\n", " ") and says in written.html


BUILDING: dict[str, Any] = {
    "seats": {
        "A": {"faction": "Cloudharbour League", "wealth": 5, "ready": 1},
        "B": {"faction": "Court of Masks"},
    },
    "market": ["Tavern", "Forum"],
    "row": ["First Blood"],
}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "build Tavern left of the Exchange Hall"),
        ("fr", "construire Taverne à gauche de « Palais de la Bourse »"),
        # The article of a masculine name merges with the preposition.
        ("fr", "construire Taverne à gauche du Palais"),
        ("de", "bauen: Taverne links vom Börsenpalast"),
    ],
)
def test_places_are_read_with_their_articles(
    arrange: Any, monkeypatch: pytest.MonkeyPatch, language: str, line: str
) -> None:
    """“à gauche du Palais” was no answer."""
    monkeypatch.setitem(POSITIONS, "essence building", BUILDING)
    match = arrange("essence building", language)

    assert read_reply(reply(match, line)) == "played"
    assert list_played(match)[0] == "build Tavern at -1,0"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "I journey to space 0 and take the Proud Stag"),
        ("fr", "je voyage vers la case 0 et prends Cerf fier"),
        ("de", "reisen auf Feld 0 und nehme Stolzer Hirsch"),
    ],
)
def test_a_journey_is_read_as_it_is_told(arrange: Any, language: str, line: str) -> None:
    """The story says “Bob journeys to space 0 and takes …”."""
    match = arrange("enchanters", language)

    assert read_reply(reply(match, line)) == "played"
    assert list_played(match)[0].startswith("journey to space 0")


BIDDING: dict[str, Any] = {
    "seats": {
        "A": {"faction": "Cloudharbour League", "wealth": 5, "influence": 2},
        "B": {"faction": "Court of Masks"},
    },
    "agenda": ["bid"],
    "advisors": ["Engineer", "Priest", "Sage"],
}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "I'd like to bid 2 wealth and 1 influence, for the Engineer, or else the Priest."),
        ("en", "bid 2 wealth, 1 influence for Engineer, if not Priest"),
        ("fr", "miser 2 Richesse et 1 Influence pour Ingénieure ou sinon Prêtre"),
    ],
)
def test_wishes_are_read_as_people_rank_them(
    arrange: Any, monkeypatch: pytest.MonkeyPatch, language: str, line: str
) -> None:
    monkeypatch.setitem(POSITIONS, "essence bidding", BIDDING)
    match = arrange("essence bidding", language)

    assert read_reply(reply(match, line)) == "played"
    args = match.moves.filter(seat=match.prompt.seat).earliest("ply").decision["args"]
    assert args["wishes"] == ["a.engineer", "a.priest"]


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "bid 1 Wealth 2 Influence for Sage"),
        ("fr", "miser 1 Richesse et 2 Influence pour Sage"),
        ("de", "bieten 1 Reichtum und 2 Einfluss für Weiser"),
    ],
)
def test_a_stored_bid_is_written_as_it_was_offered(language: str, written: str) -> None:
    """The database sorts arguments: “bid 1 Wealth for Sage 2 Influence”."""
    words = GAMES["essence"].list_words(language)
    stored = Decision("bid", {"wealth": 1, "wishes": ["a.sage"], "influence": 2})

    ordered = notation.order_arguments(stored, words)

    assert notation.format_decision(ordered, words) == written


@pytest.mark.parametrize(
    "yes", [["Yes"], ["yes, that's what I meant", "Bob"], ["Hi,", "exactly, thank you!"], ["Ja."]]
)
def test_yes_to_a_proposal_plays_it(arrange: Any, yes: list[str]) -> None:
    match = arrange("essence")
    assert read_reply(reply(match, "yuse Marinne 2")) == "unreadable"
    Notification.objects.filter(kind="refused").update(state="sent", sent_at=NOON)

    assert read_reply(reply(match, *yes)) == "played"

    assert list_played(match) == ["use Marine 2"]


@pytest.mark.parametrize(
    ("first", "then"),
    [
        # In other e-mails, this ends the turn.
        ("yuse Marinne 2", ["no"]),
        ("yuse Marinne 2", ["yes but not 2"]),
        ("yuse Marinne 2", ["Yes, take the other one"]),
        ("yuse Marinne 2", ["yes", "use Nonsense 7"]),
        # Nothing was proposed.
        ("splendid weather", ["yes"]),
    ],
)
def test_nothing_else_accepts_a_proposal(arrange: Any, first: str, then: list[str]) -> None:
    match = arrange("essence")
    assert read_reply(reply(match, first)) in ("unreadable", "empty")
    Notification.objects.filter(kind="refused").update(state="sent", sent_at=NOON)

    assert read_reply(reply(match, *then)) != "played"

    assert list_played(match) == []


def test_a_proposal_about_an_earlier_question_is_not_accepted(arrange: Any) -> None:
    match = arrange("essence")
    assert read_reply(reply(match, "yuse Marinne 2")) == "unreadable"
    Notification.objects.filter(kind="refused").update(state="sent", sent_at=NOON)
    assert read_reply(reply(match, "use Sapper 1")) == "played"
    match.prompt = match.prompts.get(closed_at=None)

    assert read_reply(reply(match, "yes")) != "played"

    assert list_played(match) == ["use Sapper 1"]


@pytest.mark.parametrize(
    ("language", "last"),
    [
        ("en", "I pass discarding both Sappers"),
        ("en", "I build the Ley Well left of the Citadel"),
        ("fr", "Je passe en défaussant les deux Chantres"),
        ("fr", "Je construis le Marché"),
        ("de", "Ich baue den Markt"),
        ("en", "I pass"),
    ],
)
def test_a_last_action_that_cannot_be_played_is_named(
    arrange: Any, language: str, last: str
) -> None:
    match = arrange("essence", language)

    assert read_reply(reply(match, "use Marine 2", last)) == "played_in_part"

    assert list_played(match) == ["use Marine 2"]
    assert f"    > {last}\n" in emails()[-1].text


@pytest.mark.parametrize(
    "line",
    [
        "I take the train back to Leeds",
        "I use my phone for this",
        "I build furniture for a living",
        "I keep losing",
    ],
)
def test_small_talk_with_a_verb_of_the_game_does_not_matter(arrange: Any, line: str) -> None:
    match = arrange("essence")

    assert read_reply(reply(match, line, "use Marine 2")) == "played"
    assert list_played(match) == ["use Marine 2"]


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("fr", "Je lis Scènes jumelles."),
        ("en", "I build the Ley Well"),
        ("de", "Ich passe"),
    ],
)
def test_nothing_is_played_below_an_action_that_is_impossible_now(
    arrange: Any, language: str, first: str
) -> None:
    match = arrange("essence", language)

    assert read_reply(reply(match, first, "use Marine 2")) not in ("played", "played_in_part")

    assert list_played(match) == []
    assert first in emails()[-1].text


def test_the_first_action_that_cannot_be_read_is_quoted(arrange: Any) -> None:
    match = arrange("abyss offer")

    assert read_reply(reply(match, "I'd like support from the squid", "take stack 2")) != "played"

    assert "    > I'd like support from the squid\n" in emails()[-1].text


@pytest.mark.parametrize(
    "line",
    [
        "Fight the monster, I take the pearl",
        "fight and take the pearl",
        "I'll fight, then take the Pearl",
    ],
)
def test_the_actions_of_one_line_are_all_played(arrange: Any, line: str) -> None:
    match = arrange("abyss monster")

    assert read_reply(reply(match, line)) == "played"

    assert list_played(match)[:2] == ["fight", "take Pearl, Monster token"]


@pytest.mark.parametrize("line", ["I'll take it for 2 Pearls", "no thanks to Bob", "for 1 Pearl"])
def test_a_wrong_price_buys_nothing(arrange: Any, line: str) -> None:
    match = arrange("abyss offer")

    assert read_reply(reply(match, line)) != "played"

    assert list_played(match) == []


def test_names_alone_between_actions_are_actions(arrange: Any) -> None:
    match = arrange("essence")

    assert read_reply(reply(match, "use Marine 2", "Whisperer 2", "end")) == "unreadable"

    assert list_played(match) == []
    assert "    > Whisperer 2\n" in emails()[-1].text


def test_thanks_after_the_end_are_told_how_to_reach_the_others(pebbles: Any) -> None:
    Match.objects.update(status="finished", finished_at=NOON)
    Prompt.objects.update(closed_at=NOON)

    read_reply(reply(pebbles, "Thanks for the lovely game!", "Cheers Ann"))

    told = emails()[-1].text
    assert "begin a line with “say”" in told and "> Cheers Ann" not in told


def test_a_proposal_that_cannot_be_decrypted_harms_nothing(arrange: Any) -> None:
    match = arrange("essence")
    assert read_reply(reply(match, "yuse Marinne 2")) == "unreadable"
    refused = Notification.objects.filter(kind="refused")
    refused.update(state="sent", sent_at=NOON)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE notifications_notification SET data = 'damaged'::bytea")

    assert read_reply(reply(match, "yes")) == "empty"

    assert list_played(match) == []


def test_answers_are_listed_in_the_same_words_as_the_first_time(arrange: Any) -> None:
    """The database sorts the arguments of what an e-mail listed first."""
    match = arrange("essence take")
    reserve = Pick("reserve", ("p1.pact", "p1.tithe"), least=0, most=2, ranked=True)
    piles = Pick("piles", ("keep", "shuffle"), least=1, most=1)
    asked = Asked(0, "cleaning", 0, (Choice("clean", slots=(reserve, piles)),), Decision("clean"))
    listed = [Decision("clean", {"reserve": ["p1.pact"], "piles": "keep"})]
    match.prompt.offered = msgspec.to_builtins(listed)
    match.prompt.save(update_fields=["offered"])
    row = Prompt.objects.get(pk=match.prompt.pk)
    assert row.offered and list(row.offered[0]["args"]) == ["piles", "reserve"]

    [found] = states.offered_decisions(row, asked)

    assert list(found.args) == ["reserve", "piles"] and found == listed[0]


@pytest.mark.parametrize(
    "unread", ["read the star coin please", "my cat sits on the map", "the blue ones over there"]
)
def test_a_line_that_is_not_understood_stops_everything_below_it(arrange: Any, unread: str) -> None:
    """“stauer / sternmünze lesen bitte / beenden” ended the turn."""
    match = arrange("essence")

    code = read_reply(reply(match, "use Marine 2", unread, "end"))

    assert "end" not in list_played(match)
    assert code in ("unreadable", "ambiguous", "played_in_part")
    assert code == "ambiguous" or unread in emails()[-1].text


@pytest.mark.parametrize(
    ("email", "number"),
    [
        *(
            ("=2", 2),
            ("= 2", 2),
            ("answer = 2", 2),
            ("my answer= 2.", 2),
            ("I've decided: 2", 2),
            ("I settled on 2", 2),
        ),
        *(("Option two full stop", 2), ("2 ;-)", 2), ("2 ;D", 2), ("Take 2 for me would you", 2)),
    ],
)
def test_a_number_may_be_dictated_or_decorated(arrange: Any, email: str, number: int) -> None:
    match = arrange("essence")
    answer = list_offered(match)[number - 1]

    assert read_reply(reply(match, email)) == "played"

    assert list_played(match)[0] == answer
    assert not [row for row in Notification.objects.all() if row.data.get("left")]


def test_words_that_a_longer_answer_begins_with_are_not_played_beside_others() -> None:
    """“passen, alles abwerfen” was “passen”, though “passen mit Abwurf von …” was listed."""
    choices = (Choice("pass"), Choice("pass_discard", {"cards": ["sage"]}), Choice("end"))
    words = {"pass": "passen", "pass_discard": "passen mit Abwurf von", "sage": "Weise"}
    asked = Asked(0, "main", 1, choices, Decision("end"))
    reader = LineReader(asked, asked.list_offered_decisions(), {"de": words | {"end": "beenden"}})

    assert reader.read("passen").decision == Decision("pass")
    with pytest.raises(Refused):
        reader.read("passen, alles abwerfen")


@pytest.mark.parametrize(
    ("title", "language", "email", "answer"),
    [
        # A remark, or a question that asks nothing, changes nothing about a number.
        *(
            ("essence", "en", "2 haha tiens", "use Marine 2"),
            ("essence", "en", "2 thx", "use Marine 2"),
        ),
        ("essence", "en", "2 - nice lord", "use Marine 2"),
        ("essence", "fr", "2 - joli seigneur", "use Marine 2"),
        ("essence", "de", "2 - schöne Karte", "use Marine 2"),
        ("essence", "en", "2 of course. What else could I do?", "use Marine 2"),
        ("essence", "en", "2.\nWhat else could I do?", "use Marine 2"),
        ("essence", "fr", "2 bien sûr. Que faire d'autre ?", "use Marine 2"),
        ("essence", "de", "2 natürlich. Was sonst?", "use Marine 2"),
        # How a decision was found does not take it back.
        ("essence", "en", "Thinking about it for a while I settled on 2.", "use Marine 2"),
        ("essence", "fr", "Après y avoir réfléchi un moment je choisis le 2.", "use Marine 2"),
        ("essence", "de", "Nach einigem Überlegen nehme ich die 2.", "use Marine 2"),
        # The last of a list in which nothing else can be meant.
        ("essence take", "en", "the last one", "take Sage"),
        ("essence take", "fr", "le dernier", "take Sage"),
        ("essence take", "de", "das letzte", "take Sage"),
        ("essence", "en", "last option please", "end"),
        ("essence", "fr", "la dernière réponse", "end"),
        ("essence", "de", "die letzte Möglichkeit", "end"),
        ("abyss offer", "en", "buy. say good luck bot", "buy"),
    ],
)
def test_a_single_reply_plays_what_it_can_only_mean(
    arrange: Any, title: str, language: str, email: str, answer: str
) -> None:
    match = arrange(title, language)

    assert read_reply(reply(match, spaced_lines=email.split("\n"))) == "played"
    assert list_played(match)[0] == answer


@pytest.mark.parametrize(
    ("email", "answer"),
    [
        *(("Option eighteen full stop", 18), ("option twenty-one", 21), ("twenty one", 21)),
        *(("Möglichkeit achtzehn Punkt", 18), ("einundzwanzig", 21), ("zweiunddreißig", 32)),
        *(("Option dix-huit point", 18), ("vingt et un", 21), ("vingt-deux", 22)),
    ],
)
def test_a_number_may_be_dictated_up_to_the_number_of_answers(
    arrange: Any, email: str, answer: int
) -> None:
    language = "de" if "und" in email or "acht" in email else "fr" if "t" in email[:4] else "en"
    match = arrange("essence", language, many=40)
    listed = list_offered(match)[answer - 1]

    assert read_reply(reply(match, email)) == "played"
    assert list_played(match)[0] == listed


@pytest.mark.parametrize(
    ("title", "language", "email"),
    [
        *(("essence", "en", "2 or maybe 4"), ("essence", "en", "2 - no, wait")),
        *(("essence", "en", "2, still thinking about it"), ("essence", "en", "2 nice lords")),
        *(("abyss offer", "en", "2 - nice, undo"), ("abyss offer", "en", "2 - cool, buy")),
        *(("essence", "fr", "2 ou peut-être 4"), ("essence", "de", "2 oder vielleicht 4")),
        # “The last one” may be the last card, or the answer.
        *(("essence", "en", "the last one"), ("abyss offer", "en", "the last one")),
        *(("enchanters", "fr", "le dernier"), ("enchanters", "de", "das letzte")),
        ("essence", "en", "Thinking about it, I'm not sure I settled on 2."),
        *(("essence", "en", "dix, huit"), ("enchanters", "en", "Normaltown")),
    ],
)
def test_a_single_reply_with_two_meanings_plays_nothing(
    arrange: Any, title: str, language: str, email: str
) -> None:
    match = arrange(title, language)

    assert read_reply(reply(match, email)) in ("unreadable", "ambiguous")
    assert list_played(match) == []


@pytest.mark.parametrize(
    ("language", "email"),
    [
        *(("de", "passen\nalles abwerfen"), ("de", "alles abwerfen\npassen")),
        *(("de", "passen, alles abwerfen"), ("de", "passen und alles abwerfen")),
        *(
            ("en", "pass\ndiscard all"),
            ("en", "pass. discard all"),
            ("fr", "passer\ntout défausser"),
        ),
    ],
)
def test_the_shorter_of_two_answers_is_neither_played_nor_proposed(
    arrange: Any, language: str, email: str
) -> None:
    match = arrange("essence", language, many=40)

    lines = email.split("\n")
    assert read_reply(reply(match, *lines, spaced_lines=lines)) in ("unreadable", "ambiguous")

    assert list_played(match) == []
    assert not Notification.objects.get(kind="refused").data.get("nearest")


@pytest.mark.parametrize("email", ["pass", "pass\n\nThanks,\nDave", "pass\nhave a nice evening"])
def test_the_shorter_of_two_answers_plays_alone(arrange: Any, email: str) -> None:
    match = arrange("essence", many=40)

    assert read_reply(reply(match, spaced_lines=email.split("\n"))) == "played"
    assert list_played(match)[0] == "pass"


@pytest.mark.parametrize(
    ("language", "email"),
    [
        *(("fr", "oui je paye, il se passe quoi sinon?"), ("fr", "oui pase"), ("en", "yes pas")),
        *(("en", "no buyy"), ("de", "ja passn"), ("de", "nein kaufn")),
    ],
)
def test_the_opposite_of_a_line_is_never_proposed(arrange: Any, language: str, email: str) -> None:
    match = arrange("abyss offer", language)

    read_reply(reply(match, email))

    assert list_played(match) == []
    assert not Notification.objects.get(kind="refused").data.get("nearest")


REPLACE = (Choice("replace", {"lord": "hermit"}), Choice("replace", {"lord": "sage"}))
KEEPERS = [("en", "no keep them"), ("en", "No, I'll keep it"), ("fr", "Non, je les garde")]


@pytest.mark.parametrize(("language", "line"), [*KEEPERS, ("de", "Nein, ich behalte sie")])
def test_to_keep_what_one_has_declines(language: str, line: str) -> None:
    asked = Asked(0, "traitor", 1, (*REPLACE, Choice("decline")), Decision("decline"))
    words = {"en": GAMES["abyss"].list_words("en"), language: GAMES["abyss"].list_words(language)}

    reader = LineReader(asked, asked.list_offered_decisions(), words)

    assert reader.read(line).decision == Decision("decline")


def test_two_halves_of_an_answer_may_change_places() -> None:
    """“clean keep piles reserve Two Temples” was refused."""
    reserve = Pick("reserve", ("temples", "tithe"), least=0, most=2, ranked=True)
    piles = Pick("piles", ("keep", "shuffle"), least=1, most=1)
    asked = Asked(0, "cleaning", 0, (Choice("clean", slots=(reserve, piles)),), Decision("clean"))
    words = {"temples": "Two Temples", ".reserve": "reserve", "keep": "keep piles"}
    reader = LineReader(asked, (), {"en": words})

    decision = reader.read("clean keep piles reserve Two Temples").decision

    assert decision.args == {"reserve": ["temples"], "piles": "keep"}


def test_names_on_both_sides_of_a_word_do_not_change_places() -> None:
    swap = Choice("replace", {"old": "landlord", "new": "hermit"})
    asked = Asked(0, "traitor", 1, (swap, Choice("decline")), Decision("decline"))
    reader = LineReader(asked, asked.list_offered_decisions(), {"en": {".new": "with"}})

    with pytest.raises(Refused):
        reader.read("replace hermit with landlord")


NAMES = {"goat": "du Bouc émissaire", "pact": "du Pacte noir", "horn": "Corne d’argent"}


@pytest.mark.parametrize(
    ("line", "card"),
    [("le bouc émissaire", "goat"), ("pacte noir", "pact"), ("la corne d'argent", "horn")],
)
def test_a_part_of_a_name_that_only_one_answer_has_is_enough(line: str, card: str) -> None:
    choices = tuple(Choice("use", {"card": code}) for code in NAMES)
    asked = Asked(0, "main", 1, (*choices, Choice("end")), Decision("end"))
    reader = LineReader(asked, asked.list_offered_decisions(), {"fr": NAMES})

    assert reader.read(line).decision == Decision("use", {"card": card})


def test_a_single_word_of_a_name_is_proposed() -> None:
    """It may be the name of a person."""
    choices = tuple(Choice("use", {"card": code}) for code in NAMES)
    asked = Asked(0, "main", 1, (*choices, Choice("end")), Decision("end"))
    reader = LineReader(asked, asked.list_offered_decisions(), {"fr": NAMES})

    assert list_nearest(reader, "corne") == ["use Corne d’argent"]
    with pytest.raises(Refused):
        reader.read("corne")


@pytest.mark.parametrize("line", ["l’œil de tigre", "l'oeil de tigre", "ŒIL DE TIGRE"])
def test_letters_that_keyboards_lack_may_be_written_as_two(line: str) -> None:
    asked = Asked(0, "main", 1, (Choice("use", {"card": "eye"}), Choice("end")), Decision("end"))
    reader = LineReader(asked, asked.list_offered_decisions(), {"fr": {"eye": "Œil de tigre"}})

    assert reader.read(line).decision.verb == "use"


@pytest.mark.parametrize("below", ["2", "use Marine 2", "end"])
@pytest.mark.parametrize(
    ("language", "unread"),
    [
        ("de", "Marinesoldat 1 nutzen"),
        ("de", "dann die goldene Münze lesen bitte"),
        ("de", "goldmünze"),
        ("en", "read the gold coin please"),
        ("en", "the big gun on the left"),
        ("fr", "le grand canon"),
        ("fr", "je joue le petit soldat 1"),
    ],
)
def test_a_line_that_is_not_understood_stops_the_answer_below_it(
    arrange: Any, language: str, unread: str, below: str
) -> None:
    """The number below it was played."""
    match = arrange("essence", language)

    code = read_reply(reply(match, unread, below))

    assert code in ("unreadable", "ambiguous", "illegal") and list_played(match) == []
    assert f"    > {unread}\n" in emails()[-1].text


@pytest.mark.parametrize(
    "above", ["Ann Miller", "I am so happy today", "What a day!", "wird genutzt", "Bob, hi there:"]
)
def test_a_name_or_a_sentence_above_an_answer_stops_nothing(arrange: Any, above: str) -> None:
    match = arrange("essence", "de" if "wird" in above else "en")

    assert read_reply(reply(match, spaced_lines=[above, "use Marine 2"])) == "played"
    assert list_played(match) == ["use Marine 2"]


@pytest.mark.parametrize(
    ("language", "lines", "left"),
    [
        ("de", ["2", "goldmünze lesen bitte"], ["goldmünze lesen bitte"]),
        ("en", ["use Marine 2", "use Sapper 1", "use Nonsense 3"], ["use Nonsense 3"]),
        ("fr", ["2", "lire la pièce d'or", "terminer"], []),
    ],
)
def test_everything_that_is_not_done_is_named(
    arrange: Any, language: str, lines: list[str], left: list[str]
) -> None:
    match = arrange("essence", language)

    code = read_reply(reply(match, *lines))

    assert code == "played_in_part" if left else code in ("unreadable", "ambiguous", "illegal")
    text = emails()[-1].text
    assert all(f"    > {line}\n" in text for line in left or lines[1:2])


@pytest.mark.parametrize("email", ["2\n3", "2\n3\nend", "1.\n3.\n\nThanks"])
@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "in words"), ("fr", "avec des mots"), ("de", "in Worten")],
)
def test_several_numbers_are_asked_for_in_words(
    arrange: Any, email: str, language: str, says: str
) -> None:
    match = arrange("essence", language)

    assert read_reply(reply(match, spaced_lines=email.split("\n"))) == "ambiguous"

    assert list_played(match) == []
    assert says in " ".join(emails()[-1].text.split())
