"""For how long Discord has been out of reach, told by the connections of the client."""

from bot.discord.gateway_health import GatewayHealth


def test_discord_is_gone_until_it_is_found_and_while_any_connection_is_lost():
    now = [100.0]
    pulse = GatewayHealth(lambda: now[0])
    now[0] = 107.0
    assert pulse.gone() == 7
    pulse.found(0)
    pulse.found(1)
    assert pulse.gone() == 0
    pulse.lost(1)
    now[0] = 110.0
    pulse.lost(0)
    pulse.lost(1)  # again: it was not found meanwhile
    now[0] = 112.0
    assert pulse.gone() == 5
    pulse.found(1)
    assert pulse.gone() == 2
    pulse.found(0)
    assert pulse.gone() == 0
