"""Phrases of automatic e-mails: bounces, read receipts, virus scanners and reactions."""

from __future__ import annotations

import re

from notifications.reply_parser.patterns import compile_lazily


def join_alternatives(entries: str) -> str:
    r"""Join regular expressions separated by whitespace with `|`; use `\s` for a space within one.

    A line that starts with `|` continues the previous one.
    """
    return "|".join(entries.replace("\n|", "|").split())


# Virus scanners, at the start of a subject.
SCANNER = compile_lazily(
    r"(?:scanmail\smessage|\W{0,3}virus\s(?:alert|found|warning|infected|detected|\()"
    r"|(?:e-?mail|message)\s(?:was\s|has\sbeen\s)?quarantined|infected\s(?:message|e-?mail)"
    r"|(?:\S{1,20}\s){0,3}(?:mail\ssecurity|anti-?virus)\s.{0,40}(?:detected|found|removed|blocked))",
    re.IGNORECASE,
)

BOUNCE_SUBJECT = compile_lazily(
    join_alternatives(r"""
^\W{0,3}undeliver(?:able|ed)\b ^\W{0,3}undeliverable: undelivered\s(?:mail|message)
^returned\s(?:mail|e-?mail|to\ssender)
delivery\s(?:status\snotification|failure|failed|has\sfailed|notification|error|report
|delayed?|problem) delivery\s(?:\w+\s){0,3}(?:failed|delayed|failure)
failed\s(?:mail|delivery|message|to\sdeliver)
(?:mail|message|e-?mail)\s(?:delivery|system|status|could\snot|not)\s.{0,30}(?:failed|error
|failure|report|deliver|delivered|subsystem)
(?:mail|message)\s(?:delivery\s)?(?:failed|failure|undeliverable|error|bounced)\b
(?:your\s)?(?:message|mail|e-?mail)\s(?:was\s|is\s|has\sbeen\s)?(?:undeliver|delayed|bounced
|rejected|blocked|returned) failure\s(?:notification|notification) nondeliverable
non-?deliver(?:y|able)\s?(?:report|notif|:)? \bndn\b ^ndr\b non\s(?:remis|délivré|recapitabile)
notification\sd'état non\sremise unzustellbar(?:e|keit)? nicht\szustellbar
zustellung\s.{0,20}(?:fehlgeschlagen|verzögert|nicht) fehlgeschlagene\szustellung
zustellungsbericht warning:\scould\snot\ssend warning:\smessage
mensaje\sno\s(?:entregado|enviado) no\sse\s(?:puede|pudo)\sentregar devolvido devuelto
mancata\sconsegna notifica\sdi\smancat não\sfoi\s(?:possível\s)?entreg falha\s(?:na|de)\sentrega
onbestelbaar niet\sbezorgd kan\sikke\sleveres ikke\sleveret olevererbart kunde\sinte\slevereras
toimittamaton niedostarcz nie\sdostarczon nedoručiteln недоставлен
не\s(?:удалось\sдоставить|доставлено) возврат\sпочты kézbesíthetetlen teslim\sedilemedi 配信不能
配送不能 メール配信 送信エラー 送信できません 未送達 宛先不明 無法投遞 未送达 系统退信 退信
投递失败 無法傳遞 반송 전달되지 전송\s?실패 \buser\sunknown\b address\s(?:not\sfound|error)
^mail\sdelivery\ssubsystem ^mail\ssystem\serror delivery\sincomplete message\snot\sdelivered
^mail\serror ^email\serror ^error\ssending nondelivery
"""),
    re.IGNORECASE,
)
# Phrases that only mail servers use, in the first lines of the text.
BOUNCE_TEXT = compile_lazily(
    join_alternatives(r"""
this\sis\sthe\s(?:qmail-send|mail\ssystem|postfix|mail\sdelivery|email\ssystem
|\S{1,20}\sprogram\sat)
this\smessage\swas\screated\sautomatically\sby\s(?:the\s)?mail\s(?:delivery|system)
created\sautomatically\sby\smail the\soriginal\smessage\swas\sreceived\sat
did\snot\sreach\s(?:some\sor\sall\sof\s)?the\s(?:following|intended)
this\sis\san\sautomatically\sgenerated\sdelivery\sstatus
delivery\sto\sthe\sfollowing\srecipients?
(?:message|mail)\s(?:\w+\s){0,6}could\snot\sbe\sdelivered
(?:message|mail|e-?mail)\s(?:\S+\s){0,6}(?:wasn't|was\snot)\sdelivered
unable\sto\sdeliver\s(?:your\s|the\s)?(?:message|mail|e-?mail)
could\snot\sdeliver\s(?:your|the)\s(?:message|mail) failed\sto\sdeliver\sto
undeliverable\sto\sthe\sfollowing konnte\s.{0,60}nicht\szugestellt
could\snot\sbe\sdelivered\sbecause following\srecipients\swere\saffected
(?:wasn't|was\snot)\s(?:able|possible)\sto\sdeliver
n'a\spas\spu\sêtre\s(?:remis|délivré|distribué) было\sдоставлено не\sудалось\sдоставить
"""),
    re.IGNORECASE,
)
MACHINE = compile_lazily(
    r"^(?:mailer-?daemon|mailerdaemon|postmaster|mail-?daemon|mdaemon|mail-?delivery(?:-?subsystem)?"
    r"|double-bounce|mailadmin|microsoftexchange\w*)(?:@|$|\+|-)",
    re.IGNORECASE,
)
MACHINE_NAME = compile_lazily(
    r"^\W{0,2}(?:mail\s?delivery\s(?:sub)?system|mail\sdelivery|mailer[\s-]daemon"
    r"|microsoft\soutlook\s?<micro"
    r"|postmaster|mail\sadministrator|system\sadministrator|internet\smail\sdelivery)\b",
    re.IGNORECASE,
)
CHALLENGE = compile_lazily(
    r"confirm\sthat\syou\sare\s(?:a\s)?human|verify\s(?:your\smessage\sto|you\sare\s(?:a\s)?human)"
    r"|spam\s?arrest|boxbe|bluebottle|\[?challenge\b.{0,40}response|please\sconfirm\syour\s(?:message|mail)"
    r"|confirm\syour\s(?:e-?mail|message)\s(?:to|delivery)|your\smessage\s.{0,30}awaiting\sverification"
    r"|sender\sverification|tmda|uol\santispam|antispam\suol|requires\sconfirmation|knowspam|mailblocks"
    r"|(?:best[äa]tigen\ssie)\s.{0,20}(?:nachricht|e-?mail)"
    r"|(?:ein\smensch|une\spersonne|un\sser\shumano|human)\s(?:sind|are|es)\b"
    r"|confirme[rz]\svotre\s(?:envoi|message|courriel)|confirme\s(?:su|o\senvio|a\ssua)\s?.{0,20}"
    r"(?:mensaje|mensagem|e-?mail|correo)|conferma\sil\stuo\smessaggio"
    r"|bevestig\s(?:uw|je)\s(?:bericht|e-?mail)|подтвердите\s.{0,20}(?:отправку|письм|сообщени)"
    r"|mailinblack|qurb\b|choicemail",
    re.IGNORECASE,
)
# Challenges in the first lines of an e-mail whose subject is ours: a filter speaks about our mail.
CHALLENGE_TEXT = compile_lazily(
    r"senders?\s(?:that\s)?i\shave\sapproved|pour\svous\sauthentifier"
    r"|your\s(?:message|e-?mail)\s(?:was|is|has\sbeen)\s(?:held|waitlisted|quarantined)",
    re.IGNORECASE,
)
# Names of filters and their question, which people may write, too ...
CHALLENGE_NAMES = compile_lazily(
    join_alternatives(r"""
\bboxbe\b mailinblack spam\s?arrest bluebottle choicemail knowspam mailblocks \btmda\b antispam
you(?:'re|’re|\sare)\s(?:an?\shuman|human|a\sperson|not\sa\s(?:robot|bot|machine))
(?:sie|du)\s.{0,20}(?:ein\smensch|kein\s(?:roboter|bot))
vous\s(?:êtes\sune?\s(?:humain|personne)|n['’]êtes\spas\sun\s(?:robot|bot))
(?:es|eres)\sun\shumano non\ssei\sun\srobot
"""),
    re.IGNORECASE,
)
# ... but not together with a demand to prove something by a click.
CHALLENGE_DEMAND = compile_lazily(
    join_alternatives(r"""
https?:// \bclick\b \bverif(?:y|ication) confirm\s(?:that|your|you) reply\sto\sthis
anklicken klicke?n?\b bestätigen verifizier cliquez cliquer vérifi confirmer?z?\s haga\sclic
verifica fare\sclic
"""),
    re.IGNORECASE,
)
COMPLAINT = compile_lazily(
    r"^(?:\[?fbl\]?\b|complaint\sabout\smessage|abuse\s(?:report|complaint)|spam\s(?:report|complaint)"
    r"|feedback\sloop|fw:\s?\[?spam|email\sfeedback\sreport)",
    re.IGNORECASE,
)
READ_RECEIPT = compile_lazily(
    r"^(?:read|read\sreceipt|return\sreceipt|not\sread|gelesen|lesebestätigung|ungelesen|lu|non\slu"
    r"|leído|lido|letto|gelezen|lest|läst|luettu|przeczytano|přečteno|прочитано|既読|已读|읽음|okundu)"
    r"(?:\s\(.{1,30}\))?\s?[:-]\s|^(?:accusé\sde\slecture|conferma\sdi\slettura|ricevuta\sdi\sritorno|leesbevestiging"
    r"|開封済み)",
    re.IGNORECASE,
)
RECEIPT_TEXT = compile_lazily(
    r"your\smessage|(?:was|wurde|été|fue|letto)\b.{0,60}(?:read|gelesen|lu)|return\sreceipt"
    r"|ricevuta\sdi\sritorno|accusé\sde\slecture|lesebestätigung|開封|已读|leesbevestiging"
    r"|confirmación\sde\slectura|confirmação\sde\sleitura",
    re.IGNORECASE,
)
REACTION = compile_lazily(
    r"^(?:\S{1,40}\s){1,4}(?:reacted\s(?:to\syour\smessage|via\sgmail)|liked\syour\smessage)"
    r"|^\W{0,3}\S{1,8}\s.{1,60}\sreacted\svia\sgmail",
    re.IGNORECASE,
)
# A reaction in the first line or two of an e-mail: a symbol, a name and "reacted".
REACTION_NOTICE = compile_lazily(
    r"\W{0,12}(?:\w{1,40}[\s.,'-]{1,3}){1,6}(?:(?:"
    + join_alternatives(r"""
reacted\svia\sgmail a\sréagi\svia\sgmail hat\süber\sgmail\sreagiert
ha\sreagito\s(?:tramite|con)\sgmail ha\sreaccionado\s(?:a\stravés\sde|mediante|con)\sgmail
reagiu\s(?:pelo|via|através\sdo)\sgmail
heeft\s(?:gereageerd\svia|via\sgmail\sgereageerd)\sgmail zareagowała?\s(?:przez|w)\sgmail\w{0,2}
""")
    + r")\b.{0,300}|(?:"
    + join_alternatives(r"""
reacted\sto\syour\smessage hat\sauf\s(?:ihre|deine)\snachricht\sreagiert
a\sréagi\sà\s(?:votre|ton)\smessage (?:ha\s)?reaccion(?:ó|ado)\sa\s(?:su|tu)\smensaje
ha\sreagito\sal\s(?:suo|tuo)\smessaggio heeft\sop\s(?:uw|je)\sbericht\sgereageerd
reagiu\sà\s(?:sua|tua)\smensagem har\sreageret\spå\s(?:din|dit|deres)\s\w{4,9}
reagerade\spå\sditt\smeddelande zareagowała?\sna\s(?:twoją|państwa)\swiadomość
""")
    + r")\s?:)\s{0,3}",
    re.IGNORECASE,
)
# Requires a symbol before it, because people may also write that they liked something.
LIKE_NOTICE = compile_lazily(
    r"[^\w\s'\"“(\[]\W{0,6}(?:\w{1,40}[\s.,'-]{1,3}){1,6}liked\syour\smessage[.:]?\s{0,3}",
    re.IGNORECASE,
)
# A phone's tapback such as “Liked “your words””, sent as a text message; it is the whole e-mail.
TAPBACK = compile_lazily(
    r"(?:liked|loved|disliked|laughed\sat|emphasi[sz]ed|questioned|reacted\s\S{1,8}\sto"
    r"|a\saimé|a\sadoré|gefällt|le\s(?:gustó|encantó)|removed\san?\s\w{1,12}\sfrom)"
    r"\s{1,3}[“„«\"].{1,2000}[”“»\"]\s{0,3}",
    re.IGNORECASE,
)
