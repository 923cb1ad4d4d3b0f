"""What happened, told from facts alone: one sentence for each turn, with similar facts merged."""

from collections.abc import Sequence

from bot.games.guatemala import terms
from bot.wording import Many, Narrator, Sentences, Text, Words
from bot.wording.sentences import name, plain
from rules.contract import Fact
from rules.guatemala import facts as f
from rules.guatemala.board import EDGE, HARBOUR
from rules.guatemala.pieces import SACK, SHIP
from rules.guatemala.production import SPACES

ENDINGS = {
    "track": Text("The game is over: a marker has reached the last coffee sack on the victory point track."),
    "sacks": Text("The game is over: no coffee sack is left on the production area board."),
    "laps": Text("The game is over: the Buyer has gone round twice without a build or a scoring."),
    "resigned": Text("The game is over: only one player is left."),
}
"""Sentences by the endings of rules/guatemala/state.py."""


def _everybody(words: Words, names: Sequence[str], seats: Sequence[int]) -> str:
    return words.listed([names[seat] for seat in seats])


_SAID = Sentences(
    {
        f.Dealt: Text("Your coffee sacks: {sacks}."),
        f.BuyerPut: Text("{name} puts the Buyer on space {space} ({line})."),
        f.Resigned: Text("{name} resigns; the bot plays only forced moves for them from now on."),
        f.BlockadeAsked: Text("Asked about a blockade: {asked}."),
        f.NobodyCanBlock: Text("Nobody can block: all seven sacks of {coffee} lie open."),
        f.NotBlocked: Text("Nobody blocks."),
        f.LapWarning: Many(
            "The Buyer has gone {n} space since the last build or scoring; at {last} the game ends.",
            "The Buyer has gone {n} spaces since the last build or scoring; at {last} the game ends.",
        ),
        f.ShipSailed: Text("{ship} sails from harbour {number}."),
        f.SackLaid: Text("{name} lays {sack} at {field}."),
        f.FieldStaysEmpty: Text("No coffee sack is left for {field}; the field stays empty."),
    },
    {
        "name": {"seat": name},
        "asked": {"asked": _everybody},
        "sacks": {"stock": lambda words, _, stock: terms.counted(words, stock)},
        "sack": {"coffee": lambda words, _, coffee: terms.piece_object(words, SACK + coffee)},
        "coffee": {"coffee": lambda words, _, coffee: terms.coffee_name(words, coffee)},
        "ship": {"coffee": lambda words, _, coffee: terms.piece_object(words, SHIP + coffee)},
        "n": {"walked": plain},
        "last": {"walked": lambda _, __, ___: 2 * SPACES},
        "number": {"harbour": lambda _, __, harbour: harbour + 1},
        "field": {"field": lambda _, __, field: terms.field(field)},
        "line": {"space": lambda words, _, space: terms.line(words, space)},
    },
)


class Teller(Narrator):
    """Hears facts in order; clauses of one seat's turn become one sentence."""

    said = _SAID
    breaks = (f.BuyerPut, f.Resigned)

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        super().__init__(words, names)
        self._placed: list[f.Placed] = []
        self._moved = False

    # ── sentences and paragraphs ─────────────────────────────────────────────────────────────────────────────────────

    def _finish(self, tail: str = "") -> None:
        """Makes a sentence of the clauses heard so far, with the consequences behind a semicolon."""
        if self._placed:
            self._clauses.append(self._built())
        self._told(tail)
        self._placed, self._moved = [], False

    def _built(self) -> str:
        """Builds a brown shed at G8 (6 ¢) and 2 roads at …: several of one piece are told together, and last."""
        codes = {fact.code: [x for x in self._placed if x.code == fact.code] for fact in self._placed}
        groups = sorted(codes.values(), key=self._together)
        pieces = self.words.listed([piece for group in groups for piece in self._pieces(group)])
        return self.words.say("builds {pieces}", pieces=pieces)

    @staticmethod
    def _together(group: Sequence[f.Placed]) -> bool:
        """Can these be told together? Ships cannot: each has its own harbour and price."""
        return len(group) > 1 and not HARBOUR <= group[0].place < EDGE

    def _pieces(self, group: Sequence[f.Placed]) -> list[str]:
        if not self._together(group):
            return [self._piece(fact) for fact in group]
        places = [self._place(fact) for fact in group]
        return [self._at(group[0].code, len(group), self.words.listed(places))]

    def _place(self, fact: f.Placed) -> str:
        """Names a place with its price; roads are free."""
        where = terms.place(self.words, fact.place)
        return where if fact.place >= EDGE else f"{where} ({self.words.money(fact.price)})"

    def _at(self, code: int, n: int, places: str) -> str:
        return self.words.say("{pieces} at {places}", pieces=terms.piece_object(self.words, code, n), places=places)

    def _piece(self, fact: f.Placed) -> str:
        if not HARBOUR <= fact.place < EDGE:
            return self._at(fact.code, 1, self._place(fact))
        return self.words.say(
            "{piece} in harbour {number} ({price})",
            piece=terms.piece_object(self.words, fact.code),
            number=fact.place - HARBOUR + 1,
            price=self.words.money(fact.price),
        )

    # ── facts ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _hear(self, fact: Fact) -> None:
        words, names = self.words, self.names
        match fact:
            case f.BuyerMoved():
                self._break()
                self._seat, self._moved = fact.seat, True
                self._clauses.append(self._move(fact))
            case f.Stopped():
                self._turn_of(fact.seat)
                stops = words.say("stops there") if self._moved else None
                self._clauses.append(stops or words.say("stops at space {space}", space=fact.space))
                self._finish()
            case f.Placed():
                self._turn_of(fact.seat)
                self._placed.append(fact)
            case f.BuildEnded():
                self._turn_of(fact.seat)
                self._end_build(fact)
            case f.SackTaken():
                self._turn_of(fact.seat)
                self._take_sack(fact)
            case f.Blocked():
                self._block(fact)
            case f.Scored():
                self._score(fact)
            case f.SackDrawn():
                sack, field = terms.piece(words, SACK + fact.coffee), terms.field(fact.field)
                self._say(words.say("From the bag to {field}: {sack}.", field=field, sack=sack))
            case f.Began():
                self._say(words.say("{name} starts.", name=names[fact.starts]))
                self._say(words.say("{name} puts the Buyer on the perimeter track first.", name=names[fact.puts_buyer]))
            case f.Answered():
                block, passes = words.say("Your answer: you block."), words.say("Your answer: you pass.")
                self._say(block if fact.block else passes)
            case f.Ended():
                self._say(words.put(ENDINGS[fact.ending]))
            case _:
                raise TypeError(fact)

    def _move(self, fact: f.BuyerMoved) -> str:
        if fact.paid:
            return self.words.many(
                "moves the Buyer {n} space to space {space} for {price}",
                "moves the Buyer {n} spaces to space {space} for {price}",
                fact.spaces,
                space=fact.space,
                price=self.words.money(fact.paid),
            )
        return self.words.many(
            "moves the Buyer {n} space to space {space}",
            "moves the Buyer {n} spaces to space {space}",
            fact.spaces,
            space=fact.space,
        )

    def _end_build(self, fact: f.BuildEnded) -> None:
        words = self.words
        if not fact.pieces:
            self._clauses.append(words.say("builds nothing"))
            self._finish()
            return
        if not self._clauses and not self._placed:
            self._clauses.append(words.say("finishes building"))
        roads = len(fact.roads)
        if roads == fact.pieces:
            tail = words.many("{n} road fills the emptied field", "{n} roads fill the emptied fields", roads)
        elif roads:
            tail = words.many("the last road fills an emptied field", "the last {n} roads fill emptied fields", roads)
        else:
            tail = words.many(
                "no road is left for the emptied field", "no road is left for the emptied fields", fact.pieces
            )
        self._finish(tail)

    def _take_sack(self, fact: f.SackTaken) -> None:
        sack = terms.piece_object(self.words, SACK + fact.coffee)
        field, money = terms.field(fact.source), self.words.money(fact.money)
        takes = self.words.say("takes {sack} from {field} (+{money})", sack=sack, field=field, money=money)
        self._clauses.append(takes)
        self._finish(self.words.say("the sack lies on space {space} of the victory point track", space=fact.space))

    def _block(self, fact: f.Blocked) -> None:
        sack, field = terms.piece_object(self.words, SACK + fact.coffee), terms.field(fact.field)
        blocker, scorer = self.names[fact.seat], self.names[fact.scorer]
        self._say(self.words.say("{name} blocks and lays {sack} at {field}.", name=blocker, sack=sack, field=field))
        self._say(self.words.say("Nobody gets points; {name} keeps the money.", name=scorer))

    def _score(self, fact: f.Scored) -> None:
        coffee = terms.coffee_name(self.words, fact.coffee)
        gains = terms.gains(self.words, fact.points, self.names)
        scored = self.words.say("Scoring of {coffee}: {gains}.", coffee=coffee, gains=gains)
        nothing = self.words.say("Scoring of {coffee}: nobody gets points.", coffee=coffee)
        self._say(scored if gains else nothing)
