/* The drawer of developers: what the bot asked and was answered, faults to come, and the clock. */

import { h, iconButton } from "./dom.js";
import { boxed, keepPictures } from "./pictures.js";
import { now, on } from "./state.js";
import { written } from "./time.js";
import { say } from "./words.js";
import { ask, Refused } from "./wire.js";

const KEPT = 200;
const STEPS = [["minute", 60], ["quarter", 960], ["hour", 3600], ["day", 86400], ["week", 604800]];
const ROUTES = ["POST /interactions/*/callback", "POST /channels/*/messages", "PATCH /channels/*/messages/*", "* /webhooks/*", "POST /users/@me/channels", "* *"];
const EVENTS = ["INTERACTION_CREATE", "MESSAGE_CREATE", "*"];

/** What can go wrong, as the fault that does it. */
const FAULTS = [
  ["429, 2 s", { status: 429, retry_after: 2 }], ["429 global, 2 s", { status: 429, retry_after: 2, whole: true }],
  ["500", { status: 500 }], ["500, after it worked", { status: 500, after: true }],
  ["502 HTML", { status: 502, html: true }], ["connection reset", { lost: true }], ["connection reset, after it worked", { lost: true, after: true }],
  ["2.5 s late", { delay: 2.5 }], ["4 s late", { delay: 4 }],
  ["404 / 10008 Unknown Message", { status: 404, code: 10008 }], ["404 / 10062 Unknown interaction", { status: 404, code: 10062 }],
  ["404 / 10003 Unknown Channel", { status: 404, code: 10003 }], ["403 / 50001 Missing Access", { status: 403, code: 50001 }],
  ["403 / 50013 Missing Permissions", { status: 403, code: 50013 }], ["403 / 50007 closed DM", { status: 403, code: 50007 }],
  ["400 / 50083 archived thread", { status: 400, code: 50083 }], ["429 / 30046 old edits", { status: 429, code: 30046, retry_after: 3 }],
];
const GLITCHES = ["double", "drop", "cut", "reconnect", "invalidate"];

let drawer = null;
let lines = [];
let onlyWrong = false;
let parts = {};

export function buildDrawer() {
  parts = { list: h("div", { class: "exchanges" }), plan: h("ul", { class: "plan" }), clock: h("p", { class: "hint" }), trouble: h("p", { class: "trouble", role: "alert" }) };
  drawer = h("aside", { class: "drawer", id: "drawer", "aria-label": say("developer"), hidden: true, on: { keydown: (event) => { if (event.key === "Escape") toggleDrawer(); } } },
    h("header", {}, h("h2", {}, say("developer")), iconButton("close", say("close"), toggleDrawer)),
    h("div", { class: "inside", tabindex: "0", role: "group", "aria-label": say("developer") }, parts.trouble, pictures(), clock(), faults(), requests()));
  return drawer;
}

export async function toggleDrawer() {
  drawer.hidden = !drawer.hidden;
  const button = document.querySelector(".tools");
  button.setAttribute("aria-expanded", String(!drawer.hidden));
  if (drawer.hidden) {
    ask("watch", { on: false }).catch(() => {});
    button.focus();
    return;
  }
  drawer.querySelector("header button").focus();
  await look();
}

async function look() {
  const told = await doing("watch", { on: true });
  if (!told) return;
  lines = told.lines;
  paintPlan(told);
  paintLines();
  paintClock();
}

on("hello", () => { if (drawer && !drawer.hidden) look(); });
on("exchange", (told) => {
  lines = [...lines.slice(1 - KEPT), told.line];
  if (!onlyWrong || wrong(told.line)) addLine(told.line);
});
on("faults", paintPlan);
on("clock", paintClock);

async function doing(act, told = {}) {
  try {
    parts.trouble.textContent = "";
    return await ask(act, told);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    parts.trouble.textContent = say("reason", { why: error.message });
    return null;
  }
}

const button = (label, click, style = "secondary") => h("button", { type: "button", class: `button ${style}`, on: { click } }, label);

// pictures

function pictures() {
  const box = h("input", { type: "checkbox", id: "boxed", class: "switch", role: "switch", checked: boxed(), "aria-describedby": "boxed-hint", on: { change: () => keepPictures(box.checked) } });
  return h("section", {}, h("h3", {}, say("pictures")),
    h("div", { class: "switched" }, h("label", { for: "boxed" }, say("boxed")), box, h("p", { class: "hint", id: "boxed-hint" }, say("boxedHint"))));
}

// clock

function clock() {
  return h("section", {}, h("h3", {}, say("clock")), parts.clock, h("p", { id: "ahead" }, say("ahead")),
    h("div", { class: "row", role: "group", "aria-labelledby": "ahead" }, STEPS.map(([name, seconds]) => button(say(name), () => doing("advance", { seconds })))));
}

function paintClock() {
  if (parts.clock) parts.clock.textContent = say("clockNow", { time: written(now(), "S") });
}

// faults

function faults() {
  const route = choice("fault-route", say("faultAt"), [...ROUTES, ...EVENTS.map((e) => `event ${e}`)].map((r) => [r, r]));
  const what = choice("fault-what", say("faultDo"), []);
  const times = h("input", { type: "number", id: "fault-times", min: "1", max: "1000", value: "1" });
  const fill = () => {
    const event = route.select.value.startsWith("event ");
    const known = event ? GLITCHES : FAULTS.map(([label]) => label);
    what.select.replaceChildren(...known.map((label) => h("option", { value: label }, label)));
  };
  route.select.addEventListener("change", fill);
  fill();
  const plan = async () => {
    const at = route.select.value, n = Number(times.value) || 1, wanted = what.select.value;
    const told = at.startsWith("event ")
      ? await doing("glitch", { glitch: { event: at.slice(6), do: wanted, times: n } })
      : await doing("fault", { fault: { route: at, times: n, ...FAULTS.find(([label]) => label === wanted)[1] } });
    if (told) paintPlan(told);
  };
  return h("section", {}, h("h3", {}, say("faults")), route.element, what.element,
    h("div", { class: "field" }, h("label", { for: "fault-times" }, say("faultTimes")), times),
    h("div", { class: "row" }, button(say("inject"), plan, "primary"), button(say("calm"), async () => { const told = await doing("calm"); if (told) paintPlan(told); })),
    parts.plan,
    h("h3", {}, say("gateway")),
    h("div", { class: "row" }, ["cut", "reconnect", "invalidate"].map((name) => button(say(name), () => doing("gateway", { what: name })))));
}

function choice(id, label, options) {
  const made = h("select", { id }, options.map(([value, told]) => h("option", { value }, told)));
  return { select: made, element: h("div", { class: "field" }, h("label", { for: id }, label), made) };
}

function paintPlan(told) {
  if (!parts.plan) return;
  const rows = told.waiting.map((text) => h("li", {}, `${say("planned")}: ${text}`));
  const struck = told.struck.slice(-5).map((text) => h("li", { class: "struck" }, `${say("struckNow")}: ${text}`));
  parts.plan.replaceChildren(...(rows.length ? rows : [h("li", {}, say("nothingPlanned"))]), ...struck);
}

// requests

const wrong = (line) => line.problems.length > 0 || line.status >= 400;

function requests() {
  const box = h("input", { type: "checkbox", id: "only-wrong", checked: onlyWrong, on: { change: () => { onlyWrong = box.checked; paintLines(); } } });
  return h("section", {}, h("h3", {}, say("requests")), h("div", { class: "field beside" }, box, h("label", { for: "only-wrong" }, say("onlyWrong"))), parts.list);
}

function paintLines() {
  const shown = lines.filter((line) => !onlyWrong || wrong(line));
  parts.list.replaceChildren();
  if (!shown.length) parts.list.append(h("p", { class: "hint" }, say("noRequests")));
  for (const line of shown) addLine(line);
}

/** The newest on top. */
function addLine(line) {
  parts.list.querySelector(":scope > .hint")?.remove();
  const state = line.problems.length || line.status >= 400 ? "exchange wrong" : "exchange";
  const made = h("details", { class: state }, h("summary", {}, h("b", {}, String(line.status)), ` ${line.method} ${line.route} `, h("small", {}, written(line.at, "T"))));
  made.addEventListener("toggle", () => made.append(...opened(line)), { once: true });
  parts.list.prepend(made);
  while (parts.list.children.length > KEPT) parts.list.lastChild.remove();
}

function opened(line) {
  return [
    ...line.problems.map((problem) => h("p", { class: "problem" }, `${problem} (${say("violation")})`)),
    h("p", { class: "path" }, line.path), line.files.length ? h("p", {}, line.files.join(", ")) : null,
    body(say("request"), line.request), body(say("answer"), line.answer),
  ].filter(Boolean);
}

function body(label, value) {
  if (value === null || value === undefined) return null;
  return h("div", {}, h("h4", {}, label), h("pre", { tabindex: "0" }, typeof value === "string" ? value : JSON.stringify(value, null, 1)));
}
