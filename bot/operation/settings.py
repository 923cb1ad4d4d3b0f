"""The settings, from the environment or a file .env; the token is never printed."""

import codecs
import os
import re
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import AliasChoices, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict, SettingsError

from bot.operation.at_hand import how_to_begin_settings
from bot.operation.problem import CannotRun
from storage.shards import Shards, shards_of

ENV_FILE = ".env"

_CONTACT = re.compile(r"(?=.*\S)[^<>\[\]*~|`\\\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]{1,200}")
"""No markup, no mention, no line break, nothing unseen."""
_SHAPE = re.compile(r"[\w-]{20,}\.[\w-]{4,}\.[\w-]{20,}", re.ASCII)


class Settings(BaseSettings):
    """Environment first, then .env in the working folder."""

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_file_encoding="utf-8-sig",  # some editors put a byte order mark first
        env_prefix="STAMMTISCH_",
        extra="ignore",
        hide_input_in_errors=True,
    )

    token: SecretStr = Field(SecretStr(""), validation_alias=AliasChoices("DISCORD_TOKEN", "STAMMTISCH_TOKEN"))
    token_file: Path | None = Field(None, validation_alias=AliasChoices("DISCORD_TOKEN_FILE", "STAMMTISCH_TOKEN_FILE"))
    data: Path = Path("data")
    database: SecretStr = SecretStr("")
    """The address of a PostgreSQL database; a SQLite file in `data` if empty."""
    backups: str = ""
    """A folder where each backup stands once more; none if empty."""
    lease: float = Field(30.0, ge=0.5, le=3600, description="a number of seconds from 0.5 to 3600")
    """After so many seconds without a sign of it another process takes over the work of this one, over PostgreSQL."""
    shards: str = ""
    """The shards of this process and how many there are, like 0-3/16; if empty all, as many as Discord wishes."""
    requests: float = Field(0, ge=0, le=50, description="a number from 0 to 50")
    """So many requests a second this process may make of the bot's 50; 0 for its share by shards."""
    api: str = ""
    """The address of a proxy of Discord's API that all processes ask; Discord itself if empty."""
    metrics: str = ""
    """The address at which figures are given out, like 127.0.0.1:9464; none if empty."""
    lang: str = Field("en", pattern="^(en|de|it)$", description="en, de or it")
    contact: str = ""
    dev_guild: int = Field(0, description="the id of a server")
    proxy: str = ""
    log_level: str = Field("INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$", description="DEBUG, INFO, WARNING or ERROR")
    log_json: bool = Field(default=False, description="true or false")
    order_delay_minutes: tuple[int, int] = Field((5, 45), description="two numbers like [5, 45]")
    house_workers: int = Field(1, ge=0, le=64, description="a number from 0 to 64")
    """Processes in which house players think; none are offered where there are none."""
    painter: bool = Field(default=True, description="true or false")
    """Are pictures painted in a process of their own?"""
    port: int = Field(4321, ge=0, le=65535, description="a number up to 65535")
    """Of the sandbox page."""

    @property
    def address(self) -> str:
        """The address of the PostgreSQL database, which may hold a password; empty for SQLite."""
        return self.database.get_secret_value().strip()

    @property
    def own_shards(self) -> Shards | None:
        """The shards of this process; None for all. Raises ValueError."""
        return shards_of(self.shards) if self.shards.strip() else None

    @property
    def second(self) -> Path | None:
        return Path(self.backups) if self.backups.strip() else None


def read() -> Settings:
    """Reads the settings. Raises CannotRun, which names the setting or the file and never a value."""
    _look_at_env_file()
    try:
        settings = Settings()  # pyright: ignore[reportCallIssue]
    except ValidationError as wrong:
        fields = dict.fromkeys(str(error["loc"][0]) for error in wrong.errors() if error["loc"])
        names = ", ".join(map(_as_set, fields))
        raise CannotRun(f"These settings cannot be read: {names}.", _allowed(fields)) from None
    except SettingsError as wrong:  # its text names the field, and the value of none
        field = "".join(re.findall(r'field "(\w+)"', str(wrong)))
        raise CannotRun(f"{_as_set(field)} is not written as JSON.", _allowed([field])) from None
    low, high = settings.order_delay_minutes
    if not 0 <= low <= high:
        raise CannotRun(
            "STAMMTISCH_ORDER_DELAY_MINUTES must be two numbers, the smaller first.", "The default is [5, 45]."
        )
    _check_shards(settings)
    _check_proxy(settings.proxy)
    _check_api(settings.api)
    _check_metrics(settings.metrics)
    _check_contact(settings.contact)
    return settings


def _as_set(field: str) -> str:
    """Returns a field's name as an operator writes it."""
    return field if field.isupper() else f"STAMMTISCH_{field.upper()}"


def _allowed(fields: Iterable[str]) -> str:
    """What may stand there, for those who have no example to compare with."""
    told = [f"{_as_set(field)} must be {Settings.model_fields[field].description}" for field in fields]
    return f"{'; '.join(told)}. Without a line of its own a setting has its default."


def _look_at_env_file() -> None:
    """Checks the file before it is parsed, so that its own faults are told of the file."""
    path = env_file()
    if path.is_dir():
        raise CannotRun(
            f"{path} is a folder.",
            f"Remove it and {how_to_begin_settings()}; a container makes a folder where a file to mount is missing.",
        )
    if path.is_file():
        text_of(path)


def env_file() -> Path:
    return Path(ENV_FILE).absolute()


def text_of(path: Path) -> str:
    """Returns a file's text. Raises CannotRun with the path, and with nothing of what the file holds."""
    try:
        found = path.read_bytes()
    except OSError as error:
        raise CannotRun(
            f"{path} cannot be read ({os.strerror(error.errno or 0)}).",
            "Check its path, and that the bot's user may read it.",
        ) from None
    if found.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or found[:2].count(0) == 1:
        raise CannotRun(
            f"{path} is saved as UTF-16.",
            "Save it as UTF-8; the editor offers that under “Save as”, PowerShell's > does not.",
        )
    if 0 in found:
        raise CannotRun(f"{path} holds no text.", "Name a file of plain text, or write it anew.")
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CannotRun(
            f"{path} is not saved as UTF-8.", "Save it as UTF-8, or write what is not plain ASCII in it anew."
        ) from None


def _check_shards(settings: Settings) -> None:
    try:
        own = settings.own_shards
    except ValueError:
        raise CannotRun(
            "STAMMTISCH_SHARDS cannot be read.",
            "Write the shards of this process and how many there are: 0-3/16, or 5/16. The first is 0.",
        ) from None
    if own is not None and not settings.address:
        raise CannotRun(
            "STAMMTISCH_SHARDS is set, and the tables lie in a SQLite file, which one process has alone.",
            "Take it away, or name a PostgreSQL database in STAMMTISCH_DATABASE; stammtisch move brings them there.",
        )


def _check_api(text: str) -> None:
    try:
        parts = urlsplit(text)
        fine = not text or (
            parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and parts.path in ("", "/")
        )
    except ValueError:
        fine = False
    if not fine or any(sign.isspace() for sign in text):
        raise CannotRun(
            "STAMMTISCH_API is no address of a proxy of Discord's API.",
            "Write it as http://host:port, without a path; leave it empty to ask Discord itself.",
        )


def _check_metrics(text: str) -> None:
    try:
        parts = urlsplit(f"//{text}")
        fine = not text or (parts.hostname and parts.port and parts.netloc == text and "@" not in text)
    except ValueError:
        fine = False
    if not fine:
        raise CannotRun(
            "STAMMTISCH_METRICS is no address.", "Write it as 127.0.0.1:9464; leave it empty to give nothing out."
        )


def _check_proxy(text: str) -> None:
    """Checks the proxy's address, which is never shown: it may hold a password."""
    try:
        parts = urlsplit(text)
        fine = not text or (parts.scheme in ("http", "https") and parts.hostname and parts.port != 0)
    except ValueError:  # a port that is no number, half an address in brackets
        fine = False
    if not fine or any(sign.isspace() for sign in text):
        raise CannotRun(
            "STAMMTISCH_PROXY is no address of an HTTP proxy.",
            "Write it as http://host:port or http://name:password@host:port; other kinds are not spoken.",
        )


def _check_contact(text: str) -> None:
    """Checks what /about shows of the host: a line that Discord renders as it is written, and that calls nobody."""
    if text and (not _CONTACT.fullmatch(text) or re.search("@(everyone|here)", text)):
        raise CannotRun(
            "STAMMTISCH_CONTACT cannot be shown.",
            "Write one line of at most 200 signs, such as a mail address, a link or a name, without < > [ ] * ~ | ` \\ "
            "and without @everyone or @here.",
        )


def token(settings: Settings) -> str:
    """Returns the token, empty if there is none. Raises CannotRun if the text is no token."""
    text, path = settings.token.get_secret_value(), settings.token_file
    name = f"DISCORD_TOKEN ({_where()})"
    if not text and path is not None:
        name = f"DISCORD_TOKEN_FILE ({path.absolute()})"
        text = text_of(path.absolute())
        if not text.strip():
            raise CannotRun(f"{name} is empty.", _PORTAL)
    text = text.strip().strip("\"'").strip()
    if text:
        _check_shape(text, name)
    return text


def _where() -> str:
    """Says where a token comes from that has no file of its own."""
    named = {name.upper() for name in os.environ} & {"DISCORD_TOKEN", "STAMMTISCH_TOKEN"}
    return "in the environment" if named else f"in {env_file()}"


_PORTAL = "On discord.com/developers/applications, open your application, Bot, Reset Token, and copy what it shows."
_ONE_LINE = "It is one word of letters, digits, dots, - and _; copy it anew."
_CUT_OFF = "is cut off: it has fewer than three parts with dots between them."
_ONCE = "Write DISCORD_TOKEN= once, and the token behind it."

_NO_TOKEN: tuple[tuple[str, str, str], ...] = (
    (r"(?i)bot\b.*", "starts with “Bot”.", "Take that word away and leave the token alone."),
    (r"(?i)(bearer|authorization)\b.*", "starts like a header.", "Leave the token alone, without a word before it."),
    (r"(?i)\w*token\s*[=:].*", "repeats the name of the setting.", _ONCE),
    (r"https?://.*", "holds a link.", _PORTAL),
    (r"[0-9a-f]{64}", "holds the application's public key.", _PORTAL),
    (r"[0-9]+", "holds the application's id.", _PORTAL),
    (r"mfa\..*", "holds the token of a person's account, which Discord forbids bots to use.", _PORTAL),
    (r"(?i)[^.]*(token|here|change.?me|xxxx|<|>)[^.]*", "still holds the words of an example.", _PORTAL),
    (r"[\w-]{32}", "holds the client secret.", _PORTAL),
    (r".*\s.*", "holds more than one word.", _ONE_LINE),
    (r".*[^\w.-].*", "holds a sign that no token has.", _ONE_LINE),
    (r"[^.]*(\.[^.]*)?", _CUT_OFF, "Copy it anew, to its end."),
)
"""Texts that are taken for a token by mistake; the first that fits is told."""


def _check_shape(text: str, name: str = "DISCORD_TOKEN") -> None:
    if _SHAPE.fullmatch(text):
        return
    for looks, what, help_ in _NO_TOKEN:
        if re.fullmatch(looks, text, re.ASCII | re.DOTALL):
            raise CannotRun(f"{name} {what}", help_)
    raise CannotRun(f"{name} does not look like a bot's token.", _PORTAL)
