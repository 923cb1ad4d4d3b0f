"""The JSON by which Discord describes the world: for the bot's REST answers and gateway events alike."""

import hashlib
import hmac
from collections.abc import Iterator
from typing import Any, NamedTuple

from sandbox.clock import stamp
from sandbox.world.permissions import in_channel, in_guild
from sandbox.world.world import DM, V2, Channel, Command, File, Guild, Json, Member, Message, Role, User, World

LINK_LIFE = 24 * 3600.0
PICTURES = frozenset({"media", "file", "image", "thumbnail"})


KEPT = 512


class Written(NamedTuple):
    """What a message is made of, as it is told: whoever is told does not change it."""

    source: list[list[Json] | File]
    marks: tuple[Any, ...]
    """What it hangs on besides."""
    attachments: list[Json]
    embeds: list[Json]
    components: list[Json]


def some(snowflake: int | None) -> str | None:
    return None if snowflake is None else str(snowflake)


class Shapes:
    """`address` is that of this server's CDN; it may be known only once the server listens."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.address = ""
        self._known: dict[int, Written] = {}
        """What messages are made of, by their numbers; those told of longest ago give way."""

    # people

    def user(self, user: User) -> Json:
        return {
            "id": str(user.id), "username": user.name, "global_name": user.display,
            "discriminator": "0000" if user.bot else "0",
            "avatar": None, "banner": None, "accent_color": None, "public_flags": 0, "flags": 0, "primary_guild": None,
            "avatar_decoration_data": None, "collectibles": None, "bot": user.bot, "system": False,
        }  # fmt: skip

    def me(self) -> Json:
        extra = {"mfa_enabled": False, "locale": "en-US", "premium_type": 0, "email": None, "verified": True}
        return self.user(self.world.bot) | extra

    def member(self, member: Member, *, user: bool = True) -> Json:
        shape: Json = {
            "roles": [str(r) for r in member.roles], "nick": member.nick, "joined_at": stamp(member.joined_at),
            "avatar": None, "banner": None, "communication_disabled_until": None, "flags": 0, "pending": False,
            "premium_since": None, "mute": False, "deaf": False,
        }  # fmt: skip
        if user:
            shape["user"] = self.user(self.world.users[member.user_id])
        return shape

    def member_in(self, guild: Guild, member: Member, channel: Channel) -> Json:
        """Returns a member with the permissions that an interaction carries."""
        granted = in_channel(self.world, member.user_id, channel) or in_guild(guild, member)
        return self.member(member) | {"permissions": str(granted)}

    # places

    def role(self, role: Role) -> Json:
        colours = {"primary_color": role.colour, "secondary_color": None, "tertiary_color": None}
        shape: Json = {
            "id": str(role.id), "name": role.name, "permissions": str(role.permissions), "position": role.position,
            "color": role.colour, "colors": colours, "hoist": False, "managed": role.managed,
            "mentionable": role.mentionable, "icon": None, "unicode_emoji": None, "flags": 0,
        }  # fmt: skip
        if role.managed:
            shape["tags"] = {"bot_id": str(self.world.bot.id)}
        return shape

    def channel(self, channel: Channel) -> Json:
        if channel.is_thread:
            return self.thread(channel)
        shape: Json = {
            "id": str(channel.id), "type": channel.kind, "flags": 0, "last_message_id": some(channel.last_message_id),
        }  # fmt: skip
        if channel.pins:
            shape["last_pin_timestamp"] = stamp(max(channel.pins.values()))
        if channel.kind == DM:
            shape["recipients"] = [self.user(self.world.users[channel.recipient or 0])]
            return shape
        return shape | {
            "guild_id": str(channel.guild_id), "name": channel.name, "position": channel.position,
            "parent_id": some(channel.parent_id), "topic": channel.topic, "nsfw": False,
            "rate_limit_per_user": channel.slowmode, "default_thread_rate_limit_per_user": 0,
            "permission_overwrites": [
                {"id": str(o.id), "type": o.kind, "allow": str(o.allow), "deny": str(o.deny)}
                for o in channel.overwrites
            ],
        }  # fmt: skip

    def thread(self, thread: Channel) -> Json:
        shape: Json = {
            "id": str(thread.id), "type": thread.kind, "flags": 0, "last_message_id": some(thread.last_message_id),
            "guild_id": str(thread.guild_id), "parent_id": some(thread.parent_id), "name": thread.name,
            "owner_id": str(thread.owner_id), "rate_limit_per_user": thread.slowmode,
            "message_count": thread.sent, "total_message_sent": thread.sent, "member_count": len(thread.joined),
            "thread_metadata": {
                "archived": thread.archived, "locked": thread.locked, "invitable": thread.invitable,
                "auto_archive_duration": thread.auto_archive, "archive_timestamp": stamp(thread.archive_at),
                "create_timestamp": stamp(thread.created_at),
            },
        }  # fmt: skip
        if self.world.bot.id in thread.joined:
            shape["member"] = self.thread_member(thread, self.world.bot.id)
        return shape

    def thread_member(self, thread: Channel, user_id: int) -> Json:
        joined = stamp(thread.joined[user_id])
        return {"id": str(thread.id), "user_id": str(user_id), "join_timestamp": joined, "flags": 0}

    def channel_for(self, channel: Channel, user_id: int) -> Json:
        """Returns a channel as in an interaction: with what its person may do there."""
        shape = self.channel(channel)
        shape.pop("permission_overwrites", None)
        shape["permissions"] = str(in_channel(self.world, user_id, channel))
        return shape

    def guild(self, guild: Guild) -> Json:
        return {
            "id": str(guild.id), "name": guild.name, "owner_id": str(guild.owner_id), "icon": None, "description": None,
            "home_header": None, "splash": None, "discovery_splash": None, "features": [], "banner": None,
            "application_id": None, "region": "deprecated", "afk_channel_id": None, "afk_timeout": 300,
            "system_channel_id": None, "system_channel_flags": 0, "widget_enabled": False, "widget_channel_id": None,
            "verification_level": 0, "roles": [self.role(r) for r in guild.roles.values()],
            "default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0, "max_presences": None,
            "max_members": 500000, "max_stage_video_channel_users": 50, "max_video_channel_users": 25,
            "vanity_url_code": None, "premium_tier": 0, "premium_subscription_count": 0,
            "preferred_locale": guild.locale, "rules_channel_id": None, "safety_alerts_channel_id": None,
            "public_updates_channel_id": None, "premium_progress_bar_enabled": False, "nsfw": False, "nsfw_level": 0,
            "emojis": [], "stickers": [], "incidents_data": None,
        }  # fmt: skip

    def guild_create(self, guild: Guild) -> Json:
        """Returns the first event of a guild; people other than the bot come only with a privileged intent."""
        bot = guild.members[self.world.bot.id]
        bots_place = [t for t in self.world.threads_of(guild.id) if not t.archived and self._open_to_bot(t)]
        visible = [c for c in self.world.channels_of(guild.id) if c.kind == 4 or self._open_to_bot(c)]
        return self.guild(guild) | {
            "joined_at": stamp(bot.joined_at), "large": False, "unavailable": False,
            "member_count": len(guild.members), "members": [self.member(bot)],
            "channels": [self.channel(c) for c in visible],
            "threads": [self.thread(t) for t in bots_place], "voice_states": [], "presences": [],
            "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [],
        }  # fmt: skip

    def _open_to_bot(self, channel: Channel) -> bool:
        return bool(in_channel(self.world, self.world.bot.id, channel))

    def application(self) -> Json:
        known = self.world.application
        owner = self.user(self.world.users[known.owner_id])
        return {
            "id": str(known.id), "name": known.name, "icon": None, "description": "", "type": None,
            "bot": self.user(self.world.bot), "bot_public": True, "bot_require_code_grant": False,
            "verify_key": "0" * 64, "flags": 0, "flags_new": "0", "owner": owner, "redirect_uris": [],
            "interactions_endpoint_url": None, "role_connections_verification_url": None,
            "approximate_guild_count": len(self.world.guilds), "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0, "eligible_oauth2_scopes": [],
            "explicit_content_filter": 0, "team": None,
        }  # fmt: skip

    def command(self, command: Command) -> Json:
        body = command.body
        shape: Json = {
            "id": str(command.id), "application_id": str(self.world.application.id), "version": str(command.version),
            "type": command.kind, "name": body["name"], "description": body.get("description") or "",
            "name_localizations": body.get("name_localizations"), "nsfw": bool(body.get("nsfw")),
            "description_localizations": body.get("description_localizations"),
            "default_member_permissions": some(body.get("default_member_permissions")),
            "dm_permission": body.get("dm_permission") is not False,
            "contexts": body.get("contexts"), "integration_types": body.get("integration_types") or [0],
        }  # fmt: skip
        if body.get("options"):
            shape["options"] = [plain(option) for option in body["options"]]
        if command.guild_id is not None:
            shape["guild_id"] = str(command.guild_id)
        return shape

    # messages

    def link(self, channel_id: int, file: File) -> str:
        """Returns a signed address that expires, as Discord's do."""
        until = self._until()
        return f"{self.address}/cdn/attachments/{channel_id}/{file.id}/{file.name}?ex={until}&hm={sign(file.id, until)}"

    def _until(self) -> str:
        return f"{int(self.world.clock.now() + LINK_LIFE):x}"

    def file(self, message: Message, file: File) -> Json:
        link = self.link(message.channel_id, file)
        shape: Json = {
            "id": str(file.id), "filename": file.name, "size": len(file.data), "url": link, "proxy_url": link,
            "content_type": file.content_type, "flags": 0,
        }  # fmt: skip
        if file.alt:
            shape["description"] = file.alt
        if file.width is not None:
            shape |= {"width": file.width, "height": file.height}
        if message.only is not None:
            shape["ephemeral"] = True
        return shape

    def message(self, message: Message, *, deep: bool = True) -> Json:
        world = self.world
        written = self._written(message)
        shape: Json = {
            "id": str(message.id), "channel_id": str(message.channel_id), "type": message.kind,
            "content": message.content, "author": self.user(world.users[message.author_id]),
            "mentions": [self.user(world.users[u]) for u in message.mentions],
            "mention_roles": [str(r) for r in message.mention_roles], "mention_everyone": message.mention_everyone,
            "attachments": written.attachments, "embeds": written.embeds, "components": written.components,
            "timestamp": stamp(message.at),
            "edited_timestamp": None if message.edited_at is None else stamp(message.edited_at),
            "flags": message.flags, "tts": message.tts, "pinned": self._pinned(message),
        }  # fmt: skip
        if message.interaction is not None:
            bot = str(world.application.id)
            shape |= {"application_id": bot, "webhook_id": bot, "interaction_metadata": message.interaction}
        if message.reactions:
            shape["reactions"] = [self._reaction(emoji, who) for emoji, who in message.reactions.items()]
        if message.answers is not None:
            self._refer(shape, message, message.answers, deep=deep)
        if (thread := world.channels.get(message.id)) is not None:
            shape["thread"] = self.thread(thread)
        return shape

    def _written(self, message: Message) -> "Written":
        """Returns what a message is made of: the same as before where nobody has written it since."""
        source = [message.components, message.embeds, *message.files]
        marks = message.flags & V2, self._until(), self.address, len(source)
        known = self._known.pop(message.id, None)
        if known is None or known.marks != marks or any(a is not b for a, b in zip(known.source, source, strict=True)):
            spoken_of = set(attached([message.components, message.embeds]))  # in their component or embed alone
            known = Written(
                source,
                marks,
                [self.file(message, f) for f in message.files if f.name not in spoken_of],
                [self._media(e, message) for e in message.embeds],
                [self._media(c, message) for c in message.components],
            )
        self._known[message.id] = known
        if len(self._known) > KEPT:
            del self._known[next(iter(self._known))]
        return known

    def _pinned(self, message: Message) -> bool:
        channel = self.world.channels.get(message.channel_id)
        return channel is not None and message.id in channel.pins

    def _reaction(self, emoji: str, who: list[int]) -> Json:
        counted = {"burst": 0, "normal": len(who)}
        return {
            "emoji": {"id": None, "name": emoji}, "count": len(who), "count_details": counted, "burst_colors": [],
            "me_burst": False, "me": self.world.bot.id in who,
        }  # fmt: skip

    def _refer(self, shape: Json, message: Message, target: int, *, deep: bool) -> None:
        reference: Json = {"type": 0, "channel_id": str(message.channel_id), "message_id": str(target)}
        guild_id = self.world.channels[message.channel_id].guild_id
        if guild_id is not None:
            reference["guild_id"] = str(guild_id)
        shape["message_reference"] = reference
        if deep:
            original = self.world.messages(message.channel_id).get(target)
            if original is not None and original.only not in (None, message.only):
                original = None  # an answer to a message that only one person can see shows it to nobody else
            shape["referenced_message"] = original and self.message(original, deep=False)

    def _media(self, part: Any, message: Message) -> Any:
        """Returns a component or embed with every `attachment://name` resolved as Discord does it."""
        if isinstance(part, list):
            return [self._media(p, message) for p in listed(part)]
        if not isinstance(part, dict):
            return part
        known: Json = keyed(part)
        shape = {k: self._media(v, message) if isinstance(v, (dict, list)) else v for k, v in known.items()}
        for key in PICTURES & set(known):
            shape[key] = self._unfurled(known[key]["url"], message)
        if "icon_url" in known:
            shape["icon_url"] = self._unfurled(known["icon_url"], message)["url"]
        if known.get("type") == 13 and "file" in known:  # a file component gives its name and size
            named = known["file"]["url"].removeprefix("attachment://")
            file = next((f for f in message.files if f.name == named), None)
            shape |= {"name": named, "size": None if file is None else len(file.data)}
        return shape

    def _unfurled(self, url: str, message: Message) -> Json:
        if not url.startswith("attachment://"):  # elsewhere on the web: nothing is fetched from here
            return {"id": "0", "url": url, "proxy_url": url, "width": 0, "height": 0, "content_type": None}
        file = next((f for f in message.files if f.name == url.removeprefix("attachment://")), None)
        if file is None:  # the file was removed by an edit
            return {"id": "0", "url": url, "proxy_url": url, "width": None, "height": None}
        link = self.link(message.channel_id, file)
        shape: Json = {"url": link, "proxy_url": link, "width": file.width or 0, "height": file.height or 0}
        if message.flags & V2:
            shape |= {
                "id": str(file.id), "attachment_id": str(file.id), "content_type": file.content_type, "flags": 0,
                "loading_state": 2, "placeholder": "", "placeholder_version": 1,
            }  # fmt: skip
        return shape


def sign(file_id: int, until: str) -> str:
    return hmac.new(b"sandbox", f"{file_id}{until}".encode(), hashlib.sha256).hexdigest()


def attached(part: Any) -> Iterator[str]:
    """Yields the names of the files that components or embeds refer to."""
    if isinstance(part, list):
        for value in listed(part):
            yield from attached(value)
    elif isinstance(part, dict):
        for key, value in keyed(part).items():
            if isinstance(value, (dict, list)):
                yield from attached(value)
            elif key in ("url", "icon_url") and isinstance(value, str) and value.startswith("attachment://"):
                yield value.removeprefix("attachment://")


def plain(part: Json) -> Json:
    """Returns an option without the keys that were sent as null: Discord leaves them out."""
    shape = {key: value for key, value in part.items() if value is not None}
    if "options" in shape:
        shape["options"] = [plain(option) for option in shape["options"]]
    return shape


def listed(value: Any) -> list[Any]:
    """Returns JSON known to be an array; null is an empty one."""
    return value or []


def keyed(value: Any) -> Json:
    """Returns JSON known to be an object; null is an empty one."""
    return value or {}
