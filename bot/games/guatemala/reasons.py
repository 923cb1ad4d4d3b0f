"""Why a move is refused, and what can be done instead."""

from collections.abc import Sequence

from bot.games.guatemala import terms
from bot.wording import Sentences, Text, Words
from bot.wording.sentences import name
from rules.contract import Reason
from rules.guatemala import reasons as r
from rules.guatemala.board import HARBOUR, PLACE_NAMES
from rules.guatemala.pieces import KIND_OF, SACK, Kind

_WRONG_PLACE = {
    Kind.WORKER: Text("A worker goes to a field of the plantation board, such as {place}."),
    Kind.SHED: Text("A shed goes to a building site of the plantation board, such as {place}."),
    Kind.SHIP: Text("A ship goes to a harbour, such as {place}."),
    Kind.ROAD: Text("A road goes to a border between fields, such as {place}."),
}


_SAID = Sentences(
    {
        r.OffTheTrack: Text("The perimeter track has the spaces 0 to 35. Choose one of them."),
        r.BuyerHasMoved: Text("The Buyer has moved in this turn already. Build, score or stop at his line."),
        r.StepTooDear: Text("The fourth space costs {price}; you have {money}. Move the Buyer 1 to 3 spaces."),
        r.NotOnTheLine: Text("{field} is not on the line that the Buyer faces. Choose a field of that line."),
        r.NothingThere: Text("{field} is empty. Choose a field of the line with a piece."),
        r.SacksAreScored: Text("A coffee sack lies at {field}: it cannot be built. Score it, or choose another piece."),
        r.NoSackThere: Text("No coffee sack lies at {field}. Choose a field of the line with a sack."),
        r.BuildOrScore: Text("You have started to build, so you cannot score in this turn. Build more, or finish."),
        r.ThreePieces: Text("You have taken three pieces, the most in one turn. Finish your turn."),
        r.OffTheBoard: Text("There is no {place} on this side of the plantation board. Choose another place."),
        r.Closed: Text("With three players {place} is covered. Choose another place."),
        r.Taken: Text("{place} is taken. Choose a free place."),
        r.OnlyAShed: Text("{place} is a building site: only a shed stands there. Choose another field."),
        r.NoShedSite: Text("{place} is no building site, and a shed needs one. Choose a free site."),
        r.NoPathThere: Text("No road can lie at {place}: no path is printed there. Choose a border on a path."),
        r.SecondShed: Text("A plantation has one shed at most, and yours has one: {coffee}. Choose another piece."),
        r.Apart: Text(
            "{place} does not touch your plantation ({coffee}). Choose a field beside its workers or its shed."
        ),
        r.TouchesAnother: Text(
            "{place} touches a plantation of the same coffee ({name}). Choose a field that does not touch it."
        ),
        r.NoShedForShip: Text(
            "A ship needs your own shed of its coffee, and you have none ({coffee}). Build it first, or choose another"
            " piece."
        ),
        r.PathElsewhere: Text(
            "This ship goes to {harbour}, where the path of your shed ({coffee}) leads. Choose that harbour."
        ),
        r.HarbourFull: Text("No dock is free in {harbour}. Choose another harbour."),
        r.TooDear: Text("That costs {price}; you have {money}. Choose a cheaper place."),
        r.NotInYourStock: Text("Not in your stock: {sack}. Choose what you hold; “My hand” shows it."),
        r.NothingToLay: Text(
            "There is no coffee sack for you to lay: none is left, or it is chosen already. Go on without it."
        ),
        r.NoTie: Text("There is no tie for {harbour} to settle. Leave the ship out, or choose a tied harbour."),
    },
    {
        "price": {"price": lambda words, _, price: words.money(price)},
        "money": {"money": lambda words, _, money: words.money(money)},
        "field": {"field": lambda _, __, field: terms.field(field)},
        "place": {"place": lambda words, _, place: terms.place(words, place)},
        "harbour": {"harbour": lambda words, _, harbour: terms.harbour(words, harbour)},
        "coffee": {"coffee": lambda words, _, coffee: terms.coffee_name(words, coffee)},
        "sack": {"coffee": lambda words, _, coffee: terms.piece(words, SACK + coffee)},
        "name": {"seat": name},
    },
)


def explain(words: Words, reason: Reason, names: Sequence[str] = ()) -> str:
    match reason:
        case r.MoveTheBuyerFirst():
            return words.say("First move the Buyer 1 to 3 spaces (4 for {price}).", price=words.money(2))
        case r.StepTooFar():
            return words.say("The Buyer moves 1 to 3 spaces, or 4 for {price}.", price=words.money(2))
        case r.WrongPlace() if reason.place < 0:
            return words.say("There is no place for this piece now. Choose another piece.")
        case r.WrongPlace():
            return words.put(_WRONG_PLACE[KIND_OF[reason.code]], place=PLACE_NAMES[reason.place])
        case r.HarbourFull() if not reason.elsewhere:
            where = terms.harbour(words, reason.harbour)
            return words.say("No dock is free for this ship in {harbour}. Choose another piece.", harbour=where)
        case r.TooDear() if not reason.cheaper:
            price, money = words.money(reason.price), words.money(reason.money)
            return words.say("That costs {price}; you have {money}. Choose another piece.", price=price, money=money)
        case r.Closed() if reason.place >= HARBOUR:
            where = terms.place(words, reason.place)
            return words.say("With three players {place} is closed. Choose another harbour.", place=where)
        case r.TouchesAnother() if reason.seat >= len(names):
            return words.say(
                "{place} touches another player's plantation of the same coffee. Choose a field that does not "
                "touch it.",
                place=terms.place(words, reason.place),
            )
        case _:
            return _SAID.say(words, reason, names)
