"""The words of dates and spans of time, as people write them: one table per language."""

from __future__ import annotations

# Kinds of words. Each table has, by kind, its phrases; those with a value are “phrase=value”.
# What begins, ends or joins a period.
FROM, UNTIL, BETWEEN, AND, IN, OR, THE = "from", "until", "between", "and", "in", "or", "the"
# A day of a month, its ending, a month, a weekday (Monday is 0), and the hours of a unit.
NUMBER, ORDINAL, MONTH, WEEKDAY, UNIT = "number", "ordinal", "month", "weekday", "unit"
# Days from today, this (0) or next (1) week and weekend, and the last day of a week or month.
DAY, WEEK, WEEKEND, END, MONTHS = "day", "week", "weekend", "end", "months"
# “This”, “next” and “coming” before or behind a weekday, and “more” beside a span.
THIS, NEXT, COMING, MORE = "this", "next", "coming", "more"
# Words that change nothing, and words with no meaning here.
FILLER, UNKNOWN = "ignored", "unknown"
DASH, DOT, SLASH = "-", ".", "/"

ENGLISH = {
    FROM: "from, starting, starting on, beginning, as of, from on",
    UNTIL: "until, till, til, to, through, thru, up to, up until, up to and including",
    BETWEEN: "between",
    AND: "and",
    IN: "in, within",
    OR: "or",
    THE: "the",
    ORDINAL: "st, nd, rd, th",
    MONTH: """
        january=1, jan=1, february=2, feb=2, march=3, mar=3, april=4, apr=4, may=5, june=6, jun=6,
        july=7, jul=7, august=8, aug=8, september=9, sep=9, sept=9, october=10, oct=10, november=11,
        nov=11, december=12, dec=12
    """,
    WEEKDAY: """
        monday=0, mon=0, tuesday=1, tue=1, tues=1, wednesday=2, wed=2, thursday=3, thu=3, thur=3,
        thurs=3, friday=4, fri=4, saturday=5, sat=5, sunday=6, sun=6
    """,
    UNIT: """
        hour=1, hours=1, h=1, hr=1, hrs=1, day=24, days=24, d=24, week=168, weeks=168, wk=168,
        wks=168, fortnight=336, month=720, months=720
    """,
    DAY: "today=0, tonight=0, tomorrow=1, day after tomorrow=2, the day after tomorrow=2",
    WEEK: "this week=0, next week=1, the next week=1, the coming week=1",
    WEEKEND: """
        weekend=0, week end=0, week - end=0, this weekend=0, the weekend=0, next weekend=1,
        coming weekend=0
    """,
    END: "end of, the end of, end",
    MONTHS: "month=0, the month=0, this month=0, next month=1",
    THIS: "this",
    NEXT: "next",
    COMING: "coming, upcoming",
    MORE: "more, extra, additional, longer",
    FILLER: """
        for, of, on, at, by, incl, inclusive, including, included, about, around, approx,
        approximately, roughly, ca, maybe, perhaps, probably, say, like, please, pls, plz, thanks,
        thank you, thx, or so, over, during, just, only, another, so, all, full, whole, both, days
        included, sorry, time, if possible, would be, is, i guess, i think
    """,
    NUMBER: """
        a=1, an=1, one=1, two=2, three=3, four=4, five=5, six=6, seven=7, eight=8, nine=9, ten=10,
        eleven=11, twelve=12, fourteen=14, fifteen=15, twenty=20, thirty=30, first=1, second=2,
        third=3, fourth=4, fifth=5, sixth=6, seventh=7, eighth=8, ninth=9, tenth=10, eleventh=11,
        twelfth=12, twentieth=20, thirtieth=30
    """,
}
FRENCH = {
    FROM: """
        du=the, des le=the, a partir de, a partir du=the, a compter du=the, a compter de, depuis,
        des, de
    """,
    UNTIL: """
        jusqu a, jusque, jusqu, jusqu au=the, jusques a, jusqu en, au=the, a
    """,
    BETWEEN: "entre",
    AND: "et",
    IN: "dans, d ici, en",
    OR: "ou",
    THE: "le, la, les",
    ORDINAL: "er, re, e, eme, ere",
    MONTH: """
        janvier=1, janv=1, jan=1, fevrier=2, fevr=2, fev=2, mars=3, avril=4, avr=4, mai=5, juin=6,
        juillet=7, juil=7, aout=8, septembre=9, sept=9, octobre=10, oct=10, novembre=11, nov=11,
        decembre=12, dec=12
    """,
    WEEKDAY: """
        lundi=0, lun=0, mardi=1, mercredi=2, mer=2, jeudi=3, jeu=3, vendredi=4, ven=4, samedi=5,
        sam=5, dimanche=6, dim=6
    """,
    UNIT: """
        heure=1, heures=1, h=1, jour=24, jours=24, j=24, journee=24, journees=24, semaine=168,
        semaines=168, mois=720
    """,
    DAY: """
        aujourd hui=0, ce soir=0, demain=1, demain soir=1, apres demain=2, apres - demain=2
    """,
    WEEK: "cette semaine=0, semaine prochaine=1, la semaine prochaine=1",
    WEEKEND: """
        week end=0, week - end=0, weekend=0, ce week - end=0, ce week end=0, ce weekend=0,
        week - end prochain=1, week end prochain=1, weekend prochain=1, le week - end prochain=1,
        prochain week - end=1, le week - end=0
    """,
    END: "fin, fin de, fin du, la fin de, la fin du, fin d, la fin d",
    MONTHS: "mois=0, ce mois=0, mois prochain=1, le mois prochain=1",
    THIS: "ce, cette",
    NEXT: "prochain, prochaine, prochains, prochaines",
    COMING: "qui vient, suivant",
    MORE: "de plus, en plus, encore, supplementaire, supplementaires, plus",
    FILLER: """
        pendant, pour, durant, inclus, compris, environ, peut etre, peut - etre, svp, stp, merci,
        s il vous plait, s il te plait, d, de, donc, vers, disons, desole, desolee,
        tout, toute, temps, a peu pres, par exemple, sans doute, si possible
    """,
    NUMBER: """
        un=1, une=1, deux=2, trois=3, quatre=4, cinq=5, six=6, sept=7, huit=8, neuf=9, dix=10,
        onze=11, douze=12, quatorze=14, quinze=15, vingt=20, trente=30, premier=1, premiere=1
    """,
}
GERMAN = {
    FROM: "von, vom=the, ab, ab dem=the, seit, seit dem=the, beginnend",
    UNTIL: "bis, bis zum=the, bis zur, zum=the, bis zu, bis einschliesslich, bis inklusive",
    BETWEEN: "zwischen, zwischen dem=the",
    AND: "und",
    IN: "in, innerhalb von",
    OR: "oder",
    THE: "der, den, dem, die, das, am, im",
    ORDINAL: "ten, te, ter, er",
    MONTH: """
        januar=1, janner=1, jan=1, februar=2, feber=2, feb=2, marz=3, mar=3, mrz=3, april=4, apr=4,
        mai=5, juni=6, jun=6, juli=7, jul=7, august=8, aug=8, september=9, sep=9, sept=9,
        oktober=10, okt=10, november=11, nov=11, dezember=12, dez=12
    """,
    WEEKDAY: """
        montag=0, mo=0, dienstag=1, di=1, mittwoch=2, mi=2, donnerstag=3, do=3, freitag=4, fr=4,
        samstag=5, sonnabend=5, sa=5, sonntag=6, so=6
    """,
    UNIT: """
        stunde=1, stunden=1, std=1, h=1, tag=24, tage=24, tagen=24, woche=168, wochen=168,
        monat=720, monate=720, monaten=720
    """,
    DAY: """
        heute=0, heute abend=0, morgen=1, morgen abend=1, ubermorgen=2, uebermorgen=2
    """,
    WEEK: """
        diese woche=0, dieser woche=0, nachste woche=1, nachster woche=1, kommende woche=1,
        kommender woche=1
    """,
    WEEKEND: """
        wochenende=0, dieses wochenende=0, diesem wochenende=0, kommendes wochenende=0,
        kommenden wochenende=0, nachstes wochenende=1, nachsten wochenende=1
    """,
    END: "ende, ende des, ende der",
    MONTHS: "monat=0, monats=0, diesen monats=0, nachsten monats=1, nachsten monat=1",
    THIS: "dieser, diesen, diese, dieses, diesem",
    NEXT: "nachste, nachsten, nachster, nachstes, nachstem",
    COMING: "kommende, kommenden, kommender",
    MORE: "mehr, weitere, weiteren, zusatzlich, zusatzliche, langer, noch",
    FILLER: """
        fur, etwa, ungefahr, circa, ca, vielleicht, eventuell, bitte, danke, inkl, inklusive,
        einschliesslich, uber, ubers, lang, oder so, mal, sagen wir, wohl, evtl, nur, ganze,
        ganzen, leider, zeit, wenn moglich, wahrscheinlich, noch einmal
    """,
    NUMBER: """
        ein=1, eine=1, einen=1, einem=1, einer=1, zwei=2, drei=3, vier=4, funf=5, sechs=6, sieben=7,
        acht=8, neun=9, zehn=10, elf=11, zwolf=12, vierzehn=14, zwanzig=20, dreissig=30, erste=1,
        ersten=1, erster=1, zweite=2, zweiten=2, dritte=3, dritten=3, vierte=4, vierten=4,
        funfte=5, funften=5, sechste=6, sechsten=6, siebte=7, siebten=7, achte=8, achten=8,
        neunte=9, neunten=9, zehnte=10, zehnten=10, elfte=11, elften=11, zwolfte=12, zwolften=12
    """,
}
# The table of each language.
WORDS = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN}
