"""Discord takes an answer badly, or takes it and says that it did not: whoever asked is answered, and what they did
counts once, wherever it struck: at the deferral, at the first answer, at its edit, at suggestions.
"""

import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import product
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.discord.interactions import custom_ids, replies, wire
from bot.play import Action
from bot.play.plans import planning
from bot.wording.words import words_for
from sandbox.actor import Person, Reply, Unanswered
from sandbox.api.interactions import DEFER, PATIENCE, PRESS, SAY
from sandbox.faults import Fault, Glitch
from sandbox.page.shown import Shown
from sandbox.world.world import LOADING
from tests import report
from tests.e2e.conftest import Stage
from tests.e2e.players import newest_board, opener
from tests.e2e.test_discord_faults import CALLBACK, FOLLOW, Weather

WORDS = words_for("en")
PNG_ENDS = b"IEND\xaeB`\x82"
"""A picture that is sent again is sent from its beginning to its end."""
KINDS = {"500": 500, "502": 502, "503": 503, "closed": 0}
WHEN = {"before": False, "after": True}


Reads = Callable[[], str]


class Evening:
    """One game of two whose people do all that is answered, each thing with one fault on its way."""

    def __init__(self, weather: Weather) -> None:
        self.weather = weather
        self.stage = weather.stage
        self.panels: dict[int, Shown] = {}

    async def goes_on(self) -> None:
        """With a new game where this one is over."""
        if not (await self.weather.loaded()).questions:
            self.panels.clear()
            await self.weather.begin()

    def texts(self, since: int = 0) -> list[str]:
        """What anybody has been shown by newer messages than that."""
        shown = {m for person in self.stage.people[:2] for m in person.messages(self.weather.thread) if m.id > since}
        return [message.text for message in shown]

    async def number(self) -> int:
        return (await self.weather.loaded()).table.public_no

    async def panel(self, person: Person) -> Shown:
        """Which only they see, so that a press on it edits it."""
        known = self.panels.get(person.id)
        standing = self.stage.sandbox.world.messages(self.weather.thread.id)
        if known is None or known.id not in standing:  # it was said anew below
            board = newest_board(self.weather.first, self.weather.thread)
            self.panels[person.id] = (await (await person.press(board, opener(board))).done()).message
        return self.panels[person.id]

    def threads(self) -> int:
        return len([channel for channel in self.stage.sandbox.world.channels.values() if channel.kind == 11])

    async def over(self) -> None:
        """Until every fault has struck and the bot is at work on nothing any more."""
        client = self.stage.client
        await self.stage.sandbox.until(
            lambda: not (self.stage.sandbox.faults.waiting or client._answering or client.context.busy)
        )

    # what people do, and what they read of it in the end

    async def play(self) -> Reads:
        person = await self.weather.asked()
        reply = await (await person.slash("/play", move="step 1; done")).done()
        return lambda: reply.text

    async def look(self) -> Reads:
        reply = await (await self.weather.first.slash("/table board", text=True)).done()
        return lambda: reply.text

    async def table(self) -> Reads:
        reply = await (await self.weather.first.slash("/me tables")).done()
        return lambda: reply.text

    async def commit(self) -> Reads:
        person = await self.weather.asked()
        planned: Any = await self.stage.do(self.weather.table, Action(person.id), planning.add_move("step 1"))
        reply = await self.press(
            person, custom_ids.plan(self.weather.table, planned.since, planned.rev, "commit", "done")
        )
        return lambda: reply.text

    async def form(self) -> Reads:
        person = await self.weather.asked()
        planned: Any = await self.stage.do(self.weather.table, Action(person.id), planning.open_panel())
        custom_id = custom_ids.plan(self.weather.table, planned.since, planned.rev, "type", "step 1")
        reply = await (await person.submit(await self.press(person, custom_id), text="step 1; done")).done()
        return lambda: reply.text

    async def press(self, person: Person, custom_id: str) -> Reply:
        """On their panel, whatever buttons it has just now."""
        panel, interactions = await self.panel(person), self.stage.sandbox.house.interactions
        data: Any = {"component_type": 2, "custom_id": custom_id, "id": 1}
        begun = interactions.begin(PRESS, person.id, self.weather.thread, data, message_id=panel.id)
        await interactions.first_word(begun)
        if begun.failed:
            raise Unanswered(custom_id)
        return await Reply(person, begun).done() if begun.original else Reply(person, begun)

    async def help(self) -> Reads:
        """A press on what all see is acknowledged, and answered apart."""
        board = newest_board(self.weather.first, self.weather.thread)
        reply = await (await self.weather.first.press(board, "Help")).done()
        return lambda: reply.text

    async def closer(self) -> Reads:
        person = self.weather.first
        board = await (await person.press(newest_board(person, self.weather.thread), "Board")).done()
        (menu,) = [part for part in board.message.controls() if part["type"] == 3]
        reply = await person.choose(board, menu["custom_id"], menu["options"][0]["value"])
        return lambda: reply.text if reply.message.files[0].data.endswith(PNG_ENDS) else ""

    async def suggest(self) -> Reads:
        person = await self.weather.asked()
        choices = await person.autocomplete("/play", move="st")
        return lambda: " ".join(choice["name"] for choice in choices)

    async def chapters(self) -> Reads:
        choices = await self.weather.first.autocomplete("/table help", chapter="")
        return lambda: " ".join(choice["name"] for choice in choices)


Does = Callable[[Evening], Awaitable[Reads]]
DEFERRAL, FIRST, EDIT, SUGGESTIONS = "deferral", "first answer", "edit", "suggestions"
PLACES: dict[str, tuple[tuple[str, tuple[int, ...], Does, bool, bool], ...]] = {
    DEFERRAL: (
        (CALLBACK, (5,), Evening.play, True, True),
        (CALLBACK, (5,), Evening.look, False, False),
        (CALLBACK, (5,), Evening.table, False, False),
        (CALLBACK, (6,), Evening.commit, True, True),
        (CALLBACK, (6,), Evening.help, False, False),
    ),
    FIRST: (
        (CALLBACK, (4,), Evening.play, True, False),
        (CALLBACK, (7,), Evening.commit, True, False),
        (CALLBACK, (7,), Evening.form, True, False),
        (CALLBACK, (9,), Evening.form, True, False),
        (CALLBACK, (7,), Evening.closer, False, False),
    ),
    EDIT: (
        (FOLLOW, (), Evening.play, True, True),
        (FOLLOW, (), Evening.look, False, False),
        (FOLLOW, (), Evening.commit, True, True),
    ),
    SUGGESTIONS: ((CALLBACK, (8,), Evening.suggest, False, False), (CALLBACK, (8,), Evening.chapters, False, False)),
}
"""By place: the route and the types of answers that are struck, what somebody does, whether that counts as a move, and
whether the work is taken for slow, so that it is announced."""
Struck = tuple[str, tuple[int, ...], Does, bool, bool]


@pytest.fixture
async def evening(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Evening]:
    for name in ("FIRST", "LATER"):  # how long it waits in between is the wire's own test
        monkeypatch.setattr(wire, name, tuple(0.0 for _ in getattr(wire, name)))
    monkeypatch.setattr(wire, "DEAD", 60.0)  # nor on a busy machine
    yield Evening(await Weather(stage).begin())
    assert [record.message for record in caplog.get_records("call") if record.levelname == "ERROR"] == []


async def withstood(evening: Evening, struck: Struck, fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    """Does it once with the fault on its way: an answer that helps, and one effect or none."""
    _, _, does, counts, slow = struck
    faults, before = evening.stage.sandbox.faults, await evening.number()
    if does in (Evening.commit, Evening.form):
        await evening.panel(await evening.weather.asked())
    newest = max(evening.stage.sandbox.world.messages(evening.weather.thread.id))
    faults.clear()
    faults.struck.clear()
    faults.plan(fault)
    with monkeypatch.context() as patch:
        if slow:
            patch.setattr(replies, "PATIENCE", 0.0)
        reads = await does(evening)
        await evening.over()
    assert len(faults.struck) == fault.times
    text = reads()
    assert text.strip(), "an answer that says nothing"
    said = [text, *evening.texts(newest)]
    assert [one for one in said if "Something went wrong" in one or "could not be reached" in one] == []
    assert await evening.number() - before == int(counts)
    assert (WORDS.say("Move {number} played.", number=before + 1) in text) == counts
    world = evening.stage.sandbox.world
    thinking = [m for m in world.messages(evening.weather.thread.id).values() if m.flags & LOADING]
    assert thinking == [], "left thinking"


def fault(struck: Struck, kind: str, when: str, times: int = 1) -> Fault:
    route, types, *_ = struck
    return Fault(route, types, status=KINDS[kind], lost=kind == "closed", after=WHEN[when], times=times)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_command_whose_deferral_was_taken_and_answered_badly_is_carried_out(
    evening: Evening, kind: str, monkeypatch: pytest.MonkeyPatch
):
    for struck in PLACES[DEFERRAL][:2]:
        await withstood(evening, struck, fault(struck, kind, "after"), monkeypatch)


@pytest.mark.parametrize(
    "struck", [*PLACES[FIRST], *PLACES[SUGGESTIONS]], ids=lambda one: f"{one[1]}-{one[2].__name__}"
)
async def test_a_connection_that_closed_before_the_first_answer_is_opened_anew(
    evening: Evening, struck: Struck, monkeypatch: pytest.MonkeyPatch
):
    await withstood(evening, struck, fault(struck, "closed", "before"), monkeypatch)


@pytest.mark.parametrize("when", WHEN)
async def test_a_move_whose_answer_was_lost_at_its_edit_is_never_said_to_have_failed(
    evening: Evening, when: str, monkeypatch: pytest.MonkeyPatch
):
    for struck in PLACES[EDIT]:
        await withstood(evening, struck, fault(struck, "closed", when), monkeypatch)


async def campaign(evening: Evening, runs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind at every place before and after, in turns; what is done, and how often it strikes, by a seed."""
    luck, told = random.Random(runs), Counter[tuple[str, str]]()
    combinations = list(product(PLACES, KINDS, WHEN))
    for n in range(runs):
        await evening.goes_on()
        place, kind, when = combinations[n % len(combinations)]
        struck = luck.choice(PLACES[place])
        await withstood(evening, struck, fault(struck, kind, when, luck.choice((1, 1, 2, 3))), monkeypatch)
        told[place, f"{kind} {when}"] += 1
        if not n % 16:
            await evening.stage.quiet()
    assert [left.data for left in evening.stage.sandbox.house.interactions.unanswered] == []
    for place in PLACES:
        each = ", ".join(f"{what} {count}" for (where, what), count in told.items() if where == place)
        report.say(f"faults at the {place}: {each}")
    report.say(f"faults at answers: {runs}, unanswered 0, left thinking 0, moves lost or doubled 0")


async def test_whatever_is_wrong_with_an_answer_it_is_given_and_its_move_counts_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
):
    await campaign(evening, 96, monkeypatch)


@pytest.mark.long
async def test_of_five_hundred_faults_at_answers_none_leaves_anybody_unanswered(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
):
    await campaign(evening, 500, monkeypatch)


# ── the bounds ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_tries_of_a_first_answer_end_before_discord_ends_to_wait():
    assert replies.PATIENCE + sum(wire.FIRST) <= 2.5
    assert replies.PATIENCE + wire.TRY + wire.FIRST[0] + wire.TRY < 3.0, "if one hangs, there is time for another"
    assert sum(wire.LATER) < 14 * 60


async def test_a_command_that_could_not_be_announced_is_not_carried_out_and_says_so(evening: Evening):
    """Its person may have been told of a failure and do it again."""
    faults, person = evening.stage.sandbox.faults, evening.stage.people[2]
    tries, before = len(wire.FIRST) + 1, evening.threads()
    for after in (False, True):
        faults.plan(Fault(CALLBACK, (5,), status=503, times=tries, after=after))
        reply = await (await person.slash("/table new", game="cafe")).done()
        assert reply.text == WORDS.say("Discord could not be reached; nothing was done. Please try again.")
        assert faults.waiting == []
    await evening.stage.quiet()
    assert evening.threads() == before


async def test_a_move_of_which_nobody_could_be_told_counts_once_and_typed_again_is_asked_about(evening: Evening):
    """It is not announced, so it is played before anything is said of it."""
    faults, before, person = evening.stage.sandbox.faults, await evening.number(), await evening.weather.asked()
    evening.stage.sandbox.house.interactions.patience = 0.3
    faults.plan(Fault(CALLBACK, status=503, times=len(wire.FIRST) + 1))
    with pytest.raises(Unanswered):
        await person.slash("/play", move="step 1; done")
    await evening.over()
    await evening.stage.quiet()
    assert await evening.number() == before + 1
    evening.stage.sandbox.house.interactions.patience = PATIENCE
    assert "played." in (await evening.play())(), "the other one"
    assert (await evening.weather.asked()).id == person.id
    reply = await (await person.slash("/play", move="step 1; done")).done()
    assert "Play it again" in reply.message.buttons
    assert await evening.number() == before + 2


async def test_a_typed_move_is_answered_by_its_first_answer_and_announced_where_that_takes_long(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
):
    asked = Counter[str]()
    evening.stage.sandbox.rest.watchers.append(lambda line: asked.update([line.route]))
    person = await evening.weather.asked()
    reply = await (await person.slash("/play", move="step 1; done")).done()
    assert reply.begun.answer == SAY
    assert "played." in reply.text
    await evening.stage.quiet()
    assert [times for route, times in asked.items() if route.endswith("/callback")] == [1]
    assert not reply.begun.edited
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    person = await evening.weather.asked()
    reply = await (await person.slash("/play", move="step 1; done")).done()
    assert reply.begun.answer == DEFER
    assert "played." in reply.text


@pytest.mark.parametrize("lost", [0, 1, len(wire.FIRST) + 1], ids=["then said", "then said again", "then lost"])
async def test_an_announcement_that_was_taken_unknown_to_the_bot_is_filled(
    evening: Evening, lost: int, monkeypatch: pytest.MonkeyPatch
):
    faults, before = evening.stage.sandbox.faults, await evening.number()
    await evening.panel(await evening.weather.asked())
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    faults.plan(Fault(CALLBACK, (6,), status=503, times=len(wire.FIRST) + 1, after=True))
    faults.plan(*[Fault(CALLBACK, (7,), status=503)] * lost)
    reads = await evening.commit()
    await evening.over()
    assert await evening.number() == before + 1
    assert WORDS.say("Move {number} played.", number=before + 1) in reads()


async def test_an_answer_that_never_gets_through_is_tried_a_bounded_number_of_times(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    faults, before, person = evening.stage.sandbox.faults, await evening.number(), await evening.weather.asked()
    tries = len(wire.LATER) + 1
    faults.plan(Fault(FOLLOW, lost=True, times=tries))
    with capture_logs() as logs:
        await person.slash("/play", move="step 1; done")
        await evening.stage.sandbox.until(lambda: any(line["event"] == "unsaid" for line in logs))
        await evening.stage.quiet()
    assert faults.waiting == []
    assert [line["event"] for line in logs if line["log_level"] == "error"] == []
    assert await evening.number() == before + 1
    assert [shown.text for shown in person.messages() if "Something went wrong" in shown.text] == []


async def test_a_first_answer_whose_connection_hangs_is_given_over_another(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(wire, "TRY", 0.3)
    before = await evening.number()
    await evening.panel(await evening.weather.asked())
    evening.stage.sandbox.faults.plan(Fault(CALLBACK, (7,), delay=1e9))
    assert WORDS.say("Move {number} played.", number=before + 1) in (await evening.commit())()
    assert await evening.number() == before + 1


async def test_an_answer_that_discord_refuses_is_given_in_words_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(replies, "PATIENCE", 0.0)
    faults, before, person = evening.stage.sandbox.faults, await evening.number(), await evening.weather.asked()
    faults.plan(Fault(FOLLOW, status=400, code=50035))
    reply = await (await person.slash("/play", move="step 1; done")).done()
    assert await evening.number() == before + 1
    assert reply.text.strip()
    assert (reply.message.files, reply.message.buttons) == ([], [])


@pytest.mark.parametrize(
    "does", [Evening.play, Evening.commit, Evening.help, Evening.suggest], ids=lambda does: does.__name__
)
async def test_what_is_delivered_twice_is_carried_out_once_and_no_error(
    evening: Evening, does: Does, caplog: pytest.LogCaptureFixture
):
    before = await evening.number()
    if does is Evening.commit:
        await evening.panel(await evening.weather.asked())
    evening.stage.sandbox.faults.plan(Glitch("INTERACTION_CREATE", "double"))
    with capture_logs() as logs:
        assert (await does(evening))().strip()
        await evening.stage.sandbox.until(lambda: any(line["event"] == "delivered again" for line in logs))
        await evening.stage.quiet()
    assert await evening.number() - before == int(does in (Evening.play, Evening.commit))
    assert [line for line in logs if line["log_level"] in ("warning", "error")] == []
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_table_whose_command_is_delivered_twice_is_opened_once(evening: Evening):
    before, person = evening.threads(), evening.stage.people[2]
    evening.stage.sandbox.faults.plan(Glitch("INTERACTION_CREATE", "double"), Fault(CALLBACK, (5,), status=500))
    assert "<#" in (await (await person.slash("/table new", game="cafe")).done()).text
    await evening.stage.quiet()
    assert evening.threads() == before + 1
