"""People who press whatever they are shown: every button and every option of every menu of their own panels.

They press as Discord tells the bot of it (bot/discord/interactions/components.py), and what they are shown is what
would be sent.
"""

import json
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import discord
import structlog

import renderer
from bot.discord.films import Films, Making
from bot.discord.gallery import Gallery
from bot.discord.interactions import board_verbs, custom_ids
from bot.discord.interactions.components import Components
from bot.discord.interactions.panels import Panels
from bot.discord.interactions.presses import Presses
from bot.discord.layout import Layout
from bot.discord.messages.composer import Composer
from bot.discord.messages.courier import Courier
from bot.discord.messages.discord_messenger import DiscordMessenger
from bot.discord.messages.messenger import Letter
from bot.play import Action, Panel, limits
from bot.play.plans import planning
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from rules.chance import Seeded, pick
from tests.bot.catan_tables import put
from tests.bot.house import Ear, House, name
from tests.contract.cases import Case
from tests.contract.player import Game, play_one
from tests.painted import PAINTERS

LOCALES = ("en-GB", "de", "it")
_OPEN: Any = SimpleNamespace(turn=lambda _: nullcontext(), age=lambda _: 0.0)
"""A turnstile that lets everybody through at once."""
BUTTON, MENU, PEOPLE = 2, 3, 5
"""Types of components."""
AT_A_TABLE = 125
"""Presses; then others sit down at another."""
POSTS = 6
"""Messages whose buttons are pressed, too."""
VERBS = (*board_verbs.PLAIN, "text0.0")


class Drafts(Films):
    """Films and pages of which only what they are made of is made: no process is begun, and none is left behind."""

    async def _made(self, making: Making, body: bytes) -> bytes:
        return b"drawn"


class Sketches(Gallery):
    """Makes the scene of every picture; of every so many also the picture, but never its PNG."""

    def __init__(self, every: int = 1) -> None:
        super().__init__(PAINTERS)
        self.films = Drafts()
        self._every = every
        self.drawn = 0

    def _size(self, view: renderer.View, name: str) -> tuple[int, int]:
        return 0, 0  # there is room for each, so each is drawn

    async def _png(self, what: str, *given: Any) -> bytes:
        scene = self.painters.scene(what, *given)
        return b"" if scene is None else self._drawn(scene)

    async def _in_thread(self, work: Any, value: Any) -> Any:
        return [self._drawn(frame.scene) for frame in value][-1] if isinstance(value, Sequence) else self._drawn(value)

    def _drawn(self, scene: renderer.Scene) -> bytes:
        self.drawn += 1
        if self.drawn % self._every == 0:
            renderer.compose(scene)
        return b"drawn"


class Pressable(NamedTuple):
    """A button, or one option of a menu."""

    custom_id: str
    values: tuple[str, ...] = ()


class Sent:
    """What an interaction was answered."""

    def __init__(self) -> None:
        self.components: list[Any] = []
        self.modal: dict[str, Any] | None = None
        self.pictures = 0
        self._done = False

    def is_done(self) -> bool:
        return self._done

    async def defer(self, **how: Any) -> None:
        self._done = True

    async def send_modal(self, modal: discord.ui.Modal) -> None:
        self._done, self.modal = True, modal.to_dict()

    async def send_message(self, **what: Any) -> None:
        self._shown(what["view"], what["files"])

    async def edit_message(self, **what: Any) -> None:
        self._shown(what["view"], what["attachments"])

    def _shown(self, view: discord.ui.LayoutView, files: Sequence[discord.File]) -> None:
        self._done = True
        self.components = json.loads(json.dumps(view.to_components()))
        self.pictures = len(files)

    @property
    def text(self) -> str:
        return "\n".join(part["content"] for part in parts(self.components) if "content" in part)

    @property
    def rows(self) -> list[list[Pressable]]:
        """What can be pressed: the buttons together, and each menu."""
        found = list(parts(self.components))
        pressed = [Pressable(part["custom_id"]) for part in found if part["type"] == BUTTON and not part["disabled"]]
        menus = [part for part in found if part["type"] == MENU]
        options = [[Pressable(menu["custom_id"], (line["value"],)) for line in menu["options"]] for menu in menus]
        people = [
            Pressable(part["custom_id"], (str(user),))
            for part in found
            if part["type"] == PEOPLE
            for user in range(1, 7)
        ]
        return [row for row in (pressed, *options, people) if row]

    @property
    def labels(self) -> list[str]:
        """Of buttons and of options."""
        found = list(parts(self.components))
        buttons = [part["label"] for part in found if part["type"] == BUTTON]
        return [*buttons, *(line["label"] for part in found if part["type"] == MENU for line in part["options"])]


def parts(components: Sequence[Any]) -> Iterator[Any]:
    """All of them, whatever they stand in."""
    for part in components:
        yield part
        yield from parts(part.get("components", ()))


class Hands:
    """Presses in the name of anybody."""

    def __init__(self, house: House, gallery: Gallery, locale: str = "en-GB") -> None:
        self.house = house
        below = house.below()
        responses = house.responses(gallery)
        panels = Panels(house.transactions, below, responses.renewed)
        self.inbox = Components(responses, Presses(), below, panels, turnstile=_OPEN)
        self.locale = locale
        self.presses = 0
        self.gives_way = False
        """May something that is shown fail?"""
        self.may_log = {"gave way"}
        """The errors of the log that may be of that."""
        self.gave_way: list[Exception] = []

    def interaction(self, user: int, kind: discord.InteractionType, data: dict[str, Any]) -> Any:
        sent = Sent()
        return SimpleNamespace(
            id=self.house.act(user).interaction,
            user=SimpleNamespace(id=user, display_name=name(user)),
            type=kind,
            data=data,
            locale=self.locale,
            guild_id=7,
            channel_id=None,  # nobody says where: as if in the thread
            message=SimpleNamespace(flags=SimpleNamespace(ephemeral=True)),
            response=sent,
            edit_original_response=sent.edit_message,
            extras={},
        )

    async def press(self, user: int, custom_id: str, values: Sequence[str] = ()) -> Sent:
        data = {"custom_id": custom_id, "values": list(values)}
        return await self._told(self.interaction(user, discord.InteractionType.component, data))

    async def type(self, user: int, asked: Sent, text: str) -> Sent:
        """Into a modal that was opened."""
        assert asked.modal is not None
        field = asked.modal["components"][0]["component"]["custom_id"]
        typed = [{"component": {"custom_id": field, "value": text}}]
        data = {"custom_id": asked.modal["custom_id"], "components": typed}
        return await self._told(self.interaction(user, discord.InteractionType.modal_submit, data))

    async def _told(self, interaction: Any) -> Sent:
        self.presses += 1
        with self.heard(interaction.data):
            await self.inbox.receive(interaction)
        assert interaction.response.is_done()
        return interaction.response

    @contextmanager
    def heard(self, what: object) -> Generator[None]:
        """Whatever is logged in it as an error is raised, but for what may give way."""
        with structlog.testing.capture_logs() as lines:
            yield
        for line in lines:
            if "exc_info" in line:
                if line["event"] not in self.may_log or not self.gives_way:
                    raise AssertionError(what, self.locale) from line["exc_info"]
                self.gave_way.append(line["exc_info"])


class Post(Ear):
    """A Discord that is sent whole messages: what the courier says is made as it would be sent."""

    def __init__(self, gallery: Gallery) -> None:
        super().__init__()
        self._speech = DiscordMessenger(cast(discord.Client, None), gallery, Presses())
        self.forms: list[Layout] = []

    async def post(self, channel: int, letter: Letter, nonce: str) -> int:
        self.forms.append(await self._speech._form(letter))
        json.dumps(self.forms[-1].view().to_components())
        return await super().post(channel, letter, nonce)

    async def edit(self, channel: int, message: int, letter: Letter, nonce: str = "") -> None:
        self.forms.append(await self._speech._form(letter))
        json.dumps(self.forms[-1].view().to_components())
        await super().edit(channel, message, letter, nonce)


@lru_cache(4)
def _played(case: Case, seed: int) -> Game:
    """Tests that differ in what fails begin in the same games, some of which have ten thousand moves."""
    return play_one(case, seed)


class Walk:
    """A table whose people press at random, and the next one when it is over."""

    def __init__(self, house: House, gallery: Gallery, case: Case, seed: int) -> None:
        self.house = house
        self.case = case
        self.seed = seed
        self.luck = Seeded(seed)
        self.hands = Hands(house, gallery, LOCALES[seed % len(LOCALES)])
        self.post = Post(gallery)
        house.courier = Courier(house.transactions, Composer(house.env), self.post)
        self.table = ""
        self.tables = 0
        self.seen: dict[int, Sent] = {}
        """What stands before each person's eyes, however old it is."""
        self.past: list[str] = []
        """The presses so far."""
        self.forms: Counter[str] = Counter()
        """And how often each kind of press: what it does, with which verb."""

    def gave_way(self) -> list[str]:
        """What was logged of it."""
        return [f"{type(error).__name__} {error}" for error in self.hands.gave_way]

    async def go(self, presses: int) -> None:
        while self.hands.presses < presses:
            if self.hands.presses >= self.tables * AT_A_TABLE or not await self.house.asked(self.table):
                await self._opened()
            try:
                await self._step()
            except Exception as error:
                raise AssertionError(f"{self.case.name}, seed {self.seed}, after {self.past[-12:]}") from error

    async def _opened(self) -> None:
        """Another table, in the middle of a random game."""
        game = _played(self.case, 1000 * self.seed + self.tables)
        self.tables += 1
        users = [1 + seat for seat in range(game.setup.seats)]
        self.house.clock.now += limits.OPENED[1]  # nobody opens many in a short time
        wanted = NewTable(7, 70, self.case.rules.key, name(1), options=game.setup.options, random_seats=False)
        house = self.house
        created: Any = await lobby.create(house.transactions, self.house.act(1), wanted)
        for user in users[1:]:
            await house.do(created.table, self.house.act(user), lobby.join(name(user)))
        await house.do(created.table, self.house.act(1), lobby.start())
        self.table, self.seen = created.table, {}
        await put(house.env, self.table, pick(self.luck, game.positions[:-1]).state)

    async def _step(self) -> None:
        position, users = await self.house.position(self.table), await self.house.users(self.table)
        asked = [users[question.seat] for question in position.open]
        user = pick(self.luck, tuple(asked) if self.luck.below(10) else tuple(users.values()))
        rows = self.seen[user].rows if user in self.seen else []
        chance = self.luck.below(100)
        if not rows or chance < 4:
            verb = pick(self.luck, ("turn",) if chance >= 2 else VERBS)
            await self._press(user, Pressable(custom_ids.board(self.table, verb)))
        elif chance < 7:
            await self._half_said(user)
        elif chance < 12 and (posted := self._posted()):
            await self._press(user, pick(self.luck, posted))
        else:
            commits = [press for press in rows[0] if ":commit:" in press.custom_id]
            row = commits if commits and self.luck.below(4) == 0 else pick(self.luck, rows)
            pressed = pick(self.luck, row)
            if "type" not in pressed.custom_id or self.luck.below(5) == 0:
                await self._press(user, pressed)
            if self.luck.below(10) == 0:
                with self.hands.heard("the courier"):
                    await self.house.courier.drain()

    async def _press(self, user: int, pressed: Pressable) -> None:
        said = custom_ids.read(pressed.custom_id)
        assert said is not None
        self.forms[" ".join([said.kind, said.verb, *(" ".join(pressed.values) or said.rest).split()[:1]])] += 1
        self.past.append(f"{user}: {pressed.custom_id} {' '.join(pressed.values)}")
        sent = await self.hands.press(user, pressed.custom_id, pressed.values)
        if sent.modal is not None:
            text = pick(self.luck, ("", "pass", said.rest, "nonsense"))
            self.past.append(f"{user}: types {text}")
            sent = await self.hands.type(user, sent, text)
        self.seen[user] = sent

    def _posted(self) -> list[Pressable]:
        """What can be pressed on the last messages of the courier: boards, calls, letters."""
        found: list[Pressable] = []
        for form in self.post.forms[-POSTS:]:
            sent = Sent()
            sent.components = json.loads(json.dumps(form.view().to_components()))
            found += [pressed for row in sent.rows for pressed in row if f":{self.table}" in pressed.custom_id]
        return found

    async def _half_said(self, user: int) -> None:
        """A plan that ends in the middle of a move, after any word."""
        panel = await self.house.do(self.table, Action(user), planning.open_panel())
        for _ in range(1 + self.luck.below(4)):
            if not isinstance(panel, Panel) or not panel.next.choices:
                break
            word = pick(self.luck, panel.next.choices).token
            self.past.append(f"{user}: says {word}")
            panel = await self.house.do(self.table, Action(user), planning.add(panel.since, panel.rev, [word]))
        await self._press(user, Pressable(custom_ids.board(self.table, "turn")))
