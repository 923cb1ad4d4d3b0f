"""/table, before a game: open one, join, start, close or leave it."""

from functools import partial

from discord import app_commands
from msgspec.structs import replace

from bot.discord.commands.clock import choices, terms
from bot.discord.commands.command_text import SPOKEN, Localized
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import Choices, Maker, command
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.responses import NoTableHere
from bot.discord.layout import Layout
from bot.discord.screens import lobby_screen, seating_screen
from bot.discord.screens.lobby_screen import JOIN
from bot.games import game_text
from bot.play import Action, Where
from bot.play.answers import Answer, Created, Started
from bot.play.seating.lobby import NewTable, create, start
from bot.wording import options
from bot.wording.words import ENGLISH, known

LEVELS = [
    app_commands.Choice(name=Localized("gentle"), value="gentle"),
    app_commands.Choice(name=Localized("even"), value="even"),
    app_commands.Choice(name=Localized("strong"), value="strong"),
]
USUAL = LEVELS[1].value
"""Of house players for whom nobody chooses a level."""
LEFT = [
    app_commands.Choice(name=Localized("stays"), value="stays"),
    app_commands.Choice(name=Localized("to the house"), value="house"),
]
HANDS = [
    app_commands.Choice(name=Localized("open to all"), value="open"),
    app_commands.Choice(name=Localized("secret"), value="closed"),
]
SEATED = [
    app_commands.Choice(name=Localized("seat one"), value="seat"),
    app_commands.Choice(name=Localized("take one away"), value=seating_screen.AWAY),
]


def _games(context: CommandContext) -> Choices:
    games = [app_commands.Choice(name=game_text.title(key), value=key) for key in context.env.games]
    return {"game": games, "language": SPOKEN, "level": LEVELS, "resigned": LEFT, "hands": HANDS, **choices()}


async def _offered(context: CommandContext, asked: Asked, typed: str) -> list[tuple[str, str]]:
    game = context.env.games.get(str(getattr(asked.interaction.namespace, "game", "")))
    if game is None:
        return []
    return options.offered(game.rules.options, partial(game_text.setting, asked.words, game.rules.key), typed)


@command(
    "new",
    Localized("Open a new table; others join from its card"),
    choices=_games,
    suggests={"option": _offered},
    game=Localized("Which game"),
    option=Localized("Variant; leave empty for the default"),
    language=Localized("Language of the table's messages"),
    house=Localized("House players (computer opponents), at least as many as it takes; the game starts at once"),
    level=Localized("How well the house plays"),
    resigned=Localized("Whether seats that are left may go to the house"),
    hints=Localized("Hints for everybody"),
    hands=Localized("Whether all may see what each hand held, once the game is over"),
    pace=Localized("How long a turn may take"),
    late=Localized("What happens when somebody's time is used up"),
    away=Localized("Whether being away moves deadlines"),
)
async def new(  # noqa: PLR0917 (the options of the command)
    context: CommandContext,
    asked: Asked,
    game: str,
    option: str = "",
    language: str = "",
    house: app_commands.Range[int, 0, 3] = 0,
    level: str = USUAL,
    resigned: str = "",
    *,
    hints: bool = False,
    hands: str = "",
    pace: str = "",
    late: str = "",
    away: str = "",
) -> Layout:
    seats = {"resigned": resigned, "hands": hands}
    agreed = await terms(context, asked.guild, hints=hints, **seats, pace=pace, late=late, away=away)
    lang, said = language or await table_language(context, asked, alone=bool(house)), options.read(option)
    wanted = NewTable(asked.guild, asked.parent, game, asked.name, lang, said, terms=agreed)
    return await _opened(context, asked, wanted, (level,) * _enough(context, game, house))


def _enough(context: CommandContext, game: str, wanted: int) -> int:
    """Returns how many house players are seated, where any are wanted: the game begins with them at once."""
    known = context.env.games.get(game)
    return max(wanted, min(known.rules.seats) - 1) if known is not None and wanted else wanted


async def _opened(context: CommandContext, asked: Asked, wanted: NewTable, levels: tuple[str, ...]) -> Layout:
    """Opens the table; with house players of these levels at it the game starts at once."""
    hindered = asked.hindrance()
    if hindered:
        return Layout(hindered)
    wanted = replace(wanted, house=levels)
    await context.languages.remember(asked.interaction)
    answer = await create(context.transactions, asked.action, wanted)
    if not isinstance(answer, Created):
        return Layout(game_text.reply(asked.words, answer))
    said: Answer = answer
    if wanted.house:
        begun = await context.transactions.run(answer.table, Action(asked.user), start())
        said = begun.answer if isinstance(begun.answer, Started) else answer
    text = game_text.reply(asked.words, said)
    return await lobby_screen.linked(context.transactions, asked.words, text, answer.table)


async def table_language(context: CommandContext, asked: Asked, *, alone: bool = False) -> str:
    """Returns the server's language: texts for everybody are in that of the person who opens the table only where
    nobody else plays, and the server has chosen none.
    """
    guild = await context.store.guild(asked.guild)
    own = asked.words.lang if alone else ""
    return guild.lang or own or known(str(asked.interaction.guild_locale or "")) or context.lang or ENGLISH


@command("join", Localized("Join the table of this thread"))
async def join(context: CommandContext, asked: Asked) -> Layout:
    """Answers for the table of this thread alone: the person need not have one."""
    try:
        return await lobby_screen.do(context.responses, asked, asked.here, JOIN)
    except NoTableHere:
        return Layout(
            asked.words.say("Use this in the thread of a table that has not begun; /server tables shows them.")
        )


def _verb(verb: str, about: Localized) -> Maker:
    """Returns a command for one's own table; one to join has to be named."""

    @command(verb, about)
    async def done(context: CommandContext, asked: Asked, where: Where) -> Layout:
        return await lobby_screen.do(context.responses, asked, where, verb)

    return done


@command(
    "house",
    Localized("Seat a house player at a table that has not begun, or take one away"),
    choices=lambda _: {"do": SEATED, "level": LEVELS},
    do=Localized("What to do"),
    level=Localized("How well the house plays"),
)
async def housed(context: CommandContext, asked: Asked, where: Where, do: str, level: str = USUAL) -> Layout:
    verb = do if do == seating_screen.AWAY else f"{seating_screen.SEAT}{level}"
    return await seating_screen.seated(context.responses, asked, where, verb)


COMMANDS = (
    new,
    join,
    housed,
    _verb("start", Localized("Start the game; only the person who opened the table can")),
    _verb("close", Localized("Close a table that has not begun; only the person who opened it can")),
    _verb("leave", Localized("Leave a table that has not begun")),
)
