"""The bot itself, users, and the addresses of the gateway."""

from sandbox.api import refusal
from sandbox.api.refusal import Refusal
from sandbox.api.rest import Call, Rest
from sandbox.house import House
from sandbox.routes.answers import MANY, page
from sandbox.world.permissions import in_guild
from sandbox.world.world import Json


class People:
    def __init__(self, house: House, gateway_address: str) -> None:
        self.house = house
        self.gateway_address = gateway_address

    def mount(self, rest: Rest) -> None:
        rest.add("GET", "/users/@me", lambda _: self.house.shapes.me())
        rest.add("PATCH", "/users/@me", self.rename)
        rest.add("GET", "/users/{user_id}", self.user)
        rest.add("POST", "/users/@me/channels", self.open_dm)
        rest.add("GET", "/users/@me/guilds", self.guilds)
        rest.add("DELETE", "/users/@me/guilds/{guild_id}", self.leave)
        rest.add("GET", "/oauth2/applications/@me", lambda _: self.house.shapes.application())
        rest.add("GET", "/applications/@me", lambda _: self.house.shapes.application())
        rest.add("GET", "/gateway", lambda _: {"url": self.gateway_address}, open_=True)
        rest.add("GET", "/gateway/bot", self.gateway)

    def gateway(self, _: Call) -> Json:
        limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000}
        limit["max_concurrency"] = self.house.concurrency
        return {"url": self.gateway_address, "shards": 1, "session_start_limit": limit}

    def rename(self, call: Call) -> Json:
        self.house.world.bot.name = call.json.get("username") or self.house.world.bot.name
        return self.house.shapes.me()

    def user(self, call: Call) -> Json:
        user = self.house.world.users.get(call.id("user_id"))
        if user is None:
            raise Refusal(*refusal.UNKNOWN_USER)
        return self.house.shapes.user(user)

    def open_dm(self, call: Call) -> Json:
        if call.json.get("recipient_id") is None:
            raise Refusal(400, 50033, "Invalid Recipient(s)")
        wanted = int(call.json["recipient_id"])
        if wanted not in self.house.world.users:
            raise Refusal(*refusal.UNKNOWN_USER)
        if wanted == self.house.world.bot.id:
            raise Refusal(400, 50033, "Invalid Recipient(s)")
        return self.house.shapes.channel(self.house.places.open_dm(wanted))

    def guilds(self, call: Call) -> list[Json]:
        bot = self.house.world.bot.id
        mine = {g.id: g for g in self.house.world.guilds_of(bot)}
        counts = call.query.get("with_counts", "").lower() in ("1", "true")
        return [
            {
                "id": str(g.id), "name": g.name, "icon": None, "banner": None, "owner": g.owner_id == bot,
                "permissions": str(in_guild(g, g.members[bot])), "features": [],
            } | ({"approximate_member_count": len(g.members), "approximate_presence_count": 1} if counts else {})
            for g in (mine[n] for n in page(mine, call, MANY))
        ]  # fmt: skip

    def leave(self, call: Call) -> None:
        self.house.places.remove_bot(self.house.guild(call.id("guild_id")))
