"""Playing: a move typed or pressed, a planned turn committed, an answer, taking back."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.play.answers import (
    AlreadyPlayed,
    Answer,
    AnswerKept,
    BadMove,
    CannotTakeBackNow,
    NotYourTurn,
    Played,
    TookBack,
    Unreadable,
)
from bot.play.changes import Entered
from bot.play.transactions import Action, Refused, Transactions, Verdict, running, seat_of
from rules import engine
from rules.contract import AnyRules, IllegalMove, Move, Open, Position, Record
from rules.engine import Commit
from rules.facts import Whispered, heard
from rules.notation import NotationError
from storage.rows import DraftRow, Loaded

ANY = -1
"""The `since` of a typed command: whatever is open now."""


class Turns:
    def __init__(self, desk: Transactions) -> None:
        self._desk = desk

    async def play(self, table: str, action: Action, since: int, texts: Sequence[str]) -> Answer:
        """One commit of these moves, as the answer to the question that was opened at `since`."""

        async def decide(loaded: Loaded) -> Verdict:
            running(loaded)
            seat = seat_of(loaded, action.user).seat
            position = await self._desk.position(loaded)
            self.open_question(position, seat, since)
            rules = self._desk.rules(loaded.table)
            moves = tuple(read(rules, text, position, seat) for text in texts)
            return self.committed(loaded, position, action, seat, moves)

        return await self._desk.act(table, action, decide)

    def open_question(self, position: Position[Any], seat: int, since: int) -> Open:
        """The seat's question that a press or a command answers."""
        own = [question for question in position.open if question.seat == seat]
        if since != ANY:
            found = [question for question in own if question.since == since]
            if not found:
                raise Refused(AlreadyPlayed())
            own = found
        if not own:
            raise Refused(NotYourTurn())
        return min(own, key=lambda question: (not question.required, question.since))

    def committed(
        self, loaded: Loaded, position: Position[Any], action: Action, seat: int, moves: Sequence[Move]
    ) -> Verdict:
        """The moves of a seat as one transaction."""
        rules = self._desk.rules(loaded.table)
        try:
            commit = engine.play(rules, position, seat, moves, self._desk.chance)
        except IllegalMove as refused:
            raise Refused(BadMove(loaded.table.game, refused.reason)) from None
        sealed = any(question.sealed for question in position.open if question.seat == seat)
        public = commit.position.number != position.number
        text = rules.write(moves[-1]) if moves else ""
        again = any(question.seat == seat for question in commit.position.open)
        aside = all(not question.required for question in position.open if question.seat == seat)
        heard_ = "" if sealed else _heard(commit, seat, aside=aside)
        back = public and engine.can_take_back(rules, position, commit, seat)
        played = Played(commit.position.number if public else 0, heard_, again, back)
        answer = AnswerKept(text) if sealed and not public else played
        change = self._desk.change(loaded, action, answer, loaded.table)
        entered = Entered(self._desk, loaded).into(change, commit, actor=seat, hidden=sealed)
        return Verdict(replace(entered, forget_drafts=(seat,)), answer)

    async def take_back(self, table: str, action: Action) -> Answer:
        """The last commit, if it is his and told nobody what cannot be untold; its moves become his draft again."""

        async def decide(loaded: Loaded) -> Verdict:
            running(loaded)
            seat = seat_of(loaded, action.user).seat
            position = await self._desk.position(loaded)
            records = await self._desk.store.records(loaded.table.id)
            noticed = await self._noticed(loaded, position, seat)
            try:
                commit = engine.undo(self._desk.rules(loaded.table), records, seat, noticed=noticed)
            except engine.CannotTakeBack as refused:
                raise Refused(CannotTakeBackNow(refused.why)) from None
            answer = TookBack(position.number)
            change = self._desk.change(loaded, action, answer, loaded.table)
            entered = Entered(self._desk, loaded).into(change, commit, actor=seat)
            since = next(question.since for question in commit.position.open if question.seat == seat)
            return Verdict(replace(entered, drafts=(_again(records, seat, since),)), answer)

        return await self._desk.act(table, action, decide)

    async def _noticed(self, loaded: Loaded, position: Position[Any], seat: int) -> set[tuple[int, int]]:
        """Which of the others' questions have been opened in a panel: that keeps an empty draft."""
        noticed: set[tuple[int, int]] = set()
        for question in position.open:
            if question.seat != seat:
                draft = await self._desk.store.draft(loaded.table.id, question.seat)
                if draft is not None and draft.base == question.since:
                    noticed.add((question.seat, question.since))
        return noticed


def _heard(commit: Commit[Any], seat: int, *, aside: bool) -> str:
    """What its mover could not know before: what he alone was told, or where he goes on what luck or others gave.

    `aside`: nobody waited for him, and he may not stand before the board: he is told what has come of it.
    """
    whispered = any(isinstance(item, Whispered) and item.to == seat for item in commit.told)
    goes_on = any(question.seat == seat and question.required for question in commit.position.open)
    drawn = goes_on and (commit.final or any(record.luck for record in commit.records))
    facts = heard(commit.told, seat) if whispered or drawn or aside else ()
    return msgspec.json.encode(facts).decode() if facts else ""


def _again(records: Sequence[Record], seat: int, since: int) -> DraftRow:
    """What was taken back, as a draft to change."""
    last = records[-1].version
    moves = tuple(record.text for record in records if record.version == last and record.seat == seat)
    return DraftRow(seat, since, 1, moves, ())


def read(rules: AnyRules, text: str, position: Position[Any], seat: int) -> Move:
    """A typed move; what cannot be read is answered with a move that could be typed instead."""
    try:
        return rules.parse(text)
    except NotationError as unreadable:
        word = next((word for word in text.split() if word.upper() == unreadable.token.upper()), unreadable.token)
        raise Refused(Unreadable(word, example(rules, position.state, seat))) from None


def example(rules: AnyRules, state: Any, seat: int) -> str:
    """A legal move of this seat, in its notation: the first that the choices lead to."""
    tokens: tuple[str, ...] = ()
    while choices := rules.choices(state, seat, tokens):
        choice = choices[0]
        tokens = (*tokens, choice.token)
        if choice.whole:
            break
    return " ".join(tokens)
