"""Judge lines that are no answer: whether they try to be one, or speak against one beside them."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import notation
from games.engine.notation import Tokens
from games.replies.lines import natural_answers, number_words, small_talk, verb_forms

# Minimum length of a word that names an answer on its own.
MIN_NAME_LENGTH = 4
SHORTEST_VERB = 3
# Maximum number of words in a line that is nothing but doubt about a number.
MAX_DOUBT_WORDS = 8
# Maximum number of words in an action that is not understood: “read the star coin please”.
MAX_ACTION_WORDS = 8
# The same for one that ends with its verb.
MAX_ENDING_WORDS = 4
# Words that prefer something to what was said before: “3 is better”.
_COMPARES = small_talk.list_words("better smarter stronger wiser besser klüger stärker mieux")
# What ends a sentence or a greeting.
_ENDS = tuple(".!?…:,;)。！？：，、；")
# Words that begin a sentence about somebody: “I keep losing”.
_SUBJECTS = natural_answers.WRITERS | small_talk.list_words(
    "it that this there he she they you c'est ça il elle tu vous on es er sie du ihr das"
)


class Attempts:
    """What lines may be about, beside the answers to a question.

    `verbs` are those of the question, as (code, words, language), `names` the words of what its
    `many` answers name. `game_verbs` are the verbs of the game, as (words, language), and
    `game_names` the words of everything that can stand with them.
    """

    def __init__(
        self,
        verbs: Sequence[tuple[str, Tokens, str]],
        names: frozenset[str],
        many: int,
        game_verbs: Sequence[tuple[Tokens, str]],
        game_names: frozenset[str],
    ):
        self.verbs, self.names, self.many, self.known_names = verbs, names, many, game_names
        self._name_stems = frozenset(
            natural_answers.cut_case(name)
            for name in names - natural_answers.COMMON
            if len(name) >= MIN_NAME_LENGTH
        )
        all_verbs = [*game_verbs, *((words, language) for _, words, language in verbs)]
        # The verbs that may stand last, and all forms of all verbs.
        self.infinitives = frozenset(
            words[0] for words, language in all_verbs if language == "de" and len(words) == 1
        )
        self.forms = frozenset(
            form
            for words, language in all_verbs
            for form, _ in verb_forms.list_verb_forms(words[0], language)
        )

    def mentions(self, line: str, *, broadly: bool = False) -> bool:
        """Return whether a line speaks of an answer.

        It does so by a verb, by a name, or by a number with no unknown word beside it; `broadly`
        by any number.
        """
        tokens = notation.tokenize_line(line)
        if any(word not in small_talk.DOUBTS and self._begins_like_verb(word) for word in tokens):
            return True
        if any(map(self._is_like_name, tokens)):
            return True
        numbers = [word for word in tokens if word.isdigit() or word in number_words.NUMBERS]
        return bool(numbers) and (broadly or _is_only_about_numbers(tokens))

    def may_act(self, line: str) -> bool:
        """Return whether a line that is no answer speaks of doing something: “j'utilise le prêtre”.

        It has a verb of the game in any place and form, and a name of what can be answered beside
        it; or it begins with such a verb, and has a name of anything in the game or nothing else.
        """
        if notation.is_question(line):
            return False
        tokens = notation.tokenize_line(line)
        if self.names_component(line) and not self.forms.isdisjoint(tokens):
            return True
        did = natural_answers.cut_around(tokens, self.forms)
        begins = self.begins_with_verb(line) and (
            len(did) == 1 or any(self._is_known_name(word) for word in did[1:])
        )
        return begins or self._ends_with_verb(line)

    def _ends_with_verb(self, line: str) -> bool:
        """Return whether a line is a few words and a verb as the game writes it behind them:
        “Sternmünze lesen bitte”."""
        tokens = notation.drop_fillers(small_talk.cut_talk(notation.split_words(line)))
        if not 1 < len(tokens) <= MAX_ENDING_WORDS or tokens[0] in _SUBJECTS:
            return False
        return tokens[-1] in self.infinitives and not line.rstrip().endswith(_ENDS)

    def begins_with_verb(self, line: str) -> bool:
        """Return whether a line begins with a verb of the game in any form: “then I take it”."""
        did = natural_answers.cut_around(notation.tokenize_line(line), self.forms)
        return bool(did) and did[0] in self.forms

    def may_be_meant(self, line: str) -> bool:
        """Return whether a line that is no answer may be one in words that nobody knows.

        It is short and no sentence, as actions are: “Marinesoldat 1 nutzen”, “the big gun”. If it
        is a sentence about the writer, it has a verb of the game and a number.
        """
        tokens = notation.split_words(line)
        if not 0 < len(tokens) <= MAX_ACTION_WORDS or line.rstrip().endswith(_ENDS):
            return False
        if small_talk.is_talk(line) or all(map(str.istitle, line.split())):
            return False
        has_number = any(map(str.isdigit, tokens)) and not self.forms.isdisjoint(tokens)
        return has_number or tokens[0] not in _SUBJECTS

    def names_component(self, line: str) -> bool:
        """Return whether a line has a name of what can be answered."""
        tokens = notation.tokenize_line(line)
        return any(map(self._is_like_name, tokens))

    def _is_like_name(self, word: str) -> bool:
        """Return whether a word names an answer, in any case and number: “den Weisen”."""
        if len(word) < MIN_NAME_LENGTH:
            return False
        return word in self.names or natural_answers.cut_case(word) in self._name_stems

    def names_known(self, line: str) -> bool:
        """Return whether a line has a name of anything in the game."""
        tokens = notation.split_words(line)
        return any(len(word) >= MIN_NAME_LENGTH and self._is_known_name(word) for word in tokens)

    def _is_known_name(self, word: str) -> bool:
        if word in natural_answers.COMMON or word in number_words.NUMBERS:
            return False
        names = self.known_names
        return word in names or word.removesuffix("s") in names

    def contradicts(self, line: str) -> bool:
        """Return whether a line that is no answer speaks against answers beside it.

        It takes back, asks about or doubts an answer: “no wait”, “2?”, “if he buys I pass”.
        """
        if small_talk.is_talk(line):
            return False
        if small_talk.is_retraction(line) or small_talk.is_denial(line):
            return True
        if self._is_correction(line):
            return True
        if _COMPARES.intersection(notation.split_words(line)) and self.mentions(line, broadly=True):
            return True
        doubts = small_talk.DOUBTS.intersection(notation.tokenize_line(line))
        return bool(doubts or notation.is_question(line)) and self.mentions(line)

    def _is_correction(self, line: str) -> bool:
        """Return whether a line corrects an answer by a number: “make that 2”, “2 instead”."""
        tokens = notation.tokenize_line(line)
        corrects = small_talk.CORRECTIONS
        return not corrects.isdisjoint(tokens) and any(
            word.isdigit() and int(word) <= self.many and corrects.issuperset(behind)
            for word, behind in zip(tokens, [*([token] for token in tokens[1:]), []], strict=True)
        )

    def _begins_like_verb(self, word: str) -> bool:
        """Return whether a word may be a form of a verb that the question allows: “takes”."""
        return any(
            word.startswith(words[0][:4]) or words[0] == word
            for _, words, _ in self.verbs
            if len(words[0]) >= SHORTEST_VERB
        )


def _is_only_about_numbers(tokens: Tokens) -> bool:
    neutral_words = (
        natural_answers.LEADS
        | natural_answers.CHOOSES
        | natural_answers.TRAILS
        | natural_answers.OBJECTS
        | small_talk.DOUBTS
        | set(number_words.NUMBERS)
    )
    return len(tokens) <= MAX_DOUBT_WORDS and all(
        word.isdigit() or word in neutral_words for word in tokens
    )
