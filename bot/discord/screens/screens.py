"""Screens: what one person is shown of a table, made from the table in hand. Nothing here asks the store."""

from collections.abc import Sequence

from discord import ButtonStyle
from msgspec.structs import replace

from bot.discord import layout
from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.discord.interactions.custom_ids import MOVE, REPLAY, SINCE, STEPS, TEXT, ZOOM
from bot.discord.layout import Button, Layout, Menu, MenuOption, Picture, Row
from bot.discord.messages.calls import out_of_turn
from bot.discord.messages.discord_messenger import board_rows
from bot.discord.screens import order_screen, sizing
from bot.discord.screens.order_screen import OrderScreen
from bot.discord.screens.panel_screen import PanelScreen, heading
from bot.games import game_text
from bot.play import Done, Panel, PlayedFor, Table
from bot.play.queries import Hand, Moved, Seen
from bot.wording import Words, quoted, spared, table_text
from rules.contract import Fact
from storage.rows import RUNNING


class Screens:
    def __init__(self, gallery: Gallery) -> None:
        self.gallery = gallery
        self.panels = PanelScreen(gallery)

    def sentence(self, words: Words, done: Done) -> Layout:
        """Shows an answer alone."""
        assert not isinstance(done.answer, Panel)  # noqa: S101 (told to the type checker)
        text, rows = game_text.answer_text(words, done.answer, done.table), tuple[Row, ...]()
        if isinstance(done.answer, PlayedFor) and done.table is not None:
            rows = ((Button(words.say("I am back"), custom_ids.board(done.table.id, "back")),),)
        return Layout(text, rows=rows, heading=heading(done.table))

    async def film(self, words: Words, table: Table, moved: Moved) -> Picture | None:
        """Returns the last move as a short film."""
        alt = game_text.alt(words, moved.after, game_text.names(words, table), moved.facts)
        return await self.gallery.film(moved, alt, names=game_text.names(words, table))

    async def step(self, words: Words, seen: Seen, told: str, facts: Sequence[Fact], user: int) -> Layout:
        """Shows the position after a move, with what the move was, and buttons to the moves around it."""
        shown = await self.board(words, seen, facts)
        return replace(shown.below(told), rows=(_steps(seen), *_since(words, seen, user), *shown.rows))

    async def newest(self, words: Words, seen: Seen, user: int) -> Layout:
        """Shows the position as it is now, with the way back to earlier ones."""
        shown = await self.board(words, seen)
        return replace(shown, rows=(_steps(seen), *_since(words, seen, user), *shown.rows)) if seen.number else shown

    async def board(self, words: Words, seen: Seen, facts: Sequence[Fact] = ()) -> Layout:
        """Shows a position, to the person who asked only."""
        names = game_text.names(words, seen.table)
        lines = [table_text.cut_short(words) if seen.given_up else game_text.status(words, seen.view, names)]
        if seen.outcome is not None:
            lines.append(game_text.ending(words, seen.outcome, names, seen.view, seen.told))
        else:
            lines += game_text.standing(words, seen.view, names)
        lines += _listed(words, seen)
        lines += game_text.legend(words, seen.view)
        if seen.waiting:
            lines.append(game_text.waiting_for(words, seen.waiting, names))
        alt = game_text.alt(words, seen.view, names, facts)
        alts = game_text.alts(words, seen.view, names, seen.outcome, seen.told, course=seen.course)
        pictures = await self.gallery.board(
            seen.view, facts, alt, alts, names=names, told=seen.told, course=seen.course
        )
        return layout.pictured(words, "\n".join(lines), pictures, self._looking(words, seen), heading(seen.table))

    def meanwhile(self, words: Words, table: str, board: Layout, *, waits: bool) -> Layout:
        """Returns the board for who is not asked now, no higher than a screen: what they can take back stands above it.

        `waits`: the house, which can be told to go on.
        """
        if waits:
            line = words.say("The house plays within half a minute; “Go on” lets it play at once.")
            rows = ((self.go_on_button(words, table),), *board.rows)
            board = replace(board, text=f"{board.text}\n{line}", rows=rows)
        return replace(board, pictures=sizing.room_for(board))

    def go_on_button(self, words: Words, table: str) -> Button:
        """Lets the house play at once."""
        return Button(words.say("Go on"), custom_ids.board(table, "go"), ButtonStyle.primary)

    def _looking(self, words: Words, seen: Seen) -> tuple[Row, ...]:
        """Returns the menu of parts at double size, and a board's buttons."""
        table = seen.table.id
        options = [MenuOption(name, value) for name, value in self.parts(words, seen)]
        number = seen.number if _is_old(seen) else ""
        closer = Menu(custom_ids.board(table, f"{ZOOM}{number}"), words.say("Look closer"), tuple(options[:25]))
        menu = (closer,) if options else ()
        over = seen.given_up or seen.outcome is not None
        presses = board_rows(words, table, over=over, asks=out_of_turn(seen.table))
        if over:
            ratings = Button(words.say("Ratings"), custom_ids.board(table, "ratings"))
            presses = (*presses, (ratings, Button(words.say("Statistics"), custom_ids.board(table, "tally"))))
        alone = len(seen.table.users) < 2 and any(q.seat in seen.table.users for q in seen.table.questions)
        return *menu, *presses, *_about_house(words, seen.table, asked=alone)

    async def zoom(self, words: Words, seen: Seen, part: str) -> Layout:
        """Shows a part of a position at double size."""
        picture, _, region = part.partition(" ")
        if part not in [value for _, value in self.parts(words, seen)]:
            return Layout(words.say("There is no such part of the board. Choose one from the suggestions."))
        names = game_text.names(words, seen.table)
        text = game_text.part(words, seen.table.row.game, picture, region)
        alt = game_text.alts(words, seen.view, names).get(picture) or game_text.alt(words, seen.view, names)
        shown = await self.gallery.zoom(seen.view, picture, region, alt, names=names)
        rows = (_steps(seen), *self._looking(words, seen)) if _is_old(seen) else self._looking(words, seen)
        return layout.pictured(words, text, shown, rows, heading(seen.table))

    async def text_board(self, words: Words, seen: Seen, page: int = 0, told: str = "") -> Layout:
        """Shows the whole position in words, for a screen reader: one page, and buttons to the others.

        `told`: what the picture would mark.
        """
        names = game_text.names(words, seen.table)
        pages = game_text.text_board(words, seen.view, names, seen.outcome, seen.told, course=seen.course)
        page = min(page, len(pages) - 1)
        presses = [
            Button(
                words.say("Page {n}", n=n + 1),
                custom_ids.board(seen.table.id, f"{TEXT}{n}.{seen.number}"),
                disabled=n == page,
            )
            for n in range(len(pages))
        ]
        rows = layout.buttons(*presses) if len(pages) > 1 else ()
        text = "\n".join([pages[page], *(_listed(words, seen) if page == 0 else ())])
        return Layout(text, (), rows, heading=heading(seen.table)).below(told if page == 0 else "")

    async def hand(self, words: Words, hand: Hand, *, unreachable: bool) -> Layout:
        """Shows what only a seat sees. `unreachable`: direct messages do not reach its player, who is told so."""
        text = game_text.hand(words, hand.view, game_text.names(words, hand.table))
        pictures = await self.gallery.hand(hand.view, text)
        text = "\n".join([text, *game_text.legend(words, hand.view)])
        text = f"{text}\n{table_text.unreachable(words)}" if unreachable else text
        is_on = hand.table.status == RUNNING
        runs = is_on and game_text.ordering(hand.table.row.game) is not None
        order = (order_screen.button(words, hand.table.id),) if runs else ()
        asked = any(question.seat == hand.seat for question in hand.table.questions)
        turn = (Button(words.say("My turn"), custom_ids.board(hand.table.id, "turn")),) if asked else ()
        settings = Button(words.say("Settings"), custom_ids.setting(custom_ids.SEE, hand.table.id))
        seats = (Button(words.say("Seats"), custom_ids.board(hand.table.id, "seats")),) if is_on else ()
        rows = (*layout.buttons(*turn, *order, settings, *seats), *_about_house(words, hand.table, asked=asked))
        return layout.pictured(words, text, pictures, rows, heading=heading(hand.table))

    def order(
        self, words: Words, hand: Hand, tokens: tuple[str, ...], note: str = "", typed: str = ""
    ) -> Layout | None:
        """Shows a seat's standing order, and the line of it that is being said; None if the game has no such screen.

        `typed`: what was typed in vain, to be corrected.
        """
        known = game_text.ordering(hand.table.row.game)
        if known is None:
            return None
        note = f"{quoted(typed, 100)} · {note}" if typed else note
        return replace(OrderScreen(words, hand, known).form(tokens, note, typed), heading=heading(hand.table))

    def help(self, words: Words, table: Table | None, game: str = "", number: int = 0) -> Layout:
        """Shows a chapter; a menu turns the same message to the others."""
        game = game or (table.row.game if table is not None else "")
        text = game_text.chapter(words, game, number, table.row.lang if table is not None else "")
        legend = words.say("⚠️ something is wrong · ▸ planned, not played yet · ~~struck out~~ taken back")
        found = [heading for heading, _ in game_text.chapters_of(words, game)] if game else []
        options = tuple(MenuOption(heading, f"{game} {n}", chosen=n == number) for n, heading in enumerate(found))
        where = table.id if table is not None else game
        turns = Menu(custom_ids.board(where, "chapter"), words.say("Chapters"), options)
        return Layout(f"{text}\n-# {legend}", (), (turns,) if found else (), heading=heading(table))

    def parts(self, words: Words, seen: Seen) -> list[tuple[str, str]]:
        """Returns the parts that can be looked at closer: in words, and as `zoom` takes them."""
        game, painters = seen.table.row.game, self.gallery.painters
        with spared:
            return [
                (game_text.part(words, game, picture, region), f"{picture} {region}")
                for picture in painters.pictures(seen.view)
                for region in painters.regions(seen.view, picture)
            ]
        return []


def _listed(words: Words, seen: Seen) -> list[str]:
    """Says what players have left for all to see, beside the position as it is now."""
    table = seen.table
    now = seen.outcome is None and seen.number == table.position.number
    return game_text.listed(words, table.row.game, table.listed() if now else (), game_text.names(words, table))


def _about_house(words: Words, table: Table, *, asked: bool) -> tuple[Row, ...]:
    """Returns the buttons that are about the house. `asked`: the reader, who may want a hint."""
    hint = (Button(words.say("Hint"), custom_ids.board(table.id, "hint")),) if asked and table.may_hint else ()
    choice = (Button(words.say("Explain the house"), custom_ids.board(table.id, "explain")),) if table.house else ()
    return ((*hint, *choice),) if hint or choice else ()


def _is_old(seen: Seen) -> bool:
    """Has somebody moved since this position?"""
    return seen.number < seen.table.position.number


def _steps(seen: Seen) -> tuple[Button, ...]:
    """Returns the buttons to the positions around this one."""
    last, table = seen.table.position.number, seen.table.id
    first, back, on = STEPS
    ways = ((first, 0, seen.number > 0), (back, seen.number - 1, seen.number > 0),
            (on, seen.number + 1, seen.number < last))  # fmt: skip
    return tuple(Button(sign, custom_ids.board(table, f"{MOVE}{to}{sign}"), disabled=not ok) for sign, to, ok in ways)


def _since(words: Words, seen: Seen, user: int) -> tuple[Row, ...]:
    """Leads to what has happened since an earlier position, or since the reader's last turn; and through the game."""
    table = seen.table.id
    replay = Button(words.say("Replay"), custom_ids.board(table, f"{REPLAY}{seen.number}"))
    if _is_old(seen):
        since = Button(words.say("Since this move"), custom_ids.board(table, f"{SINCE}{seen.number}"))
        return ((since, replay),)
    mine = (Button(words.say("Since your last turn"), custom_ids.board(table, SINCE)),)
    through = () if seen.outcome is not None or seen.given_up else (replay,)  # it stands below, with the film
    found = (*(mine if seen.table.is_seated(user) else ()), *through)
    return (found,) if found else ()
