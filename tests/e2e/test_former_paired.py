"""Whoever has passed a seat on learns nothing more of it: at every later move of a game they are shown the same, byte
for byte, in two worlds that differ in all that spectators may not know, in what others were told alone since then, and
in what their successor plans and orders. They press what they had before, and ask whatever can be asked.
"""

import json
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from bot.discord.interactions import custom_ids, files, inbox, replays
from bot.discord.layout import Layout
from bot.discord.screens import house_screen
from bot.discord.screens.replay_screen import Mode
from bot.games import log_text
from bot.play import limits, queries
from bot.play.changes import questions
from bot.play.history.reel import Frame, Reel, state_of
from bot.play.history.walks import Reels
from bot.play.people import privacy
from bot.play.plans import planning
from bot.play.timed import standing_orders
from bot.wording import words_for
from rules.chance import Seeded, pick
from rules.contract import Position
from storage.rows import Change, SeatRow
from tests import report
from tests.bot.house import House, exported, name
from tests.bot.house_players import AtOnce
from tests.bot.played import PLAYED, game_of, put
from tests.bot.presser import Hands, Pressable, Sent
from tests.contract.cases import Case
from tests.contract.player import Game, walk
from tests.e2e import test_catan_paired
from tests.e2e.pairs import asked_in
from tests.e2e.test_paired import TEXTS, Marks, as_bytes

USERS = (1, 2, 3, 4)
HEIR = 9
TRIED = {**TEXTS, "catan": test_catan_paired.TEXTS["catan"]}
TRIES = 8
PRESSES = 25
"""Of what the one before had: so many of it are pressed at each moment."""
ORDERS = {"guatemala": ("block *1 pass", "pass"), "catan": ("keep ore1 wool1", "keep wool1 ore1"), "cafe": ("", "")}


class Whole(Sent):
    """An answer with all of its bytes."""

    def __init__(self) -> None:
        super().__init__()
        self.raw = b""

    async def send_message(self, **what: Any) -> None:
        self._kept(what["view"], what["files"])

    async def edit_message(self, **what: Any) -> None:
        self._kept(what["view"], what["attachments"])

    def _kept(self, view: Any, found: Sequence[Any]) -> None:
        self._shown(view, found)
        self.raw = b"\n".join((json.dumps(self.components).encode(), *(_data(file) for file in found)))


def _data(file: Any) -> bytes:
    return file.filename.encode() + str(file.description).encode() + file.fp.read()


class Eyes(Hands):
    """Presses that keep what they were answered, whole."""

    def interaction(self, user: int, kind: Any, data: dict[str, Any]) -> Any:
        made = super().interaction(user, kind, data)
        made.response = Whole()
        made.edit_original_response = made.response.edit_message
        return made


class OtherReels:
    """The same games in the other world: since the seat has passed on all was dealt otherwise, and told otherwise."""

    def __init__(self, case: Case, until: int, made: Any) -> None:
        self.case, self.until, self.made = case, until, made

    async def of(self, table: Any, store: Any) -> Reel:
        reel: Reel = await self.made.of(table, store)
        return replace(reel, frames=tuple(map(self._otherwise, reel.frames)))

    def _otherwise(self, frame: Frame) -> Frame:
        if frame.version <= self.until:
            return frame
        state = self.case.world.reshuffle(state_of(self.case.rules, frame), None, Seeded(frame.version))
        return replace(frame, state=msgspec.json.encode(state), line=untold(frame.line.decode()).encode())


def untold(text: str) -> str:
    """A line of the log without what somebody was told alone."""
    line = msgspec.json.decode(text)
    line["told"] = [one for one in line["told"] if "to" not in one]
    return msgspec.json.encode(line).decode()


class World:
    """One of the two: a house in which the same has been played, and somebody who has left their seat."""

    def __init__(self, folder: Path, case: Case) -> None:
        self.case = case
        self.former = 0
        self.gallery = Marks()
        self.house = House(folder, seed=3)
        self.house.thinker = AtOnce()

    @asynccontextmanager
    async def opened(self) -> AsyncGenerator["World"]:
        await self.house.open()
        self.hands = Eyes(self.house, self.gallery)
        self.responses = self.house.responses(self.gallery)
        try:
            yield self
        finally:
            self.gallery.close()
            await self.house.close()

    async def sat(self, game: Game, table: str, most: int) -> list[Pressable]:
        """What the one before has before their eyes while they sit there: all that can be pressed of it."""
        await put(self.house, game, USERS[: game.setup.seats], most=most, table=table)
        await self.house.courier.drain()
        found: list[Pressable] = []
        verbs = ("turn", "hand", "board", "seats", "hint", "help", custom_ids.REPLAY)
        for custom_id in (*(custom_ids.board(table, verb) for verb in verbs), custom_ids.ordering(table)):
            sent = await self.hands.press(self.former, custom_id)
            found += [pressed for row in sent.rows for pressed in row]
        film = custom_ids.board(table, "film")  # made in a process of its own, of what everybody saw
        return [pressed for pressed in dict.fromkeys(found) if pressed.custom_id != film]

    async def left(self, game: Game, table: str, at: int, most: int, other: Position[Any] | None) -> None:
        """A table at which the seat has passed on after so many commits, and which stands after more of them.

        `other`: in this world the position is another one that spectators cannot tell from the true one, and whoever
        was told something alone since the seat passed on has not been told it.
        """
        house, users = self.house, USERS[: game.setup.seats]
        await put(house, game, users, most=most, table=table)
        held = await house.loaded(table)
        until = game.plies[at - 1].commit.position.version
        seat = users.index(self.former)
        heir = SeatRow(seat, HEIR, name(HEIR), from_version=until, nth=1)
        seats = tuple(heir if row.seat == seat else row for row in held.seats)
        change = Change(held.table, held.table.rev, house.clock.now, seats=seats)
        if other is not None:
            texts = zip(await house.store.log_versions(table), await house.store.log(table), strict=True)
            lines = tuple((version, untold(text)) for version, text in texts if version > until)
            row = replace(held.table, state=msgspec.json.encode(other.state).decode())
            house.env.reels = cast("Any", OtherReels(self.case, until, Reels()))
            change = replace(change, table=row, lines=lines, questions=questions(other, (), house.clock.now))
        await house.store.write(change)

    async def hidden(self, table: str, number: int) -> None:
        """What their successor and the others plan and order there, differently in the two worlds."""
        house, held = self.house, await self.house.table(table)
        rule = ORDERS[self.case.rules.key][number]
        for seat, user in held.users.items():
            if rule:
                await house.do(table, house.act(user), standing_orders.give(rule))
            action = house.act(user)
            if any(q.seat == seat and q.required and not q.sealed for q in held.questions) and number:
                state = held.position.state
                text = " ".join(walk(self.case, state, seat, Seeded(number), self.case.policies[0]))
                await house.do(table, action, planning.add_move(text))

    async def asks(self, table: str, last: int) -> list[tuple[str, bytes]]:
        """All that the one before can ask for, and is shown."""
        user, house, responses = self.former, self.house, self.responses
        held = await house.table(table)
        shown: list[tuple[str, bytes]] = []

        def note(what: str, form: Layout) -> None:
            shown.append((what, as_bytes(form, [attached.data.decode() for attached in form.attachments])))

        def asked() -> Any:
            return house.press(user, "en")

        note("turn", await responses.turn(asked(), table))
        note("hand", await responses.hand(asked(), table))
        note("board", await responses.board(asked(), table))
        for number in {last, last // 2}:
            note("board then", await responses.board(asked(), table, number))
            for mode in (Mode(), Mode(hands=True), Mode(mine=True), Mode(text=True)):
                note(f"replay {mode}", await replays.shown(responses, asked(), table, number, mode))
        note("text", await responses.text_board(asked(), table))
        for number in (None, 0, last // 2):
            note(f"since {number}", await responses.since(asked(), table, number))
        note("file", await files.shown(responses, asked(), table))
        note("hint", await house_screen.hint(responses, asked(), table))
        note("explain", await house_screen.explained(responses, asked(), table))
        note("inbox", await inbox.listed(responses, asked()))
        for verb in ("commit", "back", "over"):
            note(verb, await responses.planned(asked(), table, verb))
        for text in TRIED[self.case.rules.key]:
            note(f"typed {text}", await responses.typed(asked(), table, text))
        shown += [("suggested", repr(planning.suggest(held, user, begun)).encode()) for begun in ("", "step 1; ")]
        shown.append(("best", repr(planning.best(held, user, "", house.env)).encode()))
        duties = [(duty.table.id, duty.asked) for duty in await queries.duties(user, house.env)]
        shown.append(("duties", repr([one for one in duties if one[0] == table]).encode()))
        told = await queries.told(held, user, house.env)
        assert isinstance(told, tuple)
        shown.append(("log", "\n".join(log_text.lines(words_for("en"), held, told)).encode()))
        traces = [one for one in await privacy.traces_of(house.transactions, user) if one.table.id == table]
        person = await house.store.person(user)
        shown.append(("export", exported(words_for("en"), person, traces)))
        return shown

    async def presses(self, old: Sequence[Pressable], table: str, luck: Seeded) -> list[tuple[str, bytes]]:
        """What they are answered to what they had before, with the marks of what is planned there now, too."""
        held = await self.house.table(table)
        drafts = [(draft.base, draft.rev) for draft in held.loaded.drafts] or [(0, 1)]
        forged = [
            Pressable(custom_ids.plan(table, since, rev, verb))
            for since, rev in drafts
            for verb in ("commit", "back", "over", custom_ids.SEE)
        ]
        chosen = [pick(luck, old) for _ in range(PRESSES)] if old else []
        found: list[tuple[str, bytes]] = []
        for pressed in [*chosen, *forged]:
            before = await self._kept(table)
            sent: Any = await self.hands.press(self.former, pressed.custom_id, pressed.values)
            said = sent.raw or json.dumps(sent.modal).encode()
            if sent.modal is not None:
                typed: Any = await self.hands.type(self.former, sent, "pass")
                said += typed.raw
            assert await self._kept(table) == before, pressed
            found.append((f"press {pressed.custom_id} {' '.join(pressed.values)}", said))
        return found

    async def _kept(self, table: str) -> object:
        held = await self.house.loaded(table)
        return held.table, held.seats, held.questions, held.orders, held.dues, held.drafts


def other_than(case: Case, position: Position[Any], luck: Seeded) -> Position[Any] | None:
    """A position that spectators cannot tell from this one; None where there is none."""
    here = case.world.secrets(position.state, None)
    for _ in range(TRIES if case.world.uncertain(position.state, None) else 0):
        state = case.world.reshuffle(position.state, None, luck)
        if case.world.secrets(state, None) != here:
            return replace(position, state=state, open=asked_in(case.rules, position, state))
    return None


async def watched(folder: Path, case: Case, seed: int, samples: int) -> Counter[str]:
    """One game: the seat of somebody passes on early; what they are shown at so many of all later moves."""
    luck, seats = Seeded(seed), max(case.rules.seats)
    game = game_of(case, seats, seed)
    at = len(game.plies) // 4
    count: Counter[str] = Counter()
    async with World(folder / "here", case).opened() as here, World(folder / "there", case).opened() as there:
        here.former = there.former = pick(luck, USERS[:seats])
        old = await here.sat(game, "Before00000", at)
        await there.sat(game, "Before00000", at)
        for number, most in enumerate(_spread(at + 1, len(game.plies) - 1, samples)):
            position = game.plies[most - 1].commit.position
            other = other_than(case, position, luck)
            if other is None:
                continue
            table = f"After{number:06d}"
            pressed = [Pressable(press.custom_id.replace("Before00000", table), press.values) for press in old]
            shown: list[list[tuple[str, bytes]]] = []
            mark = luck.below(1 << 30)
            for world in (here, there):
                await world.left(game, table, at, most, other if world is there else None)
                await world.hidden(table, int(world is there))
                asked = await world.asks(table, position.number)
                shown.append([*asked, *await world.presses(pressed, table, Seeded(mark))])
            for (what, left), (_, right) in zip(*shown, strict=True):
                assert left == right, f"{case.name}, {seed}, after {most} commits: {what}"
            count["answers compared"] += len(shown[0])
            count["moments"] += 1
            heirs = [[await w.responses.hand(w.house.press(HEIR), table)] for w in (here, there)]
            count["told apart by who sits there now"] += as_bytes(heirs[0][0]) != as_bytes(heirs[1][0])
    return count


def _spread(first: int, last: int, many: int) -> list[int]:
    return sorted({first + (last - first) * part // max(1, many - 1) for part in range(many)})


@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
async def test_who_has_passed_a_seat_on_is_shown_the_same_in_both_worlds(tmp_path: Path, case: Case):
    count = await watched(tmp_path, case, 5, 3)
    report.say(f"paired worlds of who has passed a seat on, {case.name}: {dict(count)}, differences 0")
    assert count["moments"] > 1
    assert count["told apart by who sits there now"] or case.name == "cafe", "in the café all hands lie open"


@pytest.mark.long
@pytest.mark.parametrize("case", PLAYED, ids=[case.name for case in PLAYED])
@pytest.mark.parametrize("seed", range(10, 15))
async def test_at_every_later_move_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: Case, seed: int):
    for limit in ("TABLES_A_USER", "TABLES_A_GUILD"):
        monkeypatch.setattr(limits, limit, 10_000)
    count = await watched(tmp_path, case, seed, 10_000)
    report.say(f"paired worlds of who has passed a seat on, {case.name}, seed {seed}: {dict(count)}, differences 0")
