"""Mark text around a player's words: gateway banners above, signatures and footers below."""

from __future__ import annotations

import re

from . import surroundings, words
from .history import PICTURE, WIDTH
from .lines import BANNER, FOOTER, MOBILE, OLD, SIGNATURE, Line, drop_lines, next_line

_MOBILE = words.compile_start_pattern(surroundings.MOBILE)
_MOBILE_END = re.compile(rf"(?:{'|'.join(surroundings.MOBILE_END)})\W{{0,3}}$", re.IGNORECASE)
_BANNER = words.compile_search_pattern(surroundings.BANNER)
_THING = words.compile_search_pattern(surroundings.DEVICE + surroundings.GADGET)
_DEVICE = words.compile_search_pattern([rf"(?<!\w){device}" for device in surroundings.DEVICE])
_SENT_WORD = words.compile_search_pattern(surroundings.SENT_WORDS)
_STORE = re.compile(r"\boutlook", re.IGNORECASE)
_SYSTEM = re.compile(r"(?<![a-z])(?:ios|android|mac|windows)(?![a-z])", re.IGNORECASE)
_ADDRESS = re.compile(r"\S@\S")
_LINK = re.compile(r"<?https?://\S{1,300}")
# Maximum number of words of a mobile signature.
MAX_MOBILE_WORDS = 9
_FOOTER = words.compile_search_pattern(surroundings.FOOTER)
# The end of a banner's sentence.
_BANNER_LINE_END = re.compile(
    r"(?:[.!?*\]>。]|importan\w{1,2}|wichtig\S{0,4}|belangrijk\S{0,3})\s{0,4}$"
)
# A name after a dash, as a signature.
_DASH_NAME = re.compile(r"[-–—~]\s?[^\W\d_a-z]\w{1,20}(?:\s[^\W\d_a-z]\w{1,20}){0,2}\s{0,2}$")
# The signature separator of RFC 3676 §4.3, and variants of it.
_SIGNATURE = re.compile(r"\s{0,2}(?:--|—)\s{0,2}$")
_LOOSE_SIGNATURE = re.compile(r"\s{0,2}(?:\+?[-_—–=~*#]{2,}\+?|ᐧ|\|(?:\s?\|){0,3})\s*$")
_WHOLE_ADDRESS = re.compile(
    r"\s{0,4}(?:[\w-]{1,12}\s?[:：]\s?)?<?[^\s<>@]{1,80}@[^\s<>@]{1,120}>?\s{0,3}$"
)
_ORNAMENT = re.compile(r"[\W_]{3,}$")
# Minimum length of a sentence about confidentiality or printing, and of a line that was wrapped.
MIN_FOOTER_LENGTH = 16
FULL = 50
# Maximum number of lines of a signature with name, phone number and address.
MAX_SIGNATURE_LINES = 10
# Maximum number of words of a confidentiality classification.
MAX_LABEL_WORDS = 8


def mark_banners(lines: list[Line]) -> None:
    """Mark gateway banners at the top, up to the first line that looks like a person's."""
    inside = False
    for at, line in enumerate(lines):
        if line.blank or line.why:
            inside = False
            continue
        text = line.text[:WIDTH]
        is_banner = _is_banner(text) or (
            _is_classification_label(text) and any(other.own for other in lines[at + 1 :])
        )
        inside = inside and _goes_on(text)
        if not is_banner and not inside and not (_ORNAMENT.match(text) and _banner_near(lines, at)):
            return
        line.why = BANNER
        inside = (is_banner or inside) and len(text) >= 50 and not _BANNER_LINE_END.search(text)


def mark_mobile(lines: list[Line]) -> None:
    """Mark mobile signatures such as “Sent from my iPhone”, anywhere in the text.

    Placeholders for pictures are marked as well, unless they start a signature.
    """
    before = Line("")
    for at, line in enumerate(lines):
        text = line.text.strip()
        follows = before.why == MOBILE and _LINK.fullmatch(text)
        is_picture = PICTURE.match(text[:WIDTH]) and not _is_linked_picture(lines, at)
        if line.own and len(text) <= 160 and (follows or is_picture or _names_program(text)):
            line.why = MOBILE
        before = line


def _goes_on(text: str) -> bool:
    """Return whether a line may continue the sentence above it."""
    return len(text.split()) >= 3 and text.lstrip()[:1].islower()


def _names_program(text: str) -> bool:
    """Return whether a line is a mobile signature that names a phone or program."""
    text = _LINK.sub("", text).strip()
    if _MOBILE_END.search(text) or (_MOBILE.match(text) and _has_name(text)):
        return len(text) <= 120
    if len(text) > 80 or len(text.split()) > MAX_MOBILE_WORDS:
        return False
    if _STORE.search(text) and _SYSTEM.search(text):
        return True
    return bool(_DEVICE.search(text) and _SENT_WORD.search(text))


def _has_name(text: str) -> bool:
    """Return whether a device, a name or a number follows the first word of a line.

    Not so in “Sent from the train, sorry”, which a person wrote.
    """
    first, _, rest = text.partition(",")[0].partition(" ")
    has_name = any(not char.islower() for char in rest if char.isalnum())
    return has_name or not rest or bool(_THING.search(text))


def _is_banner(text: str) -> bool:
    if _BANNER.search(text):
        return True
    if surroundings.OUTSIDE.search(text):
        shouts, mail = surroundings.SHOUT.match(text), surroundings.MAIL.search(text)
        warns = surroundings.ORIGIN.search(text) or surroundings.CARE.search(text)
        if (shouts and (mail or warns or len(text) < 20)) or (
            mail and warns and not surroundings.PERSON.search(text)
        ):
            return True
    return bool(_ADDRESS.search(text) and surroundings.SELDOM.search(text) and len(text) > 40)


def mark_endings(lines: list[Line]) -> None:
    """Mark signatures and footers, from their first line to the next quote or the end."""
    said_something = False
    for start, end in _split_at_history(lines):
        below = sum(line.own for line in lines[start:end])
        for at in range(start, end):
            line = lines[at]
            if not line.own:
                continue
            below -= 1
            text = _unwrap_line(lines, at)
            leads_away = said_something and _is_linked_picture(lines, at)
            if leads_away or _is_ending(text, below, said_something):
                footer = _is_footer(text)
                drop_lines(lines[at:end], FOOTER if footer else SIGNATURE)
                break
            said_something = True


def _is_ending(text: str, below: int, said_something: bool) -> bool:
    """Return whether a signature or footer starts with this line.

    `below` is the number of own lines below it.
    """
    if _SIGNATURE.match(text):
        return True
    if not below and len(text) >= 5 and _LOOSE_SIGNATURE.match(text):
        return True
    # The first own line is never a signature.
    if not said_something:
        return False
    if _LOOSE_SIGNATURE.match(text) or _DASH_NAME.match(text):
        return below <= (MAX_SIGNATURE_LINES if _LOOSE_SIGNATURE.match(text) else 0)
    if not below and (_WHOLE_ADDRESS.match(text) or _is_classification_label(text)):
        return True
    return _is_footer(text)


def _is_classification_label(text: str) -> bool:
    """Return whether a line is a confidentiality classification: “[Public]”, “C2 General”."""
    plain = text.strip()
    if surroundings.CLASSIFICATION_LABEL.match(plain):
        return True
    for_whom = re.sub(r"\suse only\b", "", plain[:100], flags=re.IGNORECASE)
    label_words = re.findall(r"[\w-]+", for_whom)
    ratings = [word for word in label_words if surroundings.RATING.fullmatch(word)]
    if plain[:1] == "[" and plain[-1:] == "]":
        return bool(ratings) and len(label_words) <= MAX_LABEL_WORDS
    is_rule = for_whom != plain or len(label_words) > 1
    return is_rule and 0 < len(ratings) == len(label_words) and plain[:1].isupper()


def _is_linked_picture(lines: list[Line], at: int) -> bool:
    """Return whether a picture has a link below it, as in footers of programs and companies."""
    below = next_line(lines, at + 1)
    is_picture = PICTURE.match(lines[at].text[:WIDTH])
    return bool(is_picture and below < len(lines) and _LINK.match(lines[below].text))


def _is_footer(text: str) -> bool:
    """Return whether a line is from the footer of a company, a mailing list or a virus scanner."""
    if _FOOTER.search(text):
        return True
    if len(text) < MIN_FOOTER_LENGTH or surroundings.PERSON.search(text):
        return False
    secret = surroundings.SECRET.search(text) and surroundings.CONTENT.search(text)
    return bool(secret or (surroundings.TREES.search(text) and surroundings.PRINT.search(text)))


def _unwrap_line(lines: list[Line], at: int) -> str:
    """Return a line, joined with the next one if a sentence was wrapped there."""
    text = lines[at].text[:WIDTH]
    below = lines[at + 1].text[:WIDTH].strip() if at + 1 < len(lines) else ""
    goes_on = len(text) >= FULL and below[:1].islower() and surroundings.CONTENT.search(text)
    return f"{text} {below}" if goes_on else text


def _split_at_history(lines: list[Line]) -> list[tuple[int, int]]:
    """Return the ranges [start, end) of lines between earlier e-mails."""
    stretches, start = [], 0
    for at, line in enumerate(lines):
        if line.why in OLD:
            stretches.append((start, at))
            start = at + 1
    stretches.append((start, len(lines)))
    return [(start, end) for start, end in stretches if start < end]


def _banner_near(lines: list[Line], at: int) -> bool:
    return any(
        line.why == BANNER or _is_banner(line.text[:WIDTH])
        for line in lines[max(at - 2, 0) : at + 3]
    )
