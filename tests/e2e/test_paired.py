"""Nobody learns more than the rules allow: everything that a person sees is the same, byte for byte, in two worlds that
differ only in what he may not know: stocks, bag, plan, sealed answers, drafts and standing orders of others.

Three hundred pairs run through all of the bot but Discord, with pictures as the marks they are made of; some (all of
them in the campaign) through the real client and the whole sandbox, pictures as bytes.
"""

import json
from collections import Counter, OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import msgspec
import pytest
from msgspec.structs import replace

from bot.discord.gallery import Gallery
from bot.discord.interactions.presses import Presses
from bot.discord.layout import Layout
from bot.discord.messages.discord_messenger import DiscordMessenger
from bot.discord.messages.messenger import Letter
from bot.games import game_text
from bot.play import Action, queries, turns
from bot.play.plans import planning
from bot.play.queries import Seen
from bot.play.timed import standing_orders
from bot.wording.words import words_for
from rules.chance import Seeded
from sandbox.actor import Person
from sandbox.api.rates import Rates
from sandbox.clock import Clock
from sandbox.server import Sandbox
from sandbox.world.compose import BUTTON
from tests import report
from tests.bot.house import MINUTE, House
from tests.contract.cases import Case
from tests.contract.registry import CAFE, GUATEMALA
from tests.e2e.conftest import Stage
from tests.e2e.pairs import Pair
from tests.outlines import outlined
from tests.painted import PAINTERS
from tests.sandbox.conftest import schema_path

LANGUAGES = ("en", "de", "it")
PAIRS = 20
NAMES = ["Ada", "Bea", "Cem", "Dag"]


TEXTS = {
    "guatemala": ["pass", "block", "step 9", "score S1", "take S1 B1", "done", "step 1"],
    "cafe": ["bar USm", "seat USm C53", "seat Jf C61", "swap INf C62", "name IN", "dance"],
}
"""What somebody tries."""


class Marks(Gallery):
    """Pictures as what they are drawn from."""

    def __init__(self) -> None:
        super().__init__(PAINTERS)
        self._painted: OrderedDict[Any, bytes] = OrderedDict()

    async def _png(self, what: str, *given: Any) -> bytes:
        key = (what, *given)
        if key not in self._painted:
            scene = self.painters.scene(what, *given)
            self._painted[key] = b"" if scene is None else msgspec.json.encode(scene)
            while len(self._painted) > 20:
                self._painted.popitem(last=False)
        return self._painted[key]


class Heard:
    """A Discord that keeps every message as bytes, where it was said."""

    def __init__(self, gallery: Gallery) -> None:
        self._speech = DiscordMessenger(None, gallery, Presses())  # pyright: ignore[reportArgumentType]
        self.said: dict[int, list[bytes]] = {}

    async def open_thread(self, parent: int, letter: Letter) -> int:
        raise NotImplementedError

    async def rename(self, channel: int, letter: Letter) -> None:
        self.said.setdefault(channel, []).append(letter.title.encode())

    async def open_dm(self, user: int) -> int:
        return -user

    async def post(self, channel: int, letter: Letter, nonce: str) -> int:
        form = await self._speech._form(letter)
        marks = [nonce, letter.silent or not letter.mentions, form.allowed().to_dict()]
        self.said.setdefault(channel, []).append(as_bytes(form, marks))
        return len(self.said[channel])

    async def edit(self, channel: int, message: int, letter: Letter, nonce: str = "") -> None:
        form = await self._speech._form(letter)
        self.said.setdefault(channel, []).append(as_bytes(form, ["edit", message, nonce]))

    async def close(self, channel: int, message: int) -> None:
        self.said.setdefault(channel, []).append(f"closed {message}".encode())

    async def find(self, channel: int, nonce: str, since: int) -> int | None:
        return None


def as_bytes(form: Layout, more: object = None) -> bytes:
    """A message as it goes over the wire: components, files, and how it calls whom."""
    parts = [json.dumps([form.view().to_components(), more]).encode()]
    for picture in form.pictures:
        parts += [picture.name.encode(), picture.alt.encode(), picture.data]
    return b"\n".join(parts)


class Stand:
    """One of the two worlds of every pair: a house, and people who look at it."""

    def __init__(self, folder: Path) -> None:
        self.gallery = Marks()
        self.house = House(folder, delay=(60 * MINUTE, 60 * MINUTE))
        self.ear = Heard(self.gallery)
        self.house.ear = self.ear  # pyright: ignore[reportAttributeAccessIssue]

    async def __aenter__(self) -> Self:
        await self.house.open()
        self.responses = self.house.responses(self.gallery)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.gallery.close()
        await self.house.close()

    async def look(self, table: str, user: int, lang: str, *, long: bool = False) -> list[bytes]:
        """Everything that a press or a command shows this person without changing the game."""
        words, responses, house = words_for(lang), self.responses, self.house
        forms = [
            await responses.turn(house.press(user, lang), table),
            await responses.hand(house.press(user, lang), table),
            await responses.board(house.press(user, lang), table),
            await responses.help(house.press(user, lang), table),
            await responses.since(house.press(user, lang), table),
            await responses.since(house.press(user, lang), table, 0),
            await responses.text_board(house.press(user, lang), table),
        ]
        shown = [as_bytes(form) for form in forms]
        if long:
            log = await queries.log(await house.table(table), user, house.env)
            assert isinstance(log, tuple)
            names = (await house.table(table)).names
            shown += [game_text.log_line(words, entry, names).encode() for entry in log]
            seen = await queries.board_at(await house.table(table), None, house.env)
            assert isinstance(seen, Seen)
            shown.append("\n".join(game_text.text_board(words, seen.view, names)).encode())
        for begun in ("", "step 1; "):
            shown.append(repr(planning.suggest(await house.table(table), user, begun)).encode())
        shown.append(repr(planning.best(await house.table(table), user, "", house.env)).encode())
        duties = [(duty.table.id, duty.asked) for duty in await queries.duties(user, house.env)]
        shown.append(repr(duties).encode())
        return shown

    async def tries(self, pair: Pair, table: str, user: int, lang: str) -> list[bytes]:
        """What he is told when he tries things, possible and impossible; nothing that settles a question."""
        words, house = words_for(lang), self.house
        shown: list[bytes] = []
        texts = pair.own() if pair.sealed else TEXTS[pair.rules.key]
        for text in texts:
            submit = planning.submit(-1, [text], preview=True)
            done = await house.transactions.run(table, house.act(user), submit)
            shown.append(as_bytes(await self.responses.shown(words, done)))
            shown.append(as_bytes(await self.responses.turn(house.press(user, lang), table)))
        shown.append(game_text.reply(words, await house.do(table, self.house.act(user), turns.take_back())).encode())
        return shown

    async def run(self, pair: Pair, world: int) -> dict[str, list[bytes]]:
        """The script; what the observer, another spectator and (as a control) a seat that knows more came to see."""
        house = self.house
        house.clock.now += 10 * MINUTE
        users = [1000 + 10 * pair.seed + seat for seat in range(pair.seats)]
        table, channel = f"Pair{pair.seed:07d}", 100_000 + pair.seed
        await house.store.write(pair.change(world, table, channel, users, NAMES, house.clock.now))
        stranger = 999
        watcher = stranger if pair.observer is None else users[pair.observer]
        lang = LANGUAGES[pair.seed % 3]
        others = [users[seat] for seat in range(pair.seats) if seat != pair.observer]
        knows = others[0]

        await house.courier.drain()
        shown = await self.look(table, watcher, lang)
        strange: list[bytes] = []
        control = await self.look(table, knows, lang)
        for number, user in enumerate(others):  # what the others do unseen
            rule = ("block *1 pass", "pass", "block K6 ask", "ask")[(number + world) % 4]
            await house.do(table, Action(user), standing_orders.give(rule))
        for seat, text in pair.hidden(world):
            await house.do(table, Action(users[seat]), turns.play(-1, [text]))
        for seat, text in pair.planned(world):
            await house.do(table, Action(users[seat]), planning.add_move(text))
        await house.courier.drain()
        shown += await self.look(table, watcher, lang, long=True)
        strange += await self.look(table, stranger, lang, long=True)
        if pair.move[1]:
            seat, text = pair.move
            answer = await house.do(table, Action(users[seat]), turns.play(-1, [text]))
            assert type(answer).__name__ == "Played", answer
            await house.courier.drain()
            shown += await self.look(table, watcher, lang)
        if pair.observer is not None:
            shown += await self.tries(pair, table, watcher, lang)
        strange += await self.tries(pair, table, stranger, lang)
        public = self.ear.said.get(channel, [])
        return {
            "observer": shown + public + self.ear.said.get(-watcher, []),
            "stranger": strange + public,
            "who knows more": control + self.ear.said.get(-knows, []),
        }


async def compare(folder: Path, seeds: Sequence[int], case: Case = GUATEMALA) -> Counter[str]:
    async with Stand(folder / "here") as here, Stand(folder / "there") as there:
        return await _compared(here, there, seeds, case)


async def _compared(here: Stand, there: Stand, seeds: Sequence[int], case: Case) -> Counter[str]:
    count: Counter[str] = Counter()
    for seed in seeds:
        pair = Pair(seed, case)
        one, other = await here.run(pair, 0), await there.run(pair, 1)
        for who in ("observer", "stranger"):
            count[f"compared, {who}"] += len(one[who])
            count["bytes"] += sum(map(len, one[who]))
            assert len(one[who]) == len(other[who]), (seed, who)
            for number, (left, right) in enumerate(zip(one[who], other[who], strict=True)):
                assert left == right, f"pair {seed}, {who}, {number}: {_where(left, right)}"
        count["pairs"] += 1
        count["in a blockade"] += pair.sealed
        count["with a public move"] += bool(pair.move[1])
        count["told apart by who knows more"] += one["who knows more"] != other["who knows more"]
        count.update(f"differ in {kind}" for kind in pair.differs)
    return count


def _where(left: bytes, right: bytes) -> str:
    at = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))
    return f"{left[max(0, at - 80) : at + 80]!r} and {right[max(0, at - 80) : at + 80]!r}"


@pytest.mark.parametrize("part", range(3))
async def test_a_hundred_pairs_of_worlds(tmp_path: Path, part: int):
    count = await compare(tmp_path, range(part * PAIRS, part * PAIRS + PAIRS))
    report.say(f"paired worlds, part {part + 1} of 3: {dict(count)}, differences 0")
    assert count["pairs"] == PAIRS
    assert count["told apart by who knows more"] > PAIRS // 2, "the worlds do differ for those who may know"
    assert count["in a blockade"] > PAIRS // 5


async def test_pairs_of_worlds_of_the_cafe(tmp_path: Path):
    """Here nobody knows more: the one secret is the bag."""
    count = await compare(tmp_path, range(30), CAFE)
    report.say(f"paired worlds of the café: {dict(count)}, differences 0")
    assert count["differ in bag"] == count["pairs"] == 30


# ── through the whole sandbox ────────────────────────────────────────────────────────────────────────────────────────


class Scene:
    """The real client on a sandbox whose ids, clock and luck are those of the other world too."""

    def __init__(self, folder: Path, pair: Pair, world: int) -> None:
        self.folder, self.pair, self.world = folder, pair, world
        clock = Clock(1_900_000_000.0, held=True)
        self.sandbox = Sandbox(clock=clock, seed=pair.seed, rates=Rates.wide(), schema=schema_path())

    async def run(self) -> dict[str, list[bytes]]:
        await self.sandbox.start()
        with self.sandbox.attached(), outlined():
            stage = Stage(self.sandbox, self.folder, Seeded(self.pair.seed))
            stage.now = lambda: int(self.sandbox.clock.now() * 1000)
            stage.delay = (60 * MINUTE, 60 * MINUTE)
            try:
                await stage.open()
                return await self._played(stage)
            finally:
                await stage.close()
                await self.sandbox.stop()
                assert [str(violation) for violation in self.sandbox.checker.violations] == []

    async def _played(self, stage: Stage) -> dict[str, list[bytes]]:
        pair, people = self.pair, stage.people[: self.pair.seats]
        stranger = self.sandbox.person("Eve", stage.guild, locale=("en-US", "de", "it")[pair.seed % 3])
        watcher = stranger if pair.observer is None else people[pair.observer]
        thread = self.sandbox.house.places.new_thread(stranger.here, stranger.id, {"name": "Table", "type": 11})
        table, users = f"Pair{pair.seed:07d}", [person.id for person in people]
        now = stage.now()
        change = pair.change(self.world, table, thread.id, users, NAMES, now)
        await stage.store.write(replace(change, table=replace(change.table, guild=stage.guild.id)))
        stage.transactions.spoken.set()
        await stage.quiet()
        for person in (stranger, *people):
            person.go(thread)
        others = [person for seat, person in enumerate(people) if seat != pair.observer]
        await self._look(stage, watcher, table)
        for number, person in enumerate(others):
            rule = ("block *1 pass", "pass", "block K6 ask", "ask")[(number + self.world) % 4]
            await stage.do(table, Action(person.id), standing_orders.give(rule))
        for seat, text in pair.hidden(self.world):
            await stage.do(table, Action(users[seat]), turns.play(-1, [text]))
        for seat, text in pair.planned(self.world):
            await stage.do(table, Action(users[seat]), planning.add_move(text))
        await stage.quiet()
        if pair.move[1]:
            seat, text = pair.move
            await stage.do(table, Action(users[seat]), turns.play(-1, [text]))
            await stage.quiet()
        await self._look(stage, watcher, table)
        if watcher is not stranger:
            await self._look(stage, stranger, table)
        seen = {"observer": _sights(watcher), "stranger": _sights(stranger)}
        await (await others[0].slash("/table hand")).done()
        return seen | {"who knows more": _sights(others[0])}

    async def _look(self, stage: Stage, who: Person, table: str) -> None:
        """By presses and by commands, one after the other."""
        for line, options in (
            ("/table board", {}), ("/table board", {"text": True}), ("/table log", {}), ("/table hand", {}),
            ("/table turn", {}), ("/me tables", {}), ("/table back", {}), ("/play", {"move": "step 9"}),
        ):  # fmt: skip
            self.sandbox.clock.advance(1)
            await (await who.slash(line, options)).done()
            await stage.quiet()  # an own turn may have begun by it, of which the thread is told beside it
        for text in ("", "s", "step 1; "):
            await who.autocomplete("/play", move=text)
        for word in self.pair.own():
            await (await who.slash(f"/guatemala {word}")).done()
        for shown in (*who.messages()[-3:], *who.dms[-1:]):
            for which in [part["custom_id"] for part in shown.controls() if part["type"] == BUTTON][:6]:
                there = [part["custom_id"] for part in shown.controls()]  # an answer of ours is edited by its presses
                if which in there and which.startswith("b:"):
                    self.sandbox.clock.advance(1)
                    reply = await who.press(shown, which)
                    if reply.begun.modal is None:
                        await reply.done()
                    await stage.quiet()


def _sights(person: Person) -> list[bytes]:
    """All that this person was shown, in its order: bodies, files, times, whom it called.

    In one instant an answer and a post go out side by side, either first: there the order of each message counts.
    """
    found: list[bytes] = []
    for sight in sorted(person.seen, key=lambda sight: (sight.at, sight.message_id or 0)):
        told = [sight.at, sight.what, sight.channel_id, sight.message_id, sorted(sight.pings), sight.silent, sight.body]
        body = msgspec.json.encode(told).replace(person.sandbox.address.encode(), b"")  # its port is the machine's
        found.append(b"\n".join((body, *(file.data for file in sight.files))))
    return found


async def whole(folder: Path, seed: int, case: Case = GUATEMALA) -> Counter[str]:
    pair = Pair(seed, case)
    one = await Scene(folder / "here", pair, 0).run()
    other = await Scene(folder / "there", pair, 1).run()
    count = Counter({"pairs": 1, "in a blockade": pair.sealed, "told apart by who knows more": 0})
    for who in ("observer", "stranger"):
        count[f"sights of the {who}"] += len(one[who])
        count["bytes"] += sum(map(len, one[who]))
        for number, (left, right) in enumerate(zip(one[who], other[who], strict=True)):
            assert left == right, f"pair {seed}, {who}, {number}: {_where(left, right)}"
    count["told apart by who knows more"] += one["who knows more"] != other["who knows more"]
    return count


async def test_pairs_of_worlds_through_the_whole_sandbox(tmp_path: Path):
    counts = [await whole(tmp_path / str(seed), 1000 + seed) for seed in range(12)]
    count = sum(counts, Counter[str]())
    report.say(f"paired worlds, seen_by through the whole sandbox: {dict(count)}, differences 0")
    assert count["told apart by who knows more"] > 0


async def test_pairs_of_worlds_of_the_cafe_through_the_whole_sandbox(tmp_path: Path):
    counts = [await whole(tmp_path / str(seed), 1000 + seed, CAFE) for seed in range(4)]
    report.say(f"paired worlds of the café, through the whole sandbox: {dict(sum(counts, Counter[str]()))}")


@pytest.mark.long
@pytest.mark.parametrize("part", range(30))
async def test_many_pairs_of_worlds_through_the_whole_sandbox(tmp_path: Path, part: int):
    counts = [await whole(tmp_path / str(seed), 2000 + seed) for seed in range(part * 10, part * 10 + 10)]
    count = sum(counts, Counter[str]())
    report.say(f"paired worlds, seen_by through the whole sandbox, part {part}: {dict(count)}, differences 0")
