"""Discord's gateway: sessions that outlive their sockets, events sent in order, and all the ways to be disconnected."""

import asyncio
import contextlib
import json
import random
import time
from collections import deque
from typing import Any

import msgspec
from aiohttp import WSMsgType, web

from sandbox.api import closing
from sandbox.api.closing import Closed
from sandbox.api.shapes import keyed, listed
from sandbox.api.stream import Squeeze, squeezer
from sandbox.faults import Faults, Glitch
from sandbox.house import House
from sandbox.world.permissions import sees
from sandbox.world.world import DM, Event, Guild, Json

HEARTBEAT = 41.25
WAY = 0.1
"""How long a heartbeat's ACK takes. discord.py notes the time of sending in its own thread; an ACK that came before
that, as it could within one process, would show a latency of a whole heartbeat interval."""
RESUMABLE = 180.0
KEPT = 10_000
IDENTIFIES, SENDS, SEND_WINDOW = 1000, 120, 60.0
GUILDS_PER_SHARD = 2500
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15
KNOWN_INTENTS = (1 << 26) - 1
CONTENT = 1 << 15

INTENTS = {
    "GUILD_CREATE": 1, "GUILD_UPDATE": 1, "GUILD_DELETE": 1, "GUILD_ROLE_CREATE": 1, "GUILD_ROLE_UPDATE": 1,
    "CHANNEL_CREATE": 1, "CHANNEL_UPDATE": 1, "CHANNEL_DELETE": 1, "CHANNEL_PINS_UPDATE": 1,
    "THREAD_CREATE": 1, "THREAD_UPDATE": 1, "THREAD_DELETE": 1, "THREAD_MEMBERS_UPDATE": 1,
    "GUILD_MEMBER_ADD": 1 << 1, "GUILD_MEMBER_UPDATE": 1 << 1, "GUILD_MEMBER_REMOVE": 1 << 1,
    "MESSAGE_CREATE": 1 << 9, "MESSAGE_UPDATE": 1 << 9, "MESSAGE_DELETE": 1 << 9, "MESSAGE_DELETE_BULK": 1 << 9,
    "MESSAGE_REACTION_ADD": 1 << 10, "MESSAGE_REACTION_REMOVE": 1 << 10, "TYPING_START": 1 << 11,
    "INTERACTION_CREATE": 0,
}  # fmt: skip
"""Which intent brings which event in a guild; 0 needs none. For DMs the message intents lie three bits higher."""


class Socket:
    """One connection. Events are queued, so that sending one never waits."""

    def __init__(self, ws: web.WebSocketResponse, request: web.Request, squeeze: Squeeze | None) -> None:
        self.ws = ws
        self.request = request
        self.squeeze = squeeze
        self.session: Session | None = None
        self.thrown: int | None = None
        self.beaten = time.monotonic()
        self._sent: deque[float] = deque()
        self._queue: asyncio.Queue[str | Closed | None] = asyncio.Queue()

    def put(self, op: int, data: Any = None) -> None:
        self.put_text(msgspec.json.encode({"op": op, "d": data, "s": None, "t": None}).decode())

    def put_text(self, text: str) -> None:
        self._queue.put_nowait(text)

    def close(self, why: Closed) -> None:
        self.thrown = why[0]
        self._queue.put_nowait(why)

    def cut(self) -> None:
        if self.request.transport is not None:
            self.request.transport.abort()

    def flooding(self) -> bool:
        now = time.monotonic()
        self._sent.append(now)
        while now - self._sent[0] > SEND_WINDOW:
            self._sent.popleft()
        return len(self._sent) > SENDS

    async def write(self) -> None:
        """Drains the queue until the connection goes."""
        with contextlib.suppress(ConnectionError, RuntimeError):
            while (item := await self._queue.get()) is not None:
                if isinstance(item, tuple):
                    await self.ws.close(code=item[0], message=item[1].encode())
                    return
                if self.squeeze is None:
                    await self.ws.send_str(item)
                else:
                    await self.ws.send_bytes(self.squeeze(item.encode()))


class Session:
    """What Discord remembers of a shard while its socket is gone."""

    def __init__(self, session_id: str, intents: int, shard: tuple[int, int]) -> None:
        self.id = session_id
        self.intents = intents
        self.shard = shard
        self.seq = 0
        self.told: deque[tuple[int, str]] = deque(maxlen=KEPT)
        self.socket: Socket | None = None
        self.away_since = 0.0

    def tell(self, name: str, data: Json, *, send: bool = True) -> None:
        self.seq += 1
        text = msgspec.json.encode({"op": 0, "d": data, "s": self.seq, "t": name}).decode()
        self.told.append((self.seq, text))
        if send and self.socket is not None:
            self.socket.put_text(text)

    def hears(self, event: Event) -> bool:
        number, of = self.shard
        if event.guild_id is None:
            return number == 0
        return (event.guild_id >> 22) % of == number


class Gateway:
    def __init__(self, house: House, faults: Faults, luck: random.Random) -> None:
        self.house = house
        self.world = house.world
        self.faults = faults
        self.luck = luck
        self.address = ""
        self.heartbeat = HEARTBEAT
        self.sessions: dict[str, Session] = {}
        self.sockets: set[Socket] = set()
        self.identified: deque[float] = deque()
        self.resumed = 0
        self.world.listen(self.told)

    # what tests and the page do to it

    @property
    def connected(self) -> bool:
        return any(s.socket is not None for s in self.sessions.values())

    def cut(self) -> None:
        for socket in list(self.sockets):
            socket.cut()

    def reconnect(self) -> None:
        for socket in self.sockets:
            socket.put(7)

    def invalidate(self, *, resumable: bool = False) -> None:
        for socket in self.sockets:
            if not resumable and socket.session is not None:
                self.sessions.pop(socket.session.id, None)
            socket.put(9, resumable)

    def close(self, code: int = 1001, why: str = "") -> None:
        for socket in self.sockets:
            socket.close((code, why))

    # telling the bot

    def told(self, event: Event) -> None:
        wanted = INTENTS.get(event.name)
        event = _as_direct(event)
        if wanted is None or not self._concerns_bot(event):
            return
        if event.name == "GUILD_MEMBER_UPDATE" and event.data["user"]["id"] == str(self.world.bot.id):
            wanted = 0  # what happens to itself it always learns
        if event.guild_id is None:
            wanted <<= 3 if wanted >= 1 << 9 else 0
        listening = [s for s in self.sessions.values() if s.hears(event) and (not wanted or s.intents & wanted)]
        for session in listening:
            self._tell(session, event, self.faults.at_event(event.name))

    def _concerns_bot(self, event: Event) -> bool:
        bot = self.world.bot.id
        if event.name == "INTERACTION_CREATE":  # also from where only a person has brought the bot
            return True
        if event.guild_id is not None and bot not in self.world.guilds[event.guild_id].members:
            return False
        channel = self.world.channels.get(event.channel_id or 0)
        if channel is None or channel.kind == DM or event.only is not None:
            return True
        return sees(self.world, bot, channel)

    def _tell(self, session: Session, event: Event, glitch: Glitch | None) -> None:
        data = self._as_heard(session, event)
        do = None if glitch is None else glitch.do
        if do == "drop":
            return
        session.tell(event.name, data, send=do != "cut")
        socket = session.socket
        if do == "double":
            session.tell(event.name, data)
        if socket is None:
            return
        if do == "cut":
            socket.cut()
        elif do == "reconnect":
            socket.put(7)
        elif do == "invalidate":
            self.sessions.pop(session.id, None)
            socket.put(9, False)

    def _as_heard(self, session: Session, event: Event) -> Json:
        """Blanks what people write in guilds if the session lacks the intent for it, unless the bot is spoken to."""
        message = event.message
        if (
            message is None
            or session.intents & CONTENT
            or event.guild_id is None
            or event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE")
        ):
            return event.data
        if self.world.bot.id in (message.author_id, *message.mentions):
            return event.data
        return event.data | {"content": "", "embeds": [], "attachments": [], "components": []}

    # the connection

    async def serve(self, request: web.Request) -> web.StreamResponse:
        ws = web.WebSocketResponse(max_msg_size=1 << 20, compress=False)
        await ws.prepare(request)
        socket = Socket(ws, request, squeezer(request.query.get("compress")))
        if request.query.get("v") not in ("9", "10"):
            await ws.close(code=closing.BAD_VERSION[0], message=closing.BAD_VERSION[1].encode())
            return ws
        self.sockets.add(socket)
        writer = asyncio.create_task(socket.write())
        watch = asyncio.create_task(self._watch(socket))
        socket.put(10, {"heartbeat_interval": int(self.heartbeat * 1000), "_trace": []})
        try:
            async for frame in ws:
                if frame.type is WSMsgType.TEXT and not self._heard(socket, frame.data):
                    break
            if writer.done() or ws.closed:
                return ws
            await asyncio.wait({writer}, timeout=2)
        finally:
            writer.cancel()
            watch.cancel()
            self._gone(socket, ws.close_code)
        return ws

    def _gone(self, socket: Socket, code: int | None) -> None:
        """Ends the session if the client closed with 1000 or 1001, or this server with an ending code."""
        self.sockets.discard(socket)
        session = socket.session
        if session is None or session.socket is not socket:
            return
        session.socket, session.away_since = None, self.house.clock.now()
        if code in (1000, 1001) if socket.thrown is None else socket.thrown in closing.ENDING:
            self.sessions.pop(session.id, None)

    async def _watch(self, socket: Socket) -> None:
        """Throws out a client whose heartbeats have stopped."""
        while True:
            await asyncio.sleep(self.heartbeat)
            if time.monotonic() - socket.beaten > self.heartbeat * 1.5:
                socket.close(closing.TIMED_OUT)

    def _heard(self, socket: Socket, text: str) -> bool:
        """Handles a message; returns False to end the reading, because the socket is being closed."""
        why = self._obey(socket, text)
        if why is not None:
            socket.close(why)
        return why is None

    def _obey(self, socket: Socket, text: str) -> Closed | None:
        if len(text) > 4096 or (frame := _decoded(text)) is None:
            return closing.DECODE
        if socket.flooding():
            return closing.TOO_FAST
        op, data = frame.get("op"), frame.get("d")
        if op in (2, 6, 8) and not isinstance(data, dict):
            return closing.DECODE
        if op == 1:
            socket.beaten = time.monotonic()
            asyncio.get_running_loop().call_later(WAY, socket.put, 11)
        elif op == 2:
            return self._identify(socket, keyed(data))
        elif op == 6:
            return self._resume(socket, keyed(data))
        elif op == 8:
            return closing.NOT_YET if socket.session is None else self._members(socket.session, keyed(data))
        elif op not in (3, 4, 31):
            return closing.UNKNOWN_OP
        elif socket.session is None:
            return closing.NOT_YET
        return None

    def _identify(self, socket: Socket, data: Json) -> Closed | None:
        if socket.session is not None:
            return closing.TWICE
        intents, shard = data.get("intents"), tuple(data.get("shard") or (0, 1))
        if data.get("token") != self.world.application.token or self._worn_out():
            return closing.BAD_TOKEN
        if not isinstance(intents, int) or not 0 <= intents <= KNOWN_INTENTS:
            return closing.BAD_INTENTS
        if intents & PRIVILEGED & ~self.world.application.privileged:
            return closing.NO_INTENTS
        if len(shard) != 2 or not 0 <= shard[0] < shard[1]:
            return closing.BAD_SHARD
        session = Session(f"{self.luck.getrandbits(128):032x}", intents, (shard[0], shard[1]))
        guilds = [g for g in self.world.guilds_of(self.world.bot.id) if (g.id >> 22) % shard[1] == shard[0]]
        if len(guilds) > GUILDS_PER_SHARD:
            return closing.SHARDS_NEEDED
        session.socket, socket.session = socket, session
        self.sessions[session.id] = session
        self.identified.append(self.house.clock.now())
        self._welcome(session, guilds)
        return None

    def _welcome(self, session: Session, guilds: list[Guild]) -> None:
        session.tell("READY", self._ready(session, [str(g.id) for g in guilds]))
        for guild in guilds if session.intents & 1 else ():
            session.tell("GUILD_CREATE", self.house.shapes.guild_create(guild))

    def _worn_out(self) -> bool:
        """Has the token been used up by more than a thousand IDENTIFYs in a day?"""
        now = self.house.clock.now()
        while self.identified and now - self.identified[0] > 86_400:
            self.identified.popleft()
        return len(self.identified) >= IDENTIFIES

    def _ready(self, session: Session, guilds: list[str]) -> Json:
        application = self.world.application
        return {
            "v": 10, "user": self.house.shapes.me(), "session_id": session.id, "session_type": "normal",
            "resume_gateway_url": self.address, "shard": list(session.shard), "user_settings": {},
            "guilds": [{"id": g, "unavailable": True} for g in guilds], "private_channels": [], "presences": [],
            "relationships": [], "guild_join_requests": [], "geo_ordered_rtc_regions": [], "auth": {}, "_trace": [],
            "application": {"id": str(application.id), "flags": 0},
        }  # fmt: skip

    def _resume(self, socket: Socket, data: Json) -> Closed | None:
        if data.get("token") != self.world.application.token:
            return closing.BAD_TOKEN
        if socket.session is not None:
            return closing.TWICE
        session = self.sessions.get(data.get("session_id") or "")
        seq = data.get("seq")
        lost = session is None or (session.socket is None and self.house.clock.now() - session.away_since > RESUMABLE)
        if session is None or lost:
            socket.put(9, False)
            return None
        if not isinstance(seq, int) or not 0 <= seq <= session.seq:
            return closing.BAD_SEQ
        if session.told and seq + 1 < session.told[0][0]:
            socket.put(9, False)
            return None
        if session.socket is not None:
            session.socket.cut()
        session.socket, socket.session = socket, session
        for number, text in list(session.told):
            if number > seq:
                socket.put_text(text)
        self.resumed += 1
        session.tell("RESUMED", {"_trace": []})
        return None

    def _members(self, session: Session, data: Json) -> Closed | None:
        """Answers op 8: members by id or by the beginning of their name, in one chunk."""
        wanted: Any = data.get("guild_id") or 0
        guild = self.world.guilds.get(int(listed(wanted)[0] if isinstance(wanted, list) else wanted))
        if guild is None:
            return None
        ids: Any = data.get("user_ids")
        chosen = {int(n) for n in (listed(ids) if isinstance(ids, list | None) else [ids])}
        query = (data.get("query") or "").lower()
        found = [
            m
            for m in guild.members.values()
            if (m.user_id in chosen if chosen else self.world.users[m.user_id].name.startswith(query))
        ]
        limit = data.get("limit") or len(found)
        chunk: Json = {
            "guild_id": str(guild.id), "members": [self.house.shapes.member(m) for m in found[:limit]],
            "chunk_index": 0, "chunk_count": 1, "not_found": [str(n) for n in chosen - set(guild.members)],
        }  # fmt: skip
        if data.get("nonce") is not None:
            chunk["nonce"] = data["nonce"]
        session.tell("GUILD_MEMBERS_CHUNK", chunk)
        return None


def _as_direct(event: Event) -> Event:
    """Returns an ephemeral message's event as if it were of a DM: without its guild, by the intent for DMs."""
    if event.message is None or event.message.only is None or event.guild_id is None:
        return event
    data = {key: value for key, value in event.data.items() if key not in ("guild_id", "member")}
    return Event(event.name, data, None, event.channel_id, event.only, event.message)


def _decoded(text: str) -> Json | None:
    try:
        frame = json.loads(text)
    except ValueError:
        return None
    return keyed(frame) if isinstance(frame, dict) else None
