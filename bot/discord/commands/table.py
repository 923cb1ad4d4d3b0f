"""/table: what players do at a running table; commands for lobbies and for looking are in the files beside."""

from discord import app_commands

from bot.discord.commands import here, lobby, looking
from bot.discord.commands.command_text import Localized
from bot.discord.commands.context import CommandContext, is_yes
from bot.discord.commands.declared import command, grouped
from bot.discord.interactions import files
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.screens import house_screen, lobby_screen
from bot.play import Where
from bot.play.house.hints import SHOWN
from bot.play.seating import leaving

PLANNED = [
    app_commands.Choice(name=Localized("Commit"), value="commit"),
    app_commands.Choice(name=Localized("Step back"), value="back"),
    app_commands.Choice(name=Localized("Start over"), value="over"),
]


HEIRS = [
    app_commands.Choice(name=Localized("the house"), value="house"),
    app_commands.Choice(name=Localized("nobody"), value="nobody"),
]


@command("turn", Localized("Your turn: plan it, see it, commit it"))
async def turn(context: CommandContext, asked: Asked, where: Where) -> Layout:
    return await context.responses.turn(asked, where)


@command(
    "plan",
    Localized("What the buttons under your planned turn do"),
    choices=lambda _: {"do": PLANNED},
    do=Localized("What to do with the plan"),
)
async def plan(context: CommandContext, asked: Asked, where: Where, do: str) -> Layout:
    return await context.responses.planned(asked, where, do)


@command("hand", Localized("What only you may see"))
async def hand(context: CommandContext, asked: Asked, where: Where) -> Layout:
    return await context.responses.hand(asked, where)


@command("back", Localized("Take back your last move, as long as nobody has noticed it"))
async def back(context: CommandContext, asked: Asked, where: Where) -> Layout:
    return await context.responses.taken_back(asked, where)


@command("again", Localized("The same game with the same people, once this one is over"))
async def again(context: CommandContext, asked: Asked, where: Where) -> Layout:
    return await lobby_screen.again(context.responses, asked, await context.responses.load(where))


@command(
    "resign",
    Localized("Leave a running game for good; the bot plays only forced moves for you then"),
    choices=lambda _: {"to": HEIRS},
    sure=Localized("Type yes"),
    to=Localized("Who plays on in your seat, where the table leaves that to you"),
)
async def resign(
    context: CommandContext, asked: Asked, where: Where, sure: app_commands.Range[str, 1, 100], to: str = ""
) -> Layout:
    if not is_yes(sure):
        return Layout(asked.words.say("Nothing has changed. To resign for good, type yes."))
    way = {"house": house_screen.left, "nobody": house_screen.resigned}.get(to, house_screen.resigning)
    return await way(context.responses, asked, where)


@command("go", Localized("Let the house play at once"))
async def go(context: CommandContext, asked: Asked, where: Where) -> Layout:
    return await house_screen.gone_on(context.responses, asked, where)


@command(
    "hint",
    Localized("What the house would do in your seat, where the table allows hints"),
    plan=Localized("Put this one of its ways into your plan, to commit it there"),
)
async def hint(
    context: CommandContext, asked: Asked, where: Where, plan: app_commands.Range[int, 1, SHOWN] = 0
) -> Layout:
    return await house_screen.hinted(context.responses, asked, where, plan)


@command("explain", Localized("The last choice of the house; what it weighed once the game is over"))
async def explain(context: CommandContext, asked: Asked, where: Where) -> Layout:
    return await house_screen.explained(context.responses, asked, where)


@command(
    "end", Localized("Vote to give up the game; more than half end it"), vote=Localized("Whether you want to end it")
)
async def end(context: CommandContext, asked: Asked, where: Where, vote: bool) -> Layout:
    return await context.responses.answered(asked, where, leaving.vote(for_end=vote))


@command(
    "order",
    Localized("Answer sealed questions by a standing order; leave empty to cancel it"),
    order=Localized("In words; the button “Standing order” on your panel does it step by step"),
)
async def order(context: CommandContext, asked: Asked, where: Where, order: str = "") -> Layout:
    return await context.responses.order(asked, where, order)


@command(
    "export",
    Localized("The game as a file; once it is over, whole and with its proof"),
    page=Localized("As a page for any browser, move by move; it needs no network"),
)
async def export(context: CommandContext, asked: Asked, where: Where, *, page: bool = False) -> Layout:
    shown = files.page if page else files.shown
    return await shown(context.responses, asked, where)


COMMANDS = (turn, plan, hand, back, go, hint, explain, again, resign, end, order, export)


def table_group(context: CommandContext) -> app_commands.Group:
    about = Localized("Tables: open one, look at one, leave one")
    makers = (*lobby.COMMANDS, here.here, *looking.COMMANDS, *COMMANDS)
    return grouped("table", about, [made(context) for made in makers], guild_only=True)
