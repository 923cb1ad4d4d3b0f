"""The house: world, post, places and interactions put together, and the questions that routes ask of them."""

import random

from sandbox.api import refusal
from sandbox.api.interactions import Interactions
from sandbox.api.refusal import Refusal
from sandbox.api.shapes import Shapes
from sandbox.clock import Clock
from sandbox.world import permissions
from sandbox.world.places import Places
from sandbox.world.post import Post
from sandbox.world.snowflake import Snowflakes
from sandbox.world.world import DM, Channel, File, Guild, Message, World

TOKEN = "a-token-that-opens-only-the-sandbox"  # noqa: S105 (it opens nothing else)


class House:
    def __init__(self, clock: Clock, seed: int, token: str = TOKEN) -> None:
        self.clock = clock
        self.luck = random.Random(seed)
        self.world = World(clock, Snowflakes(seed), token)
        self.shapes = Shapes(self.world)
        self.post = Post(self.world, self.shapes)
        self.places = Places(self.post)
        self.interactions = Interactions(self.post, self.luck)
        self.lent: dict[int, File] = {}
        self.concurrency = 1
        """How many shards of a bot may begin at once."""

    def guild(self, guild_id: int) -> Guild:
        """Returns a guild that the bot is in."""
        guild = self.world.guilds.get(guild_id)
        if guild is None or self.world.bot.id not in guild.members:
            raise Refusal(*refusal.UNKNOWN_GUILD)
        return guild

    def channel(self, channel_id: int) -> Channel:
        """Returns a channel that the bot can see."""
        channel = self.world.channels.get(channel_id)
        if channel is None:
            raise Refusal(*refusal.UNKNOWN_CHANNEL)
        if channel.kind != DM and not permissions.sees(self.world, self.world.bot.id, channel):
            raise Refusal(*refusal.NO_ACCESS)
        return self.places.settle(channel)

    def thread(self, channel_id: int) -> Channel:
        channel = self.channel(channel_id)
        if not channel.is_thread:
            raise Refusal(*refusal.NOT_IN_DM)
        return channel

    def message(self, channel_id: int, message_id: int) -> Message:
        """Returns a message as a channel's routes know it: ephemeral ones do not exist for them."""
        channel = self.channel(channel_id)
        message = self.world.messages(channel.id).get(message_id)
        if message is None or message.only is not None:
            raise Refusal(*refusal.UNKNOWN_MESSAGE)
        return message

    def may(self, channel: Channel, *wanted: int) -> None:
        self.post.may(channel, *wanted)
