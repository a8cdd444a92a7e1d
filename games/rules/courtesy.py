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


def bare(said: tuple[str, ...]) -> tuple[str, ...]:
    """Return words as notation.tokens() writes them without courtesies, unless nothing is left.

    >>> bare(("2", "thank", "you")), bare(("answer", "2")), bare(("danke",))
    (('2',), ('2',), ('danke',))
    """
    found = next((one for one in THANKS if said[-len(one) :] == one), ())
    said = said[: len(said) - len(found)] or said
    return said[1:] if len(said) == 2 and said[0] in LABELS and said[1].isdigit() else said


def doubts(line: str) -> bool:
    """Tell whether a line asks rather than answers."""
    return line.rstrip(" .!\"'”’»)").endswith(("?", "？", "؟"))
