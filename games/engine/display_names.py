"""Detect confusable display names and names reserved for the house and its staff.

Names are compared by their skeleton (Unicode Technical Standard 39, §4: characters that look alike
share one), ignoring case, width, spaces and punctuation.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from functools import cache
from pathlib import Path

TABLE = Path(__file__).parent / "confusables.txt"
# Invisible characters, or such that only change how others look (Default_Ignorable_Code_Point and
# controls).
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)

# Names with one of these words, whatever surrounds it, are reserved for staff; ...
STAFF_WORDS = frozenset(
    ["moderator", "moderators", "moderation", "moderateur", "moderatrice", "moderatorin", "mod"]
    + ["admin", "admins", "administrator", "administrateur", "administratrice", "administratorin"]
    + ["support", "staff", "sysadmin", "webmaster", "postmaster", "hostmaster", "root", "noreply"]
)
# ... so are names that contain one of these, even inside a longer word, ...
STAFF_PARTS = ("abyssbypost", "moderator", "moderateur", "administrat")
# ... and names that consist of nothing but one of these.
HOUSE_NAMES = frozenset(
    ["abyss", "the house", "house", "team", "the team", "system", "service", "operator", "helper"]
    + ["help", "helpdesk", "security", "official", "director", "league director", "referee"]
    + ["nobody", "everybody", "you", "player", "former player", "deleted player", "play", "bot"]
    + ["la maison", "maison", "equipe", "l equipe", "systeme", "operateur", "operatrice", "aide"]
    + ["assistance", "securite", "officiel", "directeur", "directrice", "arbitre", "personne"]
    + ["joueur", "joueuse", "ancien joueur", "ancienne joueuse", "tout le monde", "robot"]
    + ["das haus", "haus", "mannschaft", "das team", "betreiber", "betreiberin", "hilfe", "dienst"]
    + ["sicherheit", "offiziell", "leitung", "ligaleitung", "spielleitung", "schiedsrichter"]
    + ["niemand", "alle", "spieler", "spielerin", "ehemaliger spieler", "ehemalige spielerin"]
    + ["hausbot", "house bot", "kundendienst", "verwaltung"]
)

MAX_KEY_LENGTH = 200
# The beginning of an element, a comment or an instruction of HTML, or a character reference.
MARKUP = re.compile(r"<[a-z/!?]|&(?:#\w+|[a-z]\w*);")
# Letters and digits that are not easily confused with each other.
NEUTRAL_LETTERS, NEUTRAL_LENGTH = "ACDEFGHJKLMNPQRTUVWXY34679", 4


def name_key(name: str) -> str:
    """Return a key that is equal for names that look alike.

    >>> name_key("Alice") == name_key("AIice") == name_key(" Аlісе.") == name_key("ALICE")
    True
    >>> name_key("Alice") == name_key("Alicia")
    False
    """
    skeleton = _confusable_skeleton(name)
    key = _keep_alphanumerics(skeleton) or skeleton
    # Some characters expand to a whole sentence.
    return key if len(key) <= MAX_KEY_LENGTH else hashlib.sha256(key.encode()).hexdigest()


def is_house_name(name: str) -> bool:
    """Return whether a name reads or looks like that of the house or its staff.

    >>> is_house_name("Мoderator 1"), is_house_name("S.u.p.p.o.r.t"), is_house_name("Adam")
    (True, True, False)
    """
    plain = _without_marks(name)
    words = {
        _keep_alphanumerics(_confusable_skeleton(word))
        for word in re.findall(r"[^\W\d_]+|\w+", plain)
    }
    words |= {_keep_alphanumerics(_confusable_skeleton(word)) for word in re.findall(r"\w+", plain)}
    whole = _keep_alphanumerics(_confusable_skeleton(plain))
    is_staff = bool((words | {whole, whole.rstrip("o23456789")}) & _keys_of_words())
    return is_staff or whole in _keys_of_names() or any(part in whole for part in _keys_of_parts())


def is_markup(name: str) -> bool:
    """Return whether a name holds markup, which some programs would not show as it is written.

    >>> is_markup("<img src=x>"), is_markup("＜b＞Bob"), is_markup("Bob &amp; co")
    (True, True, True)
    >>> is_markup("I <3 U"), is_markup("Bob & co")
    (False, False)
    """
    return bool(MARKUP.search(unicodedata.normalize("NFKC", name).casefold()))


def neutral_name() -> str:
    """Return a random name for somebody who has not chosen one; it reveals nothing about them."""
    letters = "".join(secrets.choice(NEUTRAL_LETTERS) for _ in range(NEUTRAL_LENGTH))
    return f"Player {letters}"


def _confusable_skeleton(text: str) -> str:
    """Return the case-insensitive skeleton. “I”, “l” and “1” are equal, and “O”, “o” and “0”."""
    visible_text = INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    mapped_text = _map_confusables(unicodedata.normalize("NFD", visible_text))
    # Lower-case letters are confusable with others than capitals are, and a name may be written in
    # either.
    lower_text = _map_confusables(unicodedata.normalize("NFD", mapped_text.casefold())).casefold()
    return lower_text.replace("i", "l").replace("1", "l").replace("0", "o")


def _map_confusables(text: str) -> str:
    table = _load_confusables()
    return unicodedata.normalize("NFD", "".join(table.get(letter, letter) for letter in text))


def _keep_alphanumerics(text: str) -> str:
    """Keep only letters, their combining marks and digits."""
    return "".join(letter for letter in text if unicodedata.category(letter)[0] in "LMN")


def _without_marks(text: str) -> str:
    """Remove accents, so that “Modérator” is recognized as a staff word."""
    letters = unicodedata.normalize("NFD", INVISIBLE.sub("", unicodedata.normalize("NFKC", text)))
    return "".join(letter for letter in letters if unicodedata.category(letter) != "Mn")


@cache
def _load_confusables() -> dict[str, str]:
    """Return a map of character -> its skeleton."""
    skeletons = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            skeleton, alike = (_decode_code_points(part) for part in line.split(";"))
            skeletons.update(dict.fromkeys(alike, skeleton))
    return skeletons


def _decode_code_points(points: str) -> str:
    return "".join(chr(int(point, 16)) for point in points.split())


@cache
def _keys_of_words() -> frozenset[str]:
    return frozenset(map(_confusable_skeleton, STAFF_WORDS))


@cache
def _keys_of_parts() -> tuple[str, ...]:
    return tuple(map(_confusable_skeleton, STAFF_PARTS))


@cache
def _keys_of_names() -> frozenset[str]:
    return frozenset(_keep_alphanumerics(_confusable_skeleton(name)) for name in HOUSE_NAMES)
