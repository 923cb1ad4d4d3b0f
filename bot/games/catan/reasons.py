"""Why a move is refused, and what can be done instead."""

from collections.abc import Sequence
from typing import Final

from bot.games.catan import terms
from bot.wording import Sentences, Text, Words, capital
from bot.wording.sentences import name, plain
from rules.catan import reasons as r
from rules.contract import Reason

_SAID: Final = Sentences(
    {
        r.RollFirst: Text("Roll the dice first; trade, build and make chocolate after that."),
        r.HasRolled: Text("You have rolled already in this turn. Trade, build, or end your turn."),
        r.NotInThisGame: Text(
            "That belongs to the Chocolate Market, and this is the base game. Choose something else."
        ),
        r.NoDevLeft: Text("All 25 development cards are sold. Build or trade instead."),
        r.OneDevATurn: Text("You have played a development card in this turn. Keep the other for your next."),
        r.NoRoadPossible: Text("There is no road that you could build now. Play another card, or keep this one."),
        r.SameHex: Text("The two production sites go on two hexes. Choose another hex for the second."),
        r.TwoSites: Text("You place two production sites. Name the second as well."),
        r.PlentyIsTwo: Text("Year of plenty gives two cards. Name two resources that the bank has."),
        r.FirstRoadFirst: Text("Only the second free road can be declined. Build the first one."),
        r.RobberMustMove: Text("The robber must go to another hex. Choose one where it does not stand."),
        r.OffTheMap: Text("There is no {place} on this map. Choose a place from the suggestions."),
        r.CornerTaken: Text("{place} is taken. Choose a free corner."),
        r.TooClose: Text("{place} is beside another building. Leave one free corner between."),
        r.NoRoadThere: Text("No road of yours leads to {place}. Build one there first."),
        r.NoSettlementThere: Text("You have no settlement at {place}. Choose one of yours."),
        r.EdgeTaken: Text("A road lies at {place} already. Choose a free edge."),
        r.NotConnected: Text("A road at {place} would not join a road or building of yours. Choose an edge that does."),
        r.RoadApart: Text("The road at {place} does not touch the new settlement. Choose an edge beside it."),
        r.WrongTerrain: Text("{card}: not made at {place}. Choose a fitting hex."),
        r.NoBuildingForSite: Text("At {place} you have no building without a production site. Choose another hex."),
        r.NoSuchDev: Text("You have no such development card: {card}. “My hand” shows yours."),
        r.DevIsFresh: Text("You got this card only in this turn: {card}. Play it from your next turn on."),
        r.NotAtTheRobber: Text(
            "You cannot take a card from {name} here. Choose somebody who has built there, or nobody."
        ),
        r.PileIsEmpty: Text("There is no card of that kind to take. Choose the other pile."),
        r.PileWanted: Text("There are two piles: say whether you take a resource or an ingredient."),
        r.BarAtTheBottom: Text("{sort} stands in the bottom row: it must rise first. Choose another."),
        r.BarAtTheTop: Text("{sort} stands in the top row already. Choose another."),
        r.RewardWanted: Text("Row {row} gives: {reward}. Name just what it needs: a resource, an edge, or nothing."),
        r.CannotPay: Text("You cannot pay that; you lack {cards}. Choose something else, or trade."),
        r.BankHasNot: Text("{card}: the bank does not have enough. Choose another kind."),
        r.ResourcesOnly: Text("{card}: an ingredient, but this card concerns resources. Choose a resource."),
        r.NotInYourHand: Text("{card}: you do not have that many. “My hand” shows your cards."),
        r.SameKind: Text("{card} cannot stand on both sides. Choose different kinds."),
        r.TooFewForTheBank: Text("{card}: the bank takes {rate} for one, and you have fewer. Choose another kind."),
        r.NotAmongOthers: Text("{card}: all the others together do not have that many. Ask for fewer."),
        r.AnswerStands: Text("That is your answer to offer {number} already. Change it or leave it."),
        r.PilesApart: Text(
            "The bank swaps resources for resources and ingredients for ingredients. Give and take from the same group."
        ),
        r.NoGifts: Text("Each side gives at least one card. Say what you give and what you want."),
        r.OfferIsOpen: Text("Offer {number} is still open. Close or withdraw it first."),
        r.NoSuchOffer: Text("Offer {number} is not open for you any more. Open “My turn” to see how it stands."),
        r.ToWhoseTurnItIs: Text("Your offer goes to whoever's turn it is. Leave out players and “first”."),
        r.NoPriceYet: Text("Request {number} names no price. Make an offer: what you give and what you want."),
        r.NobodyToAsk: Text("An offer goes to at least one other player who still plays. Choose somebody."),
        r.NoSuchReply: Text("{name} has not given that answer. Open “My turn” to see the answers as they stand."),
    },
    {
        **terms.SLOTS,
        "name": {"seat": name},
        "place": {"name": plain, **terms.SLOTS["place"]},
        "card": {
            "card": lambda words, _, card: capital(terms.card(words, card)),
            "dev": lambda words, _, dev: terms.dev(words, dev),
        },
    },
)

_PIECES: Final = {
    "road": Text("All your roads are built. Choose something else."),
    "settlement": Text("All your settlements are built. Make one of them a city first."),
    "city": Text("All your cities are built. Choose something else."),
    "site": Text("No production site of this kind is left. Choose another ingredient."),
    "cards": Text("No card of this kind is left. Choose another."),
}

_PHASES: Final = {
    "found": Text("First everybody founds. Choose a corner and a road for your settlement."),
    "found-sites": Text("Not yet: first place your production sites on their hexes."),
    "discard": Text("First those with too many cards discard. Wait for them, or discard yours."),
    "robber": Text("Not yet: first move the robber to another hex."),
    "steal": Text("Not yet: first choose whom to take a card from."),
    "roads": Text("Not yet: first build your free roads, or stop."),
    "rise": Text("Not yet: first choose the sort of chocolate that rises."),
}
_MORE: Final = Text("Something else must be settled first. Open “My turn” to see what.")


def explain(words: Words, reason: Reason, names: Sequence[str] = ()) -> str:
    match reason:
        case r.FinishFirst():
            return words.put(_PHASES.get(reason.phase, _MORE))
        case r.NoPiecesLeft():
            return words.put(_PIECES.get(reason.piece.removesuffix("s"), _PIECES["cards"]))
        case r.DiscardOwed():
            owed = terms.piles(words, reason.resources, reason.ingredients)
            return words.say("You must discard exactly {cards}. Choose which.", cards=owed or "0")
        case _:
            return _SAID.say(words, reason, names)
