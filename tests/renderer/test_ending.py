"""The picture of the end, in every game: places as the outcome ranks them, points with their sources, every hand."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

import renderer
from bot.games import GAMES
from renderer import ending
from renderer.drawing import signs
from renderer.pixels import parts, raster
from renderer.scene import Scene, Stamp, Words
from rules.cafe.guests import TOKENS
from rules.cafe.views import CafePublic
from rules.cafe.views import sources as in_the_cafe
from rules.catan.pieces import CARD_NAMES, DEV_NAMES
from rules.catan.views import CatanPublic
from rules.catan.views import sources as on_catan
from rules.contract import Fact, PublicView
from rules.facts import Announced
from rules.guatemala.pieces import LETTERS
from rules.guatemala.views import GuatemalaPublic
from rules.guatemala.views import sources as in_guatemala
from tests.contract.player import play_one
from tests.contract.registry import CASES
from tests.painted import PAINTERS
from tests.renderer import cafe_positions, catan_positions, legibility, measures, positions
from tests.renderer.test_names import TRYING

NAMES = ("Anna", "Bruno der Große Bär", "Чарли", "さくら")


class Game(NamedTuple):
    key: str
    state: Any
    view: Any
    told: tuple[Fact, ...]


def _whole(moments: Iterable[Any]) -> tuple[Fact, ...]:
    """What was told, each move once: moments hold what the last moves told."""
    found: list[Fact] = []
    before: tuple[Fact, ...] = ()
    for moment in moments:
        own = moment.news if hasattr(moment, "news") else moment.facts
        kept = next(k for k in range(len(before), -1, -1) if before[len(before) - k :] == own[:k])
        found += own if hasattr(moment, "news") else own[kept:]
        before = own
    return tuple(found)


def _games() -> list[Game]:
    found: list[Game] = []
    for seats, seed in ((2, 5), (3, 36), (4, 1)):
        moments = list(positions.game(seats, seed))
        found.append(Game("guatemala", moments[-1].state, moments[-1].view, _whole(moments)))
        tables = list(cafe_positions.game(seats, seed))
        told = tuple(fact for moment in tables for fact in moment.facts)
        found.append(Game("cafe", tables[-1].state, tables[-1].view, told))
    for market, seats, seed in ((True, 4, 1), (True, 3, 2), (False, 4, 3)):
        islands = list(catan_positions.game(market, seats, seed))
        found.append(Game("catan", islands[-1].state, islands[-1].view, _whole(islands)))
    return found


ENDED = _games()
IDS = [f"{game.key}-{game.view.seats}" for game in ENDED]


def _scene(game: Game, names: tuple[str, ...] = NAMES) -> Scene:
    scene = PAINTERS.end(game.view, game.told, names[: game.view.seats])
    assert scene is not None
    return scene


def _means(scene: Scene, begin: str) -> list[str]:
    return [item.means for item in scene.items if isinstance(item, Stamp) and item.means.startswith(begin)]


@pytest.mark.parametrize("game", ENDED, ids=IDS)
def test_places_and_crowns_are_those_of_the_outcome(game: Game) -> None:
    outcome = GAMES[game.key].rules.outcome(game.state)
    assert outcome is not None
    place, wanted = 1, list[str]()
    for tied in outcome.ranking:
        wanted += [f"place:{seat}:{place}" for seat in tied]
        place += len(tied)
    scene = _scene(game)
    assert _means(scene, "place:") == wanted
    assert _means(scene, "winner:") == [f"winner:{seat}" for seat in outcome.ranking[0]]
    crowns = [item for item in scene.items if isinstance(item, Stamp) and item.drawing.key.startswith("crown:")]
    assert len(crowns) == 2 * len(outcome.ranking[0])


def _sources(view: PublicView, seat: int, told: tuple[Fact, ...]) -> tuple[tuple[str, int], ...]:
    match view:
        case GuatemalaPublic():
            return in_guatemala(view, seat, told)
        case CafePublic():
            return in_the_cafe(seat, told)
        case _:
            assert isinstance(view, CatanPublic)
            return on_catan(view, seat)


@pytest.mark.parametrize("game", ENDED, ids=IDS)
def test_the_sources_add_up_to_the_points_and_stand_with_their_signs(game: Game) -> None:
    """A gain has a sign before it, a place a point behind it: no number can be taken for the other."""
    scores = game.view.scores if isinstance(game.view, CafePublic) else game.view.points
    scene = _scene(game)
    words = [item for item in scene.items if isinstance(item, Words) and not item.named]
    for seat in range(game.view.seats):
        found = _sources(game.view, seat, game.told)
        assert sum(points for _, points in found) == scores[seat]
        for source, points in found:
            stamps = [item for item in scene.items if isinstance(item, Stamp) and item.means == f"from:{seat}:{source}"]
            if not stamps:
                assert not points
                continue
            (below,) = [
                word.text
                for word in words
                if word.size == ending.NUMBER
                and abs(word.x - stamps[0].box.centre[0]) < 1
                and 0 < word.y - stamps[0].box.centre[1] < 80
            ]
            assert below == (f"+{points}" if points > 0 else f"{signs.MINUS}{-points}" if points else "0")


@pytest.mark.parametrize("game", ENDED, ids=IDS)
def test_every_hand_is_turned_up(game: Game) -> None:
    """As the state has it: before the end the same view tells none of it."""
    rules, wanted = GAMES[game.key].rules, list[str]()
    for seat in range(game.view.seats):
        own = rules.private(game.state, seat)
        match game.key:
            case "guatemala":
                wanted += [f"hand:{seat}:{LETTERS[c]}:{n}" for c, n in enumerate(getattr(own, "stock")) if n]  # noqa: B009
            case "cafe":
                wanted += [f"hand:{seat}:{TOKENS[kind]}" for kind in getattr(own, "hand")]  # noqa: B009
            case _:
                hand, devs = getattr(own, "hand"), getattr(own, "devs")  # noqa: B009
                wanted += [f"hand:{seat}:{CARD_NAMES[kind]}:{n}" for kind, n in enumerate(hand) if n]
                wanted += [f"dev:{seat}:{DEV_NAMES[kind]}:{n}" for kind, n in enumerate(devs) if n]
    scene = _scene(game)
    assert sorted(_means(scene, "hand:") + _means(scene, "dev:")) == sorted(wanted)


def test_while_a_game_runs_there_is_no_such_picture_and_the_view_holds_no_hand() -> None:
    for moment in (positions.positions(3, 200)[5], catan_positions.positions(True, 4, 200)[50]):
        assert PAINTERS.end(moment.view, moment.facts) is None
        assert moment.view.hands == ()
    assert PAINTERS.end(next(cafe_positions.game(2, 1)).view, ()) is None


@pytest.mark.parametrize("game", ENDED, ids=IDS)
def test_nothing_overlaps_and_all_of_it_can_be_read(game: Game) -> None:
    scene = _scene(game)
    width, height = scene.size
    assert 1 / legibility.TALLEST <= width / height <= legibility.WIDEST
    assert measures.meeting(measures.texts(scene)) == []
    for word in measures.texts(scene):
        assert scene.window.holds(word.box)
        assert measures.contrast(word.ink, word.paper) >= 4.5
    decide = [w for w in scene.items if isinstance(w, Words) and not w.named and w.size != ending.AMOUNT]
    smallest = min(map(legibility.high, decide))
    assert smallest * legibility.on_phone(scene) >= 9
    assert smallest * legibility.on_desk(scene) >= 8
    for item in scene.items:
        assert scene.window.holds(item.box), item


@pytest.mark.parametrize("game", ENDED, ids=IDS)
def test_any_name_fits_and_moves_nothing_else(game: Game) -> None:
    seats = game.view.seats
    bare = _scene(game, ())
    tried = list(TRYING.values())
    for first in range(0, len(tried) - seats, seats):
        scene = _scene(game, tuple(tried[first : first + seats]))
        assert [item for item in scene.items if not (isinstance(item, Words) and item.named)] == list(bare.items)
        named = [item for item in scene.items if isinstance(item, Words) and item.named]
        assert measures.meeting([*named, *measures.texts(bare)]) == []
        assert all(scene.window.holds(word.box) for word in named)
    assert len(renderer.render(bare)) <= 95_000


@pytest.mark.parametrize("winners", [1, 2, 3, 4])
def test_those_who_share_the_victory_share_the_banner(winners: int) -> None:
    """As many crowns as winners, each with its name, none over another."""
    results = [
        ending.Result(ending.Player(seat, NAMES[seat], place=1 if seat < winners else winners + 1), 61, (), ())
        for seat in range(4)
    ]
    look = ending.Look("renderer.catan", signs.CREAM, signs.CREAM, signs.CREAM)
    scene = ending.paint(look, _scene(ENDED[-1]).ground, results)
    assert _means(scene, "winner:") == [f"winner:{seat}" for seat in range(winners)]
    assert measures.meeting([item for item in scene.items if isinstance(item, Words)]) == []
    tiles = [item.box for item in scene.items if isinstance(item, Stamp) and item.means.startswith("winner:")]
    assert measures.apart(tiles)


def test_no_two_drawings_have_the_same_name() -> None:
    """They are kept by it, whichever game they are of: one would stand in the picture of the other."""
    drawn: dict[str, bytes] = {}
    for game in ENDED:
        for item in _scene(game).items:
            if isinstance(item, Stamp):
                told = parts.digest(item.drawing)
                assert drawn.setdefault(item.drawing.key, told) == told, item.drawing.key


def test_what_was_painted_before_changes_no_pixel() -> None:
    """A tray lies on a card, which shows at its corners: kept with another card it would bring that one's paper."""
    (case,) = (case for case in CASES if case.name == "catan")
    scenes: list[Scene] = []
    for seed in (0, 3, 5):  # some have left
        played = play_one(case, seed)
        told = [one.fact for ply in played.plies for one in ply.commit.told if isinstance(one, Announced)]
        view = case.rules.public(played.last.state)
        scenes.append(_scene(Game("catan", played.last.state, view, tuple(told))))
    painted = [renderer.compose(scene).image.tobytes() for scene in scenes]
    for scene, before in zip(scenes, painted, strict=True):
        raster.forget()
        assert renderer.compose(scene).image.tobytes() == before
