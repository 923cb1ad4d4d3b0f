"""Why cards cannot change hands: prices, the bank, offers."""

from collections.abc import Sequence

from bot.games.catan import terms
from bot.wording.words import Words, capital
from rules.catan import reasons as r
from rules.contract import Reason

_Card = r.BankHasNot | r.ResourcesOnly | r.NotInYourHand | r.SameKind | r.TooFewForTheBank | r.NotAmongOthers


def explain(words: Words, reason: Reason, names: Sequence[str]) -> str:
    match reason:
        case r.CannotPay():
            missing = terms.packed(words, reason.missing)
            return words.say("You cannot pay that; you lack {cards}. Choose something else, or trade.", cards=missing)
        case r.BankHasNot() | r.ResourcesOnly() | r.NotInYourHand() | r.SameKind() | r.TooFewForTheBank():
            return _card(words, reason)
        case r.NotAmongOthers():
            return _card(words, reason)
        case r.AnswerStands():
            return words.say(
                "That is your answer to offer {number} already. Change it or leave it.", number=reason.number
            )
        case r.PilesApart():
            return words.say(
                "With the bank resources go for resources and ingredients for ingredients. Choose both of one sort."
            )
        case r.NoGifts():
            return words.say("Each side gives at least one card. Say what you give and what you want.")
        case r.OfferIsOpen():
            return words.say("Offer {number} is still open. Close or withdraw it first.", number=reason.number)
        case r.NoSuchOffer():
            return words.say(
                "Offer {number} is not open for you any more. Open “My turn” to see how it stands.",
                number=reason.number,
            )
        case r.NobodyToAsk():
            return words.say("An offer goes to at least one other player who still plays. Choose somebody.")
        case r.NoSuchReply():
            who = names[reason.seat] if reason.seat < len(names) else str(reason.seat + 1)
            return words.say(
                "There is no such answer of {name} now. Open “My turn” to see the answers as they stand.", name=who
            )
        case _:
            raise TypeError(reason)


def _card(words: Words, reason: _Card) -> str:
    card = capital(terms.card(words, reason.card))
    match reason:
        case r.BankHasNot():
            return words.say("{card}: the bank has too few. Choose another kind.", card=card)
        case r.ResourcesOnly():
            return words.say("{card} is an ingredient, and this card concerns resources. Choose a resource.", card=card)
        case r.NotInYourHand():
            return words.say("{card}: you do not have so many. “My hand” shows your cards.", card=card)
        case r.SameKind():
            return words.say("{card} cannot stand on both sides. Choose different kinds.", card=card)
        case r.TooFewForTheBank():
            return words.say(
                "{card}: the bank takes {rate} for one, and you have fewer. Choose another kind.",
                card=card,
                rate=reason.rate,
            )
        case r.NotAmongOthers():
            return words.say("{card}: the others do not have so many together. Ask for fewer.", card=card)
