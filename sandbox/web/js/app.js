/* The page around everything: lists at the side, messages in the middle, the drawer; and where one is. */

import { h, iconButton, icon, signTab } from "./dom.js";
import { buildComposer, focusComposer } from "./composer.js";
import { buildDrawer, toggleDrawer } from "./drawer.js";
import { buildLog } from "./log.js";
import { buildPlaces } from "./places.js";
import { channel, channels, drop, emit, hello, isDm, isThread, nameOf, news, on, put, state, takePlaces, userOf } from "./state.js";
import { countNow, startCounting } from "./time.js";
import { say, speak } from "./words.js";
import { open } from "./wire.js";

const TYPING = 9000;
let shell = null;
let heading = null;
let status = null;

export function buildApp(name) {
  on("go", go);
  on("look", stand);
  on("connection", told);
  for (const what of ["hello", "places", "message", "read"]) on(what, titled);
  on("here", () => paintHeading());
  startCounting();
  open(name, heard);
}

function heard(told) {
  const handler = HANDLERS[told.t];
  if (handler) handler(told);
  else emit(told.t, told);
}

const HANDLERS = {
  hello(told) {
    const before = state.me?.locale;
    hello(told);
    if (state.me.locale !== before) build();
    if (!channel(state.here)) return go(startingPlace());
    emit("places");
    emit("refresh");
  },
  places(told) {
    const before = state.me.locale;
    takePlaces(told);
    if (state.me.locale !== before) build();
    if (!channel(state.here)) go(startingPlace());
    emit("places");
  },
  message(told) {
    state.typing.delete(told.channel);
    emit("message", { channel: told.channel, message: told.message, fresh: put(told.channel, told.message) });
  },
  history(told) {
    put(told.channel, told.message);
    emit("refresh");
  },
  edit(told) {
    put(told.channel, told.message);
    emit("edit", { channel: told.channel, message: told.message });
  },
  delete(told) {
    drop(told.channel, told.id);
    emit("delete", told);
  },
  typing(told) {
    state.typing.set(told.channel, told.user);
    emit("typing");
    setTimeout(() => {
      state.typing.delete(told.channel);
      emit("typing");
    }, TYPING);
  },
  clock(told) {
    state.ahead = told.now - Date.now() / 1000;
    countNow();
    emit("clock");
  },
};

function build() {
  speak(state.me.locale);
  const drawn = document.querySelector(".drawer:not([hidden])") !== null;
  heading = h("h1", {});
  const menu = iconButton("menu", say("openChannels"), () => unfold(true), { class: "plain menu", "aria-expanded": "false", "aria-controls": "sides" });
  const tools = iconButton("tools", say("developer"), toggleDrawer, { class: "plain tools", "aria-expanded": "false", "aria-controls": "drawer" });
  status ??= h("p", { class: "connection", role: "status" });
  const made = h("div", { class: "app" },
    h("a", { class: "skip", href: "#write", on: { click: (event) => { event.preventDefault(); focusComposer(); } } }, say("skip")),
    h("div", { class: "sides", id: "sides" }, buildPlaces(() => unfold(false))),
    h("div", { class: "shade", on: { click: () => unfold(false) } }),
    h("main", {}, h("header", { class: "bar" }, menu, heading, tools), status, buildLog(), buildComposer()),
    buildDrawer());
  if (shell) shell.replaceWith(made);
  else document.body.append(made);
  shell = made;
  shell.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shell.classList.contains("unfolded")) unfold(false);
  });
  if (drawn) toggleDrawer();
  paintHeading();
  emit("places");
  emit("here");
}

/** On narrow screens the lists lie over the messages; only then are they out of reach when folded. */
function unfold(wanted) {
  shell.classList.toggle("unfolded", wanted);
  const menu = shell.querySelector(".menu");
  menu.setAttribute("aria-expanded", String(wanted));
  if (wanted) shell.querySelector("#sides [aria-current], #sides button")?.focus();
  else menu.focus();
}

function startingPlace() {
  const kept = sessionStorage.getItem(`here:${state.me.id}`);
  if (state.here && channel(state.here)) return state.here;
  if (kept && channel(kept)) return kept;
  return channels().find((place) => place.kind === 0)?.id ?? channels()[0]?.id ?? null;
}

/** The place is shown; lists and focus stay as they are. */
function stand(id) {
  const place = channel(id);
  state.here = place ? id : null;
  state.guild = place?.guild ?? null;
  if (place) sessionStorage.setItem(`here:${state.me.id}`, id);
  emit("here");
}

function go(id) {
  shell?.classList.remove("unfolded");
  shell?.querySelector(".menu").setAttribute("aria-expanded", "false");
  stand(id);
  if (matchMedia("(pointer: fine)").matches) focusComposer();
}

function paintHeading() {
  const place = channel(state.here);
  if (!heading) return;
  if (!place) return heading.replaceChildren();
  heading.replaceChildren(icon(isDm(place) ? "dm" : isThread(place) ? "thread" : "hash"), nameOf(place));
  titled();
}

function titled() {
  const place = channel(state.here);
  const called = channels().reduce((sum, known) => sum + news(known).pings, 0);
  const where = place ? ` · ${isDm(place) || isThread(place) ? "" : "#"}${nameOf(place)}` : "";
  marked(called);
  signTab(userOf(state.me.id));
  document.title = `${called ? `(${called}) ` : ""}${state.me.name}${where} · Stammtisch`; // who it is stands first: tabs are narrow
}

/** On a phone the lists are folded away: who is called sees it on what unfolds them. */
function marked(called) {
  const menu = shell?.querySelector(".menu");
  if (!menu) return;
  menu.querySelector(".badge")?.remove();
  menu.setAttribute("aria-label", [say("openChannels"), ...(called ? [say("nPings", { n: called })] : [])].join(", "));
  if (called) menu.append(h("span", { class: "badge", "aria-hidden": "true" }, String(called)));
}

function told(there) {
  if (!status) return;
  const before = status.dataset.state;
  status.dataset.state = there ? "there" : "lost";
  status.textContent = there ? (before === "lost" ? say("back") : "") : say("lost");
  if (there && before === "lost") setTimeout(() => { if (status.dataset.state === "there") status.textContent = ""; }, 2500);
}
