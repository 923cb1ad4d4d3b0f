"""Commands from their sync to their options, as people find them and as the bot gets them."""

import discord
import pytest
from discord import app_commands

from sandbox.page.shown import CannotError
from sandbox.world.permissions import USE_EXTERNAL_APPS
from tests.sandbox.conftest import Plain


class Dutch(app_commands.Translator):
    async def translate(self, string, locale, context):
        return (
            {"greet": "groet", "Says hello": "Zegt hallo"}.get(string.message)
            if locale is discord.Locale.dutch
            else None
        )


async def test_command_sync_brings_localised_commands_with_stable_ids(plain, sandbox, guild):
    group = app_commands.Group(name="table", description="Tables")

    @group.command(name="greet", description="Says hello")
    @app_commands.choices(how=[app_commands.Choice(name="Loud", value=1)])
    async def greet(interaction: discord.Interaction, how: int, who: discord.Member | None = None) -> None:
        await interaction.response.send_message(f"{how} {who and who.display_name}")

    plain.tree.add_command(group)
    await plain.tree.set_translator(Dutch())
    first = await plain.tree.sync()
    assert [c.id for c in await plain.tree.sync()] == [c.id for c in first]
    dora = sandbox.person("Dora", guild, locale="nl")
    assert [(line, told) for line, told, _ in dora.commands()] == [("/table groet", "Zegt hallo")]
    reply = await dora.slash("/table groet", how="Loud", who=dora)
    assert reply.text == "1 Dora"
    fetched = await plain.tree.fetch_commands()
    assert fetched[0].name == "table"
    plain.tree.clear_commands(guild=None)
    assert await plain.tree.sync() == []
    with pytest.raises(CannotError, match="there are: none"):
        await dora.slash("/table groet", how=1)


async def test_a_command_of_a_guild_is_offered_only_there(plain: Plain, sandbox, guild, bea):
    @plain.tree.command(description="Only here", guild=discord.Object(guild.id))
    async def local(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("here")

    await plain.tree.sync(guild=discord.Object(guild.id))
    other = sandbox.guild("Elsewhere")
    bea.join(other)
    assert (await bea.slash("/local")).text == "here"
    with pytest.raises(CannotError):
        await bea.slash("/local", at=sandbox.world.channels_of(other.id)[0])


async def test_menu_commands_tell_their_target(plain: Plain, general, bea, cem):
    @plain.tree.context_menu(name="Challenge")
    async def challenge(interaction: discord.Interaction, who: discord.Member) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name} challenges {who.display_name}")

    @plain.tree.context_menu(name="Quote")
    async def quote(interaction: discord.Interaction, message: discord.Message) -> None:
        await interaction.response.send_message(f"> {message.content}")

    await plain.tree.sync()
    assert (await bea.menu("Challenge", cem)).text == "Bea challenges Cem"
    assert (await bea.menu("Quote", cem.say("I said this"))).text == "> I said this"


async def test_options_of_every_type_arrive(plain: Plain, sandbox, guild, general, bea, cem):
    role = sandbox.house.places.new_role(guild, "Host")

    @plain.tree.command(description="All of them")
    async def all_of(
        interaction: discord.Interaction,
        a: str,
        b: int,
        c: bool,
        d: discord.Member,
        e: discord.TextChannel,
        f: discord.Role,
        g: float,
        h: discord.Attachment,
    ) -> None:
        await interaction.response.send_message(f"{a} {b} {c} {d.display_name} {e.name} {f.name} {g} {h.filename}")

    await plain.tree.sync()
    reply = await bea.slash("/all_of", a="x", b=2, c=True, d=cem, e=general, f=role, g=1.5, h=("x.txt", b"hi"))
    assert reply.text == "x 2 True Cem general Host 1.5 x.txt"


async def test_a_user_without_the_bot_in_the_guild_may_bring_it_along_with_five_follow_ups(plain: Plain, bea):
    codes = []

    @plain.tree.command(description="Talks")
    async def talk(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(str(interaction.is_user_integration()))
        try:
            for number in range(6):
                await interaction.followup.send(str(number))
        except discord.HTTPException as refused:
            codes.append(refused.code)

    await plain.tree.sync()
    reply = await bea.slash("/talk", by_user=True)
    await bea.sandbox.until(lambda: codes != [])
    assert (reply.text, codes, len(reply.follow_ups)) == ("True", [40094], 5)


async def test_where_the_bot_is_not_only_what_people_brought_is_found_and_maybe_hidden(plain: Plain, sandbox, bea):
    @plain.tree.command(description="Mine")
    @app_commands.allowed_installs(guilds=True, users=True)
    async def mine(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("hi")

    @plain.tree.command(description="The guild's")
    async def theirs(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("hi")

    await plain.tree.sync()
    elsewhere = sandbox.guild("Elsewhere", with_bot=False)
    place = sandbox.world.channels_of(elsewhere.id)[0]
    bea.join(elsewhere)
    assert [line for line, _, _ in bea.commands(place)] == ["/mine"]
    assert not (await bea.slash("/mine", at=place)).message.ephemeral
    sandbox.house.places.overwrite(place, elsewhere.id, 0, deny=USE_EXTERNAL_APPS)
    assert (await bea.slash("/mine", at=place)).message.ephemeral
    with pytest.raises(CannotError):
        await bea.slash("/theirs", at=place)


async def test_values_that_discords_client_lets_nobody_send_are_refused(plain: Plain, sandbox, bea):
    @plain.tree.command(description="x")
    async def pick(
        interaction: discord.Interaction, n: app_commands.Range[int, 1, 9], s: app_commands.Range[str, 2, 3]
    ) -> None:
        await interaction.response.send_message(f"{n}{s}")

    await plain.tree.sync()
    for given in (
        {"n": 0, "s": "xx"},
        {"n": 1, "s": "x"},
        {"n": 1},
        {"n": "1", "s": "xx"},
        {"n": 1, "s": "xx", "z": 1},
    ):
        with pytest.raises(CannotError):
            await bea.slash("/pick", given)
    assert (await bea.slash("/pick", {"n": 1, "s": "xx"})).text == "1xx"
    with pytest.raises(CannotError, match="no autocomplete"):
        await bea.autocomplete("/pick", n=1)
