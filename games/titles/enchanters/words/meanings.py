"""Generate the text of a card, in our own words, from the rows of the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from games.engine import text

from ..rules.designs import Ability, Part, Side
from .names import language_index
from .nouns import GERMAN_TARGETS, NOUNS, ONE, WHO
from .phrases import PHRASES

SINGULAR = {"damage_taken": "damage_taken", "undead": "undead", "slime": "slime"}
# French has the singular for 0 as well.
FRENCH = language_index("fr")
# What has no plural in French: “3 d’attaque”.
FRENCH_AMOUNTS = {"attaque": "d’attaque", "défense": "de défense"}
SIGNS = {"attack_down": ("attack", -1), "defense_down": ("defense", -1)}

WHO_WORDS = tuple(WHO)
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

    def one_of(self, codes: Sequence[str] | str) -> str:
        """Return one card of these kinds, as an object: “an item or an enchantment”."""
        codes_in_order = [codes] if isinstance(codes, str) else codes
        words = [ONE[c][self.column] if c in ONE else self.noun(c, 1) for c in codes_in_order]
        return text.join_words(words, self.say("or").strip())

    def many(self, amount: Any, noun: str) -> str:
        """Return “2 wounds”, “1 wound per 2 monsters”, “1–6 crystals (die)”."""
        if isinstance(amount, int):
            return f"{text.format_number(amount)} {self.noun(noun, abs(amount))}"
        if amount == "all":
            return self.say("all", noun=self.noun(noun))
        if "die" in amount:
            return self.say("die", noun=self.noun(noun))
        if "score_of" in amount:
            return self.say("score_of")
        times, every = amount.get("times", 1), amount.get("every", 1)
        unit = self.noun(amount["per"], every)
        if self.language == "fr" and every > 1:
            unit = FRENCH_AMOUNTS.get(unit, unit)
        each = unit if every == 1 else f"{every} {unit}"
        return self.say("per", n=f"{times} {self.noun(noun, abs(times))}", every=each)

    def powers(self, fields: Any, names: Sequence[str] = ("attack", "defense")) -> str:
        """Return “+2 attack, −1 defence”."""
        return ", ".join(
            self.signed(fields[name], name) for name in names if fields.get(name) is not None
        )

    def signed(self, amount: object, noun: str) -> str:
        words = self.many(amount, noun)
        return words if words.startswith("−") else f"+{words}"

    # Effects ---------------------------------------------------------------------------------

    def effects(self, effects: Sequence[Any]) -> str:
        """Return several effects, separated by semicolons."""
        return text.join_clauses(self._list_effects(effects), self.language)

    def _list_effects(self, effects: Sequence[Any]) -> list[str]:
        return [self.effect(op, args) for e in effects for op, args in e.items()]

    def effect(self, op: str, args: Any) -> str:
        """Return one effect."""
        if isinstance(args, dict) and args.get("optional") and op != "bury_or_unbury":
            if f"{op}.may" in PHRASES:
                may = self.say(f"{op}.may", target=self.target(args["with"]))
            else:
                may = self.effect(op, {**args, "optional": False})
            return self.say("may", text=may)
        if op in ("choose_one", "all"):
            options = [self.effects([effect_option]) for effect_option in args]
            if op == "choose_one":
                return self.say("or").join(options)
            return text.join_clauses(options, self.language)
        key, values = self._key(op, args if isinstance(args, dict) else {})
        return self.say(key, **values)

    def _key(self, op: str, args: dict[str, Any]) -> tuple[str, dict[str, object]]:
        """Return the key of the phrase for an effect, and the values in it."""
        who = args.get("who") or args.get("to") or args.get("from") or args.get("with") or "self"
        kinds = [args.get(key) for key in ("from", "stacks", "stack", "types")]
        types = next((kind for kind in kinds if kind and kind not in WHO_WORDS), None)
        types = types or args.get("type") or args.get("with_icon") or args.get("kind") or "any"
        n = args.get("n", 0)
        values: dict[str, object] = {
            "n": n,
            "slot": args.get("slot", 0),
            "who": self.who(who) if isinstance(who, str) and who in WHO else "",
        }
        key: str = op
        match op:
            case "deal_damage":
                own = isinstance(n, dict) and n.get("of") == "target"
                return op + (".own" if own else ""), values | {"wounds": self.many(n, "wound")}
            case "take_damage":
                return op, {"wounds": self.many(n, "wound")}
            case "heal":
                key = "heal.self" if who == "self" else str(op)
                return key, values | {"wounds": self.many(n, "wound")}
            case "move_wounds":
                values["wounds"] = self.many(n, "wound")
                if args["from"] != "self":
                    return "move_wounds.take", values
                values["who"] = self.who(args["to"])
                return op + (".split" if args.get("split") else ""), values
            case "gain":
                return op, {"powers": self.powers(args)}
            case "take_crystals" | "lose_crystals":
                key = f"{op}.self" if who == "self" else op
                return key, values | {"crystals": self.many(n, "crystal")}
            case "steal_crystals" | "give_crystals":
                return op, {"crystals": self.many(n, "crystal")}
            case "overlord_crystals":
                source = "take" if args.get("to") else args["from"]
                return f"{op}.{source}", {"crystals": self.many(n, "crystal")}
            case "pay_or":
                price = self.many(args["crystals"], "crystal")
                return op, {"crystals": price, "text": self.effects(args["else"])}
            case "discard_any" | "discard_top" | "bury" | "unbury":
                subject = args.get("who", "self")
                key = f"{op}.self" if subject == "self" and f"{op}.self" in PHRASES else op
                type_words = self.types(types)
                count_or_noun = f"{n} {self.types(types, n)}" if n and n > 1 else self.one_of(types)
                return key, {"who": self.who(subject), "types": type_words, "one": count_or_noun}
            case "demand_monster":
                return op, {"who": self.who(args["from"])}
            case "put_on_overlord":
                return f"{op}.{args['what']}", {}
            case "journey_from":
                kind_words = self.types(args["types"])
                kind_words = "" if kind_words == self.say("any") else f" ({kind_words})"
                return f"{op}.{args['zone']}", {"kinds": kind_words}
            case "put_track_token":
                return op, values | {"tokens": self.many(n, str(types))}
            case "player_attacks":
                key = f"{op}.self" if args["defender"] == "self" else op
                who, target = self.who(args["attacker"]), self.target(args["defender"])
                return key, {"who": who, "target": target}
            case "duel":
                key = "duel.each_left" if args["with"] == "each_left" else op
                return key, {"target": self.target(args["with"])}
            case "replace_village":
                return op, {"text": self.effects(args.get("then", []))}
            case "village_rewards" | "overlord_rewards":
                return op, {"change": self.signed(args["add"], "reward")}
            case "overlord_attacks":
                key = f"{op}.self" if args["who"] == "self" else op
                return key, {"target": self.target(args["who"])}
            case "overlord_damage" | "overlord_heal":
                return op, {"points": self.many(n, "point")}
            case "add_reinforcement" | "remove_reinforcement":
                values = {"n": self.many(n, "reinforcement")}
                if args.get("side", "random") == "random":
                    return op, values
                return "add_reinforcement.side", values | {"side": self.noun(args["side"], 1)}
            case "overlord_consume_track_rewards":
                return op, {"points": self.many(args["damage_each"], "point")}
            case "cerberus":
                if "place" in args:
                    return "cerberus.place", {}
                watch = args["check"]
                text, other = (
                    self._follow(self.effects(watch[way])) for way in ("creature", "otherwise")
                )
                return "cerberus.check", {"text": text, "other": other}
            case "desert":
                return self._desert(args)
            case "each_player":
                return op, {"who": self.who(args["who"]), "text": self.effects(args["do"])}
            case "if":
                scope = self._lead(self.scope(*next(iter(args["test"].items()))))
                return op, {"scope": scope, "text": self._follow(self.effects(args["do"]))}
        return op, values | {"types": self.types(types)}

    def _desert(self, args: dict[str, Any]) -> tuple[str, dict[str, object]]:
        if "set" in args:
            return "desert.set", {"side": self.say(args["set"])}
        if "double_until" in args:
            return "desert.double", {}
        return ("desert.ignore" if "ignore_until" in args else "desert.flip"), {}

    # Costs, triggers, statics ----------------------------------------------------------------

    def costs(self, costs: Sequence[Any]) -> str:
        return ", ".join(self._cost(op, args) for cost in costs for op, args in cost.items())

    def _cost(self, op: str, args: object) -> str:
        fields = args if isinstance(args, dict) else {}
        types = fields.get("from") or fields.get("stacks") or "any"
        n = fields.get("n", args if isinstance(args, int) else 1)
        return self.say(
            f"cost.{op}",
            n=n,
            types=self.types(types),
            one=f"{n} {self.types(types, n)}" if n > 1 else self.one_of(types),
            wounds=self.many(n, "wound"),
            crystals=self.many(n, "crystal"),
        )

    def scope(self, word: str, fields: object) -> str:
        """Return a trigger or a scope."""
        values = fields if isinstance(fields, dict) else {}
        n = values.get("min_slot", values.get("at_least_per_player", 0))
        key = f"scope.{word}" if f"scope.{word}" in PHRASES else word
        return self.say(key, one=self.one_of(values.get("types", "any")), n=n)

    def behind_scope(self, key: str, scope: str, text: str) -> str:
        """Return what happens, behind a trigger or scope: “after a rest, heal 1 wound”."""
        return self.say(key, scope=self._lead(scope), text=self._follow(text))

    def _lead(self, scope: str) -> str:
        """Return a scope as the beginning of a sentence; a German clause ends in a comma."""
        return f"{scope}," if self.language == "de" and scope.startswith("wenn ") else scope

    def _follow(self, text: str) -> str:
        """Return a text as it stands behind a scope; in German, its verb comes first.

        >>> Speaker("de")._follow("jeder andere Spieler heilt 1 Wunde")
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
        return self.say(
            word,
            powers="" if word == "value_mod" else self.powers(fields, names),
            condition=self._condition(fields),
            who=self.who(fields.get("who", "self")),
            noun=self.noun(fields.get("value", "weight"), abs(n) if word == "value_mod" else 2),
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
                return self.say("immediate", text=self._follow(self.effects(ability.effect)))
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
