"""Standing orders: given in private at any time by anybody, carried out after a delay that tells nothing."""

from msgspec.structs import replace

from bot import orders
from bot.answers import AlreadyPlayed, Answer, BadOrder, OrderSet
from bot.tables.desk import Action, Desk, Refused, Verdict, running, seat_of
from bot.tables.outcome import Entered
from bot.tables.turns import Turns
from storage.rows import Change, DueRow, Loaded, OrderRow


class Standing:
    def __init__(self, desk: Desk, turns: Turns) -> None:
        self._desk = desk
        self._turns = turns

    async def set(self, table: str, action: Action, text: str) -> Answer:
        """A seat's order; an empty text takes it away."""

        async def decide(loaded: Loaded) -> Verdict:
            running(loaded)
            seat = seat_of(loaded, action.user).seat
            rule = self._read(loaded, text)
            kept = tuple(order for order in loaded.orders if order.seat != seat)
            given = (*kept, OrderRow(seat, rule)) if rule else kept
            answer = OrderSet(rule)
            change = self._desk.change(loaded, action, answer, loaded.table)
            dues = await self._dues(loaded, seat, ordered=bool(rule))
            return Verdict(replace(change, orders=given, dues=dues), answer)

        return await self._desk.act(table, action, decide)

    def _read(self, loaded: Loaded, text: str) -> str:
        asking = orders.ASKING.get(loaded.table.game)
        if not text.strip():
            return ""
        if asking is None:
            raise Refused(BadOrder(text[:20]))
        try:
            return orders.write(orders.read(text, asking.letters))
        except orders.BadWord as bad:
            raise Refused(BadOrder(bad.word)) from None

    async def _dues(self, loaded: Loaded, seat: int, *, ordered: bool) -> tuple[DueRow, ...]:
        """An order given while its question is open answers it, after a delay of its own."""
        others = tuple(due for due in loaded.dues if due.seat != seat)
        if not ordered:
            return others
        position = await self._desk.position(loaded)
        entered = Entered(self._desk, loaded)
        own = [q for q in position.open if q.seat == seat and q.sealed and q.required]
        kept = {due.since: due for due in loaded.dues if due.seat == seat}
        return (*others, *(kept.get(question.since) or entered.due(question) for question in own))

    async def carry_out(self, table: str, seat: int, since: int) -> Answer:
        """The delay is over; asked by the clock. What is no longer open is forgotten."""

        async def decide(loaded: Loaded) -> Verdict:
            due = [row for row in loaded.dues if (row.seat, row.since) == (seat, since)]
            if not due or not self._desk.has_come(due[0].at):
                raise Refused(AlreadyPlayed())
            verdict = await self._carried_out(loaded, seat, since)
            if verdict is not None:
                return verdict
            rest = tuple(row for row in loaded.dues if (row.seat, row.since) != (seat, since))
            return Verdict(Change(loaded.table, loaded.table.rev, self._desk.now(), dues=rest), OrderSet(""))

        return await self._desk.act(table, Action(0), decide)

    async def _carried_out(self, loaded: Loaded, seat: int, since: int) -> Verdict | None:
        rule = next((order.rule for order in loaded.orders if order.seat == seat), "")
        asking = orders.ASKING.get(loaded.table.game)
        position = await self._desk.position(loaded)
        still = any(q.seat == seat and q.since == since and q.required for q in position.open)
        if not rule or asking is None or not still:
            return None
        rules = self._desk.rules(loaded.table)
        about = asking.about(rules.public(position.state))
        word = orders.ASK if about is None else orders.answer(orders.read(rule, asking.letters), about)
        if word == orders.ASK:
            return None
        legal = {choice.token for choice in rules.choices(position.state, seat, ())}
        move = rules.parse(word if word in legal else orders.PASS)
        return self._turns.committed(loaded, position, Action(0), seat, (move,))
