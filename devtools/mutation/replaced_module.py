"""Import a module as a mutant changes it, and put the mutant into a module already imported."""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, FunctionType, ModuleType

from abyss_site.bootstrap.stack import ROOT
from devtools.mutation.mutants import Mutant, mutate_module


class MutatedLoader(SourceFileLoader):
    """Loads one module from a changed syntax tree; nothing of it is cached on disk."""

    tree: ast.Module

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.tree, self.path, "exec")


class MutatedFinder(MetaPathFinder):
    """Finds one module and leaves all others to the next finder."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = mutant.path.removesuffix(".py").replace("/", ".")
        self.tree = mutate_module((ROOT / mutant.path).read_text(), mutant)

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of the mutated module, None for any other."""
        spec = PathFinder.find_spec(name, path, target) if name == self.name else None
        if spec is None or spec.origin is None:
            return None
        loader = MutatedLoader(name, spec.origin)
        loader.tree = self.tree
        spec.loader = loader
        return spec


def import_mutated(mutant: Mutant) -> None:
    """Let the mutant's module be imported with its change. It must not be imported yet."""
    finder = MutatedFinder(mutant)
    assert finder.name not in sys.modules, finder.name
    sys.meta_path.insert(0, finder)


def put_into_functions(mutant: Mutant) -> bool:
    """Give every existing function of the mutant's file its changed code.

    Return False if that is impossible: the mutant changes what runs on import, or a closure.
    """
    if not mutant.function:
        return False
    file = str(ROOT / mutant.path)
    new: dict[tuple[str, int], CodeType] = {}
    for code in _codes_in(
        compile(mutate_module((ROOT / mutant.path).read_text(), mutant), file, "exec")
    ):
        key = code.co_qualname, code.co_firstlineno
        if key in new:
            return False  # Two lambdas on one line.
        new[key] = code
    for function in [
        function for function in gc.get_objects() if isinstance(function, FunctionType)
    ]:
        code = function.__code__
        if code.co_filename == file:
            new_code = new.get((code.co_qualname, code.co_firstlineno))
            if new_code is None or new_code.co_freevars != code.co_freevars:
                return False
            function.__code__ = new_code
    return True


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of every function, at any depth, but not that of comprehensions."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_name not in ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"):
                yield constant
            yield from _codes_in(constant)
