"""Catalogues of two languages: complete, compiled, with the same placeholders, right numbers and the glossary's terms.

English has none: what the code says is what is shown.
"""

import re
from pathlib import Path
from string import Formatter
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord.commands.command_text import fits
from bot.discord.commands.me import me_group
from bot.discord.commands.seat import seat_group
from bot.discord.commands.table import table_group
from bot.games import GAMES
from bot.wording.words import (
    ENGLISH,
    LANGUAGES,
    LOCALE,
    TRANSLATED,
    Noun,
    Text,
    TextIn,
    clip,
    folded,
    known,
    language,
    quoted,
    size,
    words_for,
    words_in,
)
from tests.catalogues import ROOT, as_mo, as_po, catalogue, messages, po_path, sources, spoken, updated

SAME = {
    *("beige", "{n} beige", "{name} {clauses}.", "{name} {clauses}; {tail}."),
    *("China", "Cuba", "Film", "File", "England", "India", "Russia", "USA", "bar", "No"),
}
"""What German or Italian may say as English does."""
ENGLISH_WORD = re.compile(
    r"\b(board|buyer|shed|worker|ship|harbou?r|block|turn|move|score|pass|stock|dock|path|field|piece|the|and|of|you)\b",
    re.IGNORECASE,
)
NOTATION = r"block K6 \*12 pass|step 2; take S5 B1; done"
COMMAND = re.compile(rf"/(table|me|play)( [a-z]+)?|harbour\d|`[^`]*`|\{{[a-z]+\}}|{NOTATION}")


def forms(of: object) -> tuple[str, ...]:
    return (of,) if isinstance(of, str) else tuple(of or ())  # type: ignore[arg-type]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_language_but_english_has_a_catalogue():
    assert set(TRANSLATED) == set(LANGUAGES) - {ENGLISH}
    assert {path.name for path in LOCALE.iterdir()} == set(TRANSLATED)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_the_catalogue_says_what_the_code_says_and_is_compiled(lang: str):
    fresh = updated(lang)
    assert po_path(lang).read_bytes() == as_po(fresh), "run `make words`"
    assert po_path(lang).with_suffix(".mo").read_bytes() == as_mo(fresh), "run `make words`"


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_catalogue_has_each_text_on_one_line_and_no_place_of_the_code(lang: str):
    lines = po_path(lang).read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("#:")] == []
    kinds = {re.split(r"[ \[]", line)[0] for line in lines[lines.index("") :]}
    assert kinds == {"", "#,", "msgctxt", "msgid", "msgid_plural", "msgstr"}


def test_what_the_code_says_is_what_is_shown_in_english():
    words = words_in(ENGLISH)
    alone = [(message.context, text) for message in spoken(ENGLISH) if isinstance(text := message.id, str)]
    assert alone
    for context, text in alone:
        values = dict.fromkeys(fields(text), "{x}")
        assert words.put(TextIn(context, text) if context else Text(text), **values) == text.format(**values)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_nothing_is_left_to_translate(lang: str):
    assert [m.id for m in spoken(lang) if m.fuzzy or not all(forms(m.string) or ("",))] == []
    assert not catalogue(lang).obsolete
    text = po_path(lang).read_text(encoding="utf-8")
    assert "fuzzy" not in text
    assert "#~" not in text


@pytest.mark.parametrize("lang", TRANSLATED)
def test_placeholders_survive_translation(lang: str):
    for message in spoken(lang):
        wanted = set().union(*map(fields, forms(message.id)))
        for number, string in enumerate(forms(message.string)):
            found = fields(string)
            assert found == wanted or (number == 0 and found == wanted - {"n"}), (message.id, string)


@pytest.mark.parametrize("lang", TRANSLATED)
def test_nothing_is_english_in_the_other_languages(lang: str):
    for message in spoken(lang):
        for one, other in zip(forms(message.id), forms(message.string), strict=True):
            assert one != other or one in SAME, one
            assert not ENGLISH_WORD.search(COMMAND.sub("", other)), other


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_is_singular_and_every_other_number_is_plural(lang: str):
    words = words_in(lang)
    counted = [message for message in spoken(lang) if message.pluralizable]
    assert counted
    for message in counted:
        one, more = forms(message.id)
        values = {name: "x" for name in fields(one) | fields(more) if name != "n"}
        noun = Noun(message.context or "", one, more)
        said = {n: words.noun(noun, n) if message.context else words.many(one, more, n, **values) for n in (0, 1, 2, 5)}
        singular, plural = forms(message.string)
        assert said[1] == singular.format(n=1, **values)
        for n in (0, 2, 5):
            assert said[n] == plural.format(n=n, **values)
            assert said[n].replace(str(n), "1") != said[1], "one form for all numbers needs no plural"


@pytest.mark.parametrize(
    ("lang", "wrong"),
    [
        (
            "de",
            r"\b1 (Felder|Wege|Punkten?|Teile|Schiffe|\w*Kaffeesäcke|Arbeiterinnen|Lagerhütten|Tische|Personen)\b",
        ),
        ("it", r"\b1 (spazi|strade|punti|pezzi|navi|sacchi|operaie|baracche|tavoli|persone|voti)\b"),
        ("en", r"\b1 (spaces|roads|points|pieces|ships|sacks|workers|sheds|tables|players|votes)\b"),
    ],
)
def test_nothing_is_said_of_one_in_the_plural(lang: str, wrong: str):
    for message in spoken(lang):
        if message.pluralizable:
            assert not re.search(wrong, forms(message.string)[0].replace("{n}", "1"))


def test_every_sentence_closes_as_its_original_does():
    for lang in TRANSLATED:
        for message in spoken(lang):
            for one, other in zip(forms(message.id), forms(message.string), strict=True):
                assert (one[-1] in ".!?") == (other[-1] in ".!?"), (one, other)
                assert other == other.strip()
                assert "  " not in other


def test_the_words_of_the_glossary_are_used():
    table = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [row.split("|")[1:-1] for row in table.splitlines() if row.startswith("| ")]
    said = {
        lang: " ".join(string for message in spoken(lang) for string in forms(message.string)).lower()
        for lang in TRANSLATED
    }
    missing = [
        (lang, word)
        for row in rows
        if row[0].strip() != "English"
        for lang, cell in zip(TRANSLATED, row[1:], strict=True)
        for word in re.findall(r"\w{4,}", cell.lower())
        if word[:5] not in said[lang]
    ]
    assert missing == []


def glossary() -> dict[str, list[dict[str, str]]]:
    """The terms of each English one, by language; a row may have several, in the same order in each."""
    found: dict[str, list[dict[str, str]]] = {}
    for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines():
        row = [cell.strip().split(", ") for cell in line.split("|")[1:-1]]
        if len(row) == 1 + len(TRANSLATED) and len({len(cell) for cell in row}) == 1:
            for english, *terms in zip(*row, strict=True):
                found.setdefault(term(english), []).append(dict(zip(TRANSLATED, map(term, terms), strict=True)))
    return found


def term(text: str) -> str:
    """Without its number or what stands in brackets: `{n} road`, `caffè nero (K)`."""
    return re.sub(r"\{n\} | \(.*\)", "", text).casefold()


def strays(lang: str, said: list[Any]) -> list[tuple[str, str]]:
    """Messages that are a term of the glossary and nothing more, and are translated by another; verbs may command."""
    terms, found = glossary(), list[tuple[str, str]]()
    for message in said:
        english, other = term(forms(message.id)[0]), term(forms(message.string)[0])
        wanted = [one[lang] for one in terms.get(english, ()) if message.context not in ("button", "menu", "area")]
        if wanted and not any(other == one or other.startswith(re.sub("[aei]re$", "", one)) for one in wanted):
            found.append((english, other))
    return found


@pytest.mark.parametrize("lang", TRANSLATED)
def test_a_message_that_is_a_term_is_translated_by_the_glossary(lang: str):
    assert sum(term(forms(message.id)[0]) in glossary() for message in spoken(lang)) > 50
    assert strays(lang, spoken(lang)) == []


def test_a_plural_for_a_singular_is_noticed():
    known = next(iter(glossary()["harbour"]))["it"]
    assert strays("it", [SimpleNamespace(id="harbour", string=f"{known}", context=None)]) == []
    assert strays("it", [SimpleNamespace(id="harbour", string="porti", context=None)]) == [("harbour", "porti")]


def test_descriptions_of_commands_fit():
    described = [found.forms[0] for path in sources() for found in messages(path) if found.taken_by == "Localized"]
    assert described
    for lang in LANGUAGES:
        for text in described:
            assert size(words_in(lang).say(text)) <= 100


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_commands_that_texts_name_exist(lang: str):
    room: Any = SimpleNamespace(env=SimpleNamespace(games=GAMES), responses=None)
    for group, made in (("table", table_group(room)), ("me", me_group(room)), ("seat", seat_group(room))):
        known = {command.name for command in made.commands}
        named = {
            name
            for message in spoken(lang)
            for string in forms(message.string)
            for name in re.findall(rf"/{group} ([\w-]+\w)", string)
        }
        assert named
        assert named <= known


def test_every_message_of_the_code_is_a_literal():
    assert sum(len(list(messages(path))) for path in sources()) > 250


def test_one_message_has_one_plural():
    """A catalogue knows a message by its singular: the plural of another place would be said here, too."""
    found = {forms for path in sources() for _, forms, _ in messages(path) if len(forms) > 1}
    assert len(found) > 20
    assert len({singular for singular, _ in found}) == len(found)


def test_a_message_that_is_no_literal_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.catalogues.ROOT", tmp_path)
    bad = tmp_path / "bad.py"
    bad.write_text("words.say('a' + b)", encoding="utf-8")
    with pytest.raises(ValueError, match="literal"):
        list(messages(bad))


# ── Words ──


@pytest.mark.parametrize(
    ("locale", "lang"),
    [("de", "de"), ("it", "it"), ("en-US", "en"), ("en-GB", "en"), ("fr", "en"), ("de_AT", "de"), ("", "en")],
)
def test_discord_locales_find_a_language(locale: str, lang: str):
    assert language(locale) == lang
    assert words_for(locale) is words_in(lang)


def test_a_locale_of_another_language_is_none_of_ours():
    assert [known(locale) for locale in ("fr", "", "en-GB", "it")] == ["", "", "en", "it"]


def test_an_unknown_language_is_refused():
    from bot.wording.words import Words

    with pytest.raises(ValueError, match="fr"):
        Words("fr")


def test_lists_are_joined_as_the_language_does():
    assert words_in("en").listed(("A", "B", "C")) == "A, B and C"
    assert words_in("de").listed(("A", "B", "C")) == "A, B und C"
    assert words_in("it").either(("A", "B", "C")) == "A, B o C"
    assert words_in("de").either(("A",)) == "A"
    assert words_in("de").listed(()) == ""


@pytest.mark.parametrize(
    ("names", "listed"),
    [
        (("Carla", "Elena"), "Carla ed Elena"),
        (("Carla", "Anna", "Édith"), "Carla, Anna ed Édith"),
        (("Anna", "\\_emil"), "Anna ed \\_emil"),
        (("Elena", "Anna"), "Elena e Anna"),
        (("Carla", "Ian"), "Carla e Ian"),
    ],
)
def test_italian_puts_a_d_between_and_and_an_e(names: tuple[str, ...], listed: str):
    assert words_in("it").listed(names) == listed


@pytest.mark.parametrize(
    ("name", "said"),
    [("Anna", "Tocca ad Anna."), ("Àlex", "Tocca ad Àlex."), ("Elena", "Tocca a Elena."), ("Bea", "Tocca a Bea.")],
)
def test_italian_puts_a_d_between_to_and_an_a(name: str, said: str):
    assert words_in("it").say("{name} is next.", name=name) == said


def test_in_the_other_languages_nothing_is_put_between():
    assert [words_in(lang).listed(("Emil", "Elena")) for lang in ("en", "de")] == ["Emil and Elena", "Emil und Elena"]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_sentence_lets_a_participle_or_an_amount_agree_with_a_card(lang: str):
    """Holz, Wolle and Trauben, legno, lana and uva take other forms of the same word."""
    wrong = re.compile({"it": r"\{card\}[^.:]*\b\w+(?:ato|uto|ito|poco|tanto)\b", "de": r"\{card\} ist\b"}[lang])
    assert [string for message in spoken(lang) for string in forms(message.string) if wrong.search(string)] == []


def test_names_with_braces_stay_as_they_are():
    assert words_in("en").listed(("{n}", "{0.__class__}")) == "{n} and {0.__class__}"


def test_numbers_and_times():
    words = words_in("en")
    assert [words.signed(n) for n in (3, 0, -2)] == ["+3", "0", "−2"]
    assert words.money(6) == "6\N{NO-BREAK SPACE}¢"
    assert words.soon(1_700_000_000_999) == "<t:1700000000:R>"
    assert words.moment(1_700_000_000_999) == "<t:1700000000:f>"


def test_tables_of_messages_are_put_into_words():
    assert words_in("de").put(Text("black coffee")) == "schwarzer Kaffee"
    assert words_in("de").put(TextIn("button", "Block")) == "Blockieren"


def test_what_somebody_typed_is_neither_markup_nor_a_mention():
    assert quoted("a`b\n*c* <@1>") == "`a'b *c* <@1>`"
    assert quoted("") == "` `"
    assert size(quoted("x" * 99)) == 42


@pytest.mark.parametrize(
    ("typed", "text"),
    [("cafe", "Café International"), ("MUNZ", "Münzen"), ("citta", "città"), ("strasse", "Straße"), ("ﬁn", "Fine")],
)
def test_who_types_needs_neither_accents_nor_capitals(typed: str, text: str):
    assert folded(typed) in folded(text)
    assert fits(typed, text)
    assert not fits(f"{typed} x", text)


def test_every_suggestion_forgives_missing_accents():
    """Nothing among the commands compares what is typed in another way."""
    for path in [
        *(ROOT / "bot" / "discord" / "commands").glob("*.py"),
        ROOT / "bot" / "discord" / "commands" / "command_text.py",
        ROOT / "bot" / "discord" / "commands" / "game_commands.py",
        ROOT / "bot" / "wording" / "options.py",
    ]:
        code = path.read_text(encoding="utf-8")
        assert not re.search(r"casefold|\.lower\(", code), path.name


def test_clipping_counts_as_discord_may_count():
    assert size("a😀") == 3
    assert clip("😀" * 10, 9) == "😀" * 4 + "…"
    assert clip("short", 5) == "short"


def test_a_text_that_is_too_long_ends_after_a_whole_word_unless_that_is_a_long_one():
    assert clip("one two three four", 10) == "one two…"
    assert clip("Flora founds a settlement", 22) == "Flora founds a…"
    assert clip("Bea seats a man, a woman", 17) == "Bea seats a man…"
    assert clip("one two three", 14) == "one two three"
    assert clip("x " + "y" * 60, 40) == "x " + "y" * 37 + "…"
