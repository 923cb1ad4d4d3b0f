/* The line at the bottom: what one says, or with `/` a command. */

import { h, iconButton } from "./dom.js";
import { CommandLine } from "./command.js";
import { channel, isDm, isThread, nameOf, on, state } from "./state.js";
import { Suggest } from "./suggest.js";
import { say } from "./words.js";
import { ask, Refused } from "./wire.js";

const drafts = new Map();
let box = null;
let line = null;
let field = null;
let trouble = null;
let suggest = null;
let command = null;
let commands = { of: null, at: 0, all: [] };
let shownFor = null;

export function buildComposer() {
  suggest = new Suggest();
  trouble = h("p", { class: "trouble", role: "alert" });
  line = h("div", { class: "line" });
  field = h("textarea", {
    id: "write", rows: "1", maxlength: "2000", ...suggest.tied,
    on: { input: typed, keydown: key, blur: () => suggest.hide(), focus: () => { if (field.value.startsWith("/")) typed(); } },
  });
  box = h("form", { class: "composer", on: { submit: (event) => {
    event.preventDefault();
    if (command) command.send();
    else speak();
  } } }, suggest.element, trouble, line);
  command = null;
  shownFor = null;
  paint();
  return box;
}

on("here", () => {
  if (!box || shownFor === state.here) return;
  if (shownFor && !command) drafts.set(shownFor, field.value);
  shownFor = state.here;
  leave(drafts.get(state.here) ?? "", { focus: false });
});
on("places", () => { if (box && !command) paint(); });
on("command", (text) => {
  leave(`${text} `);
  typed();
});

export function focusComposer() {
  if (command) command.focus();
  else field?.focus();
}

function paint() {
  const place = channel(state.here);
  field.disabled = !place;
  if (!place) return;
  const writes = place.writes || place.commands;
  const name = isDm(place) || isThread(place) ? nameOf(place) : `#${nameOf(place)}`;
  const told = writes ? say("write", { place: name }) : say("noWrite");
  field.setAttribute("aria-label", told);
  field.placeholder = told;
  field.title = say("writeHint");
  field.disabled = !writes;
  if (field.parentNode !== line) line.replaceChildren(field, iconButton("send", say("send"), () => {}, { type: "submit" }));
}

function grow() {
  field.style.height = "auto";
  field.style.height = `${Math.min(field.scrollHeight, 180)}px`;
}

// what one says

async function speak() {
  const text = field.value.trim();
  if (!text) return;
  trouble.textContent = "";
  if (text.startsWith("/") && suggest.items.length) return suggest.items[0].pick();
  if (text.startsWith("/")) return void (trouble.textContent = say("noCommand"));
  field.value = "";
  grow();
  try {
    await ask("say", { channel: state.here, text });
  } catch (error) {
    field.value = text;
    complain(error);
  }
}

function complain(error) {
  if (!(error instanceof Refused)) throw error;
  const why = error.message === "lost" ? say("lost") : error.message;
  trouble.textContent = error.silence ? say("noAnswer") : say("reason", { why });
}

function key(event) {
  if (event.isComposing || suggest.key(event)) return;
  if (event.key === "Escape" && suggest.open) {
    event.preventDefault();
    suggest.hide();
  } else if (event.key === "Tab" && !event.shiftKey && suggest.current) {
    event.preventDefault();
    suggest.current.pick();
  } else if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    speak();
  }
}

// what begins with a slash

async function typed() {
  grow();
  trouble.textContent = "";
  const text = field.value;
  if (!text.startsWith("/") || text.includes("\n")) return suggest.hide();
  const all = await known();
  if (field.value !== text || command || document.activeElement !== field) return;
  const full = all.filter((c) => text.startsWith(`${c.line} `)).sort((a, b) => b.line.length - a.line.length)[0];
  if (full) return enter(full, text.slice(full.line.length + 1));
  const wanted = text.slice(1).trim().toLocaleLowerCase();
  const rank = (c) => {
    const name = c.line.slice(1).toLocaleLowerCase();
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    if (name.includes(wanted)) return 2;
    return c.description.toLocaleLowerCase().includes(wanted) ? 3 : 4;
  };
  const fitting = all.filter((c) => rank(c) < 4).sort((a, b) => rank(a) - rank(b));
  const items = fitting.map((c) => ({ label: c.line, hint: c.description, pick: () => enter(c) }));
  suggest.show(field, items, { first: true, label: say("commands"), head: items.length ? "" : say("noCommand") });
}

async function known() {
  if (commands.of !== `${state.here} ${state.me.locale}` || Date.now() - commands.at > 5000) {
    const all = await ask("commands", { channel: state.here }).catch(() => []);
    commands = { of: `${state.here} ${state.me.locale}`, at: Date.now(), all };
  }
  return commands.all;
}

function enter(chosen, first = "") {
  field.value = "";
  suggest.hide();
  trouble.textContent = "";
  command = new CommandLine(chosen, first, { suggest, trouble, place: channel(state.here), leave, complain });
  line.replaceChildren(command.element, iconButton("close", say("cancelCommand"), () => leave("")), iconButton("send", say("run"), () => {}, { type: "submit" }));
  command.focus();
}

function leave(text, { focus = true } = {}) {
  command = null;
  suggest.hide();
  trouble.textContent = "";
  paint();
  field.value = text;
  grow();
  if (focus) {
    field.focus();
    field.setSelectionRange(text.length, text.length);
  }
}
