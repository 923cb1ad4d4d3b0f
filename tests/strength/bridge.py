"""A house player at a table of catanatron, on its engine.

`python -m tests.strength.bridge LEVEL OTHERS SEATS BOARD SEAT` plays one game. It is run by the interpreter of an
environment that has catanatron (tests/strength/engine.py), never by ours, and none of catanatron's code is here. The
bridge writes down what lies on the table as a state of our own in which all that the seat may not know has been dealt
from what it cannot see, in a fixed order; the views of that state are what the house player gets. So no hidden hand
can reach it (tests/strength/test_bridge.py exchanges them). There is no trade between players, and no card is counted.
"""

import json
import resource
import sys
import time
from importlib import import_module
from typing import Any, Final

from msgspec.structs import asdict

from players import PLAYERS
from players.player import Level, Sight
from rules import counts
from rules.catan import state as own
from rules.catan.board import ANY, BASE
from rules.catan.game import RULES
from rules.catan.hexes import AXIAL, BASE_HEXES, EDGE_ENDS, HEX_CORNERS, mask_of
from rules.catan.laid import Laid, following
from rules.catan.memory import CatanMemory
from rules.catan.moves import (
    Bank,
    Buy,
    City,
    End,
    Knight,
    Monopoly,
    Plenty,
    Road,
    Roads,
    Roll,
    Settlement,
    Stop,
)
from rules.catan.pieces import BASE_BANK, DECK, Dev, Terrain
from rules.catan.rates import RATES
from rules.chance import Seeded
from rules.counts import Hidden

KINDS: Final = ("WOOD", "BRICK", "SHEEP", "WHEAT", "ORE")
"""catanatron's names of the resources, in our order."""
DEVS: Final = {
    "VICTORY_POINT": Dev.VICTORY_POINT,
    "KNIGHT": Dev.KNIGHT,
    "ROAD_BUILDING": Dev.ROAD_BUILDING,
    "YEAR_OF_PLENTY": Dev.PLENTY,
    "MONOPOLY": Dev.MONOPOLY,
}
AROUND: Final = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""A hex's neighbours in axial coordinates, from the north east on; a corner lies between two of them."""
Matrix = tuple[int, int, int, int]
NO_OFFERS: Final = CatanMemory(offered=((1, 1), (1, 1), (1, 1)))
"""As if it had made its offers of this turn."""


def symmetries() -> list[Matrix]:
    """The twelve ways to lay a hexagonal map onto itself."""
    turned: list[Matrix] = [(1, 0, 0, 1)]
    for _ in range(5):
        a, b, c, d = turned[-1]
        turned.append((-c, -d, a + c, b + d))
    return [*turned, *[(c, d, a, b) for a, b, c, d in turned]]


def corner_key(q: int, r: int, direction: int) -> tuple[int, int]:
    """The sum of the three hexes at a corner: one number for each corner, whichever hex it is seen from."""
    one, other = AROUND[direction - 1], AROUND[direction]
    return 3 * q + one[0] + other[0], 3 * r + one[1] + other[1]


OUR_CORNERS: Final = {
    corner_key(q, r, direction): HEX_CORNERS[hexagon][direction]
    for hexagon, (q, r) in enumerate(AXIAL[:BASE_HEXES])
    for direction in range(6)
}
OUR_HEXES: Final = {place: hexagon for hexagon, place in enumerate(AXIAL[:BASE_HEXES])}


def moved(by: Matrix, place: tuple[int, int]) -> tuple[int, int]:
    return by[0] * place[0] + by[1] * place[1], by[2] * place[0] + by[3] * place[1]


class Chart:
    """Which hex, corner and edge of ours is which of theirs."""

    def __init__(self, board: Any) -> None:
        self.edge = {frozenset(ends): edge for edge, ends in enumerate(EDGE_ENDS)}
        for by in symmetries():
            self.hexagon = {place: OUR_HEXES[moved(by, (place[0], place[2]))] for place in board.land_tiles}
            self.corner = {
                node: OUR_CORNERS[moved(by, corner_key(place[0], place[2], direction))]
                for place, tile in board.land_tiles.items()
                for direction, node in enumerate(tile.nodes.values())
            }
            harbours = [self._harbour(board, edge) for edge in BASE.harbours]
            if None not in harbours:
                break
        else:
            raise ValueError("their harbours lie elsewhere")
        self.harbours = tuple([kind for kind in harbours if kind is not None])
        self.node = {corner: node for node, corner in self.corner.items()}
        self.place = {hexagon: place for place, hexagon in self.hexagon.items()}
        self.terrain, self.numbers = [0] * BASE_HEXES, [0] * BASE_HEXES
        for place, tile in board.land_tiles.items():
            at = self.hexagon[place]
            self.terrain[at] = KINDS.index(tile.resource) if tile.resource else int(Terrain.DESERT)
            self.numbers[at] = tile.number or 0

    def _harbour(self, board: Any, edge: int) -> int | None:
        """The kind of the harbour at an edge of ours, if theirs has one there."""
        for kind, nodes in board.port_nodes.items():
            if {self.corner[node] for node in nodes} >= set(EDGE_ENDS[edge]):
                return ANY if kind is None else KINDS.index(kind)
        return None

    def ends(self, edge: int) -> frozenset[int]:
        return frozenset(self.node[corner] for corner in EDGE_ENDS[edge])

    def edge_of(self, ends: tuple[int, int]) -> int:
        return self.edge[frozenset(self.corner[node] for node in ends)]


class Table:
    """What one seat of catanatron may know, as the views of a state of our own."""

    def __init__(self, game: Any, color: Any) -> None:
        self.state, self.chart = game.state, _chart(game)
        self.colors = list(self.state.colors)
        self.seat = self.colors.index(color)

    def count(self, seat: int, what: str) -> int:
        return int(self.state.player_state[f"P{seat}_{what}"])

    def sight(self, phase: own.Phase, robber: int = -1) -> Sight:
        state = self.written(phase, robber)
        return Sight(self.seat, RULES.public(state), RULES.private(state, self.seat), self.memory())

    def memory(self) -> CatanMemory:
        """Nothing is remembered of the cards that have come and gone."""
        return NO_OFFERS

    def written(self, phase: own.Phase, robber: int) -> own.Catan:
        seats, board = range(len(self.colors)), self.state.board
        laid = self.laid()
        bank = counts.pack(tuple(self.state.resource_freqdeck))
        mine = counts.pack(tuple([self.count(self.seat, f"{kind}_IN_HAND") for kind in KINDS]))
        heights = [sum([self.count(seat, f"{kind}_IN_HAND") for kind in KINDS]) for seat in seats]
        devs = [sum([self.count(seat, f"{dev}_IN_HAND") for dev in DEVS]) for seat in seats]
        played = [[self.count(seat, f"PLAYED_{dev}") for dev in DEVS] for seat in seats]
        own_devs = packed({DEVS[dev]: self.count(self.seat, f"{dev}_IN_HAND") for dev in DEVS})
        used = packed({kind: sum([row[at] for row in played]) for at, kind in enumerate(DEVS.values())})
        hands, _ = dealt(BASE_BANK - bank - mine, heights, self.seat, mine)
        held, deck = dealt(DECK - used - own_devs, devs, self.seat, own_devs)
        knights = tuple([self.count(seat, "PLAYED_KNIGHT") for seat in seats])
        active = self.state.current_turn_index
        return own.Catan(
            **asdict(laid),
            **asdict(following(laid)),
            seats=len(seats),
            starts=0,
            active=self.seat if isinstance(phase, own.Found) else active,
            phase=phase,
            robber=self.chart.hexagon[board.robber_coordinate] if robber < 0 else robber,
            hands=tuple(map(Hidden, hands)),
            bank=bank,
            deck=Hidden(deck),
            devs=tuple(map(Hidden, held)),
            fresh=Hidden(self._fresh() if active == self.seat else 0),
            played=bool(self.count(active, "HAS_PLAYED_DEVELOPMENT_CARD_IN_TURN")),
            knights=knights,
            used=used - counts.pack((sum(knights),)),
            army=next((seat for seat in seats if self.count(seat, "HAS_ARMY")), -1),
            lengths=tuple([self.count(seat, "LONGEST_ROAD_LENGTH") for seat in seats]),
            longest=next((seat for seat in seats if self.count(seat, "HAS_ROAD")), -1),
            site_stock=0,
            bars=(),
            chips=(0,) * len(seats),
        )

    def laid(self) -> Laid:
        chart, state = self.chart, self.state
        roads = [set[int]() for _ in self.colors]
        for ends, color in state.board.roads.items():
            roads[self.colors.index(color)].add(chart.edge_of(ends))
        built = {kind: [set[int]() for _ in self.colors] for kind in ("SETTLEMENT", "CITY")}
        for node, (color, kind) in state.board.buildings.items():
            built[kind][self.colors.index(color)].add(chart.corner[node])
        return Laid(
            market=False,
            terrain=tuple(chart.terrain),
            numbers=tuple(chart.numbers),
            harbours=chart.harbours,
            roads=tuple(map(mask_of, roads)),
            settlements=tuple(map(mask_of, built["SETTLEMENT"])),
            cities=tuple(map(mask_of, built["CITY"])),
            sites=(0,) * len(self.colors),
        )

    def _fresh(self) -> int:
        """Cards that were bought in this turn: of a kind that was not there when it began."""
        new = {
            kind: self.count(self.seat, f"{dev}_IN_HAND")
            for dev, kind in DEVS.items()
            if dev != "VICTORY_POINT" and not self.count(self.seat, f"{dev}_OWNED_AT_START")
        }
        return packed(new)


_charts: dict[int, Chart] = {}


def _chart(game: Any) -> Chart:
    board = game.state.board.map
    if id(board) not in _charts:
        _charts.clear()
        _charts[id(board)] = Chart(board)
    return _charts[id(board)]


def packed(numbers: dict[Dev, int]) -> int:
    return sum([number << counts.BITS * kind for kind, number in numbers.items()])


def dealt(pool: int, heights: list[int], seat: int, mine: int) -> tuple[list[int], int]:
    """What a seat cannot see, to piles as high as it sees: in the order of the kinds, whoever has them in truth."""
    cards, hands = list(counts.pieces(pool)), list[int]()
    for other, height in enumerate(heights):
        if other == seat:
            hands.append(mine)
        else:
            hands.append(sum([1 << counts.BITS * kind for kind in cards[:height]]))
            del cards[:height]
    return hands, sum([1 << counts.BITS * kind for kind in cards])


class Seated:
    """A house player who answers as one of catanatron's players."""

    is_bot = True

    def __init__(self, color: Any, level: Level, seed: int) -> None:
        self.color, self.chance = color, Seeded(seed)
        self.trained = PLAYERS["catan"][level]
        self.road = -1
        """The road of the settlement that was founded last."""
        self.seconds: list[float] = []
        self.steps: list[int] = []

    def reset_state(self) -> None:
        """catanatron asks for this before a game."""

    def decide(self, game: Any, playable_actions: Any) -> Any:
        actions = list(playable_actions)
        if len(actions) == 1:
            return actions[0]
        table = Table(game, self.color)
        kind, value = self._answer(table, game.state)
        return among(actions, kind, value)

    def _thought(self, table: Table, phase: own.Phase, robber: int = -1) -> Any:
        """The first move."""
        sight = table.sight(phase, robber)
        state = RULES.imagine(sight.public, sight.private, sight.memory, Seeded(0))  # pyright: ignore[reportArgumentType]
        prompt = next(asked for asked in RULES.prompts(state) if asked.seat == table.seat and asked.required)
        began = time.process_time()
        thought = self.trained.player.think(sight, prompt, self.trained.budget, self.chance)
        self.seconds.append(time.process_time() - began)
        self.steps.append(thought.steps)
        return thought.moves[0]

    def _answer(self, table: Table, state: Any) -> tuple[str, Any]:
        chart, rolled = table.chart, bool(table.count(state.current_turn_index, "HAS_ROLLED"))
        match state.current_prompt.name:
            case "BUILD_INITIAL_SETTLEMENT":
                move = self._thought(table, own.Found(len(state.board.buildings)))
                self.road = move.edge
                return "BUILD_SETTLEMENT", chart.node[move.corner]
            case "BUILD_INITIAL_ROAD":
                return "BUILD_ROAD", chart.ends(self.road)
            case "DISCARD":
                owed = [0] * len(table.colors)
                owed[table.seat] = state.discard_counts[table.seat]
                none = (0,) * len(owed)
                phase = own.Discard(tuple(owed), none, tuple(map(Hidden, none)))
                return "DISCARD_RESOURCE", KINDS[next(iter(counts.pieces(self._thought(table, phase).cards)))]
            case "MOVE_ROBBER":
                return "MOVE_ROBBER", self._robbed(table, state, rolled=rolled)
            case _ if state.is_road_building:
                move = self._thought(table, own.FreeRoads(rolled, state.free_roads_available))
            case _:
                move = self._thought(table, own.Main() if rolled else own.PreRoll())
        return played(move, chart, rates(table))

    def _robbed(self, table: Table, state: Any, *, rolled: bool) -> tuple[Any, Any]:
        """Where the robber goes, and whom it robs."""
        at = self._thought(table, own.MoveRobber(rolled)).hexagon
        place = table.chart.place[at]
        there = {state.board.buildings[node][0] for node in state.board.map.land_tiles[place].nodes.values()
                 if node in state.board.buildings}  # fmt: skip
        victims = [
            seat
            for seat, color in enumerate(table.colors)
            if color in there and seat != table.seat and any(table.count(seat, f"{kind}_IN_HAND") for kind in KINDS)
        ]
        if len(victims) > 1:
            chosen = self._thought(table, own.Steal(rolled), at).victim
            victims = [chosen] if chosen in victims else victims  # here nobody may be spared
        return place, table.colors[victims[0]] if victims else None


def rates(table: Table) -> tuple[int, ...]:
    laid = following(table.laid())
    return RATES[laid.ports[table.seat]]


def played(move: Any, chart: Chart, dear: tuple[int, ...]) -> tuple[str, Any]:
    """A move of ours as one of theirs."""
    match move:
        case Roll():
            found = "ROLL", None
        case End() | Stop():
            found = "END_TURN", None
        case Road():
            found = "BUILD_ROAD", chart.ends(move.edge)
        case Settlement():
            found = "BUILD_SETTLEMENT", chart.node[move.corner]
        case City():
            found = "BUILD_CITY", chart.node[move.corner]
        case Buy():
            found = "BUY_DEVELOPMENT_CARD", None
        case Knight():
            found = "PLAY_KNIGHT_CARD", None
        case Roads():
            found = "PLAY_ROAD_BUILDING", None
        case Monopoly():
            found = "PLAY_MONOPOLY", KINDS[move.card]
        case Plenty():
            found = "PLAY_YEAR_OF_PLENTY", tuple([KINDS[card] for card in (move.card, move.card2) if card >= 0])
        case Bank():
            given = [KINDS[move.gives]] * dear[move.gives]
            found = "MARITIME_TRADE", (*given, *[None] * (4 - len(given)), KINDS[move.gets])
        case _:
            raise ValueError(repr(move))
    return found


def among(actions: list[Any], kind: str, value: Any) -> Any:
    """Their action of this kind and value."""
    for action in actions:
        if action.action_type.name == kind and same(action.value, value):
            return action
    raise ValueError(f"{kind} {value} is none of {actions}")


def same(theirs: Any, ours: Any) -> bool:
    """Is it the same value, whichever end of an edge stands first?"""
    return theirs == ours or (isinstance(ours, frozenset) and frozenset(theirs) == ours)


def main(level: str, others: str, seats: str, board: str, seat: str) -> None:
    """One game; says as a line of JSON what came of it."""
    game_module, players = import_module("catanatron.game"), import_module("catanatron.models.player")
    yardstick = {
        "VF": lambda color: import_module("catanatron.players.value").ValueFunctionPlayer(color),
        "AB": lambda color: import_module("catanatron.players.minimax").AlphaBetaPlayer(color, 2),
    }[others]
    colors = list(players.Color)[: int(seats)]
    ours = Seated(colors[int(seat)], Level(level), int(board))
    table = [ours if color == ours.color else yardstick(color) for color in colors]
    began = time.process_time()
    game = game_module.Game(table, seed=int(board))
    winner = game.play()
    figures = {
        "won": float(winner == ours.color),
        "seconds": ours.seconds,
        "steps": ours.steps,
        "commits": len(game.state.action_records),
        "kilobytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        "took": time.process_time() - began,
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(*sys.argv[1:])
