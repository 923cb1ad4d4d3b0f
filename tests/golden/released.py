"""What every released version of a game has played and kept: the evidence that running games go on.

`released/<game>/<version>/` holds `digests.txt`, the playthroughs of that version by their SHA-256, and `states.jsonl`,
positions on their way as a store kept them. The playthroughs of the version that is played now stand in `<game>/`
itself; those of older versions were moved beside their digests when a newer one took their place. Nothing of an older
version is ever written again: only its own rules could do that.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from rules import engine
from rules.chance import Seeded, pick
from rules.contract import CannotUpgrade, Open, Position, Record
from rules.engine.commits import read_setup
from rules.engine.replay import walk
from tests.contract.cases import Case
from tests.contract.player import walk as chosen
from tests.golden.playthrough import FOLDER, names, read, renew, write

DIGESTS, STATES = "digests.txt", "states.jsonl"
PLAYED_ON = 40
"""Commits that a game must be able to go on after an upgrade."""


class Kept(Struct, frozen=True):
    """A position as a store kept it, and where in its playthrough."""

    playthrough: str
    version: int
    number: int
    open: tuple[Open, ...]
    state: msgspec.Raw


class Released:
    """The released versions of one game."""

    def __init__(self, case: Case, folder: Path = FOLDER) -> None:
        self.case = case
        self.rules: Any = case.rules
        self.version: int = case.rules.version
        self.folder = folder
        self.playthroughs = folder / case.name

    def shelf(self, version: int) -> Path:
        return self.folder / "released" / self.case.name / str(version)

    def versions(self) -> list[int]:
        return sorted(int(digests.parent.name) for digests in self.shelf(0).parent.glob(f"*/{DIGESTS}"))

    def digests(self, version: int) -> Mapping[str, str]:
        """Digests by the names of playthroughs."""
        lines = (self.shelf(version) / DIGESTS).read_text().splitlines()
        return {name: digest for digest, name in (line.split("  ") for line in lines)}

    def kept(self, version: int) -> Iterator[Kept]:
        for line in (self.shelf(version) / STATES).read_bytes().splitlines():
            yield msgspec.json.decode(line, type=Kept)

    # ── the version that is played now ──

    def differences(self) -> list[str]:
        """What of the released playthroughs of this version these rules play, tell or keep otherwise."""
        return [
            f"{name}: {what}"
            for name, digest in self.digests(self.version).items()
            for what in self._differs(name, digest)
        ]

    def _differs(self, name: str, digest: str) -> Iterator[str]:
        text = (self.playthroughs / name).read_text()
        if sha256(text.encode()).hexdigest() != digest:
            yield "is not the playthrough that was released"
            return
        records = read(text)
        try:
            if write(self.case, records) != text:
                yield "is told otherwise"
            positions = {moment.after.version: moment.after for moment in walk(self.rules, records)}
        except Exception as error:  # noqa: BLE001 (rules that have changed may fail in any way)
            yield f"cannot be played any more: {error!r}"
            return
        for kept in self.kept(self.version):
            if kept.playthrough == name and kept != _kept(name, positions[kept.version]):
                yield f"stands otherwise after commit {kept.version}"

    def advice(self, found: list[str]) -> str:
        """What somebody whose change made the difference has to do."""
        return (
            f"{self.case.name}: games that were begun under version {self.version} of its rules would not go on as they"
            " were played:\n  " + "\n  ".join(found) + "\nIf the change is meant, raise `version` of the game, let its"
            f" `upgrade` read what version {self.version} kept (rules/contract.py), and run"
            f" `python -m tests.golden release {self.case.name}`. If not, it is a fault."
        )

    # ── older versions ──

    def stranded(self, version: int) -> list[str]:
        """The kept positions of an older version that are not brought up so that their games can be played on."""
        setups = {name: read((self.shelf(version) / name).read_text())[0].text for name in self.digests(version)}
        found: list[str] = []
        for kept in self.kept(version):
            where = f"version {version}, {kept.playthrough} after commit {kept.version}"
            try:
                found += [f"{where}: {what}" for what in self._goes_on(version, kept, setups[kept.playthrough])]
            except Exception as error:  # noqa: BLE001 (however it fails)
                found.append(f"{where}: {error!r}")
        return found

    def _goes_on(self, version: int, kept: Kept, setup: str) -> Iterator[str]:
        try:
            state = self.rules.upgrade(version, bytes(kept.state).decode())
        except CannotUpgrade as refused:
            if not refused.why:
                yield "is refused without a reason"
            return
        if msgspec.json.decode(msgspec.json.encode(state), type=self.rules.state_type) != state:
            yield "its twin differs"
        if dict(self.case.census(state)) != dict(self.case.pieces(read_setup(setup))):
            yield "a piece was lost or made"
        commit = engine.checkpoint(self.rules, Position(state, kept.version, kept.number, kept.open), ())
        if engine.replay(self.rules, commit.records) != commit.position:
            yield "its checkpoint is read as another position"
        if bool(commit.position.open) != bool(kept.open):
            yield "somebody is asked in a finished game, or nobody in a running one"
        self._play_on(commit.position)

    def _play_on(self, position: Position[Any]) -> None:
        luck = Seeded(position.version)
        for _ in range(PLAYED_ON):
            asked = [question.seat for question in position.open if question.required]
            if not asked:
                return
            seat = pick(luck, asked)
            tokens = chosen(self.case, position.state, seat, luck, self.case.policies[0])
            position = engine.play(self.rules, position, seat, (self.rules.parse(" ".join(tokens)),), luck).position

    # ── what is written ──

    def move_older(self) -> None:
        """Puts the playthroughs of the version before beside their digests, if they still stand where new ones go."""
        older = [version for version in self.versions() if version < self.version]
        if not older or self.version in self.versions():
            return
        shelf = self.shelf(older[-1])
        for name, digest in self.digests(older[-1]).items():
            here = self.playthroughs / name
            if (shelf / name).exists():
                continue
            if sha256(here.read_bytes()).hexdigest() != digest:
                raise SystemExit(f"{here} is not what version {older[-1]} played any more: restore it first")
            here.rename(shelf / name)

    def renew(self) -> None:
        """Writes the playthroughs of a version that is not released yet."""
        if self.version in self.versions():
            raise SystemExit(
                f"version {self.version} of {self.case.name} is released: its playthroughs stay as they are"
            )
        self.move_older()
        renew(self.case, self.folder)

    def release(self) -> None:
        """From now on running games count on this version."""
        if self.version in self.versions():
            return
        self.move_older()
        wanted = sorted(Path(name).name for name, _, _ in names(self.case))
        if self._missing(wanted):
            renew(self.case, self.folder)
        if self._missing(wanted):
            raise SystemExit(f"no random game of {self.case.name} ended as {self._missing(wanted)} want: search longer")
        shelf = self.shelf(self.version)
        shelf.mkdir(parents=True, exist_ok=True)
        texts = {name: (self.playthroughs / name).read_text() for name in wanted}
        kept = [line for name, text in texts.items() for line in self._worth_keeping(name, read(text))]
        (shelf / STATES).write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in kept))
        lines = [f"{sha256(text.encode()).hexdigest()}  {name}\n" for name, text in texts.items()]
        (shelf / DIGESTS).write_text("".join(lines))

    def _missing(self, wanted: list[str]) -> list[str]:
        return [name for name in wanted if not (self.playthroughs / name).exists()]

    def _worth_keeping(self, name: str, records: tuple[Record, ...]) -> list[Kept]:
        """The beginning, the middle, the end and what is just before it; in the middle of a sealed question."""
        positions = [moment.after for moment in walk(self.rules, records)]
        last = len(positions) - 1
        at = {0, last // 2, last - 1, last}
        sealed = [n for n, position in enumerate(positions) if any(question.sealed for question in position.open)]
        answered = [n for n in sealed if not all(question.required for question in positions[n].open)]
        inside = answered or sealed
        at |= {inside[len(inside) // 2]} if inside else set()
        return [_kept(name, positions[n]) for n in sorted(at)]


def _kept(name: str, position: Position[Any]) -> Kept:
    state = msgspec.Raw(msgspec.json.encode(position.state))
    return Kept(name, position.version, position.number, position.open, state)
