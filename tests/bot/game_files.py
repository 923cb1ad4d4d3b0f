"""Files of games that were played by the rules and a seed alone, and copies of them in which one thing is changed."""

import random
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from bot.games import GAMES
from bot.play.gamefile import chain
from bot.play.gamefile.form import SEALED, Draws, GameFile, Luck, Move, Reached, Salt, Sitter
from bot.play.gamefile.verified import _result, posted_at
from bot.play.gamefile.written import moves_of, views_of
from bot.play.luck import Drawn, Stream, commitment
from rules import engine
from rules.chance import Seeded, pick, shuffle
from rules.contract import Position, Record, Setup
from tests.bot.played import BY_KEY
from tests.contract.player import walk

FIRST_POST = 1_300_000_000_000_000_000
NAMES = ("Ada", "Bea", "Cem", "Dag")


def played(game: str, seats: int, seed: int) -> GameFile:
    """A whole game, each commit by a post of its own."""
    rules, luck = GAMES[game].rules, random.Random(seed)
    secret, table = luck.randbytes(32), f"{seed:011d}"
    drawn: list[tuple[int, Drawn]] = []
    n, post, at = 0, FIRST_POST, posted_at(FIRST_POST) + 1000

    def stream() -> Stream:
        return Stream(secret, table, post, n)

    seating = stream()
    shuffle(seating, range(seats))
    drawn.append((-1, seating.drawn or Drawn(0, post, (), ())))
    n = seating.n
    dealing = stream()
    commit = engine.begin(rules, Setup(seats), dealing)
    salts, records, lines = [post], list[Record](), list[str]()
    before: Position[Any] | None = None
    using, players = dealing, Seeded(seed)
    policies = [pick(players, BY_KEY[game].policies) for _ in range(seats)]
    while True:
        at += 60_000
        records += [replace(record, at=at) for record in commit.records]
        lines.append(msgspec.json.encode(engine.line(before, commit)).decode())
        if using.drawn is not None:
            drawn.append((commit.position.version, using.drawn))
        n, before = using.n, commit.position
        asked = [question for question in before.open if question.required]
        if not asked:
            break
        post += 60_000 << 22
        salts.append(post)
        seat = pick(players, asked).seat
        tokens = walk(BY_KEY[game], before.state, seat, players, policies[seat])
        using = stream()
        commit = engine.play(rules, before, seat, [rules.parse(" ".join(tokens))], using)
    versions = [*dict.fromkeys(record.version for record in records)]
    file = GameFile(
        table=table,
        game=game,
        rules=rules.version,
        lang="en",
        status="over",
        seats=seats,
        options=(),
        terms=(),
        random_seats=True,
        began_at=records[0].at,
        open=True,
        sitters=tuple(Sitter(seat, 0, NAMES[seat], "", 0, False) for seat in range(seats)),
        luck=Luck(SEALED, commitment(table, secret), secret.hex(), _salts(salts)),
        moves=moves_of(records, lines, versions, views_of(rules, records), is_open=True),
        draws=tuple(Draws(one.first, version, str(one.salt), one.bounds, one.luck) for version, one in drawn),
        result=tuple(Reached(*one) for one in _result(rules, before)),
        state=msgspec.json.encode(before.state).decode(),
    )
    return replace(file, record=chain.hashed(file))


def _salts(posts: list[int]) -> tuple[Salt, ...]:
    return tuple(Salt(turn - 1, str(post)) for turn, post in enumerate(posts))


# ── one thing changed ──


def a_draw(file: GameFile, luck: random.Random) -> GameFile:
    place = luck.choice([place for place, one in enumerate(file.draws) if max(one.bounds) > 1])
    one = file.draws[place]
    which = luck.choice([which for which, bound in enumerate(one.bounds) if bound > 1])
    other = (one.values[which] + luck.randrange(1, one.bounds[which])) % one.bounds[which]
    values = (*one.values[:which], other, *one.values[which + 1 :])
    return replace(file, draws=(*file.draws[:place], replace(one, values=values), *file.draws[place + 1 :]))


def a_move(file: GameFile, luck: random.Random) -> GameFile:
    texts = {part.text for move in file.moves[1:] for part in move.parts}
    place = luck.randrange(1, len(file.moves))
    move = file.moves[place]
    others = sorted(texts - {move.parts[0].text})
    changed = replace(move, parts=(replace(move.parts[0], text=luck.choice(others)), *move.parts[1:]))
    return _with_move(file, place, changed)


def a_time(file: GameFile, luck: random.Random) -> GameFile:
    place = luck.randrange(len(file.moves))
    return _with_move(file, place, replace(file.moves[place], at=file.moves[place].at + luck.choice((-1, 1))))


def a_view(file: GameFile, luck: random.Random) -> GameFile:
    place = luck.randrange(1, len(file.moves))
    view = bytes(file.moves[place].view)
    other = next((bytes(move.view) for move in file.moves if bytes(move.view) != view), b"null")
    return _with_move(file, place, replace(file.moves[place], view=Raw(other)))


def _with_move(file: GameFile, place: int, move: Any) -> GameFile:
    return replace(file, moves=(*file.moves[:place], move, *file.moves[place + 1 :]))


def the_seed(file: GameFile, luck: random.Random) -> GameFile:
    return replace(file, luck=replace(file.luck, seed=_one_digit(file.luck.seed, luck)))


def the_commitment(file: GameFile, luck: random.Random) -> GameFile:
    return replace(file, luck=replace(file.luck, commitment=_one_digit(file.luck.commitment, luck)))


def _one_digit(digits: str, luck: random.Random) -> str:
    place = luck.randrange(len(digits))
    other = luck.choice([digit for digit in "0123456789abcdef" if digit != digits[place]])
    return digits[:place] + other + digits[place + 1 :]


def a_post(file: GameFile, luck: random.Random) -> GameFile:
    """Any post of the list, and wherever it salts: the one id of Discord's that a file holds."""
    post = luck.choice(file.luck.salts).post
    other = str(int(post) + luck.choice((-1, 1)))
    salts = tuple(replace(salt, post=other) if salt.post == post else salt for salt in file.luck.salts)
    draws = tuple(replace(one, salt=other) if one.salt == post else one for one in file.draws)
    return replace(file, luck=replace(file.luck, salts=salts), draws=draws)


def a_draw_and_its_move(file: GameFile, luck: random.Random) -> GameFile:
    """Wherever it stands: in the list of draws, and with the move that drew it."""
    forged = a_draw(file, luck)
    (changed,) = [one for one, other in zip(forged.draws, file.draws, strict=True) if one != other]
    if changed.version < 0:
        return forged
    move, values = forged.moves[changed.version], list(changed.values)
    parts = tuple(replace(part, luck=tuple(values.pop(0) for _ in part.luck)) for part in move.parts)
    return _with_move(forged, changed.version, replace(move, parts=parts))


def a_fact(file: GameFile, luck: random.Random) -> GameFile:
    """What everybody is said to have been told."""
    place = luck.randrange(1, len(file.moves))
    facts = bytes(file.moves[place].facts)
    other = next((bytes(move.facts) for move in file.moves if bytes(move.facts) != facts), b"[]")
    return _with_move(file, place, replace(file.moves[place], facts=Raw(other)))


def an_option(file: GameFile, luck: random.Random) -> GameFile:
    return replace(file, options=(*file.options, ("side", luck.choice(("varied", "starter")))))


def a_seat(file: GameFile, luck: random.Random) -> GameFile:
    """Who is said to have moved."""
    place = luck.randrange(1, len(file.moves))
    move = file.moves[place]
    other = (move.seat + luck.randrange(1, file.seats)) % file.seats
    parts = tuple(replace(part, seat=other) for part in move.parts)
    return _with_move(file, place, replace(move, seat=other, parts=parts))


def the_record(file: GameFile, luck: random.Random) -> GameFile:
    return replace(file, record=_one_digit(file.record, luck))


def the_state(file: GameFile, luck: random.Random) -> GameFile:
    digits = [place for place, letter in enumerate(file.state) if letter.isdecimal()]
    place = luck.choice(digits)
    other = luck.choice([digit for digit in "0123456789" if digit != file.state[place]])
    return replace(file, state=file.state[:place] + other + file.state[place + 1 :])


def the_result(file: GameFile, luck: random.Random) -> GameFile:
    seat = luck.randrange(file.seats)
    result = tuple(replace(one, rank=one.rank + 1) if one.seat == seat else one for one in file.result)
    return replace(file, result=result)


FORGED: tuple[Callable[[GameFile, random.Random], GameFile], ...] = (
    a_draw, a_draw_and_its_move, a_move, a_time, the_seed, the_commitment, a_post, a_view, a_fact, an_option, a_seat,
    the_result, the_record, the_state,
)  # fmt: skip
"""What is found out even where the digest is made anew. A file holds no ids of Discord's but those of posts."""


def titled(seed: int) -> tuple[str, int]:
    """Title and seats of a game: all of them in turn."""
    game = ("cafe", "guatemala", "catan")[seed % 3]
    return game, 3 + seed // 3 % 2 if game == "catan" else 2 + seed // 3 % 3


def before_the_end(file: GameFile, moves: int) -> GameFile:
    """The same game after so many moves, as everybody may know it."""
    luck = replace(file.luck, salts=file.luck.salts[: moves + 1])
    return _veiled(replace(file, status="running", moves=file.moves[:moves], luck=luck, result=(), record=""))


def closed(file: GameFile) -> GameFile:
    """The same game at a table whose hands stay closed."""
    veiled = _veiled(replace(file, terms=(("hands", "closed"),)))
    return replace(veiled, record=chain.hashed(veiled))


def _veiled(file: GameFile) -> GameFile:
    kept = tuple(_closed(move) for move in file.moves if move.public)
    return replace(file, open=False, moves=kept, luck=replace(file.luck, seed=""), draws=(), state="")


def _closed(move: Move) -> Move:
    sealed = msgspec.json.decode(move.line)["sealed"]
    return Move(move.number, move.at, move.kind, -1 if sealed else move.seat, move.facts, move.view)
