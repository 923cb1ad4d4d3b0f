"""D1 to D12: what discord.py 2.7.1 does when Discord misbehaves; probes found it, the sandbox reproduces it."""

import asyncio
import logging
import re
from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from sandbox.actor import Unanswered
from sandbox.faults import Fault, Glitch
from tests.sandbox.conftest import Plain, place, stopped

CREATE = "POST /channels/*/messages"
CALLBACK = "POST /interactions/*/callback"


@pytest.fixture
async def button(plain: Plain, general, bea):
    """A message with a button "Go" as Bea sees it."""
    view = stopped(ui.View(), ui.Button(label="Go", custom_id="go:1"))
    return bea.look(general.id, (await place(plain, general).send("x", view=view)).id)


async def unanswered(sandbox, doing) -> None:
    """Lets three seconds pass by the clock, not by the wall."""
    task = asyncio.create_task(doing)
    await asyncio.sleep(0.1)
    sandbox.clock.advance(3.1)
    with pytest.raises(Unanswered):
        await task


class Errors:
    """Answers every press and keeps what went wrong in doing so."""

    def __init__(self, plain: Plain) -> None:
        self.raised: list[Any] = []
        self.calls = 0
        plain.handle = self

    async def __call__(self, interaction: discord.Interaction) -> None:
        self.calls += 1
        try:
            await interaction.response.send_message("done")
        except Exception as error:  # noqa: BLE001 (it is what the test is about)
            self.raised.append(error)


async def test_d1_an_interaction_delivered_twice_runs_its_callback_twice(plain: Plain, sandbox, bea, button):
    errors = Errors(plain)
    sandbox.faults.plan(Glitch("INTERACTION_CREATE", "double"))
    assert (await bea.press(button, "Go")).text == "done"
    await sandbox.until(lambda: len(errors.raised) == 1)
    assert errors.calls == 2
    assert errors.raised[0].code == 40060
    assert [m.text for m in bea.messages()] == ["x", "done"]


async def test_d2_an_event_lost_with_its_connection_is_replayed_after_its_three_seconds(
    plain: Plain, sandbox, bea, button
):
    errors = Errors(plain)
    sandbox.faults.plan(Glitch("INTERACTION_CREATE", "cut"))
    task = asyncio.create_task(bea.press(button, "Go"))
    await asyncio.sleep(0)
    sandbox.clock.advance(3.1)
    with pytest.raises(Unanswered):
        await task
    await sandbox.until(lambda: len(errors.raised) == 1)
    assert errors.calls == 1
    assert errors.raised[0].code == 10062


def dynamic(name: str, template: str, ran: list[str], **methods: Any) -> Any:
    async def from_custom_id(cls, interaction, item, match):
        return cls(item)

    async def callback(self, interaction):
        ran.append(name)
        if len(ran) == 1:
            await interaction.response.send_message(name)

    body = {"from_custom_id": classmethod(from_custom_id), "callback": callback} | methods
    return type(name, (ui.DynamicItem,), body, template=template)


async def test_d3_two_templates_that_match_one_custom_id_both_run(plain: Plain, sandbox, bea, button):
    ran: list[str] = []
    plain.add_dynamic_items(dynamic("One", r"go:(?P<n>\d)", ran), dynamic("Two", r"go:.", ran))
    await bea.press(button, "Go")
    await sandbox.until(lambda: sorted(ran) == ["One", "Two"])


async def test_d4_an_error_in_interaction_check_is_neither_logged_nor_answered(
    plain: Plain, sandbox, bea, button, caplog
):
    async def interaction_check(self, interaction):
        raise RuntimeError("nobody hears of this")

    plain.add_dynamic_items(dynamic("One", r"go:.", [], interaction_check=interaction_check))
    with caplog.at_level(logging.DEBUG, "discord.ui"):
        await unanswered(sandbox, bea.press(button, "Go"))
    assert "nobody hears" not in caplog.text


async def test_d5_an_error_in_a_dynamic_callback_is_only_logged(plain: Plain, sandbox, bea, button, caplog):
    async def callback(self, interaction):
        raise RuntimeError("this is logged")

    plain.add_dynamic_items(dynamic("One", r"go:.", [], callback=callback))
    await unanswered(sandbox, bea.press(button, "Go"))
    await sandbox.until(lambda: "this is logged" in caplog.text)


async def test_d6_an_unknown_custom_id_gets_no_answer(plain: Plain, sandbox, bea, button, caplog):
    await unanswered(sandbox, bea.press(button, "Go"))
    assert caplog.text == ""
    assert bea.seen[-1].what == "failed"


async def test_d7_a_502_after_the_message_was_made_leaves_one_message(plain: Plain, sandbox, general, ada):
    sandbox.faults.plan(Fault(CREATE, status=502, after=True))
    await place(plain, general).send("once")
    assert [m.text for m in ada.messages()] == ["once"]
    assert sandbox.checker.seen["POST", "/channels/{channel_id}/messages", 200] == 1
    sent = [line.request for line in sandbox.rest.log if line.route == "/channels/{channel_id}/messages"]
    assert sent[0]["enforce_nonce"]
    assert sent[0]["nonce"] == sent[1]["nonce"]


async def test_d8_a_503_is_not_tried_again_by_the_bots_routes_but_by_webhooks(
    plain: Plain, sandbox, general, bea, button, ada
):
    sandbox.faults.plan(Fault(CREATE, status=503))
    with pytest.raises(discord.DiscordServerError):
        await place(plain, general).send("never")
    sandbox.faults.plan(Fault(CALLBACK, status=503))
    Errors(plain)
    assert (await bea.press(button, "Go")).text == "done"
    assert [m.text for m in ada.messages()] == ["x", "done"]


async def test_d9_a_reset_after_the_message_was_made_is_raised_not_tried_again(plain: Plain, sandbox, general, ada):
    """As ServerDisconnectedError, or as a connection reset where the kernel tells it first; either way untried."""
    sandbox.faults.plan(Fault(CREATE, lost=True, after=True))
    with pytest.raises((aiohttp.ServerDisconnectedError, ConnectionResetError)):
        await place(plain, general).send("made it")
    assert [m.text for m in ada.messages()] == ["made it"]


async def test_d10_a_429_without_via_is_raised_at_once(plain: Plain, sandbox, general, ada):
    sandbox.faults.plan(Fault(CREATE, status=429, retry_after=0.01, via=False))
    with pytest.raises(discord.HTTPException) as refused:
        await place(plain, general).send("never")
    assert refused.value.status == 429
    assert ada.messages() == []


async def test_d11_a_30046_costs_five_requests_and_without_retry_after_a_key_error(
    plain: Plain, sandbox, general, button
):
    message = place(plain, general).get_partial_message(button.id)
    sandbox.faults.plan(Fault("PATCH /channels/*", status=429, code=30046, retry_after=0.01, times=5))
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content="y")
    assert refused.value.code == 30046
    assert sandbox.checker.seen["PATCH", "/channels/{channel_id}/messages/{message_id}", 429] == 5
    assert sandbox.limiter.invalid == 5  # each counts towards Cloudflare's ban
    sandbox.faults.plan(Fault("PATCH /channels/*", status=429, code=30046))
    with pytest.raises(KeyError):
        await message.edit(content="y")


@pytest.mark.parametrize(
    ("fault", "raised"),
    [
        (Fault(CALLBACK, lost=True), (aiohttp.ServerDisconnectedError, ConnectionResetError)),
        (Fault(CALLBACK, status=404, code=10062), discord.NotFound),
        (Fault(CALLBACK, status=429, retry_after=0.01), None),
    ],
    ids=["reset", "10062", "429"],
)
async def test_d12_a_callbacks_reset_and_10062_are_raised_its_429_tried_again(
    fault, raised, plain: Plain, sandbox, bea, button
):
    errors = Errors(plain)
    sandbox.faults.plan(fault)
    if raised is None:
        assert (await bea.press(button, "Go")).text == "done"
        return
    await unanswered(sandbox, bea.press(button, "Go"))
    await sandbox.until(lambda: len(errors.raised) == 1)
    assert isinstance(errors.raised[0], raised)


async def test_a_callback_lost_after_it_worked_has_worked(plain: Plain, sandbox, bea, button):
    errors = Errors(plain)
    sandbox.faults.plan(Fault(CALLBACK, lost=True, after=True))
    assert (await bea.press(button, "Go")).text == "done"
    await sandbox.until(lambda: len(errors.raised) == 1)


async def test_a_callback_that_was_taken_stays_taken_whatever_was_answered(plain: Plain, sandbox, bea, button):
    """discord.py tries again by itself, and is told so."""
    errors = Errors(plain)
    sandbox.faults.plan(Fault(CALLBACK, (4,), status=503, after=True))
    assert (await bea.press(button, "Go")).text == "done"
    await sandbox.until(lambda: len(errors.raised) == 1)
    assert errors.raised[0].code == 40060


async def test_a_fault_of_one_type_of_answer_lets_the_others_through(plain: Plain, sandbox, bea, button):
    errors = Errors(plain)
    deferral = Fault(CALLBACK, (5, 6), lost=True)
    sandbox.faults.plan(deferral)
    assert (await bea.press(button, "Go")).text == "done"
    assert errors.raised == []
    assert sandbox.faults.waiting == [deferral]


async def test_a_delay_goes_by_the_clock(plain: Plain, sandbox, bea, button):
    errors = Errors(plain)
    sandbox.faults.plan(Fault(CALLBACK, delay=3.1))
    await unanswered(sandbox, bea.press(button, "Go"))
    await sandbox.until(lambda: errors.raised != [])
    assert errors.raised[0].code == 10062


async def test_an_answer_may_be_late_though_its_effect_was_not(plain: Plain, sandbox, bea, button):
    errors = Errors(plain)
    sandbox.faults.plan(Fault(CALLBACK, delay=60, after=True))
    assert (await bea.press(button, "Go")).text == "done"
    await asyncio.sleep(0.02)
    sandbox.clock.advance(61)
    await asyncio.sleep(0.02)
    assert (errors.calls, errors.raised) == (1, [])


async def test_a_proxys_page_is_no_json(plain: Plain, sandbox, general):
    sandbox.faults.plan(Fault(CREATE, status=503, html=True))
    with pytest.raises(discord.DiscordServerError, match="Bad Gateway"):
        await place(plain, general).send("never")


async def test_a_dropped_event_is_gone_and_others_come(plain: Plain, sandbox, bea, button):
    errors = Errors(plain)
    sandbox.faults.plan(Glitch("INTERACTION_CREATE", "drop"))
    await unanswered(sandbox, bea.press(button, "Go"))
    assert (await bea.press(button, "Go")).text == "done"
    assert errors.calls == 1


async def test_faults_skip_count_and_are_told_of(sandbox, plain: Plain, general):
    fault = Fault(CREATE, status=403, code=50013, skip=1, times=2)
    sandbox.faults.plan(fault)
    outcomes = []
    for _ in range(4):
        try:
            await place(plain, general).send("x")
            outcomes.append(200)
        except discord.Forbidden as refused:
            outcomes.append(refused.code)
    assert outcomes == [200, 50013, 50013, 200]
    assert sandbox.faults.struck == [fault, fault]
    assert sandbox.faults.waiting == []


async def test_op_9_makes_the_client_identify_anew(plain: Plain, sandbox, bea, button):
    """The one test that waits discord.py's five seconds before a second IDENTIFY."""
    Errors(plain)
    sandbox.gateway.invalidate(resumable=True)
    await sandbox.until(lambda: sandbox.gateway.resumed == 1)
    sandbox.gateway.invalidate()
    await sandbox.until(lambda: len(sandbox.gateway.identified) == 2)
    assert (await bea.press(button, "Go")).text == "done"
    assert re.fullmatch(r"[0-9a-f]{32}", next(iter(sandbox.gateway.sessions)))
