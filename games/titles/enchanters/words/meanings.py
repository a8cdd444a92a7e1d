"""Generate the text of a card, in our own words, from the rows of the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, assert_never

from games.engine import text

from ..rules.amounts import Amount, Die, Per, RemovedScore
from ..rules.designs import Ability, Part, Side
from ..rules.effect import Cost, Effect
from .names import language_index
from .nouns import GERMAN_TARGETS, NOUNS, ONE, WHO
from .phrases import PHRASES

SINGULAR = {"damage_taken": "damage_taken", "undead": "undead", "slime": "slime"}
# French has the singular for 0 as well.
FRENCH = language_index("fr")
# What has no plural in French: “3 d’attaque”.
FRENCH_AMOUNTS = {"attaque": "d’attaque", "défense": "de défense"}
SIGNS = {"attack_down": ("attack", -1), "defense_down": ("defense", -1)}

# The subject of a German clause, and its verb.
_SUBJECTS = [
    *(row[language_index("de")] for row in WHO.values()),
    *("Zerberus", "die Karte", "die unterste Karte des Friedhofs", "die Reise"),
    *("der Wüstenmarker", r"jede Kreatur \([^)]*\)"),
]
GERMAN_CLAUSE = re.compile(rf"({'|'.join(sorted(_SUBJECTS, key=len, reverse=True))}) (\w+)")


class Speaker:
    """Generates texts in one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.column = language_index(language)

    def say(self, key: str, **values: object) -> str:
        """Return a phrase with its values filled in."""
        return PHRASES[key][self.column].format(**values)

    def noun(self, code: str, many: int = 2) -> str:
        """Return a noun, singular or plural."""
        is_single = many == 1 or (many == 0 and self.column == FRENCH)
        code = SINGULAR.get(code, code.removesuffix("s"))
        return NOUNS[code][0 if is_single else 1][self.column]

    def who(self, code: str) -> str:
        return WHO[code][self.column]

    def target(self, code: str) -> str:
        """Return whom something is done to."""
        return GERMAN_TARGETS.get(code, self.who(code)) if self.language == "de" else self.who(code)

    def types(self, codes: Sequence[str] | str, many: int = 1) -> str:
        """Return kinds of cards: “item or enchantment”; in the plural for `many`."""
        codes_in_order = [codes] if isinstance(codes, str) else codes
        words = [
            PHRASES["any"][self.column] if c == "any" else self.noun(c, many)
            for c in codes_in_order
        ]
        return text.join_words(words, self.say("or").strip())

    def all_types(self, codes: Sequence[str]) -> str:
        """Return kinds of cards of which each is meant: “item and enchantment”."""
        return text.join_words([self.noun(code, 1) for code in codes], self.say("and").strip())

    def one_of(self, codes: Sequence[str] | str) -> str:
        """Return one card of these kinds, as an object: “an item or an enchantment”."""
        codes_in_order = [codes] if isinstance(codes, str) else codes
        words = [ONE[c][self.column] if c in ONE else self.noun(c, 1) for c in codes_in_order]
        return text.join_words(words, self.say("or").strip())

    def some_cards(self, number: int, codes: Sequence[str] | str) -> str:
        """Return so many cards of these kinds, as an object: “an item or an enchantment”."""
        return f"{number} {self.types(codes, number)}" if number > 1 else self.one_of(codes)

    def many(self, amount: Amount, noun: str) -> str:
        """Return “2 wounds”, “1 wound per 2 monsters”, “1–6 crystals (die)”."""
        match amount:
            case int():
                return f"{text.format_number(amount)} {self.noun(noun, abs(amount))}"
            case "all":
                return self.say("all.wound" if noun == "wound" else "all", noun=self.noun(noun))
            case Die():
                return self.say("die", noun=self.noun(noun))
            case RemovedScore():
                return self.say("score_of")
            case Per(per=counter, every=every, times=times):
                unit = self.noun(counter, every)
                if self.language == "fr" and every > 1:
                    unit = FRENCH_AMOUNTS.get(unit, unit)
                each = unit if every == 1 else f"{every} {unit}"
                number = text.format_number(times)
                key = "per" if every == 1 else "per.several"
                return self.say(key, n=f"{number} {self.noun(noun, abs(times))}", every=each)
        assert_never(amount)

    def powers(self, fields: Any, names: Sequence[str] = ("attack", "defense")) -> str:
        """Return “+2 attack, −1 defence”."""
        return ", ".join(
            self.signed(fields[name], name) for name in names if fields.get(name) is not None
        )

    def signed(self, amount: Amount, noun: str) -> str:
        """Return an amount with its sign."""
        words = self.many(amount, noun)
        return words if words.startswith("−") else f"+{words}"

    # Effects ---------------------------------------------------------------------------------

    def effects(self, effects: Sequence[Effect]) -> str:
        """Return several effects, separated by semicolons."""
        return text.join_clauses(self._list_effects(effects), self.language)

    def choice(self, effects: Sequence[Effect]) -> str:
        """Return several effects of which one happens."""
        return self.say("or").join(self._list_effects(effects))

    def _list_effects(self, effects: Sequence[Effect]) -> list[str]:
        return [effect.describe(self) for effect in effects]

    # Costs, triggers, statics ----------------------------------------------------------------

    def costs(self, costs: Sequence[Cost]) -> str:
        return ", ".join(cost.describe(self) for cost in costs)

    def scope(self, word: str, fields: object) -> str:
        """Return a trigger or a scope."""
        values = fields if isinstance(fields, dict) else {}
        n = values.get("min_slot", values.get("at_least_per_player")) or 0
        key = f"scope.{word}" if f"scope.{word}" in PHRASES else word
        kinds = self.one_of(values.get("types", "any"))
        return self.say(key, one=kinds, n=n, rewards=self.many(n, "reward"))

    def behind_scope(self, key: str, scope: str, text: str) -> str:
        """Return what happens, behind a trigger or scope: “after a rest, heal 1 wound”."""
        return self.say(key, scope=self._lead(scope), text=self.follow(text))

    def _lead(self, scope: str) -> str:
        """Return a scope as the beginning of a sentence; a German clause ends in a comma."""
        return f"{scope}," if self.language == "de" and scope.startswith("wenn ") else scope

    def follow(self, text: str) -> str:
        """Return a text as it stands behind a scope; in German, its verb comes first.

        >>> Speaker("de").follow("jeder andere Spieler heilt 1 Wunde")
        'heilt jeder andere Spieler 1 Wunde'
        """
        match = GERMAN_CLAUSE.match(text) if self.language == "de" else None
        return f"{match[2]} {match[1]}{text[match.end() :]}" if match else text

    def static(self, word: str, fields: Any) -> str:
        if word == "flag":
            return self.say(f"flag.{fields}")
        names = ("health", "strength") if word.endswith("_mod") else ("attack", "defense")
        n = fields.get("max", fields.get("cost", fields.get("add", 0)))
        kinds = fields.get("types") or fields.get("type") or fields.get("stack") or "any"
        value = fields.get("value", "weight")
        return self.say(
            f"{word}.{value}" if f"{word}.{value}" in PHRASES else word,
            powers="" if word == "value_mod" else self.powers(fields, names),
            condition=self._condition(fields),
            who=self.who(fields.get("who", "self")),
            noun=self.noun(value, abs(n) if word == "value_mod" else 2),
            n=f"{n:+d}".replace("-", "−") if word == "value_mod" else n,
            types=self.types(kinds),
            several=self.types(kinds, 2),
            slot=fields.get("slot", fields.get("min_slot", 0)),
            wounds=self.many(fields.get("damage", 0), "wound"),
        )

    def _condition(self, fields: Any) -> str:
        when = fields.get("when")
        if isinstance(when, dict):
            if "journey_min_slot" in when:
                return self.say("boost.slot", n=when["journey_min_slot"])
            if "in_duel" in when:
                return self.say("boost.duel")
            against = when["combat_with"]
            return self.say(
                "boost.types", types=self.types(against.get("types", against.get("icon")), 2)
            )
        if "min_slot" in fields:
            return self.say("at_least", n=fields["min_slot"])
        return self.say("at_most", n=fields["max_slot"]) if "max_slot" in fields else ""

    # Whole lines -----------------------------------------------------------------------------

    def ability(self, ability: Ability) -> str:
        """Return one line of a card."""
        match ability.kind:
            case "vp":
                return self.many(ability.fields, "point")
            case "static":
                words = self.static(ability.word, ability.fields)
                if ability.scope is None:
                    return words
                return self.behind_scope("while", self.scope(*ability.scope), words)
            case "when":
                scope = self.scope(ability.word, ability.fields)
                return self.behind_scope("while", scope, self.effects(ability.effect))
            case "immediate":
                return self.say("immediate", text=self.follow(self.effects(ability.effect)))
        key = {"minor": "minor", "rest": "rest.cost", "challenge": "challenge.cost"}[ability.kind]
        if not ability.cost:
            key = {"minor": "minor.free"}.get(ability.kind, ability.kind)
        return self.say(key, cost=self.costs(ability.cost), text=self._limited_effects(ability))

    def action(self, ability: Ability) -> str:
        """Return an action line behind an answer that says already what kind of action it is."""
        if ability.kind == "minor":
            return self.ability(ability)
        words = self._limited_effects(ability)
        return (
            self.say("minor", cost=self.costs(ability.cost), text=words) if ability.cost else words
        )

    def _limited_effects(self, ability: Ability) -> str:
        words = self.effects(ability.effect)
        return words if ability.limit == "once" else self.say(f"limit.{ability.limit}", text=words)

    def part(self, part: Part) -> str:
        """Return icons and lines of a part: “+3 attack. 2 crystals → …”."""
        powers = []
        for icon, many in part.icons.items():
            name, sign = SIGNS.get(icon, (icon, 1))
            if many:
                powers.append(self.signed(sign * many, name))
        return text.join_sentences([", ".join(powers), *self.abilities(part.abilities)])

    def abilities(self, abilities: Sequence[Ability]) -> list[str]:
        """Return the lines of a part; several rests without a cost are one line."""
        rests = [ability for ability in abilities if ability.kind == "rest" and not ability.cost]
        if len(rests) < 2:
            return [self.ability(ability) for ability in abilities]
        ways = [self.say("and").join(self._list_effects(ability.effect)) for ability in rests]
        sentence = self.say("rest", text=self.say("or.way").join(ways))
        others = [self.ability(ability) for ability in abilities if ability not in rests]
        return [sentence, *others]

    def side(self, side: Side) -> list[str]:
        """Return the lines of an Overlord: challenges, invasions and the reward."""
        lines = [self.ability(ability) for ability in side.part.abilities]
        for kind, effects in side.invasion:
            lines.append(self.say("invasion", types=self.types(kind), text=self.effects(effects)))
        # Points come first, so that no second colon follows “reward:”.
        abilities = sorted(side.reward.abilities, key=lambda ability: ability.kind != "vp")
        points_first = Part(icons=side.reward.icons, abilities=tuple(abilities))
        reward = self.effects(side.reward_effects) or self.part(points_first)
        if reward:
            lines.append(self.say("reward", text=reward))
        return lines
