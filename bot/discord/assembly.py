"""What the bot on Discord is made of, and what is given to what."""

from collections.abc import Mapping
from functools import partial

import discord

from bot.discord.commands import CommandContext
from bot.discord.gallery import Gallery
from bot.discord.interactions import inbox
from bot.discord.interactions.below import Below
from bot.discord.interactions.components import Components
from bot.discord.interactions.panels import Panels
from bot.discord.interactions.presses import Presses
from bot.discord.interactions.refusals import turnstile
from bot.discord.interactions.responses import Responses
from bot.discord.languages import Languages
from bot.discord.messages.courier import courier
from bot.discord.messages.discord_messenger import DiscordMessenger
from bot.discord.screens.screens import Screens
from bot.games.game import Game, painters
from bot.play import Clockwork, HouseTurns, Transactions


class Assembly:
    """The parts of one client."""

    def __init__(
        self,
        client: discord.Client,
        transactions: Transactions,
        games: Mapping[str, Game],
        lang: str,
        contact: str,
    ) -> None:
        self.gallery = Gallery(painters(games))
        self.languages = Languages(transactions.env.store)
        responses = Responses(transactions, Screens(self.gallery), self.languages)
        presses, below = Presses(), Below(transactions)
        self.turnstile = turnstile(self.languages)
        self.panels = Panels(transactions, below, partial(inbox.renewed, responses))
        self.components = Components(responses, presses, below, self.panels, turnstile=self.turnstile)
        self.context = CommandContext(responses, lang, contact, below, self.panels, turnstile=self.turnstile)
        messenger = DiscordMessenger(client, self.gallery, presses, transactions.env.store.entitled, below.awaits)
        self.courier = courier(transactions, messenger)
        self.clockwork = Clockwork(transactions)
        self.house_turns = HouseTurns(transactions)
