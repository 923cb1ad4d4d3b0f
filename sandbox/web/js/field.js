/* The controls of a form, each with its value, what is wrong with it, and a way to put the cursor there. */

import { h } from "./dom.js";
import { select } from "./select.js";
import { range, say } from "./words.js";

const TEXT_INPUT = 4, UPLOAD = 19, RADIOS = 21, CHECKBOXES = 22, CHECKBOX = 23;
const PARAGRAPH = 2;

/** → {element, value(), problem(), focus(), group}. */
export function field(control, about) {
  switch (control.type) {
    case TEXT_INPUT: return text(control, about);
    case UPLOAD: return upload(control, about);
    case RADIOS: return options(control, about, "radio");
    case CHECKBOXES: return options(control, about, "checkbox");
    case CHECKBOX: return box(control, about);
    default: return choice(control, about);
  }
}

function described(about) {
  return `${about.ids.hint} ${about.ids.trouble}`;
}

function text(control, about) {
  const long = control.style === PARAGRAPH;
  const least = control.min_length ?? (about.required ? 1 : 0);
  const most = control.max_length ?? 4000;
  const element = h(long ? "textarea" : "input", {
    id: about.ids.control, type: long ? null : "text", rows: long ? 4 : null, maxlength: most, placeholder: control.placeholder,
    "aria-describedby": described(about), "aria-required": about.required ? "true" : null, "data-control": control.custom_id, autocomplete: "off",
    value: control.value ?? "",
  });
  const problem = () => {
    const size = [...element.value].length;
    if (!size && !about.required) return null;
    if (size >= least && size <= most) return null;
    return size ? say("between", { least, most }) : say("wanted", { name: about.label });
  };
  return { element, value: () => element.value, problem, focus: () => element.focus() };
}

function options(control, about, kind) {
  const single = kind === "radio";
  const least = control.min_values ?? (about.required ? 1 : 0);
  const most = control.max_values ?? control.options.length;
  const inputs = control.options.map((option) => h("input", { type: kind, name: about.ids.control, value: option.value, checked: option.default }));
  const element = h("div", { class: "options" }, control.options.map((option, number) =>
    h("label", { class: "option" }, inputs[number], h("span", {}, option.label, option.description && h("small", {}, option.description)))));
  const picked = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const problem = () => {
    const n = picked().length;
    if (!n && !about.required) return null;
    if (single) return n ? null : say("mustChoose");
    return n >= least && n <= most ? null : say("tooFew", { range: range(least, most) });
  };
  return { element, value: () => (single ? picked()[0] ?? null : picked()), problem, focus: () => inputs[0]?.focus(), group: true };
}

function box(control, about) {
  const element = h("input", { type: "checkbox", id: about.ids.control, class: "single", checked: control.default, "aria-describedby": described(about) });
  return { element, value: () => element.checked, problem: () => null, focus: () => element.focus() };
}

function choice(control, about) {
  const made = select(control, { channel: about.channel, label: about.label, labelledby: about.ids.label, required: about.required });
  made.element.id = about.ids.control;
  made.element.setAttribute("aria-labelledby", `${about.ids.label} ${about.ids.control}`);
  const problem = () => {
    const n = made.values().length;
    if ((!n && !about.required) || (n >= made.least && n <= made.most)) return null;
    return n ? say("tooFew", { range: range(made.least, made.most) }) : say("mustChoose");
  };
  return { element: made.element, value: () => made.values(), problem, focus: () => made.element.focus() };
}

function upload(control, about) {
  const least = control.min_values ?? (about.required ? 1 : 0);
  const most = control.max_values ?? 1;
  const element = h("input", { type: "file", id: about.ids.control, multiple: most > 1, "aria-describedby": described(about) });
  const problem = () => {
    const n = element.files.length;
    return (!n && !about.required) || (n >= least && n <= most) ? null : say("tooFew", { range: range(least, most) });
  };
  return { element, value: () => Promise.all([...element.files].map(read)), problem, focus: () => element.focus() };
}

/** A file as it goes over the wire. */
export async function read(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { name: file.name, data: btoa(binary) };
}
