"""The messenger on Discord: letters become messages, Discord's refusals the few answers that the courier knows."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from pathlib import PurePosixPath
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

import aiohttp
import discord
from discord.http import handle_message_parameters
from msgspec.structs import replace

from bot.discord import layout
from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids, presses
from bot.discord.layout import Button, ButtonRows, Layout, Picture, Row
from bot.discord.messages import finding
from bot.discord.messages.messenger import Deleted, DmClosed, Impossible, Letter, NotNow, TooFast, Unknown
from bot.discord.permissions import lacking
from bot.discord.screens.plan_screen import PlanScreen
from bot.games import game_text
from bot.play import limits
from bot.play.outbox_bodies import (
    BOARD,
    CALL,
    DIGEST,
    DOOR,
    HAND,
    LATE,
    LOBBY_CARD,
    NUDGE,
    QUESTION,
    REMINDER,
    SEAT,
    STALLED,
)  # fmt: skip
from bot.play.timed.orders import BLOCK
from bot.wording import Words, spared, table_text, words_for
from rules.contract import Choice

REMEMBERED: Final = 1024
"""Messages with buttons whose text is kept: to close any other, Discord is asked for it."""
DM_REFUSED: Final = frozenset({50007, 50278})
TO_ONE: Final = (HAND, QUESTION, STALLED, NUDGE, DIGEST)
"""The kinds of letters that go to one person."""
TOO_FAST: Final = 40003
SUCCESS: Final = discord.ButtonStyle.success
CALLED: Final = ("call",)
"""The words before an answer on a call, for whoever labels it: there is little room."""
GONE: Final = frozenset({10003, 10004, 10008, 50001})
UNKNOWN_MESSAGE: Final = 10008
Entitled: TypeAlias = Callable[[], AbstractAsyncContextManager[int]]


class DiscordMessenger:
    """Posts by channel routes; it needs nothing of a guild in a cache."""

    def __init__(
        self,
        client: discord.Client,
        gallery: Gallery,
        pressed: presses.Presses,
        entitled: Entitled = lambda: nullcontext(0),
        awaited: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """`entitled`: within what Discord is asked (storage/port.py); `awaited`: is what a table is told waited for?"""
        self._client = client
        self._entitled = entitled
        self._gallery = gallery
        self._awaited = awaited
        self._presses = pressed
        self._shown: dict[int, tuple[int, Layout]] = {}
        """What messages with buttons say, the newest last, and how often work had changed hands by then."""

    async def open_thread(self, parent: int, letter: Letter) -> int:
        async with self._entitled(), answered(partial(self._lacking, parent)):
            return await finding.open_thread(self._client, await self._parent(parent), letter.title)

    async def empty_threads(self, parent: int, letter: Letter) -> tuple[int, ...]:
        async with self._entitled(), answered(partial(self._lacking, parent)):
            return await finding.empty_threads(await self._parent(parent), self._own, letter.title)

    async def _parent(self, parent: int) -> discord.TextChannel:
        channel = self._client.get_channel(parent) or await self._client.fetch_channel(parent)
        if not isinstance(channel, discord.TextChannel):
            raise Impossible("no-thread-there")
        return channel

    @property
    def _own(self) -> int:
        return self._client.user.id if self._client.user is not None else 0

    async def rename(self, channel: int, letter: Letter) -> None:
        async with self._entitled(), answered():
            thread = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
            if not isinstance(thread, discord.Thread):
                raise Impossible("no-thread-there")
            if letter.over:
                if not thread.archived:
                    await thread.edit(archived=True)
                return
            others = thread.parent.threads if thread.parent is not None else ()
            name = finding.thread_name(letter.title, [other.name for other in others if other.id != channel])
            if name != thread.name:
                await thread.edit(name=name)

    async def open_dm(self, user: int) -> int:
        async with self._entitled(), answered(to_one=True):
            channel = await self._client.create_dm(discord.Object(user))
            return channel.id

    async def post(self, channel: int, letter: Letter, nonce: str) -> int:
        form = replace(_named(await self._form(letter), nonce), mark=finding.mark(nonce))
        async with (
            self._entitled() as handovers,
            answered(partial(self._lacking, channel), posting=True, to_one=letter.kind in TO_ONE),
        ):
            silent = discord.MessageFlags(suppress_notifications=letter.silent or not letter.mentions)
            wanted = handle_message_parameters(**_shown(form), files=form.files(), nonce=nonce, flags=silent)
            with wanted:  # by the routes themselves: nobody needs what Discord says of the message, but its id
                said = await self._client.http.send_message(channel, params=wanted)
        self._remember(message := int(said["id"]), form, handovers)
        return message

    async def edit(self, channel: int, message: int, letter: Letter, nonce: str = "") -> None:
        form = await self._form(letter)
        form = _named(form, nonce) if nonce else form
        async with self._entitled() as handovers, answered():
            await self._change(channel, message, lambda: {**_shown(form), "attachments": form.files()})
        self._remember(message, form, handovers)

    async def close(self, channel: int, message: int) -> None:
        async with self._entitled() as handovers, answered():
            then, rest = self._shown.pop(message, (handovers, None))
            if rest is None or then != handovers:
                rest = without_buttons(await self._client.get_partial_messageable(channel).fetch_message(message))
            await self._change(channel, message, lambda: _shown(rest))

    async def _change(self, channel: int, message: int, shown: Callable[[], dict[str, Any]]) -> None:
        async def edit(**shown: Any) -> None:
            with handle_message_parameters(**shown) as wanted:
                await self._client.http.edit_message(channel, message, params=wanted)

        await self._presses.edit(message, shown, edit)

    def _remember(self, message: int, form: Layout, handovers: int) -> None:
        """Keeps what is needed to take a message's buttons off without asking Discord for it."""
        self._shown.pop(message, None)
        if form.rows:
            pictures = tuple(Picture(picture.name, b"", picture.alt) for picture in form.pictures)
            self._shown[message] = handovers, Layout(form.text, pictures, bare=form.bare)
            if len(self._shown) > REMEMBERED:
                del self._shown[next(iter(self._shown))]

    async def find(self, channel: int, nonce: str, since: int) -> int | None:
        async with self._entitled(), answered():
            return await finding.message(self._client.get_partial_messageable(channel), self._own, nonce, since)

    def _lacking(self, channel: int) -> tuple[str, ...]:
        """Returns the missing rights, as far as this client knows the place; a thread has those of its channel."""
        place, own = self._client.get_channel(channel), self._client.user
        place = place.parent if isinstance(place, discord.Thread) else place
        if own is None or not isinstance(place, discord.TextChannel):
            return ()
        member = place.guild.get_member(own.id)
        return () if member is None else lacking(place.permissions_for(member))

    # ── what a letter looks like ──

    async def _form(self, letter: Letter) -> Layout:
        """Returns what a letter looks like; in words, with a board's buttons, where the rest of it fails."""
        with spared, self._gallery.in_turn(soon=self._awaited(letter.table)):
            return await self._whole(letter)
        pings = " ".join(f"<@{user}>" for user in letter.mentions)
        words, main = words_for(letter.lang), letter.kind in (BOARD, CALL, REMINDER)
        rows = board_rows(words, letter.table, over=letter.over) if main else ()
        rows = lobby_rows(words, letter.table) if letter.kind == LOBBY_CARD and letter.open else rows
        return Layout(f"**{letter.title}**\n{letter.text}\n{pings}".rstrip(), (), rows, letter.mentions)

    async def _whole(self, letter: Letter) -> Layout:
        words = words_for(letter.lang)
        pings = _pings(letter)
        if letter.kind == BOARD and letter.public is not None:
            pictures = await self._gallery.board(
                letter.public, letter.facts, letter.alt, letter.alts,
                names=letter.names, told=letter.told, course=letter.course,
            )  # fmt: skip
            text = f"{letter.text}\n{pings}".rstrip()
            rows = board_rows(words, letter.table, over=letter.over, asks=letter.asks) if letter.buttons else ()
            return Layout(text, pictures, rows, letter.mentions)
        if letter.kind in (HAND, QUESTION) and letter.private is not None:
            pictures = await self._gallery.hand(letter.private, letter.alt)
            rows = self._answering(words, letter) if letter.kind == QUESTION else ()
            where = f" · <#{letter.thread}>" if letter.thread else ""  # none while a new thread is to be opened
            return Layout(f"**{letter.title}**{where}\n{letter.text}", pictures, rows)
        if letter.kind in (CALL, REMINDER):
            return Layout(_headed(letter, pings), (), self._calling(words, letter), letter.mentions, bare=True)
        if letter.kind in (SEAT, DOOR):
            return Layout(_carded(letter, pings), (), _entering(words, letter), letter.mentions, bare=True)
        rows = lobby_rows(words, letter.table, house=letter.house) if letter.kind == LOBBY_CARD and letter.open else ()
        rows = board_rows(words, letter.table, over=True) if letter.over else (*rows, *time_rows(words, letter))
        return Layout(f"{_titled(letter)}\n{letter.text}\n{pings}".rstrip(), (), rows, letter.mentions)

    def _calling(self, words: Words, letter: Letter) -> ButtonRows:
        if not letter.answers:
            return call_rows(words, letter.table, letter.number, turn=letter.turn)
        rows = call_rows(words, letter.table, letter.number, turn=letter.turn) if letter.since >= 0 else ()
        return (*rows, *layout.buttons(*offer_buttons(words, letter)))

    def _answering(self, words: Words, letter: Letter) -> tuple[Row, ...]:
        if letter.panel is not None:
            return PlanScreen(words, letter.game, letter.names, self._gallery).rows(letter.panel)
        return answer_buttons(words, letter.game, letter.table, letter.since, letter.answers)


def _pings(letter: Letter) -> str:
    """Returns whom a message calls, as it says so; one to a single person calls them anyway."""
    return "" if letter.kind in TO_ONE else " ".join(f"<@{user}>" for user in letter.mentions)


def _titled(letter: Letter) -> str:
    """Returns the first line of what says which table it is about."""
    return table_text.headed(letter.title, letter.thread) if letter.thread else f"**{letter.title}**"


def _carded(letter: Letter, pings: str) -> str:
    """Returns the text of a card, which names whom it calls."""
    called = f"\n{pings}" if pings and pings not in letter.text else ""
    return f"{_titled(letter)}\n{letter.text}{called}"


def _headed(letter: Letter, pings: str) -> str:
    """Returns the text of a call; with buttons that answer an offer it has a small first line, for there is no room."""
    if not letter.answers:
        return f"{pings} {letter.text}"
    return f"-# {pings} · {letter.text}" if pings else f"-# {letter.text}"


def _shown(form: Layout) -> dict[str, Any]:
    return {"view": form.view(), "allowed_mentions": form.allowed()}


def board_rows(words: Words, table: str, *, over: bool = False, asks: bool = False) -> ButtonRows:
    """Returns the buttons under a board. They hold only the table's id: never stale. `asks`: somebody, out of turn."""
    main = discord.ButtonStyle.primary
    look = (
        Button(words.say("Board"), custom_ids.board(table, "board")),
        Button(words.say("Help"), custom_ids.board(table, "help")),
    )
    if over:
        again = Button(words.say("Play again"), custom_ids.board(table, "again"), main)
        film = Button(words.say("Film"), custom_ids.board(table, "film"))
        file = Button(words.say("File"), custom_ids.board(table, "file"))
        replay = Button(words.say("Replay"), custom_ids.board(table, custom_ids.REPLAY))
        analysis = Button(words.say("Analysis"), custom_ids.board(table, "analysis"))
        return layout.buttons(again, film, file, replay, analysis, look[0])
    mine = (
        Button(words.say("My turn"), custom_ids.board(table, "turn"), main),
        Button(words.say("My hand"), custom_ids.board(table, "hand")),
    )
    answer = (Button(words.say("Answer"), custom_ids.board(table, "answer")),) if asks else ()
    return layout.buttons(*mine, *answer, *look)


def time_rows(words: Words, letter: Letter) -> ButtonRows:
    """Returns the buttons of what tells that somebody's time is used up, and of what tells that the house sits in."""
    presses: list[Button] = []
    if letter.kind == LATE:
        let = custom_ids.board(letter.table, f"let{letter.seat}" if letter.seat >= 0 else "letall")
        presses.append(Button(words.say("Let the house play"), let, discord.ButtonStyle.primary))
    if letter.kind == LATE or letter.back:
        presses.append(Button(words.say("I am back"), custom_ids.board(letter.table, "back")))
    return layout.buttons(*presses) if presses else ()


def call_rows(words: Words, table: str, number: int, *, turn: bool = True) -> ButtonRows:
    """Returns one row of buttons: a call is low. `turn`: of the seat whose turn it is."""
    label, verb = (words.say("My turn"), "turn") if turn else (words.say("Answer"), "answer")
    return layout.buttons(
        Button(label, custom_ids.call(table, verb, number), discord.ButtonStyle.primary),
        Button(words.say("My hand"), custom_ids.call(table, "hand", number)),
    )


def offer_buttons(words: Words, letter: Letter) -> list[Button]:
    """Returns the answers to the offers of a call; only whoever presses learns that they cannot pay."""
    several = len({answer.group for answer in letter.answers}) > 1
    found: list[Button] = []
    for answer in letter.answers:
        verb = answer.token.split()[0]
        label = game_text.label(words, Choice(verb, whole=True), letter.game, CALLED)
        which = words.say("offer {number}", number=answer.group)
        first = answer.token == next(other.token for other in letter.answers if other.group == answer.group)
        style = discord.ButtonStyle.success if first else discord.ButtonStyle.secondary
        press = custom_ids.answering(letter.table, answer.token, letter.number)
        found.append(Button(f"{label}: {which}" if several else label, press, style))
    return found


def _entering(words: Words, letter: Letter) -> ButtonRows:
    """Returns the buttons by which one comes to a table: to join it, or to take a seat while that can be taken."""
    if letter.kind == DOOR:
        join = custom_ids.lobby(letter.table, "join")
        return ((Button(words.say("Join"), join, SUCCESS),),)
    board = Button(words.say("Board"), custom_ids.board(letter.table, "board"))
    take = Button(words.say("Take the seat"), custom_ids.board(letter.table, f"{custom_ids.SIT}{letter.seat}"), SUCCESS)
    return ((take, board),) if letter.open else ()


def lobby_rows(words: Words, table: str, *, house: bool = False) -> ButtonRows:
    """Returns the buttons of a lobby's card. `house`: the bot offers house players."""
    offered = (Button(words.say("House player"), custom_ids.lobby(table, "house")),) if house else ()
    return layout.buttons(
        Button(words.say("Join"), custom_ids.lobby(table, "join"), discord.ButtonStyle.success),
        Button(words.say("Leave"), custom_ids.lobby(table, "leave")),
        Button(words.say("Start"), custom_ids.lobby(table, "start"), discord.ButtonStyle.primary),
        Button(words.say("Close"), custom_ids.lobby(table, "close"), discord.ButtonStyle.danger),
        *offered,
        Button(words.say("Pace"), custom_ids.lobby(table, "pace")),
    )


def answer_buttons(words: Words, game: str, table: str, since: int, answers: Sequence[Choice]) -> ButtonRows:
    """Returns buttons for a sealed question that is answered by one word: those that the seat can answer."""
    presses = [
        Button(
            game_text.label(words, answer, game),
            custom_ids.answer(table, since, answer.token),
            discord.ButtonStyle.danger if answer.token == BLOCK else discord.ButtonStyle.secondary,
        )
        for answer in answers
    ]
    if game_text.ordering(game) is not None:
        presses.append(Button(words.say("Standing order"), custom_ids.ordering(table)))
    return layout.buttons(*presses)


def without_buttons(message: discord.Message) -> Layout:
    """Returns what one of the bot's messages says and shows, as it stands."""
    text, pictures = "", list[Picture]()
    for part in finding.parts(message.components):
        if isinstance(part, discord.TextDisplay):
            text = part.content
        elif isinstance(part, discord.MediaGalleryComponent):
            items = [(PurePosixPath(urlsplit(item.media.url).path).name, item.description) for item in part.items]
            pictures += [Picture(name, b"", alt or "") for name, alt in items]
    bare = not any(isinstance(part, discord.Container) for part in message.components)
    return Layout(text, tuple(pictures), bare=bare)


def _named(form: Layout, nonce: str) -> Layout:
    """Puts the table and the public number into file names, so that a picture that was saved tells what it shows."""
    table, number, _ = nonce.split(":")
    pictures = tuple(Picture(f"{table}-{number}-{p.name}", p.data, p.alt) for p in form.pictures)
    return replace(form, pictures=pictures)


# ── what Discord answers ─────────────────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def answered(
    missing: Callable[[], tuple[str, ...]] = tuple, *, posting: bool = False, to_one: bool = False
) -> AsyncGenerator[None]:
    """Turns what discord.py raises into the answers of messenger.py; `missing` finds missing rights.

    `posting`: that Discord does not know the message means that the one with its nonce was deleted. `to_one`: it may be
    a person who takes no direct messages.
    """
    try:
        yield
    except discord.RateLimited as limited:
        raise NotNow(limited.retry_after) from None
    except discord.HTTPException as refused:
        if posting and refused.code == UNKNOWN_MESSAGE:
            raise Deleted from None
        if to_one and refused.code in DM_REFUSED:
            raise DmClosed from None
        raise _refusal(refused, missing) from None
    except (TimeoutError, aiohttp.ClientError, OSError):
        raise Unknown from None
    except KeyError:
        raise NotNow from None  # a 429 that does not say how long (30046)


def _refusal(refused: discord.HTTPException, missing: Callable[[], tuple[str, ...]]) -> Exception:
    if refused.code == TOO_FAST:
        return TooFast(limits.DM_REST_MS / 1000)
    if refused.status >= 500:
        return Unknown()  # Discord says so of what it has taken, too
    if refused.status == 429:
        return NotNow()
    if refused.code in GONE:
        return Impossible("gone")
    if refused.code == 50013:
        return Impossible("permission", missing())
    return Impossible(f"refused-{refused.code}")
