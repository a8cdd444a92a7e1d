"""The contract between the service and a game: value types, and `Game`, the interface of a game.

Prompts, decisions, events and refusals come first, then the optional parts of a game, `Game` last.
Everything here is a value. Structs (msgspec) are used instead of dataclasses because they read the
same and are created, compared and stored several times faster; simulated matches create tens of
thousands of prompts a second.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar

from msgspec import Struct, field, to_builtins
from msgspec.structs import replace

from .board.art import Art
from .board.chapters import Entry, Section
from .board.chapters import Row as Row
from .chance import Chance
from .text import format_sentence


class ViewPart(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a view. Only a field that its JSON may lack has a default."""


class View(ViewPart, frozen=True, kw_only=True):
    """What a seat may see of a match; each game has a subclass, whose fields are plain values.

    `names` are the players' names by seat, () where they are not known; see `name_players`.
    """

    names: tuple[str, ...] = ()


# The game's own state Struct; nobody but the game looks into it.
S = TypeVar("S")
# The game's own view Struct, and the same where it is only read.
V = TypeVar("V", bound=View)
V_contra = TypeVar("V_contra", bound=View, contravariant=True)


def name_players(view: V, names: Sequence[str]) -> V:
    """Return a view with the players' names by seat, for notes that mention players."""
    return replace(view, names=tuple(names))


def serialize_view(view: View) -> dict[str, Any]:
    """Return a view without players' names as plain JSON."""
    fields: dict[str, object] = to_builtins(view)
    return fields


# What is true of a question or happened in an event, by name: flat JSON.
Facts = dict[str, Any]
# A state as the game's human-readable position, or a part of one: plain YAML-safe values.
Position = dict[str, Any]
# A stored state as plain data.
StoredState = dict[str, object]
# The options of a match, by name.
MatchOptions = Mapping[str, Any]

# One argument of a decision: a code, a number, several codes (equal cards are repeated), or a count
# for each bin. All of it is JSON.
Argument = str | int | list[str] | dict[str, int]


class Decision(Struct, frozen=True, omit_defaults=True):
    """One complete answer in the game's terms: a verb and its arguments by name."""

    verb: str
    args: dict[str, Argument] = field(default_factory=dict)


class Pick(Struct, frozen=True, tag=True):
    """A slot to be filled with `least` to `most` of `items`.

    Items are codes; a code that is listed twice may be picked twice. If exactly one item is picked
    (`most == 1` and `least == 1`), the argument is the bare code, otherwise a list of codes.
    `ranked`: the order of that list matters, the most preferred first; no item occurs twice.
    """

    name: str
    items: tuple[str, ...]
    least: int = 1
    most: int = 1
    ranked: bool = False


class Number(Struct, frozen=True, tag=True):
    """A slot to be filled with a whole number from `low` to `high`, inclusive."""

    name: str
    low: int
    high: int


class Split(Struct, frozen=True, tag=True):
    """A slot that distributes exactly `total` over `bins`; the argument lists each bin above zero.

    `bins` maps a code to the maximum that it can take.
    """

    name: str
    total: int
    bins: dict[str, int]


Slot = Pick | Number | Split


def _is_forced(slot: Slot) -> bool:
    """Return whether there is only one way to fill the slot."""
    if isinstance(slot, Pick):
        alike = len(set(slot.items)) == 1 or len(slot.items) == slot.least
        return slot.least == slot.most and alike
    return isinstance(slot, Number) and slot.low == slot.high


class Choice(Struct, frozen=True):
    """One kind of answer: a verb, its fixed arguments, and the slots still to be filled."""

    verb: str
    args: dict[str, Argument] = field(default_factory=dict)
    slots: tuple[Slot, ...] = ()
    # Called without arguments; see `examples`. None for a choice without slots.
    fill: Callable[[], Sequence[Decision]] | None = None

    def examples(self) -> Sequence[Decision]:
        """Return one to eight complete legal decisions of this choice, best or cheapest first.

        A choice without slots is its own and only example. With slots the list is computed lazily,
        because most answers are chosen without it.
        """
        if self.fill is None:
            return (Decision(self.verb, self.args),)
        return self.fill()


class Prompt(Struct, frozen=True):
    """A prompt: one question that the rules put to one seat.

    `number` is unique within the match and never reused, so that the same question asked again is a
    different prompt. `facts` is flat: what standing orders and pages may know about the prompt.
    Prompts of one `group` are sealed: they are asked together, answers may be changed until the
    group closes, and nobody else sees them; `answered` is the answer given so far, None before.
    `hides_choice`: whether there is a choice depends on what the others cannot see. Such a prompt
    is left to its player even if it allows one answer only, which would show if it came at once.
    """

    seat: int
    question: str
    number: int
    choices: tuple[Choice, ...]
    fallback: Decision
    facts: Facts = field(default_factory=dict)
    group: int | None = None
    answered: Decision | None = None
    hides_choice: bool = False

    def list_offered_decisions(self) -> list[Decision]:
        """Return the complete decisions that e-mails number from 1: the examples of each choice."""
        return [decision for choice in self.choices for decision in choice.examples()]

    def only_answer(self) -> Decision | None:
        """Return the only answer that this prompt allows and that may be given at once; None if
        there is a choice."""
        if self.hides_choice or len(self.choices) != 1:
            return None
        choice = self.choices[0]
        return choice.examples()[0] if all(map(_is_forced, choice.slots)) else None


class Event(Struct, frozen=True, omit_defaults=True):
    """One event: a kind from the game's list and the arguments of its sentence.

    `audience` is None for everybody, or the seats that may see it. If some may know more than
    others, that is two events. `reveals` marks information that cannot be unlearnt (a revealed
    card, a die roll).
    """

    kind: str
    args: Facts = field(default_factory=dict)
    audience: tuple[int, ...] | None = None
    reveals: bool = False


class Outcome(Struct, frozen=True):
    """How a match ended.

    `places[seat]` is 1 for a winner (ties share a number), `scores[seat]` the score and
    `lines[seat]` its parts: (code of the line, points). In a cooperative game all seats share one
    place: 1 if they won, 2 if they lost.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    lines: tuple[tuple[tuple[str, int], ...], ...] = ()


# The value of an option.
Setting = str | int | bool | list[str]


class Option(Struct, frozen=True):
    """A game option for the lobby's form; the first of `values` is the default.

    If `many` of them can be chosen, all are strings, the value is a list without duplicates in any
    order, and the default is none. `before` is the value of matches that were dealt before the
    option existed and do not name it; None: the default.
    """

    name: str
    values: tuple[str | int | bool, ...]
    many: bool = False
    before: str | int | bool | None = None

    @property
    def default(self) -> Setting:
        return [] if self.many else self.values[0]

    @property
    def unnamed(self) -> Setting:
        """The value in a match that does not name the option."""
        return self.default if self.before is None else self.before

    def allows(self, value: object) -> bool:
        """Return whether this is a value of the option. Types count: True is not 1."""
        if not self.many:
            return any(
                value == allowed_value and type(value) is type(allowed_value)
                for allowed_value in self.values
            )
        if not isinstance(value, list):
            return False
        return all(
            allowed_value in self.values and value.count(allowed_value) == 1
            for allowed_value in value
        )


class Fact(Struct, frozen=True):
    """A fact that a standing order can test: a number, a word, a list of words, or counts by word.

    `codes` are the words it may contain; () for a number.
    """

    kind: Literal["number", "word", "list", "counts"] = "number"
    codes: tuple[str, ...] = ()


class Deal(Struct, frozen=True):
    """A payment between seats that a question allows: its `verb`, and names of the prompt's facts.

    `other` is the seat that is paid, `price` the amount, `worth` the value of what is bought, both
    whole numbers.
    """

    verb: str
    other: str
    price: str
    worth: str


# The name of a slot or argument, and the codes that can be named for it.
Part = tuple[str, tuple[str, ...]]


class Topic(Struct, frozen=True):
    """What a standing order may say about one kind of question.

    `verbs[verb]` are the codes that may follow it, whole numbers as text; `parts[verb]` divides
    them into the fields of a form, in the order in which they are named (a verb without an entry
    has one field for all its codes). `facts` describes the facts of its prompts. `main` is the fact
    that “pass on <= 2” refers to. `begins_turn` marks the question that a seat is asked first on
    its own turn. `examples` are sample orders in English. `deal` describes a payment between two
    players; None if there is none.
    """

    verbs: dict[str, tuple[str, ...]]
    facts: dict[str, Fact] = field(default_factory=dict)
    main: str = ""
    begins_turn: bool = False
    examples: tuple[str, ...] = ()
    deal: Deal | None = None
    parts: dict[str, tuple[Part, ...]] = {}

    def list_parts(self, verb: str) -> tuple[Part, ...]:
        """Return the fields of a verb; () if nothing can follow it."""
        codes = self.verbs[verb]
        return self.parts.get(verb, ((verb, codes),) if codes else ())


class Refused(Exception):
    """A submission that was rejected; nothing has changed.

    `sentence` is the English message for the player, with the names of its `facts` in braces: text,
    numbers, codes of the game, or a list of answers in words. Views look the sentence up in the
    reader's language. `reason` is the sentence with its facts filled in, unless given; `code`
    identifies the rule or the kind of refusal for programs.
    """

    code = "refused"

    def __init__(self, sentence: str, *, code: str | None = None, reason: str = "", **facts: Any):
        self.sentence, self.facts = sentence, facts
        self.reason = reason or format_sentence(sentence, facts)
        super().__init__(self.reason)
        self.code = code or type(self).code


class BadOptions(Refused):
    """A game, number of seats, pace or option that does not exist, or options that do not go
    together."""

    code = "bad_options"


class UnreadableDecision(Refused):
    """The text does not name an answer."""

    code = "unreadable"


class ImpossibleDecision(UnreadableDecision):
    """The text names an answer of the game that is none now, and the refusal says why."""

    code = "illegal"


class AmbiguousDecision(Refused):
    """The text matches more than one answer. `answers` are the candidates in words."""

    code = "ambiguous"

    def __init__(self, sentence: str, *, answers: Sequence[str] = (), **facts: Any):
        if answers:
            facts["answers"] = list(answers)
        super().__init__(sentence, **facts)
        self.answers = tuple(answers)


class IllegalDecision(Refused):
    """The text names an answer that the rules do not allow here and now."""

    code = "illegal"


class Attempt(Struct, frozen=True):
    """What a line tries to do that is no answer now.

    `verb` is one of the game's, `names` are the codes and `numbers` the whole numbers beside it, in
    the order in which the line has them.
    """

    verb: str
    names: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


class Bot(Struct, Generic[V], frozen=True):
    """The house bot of a game: it decides from the view of its seat alone.

    `estimate_lead(view)` returns by how many points the view's seat leads over the best other seat
    during a match; a strong bot needs it. None: the game has no strong bot.
    """

    choose_decision: Callable[[V, Prompt, Chance], Decision]
    estimate_lead: Callable[[V], float] | None = None


def choose_fallback(view: View, prompt: Prompt, chance: Chance) -> Decision:
    """Return the prompt's fallback: the bot of a game that brings none."""
    return prompt.fallback


class Coach(Struct, Generic[V], frozen=True):
    """The coach of a game: explanations for beginners in three languages.

    `lessons[question]` explains what a question means and what to look at. `explain_answer(prompt,
    view, answer)` returns why an answer might be good, as (sentence, facts for its placeholders);
    None: nothing to say.
    """

    lessons: Mapping[str, Row]
    explain_answer: Callable[[Prompt, V, Decision], tuple[Row, dict[str, object]] | None]


class Step(Struct, frozen=True):
    """One step of a tutorial.

    `title` and `says` explain one thing, in three languages; `spotlight` is the component on the
    board that it is about, "" for none. `answer` is the move of seat 0 that leads on, in English
    words or as a number; "": the step is only read. `replies` are moves of others after it:
    (seat, words).
    """

    title: Row
    says: Row
    spotlight: str = ""
    answer: str = ""
    replies: tuple[tuple[int, str], ...] = ()


class Tutorial(Struct, frozen=True):
    """A scripted match for newcomers; seat 0 learns.

    `position` is read by `read_position`, `steps` are played from it, and `ending` is said when
    the match is over.
    """

    position: Position
    steps: tuple[Step, ...]
    ending: Step


class DrawPicture(Protocol[V_contra]):
    def __call__(
        self,
        view: V_contra,
        names: Sequence[str],
        language: str,
        *,
        wide: bool = False,
        brief: bool = False,
    ) -> str:
        """Return the board as SVG: portrait, or `wide` for a desktop screen.

        `brief`, for e-mails on phones: of the other players only the counters are shown, and after
        the end of the match only the players.
        """


class Picture(Struct, Generic[V], frozen=True):
    """A picture of the board, for e-mails and pages.

    `colours` lists every colour that occurs, `describe_picture(view, names, language)` is an
    alternative text of at most 200 characters. The same view always gives the same bytes.
    """

    colours: tuple[str, ...]
    draw_picture: DrawPicture[V]
    describe_picture: Callable[[V, Sequence[str], str], str]


class Payment(Struct, Generic[V], frozen=True, kw_only=True):
    """Payments by picking items, e.g. cards of a hand."""

    # (verb, args, view): the required total of the picked items; None: no sum is required.
    find_required_sum: Callable[[str, Mapping[str, Argument], V], int | None]
    # (code): what an item adds to that total; None if it has no value.
    find_item_value: Callable[[str], int | None]


class Counter(Struct, frozen=True):
    """A number that a player has: its icon (HTML), the number, and the colour of the icon.

    `tone` is "gold", "red", "blue", "green", "violet" or "" for white.
    """

    icon: str
    number: str
    tone: str = ""


class SeatSummary(Struct, frozen=True):
    """What the strip of players tells about a seat: its main counters, the same in words, and
    whether it is the seat's turn.
    """

    counters: tuple[Counter, ...]
    words: str
    is_active: bool


class Page(Struct, Generic[V], frozen=True, kw_only=True):
    """The board as HTML, with components that can be clicked to answer.

    A component (“thing”) is what an answer may be about or what explains itself: a card, a stack, a
    place. Its name is unique on the page. A game may also bring `board/static/<game>.css`.
    """

    # (view, names, language, links): the board; `links[thing]` is the URL of a component.
    render_table: Callable[[V, Sequence[str], str, Mapping[str, str]], str]
    # As `render_table`: the viewer's own hand, which stays in sight while the board scrolls; "" if
    # there is none now. None: the game has no hands.
    render_hand: Callable[[V, Sequence[str], str, Mapping[str, str]], str] | None = None
    # (view, language): each seat in the strip of players above the board; the component
    # `seat-<number>` is where the seat's area begins.
    summarize_seats: Callable[[V, str], Sequence[SeatSummary]]
    # The file of all icons as an SVG document (`games/engine/board/art.py`); pages link to it.
    icons: str
    # (verb, args, view): the component an answer is about; "" if none.
    find_target: Callable[[str, Mapping[str, Argument], V], str]
    # (code, language): a pickable item as a small picture in HTML; "" if it has none.
    render_item: Callable[[str, str], str] | None = None
    # (codes, view): items that are places as a map, row by row: each is (item, what lies there as
    # HTML), "" if it is not to be picked or nothing lies there. []: they are no places.
    map_items: Callable[[Sequence[str], V], Sequence[Sequence[tuple[str, str]]]] | None = None
    # (code, view, language): an item in plain words; "" if its word says it well.
    name_item: Callable[[str, V, str], str] | None = None
    # (code, language): what an item of a ranking does; "" if its picture says it.
    describe_item: Callable[[str, str], str] | None = None
    # None: nothing is paid by picking items.
    payment: Payment[V] | None = None


class Chart(Struct, Generic[V], frozen=True):
    """Numbers worth plotting over time, by seat, from the public view.

    `count_measures(view)[code][seat]` are the numbers, `name_measure(code, language)` is the title
    of one of them.
    """

    count_measures: Callable[[V], dict[str, list[int]]]
    name_measure: Callable[[str, str], str]


class Guide(Struct, frozen=True, kw_only=True):
    """The guide of a game: its rules in our own words, and its cards."""

    # (language, options): the rules with these options, by heading. All options are given, and
    # `seats`, which is ANY_SEATS where no match is meant.
    list_sections: Callable[[str, MatchOptions], Sequence[Section]]
    # (language): the kinds of cards by colour and shape, as HTML.
    render_legend: Callable[[str], str]
    # (language): every icon of the cards, as (HTML, meaning).
    list_icons: Callable[[str], Sequence[tuple[str, str]]]
    # (language): the printed cards; cards of a group are adjacent.
    list_cards: Callable[[str], Sequence[Entry]]
    # (html): the sprite with the icons used in this HTML, to be included once per page.
    render_sprite: Callable[[str], str]
    # (code, language): explains what a line of the final score counts; "" if its name says it all.
    explain_score_line: Callable[[str, str], str]


class Board(Struct, Generic[V], frozen=True, kw_only=True):
    """How a game looks. All functions are given only views, players' names and a language."""

    picture: Picture[V] | None = None
    art: Art | None = None
    page: Page[V] | None = None
    chart: Chart[V] | None = None
    guide: Guide | None = None


class PlayedMatch(Struct):
    """A finished match of house bots.

    Joint winners share the win; `used` counts the codes in answers.
    """

    seats: int
    # By seat: its share of the win, its place in the initial turn order (None: there is none), and
    # the words that did not change during the match (a faction): name of the field -> word.
    wins: list[float]
    places: list[int | None]
    own: list[dict[str, str]]
    rounds: int
    moves: int
    scores: list[int]
    used: dict[str, int]
    # Verb -> number of answers, kind -> number of events.
    answers: dict[str, int] = {}
    events: dict[str, int] = {}
    # The parts in the match, and the figures by which they are weighed, for one seat
    # (games/engine/part_weights.py).
    parts: tuple[str, ...] = ()
    figures: dict[str, float] = {}


class Mode(Struct, frozen=True):
    """A way of playing whose balance is measured by itself.

    `options` are what it fixes. `aim` is the share of matches, 0 to 1, that players who play
    together against the game should win; None: they play against each other.
    """

    name: str = "default"
    options: Mapping[str, Setting] = {}
    aim: float | None = None


def leave_seats_unlabelled(state: object) -> Sequence[Mapping[str, str]]:
    """Return no words about seats: for a game whose seats begin alike."""
    return ()


def leave_parts_undescribed(part: str, language: str) -> Sequence[tuple[str, str, str]]:
    """Return no cards of a part: for a game whose parts have none."""
    return ()


class Weighing(Struct, Generic[S], frozen=True):
    """How the parts of a game, e.g. kingdoms, are weighed against each other in matches of bots.

    `size(seats, options)` is the number of parts in a match, `deal(seats, options, parts, seed)`
    sets up a match with exactly these, `figures(state, played)` returns the figures of a finished
    one, for one seat. `cards(seats, options)` are the codes that answers should name sooner or
    later. `within[figure]` is how far a part, or two parts together, may differ from the mean of
    all matches; `between[figure]` is (minimum, maximum) for all matches. `label_seats(state)` are
    words for each seat at the beginning, e.g. its starting cards: what they are -> the code.
    `options` are the names of those that decide which parts a match has. `describe(part, language)`
    returns (code, name, text) of each of its cards.
    """

    parts: tuple[str, ...]
    size: Callable[[int, MatchOptions], int]
    deal: Callable[[int, MatchOptions, tuple[str, ...], bytes], S]
    figures: Callable[[S, PlayedMatch], dict[str, float]]
    cards: Callable[[int, MatchOptions], set[str]]
    within: Mapping[str, float]
    between: Mapping[str, tuple[float, float]]
    label_seats: Callable[[S], Sequence[Mapping[str, str]]] = leave_seats_unlabelled
    options: frozenset[str] = frozenset()
    describe: Callable[[str, str], Sequence[tuple[str, str, str]]] = leave_parts_undescribed


def leave_end_away(state: object, luck: Chance) -> None:
    """Bring no end nearer: for a game whose house bots see all lines of its cards."""


class CardTexts(Struct, frozen=True):
    """The lines of text on a game's cards, each of which can be left out of the rules.

    A line's name begins with the code of its card and a space. Within `leave_out(line)` the rules
    play as if the line were not printed; it is for measurements, in one thread. `bring_end_near`
    changes a match that has begun so that lines come up which only good players reach.
    """

    lines: tuple[str, ...]
    leave_out: Callable[[str], AbstractContextManager[None]]
    bring_end_near: Callable[[Any, Chance], None] = leave_end_away


def name_as_written(entry: object, field: str) -> tuple[str, ...]:
    """Return no other names: for a game whose positions write every component in only one way."""
    return ()


def accept_options(seats: int, options: MatchOptions) -> None:
    """Accept all: for a game whose options go together in every way."""


def never(options: MatchOptions) -> bool:
    """Return False: for a game that is always played against each other."""
    return False


def keep_written_form(decision: Decision, view: View | None, language: str) -> str:
    """Return "": for a game whose answers read well as they are written."""
    return ""


def leave_unexplained(view: View, prompt: Prompt, attempt: Attempt) -> ImpossibleDecision | None:
    """Return None: for a game that does not say more than which answers there are."""
    return None


def leave_state_unchanged(data: StoredState, revision: int) -> StoredState:
    """Return stored plain data unchanged: for a game whose state has had only one shape."""
    return data


class Game(Struct, Generic[S, V], frozen=True, kw_only=True, eq=False):
    """A game: `games/titles/<game>/game.py` creates one of these.

    `S` is the type of its state, `V` that of its views.

    Everything returned is free of Django and of English, except that `list_words` and `describe_*`
    turn codes into words of a given language ("en", "fr", "de"; anything else means "en").
    """

    # "abyss": also the folder, the part of the URL and the database value.
    name: str
    title: str
    seats: range
    # A small game for tests and developers, hidden unless SHOW_EXAMPLE_GAMES is set.
    is_example: bool = False
    # Incremented when the rules give different results than before.
    edition: int
    # Incremented when the shape of the state changes; see `upgrade_state`.
    revision: int
    options: tuple[Option, ...] = ()
    # By name: sets of options that go well together. A preset “first_match” is used for beginners.
    presets: Mapping[str, Mapping[str, Setting]] = {}
    # By question: what standing orders may say.
    topics: Mapping[str, Topic]
    # In English: lasting orders that answer what players nearly always answer alike, offered to
    # those who want fewer e-mails.
    suggested_orders: tuple[str, ...] = ()

    # (seats, options): raise BadOptions if values that are allowed do not go together. Options that
    # are missing have their default; the defaults always go together.
    check_options: Callable[[int, MatchOptions], None] = accept_options
    # (options): whether the players play together against the game. Such matches are not rated.
    is_cooperative: Callable[[MatchOptions], bool] = never

    # The rules.

    # The type that stored states are decoded as.
    state_type: type[S]
    # The type that views are decoded as, a subclass of `View`.
    view_type: type[V]
    # (seats, seed, options): the state before the first prompt. Deterministic in the seed.
    set_up_match: Callable[[int, bytes, MatchOptions], S]
    # The open prompts: at most one per seat, none when the match is over.
    list_prompts: Callable[[S], list[Prompt]]
    # (state, seat, decision): apply the answer of `seat` to `state` in place and return the events.
    # Raises IllegalDecision; the state may then be half changed and must be discarded.
    play_decision: Callable[[S, int, Decision], list[Event]]
    # (state, seat): what `seat` may see; seat None is a spectator. After the end, everything.
    build_view: Callable[[S, int | None], V]
    # The outcome, None while the match is running.
    find_outcome: Callable[[S], Outcome | None]
    # Counts of the components, which no move may create or destroy.
    count_components: Callable[[S], dict[str, int]]
    # (state, seat, chance): a copy that `seat` cannot distinguish from `state`: hidden information
    # is shuffled. It is the same for all states that look the same to `seat`, so sort it before.
    imagine_state: Callable[[S, int | None, Chance], S]
    # The state as the game's human-readable position: plain YAML-safe values.
    write_position: Callable[[S], Position]
    # The state of a position. Raises ValueError that names the invalid field.
    read_position: Callable[[Mapping[str, object]], S]
    # (entry, field): all names by which `write_position` may call a component that is written so
    # in a field (“seats.A.hand”) of a position; () if it is no component.
    name_components: Callable[[object, str], tuple[str, ...]] = name_as_written
    # (data, revision): plain data stored under an older revision, converted to the current shape.
    upgrade_state: Callable[[StoredState, int], StoredState] = leave_state_unchanged

    # Texts.

    # (language): code -> word for verbs, items, fixed arguments, slot names and options.
    # “fact.value” is the name of the fact `value` in orders, “order.reward” the name of a verb in
    # orders if its word is also that of another verb, “question.offer” the name of a question,
    # “help.<option>” what an option changes, and “help.<value>” what a value of those is of which
    # several can be chosen.
    list_words: Callable[[str], Mapping[str, str]]
    # (prompt, view, language): the question in one or two sentences.
    describe_prompt: Callable[[Prompt, V, str], str]
    # (decision, view, language): a short note on what an answer costs or brings; "" if its words
    # are enough. `view.names`, if not (), are the players' names by seat.
    describe_cost: Callable[[Decision, V, str], str]
    # (decision, view, language): an answer, or the fixed part of a choice, as the label of a
    # button; "" if what players write says it well. It is never parsed. Without a view it says
    # less.
    label_answer: Callable[[Decision, V | None, str], str] = keep_written_form
    # (event, names, language): one event as a sentence; `names[seat]` are the players' names.
    describe_event: Callable[[Event, Sequence[str], str], str]
    # (events, names, language): consecutive events as sentences, with runs of them told together;
    # None: each of them by `describe_event`.
    tell_events: Callable[[Sequence[Event], Sequence[str], str], list[str]] | None = None
    # (events of a move, names, language): sentences about what did not happen, by the position of
    # the event that they follow; None: there are none.
    list_asides: Callable[[Sequence[Event], Sequence[str], str], dict[int, str]] | None = None
    # Kinds of events that only tell the result, which an e-mail about the end begins with.
    result_events: frozenset[str] = frozenset({"ended"})
    # (sentence, facts, language): a refusal of this game, identified by its English sentence; "" if
    # it is not one of this game's.
    describe_refusal: Callable[[str, Mapping[str, object], str], str]
    # (view, prompt, attempt): why something that is no answer to the prompt cannot be done now, as
    # a refusal that `describe_refusal` knows; None: nothing is known against it, or not enough of
    # it is understood. It depends on the view alone, so that it tells nothing hidden.
    explain_impossible: Callable[[V, Prompt, Attempt], ImpossibleDecision | None] = (
        leave_unexplained
    )
    # (view, names, language): the view as plain text of at most 72 columns.
    describe_table: Callable[[V, Sequence[str], str], str]
    # The same in fewer words for e-mails, which name where the rest is; None: `describe_table`.
    describe_brief_table: Callable[[V, Sequence[str], str], str] | None = None
    # What an answer has in common with others that only pay for it in another way: of these an
    # e-mail lists the first. "" for an answer that stands alone; None: all of them do.
    name_purchase: Callable[[Decision], str] | None = None
    # Maximum number of answers that an e-mail lists; it describes the others. None: all.
    max_listed_answers: int | None = None

    # Optional parts.

    bot: Bot[V] = Bot(choose_fallback)
    coach: Coach[V] | None = None
    tutorial: Tutorial | None = None
    # Loaded lazily: it needs Pillow and resvg, which the rules do not.
    load_board: Callable[[], Board[V]] | None = None
    # By number of seats: how often the match waits for another player, without standing orders, as
    # measured by `bench pace`. {}: no duration is estimated.
    hand_offs: Mapping[int, int] = {}
    # What `manage.py balance` plays, with every number of seats.
    modes: tuple[Mode, ...] = (Mode(),)
    weighing: Weighing[S] | None = None
    texts: CardTexts | None = None
    # (files): read the game's own card files and these, and yield remarks about them. Raises
    # ValueError that names the file, card and field at fault.
    check_card_files: Callable[[Sequence[Path]], Iterator[str]] | None = None
    # (name, box): the files of a new part of the game, e.g. a kingdom, by their paths in its
    # folder: first its cards, which pass `check_card_files`, then drawings; all placeholders.
    # Raises ValueError.
    lay_out_part: Callable[[str, int], Mapping[str, str]] | None = None

    @property
    def default_options(self) -> dict[str, Setting]:
        """Every option with its default: what a new match is dealt with."""
        return {option.name: option.default for option in self.options}


# A game of which only the contract is known.
AnyGame = Game[Any, Any]
AnyBoard = Board[Any]
AnyPage = Page[Any]
AnyChart = Chart[Any]
