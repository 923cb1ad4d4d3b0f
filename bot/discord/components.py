"""Routes every press, menu and modal by the prefix of its custom_id, and always answers.

Nothing is kept in memory between two presses.
"""

from typing import Any

import discord

from bot.discord import custom_ids
from bot.discord.custom_ids import Said
from bot.discord.languages import Languages
from bot.discord.layout import Layout
from bot.discord.lobby_screen import VERBS, LobbyScreen
from bot.discord.modals import modal, typed_into
from bot.discord.replies import ask, oops, reply
from bot.discord.responses import Responses
from bot.discord.screens import TEXT
from bot.play import Action
from bot.wording import Words

TYPED, ORDERED = "text", "order"
"""The fields of our modals."""


class Components:
    def __init__(self, responses: Responses, lobbies: LobbyScreen, languages: Languages) -> None:
        self._responses = responses
        self._lobbies = lobbies
        self._languages = languages

    async def receive(self, interaction: discord.Interaction) -> None:
        """Answers a press, a choice or a modal."""
        words = await self._languages.words(interaction)
        data: Any = interaction.data or {}
        said = custom_ids.read(str(data.get("custom_id", "")))
        if said is not None and await self._opens_modal(interaction, said, words):
            return

        async def work() -> Layout:
            shown = await self._answer(interaction, said, words) if said is not None else None
            if shown is None:
                text = words.say("This button is out of date. Use /table board to see where the game stands.")
                return Layout(text)
            return shown if interaction.guild_id is not None else shown.below(shown.heading)

        await reply(interaction, work, lambda number: oops(words, number), edit=_edits(interaction))

    async def _opens_modal(self, interaction: discord.Interaction, said: Said, words: Words) -> bool:
        """Opens a modal. It must be the first answer, so what it is for is only checked when it comes back."""
        if interaction.type is not discord.InteractionType.component:
            return False
        if said.kind == custom_ids.PLAN and said.verb == "type":
            field = custom_ids.typed(said.table, said.since, said.rev)
            asked = modal(words.say("Type your turn"), field, TYPED, words.say("Moves, with ; between"), said.rest)
        elif said.kind == custom_ids.BOARD and said.verb == "order":
            title = words.say("Standing order")
            field = custom_ids.order(said.table)
            asked = modal(title, field, ORDERED, words.say("Order (empty: none)"), "block K6 *12 pass")
        else:
            return False
        await ask(interaction, asked)
        return True

    async def _answer(self, interaction: discord.Interaction, said: Said, words: Words) -> Layout | None:
        """Returns the answer; None for an unknown verb."""
        responses, action = self._responses, act(interaction)
        match said.kind:
            case custom_ids.LOBBY:
                if said.verb not in VERBS:
                    return None
                return await self._lobbies.do(interaction, said.table, said.verb, words)
            case custom_ids.BOARD:
                return await self._board(interaction, said, words)
            case custom_ids.ANSWER:
                return await responses.sealed(words, said.table, action, said.since, said.verb)
            case custom_ids.ORDER:
                return await responses.order(words, said.table, action, typed_into(interaction, ORDERED))
            case custom_ids.TYPED:
                text = typed_into(interaction, TYPED)
                return await responses.typed(words, said.table, action, text, since=said.since, rev=said.rev)
            case _:
                chosen = " ".join(_chosen(interaction)).split()
                return await responses.plan(words, said, action, chosen)

    async def _board(self, interaction: discord.Interaction, said: Said, words: Words) -> Layout | None:
        responses, table, user = self._responses, said.table, interaction.user.id
        match said.verb:
            case "turn" | "answer":
                return await responses.turn(words, table, user)
            case "hand":
                return await responses.hand(words, table, user)
            case "board":
                return await responses.board(words, table)
            case "help":
                return await responses.help(words, table)
            case verb if verb.startswith(TEXT):
                return await self._text_page(words, table, verb.removeprefix(TEXT))
            case "zoom":
                return await responses.zoom(words, table, " ".join(_chosen(interaction)))
            case "undo":
                return await responses.taken_back(words, table, act(interaction))
            case "again":
                return await self._lobbies.again(interaction, table, words)
            case _:
                return None

    async def _text_page(self, words: Words, table: str, which: str) -> Layout | None:
        page, _, number = which.partition(".")
        if not (page.isdecimal() and number.isdecimal() and len(which) < 10):
            return None
        return await self._responses.text_board(words, table, int(number), int(page))


def act(interaction: discord.Interaction) -> Action:
    return Action(interaction.user.id, interaction.id)


def _edits(interaction: discord.Interaction) -> bool:
    """Is the pressed message edited? A panel and a DM are; a public message never is: the answer is a new one."""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)


def _chosen(interaction: discord.Interaction) -> list[str]:
    data: Any = interaction.data or {}
    return [str(value) for value in data.get("values", ())]
