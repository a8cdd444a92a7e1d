"""Phrases of automatic replies: absence notices and help desks."""

from __future__ import annotations

import re

from notifications.reply_parser.patterns import compile_lazily

from .automatic_phrases import join_alternatives

# Start of the subject of absence notices, by language.
AWAY = compile_lazily(
    r"(?:\[[^\]]{1,40}\]\s?){0,2}\W{0,5}(?:"
    + join_alternatives(r"""
auto(?:matic|mated|matically\sgenerated)?[\s-]?(?:reply|response|answer|responder|respond)\b
autoreply autoresponse auto-?acknowledg out[\s-]of[\s-](?:the[\s-])?office\b
out\sof\s(?:my|our)\soffice ooo(?:\b|:) oof\b
(?:i\sam\s|i'm\s|i\swill\sbe\s)?(?:currently\s)?out\sof\s(?:the\s|my\s)?(?:town|office)\b
(?:i\sam\s|i'm\s|we\sare\s)?(?:currently\s)?(?:on|away\son)\s(?:\w+\s)?(?:vacation|holidays?
|leave)\b(?:\s?[:!.(]|$|\s(?:un)?till?\b|\sfrom\b|\s?[-–]|\sre:)
(?:annual|parental|maternity|paternity|sick|family)\sleave\b currently\sunavailable\b
(?:i\sam\s|i'm\s)?(?:currently\s)?away\sfrom\s(?:\w+\s)?(?:e-?mail|mail|office|desk|computer)
vacation\s(?:reply|response|message|notification|notification) on\smaternity
absence\b(?:\s?[:\]]|$|\sfrom) away\s(?:notification|message|notification) absen[ct]e?\sdu\sbureau
absent(?:e|\(e\))?(?:\s?(?::|$)|\s(?:du|jusqu))
yahoo!?\sauto\sresponse gone\sfishing\b message\sreceived\s?:?
thank\syou\sfor\s(?:your\s(?:e-?mail|message|inquiry|enquiry|request)|contacting|e-?mailing)
we(?:'ve|\shave)?\sreceived\syour\s(?:e-?mail|message|request)
your\s(?:e-?mail|message)\shas\sbeen\sreceived (?:receipt\sconfirmation|confirmation\sof\sreceipt)
abwesenheit\w{0,20}\b
abwesend\b(?:\s?:|$|\sbis|\svom)
automatische\s(?:antwort|e-?mail|nachricht|rückantwort|r(?:éponse)?|abwesenheit)
automatisierte\s(?:antwort|nachricht) eingangsbestätigung nicht\sim\s(?:büro|haus|dienst)
außer\shaus urlaub(?:sbenachrichtigung|smeldung|snotiz|:|$|\sbis\b) auto-antwort empfangsbestätigung
(?:(?:ich\s)?bin\s)?im\surlaub\b(?:\s?[:!.(]|$|\s(?:bis|vom|ab)\b|\sre:)
(?:ich\s)?bin\s(?:zurzeit\s|derzeit\s)?nicht\sda\b (?:zurzeit|zur\szeit|derzeit)\snicht\serreichbar
urlaubsabwesenheit\b ihre\s(?:nachricht|e-?mail|anfrage)\san\s\S{1,60}@
réponse\sautomatique réponse\sd'absence réponse\sautomatisée message\s(?:automatique|d'absence)
(?:notification|avis|message)\sd['’e]\s?absence accusé\sde\sréception\sautomatique
en\s(?:cong[eé]s?|vacances)\b cong[eé]s?(?:\s?[:(]|$|\sjusqu|\sdu) hors\sdu\sbureau
réponse\sauto\b accusé\sde\sréception(?:\s?:|$) acuse\sde\srecibo vacaciones(?:\s?:|$|\shasta)
in\sferie(?:\s?:|$|\s(?:dal|fino)) ferie(?:\s?:|$|\s(?:dal|fino|til)) assenza\sdall
risposta\s(?:automatica|fuori\ssede)
fuori\s(?:sede|ufficio) assen(?:za|te)\b(?:\s?:|$|\s(?:dal|fino)\b) messaggio\sautomatico
respuesta\sautom[aá]tica
fuera\sde\s(?:la\s)?oficina ausencia\b(?:\s?:|$) ausente\b(?:\s?:|$|\s(?:de|hasta|do|at[eé])\b)
mensa(?:je|gem)\sautom[aá]tic[oa]
f[eé]rias\b(?:\s?:|$|\sat[eé]\b)
contestaci[oó]n\sautom[aá]tica resposta\sautom[aá]tica fora\sdo\sescrit[oó]rio
aus[eê]ncia\s(?:tempor|do|:) automatisch\s(?:antwoord|bericht|afwezigheids)
afwezig(?:heid\w{0,12})?\b (?:met|op)\svakantie(?:\s?:|$|\stot\b)
niet\saanwezig\b(?:\s?:|$|\stot\b)
niet\s(?:op|aanwezig)\s?(?:kantoor|$) autosvar\b auto-?svar
automatisk(?:t)?\s(?:svar|besked|melding|meddelande)
frånvar(?:o|omeddelande|ande)\b(?:\s?:|$|\smeddelande|\still\b) semester(?:\s?:|$|\still\b)
lomalla(?:\s?:|$) urlop(?:\s?:|$|\sdo\b) dovolená(?:\s?:|$|\sdo\b) szabadságon(?:\s?:|$)
fravær(?:s\w{0,14})?\b(?:\s?:|$) ikke\stil\sstede\b fraværende ikke\spå\skontoret
inte\spå\skontoret ej\spå\skontoret automaattinen\svastaus poissa(?:olo|\stoimistolta|\s?:|$)
odpowied[zź]\sautomatyczna autoodpowied[zź] automatyczna\sodpowied[zź] nieobecno[sś][cć]
poza\sbiurem automatick[áa]\sodpov[eě][dď] mimo\skancelář nepřítomnost neprítomnosť
автоматический\sответ автоответ(?:чик)? автоматична\sвідповідь автоматичен\sотговор
(?:вне|нет\sв|не\sв)\s?офис(?:а|е) отсутстви[ея]\b в\sотпуске
自動(?:応答|返信|送信|回覆|回复|回復) 自动(?:答复|回复|回覆) 自動的?な?返信
不在(?:通知|のお知らせ|届|メール|です) 休暇(?:中|のお知らせ) 休假中 【自動返信】
자동\s?(?:회신|응답|답장) (?:부재|휴가)\s?중
otomatik\syan[ıi]t ofis\sdışında automatikus\sv[áa]lasz házon\skívül irodán\skívül
távol(?:léti)?\s(?:értesítő|üzenet) távollét(?:\s?:|$) (?:у\s)?відпуст[кц][аі](?:\s?:|$|\sдо)
[iİ]zindeyim לא\sבמשרד תשובה\sאוטומטית מענה\sאוטומטי מחוץ\sלמשרד رد\sتلقائي
الرد\sالتلقائي خارج\sالمكتب پاسخ\sخودکار răspuns\sautomat în\sconcediu αυτόματη\sαπάντηση
εκτός\sγραφείου trả\slời\stự\sđộng balasan\sotomatis jawaban\sotomatis ตอบกลับอัตโนมัติ
การตอบกลับอัตโนมัติ автоматски\sодговор samodejni\sodgovor automatski\sodgovor
automatinis\satsakymas automātisk[aā]\satbilde аутоматски\sодговор аўтаматычны\sадказ
jawapan\sautomatik स्वचालित\s(?:उत्तर|जवाब) স্বয়ংক্রিয়\sউত্তর përgjigje\sautomatike
ateb\sawtomatig
 automaatvastus resposta\sautomàtica
erantzun\sautomatikoa sjálfvirkt\ssvar
""")
    + ")",
    re.IGNORECASE,
)
# Weaker: counts only if the e-mail has In-Reply-To.
AUTO = compile_lazily(
    r"(?:auto|automatic|automatisch|automatique|autom[aá]tico)\s?:", re.IGNORECASE
)

# In the first lines: a program says that it is one.
SAYS_AUTOMATIC = compile_lazily(
    join_alternatives(r"""
this\sis\san?\sauto(?:-|matic|mated|matically)?\s?(?:generated\s)?(?:e-?mail|reply|response
|message|notification|acknowledg)
this\s(?:e-?mail|message|reply|response)\s(?:was|is|has\sbeen)\s(?:sent\s|generated\s)?automatically
your\s(?:support\s)?(?:request|ticket)\s(?:\(?#?[\w-]{1,20}\)?\s)?has\sbeen\s(?:received|created|opened)
a\s(?:request\sfor\ssupport|support\sticket|ticket)\shas\sbeen\s(?:created|opened)
(?:mailbox|e-?mail|address|account)\sis\s(?:not|no\slonger)\smonitored
\*{2,3}\s?(?:this\sis\san\s)?auto(?:matic|mated)?[\s-](?:reply|response)
(?:i\sam|i'm)\s(?:currently|presently)\sout\sof\s(?:the\s|my\s)?office
(?:dies|das)\sist\seine\sautomati(?:sche|sierte|sch)
ceci\sest\s(?:une?\s)?(?:réponse|message|courriel)\sautomatique
(?:este|ésta|esta)\s(?:es\suna|é\suma)\s(?:respuesta|resposta|mensagem)\sautom
(?:questa\sè\suna|questo\sè\sun)\s(?:risposta|messaggio)\sautom dit\sis\seen\sautomatisch
это\sавтоматическ (?:это\sписьмо|сообщение)\s.{0,30}автоматически
自動(?:返信|応答|配信|送信)(?:メール|で|さ) 这是一?封?自动 自动回复邮件 此邮件为?系统自动
자동으로\s(?:발송|회신) bu\s(?:bir\s)?otomatik to\sjest\sautomatyczn
자동\s(?:회신|응답)\s?(?:메일|메시지|입니다) 自動的に(?:送信|返信|配信) 本邮件由?系统自动
de(?:tta|tte)\s(?:är|er)\s(?:ett|et|en)\sautomatisk tämä\son\sautomaattinen
toto\sje\sautomatick ez\s(?:egy\s)?automatikus acesta\seste\sun\s(?:răspuns|mesaj)\sautomat
це\sавтоматичн това\sе\sавтоматич ово\sје\sаутоматск ovo\sje\sautomatsk to\sje\ssamodej[en]n
είναι\sμια?\sαυτόματ זו(?:הי)?\sתשובה\sאוטומטית הודעה\sאוטומטית هذ[ها]\s(?:هو\s|هي\s)?رد\sتلقائي
هذه\sرسالة\sتلقائية این\sیک\sپاسخ\sخودکار đây\slà\s(?:thư|email|tin\snhắn)\s(?:trả\slời\s)?tự\sđộng
(?:ini\sadalah|ini\sialah)\s(?:balasan|jawaban|pesan|jawapan)\s(?:otomatis|automatik)
นี่คือการตอบกลับอัตโนมัติ यह\sएक\sस्वचालित
please\sdo\snot\s(?:reply|respond)\sto\sthis\s(?:e-?mail|message|automat)
this\sautomatic\s(?:reply|response)\sto\syour
(?:bitte\santworten\ssie\snicht|ne\spas\srépondre|no\sresponda)\s(?:auf\sdiese|à\sce|a\seste)
we(?:'ve|’ve|\shave)?\sreceived\syour\s(?:request|e-?mail|message|inquiry|enquiry)
your\s(?:ticket|case|reference)\s(?:number|id)\sis due\sto\s(?:a\s|the\s)?high(?:er)?\svolume
this\smailbox\s(?:is\s(?:no\slonger|not)|will\sbe)\s
(?:nachricht|anfrage|e-?mail)\sist\sbei\suns\seingegangen nous\savons\sbien\sreçu\svotre\s
hemos\srecibido\s(?:su|tu)\s(?:mensaje|solicitud|correo) abbiamo\sricevuto\s(?:la|il)\s(?:tu|su)[ao]
recebemos\s(?:a\s)?sua\s(?:mensagem|solicita)
hebben\s(?:uw|je)\s(?:bericht|e-?mail|vraag)\s.{0,20}ontvangen
(?:邮件|来信)我?已经?收到 已收到您的(?:邮件|来信) お問い合わせ(?:を受け付け|いただき) 문의가\s접수
"""),
    re.IGNORECASE,
)
# In the first lines: the sender is away. A person may write this in an answer, ...
IS_AWAY = compile_lazily(
    join_alternatives(r"""
(?:out\sof|away\sfrom)\s(?:the\s|my\s)?(?:office|desk)
on\s(?:\w{3,10}\s)?(?:leave|vacation|holiday)
\bpto\b (?:off|out)\ssick at\sa\sconference do\snot\swork\son\s
elternzeit mutterschutz erkrankt dienstreise en\sdéplacement en\sarrêt\smaladie quitté\sla\ssociété
(?:de|estoy)\sbaja\b de\spermiso non\ssono\sin\sufficio in\s(?:malattia|maternità|trasferta)
de\slicença ik\sben\svrij wegens\sziekte är\sledig \w{3,9}ledig\b sjukskriven holder\sferie
har\s(?:ferie|permisjon|barsel) zwolnieniu\slekarskim čerpám\sdovolenou na\sdovolenke
nemocensk на\sбольничном на\sлікарняному
в\sкомандировке σε\sάδεια (?:in|în)\sdeplasare בחופשה במילואים في\sإجازة 出張 年假 出差
출장 nghỉ\sphép (?:sedang|dalam)\scuti ลาพักร้อน ลางาน
i(?:\sam|'m|\swill\sbe)\saway nicht\sim\s(?:büro|haus|dienst) (?:im|in)\surlaub nicht\serreichbar
abwesend absent(?:e|\(e\))?\s(?:du|de|jusqu) en\s(?:congés?|vacances) fuera\sde\s(?:la\s)?oficina
estaré\sausente de\svacaciones
fuori\s(?:ufficio|sede) sarò\sassente in\sferie fora\sdo\sescritório estarei\sausente de\sférias
afwezig niet\sop\skantoor (?:met|op)\svakantie
inte\spå\skontoret ikke\spå\skontoret på\ssemester poissa\stoimistolta lomalla
poza\sbiurem na\surlopie mimo\skancelář na\sdovolené på\sferie szabadságon în\sconcediu izindeyim
travell?ing\s(?:until|till|from|with|and) απουσιάζω εκτός\sγραφείου у\sвідпустці 休暇 休假 휴가
no\slonger\s(?:works?|employed|with\s(?:the|our)\scompany) nicht\smehr\s.{2,40}(?:tätig|beschäftigt)
ne\s(?:travaille|fait)\splus\s ya\sno\strabaja non\slavora\spiù
нет\sв\sофисе в\sотпуске 不在 부재
"""),
    re.IGNORECASE,
)
# ... but hardly together with one of these phrases addressed to everybody.
IS_TOLD_TO_ALL = compile_lazily(
    join_alternatives(r"""
limited\s(?:access|availability) in\san\semergency can(?:'|’)?t\swait reach\sout\sto
(?:has|have|will)\snot\s(?:been|be)\sforwarded
get\sback\sto\syou\s(?:on|when|as|once|within|after)\b
eingeschränkte?n?\szugriff accès\slimité je\svous\srépondrai merci\sd['’]adresser accesso\slimitato
(?:al\smio|risponderò\sal)\srientro spoed\b akutte\b hastesak súrn דחופ (?:ال)?عاجل 急ぎ
遅れます 紧急 尽快 việc\sgấp khẩn\scấp mendesak เร่งด่วน
no\saccess\sto\s(?:my\s)?e-?mail urgent
will\s(?:not\s)?(?:return|reply|respond|answer)\s(?:on|to|until|when|as|upon|your|then)\b
on\smy\sreturn
thank(?:s|\syou)\sfor\s(?:(?:your|the)\s(?:e-?mail|mail|message)|reaching\sout) weitergeleitet
dringend
urgence urgência urgenz brådskande hastetilfælde kiireellis piln(?:ych|ej) срочн термінов naléhav
sürgős
urgenț \bacil\b επείγ お急ぎ 緊急 急事 급한
please\s(?:contact|direct\syour|send\s(?:your|all|any)) wenden\ssie\ssich veuillez\scontacter
merci\sde\scontacter
(?:kehre|komme)\s.{0,30}zurück nach\smeiner\srückkehr (?:dès|à)\smon\sretour
(?:ab\s(?:dem|mo)|wieder)\s.{0,20}erreichbar danke?\sfür\s(?:ihre|deine)\s(?:nachricht|e-?mail|mail)
de\sretour\sle merci\s(?:pour|de)\s(?:votre|ton)\s(?:message|mail|courriel) regresaré|volveré
gracias\spor\ssu\s(?:mensaje|correo) tornerò|rientrerò grazie\sper regressar?ei obrigad[oa]\spel[oa]
bedankt\svoor dringende tack\sför\s(?:ditt|din) tak\sfor\sdin dziękuję\sza
"""),
    re.IGNORECASE,
)

# Greetings at the start of an e-mail.
GREETING = compile_lazily(
    r"\W{0,3}(?:"
    + join_alternatives(r"""
hi\b hello hey\b dear\b good\s(?:day|morning|afternoon|evening) greetings hallo moin servus grüezi
guten\s(?:tag|morgen|abend) liebe sehr\sgeehrte grüß bonjour bonsoir salut cher\b ch[èe]re\b madame
monsieur hola\b estimad buen[oa]s\b querid ol[áa]\b prezad car[oa]\b caríssim bom\sdia boa\s ciao
buon gentil salve egregi beste\b geachte goede hej\b hei\b kära bästa god\s kære kjære terve hyvä
moi\b dzień\sdobry witam szanown cześć dobrý vážen ahoj kedves tisztelt jó\b bună stimat
здравствуйте добр уважаем привет вітаю шановн здравейте merhaba sayın selam γεια αγαπητ καλημέρα
שלום مرحبا السلام こんにちは お世話 いつも 您好 你好 尊敬 안녕 xin\schào kính selamat สวัสดี
""")
    + ")",
    re.IGNORECASE,
)
