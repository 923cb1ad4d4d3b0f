"""Why a move is refused, and what can be done instead."""

from collections.abc import Sequence

from bot.games.cafe import terms
from bot.wording import Sentences, Text, Words
from rules.cafe import reasons as r
from rules.cafe.board import NATIONS_AT, TABLES_AT
from rules.contract import Reason


def _nations_at(words: Words, _: Sequence[str], chair: int) -> str:
    return words.either([terms.nation(words, nation) for nation in NATIONS_AT[chair]])


_SAID = Sentences(
    {
        r.ChairTaken: Text("Somebody sits on {chair} already. Choose a free chair."),
        r.NoNamingThere: Text("Leave out the nation for {chair}: it is named only for a joker between two nations."),
        r.TooManyOfOneSex: Text(
            "At {table} the numbers of women and men may differ by one at most. Choose another chair or another guest."
        ),
        r.SitsAlone: Text(
            "On {chair} the guest would sit alone and score nothing. Seat a second one at the same table with it, "
            "or choose another chair."
        ),
        r.TwoGuestsAtMost: Text("In one turn you seat one or two guests. Leave out the others."),
        r.NoRegularsTable: Text(
            "Three or four guests must make one table of four women or four men. Otherwise seat one or two."
        ),
        r.NoJokerThere: Text("On {chair} sits no joker. Choose the chair of a joker."),
        r.WrongSex: Text("Only a guest of the same sex can replace a joker. Choose another guest for {chair}."),
        r.JokerForAJoker: Text("A joker cannot replace a joker. Choose an ordinary guest."),
        r.JokersStayOutOfTheBar: Text("Jokers may never go to the bar. Choose another guest, or seat the joker."),
        r.NameFirst: Text("First name the birthday nation: its two tables count double from now on."),
        r.NotInYourHand: Text("You don't hold this guest, or not that many: {guest}. See My hand."),
        r.NameTheJoker: Text(
            "On {chair} a joker sits between two nations. After the chair, name the one it stands for: {nations}."
        ),
    },
    {
        "chair": {"chair": lambda _, __, chair: terms.chair_name(chair)},
        "table": {"table": lambda words, _, table: terms.table(words, table)},
        "guest": {"kind": lambda words, _, kind: terms.lettered(words, kind)},
        "nations": {"chair": _nations_at},
    },
)


def explain(words: Words, reason: Reason, names: Sequence[str] = ()) -> str:
    if isinstance(reason, r.WrongNation):
        return words.say(
            "You cannot seat {guest} on {chair}: it belongs to {tables}. Choose a chair of the guest's nation.",
            guest=terms.guest_object(words, reason.kind),
            chair=terms.chair_name(reason.chair),
            tables=words.listed([terms.table(words, number) for number in TABLES_AT[reason.chair]]),
        )
    return _SAID.say(words, reason, names)
