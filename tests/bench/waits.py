"""How long games last among people who look twice a day, and what for they wait: `python -m tests.bench.waits`.

Two hundred whole games a title by scripted players, with the use cases of bot/play over tables in memory and a clock
that is moved: once without any relief (no order, no wish, nothing by itself; each offer and each discard waits for a
look), once with them. Everybody looks at two random times a day between 7 and 23 o'clock; a call does not make them
look earlier. At a look a player does all that is to be done at once, and nothing between two looks.

With the reliefs each of them leaves, at every look, what a sensible person would: at the first one a founding of the
best places and what to keep on a 7 (Catan), or which scorings to block (Guatemala Café); later shown wishes for what
they miss, in exchange for what they do not need. Rolls come by themselves for all; every other player has turns without
anything to do end by themselves (`--passes all` or `none` for others).

An offer is made where one card is missing and another one is left over, once a turn. Without reliefs one occasion in
`--haggles` is taken, and the offerer waits until their next look. With reliefs an offer that meets a listed wish is
closed at once; where none does, one occasion in eight is taken, and waited for as before: what the others would take is
known by then.
"""

import argparse
import asyncio
from collections import Counter
from collections.abc import Iterator
from statistics import median
from typing import Final, NamedTuple, cast

from msgspec.structs import replace

from bot.games import GAMES
from bot.games.game import Game
from bot.play import Action, Env, Table, UseCase, limits, turns
from bot.play.people.preferences import PASSES
from bot.play.seating import lobby
from bot.play.timed import standing_orders, unattended
from rules.catan.state import Found, FoundSites
from rules.chance import Seeded, pick
from rules.contract import Seat
from rules.engine.commits import SPAN
from storage.port import Store
from storage.rows import LOBBY, RUNNING, Change, Loaded, Question, SeatRow, TableRow
from tests.bench import waits_catan
from tests.contract.cases import Case
from tests.contract.player import walk
from tests.contract.registry import CAFE, CATAN, GUATEMALA

HOUR: Final = 3_600_000
DAY: Final = 24 * HOUR
MORNING, NIGHT = 7 * HOUR, 23 * HOUR
LONGEST: Final = 2000 * DAY
GAMES_A_TITLE: Final = 200
CASES: Final = {"guatemala": GUATEMALA, "cafe": CAFE, "catan": CATAN}
BLOCKS: Final = "block *10 pass"
LINES: Final = "block * 10", "rest pass"
"""What everybody answers about a blockade, by hand or by an order."""


def looks(luck: Seeded) -> Iterator[int]:
    """Two random times of each day."""
    day = 0
    while True:
        yield from sorted(day * DAY + MORNING + luck.below(NIGHT - MORNING) for _ in range(2))
        day += 1


class Outcome(NamedTuple):
    """What became of one game."""

    days: float
    waits: Counter[str]
    """By kind; a sealed question that asks several waits once."""
    turns: int


class Play:
    """One game, from the deal to its end."""

    def __init__(self, title: str, seed: int, *, relieved: bool, passes: str, haggles: int) -> None:
        self.case: Case = CASES[title]
        game = GAMES[title]
        self.orders = game.orders
        self.game: Game = game if relieved else replace(game, orders=None, by_itself=None)
        self.luck, self.relieved, self.now = Seeded(seed), relieved, 0
        setup = self.case.setups[seed % len(self.case.setups)]
        self.seats = setup.seats
        self.looks = [looks(Seeded(1000 * seed + seat)) for seat in range(self.seats)]
        self.next = [next(times) for times in self.looks]
        unlikely = [policy for policy in self.case.policies if not policy.resigns]
        self.policies = [pick(self.luck, unlikely) for _ in range(self.seats)]
        haggles = waits_catan.HOPES if relieved else haggles
        self.traders = [waits_catan.Trader(seat, self.luck, haggles) for seat in range(self.seats)]
        self.env = Env(cast(Store, None), self.luck, lambda: self.now, {title: self.game}, delay=limits.DELAY_MS)
        wishing = {"all": range(self.seats), "half": range(0, self.seats, 2), "none": range(0)}[passes]
        settings = tuple((seat + 1, (PASSES,)) for seat in wishing)
        row = TableRow("waits", 1, 1, title, LOBBY, 0, -1, 0, game.rules.version, "en", 1, setup.options, False, 0, 0)
        seated = tuple(SeatRow(seat, seat + 1, "") for seat in range(self.seats))
        self.table = Table(Loaded(row, seated, (), (), (), settings=settings), self.game)
        self.opened: dict[tuple[int, int], int] = {}
        """When questions came up, by seat and `since`; 0 for those of the visit that goes on."""
        self.waits: Counter[str] = Counter()
        self.sealed: set[int] = set()
        self.turns = 0

    # ── the table ──

    async def do(self, user: int, use_case: UseCase) -> None:
        """Carries out a use case; what is due at this very time follows."""
        await self._written(user, use_case)
        while due := [row for row in self.table.dues if row.at <= self.now]:
            await self._written(0, unattended.carry_out(due[0].kind, due[0].seat, due[0].since))

    async def _written(self, user: int, use_case: UseCase) -> None:
        before = self.table.row.turn
        decision = await use_case(self.table, Action(user), self.env)
        if isinstance(decision.change, Change):
            self.table = self.table.after(decision.change)
        self.turns += self.table.row.turn != before
        open_ = {(q.seat, q.since) for q in self.table.questions if q.required}
        self.opened = {key: at for key, at in self.opened.items() if key in open_}
        for key in open_:
            self.opened.setdefault(key, self.now)

    async def run(self) -> Outcome:
        await self.do(1, lobby.start())
        while self.table.status == RUNNING:
            due = min([(row.at, row.kind, row.seat, row.since) for row in self.table.dues], default=None)
            seat = min(range(self.seats), key=lambda seat: self.next[seat])
            if due is not None and due[0] <= self.next[seat]:
                self.now = max(self.now, due[0])
                await self.do(0, unattended.carry_out(*due[1:]))
                continue
            self.now, self.next[seat] = self.next[seat], next(self.looks[seat])
            if self.now > LONGEST:
                raise AssertionError("a game that does not end")
            await self.visit(seat)
        return Outcome(self.now / DAY, self.waits, self.turns)

    # ── a look ──

    async def visit(self, seat: int) -> None:
        begun = self.now
        self.traders[seat].looks(self.turns)
        if self.relieved and self.orders is not None:
            for line in self.leaves(seat):
                await self.do(seat + 1, standing_orders.amend(line))
        while self.table.status == RUNNING:
            asked = [q for q in self.table.questions if q.seat == seat]
            must = next((q for q in asked if q.required), None)
            text = self.answer(seat, must) if must is not None else self.aside(seat, asked)
            if not text:
                return
            if must is not None:
                self._waited(must, begun)
            await self.do(seat + 1, turns.play(must.since if must is not None else -1, [text]))
            self.now = begun

    def leaves(self, seat: int) -> list[str]:
        if self.table.row.game == "guatemala":
            return list(LINES) if not self.table.order(seat) else []
        return self.traders[seat].leaves(self.table)

    def _waited(self, question: Question, begun: int) -> None:
        """Notes that the table has waited for this answer, if it has."""
        since = self.opened.get((question.seat, question.since), begun)
        if since >= begun:
            return
        if question.sealed:
            if question.since // SPAN not in self.sealed:
                self.waits[question.topic] += 1
            self.sealed.add(question.since // SPAN)
            return
        self.opened[question.seat, question.since] = begun
        trader = self.traders[question.seat]
        founds = isinstance(self.table.position.state.phase, Found | FoundSites)
        self.waits["founding" if founds else "offer" if trader.awaited else question.topic] += 1
        trader.awaited = False

    def answer(self, seat: int, question: Question) -> str:
        """What a seat says that is waited for; empty if it waits itself, for answers to its offer."""
        state, title = self.table.position.state, self.table.row.game
        if title == "catan":
            return self.traders[seat].says(self.table)
        if question.sealed and self.orders is not None:
            return self.orders.answer(self.table.rules, state, seat, BLOCKS) or "pass"
        return " ".join(walk(self.case, state, Seat(seat), self.luck, self.policies[seat]))

    def aside(self, seat: int, asked: list[Question]) -> str:
        """What a seat says to the offer of another."""
        offered = [q for q in asked if not q.required and not q.sealed]
        return self.traders[seat].replies(self.table) if offered and self.table.row.game == "catan" else ""


def play(title: str, seed: int, *, relieved: bool, passes: str = "half", haggles: int = 1) -> Outcome:
    """Plays one whole game."""
    return asyncio.run(Play(title, seed, relieved=relieved, passes=passes, haggles=haggles).run())


class Figures(NamedTuple):
    """Of many games."""

    days: float
    """The median."""
    waits: dict[str, float]
    """The mean number in a game, by kind."""
    turns: float


def figures(title: str, games: int, *, relieved: bool, passes: str, haggles: int = 1) -> Figures:
    found = [play(title, seed, relieved=relieved, passes=passes, haggles=haggles) for seed in range(games)]
    total: Counter[str] = sum([outcome.waits for outcome in found], Counter[str]())
    waits = {kind: round(number / games, 1) for kind, number in sorted(total.items())}
    return Figures(median(outcome.days for outcome in found), waits, median(outcome.turns for outcome in found))


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("titles", nargs="*", default=list(CASES))
    reader.add_argument("--games", type=int, default=GAMES_A_TITLE)
    reader.add_argument("--passes", choices=("none", "half", "all"), default="half")
    reader.add_argument("--haggles", type=int, default=1)
    given = reader.parse_args()
    for title in given.titles or list(CASES):
        before = figures(title, given.games, relieved=False, passes="none", haggles=given.haggles)
        after = figures(title, given.games, relieved=True, passes=given.passes)
        share = after.days / before.days
        print(f"{title}: {given.games} games, median days {before.days:.1f} → {after.days:.1f} ({share:.2f})")
        print(f"    before: {before.waits}, {before.turns:.0f} turns; after: {after.waits}, {after.turns:.0f} turns")


if __name__ == "__main__":
    main()
