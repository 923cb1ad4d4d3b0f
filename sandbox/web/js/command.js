/* A command being filled in: one field for each option, hints and choices above, Enter runs it. */

import { freshId, h } from "./dom.js";
import { read } from "./field.js";
import { openForm } from "./form.js";
import { optionsOf } from "./select.js";
import { say } from "./words.js";
import { ask } from "./wire.js";

const INTEGER = 4, BOOLEAN = 5, NUMBER = 10, ATTACHMENT = 11;
const ENTITIES = { 6: 5, 7: 8, 8: 6, 9: 7 };
const PAUSE = 120;

/** As it is compared: whoever types needs neither capitals nor the sign before a name. */
const plain = (text) => text.trim().replace(/^[@#]/, "").toLocaleLowerCase();

export class CommandLine {
  constructor(command, first, { suggest, trouble, place, leave, complain }) {
    Object.assign(this, { command, suggest, trouble, place, leave, complain });
    this.fields = [];
    this.faulty = null;
    this.chips = h("div", { class: "chips" });
    this.more = h("button", { type: "button", class: "textual more", on: { click: () => this.offerMore(), keydown: (event) => this.moreKey(event), blur: () => this.suggest.hide() }, ...suggest.tied });
    this.element = h("div", {
      class: "command", role: "group", tabindex: "-1", "aria-label": `${command.line}: ${command.description}`, "aria-describedby": suggest.head.id,
      on: { keydown: (event) => this.key(event), focus: () => this.ready(), blur: () => this.suggest.hide() },
    },
      h("span", { class: "name" }, command.line), this.chips, this.more);
    for (const option of command.options) if (option.required) this.addField(option);
    if (first && !this.fields.length && command.options.length) this.addField(command.options[0]);
    if (first && this.fields.length) this.fields[0].input.value = first;
    this.paintMore();
  }

  /** Where there is nothing that must be filled in, the next Enter runs the command. */
  focus() {
    const empty = this.fields.find((f) => !f.input.value) ?? this.fields.at(-1);
    (empty?.input ?? this.element).focus();
  }

  /** What could be filled in is offered without being lit, so that Enter does not take it. */
  ready() {
    this.suggest.show(this.element, this.optional(), { label: say("optionalHint"), head: this.left.length ? `${say("optionalHint")} · ${say("runHint")}` : say("runHint") });
  }

  // fields

  addField(option) {
    const id = freshId("option");
    const isFile = option.type === ATTACHMENT;
    const input = h(isFile ? "input" : "textarea", {
      id, type: isFile ? "file" : null, rows: isFile ? null : "1", "aria-required": option.required ? "true" : null, title: option.description,
      "aria-label": `${option.label}: ${option.description}`, inputmode: option.type === INTEGER ? "numeric" : null,
      ...(isFile ? {} : this.suggest.tied),
      on: { input: () => this.changed(made), focus: () => this.typed(made), blur: () => this.suggest.hide() },
    });
    const made = { option, input, chosen: null, asked: 0, timer: 0, offered: [] };
    made.chip = h("span", { class: "chip" }, h("label", { for: id }, option.label), input);
    this.fields.push(made);
    this.chips.append(made.chip);
    this.fit(made);
    this.paintMore();
    return made;
  }

  dropField(made) {
    const at = this.fields.indexOf(made);
    this.fields.splice(at, 1);
    if (this.faulty === made) this.right();
    made.chip.remove();
    this.paintMore();
    const next = this.fields[Math.max(0, at - 1)];
    (next?.input ?? this.more).focus();
  }

  /** As wide as what stands in it; what is longer than the line goes on in the next. */
  fit({ input, option }) {
    if (option.type === ATTACHMENT) return;
    input.style.width = `${Math.max(6, Math.min(60, input.value.length + 3))}ch`;
    input.style.height = "auto";
    if (input.isConnected) input.style.height = `${input.scrollHeight}px`;
  }

  get left() {
    return this.command.options.filter((o) => !this.fields.some((f) => f.option === o));
  }

  paintMore() {
    this.more.hidden = !this.left.length;
    this.more.textContent = `+ ${say("optional", { n: this.left.length })}`;
  }

  optional() {
    return this.left.map((option) => ({ label: option.label, hint: option.description, pick: () => this.addField(option).input.focus() }));
  }

  offerMore() {
    this.suggest.show(this.more, this.optional(), { first: true, label: say("optionalHint"), head: say("optionalHint") });
  }

  moreKey(event) {
    if (this.suggest.input === this.more && this.suggest.key(event)) event.stopPropagation();
    else if (event.key === "ArrowDown") {
      event.preventDefault();
      this.offerMore();
    }
  }

  // hints

  head(option) {
    const least = option.min_value ?? option.min_length, most = option.max_value ?? option.max_length;
    const bounds = least !== undefined && most !== undefined ? ` (${say("between", { least, most })})` : "";
    return `${option.label}: ${option.description}${bounds}${option.required ? ` · ${say("required")}` : ""}`;
  }

  /** What was refused for no single field is out of date with the first letter; a field's own mark with what fits. */
  changed(made) {
    if (!this.faulty) this.trouble.textContent = "";
    this.typed(made);
  }

  typed(made) {
    this.fit(made);
    const wanted = plain(made.input.value);
    if (made.chosen && made.chosen.label !== made.input.value) made.chosen = null;
    if (this.faulty === made && !this.problem(made)) this.right();
    clearTimeout(made.timer);
    if (made.option.type === ATTACHMENT) return this.suggest.show(made.input, [], { head: this.head(made.option) });
    if (made.option.autocomplete) {
      made.asked += 1; // an answer to what was written before comes too late
      made.timer = setTimeout(() => this.hint(made), made.input.value ? PAUSE : 0);
      // until the bot has answered to what is written now, Enter must not take what it offered for less
      return this.offer(made, made.offered.filter((c) => c.label.toLocaleLowerCase().startsWith(wanted)), true);
    }
    const fitting = this.fixed(made.option).filter((c) => made.chosen || plain(c.label).includes(wanted));
    const begins = (choice) => Number(!made.chosen && plain(choice.label).startsWith(wanted));
    this.offer(made, fitting.sort((a, b) => begins(b) - begins(a)));
  }

  fixed(option) {
    if (option.choices.length) return option.choices.map((c) => ({ label: c.name, value: c.value }));
    if (option.type === BOOLEAN) return [{ label: say("yes"), value: true }, { label: say("no"), value: false }];
    if (option.type in ENTITIES) return optionsOf({ type: ENTITIES[option.type], channel_types: option.channel_types }, this.place);
    return [];
  }

  async hint(made) {
    made.asked += 1;
    const asked = made.asked;
    const others = this.fields.filter((f) => f !== made && f.input.value).map((f) => ({ ...this.told(f), type: f.option.type })).filter((o) => o.name);
    const focused = { name: made.option.name, type: made.option.type, value: made.chosen ? String(made.chosen.value) : made.input.value };
    const found = await ask("hint", { channel: this.place.id, line: this.command.line, options: [...others, focused] }).catch(() => null);
    if (asked !== made.asked || document.activeElement !== made.input) return;
    made.offered = (found ?? []).map((c) => ({ label: c.name, value: c.value }));
    this.offer(made, made.offered);
  }

  offer(made, choices, searching = false) {
    const items = choices.map((choice) => ({ label: choice.label, hint: choice.hint, pick: () => this.pick(made, choice) }));
    const first = !made.chosen && (made.option.required || made.input.value !== "");
    const wanted = plain(made.input.value);
    const same = choices.findIndex((choice) => plain(choice.label) === wanted);
    this.suggest.show(made.input, items, { head: this.head(made.option), label: made.option.label, first, at: Math.max(0, same), searching });
  }

  pick(made, choice) {
    made.chosen = choice;
    made.input.value = choice.label;
    this.fit(made);
    if (this.faulty === made && !this.problem(made)) this.right();
    this.suggest.hide();
    const next = this.fields.find((f) => f.option.required && !f.input.value);
    if (next) next.input.focus();
  }

  // keys

  key(event) {
    if (event.isComposing) return;
    const made = this.fields.find((f) => f.input === event.target);
    const waits = event.target === this.element;
    if ((made || waits) && this.suggest.input === event.target && this.suggest.key(event)) return;
    if (event.key === "Tab" && !event.shiftKey && made && this.suggest.current) {
      this.suggest.current.pick();
      if (document.activeElement !== made.input) event.preventDefault();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.suggest.open && this.suggest.items.length) this.suggest.hide();
      else this.leave("");
    } else if (event.key === "Enter" && (made || waits)) {
      event.preventDefault();
      this.send();
    } else if (event.key === "Backspace" && (made ? made.input.value === "" : event.target !== this.more)) {
      event.preventDefault();
      if (made && !made.option.required) this.dropField(made);
      else this.leave(this.command.line);
    } else if (waits && this.left.length && event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey) {
      this.addField(this.left[0]).input.focus(); // and the letter goes there
    }
  }

  // sending

  /** {name, value} of a field, or {problem}. */
  told(made) {
    const { option, input, chosen } = made;
    const text = input.value.trim();
    if (chosen && chosen.label === input.value) return { name: option.name, value: chosen.value };
    const fixed = this.fixed(option);
    const same = fixed.find((c) => plain(c.label) === plain(text));
    if (same) return { name: option.name, value: same.value };
    if (fixed.length || option.type === BOOLEAN) return { problem: say("mustChoose") };
    if (option.type === INTEGER && !/^-?\d+$/.test(text)) return { problem: say("wanted", { name: option.label }) };
    if (option.type === NUMBER && (text === "" || Number.isNaN(Number(text)))) return { problem: say("wanted", { name: option.label }) };
    return { name: option.name, value: text };
  }

  isEmpty({ option, input }) {
    return option.type === ATTACHMENT ? !input.files.length : !input.value.trim();
  }

  /** What is wrong with a field as it stands, in words; null if nothing is. */
  problem(made) {
    const { option } = made;
    if (this.isEmpty(made)) return option.required ? say("wanted", { name: option.label }) : null;
    const { problem } = option.type === ATTACHMENT ? {} : this.told(made);
    return problem ? `${option.label}: ${problem}` : null;
  }

  async collected() {
    const options = [];
    for (const made of this.fields) {
      const problem = this.problem(made);
      if (problem) return this.wrong(made, problem);
      if (this.isEmpty(made)) continue;
      const isFile = made.option.type === ATTACHMENT;
      const told = isFile ? { name: made.option.name, value: await read(made.input.files[0]) } : this.told(made);
      options.push({ ...told, type: made.option.type });
    }
    return options;
  }

  wrong(made, why) {
    this.right();
    this.faulty = made;
    this.trouble.textContent = why;
    made.chip.classList.add("wrong");
    made.input.focus();
    return null;
  }

  /** Nothing is marked any more. */
  right() {
    this.faulty?.chip.classList.remove("wrong");
    this.faulty = null;
    this.trouble.textContent = "";
  }

  async send() {
    if (this.element.getAttribute("aria-busy")) return;
    const options = await this.collected();
    if (!options) return;
    this.suggest.hide();
    this.right();
    this.element.setAttribute("aria-busy", "true");
    try {
      const told = await ask("slash", { channel: this.place.id, line: this.command.line, options });
      this.leave("", { focus: !told.modal });
      if (told.modal) openForm(told.modal, told.ref, this.place);
    } catch (error) {
      this.element.removeAttribute("aria-busy");
      this.complain(error);
    }
  }
}
