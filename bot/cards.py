"""Texts about a table rather than its game: its title, the card of its lobby, notices."""

from collections.abc import Sequence
from typing import Final

from bot import receipts
from bot.forms import Form, Menu, Picture, Press
from bot.words import Words
from rules import GAMES
from rules.contract import Setup
from storage.rows import CLOSED, LOBBY, Loaded

TITLES: Final = {"guatemala": "Guatemala Café", "cafe": "Café International", "catan": "Catan"}
"""The games' own names, the same in every language."""


def title(loaded: Loaded) -> str:
    """Of a thread and above its messages."""
    return TITLES.get(loaded.table.game, loaded.table.game)


def headed(loaded: Loaded) -> str:
    """Above what is said by direct message: of which table it speaks."""
    return f"**{title(loaded)}** · <#{loaded.table.channel}>"


def lobby(words: Words, loaded: Loaded) -> str:
    """Who sits at a table that is gathering, or what became of it."""
    names = words.listed([row.name for row in loaded.seats])
    if loaded.table.status == CLOSED:
        return words.say("This table was closed before it began.")
    if loaded.table.status != LOBBY:
        return words.say("At the table: {names}. The game is on.", names=names)
    until = words.soon(loaded.table.expires_at)
    gathering = words.say("At the table: {names}. It closes {until} if nobody starts it.", names=names, until=until)
    return "\n".join([gathering, *_settings(words, loaded)])


def _settings(words: Words, loaded: Loaded) -> list[str]:
    """How it is going to be played."""
    game = loaded.table.game
    setup = Setup(len(loaded.seats), loaded.table.options)
    said = [option for option in GAMES[game].options if setup.counts(option)]
    return [receipts.setting(words, game, option.key, setup.chosen(option)) for option in said]


def vote(words: Words, votes: int, wanted: int) -> str:
    """How many want to end the game; names are not told."""
    return words.many(
        "{n} player wants to give the game up; {wanted} are needed.",
        "{n} players want to give the game up; {wanted} are needed.",
        votes,
        wanted=wanted,
    )


def cut_short(words: Words) -> str:
    """On the board of such a game, whoever ended it."""
    return words.say("This game was ended before its time. It stays here to be read.")


def stopped(words: Words) -> str:
    return words.say("Whoever manages this server has ended the table. It stays here to be read.")


def given_up(words: Words) -> str:
    return words.say("The players have given the game up. It stays here to be read.")


def restored(words: Words, number: int) -> str:
    """Told to all after the operator had to take a backup."""
    return words.say(
        "The bot was restored from a backup. This game goes on after move {number}; what was played later is lost.",
        number=number,
    )


def pictured(
    words: Words, text: str, pictures: Sequence[Picture], rows: Sequence[tuple[Press, ...] | Menu] = ()
) -> Form:
    """With a sentence instead of pictures that could not be drawn."""
    if not pictures:
        unseen = words.say(
            "The picture could not be drawn. The buttons work as always; /table board text:True tells the position in "
            "words."
        )
        text = f"{text}\n⚠️ {unseen}"
    return Form(text, tuple(pictures), tuple(rows))


def moved(words: Words) -> str:
    """Begins a new thread."""
    return words.say("This game goes on here.")


def reminder(words: Words, names: Sequence[str], since: int) -> str:
    """Once, to those who are waited for."""
    return words.say("Still waiting for {names}, since {when}.", names=words.listed(names), when=words.soon(since))


def unreachable(words: Words) -> str:
    """Told to that person only."""
    return words.say(
        "Direct messages do not reach you: allow them in this server's privacy settings, then /me settings dm:True. "
        "Until then everything comes by My hand and My turn."
    )
