"""L10, as far as it concerns the rules: every game is held to the laws, with all that they need."""

from bot.games import GAMES
from rules.chance import Seeded
from tests.contract import faults
from tests.contract.registry import CASES, NOT_YET_SHOWN, TOY


def test_every_game_is_held_to_the_laws() -> None:
    assert {case.name for case in CASES} == {*GAMES, *NOT_YET_SHOWN, TOY.name}
    assert all(GAMES[case.name].rules is case.rules for case in CASES if case.name in GAMES)
    assert not NOT_YET_SHOWN & set(GAMES)
    assert all(key == game.rules.key for key, game in GAMES.items())


def test_every_seat_count_and_every_value_of_every_option_is_played() -> None:
    for case in CASES:
        played = {
            (setup.seats, option.key, setup.chosen(option)) for setup in case.setups for option in case.rules.options
        }
        for option in case.rules.options:
            if case is not TOY:
                assert played >= {(seats, option.key, value) for seats in option.seats for value in option.values}
        assert {setup.seats for setup in case.setups} == set(case.rules.seats)


def test_every_kind_of_secret_of_every_game_is_leaked_by_a_planted_fault() -> None:
    for case in CASES:
        kinds: set[str] = set()
        for setup in case.setups:
            state = case.rules.setup(setup, Seeded(1)).state
            kinds |= set(case.world.secrets(state, None))
        planted = {name.partition("+shows-")[2] for name in faults.FAULTS if name.startswith(f"{case.name}+shows-")}
        assert kinds <= planted


def test_what_must_be_reached_is_read_off_the_types() -> None:
    wanted = TOY.wanted()
    assert {"Draw", "Score", "Counter"} <= set(wanted["move"])
    assert "ToyMove" not in wanted["move"]
    assert set(wanted["phase"]) == {"Morning", "Evening", "Guard", "Toss", "Blockade", "Pay", "Over"}
    assert set(wanted["ending"]) == {"points", "bag", "resigned"}
    assert {"Lacks", "NotAsked", "GameIsOver"} <= set(wanted["reason"])
