"""What the bot on Discord is made of, and what is given to what."""

from collections.abc import Mapping

import discord

from bot.discord.commands import CommandContext
from bot.discord.components import Components
from bot.discord.composer import Composer
from bot.discord.courier import Courier
from bot.discord.discord_messenger import DiscordMessenger
from bot.discord.gallery import Gallery
from bot.discord.languages import Languages
from bot.discord.responses import Responses
from bot.discord.screens import Screens
from bot.games.game import Game, painters
from bot.play import Clockwork, Transactions


class Assembly:
    """The parts of one client."""

    def __init__(
        self, client: discord.Client, transactions: Transactions, games: Mapping[str, Game], lang: str, contact: str
    ) -> None:
        self.gallery = Gallery(painters(games))
        self.languages = Languages(transactions.env.store)
        responses = Responses(transactions, Screens(self.gallery), self.languages)
        self.components = Components(responses)
        self.context = CommandContext(responses, lang, contact)
        self.courier = Courier(transactions, Composer(transactions.env), DiscordMessenger(client, self.gallery))
        self.clockwork = Clockwork(transactions)
