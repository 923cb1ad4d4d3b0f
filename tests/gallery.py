"""`make pictures`: every kind of picture as a file, and one page that shows them all as Discord does.

`python -m tests.gallery readme` makes the README's pictures anew.
"""

import html
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

import renderer
from renderer.guatemala import Marks, drafted, last_move, legal
from renderer.scene import Scene
from rules.cafe.game import RULES as CAFE
from rules.cafe.views import CafeSeat
from rules.chance import Seeded
from rules.contract import Choice, Seat
from rules.facts import heard
from rules.guatemala.moves import TAKE
from rules.guatemala.views import GuatemalaSeat
from tests import catan_gallery
from tests.painted import PAINTERS
from tests.renderer import cafe_positions
from tests.renderer.catan_positions import game as catan_game
from tests.renderer.positions import RULES, Moment, game
from tests.renderer.test_ending import ENDED

FOLDER = Path(__file__).parents[1] / "gallery"
NAMES = ("Anna", "Bruno der Große", "Чарли", "さくら")
STRANGE = ("W" * 32, "محمد علي", "דוד לוי", "🎲 Z̷̢̛a̸l̵g̶o̴ **x**")
"""Wide, leftward, with signs over signs, with marks of Discord."""
STAGES = {"early": 0.12, "middle": 0.5, "late": 0.85, "end": 1.0}


class Shown(NamedTuple):
    section: str
    title: str
    scene: Scene
    before: str = ""
    """Section and title of the old picture that it took the place of, where these were others."""

    @property
    def name(self) -> str:
        return _file(f"{self.section} {self.title}")

    @property
    def old(self) -> str:
        return _file(self.before) if self.before else self.name


def _file(said: str) -> str:
    return "-".join(said.replace(",", "").split()) + ".png"


def games() -> Iterator[Shown]:
    for seats, seed in ((2, 5), (3, 4), (4, 1)):
        moments = list(game(seats, seed))
        for stage, part in STAGES.items():
            moment = moments[int(part * (len(moments) - 1))]
            for picture in PAINTERS.pictures(moment.view):
                scene = PAINTERS.paint(moment.view, picture, last_move(moment.facts), NAMES[:seats])
                yield Shown(f"{seats} players", f"{picture}, {stage}", scene)
    moment = next(game(4, 3))
    yield Shown("4 players", "production, prescribed set-up", PAINTERS.paint(moment.view, "production"))


def _at(seats: int, seed: int, phase: str, word: str, after: int) -> Moment:
    """The first position after so many in which the word is a legal beginning."""
    for number, moment in enumerate(game(seats, seed)):
        if number >= after and moment.view.phase == phase and word in {c.token for c in _next(moment)}:
            return moment
    raise LookupError(word)


def _next(moment: Moment, *tokens: str) -> tuple[Choice, ...]:
    return RULES.choices(moment.state, Seat(RULES.prompts(moment.state)[0].seat), tokens)


def legal_places() -> Iterator[Shown]:
    step = _at(3, 4, "turn", "step", 90)
    yield _legal(step, "production", "steps", "step")
    put = _at(4, 1, "buyer", "buyer", 0)
    yield _legal(put, "production", "where the Buyer starts", "buyer")
    for seats, seed, after in ((2, 3, 60), (3, 4, 60), (4, 1, 120)):
        found: set[str] = set()
        for number, moment in enumerate(game(seats, seed)):
            if number < after or moment.view.phase != "line":
                continue
            for choice in _next(moment, "take"):
                if choice.group not in found:
                    found.add(choice.group)
                    name = f"{seats} players, places for a {choice.group}"
                    yield _legal(moment, "plantation", name, "take", choice.token)
                    if len(found) == 1:
                        yield _legal(moment, "production", f"{seats} players, what can be taken", "take")
    score = _at(3, 5, "line", "score", 200)
    yield _legal(score, "production", "sacks and what they would bring", "score")
    coffee = max(range(5), key=lambda c: sum(p.points for p in score.view.plantations if p.coffee == c))
    yield Shown("legal places", "what a coffee would score", _named(score, "plantation", Marks(coffee=coffee)))


def _legal(moment: Moment, picture: str, title: str, *tokens: str) -> Shown:
    marks = legal(moment.view, tokens, _next(moment, *tokens))
    return Shown("legal places", title, _named(moment, picture, marks))


def _named(moment: Moment, picture: str, marks: Marks) -> Scene:
    return PAINTERS.paint(moment.view, picture, marks, NAMES[: moment.view.seats])


def drafts() -> Iterator[Shown]:
    for seats, seed, after in ((2, 5, 200), (3, 4, 120), (4, 1, 150)):
        moment = _at(seats, seed, "line", "take", after)
        told = moment.facts[:0]
        for _ in range(3):
            take = [choice for choice in _next(moment) if choice.token == TAKE]
            if not take:
                break
            source = _next(moment, "take")[0].token
            place = _next(moment, "take", source)[-1].token
            seat = Seat(RULES.prompts(moment.state)[0].seat)
            step = RULES.apply(moment.state, seat, RULES.parse(f"take {source} {place}"), Seeded(0))
            told += heard(step.facts, None)
            moment = Moment(step.state, told)
        for picture in PAINTERS.pictures(moment.view):
            yield Shown("drafts", f"{seats} players, {picture}", _named(moment, picture, drafted(told)))


def hands() -> Iterator[Shown]:
    hand = GuatemalaSeat(0, (3, 0, 1, 4, 2), asked=False, may_block=False, answer="", plan_lay=-1, plan_sail=-1)
    yield Shown("hands", "at rest", PAINTERS.paint(hand))
    asked = replace(hand, seat=1, asked=True, may_block=True)
    yield Shown("hands", "asked about a blockade", PAINTERS.paint(asked))
    yield Shown("hands", "has blocked", PAINTERS.paint(replace(asked, seat=2, answer="block")))
    yield Shown("hands", "has passed", PAINTERS.paint(replace(asked, seat=3, answer="pass")))
    yield Shown("hands", "with a plan", PAINTERS.paint(replace(hand, plan_lay=3, plan_sail=1)))


def crops() -> Iterator[Shown]:
    moments = list(game(4, 1))
    moment = moments[len(moments) // 2]
    for picture in PAINTERS.pictures(moment.view):
        for region in PAINTERS.regions(moment.view, picture):
            yield Shown("crops", f"{picture}, {region}", PAINTERS.zoom(moment.view, picture, region, None, NAMES))


# ── Café International ───────────────────────────────────────────────────────────────────────────────────────────────


CALLED = ("Anna", "Bruno der Große", "Chiara", "Δημήτρης")


def cafes() -> Iterator[Shown]:
    for seats, seed in ((2, 5), (3, 3), (4, 2)):
        moments = list(cafe_positions.game(seats, seed))
        for stage, part in {"start": 0.0, **STAGES}.items():
            moment = moments[int(part * (len(moments) - 1))]
            marks = PAINTERS.happened(moment.view, moment.facts)
            scene = PAINTERS.paint(moment.view, "cafe", marks, CALLED[:seats])
            yield Shown("cafe", f"{seats} players, {stage}", scene)
        last = moments[len(moments) // 2 - 3 : len(moments) // 2 + 1]
        marks = PAINTERS.happened(last[-1].view, [fact for moment in last for fact in moment.facts])
        scene = PAINTERS.paint(last[-1].view, "cafe", marks, CALLED[:seats])
        yield Shown("cafe", f"{seats} players, four moves", scene)


def cafe_plans() -> Iterator[Shown]:
    """Word by word."""
    for seats, seed, part in ((2, 4, 0.5), (3, 3, 0.4), (4, 2, 0.6)):
        moments = list(cafe_positions.game(seats, seed))
        moment = moments[int(part * len(moments))]
        seat = Seat(moment.view.active)
        move = max((move for move, _ in CAFE.best(moment.state, seat, 8)), key=lambda move: len(CAFE.write(move)))
        words = tuple(CAFE.write(move).split())
        for count in range(1, len(words) + 1):
            tokens = words[:count]
            marks, _ = PAINTERS.planned(moment.view, (), tokens, CAFE.choices(moment.state, seat, tokens))
            scene = PAINTERS.paint(moment.view, "cafe", marks, CALLED[:seats])
            yield Shown("cafe plans", f"{seats} players, {' '.join(tokens)}", scene)
        bar = ("bar", CAFE.choices(moment.state, seat, ("bar",))[0].token)
        marks, _ = PAINTERS.planned(moment.view, (), bar, ())
        scene = PAINTERS.paint(moment.view, "cafe", marks, CALLED[:seats])
        yield Shown("cafe plans", f"{seats} players, {' '.join(bar)}", scene)


def cafe_hands() -> Iterator[Shown]:
    hand = CafeSeat(0, "turn", (1, 6, 13, 24, 25), 5, drops_out=False)
    yield Shown("cafe hands", "asked", PAINTERS.paint(hand))
    yield Shown("cafe hands", "cannot pay", PAINTERS.paint(replace(hand, seat=1, hand=(2, 9, 22), drops_out=True)))
    yield Shown("cafe hands", "names a birthday", PAINTERS.paint(replace(hand, seat=2, topic="birthday")))


def cafe_crops() -> Iterator[Shown]:
    moments = list(cafe_positions.game(4, 2))
    moment = moments[int(0.6 * len(moments))]
    marks = PAINTERS.happened(moment.view, moment.facts)
    for region in PAINTERS.regions(moment.view):
        yield Shown("cafe crops", region, PAINTERS.zoom(moment.view, "", region, marks, CALLED))


BOARDS = {"guatemala": "{} players plantation, end", "cafe": "cafe {} players, end"}
"""What was shown at the end of a game before it had a picture of its own; else the island."""


def ends() -> Iterator[Shown]:
    for game_ in ENDED:
        seats = game_.view.seats
        scene = PAINTERS.end(game_.view, game_.told, NAMES[:seats])
        if scene is not None:
            title = game_.key if getattr(game_.view, "market", True) else f"{game_.key} base game"
            before = BOARDS.get(game_.key, f"{title} {{}} players, board, end").format(seats)
            yield Shown("ends", f"{title}, {seats} players", scene, before)


def strange_names() -> Iterator[Shown]:
    for key, play in (
        ("guatemala", game(4, 1)),
        ("cafe", cafe_positions.game(4, 2)),
        ("catan", catan_game(True, 4, 1)),
    ):
        moments = list(play)
        moment = moments[len(moments) // 2]
        marks = PAINTERS.happened(moment.view, moment.facts)
        yield Shown("names", key, PAINTERS.paint(moment.view, PAINTERS.pictures(moment.view)[0], marks, STRANGE))


def everything() -> Iterator[Shown]:
    for part in (
        games,
        legal_places,
        drafts,
        hands,
        crops,
        cafes,
        cafe_plans,
        cafe_hands,
        cafe_crops,
        ends,
        strange_names,
    ):
        yield from part()
    for section, title, scene in catan_gallery.everything():
        yield Shown(section, title, scene)


_PAGE = """<!doctype html><meta charset="utf-8"><title>Stammtisch: pictures</title>
<style>body{font:16px sans-serif;background:#313338;color:#eee;margin:2rem}h2{margin-top:3rem}
figure{margin:0 0 2rem}figcaption{margin:.4rem 0}.row{display:flex;gap:16px;align-items:flex-start}
.desk{width:550px;height:350px;display:flex;background:#2b2d31}.desk img{max-width:550px;max-height:350px}
.phone{width:360px;padding:0 15px;background:#2b2d31}.phone img{width:360px}img{border-radius:8px;display:block}
.old{opacity:.85;border-left:3px solid #888;padding-left:16px}</style>
<h1>Guatemala Café, Café International and Catan</h1>
<p>Each picture in the box of 550 × 350 in which a desktop client shows it, and on a telephone of 390; press one for its
full size. Behind a line: the same before, or what was shown in its place.</p>
"""


def main(folder: Path = FOLDER, old: str = "") -> None:
    """`old`: a folder with the pictures of another version, shown beside those that took their place."""
    folder.mkdir(parents=True, exist_ok=True)
    lines, section = [_PAGE], ""
    for shown in everything():
        data = renderer.render(shown.scene)
        (folder / shown.name).write_bytes(data)
        if shown.section != section:
            section = shown.section
            lines.append(f"<h2>{html.escape(section)}</h2>")
        width, height = shown.scene.size
        said = f"{html.escape(shown.title)} ({width} × {height}, {len(data) / 1000:.0f} kB)"
        before = Path(old, shown.old).resolve() if old else None
        seen = _seen(shown.name) + (_seen(before.as_uri(), "old") if before is not None and before.exists() else "")
        lines.append(f'<figure><figcaption>{said}</figcaption><div class="row">{seen}</div></figure>')
    (folder / "index.html").write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{folder / 'index.html'}: {len(lines)} entries")


def _seen(address: str, kind: str = "") -> str:
    image = f'<a href="{address}"><img src="{address}" alt=""></a>'
    return f'<div class="desk {kind}">{image}</div><div class="phone {kind}">{image}</div>'


def readme() -> None:
    """The pictures that the README shows."""
    pictures = FOLDER.parent / "docs" / "pictures"
    moments = list(game(4, 17))
    moment = moments[int(0.62 * len(moments))]
    data = renderer.render(_named(moment, "plantation", last_move(moment.facts)))
    (pictures / "guatemala.png").write_bytes(data)
    cafe = list(cafe_positions.game(3, 3))
    shown = cafe[int(0.62 * len(cafe))]
    scene = PAINTERS.paint(shown.view, "cafe", PAINTERS.happened(shown.view, shown.facts), CALLED[:3])
    (pictures / "cafe.png").write_bytes(renderer.render(scene))
    (pictures / "catan.png").write_bytes(renderer.render(catan_gallery.for_readme()))


if __name__ == "__main__":
    if sys.argv[1:] == ["readme"]:
        readme()
    else:
        main(Path(sys.argv[1]) if sys.argv[1:] else FOLDER, *sys.argv[2:3])
