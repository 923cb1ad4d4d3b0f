"""A bot with every kind of answer, for the sandbox's own tests. It is told nothing of where it runs."""

import io
import sys
from collections import Counter
from typing import Any

import discord
from discord import app_commands, ui

from sandbox.api.cdn import plain_png

PICTURE = plain_png(32, (40, 90, 60))
FLAVOURS = ["vanilla", "violet", "cocoa"]


class Form(ui.Modal, title="Order"):
    note = ui.Label(text="Note", component=ui.TextInput(custom_id="note", max_length=40))
    size = ui.Label(
        text="Size", component=ui.RadioGroup(options=[discord.RadioGroupOption(label=s, value=s) for s in "SML"])
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        note, size = [item.value for item in self.walk_children() if isinstance(item, ui.TextInput | ui.RadioGroup)]
        await interaction.response.send_message(f"{note} in {size}", ephemeral=True)


class Demo(discord.AutoShardedClient):
    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.counters: Counter[str] = Counter()
        for command in (hello, board, order, taste):
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        name: Any = (interaction.data or {}).get("custom_id", "")
        if name.startswith("count:"):
            self.counters[name] += 1
            await interaction.response.edit_message(content=f"{name} {self.counters[name]}")


@app_commands.command(description="Says hello with a button that counts")
async def hello(interaction: discord.Interaction, name: app_commands.Range[str, 1, 20] = "you") -> None:
    view = ui.View(timeout=None).add_item(ui.Button(label="Count", custom_id=f"count:{name}"))
    view.stop()  # so that discord.py keeps nothing: presses come by on_interaction
    await interaction.response.send_message(f"hello {name}", view=view)


@app_commands.command(description="Shows a picture after a while")
async def board(interaction: discord.Interaction) -> None:
    await interaction.response.defer()
    picture = ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png", description="A green field"))
    view = ui.LayoutView().add_item(ui.Container(ui.TextDisplay("# The board"), picture))
    view.stop()
    file = discord.File(io.BytesIO(PICTURE), "board.png", description="A green field")
    await interaction.edit_original_response(view=view, attachments=[file])
    await interaction.followup.send("Your move", ephemeral=True)


@app_commands.command(description="Opens a form")
async def order(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Form())


@app_commands.command(description="Takes a flavour")
async def taste(interaction: discord.Interaction, flavour: str) -> None:
    await interaction.response.send_message(f"{flavour} it is", ephemeral=True)


@taste.autocomplete("flavour")
async def flavours(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=f, value=f) for f in FLAVOURS if f.startswith(current)]


if __name__ == "__main__":
    Demo().run(sys.argv[1], log_handler=None)
