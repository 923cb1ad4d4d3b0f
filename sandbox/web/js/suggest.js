/* What is offered above the line that is typed; the cursor stays in the line. */

import { freshId, h } from "./dom.js";
import { say } from "./words.js";

export class Suggest {
  constructor() {
    this.id = freshId("suggest");
    this.head = h("p", { class: "head", id: `${this.id}-head` });
    this.list = h("div", { role: "listbox", id: this.id, "aria-label": say("commands") });
    this.element = h("div", { class: "suggest", hidden: true, on: { pointerdown: (event) => event.preventDefault() } }, this.head, this.list);
    this.items = [];
    this.at = -1;
    this.input = null;
  }

  get open() {
    return !this.element.hidden;
  }

  get current() {
    return this.open ? this.items[this.at] ?? null : null;
  }

  /** `items` are {label, hint, pick}; `first` lights up the first of them, or the one `at`; `head` is said above, also without items. */
  show(input, items, { head = "", label = "", first = false, at = 0, searching = false } = {}) {
    this.input = input;
    this.items = items;
    this.at = -1;
    this.head.textContent = searching ? `${head} ${say("searching")}` : head;
    this.head.hidden = !this.head.textContent;
    this.list.setAttribute("aria-label", label || say("commands"));
    this.list.hidden = !items.length;
    this.list.replaceChildren(...items.map((item, number) => h("div", {
      role: "option", id: `${this.id}-${number}`, class: "option", "aria-selected": "false", on: { click: () => item.pick(), pointermove: () => this.light(number) },
    }, h("span", { class: "label" }, item.label), item.hint && h("span", { class: "hint" }, item.hint))));
    this.element.hidden = !items.length && this.head.hidden;
    this.expanded(items.length > 0);
    input.removeAttribute("aria-activedescendant");
    if (first && items.length) this.light(at);
    else this.list.scrollTop = 0;
  }

  hide() {
    this.element.hidden = true;
    this.items = [];
    this.at = -1;
    this.expanded(false);
    this.input?.removeAttribute("aria-activedescendant");
  }

  /** Told by a field; a whole command that waits to be run has nothing of the kind. */
  expanded(open) {
    if (this.input?.getAttribute("role") === "combobox") this.input.setAttribute("aria-expanded", String(open));
  }

  light(number) {
    this.list.children[this.at]?.setAttribute("aria-selected", "false");
    this.at = number;
    const lit = this.list.children[number];
    lit.setAttribute("aria-selected", "true");
    lit.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", lit.id);
  }

  /** True if the key was for the list. */
  key(event) {
    if (!this.open || !this.items.length) return false;
    const n = this.items.length;
    if (event.key === "ArrowDown") this.light((this.at + 1) % n);
    else if (event.key === "ArrowUp") this.light(this.at < 0 ? n - 1 : (this.at - 1 + n) % n);
    else if (event.key === "Enter" && this.current) this.current.pick();
    else return false;
    event.preventDefault();
    return true;
  }

  /** The attributes of an input that this list belongs to. */
  get tied() {
    return { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.id, "aria-haspopup": "listbox", autocomplete: "off", spellcheck: "false" };
  }
}
