"""Every kind of event, its arguments and its audience (everybody unless stated otherwise).

`seat` is the player it happened to or who did it; `pearls`, `cards`, `tokens` and `number` are
counts unless a list is stated; cards, Lords and Locations are codes. Events marked (reveals) show
something that cannot be unlearnt: a revealed card, a shuffle, a closed sealed group.
"""

from __future__ import annotations

# The turn ----------------------------------------------------------------------------------------

# {seat, turn, extra}: a turn begins; extra is True for the Invoker's additional turn.
TURN_STARTED = "turn_started"
# {seat, pearls, source}: Pearls from the Treasury; source is landlord, trader, peddler, shopkeeper,
# ship_master, court (two or fewer Lords left) or last_space (the fifth Exploration space).
INCOME = "income"
# {seat, lord}: one Pearl paid, a Lord turned up into the Court. (reveals)
PLOT = "plotted"
# {seat}: no action was possible, so none was taken. (reveals)
ACTION_SKIPPED = "action_skipped"

# Exploring the Depths ----------------------------------------------------------------------------

# {seat, card, space}: the explorer turned up an Ally or "monster". (reveals)
REVEAL = "revealed"
# {cards}: the discard pile became the new Exploration deck of this many cards. (reveals)
RESHUFFLE = "reshuffled"
# {seat, explorer, card, price, passed: [seats]}: seat bought; `passed` were asked before it and
# passed. The opponents after the buyer are never mentioned. (reveals)
PURCHASE = "bought"
# {card, passed: [seats]}: everybody who was asked passed. (reveals)
UNSOLD = "unsold"
# {seat, card, space}: the explorer takes the newest Ally and stops.
ALLY_TAKEN = "taken"
# {seat, card}: the explorer leaves the card, an Ally or "monster", and goes on.
LEFT = "left"
# {threat}: the Threat token moved up to this space.
THREAT_ROSE = "threat_rose"
# {seat, space, threat, row}: a Monster is fought; row is the Threat space whose reward counts
# (lower than threat if an opponent has the Tamer).
FOUGHT = "fought"
# {seat, take, pearls, tokens, keys}: the reward taken, by its code and in numbers.
REWARD = "rewarded"
# {seat, tokens: [values]}: the Monster tokens drawn. Visible to seat only. (reveals)
TOKENS_DRAWN = "tokens_drawn"
# {seat, allies: {race: cards}, monsters}: what was left on the track and went to the Council and
# the discard pile.
EXPLORATION_ENDED = "exploration_ended"

# Requesting support from the Council -------------------------------------------------------------

# {seat, race, cards, by}: a whole stack taken; by is support, alchemist or apprentice.
STACK_TAKEN = "stack_taken"
# {seat, race, allies: [codes]}: its faces. Visible to seat only. (reveals)
STACK_SEEN = "stack_seen"

# Recruiting a Lord -------------------------------------------------------------------------------

# {seat, lord, allies: [codes], pearls, cost}: the payment; cost is the points after all modifiers.
RECRUITMENT = "recruited"
# {seat, ally}: one Ally placed face up before seat.
AFFILIATION = "affiliated"
# {lords: [codes]}: the Court was refilled with these. (reveals)
COURT_REFILLED = "court_refilled"
# {seat, reason}: the last round begins; reason is lords (the seventh Lord) or court (it could not
# be refilled).
END_TRIGGERED = "end_triggered"

# Powers of the Lords -----------------------------------------------------------------------------

# {seat, ally, pearls}: the Slaver sold an Ally from the hand.
SLAVER_USED = "slaver_used"
# {seat, race, cards}: the Oracle discarded a stack, face down.
ORACLE_USED = "oracle_used"
# {seat, lord, by}: the Opportunist discarded lord from the Court; `by` came in its place. (reveals)
OPPORTUNIST_USED = "opportunist_used"
# {seat, ally, owner}: seat gave up an Ally to owner's Jailer. (reveals)
JAILER_PAID = "jailed"
# {seat, by, owner}: seat owes an Ally to owner's jailer, or all above six to the commander.
DEBT = "owed"
# {seat, pearls, owner}: seat paid Pearls to the Treasury because of owner's Seeker.
SEEKER_PAID = "seeker_paid"
# {seat, lord, owner}: owner's Assassin disabled a Lord of seat.
LORD_DISABLED = "disabled"
# {seat, allies: [codes]}: seat discarded down to six for the Commander. (reveals)
COMMANDER_USED = "commanded"
# {seat, victim}: the Hunter took a Monster token from victim.
ROBBERY = "robbed"
# {seat, victim, token}: its value. Visible to seat and victim only. (reveals)
ROBBED_TOKEN = "robbed_token"
# {seat}: the Invoker grants another turn.
EXTRA_TURN = "extra_turn"
# {seat, own, other}: the Illusionist gave the Location own for other.
LOCATIONS_SWAPPED = "swapped"
# {seat, lord, pearls}: the Corruptor recruited lord for Pearls alone.
BRIBE = "bribed"
# {seat, lord, by, power}: lord was discarded, `by` took its place; power is traitor or schemer.
# (reveals, for the Schemer)
LORD_REPLACED = "replaced"
# {seat, power}: an optional power on entering play was declined: illusionist, corruptor, traitor,
# schemer or black_smokers.
POWER_DECLINED = "declined"

# Controlling Locations ---------------------------------------------------------------------------

# {seat, number}: this many Locations were drawn from the stack.
LOCATIONS_DRAWN = "locations_drawn"
# {seat, locations: [codes]}: which ones. Visible to seat only. (reveals)
LOCATIONS_SEEN = "locations_seen"
# {seat, location, lords: [codes], tokens, source}: paid with these Lords (now under it) and key
# tokens; source is offer, stack or the Ambassador who fetched it. (reveals, from the stack)
LOCATION_CONTROLLED = "controlled"
# {locations: [codes]}: Locations laid face up into the offer. (reveals)
LOCATIONS_OFFERED = "locations_offered"
# {seat, location}: Black Smokers were exchanged for a Location from the stack. (reveals)
SMOKERS_EXCHANGED = "smokers_exchanged"

# End of turn and of the game ---------------------------------------------------------------------

# {seat, allies: [codes], pearls}: above the hand limit: these were discarded, the rest paid for.
HAND_LIMITED = "hand_limited"
# {seat, allies: [codes], discarded: [codes]}: final affiliation; the other cards are discarded.
# (reveals)
LAST_AFFILIATED = "last_affiliated"
# {places: [by seat], scores: [by seat]}: the match is over. (reveals)
MATCH_ENDED = "ended"

KINDS = tuple(value for name, value in list(vars().items()) if name.isupper())
