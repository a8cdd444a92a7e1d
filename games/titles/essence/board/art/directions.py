"""Every Follower and Advisor, directed by hand: what the card does is what the figure holds."""

from __future__ import annotations

from .figures import Direction

FOLLOWERS = {
    # Attack: a grizzled miner swings his pickaxe over the wall.
    "f.ti.sapper": Direction(face="square", skin=1, hair="brown", eyes="narrow", brows="stern", mouth="stern", nose="broad", beard="stubble", before="short", headgear="helm.kettle", garment="apron", lean=-6, arms=("raise",), prop="pickaxe", at=(222, 190), grown=1.15, turn=14, far="smoke", near="rocks", near_at=(88, 92), near_grown=0.7),
    # An attack action: a young boarder throws the grapnel from an airship.
    "f.ti.boarding": Direction(face="heart", skin=3, hair="black", flip=True, eyes="open", brows="stern", mouth="grin", behind="tail", headgear="helm.boarder", garment="scarf", lean=8, head=(130, 180), arms=("aloft",), prop="grapnel", at=(242, 116), grown=0.9, turn=-8, far="airship", near="ropes", near_at=(94, 62), near_grown=0.66, sun=(220, 50)),
    # Defense: a marine behind a tower shield.
    "f.ti.marine": Direction(face="oval", skin=4, hair="black", eyes="open", brows="stern", mouth="stern", headgear="helm.marine", garment="cuirass", arms=("low.left",), prop="tower_shield", at=(82, 318), grown=1.1, turn=-4, far="ramparts", near="merlons", near_at=(32, 122), near_grown=0.62, sun=(240, 50)),
    # Wealth and foundations: a stout quartermaster hugs the chest of cut stone.
    "f.ti.quartermaster": Direction(face="round", skin=0, hair="red", flip=True, eyes="open", brows="raised", mouth="smile", nose="broad", beard="moustache", before="short", headgear="helm.cap", garment="coat", head=(158, 160), arms=("hug", "hug.left"), prop="chest", at=(150, 322), grown=1.25, far="citadel", near="none", near_at=(60, 138), near_grown=0.72, sun=(60, 70)),
    # Trades Defense for Attack: an old drummer beats the charge.
    "f.ti.drummer": Direction(face="long", skin=2, hair="white", is_old=True, eyes="closed", brows="raised", mouth="sing", beard="chops", before="short", headgear="helm.shako", garment="coat", lean=5, head=(146, 176), size=1.05, arms=("low", "low.left"), prop="drum", at=(150, 330), grown=1.2, far="storm", near="none", near_at=(60, 140), near_grown=0.66),
    # Draws: a lecturer with a raised finger over an open book.
    "f.us.lecturer": Direction(face="oval", skin=4, hair="black", flip=True, eyes="open", brows="raised", mouth="sing", before="ringlets", headgear="board.lecturer", garment="gown", arms=("finger", "low.left"), prop="open_book", at=(112, 312), grown=0.95, turn=-8, far="library", near="books", near_at=(40, 138), near_grown=0.6, sun=(150, 40)),
    # Ignores an attack: the warden's prism breaks the beam.
    "f.us.prism_ward": Direction(face="profile", skin=1, hair="grey", eyes="narrow", brows="stern", mouth="stern", before="short", beard="pointed", headgear="board.warden", garment="cape", head=(182, 170), arms=("offer.left",), prop="prism", at=(72, 232), grown=0.8, far="dome", near="clouds", near_at=(32, 118), near_grown=0.58, sun=(20, 190)),
    # Influence and Essence for discarded notes: a student, ink on her mind.
    "f.us.student": Direction(face="heart", skin=2, hair="brown", eyes="wide", brows="soft", mouth="pursed", nose="small", behind="braid", before="parted", headgear="board.student", garment="plain", lean=-8, arms=("raise",), prop="quill", at=(214, 224), grown=1.1, turn=-6, far="dome", near="books", near_at=(90, 112), near_grown=0.66, sun=(250, 60)),
    # Wealth, Influence, Essence: the astronomer at his telescope under the last stars.
    "f.us.astronomer": Direction(face="hook", skin=5, hair="white", is_old=True, eyes="open", brows="raised", mouth="smile", before="short", headgear="board.astronomer", garment="cape", lean=10, head=(176, 172), arms=("low.left",), prop="telescope", at=(92, 246), grown=1.05, turn=8, far="stars", near="clouds", near_at=(36, 116), near_grown=0.6, sun=(262, 210)),
    # Essence per magical segment, a cheaper build: the dean's staff of the sun.
    "f.us.dean": Direction(face="long", skin=0, hair="grey", is_old=True, flip=True, eyes="glasses", brows="calm", mouth="calm", behind="bob", headgear="board.dean", garment="chain", head=(140, 168), arms=("raise",), prop="sun_staff", at=(222, 228), grown=1.1, turn=6, far="dome", near="books", near_at=(98, 100), near_grown=0.66, sun=(40, 60)),
    # Wealth into Essence: a broker weighs coins against a crystal.
    "f.hl.broker": Direction(face="round", skin=2, hair="black", eyes="narrow", brows="sly", mouth="sly", beard="goatee", before="short", head=(122, 166), headgear="boat.broker", garment="fur", arms=("raise",), prop="scales", at=(226, 222), grown=0.85, far="quay", near="rail", near_at=(82, 118), near_grown=0.56, sun=(250, 60)),
    # Foundations: a shipwright and the model of her hull.
    "f.hl.shipwright": Direction(face="square", skin=4, hair="black", flip=True, eyes="down", brows="calm", mouth="smile", behind="curls", headgear="boat.shipwright", garment="vest", head=(146, 158), arms=("hug", "hug.left"), prop="model_ship", at=(154, 312), grown=1.2, far="crane", near="none", near_at=(62, 134), near_grown=0.68, sun=(50, 60)),
    # A cheaper build: a stevedore under a barrel.
    "f.hl.stevedore": Direction(face="square", skin=5, hair="black", eyes="open", brows="stern", mouth="grin", nose="broad", beard="full", headgear="boat.stevedore", garment="rags", lean=-10, head=(132, 178), size=1.04, arms=("raise",), prop="barrel", at=(238, 194), grown=1.12, turn=76, is_behind=True, far="port", near="ropes", near_at=(98, 84), near_grown=0.8, sun=(40, 50)),
    # More Locations, Attack: a smuggler with a shaded lantern, by night.
    "f.hl.smuggler": Direction(face="heart", skin=1, hair="red", flip=True, eyes="narrow", brows="sly", mouth="sly", behind="long", headgear="boat.smuggler", garment="scarf", lean=4, arms=("low.left",), prop="lantern", at=(98, 310), grown=0.95, far="night", near="rail", near_at=(34, 128), near_grown=0.66, sun=(246, 70)),
    # Wealth of all opponents: the harbour master rings for dues.
    "f.hl.harbour_master": Direction(face="long", skin=0, hair="white", is_old=True, eyes="open", brows="stern", mouth="sing", beard="full", headgear="boat.master", garment="coat", head=(140, 166), arms=("raise",), prop="bell", at=(224, 226), grown=0.9, turn=-16, far="port", near="ropes", near_at=(90, 120), near_grown=0.6, sun=(150, 40)),
    # A cheaper build: the gardener waters what is to grow.
    "f.gs.gardener": Direction(face="oval", skin=5, hair="grey", is_old=True, flip=True, eyes="down", brows="soft", mouth="smile", nose="broad", beard="goatee", headgear="bell.gardener", garment="apron", head=(158, 182), arms=("low.left",), prop="watering_can", at=(122, 318), grown=1.1, turn=-8, far="garden", near="leaves", near_at=(46, 140), near_grown=0.7, sun=(150, 50)),
    # Essence per cultural segment: a pilgrim on the winding road.
    "f.gs.pilgrim": Direction(face="profile", skin=2, flip=True, hair="brown", eyes="open", brows="raised", mouth="calm", behind="long", headgear="bell.pilgrim", garment="shawl", lean=6, head=(126, 186), size=1.02, arms=("raise",), prop="pilgrim_staff", at=(222, 240), grown=1.15, far="road", near="rocks", near_at=(86, 108), near_grown=0.7, sun=(60, 100)),
    # Influence into Essence: the hymnist sings to his lyre.
    "f.gs.hymnist": Direction(face="heart", skin=0, hair="blond", eyes="closed", brows="raised", mouth="sing", behind="curls", headgear="bell.hymnist", garment="garland", lean=-9, head=(138, 184), size=1.02, arms=("low",), prop="lyre", at=(212, 282), grown=1.05, turn=12, far="garden", near="leaves", near_at=(86, 120), near_grown=0.62, sun=(240, 70)),
    # Wealth and Defense: the beekeeper, veiled, with a hive.
    "f.gs.beekeeper": Direction(face="round", skin=1, hair="brown", flip=True, eyes="open", brows="soft", mouth="smile", nose="small", before="locks", headgear="bell.beekeeper", garment="vest", head=(150, 190), size=1, arms=("hug", "hug.left"), prop="hive", at=(150, 334), grown=1.05, far="meadow", near="none", near_at=(64, 140), near_grown=0.62, sun=(60, 70)),
    # Moves segments: the landscaper lets an island float over her palm.
    "f.gs.landscaper": Direction(face="square", skin=3, hair="black", eyes="open", brows="sly", mouth="calm", behind="bun", before="side", headgear="bell.landscaper", garment="bare", head=(122, 184), size=1.02, arms=("offer",), prop="tiny_island", at=(228, 216), grown=0.82, far="orchard", near="leaves", near_at=(86, 118), near_grown=0.64, sun=(40, 60)),
    # Influence: a courier with a winged letter.
    "f.cm.courier": Direction(face="oval", skin=1, hair="blond", flip=True, eyes="open", brows="calm", mouth="smile", before="locks", headgear="horns.courier", garment="cape", lean=10, head=(138, 188), size=1, arms=("raise",), prop="letter", at=(220, 226), grown=0.75, turn=-14, far="isles", near="clouds", near_at=(84, 126), near_grown=0.56, sun=(60, 60)),
    # Everybody gives: the blackmailer's letter, pinned by a dagger.
    "f.cm.blackmailer": Direction(face="profile", skin=0, hair="black", eyes="narrow", brows="stern", mouth="sly", behind="tail", headgear="horns.blackmailer", garment="fur", head=(176, 190), size=1.02, arms=("raise.left",), prop="pinned_letter", at=(78, 244), grown=1.1, turn=10, far="curtain", near="drapes", near_at=(34, 126), near_grown=0.7, sun=(150, 120)),
    # Exhausts an opponent's segment: a whisper behind the fan.
    "f.cm.whisperer": Direction(face="heart", skin=4, hair="black", eyes="narrow", brows="sly", mouth="pursed", behind="long", headgear="horns.whisperer", garment="bare", lean=-8, head=(158, 188), size=1.02, arms=("raise.left",), prop="fan", at=(106, 214), grown=1.05, turn=24, far="hall", near="drapes", near_at=(30, 116), near_grown=0.62, sun=(240, 70)),
    # Defense: the duenna under her parasol.
    "f.cm.duenna": Direction(face="long", skin=2, hair="grey", is_old=True, flip=True, eyes="narrow", brows="stern", mouth="stern", headgear="horns.duenna", garment="lace", head=(138, 196), size=0.98, arms=("raise",), prop="parasol", at=(214, 146), grown=1.1, turn=10, is_behind=True, far="window", near="drapes", near_at=(88, 66), near_grown=0.66, sun=(60, 60)),
    # An opponent chooses: the master of revels behind masks.
    "f.cm.reveller": Direction(face="round", skin=3, hair="red", eyes="wide", brows="raised", mouth="grin", beard="moustache", headgear="horns.reveller", garment="ruff", lean=8, head=(134, 188), size=1.02, arms=("raise",), prop="mask_stick", at=(220, 200), grown=0.92, turn=12, far="ball", near="drapes", near_at=(90, 114), near_grown=0.58, sun=(150, 40)),
}

ADVISORS = {
    # Attack: the admiral orders the charge with a raised sabre.
    "a.admiral": Direction(face="square", skin=0, hair="white", is_old=True, eyes="open", brows="stern", mouth="sing", beard="chops", headgear="admiral", garment="coat", lean=-4, head=(136, 174), arms=("aloft",), prop="sabre", at=(252, 134), grown=0.9, turn=-8, far="airship", near="rail", near_at=(96, 100), near_grown=0.66, sun=(250, 230)),
    # Essence per fragment read: a tablet of stars.
    "a.hierophant": Direction(face="long", skin=4, hair="white", is_old=True, flip=True, eyes="down", brows="soft", mouth="calm", beard="long", headgear="hierophant", garment="stole", head=(146, 196), size=0.98, arms=("raise.left",), prop="star_tablet", at=(72, 246), grown=0.95, turn=-8, far="stars", near="clouds", near_at=(32, 116), near_grown=0.62, sun=(250, 220)),
    # Uses an opponent's Location: a key, and a look over the shoulder.
    "a.spy": Direction(face="heart", skin=2, hair="black", eyes="narrow", brows="sly", mouth="none", headgear="spy", garment="scarf", lean=6, head=(160, 172), arms=("raise.left",), prop="key", at=(80, 256), grown=1.05, turn=24, far="night", near="drapes", near_at=(34, 122), near_grown=0.7, sun=(246, 70)),
    # Takes an Advisor left on the piles: the rector's mace.
    "a.rector": Direction(face="round", skin=1, hair="grey", is_old=True, eyes="glasses", brows="raised", mouth="calm", beard="goatee", headgear="rector", garment="fur", head=(136, 172), arms=("raise",), prop="mace", at=(220, 222), grown=1.1, turn=8, far="library", near="books", near_at=(92, 116), near_grown=0.66, sun=(150, 50)),
    # Attacks and commands the loser's people: shackles, before bars.
    "a.slaver": Direction(face="square", skin=0, hair="black", flip=True, eyes="narrow", brows="stern", mouth="sly", beard="stubble", before="locks", headgear="slaver", garment="rags", head=(132, 182), size=1.05, arms=("raise",), prop="shackles", at=(232, 290), grown=1.05, far="bars", near="chains", near_at=(86, 124), near_grown=0.66, sun=(150, 120)),
    # Raids, Defense into Attack: the pirate's cutlass before the face.
    "a.pirate": Direction(face="square", skin=2, hair="black", eyes="patch", brows="stern", mouth="grin", beard="fork", behind="wild", headgear="pirate", garment="vest", lean=-8, head=(146, 168), arms=("low.left",), prop="cutlass", at=(104, 292), grown=1.05, turn=-38, far="deck", near="ropes", near_at=(36, 138), near_grown=0.66, sun=(250, 60)),
    # Essence: the priest lifts a chalice of it.
    "a.priest": Direction(face="oval", skin=5, hair="black", eyes="closed", brows="soft", mouth="smile", headgear="priest", garment="stole", head=(150, 176), arms=("low", "low.left"), prop="chalice", at=(150, 322), grown=1.05, far="altar", near="clouds", near_at=(60, 128), near_grown=0.7, sun=(150, 30)),
    # Foundations and a cheap build: dividers, goggles, works.
    "a.engineer": Direction(face="round", skin=1, hair="red", flip=True, eyes="open", brows="calm", mouth="sly", nose="small", behind="bob", headgear="engineer", garment="apron", lean=4, head=(138, 170), arms=("raise",), prop="dividers", at=(216, 262), grown=1.1, turn=14, far="works", near="merlons", near_at=(88, 118), near_grown=0.72, sun=(50, 60)),
    # Wealth per economic segment: the mayor's coins rise like a tower.
    "a.mayor": Direction(face="square", skin=3, hair="grey", eyes="open", brows="raised", mouth="smile", behind="bun", before="side", headgear="mayor", garment="chain", head=(142, 190), size=1, arms=("offer",), prop="coin_tower", at=(220, 212), grown=0.95, far="town", near="drapes", near_at=(82, 128), near_grown=0.64, sun=(50, 60)),
    # Exchanges Attack and Defense: the duellist salutes.
    "a.duellist": Direction(face="profile", skin=0, hair="red", eyes="narrow", brows="calm", mouth="sly", behind="tail", headgear="duellist", garment="lace", head=(170, 170), arms=("raise.left",), prop="rapier", at=(86, 240), grown=1.05, turn=-10, far="hall", near="drapes", near_at=(24, 132), near_grown=0.72, sun=(60, 60)),
    # Attack or Defense: the marshal's banner.
    "a.marshal": Direction(face="long", skin=4, hair="black", eyes="open", brows="stern", mouth="calm", headgear="marshal", garment="cuirass", head=(128, 176), arms=("raise",), prop="banner", at=(212, 212), grown=1, turn=4, far="citadel", near="merlons", near_at=(74, 104), near_grown=0.66, sun=(70, 60)),
    # Draws; Essence for discarded cards: the sage reads a long scroll.
    "a.sage": Direction(face="oval", skin=3, hair="white", is_old=True, flip=True, eyes="down", brows="soft", mouth="calm", beard="long", headgear="sage", garment="shawl", head=(162, 166), arms=("raise.left",), prop="scroll", at=(78, 262), grown=1.1, turn=-6, far="desert", near="rocks", near_at=(30, 118), near_grown=0.72, sun=(250, 60)),
    # Wealth of everybody: the collector holds out his hand for the purse.
    "a.tax_collector": Direction(face="round", skin=4, hair="black", eyes="glasses", brows="stern", mouth="stern", beard="moustache", before="short", headgear="tax_collector", garment="ruff", head=(174, 174), size=1.05, arms=("offer.left",), prop="purse", at=(78, 232), grown=0.9, far="quay", near="books", near_at=(32, 124), near_grown=0.62, sun=(240, 60)),
    # Moves segments, turns up Locations: the surveyor's map.
    "a.surveyor": Direction(face="heart", skin=2, hair="brown", eyes="open", brows="calm", mouth="smile", behind="braid", headgear="surveyor", garment="vest", lean=-4, head=(146, 168), arms=("hug", "hug.left"), prop="map", at=(150, 318), grown=1.25, far="survey", near="none", near_at=(62, 138), near_grown=0.76, sun=(150, 60)),
    # Influence of others: the seer's ball.
    "a.seer": Direction(face="oval", skin=5, hair="black", eyes="closed", brows="calm", mouth="calm", headgear="seer", garment="bare", head=(150, 166), arms=("low", "low.left"), prop="crystal_ball", at=(150, 310), grown=1.15, far="cave", near="drapes", near_at=(60, 132), near_grown=0.76, sun=(150, 310)),
    # Wealth or Influence: the cupbearer pours.
    "a.cupbearer": Direction(face="heart", skin=4, hair="black", flip=True, eyes="down", brows="soft", mouth="smile", behind="curls", headgear="cupbearer", garment="bare", lean=-4, head=(162, 170), arms=("raise.left",), prop="ewer", at=(96, 222), grown=1, turn=-18, far="feast", near="none", near_at=(40, 118), near_grown=0.66, sun=(250, 60)),
    # An opponent chooses: the jester and his stick laugh at each other.
    "a.jester": Direction(face="long", skin=0, hair="red", eyes="wide", brows="raised", mouth="grin", nose="pointed", headgear="jester", garment="ruff", lean=-12, head=(146, 190), size=0.96, arms=("raise",), prop="marotte", at=(222, 262), grown=0.95, turn=10, far="ball", near="drapes", near_at=(92, 122), near_grown=0.62, sun=(60, 110)),
}
# The heads of the factions, on whose cards they stand before the emblem.
LEADERS = {
    "three_islands": Direction(face="square", skin=3, hair="black", eyes="open", brows="stern", mouth="calm", behind="braid", headgear="helm.crown", garment="cuirass", head=(132, 190), arms=("raise",), prop="banner", at=(216, 226), grown=1.05, turn=6, far="citadel", near="merlons", near_at=(84, 112), near_grown=0.62, sun=(60, 60)),
    "university_of_the_sun": Direction(face="oval", skin=1, hair="white", is_old=True, flip=True, eyes="glasses", brows="raised", mouth="smile", beard="long", headgear="board.crown", garment="gown", head=(140, 196), size=1.04, arms=("raise",), prop="sun_staff", at=(224, 250), grown=1, turn=8, far="dome", near="books", near_at=(94, 116), near_grown=0.6, sun=(60, 60)),
    "harbour_league": Direction(face="round", skin=4, hair="black", eyes="open", brows="raised", mouth="grin", behind="curls", headgear="boat.crown", garment="fur", head=(150, 196), size=1.04, arms=("hug", "hug.left"), prop="model_ship", at=(150, 322), grown=1.1, far="port", near="none", near_at=(60, 142), near_grown=0.6, sun=(240, 60)),
    "garden_synod": Direction(face="heart", skin=5, hair="black", eyes="down", brows="soft", mouth="calm", behind="long", headgear="bell.crown", garment="garland", head=(162, 196), size=1, arms=("raise.left",), prop="pilgrim_staff", at=(74, 256), grown=1, far="garden", near="leaves", near_at=(26, 112), near_grown=0.62, sun=(240, 60)),
    "court_of_masks": Direction(face="long", skin=0, hair="black", flip=True, eyes="open", brows="sly", mouth="sly", behind="long", headgear="horns.crown", garment="lace", head=(136, 196), size=1, arms=("raise",), prop="mask_stick", at=(222, 208), grown=0.9, turn=10, far="hall", near="drapes", near_at=(92, 124), near_grown=0.56, sun=(60, 60)),
}
# What each Advisor wears.
GARB_OF = {
    "a.admiral": "night",
    "a.hierophant": "ivory",
    "a.spy": "slate",
    "a.rector": "wine",
    "a.slaver": "ember",
    "a.pirate": "teal",
    "a.priest": "ivory",
    "a.engineer": "sand",
    "a.mayor": "wine",
    "a.duellist": "moss",
    "a.marshal": "slate",
    "a.sage": "sand",
    "a.tax_collector": "moss",
    "a.surveyor": "teal",
    "a.seer": "night",
    "a.cupbearer": "ember",
    "a.jester": "slate",
}
