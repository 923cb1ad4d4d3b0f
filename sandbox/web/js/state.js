/* What this tab knows, and who wants to hear of a change. Everything comes from the server; read marks are the tab's own. */

export const state = {
  me: null,
  bot: null,
  users: {},
  guilds: [],
  left: [],
  dms: [],
  messages: new Map(),
  ended: new Set(),
  here: null,
  guild: null,
  ahead: 0,
  connected: false,
  typing: new Map(),
  read: {},
};

const listeners = new Map();

export function on(what, listener) {
  if (!listeners.has(what)) listeners.set(what, new Set());
  listeners.get(what).add(listener);
}

export function emit(what, detail) {
  for (const listener of listeners.get(what) ?? []) listener(detail);
}

/** The sandbox's time in seconds: a developer may have moved it. */
export const now = () => Date.now() / 1000 + state.ahead;

export const later = (a, b) => a.length !== b.length ? a.length > b.length : a > b;

export function channels() {
  return [...state.guilds.flatMap((guild) => guild.channels), ...state.dms];
}

export const channel = (id) => channels().find((known) => known.id === id) ?? null;
export const guildOf = (place) => state.guilds.find((guild) => guild.id === place?.guild) ?? null;
export const userOf = (id) => ({ id, ...(state.users[id] ?? { name: "?", bot: false }) });
export const isThread = (place) => place.kind >= 10 && place.kind <= 12;
export const isDm = (place) => place.kind === 1;
export const nameOf = (place) => isDm(place) ? state.bot.name : place.name;

// what the server tells

export function hello(told) {
  state.messages = new Map(Object.entries(told.messages));
  state.ended = new Set([...state.messages].filter(([, known]) => known.length < 60).map(([id]) => id));
  state.ahead = told.now - Date.now() / 1000;
  takePlaces(told);
  state.read = JSON.parse(localStorage.getItem(readKey()) ?? "{}");
  emit("hello");
}

export function takePlaces(told) {
  Object.assign(state, { me: told.me, bot: told.bot, users: told.users, guilds: told.guilds, left: told.left, dms: told.dms });
  for (const place of channels()) if (!state.messages.has(place.id)) begun(place.id);
}

/** A new place: all of it comes by itself, there is nothing earlier to be asked for. */
function begun(channelId) {
  state.messages.set(channelId, []);
  state.ended.add(channelId);
}

export function put(channelId, message, { front = false } = {}) {
  if (!state.messages.has(channelId)) begun(channelId);
  const known = state.messages.get(channelId);
  const at = known.findIndex((other) => other.id === message.id);
  if (at >= 0) known[at] = message;
  else if (front) known.unshift(message);
  else known.splice(known.findLastIndex((other) => later(message.id, other.id)) + 1, 0, message);
  state.messages.set(channelId, known);
  return at < 0;
}

export function drop(channelId, id) {
  const known = state.messages.get(channelId) ?? [];
  state.messages.set(channelId, known.filter((message) => message.id !== id));
}

export function message(channelId, id) {
  return (state.messages.get(channelId) ?? []).find((known) => known.id === id);
}

// what is read

const readKey = () => `read:${state.me.id}`;

function markOf(place) {
  return state.read[place.id] ?? guildOf(place)?.since ?? "0";
}

export function pings(place, told) {
  if (told.author.id === state.me.id || told.flags & 64) return false;
  if (isDm(place) || told.mention_everyone || told.mentions.some((user) => user.id === state.me.id)) return true;
  const mine = guildOf(place)?.members.find((member) => member.id === state.me.id)?.roles ?? [];
  return told.mention_roles.some((role) => mine.includes(role));
}

/** {unread, pings}: what came since the person last looked. */
export function news(place) {
  const mark = markOf(place);
  const fresh = (state.messages.get(place.id) ?? []).filter((m) => later(m.id, mark) && m.author.id !== state.me.id);
  return { unread: fresh.length > 0, pings: fresh.filter((m) => pings(place, m)).length };
}

export function firstUnread(place) {
  const mark = markOf(place);
  return (state.messages.get(place.id) ?? []).find((m) => later(m.id, mark) && m.author.id !== state.me.id)?.id ?? null;
}

export function markRead(place) {
  const newest = state.messages.get(place.id)?.at(-1);
  if (!newest || !later(newest.id, markOf(place))) return;
  state.read[place.id] = newest.id;
  localStorage.setItem(readKey(), JSON.stringify(state.read));
  emit("read", place.id);
}
