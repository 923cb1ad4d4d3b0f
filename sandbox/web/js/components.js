/* Components as Discord lays them out: containers, sections, galleries, separators, and rows of controls. */

import { h, icon } from "./dom.js";
import { link, markdown, target } from "./markdown.js";
import { media, picture } from "./pictures.js";
import { act } from "./press.js";
import { select } from "./select.js";
import { say } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };

/** `place` is {channel, message}: where the controls stand. */
export function components(parts, place) {
  return (parts ?? []).map((part) => component(part, place));
}

function component(part, place) {
  switch (part.type) {
    case 1: return h("div", { class: "row" }, components(part.components, place));
    case 2: return button(part, place);
    case 3: case 5: case 6: case 7: case 8: return messageSelect(part, place);
    case 9: return section(part, place);
    case 10: return markdown(part.content, place.channel);
    case 11: return thumbnail(part);
    case 12: return gallery(part);
    case 13: return file(part.file.url, part.name, part.size, part.spoiler);
    case 14: return separator(part);
    case 17: return container(part, place);
    default: return null;
  }
}

export function emoji(told) {
  if (!told) return null;
  return h("span", { class: "emoji", "aria-hidden": told.id ? null : "true" }, told.id ? `:${told.name}:` : told.name);
}

function button(part, place) {
  const inside = [emoji(part.emoji), part.label ? h("span", {}, part.label) : null];
  const style = STYLES[part.style] ?? "secondary";
  if (part.style === 5 && !part.disabled && /^https?:/.test(part.url ?? "")) {
    const made = link(part.url, [...inside, icon(target(part.url) ? "thread" : "out")]);
    made.className = "button link";
    return made;
  }
  return h("button", {
    type: "button", class: `button ${style}`, disabled: part.disabled || part.style >= 5, "data-control": part.custom_id,
    "aria-label": part.label ? null : part.emoji?.name,
    on: { click: (event) => act("press", { id: part.custom_id }, place, event.currentTarget) },
  }, inside);
}

function messageSelect(part, place) {
  return select(part, {
    channel: place.channel,
    chosen: (values, control) => act("choose", { id: part.custom_id, values }, place, control),
  }).element;
}

function section(part, place) {
  return h("div", { class: "section" },
    h("div", { class: "texts" }, components(part.components, place)),
    h("div", { class: "accessory" }, component(part.accessory, place)));
}

function thumbnail(part) {
  return picture(media(part.media), part.description, { class: "thumbnail", spoiler: part.spoiler });
}

function gallery(part) {
  const all = part.items.map((item) => ({ ...media(item.media), alt: item.description }));
  const shown = part.items.map((item, number) =>
    picture(all[number], item.description, { spoiler: item.spoiler, among: all, number }));
  return h("div", { class: "gallery", "data-count": Math.min(shown.length, 5) }, shown);
}

export function file(url, name, size, spoiler = false) {
  const label = h("span", {}, name ?? "", size ? h("small", {}, ` ${kilobytes(size)}`) : null);
  return h("a", { class: spoiler ? "file veiled" : "file", href: media({ url }).url, download: name ?? "", "aria-label": say("download", { name }) }, icon("file"), label);
}

function kilobytes(size) {
  return size < 1024 ? `${size} B` : `${Math.round(size / 1024)} kB`;
}

function separator(part) {
  const large = part.spacing === 2 ? " large" : "";
  return part.divider === false ? h("div", { class: `gap${large}` }) : h("hr", { class: `separator${large}` });
}

function container(part, place) {
  const made = h("div", { class: "container" }, components(part.components, place));
  if (part.accent_color !== null && part.accent_color !== undefined) made.style.setProperty("--accent", hex(part.accent_color));
  return made;
}

export const hex = (colour) => `#${colour.toString(16).padStart(6, "0")}`;
