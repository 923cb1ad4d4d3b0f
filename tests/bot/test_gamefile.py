"""The file of a game: read for ever, verified whole, refused where one thing is changed, silent before the end."""

import gzip
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.discord.gallery import Gallery
from bot.discord.interactions import files
from bot.games import GAMES
from bot.games.game import painters
from bot.games.page import proof
from bot.games.page.made import page
from bot.play.gamefile import chain
from bot.play.gamefile.form import READ, SEALED, VERSION, GameFile, NotAGame, Read, read, write
from bot.play.gamefile.verified import (
    CLOSED,
    DRAWS_FOLLOW,
    FORM_1,
    MOVES_LEAD,
    NO_SEED,
    OTHER_RULES,
    RECORDED,
    SEED_FITS,
    WHOLE,
    Finding,
    proves,
    verified,
)
from bot.play.gamefile.written import written
from bot.play.history.reel import wound
from bot.play.history.tally import Tally, tally
from bot.play.people.preferences import NAMELESS
from bot.wording import words_for
from storage.rows import OVER
from tests.bot import game_files
from tests.bot.game_files import FORGED, a_time, played, titled
from tests.bot.sealed import ADA, BEA, CEM, SEED, Players, Sealed
from tests.bot.test_replay_worlds import STRANGER, shown
from tests.ledger import Ledger
from tests.report import say

SEALED_SEED = 3
"""Of players of Catan who come to several secret answers."""
GOLDEN = Path(__file__).parents[1] / "golden" / "files"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Sealed]:
    opened = await Sealed(tmp_path / "data").open()
    yield opened
    await opened.close()


def found(file: GameFile, *, whole: bool = True, form: int = VERSION) -> tuple[Finding, ...]:
    return verified(Read(file, whole, form), GAMES[file.game].rules)


async def over(house: Sealed, game: str = "cafe", **more: object) -> str:
    table = await house.begun((ADA, BEA, CEM), game, **more)
    await Players(house, table, 1).play(1000)
    assert (await house.loaded(table)).table.status == OVER
    return table


async def file_of(house: Sealed, table: str) -> bytes:
    return write(await written(await house.table(table), house.env))


# ── verified ──


async def test_the_file_of_a_game_that_was_played_here_proves_everything(house: Sealed) -> None:
    data = await file_of(house, await over(house))
    told = verified(read(data), GAMES["cafe"].rules)
    assert [one.holds for one in told] == [True] * 8


def _judged(seed: int, forgers: Sequence[Callable[..., GameFile]]) -> Counter[str]:
    """How often which finding refused which kind of copy; the game itself is accepted."""
    game, seats = titled(seed)
    file, luck, caught = played(game, seats, seed), random.Random(seed), Counter[str]()
    again = read(write(file))
    assert again.file == file
    told = verified(again, GAMES[game].rules)
    assert [one.holds for one in told] == [True] * 8, (game, seed, told)
    for forge in forgers:
        changed = forge(file, luck)
        assert changed != file, forge.__name__
        refused = [one.what for one in found(changed) if one.holds is False]
        assert refused, (forge.__name__, game, seed)
        caught.update({f"{forge.__name__} by {what}": 1 for what in refused})
        caught[forge.__name__] += 1
    return caught | Counter({game: 1})


def test_games_are_accepted_and_copies_with_one_thing_changed_are_not() -> None:
    """Each kind of change in each game, with the digest made anew."""
    caught = Counter[str]()
    for seed in range(9):
        caught += _judged(seed, FORGED)
    say(f"files of games: {dict(sorted(caught.items()))}")
    assert {game: caught[game] for game in ("cafe", "guatemala", "catan")} == dict.fromkeys(GAMES, 3)
    assert {caught[forge.__name__] for forge in FORGED} == {9}
    assert caught["a_time by record"] == 9, "nothing but the hash of the record knows of times"


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("part", range(20))
def test_a_thousand_games_are_accepted_and_a_thousand_copies_of_each_kind_are_not(part: int) -> None:
    ledger = Ledger("game_files")
    ledger.skip_what_is_done(part)
    caught = Counter[str]()
    for seed in range(50 * part, 50 * (part + 1)):
        caught += _judged(1000 + seed, FORGED)
    ledger.note(part, **caught)
    say(f"files of games, part {part}: {dict(sorted(caught.items()))}")
    assert {caught[forge.__name__] for forge in FORGED} == {50}


@pytest.mark.parametrize("forge", FORGED, ids=lambda one: one.__name__)
def test_one_changed_thing_breaks_the_digest(forge: Callable[[GameFile, random.Random], GameFile]) -> None:
    file = played("cafe", 2, 7)
    whole, other = write(file), write(forge(file, random.Random(1)))
    head, rest = whole.split(b",\n", 1)
    assert read(whole).whole
    assert not read(head + b",\n" + other.split(b",\n", 1)[1]).whole
    assert rest


def test_whoever_makes_the_record_anew_as_well_shows_another_hash_than_the_thread() -> None:
    """That is all that can be known of a time: it is the one whose hash everybody saw at the end."""
    file = played("cafe", 2, 7)
    for seed in range(20):
        late = a_time(file, random.Random(seed))
        anew = msgspec.structs.replace(late, record=chain.hashed(late))
        assert anew.record != file.record
        assert proof.lines(words_for("en"), anew, ()) != proof.lines(words_for("en"), file, ())


@pytest.mark.parametrize("forge", FORGED, ids=lambda one: one.__name__)
def test_what_does_not_hold_is_told_in_the_language_of_its_reader(forge: Callable[..., GameFile]) -> None:
    refused = [one for one in found(forge(played("cafe", 2, 7), random.Random(1))) if one.holds is False]
    assert refused
    for one in refused:
        told = {lang: proof.line(words_for(lang), one) for lang in ("en", "de", "it")}
        assert [lang for lang, line in told.items() if one.why and one.why in line] == ["en"] * bool(one.why)


def test_without_its_record_a_file_of_form_2_is_refused_and_one_of_form_1_says_what_is_unproved() -> None:
    bare = msgspec.structs.replace(played("cafe", 2, 7), record="")
    assert not proves(verified(Read(bare, whole=True), GAMES["cafe"].rules))
    told = verified(Read(bare, whole=True, form=1), GAMES["cafe"].rules)
    assert proves(told)
    assert {one.what: one.why for one in told if one.holds is None} == {RECORDED: FORM_1}


@pytest.mark.parametrize("terms", [(), (("hands", "closed"),)], ids=["open", "closed"])
async def test_the_post_of_the_end_shows_the_hash_that_the_file_holds(house: Sealed, terms: Any) -> None:
    """Of all there is, and where hands stay closed of what everybody was told."""
    table = await over(house, terms=terms)
    data = await file_of(house, table)
    file, posts = read(data).file, house.ear.heard((await house.loaded(table)).table.channel)
    assert f"Hash of the record: `{file.record}`" in posts[-1].text
    assert (file.open, len(file.record)) == (not terms, chain.SHOWN)
    rules = GAMES["cafe"].rules
    assert next(one for one in verified(read(data), rules) if one.what == RECORDED).holds
    assert not proves(found(a_time(file, random.Random(1))))


def test_the_hash_of_a_record_can_be_made_by_another_program() -> None:
    """As docs/proof.md says, by Python's own json and hashlib alone."""

    def compact(value: object) -> bytes:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()

    for game, seats in (("cafe", 2), ("guatemala", 3), ("catan", 3)):
        file = json.loads(write(played(game, seats, 7)).split(b"\n", 1)[1].join((b"{", b"")))
        link = sha256(b"stammtisch record 1 whole\n" + compact([file["table"], file["luck"]["commitment"]])).digest()
        for move in file["moves"]:
            parts = [[part["kind"], part["seat"], part["text"], part["luck"]] for part in move["parts"]]
            told = [move["version"], move["number"], move["at"], move["kind"], move["seat"], parts]
            link = sha256(link + compact(told)).digest()
        posts = [[salt["turn"], salt["post"]] for salt in file["luck"]["salts"]]
        assert sha256(link + compact(posts)).hexdigest()[:32] == file["record"]


def test_a_time_before_its_post_or_out_of_order_is_found_without_the_digest() -> None:
    file = played("cafe", 2, 7)
    late = game_files._with_move(file, 3, msgspec.structs.replace(file.moves[3], at=file.moves[2].at - 1))
    assert not proves(found(late))


def test_other_rules_leave_the_moves_unjudged_and_prove_the_draws() -> None:
    file = played("cafe", 2, 7)
    told = found(msgspec.structs.replace(file, rules=file.rules + 1))
    assert {one.what: one.why for one in told if one.holds is None} == {MOVES_LEAD: OTHER_RULES}
    assert next(one for one in told if one.what == DRAWS_FOLLOW).holds
    assert verified(Read(file, whole=True), None)[-1].why == OTHER_RULES


async def test_live_luck_says_so(house: Sealed) -> None:
    house.env.seeds = None
    told = verified(read(await file_of(house, await over(house))), GAMES["cafe"].rules)
    assert {one.what: one.why for one in told if one.holds is None} == {DRAWS_FOLLOW: NO_SEED}
    assert proves(told)


def test_other_files_are_refused() -> None:
    data = write(played("cafe", 2, 7))
    newer, broken = data.replace(b'"version":2', b'"version":3', 1), data.replace(b'"table"', b'"tisch"', 1)
    wrong = ((b"", "form"), (b"{}", "form"), (b"\x89PNG", "form"), (newer, "version"), (broken, "broken"))
    for text, why in wrong:
        with pytest.raises(NotAGame) as refused:
            read(text)
        assert refused.value.why == why


def kept_ones() -> dict[str, bytes]:
    plain = {path.name: path.read_bytes() for path in GOLDEN.glob("*.stammtisch.json")}
    return plain | {path.stem: gzip.decompress(path.read_bytes()) for path in GOLDEN.glob("*.stammtisch.json.gz")}


@pytest.mark.parametrize("name", sorted(kept_ones()))
def test_files_of_each_form_are_read_for_ever(name: str) -> None:
    """Verified as far as these rules go, and shown as a page, whole games and those that went on."""
    kept = read(kept_ones()[name])
    file, told = kept.file, found(kept.file, form=kept.form)
    assert (kept.whole, file.open, file.status) == (True, "over" in name, "running" if "running" in name else "over")
    assert proves(told)
    wanted = {WHOLE, DRAWS_FOLLOW, SEED_FITS} if file.open else {WHOLE}
    assert {one.what for one in told if one.holds} >= wanted
    if kept.form > 1 and file.status == OVER:
        assert RECORDED in {one.what for one in told if one.holds}
    made = page(file, GAMES[file.game], words_for("de"), told, steps=4)
    assert (made.startswith(b"<!doctype html>"), made.count(b"<li>") >= 4) == (True, True)


def test_there_are_files_of_each_form_and_game_before_and_after_the_end() -> None:
    names = {name.partition(".")[0] for name in kept_ones()}
    assert names >= {f"form{form}-{game}-{when}" for form in READ for game in GAMES for when in ("over", "running")}
    assert names >= {f"form2-{game}-closed" for game in GAMES}


# ── what nobody may know ──


async def test_before_the_end_a_file_holds_no_secret(house: Sealed) -> None:
    table = await house.begun((ADA, BEA, CEM), "catan")
    await Players(house, table, 2).play(60)
    data = (await file_of(house, table)).decode()
    file = read(data.encode()).file
    assert (file.open, file.luck.kind, file.luck.seed, file.draws, file.state, file.result) == (
        False,
        SEALED,
        "",
        (),
        "",
        (),
    )
    assert all((move.parts, bytes(move.line), move.version) == ((), b"null", -1) for move in file.moves)
    position = await house.position(table)
    rules = (await house.table(table)).rules
    secret = [msgspec.json.encode(rules.private(position.state, seat)).decode() for seat in range(3)]
    assert [one for one in (*secret, SEED.hex(), msgspec.json.encode(position.state).decode()) if one in data] == []
    assert all(str(user) not in [one.name for one in file.sitters] for user in (ADA, BEA, CEM))
    told = verified(read(data.encode()), rules)
    assert {one.why for one in told if one.holds is None} == {CLOSED}


async def told_by(house: Sealed, table: str) -> tuple[object, ...]:
    """What a running game tells everybody: its file, what is counted of it, its replay."""
    held, records = await house.table(table), await house.store.records(table)
    counted, reel = await tally(held, house.env), wound(held.rules, records)
    assert isinstance(counted, Tally)
    seen = await shown(held, reel, STRANGER, reel.frames[-1].number)
    return await file_of(house, table), counted.moves, counted.rolls, reel.numbers, seen


async def test_a_secret_answer_changes_no_letter_of_a_file_no_count_and_no_replay(house: Sealed) -> None:
    """Whether anybody has answered, what, and how often: all of it is the same."""
    table = await house.begun((ADA, BEA, CEM), "catan")
    players, compared = Players(house, table, SEALED_SEED), 0
    while wanted := await players.choice():
        before = await told_by(house, table) if wanted[0].sealed else ()
        number = (await house.position(table)).number
        await players.press(*wanted)
        await house.quiet()
        if before and (await house.position(table)).number == number:
            assert await told_by(house, table) == before
            compared += 1
        if compared >= 3:
            break
    assert compared


async def test_where_hands_stay_closed_the_seed_is_not_told_and_nothing_is_proved(house: Sealed) -> None:
    table = await over(house, terms=(("hands", "closed"),))
    file = read(await file_of(house, table)).file
    assert (file.open, file.luck.seed, file.draws, file.state) == (False, "", (), "")
    assert len(file.result) == 3


async def test_who_wishes_so_is_not_named(house: Sealed) -> None:
    table = await over(house)
    person = await house.store.person(BEA)
    await house.store.save_person(msgspec.structs.replace(person, settings=(NAMELESS,)))
    data = await file_of(house, table)
    assert sorted(one.name for one in read(data).file.sitters) == ["", "Ada", "Cem"]
    assert b"Bea" not in data


# ── where it is asked for ──


async def test_anybody_gets_the_file_by_a_press_and_by_a_command(house: Sealed) -> None:
    table = await over(house)
    gallery = Gallery(painters(GAMES))
    shown = await files.shown(house.responses(gallery), house.press(99), table)
    (kept,) = shown.attachments
    gallery.close()
    assert kept.name == f"cafe-{table}.stammtisch.json"
    assert proves(verified(read(kept.data), GAMES["cafe"].rules))


def test_the_commands_verify_and_show(tmp_path: Path) -> None:
    file = played("cafe", 3, 7)
    good, bad, page = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "out.html"
    good.write_bytes(write(file))
    bad.write_bytes(write(game_files.the_seed(file, random.Random(1))))
    run = CliRunner()
    told = run.invoke(main, ["verify", str(good)])
    assert (told.exit_code, file.luck.commitment in told.output) == (0, True)
    assert all(salt.post in told.output for salt in file.luck.salts)
    refused = run.invoke(main, ["verify", str(bad)])
    assert (refused.exit_code, "The seed is not the one" in refused.output) == (1, True)
    shown = run.invoke(main, ["show", str(good), "--html", str(page), "--language", "de"])
    assert shown.exit_code == 0
    text = page.read_text("utf-8")
    assert [word for word in ("http:", "https:", "//www", 'src="/', "url(") if word in text] == []
    assert 'lang="de"' in text
