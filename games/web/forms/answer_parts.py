"""What the page's form for one question is made of: parts with answers, fields, and their items."""

from __future__ import annotations

from dataclasses import dataclass, replace

# Kinds of fields whose items are ticked.
TICKED = ("one", "several")


@dataclass(frozen=True)
class Tick:
    """One item of a pick, or one bin of a split, or of a ranking, with the number put in it.

    `picture` is the item as HTML, `worth` what it adds to a sum, `thing` what it is on the table;
    all three only where a game draws them.
    """

    code: str
    words: str
    ticked: bool = False
    name: str = ""
    value: str = ""
    most: int = 0
    picture: str = ""
    worth: int | None = None
    thing: str = ""


@dataclass(frozen=True)
class Field:
    """One slot to fill. `kind` is “one”, “several”, “ranked”, “number” or “split”."""

    kind: str
    name: str
    words: str
    told: str
    ticks: tuple[Tick, ...] = ()
    low: int = 0
    high: int = 0
    value: str = ""

    def picked(self, thing: str) -> Field:
        """Return the field with what a press on a thing means ticked, if nothing is yet."""
        things = [tick.thing for tick in self.ticks]
        if self.kind not in TICKED or thing not in things or any(t.ticked for t in self.ticks):
            return self
        ticks = list(self.ticks)
        ticks[things.index(thing)] = replace(ticks[things.index(thing)], ticked=True)
        return replace(self, ticks=tuple(ticks))


@dataclass(frozen=True)
class Ready:
    """An answer that one press gives: `value` is the decision as JSON, `thing` what it is about."""

    number: int
    words: str
    hint: str
    value: str
    thing: str = ""


@dataclass(frozen=True)
class Part:
    """A run of ready answers, or one choice with its examples and the fields to fill it.

    `more` are examples that are folded away, so that the next choice is not screens below. `thing`
    is what on the table the choice is about, `goal` what its items should add up to.
    """

    key: str
    words: str
    answers: tuple[Ready, ...]
    more: tuple[Ready, ...] = ()
    fields: tuple[Field, ...] = ()
    open: bool = False
    thing: str = ""
    goal: int | None = None

    def about(self, thing: str) -> Part | None:
        """Return what of this part is about a thing on the table, opened; None if nothing is."""
        if self.fields:
            return self._opened(thing) if thing in self.things else None
        answers = tuple(answer for answer in self.answers if answer.thing == thing)
        return replace(self, answers=answers) if answers else None

    @property
    def things(self) -> tuple[str, ...]:
        """The things that the choice is about, or that its fields take, each once."""
        taken = (tick.thing for field in self.fields for tick in field.ticks)
        return tuple(dict.fromkeys(thing for thing in (self.thing, *taken) if thing))

    def _opened(self, thing: str) -> Part:
        if thing == self.thing:
            return replace(self, open=True)
        fields = list(self.fields)
        for place, field in enumerate(fields):
            if (filled := field.picked(thing)) is not field:
                fields[place] = filled
                break
        return replace(self, open=True, fields=tuple(fields))
