"""Texts about a table rather than its game: the card of its lobby, notices, help if Discord refuses its messages."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.play.house.terms import HANDS, HANDS_CLOSED, HINTS, RESIGNED, TO_HOUSE, chosen
from bot.wording import clock_text, proof_text
from bot.wording.names import called, of_house
from bot.wording.words import OWN_NAMES, Text, Words
from storage.draws import FIXED
from storage.rows import CLOSED, LOBBY, Loaded

_LEVELS: Mapping[str, Text] = {
    "gentle": Text("gentle"),
    "even": Text("even"),
    "strong": Text("strong"),
}
"""How well the house plays: as somebody who still learns, as a good player, as one who is hard to beat."""


def level(words: Words, level: str) -> str:
    """Names a level of the house."""
    return words.put(_LEVELS[level]) if level in _LEVELS else level


def headed(title: str, channel: int) -> str:
    """Heads a direct message: the game, and the thread of the table that it is about."""
    return f"**{title}** · <#{channel}>"


def lobby(words: Words, loaded: Loaded, settings: Sequence[str]) -> str:
    """Describes a table that is gathering: who sits there, how it is going to be played; or what became of it."""
    names = words.listed(list(called(words, loaded.seats)))
    if loaded.table.status == CLOSED:
        return words.say("This table was closed before it began.")
    if loaded.table.status != LOBBY or loaded.table.opening == FIXED:
        return words.say("At the table: {names}. The game is on.", names=names)
    until = words.soon(loaded.table.expires_at)
    gathering = words.say("At the table: {names}. It closes {until} if nobody starts it.", names=names, until=until)
    starter = next((row.name for row in loaded.seats if row.user == loaded.table.creator), "")
    starts = words.say("{name} starts the game. The rules: /table help.", name=starter)
    spoken = words.say("Language of this table: {language}.", language=OWN_NAMES[loaded.table.lang])
    how = [*settings, *agreed(words, loaded), *proof_text.sealed(words, loaded)]
    return "\n".join([gathering, *how, f"{starts} {spoken}"])


def agreed(words: Words, loaded: Loaded) -> list[str]:
    """Says what differs from the usual in how a table is played, and how well its house players play."""
    terms, lines = loaded.table.terms, list[str]()
    for row in loaded.seats:
        if not row.is_person:
            name = of_house(row.name, words.say("house"))
            lines.append(
                words.say("{name} plays for the house, level: {level}.", name=name, level=level(words, row.house))
            )
    lines += clock_text.agreed(words, terms)
    if chosen(terms, RESIGNED) == TO_HOUSE:
        lines.append(words.say("Whoever leaves may leave their seat to the house."))
    if chosen(terms, HINTS) == "on":
        lines.append(words.say("Everybody may ask for hints: /table hint."))
    if chosen(terms, HANDS) == HANDS_CLOSED:
        lines.append(words.say("What each hand held during the game stays secret when it is over, too."))
    return lines


def left_to_house(words: Words, left: str, heir: str) -> str:
    """Tells everybody that a seat was left to the house."""
    return words.say("{name} has left the game; {heir} plays on in their seat.", name=left, heir=heir)


def seat_offered(words: Words, left: str, to: str) -> str:
    """Tells a thread that a seat is offered to one person, who is called by it."""
    return words.say(
        "{name} offers {to} their seat, hand included. Until it is taken, {name} plays.",
        name=left,
        to=to,
    )


def seat_sought(words: Words, left: str, others: Sequence[str], *, voted: bool) -> str:
    """Tells a channel that somebody is wanted for a seat."""
    first = (
        words.say("{others} look for somebody who plays on for {name}.", others=words.listed(others), name=left)
        if voted
        else words.say("{name} gives up their seat at the table with {others}.", name=left, others=words.listed(others))
    )
    return f"{first} {words.say('Whoever presses first takes the seat, hand included, and plays on from there.')}"


def seat_over(words: Words, left: str, now: str) -> str:
    """Says on the card of a seat that nobody may take it any more."""
    if left == now:
        return words.say("The seat of {name} is not open any more.", name=left)
    return words.say("{name} has taken {left}'s seat.", name=now, left=left)


def seek(words: Words, name: str, votes: int, wanted: int) -> str:
    """Says how many want to look for somebody who plays on in a seat; no names are given."""
    if not votes:
        return words.say("Nobody wants to look for somebody who plays on for {name} any more.", name=name)
    return words.many(
        "{n} player wants to look for somebody who plays on for {name}; {wanted} are needed.",
        "{n} players want to look for somebody who plays on for {name}; {wanted} are needed.",
        votes,
        wanted=wanted,
        name=name,
    )


def sought(words: Words, name: str) -> str:
    """Tells a thread of the card in its channel."""
    return words.say("Wanted: somebody who plays on for {name}. The card is in this thread's channel.", name=name)


def passed_on(words: Words, name: str) -> str:
    """Takes the place of what was asked of somebody by direct message who has passed their seat on."""
    return words.say("{name} plays in your seat now.", name=name)


def sat_down(words: Words, left: str) -> str:
    """Begins the first direct message to whoever has taken a seat over."""
    return words.say("You have taken {left}'s seat; /table log tells what was known there.", left=left)


def took_over(words: Words, heir: str, left: str) -> str:
    """Says who plays on in a seat, and who had it."""
    return words.say("{name} takes over {left}'s seat.", name=heir, left=left)


def door(words: Words, opener: str, seats: Sequence[int]) -> str:
    """Tells a channel of a new table in one of its threads."""
    least, most = min(seats), max(seats)
    return words.say("{name} has opened a table for {least} to {most} players.", name=opener, least=least, most=most)


def vote(words: Words, votes: int, wanted: int) -> str:
    """Says how many want to end the game; no names are given."""
    if not votes:
        return words.say("Nobody wants to give up the game any more.")
    return words.many(
        "{n} player wants to give up the game; {wanted} are needed.",
        "{n} players want to give up the game; {wanted} are needed.",
        votes,
        wanted=wanted,
    )


def _always(text: Text) -> Callable[[Words], str]:
    return lambda words: words.put(text)


cut_short = _always(Text("This game was ended early. You can still read it here."))
"""Ends the board of a game that was ended early, whoever ended it."""
stopped = _always(Text("A server manager has ended this table. You can still read it here."))
given_up = _always(Text("The players have given up the game. You can still read it here."))


damaged = _always(
    Text("This bot's disk has lost part of this table, and no backup has it. It cannot go on; please open a new one.")
)
"""Tells of a table that lay on a damaged page."""


def restored(words: Words, number: int) -> str:
    """Tells everybody that the operator had to restore a backup."""
    return words.say(
        "The bot was restored from a backup. This game goes on after move {number}; what was played later is lost.",
        number=number,
    )


updated = _always(
    Text("The rules of this game were updated. The position stays as it is; the new rules hold from the next move on.")
)
"""Tells tables that were played under older rules, once."""
moved = _always(Text("This game goes on here."))
"""Begins a new thread."""


settled = _always(Text("This is settled."))
"""Takes the place of a question by direct message that is over without anything to tell."""


def call(words: Words, what: str, since: int, board: str, offers: Sequence[tuple[str, str]] = ()) -> str:
    """Calls those who are asked: what is asked, since when, and where the board stands (an address, or none).

    `offers`: what each is called, and what it is; the former stands in the first line, each of the latter below it.
    """
    parts = [*([what, words.soon(since)] if what else ()), *(called for called, _ in offers)]
    line = " · ".join([*parts, f"[{words.say('Board')}]({board})"] if board else parts)
    return "\n".join((line, *(said for _, said in offers)))


def reminder(words: Words, names: Sequence[str], since: int, board: str = "") -> str:
    """Reminds the players whom the table waits for; with the address of the board, if there is one."""
    text = words.say("Still waiting for {names}, asked {when}.", names=words.listed(names), when=words.soon(since))
    return f"{text} · [{words.say('Board')}]({board})" if board else text


def waits(words: Words, table: str, since: int, due: int) -> str:
    """Says since when a table waits for its reader, and until when, if it has a deadline."""
    if due:
        return words.say("{table}: asked {since}, due {until}", table=table, since=words.soon(since),
                         until=words.soon(due))  # fmt: skip
    return words.say("{table}: asked {since}", table=table, since=words.soon(since))


def waiting(words: Words, lines: Sequence[str], more: int) -> str:
    """Lists the tables that wait for their reader, in a direct message."""
    rest = [words.say("… and more: /me turns lists all.")] if more > 0 else []
    return "\n".join((*lines, *rest))


def unreachable(words: Words) -> str:
    """Tells a person, and nobody else, that direct messages do not reach them."""
    return words.say(
        "Direct messages do not reach you: allow them in this server's privacy settings, then /me settings dm:True. "
        "Until then everything comes by My hand and My turn."
    )


def as_it_was(words: Words) -> str:
    """Says below a hand by direct message, which stands as it was sent, where the hand is seen as it is."""
    return words.say("So it was when this was sent. “My hand” at the table shows it as it is now.")


def unheard(words: Words, others: Sequence[str], why: str, since: int, lacking: Sequence[str] = ()) -> str:
    """Tells each player of an unreachable table which table it is, what is wrong, and what helps.

    `others`: the names of the players they play with; `why`: the reason, as the outbox keeps it; `since`: in seconds;
    `lacking`: a line for each right that the bot lacks there.
    """
    names = words.listed(others)
    when = words.soon(since * 1000)
    if names:
        first = words.say("The bot can no longer post to your table with {names}: Discord refused its message {when}.",
                          names=names, when=when)  # fmt: skip
    else:
        first = words.say("The bot can no longer post to your table: Discord refused its message {when}.", when=when)
    return "\n".join([first, *_wrong(words, why, lacking), *_help(words, why)])


def _wrong(words: Words, why: str, lacking: Sequence[str]) -> list[str]:
    match why:
        case "gone":
            return [words.say("Its thread was deleted, or the bot cannot see it any more.")]
        case "permission" if lacking:
            return [words.say("The bot lacks rights there:"), *lacking]
        case "permission":
            return [words.say("The bot lacks a right there; /server check in that channel names it.")]
        case "no-thread-there":
            return [words.say("The channel in which it was opened cannot have threads.")]
        case _:
            return [words.say("The thread takes no messages from the bot any more.")]


def _help(words: Words, why: str) -> Iterator[str]:
    yield words.say(
        "Nothing is lost. Type /table here in a text channel of that server, and the table goes on there in a new "
        "thread."
    )
    if why in ("gone", "permission"):
        yield words.say(
            "Or an admin gives the bot its rights back (/server check names them): then the next move is shown in "
            "the thread again, with all that was missed."
        )


def rated(words: Words, names: Sequence[str], changes: Sequence[tuple[int, int, int]]) -> list[str]:
    """Says how a game has changed ratings: seat, before, after."""
    each = ", ".join(f"{names[seat]} {after} ({words.signed(after - before)})" for seat, before, after in changes)
    return [words.say("Ratings: {each}", each=each)] if changes else []
