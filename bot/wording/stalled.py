"""What a person is told when his table cannot be heard: which it is, what is wrong, and what helps."""

from bot.discord.permissions import named
from bot.play.outbox_bodies import StalledBody
from bot.wording.words import Words
from storage.rows import Loaded


def told(words: Words, loaded: Loaded, seat: int, body: StalledBody, since: int) -> str:
    """Nothing of the position; `since` in seconds."""
    names = words.listed([row.name for row in loaded.seats if row.seat != seat])
    when = words.soon(since * 1000)
    if names:
        first = words.say("Your table with {names} cannot be heard any more: Discord refused its message {when}.",
                          names=names, when=when)  # fmt: skip
    else:
        first = words.say("Your table cannot be heard any more: Discord refused its message {when}.", when=when)
    return "\n".join([first, *_wrong(words, body), *_help(words, body)])


def _wrong(words: Words, body: StalledBody) -> list[str]:
    match body.why:
        case "gone":
            return [words.say("Its thread was deleted, or the bot cannot see it any more.")]
        case "permission" if body.lacking:
            return [words.say("The bot lacks rights there:"), *named(words, body.lacking)]
        case "permission":
            return [words.say("The bot lacks a right there; /table check in that channel names it.")]
        case "no-thread-there":
            return [words.say("There can be no thread in the channel in which it was opened.")]
        case _:
            return [words.say("The thread takes no messages from the bot any more.")]


def _help(words: Words, body: StalledBody) -> list[str]:
    lines = [
        words.say(
            "Nothing is lost. Type /table here in a text channel of that server, and the table goes on there in a new "
            "thread."
        )
    ]
    if body.why in ("gone", "permission"):
        lines.append(
            words.say(
                "Or an admin gives the bot its rights back (/table check names them): then the next move is shown in "
                "the thread again, with all that was missed."
            )
        )
    return lines
