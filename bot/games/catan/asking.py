"""The question, how the game stands, how it ended: from the public view."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.games.catan import terms
from bot.games.catan.sentences import ENDINGS
from bot.wording import Text, Words
from bot.wording.awards import Award, tally
from rules import counts
from rules.catan import facts as f
from rules.catan.pieces import HAND_LIMIT, ROADS
from rules.catan.views import ARMY, CHIPS_WON, CITIES, HIDDEN, ROAD, SETTLEMENTS, ShownOffer, sources
from rules.catan.views import CatanPublic as View
from rules.contract import Fact

_STATUS: Final = {
    "found": Text("{name}'s turn: found settlement {n} of {all}."),
    "found-sites": Text("{name}'s turn: place production sites."),
    "preroll": Text("{name}'s turn: roll the dice."),
    "robber": Text("{name}'s turn: move the robber."),
    "steal": Text("{name}'s turn: take a card."),
    "main": Text("{name}'s turn: trade and build."),
    "roads": Text("{name}'s turn: build free roads."),
    "rise": Text("{name}'s turn: choose the sort of chocolate that rises."),
}
"""Sentences by the tags of the phases."""


def ask(words: Words, topic: str, view: View, names: Sequence[str]) -> str:
    """Puts the question to the player who is asked; it says nothing that others may not read."""
    match topic:
        case "sites":
            return words.say(
                "Take two production sites and place them on two fitting hexes beside your settlements: cocoa in "
                "the jungle, sugar in the fields, milk on the pasture, hazelnuts in the forest, grapes in the "
                "hills."
            )
        case "discard":
            return _discard(words)
        case "robber":
            place = terms.hexagon(view.robber)
            return words.say("Move the robber to another hex; it stands at {place}.", place=place)
        case "steal":
            place = terms.hexagon(view.robber)
            return words.say("The robber stands at {place}: choose whom to take a card from.", place=place)
        case "roads":
            return words.many(
                "You may build {n} more road free of charge.",
                "You may build {n} more roads free of charge.",
                min(view.free_roads, ROADS - len(view.roads[view.active])),
            )
        case "raise":
            return words.say("Choose the sort of chocolate that rises by one row.")
        case "offer":
            return _asked(words, view, names)
        case "unasked":
            line = words.say("It is the turn of {name}, to whom you can make an offer.", name=names[view.active])
            return " ".join([line, *offers(words, view, names)])
        case _:
            return f"{words.say('Your turn.')} {_turn(words, view, names)}"


_FOUND: Final = (
    Text("Found your first settlement of {all} on a free corner, with a road beside it."),
    Text(
        "Now the second settlement of {all}: found it on a free corner, with a road beside it. It brings a "
        "resource for each resource hex beside it."
    ),
    Text(
        "Now the third settlement of {all}: found it on a free corner, with a road beside it. Two production sites "
        "follow."
    ),
)
"""Questions by how many of the player's settlements stand or are planned."""


def _settlements(view: View) -> int:
    """Returns how many settlements everybody founds."""
    return 3 if view.market else 2


def _turn(words: Words, view: View, names: Sequence[str]) -> str:
    match view.phase:
        case "found":
            return words.put(_FOUND[min(len(view.settlements[view.active]), 2)], all=_settlements(view))
        case "preroll" if not view.played and view.devs[view.active]:
            return words.say("Roll the dice, or play a development card first.")
        case "preroll":
            return words.say("Roll the dice.")
        case _:
            do = words.say("Trade, build and make chocolate as you like, then end your turn.")
            base = words.say("Trade and build as you like, then end your turn.")
            line = do if view.market else base
            return " ".join([line, *offers(words, view, names)])


def _discard(words: Words) -> str:
    """Who is asked reads below this how much it is of theirs."""
    return words.say(
        "A 7 was rolled, and half of every pile of more than {most} cards must go. Choose what you "
        "discard; nobody sees it before all have chosen.",
        most=HAND_LIMIT,
    )


_OPEN: Final = {
    True: Text("Offer {number} is open: {name} gives {gives} for {gets}, to {whom}; the first to accept gets it."),
    False: Text("Offer {number} is open: {name} gives {gives} for {gets}, to {whom}."),
}
"""Sentences by whether the first to accept has it."""


def offers(words: Words, view: View, names: Sequence[str]) -> list[str]:
    """Describes the open offers and requests, that of the player on turn first."""
    own = [view.offer] if view.offer is not None else []
    return [offered(words, offer, names) for offer in (*own, *view.proposals)]


def offered(words: Words, offer: ShownOffer, names: Sequence[str]) -> str:
    """Describes an open offer or request as everybody sees it."""
    gives, gets = terms.cards(words, offer.gives), terms.cards(words, offer.gets)
    name, whom = names[offer.seat], words.listed([names[seat] for seat in offer.to])
    if not any(offer.gives):
        text = Text("Request {number} is open: {name} needs {gets}, from {whom}.")
        return words.put(text, number=offer.number, name=name, gets=gets, whom=whom)
    return words.put(_OPEN[offer.first], number=offer.number, name=name, gives=gives, gets=gets, whom=whom)


def _asked(words: Words, view: View, names: Sequence[str]) -> str:
    if view.offer is None:
        return words.say("No offer is open.")
    gives, gets = terms.cards(words, view.offer.gives), terms.cards(words, view.offer.gets)
    if not any(view.offer.gives):
        answer = words.say("Answer it with a counter-offer; only {name} is told.", name=names[view.offer.seat])
        return f"{offered(words, view.offer, names)} {answer}"
    yours = words.say("You would give {gets} and get {gives}.", gives=gives, gets=gets)
    answer = words.say("You may answer while it is open; only {name} is told.", name=names[view.offer.seat])
    if view.offer.first:
        answer = words.say("You may answer while it is open; if you accept, the cards change hands at once.")
    return f"{offered(words, view.offer, names)} {yours} {answer}"


# ── how it stands ────────────────────────────────────────────────────────────────────────────────────────────────────


def status(words: Words, view: View, names: Sequence[str]) -> str:
    """Says whose turn it is and what there is to do."""
    if view.ending:
        return words.put(ENDINGS[view.ending])
    if view.phase == "discard":
        asked = words.listed([names[seat] for seat in view.waiting])
        line = words.say("{name}'s turn: a 7. Asked to discard: {asked}.", name=names[view.active], asked=asked)
    else:
        founding = {"n": len(view.settlements[view.active]) + 1, "all": _settlements(view)}
        line = words.put(_STATUS[view.phase], name=names[view.active], **founding)
    return " ".join([line, *offers(words, view, names)])


_SOURCES: Final = {
    SETTLEMENTS: Text("settlements"),
    CITIES: Text("cities"),
    ROAD: Text("Longest Road"),
    ARMY: Text("Largest Army"),
    CHIPS_WON: Text("victory point chips"),
    HIDDEN: Text("victory point cards"),
}


def brought(seat: int, view: View, told: Sequence[Fact]) -> tuple[tuple[str, int], ...]:
    del told
    return sources(view, seat)


def dice(fact: Fact) -> tuple[int, ...]:
    return (fact.first, fact.second) if isinstance(fact, f.Rolled) else ()


def source(words: Words, key: str) -> str:
    return words.put(_SOURCES[key])


def result(words: Words, seat: int, names: Sequence[str], view: View) -> str:
    text = f"{names[seat]}: {terms.points(words, view.points[seat])}"
    return f"{text} ({words.say('resigned')})" if seat in view.resigned else text


# ── what is worth telling at the end ──


def _partners(told: Sequence[Fact]) -> Iterator[tuple[int, int]]:
    for fact in told:
        if isinstance(fact, f.OfferClosed):
            yield from ((fact.seat, 1), (fact.partner, 1))


def _cards(piles: Iterable[Sequence[int]]) -> Counter[int]:
    """Counts the cards in piles, of which one of each seat stands at its place."""
    return tally((seat, counts.total(pile)) for each in piles for seat, pile in enumerate(each))


AWARDS = (
    Award(
        Text("Robbed most often: {names} ({n}×)"),
        lambda told: tally((fact.victim, 1) for fact in told if isinstance(fact, f.Robbed)),
    ),
    Award(
        Text("Most cards from rolls: {names} ({n})"),
        lambda told: _cards(fact.gains for fact in told if isinstance(fact, f.Produced)),
    ),
    Award(Text("Most trades with others: {names} ({n})"), lambda told: tally(_partners(told))),
    Award(
        Text("Rolled the most sevens: {names} ({n})"),
        lambda told: tally(
            (fact.seat, 1) for fact in told if isinstance(fact, f.Rolled) and fact.first + fact.second == 7
        ),
    ),
    Award(
        Text("Played the most knights: {names} ({n})"),
        lambda told: tally((fact.seat, 1) for fact in told if isinstance(fact, f.KnightPlayed)),
    ),
    Award(
        Text("Discarded the most cards: {names} ({n})"),
        lambda told: _cards(fact.cards for fact in told if isinstance(fact, f.Discarded)),
    ),
)
