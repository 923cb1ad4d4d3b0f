/* Classic embeds: a coloured edge, title, text, fields in columns, pictures, a footer. */

import { h } from "./dom.js";
import { hex } from "./components.js";
import { inline, link, markdown } from "./markdown.js";
import { media, picture } from "./pictures.js";
import { written } from "./time.js";

export function embed(told, place) {
  const title = told.title && h("h3", { class: "title" }, told.url && /^https?:/.test(told.url) ? link(told.url, inline(told.title, place.channel)) : inline(told.title, place.channel));
  const made = h("div", { class: "embed" },
    h("div", { class: "words" },
      told.author && h("p", { class: "author" }, told.author.name),
      title,
      told.description && markdown(told.description, place.channel),
      told.fields?.length ? fields(told.fields, place) : null),
    told.thumbnail && picture(media(told.thumbnail), "", { class: "thumbnail" }),
    told.image && picture(media(told.image), "", { class: "large" }),
    foot(told));
  if (told.color !== null && told.color !== undefined) made.style.setProperty("--accent", hex(told.color));
  return made;
}

function fields(all, place) {
  return h("div", { class: "fields" }, all.map((field) =>
    h("div", { class: field.inline ? "field inline" : "field" },
      h("h4", {}, inline(field.name, place.channel)), markdown(field.value, place.channel))));
}

function foot(told) {
  const parts = [told.footer?.text, told.timestamp && written(Date.parse(told.timestamp) / 1000, "s")].filter(Boolean);
  return parts.length ? h("p", { class: "foot" }, parts.join(" · ")) : null;
}
