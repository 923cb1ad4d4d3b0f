"""Why a move is refused, and what can be done instead."""

from collections.abc import Sequence

from bot.games.cafe import terms
from bot.wording.words import Words, capital
from rules.cafe import reasons as r
from rules.cafe.board import NATIONS_AT
from rules.contract import Reason


def explain(words: Words, reason: Reason, names: Sequence[str] = ()) -> str:
    del names
    match reason:
        case r.NotInYourHand():
            guest = terms.lettered(words, reason.kind)
            return words.say("You do not hold this guest, or not so often: {guest}. See My hand.", guest=guest)
        case r.ChairTaken() | r.WrongNation() | r.NameTheJoker() | r.NoNamingThere():
            return _chair(words, reason)
        case r.TooManyOfOneSex() | r.SitsAlone() | r.TwoGuestsAtMost() | r.NoRegularsTable():
            return _together(words, reason)
        case r.NoJokerThere() | r.WrongSex() | r.JokerForAJoker() | r.JokersStayOutOfTheBar():
            return _joker(words, reason)
        case r.NameFirst():
            return words.say("First name the nation of the birthday: its two tables count double from now on.")
        case _:
            raise TypeError(reason)


def _chair(words: Words, reason: r.ChairTaken | r.WrongNation | r.NameTheJoker | r.NoNamingThere) -> str:
    chair = terms.chair_name(reason.chair)
    match reason:
        case r.ChairTaken():
            return words.say("Somebody sits on {chair} already. Choose a free chair.", chair=chair)
        case r.WrongNation():
            guest, tables = capital(terms.guest(words, reason.kind)), terms.tables_at(words, reason.chair)
            return words.say(
                "{guest} does not fit on {chair}, which belongs to {tables}. Choose a chair of the guest's nation.",
                guest=guest,
                chair=chair,
                tables=tables,
            )
        case r.NameTheJoker():
            nations = words.either([terms.nation(words, nation) for nation in NATIONS_AT[reason.chair]])
            return words.say(
                "On {chair} a joker sits between two nations. Say after the chair which it stands for: {nations}.",
                chair=chair,
                nations=nations,
            )
        case r.NoNamingThere():
            return words.say(
                "On {chair} no nation is named. Name one only for a joker between two nations.", chair=chair
            )


def _together(words: Words, reason: r.TooManyOfOneSex | r.SitsAlone | r.TwoGuestsAtMost | r.NoRegularsTable) -> str:
    match reason:
        case r.TooManyOfOneSex():
            return words.say(
                "At {table} women and men may differ by one at most. Choose another chair or another guest.",
                table=terms.table(words, reason.table),
            )
        case r.SitsAlone():
            return words.say(
                "On {chair} the guest would sit alone and score nothing. Seat a second one at the same table with it, "
                "or choose another chair.",
                chair=terms.chair_name(reason.chair),
            )
        case r.TwoGuestsAtMost():
            return words.say("In one turn you seat one or two guests. Leave out the others.")
        case r.NoRegularsTable():
            return words.say(
                "Three or four guests must make one table of four women or four men. Otherwise seat one or two."
            )


def _joker(words: Words, reason: r.NoJokerThere | r.WrongSex | r.JokerForAJoker | r.JokersStayOutOfTheBar) -> str:
    match reason:
        case r.NoJokerThere():
            return words.say(
                "On {chair} sits no joker. Choose the chair of a joker.", chair=terms.chair_name(reason.chair)
            )
        case r.WrongSex():
            return words.say(
                "A joker is taken by a guest of the same sex. Choose another guest for {chair}.",
                chair=terms.chair_name(reason.chair),
            )
        case r.JokerForAJoker():
            return words.say("A joker does not take a joker. Choose an ordinary guest.")
        case r.JokersStayOutOfTheBar():
            return words.say("Jokers may never go to the bar. Choose another guest, or seat the joker.")
