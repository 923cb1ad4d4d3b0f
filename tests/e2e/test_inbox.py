"""The inbox: from one message one plays all that waits, whatever server it is on, and nothing else is written there."""

from typing import Any

import pytest

from bot.play import Action, turns
from bot.play.seating import lobby
from bot.play.seating.lobby import NewTable
from rules.contract import Seat
from sandbox.actor import Person, Reply
from sandbox.world.compose import BUTTON
from sandbox.world.world import TEXT, Channel, Guild, Json
from tests.e2e.conftest import Stage

GREEN = 3


class Round:
    """Two people at tables of several servers, at each of which one of them is asked."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.ada, self.bea = stage.people[:2]
        self.tables: list[str] = []
        self._interactions = 1

    def _act(self, person: Person) -> Action:
        self._interactions += 1
        return Action(person.id, self._interactions)

    async def table(self, guild: Guild, game: str) -> str:
        """A table at which Ada is asked."""
        for person in (self.ada, self.bea):
            if person.id not in guild.members:
                person.join(guild)
        world = self.stage.sandbox.world
        parent = next(channel.id for channel in world.channels_of(guild.id) if channel.kind == TEXT)
        wanted = NewTable(
            guild.id, parent, game, "Ada", random_seats=False, terms=(("pace", "steady"), ("late", "vote"))
        )
        made: Any = await lobby.create(self.stage.transactions, self._act(self.ada), wanted)
        await self.stage.do(made.table, self._act(self.bea), lobby.join("Bea"))
        await self.stage.do(made.table, self._act(self.ada), lobby.start())
        await self.others(made.table)
        await self.stage.quiet()
        self.tables.append(made.table)
        return made.table

    async def others(self, table: str) -> None:
        """Bea does the least that she can, as long as she is asked."""
        while self.bea.id in [user for user, _ in await self.asked(table)]:
            await self.least(self.bea, table)

    async def least(self, person: Person, table: str) -> None:
        found = await self.stage.table(table)
        seat = next(seat for seat, user in found.users.items() if user == person.id)
        least = found.rules.write(found.rules.idle(found.position.state, Seat(seat)))
        await self.stage.do(table, self._act(person), turns.play(-1, [least]))

    async def asked(self, table: str) -> list[tuple[int, int]]:
        found = await self.stage.table(table)
        return [(found.users[question.seat], question.since) for question in found.questions if question.required]

    async def waiting(self) -> list[str]:
        return [table for table in self.tables if self.ada.id in [user for user, _ in await self.asked(table)]]


def selects(reply: Reply) -> list[Json]:
    return [part for part in reply.message.controls() if part["type"] != BUTTON]


async def turn(person: Person, reply: Reply) -> tuple[Reply, int]:
    """Plays a turn in the message as it stands, by the first of what it offers; returns how often was pressed."""
    for presses in range(1, 12):
        green = [part for part in reply.message.controls() if part["type"] == BUTTON and part["style"] == GREEN]
        if green:
            reply = await (await person.press(reply, green[0]["label"])).done()
        else:
            menu = selects(reply)[0]
            reply = await (await person.choose(reply, menu["placeholder"], menu["options"][0]["value"])).done()
        if "played" in reply.text and "Your turn" not in reply.text:
            return reply, presses
    raise AssertionError(reply.text)


async def place(stage: Stage, where: str) -> Channel:
    return stage.people[0].dm if where == "a direct message" else stage.people[0].here


@pytest.mark.parametrize("where", ["a direct message", "a server"])
async def test_five_tables_of_three_servers_are_cleared_from_one_message(stage: Stage, where: str):
    played = Round(stage)
    servers = [stage.guild, stage.sandbox.guild("Zweite"), stage.sandbox.guild("Terza")]
    for guild, game in zip([*servers, *servers[:2]], ("guatemala", "cafe", "guatemala", "cafe", "cafe"), strict=True):
        await played.table(guild, game)
    assert len(await played.waiting()) == 5
    ada, at = stage.people[0], await place(stage, where)
    reply = await (await ada.slash("/me turns", at=at)).done()
    assert reply.text.startswith("**5 tables wait for you**")
    assert [label[:1] for label in reply.message.buttons] == ["1", "2", "3", "4", "5"]
    assert all(name in reply.text for name in ("Stammtisch", "Zweite", "Terza"))
    assert reply.text.count("-# asked <t:") == reply.text.count(", due <t:") == 5
    first, presses = reply.message.id, 1
    before = len([shown for shown in ada.messages(at) if shown.message.only == ada.id])
    reply = await (await ada.press(reply, reply.message.buttons[0])).done()
    for left in (4, 3, 2, 1, 0):
        assert reply.message.id == first, "the same message"
        assert "<#" in reply.text.split("\n")[0], "it says which table it is"
        reply, more = await turn(ada, reply)
        presses += more
        await stage.quiet()
        assert len(await played.waiting()) == left
        if left:
            reply = await (await ada.press(reply, f"Next table ({left})")).done()
            presses += 1
    assert "Nothing else waits for you." in reply.text
    assert not [label for label in reply.message.buttons if "table" in label]
    assert len([shown for shown in ada.messages(at) if shown.message.only == ada.id]) == before, "nothing beside it"
    assert presses <= 5 * 4, presses


async def test_a_panel_from_the_inbox_leads_back_and_what_waits_no_longer_is_gone_from_it(stage: Stage):
    played = Round(stage)
    for guild in (stage.guild, stage.sandbox.guild("Zweite")):
        await played.table(guild, "guatemala")
    ada = stage.people[0]
    reply = await (await ada.slash("/me turns", at=ada.dm)).done()
    opened = await (await ada.press(reply, reply.message.buttons[0])).done()
    assert "My turns" in opened.message.buttons
    listed = await (await ada.press(opened, "My turns")).done()
    assert listed.text == reply.text
    while ada.id in [user for user, _ in await played.asked(played.tables[0])]:
        await played.least(ada, played.tables[0])
    await stage.quiet()
    stale = await (await ada.press(listed, listed.message.buttons[0])).done()
    assert "My turns" in stale.message.buttons, "somebody has moved meanwhile: it says how it stands, and leads on"
    again = await (await ada.press(stale, "My turns")).done()
    assert again.text.startswith("**1 table waits for you**")


async def test_nobody_opens_a_table_of_another_server_by_a_press_that_is_not_theirs(stage: Stage):
    played = Round(stage)
    await played.table(stage.sandbox.guild("Zweite"), "guatemala")
    ada, cem = stage.people[0], stage.people[2]
    mine = await (await ada.slash("/me turns", at=ada.dm)).done()
    theirs = await (await cem.slash("/me turns", at=cem.dm)).done()
    assert mine.text.startswith("**1 table waits for you**")
    assert theirs.text.startswith("Nothing waits for you.")


async def test_in_its_thread_an_answer_is_as_it_was(stage: Stage):
    played = Round(stage)
    table = await played.table(stage.guild, "cafe")
    await played.table(stage.guild, "cafe")
    ada = stage.people[0]
    thread = stage.sandbox.world.channels[(await stage.table(table)).row.channel]
    ada.go(thread)
    opened = await (await ada.slash("/table turn")).done()
    assert "My turns" not in opened.message.buttons
    reply, _ = await turn(ada, opened)
    assert not [label for label in reply.message.buttons if "Next table" in label]


async def test_all_of_ones_tables_lead_to_those_that_wait(stage: Stage):
    played = Round(stage)
    await played.table(stage.guild, "guatemala")
    ada, bea = stage.people[:2]
    reply = await (await ada.slash("/me tables", at=ada.dm)).done()
    assert reply.message.buttons == ["My turns"]
    assert (await (await ada.press(reply, "My turns")).done()).text.startswith("**1 table waits for you**")
    assert (await (await bea.slash("/me tables", at=bea.dm)).done()).message.buttons == []


async def test_the_list_of_a_server_says_whom_each_table_waits_for_and_since_when(stage: Stage):
    played = Round(stage)
    await played.table(stage.guild, "guatemala")
    lines = (await (await stage.people[2].slash("/server tables")).done()).text
    assert "waiting for Ada, asked <t:" in lines
    assert ", due <t:" in lines
