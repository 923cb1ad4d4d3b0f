"""What a real discord.py 2.7.1 AutoShardedClient does all day, one scenario each; nothing is patched but addresses."""

import asyncio
import io
from typing import Any

import discord
import pytest
from discord import ui

from sandbox.actor import Unanswered
from sandbox.faults import Fault, Glitch
from sandbox.page.shown import CannotError
from tests.sandbox.conftest import place, running, stopped
from tests.sandbox.demo_bot import PICTURE, Demo


async def test_login_tells_who_the_bot_is(plain, sandbox, guild):
    assert plain.user.id == sandbox.world.bot.id
    assert plain.application_id == sandbox.world.application.id
    assert (await plain.application_info()).owner.name == "owner"
    assert [g.name for g in plain.guilds] == ["Stammtisch"]
    assert [c.name for c in plain.guilds[0].text_channels] == ["general"]
    assert plain.guilds[0].me.guild_permissions.manage_threads
    assert plain.shard_count == 1


async def test_a_slash_command_is_answered_and_its_button_counts(demo: Demo, ada, bea):
    reply = await bea.slash("/hello", name="bea")
    assert reply.text == "hello bea"
    await ada.press(reply, "Count")
    assert (await bea.press(reply, "Count")).text == "count:bea 2"
    assert [s.what for s in ada.seen if s.message_id == reply.message.id] == ["message", "edit", "edit"]


async def test_autocomplete_narrows_while_one_types(demo: Demo, bea):
    assert [c["name"] for c in await bea.autocomplete("/taste", flavour="v")] == ["vanilla", "violet"]
    assert (await bea.slash("/taste", flavour="violet")).message.ephemeral


async def test_every_select_tells_what_was_chosen(plain, sandbox, guild, general, ada, bea, cem):
    role = sandbox.house.places.new_role(guild, "Host")
    view = stopped(
        ui.View(),
        ui.Select(
            custom_id="s",
            placeholder="Colour",
            max_values=2,
            options=[discord.SelectOption(label=n.title(), value=n) for n in ("red", "blue")],
        ),
        ui.UserSelect(custom_id="u", placeholder="Who"),
        ui.RoleSelect(custom_id="r", placeholder="Role"),
        ui.MentionableSelect(custom_id="m", placeholder="Anybody", max_values=2),
        ui.ChannelSelect(custom_id="c", placeholder="Where"),
    )
    message = bea.look(general.id, (await place(plain, general).send("choose", view=view)).id)
    plain.handle = lambda i: i.response.send_message(" ".join(i.data["values"]), ephemeral=True)
    assert (await bea.choose(message, "Colour", "Red", "blue")).text == "red blue"
    assert (await bea.choose(message, "Colour", ["blue"])).text == "blue"
    assert (await bea.choose(message, "Who", cem)).text == str(cem.id)
    assert (await bea.choose(message, "Role", role)).text == str(role.id)
    assert (await bea.choose(message, "Anybody", ada, role)).text == f"{ada.id} {role.id}"
    assert (await bea.choose(message, "Where", general)).text == str(general.id)
    with pytest.raises(CannotError, match="takes 1 to 2"):
        await bea.choose(message, "Colour")
    assert plain.handled[2].data["resolved"]["members"][str(cem.id)]["roles"] == []


async def test_a_select_of_discord_py_resolves_its_values(plain, general, bea, cem):
    chosen = []

    class People(ui.View):
        @ui.select(cls=ui.UserSelect, placeholder="Who")
        async def who(self, interaction: discord.Interaction, select: ui.UserSelect) -> None:
            chosen.extend(select.values)
            await interaction.response.edit_message(content="thanks", view=None)

    message = await place(plain, general).send("who?", view=People())
    reply = await bea.choose(bea.look(general.id, message.id), "Who", cem)
    assert isinstance(chosen[0], discord.Member)
    assert chosen[0].id == cem.id
    assert (reply.text, reply.message.buttons) == ("thanks", [])


async def test_a_modal_is_opened_and_answered(demo: Demo, bea, ada):
    form = await bea.slash("/order")
    with pytest.raises(CannotError, match="must be chosen"):
        await bea.submit(form, Note="x")
    reply = await bea.submit(form, Note="no sugar", Size="M")
    assert reply.text == "no sugar in M"
    assert all(s.message_id != reply.message.id for s in ada.seen)


class Everything(ui.Modal, title="Everything"):
    text = ui.TextDisplay("Fill in")
    colours: Any = ui.Label(
        text="Colours",
        component=ui.CheckboxGroup(options=[discord.CheckboxGroupOption(label=n, value=n) for n in "rgb"]),
    )
    agreed: Any = ui.Label(text="Agreed", component=ui.Checkbox())
    who: Any = ui.Label(text="Who", component=ui.UserSelect(required=False))
    picture: Any = ui.Label(text="Picture", component=ui.FileUpload())

    async def on_submit(self, interaction: discord.Interaction) -> None:
        upload = self.picture.component.values[0]
        told = [
            *self.colours.component.values,
            self.agreed.component.value,
            len(self.who.component.values),
            upload.filename,
        ]
        await interaction.response.send_message(f"{told} {len(await upload.read())}")


async def test_a_modal_holds_every_newer_component(plain, general, bea):
    plain.handle = lambda i: (
        i.response.send_modal(Everything()) if i.type is discord.InteractionType.component else asyncio.sleep(0)
    )
    view = stopped(ui.View(), ui.Button(label="Open", custom_id="open"))
    message = bea.look(general.id, (await place(plain, general).send("x", view=view)).id)
    form = await bea.press(message, "Open")
    reply = await bea.submit(form, Colours=["r", "b"], Agreed=True, Picture=[("a.png", PICTURE)])
    assert reply.text == f"['r', 'b', True, 0, 'a.png'] {len(PICTURE)}"


async def test_a_deferred_message_of_components_v2_brings_its_picture_with_alt_text(demo: Demo, bea, ada):
    reply = await (await bea.slash("/board")).done()
    assert reply.text == "# The board"
    assert reply.message.files[0].alt == "A green field"
    gallery = reply.message.body["components"][0]["components"][1]
    assert gallery["items"][0]["media"]["width"] == 32
    again: Any = await demo.get_partial_messageable(bea.here.id).get_partial_message(reply.message.id).fetch()
    assert await demo.http.get_from_cdn(again.components[0].children[1].items[0].media.url) == PICTURE
    assert again.attachments == [], "what a component shows stands only there"
    assert again.flags.components_v2
    assert not again.flags.loading
    await bea.sandbox.until(lambda: len(reply.follow_ups) == 1)
    assert reply.follow_ups[0].ephemeral
    assert [s.what for s in ada.seen if s.message_id == reply.message.id] == ["message", "edit"]
    assert ada.seen[-1].files[0].data == PICTURE


async def test_edits_keep_swap_and_drop_files(plain, general, ada):
    def file(name: str) -> discord.File:
        return discord.File(io.BytesIO(PICTURE), name, description=f"alt of {name}")

    message = await place(plain, general).send("one", files=[file("a.png"), file("b.png")])
    shown = ada.look(general.id, message.id)
    await message.edit(content="two", attachments=[message.attachments[1], file("c.png")])
    assert [(f.name, f.alt) for f in shown.files] == [("b.png", "alt of b.png"), ("c.png", "alt of c.png")]
    await message.edit(embed=discord.Embed(title="Title").set_image(url="attachment://c.png"))
    assert shown.body["embeds"][0]["image"]["width"] == 32
    await message.edit(embed=None, attachments=[])
    assert (shown.text, shown.files, shown.edited) == ("two", [], True)
    fetched = await place(plain, general).fetch_message(message.id)
    assert fetched.edited_at is not None
    await message.delete()
    assert shown.gone


async def test_follow_ups_are_sent_edited_fetched_and_deleted(plain, general, bea, ada):
    said = []

    async def handle(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("first")
        public = await interaction.followup.send("public", wait=True)
        secret = await interaction.followup.send("secret", ephemeral=True, wait=True)
        await public.edit(content="public, edited")
        said.append(await interaction.followup.fetch_message(secret.id))
        await interaction.delete_original_response()
        await secret.delete()

    plain.handle = handle
    view = stopped(ui.View(), ui.Button(label="Go", custom_id="go"))
    message = await place(plain, general).send("x", view=view)
    reply = await bea.press(bea.look(general.id, message.id), "Go")
    await bea.sandbox.until(lambda: bea.seen[-1].what == "delete" and len(said) == 1)
    assert said[0].content == "secret"
    assert [m.text for m in ada.messages()] == ["x", "public, edited"]
    assert [s.body["content"] for s in bea.seen if s.what == "message"] == ["x", "first", "public", "secret"]
    assert [s.body["content"] for s in ada.seen if s.what == "message"] == ["x", "first", "public"]
    assert bea.look(general.id, reply.begun.original).gone


async def test_a_dm_is_opened_and_read_only_by_its_person(plain, sandbox, bea, ada):
    assert bea.dms == []
    assert sandbox.world.dm_with(bea.id) is None, "looking opens nothing"
    user = await plain.fetch_user(bea.id)
    await user.send("your hand", silent=True)
    assert [m.text for m in bea.dms] == ["your hand"]
    assert bea.seen[-1].pings == {bea.id}
    assert bea.seen[-1].silent
    assert ada.dms == []
    assert all(s.body.get("content") != "your hand" for s in ada.seen)


async def test_a_press_in_a_dm_is_answered_there(plain, bea):
    user = await plain.fetch_user(bea.id)
    await user.send("?", view=stopped(ui.View(), ui.Button(label="Yes", custom_id="yes")))
    plain.handle = lambda i: i.response.edit_message(
        content=f"{i.user.name} {i.guild} {i.context.dm_channel}", view=None
    )
    assert (await bea.press(bea.dms[0], "Yes")).text == "bea None True"


async def test_threads_are_begun_renamed_joined_and_written_in(plain, sandbox, general, bea, ada):
    channel = plain.get_channel(general.id)
    message = await channel.send("a table")
    thread = await message.create_thread(name="Table 1", auto_archive_duration=10080)
    await thread.send("welcome")
    await thread.add_user(discord.Object(bea.id))
    await thread.edit(name="Table 1: Guatemala")
    secret = await channel.create_thread(name="Secret", type=discord.ChannelType.private_thread)
    await secret.add_user(discord.Object(bea.id))
    await secret.send("psst")
    places = sandbox.world.channels
    assert [m.text for m in ada.messages(places[thread.id])] == ["welcome"]
    assert places[thread.id].name == "Table 1: Guatemala"
    assert [m.text for m in bea.messages(places[secret.id])] == ["psst"]
    assert ada.messages(places[secret.id]) == []
    assert all(s.channel_id != secret.id for s in ada.seen)
    assert {t.name for t in await plain.guilds[0].active_threads()} == {"Table 1: Guatemala", "Secret"}
    assert [m.id for m in await thread.fetch_members()] == [plain.user.id, bea.id]
    with pytest.raises(discord.HTTPException) as refused:
        await message.create_thread(name="again")
    assert refused.value.code == 160004


async def test_an_archived_thread_takes_no_edit_until_somebody_writes(plain, sandbox, general, bea):
    thread = await plain.get_channel(general.id).create_thread(
        name="Slow", type=discord.ChannelType.public_thread, auto_archive_duration=60
    )
    message = await thread.send("old")
    place_ = sandbox.world.channels[thread.id]
    sandbox.clock.advance(3601)
    with pytest.raises(discord.HTTPException) as refused:
        await message.edit(content="new")
    assert refused.value.code == 50083
    assert [t.name async for t in plain.get_channel(general.id).archived_threads()] == ["Slow"]
    assert [t.name async for t in plain.get_channel(general.id).archived_threads(private=True, joined=True)] == []
    with pytest.raises(CannotError, match="archived"):
        await bea.slash("/anything", at=place_)
    await thread.send("still there?")
    assert not place_.archived
    await thread.edit(archived=True, locked=True)
    with pytest.raises(discord.HTTPException):
        await thread.send("locked")
    await thread.edit(archived=False, locked=False)
    await message.edit(content="new")
    await thread.edit(archived=True)
    for refused_ in (message.delete(), thread.edit(locked=True)):
        with pytest.raises(discord.HTTPException) as refused:
            await refused_
        assert refused.value.code == 50083


async def test_a_press_in_an_archived_thread_brings_it_back_unless_it_is_locked(plain, sandbox, general, bea):
    thread = await plain.get_channel(general.id).create_thread(name="T", type=discord.ChannelType.public_thread)
    view = stopped(ui.View(), ui.Button(label="Go", custom_id="go"))
    shown = bea.look(thread.id, (await thread.send("x", view=view)).id)
    plain.handle = lambda i: i.response.edit_message(content="gone", view=None)
    await thread.edit(archived=True, locked=True)
    with pytest.raises(CannotError, match="locked"):
        await bea.press(shown, "Go")
    await thread.edit(archived=False, locked=False)
    await thread.edit(archived=True)
    assert (await bea.press(shown, "Go")).text == "gone"
    assert not sandbox.world.channels[thread.id].archived


async def test_closed_dms_are_refused_and_so_are_strangers(plain, sandbox, bea):
    user = await plain.fetch_user(bea.id)
    bea.close_dms()
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("hello?")
    assert refused.value.code == 50007
    stranger = sandbox.person("Stranger")
    with pytest.raises(discord.Forbidden) as refused:
        await (await plain.fetch_user(stranger.id)).send("hello?")
    assert refused.value.code == 50278
    assert bea.dms == stranger.dms == []


async def test_a_429_is_waited_for_and_tried_again(plain, sandbox, general, ada):
    sandbox.faults.plan(Fault("POST /channels/*/messages", status=429, retry_after=0.05))
    await place(plain, general).send("patience")
    assert [m.text for m in ada.messages()] == ["patience"]
    assert sandbox.checker.seen["POST", "/channels/{channel_id}/messages", 429] == 1


async def test_op_7_and_a_cut_are_followed_by_resume_with_replay(plain, sandbox, general, bea):
    plain.handle = lambda i: i.response.send_message("late but here")
    view = stopped(ui.View(), ui.Button(label="Go", custom_id="go"))
    message = bea.look(general.id, (await place(plain, general).send("x", view=view)).id)
    sandbox.gateway.reconnect()
    await sandbox.until(lambda: sandbox.gateway.resumed == 1)
    sandbox.faults.plan(Glitch("INTERACTION_CREATE", "cut"))
    reply = await bea.press(message, "Go")  # told while nobody listens, and replayed
    assert reply.text == "late but here"
    assert sandbox.gateway.resumed == 2
    assert len(sandbox.gateway.identified) == 1
    assert len(plain.handled) == 1


async def test_a_restarted_bot_answers_its_old_buttons(sandbox, guild, ada, bea):
    async with running(sandbox, Demo()):
        reply = await bea.slash("/hello", name="old")
    with_nobody = asyncio.create_task(bea.press(reply, "Count"))
    await asyncio.sleep(0)
    sandbox.clock.advance(3.1)
    with pytest.raises(Unanswered):
        await with_nobody
    assert bea.seen[-1].what == "failed"
    async with running(sandbox, Demo()):
        assert (await bea.press(reply, "Count")).text == "count:old 1"


async def test_pins_reactions_and_application_emojis_are_kept(plain, general, ada):
    message = await place(plain, general).send("pin me")
    await message.pin()
    assert [m.content async for m in plain.get_channel(general.id).pins()] == ["pin me"]
    await message.unpin()
    await message.add_reaction("👍")
    assert ada.look(general.id, message.id).body["reactions"][0]["me"]
    await message.remove_reaction("👍", plain.user)
    emoji = await plain.create_application_emoji(name="sack", image=PICTURE)
    assert [e.id for e in await plain.fetch_application_emojis()] == [emoji.id]
    assert (await plain.fetch_application_emoji(emoji.id)).name == "sack"
    await emoji.edit(name="bag")
    await emoji.delete()
