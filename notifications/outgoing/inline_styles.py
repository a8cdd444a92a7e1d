"""Inline styles of the buttons in e-mails, for mail programs that drop or ignore style sheets.

Gmail drops the style sheet for accounts of other providers, and Outlook's Word engine ignores the
padding and background of links: it gets a table cell around each button, in comments that only it
reads.
"""

from __future__ import annotations

import re

import msgspec

from .renderers import Email

BLUE, WHITE = "#0b5c7a", "#ffffff"
# As in the style sheet of templates/mail/_base.html, which sets the colours of dark mode.
BUTTON_STYLE = (
    "display:block;padding:9px 12px;border:2px solid {border};border-radius:10px;"
    "background-color:{background};color:{color};text-decoration:none;font-size:15px;"
    "font-weight:600;line-height:1.3"
)
CELL = (
    '<!--[if mso]><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>'
    '<td bgcolor="{background}" style="padding:9px 12px;border:2px solid {border}"><![endif]-->'
)
CELL_END = "<!--[if mso]></td></tr></table><![endif]-->"

_BUTTON = re.compile(r'<a class="act( first)?"([^>]{1,8000})>(.*?)</a>', re.DOTALL)


def style_buttons(email: Email) -> Email:
    """Return an e-mail whose buttons look like buttons without its style sheet."""
    if 'class="act' not in email.html:
        return email
    return msgspec.structs.replace(email, html=_BUTTON.sub(_style_button, email.html))


def _style_button(button: re.Match[str]) -> str:
    is_first, attributes, words = bool(button[1]), button[2], button[3]
    if " style=" in attributes:
        return button[0]
    colors = {
        "border": BLUE,
        "background": BLUE if is_first else WHITE,
        "color": WHITE if is_first else BLUE,
    }
    style, cell = BUTTON_STYLE.format(**colors), CELL.format(**colors)
    link = f'<a class="act{button[1] or ""}"{attributes} style="{style}">{words}</a>'
    return cell + link + CELL_END
