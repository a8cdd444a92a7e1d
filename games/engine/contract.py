"""What a game and the table say to each other: questions, answers, events, refusals.

Everything here is a value. Structs (msgspec) are used instead of dataclasses because they read the
same and are created, compared and stored several times faster; a match asks tens of thousands of
questions a second when it is rehearsed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

from msgspec import Struct, field

from .chance import Chance
from .text import format_sentence

# One argument of a decision: a code, a number, several codes (equal cards repeat theirs), or a
# count for each bin. All of it is JSON.
Argument = str | int | list[str] | dict[str, int]


class Decision(Struct, frozen=True, omit_defaults=True):
    """One complete answer, in the game's own words: a verb and its arguments by name."""

    verb: str
    args: dict[str, Argument] = field(default_factory=dict)


class Pick(Struct, frozen=True, tag=True):
    """A slot to be filled with `least` to `most` of `items`.

    Items are codes; a code that stands in the list twice may be picked twice. Pick a single item
    (`most == 1` and `least == 1`) and the argument is the bare code, otherwise a list of codes.
    `ranked`: the order of that list counts, the first wish first; no item stands in it twice.
    """

    name: str
    items: tuple[str, ...]
    least: int = 1
    most: int = 1
    ranked: bool = False


class Number(Struct, frozen=True, tag=True):
    """A slot to be filled with a whole number from `low` to `high`, both included."""

    name: str
    low: int
    high: int


class Split(Struct, frozen=True, tag=True):
    """A slot that spreads exactly `total` over `bins`; the argument names each bin above zero.

    `bins` maps a code to the most that it takes.
    """

    name: str
    total: int
    bins: dict[str, int]


Slot = Pick | Number | Split


class Choice(Struct, frozen=True):
    """One kind of answer: a verb, the arguments already fixed, and the slots still to be filled."""

    verb: str
    args: dict[str, Argument] = field(default_factory=dict)
    slots: tuple[Slot, ...] = ()
    # Called without arguments; see `examples`. None for a choice without slots.
    fill: Callable[[], Sequence[Decision]] | None = None

    def examples(self) -> Sequence[Decision]:
        """Complete legal decisions of this choice, best or cheapest first: one to eight.

        A choice without slots is its own and only example. With slots the list is worked out only
        when somebody looks, because most answers are chosen without it.
        """
        if self.fill is None:
            return (Decision(self.verb, self.args),)
        return self.fill()


class Prompt(Struct, frozen=True):
    """One question the rules put to one seat.

    `number` is minted by the match and never used again, so that the same words asked a second time
    are another question. `facts` is flat: what standing orders and pages may know about the
    question. Prompts of one `group` are sealed: asked together, answers may be changed until the
    group closes and are shown to nobody; `answered` is the answer already given, None before.
    """

    seat: int
    question: str
    number: int
    choices: tuple[Choice, ...]
    fallback: Decision
    facts: dict[str, Any] = field(default_factory=dict)
    group: int | None = None
    answered: Decision | None = None

    def offered(self) -> list[Decision]:
        """The complete decisions a letter numbers 1, 2, 3 ...: every choice's examples in order."""
        return [decision for choice in self.choices for decision in choice.examples()]


class Event(Struct, frozen=True, omit_defaults=True):
    """One thing that happened: a kind from the game's list and what the sentence needs to know.

    `audience` is None for everybody, or the seats that are told. What some may know and others
    not is two events. `reveals` marks what cannot be unlearnt (a card turned up, a die).
    """

    kind: str
    args: dict[str, Any] = field(default_factory=dict)
    audience: tuple[int, ...] | None = None
    reveals: bool = False


class Outcome(Struct, frozen=True):
    """How a match ended. `places[seat]` is 1 for a winner (shared places are equal numbers),
    `scores[seat]` the score and `lines[seat]` its parts: (code of the line, points).

    Who plays together against the game itself shares one place: all 1 if they won, all 2 if they
    lost."""

    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    lines: tuple[tuple[tuple[str, int], ...], ...] = ()


class Option(Struct, frozen=True):
    """What a lobby form may set: the first of `values` is the default."""

    name: str
    values: tuple[str | int | bool, ...]


class Fact(Struct, frozen=True):
    """What an order may compare: a number, one word, a list of words, or a count for each word.

    `codes` are the words it may name; () for a number.
    """

    kind: Literal["number", "word", "list", "counts"] = "number"
    codes: tuple[str, ...] = ()


class Deal(Struct, frozen=True):
    """What a question lets its seat pay another for: by `verb`, and by the names of its facts.

    `other` is the seat that is paid, `price` how much, `worth` what it is for, both whole numbers.
    """

    verb: str
    other: str
    price: str
    worth: str


class Topic(Struct, frozen=True):
    """What an order may say about one kind of question.

    `verbs[verb]` are the codes that may follow it, whole numbers as text; `facts` what its prompts
    carry. `main` is the fact that “pass on <= 2” is about. `begins_turn` marks the question that a
    seat is asked first on its own turn. `examples` are orders in English to begin with. `deal` is
    for what passes between two players; None where nothing does.
    """

    verbs: dict[str, tuple[str, ...]]
    facts: dict[str, Fact] = field(default_factory=dict)
    main: str = ""
    begins_turn: bool = False
    examples: tuple[str, ...] = ()
    deal: Deal | None = None


class Refused(Exception):
    """A submission that was not taken; nothing has changed.

    `sentence` is told to the player, in English, with the names of its `facts` in braces: text,
    numbers, codes of the game, or a list of answers written out. Doors look the sentence up in the
    reader's language. `reason` is the sentence with its facts in it, if it is not given; `code`
    names the rule or the kind of refusal for programs.
    """

    code = "refused"

    def __init__(self, sentence: str, *, code: str | None = None, reason: str = "", **facts: Any):
        self.sentence, self.facts = sentence, facts
        self.reason = reason or format_sentence(sentence, facts)
        super().__init__(self.reason)
        self.code = code or type(self).code


class UnreadableDecision(Refused):
    """The words do not name an answer."""

    code = "unreadable"


class AmbiguousDecision(Refused):
    """The words name more than one answer. `answers` are the candidates, written out."""

    code = "ambiguous"

    def __init__(self, sentence: str, *, answers: Sequence[str] = (), **facts: Any):
        if answers:
            facts["answers"] = list(answers)
        super().__init__(sentence, **facts)
        self.answers = tuple(answers)


class IllegalDecision(Refused):
    """The words name an answer that the rules forbid here and now."""

    code = "illegal"


class Game(Protocol):
    """What a game folder exports from its `__init__.py`. `State` is the game's own Struct.

    Everything returned is free of Django and of English, except that `words`, `tell`, `ask`,
    `hint`, `refuse` and `table` turn codes into sentences in a given language ("en", "fr", "de";
    anything unknown is "en").
    """

    NAME: str  # "abyss": the folder, the URL, the column
    TITLE: str  # "Abyss"
    SEATS: range
    EDITION: int  # raised when the rules answer differently than before
    REVISION: int  # raised when the shape of the state changes; see `upgrade`
    OPTIONS: tuple[Option, ...]
    PRESETS: Mapping[str, Mapping[str, str | int | bool]]
    TOPICS: Mapping[str, Topic]  # by question: what standing orders may be about
    State: type[Any]

    def setup(self, seats: int, seed: bytes, options: Mapping[str, Any]) -> Any:
        """Return the state before the first question. The same seed gives the same table."""

    def prompts(self, state: Any) -> list[Prompt]:
        """Return who must decide what, now: at most one prompt a seat, none when it is over."""

    def play(self, state: Any, seat: int, decision: Decision) -> list[Event]:
        """Change `state` by the answer of `seat` and tell what happened.

        Raises IllegalDecision; the state given may then be half changed and is thrown away.
        """

    def view(self, state: Any, seat: int | None) -> dict[str, Any]:
        """Return what `seat` may see, as plain JSON; None: a stranger. After the end, all."""

    def outcome(self, state: Any) -> Outcome | None:
        """Return how it ended, None while it runs."""

    def bot(self, view: dict[str, Any], prompt: Prompt, chance: Chance) -> Decision:
        """Choose an answer from what the seat may see."""

    def imagine(self, state: Any, seat: int | None, chance: Chance) -> Any:
        """Return a copy that `seat` cannot tell from `state`: what it may not see, shuffled."""

    def census(self, state: Any) -> dict[str, int]:
        """Count the components that no move may create or destroy."""

    def position(self, state: Any) -> dict[str, Any]:
        """Write the state as the game's readable position: plain YAML-safe values."""

    def from_position(self, position: Mapping[str, Any]) -> Any:
        """Read a position back. Raises ValueError that names the field which is wrong."""

    def words(self, language: str) -> Mapping[str, str]:
        """Return code -> word for verbs, items, fixed arguments, slot names and options.

        “fact.value” is what an order calls the fact `value`, “order.reward” what it calls a verb
        whose word another verb has as well.
        """

    def ask(self, prompt: Prompt, view: dict[str, Any], language: str) -> str:
        """Return the question as one sentence or two."""

    def hint(self, decision: Decision, view: dict[str, Any], language: str) -> str:
        """Return what an answer costs or brings, in a few words; "" when its words say it all.

        `view["names"]`, if it is there, are the players' names by seat.
        """

    def tell(self, event: Event, names: Sequence[str], language: str) -> str:
        """Return one event as a sentence; `names[seat]` are the players' names."""

    def refuse(self, sentence: str, facts: Mapping[str, Any], language: str) -> str:
        """Return a refusal of this game, told by its English `sentence`; "" if it is none."""

    def table(self, view: dict[str, Any], names: Sequence[str], language: str) -> str:
        """Return the view as plain text of at most 72 columns."""

    def upgrade(self, data: dict[str, Any], revision: int) -> dict[str, Any]:
        """Return stored plain data of an older `revision` in today's shape."""
