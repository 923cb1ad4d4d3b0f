"""Verifies the file of a game: its draws follow from seed, salts and numbers, and its moves lead where it says.

What is found stands as facts (`Finding`); what they are called is said by who shows them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.play.gamefile import chain
from bot.play.gamefile.form import SEALED, VERSION, Draws, GameFile, Move, Read
from bot.play.gamefile.written import view_of
from bot.play.luck import SEED_BYTES, Stream, commitment
from rules import engine
from rules.chance import LuckMismatchError, shuffle
from rules.contract import AnyRules, Position, Setup
from rules.engine import BrokenRecordError, Commit, decode_line
from rules.engine.commits import BEGIN, CHECKPOINT, MOVE, RESIGN, UNDO, read_setup, write_setup
from rules.engine.log_lines import undone
from rules.engine.replay import Moment
from rules.facts import heard
from storage.rows import OVER

WHOLE, RECORDED, SEED_FITS, DRAWS_FOLLOW, SALTS_RISE, SEATS_FOLLOW, MOVES_LEAD, ENDS_SO = (
    "whole", "record", "seed", "draws", "salts", "order", "moves", "end",
)  # fmt: skip
"""What can be proved: the copy is as it was written; moves, times and posts are those whose hash was shown at the end;
the seed is the one whose hash was shown; every draw follows from it; the salts are posts that rise, each older than
what it salted; the order of the seats is the one that was drawn; the moves, judged anew, draw and lead to what it says;
it ends so.
"""
CLOSED, NO_SEED, OTHER_RULES, NOT_FROM_THE_BEGINNING, FORM_1 = "closed", "live", "rules", "checkpoint", "form"
"""Why something is not proved: it holds no secrets, luck was live, the rules here are others, or they changed; the file
is of a form without the hash of the record.
"""
DISCORD_BEGAN: Final = 1_420_070_400_000
SKEW_MS: Final = 5 * 60_000
"""So far the host's clock may be behind Discord's."""


class Finding(Struct, frozen=True):
    what: str
    holds: bool | None
    """None for what cannot be told; `why` says why."""
    why: str = ""
    move: int = -1
    """The version at which it fails first."""


class _Off(Exception):  # noqa: N818 (found, and told)
    """The file says something else than what comes of it."""

    def __init__(self, move: int, why: str) -> None:
        super().__init__(why)
        self.move, self.why = move, why


def verified(read: Read, rules: AnyRules | None) -> tuple[Finding, ...]:
    """Returns all that was found; `rules` are those of the game, None if it is not known here."""
    file = read.file
    found = [Finding(WHOLE, read.whole), *_recorded(read)]
    if not file.open:
        return (*found, Finding(DRAWS_FOLLOW, None, CLOSED), Finding(MOVES_LEAD, None, CLOSED))
    if file.luck.kind != SEALED:
        found.append(Finding(DRAWS_FOLLOW, None, NO_SEED))
    else:
        found += [_tried(SEED_FITS, _seed, file), _tried(SALTS_RISE, _salts, file), _tried(DRAWS_FOLLOW, _draws, file)]
        found.append(_tried(SEATS_FOLLOW, _order, file))
    return (*found, *_played(file, rules))


def _recorded(read: Read) -> Iterator[Finding]:
    if read.form < VERSION:
        yield Finding(RECORDED, None, FORM_1)
    elif read.file.status == OVER or read.file.record:
        yield Finding(RECORDED, chain.hashed(read.file) == read.file.record)


def proves(found: Sequence[Finding]) -> bool:
    """Does nothing contradict the file?"""
    return all(one.holds is not False for one in found)


def _tried(what: str, check: Any, *given: Any) -> Finding:
    try:
        check(*given)
    except _Off as off:
        return Finding(what, holds=False, why=off.why, move=off.move)
    except (ValueError, ArithmeticError, LookupError, StopIteration) as broken:
        return Finding(what, holds=False, why=type(broken).__name__)
    return Finding(what, holds=True)


# ── luck ──


def _seed(file: GameFile) -> None:
    seed = bytes.fromhex(file.luck.seed)
    if len(seed) != SEED_BYTES or commitment(file.table, seed) != file.luck.commitment:
        raise _Off(-1, "another seed")


def _salts(file: GameFile) -> None:
    """Posts rise with the turns; each draw is salted by one of them, made before the commit that draws."""
    turns, posts = [salt.turn for salt in file.luck.salts], [int(salt.post) for salt in file.luck.salts]
    if turns != sorted(set(turns)) or posts != sorted(posts):
        raise _Off(-1, "posts do not rise")
    times = {move.version: move.at for move in file.moves}
    before = 0
    for draws in file.draws:
        salt = int(draws.salt)
        if salt < before or salt not in posts:
            raise _Off(draws.version, "no post of the list")
        if posted_at(salt) > times.get(max(0, draws.version), 0) + SKEW_MS:
            raise _Off(draws.version, "younger than what it salts")
        before = salt
    if list(times.values()) != sorted(times.values()):
        raise _Off(-1, "times do not rise")
    used = {int(draws.salt) for draws in file.draws}
    if file.draws and posts and posts[0] not in used:
        raise _Off(-1, "the deal has another post")


def posted_at(post: int) -> int:
    """Returns when a post was made, as its number says."""
    return DISCORD_BEGAN + (post >> 22)


def _draws(file: GameFile) -> None:
    """Every number follows from seed, table, salt and place; none is left out."""
    n, seed = 0, bytes.fromhex(file.luck.seed)
    for draws in file.draws:
        stream = Stream(seed, file.table, int(draws.salt), n)
        if draws.n != n or len(draws.bounds) != len(draws.values):
            raise _Off(draws.version, "numbers are left out")
        if tuple(map(stream.below, draws.bounds)) != draws.values:
            raise _Off(draws.version, "another draw")
        n = stream.n
    by_version = {draws.version: draws.values for draws in file.draws if draws.version >= 0}
    kept = {move.version: luck for move in file.moves if (luck := _luck(move))}
    if kept != by_version:
        raise _Off(_first_unlike(kept, by_version), "moves hold other luck")


def _luck(move: Move) -> tuple[int, ...]:
    return tuple(number for part in move.parts for number in part.luck)


def _first_unlike(one: Mapping[int, Any], other: Mapping[int, Any]) -> int:
    return min(version for version in {*one, *other} if one.get(version) != other.get(version))


def _order(file: GameFile) -> None:
    drawn = [draws for draws in file.draws if draws.version < 0]
    wanted = tuple(range(file.seats, 1, -1)) if file.random_seats else ()
    if tuple(bound for draws in drawn for bound in draws.bounds) != wanted:
        raise _Off(-1, "not drawn so")


def joined(file: GameFile) -> tuple[str, ...]:
    """Returns the names in the order of the post that fixes the seats: undoes what was drawn; none if it was not so."""
    if _tried(SEATS_FOLLOW, _order, file).holds is not True:
        return ()
    names = {one.seat: one.name or f"#{one.seat + 1}" for one in reversed(file.sitters)}
    drawn = [draws for draws in file.draws if draws.version < 0]
    order = shuffle(_Fed(drawn), range(file.seats)) if drawn else tuple(range(file.seats))
    return tuple(names.get(order.index(place), "") for place in range(file.seats))


class _Fed:
    def __init__(self, drawn: Sequence[Draws]) -> None:
        self._values = iter([value for draws in drawn for value in draws.values])

    def below(self, n: int, /) -> int:
        return next(self._values) % n


# ── moves ──


def _played(file: GameFile, rules: AnyRules | None) -> Iterator[Finding]:
    if rules is None or rules.version != file.rules:
        yield Finding(MOVES_LEAD, None, OTHER_RULES)
        return
    if any(part.kind == CHECKPOINT for move in file.moves for part in move.parts):
        yield Finding(MOVES_LEAD, None, NOT_FROM_THE_BEGINNING)
        return
    try:
        last = _replayed(file, rules)
    except _Off as off:
        yield Finding(MOVES_LEAD, holds=False, why=off.why, move=off.move)
        return
    yield Finding(MOVES_LEAD, holds=True)
    yield Finding(ENDS_SO, _result(rules, last) == [(one.seat, one.rank, one.points) for one in file.result])


def _result(rules: AnyRules, last: Position[Any]) -> list[tuple[int, int, int | None]]:
    outcome = rules.outcome(last.state)
    if outcome is None:
        return []
    found, rank = list[tuple[int, int, int | None]](), 1
    for tied in outcome.ranking:
        found += [(seat, rank, outcome.points[seat] if outcome.points else None) for seat in tied]
        rank += len(tied)
    return sorted(found)


def _replayed(file: GameFile, rules: AnyRules) -> Position[Any]:
    """Plays the moves anew, with luck from the seed where there is one, and compares all that comes of it."""
    moments, position, drawn = list[Moment[Any]](), None, {draws.version: draws for draws in file.draws}
    _begun(file)
    for version, move in enumerate(file.moves):
        try:
            commit = _again(file, rules, moments, move, drawn.get(version))
        except Exception as wrong:  # noqa: BLE001 (whatever stands in a file, rules that stumble over it accept nothing)
            raise _Off(version, type(wrong).__name__) from None
        _compare(rules, move, version, position, commit)
        moments.append(Moment(position, commit.position, commit.records, commit.told, commit.final))
        position = commit.position
    back = undone([decode_line(rules, bytes(move.line).decode()) for move in file.moves])  # all were compared
    if [place for place, move in enumerate(file.moves) if move.undone] != sorted(back):
        raise _Off(len(file.moves), "taken back otherwise")
    if position is None or msgspec.json.encode(position.state).decode() != file.state:
        raise _Off(len(file.moves), "another end")
    return position


def _begun(file: GameFile) -> None:
    """The options and the time that it tells of are those of its beginning."""
    if not file.moves or not file.moves[0].parts:
        raise _Off(0, "no beginning")
    first = file.moves[0]
    if first.parts[0].text != write_setup(Setup(file.seats, file.options)) or first.at != file.began_at:
        raise _Off(0, "another beginning")


class _Kept:
    """Luck as the moves hold it."""

    def __init__(self, luck: Sequence[int]) -> None:
        self._luck, self._at = luck, 0

    def below(self, n: int, /) -> int:
        value = self._luck[self._at]
        self._at += 1
        if not 0 <= value < n:
            raise LuckMismatchError
        return value


def _again(
    file: GameFile, rules: AnyRules, moments: Sequence[Moment[Any]], move: Move, drawn: Draws | None
) -> Commit[Any]:
    """Returns the commit that the parts of a move make, after these."""
    sealed = file.luck.kind == SEALED and drawn is not None
    stream = Stream(bytes.fromhex(file.luck.seed), file.table, int(drawn.salt), drawn.n) if sealed and drawn else None
    chance = stream if stream is not None else _Kept(_luck(move))
    commit = _made(rules, moments, move, chance)
    if stream is not None and drawn is not None and (stream.drawn is None or stream.drawn.bounds != drawn.bounds):
        raise LuckMismatchError
    return commit


def _made(rules: AnyRules, moments: Sequence[Moment[Any]], move: Move, chance: Stream | _Kept) -> Commit[Any]:
    first = move.parts[0]
    if not moments:
        if first.kind != BEGIN:
            raise BrokenRecordError(first.kind)
        return engine.begin(rules, read_setup(first.text), chance)
    position = moments[-1].after
    if first.kind == RESIGN:
        return engine.resign(rules, position, first.seat, chance)
    if first.kind == UNDO:
        return engine.undo_last(rules, moments, first.seat)
    if first.kind != MOVE:
        raise BrokenRecordError(first.kind)
    own = [part for part in move.parts if part.seat == first.seat]
    return engine.play(rules, position, first.seat, [rules.parse(part.text) for part in own], chance)


def _compare(rules: AnyRules, move: Move, version: int, before: Position[Any] | None, commit: Commit[Any]) -> None:
    said = [(part.kind, part.seat, part.text, part.luck) for part in move.parts]
    if said != [(record.kind, record.seat, record.text, record.luck) for record in commit.records]:
        raise _Off(version, "other moves")
    if (move.version, move.number) != (version, commit.position.number):
        raise _Off(version, "another number")
    line = engine.line(before, commit)
    if bytes(move.line) != msgspec.json.encode(line) or _told(move) != (line.kind, line.seat, line.public):
        raise _Off(version, "told otherwise")
    if bytes(move.facts) != msgspec.json.encode(heard(line.told, None)):
        raise _Off(version, "told otherwise")
    if bytes(move.view) != bytes(view_of(rules, commit.position.state)):
        raise _Off(version, "another view")


def _told(move: Move) -> tuple[str, int, bool]:
    return move.kind, move.seat, move.public
