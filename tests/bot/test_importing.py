"""A game that was played at another host: a table to be looked at, the same again in its file, and nobody's merit."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from bot.__main__ import main
from bot.discord.gallery import Gallery
from bot.discord.interactions import files, replays
from bot.games import GAMES
from bot.games.game import painters
from bot.games.page import proof
from bot.operation.importing import _named, place
from bot.operation.problem import CannotRun
from bot.play import queries
from bot.play.gamefile.form import MOST, GameFile, NotAGame, Read, read, write
from bot.play.gamefile.taken import CannotTake, Place, taken
from bot.play.gamefile.verified import verified
from bot.play.gamefile.written import written
from bot.play.history.replay import steps
from bot.play.seating import lobby
from bot.play.standings import ratings, statistics
from bot.wording import words_for
from renderer import film
from storage.folder.control import Control
from storage.imported import KNOWN, NEW, OTHER, put
from storage.rows import OVER, Change
from tests.bot.game_files import FORGED, before_the_end, closed, played, the_record
from tests.bot.house import START, House
from tests.bot.test_gamefile import kept_ones
from tests.report import say

GUILD, CHANNEL = 7, 70
HERE = Place(GUILD, CHANNEL)
LINK = "https://discord.com/channels/123456789012345678/223456789012345678"
SMALL = {"cafe": (3, 7), "guatemala": (2, 7), "catan": (4, 9)}
Forge = Callable[[GameFile, random.Random], GameFile]


@pytest.fixture
async def other(tmp_path: Path) -> AsyncIterator[House]:
    """A host at which the game was not played."""
    opened = await House(tmp_path / "other").open()
    yield opened
    await opened.close()


def change_of(file: GameFile, **more: Any) -> Change:
    return taken(Read(file, **({"whole": True} | more)), GAMES[file.game].rules, HERE, START, _named)


async def brought(other: House, file: GameFile) -> str:
    assert await put(other.store, change_of(file)) == NEW
    await other.quiet()
    return file.table


# ── a table of it ──


@pytest.mark.parametrize("game", SMALL)
async def test_it_is_shown_in_every_way_and_exported_again_as_it_came(other: House, game: str) -> None:
    file = played(game, *SMALL[game])
    table = await brought(other, file)
    held = await other.table(table)
    assert (held.status, held.row.guild, other.ear.parents[held.row.channel]) == (OVER, GUILD, CHANNEL)
    assert write(await written(held, other.env)) == write(file)
    (post,) = other.ear.heard(held.row.channel)
    assert (post.over, post.mentions, f"`{file.record}`" in post.text) == (True, (), True)
    winner = next(one.seat for one in file.result if one.rank == 1)
    assert file.sitters[winner].name in post.text

    board, log = queries.board(held), await queries.log(held, 99, other.env)
    assert isinstance(board, queries.Seen)
    assert isinstance(log, tuple)
    public = [move for move in file.moves if move.public]
    assert (board.number, len(log)) == (file.moves[-1].number, len(public))
    times = await other.store.log_times(table)
    assert times == tuple(move.at for move in file.moves)
    reel = await other.env.reels.of(held, other.store)
    seen = [msgspec.json.encode(view) for view, _ in steps(held, reel, film.cut)[0]]
    assert seen[-1] == bytes(public[-1].view)

    gallery = Gallery(painters(GAMES))
    responses = other.responses(gallery)
    shown = await replays.shown(responses, other.press(99), table, public[len(public) // 2].number)
    assert all(name in repr(shown) for name in held.names), "all hands of a game that is over"
    (again,) = (await files.shown(responses, other.press(99), table)).attachments
    assert again.data == write(file)
    gallery.close()


@pytest.mark.parametrize("name", [name for name in sorted(kept_ones()) if "over" in name])
async def test_files_of_each_form_are_taken(other: House, name: str) -> None:
    found = read(kept_ones()[name])
    change = taken(found, GAMES[found.file.game].rules, HERE, START, _named)
    assert await put(other.store, change) == NEW
    again = await written(await other.table(found.file.table), other.env)
    assert replace(again, record=found.file.record) == found.file
    assert len(again.record) == 32


async def test_brought_twice_it_is_there_once_and_another_with_its_id_changes_nothing(other: House) -> None:
    file = played("cafe", 2, 7)
    await brought(other, file)
    before = await other.loaded(file.table)
    assert await put(other.store, change_of(file)) == KNOWN
    otherwise = replace(played("cafe", 2, 8), table=file.table)
    forged = replace(change_of(played("cafe", 2, 8)), table=replace(before.table, rev=0))
    assert otherwise.moves != file.moves
    assert await put(other.store, forged) == OTHER
    assert await other.loaded(file.table) == before
    await other.quiet()
    assert len(other.ear.heard(before.table.channel)) == 1


async def test_it_counts_for_nobody_even_by_the_name_of_somebody_here(other: House) -> None:
    file = played("cafe", 3, 7)
    table = await brought(other, file)
    await ratings.brought_up(other.env, GUILD)
    assert (await statistics.board(other.env, GUILD, "")).new == ()
    for user in range(1, 10):
        assert await statistics.career(other.env, user, user, GUILD, "") is None
        assert await other.store.sittings(user) == ()
    assert await ratings.changes(other.env, await other.table(table)) == ()
    assert {row.user for row in (await other.loaded(table)).occupants} == {0}


async def test_anybody_may_play_it_again_for_nobody_there_is_known(other: House) -> None:
    table = await brought(other, played("cafe", 3, 7))
    opened: Any = await lobby.again(other.transactions, table, other.act(5), "Fay", CHANNEL)
    assert [row.user for row in (await other.loaded(opened.table)).seats] == [5]


async def test_who_is_not_named_in_the_file_is_not_named_by_it_again(other: House) -> None:
    file = played("cafe", 3, 7)
    nameless = replace(file, lang="de", sitters=(file.sitters[0], replace(file.sitters[1], name=""), file.sitters[2]))
    table = await brought(other, nameless)
    assert (await other.table(table)).names == ("Ada", "Sitz 2", "Cem")
    assert write(await written(await other.table(table), other.env)) == write(nameless)


async def test_what_a_name_may_not_be_it_is_not_here(other: House) -> None:
    file = played("cafe", 2, 7)
    hostile = replace(
        file, sitters=tuple(replace(one, name="**@everyone**\n\u202e" + "x" * 100) for one in file.sitters)
    )
    table = await brought(other, hostile)
    for name in (await other.table(table)).names:
        assert ("\n" in name, "\u202e" in name, len(name) <= 40, "**" in name) == (False, False, True, False)


# ── what is not taken ──


def test_what_is_not_whole_or_not_over_is_not_taken_and_why() -> None:
    file = played("cafe", 3, 7)
    cases: list[tuple[str, GameFile, dict[str, Any]]] = [
        ("running", before_the_end(file, 20), {}),
        ("closed", closed(file), {}),
        ("changed", file, {"whole": False}),
        ("rules", replace(file, rules=file.rules + 1), {}),
        ("contradicts", the_record(file, random.Random(1)), {}),
        ("unknown", replace(file, terms=(("pace", "hurried"),)), {}),
        ("unknown", replace(file, sitters=(replace(file.sitters[0], house="godlike"), *file.sitters[1:])), {}),
        ("unknown", replace(file, sitters=file.sitters[1:]), {}),
        ("unknown", replace(file, sitters=(*file.sitters, file.sitters[0])), {}),
    ]
    for why, other_file, more in cases:
        with pytest.raises(CannotTake) as refused:
            change_of(other_file, **more)
        assert refused.value.why == why
    with pytest.raises(CannotTake, match="game"):
        taken(Read(file, whole=True), None, HERE, START, _named)


@pytest.mark.parametrize("forge", FORGED, ids=lambda one: one.__name__)
def test_no_forged_file_is_taken(forge: Forge) -> None:
    for game, (seats, seed) in SMALL.items():
        with pytest.raises(CannotTake):
            change_of(forge(played(game, seats, seed), random.Random(seed)))


def _hostile(data: Any, luck: random.Random) -> Any:
    """The same with one value of any depth made something else: other types, huge numbers, deep nesting, too much."""
    wrong: tuple[Any, ...] = (
        None, True, -1, 2**63, -(2**70), 10**400, 1.5, "", "x" * 100_000, "\x00\ud7ff", [], {}, [[]], {"a": []},
        [0] * 100_000, "9" * 5000, "1e999", -0.0, "٣", "0x1", _deep(50), 11, 253_402_300_800_000,
    )  # fmt: skip
    if isinstance(data, dict) and data and luck.random() < 0.9:
        key = luck.choice([*data])
        return {**data, key: _hostile(data[key], luck)}
    if isinstance(data, list) and data and luck.random() < 0.9:
        at = luck.randrange(len(data))
        if luck.random() < 0.15:
            return data[:at] + data[at + 1 :]
        return [*data[:at], _hostile(data[at], luck), *data[at + 1 :]]
    return luck.choice(wrong)


def _deep(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


def _sealed(body: Any) -> bytes:
    """With its digest made anew."""
    rest = msgspec.json.encode(body)[1:]
    head = write(played("cafe", 2, 7)).split(b",\n", 1)[0]
    return b"%b,\n%b" % (head, rest)


def _tried(data: bytes) -> str:
    """What comes of a file from anywhere; nothing else than an answer is ever raised, whatever is done with it."""
    try:
        found = read(data)
    except NotAGame as wrong:
        return wrong.why
    rules = GAMES[found.file.game].rules if found.file.game in GAMES else None
    assert proof.lines(words_for("it"), found.file, verified(found, rules))
    try:
        taken(replace(found, whole=True), rules, HERE, START, _named)
    except CannotTake as cannot:
        return cannot.why
    return "taken"


@pytest.mark.parametrize("game", SMALL)
def test_whatever_stands_in_a_file_it_is_refused_and_nothing_breaks(game: str) -> None:
    luck = random.Random(game)
    body = json_of(played(game, *SMALL[game]))
    came = [_tried(_sealed(_hostile(body, luck))) for _ in range(120)]
    say(f"hostile files of {game}: { ({why: came.count(why) for why in sorted({*came})}) }")
    unproved = came.count("taken")
    assert unproved <= 25, "only what is nobody's to prove: names, counts of turns, the way somebody sat"
    assert len({*came}) >= 3


def json_of(file: GameFile) -> dict[str, Any]:
    return msgspec.json.decode(write(file).split(b"\n", 1)[1].join((b"{", b"")))


def test_deep_nesting_huge_files_and_torn_ones_are_refused() -> None:
    whole = write(played("cafe", 2, 7))
    head, rest = whole.split(b",\n", 1)
    deep = b"[" * 200_000 + b"]" * 200_000
    nested = rest.replace(b'"facts":[', b'"facts":[' + deep + b",", 1)
    assert _tried(head + b",\n" + nested) in ("broken", "form", "contradicts")
    assert _tried(deep) == "form"
    assert _tried(b" " * (MOST + 1)) == "large"
    torn = [whole[:at] for at in range(0, len(whole), 997)]
    assert {_tried(data) for data in torn} <= {"form", "broken"}
    luck = random.Random(1)
    for _ in range(150):
        at = luck.randrange(len(whole))
        assert _tried(whole[:at] + bytes([luck.randrange(256)]) + whole[at + 1 :])


# ── the command ──


def run(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["import", *words], env={"STAMMTISCH_DATA": str(folder)}, catch_exceptions=False)


def test_a_channel_is_named_by_the_address_that_discord_copies() -> None:
    wanted = Place(123456789012345678, 223456789012345678)
    assert place(LINK) == place(f"{LINK}/") == place(LINK.removeprefix("https://discord.com/channels/")) == wanted
    for wrong in ("", "tables", "223456789012345678", f"{LINK}/1234567890123456789", "https://example.org/1/2"):
        with pytest.raises(CannotRun):
            place(wrong)


async def test_the_command_reaches_a_running_bot_and_a_folder_without_one(other: House, tmp_path: Path) -> None:
    file = tmp_path / "game.stammtisch.json"
    file.write_bytes(write(played("cafe", 3, 7)))
    async with Control(other.store):
        told = await asyncio.to_thread(run, other.folder, str(file), "--channel", LINK)
        again = await asyncio.to_thread(run, other.folder, str(file), "--channel", LINK)
    assert (told.exit_code, "Imported: Café International · Ada, Bea, Cem" in told.output) == (0, True)
    assert (again.exit_code, "is here already" in again.output) == (0, True)
    await other.quiet()
    held = await other.table("00000000007")
    assert (held.row.guild, held.status) == (123456789012345678, OVER)
    assert len(other.ear.heard(held.row.channel)) == 1
    alone = await asyncio.to_thread(run, tmp_path / "alone", str(file), "--channel", LINK)
    assert (alone.exit_code, "Imported" in alone.output) == (0, True)


def test_the_command_says_what_helps_where_it_takes_nothing(tmp_path: Path) -> None:
    file, good = tmp_path / "game.json", played("cafe", 3, 7)
    for data, said in (
        (b"{}", "no file of a game"),
        (write(before_the_end(good, 9)), "Export it again after its end"),
        (write(closed(good)), "stammtisch show FILE"),
        (write(the_record(good, random.Random(1))), "Moves, times or posts are not those"),
        (write(good).replace(b'"at":', b'"at": ', 1), "something in it was changed"),
    ):
        file.write_bytes(data)
        told = run(tmp_path / "d", str(file), "--channel", LINK)
        assert (told.exit_code, said in told.output) == (78, True), told.output
    assert not (tmp_path / "d").exists(), "a file that is refused makes no folder"


@pytest.mark.parametrize("seed", range(3))
def test_a_page_of_a_hostile_file_is_a_page_or_a_sentence(tmp_path: Path, seed: int) -> None:
    luck, body = random.Random(seed), json_of(before_the_end(played("cafe", 2, 7), 5))
    file, page = tmp_path / "game.json", tmp_path / "page.html"
    body["moves"] = [{**move, "view": _hostile(move["view"], luck)} for move in body["moves"]]
    file.write_bytes(_sealed(body))
    told = CliRunner().invoke(main, ["show", str(file), "--html", str(page)], catch_exceptions=False)
    assert told.exit_code in (0, 78), told.output
    assert told.output
