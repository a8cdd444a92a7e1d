"""What a game and the table say to each other, and `Game`: all that the service knows of a game.

Questions, answers, events and refusals come first, the optional parts of a game next, `Game` last.
Everything here is a value. Structs (msgspec) are used instead of dataclasses because they read the
same and are created, compared and stored several times faster; a match asks tens of thousands of
questions a second when it is rehearsed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct, field

from .board.chapters import Entry, Section
from .board.chapters import Row as Row
from .chance import Chance
from .text import format_sentence

# What a seat may see of a table: plain JSON.
View = Mapping[str, Any]
# The game's own Struct; nobody but the game looks into it.
S = TypeVar("S")

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


def _is_forced(slot: Slot) -> bool:
    """Whether there is but one way to fill the slot."""
    if isinstance(slot, Pick):
        alike = len(set(slot.items)) == 1 or len(slot.items) == slot.least
        return slot.least == slot.most and alike
    return isinstance(slot, Number) and slot.low == slot.high


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

    def only_answer(self) -> Decision | None:
        """Return the one answer this prompt allows, None if there is any choice."""
        if len(self.choices) != 1:
            return None
        choice = self.choices[0]
        return choice.examples()[0] if all(map(_is_forced, choice.slots)) else None


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


class Bot(Struct, frozen=True):
    """The house bot of a game: what it answers, from what its seat may see alone.

    `estimate_lead(view)` is by how many points the view's seat is ahead of the best of the others
    in the midst of a match; without it no strong bot can think about the game.
    """

    choose_decision: Callable[[View, Prompt, Chance], Decision]
    estimate_lead: Callable[[View], float] | None = None


def choose_fallback(view: View, prompt: Prompt, chance: Chance) -> Decision:
    """Answer as silence would: the bot of a game that brings none."""
    return prompt.fallback


class Coach(Struct, frozen=True):
    """What a coach beside the table says, in sentences of three languages.

    `lessons[question]` says what a question means and what to look at.
    `explain_answer(prompt, view, answer)` returns why an answer might be good, with the facts for
    the gaps of the sentence; None: nothing to say.
    """

    lessons: Mapping[str, Row]
    explain_answer: Callable[[Prompt, View, Decision], tuple[Row, dict[str, object]] | None]


class DrawPicture(Protocol):
    def __call__(
        self, view: View, names: Sequence[str], language: str, *, wide: bool = False
    ) -> str:
        """Return the table as SVG: upright, or `wide` for a desk."""


class Picture(Struct, frozen=True):
    """The table drawn, for e-mails and pages.

    `colours` are all colours that occur, `describe_picture(view, names, language)` is the table in
    at most 200 characters. The same view gives the same bytes.
    """

    colours: tuple[str, ...]
    draw_picture: DrawPicture
    describe_picture: Callable[[View, Sequence[str], str], str]


class Payment(Struct, frozen=True, kw_only=True):
    """Sums that picked items, as cards of a hand, pay."""

    # (verb, args, view): what the picked items should add up to; None: no sum is asked.
    find_required_sum: Callable[[str, Mapping[str, Any], View], int | None]
    # (code): what an item adds to that sum; None for what has no value.
    find_item_value: Callable[[str], int | None]


class Page(Struct, frozen=True, kw_only=True):
    """The table laid out in HTML, on which things can be pressed to answer.

    A thing is what an answer may be about or what explains itself: a card, a stack, a place. It has
    a name that is unique on the page. A game may also bring `board/static/<game>.css`.
    """

    # (view, names, language, links): the table; `links[thing]` is where a press on it leads.
    render_table: Callable[[View, Sequence[str], str, Mapping[str, str]], str]
    # (html): the shapes that HTML of this game uses, to stand once on a page.
    render_sprite: Callable[[str], str]
    # (verb, args, view): the thing an answer is about; "" if it is about none.
    find_target: Callable[[str, Mapping[str, Any], View], str]
    # (code, language): an item that is picked as a small picture in HTML; "" of what has none.
    render_item: Callable[[str, str], str] | None = None
    # None: nothing is paid by picking items.
    payment: Payment | None = None


class Chart(Struct, frozen=True):
    """Numbers that are worth drawing over time, by seat, from what a stranger may see.

    `count_measures(view)[code][seat]` are the numbers, `name_measure(code, language)` what one of
    them is called.
    """

    count_measures: Callable[[View], dict[str, list[int]]]
    name_measure: Callable[[str, str], str]


class Guide(Struct, frozen=True, kw_only=True):
    """A page that explains the game: its rules in our own words, and its cards."""

    # (language): the rules, heading by heading.
    list_sections: Callable[[str], Sequence[Section]]
    # (language): the marks one must know, as HTML.
    render_legend: Callable[[str], str]
    # (language): the printed cards, those of a group side by side.
    list_cards: Callable[[str], Sequence[Entry]]
    # (html): the shapes that HTML of this game uses, to stand once on a page.
    render_sprite: Callable[[str], str]
    # (code, language): what a line of the final score counts; "" for one that says it all.
    explain_score_line: Callable[[str, str], str]


class Board(Struct, frozen=True, kw_only=True):
    """How a game looks. All of it is given views, players' names and a language, nothing else."""

    picture: Picture | None = None
    page: Page | None = None
    chart: Chart | None = None
    guide: Guide | None = None


class PlayedMatch(Struct):
    """A match of house bots; equal winners share the win, `used` counts codes in answers."""

    seats: int
    # By seat: its share of the win, its place in the first order (None: there is none), and the
    # words that are its own from beginning to end (a faction): name of the field -> word.
    wins: list[float]
    places: list[int | None]
    own: list[dict[str, str]]
    rounds: int
    moves: int
    scores: list[int]
    used: dict[str, int]
    # Verb -> how many answers, kind -> how many events.
    answers: dict[str, int] = {}
    events: dict[str, int] = {}
    # What the parts of the match are weighed by (games/engine/part_weights.py), for one seat.
    figures: dict[str, float] = {}


class Weighing(Struct, Generic[S], frozen=True):
    """How the parts of a game, as kingdoms, are weighed against each other by matches of bots.

    `size(seats, options)` is how many of them a match has, `deal(seats, options, parts, seed)` lays
    out a match of just these, `figures(state, played)` counts what a finished one came to, for one
    seat. `cards(seats, options)` are the codes that answers should name sooner or later.
    `within[figure]` is how far a part, or two parts together, may be from all matches;
    `between[figure]` the least and the most for all matches.
    """

    parts: tuple[str, ...]
    size: Callable[[int, Mapping[str, Any]], int]
    deal: Callable[[int, Mapping[str, Any], tuple[str, ...], bytes], S]
    figures: Callable[[S, PlayedMatch], dict[str, float]]
    cards: Callable[[int, Mapping[str, Any]], set[str]]
    within: Mapping[str, float]
    between: Mapping[str, tuple[float, float]]


def keep_state(data: dict[str, Any], revision: int) -> dict[str, Any]:
    """Return stored plain data as it is: the upgrade of a game whose state had one shape only."""
    return data


class Game(Struct, Generic[S], frozen=True, kw_only=True, eq=False):
    """A game: `games/titles/<game>/game.py` makes one of these. `S` is the type of its state.

    Everything returned is free of Django and of English, except that `list_words` and `describe_*`
    turn codes into words of a given language ("en", "fr", "de"; anything unknown is "en").
    """

    # "abyss": the folder, the URL, the column.
    name: str
    title: str
    seats: range
    # Raised when the rules answer differently than before.
    edition: int
    # Raised when the shape of the state changes; see `upgrade_state`.
    revision: int
    options: tuple[Option, ...] = ()
    # By name: options that go well together. A preset “first_match” is dealt to beginners.
    presets: Mapping[str, Mapping[str, str | int | bool]] = {}
    # By question: what standing orders may be about.
    topics: Mapping[str, Topic]

    # The rules.

    # What stored states are read as.
    state_type: type[S]
    # (seats, seed, options): the state before the first question. The same seed, the same table.
    set_up_match: Callable[[int, bytes, Mapping[str, Any]], S]
    # Who must decide what, now: at most one prompt a seat, none when it is over.
    list_prompts: Callable[[S], list[Prompt]]
    # (state, seat, decision): change `state` by the answer of `seat` and tell what happened. Raises
    # IllegalDecision; the state given may then be half changed and is thrown away.
    play_decision: Callable[[S, int, Decision], list[Event]]
    # (state, seat): what `seat` may see, None a stranger. After the end, all.
    build_view: Callable[[S, int | None], dict[str, Any]]
    # How it ended, None while it runs.
    find_outcome: Callable[[S], Outcome | None]
    # The components that no move may create or destroy, counted.
    count_components: Callable[[S], dict[str, int]]
    # (state, seat, chance): a copy that `seat` cannot tell from `state`: what it may not see,
    # shuffled.
    imagine_state: Callable[[S, int | None, Chance], S]
    # The state as the game's readable position: plain YAML-safe values.
    write_position: Callable[[S], dict[str, Any]]
    # A position read back. Raises ValueError that names the field which is wrong.
    read_position: Callable[[Mapping[str, Any]], S]
    # (data, revision): stored plain data of an older revision in today's shape.
    upgrade_state: Callable[[dict[str, Any], int], dict[str, Any]] = keep_state

    # The words.

    # (language): code -> word for verbs, items, fixed arguments, slot names and options.
    # “fact.value” is what an order calls the fact `value`, “order.reward” what it calls a verb
    # whose word another verb has as well.
    list_words: Callable[[str], Mapping[str, str]]
    # (prompt, view, language): the question as one sentence or two.
    describe_prompt: Callable[[Prompt, View, str], str]
    # (decision, view, language): what an answer costs or brings, in a few words; "" when its words
    # say it all. `view["names"]`, if it is there, are the players' names by seat.
    describe_cost: Callable[[Decision, View, str], str]
    # (event, names, language): one event as a sentence; `names[seat]` are the players' names.
    describe_event: Callable[[Event, Sequence[str], str], str]
    # (sentence, facts, language): a refusal of this game, told by its English sentence; "" if it is
    # none of them.
    describe_refusal: Callable[[str, Mapping[str, Any], str], str]
    # (view, names, language): the view as plain text of at most 72 columns.
    describe_table: Callable[[View, Sequence[str], str], str]

    # What a game may bring besides.

    bot: Bot = Bot(choose_fallback)
    coach: Coach | None = None
    # The look is loaded when somebody draws: it needs Pillow and resvg, which the rules do not.
    load_board: Callable[[], Board] | None = None
    # By seats: how often a match stops until somebody comes who is not at it already, without
    # standing orders, as `bench pace` counts it. {}: no duration is told.
    hand_offs: Mapping[int, int] = {}
    weighing: Weighing[S] | None = None
    # (files): read the game's own card files and these, and yield what is worth telling of them.
    # Raises ValueError that names file, card and field of what is wrong.
    check_card_files: Callable[[Sequence[Path]], Iterator[str]] | None = None


# A game of which nothing but the contract is known.
AnyGame = Game[Any]
