"""Being away by presses: for how long, whether one's next move ends it, and being back."""

from typing import Final

from bot.discord.interactions import custom_ids
from bot.discord.layout import Menu, MenuOption
from bot.play import Transactions
from bot.play.people import absences
from bot.wording import Words, clock_text
from storage.rows import Person

AWAY: Final = "away"
"""The verb of the menu."""
DAYS: Final = (3, 7, 14, 21)
BY_MOVE: Final = "m"
"""Behind a number of days: the next move ends it sooner."""
BACK: Final = "back"


def menu(words: Words, table: str) -> Menu:
    """Returns a menu of times to be away; others are typed."""
    found: list[MenuOption] = []
    for days in DAYS:
        long = clock_text.days(words, days)
        found.append(MenuOption(words.say("{long}, or until your next move", long=long), f"{days}{BY_MOVE}"))
        found.append(MenuOption(words.say("{long}, also if you play", long=long), str(days)))
    options = (*found, MenuOption(words.say("You are back"), BACK))
    return Menu(custom_ids.setting(AWAY, table), words.say("Be away"), options)


def lines(words: Words, person: Person, now: int) -> tuple[str, ...]:
    """Says when somebody is away, if they are or will be, and how much they may be still."""
    return (clock_text.away(words, person, now),) if any(end > now for _, end in person.away) else ()


async def chosen(transactions: Transactions, user: int, words: Words, value: str) -> str | None:
    """Does what is chosen in the menu; returns what came of it, or None for what is none of it."""
    if value == BACK:
        return clock_text.absent(words, await absences.come_back(transactions, user), back=True)
    days = value.removesuffix(BY_MOVE)
    if days not in map(str, DAYS):
        return None
    return clock_text.absent(words, await absences.go(transactions, user, days, by_move=value != days))
