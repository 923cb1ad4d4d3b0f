"""Composes letters: what a row of the outbox says, in its reader's language, with the newest position.

Public letters are in the table's language and made of announced facts and the public view; private ones are in the
reader's language and may hold their own view.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.discord.messages import calls, table_letters, time_letters
from bot.discord.messages.messenger import Letter
from bot.discord.messages.private_letters import PrivateLetters, facts_of
from bot.discord.messages.table_letters import letter_of
from bot.discord.messages.whole import Whole, ended, whole_of
from bot.games import game_text
from bot.play import Env, Table
from bot.play import outbox_bodies as outbox
from bot.wording import Words, paging, spared, table_text, words_for
from rules.contract import ORDINARY, Fact, Setup
from rules.engine.commits import UNDO
from storage.rows import CLOSED, LOBBY, RESTORED, RUNNING, OutRow, Person


class Composer:
    def __init__(self, env: Env) -> None:
        self._env = env
        self._own = PrivateLetters(env)

    # ── public ──

    def thread(self, table: Table) -> Letter:
        """Returns the message that opens a thread and names it; that of a lobby which was closed puts it away."""
        status = {"open": table.is_gathering, "over": table.status == CLOSED}
        words = words_for(table.row.lang)
        letter = letter_of(table, outbox.LOBBY_CARD, words, "", **status)
        return replace(letter, title=f"{letter.title} · {', '.join(game_text.names(words, table))}")

    async def public(self, table: Table, rows: Sequence[OutRow], said: Sequence[OutRow] = ()) -> Letter | None:
        """Returns one message for rows of one kind; None if it is no longer due.

        `said`: the rows that a board post says already, which these make longer.
        """
        with spared:
            return await self._public(table, rows, said)
        return self._bare(table, rows)

    def _bare(self, table: Table, rows: Sequence[OutRow]) -> Letter | None:
        """Returns a message that only calls, and has its buttons, where all that it should say failed to be said."""
        words, kind = words_for(table.row.lang), rows[-1].kind
        if kind not in (outbox.BOARD, outbox.CALL, outbox.LOBBY_CARD):
            return None
        asked = {question.seat for question in table.questions if question.required}
        users = tuple(sorted(user for seat, user in table.users.items() if seat in asked))
        text = words.say("What has happened cannot be shown here. The buttons work as always.")
        lobby = kind == outbox.LOBBY_CARD
        return Letter(
            kind, table.id, words.lang, game_text.title(table.row.game), text, mentions=() if lobby else users,
            open=table.is_gathering, over=table.status not in (LOBBY, RUNNING), number=rows[-1].number,
            since=-1 if kind == outbox.BOARD else 0,
        )  # fmt: skip

    async def _public(self, table: Table, rows: Sequence[OutRow], said: Sequence[OutRow]) -> Letter | None:
        words = words_for(table.row.lang)
        kind = rows[-1].kind
        if kind == outbox.BOARD:
            readable = table.row.rules_version == table.rules.version  # else it is over, and its position gone
            return self._board(table, rows, said, words, await whole_of(table, self._env)) if readable else None
        if kind == outbox.CALL:
            return await self._call(table, rows, words)
        if kind == outbox.LOBBY_CARD:
            settings = game_text.settings(words, table.row.game, Setup(len(table.seats), table.row.options))
            text = table_text.lobby(words, table.loaded, settings)
            bodies = [body for body in map(outbox.read_body, rows) if isinstance(body, outbox.LobbyBody)]
            invited = tuple(dict.fromkeys(user for body in bodies for user in body.invited))
            return letter_of(
                table,
                kind,
                words,
                text,
                open=table.is_gathering,
                mentions=invited,
                house=self._env.thinker is not None,
            )
        if kind in table_letters.CARDS:
            return table_letters.CARDS[kind](words, table, rows[-1])
        if kind == outbox.DOOR:
            return self._door(table, words) if table.is_gathering else None
        if kind == outbox.REMINDER:
            return await self._reminder(table, rows[-1], words)
        if kind == outbox.LATE:
            return time_letters.late(table, rows, words)
        return time_letters.notice(table, rows, words)

    def _door(self, table: Table, words: Words) -> Letter:
        opener = next((seat.name for seat in table.seats if seat.user == table.row.creator), "")
        text = table_text.door(words, opener, table.rules.seats)
        return letter_of(table, outbox.DOOR, words, text, open=True, thread=table.row.channel)

    async def _reminder(self, table: Table, row: OutRow, words: Words) -> Letter | None:
        """Returns None where nobody is waited for any more, or something is about to be said that calls them."""
        if any(other.kind == outbox.BOARD for other in await self._env.store.unsaid(table.id)):
            return None
        return table_letters.reminder(words, table, row, await self._where(table))

    async def _where(self, table: Table) -> str:
        """Returns the address of a table's newest board; empty where none stands."""
        board = await self._env.store.newest_message(table.id, outbox.BOARD)
        return f"https://discord.com/channels/{table.row.guild}/{board.channel}/{board.message}" if board else ""

    async def _call(self, table: Table, rows: Sequence[OutRow], words: Words) -> Letter | None:
        """Returns a line for those who are still asked what the rows ask; None for nobody."""
        call = calls.Standing.of(table, [outbox.read_body(row) for row in rows])
        if not call.seats & table.users.keys():
            return None
        where = await self._where(table)
        view, asked = table.rules.public(table.position.state), call.asked
        what = dict.fromkeys(game_text.topic(words, question.topic, view) for question in asked)
        facts = [fact for body in call.offers for fact in facts_of(table.rules, body)]
        offers = [game_text.offered(words, fact, game_text.names(words, table)) for fact in facts]
        since = min((question.asked_at for question in asked), default=0)
        return letter_of(
            table,
            outbox.CALL,
            words,
            table_text.call(words, words.listed(list(what)), since, where, offers),
            mentions=call.pings(table),
            number=rows[-1].number,
            turn=any(question.topic == ORDINARY or question.seat == table.row.turn for question in asked),
            since=asked[-1].since if asked else -1,
            game=table.row.game,
            answers=call.answers,
        )

    def _board(
        self, table: Table, rows: Sequence[OutRow], said: Sequence[OutRow], words: Words, whole: Whole
    ) -> Letter:
        told_all, course, rules = whole.told, whole.course, table.rules
        names, position = game_text.names(words, table), table.position
        view = rules.public(position.state)
        fresh = _boards(rows)
        bodies = _once_moved([*_boards(said), *fresh])
        told = [facts_of(rules, body) for body in bodies]
        facts, then = _standing(bodies, told), table_letters.names_then(words, table, bodies)
        lines = [
            _elsewise(words, table, body) or game_text.happened(words, body.kind, body.seat, one, named_then)
            for body, one, named_then in zip(bodies, told, then, strict=True)
        ]
        outcome = rules.outcome(position.state)
        if outcome is not None:
            lines += ended(words, outcome, names, view, whole)
        else:
            lines += game_text.standing(words, view, names)
        waiting = calls.waited_for(table)
        if waiting:
            since = time_letters.waiting(table, self._env, words)
            lines.append(game_text.waiting_for(words, waiting, names, since))
        return letter_of(
            table,
            outbox.BOARD,
            words,
            paging.newest(lines),
            alt=game_text.alt(words, view, names, facts),
            alts=game_text.alts(words, view, names, outcome, told_all, course=course),
            course=course,
            public=view,
            facts=facts,
            told=told_all,
            mentions=tuple(sorted(_called(table, fresh, waiting, over=outcome is not None))),
            names=names,
            over=outcome is not None,
            asks=calls.out_of_turn(table),
        )

    # ── private ──

    async def private(self, table: Table, person: Person, rows: Sequence[OutRow]) -> Letter | None:
        """Returns a person's hand and the question that waits for them; None if neither is due any more."""
        return await self._own.private(table, person, rows)

    def settled(self, table: Table, person: Person, row: OutRow) -> Letter:
        """Returns what becomes of a question by direct message: what came of it, as everybody was told."""
        return self._own.settled(table, person, row)


def _boards(rows: Sequence[OutRow]) -> list[outbox.BoardBody]:
    return [body for body in map(outbox.read_body, rows) if isinstance(body, outbox.BoardBody)]


def _called(table: Table, fresh: Sequence[outbox.BoardBody], waiting: Sequence[int], *, over: bool) -> set[int]:
    """Returns whom a board pings."""
    asked = {user for seat, user in table.asked_users.items() if seat in waiting}
    again = any(body.kind in (RESTORED, outbox.MOVED) for body in fresh)
    pinged = {user for body in fresh for user in body.ping}
    came = {user for body in fresh if body.kind == outbox.TAKEN for user in body.ping} & {*table.users.values()}
    return (asked if again else pinged if over else pinged & asked) | came


def _once_moved(bodies: Sequence[outbox.BoardBody]) -> list[outbox.BoardBody]:
    """Keeps only the last outbox.MOVED, however often the table was moved while nothing could be said."""
    last = max((place for place, body in enumerate(bodies) if body.kind == outbox.MOVED), default=-1)
    return [body for place, body in enumerate(bodies) if body.kind != outbox.MOVED or place == last]


def _elsewise(words: Words, table: Table, body: outbox.BoardBody) -> str:
    """Returns the text of a board that shows no move; else empty."""
    if body.kind == outbox.TAKEN:
        return table_letters.took_over(words, table, body)
    if body.kind == RESTORED:
        return table_text.restored(words, table.position.number)
    if body.kind == outbox.UPDATED:
        return table_text.updated(words)
    return table_text.moved(words) if body.kind == outbox.MOVED else ""


def _standing(bodies: Sequence[outbox.BoardBody], told: Sequence[tuple[Fact, ...]]) -> tuple[Fact, ...]:
    """Returns the facts that the picture marks: without what was taken back in the same message."""
    stand: list[tuple[Fact, ...]] = []
    for body, facts in zip(bodies, told, strict=True):
        stand = stand[:-1] if body.kind == UNDO else [*stand, facts]
    return tuple(fact for facts in stand for fact in facts)
