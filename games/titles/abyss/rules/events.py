"""Every kind of event, with its arguments and who is told (everybody unless it says otherwise).

`seat` is whom it happened to or who did it; `pearls`, `cards`, `tokens`, `number` are counts unless
a list is named; cards, Lords and Locations are codes. Events marked (reveals) show something that
cannot be unlearnt: a card turned up, a shuffle, a sealed group closed.
"""

from __future__ import annotations

# The turn ----------------------------------------------------------------------------------------

# {seat, turn, extra}: a turn begins; extra is True for the Invoker's additional turn.
TURN_STARTED = "turn_started"
# {seat, pearls, source}: Pearls from the Treasury; source is landlord, trader, peddler, shopkeeper,
# ship_master, court (two or fewer Lords left) or last_space (the fifth Exploration space).
INCOME = "income"
# {seat, lord}: one Pearl paid, a Lord turned up into the Court. (reveals)
PLOTTED = "plotted"
# {seat}: no action was possible, so none was taken. (reveals)
ACTION_SKIPPED = "action_skipped"

# Exploring the Depths ----------------------------------------------------------------------------

# {seat, card, space}: the explorer turned up an Ally or "monster". (reveals)
REVEALED = "revealed"
# {cards}: the discard pile became a new Exploration deck of so many cards. (reveals)
RESHUFFLED = "reshuffled"
# {seat, explorer, card, price, passed: [seats]}: seat bought; `passed` were asked before it and
# passed. Nothing is ever said about those behind the buyer. (reveals)
BOUGHT = "bought"
# {card, passed: [seats]}: everybody who was asked passed. (reveals)
UNSOLD = "unsold"
# {seat, card, space}: the explorer takes the newest Ally and stops.
TAKEN = "taken"
# {seat, card}: the explorer leaves the card, an Ally or "monster", and goes on.
LEFT = "left"
# {threat}: the Threat token moved up to this space.
THREAT_ROSE = "threat_rose"
# {seat, space, threat, row}: a Monster is fought; row is the Threat space whose reward counts
# (lower than threat when a Tamer is at work).
FOUGHT = "fought"
# {seat, take, pearls, tokens, keys}: the reward taken, by its code and in numbers.
REWARDED = "rewarded"
# {seat, tokens: [values]}: the Monster tokens drawn. Told to seat alone. (reveals)
TOKENS_DRAWN = "tokens_drawn"
# {seat, allies: {race: cards}, monsters}: what is left on the track goes to Council and discard.
EXPLORATION_ENDED = "exploration_ended"

# Requesting support from the Council -------------------------------------------------------------

# {seat, race, cards, by}: a whole stack taken; by is support, alchemist or apprentice.
STACK_TAKEN = "stack_taken"
# {seat, race, allies: [codes]}: its faces. Told to seat alone. (reveals)
STACK_SEEN = "stack_seen"

# Recruiting a Lord -------------------------------------------------------------------------------

# {seat, lord, allies: [codes], pearls, cost}: paid for; cost is the points after all modifiers.
RECRUITED = "recruited"
# {seat, ally}: one Ally placed face up before seat.
AFFILIATED = "affiliated"
# {lords: [codes]}: the Court was refilled with these. (reveals)
COURT_REFILLED = "court_refilled"
# {seat, reason}: the last round begins; reason is lords (seven of them) or court (it ran dry).
END_TRIGGERED = "end_triggered"

# Powers of the Lords -----------------------------------------------------------------------------

# {seat, ally, pearls}: the Slaver sold an Ally from the hand.
SLAVER_USED = "slaver_used"
# {seat, race, cards}: the Oracle threw a stack away, face down.
ORACLE_USED = "oracle_used"
# {seat, lord, by}: the Opportunist threw lord out of the Court; `by` came in its place. (reveals)
OPPORTUNIST_USED = "opportunist_used"
# {seat, ally, owner}: seat gave up an Ally to owner's Jailer. (reveals)
JAILED = "jailed"
# {seat, by, owner}: seat owes an Ally to owner's jailer, or all above six to the commander.
OWED = "owed"
# {seat, pearls, owner}: seat paid Pearls to the Treasury because of owner's Seeker.
SEEKER_PAID = "seeker_paid"
# {seat, lord, owner}: owner's Assassin disabled a Lord of seat.
DISABLED = "disabled"
# {seat, allies: [codes]}: seat discarded down to six for the Commander. (reveals)
COMMANDED = "commanded"
# {seat, victim}: the Hunter took a Monster token from victim.
ROBBED = "robbed"
# {seat, victim, token}: its value. Told to seat and victim. (reveals)
ROBBED_TOKEN = "robbed_token"
# {seat}: the Invoker grants another turn.
EXTRA_TURN = "extra_turn"
# {seat, own, other}: the Illusionist gave the Location own for other.
SWAPPED = "swapped"
# {seat, lord, pearls}: the Corruptor recruited lord for Pearls alone.
BRIBED = "bribed"
# {seat, lord, by, power}: lord was discarded, `by` took its place; power is traitor or schemer.
# (reveals, for the Schemer)
REPLACED = "replaced"
# {seat, power}: an optional power on entering play was declined: illusionist, corruptor, traitor,
# schemer or black_smokers.
DECLINED = "declined"

# Controlling Locations ---------------------------------------------------------------------------

# {seat, number}: so many Locations were drawn from the stack.
LOCATIONS_DRAWN = "locations_drawn"
# {seat, locations: [codes]}: which ones. Told to seat alone. (reveals)
LOCATIONS_SEEN = "locations_seen"
# {seat, location, lords: [codes], tokens, source}: paid with these Lords (now under it) and key
# tokens; source is offer, stack or the Ambassador who fetched it. (reveals, from the stack)
CONTROLLED = "controlled"
# {locations: [codes]}: Locations laid face up into the offer. (reveals)
LOCATIONS_OFFERED = "locations_offered"
# {seat, location}: Black Smokers were exchanged for a Location from the stack. (reveals)
SMOKERS_EXCHANGED = "smokers_exchanged"

# End of turn and of the game ---------------------------------------------------------------------

# {seat, allies: [codes], pearls}: over the hand limit: these were discarded, the rest paid for.
HAND_LIMITED = "hand_limited"
# {seat, allies: [codes], discarded: [codes]}: final affiliation; the other cards go away. (reveals)
LAST_AFFILIATED = "last_affiliated"
# {places: [by seat], scores: [by seat]}: the match is over. (reveals)
ENDED = "ended"

KINDS = tuple(value for name, value in list(vars().items()) if name.isupper())
