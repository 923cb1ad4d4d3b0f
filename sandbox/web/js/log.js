/* The messages of where one is: drawn once, then changed piece by piece, so that nobody loses their place. */

import { h } from "./dom.js";
import { closeListWithin } from "./list.js";
import { message as draw } from "./message.js";
import { expired } from "./pictures.js";
import { channel, emit, firstUnread, isDm, isThread, markRead, message, nameOf, now, on, put, state, userOf } from "./state.js";
import { dayName, dayOf } from "./time.js";
import { say } from "./words.js";
import { ask } from "./wire.js";

const NEAR = 80;
const QUIET = 400;
const LOADING = 128;
const PATIENCE = 60;
const COMMAND = 2;
const NEW = "/table new";
const renewed = new Map();
let box = null;
let inner = null;
let typing = null;
let below = null;
let missed = 0;
let divider = null;
let due = false;
let top = 0;

export function buildLog() {
  inner = h("div", { class: "messages" });
  box = h("div", { class: "log", role: "log", "aria-label": say("messages"), tabindex: "0", on: { scroll: seen } }, inner);
  typing = h("p", { class: "typing", "aria-live": "polite" });
  const grown = new ResizeObserver(() => { if (box.dataset.end === "yes") toEnd(); });
  for (const one of [inner, box]) grown.observe(one);
  below = h("button", { type: "button", class: "button primary below", hidden: true, on: { click: () => {
    toEnd();
    seen();
    document.querySelector(".composer textarea")?.focus();
  } } });
  return [box, h("div", { class: "under" }, below, typing)];
}

on("here", () => {
  const place = channel(state.here);
  divider = place ? firstUnread(place) : null;
  paint();
  toEnd();
  seen();
  paintTyping();
});
on("message", (told) => { if (told.channel === state.here) arrived(told); });
on("edit", (told) => { if (told.channel === state.here) replace(told.message.id); });
on("delete", (told) => { if (told.channel === state.here) remove(told.id); });
on("refresh", later);
on("places", later);
on("typing", () => paintTyping());
on("stale", stale);
on("clock", later);
document.addEventListener("visibilitychange", () => seen());
setInterval(tired, 30_000);

const known = () => state.messages.get(state.here) ?? [];
const atEnd = () => box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;

function toEnd() {
  box.scrollTop = box.scrollHeight;
  box.dataset.end = "yes";
  top = box.scrollTop;
}

/** What stands at the end of a visible page has been read. Only who scrolls up leaves the end: growing does not. */
function seen() {
  if (!box) return;
  if (atEnd()) box.dataset.end = "yes";
  else if (box.scrollTop < top - 2) box.dataset.end = "no";
  top = box.scrollTop;
  if (box.dataset.end === "yes") missed = 0;
  below.hidden = !missed;
  below.textContent = say("newBelow", { n: missed });
  const place = channel(state.here);
  if (place && document.visibilityState === "visible" && box.dataset.end === "yes") markRead(place);
}

/** Once for however many changes came in one moment. */
function later() {
  if (due) return;
  due = true;
  setTimeout(() => {
    due = false;
    steadily(paint);
    seen();
  }, 20);
}

/** As Discord scrolls: who is at the end stays there; else what one reads stays where it is, whatever grows above it. */
function steadily(change) {
  if (!box) return change();
  const end = box.dataset.end === "yes";
  const read = end ? null : standing();
  change();
  if (end) return toEnd();
  const same = read && document.getElementById(read.id);
  if (same) box.scrollTop += same.getBoundingClientRect().top - read.top;
  top = box.scrollTop;
}

/** The first message that begins in view; where one fills it all, that one. */
function standing() {
  const { top: from, bottom: to } = box.getBoundingClientRect();
  const shown = [...inner.querySelectorAll("article")].map((one) => ({ id: one.id, ...one.getBoundingClientRect().toJSON() }))
    .filter((one) => one.bottom > from && one.top < to);
  return shown.find((one) => one.top >= from) ?? shown[0] ?? null;
}

// the whole

function paint() {
  if (!inner) return;
  const place = channel(state.here);
  quiet();
  const focused = held(inner);
  inner.replaceChildren(...(place ? [...beginning(place), ...known().flatMap((told, at) => pieces(told, at, place))] : []));
  if (focused) standAgain(inner, focused);
  renew();
}

/** A whole channel drawn anew is no news for a screen reader. */
function quiet() {
  box.setAttribute("aria-live", "off");
  setTimeout(() => box.setAttribute("aria-live", "polite"), QUIET);
}

function beginning(place) {
  const name = isDm(place) || isThread(place) ? nameOf(place) : `#${nameOf(place)}`;
  if (state.ended.has(place.id)) {
    const words = known().length ? say("begin", { place: name }) : say("empty");
    return [h("div", { class: "beginning" }, h("p", {}, words), place.commands ? first(place) : null)];
  }
  return [h("button", { type: "button", class: "button secondary older", on: { click: () => older(place) } }, say("older"))];
}

/** Somebody new is told how a game begins: by a table, in a channel. */
function first(place) {
  if (isDm(place) || isThread(place)) return null;
  const [before, after] = say("emptyFirst", { command: "\n" }).split("\n");
  return [
    h("p", {}, before, h("button", { type: "button", class: "mention", on: { click: () => emit("command", "/table new") } }, "/table new"), after),
    alone(place),
    h("p", {}, say("emptyOthers"), " ", h("a", { href: "/", target: "_blank" }, say("others"))),
  ];
}

/** Whoever is alone plays at once, one press for each game, where the bot seats players of the house. */
function alone(place) {
  const made = h("p", { class: "alone", hidden: "" });
  offered(place.id).then((games) => {
    if (!games.length) return;
    const press = (game) => h("button", { type: "button", class: "button secondary", on: { click: () => against(place.id, game) } }, game.name);
    made.replaceChildren(say("emptyHouse"), " ", ...games.map(press));
    made.hidden = false;
  });
  return made;
}

/** The games of a command that opens a table and can seat the house. */
async function offered(id) {
  const all = await ask("commands", { channel: id }).catch(() => []);
  const opens = all.find((one) => one.line === NEW && one.options.some((option) => option.name === "house"));
  return opens?.options.find((option) => option.name === "game")?.choices ?? [];
}

function against(id, game) {
  const options = [{ name: "game", type: 3, value: game.value }, { name: "house", type: 4, value: 1 }, { name: "level", type: 3, value: "gentle" }];
  ask("slash", { channel: id, line: NEW, options }).catch(() => {});
}

async function older(place) {
  const told = await ask("older", { channel: place.id, before: known()[0]?.id ?? "0" }).catch(() => null);
  if (!told) return;
  if (told.length < 60) state.ended.add(place.id);
  for (const one of told.reverse()) put(place.id, one, { front: true });
  steadily(paint);
}

function pieces(told, at, place) {
  const before = known()[at - 1];
  const made = [];
  const when = Date.parse(told.timestamp) / 1000;
  const newDay = !before || dayOf(Date.parse(before.timestamp) / 1000) !== dayOf(when);
  if (newDay) made.push(h("p", { class: "day", id: `d-${told.id}` }, h("span", {}, dayName(when))));
  if (told.id === divider) made.push(h("p", { class: "fresh-line", id: `n-${told.id}` }, h("span", {}, say("newLine"))));
  const parted = newDay || told.id === divider;
  made.push(draw(told, place, parted ? null : before));
  return made;
}

// piece by piece

function arrived({ message: told, fresh }) {
  const place = channel(state.here);
  const at = known().findIndex((one) => one.id === told.id);
  if (!place || at < 0) return;
  if (!fresh) return replace(told.id);
  if (at !== known().length - 1 || at === 0) return later();
  const end = box.dataset.end === "yes" || mine(told);
  if (document.visibilityState !== "visible" && !divider) divider = told.id;
  inner.append(...pieces(told, at, place));
  if (end) toEnd();
  else missed += 1;
  seen();
  paintTyping();
}

/** What one has written below, a message or a command, brings one to the end; a press somewhere above does not. */
function mine(told) {
  const by = told.interaction_metadata;
  return told.author.id === state.me.id || (by?.type === COMMAND && by.user.id === state.me.id);
}

function replace(id) {
  const old = document.getElementById(`m-${id}`);
  const at = known().findIndex((one) => one.id === id);
  const place = channel(state.here);
  if (!old || at < 0) return;
  closeListWithin(old);
  const focused = held(old);
  const made = pieces(known()[at], at, place).at(-1);
  steadily(() => old.replaceWith(made));
  if (focused) standAgain(made, focused);
}

function remove(id) {
  const old = document.getElementById(`m-${id}`);
  if (!old) return;
  closeListWithin(old);
  const stood = old.contains(document.activeElement);
  later();
  steadily(() => old.remove());
  if (stood) document.querySelector(".composer textarea")?.focus();
}

// who stands on a control goes on standing there

function held(node) {
  const active = document.activeElement;
  if (!node.contains(active)) return null;
  return { control: active.dataset?.control, article: active.closest("article")?.id };
}

function standAgain(node, { control, article }) {
  const home = node.id === article ? node : document.getElementById(article);
  const same = home && control && [...home.querySelectorAll("[data-control]")].find((one) => one.dataset.control === control && !one.disabled);
  const next = same || home?.querySelector("button:not(:disabled), a[href]");
  (next ?? document.querySelector(".composer textarea"))?.focus({ preventScroll: true });
}

// small things

function paintTyping() {
  if (!typing) return;
  const who = state.typing.get(state.here);
  typing.textContent = who ? say("typing", { name: userOf(who).name }) : "";
}

/** A picture did not come: perhaps its address has expired. */
function stale(image) {
  const id = image.closest("article")?.id.slice(2);
  if (id) fresh(id);
}

/** Addresses expire by the sandbox's clock, which a developer may push ahead: none is opened that is known to be old. */
function renew() {
  for (const told of known()) if (expired(JSON.stringify(told))) fresh(told.id);
}

/** The message is asked for once more, with addresses that are good for a day; not again and again if that is no help. */
async function fresh(id) {
  const here = state.here;
  if (now() - (renewed.get(id) ?? 0) < PATIENCE) return;
  renewed.set(id, now());
  const told = await ask("fresh", { channel: here, message: id }).catch(() => renewed.delete(id) && null);
  if (!told) return;
  put(here, told);
  if (here === state.here) replace(id);
}

/** What thought for too long stops looking as if it did. */
function tired() {
  renew();
  for (const told of known()) if (told.flags & LOADING && message(state.here, told.id)) replace(told.id);
}
