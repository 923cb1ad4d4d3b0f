/* What a person sets for this Discord: language, look, and whether the bot may write to them. */

import { freshId, h, iconButton, openDialog } from "./dom.js";
import { state } from "./state.js";
import { LANGUAGES, say } from "./words.js";
import { ask } from "./wire.js";

const THEMES = ["device", "dark", "light"];

export function applyTheme() {
  const wanted = localStorage.getItem("theme") ?? "device";
  if (wanted === "device") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = wanted;
}

export function openSettings() {
  const title = freshId("title");
  const dms = h("input", { type: "checkbox", id: "set-dms", class: "switch", role: "switch", checked: state.me.dms, "aria-describedby": "set-dms-hint", on: { change: () => ask("dms", { closed: !dms.checked }).catch(() => { dms.checked = state.me.dms; }) } });
  const dialog = h("dialog", { class: "form", "data-light": true, "aria-labelledby": title },
    h("header", {}, h("h2", { id: title }, say("settings")), iconButton("close", say("close"), () => dialog.close())),
    h("div", { class: "fields" },
      radios(say("language"), "set-language", LANGUAGES, state.me.locale, (locale) => {
        dialog.close();
        ask("speak", { locale }).catch(() => {});
      }),
      radios(say("theme"), "set-theme", THEMES.map((t) => [t, say(t)]), localStorage.getItem("theme") ?? "device", (theme) => {
        localStorage.setItem("theme", theme);
        applyTheme();
      }),
      h("div", { class: "field switched" }, h("label", { for: "set-dms" }, say("dmsOpen")), dms,
        h("p", { class: "hint", id: "set-dms-hint" }, say("dmsHint")))));
  openDialog(dialog);
}

function radios(label, name, choices, now, chosen) {
  return h("fieldset", { class: "field" }, h("legend", {}, label),
    h("div", { class: "options" }, choices.map(([value, told]) => h("label", { class: "option" },
      h("input", { type: "radio", name, value, checked: value === now, on: { change: () => chosen(value) } }), h("span", {}, told)))));
}
