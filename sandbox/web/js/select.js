/* Selects of every kind, as a button that opens a list: of strings, people, roles, both, or channels. */

import { add, freshId, h, icon } from "./dom.js";
import { emoji } from "./components.js";
import { guildOf, isThread, state, userOf } from "./state.js";
import { List } from "./list.js";
import { say } from "./words.js";

const STRING = 3, USERS = 5, ROLES = 6, MENTIONABLES = 7, CHANNELS = 8;
const SEARCHED = 8;

/** What can be chosen: {value, label, hint, icon}. */
export function optionsOf(part, place) {
  if (part.type === STRING) {
    return part.options.map((o) => ({ value: o.value, label: o.label, hint: o.description, emoji: o.emoji }));
  }
  const guild = guildOf(place);
  const people = guild ? guild.members.map((m) => m.id) : [state.me.id, state.bot.id];
  const users = people.map((id) => ({ value: id, label: userOf(id).name, hint: userOf(id).bot ? say("app") : "" }));
  const roles = (guild?.roles ?? []).map((r) => ({ value: r.id, label: r.name.startsWith("@") ? r.name : `@${r.name}`, hint: say("role") }));
  const kinds = part.channel_types ?? [];
  const channels = (guild?.channels ?? []).filter((c) => !kinds.length || kinds.includes(c.kind))
    .map((c) => ({ value: c.id, label: isThread(c) ? c.name : `#${c.name}` }));
  return { [USERS]: users, [ROLES]: roles, [MENTIONABLES]: [...users, ...roles], [CHANNELS]: channels }[part.type];
}

function standing(part) {
  if (part.type === STRING) return part.options.filter((o) => o.default).map((o) => o.value);
  return (part.default_values ?? []).map((d) => String(d.id));
}

/** → {element, values()}. `chosen` is called when a choice is made; a form only asks for the values. */
export function select(part, { channel, chosen = null, label = null, labelledby = null, required = true }) {
  const least = part.min_values ?? 1;
  const most = part.max_values ?? 1;
  const all = optionsOf(part, channel);
  let values = standing(part);
  const shown = h("span", { class: "shown" });
  const id = freshId("select");
  const button = h("button", {
    type: "button", class: "select", id, disabled: part.disabled, "aria-haspopup": "listbox", "aria-expanded": "false",
    "data-control": part.custom_id, "aria-labelledby": labelledby ? `${labelledby} ${id}` : null,
    on: { click: () => toggle(), keydown: (event) => {
      if (["ArrowDown", "ArrowUp"].includes(event.key)) {
        event.preventDefault();
        toggle();
      }
    } },
  }, shown, icon("down"));
  let list = null;
  const name = label ?? part.placeholder ?? say("choose");
  const paint = () => {
    const picked = values.map((value) => all.find((o) => o.value === value)).filter(Boolean);
    shown.replaceChildren();
    shown.classList.toggle("placeholder", !picked.length);
    if (picked.length) add(shown, picked.map((o) => h("span", { class: "picked" }, emoji(o.emoji), o.label)));
    else add(shown, part.placeholder ?? say("choose"));
    if (!labelledby) button.setAttribute("aria-label", picked.length ? `${name}: ${picked.map((o) => o.label).join(", ")}` : name);
  };
  const settle = (picked) => {
    const changed = picked.join() !== values.join();
    values = picked;
    paint();
    if (chosen && (changed || most === 1)) chosen(values, button);
    button.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const toggle = () => {
    if (list?.open) return list.close();
    list = new List(button, {
      label: name, options: all, values, most, least: chosen || required ? least : 0, search: part.type !== STRING || all.length > SEARCHED, settle,
    });
  };
  paint();
  return { element: button, values: () => values, least, most };
}
