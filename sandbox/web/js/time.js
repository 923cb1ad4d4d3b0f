/* Times as Discord shows them: in the reader's language; relative ones go on counting. */

import { h } from "./dom.js";
import { now } from "./state.js";
import { language, say } from "./words.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const STEPS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
const LAST = 8640000000000;

export function written(seconds, style) {
  return new Intl.DateTimeFormat(language(), STYLES[style] ?? STYLES.f).format(seconds * 1000);
}

function relative(seconds) {
  const away = seconds - now();
  const [unit, size] = STEPS.find(([, size]) => Math.abs(away) >= size) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(language(), { numeric: "auto" }).format(Math.round(away / size), unit);
}

/** `<t:UNIX:style>` as an element; null where the number is no time. */
export function stamp(seconds, style) {
  if (Math.abs(seconds) > LAST) return null;
  const props = { class: "stamp", datetime: new Date(seconds * 1000).toISOString(), title: written(seconds, "F") };
  if (style === "R") return h("time", { ...props, "data-counts": seconds }, relative(seconds));
  return h("time", props, written(seconds, style));
}

/** When a message was sent: the hour today, else with its day. */
export function sent(iso) {
  const seconds = Date.parse(iso) / 1000;
  const today = dayOf(seconds) === dayOf(now());
  return h("time", { class: "sent", datetime: iso, title: written(seconds, "F") }, written(seconds, today ? "t" : "s"));
}

export const dayOf = (seconds) => new Date(seconds * 1000).toDateString();

export function dayName(seconds) {
  return dayOf(seconds) === dayOf(now()) ? say("dayToday") : written(seconds, "D");
}

function count() {
  for (const shown of document.querySelectorAll("time[data-counts]")) {
    const text = relative(Number(shown.dataset.counts));
    if (shown.textContent !== text) shown.textContent = text;
  }
}

export function startCounting() {
  setInterval(count, 1000);
}

export { count as countNow };
