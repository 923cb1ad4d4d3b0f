"""Why a move is refused, and what can be done instead."""

from collections.abc import Sequence

from bot.games.guatemala import terms
from bot.wording.words import Text, Words
from rules.contract import Reason
from rules.guatemala import reasons as r
from rules.guatemala.board import HARBOUR
from rules.guatemala.pieces import KIND_OF, SACK, Kind

_WRONG_PLACE = {
    Kind.WORKER: Text("A worker goes to a field of the plantation board, such as H7."),
    Kind.SHED: Text("A shed goes to a building site of the plantation board."),
    Kind.SHIP: Text("A ship goes to a harbour, such as harbour1."),
    Kind.ROAD: Text("A road goes to a border between fields, such as H7n (upper) or H7w (left)."),
}


def explain(words: Words, reason: Reason, names: Sequence[str] = ()) -> str:
    match reason:
        case r.OffTheTrack() | r.MoveTheBuyerFirst() | r.BuyerHasMoved() | r.StepTooFar() | r.StepTooDear():
            return _buyer(words, reason)
        case r.NotOnTheLine() | r.NothingThere() | r.SacksAreScored() | r.NoSackThere():
            return _source(words, reason)
        case r.BuildOrScore():
            return words.say("You have started to build, so you cannot score in this turn. Build more, or finish.")
        case r.ThreePieces():
            return words.say("You have taken three pieces, the most in one turn. Finish your turn.")
        case r.WrongPlace():
            return words.put(_WRONG_PLACE[KIND_OF[reason.code]])
        case r.OffTheBoard() | r.Closed() | r.Taken() | r.OnlyAShed() | r.NoShedSite() | r.NoPathThere():
            return _place(words, reason)
        case r.SecondShed() | r.Apart() | r.TouchesAnother():
            return _plantation(words, reason, names)
        case r.HarbourFull():
            where = terms.harbour(words, reason.harbour)
            return words.say("No dock is free in {harbour}. Choose another harbour.", harbour=where)
        case r.TooDear():
            price, money = words.money(reason.price), words.money(reason.money)
            return words.say("That costs {price}; you have {money}. Choose a cheaper place.", price=price, money=money)
        case r.NotInYourStock() | r.NothingToLay() | r.NoTie():
            return _stock(words, reason)
        case _:
            raise TypeError(reason)


_Buyer = r.OffTheTrack | r.MoveTheBuyerFirst | r.BuyerHasMoved | r.StepTooFar | r.StepTooDear


def _buyer(words: Words, reason: _Buyer) -> str:
    match reason:
        case r.OffTheTrack():
            return words.say("The perimeter track has the spaces 0 to 35. Choose one of them.")
        case r.MoveTheBuyerFirst():
            return words.say("First move the Buyer 1 to 3 spaces (4 for {price}).", price=words.money(2))
        case r.BuyerHasMoved():
            return words.say("The Buyer has moved in this turn already. Build, score or stop at his line.")
        case r.StepTooFar():
            return words.say("The Buyer moves 1 to 3 spaces, or 4 for {price}.", price=words.money(2))
        case r.StepTooDear():
            price, money = words.money(reason.price), words.money(reason.money)
            return words.say(
                "The fourth space costs {price}; you have {money}. Move the Buyer 1 to 3 spaces.",
                price=price,
                money=money,
            )


def _source(words: Words, reason: r.NotOnTheLine | r.NothingThere | r.SacksAreScored | r.NoSackThere) -> str:
    field = terms.field(reason.field)
    match reason:
        case r.NotOnTheLine():
            return words.say(
                "{field} is not on the line that the Buyer faces. Choose a field of that line.", field=field
            )
        case r.NothingThere():
            return words.say("{field} is empty. Choose a field of the line with a piece.", field=field)
        case r.SacksAreScored():
            return words.say(
                "A coffee sack lies at {field}: it cannot be built. Score it, or choose another piece.", field=field
            )
        case r.NoSackThere():
            return words.say("No coffee sack lies at {field}. Choose a field of the line with a sack.", field=field)


def _place(
    words: Words, reason: r.OffTheBoard | r.Closed | r.Taken | r.OnlyAShed | r.NoShedSite | r.NoPathThere
) -> str:
    where = terms.place(words, reason.place)
    match reason:
        case r.OffTheBoard():
            return words.say(
                "There is no {place} on this side of the plantation board. Choose another place.", place=where
            )
        case r.Closed() if reason.place >= HARBOUR:
            return words.say("With three players {place} is closed. Choose another harbour.", place=where)
        case r.Closed():
            return words.say("With three players {place} is covered. Choose another place.", place=where)
        case r.Taken():
            return words.say("{place} is taken. Choose a free place.", place=where)
        case r.OnlyAShed():
            return words.say("{place} is a building site: only a shed stands there. Choose another field.", place=where)
        case r.NoShedSite():
            return words.say("{place} is no building site, and a shed needs one. Choose a free site.", place=where)
        case r.NoPathThere():
            return words.say(
                "No road can lie at {place}: no path is printed there. Choose a border on a path.", place=where
            )


def _plantation(words: Words, reason: r.SecondShed | r.Apart | r.TouchesAnother, names: Sequence[str]) -> str:
    match reason:
        case r.SecondShed():
            coffee = terms.coffee_name(words, reason.coffee)
            return words.say(
                "A plantation has one shed at most, and yours has one: {coffee}. Choose another piece.", coffee=coffee
            )
        case r.Apart():
            where, coffee = terms.place(words, reason.place), terms.coffee_name(words, reason.coffee)
            return words.say(
                "{place} does not touch your plantation ({coffee}). Choose a field beside its workers or its shed.",
                place=where,
                coffee=coffee,
            )
        case r.TouchesAnother():
            where = terms.place(words, reason.place)
            if reason.seat >= len(names):
                return words.say(
                    "{place} touches another player's plantation of the same coffee. Choose a field apart from it.",
                    place=where,
                )
            return words.say(
                "{place} touches a plantation of the same coffee ({name}). Choose a field apart from it.",
                place=where,
                name=names[reason.seat],
            )


def _stock(words: Words, reason: r.NotInYourStock | r.NothingToLay | r.NoTie) -> str:
    match reason:
        case r.NotInYourStock():
            sack = terms.piece(words, SACK + reason.coffee)
            return words.say("Not in your stock: {sack}. Choose what you hold; “My hand” shows it.", sack=sack)
        case r.NothingToLay():
            return words.say(
                "There is no coffee sack for you to lay: none is left, or it is chosen already. Go on without it."
            )
        case r.NoTie():
            where = terms.harbour(words, reason.harbour)
            return words.say(
                "There is no tie for {harbour} to settle. Leave the ship out, or choose a tied harbour.", harbour=where
            )
