"""The serializers of the API, from which the schema is generated."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from games.api.game_schemas import slot_schema
from games.engine.paces import LEAST_TIME, MOST_BANK, MOST_INCREMENT, MOST_TIME, PACES
from games.models import Match, Status, Undo
from games.models.players import LANGUAGES, normalize_language
from games.queries.games_on_offer import games_on_offer
from games.services.chat import LONGEST
from games.services.matches import SHARES
from games.services.play.dealing import MAX_WORD_LENGTH

ARGUMENT = {
    "oneOf": [
        {"type": "string"},
        {"type": "integer"},
        {"type": "array", "items": {"type": "string"}},
        {"type": "object", "additionalProperties": {"type": "integer"}},
    ]
}


@extend_schema_field({"type": "object", "additionalProperties": ARGUMENT})
class Arguments(s.DictField):
    """The arguments of a decision by name."""


@extend_schema_field({"type": "object", "additionalProperties": {}})
class Free(s.DictField):
    """An object whose keys depend on the game."""


@extend_schema_field(
    {
        "oneOf": [
            {"type": ["string", "integer", "boolean"]},
            {"type": "array", "items": {"type": "string"}},
        ]
    }
)
class OptionValue(s.Field):
    """The value of an option."""


@extend_schema_field(slot_schema())
class SlotField(s.DictField):
    """A slot of a choice."""


class NonBlank(s.RegexField):
    """A text with a visible character, as the schema says; `help_text` says more about it."""

    default_error_messages = {"invalid": s.CharField.default_error_messages["blank"]}

    def __init__(self, *, help_text: str = "", **more: object) -> None:
        help_with_rule = f"{help_text} Not blank.".strip()
        super().__init__(r"\S", help_text=help_with_rule, **more)


class LanguageField(s.ChoiceField):
    """A language, by any tag, such as “de-AT”."""

    def to_internal_value(self, data: object) -> Any:
        return super().to_internal_value(normalize_language(str(data)))


class Word(s.CharField):
    """A player's word for the shuffle."""

    def __init__(self) -> None:
        help_text = (
            "Your part in the shuffle: draw one at random. Without one the match file says that you"
            " brought none; the house draws none for you."
        )
        super().__init__(
            default="", allow_blank=True, max_length=MAX_WORD_LENGTH, help_text=help_text
        )


class OptionShape(s.Serializer):
    """An option of the matches of a game."""

    name = s.CharField()
    words = s.CharField(help_text="What it is called in your language.")
    values = s.ListField(child=OptionValue(), help_text="The first is the default.")
    many = s.BooleanField(
        help_text="Whether several can be chosen: the value is a list, and the default is empty."
    )


class Game(s.Serializer):
    """A game."""

    name = s.CharField()
    title = s.CharField()
    edition = s.IntegerField()
    least_seats = s.IntegerField()
    most_seats = s.IntegerField()
    levels = s.ListField(child=s.CharField(), help_text="How well house bots may play it.")
    options = OptionShape(many=True)
    presets = s.DictField(
        child=s.DictField(child=OptionValue()), help_text="Options by the name of the preset."
    )
    suggested_orders = s.ListField(
        child=s.CharField(),
        help_text="Orders for those who want to be asked less often, in your language.",
    )
    words = s.DictField(
        child=s.CharField(allow_blank=True), help_text="What codes are called in your language."
    )


class SeatShape(s.Serializer):
    """A seat in a match."""

    number = s.IntegerField()
    name = s.CharField()
    is_bot = s.BooleanField()
    level = s.CharField(
        allow_blank=True,
        help_text="How well a house bot plays, quick or strong; empty for everybody else.",
    )
    player = s.UUIDField(allow_null=True, help_text="At `players/<id>/`; null for who is gone.")
    owner = s.UUIDField(allow_null=True, help_text="The player whose own bot it is.")
    place = s.IntegerField(allow_null=True)
    score = s.IntegerField(allow_null=True)


class ShuffleShape(s.Serializer):
    """The commitment of the deal, and the round of public randomness that binds it."""

    commitment = s.CharField(
        allow_null=True, help_text="SHA-256 of the secret, which the match file tells at the end."
    )
    randomness = s.ChoiceField(
        Match.Randomness.choices,
        help_text=(
            "`awaited`: the deal waits for `round`, a few seconds. `bound`: it is in the deal."
            " `missed`: it could not be had in time. `at_once`, `off`: none was promised."
        ),
    )
    seated_at = s.DateTimeField(allow_null=True, help_text="When the last seat was taken.")
    chain = s.CharField(allow_null=True, help_text="Of drand, by its hash.")
    round = s.IntegerField(allow_null=True)
    round_at = s.DateTimeField(allow_null=True, help_text="When that round appears.")
    signature = s.CharField(allow_null=True)


class BankShape(s.Serializer):
    """A time bank, in minutes."""

    start = s.IntegerField(help_text="What each seat has at first.")
    increment = s.IntegerField(help_text="What a finished turn adds.")
    most = s.IntegerField(help_text="What it can hold at most.")
    grace = s.IntegerField(help_text="What a turn takes before the bank.")


class MatchShape(s.Serializer):
    """A match, without its state."""

    number = s.IntegerField(help_text="What people call it.")
    id = s.UUIDField()
    game = s.CharField()
    status = s.ChoiceField(Status.choices)
    options = Free()
    seats_wanted = s.IntegerField()
    seats = SeatShape(many=True)
    seat = s.IntegerField(allow_null=True, help_text="Yours; null if you do not sit here.")
    private = s.BooleanField()
    rated = s.BooleanField(
        help_text="Whether it counts for ratings: not if it is private or played together against "
        "the game."
    )
    watchable = s.BooleanField(help_text="Whether others may look on once it has begun.")
    bots_welcome = s.BooleanField(help_text="Whether players' own bots may sit down.")
    undo = s.ChoiceField(Undo.choices)
    minutes_per_turn = s.IntegerField()
    minutes_per_offer = s.IntegerField(help_text="When several are asked at once.")
    hours_per_turn = s.IntegerField(help_text="Deprecated: `minutes_per_turn`, rounded up.")
    hours_per_offer = s.IntegerField(help_text="Deprecated: `minutes_per_offer`, rounded up.")
    bank = BankShape(allow_null=True, help_text="The time bank in minutes; null for none.")
    deadline_time = s.TimeField(
        allow_null=True,
        help_text="At which all deadlines are; the minutes are then the least. Null: at any time.",
    )
    deadline_zone = s.CharField(allow_blank=True, help_text="Of `deadline_time`.")
    language = s.ChoiceField(LANGUAGES, allow_blank=True, help_text="Of the chat; empty for any.")
    created_at = s.DateTimeField()
    started_at = s.DateTimeField(allow_null=True)
    finished_at = s.DateTimeField(allow_null=True)
    paused_at = s.DateTimeField(allow_null=True)
    invitation = s.CharField(
        allow_null=True, help_text="Lets others into a private match that you sit in."
    )
    shuffle = ShuffleShape()


class MatchFilter(s.Serializer):
    """Filters for matches."""

    status = s.ChoiceField(Status.choices, required=False)
    game = s.ChoiceField(sorted(games_on_offer()), required=False)
    bots_welcome = s.BooleanField(
        required=False, help_text="Only those where players' bots may sit down, or may not."
    )
    mine = s.BooleanField(required=False, default=False, help_text="Only those you sit in.")


class OwnPace(s.Serializer):
    """A pace of your own, in minutes."""

    turn = s.IntegerField(min_value=LEAST_TIME, max_value=MOST_TIME)
    offer = s.IntegerField(
        required=False,
        min_value=LEAST_TIME,
        max_value=MOST_TIME,
        help_text="When several are asked at once; as `turn` if left out.",
    )
    bank = s.IntegerField(
        min_value=0,
        max_value=MOST_BANK,
        default=0,
        help_text="For the whole match; a turn takes from it after `turn` minutes. 0: none.",
    )
    increment = s.IntegerField(
        min_value=0, max_value=MOST_INCREMENT, default=0, help_text="For each finished turn."
    )
    deadline_time = s.TimeField(
        allow_null=True,
        default=None,
        help_text="In your time zone: all deadlines are at this time of day, and the minutes, at"
        " least 240, are the least that everybody has. It goes without a bank.",
    )


class MatchSettings(s.Serializer):
    """How a match is played."""

    seats = s.IntegerField(min_value=1, max_value=20)
    bots = s.IntegerField(min_value=0, max_value=20, default=0, help_text="Quick house bots.")
    strong_bots = s.IntegerField(
        min_value=0,
        max_value=20,
        default=0,
        help_text="House bots that think before they answer, where `levels` of the game has them.",
    )
    options = Free(
        default=dict,
        help_text="Values by the name of the option, as `options` of the game lists them; others "
        "have their default. Values that do not go together are refused as `bad_options`.",
    )
    pace = s.ChoiceField(sorted(PACES), default="three_days")
    own_pace = OwnPace(allow_null=True, default=None, help_text="Replaces `pace`.")
    on_silence = s.ChoiceField(Match.OnSilence.choices, default=Match.OnSilence.FALLBACK)
    absences = s.BooleanField(default=True)
    min_punctuality = s.ChoiceField(SHARES, default=0)
    least_rating = s.IntegerField(
        min_value=0, max_value=4000, default=None, allow_null=True, help_text="Of who joins."
    )
    most_rating = s.IntegerField(min_value=0, max_value=4000, default=None, allow_null=True)
    language = LanguageField(
        LANGUAGES, default="", allow_blank=True, help_text="Of the chat; empty for any."
    )
    private = s.BooleanField(default=False)
    watchable = s.BooleanField(default=True)
    bots_welcome = s.BooleanField(
        default=False, help_text="Let players' own bots sit down; so it is if a bot opens it."
    )
    undo = s.ChoiceField(Undo.choices, default=Undo.FREE)


class NewMatch(MatchSettings):
    """A match to open; you join it."""

    game = s.ChoiceField(sorted(games_on_offer()))
    word = Word()


class Joining(s.Serializer):
    """How to join."""

    word = Word()

    invitation = s.CharField(
        required=False, max_length=200, help_text="The last part of an invitation's address."
    )


class AnswerShape(s.Serializer):
    """A complete answer, numbered as in an e-mail."""

    number = s.IntegerField()
    verb = s.CharField()
    args = Arguments()
    words = s.CharField()
    hint = s.CharField(allow_blank=True)


class ChoiceShape(s.Serializer):
    """One kind of answer, with the slots still to be filled."""

    verb = s.CharField()
    args = Arguments()
    slots = s.ListField(
        child=SlotField(),
        help_text=(
            "`type` is Pick (`items`, `least`, `most`; `ranked`: the order counts), Number (`low`,"
            " `high`) or Split (`total`, `bins`); `name` is the name of the argument."
        ),
    )


class PromptShape(s.Serializer):
    """An open question of yours."""

    id = s.UUIDField()
    token = s.CharField(
        allow_null=True, help_text="Names it, and lets answer it: null without the scope play."
    )
    match = s.IntegerField()
    game = s.CharField()
    seat = s.IntegerField()
    question = s.CharField()
    sealed = s.BooleanField()
    opened_at = s.DateTimeField()
    deadline_at = s.DateTimeField(allow_null=True)


class QuestionShape(PromptShape):
    """A question with all possible answers."""

    text = s.CharField()
    facts = Free()
    answers = AnswerShape(many=True)
    choices = ChoiceShape(many=True)
    fallback = s.CharField(help_text="What the clock answers, in words.")
    answered = s.CharField(allow_null=True, help_text="What you sealed so far.")


class Submission(s.Serializer):
    """An answer: a decision, words as in an e-mail, or the number of one of the `answers`."""

    verb = s.CharField(required=False, max_length=100)
    args = Arguments(required=False, default=dict)
    line = NonBlank(required=False, max_length=300)
    number = s.IntegerField(
        required=False, min_value=1, max_value=999_999, help_text="Of one of the `answers`."
    )


class Taken(s.Serializer):
    """An accepted answer."""

    id = s.UUIDField(help_text="Of the move.")
    match = s.IntegerField()
    seat = s.IntegerField()
    verb = s.CharField()
    args = Arguments()
    words = s.CharField()
    played_at = s.DateTimeField()
    question = QuestionShape(
        required=False,
        allow_null=True,
        help_text="With `question=true`: your open question in that match now; null if there is"
        " none.",
    )


class AnswerQuery(s.Serializer):
    """What an accepted answer brings."""

    question = s.BooleanField(
        required=False, default=False, help_text="Whether it brings your next question."
    )


class AwaitedShape(s.Serializer):
    """Somebody with an open question."""

    seat = s.IntegerField()
    name = s.CharField()
    deadline_at = s.DateTimeField(allow_null=True)


class ViewShape(s.Serializer):
    """A match as you may see it."""

    game = s.CharField()
    match = MatchShape()
    view = Free(allow_null=True, help_text="As the game describes it; null before the deal.")
    text = s.CharField(allow_blank=True)
    asked = AwaitedShape(many=True)
    question = QuestionShape(allow_null=True)


class EventShape(s.Serializer):
    """One event of a move."""

    kind = s.CharField()
    args = Free()


class MoveShape(s.Serializer):
    """A move, as far as you may see it."""

    ply = s.IntegerField()
    seat = s.IntegerField()
    source = s.CharField(allow_blank=True, help_text="The door; empty for others' own hands.")
    played_at = s.DateTimeField()
    undone = s.BooleanField()
    sentences = s.ListField(child=s.CharField())
    events = EventShape(many=True)


class ExportQuery(s.Serializer):
    """How much of a match to export."""

    whole = s.BooleanField(
        required=False, default=False, help_text="Seed and all decisions, once it is over."
    )


class MessageShape(s.Serializer):
    """A chat message."""

    id = s.UUIDField()
    seat = s.IntegerField()
    name = s.CharField()
    text = s.CharField()
    sent_at = s.DateTimeField()


class NewMessage(s.Serializer):
    """A message to send to the others."""

    text = NonBlank(max_length=LONGEST)
