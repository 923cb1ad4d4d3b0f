"""/table here: a table whose thread is gone, or closed to the bot, goes on in this channel."""

from bot.discord.commands.command_text import Localized, fits
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import command
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.screens.lobby_screen import linked
from bot.games import game_text
from bot.play.answers import Moved
from bot.play.seating import relocation


async def _mine(context: CommandContext, asked: Asked, typed: str) -> list[tuple[str, str]]:
    """Returns the person's tables of this server that fit, each by its game and players."""
    found: list[tuple[str, str]] = []
    for duty in await context.store.duties(asked.user):
        table = await context.transactions.glance(duty.table.id) if duty.table.guild == asked.guild else None
        if table is not None:
            names = asked.words.listed(list(game_text.names(asked.words, table)))
            found.append((f"{game_text.title(table.row.game)} · {names}", table.id))
    return [(name, table) for name, table in found if fits(typed, name)]


@command(
    "here",
    Localized("Continue here with a table whose thread is lost"),
    suggests={"table": _mine},
    table=Localized("Which table; leave empty if you have only one on this server"),
)
async def here(context: CommandContext, asked: Asked, table: str = "") -> Layout:
    interaction, words = asked
    hindered = asked.hindrance("/table here")
    if hindered:
        return Layout(hindered)
    mine = [] if table.strip() else await _mine(context, asked, "")
    meant = table.strip() or (mine[0][1] if len(mine) == 1 else "")
    if not meant:
        return Layout(words.say("Which table? Choose it from the suggestions of the option; /me tables lists yours."))
    if await context.store.at_channel(interaction.channel_id or 0) == meant:
        return Layout(words.say("This table is here already. Use /table here in the channel where it should continue."))
    done = await context.transactions.run(meant, asked.action, relocation.go_on(asked.guild, asked.parent))
    said = context.responses.screens.sentence(words, done)
    if not isinstance(done.answer, Moved):
        return Layout(said.text)
    return await linked(context.transactions, words, said.text, meant)
