"""Tables of phrases that mail servers use in delivery reports, the most reliable first."""

from __future__ import annotations

# A list of failed addresses follows, or the sentence contains one.
ANNOUNCES_RECIPIENTS = [
    r"(?:following|these|some|intended)\s(?:\w+\s){0,3}(?:recipients?|address(?:es)?|users?|mailbox)",
    r"(?:not|n't)\s(?:be\s)?(?:delivered|sent|reach(?:ed)?)\s(?:to|for)",
    r"undeliverable\s(?:to|for|mail|message)",
    r"unable\sto\s(?:deliver|send|reach)",
    r"(?:address(?:es)?|recipients?)\s(?:\w+\s){0,2}(?:failed|had|were|was|rejected|unknown)",
    r"(?:fatal|transient)\serrors?",
    r"delivery\s(?:to|attempt|failed|has\sfailed)",
    r"did\snot\sreach",
    r"(?:failed|undelivered)\s(?:recipients?|address)",
    r"was\snot\sdelivered",
    r"(?:nicht|konnte)\s.{0,60}(?:zugestellt|übermittelt|erreicht)|folgende\w{0,20}\s(?:adress|empf)",
    r"(?:destinataires?|adresses?)\ssuivant|n'a\s(?:pas\s)?pu\sêtre|non\sremis|pas\sété\sremis",
    r"(?:destinatari[oa]s?|direcci[oó]n(?:es)?|endere[cç]os?)\s(?:siguiente|seguinte|seguent)",
    r"no\s(?:se\s)?(?:pudo|ha\spodido|fue)\s(?:ser\s)?entreg|não\s(?:foi|pôde)\s.{0,20}entreg",
    r"non\s(?:è\sstato\spossibile|può\sessere|è\sstat[oa])\s.{0,20}(?:consegna|recapita)",
    r"не\s(?:было|может|удалось|доставлено)|недоставлен|следующ",
    r"配信(?:でき|不能)|送信できません|次の(?:受信者|宛先)|無法(?:傳送|送達)|无法(?:投递|送达|发送)|退信|收件人",
    r"전송되지|배달되지|수신자",
    r"nie\s(?:została|mogła|dostarczon)|niet\s(?:worden\s)?(?:afgeleverd|bezorgd)|kunne\sikke",
    r"kunde\sinte\slevereras|ei\svoitu\stoimittaa|nebyla?\sdoručen|nem\s(?:lehet|sikerült)",
]

# The returned e-mail starts here.
RETURN_PHRASES = [
    r"this\sis\sa\scopy\sof\s(?:the|your)\smessage",
    r"below\sthis\sline\sis\s(?:a\scopy|the)",
    r"^-{2,}\s?(?:original|returned|the\sbody\sof|unsent|undelivered|start\sof|message\sheader)",
    r"^-{2,}\s?(?:forwarded|ursprüngliche|header\sof|included\sis|your\soriginal|message\stext)",
    r"(?:original|returned|your)\s(?:message|mail)\s(?:follows|headers?\s(?:follow|are)|included)",
    r"(?:message|mail)\sheaders?\s(?:follow|from)",
    r"unsent\smessage\sbelow|text\sof\s(?:the|your)\s(?:message|email)\s(?:follows|is)",
    r"^-{2,}\s?исходное|^-{2,}\s?begin\s(?:message|of)",
]

# Delivery is delayed but will be retried.
DELAY_PHRASES = [
    r"warning\smessage\sonly",
    r"(?:could\snot\ssend|not\s(?:yet\s)?been\sdelivered|not\syet\sdelivered)\b.{0,60}"
    r"\b(?:hours?|minutes?|days?|yet|past|last)\b",
    r"delivery\s(?:\w+\s){0,4}(?:is\s|has\sbeen\s|was\s)?(?:delayed|delay|deferred|incomplete)",
    r"delayed\s(?:mail|delivery|message)|delay(?:ed)?\s(?:notification|notification|warning)",
    r"message\s(?:is\s|has\sbeen\s|was\s)?delayed|mail\s(?:delivery\s)?delayed",
    r"(?:has\s)?not\syet\sbeen\sdelivered|still\strying\sto|temporarily\sundelivered",
    r"you\sdo\snot\sneed\sto\sresend|no\saction\sis\srequired\son\syour\spart",
    r"will\s(?:continue\s(?:to\stry|trying)|keep\s(?:on\s)?trying|be\sretried|retry)",
    r"verzögert|retard(?:é|ée)\b|retrasad|atrasad|ritard|задерж|opóźni|försenad|forsinket|vertraagd",
    r"配信の?遅延|遅れています|延迟",
]

# Subject and detail of the enhanced status code (RFC 3463), with phrases for it.
REASONS: list[tuple[str, list[str]]] = [
    (
        "2.2",
        [
            r"(?:over|exceed\w{0,20}|out\sof|beyond)\s(?:\w+\s){0,4}(?:quota|storage)",
            r"(?:mailbox|inbox|quota|account|maildir)\s(?:\w+\s){0,3}(?:full|exceed(?:s|ed)|over)\b",
            r"mailbox\sfull|quota\sexceed|no\sspace|insufficient\s(?:system\s)?storage|disk\squota",
            r"(?:casella|posta)\s.{0,40}piena|mailbox\s.{0,20}\svol\b|skrzynka\s.{0,30}(?:pełna|przepełn)",
            r"(?:caixa|buzón|bandeja)\s.{0,40}(?:chei|llen|excedid)|brevlåda\s.{0,20}full|容量|已满|已滿|초과",
            r"voll\b|(?:boîte|messagerie)\s.{0,20}pleine|buz[oó]n\s.{0,20}llen|переполнен",
        ],
    ),
    (
        "7.1",
        [
            r"\b(?:spam|blacklist|blocklist|black\slisted|dnsbl|rbl|spamhaus|barracuda|junk)",
            r"\b(?:dmarc|dkim|spf)\b|blocked|polic(?:y|ies)|reputation|unsolicited|virus|banned",
            r"access\sdenied|relay(?:ing)?\s(?:access\s)?(?:denied|not)|not\sauthori[sz]ed",
            r"permission|content\srejected|message\srejected|administratively",
        ],
    ),
    (
        "1.1",
        [
            r"(?:user|recipient|mailbox|address|account|addressee|alias|name)\s(?:\S+\s){0,4}"
            r"(?:unknown|not\sfound|invalid|does\s?n[o']t\sexist|not\sexist|unavailable|rejected)",
            r"(?:no\ssuch|unknown|invalid|unrouteable|bad\sdestination|non-?existent|nonexistent)"
            r"\s(?:\w+\s)?(?:user|recipient|mailbox|address|account|local|name|person|in\smy|here)",
            r"does\s?n[o']t\shave\san?\s.{0,20}account|no\smailbox\shere|not\slisted|user\sunknown",
            r"(?:no|non|não|nie|bestaat|finns|findes)\s(?:\w+\s){0,2}"
            r"(?:existe|esiste|istnieje|niet|inte|ikke|valid)",
            r"nieznan|neznám|ismeretlen|okänd|ukendt|ukjent|tuntematon|onbekend|nu\sexistă|bilinmeyen",
            r"不存在|查無|找不到|無此|见つかりません|見つかりません|없는\s?(?:사용자|주소)|不明",
            r"introuvable|nicht\s(?:gefunden|bekannt|vorhanden)|existiert\snicht|n['’]existe\spas",
            r"unbekannt|inconnu|desconocid|desconhecid|sconosciut|не\sнайден|не\sсуществует",
            r"not\sour\scustomer|couldn't\sbe\sfound|not\sa\svalid\s(?:mailbox|user)|存在しません",
        ],
    ),
    (
        "2.1",
        [
            r"(?:mailbox|account|user)\s(?:\w+\s){0,3}(?:disabled|inactive|suspended|locked|closed)",
            r"no\slonger\s(?:\w+\s){0,3}(?:active|valid|available|works?|exists?|with)",
        ],
    ),
    (
        "1.2",
        [
            r"(?:host|domain|name|server)\s(?:\S+\s){0,6}(?:unknown|not\sfound|does\snot\sexist)",
            r"(?:unknown|bad|no\ssuch|unresolvable)\s(?:host|domain)|nxdomain|host\slookup",
            r"no\s(?:valid\s)?mx|null\smx|name\sservice|couldn't\sfind\sany\shost|dns\serror",
        ],
    ),
    ("3.4", [r"too\s(?:large|big)|(?:message|mail)\ssize|exceeds\s.{0,30}(?:size|limit)"]),
    (
        "4.1",
        [
            r"(?:connection|connect)\s(?:\w+\s){0,4}(?:refused|timed?\s?out|failed|dropped|lost)",
            r"time\s?out|timed\sout|no\sroute|unreachable|too\slong|expired|retry",
            r"temporar|try\s(?:again\s)?later|greylist",
        ],
    ),
]
