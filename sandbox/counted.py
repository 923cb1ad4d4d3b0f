"""What a bot costs and what it brings: its requests by route, and the messages of each place and person.

Requests are those made with the bot's token; answers to interactions carry a token of their own and are not among them.
"""

from collections import Counter

from msgspec import Struct, field

from sandbox.api.rest import Exchange
from sandbox.api.shapes import keyed
from sandbox.world.world import DM, Event, World


class Traffic(Struct):
    """What the bot has said in one place: new messages, changes of them, and whom the new ones called."""

    posts: int = 0
    edits: int = 0
    pings: Counter[int] = field(default_factory=Counter[int])


class Counted:
    """Counts from the beginning or from the last `clear`. What only one person sees is not counted."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.requests: Counter[str] = Counter()
        """By method and route, as "POST /channels/{channel_id}/messages"; those that were refused too."""
        self.refused: Counter[int] = Counter()
        """Refusals by Discord's code, 30046 say, to requests of any token."""
        self._places: dict[int, Traffic] = {}
        world.listen(self._told)

    def clear(self) -> None:
        self.requests.clear()
        self.refused.clear()
        self._places.clear()

    def of(self, channel_id: int) -> Traffic:
        """Returns what was said in a channel, a thread or a DM."""
        return self._places.setdefault(channel_id, Traffic())

    @property
    def dms(self) -> Counter[int]:
        """How many direct messages each person got."""
        channels = self.world.channels
        told = {n: traffic for n, traffic in self._places.items() if n in channels and channels[n].kind == DM}
        return Counter({channels[n].recipient or 0: traffic.posts for n, traffic in told.items() if traffic.posts})

    def requested(self, line: Exchange) -> None:
        if line.by_bot:
            self.requests[f"{line.method} {line.route}"] += 1
        if line.status >= 400:
            self.refused[keyed(line.answer).get("code") or 0] += 1

    def _told(self, event: Event) -> None:
        message = event.message
        if message is None or message.only is not None or message.author_id != self.world.bot.id:
            return
        traffic = self.of(message.channel_id)
        if event.name == "MESSAGE_CREATE":
            traffic.posts += 1
            traffic.pings.update(set(message.mentions))
        elif event.name == "MESSAGE_UPDATE" and message.edited_at is not None:
            traffic.edits += 1
