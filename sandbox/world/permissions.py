"""Who may do what in which place: Discord's sum of roles and overwrites (topics/permissions)."""

from functools import reduce

from sandbox.world.world import DM, PRIVATE_THREAD, Channel, Guild, Member, World

CREATE_INVITE = 1 << 0
ADMINISTRATOR = 1 << 3
MANAGE_CHANNELS = 1 << 4
MANAGE_GUILD = 1 << 5
ADD_REACTIONS = 1 << 6
VIEW_CHANNEL = 1 << 10
SEND_MESSAGES = 1 << 11
MANAGE_MESSAGES = 1 << 13
EMBED_LINKS = 1 << 14
ATTACH_FILES = 1 << 15
READ_MESSAGE_HISTORY = 1 << 16
MENTION_EVERYONE = 1 << 17
MANAGE_ROLES = 1 << 28
USE_APPLICATION_COMMANDS = 1 << 31
MANAGE_THREADS = 1 << 34
CREATE_PUBLIC_THREADS = 1 << 35
CREATE_PRIVATE_THREADS = 1 << 36
SEND_MESSAGES_IN_THREADS = 1 << 38
USE_EXTERNAL_APPS = 1 << 50
PIN_MESSAGES = 1 << 51

ALL = (1 << 53) - 1
NEEDS_WRITING = EMBED_LINKS | ATTACH_FILES | MENTION_EVERYONE | 1 << 12
"""Rights that nobody has without the right to write, whatever a role says."""

EVERYONE = reduce(
    lambda a, b: a | b,
    (
        CREATE_INVITE, ADD_REACTIONS, VIEW_CHANNEL, SEND_MESSAGES, EMBED_LINKS, ATTACH_FILES, READ_MESSAGE_HISTORY,
        USE_APPLICATION_COMMANDS, CREATE_PUBLIC_THREADS, CREATE_PRIVATE_THREADS, SEND_MESSAGES_IN_THREADS,
        USE_EXTERNAL_APPS,
    ),
)  # fmt: skip
"""What @everyone may do in a guild as Discord creates it."""

BOT = EVERYONE | MANAGE_MESSAGES | MANAGE_THREADS | PIN_MESSAGES
"""What the bot's own role grants unless a test takes it away."""


def in_guild(guild: Guild, member: Member) -> int:
    if guild.owner_id == member.user_id:
        return ALL
    roles = [guild.roles[guild.id], *(guild.roles[r] for r in member.roles if r in guild.roles)]
    granted = reduce(lambda sum_, role: sum_ | role.permissions, roles, 0)
    return ALL if granted & ADMINISTRATOR else granted


def _overwritten(guild: Guild, member: Member, channel: Channel, granted: int) -> int:
    """Applies @everyone's overwrite, then those of all roles together, then the member's own."""
    of_role = {o.id: o for o in channel.overwrites if o.kind == 0}
    if everyone := of_role.get(guild.id):
        granted = granted & ~everyone.deny | everyone.allow
    mine = [of_role[r] for r in member.roles if r in of_role]
    deny = reduce(lambda sum_, o: sum_ | o.deny, mine, 0)
    allow = reduce(lambda sum_, o: sum_ | o.allow, mine, 0)
    granted = granted & ~deny | allow
    for own in channel.overwrites:
        if own.kind == 1 and own.id == member.user_id:
            granted = granted & ~own.deny | own.allow
    return granted


def in_channel(world: World, user_id: int, channel: Channel) -> int:
    """Returns what a person or the bot may do in a channel; 0 without access."""
    if channel.kind == DM:
        return EVERYONE | PIN_MESSAGES if user_id in (channel.recipient, world.bot.id) else 0
    guild = world.guilds.get(channel.guild_id or 0)
    if guild is None or user_id not in guild.members:
        return 0
    member = guild.members[user_id]
    granted = in_guild(guild, member)
    if granted == ALL:
        return ALL
    place = world.channels.get(channel.parent_id or 0) if channel.is_thread else channel
    if place is None:
        return 0
    granted = _overwritten(guild, member, place, granted)
    if not granted & VIEW_CHANNEL:
        return 0
    if channel.is_thread:
        granted = _in_thread(channel, user_id, granted)
    return granted if granted & SEND_MESSAGES else granted & ~NEEDS_WRITING


def _in_thread(thread: Channel, user_id: int, granted: int) -> int:
    """What is granted in its channel, in the thread: there the right to write is another one."""
    if thread.kind == PRIVATE_THREAD and user_id not in thread.joined and not granted & MANAGE_THREADS:
        return 0
    return granted | SEND_MESSAGES if granted & SEND_MESSAGES_IN_THREADS else granted & ~SEND_MESSAGES


def sees(world: World, user_id: int, channel: Channel) -> bool:
    return bool(in_channel(world, user_id, channel) & VIEW_CHANNEL)
