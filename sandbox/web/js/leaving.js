/* Leaving a server, which asks once more; and coming back to one that is still there. */

import { freshId, h, openDialog } from "./dom.js";
import { say } from "./words.js";
import { ask, Refused } from "./wire.js";

export function askToLeave(guild) {
  const title = freshId("title");
  const trouble = h("p", { class: "trouble", role: "alert" });
  const leave = async () => {
    try {
      await ask("leave", { guild: guild.id });
      dialog.close();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      trouble.textContent = say("reason", { why: error.message });
    }
  };
  const cancel = h("button", { type: "button", class: "button secondary", on: { click: () => dialog.close() } }, say("cancel"));
  const dialog = h("dialog", { class: "form", "data-light": true, "aria-labelledby": title },
    h("header", {}, h("h2", { id: title }, say("leaveAsk", { name: guild.name }))),
    h("div", { class: "fields" }, h("p", {}, say("leaveHint")), trouble),
    h("footer", {}, cancel, h("button", { type: "button", class: "button danger", on: { click: leave } }, say("leave"))));
  openDialog(dialog);
  cancel.focus();
}

export const comeBack = (guild) => ask("join", { guild: guild.id }).catch(() => {});
