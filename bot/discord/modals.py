"""Modals with one line, and what comes back of them. Nothing is kept of them: bot/discord/components.py routes them."""

from typing import Any

import discord


def modal(title: str, custom_id: str, field: str, label: str, example: str) -> discord.ui.Modal:
    made = discord.ui.Modal(title=title[:45], custom_id=custom_id, timeout=None)
    line: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=field, placeholder=example or None, required=False, max_length=200
    )
    made.add_item(discord.ui.Label(text=label[:45], component=line))
    made.stop()
    return made


def typed_into(interaction: discord.Interaction, name: str) -> str:
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
