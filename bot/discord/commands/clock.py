"""/clock: the pace of a table, a pause, who is late, being back; and /me away, /me quiet.

It is a group of its own because Discord takes 25 commands in one, and /table has as many.
"""

from discord import app_commands
from msgspec.structs import replace

from bot.discord.commands.command_text import Localized
from bot.discord.commands.context import CommandContext
from bot.discord.commands.declared import Choices, command, grouped
from bot.discord.interactions.asked import Asked
from bot.discord.layout import Layout
from bot.discord.screens import time_screen
from bot.play import Where
from bot.play.clocks.quiet_hours import matching
from bot.play.house.terms import LATE, PACE, STEADY, VOTE, kept, within
from bot.play.people import absences, profile
from bot.play.people.preferences import quieted
from bot.wording import clock_text, quiet_text

PACES = [
    app_commands.Choice(name=Localized("unhurried: no deadline"), value="unhurried"),
    app_commands.Choice(name=Localized("relaxed: 7 days a turn"), value="relaxed"),
    app_commands.Choice(name=Localized("steady: 3 days a turn"), value="steady"),
    app_commands.Choice(name=Localized("brisk: 1 day a turn"), value="brisk"),
    app_commands.Choice(name=Localized("live: 15 minutes a turn"), value="live"),
]
LATER = [
    app_commands.Choice(name=Localized("the others may let the house play"), value="vote"),
    app_commands.Choice(name=Localized("the house plays at once"), value="house"),
    app_commands.Choice(name=Localized("the table waits"), value="wait"),
]
ABSENT = [
    app_commands.Choice(name=Localized("moves deadlines"), value="allowed"),
    app_commands.Choice(name=Localized("moves no deadline"), value="not"),
]


def choices() -> Choices:
    """Returns what can be chosen about the time of a table."""
    return {"pace": PACES, "late": LATER, "away": ABSENT}


async def terms(context: CommandContext, guild: int, *, hints: bool, **wanted: str) -> tuple[tuple[str, str], ...]:
    """Returns what a new table agrees: what was asked for, else what its server has chosen, within its limits."""
    settings = dict((await context.store.guild(guild)).settings)
    pace = within(settings, wanted[PACE] or settings.get(PACE, STEADY))
    late = wanted[LATE] or settings.get(LATE, VOTE)
    return kept(**wanted | {"hints": "on" if hints else "", PACE: pace, LATE: late})


@command(
    "pace",
    Localized("How fast this table is played; more than half of the players change it"),
    choices=lambda _: choices(),
    pace=Localized("How long a turn may take"),
    late=Localized("What happens when somebody's time is used up"),
    away=Localized("Whether being away moves deadlines"),
)
async def pace(  # noqa: PLR0917 (the options of the command)
    context: CommandContext, asked: Asked, where: Where, pace: str = "", late: str = "", away: str = ""
) -> Layout:
    wanted = {key: value for key, value in (("pace", pace), ("late", late), ("away", away)) if value}
    return await time_screen.set_terms(context.responses, asked, where, wanted)


@command(
    "server",
    Localized("Server managers: the pace of new tables on this server"),
    choices=lambda _: {"pace": PACES, "late": LATER, "slowest": PACES, "fastest": PACES},
    pace=Localized("How long a turn may take"),
    late=Localized("What happens when somebody's time is used up"),
    slowest=Localized("The slowest pace that tables may have here"),
    fastest=Localized("The fastest pace that tables may have here"),
)
async def server(  # noqa: PLR0917 (the options of the command)
    context: CommandContext,
    asked: Asked,
    pace: str = "",
    late: str = "",
    slowest: str = "",
    fastest: str = "",
) -> Layout:
    words = asked.words
    if not asked.interaction.permissions.manage_guild:
        text = words.say(
            "Only people with the Manage Server permission can choose this. For your own table: /table new and "
            "/clock pace have the option pace."
        )
        return Layout(text)
    guild = await context.store.guild(asked.guild)
    given = {PACE: pace, LATE: late, "slowest": slowest, "fastest": fastest}
    chosen = {key: value for key, value in given.items() if value}
    settings = dict(guild.settings) | chosen
    if chosen:
        await context.store.save_guild(replace(guild, settings=tuple(settings.items())))
    begun = words.say("Saved. New tables on this server:") if chosen else words.say("New tables on this server:")
    return Layout("\n".join((begun, *clock_text.of_server(words, settings))))


@command("pause", Localized("Vote for a pause of this table, or for its end"),
         days=Localized("For how many days; 0 ends a pause"))  # fmt: skip
async def pause(context: CommandContext, asked: Asked, where: Where, days: app_commands.Range[int, 0, 30]) -> Layout:
    return await time_screen.paused(context.responses, asked, where, days)


@command("late", Localized("Let the house play for somebody whose time is used up"))
async def late(context: CommandContext, asked: Asked, where: Where) -> Layout:
    return await time_screen.late(context.responses, asked, where)


@command("return", Localized("Take your seat back from the house"))
async def returned(context: CommandContext, asked: Asked, where: Where) -> Layout:
    return await time_screen.back(context.responses, asked, where)


@command(
    "away",
    Localized("Be away for a while: your deadlines move"),
    until=Localized("A date such as 2027-06-30, or a number of days"),
    since=Localized("From which date on; leave empty for now"),
    by_move=Localized("Be back with your next move, if you play sooner"),
    back=Localized("You are back"),
)
async def away(
    context: CommandContext,
    asked: Asked,
    until: str = "",
    since: str = "",
    *,
    by_move: bool = False,
    back: bool = False,
) -> Layout:
    words = asked.words
    if back:
        found = await absences.come_back(context.transactions, asked.user)
    elif until.strip():
        found = await absences.go(context.transactions, asked.user, until, since, by_move=by_move)
    else:
        return Layout(clock_text.away(words, await context.store.person(asked.user), context.env.now()))
    return Layout(clock_text.absent(words, found, back=back))


async def _zones(context: CommandContext, asked: Asked, typed: str) -> list[tuple[str, str]]:
    del asked
    now = context.env.now()
    return [(quiet_text.zone_now(zone, now), zone) for zone in matching(typed)]


@command(
    "quiet",
    Localized("Your quiet hours: no ping, no direct message, no deadline"),
    suggests={"zone": _zones},
    hours=Localized("Two hours such as 22-7; none ends them"),
    zone=Localized("Where you live"),
)
async def quiet(context: CommandContext, asked: Asked, hours: str = "", zone: str = "") -> Layout:
    person = await context.store.person(asked.user)
    if not hours.strip() and not zone.strip():
        return Layout(quiet_text.line(asked.words, person))
    if quieted(person, hours, zone) is None:
        return Layout(quiet_text.unreadable(asked.words))
    timed = await profile.change(context.transactions, asked.user, lambda person: quieted(person, hours, zone))
    return Layout("\n".join((asked.words.say("Saved."), quiet_text.line(asked.words, timed))))


COMMANDS = (pace, pause, late, returned, server)


def clock_group(context: CommandContext) -> app_commands.Group:
    about = Localized("Time at a table: its pace, a pause, who is late")
    return grouped("clock", about, [made(context) for made in COMMANDS], guild_only=True)
