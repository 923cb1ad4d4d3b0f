/* A modal of the bot: labels with their fields, filled in and sent; what does not fit is said beside it. */

import { freshId, h, iconButton, openDialog } from "./dom.js";
import { field } from "./field.js";
import { markdown } from "./markdown.js";
import { say } from "./words.js";
import { ask, Refused } from "./wire.js";

const ROW = 1, TEXT = 10, LABEL = 18;

export function openForm(modal, ref, channel) {
  const title = freshId("title");
  const fields = [];
  const parts = modal.components.flatMap((part) => labelled(part, channel, fields));
  const trouble = h("p", { class: "trouble", role: "alert" });
  const send = h("button", { type: "submit", class: "button primary" }, say("submit"));
  const again = () => recheck(fields, trouble);
  const form = h("form", { novalidate: true, on: { input: again, change: again, submit: (event) => {
    event.preventDefault();
    submit(form, fields, ref, channel, trouble, send, dialog);
  } } },
    h("header", {}, h("h2", { id: title }, modal.title), iconButton("close", say("close"), () => dialog.close())),
    h("div", { class: "fields" }, parts, trouble),
    h("footer", {}, h("button", { type: "button", class: "button secondary", on: { click: () => dialog.close() } }, say("cancel")), send));
  const dialog = openDialog(h("dialog", { class: "form", "aria-labelledby": title }, form));
  (form.querySelector(".fields input, .fields textarea, .fields button") ?? send).focus();
}

function labelled(part, channel, fields) {
  if (part.type === TEXT) return [markdown(part.content, channel)];
  if (part.type === ROW) return part.components.map((control) => one(control, control.label, "", channel, fields));
  if (part.type === LABEL) return [one(part.component, part.label, part.description, channel, fields)];
  return [];
}

function one(control, label, description, channel, fields) {
  const ids = { control: freshId("field"), label: freshId("label"), hint: freshId("hint"), trouble: freshId("trouble") };
  const required = control.required !== false && control.type !== 23;
  const made = field(control, { label, ids, channel, required });
  const trouble = h("p", { class: "trouble", id: ids.trouble, role: "alert" });
  fields.push({ name: control.custom_id, made, trouble });
  const words = [label, required && h("span", { class: "must", "aria-hidden": "true" }, " *")];
  const head = made.group ? h("legend", { id: ids.label }, words) : h("label", { id: ids.label, for: ids.control }, words);
  const tag = made.group ? "fieldset" : "div";
  return h(tag, { class: "field" }, head, description && h("p", { class: "hint", id: ids.hint }, description), made.element, trouble);
}

/** What was marked loses its mark as soon as it is right. */
function recheck(fields, trouble) {
  trouble.textContent = "";
  for (const known of fields) if (known.trouble.textContent) known.trouble.textContent = known.made.problem() ?? "";
}

async function submit(form, fields, ref, channel, trouble, send, dialog) {
  let first = null;
  for (const known of fields) {
    known.trouble.textContent = known.made.problem() ?? "";
    if (known.trouble.textContent && !first) first = known;
  }
  if (first) return first.made.focus();
  send.setAttribute("aria-busy", "true");
  trouble.textContent = "";
  try {
    const told = {};
    for (const known of fields) told[known.name] = await known.made.value();
    await ask("submit", { ref, channel: channel.id, fields: told });
    dialog.close();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    trouble.textContent = error.silence || error.message === "lost" ? say("wrong") : say("reason", { why: error.message });
  } finally {
    send.removeAttribute("aria-busy");
  }
}
