"""What happened, from facts alone: a line a turn."""

from collections.abc import Sequence

from bot.games.cafe import terms
from bot.wording.narrator import Narrator
from bot.wording.words import Text, Words, capital
from rules.cafe import facts as f
from rules.cafe.board import TABLE_NAMES
from rules.cafe.guests import WOMAN, sex
from rules.contract import Fact

ENDINGS = {
    "bar": Text("The game is over: the bar is full."),
    "chairs": Text("The game is over: all chairs are taken."),
    "bag": Text("The game is over: only four guests are left in the bag."),
    "hand": Text("The game is over: a hand is empty, and no guest may be drawn any more."),
    "last": Text("The game is over: all others have dropped out or resigned."),
    "passed": Text("The game is over: nobody can do anything any more."),
    "resigned": Text("The game is over: only one player is left."),
}
"""By the endings of rules/cafe/state.py."""


class Teller(Narrator):
    """Hears facts in their order; a turn is one line of sentences."""

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        super().__init__(words, names)
        self._seated: f.Seated | None = None
        self._gains: list[f.TableScored] = []

    def _finish(self) -> None:
        """A seating is told with what its tables brought."""
        seated, gains = self._seated, self._gains
        self._seated, self._gains = None, []
        if seated is not None:
            self._sentences.append(capital(self._seating(seated, gains)))
        else:
            self._sentences += [self._table(gain) for gain in gains]

    def _seating(self, fact: f.Seated, gains: Sequence[f.TableScored]) -> str:
        words = self.words
        guests = words.listed(
            [
                words.say(
                    "{guest} on {chair}", guest=terms.seated_object(words, sits), chair=terms.chair_name(sits.chair)
                )
                for sits in fact.guests
            ]
        )
        text = words.say(
            "{name} seats {guests}: {points}", name=self.names[fact.seat], guests=guests,
            points=terms.points(words, fact.points),
        )  # fmt: skip
        if len(gains) > 1 or any(gain.one_nation for gain in gains):
            text += f" ({', '.join(self._part(gain) for gain in gains)})"
        return f"{text}."

    def _part(self, gain: f.TableScored) -> str:
        text = f"{TABLE_NAMES[gain.table]} {self.words.signed(gain.points)}"
        return f"{text} {self.words.say('one nation')}" if gain.one_nation else text

    def _table(self, gain: f.TableScored) -> str:
        words = self.words
        values = {
            "name": self.names[gain.seat],
            "table": terms.table(words, gain.table),
            "points": terms.points(words, gain.points),
        }
        if gain.one_nation:
            return words.say("{table} is a one-nation table now and brings {name} {points}.", **values)
        return words.say("{table} brings {name} {points}.", **values)

    # ── facts ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def hear(self, fact: Fact) -> None:
        match fact:
            case f.Seated() | f.TableScored() | f.RegularsTable() | f.OneNation() | f.Swapped():
                self._hear_seating(fact)
            case f.WentToBar() | f.DroppedOut() | f.Drew() | f.Passed():
                self._hear_turn(fact)
            case f.Began() | f.Dealt() | f.BirthdayReached() | f.BirthdayNamed():
                self._hear_table(fact)
            case f.Charged() | f.Resigned() | f.Ended():
                self._hear_end(fact)
            case _:
                raise TypeError(fact)

    def _hear_seating(self, fact: f.Seated | f.TableScored | f.RegularsTable | f.OneNation | f.Swapped) -> None:
        words = self.words
        match fact:
            case f.Seated():
                self._break()
                self._seated = fact
            case f.TableScored():
                self._gains.append(fact)
            case f.RegularsTable():
                self._say(self._regulars(fact, self._seated))
            case f.OneNation():
                self._say(
                    words.many(
                        "With a one-nation table completed {name} draws up to {limit} from now on.",
                        "With {n} one-nation tables completed {name} draws up to {limit} from now on.",
                        fact.tables,
                        name=self.names[fact.seat],
                        limit=fact.limit,
                    )
                )
            case f.Swapped():
                self._break()
                guest, chair = terms.guest_object(words, fact.kind), terms.chair_name(fact.chair)
                name = self.names[fact.seat]
                self._say(
                    words.say(
                        "{name} seats {guest} on {chair} and takes the joker.", name=name, guest=guest, chair=chair
                    )
                )

    def _regulars(self, fact: f.RegularsTable, seated: f.Seated | None) -> str:
        """Four men or four women: who they are was told with the seating."""
        words = self.words
        values = {"table": terms.table(words, fact.table), "points": terms.points(words, fact.points)}
        if fact.one_nation:
            values["points"] = f"{values['points']} ({words.say('one nation')})"
        if seated is None:
            return words.say("{table} is all men or all women: {points}.", **values)
        if sex(seated.guests[0].kind) == WOMAN:
            return words.say("A coffee circle at {table}: {points}.", **values)
        return words.say("A regulars' table at {table}: {points}.", **values)

    def _hear_turn(self, fact: f.WentToBar | f.DroppedOut | f.Drew | f.Passed) -> None:
        words, name = self.words, self.names[fact.seat]
        match fact:
            case f.WentToBar():
                self._break()
                self._say(
                    words.say(
                        "{name} sends {guest} to the bar, field {field}: {points}.",
                        name=name,
                        guest=terms.guest_object(words, fact.kind),
                        field=fact.field,
                        points=terms.points(words, fact.points),
                    )
                )
            case f.DroppedOut():
                paid = terms.points(words, fact.paid)
                self._say(words.say("{name} can pay only {paid} and drops out.", name=name, paid=paid))
                if fact.kinds:
                    self._say(words.say("Out of the game: {guests}.", guests=terms.counted(words, fact.kinds)))
            case f.Drew():
                self._say(
                    words.say("{name} draws {guests}.", name=name, guests=terms.counted_object(words, fact.kinds))
                )
            case f.Passed():
                self._say(words.say("{name} holds only jokers that cannot be seated, and passes.", name=name))

    def _hear_table(self, fact: f.Began | f.Dealt | f.BirthdayReached | f.BirthdayNamed) -> None:
        words, names = self.words, self.names
        match fact:
            case f.Began():
                self._say(words.say("{name} starts.", name=names[fact.starts]))
            case f.Dealt():
                self._break()
                guests = terms.counted_object(words, fact.kinds)
                self._say(words.say("{name} receives {guests}.", name=names[fact.seat], guests=guests))
            case f.BirthdayReached():
                self._say(
                    words.say(
                        "{name} is the first to have the points for the birthday and names its nation.",
                        name=names[fact.seat],
                    )
                )
            case f.BirthdayNamed():
                self._break()
                self._say(
                    words.say(
                        "{name} names the nation of the birthday: {nation}. Its two tables count double from now on.",
                        name=names[fact.seat],
                        nation=terms.nation(words, fact.nation),
                    )
                )

    def _hear_end(self, fact: f.Charged | f.Resigned | f.Ended) -> None:
        words, names = self.words, self.names
        match fact:
            case f.Charged():
                costs = [(names[seat], -cost) for seat, cost in enumerate(fact.costs) if cost]
                if costs:
                    shown = ", ".join(f"{name} {words.signed(cost)}" for name, cost in costs)
                    self._say(words.say("For guests still held: {list}.", list=shown))
                else:
                    self._say(words.say("Nobody holds guests any more."))
            case f.Resigned():
                self._break()
                self._say(
                    words.say("{name} resigns; the seat goes on with the least it must do.", name=names[fact.seat])
                )
            case f.Ended():
                self._say(words.put(ENDINGS[fact.ending]))


def tell(words: Words, facts: Sequence[Fact], names: Sequence[str]) -> list[str]:
    teller = Teller(words, names)
    for fact in facts:
        teller.hear(fact)
    return teller.end()
