"""A use case's answer as a sentence to the person who asked; a refusal says what can be done instead."""

from collections.abc import Callable

from bot.play import answers as a
from bot.play import time_answers as t
from bot.play.history.analysis_answers import ManyAnalyses, NotYetAnalysed, Unanalysed
from bot.play.timed.orders import ASK
from bot.wording import clock_text
from bot.wording.sentences import Names, Sentences, plain
from bot.wording.words import Many, Text, Words, quoted

_TAKE_BACK = {
    "nothing": Text("There is no move to take back. See /table log."),
    "not-yours": Text("The last move is not yours. Only its player can take it back."),
    "luck": Text("That move involved chance, so it cannot be taken back. Plan the next one with a preview."),
    "revealed": Text("That move revealed something, so it cannot be taken back. Plan the next one with a preview."),
    "told": Text("That move told somebody something, so it cannot be taken back. Plan the next one with a preview."),
    "asked": Text("That move asked others something, so it cannot be taken back. Plan the next one with a preview."),
    "passed-on": Text("Somebody has taken a seat over since, so the move stands. Talk to the others."),
    "noticed": Text("The next player has begun already, so your move stands. Talk to the others."),
}


def _typed(_words: Words, _names: Names, value: str) -> str:
    return quoted(value)


def _pace(words: Words, _names: Names, value: str) -> str:
    return clock_text.pace(words, value)


_SAID = Sentences(
    {
        a.Left: Text("You have left the table."),
        a.TableClosed: Text("The table is closed."),
        a.Started: Text("The game begins."),
        a.HasResigned: Text("You have resigned. From now on the bot plays only forced moves for you."),
        a.HouseJoined: Text("{name} of the house sits at the table."),
        a.HouseGone: Text("{name} of the house has left the table."),
        a.GoesOn: Text("The house plays on; what it does stands in the thread in a moment."),
        a.LeftToHouse: Text("You have left the game. {name} of the house plays on in your seat."),
        t.Unpaused: Text("The pause is over; the clocks run again."),
        t.PaceSet: Text("The table is played so from now on."),
        t.PaceVoted: Text("Your vote counts: {votes} of {wanted}."),
        t.PauseVoted: Text("Your vote counts: {votes} of {wanted}."),
        t.LetHouse: Text("Your vote counts: {votes} of {wanted}."),
        t.NotLate: Text("Nobody's time is used up there now. /table board shows until when somebody has time."),
        t.PlayedFor: Text("The house plays for you here. Press “I am back”, and your seat is yours again."),
        t.NoVote: Text("The others decide about your seat. Play your turn with “My turn”."),
        t.NotSatIn: Text("Your seat is yours: the house does not play for you. Go on with “My turn”."),
        t.LuckAwaited: Text(
            "The luck of this turn follows from the post that opens it, which is on its way. Press again in a moment."
        ),
        t.NotPaused: Text("The table is not paused. /clock pause with a number of days votes for a pause."),
        t.PaceOutside: Text("This server allows the paces from {slowest} to {fastest}. Choose one of these."),
        t.NoSuchPace: Text("There is no such pace. Choose one from the list."),
        a.NoHouse: Text("There are no house players for this here. Invite somebody to the table."),
        a.HouseIsNew: Text("The house has not moved yet. Look again after its first turn."),
        a.NothingToGoOn: Text("There is nothing for the house to do at once. /table board shows who is on."),
        a.NobodyElse: Text("Nobody else would be left at the table. Use /table resign, or play on."),
        a.NoHints: Text("Others play here, and this table is without hints. See the rules with /table help."),
        a.AnswerStands: Text(
            "You have answered, and the house would leave it at that. “My turn” changes your answer while the offer is "
            "open."
        ),
        a.NoSuchSeat: Text("No house player sits here. Seat one with the button “House player”."),
        a.GivenUp: Text("More than half have agreed: the game is given up."),
        a.Stopped: Text("The table is ended. You can still read what was played."),
        a.Moved: Text("The table goes on here, in a new thread."),
        a.Forgotten: Text(
            "Forgotten: nothing here points to you any more. What the threads show stays until the server deletes it."
        ),
        a.NoSuchTable: Text("There is no such table here. See yours with /me tables, or open one with /table new."),
        a.NotAtTable: Text("You do not play at this table. Watch with /table board, or open your own with /table new."),
        a.PassedOn: Text(
            "{name} plays in your seat now. Watch with /table board; /table log tells what you were told in it."
        ),
        a.SeatKept: Text("The seat is yours, and nobody else may take it any more."),
        a.SeatTaken: Text("{name}'s seat is yours now, hand included."),
        a.NotOpen: Text("This seat is not open to others. See with /server tables where somebody is wanted."),
        a.SeatGone: Text("{name} was faster: the seat is taken. See with /server tables where others are wanted."),
        a.ForSomebodyElse: Text(
            "This seat is offered to somebody else. See with /server tables where others are wanted."
        ),
        a.SatHere: Text(
            "You sit at this table, or have sat in another of its seats, and nobody sees two hands. Watch with "
            "/table board, or open a table of your own with /table new."
        ),
        a.TheySatHere: Text(
            "They sit at this table, or have sat in another of its seats, and nobody sees two hands. Ask somebody else."
        ),
        a.JustSatDown: Text("You have just taken this seat over. Make a move first; then you may pass it on."),
        a.FinalSeat: Text("Who has resigned has resigned for good: nobody plays on in that seat."),
        a.NotSought: Text(
            "Others are looked for only for a seat that is late, or was left to the house, and only while it is not "
            "open already. Your own you give away with /seat hand-over."
        ),
        a.NotJoined: Text(
            "You have not joined this table. Press “Join” on its card, or use /table join in its thread."
        ),
        a.AlreadyAtTable: Text("You are at this table already. Wait for the start."),
        a.OnlyCreator: Text("Only the player who opened the table can do that. Ask them at the table."),
        a.HasBegun: Text("The game has begun already. To stop playing use /table resign."),
        a.NotBegun: Text("The game has not begun yet. Wait for the start."),
        NotYetAnalysed: Text(
            "This game is still on: an analysis would be advice to one side. Ask again once it is over; until then "
            "/table replay shows it move by move."
        ),
        Unanalysed: Text("This game is not analysed here. /table replay shows it move by move."),
        ManyAnalyses: Text("Other games are being analysed first. Please ask again in a few minutes."),
        a.NotOver: Text("This game is still on. Play it to its end, or end it together with /table end."),
        a.IsOver: Text("The game is over. See the result with /table board, or open a new table with /table new."),
        a.WasClosed: Text("This table was closed before it began. Open a new one with /table new."),
        a.AlreadyPlayed: Text("That is settled already. This is how it stands now; go on from here."),
        a.NotYourTurn: Text("Nothing is asked of you now. You get a message when it is your turn."),
        a.UnfinishedTurn: Text("The turn is not complete yet. Plan it to its end, then commit it."),
        a.DraftMoved: Text("Your plan has changed meanwhile. This is how it stands now; go on from here."),
        a.BeforeTheUpdate: Text(
            "That was played under earlier rules of this game and cannot be shown any more. /table log tells what "
            "happened."
        ),
        a.AlreadyResigned: Text("You have resigned from this game already. Go on watching with /table board."),
        a.StorageIsFull: Text(
            "Nothing could be stored: the disk is full. Tell whoever runs the bot; your move did not count."
        ),
        a.Busy: Text("Too many requests at once. Nothing has changed; try again in a moment."),
        a.Created: Text("The table is open. Others join from the card in its thread."),
        a.Played: Text("Move {number} played."),
        a.TookBack: Text("Move {number} is taken back."),
        a.OpenedMany: Many(
            "You have opened several tables in a short time. Others can join those; open the next one in {n} minute.",
            "You have opened several tables in a short time. Others can join those; open the next one in {n} minutes.",
        ),
        a.SeatedOften: Many(
            "You have sat down at several tables in a short time. Play there first; take the next seat in {n} minute.",
            "You have sat down at several tables in a short time. Play there first; take the next seat in {n} minutes.",
        ),
        a.TableFull: Many(
            "All seats are taken ({n}). Open another table with /table new.",
            "All {n} seats are taken. Open another table with /table new.",
        ),
        a.StillSeated: Many(
            "You still sit at {n} table. Leave it or resign there first; /me tables shows it.",
            "You still sit at {n} tables. Leave them or resign there first; /me tables lists them.",
        ),
        a.NoSuchMove: Text("The log has no move {number}. Choose one from 0 to {last}."),
        a.OtherGame: Text("Another game is played at this table. Use /{command} or /play for your move."),
        a.UnknownGame: Text("There is no game {game} here. Choose one from the list."),
        a.UnknownOption: Text("The option {key} cannot be {value}. Choose from the suggestions."),
    },
    {
        "n": {"seats": plain, "tables": plain, "minutes": plain},
        "game": {"game": _typed},
        "command": {"game": plain},
        "key": {"key": _typed},
        "slowest": {"slowest": _pace},
        "fastest": {"fastest": _pace},
        "value": {"value": _typed},
    },
)
_REPEATED = {
    (False, True): Text(
        "This line counted a moment ago: it was move {number}. To play it once more, press “Play it again” or type it "
        "again."
    ),
    (False, False): Text(
        "This line counted a moment ago. To play it once more, press “Play it again” or type it again."
    ),
    (True, False): Text(
        "This line is at the end of your plan already. To add it once more, press “Plan it again” or type it again."
    ),
}
"""Sentences by whether it was planned, and whether the move has a public number."""
_MISSING = Many(
    "You are at the table. {n} more player is needed.", "You are at the table. {n} more players are needed."
)
_ENOUGH = Many(
    "You are at the table, with {n} player in all. The game can start.",
    "You are at the table, with {n} players in all. The game can start.",
)
_TOO_FEW = Many(
    "{n} more player is needed before the game can start. Invite somebody.",
    "{n} more players are needed before the game can start. Invite somebody.",
)
_TOO_MANY = {
    "lobbies": Many(
        "You have {n} table waiting for players, the maximum. Start or close one first.",
        "You have {n} tables waiting for players, the maximum. Start or close one first.",
    ),
    "guild": Many(
        "This server has {n} table, the maximum. Finish one first.",
        "This server has {n} tables, the maximum. Finish one first.",
    ),
    "user": Many(
        "You play at {n} table, the maximum. Finish one or resign there first.",
        "You play at {n} tables, the maximum. Finish one or resign there first.",
    ),
}
_OFFERED = {
    True: Text("Your seat is offered to {to}. Until it is taken it is yours: play on."),
    False: Text("Your seat is open to whoever comes first. Until it is taken it is yours: play on."),
}
"""Sentences by whether it is offered to one person."""
KEPT = {
    "block": Text("Your answer: you block. You can change it until the question is settled."),
    "pass": Text("Your answer: you pass. You can change it until the question is settled."),
}
"""Sentences by an answer that stands until its question is settled."""
_KEPT_MOVE = Text("Your answer “{text}” is in. You can change it until the question is settled.")
_UNREADABLE = {
    (True, True): Text("I cannot read {word} as a move. Write, for example, {example}."),
    (True, False): Text("I cannot read {word} as a move. Choose from the suggestions."),
    (False, True): Text("That is not a move yet. Write, for example, {example}."),
    (False, False): Text("That is not a move yet. Choose from the suggestions."),
}
"""Sentences by whether there is a word that cannot be read, and an example."""
_BAD_ORDER = {
    True: Text("I cannot read {word}. Write, for example, {example}."),
    False: Text("That is not a standing order. Write, for example, {example}."),
}


def reply(
    words: Words,
    answer: a.Answer,
    explain: Callable[[a.BadMove], str],
    order: Callable[[str], str],
    example: str = "",
) -> str:
    """`order` puts a standing order into words, `example` is one as it is typed."""
    match answer:
        case a.Joined():
            return _joined(words, answer)
        case a.Repeated():
            return words.put(_REPEATED[answer.planned, not answer.planned and answer.number > 0], number=answer.number)
        case a.Played(number=0) | a.Played(returned=True) | a.AnswerKept():
            return _kept(words, answer)
        case a.Voted() | a.SeekVoted() | a.SeatOffered():
            return _agreed(words, answer)
        case t.Back() | t.Paused() | t.PausedAlready():
            return _of_time(words, answer)
        case a.OrderSet():
            return _ordered(words, answer.rule, order)
        case a.TooFew() | a.TooManyTables():
            return _miscounted(words, answer)
        case a.BadMove():
            return explain(answer)
        case a.Unreadable():
            said = _UNREADABLE[bool(answer.word), bool(answer.example)]
            return words.put(said, word=quoted(answer.word), example=quoted(answer.example, 100))
        case a.CannotTakeBackNow():
            return words.put(_TAKE_BACK.get(answer.why, _TAKE_BACK["nothing"]))
        case a.BadOrder():
            return words.put(_BAD_ORDER[bool(answer.word)], word=quoted(answer.word), example=quoted(example, 100))
        case _:
            return _SAID.say(words, answer, ())


def _kept(words: Words, answer: a.Played | a.AnswerKept) -> str:
    if isinstance(answer, a.Played) and answer.returned:
        return f"{_SAID.say(words, answer, ())} {words.say('With that your absence is over.')}"
    if isinstance(answer, a.Played):
        return words.say("Your answer is in.")
    return words.put(KEPT.get(answer.text, _KEPT_MOVE), text=answer.text)


def _of_time(words: Words, answer: t.Back | t.Paused | t.PausedAlready) -> str:
    if isinstance(answer, t.Back):
        soon = words.say("The house is just playing for you; after that the seat is yours again.")
        return soon if answer.soon else words.say("You are back: the seat is yours again.")
    until = words.moment(answer.until)
    if isinstance(answer, t.Paused):
        return words.say("The table is paused until {until}.", until=until)
    return words.say("The table is paused until {until}. /clock pause days:0 votes for going on.", until=until)


def _joined(words: Words, answer: a.Joined) -> str:
    missing = answer.wanted - answer.players
    return words.put(_MISSING, n=missing) if missing > 0 else words.put(_ENOUGH, n=answer.players)


def _miscounted(words: Words, answer: a.TooFew | a.TooManyTables) -> str:
    if isinstance(answer, a.TooFew):
        return words.put(_TOO_FEW, n=max(1, answer.wanted - answer.players))
    return words.put(_TOO_MANY[answer.whose], n=answer.most)


def _ordered(words: Words, rule: str, order: Callable[[str], str]) -> str:
    if not rule:
        return order(rule)
    if rule == ASK:
        return order(rule)
    how = words.say("It answers for you some time after a question is asked; an empty order cancels it.")
    return f"{order(rule)} {how}"


def _agreed(words: Words, answer: a.Voted | a.SeekVoted | a.SeatOffered) -> str:
    if isinstance(answer, a.SeatOffered):
        return words.put(_OFFERED[answer.to > 0], to=f"<@{answer.to}>")
    return _sought(words, answer) if isinstance(answer, a.SeekVoted) else _voted(words, answer)


def _sought(words: Words, answer: a.SeekVoted) -> str:
    if answer.for_it and answer.votes >= answer.wanted:
        return words.say("More than half have agreed: a card calls for somebody who plays on in that seat.")
    mine = words.say("You vote to look for somebody.") if answer.for_it else words.say("Your vote is withdrawn.")
    given = words.many("{n} vote of {wanted}.", "{n} votes of {wanted}.", answer.votes, wanted=answer.wanted)
    return f"{mine} {given}"


def _voted(words: Words, answer: a.Voted) -> str:
    mine = words.say("You vote to give up the game.") if answer.for_end else words.say("Your vote is withdrawn.")
    given = words.many("{n} vote of {wanted}.", "{n} votes of {wanted}.", answer.votes, wanted=answer.wanted)
    return f"{mine} {given}"
