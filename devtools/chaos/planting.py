"""Plant faults: replace a function of the service while the fault is on."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from types import FunctionType
from typing import NoReturn

# A replacement function; its arguments are the original function and that function's arguments.
Replacement = Callable[..., object]


class Switch:
    """The file with the name of the active fault ("" for none); all processes read it."""

    file: Path | None = None

    def is_on(self, name: str) -> bool:
        try:
            return bool(self.file and self.file.read_text() == name)
        except OSError:
            return False


switch = Switch()
# “module.function” -> what is called instead.
replacements: dict[str, Callable[..., object]] = {}
counters: dict[str, Iterator[int]] = {}


def replace(fault: str, path: str, replacement: Replacement) -> None:
    """Call `replacement(original, *args, **kwargs)` instead of a function while a fault is on.

    The code object of the function itself is replaced, so it does not matter who has imported it or
    how it is wrapped. Raises LookupError if the function does not exist any more.
    """
    module_name, _, name = path.rpartition(".")
    function = inspect.unwrap(getattr(import_module(module_name), name, None) or _missing(path))
    if not isinstance(function, FunctionType) or function.__code__.co_freevars:
        _missing(path)
    original = replacements.get(path) or _copy(function)
    replacements[path] = partial(_choose, fault, replacement, original)
    code = _template.__code__
    constants = tuple(path if constant == "PATH" else constant for constant in code.co_consts)
    function.__code__ = code.replace(co_consts=constants)
    function.__defaults__, function.__kwdefaults__ = None, None


def is_nth_call(fault: str, times: int) -> bool:
    """Return True once in `times` calls for the same fault in this process."""
    return next(counters.setdefault(fault, count(1))) % times == 0


def _choose(
    fault: str,
    replacement: Replacement,
    original: Callable[..., object],
    *args: object,
    **kwargs: object,
) -> object:
    if switch.is_on(fault):
        return replacement(original, *args, **kwargs)
    return original(*args, **kwargs)


def _copy(function: FunctionType) -> FunctionType:
    copy = FunctionType(
        function.__code__, function.__globals__, function.__name__, function.__defaults__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    return copy


def _template(*args: object, **kwargs: object) -> object:
    from devtools.chaos.planting import replacements as known

    return known["PATH"](*args, **kwargs)


def _missing(path: str) -> NoReturn:
    raise LookupError(f"There is no function {path} to plant a fault in.")
