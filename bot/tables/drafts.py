"""Planning a turn in private: add, step back, start over, commit."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.answers import Answer, BadMove, DraftMoved, NoSuchTable, StorageIsFull, UnfinishedTurn, Unreadable
from bot.tables import menu
from bot.tables.desk import Action, Desk, Refused, Verdict, Yes, running, seat_of
from bot.tables.menu import Next
from bot.tables.panel import Best, Panel
from bot.tables.ranking import Ranked, Ranking, fits
from bot.tables.suggestions import suggestions
from bot.tables.turns import ANY, Turns, example, read
from rules import engine
from rules.contract import AnyRules, Choice, Move, Open, Position
from rules.engine import Draft
from rules.facts import heard
from rules.notation import NotationError
from storage.port import Conflict
from storage.problem import StorageFull
from storage.rows import DraftRow, Loaded

T = TypeVar("T")
COMPOSED = "*"
"""Instead of a last move: the one that is being composed."""


class _Plan(Struct, frozen=True):
    """A draft on the desk."""

    loaded: Loaded
    position: Position[Any]
    question: Open
    row: DraftRow
    fresh: bool
    """Nothing is kept of it yet."""

    @property
    def seat(self) -> int:
        return self.question.seat


class Planning:
    def __init__(self, desk: Desk, turns: Turns) -> None:
        self._desk = desk
        self._turns = turns
        self._ranking = Ranking()

    async def open(self, table: str, user: int, since: int = ANY) -> Panel | Answer:
        """The panel as it stands; to open it is to take notice of the question."""

        async def work() -> Panel:
            plan = await self._load(table, user, since)
            if plan.fresh:
                plan = await self._keep(plan, plan.row.moves, plan.row.tokens)
            return await self._cleaned(plan)

        return await self._answered(table, work)

    async def peek(self, loaded: Loaded, user: int, since: int) -> Panel | None:
        """The panel as it would open, for a letter; nobody takes notice of anything by it."""
        try:
            return self._panel(await self._planned(loaded, user, since))
        except Refused:
            return None

    async def add(
        self, table: str, user: int, since: int, rev: int, words: Sequence[str], *, finish: bool = False
    ) -> Panel | Answer:
        """Words for the move being composed. A whole move that cannot go on, or with `finish`, is added to the plan."""

        async def work() -> Panel:
            plan = await self._load(table, user, since)
            _same(plan, rev)
            rules = self._desk.rules(plan.loaded.table)
            moves, tokens = _moves(self._tried(plan)), plan.row.tokens
            *whole, rest = _split(words)
            for part in whole:
                tokens, _ = self._walked(rules, plan, moves, tokens, part)
                moves, tokens = (*moves, read(rules, " ".join(tokens), plan.position, plan.seat)), ()
            tokens, last = self._walked(rules, plan, moves, tokens, rest)
            state = engine.draft(rules, plan.position, plan.seat, moves).state
            if last is None or not last.whole or (rules.choices(state, plan.seat, tokens) and not finish):
                return self._panel(await self._keep(plan, _written(rules, moves), tokens))
            move = read(rules, " ".join(tokens), plan.position, plan.seat)
            return await self._added(plan, rules, (*moves, move))

        return await self._answered(table, work)

    async def add_move(self, table: str, user: int, text: str) -> Panel | Answer:
        """A typed move joins the plan."""

        async def work() -> Panel:
            plan = await self._load(table, user, ANY)
            rules = self._desk.rules(plan.loaded.table)
            move = read(rules, text, plan.position, plan.seat)
            return await self._added(plan, rules, (*_moves(self._tried(plan)), move))

        return await self._answered(table, work)

    async def _added(self, plan: _Plan, rules: AnyRules, moves: tuple[Move, ...]) -> Panel:
        tried = engine.draft(rules, plan.position, plan.seat, moves)
        if len(tried.dropped) > 0:
            if tried.reason is None:  # it stood behind the move that only the commit does
                raise Refused(UnfinishedTurn())
            raise Refused(BadMove(plan.loaded.table.game, tried.reason))
        return self._panel(await self._keep(plan, _written(rules, moves), ()))

    async def step_back(self, table: str, user: int, since: int, rev: int) -> Panel | Answer:
        """The words of the last press at the move being composed, else the last move."""

        async def work() -> Panel:
            plan = await self._load(table, user, since)
            _same(plan, rev)
            tried = self._tried(plan)
            if tried.dropped:
                return await self._cleaned(plan)
            rules, tokens = self._desk.rules(plan.loaded.table), plan.row.tokens
            texts = _texts(rules, tried)
            if tokens:
                before = max(stop for stop in menu.stops(rules, tried.state, plan.seat, tokens) if stop < len(tokens))
                return self._panel(await self._keep(plan, texts, tokens[:before]))
            return self._panel(await self._keep(plan, texts[:-1], ()))

        return await self._answered(table, work)

    async def start_over(self, table: str, user: int, since: int, rev: int) -> Panel | Answer:
        async def work() -> Panel:
            plan = await self._load(table, user, since)
            _same(plan, rev)
            return self._panel(await self._keep(plan, (), ()))

        return await self._answered(table, work)

    async def commit(self, table: str, action: Action, since: int, rev: int, last: Sequence[str] = ()) -> Answer:
        """The plan, and perhaps a last move with it, becomes the turn."""

        async def decide(loaded: Loaded) -> Verdict:
            plan = await self._planned(loaded, action.user, since)
            _same(plan, rev)
            rules = self._desk.rules(loaded.table)
            said = [" ".join(plan.row.tokens) if text == COMPOSED else text for text in last]
            more = tuple(read(rules, text, plan.position, plan.seat) for text in said)
            moves = (*(rules.parse(text) for text in plan.row.moves), *more)
            tried = engine.draft(rules, plan.position, plan.seat, moves)
            if tried.dropped and tried.reason is not None:
                raise Refused(BadMove(loaded.table.game, tried.reason))
            if tried.dropped or not tried.ready:
                raise Refused(UnfinishedTurn())
            return self._turns.committed(loaded, plan.position, action, plan.seat, moves)

        return await self._desk.act(table, action, decide)

    async def say(
        self,
        table: str,
        action: Action,
        since: int,
        texts: Sequence[str],
        *,
        rev: int | None = None,
        preview: bool = False,
    ) -> Panel | Answer:
        """Typed moves: what is or completes a whole turn is committed at once, what is part of one joins the plan.

        `rev`: of the plan before the typist's eyes.
        """

        async def attempt() -> Panel | Yes:
            plan = await self._load(table, action.user, since)
            if rev is not None:
                _same(plan, rev)
            moves = self._said(plan, texts)
            rules = self._desk.rules(plan.loaded.table)
            tried = engine.draft(rules, plan.position, plan.seat, moves)
            grave = tried.then is not None and menu.is_grave(rules, tried.state, plan.seat, tried.then)
            if plan.question.sealed or (tried.ready and not tried.dropped and not preview and not grave):
                return await self._desk.write(
                    self._turns.committed(plan.loaded, plan.position, action, plan.seat, moves)
                )
            return await self._added(plan, rules, moves)

        return await self._desk.once(table, action, attempt)

    def _said(self, plan: _Plan, texts: Sequence[str]) -> tuple[Move, ...]:
        """The plan with the typed moves; these alone where they are a turn of their own that replaces it."""
        rules = self._desk.rules(plan.loaded.table)
        more = tuple(read(rules, text, plan.position, plan.seat) for text in texts if text.strip())
        if not more:
            raise Refused(Unreadable("", example(rules, plan.position.state, plan.seat)))
        if plan.question.sealed:
            return more
        joined = (*_moves(self._tried(plan)), *more)
        if (
            engine.draft(rules, plan.position, plan.seat, joined).dropped
            and not engine.draft(rules, plan.position, plan.seat, more).dropped
        ):
            return more
        return joined

    async def suggest(self, table: str, user: int, text: str) -> tuple[str, ...]:
        """How a typed turn can go on: whole lines, made of the choices that its typist has."""
        try:
            plan = await self._load(table, user, ANY)
        except Refused:
            return ()
        rules = self._desk.rules(plan.loaded.table)
        *whole, last = text.split(menu.THEN)
        try:
            moves = tuple(rules.parse(part) for part in whole)
        except NotationError:
            return ()
        before = () if plan.question.sealed else _moves(self._tried(plan))
        tried = engine.draft(rules, plan.position, plan.seat, (*before, *moves))
        if tried.dropped:
            tried = engine.draft(rules, plan.position, plan.seat, moves)
        if tried.dropped or tried.then is not None:
            return ()
        return suggestions(rules, tried.state, plan.seat, [part.strip() for part in whole], last)

    async def following(self, table: str, user: int, words: tuple[str, ...]) -> Next | None:
        """The words that can follow these in the move that he is typing, after what he has planned."""
        try:
            plan = await self._load(table, user, ANY)
        except Refused:
            return None
        rules = self._desk.rules(plan.loaded.table)
        state = plan.position.state if plan.question.sealed else self._tried(plan).state
        names = tuple(row.name for row in sorted(plan.loaded.seats, key=lambda row: row.seat))
        return Next(rules.choices(state, plan.seat, words), rules.public(state), names)

    async def best(self, table: str, user: int, typed: str) -> Best | None:
        """His whole turns that fit what he has typed, the best first; None where he is not asked."""
        try:
            plan = await self._load(table, user, ANY)
        except Refused:
            return None
        rules = self._desk.rules(plan.loaded.table)
        turns = tuple([ranked for ranked in self._ranked(plan) if fits(ranked.text, typed)])
        return Best(rules.public(plan.position.state), turns)

    def _ranked(self, plan: _Plan) -> tuple[Ranked, ...]:
        table = plan.loaded.table
        return self._ranking.of(table.id, self._desk.rules(table), plan.position, plan.seat)

    # ── loading and keeping ──

    async def _answered(self, table: str, work: Callable[[], Awaitable[T]]) -> T | Answer:
        async with self._desk.lock(table):
            try:
                return await work()
            except Refused as refused:
                return refused.answer
            except Conflict:
                return DraftMoved()
            except StorageFull:
                return StorageIsFull()

    async def _load(self, table: str, user: int, since: int) -> _Plan:
        loaded = await self._desk.store.load(table)
        if loaded is None:
            raise Refused(NoSuchTable())
        return await self._planned(loaded, user, since)

    async def _planned(self, loaded: Loaded, user: int, since: int) -> _Plan:
        running(loaded)
        seat = seat_of(loaded, user).seat
        position = await self._desk.position(loaded)
        question = self._turns.open_question(position, seat, since)
        row = await self._desk.store.draft(loaded.table.id, seat)
        if row is not None and row.base == question.since:
            return _Plan(loaded, position, question, row, fresh=False)
        rev = 0 if row is None else row.rev  # there may be the draft of an earlier question
        return _Plan(loaded, position, question, DraftRow(seat, question.since, rev, (), ()), fresh=True)

    async def _keep(self, plan: _Plan, moves: tuple[str, ...], tokens: tuple[str, ...]) -> _Plan:
        row = DraftRow(plan.seat, plan.question.since, plan.row.rev + 1, moves, tokens)
        await self._desk.store.save_draft(plan.loaded.table.id, row, plan.row.rev)
        return replace(plan, row=row, fresh=False)

    async def _cleaned(self, plan: _Plan) -> Panel:
        """The panel, which says once what no longer fits; what is left is a plan that can be committed."""
        tried = self._tried(plan)
        if not tried.dropped:
            return self._panel(plan)
        rules = self._desk.rules(plan.loaded.table)
        kept = await self._keep(plan, _texts(rules, tried), ())
        return replace(self._panel(kept), dropped=_written(rules, tried.dropped), reason=tried.reason)

    def _tried(self, plan: _Plan) -> Draft[Any, Any]:
        rules = self._desk.rules(plan.loaded.table)
        moves = tuple(rules.parse(text) for text in plan.row.moves)
        return engine.draft(rules, plan.position, plan.seat, moves)

    def _walked(
        self,
        rules: AnyRules,
        plan: _Plan,
        moves: tuple[Move, ...],
        tokens: tuple[str, ...],
        words: Sequence[str],
    ) -> tuple[tuple[str, ...], Choice | None]:
        """The words of the move being composed after some more, each of which must be a choice."""
        state = engine.draft(rules, plan.position, plan.seat, moves).state
        last: Choice | None = None
        for word in words:
            found = [choice for choice in rules.choices(state, plan.seat, tokens) if choice.token == word]
            if not found:
                raise Refused(Unreadable(word, example(rules, plan.position.state, plan.seat)))
            last = found[0]
            tokens = (*tokens, word)
        return tokens, last

    def _panel(self, plan: _Plan) -> Panel:
        rules, seat = self._desk.rules(plan.loaded.table), plan.seat
        tried = self._tried(plan)
        asked = next((prompt.topic for prompt in rules.prompts(tried.state) if prompt.seat == seat), "")
        then = rules.write(tried.then) if tried.then is not None else ""
        words = tuple(then.split()) or plan.row.tokens
        last = menu.last_choice(rules, tried.state, seat, words) if words else None
        blank = not (plan.row.moves or plan.row.tokens)
        return Panel(
            table=plan.loaded.table.id,
            seat=seat,
            since=plan.question.since,
            rev=plan.row.rev,
            question=plan.question,
            topic=asked or plan.question.topic,
            moves=_written(rules, tried.done),
            then=then,
            worth=last.worth if last is not None else None,
            best=self._ranked(plan)[: menu.PAGE] if blank else (),
            next=menu.following(rules, plan.position, seat, tried, plan.row.tokens),
            ready=tried.ready,
            dropped=_written(rules, tried.dropped),
            reason=tried.reason,
            facts=heard(tried.told, seat),
            before=rules.public(plan.position.state),
            public=rules.public(tried.state),
            private=rules.private(tried.state, seat),
        )


def _same(plan: _Plan, rev: int) -> None:
    if plan.row.rev != rev:
        raise Refused(DraftMoved())


def _moves(tried: Draft[Any, Any]) -> tuple[Move, ...]:
    return (*tried.done, tried.then) if tried.then is not None else tried.done


def _texts(rules: AnyRules, tried: Draft[Any, Any]) -> tuple[str, ...]:
    return _written(rules, _moves(tried))


def _written(rules: AnyRules, moves: tuple[Move, ...]) -> tuple[str, ...]:
    return tuple(rules.write(move) for move in moves)


def _split(words: Sequence[str]) -> list[list[str]]:
    """The words of each move."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == menu.THEN:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts
