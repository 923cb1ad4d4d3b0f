"""One thought of a house player of Catan: what is asked, looked at in imagined worlds, and the best answer."""

from functools import cached_property
from typing import Final

from players.catan import asked
from players.catan.ahead import GAME, WORLDS, Ahead
from players.catan.dealing import Dealer, Offered, offered, swapped
from players.catan.foresight import foreseen
from players.catan.manner import Manner
from players.catan.planning import Node, Planner, Turn, played, reveals
from players.catan.winning import Finisher
from players.outcomes import Effort
from players.player import Sight, Thought
from players.search import WON, Line, Worlds, chosen, halve
from rules.catan import state
from rules.catan.moves import CatanMove, End, MakeOffer, Roll, Withdraw
from rules.catan.offers import TOPIC as OFFER
from rules.catan.offers import answerable, own
from rules.chance import Chance
from rules.contract import Prompt

_GLANCED: Final = 2
"""In so many worlds is looked at what others would take, where the turn is planned with it."""


class Thinking:
    def __init__(self, manner: Manner, sight: Sight, prompt: Prompt, budget: int, chance: Chance) -> None:
        self.manner, self.sight, self.prompt, self.chance = manner, sight, prompt, chance
        self.seat, self.effort = sight.seat, Effort(budget)
        self.worlds = [self._imagined()]
        self.world: state.Catan = self.worlds[0]
        self.outlook = manner.outlook(self.world, self.seat)
        self.planner = Planner(self.outlook, self.seat, self.effort)

    def _imagined(self) -> state.Catan:
        sight = self.sight
        return GAME.imagine(sight.public, sight.private, sight.memory, self.chance)

    def _more_worlds(self) -> list[state.Catan]:
        while len(self.worlds) < self.manner.habits.worlds:
            self.worlds.append(self._imagined())
        return self.worlds

    def thought(self) -> Thought:
        if self.prompt.topic == OFFER:
            return self._one(self._answer())
        phase = self.world.phase
        match phase:
            case state.Discard():
                return self._one(asked.discard(self.outlook, self.world, self.seat, phase, self.effort))
            case state.Found():
                return self._chosen(
                    [self._line((move,)) for move in asked.places(self.outlook.land, self.world, self.seat)]
                )
            case state.FoundSites() | state.MarketRise():
                return self._chosen([self._line((move,)) for move in GAME.moves(self.world, self.seat)])
            case state.PreRoll():
                return self._before_the_roll()
            case state.Main():
                return self._main()
            case _:
                return self._planned(self.planner.plans(self.world, self.manner.breadth))

    # ── choosing ──

    def _one(self, *moves: CatanMove) -> Thought:
        return self._chosen([_line(moves, self.outlook.chance(self.world, self.seat))])

    def _line(self, turn: Turn) -> Line:
        start = Node(0.0, self.world, (), 0.0)
        return _line(turn, self.planner.after(start, turn[0]).worth)

    def _chosen(self, lines: list[Line]) -> Thought:
        lines.sort(key=lambda line: -line.mean)
        return chosen(lines, self.manner.habits, self.chance, self.effort)

    def _planned(self, plans: list[Node]) -> Thought:
        """The best of the ways, once they have been looked at in the other worlds too."""
        ways: dict[Turn, Line] = {}
        for plan in plans:
            turn = self._whole(plan)
            if turn not in ways:
                ways[turn] = _line(turn, plan.worth)
            if len(ways) == self.manner.habits.width:
                break
        lines = list(ways.values())
        if self.manner.plays_on(self.world) and len(lines) > 1 and lines[0].mean < WON:
            return self._played_on(lines)
        if len(lines) > 1:
            for world in self._more_worlds()[1:]:
                if not self.effort.left:
                    break
                for turn, line in ways.items():
                    line.total += self._again(world, turn)
                    line.count += 1
        return self._chosen(lines)

    def _played_on(self, lines: list[Line]) -> Thought:
        """The best of the ways by playing on from each of them."""
        fresh = [Line(line.turn) for line in lines]
        worlds = Worlds(GAME, self.sight, self.chance, WORLDS)
        found = halve(Ahead(self.outlook, self.manner.on), fresh, worlds, self.seat, self.effort)
        return chosen(found, self.manner.habits, self.chance, self.effort)

    def _whole(self, plan: Node) -> Turn:
        """What is played of a plan; with it the turn ends, where nothing is to be learnt on the way."""
        turn = played(plan.turn)
        if reveals(turn) or not isinstance(plan.state.phase, state.Main):
            return foreseen(self.world, self.seat, turn or (Roll(),))
        return foreseen(self.world, self.seat, (*turn, End()))

    def _again(self, world: state.Catan, turn: Turn) -> float:
        node = Node(0.0, world, (), 0.0)
        for move in turn:
            if isinstance(move, End | Roll):
                return self.outlook.chance(node.state, self.seat) + node.more
            node = self.planner.after(node, move)
        on = self.planner.plans(node.state, self.manner.again)[:1]
        return min(1.0, (on[0].worth if on else node.worth) + node.more)

    # ── the phases ──

    def _before_the_roll(self) -> Thought:
        """A knight comes first only to free one's own land, or to win."""
        world = self.world
        mine = asked.robbed_of_land(world, self.seat)
        plans = self.planner.plans(world, self.manner.breadth) if world.devs[self.seat].packed else []
        wins = bool(plans) and isinstance(plans[0].state.phase, state.Over)
        return self._planned(plans) if plans and (mine or wins) else self._one(Roll())

    # ── trade ──

    def _dealer(self, most: int | None = None) -> Dealer:
        haggling = self.manner.haggling(self.world)
        return Dealer(self.outlook, self.seat, self._more_worlds()[:most], self.effort, haggling)

    def _answer(self) -> CatanMove:
        """To the offer of whose turn it is."""
        (offer, *_) = answerable(self.world, self.seat)
        return self._dealer().answer(offer, counter=self.manner.counters)

    def _main(self) -> Thought:
        world = self.world
        wins = Finisher(self.planner, world).turn(self.manner.sees)
        if wins is not None:
            return self._chosen([_line(foreseen(world, self.seat, wins), WON)])
        if world.offer or world.proposals:
            dealer = self._dealer()
            said = dealer.proposed() or (dealer.closing(world.offer) if world.offer else None)
            if said is not None:
                return self._one(said)
        plans = self.planner.plans(world, self.manner.breadth)
        offer = None if isinstance(plans[0].state.phase, state.Over) else self._offer(plans[0].worth)
        if offer is not None:
            mine = own(world, self.seat)
            return self._one(*([Withdraw(mine.number)] if mine else []), offer)
        return self._planned(plans)

    def _offer(self, without: float) -> MakeOffer | None:
        """One that would help more than the best that can be done without; at most two a turn."""
        before = offered(self.sight.memory)
        if before is None or len(before) >= self.manner.offers or not self.effort.left:
            return None
        haggling = self.manner.haggling(self.world)
        if haggling.planned:
            return self._planned_with(before)
        found = self._dealer().offer(before)
        return found if found is not None and self._worth(found) > without + haggling.asks else None

    def _planned_with(self, before: Offered) -> MakeOffer | None:
        """Of the offers that somebody is likely to take the one with which the turn is worth most."""
        dealer = self._dealer(_GLANCED)
        best, found = dealer.haggling.asks, None
        for prospect in dealer.prospects(before)[: dealer.haggling.planned]:
            if not self.effort.left:
                break
            more = self._worth(prospect.offer) - self._without
            if more * prospect.likely > best:
                best, found = more * prospect.likely, prospect.offer
        return found

    @cached_property
    def _without(self) -> float:
        return self.planner.plans(self.world, self.manner.again)[0].worth

    def _worth(self, offer: MakeOffer) -> float:
        """What the turn is worth once somebody has taken it; 0 where nobody can."""
        for world in self.worlds:
            for other in range(world.seats):
                dealt = swapped(world, self.seat, other, offer.gives, offer.gets) if offer.to >> other & 1 else None
                if dealt is not None:
                    return self.planner.plans(dealt, self.manner.again)[0].worth
        return 0.0


def _line(turn: Turn, worth: float) -> Line:
    line = Line(turn)
    line.total, line.count = min(1.0, max(0.0, worth)), 1
    return line
