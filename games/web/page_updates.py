"""What an open page depends on: topics whose marks it follows, in a signed URL.

The URL itself is the permission, so that a poll reads no session. It says nothing but that
something has changed; what has changed is on the page that is loaded then. A stream ends with the
session that it names.
"""

from __future__ import annotations

from typing import Self
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.urls import reverse
from msgspec import Struct

from abyss_site.core.encryption.sessions import digest_of
from abyss_site.core.valkey.presence import presence_commands
from games.http.viewers import Viewer
from games.models import Match, Player
from games.queries.stream_rights import StreamRight
from games.services import change_marks
from games.services.change_marks import Marks

SALT = "page updates"
# What stands for a topic that a page does not have.
NOTHING = "-"
# What stands for a mark that could not be read. It differs from every mark, so that the page is
# drawn again as soon as it is told one.
UNKNOWN = "?"
# What the page of a conversation begins with, and one about a season.
CONVERSATION, SEASON = "with-", "season-"


class Subscription(Struct, frozen=True):
    """The topics of a page: its reader's, for the header, and its own.

    `page` is "lobby", "player" for a page about the reader's own lists, "with-" and the id of a
    conversation, "season-" and the id of a season, or the number of a match and, behind a hyphen,
    the reader's seat, if they have one; "" for a page that does not change. `session` is the key
    of the row of the reader's session, with which a stream ends.
    """

    player: UUID | None
    page: str
    session: str = ""

    @classmethod
    def read(cls, signature: str) -> Self:
        """Parse what `sign` has written. Raises BadSignature."""
        player, _dot, rest = Signer(salt=SALT).unsign(signature).partition(".")
        page, _dot, session = rest.partition(".")
        try:
            return cls(UUID(player) if player else None, page, session)
        except ValueError as error:
            raise BadSignature from error

    def sign(self) -> str:
        """Return the topics as part of a URL."""
        player = self.player.hex if self.player else ""
        return Signer(salt=SALT).sign(f"{player}.{self.page}.{self.session}")

    def list_topics(self) -> list[tuple[str, int | None]]:
        """Return the topics in the order of their marks, each with the seat; "" for none."""
        header = change_marks.topic_of_player(self.player) if self.player else ""
        if self.page == "player" or self.page.startswith(CONVERSATION):
            return [(header, None), (header, None)]
        return [(header, None), self._find_own_topic()]

    def _find_own_topic(self) -> tuple[str, int | None]:
        """Return the topic of a page that does not only change with its reader."""
        if not self.page:
            return "", None
        if self.page == "lobby":
            return change_marks.LOBBY, None
        if self.page.startswith(SEASON):
            return change_marks.topic_of_season(UUID(self.page.removeprefix(SEASON))), None
        number, _hyphen, seat = self.page.partition("-")
        return change_marks.topic_of_match(int(number)), int(seat) if seat else None

    def find_right(self) -> StreamRight | None:
        """Return what a stream of this page ends with; None for visitors."""
        if self.player is None:
            return None
        number, _hyphen, seat = self.page.partition("-")
        if not number.isdecimal() or not seat:
            return StreamRight(self.player, self.session)
        return StreamRight(self.player, self.session, match=int(number), seat=int(seat))

    def thread(self) -> str:
        """Return the thread of e-mails about what happens on this page, "" if nothing does."""
        if self.page.startswith(CONVERSATION):
            return f"messages-{self.page.removeprefix(CONVERSATION)}"
        number, _hyphen, seat = self.page.partition("-")
        return f"match-{number}" if number.isdecimal() and seat else ""

    def describe_marks(self, marks: dict[str, Marks] | None) -> str:
        """Return the marks as one line, from those of each topic; None: they are unknown."""
        return " ".join(
            NOTHING
            if not topic
            else UNKNOWN
            if marks is None
            else change_marks.mark_for_seat(marks.get(topic, {}), seat)
            for topic, seat in self.list_topics()
        )


class Updates(Struct, frozen=True):
    """Where a page asks for changes, and the marks it is drawn under."""

    url: str
    mark: str


# The marks of each topic; None without Valkey.
KnownMarks = dict[str, Marks] | None


def fetch_known_marks(reader: Player | None, topic: str = "") -> KnownMarks:
    """Return the marks of the reader and of a topic; None without Valkey.

    They must be read before anything else, so that no change is missed in between.
    """
    topics = [change_marks.topic_of_player(reader.pk)] if reader else []
    topics += [topic] if topic else []
    marks = change_marks.fetch_marks(topics) if topics else []
    return None if marks is None else dict(zip(topics, marks, strict=True))


def describe_updates(viewer: Viewer, page: str, marks: KnownMarks) -> Updates | None:
    """Return what a page follows; None if it never changes."""
    player = viewer.player
    if player is None and not page:
        return None
    session = digest_of(viewer.session) if player else ""
    subscription = Subscription(player.pk if player else None, page, session)
    return Updates(reverse("live", args=[subscription.sign()]), subscription.describe_marks(marks))


def page_of_match(match: Match, seat: int | None) -> str:
    """Return the `page` of a match for one of its seats, None for a spectator."""
    return f"{match.number}-{'' if seat is None else seat}"


def page_of_conversation(conversation: UUID) -> str:
    """Return the `page` of a conversation."""
    return f"{CONVERSATION}{conversation.hex}"


def page_of_season(season: UUID) -> str:
    """Return the `page` of a season's standings and rounds."""
    return f"{SEASON}{season.hex}"


def fetch_line(subscription: Subscription, *, is_present: bool) -> str | None:
    """Return the current marks as one line, None without Valkey.

    `is_present`: the reader looks at the page now, which is noted on the way.
    """
    topics = list(dict.fromkeys(topic for topic, _seat in subscription.list_topics() if topic))
    here = (
        presence_commands(subscription.player, subscription.thread())
        if is_present and subscription.player
        else []
    )
    if not topics:
        return subscription.describe_marks({})
    marks = change_marks.fetch_marks(topics, *here)
    return (
        None
        if marks is None
        else subscription.describe_marks(dict(zip(topics, marks, strict=True)))
    )
