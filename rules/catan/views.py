"""What is shown: built up field by field from a state, never a state with fields taken away (CM-28)."""

from msgspec import Struct
from msgspec.structs import replace

from rules import counts
from rules.catan import hands, scoring
from rules.catan.build import sites_on
from rules.catan.hexes import bits
from rules.catan.offers import own
from rules.catan.pieces import CHIPS, DEV_KINDS, KINDS, RESOURCE_BITS, RESOURCES, Dev, enough
from rules.catan.rates import rates
from rules.catan.state import (
    COUNTERED,
    OPEN,
    Catan,
    Discard,
    FreeRoads,
    Main,
    MarketRise,
    MoveRobber,
    Offer,
    Over,
    Phase,
    Reply,
    Steal,
)
from rules.contract import PublicView, SeatView


class ShownOffer(Struct, frozen=True):
    """An open offer, as everybody sees it (CM-27)."""

    number: int
    seat: int
    gives: tuple[int, ...]
    """By kind of card, as the offerer sees it; none of a request."""
    gets: tuple[int, ...]
    to: tuple[int, ...]
    first: bool


class ShownReply(Struct, frozen=True):
    """An answer to an open offer, as its maker and the offerer see it."""

    seat: int
    answer: int
    """OPEN, ACCEPTED, DECLINED or COUNTERED (rules/catan/state.py)."""
    gives: tuple[int, ...]
    """A counter-offer by kind of card, as its maker sees it."""
    gets: tuple[int, ...]
    counter: int
    """The number of the counter-offer, with which it is closed."""


class ShownAnswer(Struct, frozen=True):
    """What the player whose turn it is can say and has said to another's offer."""

    number: int
    can_pay: bool
    reply: ShownReply | None


class CatanPublic(PublicView, frozen=True):
    """What everybody sees."""

    seats: int
    market: bool
    phase: str
    """The tag of the phase (rules/catan/state.py)."""
    waiting: tuple[int, ...]
    """Whom the table waits for; of a discard all who are asked, whoever has answered."""
    active: int
    """Whose turn it is."""
    starts: int
    goal: int
    terrain: tuple[int, ...]
    """By hex (rules/catan/hexes.py, pieces.py)."""
    numbers: tuple[int, ...]
    """By hex; 0 on the desert."""
    harbours: tuple[int, ...]
    """The kinds of the nine harbours, clockwise (rules/catan/board.py)."""
    robber: int
    roads: tuple[tuple[int, ...], ...]
    """Edges, by seat."""
    settlements: tuple[tuple[int, ...], ...]
    """Corners, by seat."""
    cities: tuple[tuple[int, ...], ...]
    sites: tuple[tuple[tuple[int, int], ...], ...]
    """By seat: hexes with the number of its sites there."""
    resources: tuple[int, ...]
    """How many resource cards each seat holds."""
    ingredients: tuple[int, ...]
    devs: tuple[int, ...]
    """How many development cards each seat holds."""
    knights: tuple[int, ...]
    army: int
    """Who has the largest army; -1 nobody."""
    lengths: tuple[int, ...]
    longest: int
    """Who has the longest road; -1 nobody."""
    points: tuple[int, ...]
    """Without hidden cards; at the end with them."""
    chips: tuple[int, ...]
    bank: tuple[int, ...]
    """By kind of card."""
    deck: int
    used: tuple[int, ...]
    """The development cards that were played, by kind, knights too."""
    played: bool
    """A development card has been played this turn."""
    site_stock: tuple[int, ...]
    """Of cocoa, sugar, milk, hazelnut, grapes."""
    chips_left: int
    bars: tuple[int, ...]
    """The row of each sort of chocolate."""
    offer: ShownOffer | None
    """That of the player whose turn it is."""
    resigned: tuple[int, ...]
    proposals: tuple[ShownOffer, ...] = ()
    """Those of the others to him."""
    offers: int = 0
    """The number of the last offer, open or not."""
    rolled: bool = False
    """Have the dice been rolled in this turn?"""
    owed_resources: tuple[int, ...] = ()
    """What each seat has to discard; none while nobody has to."""
    owed_ingredients: tuple[int, ...] = ()
    free_roads: int = 0
    """The roads of road building still to be built."""
    ending: str = ""
    """Empty while it runs."""
    winner: int = -1
    """-1 while it runs, or where nobody had the goal."""
    hands: tuple[tuple[int, ...], ...] = ()
    """At the end the cards that each seat still held, by kind; until then its secret."""
    held_devs: tuple[tuple[int, ...], ...] = ()
    """At the end its unplayed development cards, by kind."""


class CatanSeat(SeatView, frozen=True):
    """What one seat sees besides."""

    seat: int
    hand: tuple[int, ...]
    """By kind of card."""
    devs: tuple[int, ...]
    """Its development cards, by kind."""
    fresh: tuple[int, ...]
    """Those of them that it got this turn and cannot play yet."""
    points: int
    """With hidden cards."""
    rates: tuple[int, ...]
    """How many cards of each kind the bank takes for one."""
    owed_resources: int
    """What it is asked to discard."""
    owed_ingredients: int
    discarding: tuple[int, ...]
    """Its choice as it stands, by kind; none before it has answered."""
    asked: int
    """The offer that it may answer; 0 without one."""
    can_pay: bool
    """Does it hold what is asked for?"""
    reply: ShownReply | None
    """Its own answer."""
    replies: tuple[ShownReply, ...]
    """The answers to its own offer."""
    answers: tuple[ShownAnswer, ...] = ()
    """By the offers that others have made to it."""

    def __repr__(self) -> str:
        return f"CatanSeat(seat={self.seat}, …)"


def public(state: Catan) -> CatanPublic:
    phase = state.phase
    shown = replace(_standing(state), offers=state.offers, rolled=_rolled(phase))
    match phase:
        case Discard():
            return replace(shown, owed_resources=phase.resources, owed_ingredients=phase.ingredients)
        case FreeRoads():
            return replace(shown, free_roads=phase.left)
        case Over():
            points = tuple([scoring.points(state, seat) for seat in range(state.seats)])
            return replace(
                shown,
                points=points,
                ending=phase.ending,
                winner=phase.winner,
                hands=tuple([counts.unpack(hand.packed, KINDS) for hand in state.hands]),
                held_devs=tuple([counts.unpack(devs.packed, DEV_KINDS) for devs in state.devs]),
            )
        case _:
            return shown


def _standing(state: Catan) -> CatanPublic:
    """What is the same in every phase."""
    everyone = range(state.seats)
    return CatanPublic(
        seats=state.seats,
        market=state.market,
        phase=tag(state),
        waiting=_waiting(state),
        active=state.active,
        starts=state.starts,
        goal=scoring.goal(state),
        terrain=state.terrain,
        numbers=state.numbers,
        harbours=state.harbours,
        robber=state.robber,
        roads=_places(state.roads),
        settlements=_places(state.settlements),
        cities=_places(state.cities),
        sites=tuple([_sites(state, seat) for seat in everyone]),
        resources=tuple([hands.resources(hand.packed) for hand in state.hands]),
        ingredients=tuple([hands.ingredients(hand.packed) for hand in state.hands]),
        devs=tuple([hands.size(devs.packed) for devs in state.devs]),
        knights=state.knights,
        army=state.army,
        lengths=state.lengths,
        longest=state.longest,
        points=tuple([scoring.public_points(state, seat) for seat in everyone]),
        chips=state.chips,
        bank=counts.unpack(state.bank, KINDS),
        deck=hands.size(state.deck.packed),
        used=counts.unpack(counts.plus(state.used, Dev.KNIGHT, sum(state.knights)), DEV_KINDS),
        played=state.played,
        site_stock=counts.unpack(state.site_stock >> RESOURCE_BITS, KINDS - RESOURCES),
        chips_left=CHIPS - sum(state.chips) if state.market else 0,
        bars=state.bars,
        offer=_shown_offer(state.offer) if state.offer else None,
        resigned=tuple(bits(state.resigned)),
        proposals=tuple([_shown_offer(proposal) for proposal in state.proposals]),
    )


def _rolled(phase: Phase) -> bool:
    """The robber, a theft and free roads come before the roll too, by a development card."""
    if isinstance(phase, MoveRobber | Steal | FreeRoads):
        return phase.rolled
    return isinstance(phase, Discard | Main | MarketRise)


def tag(state: Catan) -> str:
    return str(type(state.phase).__struct_config__.tag)


def _waiting(state: Catan) -> tuple[int, ...]:
    phase = state.phase
    if isinstance(phase, Over):
        return ()
    if isinstance(phase, Discard):
        owed = enumerate(zip(phase.resources, phase.ingredients, strict=True))
        return tuple([seat for seat, cards in owed if any(cards) and not state.resigned >> seat & 1])
    return (state.active,)


def _places(masks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple([tuple(bits(mask)) for mask in masks])


def _sites(state: Catan, seat: int) -> tuple[tuple[int, int], ...]:
    on = [(hexagon, sites_on(state, seat, hexagon)) for hexagon in range(len(state.terrain))]
    return tuple([(hexagon, number) for hexagon, number in on if number])


def _shown_offer(offer: Offer) -> ShownOffer:
    gives, gets = counts.unpack(offer.gives, KINDS), counts.unpack(offer.gets, KINDS)
    return ShownOffer(offer.number, offer.seat, gives, gets, tuple(bits(offer.to)), offer.first)


def _shown_reply(seat: int, reply: Reply) -> ShownReply:
    gives, gets = counts.unpack(reply.gives, KINDS), counts.unpack(reply.gets, KINDS)
    return ShownReply(seat, reply.answer, gives, gets, reply.counters if reply.answer == COUNTERED else 0)


def ranked(view: CatanPublic) -> tuple[int, ...]:
    """The place of each seat once it is over (CM-10, CM-29), else nothing."""
    if not view.ending:
        return ()
    ranks = [(seat not in view.resigned, seat == view.winner, view.points[seat]) for seat in range(view.seats)]
    return tuple([1 + sum(other > own for other in ranks) for own in ranks])


SETTLEMENTS, CITIES, ROAD, ARMY, CHIPS_WON, HIDDEN = "settlements", "cities", "road", "army", "chips", "hidden"


def sources(view: CatanPublic, seat: int) -> tuple[tuple[str, int], ...]:
    """Where the points of a seat come from; at the end its victory-point cards are what the others do not explain."""
    found = [
        (SETTLEMENTS, len(view.settlements[seat])),
        (CITIES, 2 * len(view.cities[seat])),
        (ROAD, scoring.LONGEST_ROAD if view.longest == seat else 0),
        (ARMY, scoring.LARGEST_ARMY if view.army == seat else 0),
    ]
    if view.market:
        found.append((CHIPS_WON, view.chips[seat]))
    return (*found, (HIDDEN, view.points[seat] - sum(number for _, number in found)))


def private(state: Catan, seat: int) -> CatanSeat:
    hand = state.hands[seat].packed
    owed = state.phase if isinstance(state.phase, Discard) else None
    given = owed.given[seat].packed if owed else 0
    offer, mine = state.offer, own(state, seat)
    asked = offer if offer and offer.to >> seat & 1 else None
    return CatanSeat(
        seat=seat,
        hand=counts.unpack(hand, KINDS),
        devs=counts.unpack(state.devs[seat].packed, DEV_KINDS),
        fresh=counts.unpack(state.fresh.packed if state.active == seat else 0, DEV_KINDS),
        points=scoring.points(state, seat),
        rates=rates(state, seat),
        owed_resources=owed.resources[seat] if owed else 0,
        owed_ingredients=owed.ingredients[seat] if owed else 0,
        discarding=counts.unpack(given, KINDS) if given else (),
        asked=asked.number if asked else 0,
        can_pay=asked is not None and enough(hand, asked.gets),
        reply=_own_reply(asked, seat) if asked else None,
        replies=_replies(state, mine) if mine else (),
        answers=tuple([_answer(proposal, seat, hand) for proposal in state.proposals if proposal.to >> seat & 1]),
    )


def _answer(asked: Offer, seat: int, hand: int) -> ShownAnswer:
    return ShownAnswer(asked.number, enough(hand, asked.gets), _own_reply(asked, seat))


def _own_reply(asked: Offer, seat: int) -> ShownReply | None:
    reply = asked.replies[seat]
    return _shown_reply(seat, reply) if reply.answer != OPEN else None


def _replies(state: Catan, offer: Offer) -> tuple[ShownReply, ...]:
    """To one's own offer, of all who still play."""
    return tuple([_shown_reply(seat, offer.replies[seat]) for seat in bits(offer.to & ~state.resigned)])
