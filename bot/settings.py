"""What an operator can set, from the environment or a file .env; the token is never printed."""

import re
from pathlib import Path

from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

EX_CONFIG = 78

_SHAPE = re.compile(r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}")
_HEX = re.compile(r"[0-9a-f]{64}")


class Settings(BaseSettings):
    """Environment first, then .env in the working folder."""

    model_config = SettingsConfigDict(
        env_file=".env", env_prefix="STAMMTISCH_", extra="ignore", hide_input_in_errors=True
    )

    token: SecretStr = Field(SecretStr(""), validation_alias=AliasChoices("DISCORD_TOKEN", "STAMMTISCH_TOKEN"))
    token_file: Path | None = Field(None, validation_alias=AliasChoices("DISCORD_TOKEN_FILE", "STAMMTISCH_TOKEN_FILE"))
    data: Path = Path("data")
    lang: str = Field("en", pattern="^(en|de|it)$")
    dev_guild: int = 0
    proxy: str = ""
    log_level: str = Field("INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")
    log_json: bool = False
    order_delay_minutes: tuple[int, int] = (5, 45)
    port: int = 4321
    """Of the sandbox page."""


class BadSettingError(Exception):
    """A setting that cannot be: what is wrong, and what to do."""

    def __init__(self, problem: str, solution: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.solution = solution


def read() -> Settings:
    """Raises BadSettingError, which names the setting and never its value."""
    try:
        settings = Settings()  # pyright: ignore[reportCallIssue]
    except ValidationError as wrong:
        names = ", ".join(str(error["loc"][0]) for error in wrong.errors() if error["loc"])
        raise BadSettingError(
            f"These settings cannot be read: {names}.", "Compare them with .env.example and start again."
        ) from None
    low, high = settings.order_delay_minutes
    if not 0 <= low <= high:
        raise BadSettingError(
            "STAMMTISCH_ORDER_DELAY_MINUTES must be two numbers, the smaller first.", "The default is [5, 45]."
        )
    return settings


def token(settings: Settings) -> str:
    """The token, empty where there is none. Raises BadSettingError where what is there is none."""
    text = settings.token.get_secret_value()
    if not text and settings.token_file is not None:
        try:
            text = settings.token_file.read_text(encoding="utf-8")
        except OSError:
            raise BadSettingError(
                "DISCORD_TOKEN_FILE cannot be read.", "Check its path, and that the bot's user may read it."
            ) from None
    text = text.strip().strip("\"'").strip()
    if text:
        _check_shape(text)
    return text


_PORTAL = "On discord.com/developers/applications, open your application, Bot, Reset Token, and copy what it shows."


def _check_shape(text: str) -> None:
    if text.lower().startswith("bot "):
        raise BadSettingError("DISCORD_TOKEN starts with “Bot ”.", "Take that word away and leave the token alone.")
    if _HEX.fullmatch(text):
        raise BadSettingError("DISCORD_TOKEN holds the application's public key.", _PORTAL)
    if text.isdigit():
        raise BadSettingError("DISCORD_TOKEN holds the application's id.", _PORTAL)
    if re.fullmatch(r"[\w-]{32}", text):
        raise BadSettingError("DISCORD_TOKEN holds the client secret.", _PORTAL)
    if any(sign.isspace() for sign in text) or not _SHAPE.fullmatch(text):
        raise BadSettingError("DISCORD_TOKEN does not look like a bot's token.", _PORTAL)
