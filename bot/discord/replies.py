"""Answering an interaction in time: within three seconds, only to the one who asked, and always something.

A press on a panel edits it; a press on a public message opens an answer that only its presser sees. Where the work
takes longer than a second and a half the answer is announced first. A late answer is no failure: what is stored stands.
Nothing else in the bot talks to an interaction; how often something is tried is the wire's business
(bot/discord/wire.py).
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from enum import Enum, auto

import discord
import structlog
from discord import ui

from bot.discord.layout import Layout
from bot.discord.transient import is_away
from bot.discord.wire import ANSWERED
from bot.wording import Words

PATIENCE = 1.5
LATE = frozenset({10008, 10015, 10062, 50027})
"""Nobody waits for it any more: what was to be changed or answered is gone."""

log = structlog.get_logger()

Work = Callable[[], Awaitable[Layout]]
Oops = Callable[[str], Layout]


class Fate(Enum):
    """What became of something that was to be said."""

    SAID = auto()
    TAKEN = auto()
    """Something stands there already, and can be edited."""
    PERHAPS = auto()
    """Nobody knows: Discord was away."""
    REFUSED = auto()
    """Discord does not take it as it is."""
    LOST = auto()
    """Nobody is there to be told."""


async def reply(interaction: discord.Interaction, work: Work, oops: Oops, *, edit: bool) -> None:
    """Carries out what was asked and answers; `oops` makes a sentence of an error's number."""
    doing = asyncio.ensure_future(_guarded(work, oops))
    await asyncio.wait({doing}, timeout=PATIENCE)
    if not doing.done() and not interaction.response.is_done():
        await _fate(_announce(interaction, edit=edit))  # where it did not get through the answer itself may
    await _send(interaction, await doing, edit=edit)


async def think(interaction: discord.Interaction) -> Fate:
    """A slash command announces its answer first, and is carried out if that was said or taken."""
    return await _fate(_announce(interaction, edit=False))


async def tell(interaction: discord.Interaction, text: str) -> None:
    """A sentence, to whoever types a command's option nothing to choose from."""
    if interaction.type is discord.InteractionType.autocomplete:
        await _fate(interaction.response.autocomplete([]))
    else:
        await _send(interaction, Layout(text), edit=False)


async def ask(interaction: discord.Interaction, modal: ui.Modal) -> None:
    """A form to be filled in, which must be the first answer."""
    await _fate(interaction.response.send_modal(modal))


async def _guarded(work: Work, oops: Oops) -> Layout:
    try:
        return await work()
    except Exception as error:
        number = secrets.token_hex(4)
        log.exception("error", error_id=number, kind=type(error).__name__, exc_info=error)
        return oops(number)


async def _announce(interaction: discord.Interaction, *, edit: bool) -> None:
    if edit:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _send(interaction: discord.Interaction, form: Layout, *, edit: bool) -> None:
    """As the first answer or in the place of what was announced; in words alone where Discord refuses the rest."""
    for shown in (form, Layout(form.text)):
        fate = Fate.TAKEN
        if not interaction.response.is_done():
            fate = await _fate(_first(interaction, shown, edit=edit))
        if fate in (Fate.TAKEN, Fate.PERHAPS):
            fate = await _fate(_later(interaction, shown))
        if fate is not Fate.REFUSED:
            return


async def _first(interaction: discord.Interaction, form: Layout, *, edit: bool) -> None:
    if edit:
        await interaction.response.edit_message(
            content=None, embeds=[], view=form.view(), attachments=form.files(), allowed_mentions=form.allowed()
        )
    else:
        await interaction.response.send_message(
            view=form.view(), files=form.files(), ephemeral=True, allowed_mentions=form.allowed()
        )


async def _later(interaction: discord.Interaction, form: Layout) -> None:
    await interaction.edit_original_response(
        content=None, embeds=[], view=form.view(), attachments=form.files(), allowed_mentions=form.allowed()
    )


async def _fate(saying: Awaitable[object]) -> Fate:
    """Says it; of what fails nobody is told but the log."""
    try:
        await saying
    except discord.HTTPException as refused:
        if refused.code in LATE:
            log.info("late", code=refused.code)  # what was stored stands, and the thread shows it
            return Fate.LOST
        if refused.code == ANSWERED:
            log.info("answered already")
            return Fate.TAKEN
        log.warning("unsaid", status=refused.status, code=refused.code)
        return Fate.PERHAPS if is_away(refused) else Fate.REFUSED
    except Exception as lost:  # noqa: BLE001 (of the network, of a closed session, of an answer that makes no sense)
        log.warning("unsaid", error=type(lost).__name__)
        return Fate.PERHAPS
    return Fate.SAID


def oops(words: Words, number: str) -> Layout:
    """An error of ours: its number is in the log."""
    return Layout(
        words.say("Something went wrong (error {number}). What was confirmed is safe; please try again.", number=number)
    )
