"""What a panel shows besides when it is opened: what has happened since its owner's last turn, or the last move."""

from dataclasses import dataclass

from bot.discord.interactions.asked import Asked
from bot.discord.layout import Picture
from bot.discord.screens import reminder_settings
from bot.discord.screens.panel_screen import Opened
from bot.discord.screens.screens import Screens
from bot.games import game_text
from bot.games.news_text import told
from bot.play import Done, Env, Panel, Table, queries
from bot.play.answers import Refusal
from bot.play.history.news import News, since, since_own
from bot.play.people.preferences import MOTION
from bot.play.queries import Seen
from bot.wording import called


@dataclass(frozen=True)
class Opening:
    env: Env
    screens: Screens

    async def of(self, asked: Asked, done: Done, *, begun: bool = False, last: bool = False) -> Opened:
        """Returns what a panel opens with; nothing once something is planned.

        `begun`: the turn has begun by its being opened, which is told by itself. `last`: only the last move.
        """
        table, panel = done.table, done.answer
        if table is None or not isinstance(panel, Panel) or not panel.is_blank:
            return Opened()
        news = await since_own(table, panel.seat, self.env, begun=begun)
        news = news.just_the_newest() if last else news
        film = await self._film(asked, table, panel.seat) if news.moves < 2 else None
        return Opened(news) if film is None else Opened(film=film)

    async def lost(self, asked: Asked, table: Table | None) -> str:
        """Tells once whoever presses that their digest has not reached them; empty where it has, or they know."""
        seats = () if table is None else table.seats
        settings = next((table.settings(row.seat) for row in seats if table and row.user == asked.user), ())
        return await reminder_settings.lost(self.env.store, asked.words, asked.user, settings)

    async def since(self, asked: Asked, table: Table, number: int | None) -> News | Refusal:
        """Returns what has happened since a public move, or since the reader's own last."""
        return await since(table, asked.user, number, self.env)

    async def line(self, asked: Asked, seen: Seen) -> str:
        """Returns what the log tells of the move that led to a position."""
        log = await queries.told(seen.table, asked.user, self.env)
        lines = log if isinstance(log, tuple) else ()
        line = next((line for line in reversed(lines) if line.entry.number == seen.number), None)
        return "" if line is None else game_text.told(asked.words, line.entry, line.at, called(asked.words, line.seats))

    async def instead_of_marks(self, asked: Asked, seen: Seen) -> str:
        """Tells somebody who sees no picture what it would mark: a move, or what has happened since their last turn."""
        words, table = asked.words, seen.table
        if seen.number < table.position.number:
            return await self.line(asked, seen)
        found = await self.since(asked, table, None) if table.is_seated(asked.user) else None
        return told(words, found, game_text.names(words, table)) if isinstance(found, News) else ""

    async def _film(self, asked: Asked, table: Table, seat: int) -> Picture | None:
        """Returns the last move as a short film, for who wishes it."""
        if MOTION not in table.settings(seat):
            return None
        moved = await queries.last_move(table, self.env)
        return None if moved is None else await self.screens.film(asked.words, table, moved)
