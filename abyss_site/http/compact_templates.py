"""Load the templates of pages without their indentation, which every reader would download."""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

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
