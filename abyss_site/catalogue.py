"""The catalogues of locale/: what is to be translated, the .po files people edit, the .mo we read.

GNU gettext's programs are not needed: templates and code are read by their own parsers.
"""

from __future__ import annotations

import ast
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.template import Engine, Node, engines
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

# Language: how many plural forms, and which one a number takes.
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
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
}


@dataclass(frozen=True, order=True)
class Message:
    """What is translated: English, its plural ("" if it counts nothing), its context ("")."""

    text: str
    plural: str = ""
    context: str = ""


@dataclass
class Found:
    """Messages with the files they stand in, and refusals whose facts are lost in the sentence."""

    messages: dict[Message, list[str]] = field(default_factory=dict)
    untellable: list[str] = field(default_factory=list)

    def add(self, message: Message, where: str) -> None:
        """Note that a message stands in a file."""
        places = self.messages.setdefault(message, [])
        if where not in places:
            places.append(where)


Catalogue = dict[Message, list[str]]


def po_path(language: str) -> Path:
    """Return the file people edit."""
    return settings.BASE_DIR / "locale" / language / "LC_MESSAGES" / "django.po"


def pot_path() -> Path:
    """Return the template: every message without translations, for new languages and for tools."""
    return settings.BASE_DIR / "locale" / "django.pot"


def mo_path(language: str) -> Path:
    """Return the file Django reads."""
    return po_path(language).with_suffix(".mo")


# What is to be translated -------------------------------------------------------------------------


def extract() -> Found:
    """Return every message of the templates and of the code.

    A refusal is a message as well, except those of a game, which tells its own.
    """
    found = Found()
    for path in sorted((settings.BASE_DIR / "templates").rglob("*.*")):
        for message in _in_template(path):
            found.add(message, _name(path))
    trees = {path: ast.parse(path.read_text("utf-8")) for path in _code()}
    refusals = refusal_names(trees.values())
    for path, tree in trees.items():
        _in_code(tree, _name(path), refusals, found)
    return found


def _name(path: Path) -> str:
    return path.relative_to(settings.BASE_DIR).as_posix()


def _code() -> Iterator[Path]:
    for app in ("abyss_site", "games", "notifications"):
        for path in sorted((settings.BASE_DIR / app).rglob("*.py")):
            parts = path.relative_to(settings.BASE_DIR).parts
            is_of_a_game = parts[:2] == ("games", "titles") and len(parts) > 3
            if "migrations" not in parts and not is_of_a_game:
                yield path


def _in_template(path: Path) -> Iterator[Message]:
    engine: Engine = engines["django"].engine  # type: ignore[attr-defined]
    template = engine.from_string(path.read_text("utf-8"))
    for node in template.nodelist.get_nodes_by_type(Node):
        if isinstance(node, TranslateNode):
            said = node.filter_expression.var
            yield Message(getattr(said, "literal", None) or str(said), context=_context(node))
        elif isinstance(node, BlockTranslateNode):
            text, _names = node.render_token_list(node.singular)
            plural = node.render_token_list(node.plural)[0] if node.plural else ""
            yield Message(text, plural, _context(node))


def _context(node: TranslateNode | BlockTranslateNode) -> str:
    return str(node.message_context.var) if node.message_context else ""


def refusal_names(trees: Iterable[ast.AST]) -> set[str]:
    """Return the classes that are refusals, and the functions that are said to return one."""
    nodes = [node for tree in trees for node in ast.walk(tree)]
    # Two classes may have one name.
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


def _in_code(tree: ast.AST, where: str, refusals: set[str], found: Found) -> None:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = ast.unparse(node.func).split(".")[-1]
        if called in CALLS:
            texts = [_constant(node, at) for at in CALLS[called]]
            if texts[1]:
                found.add(Message(texts[1], texts[2], texts[0]), where)
        elif called in refusals:
            if isinstance(node.args[0], ast.JoinedStr):
                found.untellable.append(f"{where}:{node.lineno}")
            elif sentence := _constant(node, 0):
                found.add(Message(sentence), where)


def _constant(call: ast.Call, at: int | None) -> str:
    if at is None or at >= len(call.args):
        return ""
    argument = call.args[at]
    said = argument.value if isinstance(argument, ast.Constant) else ""
    return said if isinstance(said, str) else ""


# The .po file -------------------------------------------------------------------------------------


def read(language: str) -> Catalogue:
    """Return a language's translations; empty if there is no file."""
    path = po_path(language)
    if not path.exists():
        return {}
    catalogue: Catalogue = {}
    for block in path.read_text("utf-8").split("\n\n"):
        parts = _parts(block)
        strings = [text for key, text in sorted(parts.items()) if key.startswith("msgstr")]
        if "#~" not in block and parts.get("msgid"):
            message = Message(
                parts["msgid"], parts.get("msgid_plural", ""), parts.get("msgctxt", "")
            )
            catalogue[message] = [""] if "#, fuzzy" in block else strings
    return catalogue


def _parts(block: str) -> dict[str, str]:
    """Keyword -> text of one entry; texts go on over several lines."""
    parts: dict[str, str] = {}
    keyword = ""
    for line in block.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if not line.startswith('"'):
            keyword, line = line.split(" ", 1)
        parts[keyword] = parts.get(keyword, "") + ast.literal_eval(line)
    return parts


def write(language: str, catalogue: Catalogue, found: Found) -> None:
    """Write the .po file: what is found now, in order, with the translations there are."""
    po_path(language).parent.mkdir(parents=True, exist_ok=True)
    po_path(language).write_text(_format_message(_header(language), catalogue, found), "utf-8")


def write_template(found: Found) -> None:
    """Write the .pot file: what is found now, in order."""
    pot_path().write_text(_format_message(_header(""), {}, found), "utf-8")


def _format_message(header: str, catalogue: Catalogue, found: Found) -> str:
    """Return the text of a .po or .pot file."""
    blocks = [_block({"msgid": "", "msgstr": header})]
    for message, places in found.messages.items():
        keys = {"msgctxt": message.context} if message.context else {}
        keys["msgid"] = message.text
        strings = catalogue.get(message) or [""]
        if message.plural:
            keys["msgid_plural"] = message.plural
            keys |= {f"msgstr[{form}]": (strings * 2)[form] for form in (0, 1)}
        else:
            keys["msgstr"] = strings[0]
        lines = [f"#: {place}" for place in places]
        if any("%(" in text for text in (message.text, message.plural)):
            lines.append("#, python-format")
        blocks.append("\n".join([*lines, _block(keys)]))
    return "\n\n".join(blocks) + "\n"


def _header(language: str) -> str:
    plurals = PLURALS.get(language, "nplurals=INTEGER; plural=EXPRESSION;")
    return (
        "Project-Id-Version: Abyss by Post\n"
        f"Language: {language}\n"
        "MIME-Version: 1.0\n"
        "Content-Type: text/plain; charset=UTF-8\n"
        "Content-Transfer-Encoding: 8bit\n"
        f"Plural-Forms: {plurals}\n"
    )


def _block(keys: dict[str, str]) -> str:
    return "\n".join(f"{key} {_quote_text(text)}" for key, text in keys.items())


def _quote_text(text: str) -> str:
    lines = [
        '"' + line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
        for line in text.splitlines(keepends=True)
    ]
    return lines[0] if len(lines) == 1 else "\n".join(['""', *lines])


# The .mo file -------------------------------------------------------------------------------------


def compile_catalogue(language: str) -> bytes:
    """Return the .po file as GNU gettext's binary catalogue; the same file gives the same bytes."""
    pairs = {"": _header(language)}
    for message, strings in read(language).items():
        if all(strings):
            key = f"{message.context}\x04{message.text}" if message.context else message.text
            key += f"\0{message.plural}" if message.plural else ""
            pairs[key] = "\0".join(strings)
    rows = sorted((key.encode(), text.encode()) for key, text in pairs.items())
    start = 7 * 4 + 16 * len(rows)
    keys, texts = (b"".join(part + b"\0" for part in column) for column in zip(*rows, strict=True))
    index = _index([key for key, _text in rows], start)
    index += _index([text for _key, text in rows], start + len(keys))
    head = struct.pack("<7I", 0x950412DE, 0, len(rows), 28, 28 + 8 * len(rows), 0, 0)
    return head + index + keys + texts


def _index(parts: list[bytes], start: int) -> bytes:
    """Length and place of each part."""
    packed = b""
    for part in parts:
        packed += struct.pack("<2I", len(part), start)
        start += len(part) + 1
    return packed
