/* The lists at the side: servers, channels with their threads, direct messages, and oneself. */

import { avatar, h, icon, iconButton } from "./dom.js";
import { askToLeave, comeBack } from "./leaving.js";
import { openSettings } from "./settings.js";
import { emit, isDm, isThread, nameOf, news, on, state, channel, channels as all, later, userOf } from "./state.js";
import { say, tongue } from "./words.js";
import { ask } from "./wire.js";

let rail = null;
let list = null;
let bar = null;
let looking = null;
let awaited = null;
const left = new Map();

export function buildPlaces(fold) {
  rail = h("nav", { class: "rail", "aria-label": say("servers") });
  list = h("nav", { class: "channels", "aria-label": say("channels") });
  bar = h("div", { class: "self" });
  const close = iconButton("close", say("closeChannels"), fold, { class: "plain fold" });
  return [rail, h("div", { class: "column" }, close, list, bar)];
}

for (const what of ["places", "message", "read", "refresh", "delete"]) on(what, paint);
on("places", arrive);
on("here", () => {
  looking = state.guild ?? "dms";
  if (state.here) left.set(looking, state.here);
  paint();
});

function paint() {
  if (!rail) return;
  if (looking !== "dms" && !state.guilds.some((guild) => guild.id === looking)) looking = null; // it was left
  looking ??= state.guild ?? state.guilds[0]?.id ?? "dms";
  keepFocus(() => {
    rail.replaceChildren(...servers());
    list.replaceChildren(...(looking === "dms" ? dms() : channels(state.guilds.find((g) => g.id === looking))));
    bar.replaceChildren(...self());
  });
}

/** Lists are drawn anew with every change; who stands on something in them goes on standing there. */
function keepFocus(draw) {
  const held = document.activeElement?.closest?.(".sides") ? document.activeElement.id : "";
  draw();
  if (held) document.getElementById(held)?.focus();
}

function sum(places) {
  return places.map(news).reduce((all, one) => ({ unread: all.unread || one.unread, pings: all.pings + one.pings }), { unread: false, pings: 0 });
}

function spoken(name, told) {
  const more = [told.pings ? say("nPings", { n: told.pings }) : "", told.unread && !told.pings ? say("unread") : ""].filter(Boolean);
  return [name, ...more].join(", ");
}

const badge = (told) => told.pings ? h("span", { class: "badge", "aria-hidden": "true" }, String(told.pings)) : null;

// servers

function servers() {
  const direct = sum(state.dms);
  const home = h("button", {
    type: "button", id: "s-dms", class: "server home", "aria-label": spoken(say("dms"), direct), title: say("dms"),
    "aria-current": looking === "dms" ? "true" : null, on: { click: () => look("dms") },
  }, icon("dm"), badge(direct));
  return [home, ...state.guilds.map((guild) => {
    const told = sum(guild.channels);
    const short = guild.name.split(/\s+/).map((word) => [...word][0]).join("").slice(0, 3);
    return h("button", {
      type: "button", id: `s-${guild.id}`, class: told.unread ? "server fresh" : "server", title: guild.name,
      "aria-label": spoken(guild.name, told), "aria-current": looking === guild.id ? "true" : null, on: { click: () => look(guild.id) },
    }, h("span", { "aria-hidden": "true" }, short), badge(told));
  }), ...state.left.map((guild) => h("button", {
    type: "button", id: `j-${guild.id}`, class: "server", title: say("join", { name: guild.name }),
    "aria-label": say("join", { name: guild.name }), on: { click: () => comeBack(guild) },
  }, icon("plus")))];
}

/** A list is looked at together with a place in it: where one was last, else the first. */
function look(where) {
  looking = where;
  paint();
  const own = all().filter((place) => (place.guild ?? "dms") === where);
  const last = own.find((place) => place.id === left.get(where)) ?? own[0];
  if (last) emit("look", last.id);
  else if (where === "dms") write();
}

// channels

function channels(guild) {
  if (!guild) return [];
  const name = say("leaveServer", { name: guild.name });
  const rows = [h("header", {}, h("h2", {}, guild.name), iconButton("leave", name, () => askToLeave(guild), { id: `l-${guild.id}` }))];
  const places = guild.channels.filter((place) => !isThread(place) && place.kind !== 4);
  rows.push(h("ul", {}, places.map((place) => h("li", {}, row(place), threads(guild, place)))));
  const archived = guild.channels.filter((place) => isThread(place) && place.archived);
  if (archived.length) {
    const open = archived.some((place) => place.id === state.here);
    rows.push(h("details", { open }, h("summary", { id: "archived" }, `${say("archived")} (${archived.length})`), h("ul", {}, archived.map((place) => h("li", {}, row(place))))));
  }
  return rows;
}

function threads(guild, parent) {
  const open = guild.channels.filter((place) => isThread(place) && !place.archived && place.parent === parent.id);
  if (!open.length) return null;
  open.sort((a, b) => (later(b.last ?? b.id, a.last ?? a.id) ? 1 : -1));
  return h("ul", { class: "threads", "aria-label": say("threads") }, open.map((place) => h("li", {}, row(place))));
}

function dms() {
  const rows = [h("h2", {}, say("dms"))];
  if (state.dms.length) rows.push(h("ul", {}, state.dms.map((place) => h("li", {}, row(place)))));
  return rows;
}

/** The DM with the bot is there as soon as the lists tell of it. */
async function write() {
  awaited = (await ask("open_dm").catch(() => null))?.channel ?? null;
  arrive();
}

function arrive() {
  if (!awaited || !channel(awaited)) return;
  const id = awaited;
  awaited = null;
  emit("look", id);
}

function row(place) {
  const told = place.id === state.here ? { unread: false, pings: 0 } : news(place);
  const classes = ["place", told.unread && "fresh", place.archived && "asleep"].filter(Boolean).join(" ");
  return h("button", {
    type: "button", id: `c-${place.id}`, class: classes, "aria-label": spoken(nameOf(place), told),
    "aria-current": place.id === state.here ? "page" : null, on: { click: () => emit("go", place.id) },
  }, isDm(place) ? avatar({ ...state.bot, bot: true }, "little") : icon(isThread(place) ? "thread" : "hash"), h("span", { class: "name" }, nameOf(place)), badge(told));
}

// oneself

function self() {
  return [avatar(userOf(state.me.id)),
    h("p", { class: "who" }, h("strong", {}, state.me.name), h("small", {}, tongue(state.me.locale))),
    h("a", { class: "plain", id: "self-others", href: "/", target: "_blank", "aria-label": say("others"), title: say("others") }, icon("people")),
    iconButton("gear", say("settings"), openSettings, { id: "self-settings" })];
}
