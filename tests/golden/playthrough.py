"""A game as a text that a person can read: moves, luck, and after each commit who was told what."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from rules import engine
from rules.contract import Record
from rules.engine.log_lines import undone
from rules.facts import Announced, Fact, Told
from tests.contract.cases import Case
from tests.contract.player import Game, Table

FOLDER = Path(__file__).parent
SEARCHED = 240
"""Random games tried for each number of seats."""

_RECORD = re.compile(r"(\d+)\.(\d+) (begin|move|resign|undo) seat (-?\d+): ?([^|]*?) ?\| ?([\d ]*)")


def names(case: Case) -> Iterator[tuple[str, int, str]]:
    """The file, the number of seats and the ending of each playthrough that there must be."""
    for seats in case.rules.seats:
        for ending in case.wanted()["ending"]:
            if f"{seats} {ending}" not in case.unreachable:
                yield f"{case.name}/{seats}-{ending}.txt", seats, ending


def path(name: str) -> Path:
    return FOLDER / name


def write(case: Case, records: Sequence[Record]) -> str:
    """The playthrough of these records."""
    told = engine.lines(case.rules, records)
    back = undone(told)
    state = engine.replay(case.rules, records).state
    outcome = case.rules.outcome(state)
    assert outcome is not None
    out = [f"{case.name}, {records[0].text}: ends by {outcome.reason}, ranking {_ranking(outcome.ranking)}", ""]
    versions = sorted({record.version for record in records})
    for index, (version, line) in enumerate(zip(versions, told, strict=True)):
        for record in records:
            if record.version == version:
                luck = " ".join(map(str, record.luck))
                out.append(f"{version}.{record.part} {record.kind} seat {record.seat}: {record.text} | {luck}".rstrip())
        out.append(f"    public move {line.number}" if line.public else "    nothing public")
        out += [f"    {_audience(item)}: {tell(item.fact)}" for item in line.told]
        out += ["    taken back later"] if index in back else []
    return "\n".join(out) + "\n"


def _ranking(ranking: tuple[tuple[int, ...], ...]) -> str:
    return " > ".join(" = ".join(f"seat {seat}" for seat in group) for group in ranking)


def _audience(item: Told) -> str:
    return "public" if isinstance(item, Announced) else f"seat {item.to}"


def tell(fact: Fact) -> str:
    """A fact in plain letters, also what its repr keeps back."""
    tag = str(type(fact).__struct_config__.tag)
    fields = [f"{name}={_plain(getattr(fact, name))}" for name in fact.__struct_fields__]
    return " ".join([tag, *fields])


def _plain(value: Any) -> str:
    return msgspec.json.encode(value).decode().strip('"')


def read(text: str) -> tuple[Record, ...]:
    """The records of a playthrough."""
    records: list[Record] = []
    for line in text.splitlines():
        found = _RECORD.fullmatch(line if "|" in line else "")
        if found is not None:
            version, part, kind, seat, move, luck = found.groups()
            drawn = tuple(map(int, luck.split()))
            records.append(Record(int(version), int(part), kind, int(seat), move, drawn))
    return tuple(records)


def found(case: Case, seats: int) -> dict[str, Game]:
    """For each ending the random game that shows most in fewest moves."""
    setups = [setup for setup in case.setups if setup.seats == seats]
    best: dict[str, Game] = {}
    for seed in range(SEARCHED):
        policies = (case.policies[seed % len(case.policies)],) if seed % 2 else case.policies
        game = Table(case, setups[seed % len(setups)], seed, policies).run()
        outcome = case.rules.outcome(game.last.state)
        if outcome is not None:
            best[outcome.reason] = max(best.get(outcome.reason, game), game, key=_worth)
    return best


def _worth(game: Game) -> int:
    shown = {type(item.fact).__name__ for ply in game.plies for item in ply.commit.told}
    shown |= {type(move).__name__ for ply in game.plies for move in ply.moves}
    return 25 * len(shown) - len(game.plies)


def renew(case: Case, folder: Path = FOLDER) -> None:
    """Writes all playthroughs of a game anew."""
    home = folder / case.name
    home.mkdir(exist_ok=True)
    for old in home.glob("*.txt"):
        old.unlink()
    wanted = {name for name, _, _ in names(case)}
    for seats in case.rules.seats:
        for ending, game in found(case, seats).items():
            name = f"{case.name}/{seats}-{ending}.txt"
            if name in wanted:
                (folder / name).write_text(write(case, game.records))
