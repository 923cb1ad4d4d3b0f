"""What an operator may write into the environment, into .env or into the file of a token, and what he is told of it."""

import os
from pathlib import Path

import click.testing
import pytest

from bot.__main__ import main
from bot.operation import settings
from bot.operation.problem import CannotRun
from storage.problem import EX_CONFIG

GOOD = "MTIzNDU2Nzg5MDEyMzQ1Njc4.sandbx.a-token-that-opens-only-the-sandbox"

NO_TOKENS = {
    "": "",
    f"Bot {GOOD}": "starts with “Bot”",
    f"Bearer {GOOD}": "starts like a header",
    f"DISCORD_TOKEN={GOOD}": "repeats the name",
    "https://discord.com/oauth2/authorize?client_id=123456789012345678": "holds a link",
    "0123456789abcdef" * 4: "public key",
    "123456789012345678": "application's id",
    "mfa.VkO_2G4Qv3T--NO--lWetW_tjND--TOKEN--QFTm6YGtzq9PH--4U--tG0": "person's account",
    "your-token-here": "words of an example",
    "Zq3_kd8PwxYv1LmN0aBcDeFgHiJkLm-9": "client secret",
    f"{GOOD} {GOOD}": "more than one word",
    f"“{GOOD}”": "a sign that no token has",
    f"{GOOD[:24]}é{GOOD[24:]}": "a sign that no token has",
    GOOD[:30]: "cut off",
    "a.b.c": "does not look like",
}

FILES = {
    "UTF-16": ("\ufeffDISCORD_TOKEN=" + GOOD).encode("utf-16-le"),
    "UTF-16 ": ("DISCORD_TOKEN=" + GOOD).encode("utf-16-be"),
    "not saved as UTF-8": ("# für die Runde\nDISCORD_TOKEN=" + GOOD).encode("latin-1"),
    "holds no text": b"\x7fELF\x02\x01\x01\x00\x00\x00" + os.urandom(64),
}


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without settings."""
    for name in os.environ:
        if name.upper().startswith(("STAMMTISCH_", "DISCORD_")):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def told() -> tuple[str, str]:
    """The two sentences with which it does not start."""
    result = click.testing.CliRunner().invoke(main, ["run"])
    assert result.exit_code == EX_CONFIG, result.output
    assert isinstance(result.exception, SystemExit)
    problem, solution = result.output.splitlines()
    assert GOOD[:20] not in result.output
    return problem, solution


@pytest.mark.parametrize("text", NO_TOKENS, ids=lambda text: text[:12])
def test_what_is_no_token_is_named_and_never_shown(place: Path, text: str):
    (place / ".env").write_text(f"DISCORD_TOKEN='{text}'\r\n", encoding="utf-8")
    problem, solution = told()
    assert NO_TOKENS[text] in problem
    assert str(place / ".env") in problem
    assert not text or text not in problem + solution


def test_every_mistake_has_a_sentence_of_its_own():
    assert len(set(NO_TOKENS.values())) == len(NO_TOKENS) - 1 >= 12


@pytest.mark.parametrize("written", [f'"{GOOD}"', f"{GOOD}   ", f"{GOOD}\r", f"'{GOOD}'"])
def test_quotes_blanks_and_line_ends_around_a_token_do_no_harm(place: Path, written: str):
    (place / ".env").write_bytes(f"\ufeffDISCORD_TOKEN={written}\n".encode())
    assert settings.token(settings.read()) == GOOD


@pytest.mark.parametrize("what", FILES)
def test_a_file_that_is_not_text_is_named_with_what_is_wrong_with_it(
    place: Path, what: str, monkeypatch: pytest.MonkeyPatch
):
    (place / ".env").write_bytes(FILES[what])
    problem, solution = told()
    assert problem.startswith(str(place / ".env"))
    assert what.strip() in problem
    (place / ".env").rename(place / "secret")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "secret")
    again = told()
    assert again == (problem.replace(".env", "secret"), solution)


def test_a_file_of_a_token_that_is_missing_empty_or_wrong_is_named(place: Path, monkeypatch: pytest.MonkeyPatch):
    file = place / "secret"
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(file))
    assert told()[0] == f"{file} cannot be read (No such file or directory)."
    file.touch()
    assert told()[0] == f"DISCORD_TOKEN_FILE ({file}) is empty."
    file.write_text("123456789012345678\n")
    assert told()[0] == f"DISCORD_TOKEN_FILE ({file}) holds the application's id."
    file.write_text(f"{GOOD}\n")
    assert settings.token(settings.read()) == GOOD


def test_a_folder_in_the_place_of_the_file_is_told(place: Path):
    (place / ".env").mkdir()
    assert told()[0] == f"{place / '.env'} is a folder."


def test_a_token_of_the_environment_is_told_from_one_of_the_file(place: Path, monkeypatch: pytest.MonkeyPatch):
    (place / ".env").write_text(f"DISCORD_TOKEN={GOOD}\n")
    monkeypatch.setenv("DISCORD_TOKEN", "your-token-here")
    assert told()[0].startswith("DISCORD_TOKEN (in the environment) ")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("STAMMTISCH_LANG", "fr"),
        ("STAMMTISCH_LOG_LEVEL", "LOUD"),
        ("STAMMTISCH_PORT", "many"),
        ("STAMMTISCH_DEV_GUILD", "mine"),
        ("STAMMTISCH_ORDER_DELAY_MINUTES", "5-45"),
        ("STAMMTISCH_ORDER_DELAY_MINUTES", "[45, 5]"),
        ("STAMMTISCH_PROXY", "proxy:3128"),
        ("STAMMTISCH_PROXY", "http://:3128"),
        ("STAMMTISCH_PROXY", "http://ada:secret@proxy:many"),
        ("STAMMTISCH_PROXY", "socks5://proxy:1080"),
        ("STAMMTISCH_PROXY", "http://[half"),
    ],
)
def test_a_setting_that_cannot_be_is_named_and_never_shown(place: Path, name: str, value: str):
    (place / ".env").write_text(f"DISCORD_TOKEN={GOOD}\n{name}={value}\n")
    problem, solution = told()
    assert name in problem
    assert value not in problem + solution


@pytest.mark.parametrize(
    "proxy", ["", "http://proxy", "http://proxy:3128", "https://ada:secret@proxy:443/", "http://[::1]:8080"]
)
def test_a_proxy_may_have_a_port_a_name_and_a_password(proxy: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("STAMMTISCH_PROXY", proxy)
    assert settings.read().proxy == proxy


def test_a_file_that_may_not_be_read_is_told(place: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(_: Path) -> bytes:
        raise PermissionError(13, "no")

    (place / ".env").touch()
    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(CannotRun, match="cannot be read"):
        settings.read()


# ── the contact of the host ──


@pytest.mark.parametrize(
    "contact",
    [
        "games@example.org",
        "https://example.org/stammtisch",
        "Ada Lovelace (ada_l on Discord), +49 30 1234",
        "@ada",
        "Zoë",
    ],
)
def test_a_contact_is_kept_as_it_is_written(monkeypatch: pytest.MonkeyPatch, contact: str):
    monkeypatch.setenv("STAMMTISCH_CONTACT", contact)
    assert settings.read().contact == contact


@pytest.mark.parametrize(
    "contact",
    [
        "<@123>",
        "<@&123>",
        "<#123>",
        "ask @everyone",
        "@here",
        "**Ada**",
        "`x`",
        "[a](b)",
        "a\nb",
        "a\u202eb",
        " ",
        "x" * 201,
    ],
)
def test_a_contact_that_would_be_markup_or_a_mention_is_refused(monkeypatch: pytest.MonkeyPatch, contact: str):
    monkeypatch.setenv("STAMMTISCH_CONTACT", contact)
    problem, solution = told()
    assert problem == "STAMMTISCH_CONTACT cannot be shown."
    assert "mail address" in solution


def test_without_a_contact_there_is_none():
    assert settings.read().contact == ""
