"""Responses: what a press, a modal or a command brings about, and the screen that answers it.

Both the router of presses and the commands come here. Who may do what is decided by who acts, never by what a button
says; a use case's answer brings the table as it is now, so that its screen is made without asking the store again.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.discord import custom_ids
from bot.discord.custom_ids import Said
from bot.discord.languages import Languages
from bot.discord.layout import Button, Layout
from bot.discord.plan_screen import BEST
from bot.discord.screens import Screens
from bot.games import game_text
from bot.play import ANY, Action, Done, Here, Panel, Table, Transactions, UseCase, Where, planning, queries, turns
from bot.play import standing_orders as orders
from bot.play.answers import AnswerKept, NoSuchTable, Played, Refusal
from bot.play.preferences import PREVIEW
from bot.play.queries import Hand, Seen
from bot.wording import Words, spared
from storage.rows import CLOSED_DM


class NoTableHere(Exception):  # noqa: N818 (a question back)
    """The channel is no table's thread."""


class Responses:
    def __init__(self, transactions: Transactions, screens: Screens, languages: Languages) -> None:
        self._transactions = transactions
        self._env = transactions.env
        self.screens = screens
        self._languages = languages

    async def run(self, where: Where, action: Action, use_case: UseCase, *, hand: Table | None = None) -> Done:
        """Runs a use case. Raises NoTableHere for a channel that is no table's."""
        done = await self._transactions.run(where, action, use_case, hand=hand)
        if done.table is None and isinstance(where, Here) and isinstance(done.answer, NoSuchTable):
            raise NoTableHere
        return done

    async def load(self, where: Where) -> Table | None:
        table = await self._transactions.load(where)
        if table is None and isinstance(where, Here):
            raise NoTableHere
        return table

    async def answered(self, words: Words, where: Where, action: Action, use_case: UseCase) -> Layout:
        """Runs a use case and says its answer in a sentence."""
        return self.screens.sentence(words, await self.run(where, action, use_case))

    # ── looking ──

    async def seen(self, where: Where, number: int | None = None) -> Seen | Done:
        """Returns a position, or why there is none."""
        table = await self.load(where)
        if table is None:
            return Done(NoSuchTable())
        found = await queries.board_at(table, number, self._env)
        return found if isinstance(found, Seen) else Done(found, table)

    async def board(self, words: Words, where: Where, number: int | None = None) -> Layout:
        """The board now, or after a public move."""
        seen = await self.seen(where, number)
        return await self.screens.board(words, seen) if isinstance(seen, Seen) else self.screens.sentence(words, seen)

    async def zoom(self, words: Words, where: Where, part: str, number: int | None = None) -> Layout:
        seen = await self.seen(where, number)
        return (
            await self.screens.zoom(words, seen, part) if isinstance(seen, Seen) else self.screens.sentence(words, seen)
        )

    async def text_board(self, words: Words, where: Where, number: int | None = None, page: int = 0) -> Layout:
        seen, screens = await self.seen(where, number), self.screens
        return screens.text_board(words, seen, page) if isinstance(seen, Seen) else screens.sentence(words, seen)

    async def hand(self, words: Words, where: Where, user: int) -> Layout:
        table = await self.load(where)
        hand = NoSuchTable() if table is None else queries.hand(table, user)
        if not isinstance(hand, Hand):
            return self.screens.sentence(words, Done(hand, table))
        person = await self._env.store.person(user)
        return await self.screens.hand(words, hand, unreachable=person.dm_state == CLOSED_DM)

    async def help(self, words: Words, where: Where) -> Layout:
        return self.screens.help(words, await self.load(where))

    # ── panels ──

    async def turn(self, words: Words, where: Where, user: int, since: int = ANY) -> Layout:
        """Shows the panel of a player who is asked."""
        return await self.shown(words, await self.run(where, Action(user), planning.open_panel(since)))

    async def shown(self, words: Words, done: Done, note: str = "") -> Layout:
        if isinstance(done.answer, Panel) and done.table is not None:
            return await self.screens.panel(words, done.table, done.answer, note)
        return await self._instead(words, done)

    async def _instead(self, words: Words, done: Done) -> Layout:
        """Says why not, above the board as it is now, if there is one."""
        sentence = self.screens.sentence(words, done)
        seen = queries.board(done.table) if done.table is not None else None
        return (await self.screens.board(words, seen)).below(sentence.text) if isinstance(seen, Seen) else sentence

    async def _reopened(self, action: Action, done: Done, since: int) -> Done | None:
        """Returns the panel that a person has now, after something that left a question open."""
        if done.table is None:
            return None
        now = await self.run(done.table.id, Action(action.user), planning.open_panel(since), hand=done.table)
        return now if isinstance(now.answer, Panel) else None

    async def _after(self, words: Words, action: Action, done: Done, since: int) -> Layout:
        """Shows the panel, with a note if the press changed nothing."""
        if isinstance(done.answer, Refusal):
            note = game_text.answer_text(words, done.answer, done.table)
            for question in (since, ANY):  # a person who is asked something else by now goes on with that
                now = await self._reopened(action, done, question)
                if now is not None:
                    return await self.shown(words, now, note)
        return await self.shown(words, done)

    async def plan(self, words: Words, said: Said, action: Action, chosen: Sequence[str]) -> Layout | None:
        """Handles a button or a menu of a planned turn; returns None for an unknown verb."""
        step = self._step(said, chosen)
        if step is None:
            return None
        done = await self.run(said.table, action, step)
        if said.verb == "commit" and not isinstance(done.answer, Refusal):
            return await self._counted(words, action, done)
        return await self._after(words, action, done, said.since)

    def _step(self, said: Said, chosen: Sequence[str]) -> UseCase | None:
        since, rev = said.since, said.rev
        match said.verb:
            case "add":
                whole = said.rest.startswith(f"{BEST}:")  # a whole turn needs no further word
                return planning.add(since, rev, chosen, finish=whole)
            case "say":
                return planning.add(since, rev, said.rest.split())
            case "back":
                return planning.step_back(since, rev)
            case "over":
                return planning.start_over(since, rev)
            case "commit":
                return planning.commit(since, rev, [said.rest] if said.rest else [])
            case _:
                return None

    async def planned(self, words: Words, where: Where, action: Action, verb: str) -> Layout:
        """Does by a command what the panel's buttons do: `commit`, `back` or `over`, with the plan as it stands."""
        done = await self.run(where, Action(action.user), planning.open_panel())
        panel = done.answer
        if not isinstance(panel, Panel):
            return await self._instead(words, done)
        rest = planning.COMPOSED if verb == "commit" and panel.next.tokens else ""
        said = Said(custom_ids.PLAN, panel.table, panel.since, panel.rev, verb, rest)
        return await self.plan(words, said, action, ()) or await self.shown(words, done)

    async def _counted(self, words: Words, action: Action, done: Done) -> Layout:
        """Shows that the turn counts. Players who are asked again, or may change their answer, see it here: no ping."""
        shown = self.screens.sentence(words, done)
        if isinstance(done.answer, Played) and not done.answer.again:
            table = done.table.id if done.table is not None else ""
            undo = ((Button(words.say("Take back"), custom_ids.board(table, "undo")),),)
            return replace(shown, rows=undo if done.answer.back else ())
        kept = isinstance(done.answer, AnswerKept)  # the panel says which
        note = words.say("Your answer is kept.") if kept else shown.text
        return await self._with_panel(words, action, done, shown, note)

    async def _with_panel(
        self, words: Words, action: Action, done: Done, sentence: Layout, note: str, *, since: int = ANY
    ) -> Layout:
        """What counts, above the panel that its person has now; alone where none is, or where it fails to be made.

        What was committed stands, so nobody must be told to try again.
        """
        with spared:
            now = await self._reopened(action, done, since)
            if now is not None:
                return (await self.shown(words, now)).below(note)
        return sentence

    async def typed(
        self,
        words: Words,
        where: Where,
        action: Action,
        text: str,
        *,
        since: int = ANY,
        rev: int | None = None,
        game: str = "",
    ) -> Layout:
        """Typed moves: a whole turn commits at once, unless its player wants to see it first; part joins the plan."""
        preview = PREVIEW in (await self._languages.person(action.user)).settings
        use_case = planning.submit(since, text.split(";"), rev=rev, preview=preview, game=game)
        done = await self.run(where, action, use_case)
        if isinstance(done.answer, Panel | Refusal):
            return await self._after(words, action, done, since)
        return await self._counted(words, action, done)

    async def taken_back(self, words: Words, where: Where, action: Action) -> Layout:
        """Takes the turn back, and shows it as a plan to be changed."""
        done = await self.run(where, action, turns.take_back())
        sentence = self.screens.sentence(words, done)
        if isinstance(done.answer, Refusal) or done.table is None:
            return sentence
        return await self._with_panel(words, action, done, sentence, f"{sentence.text}\n")

    # ── sealed questions ──

    async def sealed(self, words: Words, table: str, action: Action, since: int, token: str) -> Layout:
        done = await self.run(table, action, turns.play(since, [token]))
        if isinstance(done.answer, Refusal):
            return await self._after(words, action, done, since)
        sentence = self.screens.sentence(words, done)
        return await self._with_panel(words, action, done, sentence, "", since=since)  # still open: it can be changed

    async def order(self, words: Words, where: Where, action: Action, text: str) -> Layout:
        """Gives a standing order, and shows the question that it was given beside, if one waits."""
        done = await self.run(where, action, orders.give(text))
        sentence = self.screens.sentence(words, done)
        with spared:  # the order stands
            now = await self._reopened(action, done, ANY)
            if now is not None and isinstance(now.answer, Panel) and now.answer.question.sealed:
                return (await self.shown(words, now)).below(f"{sentence.text}\n")
        return sentence
