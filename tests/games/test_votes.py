"""Deciding together: more time, pauses, their end; by page, by link, by e-mail."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import translation

from games.models import Ballot, Match, PlayerEvent, RatingStep, Seat, TimelineEntry, Vote
from games.presentation import history_text, links
from games.presentation.votes import list_possible_ends
from games.services.house_bots import house_bots
from games.services.play import deadlines, votes
from games.services.play.decisions import submit_decision
from games.services.play.votes import CannotVote, VoteOver
from notifications.gateway import change_email_preferences, read_reply
from notifications.incoming.intake import Reply
from notifications.models import Notification
from notifications.outgoing import renderers
from tests.emails import email_of, known_on

from ..conftest import NAMES, NOON
from .test_orders import answer

Kind = Vote.Kind
DAY = timedelta(days=1)


@pytest.fixture
def three(deal: Any) -> Match:
    """Three play Pebbles; `match.asked` is the seat that is asked."""
    match: Any = deal("pebbles", seats=3)
    match.asked = match.prompts.get().seat
    return match


def ask(match: Any, people: Any, kind: Vote.Kind, hours: int = 24, seat: int = -1) -> Vote:
    player = people[NAMES[match.asked if seat < 0 else seat]]
    return votes.call_vote(player, match, kind, hours=hours, reason="a wedding", now=NOON)


def others(vote: Vote) -> list[int]:
    return [seat for seat in range(3) if seat != vote.seat]


def say(vote: Vote, seat: int, says: bool) -> Vote:
    return votes.answer_ballot(vote.ballots.get(seat=seat), says, now=NOON)


def deadline(match: Match) -> Any:
    return match.prompts.get(closed_at=None).deadline_at


# More time ----------------------------------------------------------------------------------------


def test_more_time_when_most_of_the_others_agree(three: Match, people: Any) -> None:
    before = deadline(three)
    vote = ask(three, people, Kind.EXTENSION, 48)
    one, other = others(vote)
    assert say(vote, one, True).outcome == "open"
    assert say(vote, other, True).outcome == "passed"
    assert deadline(three) == before + 2 * DAY


def test_no_more_time_when_half_of_the_others_object(three: Match, people: Any) -> None:
    before = deadline(three)
    vote = ask(three, people, Kind.EXTENSION)
    assert say(vote, others(vote)[0], False).outcome == "failed"
    assert deadline(three) == before
    with pytest.raises(VoteOver):
        say(vote, others(vote)[1], True)


def test_silence_agrees_to_more_time(three: Match, people: Any) -> None:
    before = deadline(three)
    ask(three, people, Kind.EXTENSION)
    assert votes.expire_votes(NOON + DAY - timedelta(seconds=1)) == 0
    assert votes.expire_votes(NOON + DAY) == 1
    assert deadline(three) == before + DAY


def test_a_vote_is_over_before_the_deadline_falls(three: Match, people: Any) -> None:
    three.prompts.update(deadline_at=NOON + timedelta(hours=1))
    ask(three, people, Kind.EXTENSION)
    late = NOON + timedelta(hours=1)
    assert votes.expire_votes(late) == 1
    assert deadlines.expire_deadlines(late) == 0
    assert deadline(three) == late + DAY


def test_more_time_for_a_question_already_answered_is_none(three: Match, people: Any) -> None:
    vote = ask(three, people, Kind.EXTENSION)
    answer(three, vote.seat, "take", number=1)
    before = deadline(three)
    assert votes.expire_votes(NOON + DAY) == 1
    vote.refresh_from_db()
    assert vote.outcome == "lapsed" and deadline(three) == before


def test_wishes_are_few(three: Match, people: Any) -> None:
    for _ in range(votes.BUDGET[Kind.EXTENSION]):
        vote = ask(three, people, Kind.EXTENSION)
        with pytest.raises(CannotVote):
            ask(three, people, Kind.EXTENSION)
        say(vote, others(vote)[0], False)
    with pytest.raises(CannotVote):
        ask(three, people, Kind.EXTENSION)


@pytest.mark.parametrize("hours", [0, 169, -1])
def test_more_time_is_no_holiday(three: Match, people: Any, hours: int) -> None:
    with pytest.raises(CannotVote):
        ask(three, people, Kind.EXTENSION, hours)


def test_only_whose_time_runs_may_ask_for_more(three: Any, people: Any) -> None:
    with pytest.raises(CannotVote):
        ask(three, people, Kind.EXTENSION, seat=(three.asked + 1) % 3)
    with pytest.raises(CannotVote):
        votes.call_vote(people["dave"], three, Kind.PAUSE, hours=24, now=NOON)


# Pauses -------------------------------------------------------------------------------------------


def paused(match: Match, people: Any, hours: int = 72) -> Vote:
    vote = ask(match, people, Kind.PAUSE, hours)
    for seat in others(vote):
        say(vote, seat, True)
    match.refresh_from_db()
    return vote


def test_an_agreed_pause_stops_the_clocks_and_ends_by_itself(three: Match, people: Any) -> None:
    before = deadline(three)
    paused(three, people)
    assert three.paused_at == NOON and three.pause_reason == "vote"
    assert votes.end_pauses(NOON + 3 * DAY - timedelta(seconds=1)) == 0
    assert votes.end_pauses(NOON + 3 * DAY) == 1
    assert votes.end_pauses(NOON + 3 * DAY) == 0
    three.refresh_from_db()
    assert three.paused_at is None and deadline(three) == before + 3 * DAY


def test_the_table_may_go_on_before_the_pause_is_over(three: Match, people: Any) -> None:
    paused(three, people)
    with pytest.raises(CannotVote):
        ask(three, people, Kind.EXTENSION)
    vote = ask(three, people, Kind.RESUME, 0)
    for seat in others(vote):
        say(vote, seat, True)
    three.refresh_from_db()
    assert three.paused_at is None


def test_an_old_pause_does_not_end_a_newer_one(three: Match, people: Any) -> None:
    paused(three, people)
    Match.objects.filter(pk=three.pk).update(paused_at=NOON + DAY, pause_reason="staff")
    assert votes.end_pauses(NOON + 3 * DAY) == 0
    three.refresh_from_db()
    assert three.paused_at == NOON + DAY


def test_alone_with_bots_nobody_has_to_be_asked(deal: Any, people: Any) -> None:
    match = deal("pebbles", seats=2, bots=1)
    vote = votes.call_vote(people["alice"], match, Kind.PAUSE, hours=48, now=NOON)
    match.refresh_from_db()
    assert vote.outcome == "passed" and match.paused_at == NOON
    assert votes.end_pauses(NOON + 2 * DAY) == 1


# The story ----------------------------------------------------------------------------------------


def test_the_story_tells_wishes_and_decisions(three: Match, people: Any) -> None:
    """Also in the e-mail that comes next."""
    vote = ask(three, people, Kind.EXTENSION, 48)
    for seat in others(vote):
        say(vote, seat, True)
    name = NAMES[vote.seat].title()
    answer(three, vote.seat, "take", number=1)
    three.refresh_from_db()
    told = [move.sentences[0] for move in history_text.fetch_history(three, None, "en")]
    # It said the same twice: “Alice asks for more time: 2 days.” stood before.
    wishes = [f"{name} has more time: 2 days."]
    assert [sentence for sentence in told if " more time" in sentence] == wishes
    email = email_of(Notification.objects.filter(kind="your_turn").latest("pk"))
    assert email is not None and wishes[0] in email.text
    assert not any(
        "time" in s
        for one in history_text.fetch_moment(three, None, "en", 1)
        for s in one.sentences
    )


def test_the_story_of_a_vote_tells_no_sealed_answer(deal: Any, people: Any) -> None:
    """Its place is the same whether the other has answered or not."""
    match = deal("sealed", seats=2)
    votes.call_vote(people["alice"], match, Kind.PAUSE, hours=24, now=NOON + DAY / 24)
    before = history_text.fetch_history(match, 0, "en")
    mark = match.prompts.get(seat=1)
    submit_decision(mark.token, None, source="page", key="b", now=NOON)
    match.refresh_from_db()
    assert history_text.fetch_history(match, 0, "en") == before


def test_the_story_of_a_pause_tells_no_sealed_answer(deal: Any, people: Any) -> None:
    match = deal("sealed", seats=2)
    mark = match.prompts.get(seat=1)
    submit_decision(mark.token, None, source="page", key="b", now=NOON)
    match.refresh_from_db()
    match.timeline.create(ply=match.ply + 1, kind=TimelineEntry.Kind.PAUSED, occurred_at=NOON + DAY)
    assert [one.ply for one in history_text.fetch_history(match, 0, "en")] == [1]


def test_email_and_page_say_when_a_pause_ends(three: Match, people: Any, as_: Any) -> None:
    paused(three, people, 72)
    email = email_of(Notification.objects.filter(kind="paused").latest("pk"))
    assert email is not None
    assert "The pause ends automatically: Thu 5 Mar 2026, 12:00 (UTC)." in email.text
    page = " ".join(as_("alice").get(f"/matches/{three.number}/").content.decode().split())
    assert "The pause ends automatically:" in page and "Thu 5 Mar 2026, 12:00 UTC" in page


# E-mails ------------------------------------------------------------------------------------------


def written(vote: Vote, player: Any, kind: str = "vote_asked") -> renderers.Email:
    posted = Notification.objects.filter(kind=kind, player=player)
    email = email_of(next(row for row in posted if row.data["vote"] == str(vote.pk)))
    assert email is not None
    return email


def reply(vote: Vote, people: Any, seat: int, *lines: str) -> Reply:
    return Reply(
        email_id=uuid4(),
        token=vote.ballots.get(seat=seat).token,
        sender=people[NAMES[seat]].email,
        lines=list(lines),
        message_id=f"<{uuid4()}@example.org>",
        received_at=NOON,
    )


@pytest.mark.parametrize(
    ("language", "yes", "wish"),
    [
        ("en", "Yes", "asks for a pause of the match: 3 days."),
        ("fr", "oui !", "demande une pause de la partie\u00a0: 3\u00a0jours."),
        ("de", "Ja, gern", "bittet um eine Pause der Partie: 3 Tage."),
    ],
)
def test_an_email_asks_and_an_email_answers(
    three: Match, people: Any, language: str, yes: str, wish: str
) -> None:
    vote = ask(three, people, Kind.PAUSE, 72)
    one, other = others(vote)
    player = people[NAMES[one]]
    player.language = language
    player.save()
    email = written(vote, player)
    # A subject keeps the no-break spaces of French marks, not those of numbers.
    assert wish.replace("3\u00a0", "3 ") in email.subject
    assert wish in email.text and "a wedding" in email.text
    assert read_reply(reply(vote, people, one, "Hello", yes)) == "voted"
    assert read_reply(reply(vote, people, other, "no")) == "voted"
    vote.refresh_from_db()
    assert vote.outcome == "failed"
    with translation.override(language):
        told = written(vote, player, "vote_decided")
    assert told.subject.endswith(
        {
            "en": "The players do not agree to a pause.",
            "fr": "Les joueurs refusent la pause.",
            "de": "Die Spieler stimmen der Pause nicht zu.",
        }[language]
    )


def test_an_email_that_says_neither_is_told_so(three: Match, people: Any) -> None:
    vote = ask(three, people, Kind.PAUSE, 72)
    one = others(vote)[0]
    assert read_reply(reply(vote, people, one, "what is this about?")) == "unreadable"
    email = email_of(Notification.objects.get(kind="refused"))
    assert email is not None and "yes or no" in email.text
    assert vote.ballots.get(seat=one).says is None


def test_a_strange_email_has_no_say(three: Match, people: Any) -> None:
    vote = ask(three, people, Kind.PAUSE, 72)
    one = others(vote)[0]
    strange = reply(vote, people, one, "yes")
    forged = Reply(
        **{f: getattr(strange, f) for f in strange.__struct_fields__} | {"sender": "x@y"}
    )
    assert read_reply(forged) == "stranger"
    assert vote.ballots.get(seat=one).says is None


def test_a_strange_email_has_a_say_once_its_player_has_pressed_the_button(
    three: Match, people: Any, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S2: GET shows it, POST with the page's nonce acts."""
    monkeypatch.setattr("games.presentation.links.TOO_QUICK", timedelta(0))
    vote = ask(three, people, Kind.PAUSE, 72)
    ballot = vote.ballots.get(seat=others(vote)[0])
    known_on(visitor, people[NAMES[ballot.seat]])
    known = reply(vote, people, ballot.seat, "yes")
    strange = {f: getattr(known, f) for f in known.__struct_fields__} | {"sender": "x@y.example"}
    assert read_reply(Reply(**strange)) == "stranger"
    email = email_of(Notification.objects.get(kind="held"))
    found = email and re.search(r"http://[^/]+(/held/\S+)", email.text)
    assert email and found and "    > yes" in email.text

    page = visitor.get(found[1]).content.decode()
    ballot.refresh_from_db()
    nonce = re.search(r'name="nonce" value="([^"]+)"', page)
    assert ballot.says is None and nonce is not None
    answered = visitor.post(found[1], {"nonce": nonce[1]}).content.decode()

    ballot.refresh_from_db()
    assert ballot.says is True and "Your answer was played." in answered


def test_a_vote_decided_is_asked_no_more(three: Match, people: Any) -> None:
    vote = ask(three, people, Kind.PAUSE, 72)
    one, other = others(vote)
    say(vote, one, False)
    notification = Notification.objects.get(kind="vote_asked", player=people[NAMES[other]])
    assert email_of(notification) is None


# Pages --------------------------------------------------------------------------------------------


def test_a_link_in_an_email_shows_and_its_button_answers(
    three: Match, people: Any, visitor: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.presentation.links.TOO_QUICK", timedelta(0))
    vote = ask(three, people, Kind.PAUSE, 72)
    one = others(vote)[0]
    change_email_preferences(people[NAMES[one]], answer_links="pages")
    ballot = vote.ballots.get(seat=one)
    path = links.ballot_path(ballot.token, 1)
    known_on(visitor, people[NAMES[one]])
    assert path in written(vote, people[NAMES[one]]).text
    page = visitor.get(path).content.decode()
    ballot.refresh_from_db()
    assert ballot.says is None and "asks for a pause" in page
    nonce = re.search(r'name="nonce" value="([^"]+)"', page)
    assert nonce is not None
    visitor.post(path, {"nonce": nonce[1]})
    ballot.refresh_from_db()
    assert ballot.says is True
    assert visitor.get(links.ballot_path(ballot.token, 3)).status_code == 404
    assert visitor.get(path.replace("/1/", "/2/")).status_code == 404
    assert visitor.get(f"/b/{'a' * 26}/1/").status_code == 404


def test_a_page_asks_and_a_page_answers(as_: Any, three: Any, people: Any) -> None:
    path = f"/matches/{three.number}/"
    asker = as_(NAMES[three.asked])
    form = {"kind": "pause", "hours": "72", "reason": "a wedding"}
    assert asker.post(f"{path}votes/", form).status_code == 303
    vote = Vote.objects.get()
    for seat in others(vote):
        other = as_(NAMES[seat])
        assert "a wedding" in other.get(path).content.decode()
        token = vote.ballots.get(seat=seat).token
        assert as_("dave").post(f"{path}votes/{token}/", {"says": "yes"}).status_code == 404
        assert other.post(f"{path}votes/{token}/", {"says": "yes"}).status_code == 303
    three.refresh_from_db()
    assert three.paused_at is not None


@pytest.mark.parametrize(
    "form",
    [{}, {"kind": "undo"}, {"kind": "pause", "hours": "x"}, {"kind": "pause", "hours": "9" * 9}],
)
def test_a_broken_form_asks_nobody(as_: Any, three: Any, form: dict[str, str]) -> None:
    assert as_("alice").post(f"/matches/{three.number}/votes/", form).status_code == 404
    assert not Vote.objects.exists()


def test_a_page_takes_a_move_back(as_: Any, three: Any) -> None:
    path = f"/matches/{three.number}/"
    answer(three, three.asked, "take", number=1)
    first = as_(NAMES[three.asked])
    assert "Undo" in first.get(path).content.decode()
    assert first.post(f"{path}undo/", {"ply": "1"}).status_code == 303
    assert Vote.objects.get().kind == "undo"
    other = as_(NAMES[(three.asked + 1) % 3])
    assert "would like to take back a move" in other.get(path).content.decode()
    for ballot in Ballot.objects.all():
        seated = as_(NAMES[ballot.seat])
        seated.post(f"{path}votes/{ballot.token}/", {"says": "yes"})
    page = first.get(path).content.decode()
    assert "You have taken a move back" in page and "<s>" in page


# The end of the match ---------------------------------------------------------------------------


@pytest.fixture
def begun(deal: Any) -> Match:
    """Three have played four moves of Abyss."""
    match: Match = deal("abyss", seats=3)
    for number in range(4):
        prompt = match.prompts.filter(closed_at=None, answered_at=None).order_by("seat")[0]
        submit_decision(prompt.token, None, source="page", key=f"few-{number}")
    return match


def agree_to_end(match: Match, people: Any, kind: Vote.Kind) -> list[Any]:
    """Let Alice propose an end, and the others agree; return the seats."""
    vote = ask(match, people, kind, 0, seat=0)
    say(vote, 1, True)
    match.refresh_from_db()
    assert match.status == "running"
    assert say(vote, 2, True).outcome == "passed"
    match.refresh_from_db()
    assert match.status == "finished" and not match.prompts.filter(closed_at=None).exists()
    assert Notification.objects.filter(kind="match_finished").count() == 3
    # Three players, the spectators of the match, and who listens to all ends.
    assert PlayerEvent.objects.filter(kind="match_finished").count() == 5
    return list(match.seats.all())


def test_all_agree_to_end_a_match_with_the_places_as_they_stand(
    begun: Match, people: Any, client: Client
) -> None:
    client.force_login(people["alice"])
    page = client.get(f"/matches/{begun.number}/").content.decode()
    assert re.findall(r'name="kind" value="(\w+)" required', page) == ["end", "unrated", "annul"]

    seats = agree_to_end(begun, people, Kind.END)

    scores = [seat.score for seat in seats]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    assert (begun.ruling, [seat.place for seat in seats]) == ("agreed", ranks)
    assert RatingStep.objects.filter(match=begun).count() == 3
    page = client.get(f"/matches/{begun.number}/").content.decode()
    assert "The players agreed to end the match here." in page


@pytest.mark.parametrize(
    ("kind", "ruling", "sentence"),
    [
        (Kind.END_UNRATED, "unrated", "Not rated: the players agreed on that."),
        (Kind.ANNUL, "annulled", "The players agreed to annul the match."),
    ],
)
def test_an_agreed_end_without_ratings(
    begun: Match, people: Any, client: Client, kind: Vote.Kind, ruling: str, sentence: str
) -> None:
    seats = agree_to_end(begun, people, kind)

    assert begun.ruling == ruling
    assert {seat.place is None for seat in seats} == {kind == Kind.ANNUL}
    assert not RatingStep.objects.filter(match=begun).exists()
    client.force_login(people["alice"])
    page = client.get(f"/matches/{begun.number}/").content.decode()
    assert sentence in page and f"/matches/{begun.number}/again/" in page


def test_silence_and_a_no_keep_the_match_going(three: Any, people: Any) -> None:
    silence = ask(three, people, Kind.ANNUL, 0)
    say(silence, others(silence)[0], True)
    votes.expire_votes(NOON + 8 * DAY)
    silence.refresh_from_db()
    line = Reply(
        email_id=uuid4(),
        token=three.prompts.get(closed_at=None).token,
        sender=people[NAMES[three.asked]].email,
        lines=["annul match"],
        message_id=f"<{uuid4()}@example.org>",
        received_at=NOON,
    )
    assert read_reply(line) == "annul"
    no = three.votes.get(kind=Kind.ANNUL, outcome="open")
    say(no, others(no)[0], False)

    no.refresh_from_db()
    three.refresh_from_db()
    assert (silence.outcome, no.outcome, three.status) == ("failed", "failed", "running")
    with pytest.raises(CannotVote, match="2 times"):
        ask(three, people, Kind.ANNUL, 0)
    # A game without a public score has no places before its end.
    with pytest.raises(CannotVote, match="no places"):
        ask(three, people, Kind.END, 0)


def test_whoever_is_away_loses_no_rating_by_an_end(begun: Match, people: Any) -> None:
    """The house bot in their seat agrees to everything."""
    begun.seats.filter(number=1).update(bot_took_over_at=NOON)

    with pytest.raises(CannotVote, match="unrated"):
        ask(begun, people, Kind.END, seat=0)

    ends = list_possible_ends(Match.objects.get(pk=begun.pk), 0)
    assert [row["kind"] for row in ends] == ["unrated", "annul"]
    ask(begun, people, Kind.END_UNRATED, seat=0)


def test_beside_bots_alone_a_match_ends_at_once(begun: Match, people: Any, client: Client) -> None:
    for seat, bot in zip(begun.seats.filter(number__gt=0), house_bots(2), strict=True):
        Seat.objects.filter(pk=seat.pk).update(player=bot)
    client.force_login(people["alice"])

    url = f"/matches/{begun.number}/votes/"
    answer = client.post(url, {"kind": "end"}, follow=True).content.decode()

    begun.refresh_from_db()
    assert (begun.status, begun.ruling) == ("finished", "agreed")
    assert "The players agree to end the match with these places." in answer
