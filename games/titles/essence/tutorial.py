"""The tutorial of The Essence: the last round of a match for two, in eight steps."""

from __future__ import annotations

from games.engine.contract import Step, Tutorial

# With 10 Shards, the three for the most Essence of this round end the match.
POSITION: dict[str, object] = {
    "seats": {
        "A": {
            "faction": "Harbour League",
            "wealth": 4,
            "influence": 3,
            "shards": 10,
            "attack": 3,
            "defense": 1,
            "ready": 2,
            "draw_pile": [],
            "island": {"0,0": "Exchange Hall", "1,0": "Fountain"},
        },
        "B": {
            "faction": "Court of Masks",
            "wealth": 2,
            "influence": 1,
            "shards": 9,
            "defense": 1,
            "ready": 1,
            "draw_pile": [],
        },
    },
    "step": "bids",
    "round": 4,
    "market": ["Tavern", "Theatre", "Forum", "Shrine"],
    "row": ["Tithe", "Market Road", "Twin Stages", "First Blood", "Old Favour", "Open Pact"],
    "advisors": [
        {"cards": ["Admiral"], "up": True, "wealth": 0},
        {"cards": ["Priest"], "up": True, "wealth": 1},
    ],
}

STEPS = (
    Step(
        title=("The goal", "Le but", "Das Ziel"),
        says=(
            "You build an Island with cards like this. In each round, the most Essence brings 3 "
            "Shards. Somebody’s 12th Shard ends the match; then Shards and prophecies are points. "
            "You have 10.",
            "Vous bâtissez une Île avec de telles cartes. À chaque manche, le plus d’Essence "
            "rapporte 3 Éclats. À 12, la partie s’achève : Éclats et prophéties sont alors des "
            "points. Vous en avez 10.",
            "Du baust mit solchen Karten eine Insel. Die meiste Essenz einer Runde bringt 3 "
            "Splitter. Hat jemand 12, endet die Partie: Dann sind Splitter und Prophezeiungen "
            "Punkte. Du hast 10.",
        ),
        spotlight="market-l.theatre",
    ),
    Step(
        title=("A bid", "Une mise", "Ein Gebot"),
        says=(
            "First all bid in secret for the Advisors. Every bid is paid, so keep it low: 1 "
            "Influence, the crown.",
            "D’abord, tous misent en secret pour les Conseillers. Chaque mise est payée, alors "
            "misez peu : 1 Influence, la couronne.",
            "Zuerst bieten alle verdeckt auf die Berater. Jedes Gebot wird bezahlt, biete also "
            "wenig: 1 Einfluss, die Krone.",
        ),
        spotlight="advisor-1",
        answer="bid 0 wealth 1 influence",
        replies=((1, "bid 0 wealth 0 influence"),),
    ),
    Step(
        title=("An Advisor", "Un Conseiller", "Ein Berater"),
        says=(
            "The bot bid nothing: you choose. The Priest brings 2 Essence when used, and there is "
            "1 Wealth, a coin, on the card.",
            "Le bot n’a rien misé : à vous de choisir. Le Prêtre donne 2 Essence quand on "
            "l’utilise, et 1 Richesse, une pièce, est sur la carte.",
            "Der Bot hat nichts geboten: Du wählst. Der Priester bringt 2 Essenz, wenn du ihn "
            "einsetzt, und auf der Karte liegt 1 Reichtum, eine Münze.",
        ),
        spotlight="advisor-1",
        answer="take priest",
    ),
    Step(
        title=("Build", "Construire", "Bauen"),
        says=(
            "One main action a turn. Build the Theatre for 3 Wealth beside your Fountain: 3 "
            "Essence, and 1 more for a cultural neighbour.",
            "Une action principale par tour. Construisez le Théâtre pour 3 Richesse à côté de "
            "votre Fontaine : 3 Essence, plus 1 pour un voisin culturel.",
            "Eine Hauptaktion im Zug. Baue das Schauspielhaus für 3 Reichtum neben deinen "
            "Springbrunnen: 3 Essenz und 1 mehr für einen kulturellen Nachbarn.",
        ),
        spotlight="market-l.theatre",
        answer="build theatre at 2,0",
    ),
    Step(
        title=("Side actions", "Actions annexes", "Nebenaktionen"),
        says=(
            "Side actions come on top, as many as you can pay for. Use the Priest in your hand: 2 "
            "Essence more.",
            "Les actions annexes s’ajoutent, autant que vous pouvez en payer. Utilisez le Prêtre "
            "de votre main : 2 Essence de plus.",
            "Nebenaktionen kommen dazu, so viele du bezahlen kannst. Setze den Priester auf "
            "deiner Hand ein: 2 Essenz mehr.",
        ),
        spotlight="hand-0",
        answer="use priest 1",
    ),
    Step(
        title=("The prophecy", "La prophétie", "Die Prophezeiung"),
        says=(
            "“Twin Stages” asks for two cultural segments side by side. You have them, so read "
            "it: 2 Essence now, and it counts at the end.",
            "« Scènes jumelles » demande deux segments culturels côte à côte. Vous les avez, "
            "lisez-la : 2 Essence maintenant, et elle compte à la fin.",
            "„Zwillingsbühnen“ verlangt zwei kulturelle Segmente nebeneinander. Du hast sie, "
            "also lies die Prophezeiung: jetzt 2 Essenz, und am Ende zählt sie.",
        ),
        spotlight="row-2",
        answer="read twin stages",
    ),
    Step(
        title=("The end of your turn", "La fin de votre tour", "Das Ende deines Zuges"),
        says=(
            "You have gathered 8 Essence. End your turn; then the bot plays.",
            "Vous avez amassé 8 Essence. Terminez votre tour ; puis le bot joue.",
            "Du hast 8 Essenz gesammelt. Beende deinen Zug; dann spielt der Bot.",
        ),
        answer="end",
        replies=((1, "build shrine at 1,0"), (1, "end")),
    ),
    Step(
        title=("Pass", "Passer", "Passen"),
        says=(
            "The bot has only 2 Essence and cannot catch up. Pass: when all have passed, Essence "
            "becomes Shards.",
            "Le bot n’a que 2 Essence et ne peut plus vous rattraper. Passez : quand tous ont "
            "passé, l’Essence devient des Éclats.",
            "Der Bot hat nur 2 Essenz und holt dich nicht mehr ein. Passe: Wenn alle gepasst "
            "haben, wird Essenz zu Splittern.",
        ),
        answer="pass",
        replies=((1, "pass"),),
    ),
)
ENDING = Step(
    title=("You have won!", "Vous avez gagné !", "Du hast gewonnen!"),
    says=(
        "17 to 11: 13 Shards, and 4 for the prophecy that you read. A real match begins with a "
        "Palace and eight Followers; the hints explain treaties and attacks when you can use "
        "them.",
        "17 à 11 : 13 Éclats, plus 4 pour la prophétie lue. Une vraie partie commence avec un "
        "Palais et huit Fidèles ; les conseils expliquent traités et attaques le moment venu.",
        "17 zu 11: 13 Splitter und 4 für die gelesene Prophezeiung. Eine echte Partie beginnt mit "
        "einem Palast und acht Gefolgsleuten; die Tipps erklären Verträge und Angriffe, wenn du "
        "sie nutzen kannst.",
    ),
)
TUTORIAL = Tutorial(POSITION, STEPS, ENDING)
