"""Dates and spans as people write them, in three languages."""

from __future__ import annotations

from datetime import date

import pytest

from games.engine.dates import Period, UnclearPeriod, parse_period, tokenize_dates

# A Saturday.
from tests.timing import measure_least

TODAY = date(2026, 11, 28)


def parse(text: str, language: str) -> Period | UnclearPeriod | None:
    return parse_period(tokenize_dates(text), TODAY, language)


def december(first: int, last: int) -> Period:
    return Period(date(2026, 12, first), date(2026, 12, last))


@pytest.mark.parametrize(
    ("language", "text", "last"),
    [
        ("en", "until 24.12.26", "2026-12-24"), ("de", "bis 24.12.26", "2026-12-24"),
        ("en", "until Dec 24th", "2026-12-24"), ("en", "till 24 Dec", "2026-12-24"),
        ("en", "until the 24th of December", "2026-12-24"), ("de", "bis 24.12.", "2026-12-24"),
        ("fr", "jusqu’au 1er janvier", "2027-01-01"), ("fr", "jusqu'au 24 déc.", "2026-12-24"),
        ("de", "bis zum 24.", "2026-12-24"), ("en", "until the 24th", "2026-12-24"),
        ("fr", "jusqu'au 24", "2026-12-24"), ("de", "bis 3.1.", "2027-01-03"),
        ("en", "until 2026-12-24", "2026-12-24"), ("en", "until 12/24/26", "2026-12-24"),
        ("en", "until 24/12", "2026-12-24"), ("fr", "jusqu'au 3/4/27", "2027-04-03"),
        ("de", "bis 3/4/27", "2027-04-03"), ("en", "until 3.4.27", "2027-04-03"),
        ("en", "until December 24th, 2026", "2026-12-24"), ("de", "bis 2. Jänner", "2027-01-02"),
        ("en", "until Monday", "2026-11-30"), ("de", "bis Montag", "2026-11-30"),
        ("fr", "jusqu'à lundi", "2026-11-30"), ("en", "until Sat", "2026-12-05"),
        ("en", "until next Monday", "2026-11-30"), ("de", "bis nächsten Freitag", "2026-12-04"),
        ("fr", "jusqu'à vendredi prochain", "2026-12-04"),
        ("en", "to this Friday", "2026-12-04"),
        ("de", "bis So", "2026-11-29"), ("en", "until Mon, Nov 30", "2026-11-30"),
        ("de", "bis Montag, den 30.11.", "2026-11-30"), ("en", "until tomorrow", "2026-11-29"),
        ("fr", "jusqu'à après-demain", "2026-11-30"), ("de", "bis übermorgen", "2026-11-30"),
        ("de", "bis Ende Dezember", "2026-12-31"),
        ("en", "until the end of the month", "2026-11-30"),
        ("fr", "jusqu'à la fin du mois", "2026-11-30"),
        ("en", "until the end of the week", "2026-11-29"),
    ],
)  # fmt: skip
def test_the_last_day_is_read_as_people_write_it(language: str, text: str, last: str) -> None:
    assert parse(text, language) == Period(last=date.fromisoformat(last))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "from 3 Dec to 10 Dec"),
        ("en", "3-10 Dec"),
        ("en", "Dec 3-10"),
        ("en", "from the 3rd to the 10th of December"),
        ("en", "3 Dec – 10 Dec"),
        ("en", "between 3 and 10 Dec"),
        ("en", "December 3rd through 10th"),
        ("fr", "du 3 au 10 décembre"),
        ("fr", "entre le 3 et le 10 décembre"),
        ("fr", "du 3 décembre jusqu'au 10 décembre"),
        ("fr", "3/12 - 10/12"),
        ("de", "vom 3. bis 10. Dezember"),
        ("de", "3.-10.12."),
        ("de", "3.12.–10.12.2026"),
        ("de", "vom 3. Dezember bis zum 10."),
        ("de", "zwischen dem 3. und 10. Dezember"),
    ],
)
def test_a_range_is_read_with_its_month_on_either_side(language: str, text: str) -> None:
    assert parse(text, language) == december(3, 10)


@pytest.mark.parametrize(
    ("language", "text", "first", "last"),
    [
        ("en", "28 Dec - 3 Jan", "2026-12-28", "2027-01-03"),
        ("de", "vom 28. bis 3. Januar", "2026-12-28", "2027-01-03"),
        ("en", "from Monday to Friday", "2026-11-30", "2026-12-04"),
        ("fr", "de lundi à vendredi", "2026-11-30", "2026-12-04"),
        ("de", "Mo-Fr", "2026-11-30", "2026-12-04"),
        ("en", "next week", "2026-11-30", "2026-12-06"),
        ("fr", "la semaine prochaine", "2026-11-30", "2026-12-06"),
        ("de", "nächste Woche", "2026-11-30", "2026-12-06"),
        ("en", "this weekend", "2026-11-28", "2026-11-29"),
        ("fr", "ce week-end", "2026-11-28", "2026-11-29"),
        ("de", "am Wochenende", "2026-11-28", "2026-11-29"),
        ("en", "today", "2026-11-28", "2026-11-28"),
        ("fr", "demain", "2026-11-29", "2026-11-29"),
        ("de", "heute und morgen", "2026-11-28", "2026-11-29"),
        ("fr", "le 3 décembre", "2026-12-03", "2026-12-03"),
    ],
)  # fmt: skip
def test_days_and_weeks_have_a_first_and_a_last_day(
    language: str, text: str, first: str, last: str
) -> None:
    assert parse(text, language) == Period(date.fromisoformat(first), date.fromisoformat(last))


@pytest.mark.parametrize(
    ("language", "text", "days"),
    [
        *(("en", "for two weeks", 14), ("de", "zwei Wochen", 14), ("fr", "une semaine", 7)),
        *(("en", "3 days or so", 3), ("en", ", maybe 2 days", 2), ("en", "2 days pls", 2)),
        *(("en", "the next 3 days", 3), ("fr", "les 3 prochains jours", 3), ("en", "a day", 1)),
        *(("de", "3 Tage lang", 3), ("en", "1 week and 2 days", 9), ("fr", "peut-être 2 jours", 2)),
        *(("de", "etwa einen Tag", 1), ("fr", "quinze jours", 15), ("en", "a fortnight", 14)),
    ],
)
def test_a_span_is_read_in_words_and_figures(language: str, text: str, days: int) -> None:
    assert parse(text, language) == Period(hours=24 * days)


@pytest.mark.parametrize(
    ("language", "text", "readings"),
    [
        ("en", "until 3/4/27", ["2027-03-04", "2027-04-03"]),
        ("en", "until next week", ["2026-11-29", "2026-12-06"]),
        *((("en", "until 31 Feb", [])), (("en", "until 5 Ju", [])), (("en", "9999 days", []))),
        *((("en", "2 or 3 days", [])), (("en", "2-3 days", [])), (("en", "2.5 days", []))),
        *((("en", "until the end", [])), (("en", "3", [])), (("de", "bis 12/24", []))),
        *((("en", "3 and 10 December", [])), (("en", "until Tuesday 30 November", ["2026-11-30"]))),
        *((("fr", "jusqu'au 32 décembre", [])), (("en", "until Friday evening", []))),
        *((("en", "until 0.0.0", [])), (("en", "until 99999999999 Dec", []))),
        (("en", "0 days", [])),
    ],
)  # fmt: skip
def test_what_cannot_be_read_in_one_way_is_unclear(
    language: str, text: str, readings: list[str]
) -> None:
    assert parse(text, language) == UnclearPeriod(tuple(map(date.fromisoformat, readings)))


def test_next_friday_is_unclear_where_it_may_be_this_week() -> None:
    """On a Wednesday; on a Saturday the next Friday can only be that of the next week."""
    tokens = tokenize_dates("until next Friday")

    unclear = parse_period(tokens, date(2026, 11, 25), "en")

    assert unclear == UnclearPeriod((date(2026, 11, 27), date(2026, 12, 4)))


@pytest.mark.parametrize(
    "text", ["", "from my desk, 2", "would be nice", "for coffee", "to you, 2"]
)
def test_words_that_do_not_speak_of_time_are_no_period(text: str) -> None:
    assert parse(text, "en") is None


def test_a_very_long_line_takes_no_time() -> None:
    assert measure_least(lambda: parse("3-" * 100_000 + "until " * 10_000, "en")) < 1
