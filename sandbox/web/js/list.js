/* A list that opens at a control: arrows, Home, End, Enter, Escape, letters; one or several to be chosen. */

import { freshId, h, icon } from "./dom.js";
import { emoji } from "./components.js";
import { range, say } from "./words.js";

const ROOM = 330;
let current = null;

/** What it hangs on is about to be replaced. */
export function closeListWithin(node) {
  if (current && node.contains(current.anchor)) current.close(false);
}

export class List {
  constructor(anchor, { label, options, values, least, most, search, settle }) {
    Object.assign(this, { anchor, options, least, most, settle });
    this.picked = [...values];
    this.before = values.join();
    this.shown = options;
    this.at = Math.max(0, options.findIndex((o) => values.includes(o.value)));
    this.id = freshId("list");
    this.open = true;
    current = this;
    this.build(label, search);
    this.place();
    this.paint();
    anchor.setAttribute("aria-expanded", "true");
    this.focus.focus();
    this.away = (event) => this.outside(event);
    this.moved = (event) => { if (!this.element.contains(event.target)) this.place(); };
    document.addEventListener("pointerdown", this.away, true);
    window.addEventListener("resize", this.moved);
    document.addEventListener("scroll", this.moved, true);
  }

  build(label, search) {
    this.items = h("div", { role: "listbox", id: this.id, "aria-label": label, class: "options", tabindex: search ? null : "0", "aria-multiselectable": this.most > 1 ? "true" : null });
    this.input = search && h("input", { type: "text", class: "search", role: "combobox", "aria-expanded": "true", "aria-controls": this.id, "aria-label": say("search"), placeholder: say("search"), autocomplete: "off", on: { input: () => this.filter() } });
    this.focus = this.input || this.items;
    const done = this.most > 1 && h("button", { type: "button", class: "button primary", on: { click: () => this.finish() } }, say("done"));
    this.done = done;
    this.count = h("p", { class: "count" });
    this.element = h("div", { class: "list", on: { keydown: (event) => this.key(event) } },
      this.input, this.items, this.most > 1 && h("div", { class: "foot" }, this.count, done));
    (this.anchor.closest("dialog") ?? document.body).append(this.element);
  }

  place() {
    const box = this.anchor.getBoundingClientRect();
    if (box.bottom < 0 || box.top > innerHeight) return this.close(false);
    const below = innerHeight - box.bottom;
    const up = below < ROOM && box.top > below;
    const width = Math.max(220, Math.min(box.width, innerWidth - 16));
    const style = this.element.style;
    style.width = `${width}px`;
    style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
    style.maxHeight = `${Math.min(ROOM, (up ? box.top : below) - 12)}px`;
    style.bottom = up ? `${innerHeight - box.top + 4}px` : "auto";
    style.top = up ? "auto" : `${box.bottom + 4}px`;
  }

  paint() {
    this.items.replaceChildren(...this.shown.map((option, number) => this.row(option, number)));
    if (!this.shown.length) this.items.append(h("p", { class: "none" }, say("nothing")));
    const active = this.items.children[this.at];
    if (this.shown.length && active) {
      this.focus.setAttribute("aria-activedescendant", active.id);
      active.scrollIntoView({ block: "nearest" });
    } else {
      this.focus.removeAttribute("aria-activedescendant");
    }
    if (this.done) {
      this.count.textContent = this.fits() ? say("chosen", { n: this.picked.length }) : say("pick", { range: range(this.least, this.most) });
      this.done.disabled = !this.fits();
    }
  }

  row(option, number) {
    const chosen = this.picked.includes(option.value);
    return h("div", {
      role: "option", id: `${this.id}-${number}`, "aria-selected": String(chosen), class: number === this.at ? "option active" : "option",
      on: { click: () => { this.at = number; this.pick(); }, pointermove: () => this.move(number) },
    },
      emoji(option.emoji),
      h("span", { class: "label" }, option.label, option.hint && h("small", {}, option.hint)),
      this.most > 1 ? h("span", { class: chosen ? "box on" : "box" }, chosen && icon("check")) : chosen && icon("check"));
  }

  move(number) {
    if (number === this.at || number < 0 || number >= this.shown.length) return;
    this.items.children[this.at]?.classList.remove("active");
    this.at = number;
    const active = this.items.children[number];
    active.classList.add("active");
    active.scrollIntoView({ block: "nearest" });
    this.focus.setAttribute("aria-activedescendant", active.id);
  }

  filter() {
    const wanted = this.input.value.trim().toLocaleLowerCase();
    this.shown = this.options.filter((o) => `${o.label} ${o.hint ?? ""}`.toLocaleLowerCase().includes(wanted));
    this.at = 0;
    this.paint();
  }

  key(event) {
    const last = this.shown.length - 1;
    const steps = { ArrowDown: this.at + 1, ArrowUp: this.at - 1, Home: 0, End: last, PageDown: Math.min(last, this.at + 8), PageUp: Math.max(0, this.at - 8) };
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    } else if (event.target === this.done) {
      return;
    } else if (event.key in steps && !(this.input && ["Home", "End"].includes(event.key))) {
      event.preventDefault();
      this.move(steps[event.key]);
    } else if (event.key === "Enter" || (event.key === " " && !this.input)) {
      event.preventDefault();
      this.pick();
    } else if (event.key === "Tab" && !this.done) {
      this.close();
    } else if (!this.input && event.key.length === 1) {
      const wanted = event.key.toLocaleLowerCase();
      const next = [...this.shown.keys()].map((n) => (n + this.at + 1) % this.shown.length).find((n) => this.shown[n].label.toLocaleLowerCase().startsWith(wanted));
      if (next !== undefined) this.move(next);
    }
  }

  fits() {
    return this.picked.length >= this.least && this.picked.length <= this.most;
  }

  pick() {
    const option = this.shown[this.at];
    if (!option) return;
    if (this.most > 1) {
      if (this.picked.includes(option.value)) this.picked = this.picked.filter((v) => v !== option.value);
      else if (this.picked.length < this.most) this.picked.push(option.value);
      this.paint();
      return;
    }
    const again = this.picked[0] === option.value && this.least === 0;
    this.picked = again ? [] : [option.value];
    this.finish();
  }

  finish() {
    const picked = this.picked;
    this.close();
    this.settle(picked);
  }

  outside(event) {
    if (this.element.contains(event.target) || this.anchor.contains(event.target)) return;
    const changed = this.most > 1 && this.fits() && this.picked.join() !== this.before;
    this.close(false);
    if (changed) this.settle(this.picked);
  }

  close(back = true) {
    if (!this.open) return;
    this.open = false;
    current = null;
    document.removeEventListener("pointerdown", this.away, true);
    window.removeEventListener("resize", this.moved);
    document.removeEventListener("scroll", this.moved, true);
    this.element.remove();
    this.anchor.setAttribute("aria-expanded", "false");
    if (back) this.anchor.focus();
  }
}
