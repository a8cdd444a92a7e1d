"""Read dates and spans of time as people write them: “until next Monday”, “3-10 Dec”, “2 days”.

The words are in `date_words`; those of the reader's language are tried first, then English. Nothing
is guessed: what has two readings is an UnclearPeriod, so that the caller can ask.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache

from msgspec import Struct

from .date_words import (
    AND,
    BETWEEN,
    COMING,
    DASH,
    DAY,
    DOT,
    END,
    FILLER,
    FROM,
    IN,
    MONTH,
    MONTHS,
    MORE,
    NEXT,
    NUMBER,
    OR,
    ORDINAL,
    SLASH,
    THE,
    THIS,
    UNIT,
    UNKNOWN,
    UNTIL,
    WEEK,
    WEEKDAY,
    WEEKEND,
    WORDS,
)
from .notation import fold_letters

# “24.”, the German ordinal, is one in every language.
_TOKENS = re.compile(r"[^\W\d_]+|\d+|[-/.]|(?<=\d),(?=\d)")
_HYPHENS = str.maketrans("–—‐‑−", "-----")
# More words than this are no date.
MAX_TOKENS = 40
# Maximum number of words without a meaning in a line that may be meant as a period.
MAX_UNKNOWN = 1
# Longest phrase of a table, in words.
MAX_PHRASE = 5
# Longest number of a span, in digits.
MAX_DIGITS = 3
WEEK_DAYS = 7
# The kinds of which one makes a line speak of time.
_TIMELY = frozenset([MONTH, WEEKDAY, UNIT, DAY, WEEK, WEEKEND, END, UNTIL])
# “to”, “à” and “au” mean time only beside a word that does.
_VAGUE = frozenset(["to", "a", "au", "zum", "through"])


class Period(Struct, frozen=True):
    """When something is, or how long: “from 3 Dec to 10 Dec”, “until Monday”, “2 days”.

    None is what was not written. Both days are inclusive. `is_more` tells that a span was written
    with “more”, as in “2 more days”.
    """

    first: date | None = None
    last: date | None = None
    hours: int | None = None
    is_more: bool = False


class UnclearPeriod(Struct, frozen=True):
    """Words that speak of time and cannot be read, or not in one way: then `readings` has both."""

    readings: tuple[date, ...] = ()


class _Item(Struct, frozen=True):
    """A word or phrase, what it is and its value; `digits` of a number as it is written."""

    kind: str
    value: int = 0
    digits: str = ""
    word: str = ""


class _Day(Struct, frozen=True):
    """A day as it is written: a date whose month and year may be missing (0), or exact days.

    `weekday` is None if none is written; `is_day` tells that a bare number is a day of a month.
    """

    number: int = 0
    month: int = 0
    year: int = 0
    weekday: int | None = None
    exact: tuple[date, date] | None = None
    is_day: bool = False


class _Unclear(Exception):
    """The words cannot be read, or in several ways."""

    def __init__(self, *readings: date):
        self.readings = tuple(sorted(set(readings)))


def tokenize_dates(text: str) -> tuple[str, ...]:
    """Return words, numbers and the signs “-”, “/”, “.” and “,” of a text, without accents.

    >>> tokenize_dates("Du 3 au 10 déc."), tokenize_dates("3/4/26")
    (('du', '3', 'au', '10', 'dec', '.'), ('3', '/', '4', '/', '26'))
    """
    return tuple(_TOKENS.findall(fold_letters(text[:300]).translate(_HYPHENS)))


def parse_period(
    tokens: Sequence[str], today: date, language: str
) -> Period | UnclearPeriod | None:
    """Return the period in tokens of tokenize_dates(); None if they do not speak of time.

    A date without a year is the next one, and a weekday the next such day after today. Numeric
    dates are read day first, in English only if they cannot be read month first, or have dots.

    >>> parse_period(tokenize_dates("from 3 Dec to 10 Dec"), date(2026, 11, 28), "en")
    Period(first=datetime.date(2026, 12, 3), last=datetime.date(2026, 12, 10), hours=None, \
is_more=False)
    >>> parse_period(tokenize_dates("until 3/4/26"), date(2026, 2, 1), "en").readings
    (datetime.date(2026, 3, 4), datetime.date(2026, 4, 3))
    >>> parse_period(tokenize_dates("from my desk"), date(2026, 2, 1), "en") is None
    True
    """
    unclear: UnclearPeriod | None = None
    if not 0 < len(tokens) <= MAX_TOKENS:
        return None
    for code in dict.fromkeys((language, "en")):
        items = _classify(tokens, _list_phrases(code if code in WORDS else "en"))
        try:
            return _Parser(items, today, day_first=language not in ("", "en")).parse()
        except _Unclear as refusal:
            if _speaks_of_time(items) and (unclear is None or refusal.readings):
                unclear = UnclearPeriod(tuple(day for day in refusal.readings if day >= today))
    return unclear


@cache
def _list_phrases(language: str) -> dict[tuple[str, ...], tuple[_Item, ...]]:
    """Return the items of each phrase of a language, by its tokens; “=the” adds an article."""
    phrases: dict[tuple[str, ...], tuple[_Item, ...]] = {}
    for kind, table in WORDS[language].items():
        for entry in table.split(","):
            phrase, _, value = entry.strip().partition("=")
            words = tuple(phrase.split())
            item = _Item(kind, int(value) if value.isdigit() else 0, word=phrase)
            phrases[words] = (item, _Item(THE)) if value == "the" else (item,)
    return phrases


def _classify(
    tokens: Sequence[str], phrases: dict[tuple[str, ...], tuple[_Item, ...]]
) -> list[_Item]:
    """Return the items of tokens: the longest phrase at each place, without ignored words."""
    items: list[_Item] = []
    at = 0
    while at < len(tokens):
        size = next(
            (n for n in range(MAX_PHRASE, 0, -1) if tuple(tokens[at : at + n]) in phrases), 0
        )
        if size:
            items += phrases[tuple(tokens[at : at + size])]
        else:
            items.append(_classify_token(tokens[at]))
        at += size or 1
    return [item for item in items if item.kind != FILLER]


def _classify_token(token: str) -> _Item:
    if token.isdecimal():
        return _Item(NUMBER, int(token) if len(token) < 5 else 0, token)
    return _Item(token if token in (DASH, DOT, SLASH) else UNKNOWN, word=token)


def _speaks_of_time(items: Sequence[_Item]) -> bool:
    """Return whether items may be meant as a period: they name a time, or are only a number."""
    unknown = sum(item.kind == UNKNOWN for item in items)
    if unknown > MAX_UNKNOWN:
        return False
    names_time = any(item.kind in _TIMELY and item.word not in _VAGUE for item in items)
    signs = (NUMBER, DASH, DOT, SLASH, ORDINAL, OR, AND, THE, UNTIL, FROM)
    is_numeric = all(item.kind in signs for item in items)
    return names_time or (is_numeric and any(item.kind == NUMBER for item in items))


class _Parser:
    """Reads items from left to right; each function consumes what it reads, or raises _Unclear."""

    def __init__(self, items: Sequence[_Item], today: date, *, day_first: bool):
        self.items, self.today, self.day_first = items, today, day_first
        self.at = 0

    def kind(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.items[at].kind if at < len(self.items) else ""

    def accept(self, kind: str) -> _Item | None:
        """Consume and return the next item if it is of this kind."""
        if self.kind() != kind:
            return None
        self.at += 1
        return self.items[self.at - 1]

    def skip(self, *kinds: str) -> bool:
        """Consume items of these kinds; return whether there were any."""
        start = self.at
        while self.kind() in kinds:
            self.at += 1
        return self.at > start

    def parse(self) -> Period:
        """Return the period that all items say."""
        first: _Day | None = None
        last: _Day | None = None
        hours, is_more = 0, any(item.kind == MORE for item in self.items)
        self.items = [item for item in self.items if item.kind != MORE]
        while self.kind():
            self.skip(DOT)
            if (first or last or hours) and self.skip(DASH):
                continue
            if self._is_at_span():
                hours = self._add(hours)
            elif not first and not last and self.accept(BETWEEN):
                first, last = self._read_pair(AND)
            elif not first and self.accept(FROM):
                first = self._read_day()
            elif not first and self._is_at_delay():
                first = self._read_delay()
            elif not last and (self.accept(UNTIL)):
                last = self._read_end(first)
            elif not first and not last and self.kind():
                first, last = self._read_range()
            elif self.kind():
                raise _Unclear
        first_day, last_day = self._resolve(first, last)
        return self._check(Period(first_day, last_day, hours or None, is_more))

    def _check(self, period: Period) -> Period:
        """Return the period if it says something and does not contradict itself."""
        first, last, hours = period.first, period.last, period.hours
        if not (first or last or hours) or (first and last and last < first):
            raise _Unclear
        if last and hours:
            begin = first or self.today
            ends = {begin + timedelta(hours=hours - 24), begin + timedelta(hours=hours)}
            if last not in ends:
                raise _Unclear(last, min(ends))
        return period

    def _is_at_span(self) -> bool:
        """Return whether “2 days” follows, perhaps as “the next 2 days” or “2 prochains jours”."""
        at = 0
        while self.kind(at) in (THE, NEXT, COMING):
            at += 1
        if self.kind(at) != NUMBER:
            return False
        at += 1
        while self.kind(at) in (NEXT, COMING):
            at += 1
        return self.kind(at) in (UNIT, MONTHS)

    def _add(self, hours: int) -> int:
        """Consume a span and return it with those before it: “1 week and 2 days”."""
        self.skip(THE, NEXT, COMING)
        number = self.accept(NUMBER)
        self.skip(NEXT, COMING)
        unit = self.accept(UNIT) or self.accept(MONTHS)
        assert number is not None and unit is not None
        size = unit.value if unit.kind == UNIT else 720
        if not number.value or len(number.digits) > MAX_DIGITS or (hours and hours % size):
            raise _Unclear
        if self.kind() == AND and self.kind(1) == NUMBER:
            self.at += 1
        if self.kind() in (DASH, OR, SLASH):
            raise _Unclear
        return hours + number.value * size

    def _is_at_delay(self) -> bool:
        return self.kind() == IN and self.kind(1) == NUMBER and self.kind(2) == UNIT

    def _read_delay(self) -> _Day:
        """Consume “in 3 days”: then something begins."""
        self.accept(IN)
        hours = self._add(0)
        if hours % 24:
            raise _Unclear
        return self._exact(timedelta(hours=hours))

    def _read_end(self, first: _Day | None) -> _Day:
        """Consume the day that ends a period; the words for a whole week do not name it."""
        if self._is_at_delay():
            return self._read_delay()
        day = self._read_day()
        if first is None and day.exact and day.exact[0] != day.exact[1]:
            raise _Unclear(day.exact[0] - timedelta(days=1), day.exact[1])
        return day

    def _read_pair(self, joint: str) -> tuple[_Day, _Day]:
        first = self._read_day()
        if not self.accept(joint):
            raise _Unclear
        return first, self._read_day()

    def _read_range(self) -> tuple[_Day, _Day]:
        """Consume “3-10 Dec”, “Monday to Friday”, or a single day."""
        first = self._read_day()
        if self.accept(DASH) or self.accept(UNTIL):
            return first, self._read_day()
        if not first.exact and not first.month and first.weekday is None and not first.is_day:
            raise _Unclear
        if self.skip(AND):
            last = self._read_day()
            begin, end = self._resolve(first, last)
            if not begin or end != begin + timedelta(days=1):
                raise _Unclear
            return first, last
        return first, first

    def _read_day(self) -> _Day:
        """Consume a day, perhaps with its weekday: “Monday”, “Mon, 30 Nov”, “the 24th”."""
        is_day = self.skip(THE)
        weekday = self._read_weekday()
        if weekday is None:
            return self._read_relative_day() or self._read_date(is_day)
        self.skip(DOT, THE)
        if weekday.exact or not self._is_at_date():
            return weekday
        day = self._read_date(True)
        return _Day(day.number, day.month, day.year, weekday.weekday, day.exact, True)

    def _is_at_date(self) -> bool:
        """Return whether a date follows, not a span such as “2 days”."""
        return self.kind() in (NUMBER, MONTH) and not self._is_at_span()

    def _read_weekday(self) -> _Day | None:
        start = self.at
        before = self.kind() if self.skip(THIS, NEXT, COMING) else ""
        before = self.items[start].kind if self.at > start else before
        item = self.accept(WEEKDAY)
        if item is None:
            self.at = start
            return None
        if not before and self.kind() in (NEXT, COMING):
            before = self.kind()
            self.at += 1
        return self._choose_weekday(item.value, before) if before else _Day(weekday=item.value)

    def _choose_weekday(self, weekday: int, which: str) -> _Day:
        """Return the day of “this Monday” or “next Monday”. Raises _Unclear if it may be two."""
        coming = _next_weekday(weekday, self.today)
        monday = self.today - timedelta(days=self.today.weekday())
        in_this_week = monday + timedelta(days=weekday)
        in_next_week = in_this_week + timedelta(days=WEEK_DAYS)
        if which == NEXT and coming != in_next_week:
            raise _Unclear(coming, in_next_week)
        day = in_this_week if which == THIS and in_this_week >= self.today else coming
        return _Day(exact=(day, day))

    def _read_relative_day(self) -> _Day | None:
        """Consume “tomorrow”, “next week”, “the weekend” or “the end of the month”."""
        if item := self.accept(DAY):
            return self._exact(timedelta(days=item.value))
        if item := self.accept(WEEK):
            return _Day(exact=self._find_week(item.value))
        if item := self.accept(WEEKEND):
            return _Day(exact=self._find_weekend(item.value))
        if self.accept(END):
            return self._read_last_day()
        return None

    def _exact(self, delay: timedelta) -> _Day:
        day = self.today + delay
        return _Day(exact=(day, day))

    def _find_week(self, number: int) -> tuple[date, date]:
        """Return the first day, today or later, and the last day of this (0) or the next week."""
        monday = self.today + timedelta(days=WEEK_DAYS * number - self.today.weekday())
        return max(monday, self.today), monday + timedelta(days=WEEK_DAYS - 1)

    def _find_weekend(self, number: int) -> tuple[date, date]:
        """Return the days of the weekend; on a weekday, “next weekend” may be two."""
        sunday = self._find_week(0)[1]
        saturday = sunday - timedelta(days=1)
        if number and self.today < saturday:
            raise _Unclear(sunday, sunday + timedelta(days=WEEK_DAYS))
        later = timedelta(days=WEEK_DAYS * number)
        return max(saturday + later, self.today), sunday + later

    def _read_last_day(self) -> _Day:
        """Consume what “the end of” names: a week or a month."""
        self.skip(THE, THIS)
        if week := self.accept(WEEK):
            day = self._find_week(week.value)[1]
        elif month := self.accept(MONTH):
            year = self.today.year + (month.value < self.today.month)
            day = _last_of_month(year, month.value)
        elif months := self.accept(MONTHS):
            count = self.today.month - 1 + months.value
            day = _last_of_month(self.today.year + count // 12, count % 12 + 1)
        elif (unit := self.accept(UNIT)) and unit.value == 24 * WEEK_DAYS:
            day = self._find_week(0)[1]
        else:
            raise _Unclear
        return _Day(exact=(day, day))

    def _read_date(self, is_day: bool) -> _Day:
        """Consume a date: “24 Dec 2026”, “Dec 24th”, “24.12.26”, “2026-12-24”, “the 24th”."""
        if month := self.accept(MONTH):
            self.skip(DOT, THE)
            number = self.accept(NUMBER)
            if number is None or len(number.digits) > 2:
                raise _Unclear
            self._skip_ordinal()
            return _Day(number.value, month.value, self._read_year())
        number = self.accept(NUMBER)
        if number is None:
            raise _Unclear
        if self.kind() in (DASH, DOT, SLASH) and self.kind(1) == NUMBER:
            numeric = self._read_numeric_date(number)
            if numeric is not None:
                return numeric
        is_day |= self._skip_ordinal()
        self.skip(THE)
        if month := self.accept(MONTH):
            self.skip(DOT)
            return _Day(number.value, month.value, self._read_year())
        return _Day(number.value, is_day=is_day)

    def _skip_ordinal(self) -> bool:
        return self.skip(ORDINAL, DOT)

    def _read_year(self) -> int:
        """Consume a year of four or two digits; 0 if none follows."""
        is_dashed = self.kind() == DASH
        at = 1 if is_dashed else 0
        if self.kind(at) != NUMBER or self.kind(at + 1) in (UNIT, MONTHS, MONTH, ORDINAL):
            return 0
        digits = self.items[self.at + at].digits
        if len(digits) == 4 or (len(digits) == 2 and not is_dashed):
            self.at += at + 1
            return _to_year(digits)
        return 0

    def _read_numeric_date(self, number: _Item) -> _Day | None:
        """Consume the rest of “24.12.26”, “24/12” or “2026-12-24”; None if it is “3-10 Dec”."""
        sign, second = self.kind(), self.items[self.at + 1]
        is_full = self.kind(2) in (DASH, DOT, SLASH) and self.kind(3) == NUMBER
        if len(number.digits) == 4:
            if not is_full:
                raise _Unclear
            day = self.items[self.at + 3].value
            self.at += 4
            return _Day(day, second.value, number.value)
        if sign == DOT and self.kind(2) in (UNIT, MONTHS):
            # “2.5 days”
            raise _Unclear
        is_range = sign == DASH and not (is_full and self.kind(2) == DASH)
        if is_range or (sign == DOT and self.kind(2) == MONTH):
            return None
        year = 0
        digits = self.items[self.at + 3].digits if is_full else ""
        self.at += 2
        if is_full and self.kind() == sign and len(digits) in (2, 4):
            year = _to_year(digits)
            self.at += 2
        self.skip(DOT)
        if sign == DOT or self.day_first:
            return _Day(number.value, second.value, year)
        return self._choose_order(number.value, second.value, year)

    def _choose_order(self, first: int, second: int, year: int) -> _Day:
        """Return the date of two numbers in English. Raises _Unclear if both may be the month."""
        days = [
            _Day(number, month, year)
            for number, month in dict.fromkeys(((first, second), (second, first)))
            if 1 <= month <= 12
        ]
        if len(days) == 1:
            return days[0]
        raise _Unclear(*(self._find_next(day, self.today) for day in days))

    def _resolve(self, first: _Day | None, last: _Day | None) -> tuple[date | None, date | None]:
        """Return the days that are meant. A range of dates ends at the next such date."""
        if first is None or last is None or first is last:
            day = first or last
            if day is None:
                return None, None
            begin, end = self._find_days(day, self.today)
            return (begin if first else None), (end if last else None)
        if first.month and not last.month and last.number:
            # “Dec 3-10”
            last = _Day(last.number, weekday=last.weekday, is_day=True)
        if last.month:
            end = self._find_days(last, self.today)[1]
            return self._find_before(first, end), end
        begin = self._find_days(first, self.today)[0]
        return begin, self._find_days(last, begin)[1]

    def _find_days(self, day: _Day, after: date) -> tuple[date, date]:
        """Return the first and the last of the days that are meant; `after` is not among them
        if a weekday is written."""
        if day.exact:
            return day.exact
        if day.weekday is not None and not day.number:
            target = _next_weekday(day.weekday, after)
            return target, target
        if not day.month and not day.is_day:
            raise _Unclear
        target = self._find_next(day, after)
        if day.weekday is not None and target.weekday() != day.weekday:
            raise _Unclear(target)
        return target, target

    def _find_next(self, day: _Day, after: date) -> date:
        """Return the next such date, `after` included."""
        if day.year:
            return _build_date(day.year, day.month, day.number)
        if day.month:
            return _find_possible([(after.year + n, day.month) for n in range(9)], day, after)
        months = [after.year * 12 + after.month - 1 + n for n in range(4)]
        return _find_possible([(n // 12, n % 12 + 1) for n in months], day, after)

    def _find_before(self, day: _Day, end: date) -> date:
        """Return the latest such date before `end`: the first of a range whose last is known."""
        if day.year:
            return _build_date(day.year, day.month, day.number)
        if not day.month:
            month = end.year * 12 + end.month - 1 - (day.number > end.day)
            return _build_date(month // 12, month % 12 + 1, day.number)
        year = end.year - ((day.month, day.number) > (end.month, end.day))
        begin = _build_date(year, day.month, day.number)
        if day.weekday is not None and begin.weekday() != day.weekday:
            raise _Unclear(begin)
        return begin


def _next_weekday(weekday: int, after: date) -> date:
    """Return the first such day after a day."""
    days = (weekday - after.weekday() - 1) % WEEK_DAYS + 1
    return after + timedelta(days=days)


def _last_of_month(year: int, month: int) -> date:
    following = date(year + month // 12, month % 12 + 1, 1)
    return following - timedelta(days=1)


def _to_year(digits: str) -> int:
    """Return the year of two or four digits.

    >>> _to_year("26"), _to_year("2026")
    (2026, 2026)
    """
    return int(digits) + (2000 if len(digits) == 2 else 0)


def _build_date(year: int, month: int, number: int) -> date:
    """Return a date. Raises _Unclear if there is none, such as 31 Feb."""
    try:
        return date(year, month, number)
    except ValueError:
        raise _Unclear from None


def _find_possible(months: Sequence[tuple[int, int]], day: _Day, after: date) -> date:
    """Return the first date with the day's number, in one of these months, not before `after`."""
    for year, month in months:
        try:
            candidate = date(year, month, day.number)
        except ValueError:
            continue
        if candidate >= after:
            return candidate
    raise _Unclear
