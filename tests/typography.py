"""What no text of ours contains, in e-mails and in what the games tell: marks, plurals, elision."""

from __future__ import annotations

import re
from collections.abc import Iterator

# A smiley, a time such as 12:30 and an address are no French punctuation.
_NO_SMILEY = r"(?![-^’']?[)(DPp/|])"
_VOWEL = r"[aeiouéèêâîôœ]"

# By language.
MISTAKES: dict[str, dict[str, str]] = {
    "en": {
        "plural": r"\b1 (Pearls|cards|points|days|hours|minutes|races|keys|crystals|wounds|rewards"
        r"|tokens|answers|players|matches|turns|Shards|pearls|copies)\b",
        "article": r"\ba (?!one|eu)[aeio]\w",
    },
    "fr": {
        "plural": r"(?<![\d,.\u202f−-])\b[01] (Perles|cartes|points|jours|heures|minutes|peuples"
        r"|clés|cristaux|blessures|récompenses|jetons|réponses|joueurs|parties|tours|Éclats|perles"
        r"|Lieux|Conseillers|prochaines)\b",
        "elision": rf"\b(?:[Qq]ue|[DdJjLlMmNnSs]e|[Ll]a|[Ll]orsque|[Pp]uisque|[Jj]usque)"
        rf" (?!un à|onze|oui){_VOWEL}\w*|\b[Ss]i ils?\b",
        "ordinary space before a mark": rf"\S (?:[!?»]|[:;]{_NO_SMILEY})|« ",
        "no space before a mark": r"[\w)\]’»”][;!?](?=[\s)»]|$)"
        r"|[\w)\]’»”]:(?=[\s»]|$)(?<!\d:(?= …))"
        r"|«(?![\u00a0\u202f])|(?<![\u00a0\u202f])»",
        "English date": r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d|\d (Feb|Apr|May|Aug|Dec)\b",
    },
    "de": {
        "plural": r"\b1 (Perlen|Karten|Punkte|Tage|Stunden|Minuten|Völker|Kristalle|Wunden"
        r"|Belohnungen|Marken|Antworten|Züge|Partien|Orte)\b",
        "English date": r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d|\d (May|Oct|Dec)\b",
    },
}
EVERYWHERE = {
    "blank lines": r"\n\n\n",
    "blank at the end of a line": r"[ \t]\n",
    "hyphen for a minus sign": r"(?<![\w,(.-])-\d(?!\d*,-?\d)",
    "placeholder": r"%\(|\{\w*\}|\bNone\b",
    "demo mailbox": r"/mailbox",
}


def find_mistakes(text: str, language: str) -> Iterator[str]:
    """Yield what is wrong, with the words around it; addresses and the maps of Islands are left
    out."""
    plain = re.sub(r"https?://\S+|\S+@\S+", "…", text)
    plain = re.sub(r"^( +-?\d+)+$|^ *-?\d+( +(\w{2}\d+|\.))+$", "·", plain, flags=re.MULTILINE)
    for what, pattern in (EVERYWHERE | MISTAKES[language]).items():
        for found in re.finditer(pattern, plain):
            yield f"{what}: {plain[max(0, found.start() - 30) : found.end() + 30]!r}"
