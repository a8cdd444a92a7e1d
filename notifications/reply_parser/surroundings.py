"""Tables of words in mobile signatures, banners and footers, in many languages.

They have the same format as those of words.py.
"""

from __future__ import annotations

import re

from .words import compile_search_pattern, split_entries

# Names of phones, and words for "sent": both in one short line are a mobile signature.
DEVICE = split_entries(r"""
iphone\w{0,4} ipad\w{0,4} ipod android(?:-\w+)? samsung galaxy blackberry huawei xiaomi redmi 小米
华为
oneplus nokia motorola windows\s(?:phone|mail|\d\d) mobil\w{0,12} smartphone telefon\w{0,4}
mail\.ru яндекс\S{0,6} outlook gmail iphon\w{0,3} handy 手机 手機
телефон\w{0,3} puhelim\w{0,8} スマートフォン スマホ 携帯 휴대폰 휴대전화 핸드폰 스마트폰
הטלפון هاتف\w{0,3} κινητό\w{0,2} τηλέφωνο telem[óo]vel điện\sthoại ponsel โทรศัพท์ फ़ोन
""")
SENT_WORDS = split_entries(r"""
sent gesendet geschickt envoyée? enviad[oa] enviat inviat[oa] verzonden verstuurd skickat skickades
sendt lähetetty wysłan[eoay] odesl[aá]no odoslan[eé] küldve elküldve trimis отправлено надіслано
изпратено στάλθηκε εστάλη gönderil(?:di|miştir) נשלח أُ?رسلت? الإرسال 送信 发自 發自 发送自 傳送 發送
보냄 보낸 gửi
dikirim dihantar ส่งจาก poslano poslato išsiųsta nosūtīts saadetud sent\sfrá भेजा\sगया жіберілді ارسال
""")

# Other things named in mobile signatures; such a word alone proves nothing.
GADGET = split_entries(r"""
phone tablet device gerät téléphone teléfono celular appareil computer laptop mail app keyboard
móvil portable мобил мобільн
""")

# Mobile signatures, at the start of a line ...
MOBILE = split_entries(r"""
sent\s(?:\w{3,9}ly\s)?(?:from|via|with|using|by)\s get\soutlook\sfor\s
gesendet\s(?:von|mit|über|via)\s
von\s(?:meinem|mein)\s.{2,40}\s(?:gesendet|geschickt) diese\snachricht\swurde\svon\smein
envoyé\s(?:de|depuis|à\spartir|avec|via)\s obtenir\soutlook\spour télécharge[rz]\soutlook\spour
provenance\s:\scourrier enviado\s(?:desde|do|de|a\spartir|via|com|con)\s enviada\s(?:do|de)\s
obtener\soutlook obter\so\soutlook inviato\s(?:da|dal|con|tramite)\s ottieni\soutlook
scarica\soutlook verzonden\s(?:vanaf|van|met|vanuit)\s verstuurd\s(?:vanaf|van|met)\s
outlook\svoor\s.{2,20}\sdownloaden skickat\sfrån\s skickades\sfrån sendt\s(?:fra|med)\s
hent\soutlook hämta\soutlook lähetetty\s wysłane?\s(?:z|za|przy)\s wysłano\sz\s odesláno\sz\s
odoslané\sz\s poslano\s(?:z|s)\s отправлено\s(?:с|из|от)\s надіслано\s(?:з|із)\s изпратено\sот\s
küldve\s trimis\s(?:de|din)\s στάλθηκε\sαπό\s נשלח\sמ أُ?رسلت\sمن\s dikirim\sdari\s
đã\sgửi\stừ\s được\sgửi\stừ\s enviat\s(?:des|amb)\s 发自 發自 从我的.{0,20}发送
從我的.{0,20}(?:傳送|發送) 나의\s.{0,20}에서\s보냄
secured?\swith\stuta sent\swith\stutanota https?://(?:www\.)?tuta(?:nota)?\.com\S{0,20}$
get\s(?:bluemail|typeapp|spark|outlook|mail\sfor|k-9|canary|edison|aqua)\b.{0,30}$
www\.avast\.com$ 此邮件由
please\s(?:excuse|forgive|pardon)\s(?:my\s|the\s|any\s)?(?:brevity|typos|spelling)
excuse\s(?:my\s)?(?:brevity|typos) sorry\sfor\s(?:any\s)?typos typed\s(?:on|with)\s
dictated\s(?:with|using|by|to|on)\s
来自我的 來自我的
yahoo\smail\s?[:–-]\s(?:search|suche|cherch) mobile\s?email
""")

# ... and at the end of a line.
MOBILE_END = split_entries(r"""
^sent\son\sthe\sgo ^von\sunterwegs\sgesendet
から送信 에서\s보냄 에서\s보냈습니다 dan\sgönderildi den\sgönderildi tan\sgönderildi
ten\sgönderildi umdan\sgönderildi küldve から送信されました
""")

# Banners that a gateway adds above external e-mails.
BANNER = split_entries(r"""
^\W{1,4}ext(?:ernal|erne?)?\W{1,4}$
^\W{0,4}external\s(?:e-?mail|sender|message)\W{0,4}$
^\W{0,4}(?:caution|warning|external|attention)\b.{0,80}(?:e-?mail|message|sender|link)
^\W{0,4}(?:caution|warning|external|attention)\b.{0,80}(?:nachricht|absender)
^\W{0,4}(?:caution|warning|external|attention)\b.{0,80}(?:courriel|expéditeur)
^\W{0,4}(?:achtung|vorsicht|warnung|avertissement)\b.{0,80}(?:e-?mail|message|sender|link)
^\W{0,4}(?:achtung|vorsicht)\b.{0,80}(?:nachricht|absender|courriel|expéditeur)
^\W{0,4}(?:warnung|avertissement)\b.{0,80}(?:nachricht|absender|courriel|expéditeur)
^\W{0,4}(?:attenzione|atención|atenção|uwaga)\b.{0,80}(?:e-?mail|message|sender|link)
^\W{0,4}(?:attenzione|atención|atenção|uwaga)\b.{0,80}(?:nachricht|absender)
^\W{0,4}(?:attenzione|atención|atenção|uwaga)\b.{0,80}(?:courriel|expéditeur)
^\W{0,4}(?:let\sop|varning|advarsel|vigtigt)\b.{0,80}(?:e-?mail|message|sender|link)
^\W{0,4}(?:let\sop|varning|advarsel|vigtigt)\b.{0,80}(?:nachricht|absender)
^\W{0,4}(?:let\sop|varning|advarsel|vigtigt)\b.{0,80}(?:courriel|expéditeur)
^\W{0,4}(?:caution|warning|external|attention)\b.{0,80}(?:messaggio|mittente|correo|mensaje)
^\W{0,4}(?:achtung|vorsicht)\b.{0,80}(?:messaggio|mittente|correo|mensaje)
^\W{0,4}(?:warnung|avertissement)\b.{0,80}(?:messaggio|mittente|correo|mensaje)
^\W{0,4}(?:caution|warning|external|attention)\b.{0,80}(?:bericht|afzender)
^\W{0,4}(?:caution|warning|external|attention)\b.{0,80}(?:wiadomo|meddeland|avsändar)
^\W{0,4}(?:achtung|vorsicht|warnung|avertissement)\b.{0,80}(?:bericht|afzender)
^\W{0,4}(?:achtung|vorsicht|warnung|avertissement)\b.{0,80}(?:wiadomo|meddeland|avsändar)
^\W{0,4}(?:attenzione|atención|atenção|uwaga)\b.{0,80}(?:messaggio|mittente|correo|mensaje)
^\W{0,4}(?:let\sop|varning|advarsel|vigtigt)\b.{0,80}(?:messaggio|mittente|correo|mensaje)
^\W{0,4}(?:attenzione|atención|atenção|uwaga)\b.{0,80}(?:bericht|afzender)
^\W{0,4}(?:attenzione|atención|atenção|uwaga)\b.{0,80}(?:wiadomo|meddeland|avsändar)
^\W{0,4}(?:let\sop|varning|advarsel|vigtigt)\b.{0,80}(?:bericht|afzender)
^\W{0,4}(?:let\sop|varning|advarsel|vigtigt)\b.{0,80}(?:wiadomo|meddeland|avsändar)
(?:originat(?:ed|es|ing)|sent|came|comes|received|is)\sfrom\s(?:an?\s)?(?:outside|external)
from\s(?:an\s)?external\s(?:sender|source|e-?mail)
outside\s(?:of\s)?(?:the\s|your\s|our\s)?(?:organi[sz]ation|company|network)
do\snot\sclick\s(?:on\s)?(?:any\s)?links? learn\swhy\sthis\sis\simportant
don't\soften\sget\se-?mail\sfrom
(?:von|eines?)\s(?:einem\s)?extern(?:en|er)?\s(?:absender|quelle|e-?mail)
(?:kommt|stammt)\svon\s(?:außerhalb|extern) externe[rs]?\s(?:absender|e-?mail|nachricht)
provient\sde\sl['’]ext(?:é|e)rieur expéditeur\sexterne courriel\sexterne message\sexterne
origen\sexterno remitente\sexterno origem\sexterna remetente\sexterno mittente\sesterno
proviene\sdall['’]esterno externe\safzender afkomstig\svan\sbuiten extern\savsändare
zjqcmqryfpfpt untrusted\ssender previously\scorresponded this\smessage\sis\sfrom\san\sexternal
report\ssuspicious
vous\sn['’]obtenez\spas\ssouvent sie\serhalten\snicht\s(?:oft|häufig)\se-?mails?\svon
(?:outside|external)\s(?:e-?mail|sender)\s(?:warning|alert) think\sbefore\syou\sclick
sender\sis\s(?:not\sfrom|outside|external) is\sexternal\sto\s(?:the|our|your)
^\W{0,4}external\s\( have\snot\s(?:previously\s)?received\s(?:e-?)?mail\sfrom
^\W{0,4}be\scareful\swith\sthis\smessage ^\W{0,4}learn\smore\W{0,3}$
^\W{0,4}from\s\(\S{1,80}@\S{1,80}\)\W{0,3}$
^\W{0,4}potential\simpersonation\W{0,3}$ ^\W{0,4}report\sthis\s(?:e-?mail|message)
^\W{0,4}##-\s.{5,120}\s-##\W{0,4}$
^\W{0,4}verified\ssender\b someone\smay\sbe\simpersonating ^-{3,}\s?external\smessage\s?-{3,}$
""")

# Generic banners start with a bracket, a word in capitals or a label (SHOUT), and mention the
# outside (OUTSIDE) and an e-mail or its sender (MAIL), ...
SHOUT = re.compile(
    r"\W{0,4}(?:[\[【(*]|注意|警告|提醒|[^\W\d_a-zß-ÿа-я]{5,}|[^\W\d_-]{4,16}[\s-]?\S{0,8}\s?[:：!])"
)
OUTSIDE = compile_search_pattern(
    split_entries(r"""
extern outside untrusted au(?:ß|ss)erhalb extérieur fuera\sde fora\sd estern[oaie]\b dall'esterno
dall’esterno buiten spoza внешн зовнішн ззовні извне 外部 社外 ekstern zewnętrzn külső εξωτερικ
dış\skaynak dışından dışarıdan ulkopuolel utanför utifrån udefra utenfra extérieure vnějš zvenčí
din\safara afara\s מחוץ חיצוני خارج 외부 bên\sngoài \bluar\b ภายนอก väljastpoolt
""")
)
MAIL = compile_search_pattern(
    split_entries(r"""
e-?mail mejl message nachricht courriel sender absender expéditeur organi[sz]a correo mensaje
mensagem \bmail\w{0,4} e-?post\w{0,12} viesti лист\b почт повідомлен μήνυμα αποστολέα הודעה رسالة
메일 อีเมล \bthư\b surel pesan e-?posta courrier entreprise company zpráv správ
messaggio mittente bericht afzender wiadomo meddeland avsändar afsender avsender письм отправител
邮件
郵件 メール levél viest besked melding ileti
""")
)
# ... that it comes from there (ORIGIN), ...
ORIGIN = compile_search_pattern(
    split_entries(r"""
\bfrom\b originat \bcame\b \bsent\b gesendet kommt stammt versendet provient proviene procede
enviad \bveio\b inviat komt\svan kommer \bfra\b pochodzi pochází érkez provine gönderil получен
надійшо προέρχεται הגיע واردة 送信 발신 来自 來自 được\sgửi berasal มาจาก ulkopuolelta
""")
)
# ... or that one should be careful (CARE). See `decorations._is_banner` for the combinations.
CARE = compile_search_pattern(
    split_entries(r"""
caution careful \bcare\b vigilan beware mindful phish vorsicht achtung attenti prudent cuidado
precauc attenzione voorzichtig försiktig forsiktig varovai ostroż opatrn óvatos atenți dikkat
осторож обереж προσοχ זהיר احذر تحذير 注意 谨慎 謹慎 小心 勿 주의 cẩn\sthận waspada hati-hati ระวัง
\blinks?\b attachment anh[äa]ng pièces\sjointes bijlag allegat adjunto anexo bilag vedlegg załącz
příloh mellékl вложени вкладен 添付 첨부 附件 lien\b liens\b enlaces
""")
)
# “You don't often get email from …”
SELDOM = compile_search_pattern(
    split_entries(r"""
often oft\b souvent suele costuma spesso vaak sällan ofte harvoin często часто gyakran často sık
не\sчасто
あまり 不常 通常 자주 previously corresponded
""")
)

# Confidentiality notices have both a word of SECRET and one of CONTENT in one line.
SECRET = compile_search_pattern(
    split_entries(r"""
confidential privileged vertraulich confidentiel confidencia confiden[tz]i[ae] riservat
vertrouwelijk konfidentiell konfidensiell fortrolig luottamuksellin poufn důvěrn dôvern bizalmas
confidenția gizli \brgpd\b \bdsgvo\b \bgdpr\b \blopd\b
конфиденциальн конфіденційн εμπιστευτικ חסוי سري 機密 保密 机密 기밀 bảo\smật rahasia
""")
)
CONTENT = compile_search_pattern(
    split_entries(r"""
e-?mail \bmail\b message nachricht courriel correo mensaje mensage[mn]s? messaggio bericht wiadomo
meddelande e-?post viesti zpráv správ levél ileti e-?posta сообщени письм повідомлен μήνυμα הודעה
رسالة 메일 メール 邮件 郵件 \bthư\b pesan communication transmission informa contents?\b inhalt
\bdat[aio]s?\b \bdaten\b données
""")
)
# Words of a person, which rule out a banner or footer.
PERSON = compile_search_pattern(
    split_entries(r"""
\bi\b \bi['’]\w \bme\b \bmy\b \bich\b \bmir\b \bmeine?\b \bwir\b \bj['’]\w
\bmon\b \byo\b \bik\b \bjag\b \bjeg\b \bя\b \bмне\b \?
""")
)
# Requests not to print have both a word of TREES and one of PRINT in one line.
TREES = compile_search_pattern(
    split_entries(r"""
environment environnement umwelt medio\sambiente meio\sambiente ambiente milieu miljö miljø
ympäristö środowisk životní trees\b b[äa]ume arbres
""")
)
PRINT = compile_search_pattern(
    split_entries(r"""\bprint imprim drucken ausdruck stampa afdruk skriv\sut tulost wydruk tisk""")
)

# Footers of companies, mailing lists and virus scanners.
FOOTER = split_entries(r"""
^\W{0,4}confidential(?:ity)?(?:\snotice|\snote)?\b.{0,3}$
^\W{0,4}confidentiality\s(?:notification|note|statement)\b
^\W{0,4}(?:this|the)\s(?:e-?mail|message)\b.{0,120}\b(?:confidential|privileged|intended)
^\W{0,4}(?:this|the)\s(?:communication)\b.{0,120}\b(?:confidential|privileged|intended)
^\W{0,4}(?:this|the)\s(?:information|transmission)\b.{0,120}\b(?:confidential)
^\W{0,4}(?:this|the)\s(?:information|transmission)\b.{0,120}\b(?:privileged|intended)
^\W{0,4}the\sinformation\s(?:contained\s)?in\sthis\s ^\W{0,4}disclaimer\b
^\W{0,4}diese\s(?:e-?mail|nachricht)\b.{0,80}\bvertraulich
^\W{0,4}(?:ce\smessage|ce\scourriel|cet\se-?mail)\b.{0,80}\b(?:confidentiel|destinat)
^\W{0,4}este\s(?:mensaje|correo|e-?mail)\b.{0,80}\bconfidencia
^\W{0,4}esta\smensagem\b.{0,80}\bconfidencia
^\W{0,4}(?:questo\smessaggio|questa\se-?mail)\b.{0,80}\briservat
^\W{0,4}dit\sbericht\b.{0,80}\b(?:vertrouwelijk|bestemd)
^\W{0,4}please\sconsider\sthe\senvironment
^\W{0,4}(?:p\s)?(?:think|pensez|denken).{0,30}(?:before|avant|bevor).{0,20}(?:print)
^\W{0,4}(?:p\s)?(?:think).{0,30}(?:before|avant|bevor).{0,20}(?:imprimer|drucken)
^\W{0,4}(?:p\s)?(?:pensez|denken).{0,30}(?:before|avant|bevor).{0,20}(?:imprimer|drucken)

\b(?:checked|scanned|protected|verified)\s(?:for\sviruses\s)?by\s(?:\w+\s)?(?:avast|avg|mcafee|norton)
(?:avast|avg|eset|kaspersky|norton)\b.{0,60}(?:viren|virus|vírus|вирус)
virus.{0,80}\b(?:avast|avg|eset)\b
free\sfrom\sviruses ^\W{0,3}do\syou\syahoo ^\W{0,3}reply\sto\sthis\semail\sdirectly
^\W{0,3}no\svirus\sfound ^\W{0,3}sent\svia\s\S{1,40}\sgroups
\b(?:checked|scanned)\s(?:for\sviruses\s)?by\s(?:kaspersky|eset|sophos|trend)
^<?https?://www\.av(?:ast|g)\.com/\S{0,300}$
^\W{0,4}virus-?free\W ^\W{0,4}virenfrei\W ^\W{0,4}garanti\ssans\svirus ^\W{0,4}libre\sde\svirus
^you\sreceived\sthis\smessage\sbecause\syou ^to\sunsubscribe\sfrom\sthis
^to\sview\sthis\sdiscussion ^sie\serhalten\sdiese\snachricht,\sweil ^\S{1,40}\smailing\slist$
^book\syour\smeeting
^\W{0,4}if\syou\s(?:are\snot|have\sreceived|received)\b.{0,80}\b(?:intended|error|mistake)
^\W{0,4}(?:e-?mail|scanned|checked|filtered|(?:this|the)\s(?:e-?mail|message|mail)\s.{0,20}(?:scanned|checked|filtered|protected))\s(?:for\s.{2,40}\s)?(?:secured\s)?(?:by|and)\s(?!me\b|us\b|my\b)\S
^\W{0,4}(?:this|the)\s(?:e-?mail|message)\shas\sbeen\sscanned ^\W{0,4}click\shere\sto\sreport\sthis
intended\s(?:only\s|solely\s)?for\sthe\s(?:\w{1,12}\s)?(?:addressee|recipient|use\sof|person|individual)
bestemd\svoor\sde\sgeadresseerde
destinat[aeio]\s(?:esclusivamente|unicamente)\sall\w{0,4}
^\W{0,4}(?:legal\s)?(?:disclaimer|haftungsausschluss)\b
^\W{0,4}please\sdo(?:n't|n’t|\snot)\sprint\sthis
^click\sto\sdownload$ ^download\sfull\sresolution\simages$ ^zum\sladen\sklicken$
^cliquer\spour\stélécharger$
registered\s(?:office|in\s(?:england|scotland|wales|ireland))\b sitz\sder\sgesellschaft
\bhr[ab]\s?\d{3} handelsregister\b \bust-?id au\scapital\sde \bsiret\b \bp\.?\s?iva\b \bkvk\b
company\s(?:registration\s)?n(?:o|umber)\b
working\shours\s(?:may|might)\snot\sbe\syour
do(?:n't|n’t|\snot)\sfeel\s(?:obliged|obligated|any\spressure|under\spressure|pressured)\sto\s
""")

# Confidentiality classifications on a line of their own: after a label (RATED), in brackets, or as
# words of these only (RATING).
CLASSIFICATION_LABEL = re.compile(
    r"\W{0,3}(?:(?:data\s|security\s)?(?:classification|sensitivity)|tlp|klassifizierung|einstufung"
    r"|vertraulichkeit|sensibilité|clasificación|classificação|classificazione|classificatie)"
    r"\s{0,2}[:：]\s{0,2}\S.{0,40}$",
    re.IGNORECASE,
)
RATING = re.compile(
    r"\b(?:public|internal|general|confidential|restricted|unrestricted|official|sensitive"
    r"|unclassified|personal|private|business|non-business|company|c[0-4]|intern|extern|öffentlich|vertraulich|interne|publique?|confidentiel"
    r"|público|interno|interna|confidencial|pubblico|riservato|openbaar|vertrouwelijk)\b",
    re.IGNORECASE,
)
