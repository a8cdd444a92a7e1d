"""Tables of what people answer, and of what they write that is no answer.

`{n}` is the number of the answer meant, `{m}` another one, `{word}` the number as a word, `{w}` the
words of the answer, `{x}` those of another one, `{v}` its verb.
"""

from __future__ import annotations

import msgspec

LANGUAGES = ("en", "fr", "de")


class Voice(msgspec.Struct, frozen=True):
    """How the readers of a language write."""

    numbers: list[str]
    words: list[str]
    around: list[str]
    negatives: list[str]
    number_words: list[str]


# What everybody writes.
NUMBERS = """
{n}
{n}.
{n})
({n})
#{n}
{n}!
 {n}
*{n}*
“{n}”
- {n}
{n} :-)
{n} 😀
{n};
[{n}]
Nr. {n}
{n} // gl
""".strip("\n").split("\n")
WORDS = """
{w}
{w}.
{W}
{w} :)
{n}. {w}
{n} · {w}
({n}) {w}
{w}!
""".strip("\n").split("\n")
AROUND = [
    *("{a}", "{a}\n", "\n{a}\n\nAnn", "{a}\n\n--\nAnn Miller\n12 Main Street", "{a}\n\n-- \nAnn"),
    *("Bob,\n\n{a}", "{a}\n\nAnn Miller\n+49 170 1234567", "{a}\n\nhttps://example.org/2"),
]

ENGLISH = Voice(
    numbers="""
I choose {n}
I'll take {n}
I take {n}
I'll go with {n}
I'm going with {n}
Let's go with {n}
My answer is {n}
My answer: {n}
Answer: {n}
answer {n}
it's {n}
It is {n}.
option {n}
Option {n}, please
{n} please
{n}, thanks
{n} thanks!
Please {n}
{n} lol
{n} of course
{n}. Good luck!
{n}, good luck!
{n} - good luck
{n} for me
{n} it is
OK, {n}
ok {n}
Yes, {n}
well, {n} then
Then {n}.
number {n}
No. {n}
number {word}
{word}
{word}.
I pick {word}
{n} this time
I would like to take {n}
I'd like {n}
I want {n}
I select option {n}
my choice is {n}
My move: {n}
{n}, thank you very much!
{n}, your turn
Hi Bob, {n} please
Hello! {n}
Hi Bob! I take {n}. Have a nice weekend!
Sure, {n}
Great move! I take {n}
{n} now
""".strip("\n").split("\n"),
    words="""
I {w}
I'll {w}
I will {w}
{w} please
Please {w}
{w}, please!
{w}, thanks
{w}. Good luck!
OK, {w}
ok {w}
I'd like to {w}
I would like to {w}
I want to {w}
Let's {w}
{w} of course
{w} this time
{w} // good luck
My answer: {w}
My answer is {w}
I have to {w}
Well, {w} then
Hi Bob, {w}
Great game so far! I {w}.
{w} and good luck
""".strip("\n").split("\n"),
    around=[
        *("Hi Bob,\n\n{a}\n\nThanks,\nAnn", "Hello,\n{a}\nCheers", "{a}\n\nThanks!", "OK.\n{a}"),
        *(
            "My answer:\n{a}",
            "Here is my answer:\n\n{a}\n\nBest regards,\nAnn Miller",
            "{a}\n\nBest\nAnn",
        ),
        *(
            "Good morning!\n\n{a}",
            "Sorry for the delay!\n\n{a}",
            "{a}\n\nSee you at 5!",
            "Yes!\n{a}",
        ),
        *("Great move!\n{a}\nHave a nice weekend", "{a}\n\nWhat a game! How are you?", "Hey\n{a}"),
        *("{a}\n\nSent from my iPhone", "Get Outlook for iOS\n\n{a}", "{a}\n\nLast week was fun."),
        "So that was quite something, I did not see that coming at all.\n\n{a}",
        "{a}\n\nI have had a lot on my plate, we had five people over from Spain and two of them "
        "stayed.\nAll the best, Ann",
        "{a}\n\nThis e-mail is confidential and intended only for the addressee.",
    ],
    negatives="""
I have {n} cards
I have {n} cards left.
see you at {n}
See you at {n}!
Let's meet at {n} pm
{n}%
+{n}
-{n}
~{n}
{n}+
{n}/{m}
{n}-{m}
{n}:30
{n}.5
{n}°C today
{n} weeks holiday
{n} weeks holiday, back soon
{n} minutes
{n} or {m}
{n} or {m}?
{n}, {m}
{n} {m}
{n}?
{n} ?
Is it {n}?
Is {n} legal?
Can I take {n}?
Should I {w}?
What if I {w}?
not {n}
Not {n}!
No {n}
not {n}, wait
maybe {n}
Maybe {n}?
perhaps {n}
I think {n}
I guess {n}
I would take {n}
I'd take {n}
I might take {n}
I could take {n}
I took {n}
I was thinking of {n}
don't {v}
Don't {w}
do not {w}
I won't {w}
I will not {w}
I don't want to {w}
I never {w}
if he passes I {w}
If Bob passes, {n}
{n} if Bob passes, else {m}
{n}, but only if that's ok
{w} unless Bob does
{w} or {x}
either {n} or {m}
neither {n} nor {m}
We are {word}
You have {n} points and I have {m}
The score is {n}
The score is {n} to {m}
{n} points!
{n} all
turn {n}
move {n} was great
round {n} was fun
{n}nd of May
May {n}
Nov. {n}
on {n} November
{n} November
{n}. November
{n} Nov 2026
On Tuesday the {n}th
page {n}
chapter {n}
Room {n}
Apartment {n}, Main Street
call me at 555-{n}
+49 170 {n}{m}
tel. {n}{m}{n}
Flight {n} lands at {m}
{n} of us are away
{n} more days
in {n} days
for {n} people
I'm {n} years old
at {n}
on {n}
for {n}
by {n}
I'll answer tomorrow
I need to think about it.
Let me think
Not sure yet
Hold on
wait
Nice move, Bob!
How are you?
thanks!
Thanks, Ann
I did not understand the question.
What does {n} mean?
What does option {n} do?
Bob said {n}
My brother says {w}
He should {w}
{n} is bad
{n} is not an option
anything but {n}
anything except {n}
not option {n}
{n} no wait {m}
{n}, no, {m}
{n}... actually {m}
{n}, sorry, {m}
{n} (or {m})
I meant {n} last week
rather not {n}
""".strip("\n").split("\n"),
    number_words=["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
)
FRENCH = Voice(
    numbers="""
Je choisis {n}
Je choisis la {n}
Je prends {n}
Je prends la {n}
Je prends la {n}, merci
Ma réponse est {n}
Ma réponse : {n}
Réponse : {n}
réponse {n}
c'est {n}
C'est la {n}.
option {n}
la {n}
Le {n}
La {n} s'il te plaît
{n} s'il vous plaît
{n} svp
{n}, merci
{n} merci !
{n} bien sûr
{n}. Bonne chance !
{n}, bonne chance
{n} pour moi
Pour moi {n}
OK, {n}
d'accord, {n}
Oui, {n}
Alors {n}.
alors la {n}
numéro {n}
n° {n}
numéro {word}
{word}
je voudrais la {n}
Je veux {n}
J'opte pour {n}
Mon choix : {n}
mon choix est {n}
Mon coup : {n}
{n}, merci beaucoup !
{n}, à toi
Bonjour Bob, {n}
Bonjour ! {n}
Salut Bob ! Je prends la {n}. Bonne journée !
Bien joué ! Je prends la {n}
{n} cette fois
Bon, {n}
""".strip("\n").split("\n"),
    words="""
{w} s'il vous plaît
{w}, merci
{w} merci
{w}. Bonne chance !
OK, {w}
d'accord, {w}
Je veux {w}
Je voudrais {w}
Je vais {w}
J'aimerais {w}
Je dois {w}
{w} bien sûr
{w} cette fois
{w} // bonne chance
Ma réponse : {w}
Ma réponse est {w}
Alors {w}
Bonjour Bob, {w}
Belle partie ! {w}.
{w} svp
""".strip("\n").split("\n"),
    around=[
        *("Bonjour Bob,\n\n{a}\n\nMerci,\nAnne", "Salut,\n{a}\nÀ bientôt", "{a}\n\nMerci !"),
        *(
            "D'accord.\n{a}",
            "Ma réponse :\n{a}",
            "Voici ma réponse :\n\n{a}\n\nCordialement,\nAnne",
        ),
        *("Bonsoir !\n\n{a}", "Désolé pour le retard !\n\n{a}", "{a}\n\nOn se voit à 5 heures !"),
        *(
            "Bien joué !\n{a}\nBon week-end",
            "{a}\n\nQuelle partie ! Comment vas-tu ?",
            "Coucou\n{a}",
        ),
        *("{a}\n\nEnvoyé de mon iPhone", "{a}\n\nAmitiés\nAnne", "{a}\n\nLa semaine était longue."),
        "Je ne m'y attendais vraiment pas, c'est une très belle partie.\n\n{a}",
    ],
    negatives="""
J'ai {n} cartes
J'ai {n} cartes en main.
à {n} heures
Rendez-vous à {n} h
{n} %
+{n}
-{n}
{n}/{m}
{n}-{m}
{n} h 30
{n} semaines de vacances
{n} ou {m}
{n} ou {m} ?
{n} ?
C'est {n} ?
Je peux prendre {n} ?
Dois-je {w} ?
Est-ce que {n} est permis ?
pas {n}
Pas {n} !
surtout pas {n}
ni {n} ni {m}
peut-être {n}
Peut-être {n} ?
je pense {n}
Je prendrais {n}
J'ai pris {n}
J'hésite entre {n} et {m}
ne pas {w}
Il ne faut pas {w}
Je ne veux pas {w}
Je ne vais pas {w}
si Bob passe, {n}
{n} si Bob passe, sinon {m}
{n}, mais seulement si c'est permis
{w} sauf si Bob le fait
{w} ou {x}
soit {n}, soit {m}
Nous sommes {word}
Le score est de {n} à {m}
{n} points !
tour {n}
le {n} novembre
{n} novembre 2026
Mardi {n}
page {n}
chapitre {n}
Appartement {n}
{n} rue de la Paix
06 12 34 {n}{m} 78
{n} d'entre nous sont absents
dans {n} jours
encore {n} jours
pendant {n} heures
j'ai {n} ans
pour {n} personnes
Je répondrai demain
Je dois réfléchir.
Pas encore
Attends
attends, {n}
Je ne sais pas
Bien joué, Bob !
Comment vas-tu ?
merci !
Merci, Anne
Je n'ai pas compris la question.
Que veut dire {n} ?
Bob a dit {n}
tout sauf {n}
{n}, non, {m}
{n}, pardon, {m}
{n}... plutôt {m}
plutôt pas {n}
je voulais dire {n} la semaine dernière
{n} n'est pas possible
""".strip("\n").split("\n"),
    number_words=["un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"],
)
GERMAN = Voice(
    numbers="""
Ich wähle {n}
Ich nehme {n}
Ich nehme die {n}
Ich nehme die {n}, danke!
Die {n} bitte
die {n}
Meine Antwort ist {n}
Meine Antwort: {n}
Antwort: {n}
Antwort {n}
Option {n}
Nummer {n}
Nr. {n} bitte
{n} bitte
Bitte {n}
{n}, danke
{n} danke!
{n} natürlich
{n}. Viel Glück!
{n}, viel Erfolg
{n} für mich
Für mich die {n}
OK, {n}
ok {n}
Ja, {n}
Also {n}
Dann {n}.
dann die {n}
Nummer {word}
{word}
Ich möchte {n}
Ich möchte die {n} nehmen
Ich will {n}
ich hätte gern die {n}
Ich entscheide mich für {n}
Meine Wahl: {n}
Meine Wahl ist {n}
Mein Zug: {n}
{n}, vielen Dank!
{n}, du bist dran
Hallo Bob, {n}
Hallo! {n}
Hallo Bob! Ich nehme die {n}. Schönes Wochenende!
Schöner Zug! Ich nehme {n}
{n} diesmal
Na gut, {n}
""".strip("\n").split("\n"),
    words="""
{w} bitte
Bitte {w}
{w}, danke
{w} danke!
{w}. Viel Glück!
OK, {w}
ok {w}
Ich möchte {w}
Ich will {w}
Ich werde {w}
Ich muss {w}
{w} natürlich
{w} diesmal
{w} // viel Glück
Meine Antwort: {w}
Meine Antwort ist {w}
Dann {w}
Also {w}
Hallo Bob, {w}
Schönes Spiel! {w}.
""".strip("\n").split("\n"),
    around=[
        *("Hallo Bob,\n\n{a}\n\nDanke,\nAnne", "Moin,\n{a}\nViele Grüße", "{a}\n\nVielen Dank!"),
        *(
            "OK.\n{a}",
            "Meine Antwort:\n{a}",
            "Hier ist meine Antwort:\n\n{a}\n\nMit freundlichen Grüßen\nAnne",
        ),
        *(
            "Guten Morgen!\n\n{a}",
            "Entschuldige die Verspätung!\n\n{a}",
            "{a}\n\nBis um 5!",
            "Ja!\n{a}",
        ),
        *(
            "Schöner Zug!\n{a}\nSchönes Wochenende",
            "{a}\n\nWas für ein Spiel! Wie geht's?",
            "Hi\n{a}",
        ),
        *("{a}\n\nVon meinem iPhone gesendet", "{a}\n\nLG Anne", "{a}\n\nLetzte Woche war toll."),
        "Das hatte ich so überhaupt nicht erwartet, das ist ein tolles Spiel.\n\n{a}",
    ],
    negatives="""
Ich habe {n} Karten
Ich habe noch {n} Karten.
um {n} Uhr
Bis um {n}!
{n} %
+{n}
-{n}
{n}/{m}
{n}-{m}
{n}:30 Uhr
{n},5
{n} Wochen Urlaub
{n} oder {m}
{n} oder {m}?
{n}?
Ist es {n}?
Kann ich {n} nehmen?
Soll ich {w}?
Darf ich {w}?
Ist {n} erlaubt?
nicht {n}
Nicht die {n}!
auf keinen Fall {n}
weder {n} noch {m}
vielleicht {n}
Vielleicht die {n}?
ich denke {n}
ich glaube {n}
Ich würde {n} nehmen
Ich habe {n} genommen
Ich schwanke zwischen {n} und {m}
nicht {w}
Ich will nicht {w}
Ich möchte nicht {w}
Ich werde nicht {w}
wenn Bob passt, {n}
Falls Bob passt, nehme ich {n}
{n} wenn Bob passt, sonst {m}
{n}, aber nur wenn das geht
{w}, außer Bob macht das
{w} oder {x}
entweder {n} oder {m}
Wir sind {word}
Es steht {n} zu {m}
{n} Punkte!
Runde {n}
{n}. Runde
{n}. November
am {n}. November
{n}. Mai 2026
Dienstag, {n}. Mai
Seite {n}
Kapitel {n}
Wohnung {n}
Hauptstraße {n}
Hauptstr. {n}
0170 {n}{m}
{n} von uns sind weg
in {n} Tagen
noch {n} Tage
{n} Stunden
ich bin {n} Jahre alt
für {n} Personen
Zimmer {n}
Ich antworte morgen
Ich muss noch überlegen.
Noch nicht
Warte
warte, {n}
Weiß nicht
Schöner Zug, Bob!
Wie geht's?
danke!
Danke, Anne
Ich habe die Frage nicht verstanden.
Was bedeutet {n}?
Bob meinte {n}
alles außer {n}
{n}, nein, {m}
{n}, sorry, {m}
{n}... doch lieber {m}
lieber nicht {n}
{n} geht nicht
""".strip("\n").split("\n"),
    number_words=[
        "eins",
        "zwei",
        "drei",
        "vier",
        "fünf",
        "sechs",
        "sieben",
        "acht",
        "neun",
        "zehn",
    ],
)
VOICES = dict(zip(LANGUAGES, (ENGLISH, FRENCH, GERMAN), strict=True))

# Bodies that hold an answer and something that speaks against it.
RIVALS = [
    *("{n}\n{m}", "{n}\n\n{m}", "{w}\n{m}", "{n}\nno wait, {m}", "{n}\nSorry, I meant {m}"),
    *("{n}\nactually {m}", "{n}\n\nHmm, not sure.", "{n}\nscratch that", "{n}\n\nPS: {m} instead"),
    *("{n}\nor {m}?", "{n}\n\nThanks\n\nSorry, I meant {m}", "{n}\nwait", "{n}\n\nor maybe {m}"),
    *("{n}\n\nattends, {m}", "{n}\nnon, {m}", "{n}\nwarte, {m}", "{n}\nnein, doch {m}"),
    *("{n}\nI changed my mind", "{n}\nplease ignore this", "{n}?\n{m}?", "{n}\ndon't play that"),
    *(
        "Forget what I wrote\n{n}",
        "{n}\n\nWrong number, {m}",
        "{n}\n\nje me suis trompé",
        "{n}\nups",
    ),
]
# Bodies without any answer: vacation notes of people, signatures, quoted talk, pages of numbers.
EMPTY = [
    *("", "\n\n", "Ann", "-- \nAnn\n2", "Thanks,\nAnn\n12 Main Street", "Bob wrote to me."),
    *("I am on holiday until the 5th.\n\nAnn", "Je suis absent jusqu'au 5 mai.", "Bin bis 5. weg."),
    *("We have just moved.\nAnn Miller\n2 Main Street\n10115 Berlin", "https://example.org/2"),
    *("Sent from my iPhone", "Envoyé de mon iPhone", "Von meinem iPhone gesendet", "?!", "..."),
    *("Ann\n+49 170 1234567\nSuite 2", "3 : 2", "1-0", "2 x 3 = 6", "¯\\_(ツ)_/¯", "2026", "007"),
    *("Dear all,\nthe meeting is on 3 May at 2.\nAnn", "[cid:image001.png]", "1st, 2nd, 3rd"),
    *(
        "Can you tell me the score?",
        "What are the options?",
        "Who is next?",
        "II",
        "I pass on my regards",
    ),
]
