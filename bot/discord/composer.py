"""Letters: what a row of the outbox says, in the language of who reads it, with the newest position.

Public letters are in the table's language and made of announced facts and the public view; private ones are in the
reader's language and may hold his own view.
"""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.discord.messenger import Letter
from bot.games import game_text
from bot.play import Planning, Transactions
from bot.play.outbox_bodies import (
    BOARD,
    HAND,
    LOBBY_CARD,
    MOVED,
    QUESTION,
    REMINDER,
    STALLED,
    BoardBody,
    LobbyBody,
    NoticeBody,
    QuestionBody,
    StalledBody,
    read_body,
)
from bot.play.turns import Turns
from bot.wording import stalled, table_text
from bot.wording.words import Words, words_for
from rules import engine
from rules.contract import Fact, Position
from rules.engine import Entry
from rules.engine.commits import UNDO
from storage.rows import LOBBY, RESTORED, RUNNING, Loaded, OutRow, Person


class Composer:
    def __init__(self, desk: Transactions) -> None:
        self._desk = desk
        self._planning = Planning(desk, Turns(desk))

    # ── public ──

    def thread(self, loaded: Loaded) -> Letter:
        """What a thread is opened with."""
        return self._letter(loaded, LOBBY_CARD, words_for(loaded.table.lang), text="")

    async def public(self, loaded: Loaded, rows: Sequence[OutRow]) -> Letter | None:
        """One message for rows of one kind; None where it is no longer due."""
        words = words_for(loaded.table.lang)
        kind = rows[-1].kind
        if kind == BOARD:
            return await self._board(loaded, rows, words)
        if kind == LOBBY_CARD:
            letter = self._letter(loaded, LOBBY_CARD, words, text=table_text.lobby(words, loaded))
            invited = [user for row in rows for user in _invited(row)]
            return replace(letter, mentions=tuple(dict.fromkeys(invited)))
        if kind == REMINDER:
            return await self._reminder(loaded, rows[-1], words)
        return self._letter(loaded, kind, words, text=self._notice(words, rows[-1]))

    async def _reminder(self, loaded: Loaded, row: OutRow, words: Words) -> Letter | None:
        """None where a board was seen since or is about to be, or nobody is waited for who could come."""
        store, table = self._desk.store, loaded.table
        board = await store.newest_message(table.id, BOARD)
        if board is None or (board.at // 1000, board.channel) != (row.number, table.channel):
            return None
        if any(other.kind == BOARD for other in await store.unsaid(table.id)):
            return None
        waiting = engine.waiting(await self._desk.position(loaded))
        asked = [seat for seat in loaded.seats if seat.seat in waiting and not seat.resigned]
        if not asked:
            return None
        text = table_text.reminder(words, [seat.name for seat in asked], board.at)
        letter = self._letter(loaded, REMINDER, words, text=text)
        return replace(letter, mentions=tuple(sorted(seat.user for seat in asked)))

    def _notice(self, words: Words, row: OutRow) -> str:
        body = read_body(row)
        if isinstance(body, NoticeBody) and body.what == "vote":
            return table_text.vote(words, body.votes, body.wanted)
        if isinstance(body, NoticeBody) and body.what == "stopped":
            return table_text.stopped(words)
        return table_text.given_up(words)

    async def _board(self, loaded: Loaded, rows: Sequence[OutRow], words: Words) -> Letter:
        rules = self._desk.rules(loaded.table)
        names = names_of(loaded)
        position = await self._desk.position(loaded)
        view = rules.public(position.state)
        bodies = _once_moved([body for body in map(read_body, rows) if isinstance(body, BoardBody)])
        told = [msgspec.json.decode(body.facts, type=tuple[rules.fact_type, ...]) for body in bodies]
        facts = _standing(bodies, told)
        lines = [
            _elsewise(words, body, position.number) or game_text.happened(words, body.kind, body.seat, one, names)
            for body, one in zip(bodies, told, strict=True)
        ]
        outcome = rules.outcome(position.state)
        if outcome is not None:
            lines.append(game_text.ending(words, outcome, names, view))
        else:
            lines += game_text.standing(words, view, names)
        waiting = engine.waiting(position)
        asked = {row.user for row in loaded.seats if row.seat in waiting and not row.resigned}
        anew = (
            asked
            if any(body.kind in (RESTORED, MOVED) for body in bodies)
            else {user for body in bodies for user in body.ping}
        )
        if waiting:
            lines.append(game_text.waiting_for(words, waiting, names))
        return Letter(
            kind=BOARD,
            table=loaded.table.id,
            lang=words.lang,
            title=table_text.title(loaded),
            text=game_text.newest(lines),
            alt=game_text.alt(words, view, names, facts),
            alts=game_text.alts(words, view, names),
            public=view,
            facts=facts,
            mentions=tuple(sorted(anew & asked)),
            over=outcome is not None,
        )

    def _letter(self, loaded: Loaded, kind: str, words: Words, *, text: str) -> Letter:
        title = table_text.title(loaded)
        return Letter(kind, loaded.table.id, words.lang, title, text, open=loaded.table.status == LOBBY)

    # ── private ──

    async def private(self, loaded: Loaded, person: Person, rows: Sequence[OutRow]) -> Letter | None:
        """A person's hand and the question that waits for him; None where neither is due any more."""
        seat = next((row.seat for row in loaded.seats if row.user == person.user and not row.resigned), -1)
        if seat >= 0 and rows[-1].kind == STALLED:
            return await self._stalled(loaded, person, seat, rows[-1])
        if seat < 0 or loaded.table.version < 0:
            return None
        position = await self._desk.position(loaded)
        question = self._question(position, rows)
        if question is None and not any(row.kind == HAND for row in rows):
            return None
        told = await self._told(loaded, seat, {row.number for row in rows if row.kind == HAND and row.number})
        letter = self._private(loaded, person, seat, position, question, told=told)
        if question is None:
            return letter
        answers = self._desk.rules(loaded.table).choices(position.state, seat, ())
        if all(choice.whole for choice in answers):
            return replace(letter, answers=answers)
        return replace(letter, panel=await self._planning.peek(loaded, person.user, question.since))

    async def _stalled(self, loaded: Loaded, person: Person, seat: int, row: OutRow) -> Letter | None:
        """None where it can be heard again, or is over."""
        body = read_body(row)
        parked = await self._desk.store.parked(loaded.table.id)
        if not parked or loaded.table.status not in (LOBBY, RUNNING) or not isinstance(body, StalledBody):
            return None
        words = words_for(person.reads or loaded.table.lang)
        letter = self._letter(loaded, STALLED, words, text=stalled.told(words, loaded, seat, body, row.number))
        return replace(letter, seat=seat, open=False)

    async def _told(self, loaded: Loaded, seat: int, numbers: set[int]) -> tuple[Entry, ...]:
        """What has changed a hand: the public moves of these numbers, and as many that others did not see."""
        if not numbers:
            return ()
        rules = self._desk.rules(loaded.table)
        records = await self._desk.store.records(loaded.table.id)
        entries = await asyncio.to_thread(engine.history, rules, records, seat)
        public = [entry for entry in entries if entry.number in numbers]
        unseen = [entry for entry in entries if entry.number is None and entry.seat != seat]
        return (*public, *unseen[len(unseen) - (len(numbers) - len(public)) :])

    def _question(self, position: Position[Any], rows: Sequence[OutRow]) -> QuestionBody | None:
        for row in reversed(rows):
            body = read_body(row)
            if isinstance(body, QuestionBody) and engine.is_open(position, body.seat, body.since):
                return body
        return None

    def _private(
        self,
        loaded: Loaded,
        person: Person,
        seat: int,
        position: Position[Any],
        question: QuestionBody | None,
        *,
        told: tuple[Entry, ...],
    ) -> Letter:
        rules = self._desk.rules(loaded.table)
        words = words_for(person.reads or loaded.table.lang)
        names = names_of(loaded)
        public, private = rules.public(position.state), rules.private(position.state, seat)
        lines = [game_text.happened(words, entry.kind, entry.seat, entry.facts, names) for entry in told]
        lines += [game_text.ask(words, question.topic, public, names)] if question else []
        lines.append(game_text.hand(words, private, () if told else names))  # what was told is not said again
        return Letter(
            kind=QUESTION if question else HAND,
            table=loaded.table.id,
            lang=words.lang,
            title=table_text.title(loaded),
            text=game_text.newest(lines),
            thread=loaded.table.channel,
            alt=game_text.hand(words, private),
            public=public,
            private=private,
            silent=True,
            seat=seat,
            since=question.since if question else -1,
            game=loaded.table.game,
            names=names,
        )


def _once_moved(bodies: Sequence[BoardBody]) -> list[BoardBody]:
    """However often it was asked for while nothing could be said."""
    last = max((place for place, body in enumerate(bodies) if body.kind == MOVED), default=-1)
    return [body for place, body in enumerate(bodies) if body.kind != MOVED or place == last]


def _elsewise(words: Words, body: BoardBody, number: int) -> str:
    """Of a board that shows no move; else empty."""
    if body.kind == RESTORED:
        return table_text.restored(words, number)
    return table_text.moved(words) if body.kind == MOVED else ""


def _invited(row: OutRow) -> tuple[int, ...]:
    body = read_body(row)
    return body.invited if isinstance(body, LobbyBody) else ()


def names_of(loaded: Loaded) -> tuple[str, ...]:
    """Display names by seat."""
    return tuple(row.name for row in sorted(loaded.seats, key=lambda row: row.seat))


def _standing(bodies: Sequence[BoardBody], told: Sequence[tuple[Fact, ...]]) -> tuple[Fact, ...]:
    """What the picture marks: without what was taken back in the same message."""
    stand: list[tuple[Fact, ...]] = []
    for body, facts in zip(bodies, told, strict=True):
        stand = stand[:-1] if body.kind == UNDO else [*stand, facts]
    return tuple(fact for facts in stand for fact in facts)
