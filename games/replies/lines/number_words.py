"""Numbers in words, as people write or dictate them: “two”, “dix-huit”, “einundzwanzig”."""

from __future__ import annotations

import re

from games.engine import notation

_NUMBER_WORDS = (
    "one two three four five six seven eight nine ten",
    "eins zwei drei vier fünf sechs sieben acht neun zehn",
    "un deux trois quatre cinq six sept huit neuf dix",
)
NUMBERS = {
    word: str(number)
    for table in _NUMBER_WORDS
    for number, word in enumerate(notation.tokenize_line(table), start=1)
}
# Above ten without words that mean something else in another language, such as “elf” and “seize”.
NUMBERS |= {
    word: str(number)
    for table in (
        "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
        "- zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
        "onze douze treize quatorze quinze",
    )
    for number, words in enumerate(map(notation.tokenize_line, table.split()), start=11)
    for word in words
}


def _list_compounds() -> dict[str, str]:
    """Return the numbers from 16 to 99 that are dictated in several words, or in German in one."""
    tens = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    units = _NUMBER_WORDS[0].split()[:9]
    compounds = {
        f"{ten} {unit}": 10 * at + number
        for at, ten in enumerate(tens, start=2)
        for number, unit in enumerate(units, start=1)
    }
    compounds |= {ten: 10 * at for at, ten in enumerate(tens, start=2)}
    tens = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
    units = ["ein", *_NUMBER_WORDS[1].split()[1:9]]
    compounds |= {
        f"{unit}und{ten}": 10 * at + number
        for at, ten in enumerate(tens, start=2)
        for number, unit in enumerate(units, start=1)
    }
    compounds |= {ten: 10 * at for at, ten in enumerate(tens, start=2)}
    units = _NUMBER_WORDS[2].split()[:9]
    compounds |= {"dix sept": 17, "dix huit": 18, "dix neuf": 19}
    for at, ten in ((20, "vingt"), (30, "trente"), (40, "quarante"), (50, "cinquante")):
        compounds |= {f"{ten} {unit}": at + number for number, unit in enumerate(units, start=1)}
        compounds |= {f"{ten} et un": at + 1, ten: at}
    return {" ".join(notation.split_words(words)): str(n) for words, n in compounds.items()}


_COMPOUNDS = _list_compounds()
_COMPOUND = re.compile(
    rf"\b(?:{'|'.join(sorted(_COMPOUNDS, key=len, reverse=True))})\b".replace(" ", "[ -]")
)


def join_number_words(line: str) -> str:
    """Return a line with dictated numbers of several words as digits, if it has any.

    >>> join_number_words("Option twenty-one"), join_number_words("le dix huit")
    ('option 21', 'le 18')
    """
    plain = notation.fold_letters(" ".join(line[: notation.MAX_CHARACTERS].split()))
    if not _COMPOUND.search(plain):
        return line
    return _COMPOUND.sub(lambda hit: _COMPOUNDS[" ".join(re.split("[ -]", hit[0]))], plain)
