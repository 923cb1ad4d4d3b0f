"""What an operator has at hand, and so what a solution may name.

A checkout has make and an example of settings, a wheel brings the command `stammtisch`, and a container's image has
neither the example nor the sandbox.
"""

from pathlib import Path

from bot.operation import version

EXAMPLE = ".env.example"
ELSEWHERE = "A container plays on Discord only; the sandbox comes with the wheel and with a checkout of the project."


def is_checkout() -> bool:
    return version.lies_in_project() and _beside("Makefile").is_file() and _beside(EXAMPLE).is_file()


def has_sandbox() -> bool:
    """Ours: the name is an ordinary one, and another package may have it."""
    return _beside("sandbox", "play.py").is_file()


def how_to_set_a_token() -> str:
    if is_checkout():
        return f"Copy {EXAMPLE} to .env and put your bot's token in; `make run` without one starts the sandbox."
    set_it = (
        "Write DISCORD_TOKEN= with your bot's token there; it is made on discord.com/developers/applications "
        "(your application, Bot, Reset Token)."
    )
    return f"{set_it} `stammtisch sandbox` plays without one, in your browser." if has_sandbox() else set_it


def how_to_begin_settings() -> str:
    """What takes the place of something that is no file of settings."""
    return f"copy {EXAMPLE} there" if is_checkout() else "write DISCORD_TOKEN= with your bot's token into a file there"


def without_token() -> str:
    """What can be done without a token."""
    if is_checkout():
        return "no token: `make run` starts the sandbox"
    return "no token: `stammtisch sandbox` starts the sandbox" if has_sandbox() else "no token"


def _beside(*parts: str) -> Path:
    """A path in the folder that holds the packages."""
    return version.PROJECT.parent.joinpath(*parts)
