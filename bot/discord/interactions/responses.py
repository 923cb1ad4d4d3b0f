"""Responses: what a press, a modal or a command brings about, and the screen that answers it.

Both the router of presses and the commands come here. Who may do what is decided by who acts, never by what a button
says; a use case's answer brings the table as it is now, so that its screen is made without asking the store again.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from msgspec.structs import replace

from bot.discord.interactions import custom_ids
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.opening import Opened, Opening
from bot.discord.languages import Languages
from bot.discord.layout import Button, Layout
from bot.discord.screens.screens import Screens
from bot.games import game_text
from bot.play import (
    ANY,
    Action,
    Done,
    Here,
    Panel,
    Table,
    Transactions,
    UseCase,
    Where,
    may_go_on,
    queries,
    turns,
)
from bot.play.answers import AnswerKept, NoSuchTable, NotYourTurn, Played, Refusal, Repeated
from bot.play.plans import planning
from bot.play.queries import Hand, Seen
from bot.play.timed import standing_orders as orders
from bot.wording import Words, spared
from storage.rows import CLOSED_DM, RUNNING

Showing = Callable[[Words, Seen], Awaitable[Layout]]


class NoTableHere(Exception):  # noqa: N818 (a question back)
    """The channel is no table's thread."""


class Responses:
    def __init__(self, transactions: Transactions, screens: Screens, languages: Languages) -> None:
        self.transactions = transactions
        self._env = transactions.env
        self.screens = screens
        self._opening = Opening(transactions.env, screens)
        self.languages = languages

    async def run(self, where: Where, action: Action, use_case: UseCase, *, hand: Table | None = None) -> Done:
        """Runs a use case. Raises NoTableHere for a channel that is no table's."""
        done = await self.transactions.run(where, action, use_case, hand=hand)
        if done.table is None and isinstance(where, Here) and isinstance(done.answer, NoSuchTable):
            raise NoTableHere
        return done

    async def load(self, where: Where) -> Table | None:
        table = await self.transactions.load(where)
        if table is None and isinstance(where, Here):
            raise NoTableHere
        return table

    async def answered(self, asked: Asked, where: Where, use_case: UseCase) -> Layout:
        """Runs a use case and says its answer in a sentence."""
        return self.screens.sentence(asked.words, await self.run(where, asked.action, use_case))

    # ── looking ──

    async def board(self, asked: Asked, where: Where, number: int | None = None) -> Layout:
        """The board now, or after a public move."""
        if number is None:
            return await self._looked(asked, where, number, partial(self.screens.newest, user=asked.user))
        return await self._looked(asked, where, number, partial(self._moved, asked))

    async def _moved(self, asked: Asked, words: Words, seen: Seen) -> Layout:
        """A position with the move that led to it: what it was, when, marked in the picture; and the way to others."""
        public = await queries.log_of(seen.table, None, self._env)
        facts = next((entry.facts for entry in reversed(public) if entry.number == seen.number), ())
        said = await self._opening.line(asked, seen)
        return await self.screens.step(words, seen, said, facts, asked.user)

    async def zoom(self, asked: Asked, where: Where, part: str, number: int | None = None) -> Layout:
        return await self._looked(asked, where, number, partial(self.screens.zoom, part=part))

    async def text_board(self, asked: Asked, where: Where, number: int | None = None, page: int = 0) -> Layout:
        return await self._looked(asked, where, number, partial(self._in_words, asked, page))

    async def _in_words(self, asked: Asked, page: int, words: Words, seen: Seen) -> Layout:
        """A page of a position in words; above the first of them what its picture would mark."""
        told = await self._opening.instead_of_marks(asked, seen) if page == 0 else ""
        return await self.screens.text_board(words, seen, page, told)

    async def since(self, asked: Asked, where: Where, number: int | None = None) -> Layout:
        """What has happened since a public move, or since the reader's own last."""
        table = await self.load(where)
        seen = NoSuchTable() if table is None else queries.board(table)
        if not isinstance(seen, Seen):
            return self.screens.sentence(asked.words, Done(seen, table))
        found = await self._opening.since(asked, seen.table, number)
        if isinstance(found, Refusal):
            return self.screens.sentence(asked.words, Done(found, table))
        return await self.screens.panels.since(asked.words, seen, found, asked.user)

    async def _looked(self, asked: Asked, where: Where, number: int | None, show: Showing) -> Layout:
        """Shows a position, or says why there is none."""
        table = await self.load(where)
        seen = NoSuchTable() if table is None else await queries.board_at(table, number, self._env)
        if not isinstance(seen, Seen):
            return self.screens.sentence(asked.words, Done(seen, table))
        return await show(asked.words, seen)

    async def hand(self, asked: Asked, where: Where) -> Layout:
        table = await self.load(where)
        hand = NoSuchTable() if table is None else queries.hand(table, asked.user)
        if not isinstance(hand, Hand):
            return self.screens.sentence(asked.words, Done(hand, table))
        person = await self._env.store.person(asked.user)
        return await self.screens.hand(asked.words, hand, unreachable=person.dm_state == CLOSED_DM)

    async def help(self, asked: Asked, where: Where) -> Layout:
        return self.screens.help(asked.words, await self.load(where))

    async def chapter(self, asked: Asked, where: Where, which: str) -> Layout | None:
        """Turns to a chapter, written as its game and number; None for what nobody was offered."""
        game, _, number = which.partition(" ")
        if game not in self._env.games or not number.isdecimal() or len(number) > 2:
            return None
        return self.screens.help(asked.words, await self.load(where), game, int(number))

    # ── panels ──

    async def turn(self, asked: Asked, where: Where, since: int = ANY) -> Layout:
        """Shows the panel of a player who is asked; above it, the beginning of a turn that needed nobody."""
        done = await self.run(where, asked.action, planning.take_turn(since))
        if isinstance(done.answer, Played):
            return await self._counted(asked, done, begun=True)
        lost = await self._opening.lost(asked, done.table)
        return await self.shown(asked.words, done, above=lost, opened=await self._opening.of(asked, done))

    async def shown(
        self,
        words: Words,
        done: Done,
        note: str = "",
        typed: str = "",
        *,
        above: str = "",
        opened: Opened = Opened(),  # noqa: B008 (it never changes)
    ) -> Layout:
        if isinstance(done.answer, Panel) and done.table is not None:
            with spared:
                return await self.screens.panels.shown(
                    words, done.table, done.answer, note, typed, above=above, opened=opened
                )
            return self.screens.panels.plain(words, done.table, done.answer, note).below(above)
        return (await self._instead(words, done)).below(above)

    async def renewed(self, asked: Asked, table: str) -> Layout | None:
        """Returns the panel as it stands, for one that is open; None where nothing is asked."""
        found = await self.load(table)
        panel = None if found is None else planning.peek(found, asked.user, ANY, self._env)
        return None if panel is None else await self.shown(asked.words, Done(panel, found))

    async def _instead(self, words: Words, done: Done) -> Layout:
        """Says why not, above the board as it is now, if there is one."""
        sentence = self.screens.sentence(words, done)
        seen = await queries.board_at(done.table, None, self._env) if done.table is not None else None
        if not isinstance(seen, Seen):
            return sentence
        shown = (await self.screens.board(words, seen)).below(sentence.text)
        if not isinstance(done.answer, NotYourTurn):
            return shown
        waits = len(seen.table.users) == 1 and may_go_on(seen.table, self._env)  # only whoever moved last hurries it
        return self.screens.meanwhile(words, seen.table.id, shown, waits=waits)

    async def _reopened(self, user: int, done: Done, since: int, *, only_sealed: bool = False) -> Done | None:
        """Returns the panel that a person has now, after something that left a question open."""
        if done.table is None:
            return None
        now = await self.run(done.table.id, Action(user), planning.open_panel(since), hand=done.table)
        return now if isinstance(now.answer, Panel) and (now.answer.question.sealed or not only_sealed) else None

    async def _after(self, asked: Asked, done: Done, since: int, typed: str = "") -> Layout:
        """Shows what counts now; else the panel, with a note if the press changed nothing, beside what was typed."""
        if not isinstance(done.answer, Panel | Refusal):
            return await self._counted(asked, done)
        if isinstance(done.answer, Refusal):
            note = game_text.answer_text(asked.words, done.answer, done.table)
            for question in (since, ANY):  # a person who is asked something else by now goes on with that
                if now := await self._reopened(asked.user, done, question):
                    return await self.shown(asked.words, now, note, typed)
        return await self.shown(asked.words, done)

    async def plan(self, asked: Asked, said: custom_ids.Said, chosen: Sequence[str]) -> Layout | None:
        """Handles a button or a menu of a planned turn; returns None for an unknown verb."""
        where = asked.pressed(said.table)
        if said.verb in (custom_ids.SEE, custom_ids.SURE, custom_ids.LAST):
            return await self._beside(asked, where, said)
        step = self._step(said, chosen)
        if step is None:
            return None
        return await self._after(asked, await self.run(where, asked.action, step), said.since)

    async def _beside(self, asked: Asked, where: Where, said: custom_ids.Said) -> Layout:
        """Shows a panel otherwise: its pictures, a question before it counts, or only the last of what happened."""
        done = await self.run(where, Action(asked.user), planning.open_panel(said.since))
        if not isinstance(done.answer, Panel) or done.table is None:
            return await self._after(asked, done, said.since)
        opened = await self._opening.of(asked, done, last=said.verb == custom_ids.LAST)
        return await self.screens.panels.aside(asked.words, done.table, done.answer, said, opened.news)

    def _step(self, said: custom_ids.Said, chosen: Sequence[str]) -> UseCase | None:
        since, rev = said.since, said.rev
        match said.verb:
            case "add":
                whole = said.rest.startswith(f"{custom_ids.BEST}:")  # a whole turn needs no further word
                return planning.add(since, rev, chosen, finish=whole)
            case "say":
                return planning.add(since, rev, said.rest.split())
            case "back":
                return planning.step_back(since, rev)
            case custom_ids.AGAIN:
                return planning.again(since, rev, said.rest)
            case "over":
                return planning.start_over(since, rev)
            case "commit":
                return planning.commit(since, rev, [said.rest] if said.rest else [])
            case _:
                return None

    async def planned(self, asked: Asked, where: Where, verb: str) -> Layout:
        """Does by a command what the panel's buttons do: `commit`, `back` or `over`, with the plan as it stands."""
        done = await self.run(where, Action(asked.user), planning.open_panel())
        panel = done.answer
        if not isinstance(panel, Panel):
            return await self._instead(asked.words, done)
        rest = planning.COMPOSED if verb == "commit" and panel.next.tokens else ""
        said = custom_ids.Said(custom_ids.PLAN, panel.table, panel.since, panel.rev, verb, rest)
        return await self.plan(asked, said, ()) or await self.shown(asked.words, done)

    async def _counted(self, asked: Asked, done: Done, *, begun: bool = False) -> Layout:
        """Shows that the turn counts. Players who are asked again, or may change their answer, see it here: no ping.

        `begun`: they have only opened their panel, and the turn has begun by that.
        """
        shown = self.screens.sentence(asked.words, done)
        if isinstance(done.answer, Played):
            shown = replace(shown, told=done.table.id if done.answer.number and done.table is not None else "")
        if isinstance(done.answer, Played) and asked.is_letter:
            return shown  # a direct message keeps no button once its question is settled; the thread goes on
        if isinstance(done.answer, Played) and not done.answer.again:
            return self._done(asked.words, done.answer, done.table, shown)
        kept = isinstance(done.answer, AnswerKept)  # the panel says which
        note = asked.words.say("Your answer is kept.") if kept else shown.text
        if begun and isinstance(done.answer, Played) and done.answer.heard:  # nobody has pressed for a move
            note = self.screens.sentence(asked.words, replace(done, answer=replace(done.answer, number=0))).text
        return replace(await self._with_panel(asked, done, shown, note, begun=begun), told=shown.told)

    def _done(self, words: Words, answer: Played, table: Table | None, shown: Layout) -> Layout:
        """Adds what can be done about a turn that counts: take it back, or let the house go on."""
        if table is None:
            return shown
        presses, lines, waits = list[Button](), [shown.text], may_go_on(table, self.transactions.env)
        if answer.back:
            lines.append(
                f"-# {words.say('You can take this back, also with /table back, until the next player begins.')}"
            )
            presses.append(Button(words.say("Take back"), custom_ids.board(table.id, "undo")))
            if waits:
                lines.append(f"-# {words.say('The house waits half a minute for that; “Go on” lets it play at once.')}")
        if waits:
            presses.append(self.screens.go_on_button(words, table.id))
        return replace(shown, text="\n".join(lines), rows=(tuple(presses),) if presses else shown.rows)

    async def _with_panel(
        self,
        asked: Asked,
        done: Done,
        sentence: Layout,
        note: str,
        *,
        since: int = ANY,
        only_sealed: bool = False,
        begun: bool = False,
    ) -> Layout:
        """What counts, above the panel that its person has now; alone where none is, or where it fails to be made.

        What was committed stands, so nobody must be told to try again.
        """
        with spared:
            now = await self._reopened(asked.user, done, since, only_sealed=only_sealed)
            if now is not None and now.table is not None and isinstance(now.answer, Panel):
                opened = await self._opening.of(asked, now, begun=True) if begun else Opened()
                return await self.screens.panels.shown(asked.words, now.table, now.answer, above=note, opened=opened)
        return sentence

    async def typed(
        self, asked: Asked, where: Where, text: str, *, since: int = ANY, rev: int | None = None, game: str = ""
    ) -> Layout:
        """Typed moves: a whole turn commits at once, unless its player wants to see it first; part joins the plan."""
        use_case = planning.submit(since, text.split(";"), rev=rev, game=game)
        done = await self.run(where, asked.action, use_case)
        if isinstance(done.answer, Repeated) and done.table is not None:
            return self._repeated(asked.words, done, done.table.id, done.answer)
        return await self._after(asked, done, since, text.strip())

    def _repeated(self, words: Words, done: Done, table: str, repeated: Repeated) -> Layout:
        """Asks whether a line that may have counted unread is meant again."""
        sure = custom_ids.plan(table, repeated.since, repeated.rev, custom_ids.AGAIN, repeated.which)
        label = words.say("Plan it again") if repeated.planned else words.say("Play it again")
        row = (Button(label, sure), Button(words.say("My turn"), custom_ids.board(table, "turn")))
        return replace(self.screens.sentence(words, done), rows=(row,))

    async def taken_back(self, asked: Asked, where: Where) -> Layout:
        """Takes the turn back, and shows it as a plan to be changed."""
        done = await self.run(where, asked.action, turns.take_back())
        sentence = self.screens.sentence(asked.words, done)
        if isinstance(done.answer, Refusal) or done.table is None:
            return sentence
        shown = await self._with_panel(asked, done, sentence, f"{sentence.text}\n")
        return replace(shown, told=done.table.id)

    async def offered(self, asked: Asked, where: Where, words: str) -> Layout:
        """Answers an offer by a press on its call."""
        return await self._after(asked, await self.run(where, asked.action, planning.answer(words)), ANY)

    async def planned_instead(self, asked: Asked, where: Where, texts: Sequence[str]) -> Layout:
        """Plans these moves instead of what is planned, and shows the panel."""
        return await self._after(asked, await self.run(where, asked.action, planning.plan_instead(texts)), ANY)

    # ── sealed questions ──

    async def sealed(self, asked: Asked, where: Where, since: int, token: str) -> Layout:
        done = await self.run(where, asked.action, turns.play(since, [token]))
        if isinstance(done.answer, Refusal):
            return await self._after(asked, done, since)
        sentence = self.screens.sentence(asked.words, done)
        return await self._with_panel(asked, done, sentence, "", since=since)  # still open: it can be changed

    async def order(self, asked: Asked, where: Where, text: str) -> Layout:
        """Gives a standing order, and shows the question that it was given beside, if one waits."""
        return await self._ordered(asked, await self.run(where, asked.action, orders.give(text)), text.strip())

    async def amended(self, asked: Asked, where: Where, line: str) -> Layout:
        """Changes a line of a standing order."""
        return await self._ordered(asked, await self.run(where, asked.action, orders.amend(line)))

    async def ordering(self, asked: Asked, said: custom_ids.Said, chosen: Sequence[str]) -> Layout | None:
        """Handles a press on the screen of a standing order; returns None in a game without one."""
        words, note, tokens, where = asked.words, "", (), asked.pressed(said.table)
        if said.verb == custom_ids.GIVE:
            done = await self.run(where, asked.action, orders.amend(" ".join(chosen) or said.rest))
            note = game_text.answer_text(words, done.answer, done.table) if isinstance(done.answer, Refusal) else ""
            table = done.table
        else:
            table = await self.load(where)
            tokens = (*said.rest.split(), *" ".join(chosen).split())
        hand = NoSuchTable() if table is None else queries.hand(table, asked.user)
        if not isinstance(hand, Hand):
            return self.screens.sentence(words, Done(hand, table))
        return self.screens.order(words, hand, tokens, note)

    async def _ordered(self, asked: Asked, done: Done, typed: str = "") -> Layout:
        """Says what holds now, with the way back to one's turn; why it was refused, beside what was typed."""
        words, sentence = asked.words, self.screens.sentence(asked.words, done)
        hand = queries.hand(done.table, asked.user) if done.table is not None else None
        if not isinstance(hand, Hand) or hand.table.status != RUNNING:
            return sentence
        if isinstance(done.answer, Refusal):
            return self.screens.order(words, hand, (), sentence.text, typed) or sentence
        back = Button(words.say("My turn"), custom_ids.board(hand.table.id, "turn"))
        shown = replace(sentence, rows=((back,),))
        return await self._with_panel(asked, done, shown, f"{sentence.text}\n", only_sealed=True)
