"""Replies as mail programs write them: where the answer stands, and how our e-mail is quoted.

Each client is a row of a table: how it announces the quote, and how it marks quoted lines.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP
from html import escape

import msgspec

POSITIONS = ("top", "below", "between")
SENDER = "Abyss by Post <play+abcdefghij@abyss.example>"

DIVIDER = "-------- Original Message --------"
BLOCK = f"From: {SENDER}\nSent: Monday, November 2, 2026 7:58 PM\nTo: Ann <ann@example.org>\n"
BLOCK += "Subject: Your turn"
BLOCK_DE = f"Von: {SENDER}\nGesendet: Montag, 2. November 2026 19:58\nAn: Ann <ann@example.org>\n"
BLOCK_DE += "Betreff: Your turn"
BLOCK_FR = f"De : {SENDER}\nEnvoyé : lundi 2 novembre 2026 19:58\nÀ : Ann <ann@example.org>\n"
BLOCK_FR += "Objet : Your turn"


class Sent(msgspec.Struct, frozen=True):
    """The e-mail that is answered, in both forms."""

    text: str
    page: str


class Client(msgspec.Struct, frozen=True):
    """How a program quotes: `announce` stands above the quote, `mark` before each quoted line.

    `width`: the quote is wrapped anew. `ends` stands below everything the person wrote.
    """

    announce: str
    mark: str = "> "
    width: int = 0
    ends: str = ""
    charset: str = "utf-8"
    transfer: str = "quoted-printable"
    flowed: bool = False


TEXT_CLIENTS = {
    "gmail": Client(f"On Mon, Nov 2, 2026 at 7:58 PM {SENDER}\nwrote:\n"),
    "gmail, wrapped": Client(
        "On Mon, Nov 2, 2026 at 7:58 PM Abyss by Post <\nplay+abcdefghij@abyss.example> wrote:\n"
    ),
    "gmail in German": Client(
        "Am Mo., 2. Nov. 2026 um 19:58 Uhr schrieb Abyss by Post <\n"
        "play+abcdefghij@abyss.example>:\n"
    ),
    "gmail in German, wrapped late": Client(
        "Am Mo., 2. Nov. 2026 um 19:58 Uhr schrieb Abyss by Post <play+abcdefghij@abyss.example\n"
        ">:\n"
    ),
    "gmail in French": Client(
        "Le lun. 2 nov. 2026 à 19:58, Abyss by Post <play+abcdefghij@abyss.example> a\nécrit :\n"
    ),
    "thunderbird": Client("On 02/11/2026 19:58, Abyss by Post wrote:", flowed=True),
    "thunderbird in German": Client("Am 02.11.26 um 19:58 schrieb Abyss by Post:", flowed=True),
    "apple mail": Client("\nOn 2 Nov 2026, at 19:58, Abyss by Post wrote:\n"),
    "iphone": Client(
        f"\n> On 2 Nov 2026, at 19:58, {SENDER} wrote:\n> ", ends="\nSent from my iPhone"
    ),
    "iphone in French": Client(
        f"\n> Le 2 nov. 2026 à 19:58, {SENDER} a écrit :\n> ", ends="\nEnvoyé de mon iPhone"
    ),
    "k-9": Client(
        f"\nAm 2. November 2026 19:58:12 MEZ schrieb {SENDER}:",
        mark=">",
        ends="\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    ),
    "mutt": Client(
        "On Mon, Nov 02, 2026 at 07:58:12PM +0100, Abyss by Post wrote:", charset="latin-1"
    ),
    "proton": Client(
        f"On Monday, November 2nd, 2026 at 7:58 PM, {SENDER} wrote:\n", transfer="base64"
    ),
    "roundcube": Client("On 2026-11-02 19:58, Abyss by Post wrote:"),
    "gmx": Client(
        f"\nGesendet: Montag, 2. November 2026 um 19:58 Uhr\nVon: {SENDER}\n"
        "An: Ann <ann@example.org>\nBetreff: Your turn\n",
        mark="",
    ),
    "yahoo": Client(
        f"    On Monday, November 2, 2026 at 07:58:12 PM GMT+1, {SENDER} wrote:  \n ", " "
    ),
    "outlook": Client(f"\n{DIVIDER}\n{BLOCK}\n", mark="", width=78),
    "outlook in German": Client(f"\n________________________________\n{BLOCK_DE}\n", mark=""),
    "outlook in French": Client(f"\n{BLOCK_FR}\n", mark=""),
    "samsung": Client(f"\n-------- Original message --------\n{BLOCK}\n", mark="", width=60),
    "horde": Client("Zitat von Abyss by Post <play@abyss.example>:\n"),
    "lotus notes": Client(
        "\n\nFrom:   Abyss by Post <play@abyss.example>\nTo:     Ann\nDate:   02.11.2026 19:58\n"
        "Subject:        Your turn\n\n",
        mark="",
    ),
    "rewrapped": Client(f"On Mon, 2 Nov 2026, {SENDER} wrote:", width=60),
}

GMAIL = (
    '<div dir="ltr">{above}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
    "On Mon, Nov 2, 2026 at 7:58 PM Abyss by Post &lt;play@abyss.example&gt; wrote:<br></div>"
    '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">{page}</blockquote></div>{below}'
)
OUTLOOK = (
    '<div class="WordSection1">{above}<div style="border:none;border-top:solid #E1E1E1 1.0pt">'
    '<p class="MsoNormal"><b>From:</b> Abyss by Post &lt;play@abyss.example&gt;<br><b>Sent:</b> '
    "Monday, November 2, 2026 7:58 PM<br><b>To:</b> Ann<br><b>Subject:</b> Your turn</p></div>"
    "{page}</div>{below}"
)
OUTLOOK_WEB = (
    '{above}<div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr"><b>From:</b> Abyss'
    " by Post<br><b>Sent:</b> Monday<br><b>Subject:</b> Your turn</div><div>{page}</div>{below}"
)
APPLE = (
    '<div>{above}</div><div><br><blockquote type="cite"><div>On 2 Nov 2026, at 19:58, Abyss by '
    "Post wrote:</div><br>{page}</blockquote></div><div>{below}</div>"
)
THUNDERBIRD = (
    '<p>{above}</p><div class="moz-cite-prefix">On 02/11/2026 19:58, Abyss wrote:<br></div>'
    '<blockquote type="cite" cite="mid:1">{page}</blockquote><p>{below}</p>'
)
YAHOO = (
    '<div class="ydp1">{above}</div><div id="ydp2yahoo_quoted_1" class="yahoo_quoted"><div>On '
    "Monday, Abyss wrote:</div>{page}</div><div>{below}</div>"
)
PROTON = (
    '<div>{above}</div><div class="protonmail_quote">On Monday, Abyss wrote:<br><blockquote '
    'class="protonmail_quote" type="cite">{page}</blockquote></div><div>{below}</div>'
)
# Programs whose users write above only have no {below} that they would write into.
HTML_CLIENTS = {
    "gmail": GMAIL,
    "outlook": OUTLOOK,
    "outlook on the web": OUTLOOK_WEB,
    "apple mail": APPLE,
    "thunderbird": THUNDERBIRD,
    "yahoo": YAHOO,
    "proton": PROTON,
}
BELOW_IN_HTML = ("gmail", "apple mail", "thunderbird")


def write_text_reply(client: Client, position: str, body: str, sent: Sent) -> bytes:
    """Return a reply in plain text."""
    lines = [line for row in sent.text.splitlines() for line in _wrap(row, client.width)]
    quoted = [f"{client.mark}{line}".rstrip() for line in lines]
    match position:
        case "top":
            rows = [body, client.ends, "", client.announce, *quoted]
        case "below":
            rows = [client.announce, *quoted, "", body, client.ends]
        case _:
            half = _find_gap(lines)
            rows = [client.announce, *quoted[:half], "", body, "", *quoted[half:]]
    email = EmailMessage(policy=SMTP)
    text = "\n".join(rows) + "\n"
    try:
        text.encode(client.charset)
        charset = client.charset
    except UnicodeEncodeError:
        charset = "utf-8"
    email.set_content(text, charset=charset, cte=client.transfer)
    return email.as_bytes()


def write_html_reply(template: str, position: str, body: str, sent: Sent) -> bytes:
    """Return a reply in HTML."""
    said = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in body.split("\n"))
    above, below = (said, "") if position == "top" else ("", said)
    page = template.format(above=above, below=below, page=sent.page)
    email = EmailMessage(policy=SMTP)
    email.set_content(f"<html><body>{page}</body></html>", subtype="html")
    return email.as_bytes()


def _wrap(row: str, width: int) -> list[str]:
    return textwrap.wrap(row, width, break_long_words=False) or [""] if width else [row]


def _find_gap(lines: list[str]) -> int:
    """Return the index of the blank line in the middle of a quote."""
    blank = [at for at, line in enumerate(lines) if not line.strip()]
    return min(blank, key=lambda at: abs(at - len(lines) // 2), default=len(lines))


Writer = Callable[[str, Sent], bytes]


def list_writers() -> list[tuple[str, str, Writer]]:
    """Return (client, position, writer of a reply) for every client and position."""
    found: list[tuple[str, str, Writer]] = []
    for name, client in TEXT_CLIENTS.items():
        for position in POSITIONS:
            found.append((name, position, _text_writer(client, position)))
    for name, template in HTML_CLIENTS.items():
        for position in ("top", "below") if name in BELOW_IN_HTML else ("top",):
            found.append((f"{name} in HTML", position, _html_writer(template, position)))
    return found


def _text_writer(client: Client, position: str) -> Writer:
    return lambda body, sent: write_text_reply(client, position, body, sent)


def _html_writer(template: str, position: str) -> Writer:
    return lambda body, sent: write_html_reply(template, position, body, sent)
