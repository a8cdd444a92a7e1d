"""Translation catalogues in locale/: extract messages, read and write .po files, compile .mo files.

Messages are found by the parsers of templates and code; polib reads and writes the files.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import polib
from django.conf import settings
from django.template import Engine, Node, engines
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

# Language -> number of plural forms, and the expression that selects one.
PLURALS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "de": "nplurals=2; plural=(n != 1);",
}

# Function -> positions of (context, message, plural) in its arguments.
CALLS = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "gettext_noop": (None, 0, None),
    # What a moderator action changes, in games/services/moderation/.
    "add_change": (None, 0, None),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
}


@dataclass(frozen=True, order=True)
class Message:
    """A message: the English text, its plural ("" if it has none), its context ("")."""

    text: str
    plural: str = ""
    context: str = ""


@dataclass
class Extraction:
    """The messages with the files they occur in, and refusals whose facts are lost in the
    sentence."""

    messages: dict[Message, list[str]] = field(default_factory=dict)
    untellable: list[str] = field(default_factory=list)

    def add(self, message: Message, where: str) -> None:
        """Record that a message occurs in a file."""
        places = self.messages.setdefault(message, [])
        if where not in places:
            places.append(where)


Catalogue = dict[Message, list[str]]


def po_path(language: str) -> Path:
    """Return the path of the .po file, which translators edit."""
    return settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"


def pot_path() -> Path:
    """Return the path of the template: all messages without translations, for new languages and
    tools."""
    return settings.BASE_DIR / "locale" / "django.pot"


def mo_path(language: str) -> Path:
    """Return the path of the .mo file, which Django reads."""
    return po_path(language).with_suffix(".mo")


# Extraction ---------------------------------------------------------------------------------------


def extract() -> Extraction:
    """Return every message in templates and code.

    Refusals are messages too, except those of games, which translate their own.
    """
    result = Extraction()
    for path in sorted((settings.BASE_DIR / "templates").rglob("*.*")):
        for message in list_template_messages(path):
            result.add(message, _name(path))
    trees = {path: ast.parse(path.read_text("utf-8")) for path in _code()}
    refusals = refusal_names(trees.values())
    for path, tree in trees.items():
        _in_code(tree, _name(path), refusals, result)
    return result


def _name(path: Path) -> str:
    return path.relative_to(settings.BASE_DIR).as_posix()


def _code() -> Iterator[Path]:
    for app in ("abyss_site", "devtools", "games", "notifications"):
        for path in sorted((settings.BASE_DIR / app).rglob("*.py")):
            parts = path.relative_to(settings.BASE_DIR).parts
            is_of_a_game = parts[:2] == ("games", "titles") and len(parts) > 3
            if "migrations" not in parts and not is_of_a_game:
                yield path


def list_template_messages(path: Path) -> Iterator[Message]:
    """Yield the messages of a template, as its parser finds them."""
    engine: Engine = engines["django"].engine  # type: ignore[attr-defined]
    template = engine.from_string(path.read_text("utf-8"))
    for node in template.nodelist.get_nodes_by_type(Node):
        if isinstance(node, TranslateNode):
            text_value = node.filter_expression.var
            yield Message(
                getattr(text_value, "literal", None) or str(text_value), context=_context(node)
            )
        elif isinstance(node, BlockTranslateNode):
            text, _names = node.render_token_list(node.singular)
            plural = node.render_token_list(node.plural)[0] if node.plural else ""
            yield Message(text, plural, _context(node))


def _context(node: TranslateNode | BlockTranslateNode) -> str:
    return str(node.message_context.var) if node.message_context else ""


def refusal_names(trees: Iterable[ast.AST]) -> set[str]:
    """Return the classes that are refusals, and the functions annotated to return one."""
    nodes = [node for tree in trees for node in ast.walk(tree)]
    # Two classes may share a name.
    classes = [
        (node.name, {ast.unparse(base).split(".")[-1] for base in node.bases})
        for node in nodes
        if isinstance(node, ast.ClassDef)
    ]
    names = {"Refused"}
    while more := {name for name, bases in classes if bases & names} - names:
        names |= more
    makers = {
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef)
        and node.returns is not None
        and ast.unparse(node.returns) in names
    }
    return names | makers


def _in_code(tree: ast.AST, where: str, refusals: set[str], result: Extraction) -> None:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        function_name = ast.unparse(node.func).split(".")[-1]
        if function_name in CALLS:
            texts = [_constant(node, at) for at in CALLS[function_name]]
            if texts[1]:
                result.add(Message(texts[1], texts[2], texts[0]), where)
        elif function_name in refusals:
            if isinstance(node.args[0], ast.JoinedStr):
                result.untellable.append(f"{where}:{node.lineno}")
            elif sentence := _constant(node, 0):
                result.add(Message(sentence), where)


def _constant(call: ast.Call, at: int | None) -> str:
    if at is None or at >= len(call.args):
        return ""
    argument = call.args[at]
    value = argument.value if isinstance(argument, ast.Constant) else ""
    return value if isinstance(value, str) else ""


# The files ----------------------------------------------------------------------------------------


def read(language: str) -> Catalogue:
    """Return a language's translations, [""] for a fuzzy one; empty if there is no file."""
    path = po_path(language)
    if not path.exists():
        return {}
    return {
        Message(entry.msgid, entry.msgid_plural, entry.msgctxt or ""): _translations(entry)
        for entry in _open_po(path)
        if not entry.obsolete
    }


def _open_po(path: Path) -> polib.POFile:
    return polib.pofile(str(path), encoding="utf-8", wrapwidth=0)


def _translations(entry: polib.POEntry) -> list[str]:
    if entry.fuzzy:
        return [""]
    plurals = entry.msgstr_plural
    return [plurals[form] for form in sorted(plurals)] if plurals else [entry.msgstr]


def write(language: str, catalogue: Catalogue, extraction: Extraction) -> None:
    """Write the .po file: the messages found now, in order, with the existing translations."""
    po_path(language).parent.mkdir(parents=True, exist_ok=True)
    _build_po(language, catalogue, extraction).save(str(po_path(language)))


def write_template(extraction: Extraction) -> None:
    """Write the .pot file: what is found now, in order."""
    _build_po("", {}, extraction).save(str(pot_path()))


def _build_po(language: str, catalogue: Catalogue, extraction: Extraction) -> polib.POFile:
    """Return a .po file, or the .pot file for language ""."""
    file = polib.POFile(encoding="utf-8", wrapwidth=0)
    file.metadata = {
        "Project-Id-Version": "Abyss by Post",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS.get(language, "nplurals=INTEGER; plural=EXPRESSION;"),
    }
    file.extend(
        _build_entry(message, catalogue.get(message, []), places)
        for message, places in extraction.messages.items()
    )
    return file


def _build_entry(message: Message, strings: list[str], places: list[str]) -> polib.POEntry:
    entry = polib.POEntry(msgid=message.text, occurrences=[(place, "") for place in places])
    if message.context:
        entry.msgctxt = message.context
    if message.plural:
        entry.msgid_plural = message.plural
        entry.msgstr_plural = dict(enumerate(strings or ["", ""]))
    else:
        entry.msgstr = strings[0] if strings else ""
    if "%(" in message.text + message.plural:
        entry.flags = ["python-format"]
    return entry


def compile_catalogue(language: str) -> bytes:
    """Return the .po file as GNU gettext's binary catalogue; the same file gives the same bytes."""
    return bytes(_open_po(po_path(language)).to_binary())
