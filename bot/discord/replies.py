"""Answering an interaction in time: within three seconds, only to the one who asked, and always something.

A press on a panel edits it; a press on a public message opens an answer that only its presser sees. Where the work
takes longer than a second and a half the answer is announced first. A late answer is no failure: what is stored stands.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import discord
import structlog

from bot.discord.layout import Layout
from bot.wording.words import Words

PATIENCE = 1.5

log = structlog.get_logger()

Work = Callable[[], Awaitable[Layout]]
Oops = Callable[[str], Layout]


async def reply(interaction: discord.Interaction, work: Work, oops: Oops, *, edit: bool) -> None:
    """Carries out what was asked and answers; `oops` makes a sentence of an error's number."""
    doing = asyncio.ensure_future(_guarded(work, oops))
    await asyncio.wait({doing}, timeout=PATIENCE)
    try:
        if not doing.done():
            await _announce(interaction, edit=edit)
        form = await doing
        await _send(interaction, form, edit=edit)
    except discord.NotFound:
        log.info("late", code=10062)  # what was stored stands, and the thread shows it
    except discord.HTTPException as refused:
        log.warning("unsaid", status=refused.status, code=refused.code)
    except (discord.ClientException, OSError, RuntimeError) as lost:
        log.warning("unsaid", error=type(lost).__name__)


async def _guarded(work: Work, oops: Oops) -> Layout:
    try:
        return await work()
    except Exception as error:
        number = secrets.token_hex(4)
        log.exception("error", error_id=number, kind=type(error).__name__, exc_info=error)
        return oops(number)


async def _announce(interaction: discord.Interaction, *, edit: bool) -> None:
    if interaction.response.is_done():
        return
    if edit:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def _send(interaction: discord.Interaction, form: Layout, *, edit: bool) -> None:
    view = form.view()
    if interaction.response.is_done():
        await interaction.edit_original_response(
            content=None, embeds=[], view=view, attachments=form.files(), allowed_mentions=form.allowed()
        )
    elif edit:
        await interaction.response.edit_message(
            content=None, embeds=[], view=view, attachments=form.files(), allowed_mentions=form.allowed()
        )
    else:
        await interaction.response.send_message(
            view=view, files=form.files(), ephemeral=True, allowed_mentions=form.allowed()
        )


async def think(interaction: discord.Interaction) -> None:
    """A slash command announces its answer first."""
    await interaction.response.defer(ephemeral=True, thinking=True)


def oops(words: Words, number: str) -> Layout:
    """An error of ours: its number is in the log."""
    return Layout(
        words.say("Something went wrong (error {number}). What was confirmed is safe; please try again.", number=number)
    )
