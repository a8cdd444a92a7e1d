"""What people write around an answer: greetings, thanks, wishes, doubts and second thoughts.

Phrases are separated by commas. The tables are in English, French and German, with a few words of
other languages.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable

from games.engine import notation
from games.engine.notation import Tokens


def _list_phrases(*tables: str) -> list[str]:
    phrases = {
        " ".join(notation.split_words(phrase)) for table in tables for phrase in table.split(",")
    }
    # The longest first, so that “thank you very much” is not read as “thank you”.
    return sorted(filter(None, phrases), key=len, reverse=True)


def _combine(*tables: Iterable[str]) -> str:
    """Return the phrases of one word or more of each table, in their order."""
    return ",".join(" ".join(words) for words in itertools.product(*tables))


def list_words(table: str) -> frozenset[str]:
    """Return the words of a table, as notation.split_words() returns them."""
    return frozenset(notation.split_words(" ".join(table.split()), limit=len(table)))


# Words that change nothing, wherever they stand beside an answer.
PARTICLES = list_words(
    """
    well so then now again still anyway also too really definitely obviously absolutely certainly
    clearly surely sure gladly happily finally please pls plz course alors donc bon ben eh allez
    maintenant toujours volontiers sûr entendu certainement évidemment also dann nun jetzt mal eben
    gern gerne leider da klar gut natürlich sicher sofort hiermit lol haha hm hmm oh ah
    here hier ici
    """
)
# Words of consent, which may stand before an answer. Behind a number they are part of a vote.
AGREES = list_words("ok okay yes yeah yep yup oui ouais ja jo jep jup jawohl")
# The first word of a greeting, which names may follow.
HAILS = list_words(
    """
    hi hello hey hiya heya dear howdy greetings hallo liebe lieber moin servus tach bonjour salut
    coucou bonsoir cher chère hola ciao good guten grüß
    """
)
# Words that a greeting consists of besides names.
_GREETING_NAMES = list_words(
    """
    all abyss there everyone everybody folks team guys morning day afternoon evening tag morgen
    abend zusammen tous toutes post dich gott leute
    """
)
MAX_GREETING_WORDS = 4

# Words that say goodbye; a name may follow, and what stands below them is a signature.
_CLOSINGS = _list_phrases(
    """
    thanks, thank you, thank you very much, thank you so much, many thanks, thanks a lot, thx, ty,
    thanks again, thanks in advance, cheers, regards, best, best regards, kind regards, bye, warm
    regards, best wishes, all the best, yours, sincerely, yours sincerely, take care, love, see you,
    see you soon, see ya, talk soon, br, rgds, xx, xo, merci, merci beaucoup, merci bien, merci
    d'avance, cordialement, bien cordialement, amitiés, amicalement, salutations, meilleures
    salutations, à bientôt, à plus, à la prochaine, bises, bisous, cdlt, bonne journée, bonne
    soirée, bon week-end, au revoir, bien à vous, bien à toi, danke, danke schön, dankeschön, vielen
    dank, besten dank, danke dir, danke euch, gruß, grüße, viele grüße, liebe grüße, beste grüße,
    herzliche grüße, schöne grüße, mit freundlichen grüßen, lg, vg, mfg, bg, gruss, grüsse, viele
    grüsse, liebe grüsse, mit freundlichen grüssen, tschüss, bis bald, bis dann, bis morgen, ciao,
    tschau, servus, schönen tag, schönen abend, ahoi, gracias, grazie, obrigado, obrigada, bedankt,
    dank je, dank je wel, groetjes, tack, takk, tak, hälsningar, hilsen, saludos, saluti,
    pozdrawiam, kiitos
    """
)
# Small talk that changes nothing about an answer.
_TALK = _list_phrases(
    """
    hm, hmm, hmmm, well, as planned, as before, same as before, as agreed, as promised, from me, of
    course, for sure, sure, definitely, obviously, absolutely, certainly, clearly, I guess so, lol,
    haha, hahaha, hehe, hihi, xd, rofl, lmao, good luck, gl, hf, gl hf, glhf, have fun, gg, enjoy,
    your turn, go, then, now, this time, again, as always, as usual, this turn, my choice, it is, is
    my answer, is my choice, is my move, for me, for now, all right, alright, great, fun, fine,
    nice, cool, perfect, super, good, well played, wp, nice move, good move, great move, nice game,
    good game, great game, nice one, well done, congratulations, congrats, wow, whoa, great, how
    exciting, exciting, that was fun, here we go, let's go, let's see, we'll see, done, let's see
    what happens, see what happens, fingers crossed, wish me luck, ha, oh, ah, aha, yay, hope you
    are well, hope all is well, hope you're well, I hope you are well, no rush, no hurry, no
    problem, no worries, take your time, sorry for the delay, sorry for the late reply, sorry for
    the late answer, sorry I'm late, sorry for being late, sorry for the wait, my turn, sorry it
    took so long, sorry about the delay, easy, easy one, there you go, here you go, have a nice day,
    have a good day, have a great day, have a nice evening, have a good evening, have a nice
    weekend, have a good weekend, have a great weekend, have a good one, happy new year, merry
    christmas, enjoy your weekend, back to you, over to you, your move, thanks for the game, long
    time no see, thanks for your patience, thanks for waiting, see you next turn, that's it,
    that's all, no need to hurry, no need to rush, il n'y a pas le feu, keine Eile, fyi, ok, okay,
    yes, yeah, yep, yup, got it, understood, so, gladly, sounds good, with pleasure, once more, this
    round, this time around, bien sûr, bien entendu, évidemment, certainement, encore une fois,
    bonne chance, à toi, à vous, à toi de jouer, alors, donc, maintenant, cette fois, comme
    toujours, pour moi, d'accord, parfait, super, bien joué, belle partie, merci pour la partie,
    bravo, mdr, ptdr, c'est
    ma réponse, c'est mon choix, désolé pour le retard, désolée pour le retard, pas de souci, pas de
    problème, bonne partie, on y va, allez, voyons voir, on verra, voilà, voici ma réponse, oui,
    ouais, très bien, bon, ça marche, volontiers, bonne journée à tous, bonne année, joyeux noël,
    j'espère que tu vas bien, c'est parti, hop, natürlich, klar, na klar, klar doch, wie gehabt, wie
    vorher, comme avant, sans hésiter, selbstverständlich, sicher, viel glück, viel erfolg, viel
    spaß, jetzt, du bist dran, du bist am zug, dann, nochmal, wieder, wie immer, diesmal, für mich,
    super, gut, sehr gut, prima, toll, klasse, schön, gut gespielt, schöner zug, guter zug, gutes
    spiel, schönes spiel, danke fürs spiel, danke für das spiel, gern geschehen, ist meine antwort,
    ist meine wahl, entschuldige die verspätung, ja,
    jawohl, jo, entschuldigung für die verspätung, sorry für die verspätung, kein problem, kein
    stress, also, los geht's, auf geht's, mal sehen, schauen wir mal, schaun mer mal, gerne, gern,
    nun, schönes wochenende, schönen tag noch, schönen abend noch, frohes neues, frohe weihnachten,
    alles klar, einverstanden, bitteschön, bitte schön, bitte sehr, na gut, na dann, gute nacht,
    I'm tired, I am tired, so tired, je suis fatigué, je suis fatiguée, bin müde,
    why not, pourquoi pas, warum nicht, s'il vous plaît, s'il te plaît, svp, stp, por favor,
    per favore, alstublieft, pretty please, pls, please, please do, bitte, bitte sehr
    """
)
# The same, but their words alone are no small talk.
_IDIOMS = _list_phrases(
    """
    no regrets, no regret, if I must, if I have to, finally, at long last, about time, right then,
    that was easy, that was tough, that was hard, ohne reue, wenn's sein muss, endlich,
    das war einfach, das war leicht, das war schwer, drück mir die daumen, drückt mir die daumen,
    sans regret, sans regrets, s'il le faut, enfin, c'était facile, c'était difficile,
    souhaite-moi bonne chance, souhaitez-moi bonne chance
    """,
    _combine(
        ("have a", "and have a", "have yourself a"),
        ("nice", "good", "great", "lovely", "wonderful", "pleasant", "relaxing"),
        ("day", "evening", "weekend", "week", "night", "morning", "afternoon", "sunday"),
    ),
    _combine(
        ("und ein", "und einen", "und eine", "dir ein", "dir einen", "euch ein", "euch einen"),
        ("schönes", "schönen", "schöne", "gutes", "guten", "gute"),
        ("wochenende", "tag", "abend", "woche", "nacht", "restwoche", "sonntag"),
    ),
    _combine(
        ("et bon", "et bonne", "et très bonne"),
        ("week-end", "weekend", "journée", "soirée", "semaine", "nuit", "dimanche", "après-midi"),
    ),
)
# Questions that ask nothing: “4 of course. What else could I do?”
_RHETORIC = _list_phrases(
    """
    what more could I ask, what more could I ask for, what more could I want, what more do you want,
    que demander de plus, que veut le peuple, que vouloir de plus, was will man mehr, was will ich
    mehr, was könnte ich mehr wollen,
    what else, what else could I do, what else can I do, what else could it be, what else could I
    choose, what else could I play, what else is there, what else is there to do, what could I do,
    what can I do, what choice do I have, do I have a choice, have I got a choice, is there a
    choice, who wouldn't, how could I not, que faire d'autre, quoi d'autre, que puis-je faire
    d'autre, que pouvais-je faire d'autre, qu'est-ce que je peux faire d'autre, ai-je le choix,
    est-ce que j'ai le choix, ai-je vraiment le choix, was sonst, was denn sonst, was auch sonst,
    was sonst könnte ich tun, was soll ich sonst tun, was kann ich sonst tun, was bleibt mir übrig,
    was bleibt mir anderes übrig, was bleibt mir auch anderes übrig, habe ich eine wahl, hab ich
    eine wahl, habe ich denn eine wahl
    """
)
# Praise: next to another word it says how good that is, as in “nice buy”.
_PRAISE = _list_phrases(
    """
    great, fun, fine, nice, cool, perfect, super, good, parfait, bon, très bien, gut, sehr gut,
    prima, toll, klasse, schön
    """
)
# Small talk that leaves something open if an answer follows at once: “we'll see about 2”.
_HESITATIONS = _list_phrases(
    """
    let's see, we'll see, let's see what happens, see what happens, why not, voyons voir, on verra,
    pourquoi pas, mal sehen, schauen wir mal, schaun mer mal, warum nicht, best
    """
)
# Lines that only announce the answer in the next one.
_LABELS = _list_phrases(
    """
    my answer, my answer is, the answer is, answer, my choice, my choice is, my move, my move is,
    here is my answer, here's my answer, here is my move, here's my move, here is my choice, my
    decision, my decision is, I choose, I'll take, I take, I go with, I'll go with, I decided, my
    turn, here goes, here it is, here you are, reply, my reply, this is my answer, ma réponse, ma
    réponse est, réponse, mon choix, mon choix est, mon coup, voici ma réponse, voici mon coup,
    voici mon choix, voici, ma décision, je choisis, je prends, je joue, meine antwort, meine
    antwort ist, antwort, meine wahl, mein zug, mein zug ist, meine wahl ist, hier ist meine
    antwort, hier meine antwort, hier mein zug, hier ist mein zug, ich nehme, ich wähle, meine
    entscheidung, ich entscheide mich für, hier kommt mein zug, hier kommt, mi respuesta, la mia
    risposta, minha resposta, mijn antwoord, mitt svar, mit svar
    """
)
# A word of doubt, condition, choice or second thought: with the name of an answer in its line, the
# line speaks against any other answer.
DOUBTS = list_words(
    """
    no not don doesn didn won wouldn couldn shouldn isn ain dont cant wont never nor neither none
    without wait sorry actually oops correction instead rather meant mean unless if whether maybe
    perhaps possibly probably or either should would could might may can cannot think guess unsure
    except until when once before depends undecided nope typo edit ps update but though than wrong
    what which why how someone ne pas jamais ni sans attends attendez pardon plutôt voulais si peut
    être ou soit devrais pourrais hésite sauf quand lorsque avant quel quelle quoi pourquoi comment
    aucun erreur mais nein nicht nie kein keine keinen weder ohne warte halt moment doch korrektur
    meinte lieber statt stattdessen sondern wenn falls ob vielleicht eventuell oder entweder sollte
    soll würde könnte denke glaube außer bis sobald bevor welche welches was warum wie nee nö aber
    falsch tippfehler vertippt möglicherweise wahrscheinlich non peut-être désolé oublie upd
    """
)
# Words of a correction: they speak against other answers if a number stands beside them.
CORRECTIONS = list_words(
    """
    sorry actually oops correction instead rather meant mean make edit update upd typo ps plutôt
    pardon désolé voulais dire erreur doch korrektur meinte lieber statt stattdessen tippfehler
    vertippt sondern
    """
)
# Words that say no, and words that say no to what.
_NEGATES = list_words(
    """
    no not don doesn won can cannot cant dont wont isn non ne n pas sans plus kein keine keinen
    nicht ohne mich nichts
    """
)
_REASONS = list_words(
    """
    afford enough need want worth interested interest money pearls buying buy without me besoin
    assez envie intéressé intéressée intérêt argent perles achète peux veux moi genug brauche
    interesse geld perlen kaufe will lohnt ohne mich
    """
)
# Second thoughts that speak against every answer of the e-mail ...
_RETRACTS = _list_phrases(
    """
    mistake, cancel, jk, misclick, misclicked, vertan, verklickt, verschrieben, abbrechen, annule,
    annuler, annulez, trompé, trompée, no wait, hold on, not yet, scratch that, strike that, cancel
    that, never mind, nevermind, forget it, forget that, forget what I wrote, ignore that, ignore
    this, ignore my, disregard, changed my mind, change my mind, on second thought, on second
    thoughts, let me think, not sure, need to think, thinking about it, think about it, will answer
    later, answer later, unsure, answer tomorrow, decide later, decide tomorrow, do not play, don't
    play, by mistake, my mistake, wrong button, wrong number, wrong answer, is wrong, was wrong, no
    idea, cannot decide, can't decide, haven't decided, still thinking, sent too early, sent too
    soon, please wait, just kidding, only kidding, was joking, am joking, only joking, just joking,
    don't know, as if, yeah right, pas encore, oublie ça, oubliez, oublie, changé d'avis, laisse-moi
    réfléchir, dois réfléchir, je réfléchis, suis pas sûr, suis pas sûre, pas sûr, pas sûre, ne joue
    pas, ignore mon, ignorez, par erreur, me suis trompé, me suis trompée, je plaisante, je ne sais
    pas, je rigole, ignore ma, annule ça, répondrai demain, répondrai plus tard, noch nicht, vergiss
    es, vergiss das, vergesst, ignoriere, ignorier, ignoriert, anders überlegt, bin unsicher, nicht
    sicher, überlege noch, noch überlegen, überlege mir, aus versehen, vertippt, versehentlich, war
    falsch, ist falsch, weiß nicht, weiss nicht, war ein scherz, nur spaß, antworte später, antworte
    morgen, entscheide später, muss nachdenken, kommando zurück
    """
)
# ... where they begin a line.
_RETRACTS_AT_START = _list_phrases(
    """
    wait, hang on, stop that, oops, ooops, whoops, correction, actually no, hmm no, errata,
    erratum, argh,
    attends, attendez, oups, non attends, minute, zut, warte, wartet, halt, ups, upps, hoppla,
    korrektur, moment, sekunde, quatsch, mist
    """
)
# Words that may stand before those.
_BEFORE_RETRACTS = list_words("oh ah ach na hm hmm euh eh äh uh um er and or und oder ou et")
# Words of which one denies an answer above it, and others beside it.
_DENIES = list_words("no nein nee nö non nope")
_BESIDE_DENIALS = list_words("wait sorry pardon désolé désolée entschuldigung thanks merci danke")
_PIECES = re.compile(r"[,.;:!…–—]\s")
# Goodbyes that name a time: a number behind them is no answer, as in “see you then, 2”.
_MEETINGS = _list_phrases(
    """
    see you, see ya, talk soon, until, bis, à bientôt, à plus, à demain, au revoir, auf wiedersehen
    """
)
# Apologies beside a command: “undo please, my mistake”.
_SORRY = _list_phrases(
    """
    sorry, so sorry, very sorry, I'm sorry, my bad, my mistake, désolé, désolée, pardon, mon erreur,
    entschuldigung, entschuldige, tut mir leid, mein fehler
    """
)
# Courtesies beside an answer in words, which a name may follow: “sorry Bob”.
_COURTESIES = _list_phrases(
    """
    sorry, so sorry, I'm sorry, no thanks, no thank you, nah, désolé, désolée, pardon, non merci,
    entschuldigung, entschuldige, tut mir leid, nein danke, nee danke
    """
)
# The same before an answer that declines something: “no, I pass”.
_REFUSALS = _list_phrases(
    """
    no, nope, not interested, not for me, not this time, not this one, non, pas pour moi, pas cette
    fois, nein, nee, nichts für mich, nicht für mich, diesmal nicht
    """
)
# Reasons to decline by a number: “2. Too pricey.”
_PRICE_COMPLAINTS = _list_phrases(
    """
    nothing for me,
    too pricey, too expensive, too dear, too much, too pricey for me, too expensive for me, it's too
    expensive, that's too expensive, way too expensive, too rich for me, trop cher, trop chère,
    trop cher pour moi, c'est trop cher, zu teuer, zu teuer für mich, ist mir zu teuer, viel zu
    teuer, das ist zu teuer
    """
)
# An apology for a delay: “sorry for keeping you waiting”, not “sorry for the confusion”.
_APOLOGY = re.compile(
    r"(?:(?:and|et|und) )?(?:so |very |really )?(?:sorry|apologies|desole|desolee|pardon|sorry|"
    r"entschuldige|entschuldigung|entschuldigt|verzeihung) (?:for|about|pour|de|d|fur|furs|wegen)"
    r"(?: \D+)?"
)
# An excuse in a whole sentence: “sorry it took me so long, the kids were ill”.
_EXCUSE = re.compile(
    r"(?:so |very |really )?(?:sorry|apologies|pardon|desolee?|entschuldigt?e?|entschuldigung|"
    r"verzeih|verzeihung) "
    r"(?:it took|it has taken|i took|i am late|i m late|i was|we were|my|the|that it|d avoir|"
    r"de vous avoir|d avoir mis|j ai|j etais|dass es|dass ich|es hat|ich war|war|hat)(?: \D+)?"
)
_SLIPS = list_words(
    """
    mistake mistakes error errors typo typos confusion mix mixup wrong noise previous last earlier
    first double duplicate answer answers move reply erreur erreurs faute fautes confusion réponse
    coup précédent dernier premier double doublon fehler irrtum verwirrung verwechslung vertipper
    tippfehler antwort zug vorherige vorige letzte erste doppelte falsche falschen but mais aber
    """
)
# The pieces of a line that holds a command: “undo please – sorry”, “good game! rematch?”. A mark is
# only tried where a row of them begins: otherwise a line of marks takes quadratic time.
_SENTENCES = re.compile(r"(?<![,.;:!…–—])[,.;:!…–—]++\s++|(?<!\s)\s++-\s++")
_PUNCTUATION = r"\s*[,!.:;–—-]+\s*"
_HAIL = re.compile(rf"\W*([^\W\d_]+)((?:\s+[^\W\d_]+){{0,3}}){_PUNCTUATION}(?=\S)")
_SMILEY = re.compile(r"(?<![\w(])[:;=xX][-^o']?[)(DPpOo|/\\*3](?!\w)|[<]3(?!\d)|\^\^|\(y\)")
# Lines that consist of such words are small talk, too.
_TALK_WORDS = (
    PARTICLES
    | AGREES
    | list_words(" ".join([*_CLOSINGS, *_TALK]))
    | list_words(
        "I you we us u ur your our doing going je tu vous nous on ich du ihr wir euch dir uns"
    )
) - DOUBTS


class _Phrases:
    """Phrases to look for in words, in a time that grows with the number of words.

    As a regular expression, phrases of which some consist of others (“best”, “best regards”) take
    exponential time where many of them stand in a row.
    """

    def __init__(self, phrases: Iterable[str]):
        self.phrases = frozenset(tuple(phrase.split()) for phrase in phrases)
        self.max_words = max(map(len, self.phrases))

    def find_tail(self, words: Tokens, start: int = 0) -> int:
        """Return the first position, from `start` on, behind which there are only phrases.

        The length of the words if there is none.
        """
        tails = {len(words)}
        for at in range(len(words) - 1, start - 1, -1):
            ends = range(at + 1, at + 1 + self.max_words)
            if any(end in tails and words[at:end] in self.phrases for end in ends):
                tails.add(at)
        return min(tails)

    def find_head(self, words: Tokens) -> int:
        """Return the position up to which there are only phrases, before the last word."""
        at = 0
        while ends := [
            end
            for end in range(at + 1, min(at + 1 + self.max_words, len(words)))
            if words[at:end] in self.phrases
        ]:
            at = ends[-1]
        return at


_ANY_TALK = _Phrases([*_CLOSINGS, *_TALK, *_IDIOMS, *_RHETORIC])
_TALK_BEFORE = _Phrases({*_CLOSINGS, *_TALK} - {*_PRAISE, *_HESITATIONS})
_TALK_BEHIND = _Phrases({*_CLOSINGS, *_TALK, *_IDIOMS} - {*_PRAISE, *AGREES})
_CLOSES = re.compile(rf"(?:{'|'.join(_CLOSINGS)})(?:\s[^\W\d_]+){{0,3}}$")
_THANKS_NAME = re.compile(rf"\s(?:{'|'.join(_CLOSINGS)})(?:\s[^\W\d_]+){{1,3}}$")
_MEETS = re.compile(rf"(?:{'|'.join(_MEETINGS)})(?:\s|$)")
_COURTEOUS = re.compile(rf"(?:{'|'.join(_COURTESIES)})(?:\s[^\W\d_]+)?")
_AGAINST = re.compile(rf"(?:^|\s)(?:{'|'.join(_RETRACTS)})(?:\s|$)")
_AGAINST_AT_START = re.compile(rf"(?:{'|'.join(_RETRACTS_AT_START)})(?:\s|$)")


def cut_greeting(line: str) -> str:
    """Return a line without smileys and the greeting before its words.

    >>> cut_greeting("Hi Bob, 2 :-)"), cut_greeting("Bob, 2")
    ('2 ', 'Bob, 2')
    """
    line = _SMILEY.sub("", line)
    hail = _HAIL.match(line)
    if hail and HAILS.intersection(notation.split_words(hail[1])):
        return line[hail.end() :]
    return line


def cut_rhetoric(line: str) -> str:
    """Return a line without a question at its end that asks nothing.

    >>> cut_rhetoric("4 of course. What else could I do?"), cut_rhetoric("4. What is next?")
    ('4 of course.', '4. What is next?')
    """
    if not line.rstrip().endswith(("?", "？")):
        return line
    *_, last = _PIECES.finditer(line) if _PIECES.search(line) else [None]
    if last and " ".join(notation.split_words(line[last.end() :])) in _RHETORIC:
        return line[: last.start() + 1]
    return line


def cut_talk(tokens: Tokens, *, before: bool = True) -> Tokens:
    """Return words, as from notation.split_words(), without small talk before and behind them.

    `before` False: only behind them.

    >>> cut_talk(("ok", "2", "of", "course", "thanks", "bob")), cut_talk(("no", "thanks"))
    (('2',), ('no',))
    """
    if _is_all_talk(tokens):
        return ()
    text = " ".join(tokens)
    thanks = _THANKS_NAME.search(text)
    if thanks and not DOUBTS.intersection(thanks[0].split()):
        tokens = tuple(text[: thanks.start()].split())
    tokens = tokens[: _TALK_BEHIND.find_tail(tokens, start=1)]
    return tokens[_TALK_BEFORE.find_head(tokens) if before else 0 :]


def _is_all_talk(words: Tokens) -> bool:
    return bool(words) and _ANY_TALK.find_tail(words) == 0


def cut_courtesies(line: str) -> str:
    """Return a line without its pieces that are small talk or an apology; all of it if all are.

    >>> cut_courtesies("Good game! Undo, please - sorry"), cut_courtesies("No, undo")
    ('Undo', 'No undo')
    """
    pieces = [piece.strip() for piece in _SENTENCES.split(line.strip())]
    remaining_pieces = [piece for piece in pieces if not (is_talk(piece) or _is_sorry(piece))]
    return " ".join(remaining_pieces) if remaining_pieces else line


def _is_sorry(piece: str) -> bool:
    return " ".join(notation.split_words(piece)) in _SORRY


def is_greeting(line: str) -> bool:
    """Return whether a line is a greeting, perhaps with a name: “Good morning”, “Hi Bob,”."""
    tokens = notation.split_words(line)
    hails = line.rstrip().endswith((",", "，", "!", ".")) and len(tokens) <= MAX_GREETING_WORDS
    is_hail = (
        hails and HAILS.issuperset(tokens[:1]) and not any(word[-1].isdigit() for word in tokens)
    )
    return is_hail or set(tokens) <= HAILS | _GREETING_NAMES


def is_talk(line: str) -> bool:
    """Return whether a line is nothing but a greeting, small talk or a label of the next line.

    >>> is_talk("Hope you're all doing well, Bob."), is_talk("Hope you're doing well!")
    (False, True)
    """
    if is_phrase(line):
        return True
    tokens = notation.split_words(_SMILEY.sub("", line))
    # “S. 2” is a page, though “s” is a word of “s'il te plaît”.
    is_small_talk = _TALK_WORDS.issuperset(tokens) and any(len(word) > 1 for word in tokens)
    return is_small_talk and not notation.is_question(line) and not is_retraction(line)


def is_phrase(line: str) -> bool:
    """Return whether a line consists of common phrases of small talk, not only of their words."""
    text = " ".join(notation.split_words(_SMILEY.sub("", line)))
    return not text or is_greeting(line) or text in _LABELS or _is_all_talk(tuple(text.split()))


def is_idiom(piece: str) -> bool:
    """Return whether words mean something else together: “no problem”."""
    tokens = notation.split_words(piece)
    return len(tokens) > 1 and " ".join(tokens) in _TALK


def is_closing(line: str) -> bool:
    """Return whether a line says goodbye: “Thanks, Bob”, “Viele Grüße”.

    >>> is_closing("Best regards,"), is_closing("Thanks for nothing, I take 2")
    (True, False)
    """
    tokens = notation.split_words(line)
    return bool(_CLOSES.match(" ".join(tokens))) and not DOUBTS.intersection(tokens)


def is_meeting(piece: str) -> bool:
    """Return whether a part of a sentence is a goodbye that may name a time: “see you then”."""
    return bool(_MEETS.match(" ".join(notation.split_words(piece))))


def is_courtesy(piece: str) -> bool:
    """Return whether a part of a sentence is an apology or a refusal: “sorry Bob”, “no thanks”."""
    return bool(_COURTEOUS.fullmatch(" ".join(notation.split_words(piece)))) or is_apology(piece)


def is_apology(piece: str) -> bool:
    """Return whether a part of a sentence apologizes for a delay, and for no answer.

    >>> is_apology("sorry for the wait"), is_apology("sorry for the confusion")
    (True, False)
    """
    tokens = notation.split_words(piece)
    return bool(_APOLOGY.fullmatch(" ".join(tokens))) and not _SLIPS.intersection(tokens)


def is_excuse(piece: str) -> bool:
    """Return whether a part of a line says in a sentence why an answer comes late.

    >>> is_excuse("Sorry it took me so long"), is_excuse("sorry that was the wrong answer")
    (True, False)
    """
    tokens = notation.split_words(piece)
    return bool(_EXCUSE.fullmatch(" ".join(tokens))) and not _SLIPS.intersection(tokens)


def is_vocative(piece: str) -> bool:
    """Return whether a name behind a piece of a sentence may be the reader's: “well played, Sage”.

    >>> is_vocative("Well played"), is_vocative("ok")
    (True, False)
    """
    tokens = set(notation.split_words(piece))
    return (is_phrase(piece) or is_courtesy(piece)) and not tokens <= AGREES | PARTICLES


def is_reason(piece: str) -> bool:
    """Return whether a part of a sentence says why the writer declines: “I can't afford it”.

    >>> is_reason("don't want it"), is_reason("not"), is_reason("I don't want it if Bob does")
    (True, False, False)
    """
    tokens = set(notation.split_words(piece))
    if is_retraction(piece) or notation.is_question(piece):
        return False
    return bool(tokens & _NEGATES and tokens & _REASONS) and not tokens & (DOUBTS - _NEGATES)


def is_price_complaint(piece: str) -> bool:
    """Return whether a part of a sentence says that the price is too high, and no more.

    >>> is_price_complaint("Too pricey for me."), is_price_complaint("too expensive for Bob")
    (True, False)
    """
    return " ".join(notation.split_words(piece)) in _PRICE_COMPLAINTS


def is_refusal(piece: str) -> bool:
    """Return whether a part of a sentence refuses what is offered: “no”, “not for me”."""
    return " ".join(notation.split_words(piece)) in _REFUSALS


def is_yes_or_no(line: str) -> bool:
    """Return whether a line says yes or no and nothing else.

    >>> [is_yes_or_no(line) for line in ("No.", "oh yes!", "no, I pass", "")]
    [True, True, False, False]
    """
    words = set(notation.split_words(line))
    return bool(words & (_DENIES | AGREES)) and words <= _DENIES | AGREES | PARTICLES


def is_retraction(line: str) -> bool:
    """Return whether a line speaks against everything that the e-mail says.

    >>> is_retraction("no wait"), is_retraction("Ach nein, warte noch"), is_retraction("No problem")
    (True, True, False)
    """
    if _AGAINST.search(" ".join(notation.split_words(line))):
        return True
    return any(
        _AGAINST_AT_START.match(" ".join(cut_front(piece, _BEFORE_RETRACTS | _DENIES)))
        for piece in [line, *_PIECES.split(line)]
    )


def is_denial(line: str) -> bool:
    """Return whether a part of a line only denies what stands above it.

    >>> is_denial("Oh no, I clicked the wrong one"), is_denial("No problem")
    (True, False)
    """
    pieces = [cut_front(piece, _BEFORE_RETRACTS) for piece in [line, *_PIECES.split(line)]]
    return any(
        _DENIES.intersection(tokens) and (_DENIES | _BESIDE_DENIALS).issuperset(tokens)
        for tokens in pieces
    )


def cut_front(piece: str, words: frozenset[str]) -> Tokens:
    """Return the words of a part of a line without those of `words` at its start; one stays."""
    tokens = notation.split_words(piece)
    while len(tokens) > 1 and tokens[0] in words:
        tokens = tokens[1:]
    return tokens
