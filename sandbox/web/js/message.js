/* One message: who said it, when, and all that it is made of. */

import { avatar, h, icon } from "./dom.js";
import { components, file } from "./components.js";
import { embed } from "./embeds.js";
import { markdown } from "./markdown.js";
import { media, picture } from "./pictures.js";
import { channels, emit, now, on, pings, userOf } from "./state.js";
import { sent } from "./time.js";
import { say } from "./words.js";
import { ask } from "./wire.js";

const EPHEMERAL = 64, LOADING = 128, SILENT = 4096, V2 = 32768;
const PATIENCE = 900;
const TOGETHER = 420;
const LONGEST_QUOTE = 300;

/** Whether a message stands under the one before without its author's name. */
function follows(before, told) {
  if (!before || before.author.id !== told.author.id) return false;
  if (![0, 19, 20].includes(before.type) || told.type !== 0 || told.used || (before.flags ^ told.flags) & EPHEMERAL) return false;
  return Date.parse(told.timestamp) - Date.parse(before.timestamp) < TOGETHER * 1000;
}

export function message(told, channel, before) {
  const place = { channel, message: told };
  if (told.type === 18 || told.type === 6) return notice(told, channel);
  const together = follows(before, told);
  const names = [`who-${told.id}`];
  const made = h("article", {
    id: `m-${told.id}`, "aria-labelledby": names.join(" "),
    class: ["message", together && "together", pings(channel, told) && "pinged", told.flags & EPHEMERAL && "ephemeral"].filter(Boolean).join(" "),
  },
    above(told, channel),
    together ? h("span", { class: "gutter", "aria-hidden": "true" }, sent(told.timestamp)) : avatar(userOf(told.author.id)),
    h("div", { class: "body" }, header(told, together, names[0]), inside(told, place), below(told, channel)));
  return made;
}

function header(told, together, id) {
  const user = userOf(told.author.id);
  return h("header", { id, class: together ? "unseen" : null },
    h("span", { class: "author" }, user.name),
    user.bot && h("span", { class: "tag" }, say("app")),
    sent(told.timestamp),
    told.flags & SILENT ? silent() : null);
}

function silent() {
  return h("span", { class: "silent", role: "img", "aria-label": say("silent"), title: say("silent") }, icon("silent"));
}

/** What the message answers: a command somebody used, or another message. */
function above(told, channel) {
  const by = told.interaction_metadata?.user;
  if (by && told.used) {
    return h("p", { class: "above" }, icon("reply"), say("used", { name: userOf(by.id).name, line: told.used }));
  }
  const original = told.referenced_message;
  if (told.message_reference && original === null) return h("p", { class: "above" }, icon("reply"), say("deletedAnswer"));
  if (!original) return null;
  const text = original.content || firstText(original.components);
  const plain = text ? oneLine(text, channel) : "…";
  return h("p", { class: "above" }, icon("reply"),
    h("button", { type: "button", class: "jump", on: { click: () => jump(original.id) } },
      h("span", { class: "unseen" }, say("replied")), h("strong", {}, userOf(original.author.id).name), " ", plain));
}

/** As it reads, its lines after one another; where it ends for want of room, three points say so. */
function oneLine(text, channel) {
  const whole = [...markdown(text, channel).children].map((part) => part.textContent).join(" ").replace(/\s+/g, " ");
  return whole.length > LONGEST_QUOTE ? `${whole.slice(0, LONGEST_QUOTE)}…` : whole;
}

function firstText(parts) {
  for (const part of parts ?? []) {
    const found = part.content ?? firstText(part.components);
    if (found) return found;
  }
  return "";
}

on("jump", jump);

function jump(id) {
  const target = document.getElementById(`m-${id}`);
  if (!target) return;
  target.scrollIntoView({ block: "center" });
  target.classList.add("flash");
  setTimeout(() => target.classList.remove("flash"), 1500);
}

function inside(told, place) {
  if (told.flags & LOADING) return thinking(told);
  const parts = [];
  if (told.content) parts.push(markdown(told.content, place.channel));
  if (told.edited_timestamp && !(told.flags & V2)) parts.push(edited(told));
  parts.push(...told.embeds.map((e) => embed(e, place)));
  if (!(told.flags & V2)) parts.push(attachments(told.attachments));
  parts.push(...components(told.components, place));
  if (told.edited_timestamp && told.flags & V2) parts.push(edited(told));
  parts.push(reactions(told.reactions));
  return h("div", { class: told.flags & V2 ? "content laid" : "content" }, parts);
}

function edited(told) {
  return h("small", { class: "edited", title: new Date(told.edited_timestamp).toLocaleString() }, `(${say("edited")})`);
}

function thinking(told) {
  const since = now() - Date.parse(told.timestamp) / 1000;
  if (since > PATIENCE) return h("p", { class: "failure" }, say("noAnswer"));
  return h("p", { class: "thinking" }, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), say("thinking", { name: userOf(told.author.id).name }));
}

function attachments(files) {
  if (!files.length) return null;
  const seen = files.filter((f) => f.width);
  const all = seen.map((f) => ({ ...media(f), alt: f.description }));
  const shown = seen.map((f, number) => picture(all[number], f.description, { among: all, number }));
  const others = files.filter((f) => !f.width).map((f) => file(f.url, f.filename, f.size));
  return [shown.length ? h("div", { class: "gallery", "data-count": Math.min(shown.length, 5) }, shown) : null, others];
}

function reactions(all) {
  if (!all?.length) return null;
  return h("p", { class: "reactions" }, all.map((r) => h("span", { class: "reaction" }, `${r.emoji.name} ${r.count}`)));
}

function below(told, channel) {
  const parts = [];
  if (told.thread) {
    parts.push(h("button", { type: "button", class: "thread-link", on: { click: () => emit("go", told.thread.id) } }, icon("thread"), say("openThread", { name: told.thread.name })));
  }
  if (told.flags & EPHEMERAL) {
    parts.push(h("p", { class: "only" }, icon("eye"), say("onlyYou"), " · ",
      h("button", { type: "button", class: "textual", on: { click: () => dismiss(told, channel) } }, say("dismiss"))));
  }
  return parts;
}

function dismiss(told, channel) {
  document.querySelector(".composer textarea")?.focus();
  ask("dismiss", { channel: channel.id, message: told.id }).catch(() => emit("refresh"));
}

/** What nobody said: a thread began, something was pinned. */
function notice(told, channel) {
  const name = userOf(told.author.id).name;
  const thread = told.type === 18 && channels().find((c) => c.parent === channel.id && c.name === told.content);
  const words = told.type === 18 ? say("started", { name, text: told.content }) : say("pinned", { name });
  const [before, after] = say("started", { name, text: "\n" }).split("\n");
  const shown = thread ? [before, h("button", { type: "button", class: "textual", "aria-label": say("openThread", { name: thread.name }), on: { click: () => emit("go", thread.id) } }, thread.name), after] : words;
  return h("article", { id: `m-${told.id}`, class: "message notice", "aria-label": words },
    icon(told.type === 18 ? "thread" : "pin"),
    h("p", {}, shown, " ", sent(told.timestamp)));
}
