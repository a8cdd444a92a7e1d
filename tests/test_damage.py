"""A damaged row affects nothing else: every column of every kind of row is damaged in turn.

Two pairs of players have the same work due. The rows of one pair are damaged, column by column;
then all jobs run once. The work for the other pair must be done, and work not done for the first
pair must be reported as skipped, by name.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.apps import apps
from django.contrib.postgres.fields import ArrayField
from django.core import mail
from django.db import Error, connection, models, transaction
from django.utils import timezone

from games import tasks
from games.models import (
    Analysis,
    AnalysisBoard,
    Board,
    Club,
    ClubMember,
    Invitation,
    League,
    Match,
    Pairing,
    Player,
    Puzzle,
    PuzzleRating,
    Rating,
    Sanction,
    Season,
    SeasonInvitation,
    SignInRequest,
    Status,
    Submission,
    Vote,
)
from games.presentation import health
from games.services import (
    default_orders,
    house_bots,
    invitations,
    match_presets,
    matches,
    orders,
    puzzles,
    sign_in,
)
from games.services.leagues import directing, entries
from games.services.leagues.seasons import open_next, run_leagues
from games.services.play import dealing, votes
from games.services.play.decisions import submit_decision
from games.titles import GAMES
from notifications import tasks as post
from notifications.incoming import intake
from notifications.models import (
    ChannelPreference,
    EmailPreferences,
    InboundEmail,
    MailOutage,
    Notification,
    Picture,
    Quarantine,
    WebhookCall,
)
from notifications.outgoing import channels, outbox
from notifications.preferences import webhooks
from tests.conftest import NOON
from tests.conftest import SEED as DEAL_SEED
from tests.sizes import SEED, sample_of

pytestmark = pytest.mark.django_db

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
JOBS = (
    *tasks.EVERY_FEW_SECONDS,
    # A round of e-mails ends after some seconds, even if more are due.
    post.send_due_emails,
    post.send_due_emails,
    post.send_due_emails,
    post.process_inbound,
    post.call_webhooks,
    tasks.delete_expired_data,
    tasks.find_fraud_signals,
    tasks.make_data_dump,
    tasks.count_punctuality,
    post.delete_expired_emails,
)
# Corrupt values, by kind of column.
LONG = "x" * 60_000
JSON = ['"x"', "null", "[]", "{}", '{"x": {"y": [1]}}', f'["{LONG}"]']
BYTES = [b"", b"\x00junk\xff", b"(\xb5/\xfd\x00" + bytes(300_000)]
TEXT = ["../\x01Ünknown", "", LONG]
# Rows that no job reads and that are not created here: they are read with their page only.
UNREAD = {
    "games.privatenote",
    "games.message",
    "games.directmessage",
    "games.conversationside",
    "games.auditlogentry",
    "games.proposal",
    "games.report",
    "games.personaltoken",
    "games.signinfingerprint",
    "games.fraudsignal",
    "games.addressban",
    "games.formername",
    "games.savedfilter",
    "games.datadump",
    "games.seathistory",
    "games.snapshot",
    "games.timelineentry",
    "games.ratingstep",
    "games.block",
    "games.knowndevice",
    "games.feed",
    "games.app",
    "games.appgrant",
    "games.refreshtoken",
    "games.devicecode",
    "notifications.mailboxcursor",
    "notifications.capturedemail",
    "notifications.senderaddress",
    "notifications.optout",
    "notifications.bouncescore",
    "notifications.providerevent",
    "notifications.delivery",
    "notifications.quarantine",
}
# Without DAMAGE=full, one in this many kinds of damage is done to a quarter of the columns, others
# in each run.
SHORT: dict[type[models.Field[Any, Any]], int] = {
    **{models.JSONField: 3, models.BinaryField: 2, ArrayField: 1},
    **{models.CharField: 1, models.TextField: 1},
}
IS_WHOLE = os.environ.get("DAMAGE") == "full"
# E-mails that are fast to render.
QUICK = ("your_turn", "match_started", "invitation", "league", "vote_asked", "paused")
KINDS = tuple(SHORT)


def damageable() -> list[tuple[type[models.Model], models.Field[Any, Any]]]:
    """Return every column of ours that holds more than a number, an instant or a key."""
    found = [model for model in apps.get_models() if model._meta.app_label in OURS]
    return [
        (model, field)
        for model in found
        for field in model._meta.concrete_fields
        if isinstance(field, KINDS) and model._meta.label_lower not in UNREAD
    ]


OURS = ("games", "notifications")
COLUMNS = damageable()
MODELS = list(dict.fromkeys(model for model, _ in COLUMNS))


class Side:
    """Two players with something of every kind due, and the evidence that it was done."""

    def __init__(self, number: int, now: datetime) -> None:
        self.number, self.now = number, now
        names = (f"one{number}", f"two{number}", f"banned{number}")
        self.one, self.two, self.banned = (
            Player.objects.create_user(
                f"{name}@example.org", display_name=name, email_verified_at=NOON
            )
            for name in names
        )
        self.bot = house_bots.house_bots(number + 1)[number]
        self.checks: dict[str, Callable[[], bool]] = {}
        for build in (
            self._deadline,
            self._reminder,
            self._vote,
            self._pause,
            self._bot,
            self._rating,
            self._invitation,
            self._ban,
            self._season,
            self._sign_in,
            self._emails,
            self._webhook,
            self._kept,
        ):
            build()

    def undone(self) -> list[str]:
        """Return what was due and has not been done."""
        return [name for name, is_done in self.checks.items() if not is_done()]

    def _deal(self, *players: Player, now: datetime) -> Match:
        game = GAMES["pebbles"]
        match: Match = Match.objects.create(
            game="pebbles",
            seats_wanted=2,
            options=matches.chosen_options(game, {}, 2),
            on_silence=Match.OnSilence.BOT,
        )
        match.refresh_from_db(fields=["number", "created_at"])
        for number, player in enumerate(players or (self.one, self.two)):
            match.seats.create(number=number, player=player)
        dealing.deal_match(match, seed=DEAL_SEED, now=now)
        return match

    def _deadline(self) -> None:
        match = self._deal(now=self.now - 30 * DAY)
        asked = match.prompts.get(closed_at=None)
        submit_decision(asked.token, None, source="page", key="first", now=self.now - 30 * DAY)
        match.refresh_from_db()
        orders.write_order(
            match, self.one, orders.read_order(match, self.one, "ask"), now=self.now - 30 * DAY
        )
        order = orders.read_order(match, self.one, "ask")
        default_orders.save_default_order(self.one, "pebbles", order, now=self.now)
        match_presets.save_preset(self.one, "Kept", matches.MatchTerms("pebbles", 2), now=self.now)
        self.checks["deadline"] = match.moves.filter(source="clock").exists

    def _reminder(self) -> None:
        match = self._deal(now=self.now - 40 * HOUR)
        match.prompts.update(
            remind_at=self.now - MINUTE, deadline_at=self.now + 30 * HOUR, hours=self.hours()
        )
        self.checks["reminder"] = match.prompts.filter(remind_at__gt=self.now).exists
        notifications = Notification.objects.filter(kind="reminder", thread=f"match-{match.number}")
        self.checks["reminder"] = notifications.exists

    def _asked(self) -> tuple[Match, Vote]:
        match = self._deal(now=self.now - HOUR)
        return match, votes.call_vote(
            self.one, match, Vote.Kind.PAUSE, hours=24, now=self.now - HOUR
        )

    def _vote(self) -> None:
        match, vote = self._asked()
        Vote.objects.filter(pk=vote.pk).update(expires_at=self.now - MINUTE)
        self.checks["vote"] = Match.objects.filter(pk=match.pk).exclude(paused_at=None).exists

    def _pause(self) -> None:
        match, vote = self._asked()
        votes.answer_ballot(vote.ballots.get(), True, now=self.now - HOUR)
        Vote.objects.filter(pk=vote.pk).update(paused_until=self.now - MINUTE)
        self.checks["pause"] = Match.objects.filter(pk=match.pk, paused_at=None).exists

    def _bot(self) -> None:
        match = self._deal(self.bot, self.one, now=self.now - HOUR)
        self.checks["bot"] = match.moves.filter(source="bot").exists

    def _rating(self) -> None:
        match = self._deal(now=self.now - HOUR)
        for player in (self.one, self.two):
            Rating.objects.create(player=player, game="pebbles", mean=25, deviation=8, matches=1)
        match.prompts.all().delete()
        for seat in match.seats.all():
            match.seats.filter(pk=seat.pk).update(place=seat.number + 1, score=seat.number)
        over = {"status": Status.FINISHED, "finished_at": self.now - MINUTE, "ply": 9}
        Match.objects.filter(pk=match.pk).update(
            **over, outcome={"places": [1, 2], "scores": [3, 1]}, rated_at=None
        )
        # The game cannot be judged, so its analysis is done at once.
        rules = {"edition": match.edition, "revision": match.revision}
        Analysis.objects.create(match=match, requested_at=self.now - MINUTE, **rules)
        waited_for = Analysis.objects.filter(match=match).exclude(status="waiting")
        self.checks["analysis"] = waited_for.exists
        answers = [{"verb": "take", "args": {"number": number}} for number in (1, 2, 3)]
        known = {"mean": 25.0, "deviation": 8.0}
        facts = {"answers": answers, "best": 0, "losses": [0, 2, 3], "gain": 2, "remark": {}}
        puzzle = Puzzle.objects.create(
            match=match, game="pebbles", ply=0, seat=0, created_at=self.now, **facts, **known
        )
        puzzles.attempt_puzzle(self.one, puzzle, 0, now=self.now)
        PuzzleRating.objects.create(player=self.one, game="pebbles", attempts=1, **known)
        AnalysisBoard.objects.create(
            player=self.one, match=match, ply=0, opened_at=self.now, used_at=self.now
        )
        self.checks["rating"] = Match.objects.filter(pk=match.pk).exclude(rated_at=None).exists

    def _invitation(self) -> None:
        match = matches.open_match(self.one, matches.MatchTerms("pebbles", seats=2))
        row = invitations.invite_player(match, self.one, self.two.display_name, now=self.now - DAY)
        Invitation.objects.filter(pk=row.pk).update(expires_at=self.now - MINUTE)
        self.checks["invitation"] = Invitation.objects.filter(pk=row.pk, outcome="lapsed").exists

    def _ban(self) -> None:
        Player.objects.filter(pk=self.banned.pk).update(is_active=False)
        row = Sanction.objects.create(
            player=self.banned, kind="ban", imposed_at=self.now - DAY, lasts_until=self.now - MINUTE
        )
        self.checks["ban"] = Sanction.objects.filter(pk=row.pk).exclude(ended_at=None).exists

    def _season(self) -> None:
        """Create a season whose sign-up ends, and one that is being played."""
        given = {"game": "pebbles", "sign_up_days": 7, "check_in_days": 0, "least_entrants": 2}
        for slug, begun in (("old", True), ("new", False)):
            name = f"{slug}{self.number}"
            league: League = directing.found_league(name=name, slug=name, values=given)
            opened = self.now - 7 * DAY - HOUR
            season = open_next(league, now=opened)
            for player in (self.one, self.two):
                entries.sign_up(season, player, now=opened)
            if begun:
                run_leagues(self.now - HOUR / 2)
                self._add_board(season)
            else:
                SeasonInvitation.objects.create(
                    season=season, player=self.banned, invited_by=self.one, invited_at=opened
                )
            Season.objects.filter(pk=season.pk).update(due_at=self.now - MINUTE)
            rows = Season.objects.filter(pk=season.pk, state="running", due_at__gt=self.now)
            self.checks[f"season {slug}"] = rows.exists

    def _add_board(self, season: Season) -> None:
        """Let a pairing have a board, as those of teams do."""
        pairing = Pairing.objects.filter(round__division__season=season).earliest("pk")
        Board.objects.create(
            pairing=pairing, number=1, first=self.one, second=self.two, places=[1, 2]
        )

    def _sign_in(self) -> None:
        row = sign_in.request_email(self.two.email, "/rules/", now=self.now - MINUTE)
        handled = SignInRequest.objects.filter(pk=row.pk).exclude(handled_at=None)
        self.checks["sign-in"] = handled.exists

    def _emails(self) -> None:
        facts = {"code": "123456", "link_path": "/sign-in/x/"}
        drafts = [
            outbox.Draft(
                key=f"sign-in{self.number}", player_id=self.two.pk, kind="sign_in", data=facts
            )
        ]
        outbox.post(drafts, now=self.now - MINUTE)
        rows = Notification.objects.filter(key=drafts[0].key)
        Picture.objects.create(notification=rows.get(), cid="a.b", name="a.png", png=b"png")
        mine = Notification.objects.filter(pk=rows.get().pk)
        self.checks["e-mail out"] = mine.filter(state="sent").exists
        asked = Notification.objects.filter(
            player=self.one, kind="your_turn", state__in=("sent", "bundled")
        )
        self.checks["question out"] = asked.exists
        email = EmailMessage()
        email["From"], email["Subject"] = self.one.email, "Hello"
        email["To"] = f"play+{'a' * 25}{'bc'[self.number]}@abyss.localhost"
        email["Message-ID"] = f"<hello{self.number}@example.org>"
        email.set_content("2\n")
        envelope = intake.Envelope(self.one.email, [str(email["To"])])
        row = intake.receive_email(
            email.as_bytes(), envelope, "smtp", f"in{self.number}", self.now - MINUTE
        )
        self.checks["e-mail in"] = InboundEmail.objects.filter(pk=row.pk, state="done").exists

    def _webhook(self) -> None:
        webhook = webhooks.add_webhook(
            self.one,
            url="http://localhost:1/",
            shape="json",
            questions_only=False,
            thread="",
            now=self.now,
        )
        notification = Notification.objects.filter(player=self.one, kind="your_turn").first()
        assert notification is not None
        # A single prompt is enough to render, and fast.
        ours = Notification.objects.filter(player__in=(self.one, self.two), kind__in=QUICK)
        ours.exclude(pk=notification.pk).delete()
        Notification.objects.filter(pk=notification.pk).update(
            created_at=self.now, answer_until=None
        )
        row = WebhookCall.objects.create(
            webhook=webhook, notification=notification, due_at=self.now - MINUTE
        )
        self.checks["webhook"] = WebhookCall.objects.filter(pk=row.pk, tries__gt=0).exists

    def _kept(self) -> None:
        """Create rows that are read along with others."""
        EmailPreferences.objects.create(player=self.one)
        ChannelPreference.objects.create(
            player=self.one, channel="mail", events=list(channels.ALL), changed_at=self.now
        )
        Submission.objects.create(player=self.one, key="k", created_at=self.now - 2 * DAY)
        club = Club.objects.create(
            slug=f"club{self.number}", name="Club", contact="by post", imprint="Anybody"
        )
        ClubMember.objects.create(club=club, player=self.one, joined_at=self.now - DAY)
        League.objects.filter(slug__endswith=str(self.number)).update(club=club)
        ended = self.now - DAY
        MailOutage.objects.create(direction="in", started_at=ended - HOUR, ended_at=ended)
        for player in (self.one, self.two):
            Player.objects.filter(pk=player.pk).update(hours=self.hours())

    def hours(self) -> dict[str, Any]:
        return {"week": [[0, 1440]] * 5 + [None, [0, 1440]], "away": [], "zone": "Europe/Berlin"}


@pytest.fixture
def sides(settings: Any) -> Iterator[tuple[Side, Side]]:
    """Yield the pair whose rows will be damaged, and the pair that must not be affected."""
    settings.WEBHOOK_PRIVATE_HOSTS = ["localhost"]
    settings.MAIL_DEBOUNCE_SECONDS = 0
    now = timezone.now()
    known = {model: _keys(model) for model in {model for model, _ in COLUMNS}}
    first = Side(0, now)
    first.rows = {  # type: ignore[attr-defined]
        model: _keys(model) - keys for model, keys in known.items()
    }
    yield first, Side(1, now)
    mail.outbox.clear()


def _keys(model: type[models.Model]) -> set[Any]:
    return set(model._default_manager.values_list("pk", flat=True))


def run_all_jobs() -> list[str]:
    """Run every job once, separately, as the scheduler would. Return those that failed."""
    failed = []
    for job in JOBS:
        try:
            with transaction.atomic():
                job()
        except Exception as error:
            failed.append(f"{job.__name__}: {type(error).__name__}: {str(error)[:200]}")
    return failed


def damages(field: models.Field[Any, Any]) -> list[Any]:
    """Return the values to write into a column, the most likely damage first."""
    kinds = _all_damages(field)
    if IS_WHOLE:
        return kinds
    many = next((many for kind, many in SHORT.items() if isinstance(field, kind)), 1)
    return [random.Random(f"{SEED}/{field}").choice(kinds[:many])]


def _all_damages(field: models.Field[Any, Any]) -> list[Any]:
    if isinstance(field, models.JSONField):
        return JSON
    if isinstance(field, models.BinaryField):
        return BYTES
    if isinstance(field, ArrayField):
        return [["x"], [], ["x" * 20] * 500]
    return [text[: field.max_length or None] for text in TEXT]


def damage(
    model: type[models.Model], field: models.Field[Any, Any], keys: set[Any], value: Any
) -> int:
    """Write the value without our code; return how many rows the database accepted."""
    written = "%s::jsonb" if isinstance(field, models.JSONField) else "%s"
    done = 0
    for key in keys:
        table, pk = model._meta.db_table, model._meta.pk.column
        unique = field.unique and isinstance(value, str)
        given = f"{value}{done}"[-(field.max_length or 99) :] if unique else value
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(
                    f'UPDATE {table} SET "{field.column}" = {written} WHERE {pk} = %s', [given, key]
                )
                done += 1
        except Error:
            continue
    return done


def troubles(first: Side, second: Side) -> list[str]:
    """Return the forbidden effects of a damaged row of the first pair."""
    found = run_all_jobs()
    found += [f"{name} of the others" for name in second.undone()]
    mine = first.undone()
    report = health.check_health()["set_aside"]
    # E-mails that were not sent, or withdrawn, have their own list with the reason.
    settled = Notification.objects.filter(state__in=("failed", "withdrawn")).exclude(why="")
    if mine and not report["rows"] and not settled.exists():
        found.append(f"{mine} undone and nothing is set aside")
    return found


def test_what_is_due_is_done_while_nothing_is_damaged(sides: tuple[Side, Side]) -> None:
    failed = run_all_jobs()

    assert failed == []
    assert [side.undone() for side in sides] == [[], []], list(
        Notification.objects.values_list(
            "kind", "state", "why", "due_at", "tries", "planned_at", "player__display_name"
        )
    )
    assert not Quarantine.objects.exists()


def test_every_kind_of_row_is_there_to_be_damaged(sides: tuple[Side, Side]) -> None:
    rows: dict[type[models.Model], set[Any]] = sides[0].rows  # type: ignore[attr-defined]
    assert {model._meta.label_lower for model, keys in rows.items() if not keys} == set()


@pytest.mark.sampled(12)
@pytest.mark.parametrize("model", MODELS, ids=[model._meta.label_lower for model in MODELS])
def test_a_damaged_column_stops_nobody_else(
    sides: tuple[Side, Side], model: type[models.Model]
) -> None:
    first, second = sides
    rows: set[Any] = first.rows[model]  # type: ignore[attr-defined]
    found = {}
    fields = [field for owner, field in COLUMNS if owner is model]
    for field in sample_of(fields, -(-len(fields) // 4), IS_WHOLE):
        for value in damages(field):
            undo = transaction.savepoint()
            # Values that the database refuses cannot occur.
            if damage(model, field, rows, value) and (wrong := troubles(first, second)):
                found[f"{field.name} = {value!r}"[:60]] = wrong
            transaction.savepoint_rollback(undo)

    assert found == {}, json.dumps(found, indent=1)
