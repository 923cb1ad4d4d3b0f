"""What happened, told from facts alone: a line for each turn."""

from collections.abc import Sequence

from bot.games.cafe import terms
from bot.wording import Many, Narrator, Sentences, Text, Words, capital
from bot.wording.narrator import each
from bot.wording.sentences import name, plain
from rules.cafe import facts as f
from rules.cafe.guests import WOMAN, sex
from rules.contract import Fact

ENDINGS = {
    "bar": Text("The game is over: the bar is full."),
    "chairs": Text("The game is over: all chairs are taken."),
    "bag": Text("The game is over: only four guests are left in the bag."),
    "hand": Text("The game is over: somebody has no guests left and draws no more."),
    "last": Text("The game is over: all others have dropped out or resigned."),
    "passed": Text("The game is over: nobody can do anything any more."),
    "resigned": Text("The game is over: only one player is left."),
}
"""Sentences by the endings of rules/cafe/state.py."""


_SAID = Sentences(
    {
        f.Began: Text("{name} starts."),
        f.Dealt: Text("{name} receives {guests}."),
        f.Swapped: Text("{name} seats {guest} on {chair} and takes the joker."),
        f.WentToBar: Text("{name} sends {guest} to the bar, field {field}: {points}."),
        f.Drew: Text("{name} draws {guests}."),
        f.Passed: Text("{name} holds only jokers that cannot be seated, and passes."),
        f.BirthdayReached: Text("{name} is the first to reach the points for the birthday and names its nation."),
        f.BirthdayNamed: Text("{name} names the birthday nation: {nation}. Its two tables count double from now on."),
        f.OneNation: Many(
            "{name} has completed a one-nation table: their hand limit falls to {limit}.",
            "{name} has completed {n} one-nation tables: their hand limit falls to {limit}.",
        ),
        f.Resigned: Text("{name} resigns; the bot plays only forced moves for them from now on."),
    },
    {
        "name": {"seat": name, "starts": name},
        "n": {"tables": plain},
        "guest": {"kind": lambda words, _, kind: terms.guest_object(words, kind)},
        "guests": {"kinds": lambda words, _, kinds: terms.counted_object(words, kinds)},
        "chair": {"chair": lambda _, __, chair: terms.chair_name(chair)},
        "points": {"points": lambda words, _, points: terms.points(words, points)},
        "nation": {"nation": lambda words, _, nation: terms.nation(words, nation)},
    },
)


class Teller(Narrator):
    """Hears facts in order; a turn is one line of sentences."""

    said = _SAID
    breaks = (f.Dealt, f.Swapped, f.WentToBar, f.BirthdayNamed, f.Resigned)

    def __init__(self, words: Words, names: Sequence[str]) -> None:
        super().__init__(words, names)
        self._seated: f.Seated | None = None
        self._gains: list[f.TableScored] = []

    def _finish(self) -> None:
        """Tells a seating together with what its tables brought."""
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
        if len(gains) == 1 and not gains[0].one_nation:  # it brought all of them
            text += f" ({terms.nation_of(words, gains[0].table)})"
        elif gains:
            text += f" ({', '.join(self._part(gain) for gain in gains)})"
        return f"{text}."

    def _part(self, gain: f.TableScored) -> str:
        text = f"{terms.nation_of(self.words, gain.table)} {self.words.signed(gain.points)}"
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

    def _hear(self, fact: Fact) -> None:
        words = self.words
        match fact:
            case f.Seated():
                self._break()
                self._seated = fact
            case f.TableScored():
                self._gains.append(fact)
            case f.RegularsTable():
                self._say(self._regulars(fact, self._seated))
            case f.DroppedOut():
                paid = terms.points(words, fact.paid)
                self._say(words.say("{name} can pay only {paid} and drops out.", name=self.names[fact.seat], paid=paid))
                if fact.kinds:
                    self._say(words.say("Out of the game: {guests}.", guests=terms.counted(words, fact.kinds)))
            case f.Charged():
                self._say(self._charged(fact))
            case f.Ended():
                self._say(words.put(ENDINGS[fact.ending]))
            case _:
                raise TypeError(fact)

    def _regulars(self, fact: f.RegularsTable, seated: f.Seated | None) -> str:
        """Tells of four men or four women; who they are was told with the seating."""
        words = self.words
        values = {"table": terms.table(words, fact.table), "points": terms.points(words, fact.points)}
        if fact.one_nation:
            values["points"] = f"{values['points']} ({words.say('one nation')})"
        if seated is None:
            return words.say("{table} is all men or all women: {points}.", **values)
        if sex(seated.guests[0].kind) == WOMAN:
            return words.say("A coffee circle at {table}: {points}.", **values)
        return words.say("A regulars' table at {table}: {points}.", **values)

    def _charged(self, fact: f.Charged) -> str:
        costs = each(self.names, [self.words.signed(-cost) if cost else "" for cost in fact.costs])
        if not costs:
            return self.words.say("Nobody holds guests any more.")
        return self.words.say("For guests still held: {list}.", list=costs)
