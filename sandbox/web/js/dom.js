/* Elements out of plain values. Text only ever becomes a text node: nothing here or elsewhere parses HTML. */

const SVG = "http://www.w3.org/2000/svg";

/** h("p", {class: "x", on: {click: f}}, "text", child, [more], null) */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    set(element, name, value);
  }
  add(element, children);
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "on") {
    for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
  } else if (name === "value" || name === "checked" || name === "htmlFor") {
    element[name] = value;
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

export function add(element, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

const PATHS = {
  hash: "M5 9h15M4 15h15M10 3 8 21M16 3l-2 18",
  thread: "M4 5h16v11H10l-5 4v-4H4z",
  dm: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21c1-5 4-7 8-7s7 2 8 7",
  menu: "M4 6h16M4 12h16M4 18h16",
  close: "M5 5l14 14M19 5 5 19",
  gear: "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM12 2v4M12 18v4M2 12h4M18 12h4M5 5l3 3M16 16l3 3M19 5l-3 3M8 16l-3 3",
  tools: "M4 8l4 4-4 4M11 18h9",
  silent: "M6 17h12l-2-3v-4a4 4 0 0 0-7-2M4 4l16 16M10 20h4",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z",
  out: "M10 4H4v16h16v-6M14 4h6v6M20 4l-9 9",
  down: "M6 9l6 6 6-6",
  check: "M5 13l4 4L19 7",
  people: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 20c0-4 3-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M17 14c3 1 4 3 4 6",
  reply: "M20 18v-4a4 4 0 0 0-4-4H5M9 6l-4 4 4 4",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  leave: "M14 4H5v16h9M10 12h10M16 8l4 4-4 4",
  plus: "M12 5v14M5 12h14",
  send: "M4 12 20 4l-5 16-3-7z",
  pin: "M9 4h6l-1 6 3 3H7l3-3zM12 13v7",
};

/** A drawing of our own; it says nothing to a screen reader, the control around it does. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button that shows only a drawing; its name is heard and seen on hover. */
export function iconButton(name, label, click, props = {}) {
  return h("button", { type: "button", class: "plain", "aria-label": label, title: label, on: { click }, ...props }, icon(name));
}

const HUES = [190, 20, 285, 95, 335, 45, 150, 260, 0, 310, 70, 120];

/** A circle with an initial: everybody has a colour, and a letter besides. `colour` numbers them as they came. */
export function avatar(user, extra = "") {
  const circle = h("span", { class: `avatar ${extra}`, "aria-hidden": "true" }, [...user.name][0]?.toUpperCase() ?? "?");
  circle.style.setProperty("--hue", hue(user));
  return circle;
}

const hue = (user) => user.bot ? 232 : HUES[(user.colour ?? 0) % HUES.length];

/** The same circle as the sign of the tab: several people are several tabs. */
export function signTab(user) {
  const letter = /[\p{L}\p{N}]/u.exec(user.name)?.[0].toUpperCase() ?? "";
  const text = `<text x="16" y="22.5" font-family="sans-serif" font-size="19" font-weight="700" text-anchor="middle" fill="white">${letter}</text>`;
  const svg = `<svg xmlns="${SVG}" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="hsl(${hue(user)},45%,36%)"/>${text}</svg>`;
  document.querySelector("link[rel=icon]").href = `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

let count = 0;
export function freshId(prefix) {
  count += 1;
  return `${prefix}-${count}`;
}

/** Opens a dialog above the page; gone from the document once it is closed. */
export function openDialog(dialog) {
  const before = document.activeElement;
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (document.activeElement !== document.body) return; // the browser has put it back already
    const back = before?.isConnected && before !== document.body ? before : document.querySelector(".composer textarea");
    back?.focus();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && dialog.dataset.light !== undefined) dialog.close();
  });
  dialog.showModal();
  return dialog;
}
