"""Compare an expected position with the actual one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import scenario_fields

# Lists with these names are ordered; others are compared as multisets.
ORDERED_LISTS = ("_deck", "_stack", "_pile", "track", "agenda")
REST = "rest"

# See `Game.name_components`.
NameComponents = Callable[[object, str], tuple[str, ...]]


def name_nothing(entry: object, field: str) -> tuple[str, ...]:
    """Return no other names: for values without components."""
    return ()


def find_differences(
    expected: object, actual: object, where: str, names: NameComponents = name_nothing
) -> list[str]:
    """Return the differences between expected and actual values, one sentence each.

    Keys that are not mentioned are ignored; a number in the place of a list is its length, text its
    items between commas; `rest` at the end of an ordered list stands for all that follows.

    >>> find_differences({"pearls": 2, "hand": ["crab 4"]}, {"pearls": 3, "hand": ["crab4"]}, "A")
    ['A.pearls is 3, not 2']
    """
    return _Comparison(names).compare(expected, actual, where)


class _Comparison:
    """Compares values; `names` are the other names of components."""

    def __init__(self, names: NameComponents):
        self.names = names

    def compare(self, expected: object, actual: object, where: str) -> list[str]:
        if isinstance(expected, Mapping):
            return self._compare_mappings(expected, actual, where)
        if isinstance(actual, list) and type(expected) is int:
            return [] if len(actual) == expected else [f"{where} are {len(actual)}, not {expected}"]
        if isinstance(actual, list) and isinstance(expected, str):
            expected = scenario_fields.parse_list(expected, where)
        if isinstance(expected, list) and isinstance(actual, list):
            return self._compare_lists(expected, actual, where)
        if self._is_as_expected(expected, actual, where):
            return []
        return [f"{where} is {actual}, not {expected}"]

    def _compare_mappings(
        self, expected: Mapping[object, object], actual: object, where: str
    ) -> list[str]:
        if not isinstance(actual, Mapping):
            return [f"{where or 'the position'} is {actual}, not {dict(expected)}"]
        wrong = []
        for key, value in expected.items():
            place = f"{where}.{key}" if where else str(key)
            name = str(key)
            if name not in actual:
                # A key may be a component too.
                name = next(
                    (
                        actual_name
                        for actual_name in actual
                        if self._is_as_expected(key, actual_name, where)
                    ),
                    "",
                )
            if name not in actual:
                wrong.append(f"{place} is not there")
            else:
                wrong += self.compare(value, actual[name], place)
        return wrong

    def _compare_lists(self, expected: list[object], actual: list[object], where: str) -> list[str]:
        if where.endswith(ORDERED_LISTS):
            if expected and expected[-1] == REST:
                expected = expected[:-1]
                actual = actual[: len(expected)]
            if self._is_as_expected(expected, actual, where):
                return []
            return [f"{where} is {actual}, not {expected}"]
        left = list(actual)
        for item in sorted(expected, key=lambda item: self._vagueness(item, where)):
            match = next(
                (candidate for candidate in left if self._is_as_expected(item, candidate, where)),
                None,
            )
            if match is None:
                return [f"{where} is {actual}, not {expected}"]
            left.remove(match)
        return [f"{where} is {actual}, not {expected}"] if left else []

    def _vagueness(self, item: object, where: str) -> int:
        """Return how many things an item may match, roughly: the most specific items are matched
        first, so that a vague one does not take their match."""
        return -len(item) if isinstance(item, Mapping) else len(self.names(item, where))

    def _is_as_expected(self, expected: object, actual: object, where: str) -> bool:
        """Return whether an item is as expected; a plain name matches any mapping that contains
        it."""
        if isinstance(actual, Mapping) and isinstance(expected, str):
            return any(self._is_as_expected(expected, value, where) for value in actual.values())
        if isinstance(expected, Mapping):
            if isinstance(actual, Mapping):
                return all(
                    self._is_as_expected(value, actual.get(key), where)
                    for key, value in expected.items()
                )
            # A plain item equals a mapping of which everything but its name is empty.
            return all(
                self._is_as_expected(value, actual, where) or not value
                for value in expected.values()
            )
        if isinstance(expected, list) and isinstance(actual, list):
            return len(expected) == len(actual) and all(
                self._is_as_expected(item, other, where)
                for item, other in zip(expected, actual, strict=True)
            )
        if isinstance(expected, bool) or isinstance(actual, bool):
            return bool(expected) == bool(actual)
        actual_text = _normalize_value(actual)
        return actual_text == _normalize_value(expected) or actual_text in [
            _normalize_value(name) for name in self.names(expected, where)
        ]


def _normalize_value(value: object) -> object:
    if not isinstance(value, str):
        return value
    return "".join(char for char in value.casefold() if char.isalnum())
