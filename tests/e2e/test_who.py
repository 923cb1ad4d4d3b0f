"""Only the seat plays the seat: who × action × route, by copied and by forged presses; and what is no custom_id."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.discord.interactions import custom_ids
from bot.games import game_text
from bot.play import Action, Panel, turns
from bot.play.plans import planning
from bot.play.seating import leaving, lobby
from bot.play.seating.lobby import NewTable
from bot.play.timed import standing_orders
from bot.wording.words import words_for
from sandbox.actor import Person, Reply
from sandbox.api.interactions import DEFER_EDIT, PRESS, SUBMIT, Interaction
from sandbox.world.permissions import ADMINISTRATOR
from sandbox.world.world import Channel
from tests import report
from tests.e2e.conftest import Stage

ROUTES = ("button", "select", "modal", "slash")
PLAN, COMMIT, ANSWER, HAND, BACK, RESIGN, VOTE, ORDER, START, CLOSE = (
    "plan a turn", "commit a turn", "answer a blockade", "look at a hand", "take back", "resign for somebody", "vote",
    "standing order", "start", "close",
)  # fmt: skip
SLASH: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    PLAN: ("/guatemala step", {"spaces": 1}),
    COMMIT: ("/play", {"move": "step 1; done"}),
    ANSWER: ("/guatemala pass", {}),
    HAND: ("/table hand", {}),
    BACK: ("/table back", {}),
    RESIGN: ("/table resign", {"sure": "yes"}),
    VOTE: ("/table end", {"vote": True}),
    ORDER: ("/table order", {"order": "block *1 pass"}),
}
ORDINARY = (PLAN, COMMIT, HAND, RESIGN, VOTE, ORDER)
VERBS = {HAND: "hand", BACK: "back", RESIGN: "resign", VOTE: "end"}
TYPED = {PLAN: "step 1", COMMIT: "step 1; done", ANSWER: "pass"}
ENGLISH = words_for("en")


class Matrix:
    """Tries every cell, and looks at what changed and at what was said."""

    def __init__(self, stage: Stage, thread: Channel, table: str) -> None:
        self.stage, self.thread, self.table = stage, thread, table
        self.interactions = stage.sandbox.house.interactions
        self.cells: set[tuple[str, str, str]] = set()
        self.controls: set[tuple[str, str]] = set()
        self.no_route: set[tuple[str, str]] = set()
        self.presses = 0
        self.secrets: dict[int, tuple[str, bytes]] = {}
        """By user: the words and the picture of his hand."""

    # ── doing ──

    async def forged(self, who: Person, kind: int, custom_id: str, more: Mapping[str, Any]) -> Interaction:
        """As from the public board, whatever stood on it."""
        card = [s for s in who.messages(self.thread) if not s.ephemeral and s.message.author_id != who.id][-1]
        data = {"custom_id": custom_id} | dict(more)
        if kind == SUBMIT:
            data["opened_by"] = {
                "id": str(self.stage.sandbox.world.new_id()), "type": PRESS, "interacted_message_id": str(card.id),
                "user": self.stage.sandbox.house.shapes.user(who.user),
                "authorizing_integration_owners": {"0": str(self.thread.guild_id)},
            }  # fmt: skip
        begun = self.interactions.begin(kind, who.id, self.thread, data, message_id=card.id)
        await self.interactions.first_word(begun)
        self.presses += 1
        assert not begun.failed, (who, custom_id)
        assert begun.answer is not None, (who, custom_id)
        if begun.answer == DEFER_EDIT:  # the answer comes apart from the message that all see
            await Reply(who, begun).done()
        return begun

    async def through(self, who: Person, action: str, route: str, since: int, rev: int) -> list[Interaction]:
        """One cell: the copied custom_id, and some that are forged."""
        if route == "slash":
            if action not in SLASH:
                return []
            line, options = SLASH[action]
            who.go(self.thread)
            reply = await (await who.slash(line, dict(options))).done()
            self.presses += 1
            return [reply.begun]
        found: list[Interaction] = []
        for custom_id in self._ids(action, route, since, rev):
            if route == "button":
                begun = await self.forged(who, PRESS, custom_id, {"component_type": 2, "id": 1})
            elif route == "select":
                values = {"values": ["step 1" if action == PLAN else "done"]}
                begun = await self.forged(who, PRESS, custom_id, {"component_type": 3, "id": 1} | values)
            else:
                field = "order" if action == ORDER else "text"
                text = "block *1 pass" if action == ORDER else TYPED.get(action, "yes")
                line = {"type": 4, "id": 3, "custom_id": field, "value": text}
                label = {"type": 18, "id": 2, "component": line}
                begun = await self.forged(who, SUBMIT, custom_id, {"components": [label]})
            found.append(begun)
        return found

    def _ids(self, action: str, route: str, since: int, rev: int) -> list[str]:
        table = self.table
        if action == ORDER:
            return (
                [custom_ids.order(table)]
                if route == "modal"
                else [custom_ids.ordering(table, custom_ids.TYPE, "guatemala"), custom_ids.order(table)]
            )
        if action in VERBS:
            return [custom_ids.board(table, VERBS[action])]
        if action in (START, CLOSE):
            return [custom_ids.lobby(table, action)]
        if route == "modal":
            return [custom_ids.typed(table, s, rev) for s in (since, since + 1)]
        if action == ANSWER:
            return [custom_ids.answer(table, s, word) for s in (since, since + 1) for word in ("pass", "block")]
        verb, rest = ("over" if route == "button" else "add", "m0:0") if action == PLAN else ("commit", "done")
        return [custom_ids.plan(table, s, r, verb, rest) for s, r in ((since, rev), (since, rev + 1), (since + 1, rev))]

    # ── looking ──

    async def learn(self) -> None:
        """What each seat alone may know now."""
        loaded = await self.loaded()
        if loaded.table.version < 0:
            return
        table = await self.stage.table(loaded.table.id)
        position, rules = table.position, table.rules
        for row in loaded.seats:
            view = rules.private(position.state, row.seat)
            words = game_text.hand(ENGLISH, view)
            (picture,) = await self.stage.client.gallery.hand(view, words)
            self.secrets[row.user] = words, picture.data

    async def loaded(self) -> Any:
        loaded = await self.stage.store.load(self.table)
        assert loaded is not None
        return loaded

    async def kept(self, but: int) -> object:
        """Everything that is kept of the table, without what is this person's own."""
        loaded = await self.loaded()
        own = [row.seat for row in loaded.seats if row.user == but and not row.resigned]
        drafts = [await self.stage.store.draft(self.table, row.seat) for row in loaded.seats if row.seat not in own]
        seats = [row for row in loaded.seats if row.seat not in own]
        orders = [row for row in loaded.orders if row.seat not in own]
        dues = [row for row in loaded.dues if row.seat not in own]
        table = loaded.table
        records = await self.stage.store.records(self.table)
        return table.status, table.version, table.creator, records, drafts, seats, orders, dues, loaded.questions

    def said(self, who: Person, begun: Interaction) -> tuple[str, list[bytes]]:
        """The whole answer: body, modal, suggestions, pictures."""
        body, files = {}, []
        if begun.original is not None:
            shown = Reply(who, begun).message
            body, files = shown.body, [file.data for file in shown.files]
            assert shown.ephemeral, "an answer is for the one who asked"
        return json.dumps([body, begun.modal, begun.choices], ensure_ascii=False), files

    def discreet(self, who: Person, begun: Interaction) -> None:
        text, files = self.said(who, begun)
        mine = self.secrets.get(who.id)
        for user, (words, picture) in self.secrets.items():
            if user != who.id and (mine is None or mine[0] != words):
                assert words not in text, (who, begun.custom_id)
                assert picture not in files, (who, begun.custom_id)
        if mine is None:
            assert '"Block"' not in text, (who, begun.custom_id)
        assert "may_block" not in text
        assert "Something went wrong" not in text, text

    async def refused(self, actors: Mapping[str, Person], actions: Sequence[str], seat: Person, since: int) -> None:
        """Every cell of these actions; once all is said, for a question keeps when it was called."""
        await self.stage.quiet()
        await self.learn()
        for name, who in actors.items():
            before = await self.kept(who.id)
            rev = await self.rev(seat)
            for action in actions:
                if name == "other seat" and action == RESIGN:
                    continue  # it is his own seat that he would resign: at the end
                for route in ROUTES:
                    found = await self.through(who, action, route, since, rev)
                    for begun in found:
                        self.discreet(who, begun)
                    if found:
                        self.cells.add((name, action, route))
                    assert await self.kept(who.id) == before, (name, action, route)
            if name == "other seat":
                await self.stage.do(self.table, Action(who.id), leaving.vote(for_end=False))
                await self.stage.do(self.table, Action(who.id), standing_orders.give(""))

    async def rev(self, seat: Person) -> int:
        own = next(row.seat for row in (await self.loaded()).seats if row.user == seat.id)
        draft = await self.stage.store.draft(self.table, own)
        return 0 if draft is None else draft.rev

    async def since(self, seat: Person) -> int:
        loaded = await self.loaded()
        own = next(row.seat for row in loaded.seats if row.user == seat.id)
        return next(question.since for question in loaded.questions if question.seat == own)

    async def control(self, seat: Person, action: str, route: str) -> None:
        """The seat itself does it on the same route: it works, or there is no such route for anybody."""
        before = await self.kept(0)
        since = await self.since(seat) if action in (PLAN, COMMIT, ANSWER) else -1
        rev = await self.rev(seat)
        done = False
        found = await self.through(seat, action, route, since, rev)
        for begun in found:
            done = done or (action == HAND and self.secrets[seat.id][0] in self.said(seat, begun)[0])
        done = done or await self.kept(0) != before
        (self.controls if done else self.no_route).add((action, route))


REAL = {
    PLAN: ROUTES, COMMIT: ROUTES, ANSWER: ROUTES, HAND: ROUTES, BACK: ("slash",), RESIGN: ("slash",),
    VOTE: ("slash",), ORDER: ("modal", "slash"), START: ("button", "select", "modal"),
    CLOSE: ("button", "select", "modal"),
}  # fmt: skip
"""The routes on which the seat itself succeeds; on the others nobody does."""


def owner(stage: Stage) -> Person:
    """Whoever runs the bot, and owns the server too."""
    world = stage.sandbox.world
    found = Person(stage.sandbox, world.users[world.application.owner_id])
    stage.sandbox.people[found.id] = found
    return found


def admin(stage: Stage) -> Person:
    places = stage.sandbox.house.places
    person = stage.sandbox.person("Gus", stage.guild)
    role = places.new_role(stage.guild, "Admin", ADMINISTRATOR)
    places.give_role(stage.guild, person.id, role.id)
    return person


async def test_who_action_route(stage: Stage):
    ada, bea, _, dag = stage.people
    stranger, spectator = (stage.sandbox.person(name, stage.guild) for name in ("Eve", "Fay"))
    actors = {"stranger": stranger, "spectator": spectator, "server admin": admin(stage), "bot owner": owner(stage)}

    # the lobby
    made: list[Matrix] = []
    for _ in (START, CLOSE):
        thread = await stage.gathered(4, "side=fixed")
        table = await stage.store.at_channel(thread.id)
        assert table is not None
        matrix = Matrix(stage, thread, table)
        made.append(matrix)
    play, shut = made
    for matrix, action in ((play, START), (shut, CLOSE)):
        await matrix.interactions.first_word(await left(matrix, dag))
        await matrix.refused(actors | {"other seat": bea, "ex-player": dag}, (action,), ada, 0)
    for place, (action, route) in enumerate((action, route) for action in (START, CLOSE) for route in REAL[START]):
        creator = stage.people[1 + place % 3]
        wanted = NewTable(stage.guild.id, play.thread.parent_id or 0, "guatemala", creator.name)
        created: Any = await lobby.create(stage.transactions, Action(creator.id, 0), wanted)
        await stage.do(created.table, Action(ada.id, 0), lobby.join("Ada"))
        gathering = Matrix(stage, play.thread, created.table)
        await gathering.control(creator, action, route)
        play.controls |= gathering.controls
    await stage.do(play.table, Action(dag.id, 0), lobby.join("Dag"))
    await stage.do(play.table, Action(ada.id, 0), lobby.start())
    await stage.quiet()

    # an ordinary turn
    (user,) = await asked(play)
    await stage.do(play.table, Action(user), turns.play(-1, ["buyer 1"]))
    (user,) = await asked(play)
    seat = stage.person(user)
    gone, other = [p for p in stage.people if p is not seat][:2]
    await stage.do(play.table, Action(gone.id), leaving.resign())
    await stage.quiet()
    board = [s for s in spectator.messages(play.thread) if "Board" in s.buttons][-1]
    await (await spectator.press(board, "Board")).done()
    actors |= {"other seat": other, "ex-player": gone}
    await (await seat.press(board, "My turn")).done()
    await play.refused(actors, ORDINARY, seat, await play.since(seat))
    for route in ROUTES:
        for action in (PLAN, HAND, VOTE, ORDER):
            await started_over(play, seat)
            await play.control(seat, action, route)
        await stage.do(play.table, Action(seat.id), leaving.vote(for_end=False))
        await stage.do(play.table, Action(seat.id), standing_orders.give(""))
        await started_over(play, seat)
        await stage.do(play.table, Action(seat.id), planning.add_move("step 1"))
        await play.control(seat, COMMIT, route)
        if (COMMIT, route) in play.controls:
            await play.refused(actors, (BACK,), seat, -1)
            for back in ROUTES:
                await play.control(seat, BACK, back)

    # a blockade
    await stage.do(play.table, Action(seat.id), turns.play(-1, ["step 2", "score S1"]))
    loaded = await play.loaded()
    position = (await stage.table(play.table)).position
    users = {row.seat: row.user for row in loaded.seats}
    waiting = [users[place] for place in position.state.phase.asked if users[place] != gone.id]
    assert len(waiting) > 1, "two are asked, and only the first could settle it alone"
    holder = stage.person(waiting[-1])
    actors["other seat"] = seat
    await play.refused(actors, (ANSWER,), holder, await play.since(holder))
    for route in ROUTES:
        await play.control(holder, ANSWER, route)
        word = "block" if (ANSWER, route) in play.controls else "pass"
        await stage.do(play.table, Action(holder.id), turns.play(-1, [word]))

    # resigning, at the end
    for route in ROUTES:
        before = await play.kept(other.id)
        found = await play.through(other, RESIGN, route, -1, 0)
        assert found
        play.cells.add(("other seat", RESIGN, route))
        after = await play.kept(other.id)
        assert seats_of(after, seat.id) == seats_of(before, seat.id)
    for route in reversed(ROUTES):  # what is typed first: who has resigned cannot do so again
        await play.control(seat, RESIGN, route)

    cells = play.cells | shut.cells
    controls = play.controls | shut.controls
    wanted = {(action, route) for action, routes in REAL.items() for route in routes}
    assert wanted <= controls, wanted - controls
    per_actor = Counter(name for name, _, _ in cells)
    assert len(per_actor) == 6
    assert min(per_actor.values()) == max(per_actor.values()) == len(SLASH) * 4 + 6, per_actor
    report.say(
        f"who × action × route: {len(per_actor)} actors, {len(cells)} cells, {play.presses + shut.presses} tries, "
        f"0 accepted, 0 unanswered, 0 leaks; {len(wanted)} columns with a positive control, "
        f"{len(SLASH) * 4 + 6 - len(wanted)} where nobody is served"
    )


async def started_over(matrix: Matrix, seat: Person) -> None:
    panel = await matrix.stage.do(matrix.table, Action(seat.id), planning.open_panel())
    assert isinstance(panel, Panel)
    await matrix.stage.do(matrix.table, Action(seat.id), planning.start_over(panel.since, panel.rev))


def seats_of(kept: Any, user: int) -> object:
    return [row for row in kept[5] if row.user == user]


async def asked(matrix: Matrix) -> list[int]:
    loaded = await matrix.loaded()
    users = {row.seat: row.user for row in loaded.seats}
    return [users[question.seat] for question in loaded.questions if question.required]


async def left(matrix: Matrix, who: Person) -> Interaction:
    """He was there, and has left."""
    card = who.messages(matrix.thread)[-1]
    data = {"custom_id": custom_ids.lobby(matrix.table, "leave"), "component_type": 2, "id": 1}
    return matrix.interactions.begin(PRESS, who.id, matrix.thread, data, message_id=card.id)


# ── what is no custom_id ─────────────────────────────────────────────────────────────────────────────────────────────

PIECES = st.sampled_from(
    ["l", "b", "a", "p", "o", "t", ":", "", "AAAAAAAAAAA", "-1", "0", "7", "999999999", "9999999999", "٣", "commit",
     "join", "\u202e", "\x00", "é", "'; DROP TABLE games; --", "%s", "{}", "<@1>", "block", "turn", " ", "\n"]
)  # fmt: skip
WILD = st.one_of(
    st.text(max_size=100), st.lists(PIECES, max_size=9).map("".join), st.lists(PIECES, max_size=7).map(":".join)
)


@settings(max_examples=1000, deadline=None)
@given(WILD)
def test_whatever_is_read_is_ours_or_nothing(text: str):
    said = custom_ids.read(text)
    if said is not None:
        assert said.kind in custom_ids.KINDS
        assert said.table.isalnum()
        assert -1 <= said.since < 10**9
        assert -1 <= said.rev < 10**9


@given(st.integers(0, 10**9 - 1), st.integers(0, 10**9 - 1), st.sampled_from(["add", "commit", "back"]))
def test_what_is_written_is_read_back(since: int, rev: int, verb: str):
    said = custom_ids.read(custom_ids.plan("AAAAAAAAAAA", since, rev, verb, "done"))
    assert said == custom_ids.Said(custom_ids.PLAN, "AAAAAAAAAAA", since, rev, verb, "done")


def mutilated(luck: random.Random, table: str) -> str:
    """A custom_id of ours with something wrong, or none of ours."""
    words = ["turn", "join", "commit", "block", "add", "over", "type", "order", "", "⛔", "-1", "x" * 60, "1" * 30]
    ours = [
        custom_ids.lobby(table, luck.choice(words)),
        custom_ids.board(table, luck.choice(words)),
        custom_ids.answer(table, luck.randrange(99), luck.choice(words)),
        custom_ids.plan(table, luck.randrange(99), luck.randrange(99), luck.choice(words), luck.choice(words)),
        custom_ids.typed(table, luck.randrange(99), luck.randrange(99)),
        custom_ids.order(luck.choice((table, table[:-1], table.swapcase(), "AAAAAAAAAAA"))),
    ]
    text = luck.choice(ours)
    match luck.randrange(4):
        case 0:
            at = luck.randrange(len(text))
            return (text[:at] + luck.choice((":", "", "é", "\u202e", "9")) + text[at + 1 :])[:100]
        case 1:
            return text[: luck.randrange(1, len(text))]
        case 2:
            return "".join(luck.sample(text, len(text)))
        case _:
            return text


async def test_presses_that_make_no_sense_are_answered(stage: Stage):
    thread = await stage.begun(2)
    table = await stage.store.at_channel(thread.id) or ""
    matrix = Matrix(stage, thread, table)
    await matrix.learn()
    stranger = stage.sandbox.person("Eve", stage.guild)
    before = await matrix.kept(0)
    luck = random.Random(8)
    for _ in range(30):  # of more at once the turnstile answers a part
        batch = [mutilated(luck, table) for _ in range(10)]
        line = {"type": 4, "id": 3, "custom_id": luck.choice(("text", "order", "")), "value": "pass"}
        ways: list[tuple[int, dict[str, Any]]] = [
            (PRESS, {"component_type": 2, "id": 1}),
            (PRESS, {"component_type": 3, "id": 1, "values": ["done"]}),
            (SUBMIT, {"components": [{"type": 18, "id": 2, "component": line}]}),
        ]
        answers = [matrix.forged(stranger, kind, text, more) for text in batch for kind, more in [luck.choice(ways)]]
        for begun in await asyncio.gather(*answers):
            matrix.discreet(stranger, begun)
    assert await matrix.kept(0) == before
    report.say(f"custom_ids that make no sense: 1000 read, {matrix.presses} through the whole bot, all answered")
