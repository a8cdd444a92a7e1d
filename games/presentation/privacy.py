"""What is stored about people, why and for how long, derived from the retention settings."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from msgspec import Struct

from abyss_site.core.database import replica
from games.presentation import retention
from games.presentation.labels import days_in_words


def storage_periods() -> dict[str, timedelta]:
    """Return retention periods by name, including those of cookies."""
    return {
        **retention.retention_periods(),
        "csrf": timedelta(seconds=settings.CSRF_COOKIE_AGE),
        "appearance": timedelta(days=365),
    }


_STAYS = gettext_noop("indefinitely; without your name once you have left")
_ACCOUNT = gettext_noop("until you delete it, or your account")


class StoredDatum(Struct, frozen=True):
    """A kind of stored data: what, why, and how long, in words."""

    what: str
    why: str
    long: str


def list_stored_data() -> list[StoredDatum]:
    """Return everything that is stored about people, in the active language."""
    return [StoredDatum(_(what), _(why), _describe_period(long)) for what, why, long in TABLE]


def list_cookies() -> list[StoredDatum]:
    """Return the cookies that we set, in the active language; `what` are their names."""
    return [
        StoredDatum(name, _(why), _describe_period(long))
        for name, why, long in COOKIES
        if name != replica.WROTE_COOKIE or replica.has_replica()
    ]


def _describe_period(long: str) -> str:
    periods = storage_periods()
    return days_in_words(periods[long].days) if long in periods else _(long)


# What, why, and the name of a retention period or words.
TABLE: list[tuple[str, str, str]] = [
    (
        gettext_noop("Your address, name, language, zone, hours, passkeys and settings"),
        gettext_noop("to recognise you and to write to you"),
        _ACCOUNT,
    ),
    (
        gettext_noop("What you say about yourself on your page, and whom you follow"),
        gettext_noop("because you asked us to; nobody else sees whom you follow"),
        _ACCOUNT,
    ),
    (
        gettext_noop("The day of your last visit to our pages"),
        gettext_noop("so that others know whether you are around, unless you hide it"),
        _ACCOUNT,
    ),
    (
        gettext_noop("That you are on our pages, and at which match"),
        gettext_noop("so that nothing you are looking at is e-mailed"),
        gettext_noop("three minutes after you have left"),
    ),
    (
        gettext_noop("Unconfirmed e-mail addresses"),
        gettext_noop("to sign in"),
        "strangers",
    ),
    (
        gettext_noop("The apps that you allow to act for you, and those that you have registered"),
        gettext_noop("so that they can do what you allow, and you can end it"),
        _ACCOUNT,
    ),
    (
        gettext_noop("Guests: their language and their matches against house bots"),
        gettext_noop("so that they can go on; counted from when they came"),
        "guests",
    ),
    (
        gettext_noop("The names that you give to others who play on your device"),
        gettext_noop("to show whose turn it is; nobody else sees them"),
        _ACCOUNT,
    ),
    (
        gettext_noop(
            "On your own device, if you want it: your last boards, and answers not yet sent"
        ),
        gettext_noop("so that you can read and answer without a network"),
        gettext_noop("until you sign out or turn it off"),
    ),
    (
        gettext_noop("On your own device: what you were sending when you were cut off"),
        gettext_noop("so that you need not write it again"),
        gettext_noop("until it is sent, you sign out or close the tab"),
    ),
    (
        gettext_noop("What you played and said at tables, results, analyses and ratings"),
        gettext_noop(
            "so that it stays whole for those who played with you; moderators can read the chat"
        ),
        _STAYS,
    ),
    (
        gettext_noop(
            "Public matches of yours in monthly files that anybody may download, without your"
            " name unless you want it there, and without chat, notes and times of day"
        ),
        gettext_noop(
            "for research and bots; files that are made after you have left do not have them"
        ),
        "data_dumps",
    ),
    (
        gettext_noop("What you tried on analysis boards"),
        gettext_noop("so that you can go on; counted from the last use"),
        "analysis_boards",
    ),
    (
        gettext_noop("How you answered puzzles, and your puzzle ratings"),
        gettext_noop("to show your results, and how hard each puzzle is"),
        _ACCOUNT,
    ),
    (
        gettext_noop("Messages that you and another player write to each other"),
        gettext_noop(
            "so that both can read them, until one of you leaves; our staff reads them around a"
            " message that was reported"
        ),
        "direct_messages",
    ),
    (
        gettext_noop("How reliably you answer in time, from the answers of the last year"),
        gettext_noop("so that others know who they play with"),
        _ACCOUNT,
    ),
    (
        gettext_noop("Your notes, orders, presets, blocks, webhooks and devices"),
        gettext_noop("because you asked us to"),
        _ACCOUNT,
    ),
    (
        gettext_noop("The text of our e-mails to you"),
        gettext_noop("to send them again and to explain them"),
        "email_words",
    ),
    (
        gettext_noop("Your e-mails to us, with sender and text"),
        gettext_noop("to explain what was decided about them"),
        "email_words",
    ),
    (
        gettext_noop("That an e-mail was sent, and what became of it"),
        gettext_noop("to find what goes wrong"),
        "emails",
    ),
    (
        gettext_noop("Whom you invited, and at which address"),
        gettext_noop("to deliver the invitation; counted from its end"),
        "invitations",
    ),
    (
        gettext_noop("Which leagues you run"),
        gettext_noop("so that others know whom to ask"),
        _ACCOUNT,
    ),
    (
        gettext_noop("Which clubs you have joined or organise, and whether you want their e-mails"),
        gettext_noop("to show members to each other, and to tell you of new seasons"),
        _ACCOUNT,
    ),
    (
        gettext_noop("To which seasons of leagues you are invited"),
        gettext_noop("to let you in"),
        gettext_noop("until the season is over"),
    ),
    (
        gettext_noop("Where you sign in from: keyed hashes of network address and browser"),
        gettext_noop("to notice double accounts; counted from the last time"),
        "traces",
    ),
    (
        gettext_noop("On which browsers links in e-mails act for you"),
        gettext_noop("so that nobody else plays with them; counted from the last time"),
        "known_devices",
    ),
    (
        gettext_noop("Signals that two accounts belong together"),
        gettext_noop("for our staff to look at; counted from the last evidence"),
        "hints",
    ),
    (
        gettext_noop("Reports, warnings and suspensions that are over"),
        gettext_noop("to see whether something happens again"),
        "sanctions",
    ),
    (
        gettext_noop("The names that you had before"),
        gettext_noop("so that our staff knows who is meant in an old report"),
        "former_names",
    ),
    (
        gettext_noop("Addresses of restricted players, former ones too, as keyed hashes"),
        gettext_noop("so that nobody deletes an account to start over"),
        gettext_noop("until the restriction ends"),
    ),
    (
        gettext_noop("Moderator actions, with their reasons"),
        gettext_noop("so that they can be reviewed"),
        gettext_noop("for good"),
    ),
    (
        gettext_noop("Our answers to your programs"),
        gettext_noop("so that nothing happens twice"),
        "submissions",
    ),
    (
        gettext_noop("Events for your programs"),
        gettext_noop("so that they miss nothing"),
        "happenings",
    ),
    (
        gettext_noop("Calls to your webhooks and devices"),
        gettext_noop("to explain what went wrong"),
        "email_words",
    ),
]
COOKIES: list[tuple[str, str, str]] = [
    ("sessionid", gettext_noop("to keep you signed in"), "sessions"),
    ("csrftoken", gettext_noop("to make sure that a form comes from our pages"), "csrf"),
    (
        "known_device",
        gettext_noop("so that links in e-mails act for you in this browser"),
        "known_devices",
    ),
    ("theme", gettext_noop("so that pages are light or dark in this browser"), "appearance"),
    (
        "sound",
        gettext_noop("so that this browser plays a sound when it is your turn"),
        "appearance",
    ),
    ("offline", gettext_noop("so that this browser keeps your last boards"), "appearance"),
    (
        "django_language",
        gettext_noop("to remember the language you chose before signing in"),
        "appearance",
    ),
    (
        replica.WROTE_COOKIE,
        gettext_noop("so that you see what a form you have just sent has changed"),
        gettext_noop("ten seconds"),
    ),
    ("device", gettext_noop("to notice double accounts; counted from the last time"), "traces"),
]
