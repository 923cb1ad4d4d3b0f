"""Every press and every modal: routed by the prefix of its custom_id, answered whatever it is.

Nothing is kept in memory between two presses; who may do what is decided by who presses, never by what the button says.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord

import renderer
from bot import cards, chapters, forms, ids, receipts
from bot.answers import Answer, AnswerKept, Played, Refusal
from bot.composer import names_of
from bot.forms import Form, Line, Menu, Press
from bot.gathering import Gathering, act
from bot.ids import Said
from bot.mishaps import spared
from bot.modals import modal, typed_into
from bot.panels import BEST, Desktop
from bot.pictures import Gallery
from bot.reader import Reader
from bot.replies import ask, reply
from bot.speech import answer_presses, board_rows
from bot.tables import Panel, Tables
from bot.tables.drafts import COMPOSED
from bot.tables.past import Hand, Seen
from bot.tables.turns import ANY
from bot.teller import Teller
from bot.wishes import PREVIEW
from bot.words import Words
from storage.rows import CLOSED_DM, Loaded

TEXT = "text"
"""The verb of a page of the text board; its number and the public move follow."""
TYPED, ORDERED = "text", "order"
"""The fields of our modals."""


class Inbox:
    def __init__(self, tables: Tables, gallery: Gallery) -> None:
        self._tables = tables
        self._gallery = gallery
        self._teller = Teller(tables.desk)
        self.reader = Reader(tables.desk.store)
        self.gathering = Gathering(tables, self.reader, self._teller)

    async def receive(self, interaction: discord.Interaction) -> None:
        """A press, a choice or a modal."""
        words = await self.reader.words(interaction)
        data: Any = interaction.data or {}
        said = ids.read(str(data.get("custom_id", "")))
        if said is not None and await self._opens_modal(interaction, said, words):
            return

        async def work() -> Form:
            if said is None:
                return Form(words.say("This button is out of date. Use /table board to see where the game stands."))
            form = await self._answer(interaction, said, words)
            return form if interaction.guild_id is not None else await self._headed(said.table, form)

        await reply(interaction, work, lambda number: oops(words, number), edit=_edits(interaction))

    async def _opens_modal(self, interaction: discord.Interaction, said: Said, words: Words) -> bool:
        """A modal must be the first answer, so it is not looked at what it is for until it comes back."""
        if interaction.type is not discord.InteractionType.component:
            return False
        if said.kind == ids.PLAN and said.verb == "type":
            field = ids.typed(said.table, said.since, said.rev)
            asked = modal(words.say("Type your turn"), field, TYPED, words.say("Moves, with ; between"), said.rest)
        elif said.kind == ids.BOARD and said.verb == "order":
            title = words.say("Standing order")
            asked = modal(title, ids.order(said.table), ORDERED, words.say("Order (empty: none)"), "block K6 *12 pass")
        else:
            return False
        await ask(interaction, asked)
        return True

    async def _answer(self, interaction: discord.Interaction, said: Said, words: Words) -> Form:
        match said.kind:
            case ids.LOBBY:
                return await self.gathering.do(interaction, said.table, said.verb, words) or self._outdated(words)
            case ids.BOARD:
                return await self._board(interaction, said, words)
            case ids.ANSWER:
                return await self._sealed(interaction, said, words)
            case ids.ORDER:
                return await self.order(interaction, said.table, words, typed_into(interaction, ORDERED))
            case ids.TYPED:
                text = typed_into(interaction, TYPED)
                return await self.typed(interaction, said.table, words, text, since=said.since, rev=said.rev)
            case _:
                return await self._plan(interaction, said, words)

    # ── boards ──

    async def _board(self, interaction: discord.Interaction, said: Said, words: Words) -> Form:
        user = interaction.user.id
        match said.verb:
            case "turn" | "answer":
                return await self.turn(said.table, user, words)
            case "hand":
                return await self.hand(said.table, user, words)
            case "board":
                return await self.board(said.table, words)
            case "help":
                return await self.help(said.table, words)
            case verb if verb.startswith(TEXT):
                return await self._text_page(said.table, words, verb.removeprefix(TEXT))
            case "zoom":
                return await self.zoom(said.table, words, " ".join(_chosen(interaction)))
            case "undo":
                return await self.taken_back(interaction, said.table, words)
            case "again":
                return await self.gathering.again(interaction, said.table, words)
            case _:
                return self._outdated(words)

    async def turn(self, table: str, user: int, words: Words, since: int = ANY, note: str = "") -> Form:
        """The panel of whoever is asked: a turn to plan, or a sealed question with its buttons."""
        panel = await self._tables.planning.open(table, user, since)
        return await self.panel(table, panel, words, note)

    async def panel(self, table: str, panel: Panel | Answer, words: Words, note: str = "") -> Form:
        if not isinstance(panel, Panel):
            return await self._instead(table, panel, words)
        loaded = await self._loaded(table)
        desktop = Desktop(words, loaded.table.game, names_of(loaded), self._gallery)
        if not panel.question.sealed:
            return await desktop.form(panel, note)
        one_word = all(choice.whole for choice in panel.next.choices) and not panel.next.tokens and not panel.then
        return await (self._question(panel, loaded, words, note) if one_word else desktop.question(panel, note))

    async def _question(self, panel: Panel, loaded: Loaded, words: Words, note: str) -> Form:
        names = names_of(loaded)
        hand = receipts.hand(words, panel.private, names)
        ask = receipts.ask(words, panel.question.topic, panel.public, names)
        text = "\n".join(line for line in (f"⚠️ {note}" if note else "", ask, hand) if line)
        rows = answer_presses(words, loaded.table.game, panel.table, panel.since, panel.next.choices)
        return cards.pictured(words, text, await self._gallery.hand(panel.private, hand), rows)

    async def _instead(self, table: str, answer: Answer, words: Words) -> Form:
        """Why not, with the board as it is now where there is one."""
        text = await self._teller.said(words, answer, table)
        seen = await self._tables.past.board(table)
        if not isinstance(seen, Seen):
            return Form(text)
        return _above(text, await self.board(table, words))

    async def board(self, table: str, words: Words, number: int | None = None) -> Form:
        """The board now, or after a public move; to its asker only."""
        seen = await self._tables.past.board(table, number)
        if not isinstance(seen, Seen):
            return Form(await self._teller.said(words, seen, table))
        names = names_of(seen.loaded)
        lines = [cards.cut_short(words) if seen.given_up else receipts.status(words, seen.view, names)]
        if seen.outcome is not None:
            lines.append(receipts.ending(words, seen.outcome, names, seen.view))
        else:
            lines += receipts.standing(words, seen.view, names)
        if seen.waiting:
            lines.append(receipts.waiting_for(words, seen.waiting, names))
        alt, alts = receipts.alt(words, seen.view, names), receipts.alts(words, seen.view, names)
        pictures = await self._gallery.board(seen.view, (), alt, alts)
        return cards.pictured(words, "\n".join(lines), pictures, self._looking(seen, words))

    def _looking(self, seen: Seen, words: Words) -> tuple[tuple[Press, ...] | Menu, ...]:
        """What can be shown at double size, of the newest position whenever it is chosen, and a board's buttons."""
        table = seen.loaded.table.id
        lines = [Line(name, value) for name, value in _parts(seen, words)]
        menu = (Menu(ids.board(table, "zoom"), words.say("Look closer"), tuple(lines[:25])),) if lines else ()
        asks = receipts.asks_others(seen.view)
        return *menu, *board_rows(words, table, over=seen.given_up or seen.outcome is not None, asks=asks)

    async def parts(self, table: str, words: Words) -> list[tuple[str, str]]:
        """What can be looked at closer: in words, and as `zoom` takes it."""
        seen = await self._tables.past.board(table)
        return _parts(seen, words) if isinstance(seen, Seen) else []

    async def zoom(self, table: str, words: Words, part: str, number: int | None = None) -> Form:
        """A part at double size, now or after a public move."""
        seen = await self._tables.past.board(table, number)
        if not isinstance(seen, Seen):
            return Form(await self._teller.said(words, seen, table))
        picture, _, region = part.partition(" ")
        if part not in [value for _, value in _parts(seen, words)]:
            return Form(words.say("There is no such part of the board. Choose one from the suggestions."))
        text = receipts.part(words, seen.loaded.table.game, picture, region)
        names = names_of(seen.loaded)
        alt = receipts.alts(words, seen.view, names).get(picture) or receipts.alt(words, seen.view, names)
        shown = await self._gallery.zoom(seen.view, picture, region, alt)
        return cards.pictured(words, text, shown, self._looking(seen, words))

    async def text_board(self, table: str, words: Words, number: int | None = None, page: int = 0) -> Form:
        """The whole position in words, for a screen reader: one page, and buttons to the others."""
        seen = await self._tables.past.board(table, number)
        if not isinstance(seen, Seen):
            return Form(await self._teller.said(words, seen, table))
        pages = receipts.text_board(words, seen.view, names_of(seen.loaded))
        page = min(page, len(pages) - 1)
        presses = [
            Press(words.say("Page {n}", n=n + 1), ids.board(table, f"{TEXT}{n}.{seen.number}"), disabled=n == page)
            for n in range(len(pages))
        ]
        return Form(pages[page], (), forms.buttons(presses) if len(pages) > 1 else ())

    async def _text_page(self, table: str, words: Words, which: str) -> Form:
        page, _, number = which.partition(".")
        if not (page.isdecimal() and number.isdecimal() and len(which) < 10):
            return self._outdated(words)
        return await self.text_board(table, words, int(number), int(page))

    async def hand(self, table: str, user: int, words: Words) -> Form:
        hand = await self._tables.past.hand(table, user)
        if not isinstance(hand, Hand):
            return Form(await self._teller.said(words, hand, table))
        text = receipts.hand(words, hand.view, names_of(hand.loaded))
        pictures = await self._gallery.hand(hand.view, text)
        person = await self._tables.desk.store.person(user)
        if person.dm_state == CLOSED_DM:
            text = f"{text}\n{cards.unreachable(words)}"
        return cards.pictured(words, text, pictures)

    async def help(self, table: str, words: Words) -> Form:
        loaded = await self._tables.desk.store.load(table)
        game = loaded.table.game if loaded is not None else ""
        return Form(chapters.chapter(words.lang, game))

    async def taken_back(self, interaction: discord.Interaction, table: str, words: Words) -> Form:
        """With the plan that the turn was, to be changed."""
        answer = await self._tables.turns.take_back(table, act(interaction))
        text = await self._teller.said(words, answer, table)
        if isinstance(answer, Refusal):
            return Form(text)
        form = await self.turn(table, interaction.user.id, words)
        return _above(f"{text}\n", form)

    # ── sealed questions ──

    async def _sealed(self, interaction: discord.Interaction, said: Said, words: Words) -> Form:
        user, since = interaction.user.id, said.since
        answer = await self._tables.turns.play(said.table, act(interaction), since, [said.verb])
        if isinstance(answer, Refusal):
            return await self._after(said.table, user, since, answer, words)
        panel = await self._tables.planning.open(said.table, user, since)
        if isinstance(panel, Panel):  # still open: it can be changed
            return await self.panel(said.table, panel, words)
        return Form(await self._teller.said(words, answer, said.table))

    async def order(self, interaction: discord.Interaction, table: str, words: Words, text: str) -> Form:
        """With the question that waits, if one does: the order was given beside it."""
        answer = await self._tables.standing.set(table, act(interaction), text)
        said = await self._teller.said(words, answer, table)
        panel = await self._tables.planning.open(table, interaction.user.id)
        if not isinstance(panel, Panel) or not panel.question.sealed:
            return Form(said)
        form = await self.panel(table, panel, words)
        return _above(f"{said}\n", form)

    # ── planned turns ──

    async def _plan(self, interaction: discord.Interaction, said: Said, words: Words) -> Form:
        planning, user = self._tables.planning, interaction.user.id
        table, since, rev = said.table, said.since, said.rev
        match said.verb:
            case "add":
                chosen = " ".join(_chosen(interaction)).split()
                whole = said.rest.startswith(f"{BEST}:")  # of those turns nothing is left to say
                panel = await planning.add(table, user, since, rev, chosen, finish=whole)
            case "say":
                panel = await planning.add(table, user, since, rev, said.rest.split())
            case "back":
                panel = await planning.step_back(table, user, since, rev)
            case "over":
                panel = await planning.start_over(table, user, since, rev)
            case "commit":
                last = [said.rest] if said.rest else []
                return await self._committed(interaction, said, words, last)
            case _:
                return self._outdated(words)
        return await self._after(table, user, since, panel, words)

    async def planned(self, interaction: discord.Interaction, table: str, words: Words, verb: str) -> Form:
        """What the panel's buttons do, by a command: `commit`, `back` or `over`, of the plan as it stands."""
        panel = await self._tables.planning.open(table, interaction.user.id)
        if not isinstance(panel, Panel):
            return await self.panel(table, panel, words)
        rest = COMPOSED if verb == "commit" and panel.next.tokens else ""
        return await self._plan(interaction, Said(ids.PLAN, table, panel.since, panel.rev, verb, rest), words)

    async def _after(self, table: str, user: int, since: int, panel: Panel | Answer, words: Words) -> Form:
        """The panel, with a note why the press changed nothing where it did not."""
        if isinstance(panel, Refusal):
            note = await self._teller.said(words, panel, table)
            for question in (since, ANY):  # who is asked something else by now goes on with that
                now = await self._tables.planning.open(table, user, question)
                if isinstance(now, Panel):
                    return await self.panel(table, now, words, note)
        return await self.panel(table, panel, words)

    async def _committed(self, interaction: discord.Interaction, said: Said, words: Words, last: Sequence[str]) -> Form:
        commit = self._tables.planning.commit
        answer = await commit(said.table, act(interaction), said.since, said.rev, last)
        if isinstance(answer, Refusal):
            return await self._after(said.table, interaction.user.id, said.since, answer, words)
        return await self._counted(interaction, said.table, answer, words)

    async def _counted(self, interaction: discord.Interaction, table: str, answer: Answer, words: Words) -> Form:
        """The turn counts; who is asked again by it, or may change his answer, is not pinged: he sees it here."""
        text = await self._teller.said(words, answer, table)
        if isinstance(answer, Played) and not answer.again:
            undo = (Press(words.say("Take back"), ids.board(table, "undo")),)
            return Form(text, (), (undo,) if answer.back else ())
        panel = await self._tables.planning.open(table, interaction.user.id)
        if not isinstance(panel, Panel):
            return Form(text)
        form = await self.panel(table, panel, words)
        if isinstance(answer, AnswerKept):  # the panel says which
            text = words.say("Your answer is kept.")
        return _above(text, form)

    async def typed(
        self,
        interaction: discord.Interaction,
        table: str,
        words: Words,
        text: str,
        *,
        since: int = ANY,
        rev: int | None = None,
    ) -> Form:
        """Typed moves: a whole turn commits at once, unless its person wants to see it first; part joins the plan."""
        person = await self._tables.desk.store.person(interaction.user.id)
        say, preview = self._tables.planning.say, PREVIEW in person.settings
        answer = await say(table, act(interaction), since, text.split(";"), rev=rev, preview=preview)
        if isinstance(answer, Panel):
            return await self.panel(table, answer, words)
        if isinstance(answer, Refusal):
            return await self._after(table, interaction.user.id, since, answer, words)
        return await self._counted(interaction, table, answer, words)

    # ── what all use ──

    async def _loaded(self, table: str) -> Loaded:
        loaded = await self._tables.desk.store.load(table)
        if loaded is None:
            raise LookupError(table)
        return loaded

    async def _headed(self, table: str, form: Form) -> Form:
        """In a direct message: of which table it speaks."""
        loaded = await self._tables.desk.store.load(table)
        return form if loaded is None else _above(cards.headed(loaded), form)

    def _outdated(self, words: Words) -> Form:
        return Form(words.say("This button is out of date. Use /table board to see where the game stands."))


def _above(text: str, form: Form) -> Form:
    return replace(form, text=f"{text}\n{form.text}")


def oops(words: Words, number: str) -> Form:
    """An error of ours: its number is in the log."""
    return Form(
        words.say("Something went wrong (error {number}). What was confirmed is safe; please try again.", number=number)
    )


def _parts(seen: Seen, words: Words) -> list[tuple[str, str]]:
    game = seen.loaded.table.game
    with spared:
        return [
            (receipts.part(words, game, picture, region), f"{picture} {region}")
            for picture in renderer.pictures(seen.view)
            for region in renderer.regions(seen.view, picture)
        ]
    return []


def _edits(interaction: discord.Interaction) -> bool:
    """A panel and a DM are edited; a public message never is, its presser gets an answer of his own."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


def _chosen(interaction: discord.Interaction) -> list[str]:
    data: Any = interaction.data or {}
    return [str(value) for value in data.get("values", ())]
