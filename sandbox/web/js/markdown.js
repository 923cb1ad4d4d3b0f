/* Discord's markdown to elements. It reads from left to right and makes text nodes; nothing it meets can become markup. */

import { h } from "./dom.js";
import { channel, emit, guildOf, isDm, isThread, nameOf, state, userOf } from "./state.js";
import { stamp } from "./time.js";
import { say } from "./words.js";

/** A whole text: blocks first, what stands inside them after. A quote holds no further quote. */
export function markdown(text, place = null, quoted = false) {
  const root = h("div", { class: "text" });
  const rest = { lines: text.split("\n"), at: 0, quoted };
  while (rest.at < rest.lines.length) block(root, rest, place);
  return root;
}

function block(root, rest, place) {
  const line = rest.lines[rest.at];
  let found;
  if (line.startsWith("```")) return fence(root, rest, place);
  if ((found = /^(#{1,3}) +(.+)$/.exec(line))) return push(root, rest, h(`h${found[1].length + 2}`, { class: `big${found[1].length}` }, inline(found[2], place)));
  if ((found = /^-# +(.+)$/.exec(line))) return push(root, rest, h("p", { class: "small" }, inline(found[1], place)));
  if (!rest.quoted && line.startsWith(">>> ")) return quoteAll(root, rest, place);
  if (!rest.quoted && /^> ?/.test(line) && line !== ">") return quote(root, rest, place);
  if (/^ *(?:[-*]|\d+\.) +\S/.test(line)) return list(root, rest, place);
  paragraph(root, rest, place);
}

function push(root, rest, element) {
  root.append(element);
  rest.at += 1;
}

function fence(root, rest, place) {
  const text = rest.lines.slice(rest.at).join("\n");
  const found = /^```(?:([\w+-]*)\n)?([\s\S]*?)```/.exec(text);
  if (!found || !found[2].trim()) return paragraph(root, rest, place);
  root.append(h("pre", { tabindex: "0" }, h("code", {}, found[2].replace(/\n$/, ""))));
  const used = found[0].split("\n").length;
  const after = rest.lines[rest.at + used - 1].slice(found[0].split("\n").at(-1).length);
  rest.at += used;
  if (after.trim()) rest.lines.splice(rest.at, 0, after);
}

function quoteAll(root, rest, place) {
  const said = [rest.lines[rest.at].slice(4), ...rest.lines.slice(rest.at + 1)].join("\n");
  root.append(h("blockquote", {}, [...markdown(said, place, true).childNodes]));
  rest.at = rest.lines.length;
}

function quote(root, rest, place) {
  const said = [];
  while (rest.at < rest.lines.length && /^> ?/.test(rest.lines[rest.at])) {
    said.push(rest.lines[rest.at].replace(/^> ?/, ""));
    rest.at += 1;
  }
  root.append(h("blockquote", {}, [...markdown(said.join("\n"), place, true).childNodes]));
}

function list(root, rest, place) {
  const first = /^( *)([-*]|\d+\.)/.exec(rest.lines[rest.at]);
  const ordered = /\d/.test(first[2]);
  const made = h(ordered ? "ol" : "ul", ordered ? { start: parseInt(first[2], 10) } : {});
  while (rest.at < rest.lines.length) {
    const found = /^( *)([-*]|\d+\.) +(\S.*)$/.exec(rest.lines[rest.at]);
    if (!found || found[1].length < first[1].length) break;
    if (found[1].length > first[1].length + 1 && made.lastChild) list(made.lastChild, rest, place);
    else if (/\d/.test(found[2]) !== ordered) break;
    else push(made, rest, h("li", {}, inline(found[3], place)));
  }
  root.append(made);
}

function paragraph(root, rest, place) {
  const said = [rest.lines[rest.at]];
  rest.at += 1;
  while (rest.at < rest.lines.length && !/^(?:#{1,3} |-# |> |>>> | *(?:[-*]|\d+\.) +\S|```)/.test(rest.lines[rest.at])) {
    said.push(rest.lines[rest.at]);
    rest.at += 1;
  }
  root.append(h("p", {}, inline(said.join("\n").replace(/^\n+|\n+$/g, ""), place)));
}

// within a line

/** As many backticks as it begins with end it: counted, because a pattern that tries every number takes for ever. */
function code(left) {
  const fence = /^`+/.exec(left)?.[0];
  if (!fence) return null;
  for (const run of left.matchAll(/`+/g)) {
    if (run.index > 0 && run[0].length === fence.length) {
      return [left.slice(0, run.index + fence.length), left.slice(fence.length, run.index)];
    }
  }
  return null;
}

const PATTERNS = [
  [/^\\([!-/:-@[-`{-~])/, (m) => m[1]],
  [{ exec: code }, (m) => h("code", {}, m[1].trim() || m[1])],
  [/^\*\*\*([\s\S]+?)\*\*\*/, (m, p) => h("strong", {}, h("em", {}, inline(m[1], p)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, p) => h("strong", {}, inline(m[1], p))],
  [/^__([\s\S]+?)__(?!_)/, (m, p) => h("u", {}, inline(m[1], p))],
  [/^\*(?!\s)((?:\*\*|[^*])+?)\*(?!\*)/, (m, p) => h("em", {}, inline(m[1], p))],
  [/^_((?:__|[^_])+?)_(?![\p{L}\p{N}_])/u, (m, p) => h("em", {}, inline(m[1], p)), true],
  [/^~~([\s\S]+?)~~/, (m, p) => h("s", {}, inline(m[1], p))],
  [/^\|\|([\s\S]+?)\|\|/, (m, p) => spoiler(inline(m[1], p))],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: +"[^"]*")?\)/, (m, p) => link(m[2], inline(m[1], p))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => bare(m[1])],
  [/^https?:\/\/[^\s<]+[^\s<.,:;"')\]!?*_~|]/, (m) => bare(m[0])],
  [/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, (m) => stamp(Number(m[1]), m[2] ?? "f") ?? m[0]],
  [/^<@!?(\d+)>/, (m) => mention(`@${userOf(m[1]).name}`, m[1] === state.me.id)],
  [/^<@&(\d+)>/, (m, p) => role(m[1], p)],
  [/^<#(\d+)>/, (m) => place(m[1])],
  [/^<\/([^:>]+):(\d+)>/, (m) => commandLink(m[1])],
  [/^<a?:(\w+):\d+>/, (m) => h("span", { class: "emoji" }, `:${m[1]}:`)],
  [/^@(?:everyone|here)/, (m) => mention(m[0], true)],
];
const DEEPEST = 40;
let depth = 0;
const SPECIAL = /[\\`*_~|[<@]|https?:\/\//;

export function inline(text, place = null) {
  if (depth >= DEEPEST) return [text];
  depth += 1;
  try {
    return pieces(text, place);
  } finally {
    depth -= 1;
  }
}

function pieces(text, place) {
  const made = [];
  let plain = "";
  let left = text;
  const flush = () => {
    if (plain) made.push(plain);
    plain = "";
  };
  while (left) {
    const jump = left.search(SPECIAL);
    if (jump < 0) break;
    plain += left.slice(0, jump);
    left = left.slice(jump);
    const hit = first(left, plain);
    if (hit) {
      flush();
      made.push(hit.make(hit.match, place));
      left = left.slice(hit.match[0].length);
    } else {
      const step = /^`+/.exec(left)?.[0].length ?? 1;
      plain += left.slice(0, step);
      left = left.slice(step);
    }
  }
  plain += left;
  flush();
  return made;
}

function first(left, before) {
  for (const [pattern, make, atWord] of PATTERNS) {
    if (atWord && /[\p{L}\p{N}]$/u.test(before)) continue;
    const match = pattern.exec(left);
    if (match) return { match, make };
  }
  return null;
}

/** {channel, message} that an address leads to in this Discord; null leads elsewhere. */
export function target(href) {
  const found = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/.exec(href);
  return found && channel(found[1]) ? { channel: found[1], message: found[2] } : null;
}

export function link(href, inside) {
  const within = target(href);
  if (!within) return h("a", { href, target: "_blank", rel: "noopener noreferrer" }, inside);
  return h("a", { href, on: { click: (event) => {
    event.preventDefault();
    emit("go", within.channel);
    if (within.message) emit("jump", within.message);
  } } }, inside);
}

/** An address without a text of its own: a place of this Discord is called by its name. */
function bare(href) {
  const within = target(href);
  if (!within) return link(href, [href]);
  const known = channel(within.channel);
  const made = link(href, [isDm(known) || isThread(known) ? nameOf(known) : `#${nameOf(known)}`]);
  made.className = "mention";
  return made;
}

function mention(text, mine) {
  return h("span", { class: mine ? "mention mine" : "mention" }, text);
}

function role(id, here) {
  const known = guildOf(here)?.roles.find((r) => r.id === id);
  const mine = guildOf(here)?.members.find((m) => m.id === state.me.id)?.roles.includes(id);
  return mention(`@${known?.name ?? say("unknown")}`, Boolean(mine));
}

function place(id) {
  const known = channel(id);
  if (!known) return mention(`#${say("unknown")}`, false);
  return h("button", { type: "button", class: "mention", on: { click: () => emit("go", id) } }, `#${nameOf(known)}`);
}

function commandLink(line) {
  return h("button", { type: "button", class: "mention", on: { click: () => emit("command", `/${line}`) } }, `/${line}`);
}

function spoiler(inside) {
  const hidden = h("span", { class: "inside", inert: true }, inside);
  const cover = h("button", { type: "button", class: "cover", "aria-label": say("spoiler"), on: { click: () => {
    cover.remove();
    hidden.inert = false;
  } } });
  return h("span", { class: "spoiler" }, hidden, cover);
}
