"""Reply handler for leagues: an e-mail signs up for a season, checks in, or leaves it."""

from __future__ import annotations

from datetime import datetime
from enum import Enum, auto

from django.db import transaction
from django.utils import timezone

from games.engine import notation
from games.engine.contract import Refused, UnreadableDecision
from games.models import Entry, Player, Season, SeasonToken
from games.presentation import errors_text, league_tables
from games.replies import one_word
from games.replies.lines import small_talk
from games.services.leagues import entries, news, teams, terms
from games.services.leagues.entries import CannotEnter
from notifications import gateway
from notifications.gateway import Reply

# Maximum number of lines that are searched; what follows is ignored.
MAX_LINES = 20


class Wish(Enum):
    """What a player wants."""

    # To play: to sign up, or to check in where that is asked.
    TAKE_PART = auto()
    CHECK_IN = auto()
    LEAVE = auto()
    # To leave a season that is being played.
    LEAVE_FOR_GOOD = auto()
    # Nothing of what the e-mail asks.
    DECLINE = auto()


# In English, French, German. Words that lead to an answer are cut off first: “ich mache”, “I'd like
# to”, “je confirme”.
_TAKE_PART = """
    sign up, sign me up, signing up, register, register me, enrol, enroll, join, join in, enter,
    play, count me in, take part, participate, m in, am in, we re in, inscrire, s'inscrire,
    m'inscrire, m'inscris, inscription, inscris moi, inscrivez moi, participer, participe, jouer,
    joue, rejoindre, rejoins, compte sur moi, comptez sur moi, en suis, suis partant,
    suis partante, partant, partante, anmelden, anmeldung, melde mich an, meld mich an,
    mich anmelden, mitspielen, spiele mit, spiel mit, spiele wieder mit, mitmachen, mit, wieder mit,
    mach mit, teilnehmen, nehme teil, bin dabei, dabei
    """
_CHECK_IN = """
    check in, check me in, checking in, checked in, here, present, m here, am here, m present,
    am present, présent, présente, suis là, suis présent, suis présente, me voici, ici,
    confirmer ma présence, ma présence, présence confirmée, einchecken, checke ein, hier, bin hier,
    bin da, anwesend, bin anwesend, teilnahme bestätigen, bestätige teilnahme,
    bestätige meine teilnahme, teilnahme bestätigt
    """
_LEAVE = """
    leave, leave season, leave league, leaving, withdraw, withdraw me, sign out, sign me out,
    sign off, sign me off, drop out, quitter, quitter saison, quitte, quitte saison, me retirer,
    me retire, retirez moi, retire moi, désinscrire, me désinscrire, me désinscris, désinscris moi,
    désinscrivez moi, verlassen, saison verlassen, verlasse saison, abmelden, mich abmelden,
    melde mich ab, meld mich ab, austreten, trete aus, aussteigen, steige aus, zurückziehen,
    ziehe mich zurück
    """
# Behind those.
_FOR_GOOD = "for good, pour de bon, définitivement, endgültig"
_LEAVE_FOR_GOOD = """
    endgültig verlassen, saison endgültig verlassen, verlasse saison endgültig, endgültig abmelden,
    melde mich endgültig ab, endgültig aussteigen, steige endgültig aus,
    quitter définitivement saison, quitter pour de bon saison
    """
_YES = "yes, y, oui, ja, ok, okay, yep, yeah, yup, si, d'accord, einverstanden, gerne, volontiers"
_NO = "no, n, non, nein, nope, nah, nee"


def _list_phrases(table: str) -> list[str]:
    return [" ".join(notation.tokenize_line(words)) for words in table.split(",")]


WISHES: dict[str, Wish] = {
    **dict.fromkeys(_list_phrases(_TAKE_PART), Wish.TAKE_PART),
    **dict.fromkeys(_list_phrases(_CHECK_IN), Wish.CHECK_IN),
    **dict.fromkeys(_list_phrases(_LEAVE), Wish.LEAVE),
    **{
        f"{leave} {tail}": Wish.LEAVE_FOR_GOOD
        for leave in _list_phrases(_LEAVE)
        for tail in _list_phrases(_FOR_GOOD)
    },
    **dict.fromkeys(_list_phrases(_LEAVE_FOR_GOOD), Wish.LEAVE_FOR_GOOD),
}
CONSENTS: dict[str, bool] = {
    **dict.fromkeys(_list_phrases(_YES), True),
    **dict.fromkeys(_list_phrases(_NO), False),
}
# The only words that may stand behind a wish.
BESIDE = small_talk.PARTICLES | small_talk.list_words(
    """
    me us this next new season league cup tournament ladder arena game games for in to with at it
    too I am m we nous moi cette prochaine saison ligue coupe tournoi à pour dans avec aussi je suis
    mich uns diese diesen dieser nächste nächsten neue saison liga pokal turnier für in bei auch ich
    bin wieder dabei
    """
)


def read_season_reply(reply: Reply) -> str:
    """Do what an e-mail about a season says, or reply why not.

    Returns the reason code.

    Only the player to whom the e-mail was sent may act: for another sender nothing is done, and the
    player is told.
    """
    rows = SeasonToken.objects.select_related("season__league", "player")
    row = rows.filter(token=reply.token).first()
    if row is None:
        return "unknown_prompt"
    if not row.player.is_active:
        return "inactive"
    now = timezone.now()
    if not reply.is_authenticated or not gateway.owns_sender_address(row.player, reply.sender):
        facts = {"sender": reply.sender[:254], "is_unproven": not reply.is_authenticated}
        news.answer_reply(row, reply, "not_proven", now=now, **facts)
        return "stranger" if reply.is_authenticated else "unproven"
    try:
        # In a savepoint: a refusal rolls back everything but the record of the e-mail.
        with transaction.atomic():
            what = _obey(row, reply, now)
    except Refused as refusal:
        line = (reply.lines or [""])[0][:200]
        facts = errors_text.serialize_refusal(refusal)
        news.answer_reply(row, reply, "reply_refused", now=now, line=line, **facts)
        return refusal.code
    news.answer_reply(row, reply, what, now=now)
    return what


def _obey(row: SeasonToken, reply: Reply, now: datetime) -> str:
    """Do what an e-mail says, and return the news with which it is answered. Raises Refused."""
    season, player = entries.lock_season(row.season), row.player
    if season.state in (Season.State.CLOSED, Season.State.VOID):
        raise CannotEnter("This season is over.")
    mine = teams.entry_of(season, player)
    is_in = mine is not None and mine.state in entries.IN
    wish = parse_wish(reply)
    if wish == Wish.DECLINE:
        return "reply_declined"
    if wish == Wish.LEAVE and mine is not None and mine.state == Entry.State.PLAYING:
        return "leave_asked"
    if wish in (Wish.LEAVE, Wish.LEAVE_FOR_GOOD):
        entries.leave_season(season, player, now=now)
        return "left"
    if wish == Wish.TAKE_PART and not is_in:
        return _sign_up(season, player, now)
    must_check_in = mine is not None and league_tables.must_check_in(mine)
    if wish == Wish.TAKE_PART and not must_check_in:
        return "entered"
    mine = entries.check_in(season, player, now=now)
    return "checked_in" if mine.state == Entry.State.HERE else "entered"


def _sign_up(season: Season, player: Player, now: datetime) -> str:
    if terms.terms_from_row(season).is_for_teams:
        raise CannotEnter(
            "This season is for teams: create one on its page, or join one with its code."
        )
    entries.sign_up(season, player, now=now)
    return "entered"


def parse_wish(reply: Reply) -> Wish:
    """Return what the lines agree on. Raises UnreadableDecision."""
    lines = reply.lines[:MAX_LINES]
    wish = one_word.choose_word(lines, WISHES, beside=BESIDE)
    if wish is not None:
        return wish
    consents = one_word.choose_word(lines, CONSENTS)
    if consents is None:
        raise UnreadableDecision("Please answer with one word: yes, no or leave.")
    return Wish.TAKE_PART if consents else Wish.DECLINE
