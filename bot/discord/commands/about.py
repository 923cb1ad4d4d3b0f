"""/about: what this bot is, what it can play, and what it keeps."""

from collections.abc import Mapping

from bot.discord.commands.command_text import Localized
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import command
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.games import game_text
from bot.operation.version import version
from bot.play import Playable
from bot.wording import Words, chapters


@command(
    "about",
    Localized("What this bot is, what it plays and what it keeps"),
    privacy=Localized("What is kept about you, why and how long, and your rights"),
)
async def about_command(context: CommandContext, asked: Asked, *, privacy: bool = False) -> Layout:
    words = asked.words
    told = chapters.privacy(words.lang) if privacy else text(words, context.env.games)
    return Layout(f"{told}\n{host(words, context.contact)}")


def host(words: Words, contact: str) -> str:
    """Names the contact that the operator has set."""
    if contact:
        return words.say("Contact of whoever hosts this bot: {contact}", contact=contact)
    return words.say("Whoever hosts this bot has named no contact. Ask the people who manage this server.")


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
            words.say("A bot that hosts board games for people who are never free at the same time."),
            words.say("You can play {games}.", games=words.listed(offered)),
            words.say("Open a table with /table new; /table help explains the rules and how to play here."),
            words.say(
                "It keeps the names at its tables, your moves and your settings, but nothing that people write. "
                "/me export gives you everything it keeps about you; /me forget deletes it."
            ),
            words.say("What it keeps, why, how long, and which rights you have: /about privacy:True."),
        )
    )
