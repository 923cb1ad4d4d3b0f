"""What is kept about people, in three languages: the same in each, as long as a message at most, and linked."""

import re

import pytest

from bot.discord.commands import about
from bot.discord.layout import TEXT
from bot.wording import chapters
from bot.wording.words import LANGUAGES, size, words_in
from tests.bot.test_chapters import commands
from tests.catalogues import ROOT

CONTACT = 300
"""Letters that stay free for the host's contact."""
LAW = {"de": "DSGVO", "en": "GDPR", "it": "GDPR"}


def shape(text: str) -> list[str]:
    """Headings, entries of lists and paragraphs, in order."""
    return [re.sub(r"(?<=^# )(?!#).*|(?<=^## ).*|(?<=^- ).*|^(?!#|- ).+", "…", line) for line in text.splitlines()]


def test_it_fits_into_one_message_with_the_contact():
    assert {lang: size(chapters.privacy(lang)) < TEXT - CONTACT for lang in LANGUAGES} == dict.fromkeys(LANGUAGES, True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_says_the_same_in_every_language(lang: str):
    here, there = chapters.privacy(lang), chapters.privacy("en")
    assert shape(here) == shape(there)
    assert (lang == "en") == (here == there)
    assert {"`/me export`", "`/me forget`", "`/me settings`", "`/about`"} <= set(re.findall(r"`[^`]*`", here))
    assert LAW[lang] in here


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_commands_that_it_names_exist(lang: str):
    known = set(commands()) | {"about"}
    named = re.findall(r"`/([a-z ]+)`", chapters.privacy(lang))
    assert {"me export", "me forget", "about"} <= set(named) <= known


def test_the_project_links_every_language():
    page = (ROOT / "PRIVACY.md").read_text(encoding="utf-8")
    for lang in LANGUAGES:
        path = f"bot/wording/privacy/{lang}.md"
        assert f"({path})" in page
        assert (ROOT / path).read_text(encoding="utf-8").strip() == chapters.privacy(lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_contact_that_a_host_names_is_told_and_else_that_there_is_none(lang: str):
    words = words_in(lang)
    assert about.host(words, "games@example.org").endswith(": games@example.org")
    none = about.host(words, "")
    assert none.endswith(".")
    assert "@" not in none
    assert "/about privacy:True" in about.text(words, {})
    assert size(f"{chapters.privacy(lang)}\n{about.host(words, 'x' * 200)}") <= TEXT
