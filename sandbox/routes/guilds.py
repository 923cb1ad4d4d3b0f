"""Guilds: their channels, roles and members, as far as a bot asks for them."""

from sandbox.api import refusal
from sandbox.api.refusal import Refusal
from sandbox.api.rest import Answer, Call, Rest
from sandbox.api.shapes import listed
from sandbox.house import House
from sandbox.routes.answers import page
from sandbox.world import permissions
from sandbox.world.permissions import in_guild
from sandbox.world.world import Guild, Json, Member


class Guilds:
    def __init__(self, house: House) -> None:
        self.house = house

    def mount(self, rest: Rest) -> None:
        rest.add("GET", "/guilds/{guild_id}", self.guild)
        rest.add("GET", "/guilds/{guild_id}/channels", self.channels)
        rest.add("POST", "/guilds/{guild_id}/channels", self.new_channel)
        rest.add("GET", "/guilds/{guild_id}/roles", self.roles)
        rest.add("GET", "/guilds/{guild_id}/members", self.members)
        rest.add("GET", "/guilds/{guild_id}/members/{user_id}", self.member)
        rest.add("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}", self.give_role)
        rest.add("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}", self.take_role)
        rest.add("GET", "/guilds/{guild_id}/threads/active", self.threads)

    def _guild(self, call: Call) -> Guild:
        return self.house.guild(call.id("guild_id"))

    def _member(self, call: Call) -> Member:
        member = self._guild(call).members.get(call.id("user_id"))
        if member is None:
            raise Refusal(*refusal.UNKNOWN_MEMBER)
        return member

    def _may(self, guild: Guild, wanted: int) -> None:
        if not in_guild(guild, guild.members[self.house.world.bot.id]) & wanted:
            raise Refusal(*refusal.NO_PERMISSION)

    def guild(self, call: Call) -> Json:
        guild = self._guild(call)
        shape = self.house.shapes.guild(guild)
        if call.query.get("with_counts", "").lower() in ("1", "true"):
            shape |= {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
        return shape

    def channels(self, call: Call) -> list[Json]:
        return [self.house.shapes.channel(c) for c in self.house.world.channels_of(self._guild(call).id)]

    def new_channel(self, call: Call) -> Answer:
        guild = self._guild(call)
        self._may(guild, permissions.MANAGE_CHANNELS)
        parent = call.json.get("parent_id")
        made = self.house.places.new_channel(
            guild, call.json["name"], kind=call.json.get("type") or 0, parent_id=None if parent is None else int(parent)
        )
        made.topic = call.json.get("topic")
        for entry in listed(call.json.get("permission_overwrites")):
            allow, deny = int(entry.get("allow") or 0), int(entry.get("deny") or 0)
            self.house.places.overwrite(made, int(entry["id"]), entry["type"], allow=allow, deny=deny)
        return Answer(201, self.house.shapes.channel(made))

    def roles(self, call: Call) -> list[Json]:
        return [self.house.shapes.role(r) for r in self._guild(call).roles.values()]

    def members(self, call: Call) -> list[Json]:
        guild = self._guild(call)
        if not self.house.world.application.privileged & 1 << 1:
            raise Refusal(*refusal.NO_ACCESS)
        return [self.house.shapes.member(guild.members[n]) for n in page(guild.members, call, 1000)]

    def member(self, call: Call) -> Json:
        return self.house.shapes.member(self._member(call))

    def give_role(self, call: Call) -> None:
        self._change_role(call, take=False)

    def take_role(self, call: Call) -> None:
        self._change_role(call, take=True)

    def _change_role(self, call: Call, *, take: bool) -> None:
        guild, member = self._guild(call), self._member(call)
        role = guild.roles.get(call.id("role_id"))
        if role is None:
            raise Refusal(*refusal.UNKNOWN_ROLE)
        self._may(guild, permissions.MANAGE_ROLES)
        mine = guild.members[self.house.world.bot.id]
        highest = max((guild.roles[r].position for r in mine.roles if r in guild.roles), default=0)
        if role.position >= highest and guild.owner_id != self.house.world.bot.id:
            raise Refusal(*refusal.NO_PERMISSION)
        self.house.places.give_role(guild, member.user_id, role.id, take=take)

    def threads(self, call: Call) -> Json:
        world, bot = self.house.world, self.house.world.bot.id
        awake = [t for t in world.threads_of(self._guild(call).id) if not self.house.places.settle(t).archived]
        seen = [t for t in awake if permissions.sees(world, bot, t)]
        joined = [self.house.shapes.thread_member(t, bot) for t in seen if bot in t.joined]
        return {"threads": [self.house.shapes.thread(t) for t in seen], "members": joined, "has_more": False}
