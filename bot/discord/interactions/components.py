"""Routes every press, menu and modal by the prefix of its custom_id, and always answers.

Nothing is kept in memory between two presses.
"""

from collections.abc import Callable
from typing import Any

import discord

from bot.discord.interactions import board_verbs, custom_ids, inbox
from bot.discord.interactions.asked import Asked
from bot.discord.interactions.below import Below
from bot.discord.interactions.custom_ids import MOVE, SINCE, STEPS, TEXT, ZOOM, Said
from bot.discord.interactions.panels import Panels
from bot.discord.interactions.presses import Presses
from bot.discord.interactions.replies import ask, has_arrived, reply, reply_beside
from bot.discord.interactions.responses import Responses
from bot.discord.interactions.turnstile import Turnstile
from bot.discord.layout import Layout
from bot.discord.screens import lobby_screen, settings_screen
from bot.discord.screens.lobby_screen import VERBS
from bot.games import game_text
from bot.play import Where

TYPED, ORDERED = "text", "order"
"""The fields of our modals."""


class Components:
    def __init__(
        self, responses: Responses, presses: Presses, below: Below, panels: Panels, *, turnstile: Turnstile
    ) -> None:
        self._responses = responses
        self._turnstile = turnstile
        self._presses = presses
        self._below = below
        self._panels = panels

    async def receive(self, interaction: discord.Interaction) -> None:
        """Answers a press, a choice or a modal."""
        with self._below.watched(interaction) as is_newest:
            await self._receive(interaction, is_newest)
        if has_arrived(interaction):
            self._responses.transactions.env.delivered.note(interaction.id)

    async def _receive(self, interaction: discord.Interaction, is_newest: Callable[[], bool]) -> None:
        asked = await self._responses.languages.asked(interaction)
        data: Any = interaction.data or {}
        said = custom_ids.read(str(data.get("custom_id", "")))
        if said is not None and await self._opens_modal(asked, said):
            return

        async def work() -> Layout:
            async with self._turnstile.turn(interaction):
                shown = await self._answer(asked, said) if said is not None else None
            if shown is None:
                text = asked.words.say("This button is out of date. Use /table board to see where the game stands.")
                return Layout(text)
            return shown if _is_public(interaction) else await inbox.elsewhere(self._responses, asked, shown, said)

        table = said.table if said is not None and said.table != custom_ids.NOWHERE else ""
        if _is_public(interaction):
            told, taken = self._below.told, self._presses.note
            with self._below.after(table):
                shown = await reply_beside(interaction, work, asked.words, told, taken, table=table)
            self._panels.note(asked, shown)
            return
        age, edit = self._turnstile.age(interaction), interaction.message is not None
        shown = await reply(interaction, work, asked.words, edit=edit, age=age, table=table)
        if interaction.guild_id is not None:
            self._panels.note(asked, shown, said.table if said is not None and interaction.message is not None else "")
            await self._below.keep(interaction, shown, is_newest)

    async def _opens_modal(self, asked: Asked, said: Said) -> bool:
        """Opens a modal. It must be the first answer, so what it is for is only checked when it comes back."""
        words, interaction = asked.words, asked.interaction
        if interaction.type is not discord.InteractionType.component:
            return False
        if said.kind == custom_ids.PLAN and said.verb in (custom_ids.TYPE, custom_ids.CORRECT):
            field, label = custom_ids.typed(said.table, said.since, said.rev), words.say("Moves, separated by ;")
            again = said.rest if said.verb == custom_ids.CORRECT else ""
            example = "" if again else said.rest
            opened = _modal(words.say("Type your turn"), field, TYPED, label, example=example, filled=again)
        elif said.kind == custom_ids.ORDER and said.verb in (custom_ids.TYPE, custom_ids.CORRECT):
            game, _, again = said.rest.partition(" ")
            known = game_text.ordering(game)
            if known is None:
                return False
            title, field = words.say("Standing order"), custom_ids.order(said.table)
            label, about = words.say("Order (empty: none)"), words.put(known.about)
            opened = _modal(title, field, ORDERED, label, about=about, example=known.example, filled=again)
        else:
            return False
        await ask(interaction, opened)
        return True

    async def _answer(self, asked: Asked, said: Said) -> Layout | None:
        """Returns the answer; None for an unknown verb."""
        responses, interaction, where = self._responses, asked.interaction, asked.pressed(said.table)
        match said.kind:
            case custom_ids.LOBBY:
                return await lobby_screen.do(responses, asked, where, said.verb) if said.verb in VERBS else None
            case custom_ids.BOARD:
                return await self._board(asked, said)
            case custom_ids.ANSWER:
                return await responses.sealed(asked, where, said.since, said.verb)
            case custom_ids.CALL:
                return await responses.offered(asked, where, said.verb)
            case custom_ids.ORDER if said.verb:
                return await responses.ordering(asked, said, _chosen(interaction))
            case custom_ids.ORDER:
                return await responses.order(asked, where, _typed_into(interaction, ORDERED))
            case custom_ids.INBOX:
                return await inbox.pressed(responses, asked, said)
            case custom_ids.SETTING:
                return await settings_screen.pressed(responses, asked, said, _chosen(interaction))
            case custom_ids.TYPED:
                text = _typed_into(interaction, TYPED)
                return await responses.typed(asked, where, text, since=said.since, rev=said.rev)
            case _:
                return await responses.plan(asked, said, " ".join(_chosen(interaction)).split())

    async def _board(self, asked: Asked, said: Said) -> Layout | None:
        responses, table = self._responses, asked.pressed(said.table)
        does = board_verbs.does(said.verb)
        if does is not None:
            return await does(responses, asked, table)
        if said.verb.startswith(TEXT):
            return await self._text_page(asked, table, said.verb.removeprefix(TEXT))
        if said.verb.startswith(MOVE):
            number = _number(said.verb.removeprefix(MOVE).rstrip(STEPS))
            return await responses.board(asked, table, number) if number is not None else None
        if said.verb.startswith(SINCE):
            after = _number(said.verb.removeprefix(SINCE))
            return await responses.since(asked, table, after) if said.verb == SINCE or after is not None else None
        if said.verb == "chapter":
            return await responses.chapter(asked, table, " ".join(_chosen(asked.interaction)))
        if said.verb.startswith(ZOOM):
            return await self._zoomed(asked, table, said.verb.removeprefix(ZOOM))
        if said.verb == "again":
            return await lobby_screen.again(responses, asked, await responses.load(table))
        return None

    async def _zoomed(self, asked: Asked, table: Where, number: str) -> Layout | None:
        """A part of the newest position, or of that after a move."""
        after = _number(number)
        if number and after is None:
            return None
        return await self._responses.zoom(asked, table, " ".join(_chosen(asked.interaction)), after)

    async def _text_page(self, asked: Asked, table: Where, which: str) -> Layout | None:
        page, _, number = which.partition(".")
        if not (page.isdecimal() and number.isdecimal() and len(which) < 10):
            return None
        return await self._responses.text_board(asked, table, int(number), int(page))


def _number(text: str) -> int | None:
    """Returns the number of a move that a press names; None for what is none."""
    return int(text) if text.isdecimal() and len(text) < 10 else None


def _is_public(interaction: discord.Interaction) -> bool:
    """Do all see the pressed message? It never shows the answer; a panel and a direct message do."""
    message = interaction.message
    return message is not None and not message.flags.ephemeral and interaction.guild_id is not None


def _chosen(interaction: discord.Interaction) -> list[str]:
    data: Any = interaction.data or {}
    return [str(value) for value in data.get("values", ())]


def _modal(
    title: str, custom_id: str, field: str, label: str, *, about: str = "", example: str, filled: str = ""
) -> discord.ui.Modal:
    made = discord.ui.Modal(title=title[:45], custom_id=custom_id, timeout=None)
    line: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=field, placeholder=example or None, default=filled or None, required=False, max_length=200
    )
    made.add_item(discord.ui.Label(text=label[:45], description=about[:100] or None, component=line))
    made.stop()
    return made


def _typed_into(interaction: discord.Interaction, name: str) -> str:
    """Returns what was typed into a field, wherever Discord nests it."""
    data: Any = interaction.data or {}
    ahead: list[Any] = list(data.get("components", ()))
    while ahead:
        part = ahead.pop(0)
        if part.get("custom_id") == name:
            return str(part.get("value", ""))
        ahead += part.get("components", ())
        if "component" in part:
            ahead.append(part["component"])
    return ""
