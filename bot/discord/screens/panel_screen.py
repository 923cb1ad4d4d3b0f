"""The panel of a player who is asked, whatever it is: a turn to plan, or a sealed question with its buttons."""

from collections.abc import Sequence
from typing import NamedTuple

from discord import ButtonStyle
from msgspec.structs import replace

from bot.discord import layout
from bot.discord.gallery import Gallery
from bot.discord.interactions import custom_ids
from bot.discord.interactions.custom_ids import MOVE, Said
from bot.discord.layout import Button, Heading, Layout, Menu, Picture, Row
from bot.discord.messages.discord_messenger import answer_buttons
from bot.discord.screens import sizing
from bot.discord.screens.news_screen import NewsScreen
from bot.discord.screens.plan_screen import PlanScreen, hint_button
from bot.games import game_text, news_text
from bot.play import Panel, Table
from bot.play.history.news import NOTHING, News
from bot.play.queries import Seen
from bot.wording import Words, quoted, table_text


class Opened(NamedTuple):
    """What a panel shows besides when it is opened, and nothing is planned yet."""

    news: News = NOTHING
    """What has happened since its owner's last turn."""
    film: Picture | None = None
    """The last move, for who wishes it."""


class PanelScreen:
    def __init__(self, gallery: Gallery) -> None:
        self._gallery = gallery
        self._news = NewsScreen(gallery)

    async def shown(
        self,
        words: Words,
        table: Table,
        panel: Panel,
        note: str = "",
        typed: str = "",
        *,
        above: str = "",
        opened: Opened = Opened(),  # noqa: B008 (it never changes)
    ) -> Layout:
        """`above`: what has just come to count. `note`: why the last press changed nothing. `typed`: what was typed."""
        screen = self._plan(words, table, above=above, news=opened.news)
        note = f"{quoted(typed, 100)} · {note}" if typed and note else note
        if not panel.question.sealed:
            shown = await screen.form(panel, note, typed, film=opened.film)
        elif all(choice.whole for choice in panel.next.choices) and not panel.next.tokens and not panel.then:
            tops = news_text.shortened(words, opened.news, game_text.names(words, table))
            shown = _below(await self._question(words, table, panel, note), above, tops)
        else:
            shown = await screen.question(panel, note, typed)
        return await self._painted(words, table, shown)

    def plain(self, words: Words, table: Table, panel: Panel, note: str) -> Layout:
        """Shows a panel without all that failed to be shown: the plan in its notation, and what can be pressed."""
        said = " ".join(panel.next.tokens)
        lines = [note, *(f"{number}. {text}" for number, text in enumerate(panel.moves, 1)), panel.then, said]
        rows = self._plan(words, table).rows(panel)
        return layout.pictured(words, "\n".join(line for line in lines if line), (), rows)

    async def aside(self, words: Words, table: Table, panel: Panel, said: Said, news: News) -> Layout:
        """Shows the pictures of a plan, where its panel had no room for them; or asks once more before it counts.

        `news`: what the pictures are to tell, as long as nothing is planned.
        """
        if said.verb == custom_ids.SURE:
            shown = await self._plan(words, table).sure(panel, said.rest)
        else:
            shown = await self._seen(words, table, panel, news)
        return await self._painted(words, table, shown)

    async def _painted(self, words: Words, table: Table, shown: Layout) -> Layout:
        """What has no room for a picture costs none."""
        return replace(await self._gallery.shown(words, shown), heading=heading(table))

    async def _seen(self, words: Words, table: Table, panel: Panel, news: News) -> Layout:
        """With the menus of a plan, if they fit a screen with its pictures; else with all that has happened."""
        ways = _ways(words, panel, news)
        shown = await self._plan(words, table, news=news).seen(panel, ways)
        if not news.runs or any(isinstance(row, Menu) for row in shown.rows):
            return shown
        return await self._news.shown(words, panel.public, game_text.names(words, table), news, (ways,))

    async def since(self, words: Words, seen: Seen, news: News, user: int) -> Layout:
        """Shows anybody what has happened."""
        table = seen.table
        asked = any(table.users.get(question.seat) == user for question in table.questions)
        turn = (Button(words.say("My turn"), custom_ids.board(table.id, "turn"), ButtonStyle.primary),)
        last = Button(words.say("Just the last move"), custom_ids.board(table.id, f"{MOVE}{table.position.number}"))
        look = (last,) if news.moves > 1 else (to_board(words, table),)
        names, rows = game_text.names(words, table), ((*(turn if asked else ()), *look),)
        return await self._painted(words, table, await self._news.shown(words, seen.view, names, news, rows))

    def _plan(self, words: Words, table: Table, *, above: str = "", news: News = NOTHING) -> PlanScreen:
        names = game_text.names(words, table)
        return PlanScreen(words, table.row.game, names, self._gallery, above=above, news=news)

    async def _question(self, words: Words, table: Table, panel: Panel, note: str) -> Layout:
        hand = game_text.hand(words, panel.private, game_text.names(words, table))
        own = game_text.when_asked(words, panel.private)
        ask = game_text.ask(words, panel.question.topic, panel.public, game_text.names(words, table))
        text = "\n".join(line for line in (f"⚠️ {note}" if note else "", ask, own) if line)
        rows: tuple[Row, ...] = answer_buttons(words, table.row.game, table.id, panel.since, panel.next.choices)
        rows = (*rows, (hint_button(words, table.id),)) if panel.hints else rows
        return layout.pictured(words, text, await self._gallery.hand(panel.private, hand), rows)


def _ways(words: Words, panel: Panel, news: News) -> tuple[Button, ...]:
    """Leads back to the panel; from all that has happened to the last move alone, and back."""
    back = Button(words.say("My turn"), custom_ids.board(panel.table, "turn"), ButtonStyle.primary)
    if news.newest_only:
        every = custom_ids.plan(panel.table, panel.since, panel.rev, custom_ids.SEE)
        return back, Button(words.say("Since your last turn"), every)
    last = custom_ids.plan(panel.table, panel.since, panel.rev, custom_ids.LAST)
    return (back, Button(words.say("Just the last move"), last)) if news.moves > 1 else (back,)


def _below(shown: Layout, above: str, tops: Sequence[str]) -> Layout:
    """Returns a question below as much of the news as a screen has room for."""
    fitting = (shown.below("\n".join(filter(None, (above, top)))) for top in tops)
    return next(filter(sizing.fits, fitting), shown.below(above))


def to_board(words: Words, table: Table) -> Button:
    """Leads back to the board, whose place what is shown may have taken."""
    return Button(words.say("Board"), custom_ids.board(table.id, "board"))


def heading(table: Table | None) -> Heading | None:
    """Heads what is said elsewhere than in a table's thread."""
    if table is None:
        return None
    return Heading(table_text.headed(game_text.title(table.row.game), table.row.channel), table.row.channel)
