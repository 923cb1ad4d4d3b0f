"""A bot that shows every component once, for the page's tests and for looking at it."""

import io
import sys
from typing import Any, ClassVar

import discord
from discord import app_commands, ui

from tests.sandbox.demo_bot import Demo, board, order

FLAVOURS = ["vanilla", "violet", "cocoa", "cardamom"]
MARKDOWN = """# A heading
**bold**, *italics*, ~~struck~~, `code`, ||hidden|| and [a link](https://example.org/rules)
> a quote
- one
- two
  - within
1. first
2. second
-# small print
<script>alert(1)</script> <img src=x onerror=alert(2)>
```py
print("a block")
```"""


class German(app_commands.Translator):
    WORDS: ClassVar = {"Takes a flavour": "Nimmt eine Sorte", "Which one": "Welche", "Writes to you": "Schreibt dir"}

    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, context: Any) -> str | None:
        return self.WORDS.get(string.message) if locale is discord.Locale.german else None


class Show(Demo):
    def __init__(self) -> None:
        super().__init__()
        self.tree.clear_commands(guild=None)
        for command in (board, order, show, classic, form, taste, look_up, paper, whisper, write, mute, thread, shout):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.set_translator(German())
        await super().setup_hook()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: Any = interaction.data or {}
        name = data.get("custom_id", "")
        if name.startswith("pick:"):
            await interaction.response.send_message(f"chosen: {', '.join(data['values'])}", ephemeral=True)
        elif name == "secret":
            await interaction.response.send_message("your card is the moon", ephemeral=True)
        elif name == "everything":
            fields = [part["component"] for part in data["components"] if "component" in part]
            told = "; ".join(f"{f['custom_id']}={f.get('value', f.get('values'))}" for f in fields)
            await interaction.response.send_message(told, ephemeral=True)
        elif name != "silence":
            await super().on_interaction(interaction)


def png(width: int, height: int, colour: str) -> io.BytesIO:
    from PIL import Image, ImageDraw

    made, data = Image.new("RGB", (width, height), colour), io.BytesIO()
    ImageDraw.Draw(made).ellipse((width // 4, height // 4, width * 3 // 4, height * 3 // 4), fill="#e8d9a0")
    made.save(data, "PNG")
    data.seek(0)
    return data


def stopped(view: Any) -> Any:
    view.stop()
    return view


def buttons() -> ui.ActionRow[Any]:
    styles = discord.ButtonStyle
    row: ui.ActionRow[Any] = ui.ActionRow(
        ui.Button(label="Count", custom_id="count:show", style=styles.primary),
        ui.Button(label="My card", custom_id="secret", style=styles.success),
        ui.Button(label="Nothing", custom_id="silence", style=styles.danger),
        ui.Button(label="Not now", custom_id="never", disabled=True),
        ui.Button(label="Rules", url="https://example.org/rules"),
    )
    return row


def selects() -> list[ui.ActionRow[Any]]:
    options = [discord.SelectOption(label=f.title(), value=f, description=f"Tastes of {f}") for f in FLAVOURS]
    made: list[Any] = [
        ui.Select(custom_id="pick:flavour", placeholder="A flavour", options=options),
        ui.Select(custom_id="pick:two", placeholder="Two flavours", options=options, min_values=2, max_values=2),
        ui.UserSelect(custom_id="pick:person", placeholder="A person"),
        ui.RoleSelect(custom_id="pick:role", placeholder="A role"),
        ui.MentionableSelect(custom_id="pick:any", placeholder="Anybody"),
        ui.ChannelSelect(custom_id="pick:channel", placeholder="A channel"),
    ]
    return [ui.ActionRow(select) for select in made]


@app_commands.command(description="Shows all there is")
async def show(interaction: discord.Interaction) -> None:
    files = [discord.File(png(900, 600, c), f"{c}.png", description=f"A {c} field") for c in ("teal", "navy", "olive")]
    teal = discord.MediaGalleryItem("attachment://teal.png", description="A teal field with a bright disc")
    two = [discord.MediaGalleryItem(f"attachment://{c}.png", description=f"A {c} field") for c in ("navy", "olive")]
    section = ui.Section(
        "## Your turn", f"<@{interaction.user.id}> must answer <t:1900000000:R>",
        accessory=ui.Thumbnail("attachment://navy.png", description="A small navy field"),
    )  # fmt: skip
    beside = ui.Section("Three points to lay", accessory=ui.Button(label="Lay", custom_id="count:lay"))
    box = ui.Container(
        section, ui.Separator(), ui.MediaGallery(teal), beside, ui.Separator(visible=False), ui.MediaGallery(*two),
        buttons(), accent_colour=0xE0A030,
    )  # fmt: skip
    view = ui.LayoutView(timeout=None).add_item(box)
    for row in selects():
        view.add_item(row)
    await interaction.response.send_message(view=stopped(view), files=files)


@app_commands.command(description="Shows markdown, an embed and classic rows")
async def classic(interaction: discord.Interaction) -> None:
    embed = discord.Embed(title="Scores", description="After **round 3**", colour=0x3C8C5A, url="https://example.org")
    for name, points in (("Ada", 12), ("Bea", 9), ("Cem", 7)):
        embed.add_field(name=name, value=f"{points} points")
    embed.set_footer(text="Table 7").set_author(name="Stammtisch")
    view = ui.View(timeout=None)
    for item in buttons().children:
        view.add_item(item)
    await interaction.response.send_message(MARKDOWN, embed=embed, view=stopped(view))


@app_commands.command(description="Opens a form with every field")
async def form(interaction: discord.Interaction) -> None:
    modal = ui.Modal(title="Everything", custom_id="everything")
    radios = [discord.RadioGroupOption(label=s, value=s, description=f"size {s}") for s in ("small", "large")]
    boxes = [discord.CheckboxGroupOption(label=s, value=s) for s in ("sugar", "milk")]
    select = ui.Select(custom_id="who", options=[discord.SelectOption(label=f, value=f) for f in FLAVOURS])
    select.required = True
    modal.add_item(ui.Label(text="Note", description="A line", component=ui.TextInput(custom_id="note", max_length=20)))
    modal.add_item(ui.Label(text="Flavour", component=select))
    modal.add_item(ui.Label(text="Size", component=ui.RadioGroup(custom_id="size", options=radios)))
    modal.add_item(
        ui.Label(text="With", component=ui.CheckboxGroup(custom_id="with", options=boxes, required=False, min_values=0))
    )
    modal.add_item(ui.Label(text="Silently", component=ui.Checkbox(custom_id="quiet")))
    await interaction.response.send_modal(stopped(modal))


@app_commands.command(description="Takes a flavour")
@app_commands.describe(flavour="Which one", size="How large", friend="Who shares", loud="Said aloud")
@app_commands.choices(
    size=[app_commands.Choice(name=n, value=n[0].lower()) for n in ("Small cup", "Bowl", "Cup with a lid")]
)
async def taste(
    interaction: discord.Interaction,
    flavour: str,
    size: str = "s",
    scoops: app_commands.Range[int, 1, 5] = 1,
    friend: discord.User | None = None,
    loud: bool = False,
) -> None:
    shared = "" if friend is None else f" with {friend.display_name}"
    await interaction.response.send_message(f"{flavour} {size} x{scoops}{shared}", ephemeral=not loud)


@taste.autocomplete("flavour")
async def flavours(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f.title(), value=f) for f in FLAVOURS if f.startswith(current.lower())]


LONG = "Rum and raisin, with a name that goes on and on until nobody can see in one line where it ends"


@app_commands.command(name="lookup", description="Looks something up")
@app_commands.describe(topic="About what", page="Which page")
async def look_up(interaction: discord.Interaction, topic: str = "all", page: int = 1) -> None:
    await interaction.response.send_message(f"{topic}, page {page}", ephemeral=True)


@look_up.autocomplete("topic")
async def topics(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    found = [name for name in (LONG, "White rum", "Rum") if current.lower() in name.lower()]
    return [app_commands.Choice(name=name, value=name.lower()) for name in found]


@app_commands.command(description="Hands you a file")
async def paper(interaction: discord.Interaction) -> None:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay("all that is kept"), ui.File("attachment://kept.json")))
    file = discord.File(io.BytesIO(b'{"kept": []}'), "kept.json")
    await interaction.response.send_message(view=stopped(view), file=file, ephemeral=True)


@app_commands.command(description="Says something only to you")
async def whisper(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("psst: the bag holds *nothing*", ephemeral=True)


@app_commands.command(description="Writes to you")
async def write(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("written", ephemeral=True)
    try:
        await interaction.user.send("It is your turn", silent=True)
    except discord.Forbidden:
        await interaction.followup.send("your DMs are closed", ephemeral=True)


@app_commands.command(description="Never answers")
async def mute(interaction: discord.Interaction) -> None:
    """Three seconds of nothing."""


@app_commands.command(description="Begins a thread")
async def thread(interaction: discord.Interaction) -> None:
    channel: Any = interaction.channel
    made = await channel.create_thread(name="Table 7", type=discord.ChannelType.public_thread)
    await made.send("the table stands here")
    await interaction.response.send_message("done", ephemeral=True)


@app_commands.command(description="Calls somebody")
async def shout(interaction: discord.Interaction, friend: discord.User) -> None:
    allowed = discord.AllowedMentions(users=True)
    await interaction.response.send_message(f"{friend.mention}, it is your turn", allowed_mentions=allowed)


if __name__ == "__main__":
    Show().run(sys.argv[1], log_handler=None)
