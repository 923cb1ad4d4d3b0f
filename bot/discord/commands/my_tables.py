"""/me, for one's tables over all servers: those that wait, to play from, and all of them."""

from bot.discord.commands.command_text import Localized
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import command
from bot.discord.interactions import inbox
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.screens import inbox_screen
from bot.games import game_text
from bot.play import queries
from bot.wording import Words
from storage.rows import LOBBY


@command("turns", Localized("What waits for you on all servers; play it from here, table by table"))
async def turns(context: CommandContext, asked: Asked) -> Layout:
    return await inbox.listed(context.responses, asked)


@command("tables", Localized("Your tables on all servers, those waiting for you first"))
async def tables(context: CommandContext, asked: Asked) -> Layout:
    words, lines = asked.words, list[str]()
    duties = await queries.duties(asked.user, context.env)
    for duty in duties:
        table = duty.table
        found = await context.transactions.glance(table.id)
        names = words.listed(list(game_text.names(words, found))) if found else ""
        link = f"https://discord.com/channels/{table.guild}/{table.channel}"
        title = f"[{game_text.title(table.game)}]({link})" if table.channel else game_text.title(table.game)
        lines.append(f"{'🔔' if duty.asked else '·'} {title} · {names} – {_waits(words, duty)}")
    text = "\n".join(lines) or words.say("You sit at no table. Open one with /table new.")
    return Layout(text, rows=((inbox_screen.button(words),),) if any(duty.asked for duty in duties) else ())


def _waits(words: Words, duty: queries.Duty) -> str:
    if duty.asked:
        return words.say("waits for you")
    return words.say("waiting for the start") if duty.table.status == LOBBY else words.say("waiting for others")


COMMANDS = (turns, tables)
