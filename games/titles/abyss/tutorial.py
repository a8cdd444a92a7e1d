"""The tutorial of Abyss: the last turns of a match for two, in eight steps."""

from __future__ import annotations

from games.engine.contract import Step, Tutorial

# Five Lords each lack a Location; two more Lords end the match.
POSITION: dict[str, object] = {
    "seats": {
        "A": {
            "pearls": 1,
            "hand": ["seahorse 5", "crab 4"],
            "lords": ["miller", "landowner", "keeper", "reaper", "peddler"],
        },
        "B": {
            "pearls": 2,
            "hand": ["crab 1"],
            "affiliated": ["jellyfish 2"],
            "lords": ["master_of_magic", "hunter"],
        },
    },
    "court": ["shepherd", "aquaculturalist", "treasurer", "sage", "diplomat", "hermit"],
    "council": {"seahorse": [3, 2], "crab": [1, 1], "shellfish": [2], "squid": [3]},
    "exploration_deck": ["squid 1", "jellyfish 3", "crab 2", "squid 2", "shellfish 2", "rest"],
    "location_offer": ["sargasso_silos", "chasm"],
}

STEPS = (
    Step(
        title=("The goal", "Le but", "Das Ziel"),
        says=(
            "Whoever has the most influence points wins. Most of them come from Lords: the "
            "Shepherd counts 6. The match ends when somebody has seven Lords. You have five.",
            "Qui a le plus de points d’influence gagne. La plupart viennent des Seigneurs : la "
            "Bergère en compte 6. La partie s’achève quand quelqu’un a sept Seigneurs. Vous en "
            "avez cinq.",
            "Wer die meisten Einflusspunkte hat, gewinnt. Die meisten davon bringen Lords: Die "
            "Hirtin zählt 6. Die Partie endet, wenn jemand sieben Lords hat. Du hast fünf.",
        ),
        spotlight="court-shepherd",
    ),
    Step(
        title=("Explore", "Explorer", "Erkunden"),
        says=(
            "Allies pay for Lords. Exploring reveals them one by one, and costs nothing. The "
            "others may buy each one from you first.",
            "Les Alliés paient les Seigneurs. Explorer les révèle un à un et ne coûte rien. Les "
            "autres peuvent d’abord vous acheter chaque carte.",
            "Verbündete bezahlen Lords. Erkunden deckt sie einzeln auf und kostet nichts. Die "
            "anderen dürfen dir jeden zuerst abkaufen.",
        ),
        spotlight="deck",
        answer="explore",
        replies=((1, "buy"),),
    ),
    Step(
        title=("Pearls", "Les Perles", "Perlen"),
        says=(
            "The bot bought the squid 1: its Pearl is yours. The next card is a jellyfish 3, and "
            "nobody else wants it. Take it.",
            "Le bot a acheté le poulpe 1 : sa Perle est à vous. La carte suivante est une méduse "
            "3, et personne d’autre ne la veut. Prenez-la.",
            "Der Bot hat den Tintenfisch 1 gekauft: Seine Perle gehört dir. Die nächste Karte ist "
            "eine Qualle 3, und sonst will sie niemand. Nimm sie.",
        ),
        spotlight="track-1",
        answer="take",
        replies=((1, "support crab"),),
    ),
    Step(
        title=("The Council", "Le Conseil", "Der Rat"),
        says=(
            "Instead of exploring you can ask the Council for support: you take one of its stacks "
            "whole. Seahorses pay for the Shepherd: take these two.",
            "Au lieu d’explorer, vous pouvez solliciter le Conseil : vous prenez une de ses piles "
            "en entier. Les hippocampes paient la Bergère : prenez ces deux-là.",
            "Statt zu erkunden, kannst du beim Rat anfragen: Du nimmst einen seiner Stapel ganz. "
            "Seepferdchen bezahlen die Hirtin: Nimm diese beiden.",
        ),
        spotlight="council-seahorse",
        answer="support seahorse",
        replies=((1, "explore"),),
    ),
    Step(
        title=("An offer", "Une offre", "Ein Angebot"),
        says=(
            "Now the bot explores and offers you a crab 2 for 1 Pearl. You hold a crab 4, so "
            "pass: the Pearl is worth more later.",
            "Le bot explore à son tour et vous propose un crabe 2 pour 1 Perle. Vous avez un "
            "crabe 4, alors passez : la Perle servira mieux plus tard.",
            "Jetzt erkundet der Bot und bietet dir einen Krebs 2 für 1 Perle an. Du hast einen "
            "Krebs 4, also passe: Die Perle ist später mehr wert.",
        ),
        spotlight="track-1",
        answer="pass",
        replies=((1, "take"),),
    ),
    Step(
        title=("Recruit", "Recruter", "Rekrutieren"),
        says=(
            "The Shepherd costs 8 in seahorses: your 5 and 3 pay for it. The lower card stays "
            "before you and counts at the end.",
            "La Bergère coûte 8 en hippocampes : votre 5 et votre 3 suffisent. La carte la plus "
            "faible reste devant vous et compte à la fin.",
            "Die Hirtin kostet 8 in Seepferdchen: Deine 5 und deine 3 bezahlen sie. Die "
            "niedrigere Karte bleibt vor dir und zählt am Ende.",
        ),
        spotlight="court-shepherd",
        answer="recruit shepherd with seahorse 5, seahorse 3",
    ),
    Step(
        title=("A Location", "Un Lieu", "Ein Ort"),
        says=(
            "Three of your Lords now show a key: you control a Location. The Sargasso Silos count "
            "5, and 2 more for each of your Farmers, the yellow Lords.",
            "Trois de vos Seigneurs portent désormais une clé : vous contrôlez un Lieu. Les "
            "Silos à sargasses comptent 5, plus 2 par Cultivateur, vos Seigneurs jaunes.",
            "Drei deiner Lords tragen jetzt einen Schlüssel: Du kontrollierst einen Ort. Die "
            "Sargassum-Silos zählen 5 und 2 mehr für jeden deiner Bauern, der gelben Lords.",
        ),
        spotlight="locations-sargasso_silos",
        answer="control sargasso silos",
        replies=((1, "support shellfish"),),
    ),
    Step(
        title=("The seventh Lord", "Le septième Seigneur", "Der siebte Lord"),
        says=(
            "The Aquaculturalist wants 9 from three races, seahorses among them. You have "
            "exactly that. It is your seventh Lord: the others get one more turn.",
            "L’Aquaculteur demande 9 en trois peuples, dont des hippocampes. C’est exactement ce "
            "que vous avez. C’est votre septième Seigneur : les autres ont encore un tour.",
            "Der Fischwirt verlangt 9 aus drei Völkern, darunter Seepferdchen. Genau das hast du. "
            "Es ist dein siebter Lord: Die anderen haben noch einen Zug.",
        ),
        spotlight="court-aquaculturalist",
        answer="recruit aquaculturalist with jellyfish 3, crab 4, seahorse 2",
        replies=((1, "support squid"),),
    ),
)
ENDING = Step(
    title=("You have won!", "Vous avez gagné !", "Du hast gewonnen!"),
    says=(
        "80 points to 18. A real match begins with an empty hand, and Monsters guard the depths; "
        "the hints tell you about them when they come.",
        "80 points à 18. Une vraie partie commence la main vide, et des Monstres gardent les "
        "profondeurs ; les conseils vous en parleront le moment venu.",
        "80 zu 18 Punkte. Eine echte Partie beginnt mit leerer Hand, und Monster bewachen die "
        "Tiefen; die Tipps erklären sie, wenn sie kommen.",
    ),
)
TUTORIAL = Tutorial(POSITION, STEPS, ENDING)
