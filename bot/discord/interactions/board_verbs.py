"""The verbs of a board: what presses on one, on a call, and on what they lead to bring about."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from bot.discord.interactions import analyses, custom_ids, files, filming, replays, standings, tallies
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import Responses
from bot.discord.layout import Layout
from bot.discord.screens import house_screen, passing_screen, time_screen
from bot.play import Where

Does: TypeAlias = Callable[[Responses, Asked, Where], Awaitable[Layout | None]]
OfSeat: TypeAlias = Callable[[Responses, Asked, Where, int], Awaitable[Layout]]

PLAIN: Final[Mapping[str, Does]] = {
    "turn": Responses.turn,
    "answer": Responses.turn,
    "hand": Responses.hand,
    "board": Responses.board,
    "help": Responses.help,
    "film": filming.shown,
    "ratings": standings.ratings,
    "everywhere": standings.everywhere,
    "career": standings.career,
    "tally": tallies.shown,
    "whose": standings.whose,
    "file": files.shown,
    "page": files.page,
    "analysis": analyses.shown,
    "worded": analyses.worded,
    "undo": Responses.taken_back,
    time_screen.BACK: time_screen.back,
    house_screen.GO: house_screen.gone_on,
    house_screen.HINT: house_screen.hint,
    house_screen.EXPLAIN: house_screen.explained,
    house_screen.RESIGN: house_screen.resigned,
    house_screen.LEAVE: house_screen.left,
    f"{time_screen.LET}all": time_screen.late,
    passing_screen.SEATS: passing_screen.seats,
    passing_screen.GIVE: passing_screen.chosen,
    passing_screen.SEEK: passing_screen.sought,
    passing_screen.KEEP: passing_screen.kept,
    passing_screen.RESIGN: passing_screen.resigning,
}
"""The verbs of a board that need nothing else to be known."""

OF_SEAT: Final[Mapping[str, OfSeat]] = {
    custom_ids.SIT: passing_screen.taken,
    passing_screen.VOTE: passing_screen.voted,
    time_screen.LET: time_screen.let,
}
"""The verbs that end with the number of a seat."""


def does(verb: str) -> Does | None:
    """Returns what a verb brings about; None for one that is not known here."""
    if verb in PLAIN:
        return PLAIN[verb]
    if verb.startswith(house_screen.TAKE):
        which = verb.removeprefix(house_screen.TAKE)
        return lambda responses, asked, table: house_screen.taken(responses, asked, table, which)
    if verb in time_screen.VERBS:
        return lambda responses, asked, table: time_screen.pressed(responses, asked, table, verb)
    if verb.startswith((custom_ids.REPLAY, custom_ids.ROUNDS)):
        return lambda responses, asked, table: replays.pressed(responses, asked, table, verb)
    for word, of_seat in OF_SEAT.items():
        number = verb.removeprefix(word)
        if number != verb and number.isdecimal() and len(number) < 3:
            return lambda responses, asked, table: of_seat(responses, asked, table, int(number))
    return None
