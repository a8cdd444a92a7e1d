"""What people put around an answer and what changes nothing: thanks, “number”; and their doubts."""

from __future__ import annotations

# Said at the end; what is said in one word is among notation.FILLERS as well.
THANKS = (
    *(("thank", "you", "very", "much"), ("thank", "you", "so", "much"), ("thank", "you")),
    *(("many",), ("a", "lot"), ("thx",), ("cheers",)),
    *(("vielen", "dank"), ("danke", "schon"), ("dankeschon",), ("danke",)),
    *(("s", "il", "vous", "plait"), ("s", "il", "te", "plait"), ("svp",), ("stp",), ("beaucoup",)),
)
# Said before the number of an answer.
LABELS = frozenset(["answer", "antwort", "reponse", "number", "nummer", "numero", "nr"])

# By these somebody takes back what they wrote above; then follows what they meant.
REGRETS = frozenset(
    ["no", "wait", "sorry", "actually", "oops", "correction", "instead", "rather", "meant", "make"]
    + ["nein", "halt", "doch", "korrektur", "meinte", "non", "pardon", "plutot", "voulais"]
)
BESIDE_REGRETS = frozenset(["i", "that", "it", "ich", "lieber", "nicht", "je", "dire", "attends"])


def parse_correction(said: tuple[str, ...]) -> tuple[str, ...]:
    """Return what somebody says that they meant instead; () if they take nothing back.

    >>> parse_correction(("no", "wait", "3")), parse_correction(("3",))
    (('3',), ())
    """
    known = REGRETS | BESIDE_REGRETS
    count = next((at for at, word in enumerate(said) if word not in known), len(said))
    return said[count:] if REGRETS.intersection(said[:count]) else ()


def strip_courtesies(said: tuple[str, ...]) -> tuple[str, ...]:
    """Return words, as notation.tokenize_line() writes them, without courtesies, if any are left.

    >>> [strip_courtesies(said) for said in (("2", "thank", "you"), ("answer", "2"), ("danke",))]
    [('2',), ('2',), ('danke',)]
    """
    found = next((one for one in THANKS if said[-len(one) :] == one), ())
    said = said[: len(said) - len(found)] or said
    return said[1:] if len(said) == 2 and said[0] in LABELS and said[1].isdigit() else said


def is_question(line: str) -> bool:
    """Tell whether a line asks rather than answers."""
    return line.rstrip(" .!\"'”’»)").endswith(("?", "？", "؟"))
