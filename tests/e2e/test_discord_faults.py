"""Discord fails in all the ways it knows while a game is played on the real client: what was confirmed stands, the
outbox comes to rest, every press is answered or can be made again.
"""

import asyncio
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from bot.discord.interactions import custom_ids
from bot.play import Action, limits, turns
from bot.play.outbox_bodies import HandBody, row
from bot.play.plans import planning
from bot.wording import table_text
from bot.wording.words import words_for
from sandbox.actor import Person
from sandbox.api.interactions import PRESS
from sandbox.faults import Fault
from sandbox.world.world import Channel
from storage.rows import Change
from tests import report
from tests.e2e.conftest import Stage
from tests.e2e.players import newest_board, pinged
from tests.e2e.test_kill import NUMBER

POST, CALLBACK = "POST /channels/*/messages", "POST /interactions/*/callback"
FOLLOW = "PATCH /webhooks/*/messages/@original"

PASSING = {
    "500": Fault(POST, status=500),
    "500 after it was taken": Fault(POST, status=500, after=True),
    "502 of a proxy": Fault(POST, status=502, html=True),
    "503, again and again": Fault(POST, status=503, times=2),
    "429 of the route": Fault(POST, status=429, retry_after=0.05),
    "429 of Discord as a whole": Fault(POST, status=429, retry_after=0.05, whole=True),
    "429 without Via": Fault(POST, status=429, retry_after=0.05, via=False),
    "429 that says nothing": Fault(POST, status=429, via=False),
    "reset before": Fault(POST, lost=True),
    "reset after it was taken": Fault(POST, lost=True, after=True),
}
"""Gone by themselves."""
REFUSED = {
    "no access": Fault(POST, status=403, code=50001),
    "no permission": Fault(POST, status=403, code=50013),
    "unknown channel": Fault(POST, status=404, code=10003),
    "form": Fault(POST, status=400, code=50035),
    "archived": Fault(POST, status=400, code=50083),
    "503, longer than it is tried": Fault(POST, status=503, times=3),
}
"""Stay until somebody acts or some time is over."""
ANSWERS = {
    "callback unknown": Fault(CALLBACK, status=404, code=10062),
    "callback answered already": Fault(CALLBACK, status=400, code=40060),
    "callback 500": Fault(CALLBACK, status=500),
    "callback 503": Fault(CALLBACK, status=503),
    "callback reset": Fault(CALLBACK, lost=True),
    "callback reset after it was taken": Fault(CALLBACK, lost=True, after=True),
    "callback 429": Fault(CALLBACK, status=429, retry_after=0.05),
}


class Weather:
    """One game of two on which all faults strike, one after the other."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.ahead = 0
        self.table = ""
        self.struck: Counter[str] = Counter()

    async def begin(self) -> "Weather":
        env, real = self.stage.env, self.stage.now
        env.now = lambda: real() + self.ahead
        self.thread: Channel = await self.stage.begun(2, "side=fixed")
        self.table = await self.stage.store.at_channel(self.thread.id) or ""
        await self.move("buyer 1")
        await self.rest()
        return self

    @property
    def first(self) -> Person:
        return self.stage.people[0]

    async def loaded(self) -> Any:
        return await self.stage.store.load(self.table)

    async def asked(self) -> Person:
        loaded = await self.loaded()
        users = {row.seat: row.user for row in loaded.seats}
        return self.stage.person(next(users[q.seat] for q in loaded.questions if q.required))

    async def move(self, *texts: str) -> int:
        """Whoever is asked moves; the public number."""
        user = (await self.asked()).id
        answer = await self.stage.do(self.table, Action(user), turns.play(-1, texts))
        assert type(answer).__name__ == "Played", answer
        return (await self.loaded()).table.public_no

    async def rest(self, rounds: int = 400) -> bool:
        """Time goes on until every press has been carried out and the outbox is at rest; False: it is not."""
        for _ in range(rounds):
            answering = bool(self.stage.client._answering)  # its fault strikes before what it does is committed
            if not answering and not await self.stage.store.waiting(self.stage.env.now() + 10**9, 1):
                return True
            self.ahead += 6_000
            self.stage.transactions.spoken.set()
            await asyncio.sleep(0.03 if not self.busy() else 0.3)
        return False

    def busy(self) -> bool:
        """discord.py itself tries again after a second."""
        return any(isinstance(f, Fault) and f.status in (500, 502) for f in self.stage.sandbox.faults.struck)

    def numbers(self) -> Counter[int]:
        shown = [s for s in self.first.messages(self.thread) if not s.ephemeral and s.files]
        return Counter(int(found[1]) for s in shown if (found := NUMBER.match(s.files[0].name)))

    async def right(self, number: int) -> None:
        """The newest position is in the thread, once, and calls whoever is asked."""
        shown = self.numbers()
        assert max(shown) == number, (shown, number)
        assert shown[number] == 1, shown
        assert pinged(newest_board(self.first, self.thread)) == [(await self.asked()).id]

    def strike(self, name: str, fault: Fault) -> None:
        self.stage.sandbox.faults.clear()
        self.stage.sandbox.faults.struck.clear()
        self.stage.sandbox.faults.plan(fault)
        self.struck[name] += 1


@pytest.fixture
async def weather(stage: Stage) -> Weather:
    return await Weather(stage).begin()


async def test_a_message_that_discord_does_not_take_comes_once(weather: Weather):
    for name, fault in PASSING.items():
        weather.strike(name, fault)
        number = await weather.move("step 1", "done")
        assert await weather.rest(), name
        assert not weather.stage.sandbox.faults.waiting, name
        await weather.right(number)
    report.say(f"Discord faults: {len(PASSING)} that pass, message once each")


async def test_a_table_that_discord_refuses_is_silent_and_speaks_when_somebody_acts(weather: Weather):
    for name, fault in REFUSED.items():
        weather.strike(name, fault)
        number = await weather.move("step 1", "done")
        for _ in range(400):
            if not weather.stage.sandbox.faults.waiting:
                break
            weather.ahead += 6_000
            weather.stage.transactions.spoken.set()
            await asyncio.sleep(0.03)
        await asyncio.sleep(0.1)
        assert max(weather.numbers()) < number, name
        number = await weather.move("step 1", "done")
        assert await weather.rest(), name
        await weather.right(number)
    report.say(f"Discord faults: {len(REFUSED)} that stay; the next move tells both moves in one message")


async def test_an_outage_is_over_by_itself(weather: Weather):
    weather.strike("outage", Fault(POST, status=503, times=-1))
    number = await weather.move("step 1", "done")
    await weather.rest(20)
    weather.stage.sandbox.faults.clear()
    assert max(weather.numbers()) < number
    weather.ahead += 700_000  # nobody acts
    weather.stage.transactions.spoken.set()
    assert await weather.rest()
    await weather.stage.sandbox.until(lambda: max(weather.numbers()) == number)
    await weather.right(number)


async def test_a_press_whose_answer_is_lost_can_be_made_again(weather: Weather):
    interactions = weather.stage.sandbox.house.interactions
    for name, fault in ANSWERS.items():
        weather.strike(name, fault)
        person = await weather.asked()
        panel = await weather.stage.do(weather.table, Action(person.id), planning.open_panel())
        planned: Any = await weather.stage.do(weather.table, Action(person.id), planning.add_move("step 1"))
        assert panel is not None
        custom_id = custom_ids.plan(weather.table, planned.since, planned.rev, "commit", "done")
        before = (await weather.loaded()).table.public_no
        card = newest_board(weather.first, weather.thread)
        data = {"component_type": 2, "custom_id": custom_id, "id": 1}
        begun = interactions.begin(PRESS, person.id, weather.thread, dict(data), message_id=card.id)
        await weather.stage.sandbox.until(lambda: bool(weather.stage.sandbox.faults.struck))
        for _ in range(200):  # the acknowledgement does not wait for what is done
            if (await weather.loaded()).table.public_no > before:
                break
            await asyncio.sleep(0.01)
        assert await weather.rest(), name
        after = (await weather.loaded()).table.public_no
        assert after == before + 1, name  # what was pressed counts, whatever became of its answer
        await weather.right(after)
        again = interactions.begin(PRESS, person.id, weather.thread, dict(data), message_id=card.id)
        await interactions.first_word(again)
        assert not again.failed, name
        assert again.answer is not None
        await weather.stage.sandbox.until(lambda again=again: bool(again.said))
        assert "settled already" in person.look(weather.thread.id, again.said[-1]).text, name
        assert (await weather.loaded()).table.public_no == after, name
        if begun.answer is None:
            weather.stage.sandbox.clock.advance(3.5)
            interactions.unanswered.remove(begun)  # Discord itself did not let the bot answer
    report.say(f"Discord faults: {len(ANSWERS)} at the answer of a press; it counts once, pressed again it is settled")


WRITTEN = {
    "dm closed": Fault(POST, status=403, code=50007),
    "dm without access": Fault(POST, status=403, code=50001),
    "dm gone": Fault(POST, status=404, code=10003),
    "dm form": Fault(POST, status=400, code=50035),
    "dm 503, longer than it is tried": Fault(POST, status=503, times=3),
    "dm reset after it was taken": Fault(POST, lost=True, after=True),
}


async def test_what_becomes_of_a_dm_is_nothing_to_the_table(weather: Weather):
    store, person = weather.stage.store, weather.first
    for number, (name, fault) in enumerate(WRITTEN.items()):
        kept = await store.person(person.id)
        await store.save_person(replace(kept, dm_state="open", dm_channel=person.dm.id))
        loaded = await weather.loaded()
        seat = next(row.seat for row in loaded.seats if row.user == person.id)
        weather.strike(name, fault)
        hand = row(500 + number, HandBody(seat), person.id)
        await store.write(Change(loaded.table, loaded.table.rev, weather.stage.env.now(), rows=(hand,)))
        assert await weather.rest(), name
        assert not weather.stage.sandbox.faults.waiting, name
        assert (await store.person(person.id)).dm_state == ("closed" if fault.code == 50007 else "open"), name
        said = [shown for shown in person.dms if shown.files and f"-{500 + number}-" in shown.files[0].name]
        assert len(said) == int(fault.lost), name
        public = await weather.move("step 1", "done")
        assert await weather.rest(), name
        await weather.right(public)
    shown = await (await person.press(newest_board(person, weather.thread), "My hand")).done()
    assert "You have" in shown.text
    report.say(f"Discord faults: {len(WRITTEN)} at a DM; the table goes on, the hand is a press away")


TOO_FAST = {
    "opening": Fault("POST /users/@me/channels", status=403, code=40003),
    "writing": Fault(POST, status=403, code=40003),
}


async def test_a_bot_that_opens_direct_messages_too_fast_waits_and_takes_nobodys_door_for_closed(weather: Weather):
    store, person = weather.stage.store, weather.first
    for number, (name, fault) in enumerate(TOO_FAST.items(), 500):
        kept = await store.person(person.id)
        await store.save_person(replace(kept, dm_state="open", dm_channel=person.dm.id if name == "writing" else 0))
        loaded = await weather.loaded()
        seat = next(row.seat for row in loaded.seats if row.user == person.id)
        weather.stage.client._connection._private_channels_by_user.clear()  # else it opens none that it knows
        weather.strike(name, fault)
        hand = row(number, HandBody(seat), person.id)
        await store.write(Change(loaded.table, loaded.table.rev, weather.stage.env.now(), rows=(hand,)))
        weather.stage.transactions.spoken.set()
        await weather.stage.sandbox.until(lambda: not weather.stage.sandbox.faults.waiting)
        await (await person.press(newest_board(person, weather.thread), "My hand")).done()
        assert not await weather.rest(3), name
        assert (await store.person(person.id)).dm_state == "open", name
        assert table_text.unreachable(words_for("en")) not in person.messages(weather.thread)[-1].text, name
        weather.ahead += limits.DM_REST_MS
        weather.stage.transactions.spoken.set()
        assert await weather.rest(), name
        assert len([s for s in person.dms if s.files and f"-{number}-" in s.files[0].name]) == 1, name
