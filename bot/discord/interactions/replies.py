"""Answering an interaction in time: within three seconds, only to the person who asked, and always.

A press on a panel edits it. A press on a public message is acknowledged at once, by which the bot may change that
message for a quarter of an hour (presses.py), and opens an answer that only its presser sees. Else what takes longer
than `PATIENCE` is announced first. A late answer is no failure: what is stored stands. Nothing else in the bot answers
interactions; how often an answer is tried is up to the wire (wire.py).
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from enum import Enum, auto
from typing import Any, Final

import discord
import structlog
from discord import ui
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.discord.interactions import custom_ids
from bot.discord.interactions.wire import ANSWERED, TooLateError
from bot.discord.layout import Button, Layout
from bot.discord.transient import is_away
from bot.wording import Words
from storage import StorageAway

PATIENCE = 0.7
"""Seconds since its delivery in which an interaction is answered without being announced: if its first answer then
hangs for a second, there is time for another.
"""
AGAIN = (0.25, 1.0, 4.0)
"""Seconds between the tries of an answer that follows an acknowledgement."""
LATE = frozenset({10015, 10062, 50027})
"""Nobody waits for the answer any more."""
GONE = 10008
"""What it was to change is gone: the answer before has just been said anew below what came after it."""

ARRIVED: Final = "arrived"
"""Under this name an interaction keeps whether Discord took its answer."""
BELOW: Final = "below"
"""Under this name an interaction keeps the number of the answer that was said anew, or beside what was pressed on."""

log = structlog.get_logger()

Work = Callable[[], Awaitable[Layout]]
Told = Callable[[Layout], Awaitable[object]]


class Fate(Enum):
    """What became of an answer."""

    SAID = auto()
    TAKEN = auto()
    """Discord has an answer already, which can be edited."""
    PERHAPS = auto()
    """Nobody knows: Discord was out of reach."""
    REFUSED = auto()
    """Discord does not take it in this form."""
    LOST = auto()
    """Nobody is there to be told."""
    GONE = auto()
    """The message that it was to change is not there any more: it needs one of its own."""


async def reply(
    interaction: discord.Interaction,
    work: Work,
    words: Words,
    *,
    edit: bool,
    age: float = 0.0,
    table: str = "",
) -> Layout:
    """Does what was asked, and returns what it answered; an error of ours is told by its number in the log.

    `age`: seconds since it was delivered. `table`: where its person can go on, also after an error.
    """
    if interaction.response.is_done():  # it was announced before anything was done
        form = await _guarded(work, words, table)
    else:
        doing = asyncio.ensure_future(_guarded(work, words, table))
        form = await _in_time(interaction, doing, PATIENCE - age, edit=edit)
    interaction.extras[ARRIVED] = await _send(interaction, form, edit=edit) is Fate.SAID
    return form


async def _in_time(
    interaction: discord.Interaction, doing: asyncio.Future[Layout], left: float, *, edit: bool
) -> Layout:
    """Waits for what is done; announces it where that takes long, or where pictures may be long on their way."""
    await asyncio.wait({doing}, timeout=max(0.0, left))
    if not doing.done() or (not edit and _has_pictures(await doing)):
        await _fate(_announce(interaction, edit=edit))  # even if this does not get through, the answer itself may
    return await doing


def _has_pictures(form: Layout) -> bool:
    return bool(form.pictures or form.attachments)


def has_arrived(interaction: discord.Interaction) -> bool:
    """Is it known that Discord took what an interaction was answered?"""
    return bool(interaction.extras.get(ARRIVED))


async def reply_beside(
    interaction: discord.Interaction,
    work: Work,
    words: Words,
    told: Told,
    taken: Callable[[discord.Interaction], None],
    *,
    table: str = "",
) -> Layout:
    """Acknowledges a press on a message that all see, and answers by one that its presser alone sees.

    `told` waits until the thread has heard of what was done: the answer stands below that. `taken` hears of it as soon
    as Discord has acknowledged: what is done may change the message at once.

    The original response is what all see: nothing here may edit or delete it.
    """
    doing = asyncio.ensure_future(_guarded(work, words, table))
    fate = await _fate(_announce(interaction, edit=True))
    if fate in (Fate.SAID, Fate.TAKEN):
        taken(interaction)
    form = await doing
    if fate in (Fate.SAID, Fate.TAKEN):  # else it may be the first answer itself, for which there is little time
        await told(form)
    for shown in (form, Layout(form.text)):
        said = await _beside(interaction, shown, fate)
        interaction.extras[ARRIVED] = said is Fate.SAID
        if said is not Fate.REFUSED:
            break
    return form


async def _beside(interaction: discord.Interaction, form: Layout, acknowledged: Fate) -> Fate:
    """Says an answer of its own; twice rather than never."""
    fate = acknowledged
    if fate not in (Fate.SAID, Fate.TAKEN, Fate.LOST):
        fate = await _fate(_first(interaction, form, edit=False))
        if fate is not Fate.TAKEN:
            return fate
    for pause in (*AGAIN, None) if fate is not Fate.LOST else ():
        fate = await _fate(_below(interaction, form))
        if fate is not Fate.PERHAPS or pause is None:
            break
        await asyncio.sleep(pause)
    return Fate.REFUSED if fate in (Fate.GONE, Fate.TAKEN) else fate  # neither makes sense of a message of its own


async def lower(interaction: discord.Interaction, form: Layout) -> None:
    """Says an answer anew below what has come after it, and takes the one above away.

    One that never arrived stands above as "thinking…", if at all: what is said now fills it, and is not taken away.
    """
    if await _fate(_below(interaction, form)) is Fate.SAID:
        if has_arrived(interaction):
            await _fate(interaction.delete_original_response())
        interaction.extras[ARRIVED] = True


async def put_instead(interaction: discord.Interaction, form: Layout) -> None:
    """Shows this in place of the answer as it stands by now; nothing where only what all see could be changed."""
    below: int | None = interaction.extras.get(BELOW)
    message = interaction.message
    if below is not None:
        edit = async_context.get().edit_webhook_message
        await _fate(_written(interaction, edit, below, with_components=True, shown=_in_place(form)))
    elif message is None or message.flags.ephemeral:
        await _fate(_later(interaction, form))


async def change(interaction: discord.Interaction, shown: dict[str, Any]) -> None:
    """Changes the message that all see on which was pressed; raises what Discord answers."""
    await _put(interaction, **shown)


async def think(interaction: discord.Interaction) -> Fate:
    """Announces a slash command's answer; the command is carried out if the fate is SAID or TAKEN."""
    return await _fate(_announce(interaction, edit=False))


async def tell(interaction: discord.Interaction, text: str) -> None:
    """Says a sentence; a person who is typing an option gets nothing to choose from."""
    if interaction.type is discord.InteractionType.autocomplete:
        await _fate(interaction.response.autocomplete([]))
    else:
        await _send(interaction, Layout(text), edit=False)


def acknowledged(interaction: discord.Interaction) -> bool:
    """Has it had its first answer?"""
    return interaction.response.is_done()


async def ask(interaction: discord.Interaction, modal: ui.Modal) -> None:
    """Opens a form, which must be the first answer."""
    await _fate(interaction.response.send_modal(modal))


async def _guarded(work: Work, words: Words, table: str) -> Layout:
    try:
        return await work()
    except StorageAway:  # which is logged once an outage
        return Layout(
            words.say(
                "The tables are out of reach just now. What was confirmed is safe; see how it stands in a minute before"
                " you try again."
            )
        )
    except Exception as error:
        number = secrets.token_hex(4)
        log.exception("error", error_id=number, kind=type(error).__name__, exc_info=error)
        told = words.say(
            "Something went wrong (error {number}). What was confirmed is safe; please try again.", number=number
        )
        mine = Button(words.say("My turn"), custom_ids.board(table, "turn"))
        return Layout(told, rows=((mine,),) if table else ())


async def _announce(interaction: discord.Interaction, *, edit: bool) -> None:
    defer = interaction.response.defer
    await (defer() if edit else defer(ephemeral=True, thinking=True))


async def _send(interaction: discord.Interaction, form: Layout, *, edit: bool) -> Fate:
    """Sends the first answer, or replaces the announcement; in words alone if Discord refuses the rest."""
    fate = Fate.TAKEN
    for shown in (form, Layout(form.text)):
        fate = Fate.TAKEN
        if not interaction.response.is_done():
            fate = await _fate(_first(interaction, shown, edit=edit))
            if fate is Fate.GONE:
                fate = await _fate(_first(interaction, shown, edit=False))
        if fate in (Fate.TAKEN, Fate.PERHAPS):
            fate = await _fate(_later(interaction, shown))
            if fate is Fate.GONE:
                fate = await _fate(_below(interaction, shown))
        if fate is not Fate.REFUSED:
            break
    return fate


async def _first(interaction: discord.Interaction, form: Layout, *, edit: bool) -> None:
    if edit:
        await interaction.response.edit_message(**_in_place(form))
    else:
        await interaction.response.send_message(
            view=form.view(), files=form.files(), ephemeral=True, allowed_mentions=form.allowed()
        )


async def _below(interaction: discord.Interaction, form: Layout) -> None:
    flags = discord.MessageFlags(ephemeral=True)
    shown = {"view": form.view(), "files": form.files(), "allowed_mentions": form.allowed(), "flags": flags}
    send = async_context.get().execute_webhook
    said = await _written(interaction, send, wait=True, with_components=True, shown=shown)
    interaction.extras[BELOW] = int(said["id"])


async def _later(interaction: discord.Interaction, form: Layout) -> None:
    await _put(interaction, **_in_place(form))


async def _put(interaction: discord.Interaction, **shown: Any) -> None:
    """Changes the answer that an interaction has."""
    await _written(interaction, async_context.get().edit_original_interaction_response, shown=shown)


async def _written(
    interaction: discord.Interaction,
    route: Callable[..., Awaitable[Any]],
    *message: int,
    shown: dict[str, Any],
    **marks: bool,
) -> Any:
    """Sends or changes an answer; returns what Discord says then.

    discord.py would make a message of that, with an object for each button and option, and keep it for as long as the
    interaction is known. Of all that the number is read.
    """
    hook = interaction.followup
    with handle_message_parameters(**shown) as wanted:
        return await route(
            interaction.application_id,
            interaction.token,
            *message,
            session=hook.session,
            proxy=hook.proxy,
            proxy_auth=hook.proxy_auth,
            payload=wanted.payload,
            multipart=wanted.multipart,
            files=wanted.files,
            **marks,
        )


def _in_place(form: Layout) -> dict[str, Any]:
    """Returns what takes the place of all that a message showed."""
    shown = {"view": form.view(), "attachments": form.files(), "allowed_mentions": form.allowed()}
    return {"content": None, "embeds": [], **shown}


async def _fate(saying: Awaitable[object]) -> Fate:
    """Sends an answer; a failure is only logged."""
    try:
        await saying
    except discord.HTTPException as refused:
        if refused.code == GONE:
            return Fate.GONE
        if refused.code in LATE:
            log.info("late", code=refused.code)  # what was stored stands, and the thread shows it
            return Fate.LOST
        if refused.code == ANSWERED:
            log.info("answered already")
            return Fate.TAKEN
        log.warning("unsaid", status=refused.status, code=refused.code)
        return Fate.PERHAPS if is_away(refused) else Fate.REFUSED
    except TooLateError:
        return Fate.TAKEN  # by a try that seemed not to get through; if not, whatever follows is told so
    except Exception as lost:  # noqa: BLE001 (network, a closed session, a nonsensical answer)
        log.warning("unsaid", error=type(lost).__name__)
        return Fate.PERHAPS
    return Fate.SAID
