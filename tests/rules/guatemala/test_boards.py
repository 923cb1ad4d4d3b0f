"""The plantation boards against the tables of the law book (GC-11 to GC-15, GC-18, GC-23)."""

import pytest

from rules.guatemala.board import (
    BOARDS,
    EDGE,
    PLACE_NAMES,
    PLACE_OF,
    WIDTH,
    Board,
    Zone,
    across,
    bit,
    bits,
    down,
    ends,
    field,
    zone,
)
from rules.guatemala.roads import served

Point = tuple[int, int]
Segment = frozenset[Point]

TABLE = (
    # from row, via dx, entrance (dx, y), shed field (dx, y), zone, roads, price
    (8, -1, (-1, 7), (-2, 7), Zone.YELLOW, 3, 6),
    (6, 1, (1, 5), (1, 5), Zone.GREEN, 5, 4),
    (4, -1, (-1, 3), (-2, 3), Zone.GREEN, 7, 4),
    (1, 1, (1, 0), (1, 0), Zone.GREY, 10, 2),
)


def point(number: int) -> Point:
    return number % WIDTH, number // WIDTH


def segments(mask: int) -> set[Segment]:
    return {frozenset((point(a), point(b))) for a, b in map(ends, bits(mask))}


def printed(x: int, row: int, side: int, entrance: Point) -> set[Segment]:
    """From the harbour up the trunk to the row, sideways, up to the entrance."""
    trunk = {frozenset(((x, y), (x, y + 1))) for y in range(row, 9)}
    sideways = frozenset(((x, row), (x + side, row)))
    upwards = frozenset(((x + side, row), (x + entrance[0], entrance[1])))
    return trunk | {sideways, upwards}


def site_of(board: Board, place: Point) -> int:
    return board.site_at[field(*place)]


@pytest.mark.parametrize("seats", [3, 4])
def test_gc_23_sites_entrances_and_paths_are_those_of_the_table(seats: int) -> None:
    board = BOARDS[seats]
    for harbour, x in enumerate((2, 5, 8, 11)):
        for row, side, entrance, (dx, y), area, roads, price in TABLE:
            index = site_of(board, (x + dx, y))
            if seats == 3 and x == 2:
                assert index == -1
                continue
            site = board.sites[index]
            assert site.harbour == harbour
            assert point(site.entrance) == (x + entrance[0], entrance[1])
            assert segments(site.path) == printed(x, row, side, entrance)
            assert site.path.bit_count() == roads
            assert site.price == price
            assert zone(site.field) == area


@pytest.mark.parametrize("seats", [3, 4])
def test_gc_23_the_entrance_touches_the_shed_field_and_paths_meet_nowhere(seats: int) -> None:
    board = BOARDS[seats]
    reached: dict[Point, int] = {}
    for site in board.sites:
        c, r = site.field % WIDTH, site.field // WIDTH
        assert point(site.entrance) in {(c, r), (c + 1, r), (c, r + 1), (c + 1, r + 1)}
        for segment in segments(site.path):
            for end in segment:
                assert reached.setdefault(end, site.harbour) == site.harbour
    assert {end for end in reached if end[1] == 9} == {point(p) for p in board.access[4 - (seats) :]}


@pytest.mark.parametrize(("seats", "sites", "edges"), [(4, 16, 64), (3, 12, 48), (2, 12, 180)])
def test_gc_18_16_sites_and_64_segments_or_12_and_48_or_12_and_180(seats: int, sites: int, edges: int) -> None:
    board = BOARDS[seats]
    assert len(board.sites) == sites
    assert board.edges.bit_count() == edges
    everywhere = 0
    for site in board.sites:
        everywhere |= site.path
    assert seats == 2 or everywhere == board.edges, "every segment leads from a shed to a harbour"


def test_gc_18_with_four_players_there_are_more_segments_than_roads() -> None:
    assert BOARDS[4].edges.bit_count() > 50


def test_gc_15_with_3_and_4_players_13_columns_9_rows_101_worker_fields() -> None:
    four, three = BOARDS[4], BOARDS[3]
    assert (four.columns, four.rows, four.fields.bit_count()) == (13, 9, 117)
    assert four.worker_fields.bit_count() == 101
    assert three.worker_fields == four.worker_fields, "all worker fields stay usable with three"
    assert {(place % WIDTH, place // WIDTH) for place in three.closed_sites} == {(0, 7), (3, 5), (0, 3), (3, 0)}
    assert four.closed_sites == ()


def test_gc_15_no_worker_field_is_a_shed_site() -> None:
    for board in BOARDS.values():
        sites = sum(1 << site.field for site in board.sites)
        assert board.worker_fields & sites == 0
        closed = sum(1 << place for place in board.closed_sites)
        assert board.worker_fields | sites | closed == board.fields


def test_gc_13_with_two_players_12_sites_at_printed_prices_and_one_harbour_of_six_docks() -> None:
    board = BOARDS[2]
    found = {(site.field % WIDTH, site.field // WIDTH): site.price for site in board.sites}
    assert found == {(c, r): r for c in (1, 4, 7) for r in (1, 3, 5, 7)}
    assert board.docks == ((2, 2, 3, 3, 4, 4),)
    assert [point(p) for p in board.access] == [(x, 9) for x in (1, 2, 4, 5, 7, 8)]
    assert (board.columns, board.rows, board.fields.bit_count()) == (9, 9, 81)


def test_gc_18_with_two_players_every_field_border_is_an_edge() -> None:
    borders = set[Segment]()
    for c in range(9):
        for r in range(9):
            borders |= {frozenset(((c, r), (c + 1, r))), frozenset(((c, r + 1), (c + 1, r + 1)))}
            borders |= {frozenset(((c, r), (c, r + 1))), frozenset(((c + 1, r), (c + 1, r + 1)))}
    assert segments(BOARDS[2].edges) == borders


def test_gc_12_four_harbours_with_docks_2_3_4_and_nine_docks_with_three_players() -> None:
    assert BOARDS[4].docks == ((2, 3, 4),) * 4
    assert BOARDS[3].docks == ((), (2, 3, 4), (2, 3, 4), (2, 3, 4))


def test_gc_11_zones_are_rows_0_to_2_grey_3_to_5_green_6_to_8_yellow() -> None:
    areas = [zone(field(4, row)) for row in range(9)]
    assert areas == [Zone.GREY] * 3 + [Zone.GREEN] * 3 + [Zone.YELLOW] * 3


def test_every_place_has_one_name_that_leads_back_to_it() -> None:
    for board in BOARDS.values():
        everywhere = set(bits(board.fields)) | {1024 + edge for edge in bits(board.edges)}
        everywhere |= {512 + harbour for harbour in range(len(board.docks))}
        for place in everywhere:
            assert PLACE_OF[PLACE_NAMES[place].upper()] == place
    assert len(set(PLACE_NAMES.values())) == len(PLACE_NAMES)


def test_a_border_is_named_from_the_field_below_it_or_right_of_it_and_on_the_rim_from_the_last_field() -> None:
    names = {
        across(0, 0): "A1n",
        across(12, 8): "M9n",
        across(0, 9): "A9s",
        across(12, 9): "M9s",
        down(0, 0): "A1w",
        down(12, 8): "M9w",
        down(13, 0): "M1e",
        down(13, 8): "M9e",
        down(9, 8): "J9w",
    }
    assert {edge: PLACE_NAMES[1024 + edge] for edge in names} == names
    assert PLACE_NAMES[field(2, 3)] == "C4"
    assert PLACE_NAMES[514] == "harbour3"


def test_a_border_may_be_named_from_both_its_fields() -> None:
    assert PLACE_OF["C4E"] == PLACE_OF["D4W"]
    assert PLACE_OF["C4S"] == PLACE_OF["C5N"]
    assert PLACE_OF["M9E"] == PLACE_OF[PLACE_NAMES[PLACE_OF["M9E"]].upper()]


# ── where a road leads ───────────────────────────────────────────────────────────────────────────────────────────────


def test_gc_18_a_road_on_a_printed_path_leads_from_the_sheds_behind_it_to_its_harbour() -> None:
    names = {PLACE_NAMES[EDGE + edge]: served(4, edge, 0) for edge in bits(BOARDS[4].edges)}
    trunk, branch = names["C9w"], names["B8w"]
    assert [len(fields) for fields, _ in (trunk, branch)] == [4, 1]
    assert (trunk[1], branch[1]) == (0, 0)
    assert {harbour for _, harbour in names.values()} == {0, 1, 2, 3}


def test_gc_23_a_road_of_two_players_leads_to_what_it_would_be_joined_to() -> None:
    shed, harbour = PLACE_OF["B8W"] - EDGE, PLACE_OF["B9W"] - EDGE
    far = PLACE_OF["I1N"] - EDGE
    assert served(2, shed, 0) == ((PLACE_OF["B8"],), -1)
    assert served(2, harbour, 0) == ((PLACE_OF["B8"],), 0)
    assert served(2, shed, bit(harbour)) == ((PLACE_OF["B8"],), 0)
    assert served(2, far, 0) == ((), -1)
    assert served(2, PLACE_OF["B7W"] - EDGE, 0) == ((PLACE_OF["B6"], PLACE_OF["B8"]), -1), "by both of its ends"
