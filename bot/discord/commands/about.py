"""/about: what this bot is, what it can play, and what it keeps."""

from collections.abc import Mapping

from bot.discord.asked import Asked
from bot.discord.command_text import Localized
from bot.discord.context import CommandContext
from bot.discord.declared import command
from bot.discord.layout import Layout
from bot.games import game_text
from bot.operation.version import version
from bot.play import Playable
from bot.wording import Words


@command("about", Localized("What this bot is, what it plays and what it keeps"))
async def about_command(context: CommandContext, asked: Asked) -> Layout:
    return Layout(text(asked.words, context.env.games))


def text(words: Words, games: Mapping[str, Playable]) -> str:
    offered = [
        words.say(
            "{game} for {few} to {most} players",
            game=game_text.title(key),
            few=min(game.rules.seats),
            most=max(game.rules.seats),
        )
        for key, game in games.items()
    ]
    return "\n".join(
        (
            f"**Stammtisch {version()}**",
            words.say("A bot that hosts board games for people who have no hour in common."),
            words.say("It plays {games}.", games=words.listed(offered)),
            words.say("Open a table with /table new; /table help tells the rules and how one plays here."),
            words.say(
                "It keeps the names at its tables, your moves and your settings, and nothing that people write. "
                "/me export hands you all that is kept of you; /me forget has it forgotten."
            ),
        )
    )
