"""Read a number with the usual words around it in languages that the e-mails are not written in.

One row a language. English, French and German have tables of their own.
"""

from __future__ import annotations

import re

from msgspec import Struct

from games.engine import notation
from games.engine.notation import Reading
from games.replies.lines.question_words import QuestionWords
from games.replies.lines.small_talk import list_words

MAX_WORDS = 9
# Scripts without spaces between words: a number stands beside their letters.
_UNSPACED = "\u0e00-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_BESIDE_NUMBER = re.compile(rf"(?<=[{_UNSPACED}])(?=\d)|(?<=\d)(?=[{_UNSPACED}])")
_FULL_WIDTH_MARKS = re.compile("[：，、。！「」『』【】（）]")
# “2-est”, “2:n”, “2'yi”: a number with the ending of its case.
_CASE_ENDING = re.compile(r"(?<=\d)[-:'’][^\W\d_]{1,3}\b")
# Words beside which a number may be an amount or something else: “por 2”, “me 2”.
_JOINTS = list_words("por con per på for med för till")
_ARTICLES = list_words("el il")
MIN_LETTERS = 3


class Language(Struct, frozen=True):
    """Words that may stand before and behind the number of an answer, and lines that choose 2."""

    name: str
    before: frozenset[str]
    behind: frozenset[str]
    examples: tuple[str, ...]


def _list_language(name: str, before: str, behind: str, examples: str) -> Language:
    lines = tuple(line.strip() for line in examples.split("/"))
    return Language(name, list_words(before), list_words(behind), lines)


# Negations, doubts, units and words for “two” are in none of them.
LANGUAGES = (
    _list_language(
        "Spanish",
        """yo el la lo mi respuesta elección es son será opción número elijo escojo tomo prefiero
        quiero voy vamos a con por pues bueno vale ok sí claro me quedo venga juego hola""",
        "gracias por favor saludos un saludo muchas para mí entonces",
        "la 2, gracias / Elijo la opción 2 por favor / Me quedo con la 2 / Mi respuesta: 2",
    ),
    _list_language(
        "Portuguese",
        """eu a o minha resposta escolha é será opção número escolho fico com quero vou pela vai
        ser ok sim prefiro jogo então bom olá de""",
        "obrigado obrigada por favor abraço para mim então",
        "a opção 2, por favor / Escolho a 2 / Fico com a 2, obrigado / Vou de 2",
    ),
    _list_language(
        "Italian",
        """io il la mia risposta scelta è sarà opzione numero scelgo prendo vado con per voglio l
        va bene ok sì allora gioco ciao di lo""",
        "grazie per favore prego ciao mille allora favore me",
        "la 2, grazie / Scelgo il 2 / Vado con l'opzione numero 2 / La mia risposta è 2",
    ),
    _list_language(
        "Dutch",
        """ik de het mijn antwoord keuze is wordt optie nummer nr kies neem ga voor doe maar graag
        wil ok ja dan hoi hallo""",
        "graag alsjeblieft alstublieft dank je wel bedankt groeten groetjes maar dan",
        "Ik kies 2 / doe maar nummer 2, dank je / Optie 2 graag / mijn antwoord is 2",
    ),
    _list_language(
        "Swedish",
        """jag mitt svar val är blir det alternativ nummer nr väljer tar kör på vi ok ja då hej
        gärna med""",
        "tack snälla mvh hälsningar då tackar",
        "jag väljer 2 / Jag tar nummer 2, tack / alternativ 2 / Mitt svar är 2",
    ),
    _list_language(
        "Danish",
        """jeg mit svar valg er bliver det svarmulighed mulighed nummer nr vælger tager går med på
        ok ja så hej""",
        "tak venligst hilsen mvh så",
        "Jeg vælger 2 / jeg tager nummer 2, tak / Mit svar er 2 / mulighed 2",
    ),
    _list_language(
        "Norwegian",
        """jeg eg mitt svar valg er blir det alternativ nummer nr velger tar går for med ok ja da
        hei på""",
        "takk vennligst hilsen mvh da",
        "Jeg velger 2 / jeg tar nummer 2, takk / alternativ 2 / Da blir det 2",
    ),
    _list_language(
        "Finnish",
        """minä mä otan valitsen valintani vastaukseni vastaus on vaihtoehto vaihtoehdon numero
        numeron nro ok joo kyllä sitten moi hei""",
        "kiitos terveisin sitten",
        "otan 2 / Valitsen vaihtoehdon 2 / numero 2, kiitos / Vastaukseni on 2",
    ),
    _list_language(
        "Icelandic",
        "ég vel tek svarið mitt er valkostur númer nr ok já þá hæ",
        "takk kveðja þá",
        "Ég vel 2 / valkostur 2, takk / Svarið mitt er 2",
    ),
    _list_language(
        "Polish",
        """ja biorę wybieram poproszę proszę o moja odpowiedź to opcja opcję numer nr gram stawiam
        na ok tak niech będzie więc cześć""",
        "proszę dziękuję dzięki pozdrawiam poproszę",
        "Wybieram 2 / poproszę numer 2, dziękuję / Opcja 2 / Niech będzie 2",
    ),
    _list_language(
        "Czech",
        """já vezmu beru volím vybírám si moje odpověď je to možnost možnosti číslo č hraju dám ok
        ano tak ahoj""",
        "prosím děkuji díky dík",
        "Volím 2 / beru číslo 2, díky / možnost 2 prosím / Moje odpověď je 2",
    ),
    _list_language(
        "Slovak",
        """ja beriem volím vyberám si moja odpoveď je to možnosť číslo č dám ok áno tak ahoj""",
        "prosím ďakujem vďaka díky",
        "Vyberám si 2 / beriem číslo 2, ďakujem / možnosť 2",
    ),
    _list_language(
        "Slovene and Croatian",
        """jaz ja izberem izbiram vzamem biram uzimam moj odgovor je to možnost opcija broj
        številka ok da pa""",
        "prosim hvala molim lp pozdrav",
        "Izberem 2 / biram broj 2, hvala / Moj odgovor je 2",
    ),
    _list_language(
        "Hungarian",
        """én a az választom választok kérem legyen válaszom lehetőség opció számú ok igen akkor
        szia válasz""",
        "kérem köszönöm köszi választom legyen lehetőség opció számú",
        "a 2-est választom / Legyen a 2 / 2-es opció, köszönöm / A válaszom: 2",
    ),
    _list_language(
        "Romanian",
        """eu aleg iau vreau răspunsul meu este e opțiunea varianta numărul nr cu merg pe ok da
        atunci salut""",
        "mulțumesc mersi te rog vă",
        "Aleg 2 / Iau varianta 2, mulțumesc / Răspunsul meu este 2 / merg pe 2",
    ),
    _list_language(
        "Turkish",
        """ben cevabım yanıtım seçimim seçenek numara tamam evet o zaman selam""",
        """seçiyorum alıyorum seçenek numara numarayı numaralı nolu olsun lütfen teşekkürler sağol
        diyorum""",
        "2 seçiyorum / Cevabım 2 / 2'yi seçiyorum, teşekkürler / 2 olsun lütfen / Seçenek 2",
    ),
    _list_language(
        "Greek",
        """εγώ το την η ο διαλέγω επιλέγω παίρνω απάντησή απάντηση μου είναι επιλογή νούμερο
        αριθμός εντάξει ναι με πάω γεια θα πάρω""",
        "ευχαριστώ παρακαλώ",
        "Διαλέγω το 2 / επιλογή 2, ευχαριστώ / Η απάντησή μου είναι το 2",
    ),
    _list_language(
        "Russian",
        """я беру выбираю возьму мой ответ вариант номер это пусть будет давай давайте хочу да ок
        тогда привет""",
        "спасибо пожалуйста вариант номер тогда",
        "Беру 2 / вариант 2, спасибо / Мой ответ: 2 / Пусть будет номер 2 / 2-й вариант",
    ),
    _list_language(
        "Ukrainian",
        """я беру обираю вибираю візьму моя відповідь варіант номер це хай нехай буде давай так ок
        тоді привіт""",
        "дякую будь ласка варіант номер",
        "Обираю 2 / варіант 2, дякую / Моя відповідь: 2 / Нехай буде 2",
    ),
    _list_language(
        "Bulgarian",
        """аз избирам вземам взимам отговорът отговора ми е вариант номер да ок нека бъде
        здравей""",
        "благодаря моля мерси",
        "Избирам 2 / вариант 2, благодаря / Отговорът ми е 2",
    ),
    _list_language(
        "Hebrew",
        "אני בוחר בוחרת לוקח לוקחת התשובה שלי היא תשובה אפשרות מספר כן אז את ב",
        "תודה בבקשה רבה",
        "אני בוחר 2 / אפשרות 2 בבקשה / התשובה שלי היא 2 / מספר 2, תודה",
    ),
    _list_language(
        "Arabic",
        "أنا أختار اختار سأختار إجابتي جوابي هي هو الخيار خيار الرقم رقم نعم آخذ",
        "شكرا شكراً لك من فضلك لو سمحت",
        "أختار 2 / الخيار رقم 2 من فضلك / إجابتي هي ٢ / رقم 2 شكرا",
    ),
    _list_language(
        "Persian",
        "من گزینه شماره پاسخ جواب من انتخاب بله خب",
        "را می‌گیرم انتخاب می‌کنم میکنم می کنم لطفا ممنون مرسی",
        "گزینه 2 لطفا / شماره ۲ ممنون / گزینه ۲ را انتخاب می‌کنم",
    ),
    _list_language(
        "Chinese",
        """我 我选 我選 我选择 我選擇 选 選 选择 選擇 选项 選項 请选 請選 我要 要 就 就选 就選
        就要 答案 答案是 是 第 号码 我的答案是 我的选择是 那就 好 好的 数字 方案 我选第 选第
        我选项""",
        """号 號 个 個 项 項 吧 谢谢 謝謝 谢谢你 号吧 个吧 选项 选项吧 就好 好了 个选项 項谢谢
        号谢谢 个谢谢 吧谢谢 号选项""",
        "我选2 / 选项2，谢谢 / 第2个 / 我的答案是2。 / 2号吧 / 就選2",
    ),
    _list_language(
        "Japanese",
        """番号 選択肢 オプション 答え 答えは 回答 回答は 私は 私の答えは では じゃあ はい
        答えは番号 選択 こんにちは""",
        """番 番で 番にします 番をお願いします 番でお願いします でお願いします をお願いします
        にします を選びます 番を選びます です 番です で お願いします よろしくお願いします 番目
        番目の選択肢 を選択します 番を選択します お願い 番でよろしく 番お願いします""",
        """2番でお願いします / ２でお願いします / 選択肢2 / 2番を選びます / 答えは2です。 /
        2にします""",
    ),
    _list_language(
        "Korean",
        """저는 나는 제 답은 답은 대답은 선택 옵션 번호 네 그럼 선택은""",
        """번 번이요 번으로 번으로요 번으로 할게요 번을 선택합니다 번 선택 번 부탁드립니다
        번입니다 입니다 로 할게요 를 선택합니다 부탁드려요 감사합니다 번이에요 하겠습니다
        번으로하겠습니다""",
        "2번이요 / 2번으로 할게요 / 저는 2번을 선택합니다 / 옵션 2, 감사합니다 / 답은 2번입니다",
    ),
    _list_language(
        "Vietnamese",
        "tôi mình chọn lấy đáp án câu trả lời của là số phương lựa ok vâng",
        "nhé cảm ơn nha ạ",
        "Tôi chọn số 2 / phương án 2 nhé / Câu trả lời của tôi là 2, cảm ơn",
    ),
    _list_language(
        "Thai",
        "ผมเลือก ฉันเลือก เลือก ข้อ เลือกข้อ ขอเลือก ขอ ตอบ ตัวเลือก ตัวเลือกที่ หมายเลข",
        "ครับ ค่ะ ขอบคุณ ขอบคุณครับ ขอบคุณค่ะ",
        "เลือก 2 ครับ / ข้อ 2 / เลือกข้อ2ค่ะ",
    ),
    _list_language(
        "Indonesian",
        "saya aku pilih memilih ambil jawaban jawabanku adalah nomor opsi pilihan ok ya",
        "terima kasih makasih saja ya dong tolong",
        "Saya pilih nomor 2 / opsi 2 saja, terima kasih / jawaban saya adalah 2",
    ),
)


def read_in_language(question: QuestionWords, line: str) -> Reading | None:
    """Return the answer of a number with words of one of LANGUAGES around it; None if it has none.

    At least one of the words has three letters or is written without spaces: “A 2” is a block.
    """
    if notation.is_question(line) or ";" in line:
        # “2;” is a question in Greek.
        return None
    line = _CASE_ENDING.sub("", _FULL_WIDTH_MARKS.sub(" ", line[: notation.MAX_CHARACTERS]))
    line = _BESIDE_NUMBER.sub(" ", line)
    words = notation.split_words(line)
    numbers = [at for at, word in enumerate(words) if word.isdigit()]
    if len(numbers) != 1 or not 1 < len(words) <= MAX_WORDS or not notation.is_plain_number(line):
        return None
    [at] = numbers
    before, behind = words[:at], words[at + 1 :]
    is_usual = any(
        language.before.issuperset(before) and language.behind.issuperset(behind)
        for language in LANGUAGES
    )
    is_named = any(map(_chooses, before + behind))
    if not is_usual or not is_named or question.find_verbs(before + behind):
        return None
    number = int(words[at])
    if not 1 <= number <= len(question.offered):
        return None
    return Reading(question.offered[number - 1], True, True)


def _chooses(word: str) -> bool:
    """Return whether a word makes the number beside it that of an answer."""
    is_long = len(word) >= MIN_LETTERS or word in _ARTICLES or word > "\u0590"
    return is_long and word not in _JOINTS
