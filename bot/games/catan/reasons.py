"""Why a move is refused, and what can be done instead."""

from collections.abc import Sequence
from typing import Final

from bot.games.catan import refused_trade, terms
from bot.wording.words import Text, Words, capital
from rules.catan import reasons as r
from rules.contract import Reason

_PLAIN: Final[dict[type[Reason], Text]] = {
    r.RollFirst: Text("Roll the dice first; trade, build and make chocolate after that."),
    r.HasRolled: Text("You have rolled already in this turn. Trade, build, or end your turn."),
    r.NotInThisGame: Text("That belongs to the Chocolate Market, and this is the base game. Choose something else."),
    r.NoDevLeft: Text("All 25 development cards are sold. Build or trade instead."),
    r.OneDevATurn: Text("You have played a development card in this turn. Keep the other for your next."),
    r.NoRoadPossible: Text("There is no road that you could build now. Play another card, or keep this one."),
    r.SameHex: Text("The two production sites go on two hexes. Choose another hex for the second."),
    r.TwoSites: Text("You put two production sites. Name the second as well."),
    r.PlentyIsTwo: Text("Year of plenty gives two cards. Name two resources that the bank has."),
    r.FirstRoadFirst: Text("Only the second free road can be declined. Build the first one."),
    r.RobberMustMove: Text("The robber must go to another hex. Choose one where it does not stand."),
}

_PIECES: Final = {
    "road": Text("All your roads are built. Choose something else."),
    "settlement": Text("All your settlements are built. Make one of them a city first."),
    "city": Text("All your cities are built. Choose something else."),
    "site": Text("No production site of this kind is left. Choose another ingredient."),
    "cards": Text("No card of this kind is left. Choose another."),
}

_PHASES: Final = {
    "found": Text("First everybody founds. Choose a corner and a road for your settlement."),
    "found-sites": Text("Not yet: first put your production sites on their hexes."),
    "discard": Text("First those with too many cards discard. Wait for them, or discard yours."),
    "robber": Text("Not yet: first move the robber to another hex."),
    "steal": Text("Not yet: first choose from whom you take a card."),
    "roads": Text("Not yet: first build your free roads, or stop."),
    "rise": Text("Not yet: first choose the sort of chocolate that rises."),
}
_MORE: Final = Text("Something else is to be settled first. Open “My turn” to see what.")


def explain(words: Words, reason: Reason, names: Sequence[str] = ()) -> str:
    plain = _PLAIN.get(type(reason))
    if plain is not None:
        return words.put(plain)
    match reason:
        case r.FinishFirst():
            return words.put(_PHASES.get(reason.phase, _MORE))
        case r.NoPiecesLeft():
            return words.put(_PIECES.get(reason.piece.removesuffix("s"), _PIECES["cards"]))
        case r.OffTheMap() | r.CornerTaken() | r.TooClose() | r.NoRoadThere() | r.NoSettlementThere():
            return _corner(words, reason)
        case r.EdgeTaken() | r.NotConnected() | r.RoadApart():
            return _edge(words, reason)
        case r.WrongTerrain() | r.NoBuildingForSite():
            return _site(words, reason)
        case r.NoSuchDev() | r.DevIsFresh():
            return _dev(words, reason)
        case r.DiscardOwed() | r.NotAtTheRobber() | r.PileIsEmpty() | r.PileWanted():
            return _seven(words, reason, names)
        case r.BarAtTheBottom() | r.BarAtTheTop() | r.RewardWanted():
            return _market(words, reason)
        case _:
            return refused_trade.explain(words, reason, names)


_Corner = r.OffTheMap | r.CornerTaken | r.TooClose | r.NoRoadThere | r.NoSettlementThere


def _corner(words: Words, reason: _Corner) -> str:
    match reason:
        case r.OffTheMap():
            return words.say("There is no {place} on this map. Choose a place from the suggestions.", place=reason.name)
        case r.CornerTaken():
            return words.say("{place} is taken. Choose a free corner.", place=terms.corner(reason.corner))
        case r.TooClose():
            return words.say(
                "{place} is beside another building. Leave one free corner between.",
                place=terms.corner(reason.corner),
            )
        case r.NoRoadThere():
            return words.say(
                "No road of yours leads to {place}. Build one there first.", place=terms.corner(reason.corner)
            )
        case r.NoSettlementThere():
            return words.say(
                "A city replaces a settlement of yours, and none stands at {place}. Choose one that does.",
                place=terms.corner(reason.corner),
            )


def _edge(words: Words, reason: r.EdgeTaken | r.NotConnected | r.RoadApart) -> str:
    place = terms.edge(reason.edge)
    match reason:
        case r.EdgeTaken():
            return words.say("A road lies at {place} already. Choose a free edge.", place=place)
        case r.NotConnected():
            return words.say(
                "A road at {place} would not join a road or building of yours. Choose an edge that does.", place=place
            )
        case r.RoadApart():
            return words.say(
                "The road at {place} does not touch the new settlement. Choose an edge beside it.", place=place
            )


def _site(words: Words, reason: r.WrongTerrain | r.NoBuildingForSite) -> str:
    place = terms.hexagon(reason.hexagon)
    match reason:
        case r.WrongTerrain():
            card = capital(terms.card(words, reason.card))
            return words.say("{card} is not made at {place}. Choose a fitting hex.", card=card, place=place)
        case r.NoBuildingForSite():
            return words.say(
                "At {place} you have no building without a production site. Choose another hex.", place=place
            )


def _dev(words: Words, reason: r.NoSuchDev | r.DevIsFresh) -> str:
    card = terms.dev(words, reason.dev)
    match reason:
        case r.NoSuchDev():
            return words.say("You have no such development card: {card}. “My hand” shows yours.", card=card)
        case r.DevIsFresh():
            return words.say("You got this card only in this turn: {card}. Play it from your next turn on.", card=card)


_Seven = r.DiscardOwed | r.NotAtTheRobber | r.PileIsEmpty | r.PileWanted


def _seven(words: Words, reason: _Seven, names: Sequence[str]) -> str:
    match reason:
        case r.DiscardOwed():
            owed = terms.piles(words, reason.resources, reason.ingredients)
            return words.say("Discard exactly this: {cards}. Choose which.", cards=owed or "0")
        case r.NotAtTheRobber():
            who = names[reason.seat] if reason.seat < len(names) else str(reason.seat + 1)
            return words.say(
                "From {name} you cannot take a card here. Choose somebody with cards who has built there.",
                name=who,
            )
        case r.PileIsEmpty():
            return words.say("There is no card of that kind to take. Choose the other pile.")
        case r.PileWanted():
            return words.say("There are two piles: say whether you take a resource or an ingredient.")


def _market(words: Words, reason: r.BarAtTheBottom | r.BarAtTheTop | r.RewardWanted) -> str:
    match reason:
        case r.BarAtTheBottom():
            chocolate = terms.sort(words, reason.sort)
            return words.say("{sort} stands in the bottom row: it must rise first. Choose another.", sort=chocolate)
        case r.BarAtTheTop():
            chocolate = terms.sort(words, reason.sort)
            return words.say("{sort} stands in the top row already. Choose another.", sort=chocolate)
        case r.RewardWanted():
            return words.say(
                "Row {row} brings: {reward}. Say the choice that it wants, and nothing that it does not.",
                row=reason.row,
                reward=terms.reward(words, reason.row),
            )
