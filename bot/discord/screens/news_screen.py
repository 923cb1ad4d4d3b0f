"""What has happened since somebody's last turn, or since a move: told in lines, and numbered in the pictures alike."""

from collections.abc import Sequence

from bot.discord import layout
from bot.discord.gallery import Gallery
from bot.discord.layout import Layout, Row
from bot.discord.screens import sizing
from bot.games import game_text, news_text
from bot.play.history.news import News
from bot.wording import Words
from rules.contract import PublicView


class NewsScreen:
    def __init__(self, gallery: Gallery) -> None:
        self._gallery = gallery

    async def shown(
        self, words: Words, view: PublicView, names: Sequence[str], news: News, rows: Sequence[Row]
    ) -> Layout:
        """Shows the position as it is now with all that has changed, above buttons."""
        if not news.runs:
            return Layout(news_text.nothing(words, news), (), tuple(rows))
        alt, alts = news_text.described(words, view, names, news), game_text.alts(words, view, names)
        pictures = await self._gallery.since(view, news.facts, alt, alts, names=names)
        legend = game_text.legend(words, view)
        texts = ["\n".join([top, *legend]) for top in news_text.shortened(words, news, names)]
        shown = [pictures, pictures[:1]]  # the first tells most of it
        found = [layout.pictured(words, text, some, rows) for some in shown for text in texts]
        return next(filter(sizing.fits, found), found[0])
