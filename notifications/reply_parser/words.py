r"""Tables of words in attributions and headers of earlier e-mails, in many languages.

Entries are separated by whitespace. Each is a regular expression without nested repetition (`\s`
for a space within it), which is matched against lines of limited length.
"""

from __future__ import annotations

import re

from .patterns import compile_lazily


def compile_start_pattern(pieces: list[str]) -> re.Pattern[str]:
    """Return a pattern for the start of a line: one of the entries, after up to four symbols."""
    return compile_lazily(rf"[\W_]{{0,4}}(?:{'|'.join(pieces)})", re.IGNORECASE)


def compile_search_pattern(pieces: list[str]) -> re.Pattern[str]:
    """Return a pattern that finds one of the entries anywhere in a line.

    Those that begin with ^ are tried together, only where the line begins.
    """
    first = [piece[1:] for piece in pieces if piece.startswith("^")]
    rest = [piece for piece in pieces if not piece.startswith("^")]
    if first:
        rest.insert(0, rf"^(?:{'|'.join(first)})")
    return compile_lazily("|".join(rest), re.IGNORECASE)


def split_entries(table: str) -> list[str]:
    """Return the entries of a table."""
    return table.split()


# “wrote”, as in attributions: “Ann wrote:”.
WROTE = split_entries(r"""
wrote writes said schrieb schreibt geschrieben a\sécrit a\secrit écrit écrivait escribió
escribio escribe escreveu ha\sscritto scrive scriveva schreef schrijft geschreven skrev skriver
napisał(?:\(a\)|a)? pisze kirjoitti написал(?:\(а\)|а)? пишет писал(?:а)? пише написав написа
写道 寫道 写到 のメール のメッセージ 書きました 작성 썼습니다 쓴\s글 כתב כתבה כתב/ה كتب كتبت
تمت\sكتابة نوشت yazdı yazmış έγραψε έγραψαν napsal(?:\(a\)|a)? napísal(?:\(a\)|a)? írta irta
a\sscris đã\sviết menulis ditulis ha\sescrit va\sescriure píše píšu reiknar skrifaði
wrote\sin\s(?:message|news)
said\sthe\sfollowing ха\sнаписа skribis lék kirjutas rakstīja
rašė napisao napisala je\snapisal(?:\(a\)|a)? pisal(?:a)? เขียน ได้เขียน mengirim quoting
zitat\svon citeren citando цитирую megírta skrifar idatzi scripsit
""")

# “I”, as in “I wrote”, and verb forms that include it.
MYSELF = split_entries(r"""
i ich yo he eu ho ik jag jeg minä я
""")
I_WROTE = split_entries(r"""
j['’](?:ai|avais|écri\w{1,4})(?!\w) je\s(?:t['’]|vous\s|lui\s)(?:ai|avais|écri\w{1,4})(?!\w)
(?<!\w)(?:escribí|escrevi|scrissi|napisałem|napisałam|kirjoitin|yazdım)(?!\w)
""")

# “From:” in the block of headers above an earlier e-mail.
FROM = split_entries(r"""
from von de da van fra från od от від expéditeur remitente mittente afzender avsender avsändare
lähettäjä nadawca odesílatel odosielateľ feladó gönderen kimden από מאת من از 发件人 寄件者
寄件人 差出人 送信者 보낸\s?사람 보낸이 发送者 dari từ de\sla expeditor pošiljatelj siuntėjas
saatja no frá nga ถูกส่งจาก จาก šalje nuo шаље пошиљалац प्रेषक
""")

# Other labels in the block of headers.
OTHER_HEADERS = split_entries(r"""
sent date to cc bcc subject reply-to gesendet datum an betreff kopie antwort\san envoyé objet à
sujet copie enviado enviada fecha para asunto data assunto inviato a oggetto verzonden aan
onderwerp sendt dato til emne skickat skickat\sden ämne till kopia lähetetty vastaanottaja
päivämäärä pvm aihe kopio wysłano do temat dw отправлено дата кому тема копия надіслано odesláno
komu předmět poslané predmet küldve dátum címzett tárgy gönderilen gönderildi tarih kime konu
στάλθηκε ημερομηνία προς θέμα נשלח תאריך אל נושא أرسلت التاريخ إلى الموضوع 发送时间 日期 时间
收件人 抄送 主题 寄件日期 收件者 主旨 送信日時 日時 宛先 件名 보낸\s?날짜 받는\s?사람 제목 날짜
dikirim kepada perihal đã\sgửi đến chủ\sđề trimis către subiect
ส่ง ถึง เรื่อง วันที่ enviat per\sa assumpte poslano prima za zadeva saadetud adressaat kellele teema
nosūtīts kam temats išsiųsta siųsta efni изпратено до относно تاریخ موضوع ارسال послато прима
terkirim tanggal भेजा\sगया प्रति विषय
""")

# “Original message”, usually between dashes above an earlier e-mail.
ORIGINAL = split_entries(r"""
original\smessage original-nachricht originalnachricht ursprüngliche\snachricht
ursprüngl\.?\snachricht weitergeleitete\snachricht message\sd['’]origine mail\soriginal
original\s(?:e-?mail|mail)
ursprüngliche\s(?:e-?mail|mail) původní\se-?mail oorspronkelijke\se-?mail message\soriginal
message\stransféré message\sinitial mensaje\soriginal mensaje\sreenviado mensagem\soriginal
mensagem\sencaminhada messaggio\soriginale messaggio\sinoltrato oorspronkelijk\sbericht
origineel\sbericht doorgestuurd\sbericht original\smeddelelse oprindelig\smeddelelse
opprinnelig\smelding originalmeddelande ursprungligt\smeddelande alkuperäinen\sviesti
wiadomość\soryginalna oryginalna\swiadomość původní\szpráva pôvodná\sspráva eredeti\süzenet
исходное\sсообщение пересылаемое\sсообщение оригинальное\sсообщение початкове\sповідомлення
özgün\sileti orijinal\smesaj αρχικό\sμήνυμα הודעה\sמקורית الرسالة\sالأصلية 原始邮件 原始郵件
邮件原件 元のメッセージ オリジナル\s?メッセージ 원본\s?메시지 원본\s?메일 forwarded\smessage
mesaj\soriginal pesan\sasli thư\sgốc начало\sпересылаемого repl(?:y|ied)\smessage 回复的原邮件
""")

# “Begin forwarded message:”, without dashes.
FORWARD = split_entries(r"""
begin\sforwarded\smessage: début\sdu\smessage\s(?:réexpédié|transféré)\s?:
anfang\sder\sweitergeleiteten\s(?:e-mail|nachricht): inicio\sdel\smensaje\sreenviado:
início\sda\smensagem\s(?:reencaminhada|encaminhada): inizio\smessaggio\sinoltrato:
begin\sdoorgestuurd\sbericht: vidarebefordrat\sbrev: videresendt\s(?:besked|melding):
välitetty\sviesti\salkaa: początek\sprzekazywanej\swiadomości: начало\sпересылаемого\sсообщения:
""")
