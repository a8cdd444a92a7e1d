"""Load the templates of pages without their indentation, which every reader would download.

Their constant tags are rendered only once for each language.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from django.template import Context, Origin, Template
from django.template.base import FilterExpression
from django.template.defaulttags import URLNode
from django.template.loaders import cached, filesystem
from django.templatetags.i18n import TranslateNode
from django.templatetags.static import StaticNode
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.translation import get_language

INDENTATION = re.compile(r"\n[ \t]+")


class Loader(filesystem.Loader):
    """Load templates from `DIRS`; those of pages begin each line at its left edge.

    Line breaks stay, so that errors name the right line. E-mails are left as they are written.
    """

    def get_contents(self, origin: Origin) -> str:
        """Return the source of a template."""
        source: str = super().get_contents(origin)
        name = str(origin.template_name)
        is_page = name.endswith(".html") and not name.startswith("mail/")
        return INDENTATION.sub("\n", source) if is_page else source


class CachedLoader(cached.Loader):
    """Keep parsed templates, and what their constant tags give in each language.

    A page has a hundred tags with a word to translate, the URL of a page or of a static file. The
    latest URLs with arguments are kept, too.
    """

    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        """Return a template. Raises TemplateDoesNotExist."""
        is_new = self.cache_key(template_name, skip) not in self.get_template_cache
        template = super().get_template(template_name, skip)
        if is_new:
            for kind in (TranslateNode, URLNode, StaticNode):
                for node in template.nodelist.get_nodes_by_type(kind):
                    if _is_constant(node):
                        setattr(node, "render", _render_once(node.render))  # noqa: B010
                    elif isinstance(node, URLNode) and _is_of_ours(node):
                        setattr(node, "render", partial(_render_url, node))  # noqa: B010
        return template


def _is_constant(node: Any) -> bool:
    """Return whether a tag always gives the same in one language."""
    if isinstance(node, TranslateNode):
        context = node.message_context
        is_literal = node.filter_expression.var.literal is not None
        return is_literal and not (
            node.asvar or node.filter_expression.filters or (context and not _is_literal(context))
        )
    if isinstance(node, URLNode):
        return _is_literal(node.view_name) and not (node.asvar or node.args or node.kwargs)
    return _is_literal(node.path) and not node.varname


def _is_of_ours(node: URLNode) -> bool:
    """Return whether a tag writes the URL of a page, which is the same for whoever looks at it."""
    return _is_literal(node.view_name) and ":" not in node.view_name.var and not node.asvar


def _render_url(node: URLNode, context: Context) -> str:
    args = tuple(argument.resolve(context) for argument in node.args)
    kwargs = tuple((name, argument.resolve(context)) for name, argument in node.kwargs.items())
    url = _find_url(node.view_name.var, args, kwargs)
    return conditional_escape(url) if context.autoescape else url


@lru_cache(maxsize=4096)
def _find_url(name: str, args: tuple[object, ...], kwargs: tuple[tuple[str, object], ...]) -> str:
    """Return the URL of a page. Raises NoReverseMatch."""
    return reverse(name, args=args, kwargs=dict(kwargs))


def _is_literal(expression: FilterExpression) -> bool:
    return not (expression.is_var or expression.filters)


def _render_once(render: Callable[[Context], str]) -> Callable[[Context], str]:
    rendered_by_language: dict[str | None, str] = {}

    def render_known(context: Context) -> str:
        language = get_language()
        if language not in rendered_by_language:
            rendered_by_language[language] = render(context)
        return rendered_by_language[language]

    return render_known
