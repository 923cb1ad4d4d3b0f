"""The rest of what discord.py calls: guilds, history, roles, threads, commands one by one."""

import io
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from sandbox.page.shown import CannotError
from sandbox.world.permissions import MANAGE_CHANNELS, MANAGE_ROLES
from sandbox.world.snowflake import time_of
from tests.sandbox.conftest import Plain, place, stopped


@pytest.fixture
def rights(sandbox, guild):
    """Gives the bot's role more."""
    role = next(r for r in guild.roles.values() if r.managed)

    def give(granted: int) -> None:
        sandbox.house.places.change_role(guild, role, role.permissions | granted)

    return give


async def test_history_is_read_in_every_direction(plain, general, ada):
    said = [ada.say(str(n)).id for n in range(9)]
    channel = plain.get_channel(general.id)

    async def read(**where: Any) -> list[int]:
        return [said.index(m.id) async for m in channel.history(**where)]

    middle = discord.Object(said[4])
    assert await read(limit=3) == [8, 7, 6]
    assert await read(limit=2, before=middle) == [3, 2]
    assert await read(limit=2, after=middle, oldest_first=True) == [5, 6]
    assert await read(limit=3, around=middle) == [5, 4, 3]
    assert await read(limit=None) == list(range(8, -1, -1))


async def test_guilds_channels_roles_and_members_are_fetched(plain, sandbox, guild, general, bea):
    fetched = await plain.fetch_guild(guild.id)
    assert (fetched.name, fetched.approximate_member_count) == ("Stammtisch", 5)
    assert [c.name for c in await fetched.fetch_channels()] == ["general"]
    assert [r.name for r in await fetched.fetch_roles()] == ["@everyone", "stammtisch"]
    assert (await fetched.fetch_member(bea.id)).display_name == "Bea"
    assert [g.id async for g in plain.fetch_guilds()] == [guild.id]
    assert (await plain.fetch_channel(general.id)).name == "general"
    with pytest.raises(discord.NotFound):
        await fetched.fetch_member(1)


async def test_channels_are_made_changed_and_removed(plain, sandbox, guild, bea, rights):
    rights(MANAGE_CHANNELS | MANAGE_ROLES)
    home: discord.Guild = plain.guilds[0]
    hidden = {
        home.default_role: discord.PermissionOverwrite(view_channel=False),
        home.me: discord.PermissionOverwrite(view_channel=True),
    }
    channel = await home.create_text_channel("table-1", overwrites=hidden, topic="Games")
    assert "table-1" not in [c.name for c in bea.places]
    await channel.set_permissions(await home.fetch_member(bea.id), view_channel=True)
    assert "table-1" in [c.name for c in bea.places]
    await channel.edit(name="table-2", topic="More games")
    await sandbox.until(lambda: home.text_channels[1].name == "table-2")
    await channel.send("x")
    async with channel.typing():
        assert bea.seen[-1].what == "typing"
    await channel.delete()
    assert [c.name for c in bea.places] == ["general"]


async def test_roles_are_given_and_taken_below_the_bots_own(plain, sandbox, guild, bea, rights):
    rights(MANAGE_ROLES)
    host = sandbox.house.places.new_role(guild, "Host")
    member = await plain.guilds[0].fetch_member(bea.id)
    with pytest.raises(discord.Forbidden):
        await member.add_roles(discord.Object(host.id))
    host.position, next(r for r in guild.roles.values() if r.managed).position = 1, 2
    await member.add_roles(discord.Object(host.id))
    assert guild.members[bea.id].roles == [host.id]
    await member.remove_roles(discord.Object(host.id))
    assert guild.members[bea.id].roles == []


async def test_the_bot_renames_itself_and_leaves(plain, sandbox, guild):
    await plain.user.edit(username="kellner")
    assert sandbox.world.bot.name == "kellner"
    await plain.guilds[0].leave()
    await sandbox.until(lambda: len(plain.guilds) == 0)


async def test_threads_are_joined_left_and_deleted(plain, sandbox, general, ada, bea):
    started = sandbox.house.places.new_thread(general, ada.id, {"name": "Ada's", "type": 11})
    await sandbox.until(lambda: plain.guilds[0].get_thread(started.id) is not None)
    thread = plain.guilds[0].get_thread(started.id)
    await thread.join()
    await thread.add_user(discord.Object(bea.id))
    assert (await thread.fetch_member(bea.id)).id == bea.id
    await thread.remove_user(discord.Object(bea.id))
    await thread.leave()
    assert set(started.joined) == {ada.id}
    await thread.delete()
    assert started.id not in sandbox.world.channels
    assert ada.seen[-1].what == "lost"


async def test_messages_are_deleted_one_by_one_and_in_bulk(plain, general, ada):
    channel = plain.get_channel(general.id)
    mine = await channel.send("mine")
    hers = [ada.say("hers") for _ in range(3)]
    await mine.delete()
    await channel.delete_messages([discord.Object(m.id) for m in hers])
    assert ada.messages() == []
    assert [s.what for s in ada.seen][-4:] == ["delete"] * 4


async def test_replies_name_what_they_answer(plain, general, ada):
    question = ada.say("what?")
    answer = await place(plain, general).send(
        "that", reference=discord.MessageReference(message_id=question.id, channel_id=general.id)
    )
    assert answer.type is discord.MessageType.reply
    assert isinstance(answer.reference and answer.reference.resolved, discord.Message)
    lost = discord.MessageReference(message_id=1, channel_id=general.id, fail_if_not_exists=False)
    assert (await place(plain, general).send("alone", reference=lost)).reference is None


async def test_commands_are_made_changed_and_dropped_one_by_one(plain: Plain, guild, bea):
    @plain.tree.command(description="x")
    async def one(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("1")

    made: app_commands.AppCommand = (await plain.tree.sync())[0]
    same = await plain.tree.fetch_command(made.id)
    await same.edit(description="changed")
    assert bea.commands()[0][1] == "changed"
    with pytest.raises(discord.NotFound):
        await same.fetch_permissions(discord.Object(guild.id))
    await same.delete()
    assert bea.commands() == []


async def test_a_modal_of_rows_and_selects_is_filled(plain, sandbox, guild, general, bea, ada):
    role = sandbox.house.places.new_role(guild, "Host")
    got: list[Any] = []
    options = [discord.SelectOption(label="A", value="a", default=True), discord.SelectOption(label="B", value="b")]

    class Old(ui.Modal, title="Old"):
        name = ui.TextInput(label="Name", default="nobody", min_length=2, required=False)
        pick = ui.Label(text="Pick", component=ui.Select(options=options))
        who = ui.Label(text="Role", component=ui.RoleSelect(required=True))
        where = ui.Label(text="Where", component=ui.ChannelSelect(required=False))

        async def on_submit(self, interaction: discord.Interaction) -> None:
            selects = [item for item in self.walk_children() if isinstance(item, ui.Select | ui.RoleSelect)]
            got.extend([self.name.value, *[select.values for select in selects]])
            await interaction.response.edit_message(content="filled")

    async def handle(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.send_modal(Old())

    plain.handle = handle
    view = stopped(ui.View(), ui.Button(label="Open", custom_id="open"))
    form = await bea.press(bea.look(general.id, (await place(plain, general).send("x", view=view)).id), "Open")
    for wrong in ({"Role": role, "Name": "x"}, {"Role": []}, {"Role": role, "Pick": "C"}, {"Role": role, "No": 1}):
        with pytest.raises(CannotError):
            await bea.submit(form, **wrong)
    reply = await bea.submit(form, Role=role)
    assert (reply.text, got[0], got[1]) == ("filled", "nobody", ["a"])
    assert got[2][0].id == role.id


async def test_a_view_of_discord_py_lives_on_in_a_thread_with_files_and_sections(plain, sandbox, general, bea):
    pressed = []

    class Board(ui.LayoutView):
        box = ui.Container(accent_colour=0x336699)

        def __init__(self) -> None:
            super().__init__()
            button = ui.Button(label="Go", custom_id="go")
            button.callback = self.go
            picture = ui.Thumbnail("attachment://a.png", description="A")
            self.box.add_item(ui.Section("**Turn** 3", accessory=picture)).add_item(ui.Separator())
            self.box.add_item(ui.Section("Yours", accessory=button)).add_item(ui.File("attachment://log.txt"))

        async def go(self, interaction: discord.Interaction) -> None:
            pressed.append(interaction.user.id)
            await interaction.response.defer()
            await interaction.edit_original_response(view=self)

    thread = await plain.get_channel(general.id).create_thread(name="T", type=discord.ChannelType.public_thread)
    files = [discord.File(io.BytesIO(b"x"), "a.png"), discord.File(io.BytesIO(b"log"), "log.txt")]
    message = await thread.send(view=Board(), files=files)
    shown = bea.look(thread.id, message.id)
    assert shown.text == "**Turn** 3\nYours"
    reply = await bea.press(shown, "Go")
    await sandbox.until(lambda: reply.begun.edited)
    assert pressed == [bea.id]
    assert reply.message.edited
    assert shown.body["components"][0]["components"][3]["size"] == 3


async def test_what_a_person_cannot_do_is_said_so(plain, sandbox, general, bea, cem, ada):
    row = [
        ui.Button(label="Off", custom_id="off", disabled=True),
        ui.Button(label="Out", url="https://example.org"),
        ui.Button(label="On", custom_id="on"),
    ]
    select = ui.Select(custom_id="s", placeholder="One", options=[discord.SelectOption(label="A")])
    sent = await place(plain, general).send("x", view=stopped(ui.View(), *row, select))
    shown = bea.look(general.id, sent.id)
    assert shown.buttons == ["Off", "Out", "On"]
    for which in ("Off", "Out", "Nowhere", "One"):
        with pytest.raises(CannotError):
            await bea.press(shown, which)
    for which, *values in (("On", "x"), ("One", "B"), ("One", "A", "A")):
        with pytest.raises(CannotError):
            await bea.choose(shown, which, *values)
    await sent.delete()
    with pytest.raises(CannotError, match="not there"):
        await bea.press(shown, "On")
    sandbox.house.places.leave(sandbox.guild(), cem.id)
    with pytest.raises(CannotError, match="cannot see"):
        await cem.press(ada.say("x"), "On")
    with pytest.raises(CannotError, match="no 'Nothing'"):
        await bea.menu("Nothing", ada)


async def test_names_and_ids_tell_their_time(plain, sandbox, general):
    sent = await place(plain, general).send("x")
    assert abs(time_of(sent.id) - sandbox.clock.now()) < 5
    assert abs(sent.created_at.timestamp() - sandbox.clock.now()) < 5


async def test_a_person_speaks_another_language_from_now_on(plain: Plain, bea):
    @plain.tree.command(description="x")
    async def tongue(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"{interaction.locale} {interaction.guild_locale}")

    await plain.tree.sync()
    assert (await bea.slash("/tongue")).text == "en-US en-US"
    bea.speak("de")
    assert (await bea.slash("/tongue")).text == "de en-US"


async def test_a_nonce_comes_back_with_its_message_and_is_never_found_later(plain, general):
    sent = await place(plain, general).send("x", nonce="t1:7:board")
    assert sent.nonce == "t1:7:board"
    assert (await place(plain, general).fetch_message(sent.id)).nonce is None
    assert [m.nonce async for m in plain.get_channel(general.id).history()] == [None]
    assert (await sent.edit(content="y")).nonce is None
