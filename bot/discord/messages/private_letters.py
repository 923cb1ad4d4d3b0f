"""Private letters: hands and questions by direct message, in the reader's language. They may hold their own view."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.discord.messages import table_letters
from bot.discord.messages.messenger import Letter
from bot.discord.messages.table_letters import letter_of
from bot.games import fates, game_text
from bot.play import Env, Table, queries
from bot.play import outbox_bodies as outbox
from bot.play.plans import planning
from bot.wording import paging, spared, table_text, words_for
from rules import engine
from rules.contract import AnyRules, Fact, Position
from rules.engine import Entry
from rules.engine.commits import MOVE
from storage.rows import LOBBY, RUNNING, OutRow, Person


class PrivateLetters:
    def __init__(self, env: Env) -> None:
        self._env = env

    async def private(self, table: Table, person: Person, rows: Sequence[OutRow]) -> Letter | None:
        """Returns a person's hand and the question that waits for them; None if neither is due any more.

        Nor where it fails to be said: who is asked is called in the thread.
        """
        with spared:
            return await self._hand_and_question(table, person, rows)
        return None

    async def _hand_and_question(self, table: Table, person: Person, rows: Sequence[OutRow]) -> Letter | None:
        seat = _seat_of(table, person.user)
        if seat >= 0 and rows[-1].kind == outbox.STALLED:
            return await self._stalled(table, person, seat, rows[-1])
        if seat < 0 or table.row.version < 0:
            return None
        question = self._question(table.position, rows)
        hands = {row.number: outbox.read_body(row) for row in rows if row.kind == outbox.HAND}
        if question is None and not hands:
            return None
        entries = await queries.log_of(table, seat, self._env) if any(hands) else ()
        fresh = {number for number, body in hands.items() if _is_fresh(body)}
        told = _told(entries, seat, hands.keys() - fresh - {0})
        letter = self._private(table, person, seat, question, told, _fates(table, person, seat, entries, told))
        letter = table_letters.welcome(letter, table, seat) if fresh else letter
        return letter if question is None else self._answerable(letter, table, person, question)

    def _answerable(self, letter: Letter, table: Table, person: Person, question: outbox.QuestionBody) -> Letter:
        """Adds what answers a question: its words, or the panel in which it is answered."""
        answers = table.rules.choices(table.position.state, question.seat, ())
        if all(choice.whole for choice in answers):
            return replace(letter, answers=answers)
        return replace(letter, panel=planning.peek(table, person.user, question.since, self._env))

    def settled(self, table: Table, person: Person, row: OutRow) -> Letter:
        """Returns what becomes of a question by direct message: what came of it, as everybody was told."""
        words, body = words_for(person.reads or table.row.lang), outbox.read_body(row)
        facts = facts_of(table.rules, body) if isinstance(body, outbox.SettledBody) else ()
        if isinstance(body, outbox.SettledBody) and body.seat >= 0:
            told = table_text.passed_on(words, game_text.names(words, table)[body.seat])
            return letter_of(table, outbox.SETTLED, words, told, thread=table.row.channel, silent=True)
        told = (
            game_text.happened(words, MOVE, -1, facts, game_text.names(words, table))
            if facts
            else table_text.settled(words)
        )
        return letter_of(table, outbox.SETTLED, words, told, thread=table.row.channel, silent=True)

    async def _stalled(self, table: Table, person: Person, seat: int, row: OutRow) -> Letter | None:
        """Returns None if the table can be heard again, or is over."""
        body = outbox.read_body(row)
        parked = await self._env.store.parked(table.id)
        if not parked or table.status not in (LOBBY, RUNNING) or not isinstance(body, outbox.StalledBody):
            return None
        words = words_for(person.reads or table.row.lang)
        text = table_letters.unheard(words, table, seat, row.number, body)
        return letter_of(table, outbox.STALLED, words, text, seat=seat, nth=table.row_of(seat).nth)

    def _question(self, position: Position[Any], rows: Sequence[OutRow]) -> outbox.QuestionBody | None:
        for row in reversed(rows):
            body = outbox.read_body(row)
            if isinstance(body, outbox.QuestionBody) and engine.is_open(position, body.seat, body.since):
                return body
        return None

    def _private(  # noqa: PLR0917 (the caller gives all of them)
        self,
        table: Table,
        person: Person,
        seat: int,
        question: outbox.QuestionBody | None,
        told: Sequence[Entry],
        fated: Sequence[str],
    ) -> Letter:
        rules, state = table.rules, table.position.state
        words = words_for(person.reads or table.row.lang)
        names = game_text.names(words, table)
        public, private = rules.public(state), rules.private(state, seat)
        lines = [game_text.happened(words, entry.kind, entry.seat, entry.facts, names) for entry in told]
        lines += fated
        lines += [game_text.ask(words, question.topic, public, names)] if question else []
        own = game_text.when_asked if question and not question.wished else game_text.hand
        lines.append(own(words, private, () if told else names))  # what was told is not said again
        lines += [] if question else [f"-# {table_text.as_it_was(words)}"]
        return letter_of(
            table,
            outbox.QUESTION if question else outbox.HAND,
            words,
            paging.newest(lines),
            thread=table.row.channel,
            alt=game_text.hand(words, private),
            public=public,
            private=private,
            silent=True,
            seat=seat,
            nth=table.row_of(seat).nth,
            since=question.since if question else -1,
            game=table.row.game,
            names=names,
        )


def facts_of(rules: AnyRules, body: outbox.BoardBody | outbox.CallBody | outbox.SettledBody) -> tuple[Fact, ...]:
    """What a move told; nothing where it was told by older rules and these cannot read it."""
    try:
        return engine.facts_of(rules, body.facts)
    except msgspec.ValidationError:
        return ()


def _told(entries: Sequence[Entry], seat: int, numbers: set[int]) -> tuple[Entry, ...]:
    """Returns what has changed a hand: the public moves of these numbers, and as many that others did not see."""
    public = [entry for entry in entries if entry.number in numbers]
    unseen = [entry for entry in entries if entry.number is None and entry.seat != seat]
    return (*public, *unseen[len(unseen) - (len(numbers) - len(public)) :])


def _fates(table: Table, person: Person, seat: int, entries: Sequence[Entry], told: Sequence[Entry]) -> list[str]:
    """Says what became of the counter-offers of a seat by what it is told."""
    known = {id(entry) for entry in told}
    first = min((at for at, entry in enumerate(entries) if id(entry) in known), default=len(entries))
    words = words_for(person.reads or table.row.lang)
    names = game_text.names(words, table)
    return fates.told(words, table.row.game, seat, (entries[:first], entries[first:]), names)


def _is_fresh(body: outbox.Body) -> bool:
    return isinstance(body, outbox.HandBody) and body.fresh


def _seat_of(table: Table, user: int) -> int:
    """-1 for who has none, or has left it."""
    return next((row.seat for row in table.seats if row.user == user and not row.resigned), -1)
