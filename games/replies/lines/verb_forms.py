"""Forms of the verbs of games, as people use them: “I’m buying”, “je prends”, “ich werfe … ab”.

Only forms that tell what the writer does or wants: the present and the imperative, no past.
"""

from __future__ import annotations

from functools import cache

# Words as notation.tokenize_line() returns them: without accents.
_FRENCH = {
    "payer": "paye paie payes paies payons payez",
    "prendre": "prends prend prenons prenez",
    "battre": "bats bat battons battez",
    "combattre": "combats combattons combattez",
    "construire": "construis construisons construisez",
    "corrompre": "corromps corrompons corrompez",
    "finir": "finis finissons finissez",
    "choisir": "choisis choisissons choisissez",
    "saisir": "saisis saisissons saisissez",
    "lire": "lis lisons lisez",
    "mettre": "mets mettons mettez",
    "offrir": "offre offres offrons offrez",
    "batir": "batis batissons batissez",
}
_GERMAN = {
    "nehmen": "nehme nehm nimm nehmt",
    "geben": "gebe gib gebt",
    "lesen": "lese lies",
    "werfen": "werfe wirf",
    "ziehen": "ziehe zieh",
    "tauschen": "tausche tausch",
}
_SEPARABLE = ("weiter", "heraus", "ab", "aus", "auf", "an", "um", "ein")
_SEPARABLE_VERBS = frozenset(
    ["abwerfen", "ablehnen", "ausschalten", "ausspahen", "angreifen", "aufraumen", "anfragen"]
    + ["weitererkunden", "umdrehen", "ausgraben", "herausfordern"]
    + ["einsetzen", "anheuern"]
)


@cache
def list_verb_forms(verb: str, language: str) -> frozenset[tuple[str, str]]:
    """Return (form, word at the end of the sentence or "") for a verb as the game writes it.

    >>> sorted(list_verb_forms("abwerfen", "de"))[:3]
    [('abwerfen', ''), ('werfe', 'ab'), ('werfen', 'ab')]
    """
    if language == "de":
        return frozenset(_german_forms(verb))
    forms = _french_forms(verb) if language == "fr" else _english_forms(verb)
    return frozenset((form, "") for form in {verb, *forms})


def _english_forms(verb: str) -> set[str]:
    if verb.endswith("e"):
        return {f"{verb[:-1]}ing"}
    consonant = verb[-1] if len(verb) < 5 and verb[-1] in "bpt" and verb[-2:-1] in "aeiou" else ""
    return {f"{verb}{consonant}ing"}


def _french_forms(verb: str) -> set[str]:
    if verb in _FRENCH:
        return set(_FRENCH[verb].split())
    if verb.endswith("er"):
        soft = "e" if verb.endswith("ger") else ""
        return {f"{verb[:-2]}{end}" for end in ("e", "es", f"{soft}ons", "ez")}
    return set()


def _german_forms(verb: str) -> set[tuple[str, str]]:
    prefix = next((prefix for prefix in _SEPARABLE if verb.startswith(prefix)), "")
    if verb in _SEPARABLE_VERBS and prefix:
        plain = verb.removeprefix(prefix)
        return {(verb, "")} | {(form, prefix) for form in _whole_german_forms(plain)}
    return {(form, "") for form in _whole_german_forms(verb)}


def _whole_german_forms(verb: str) -> set[str]:
    """Return the forms of a verb given as infinitive: “bauen”."""
    if verb in _GERMAN:
        return {verb, *_GERMAN[verb].split()}
    stem = verb.removesuffix("n").removesuffix("e")
    return {verb, stem, f"{stem}e", f"{stem}en"} if len(stem) > 2 else {verb}
