/* Pictures in messages, and large before everything else, with what they show in words. */

import { h, icon, iconButton, openDialog } from "./dom.js";
import { emit, now } from "./state.js";
import { say } from "./words.js";

const WIDEST = 550, HIGHEST = 350;

/** "discord" shows pictures in Discord's box, "large" as large as there is room; kept for all tabs of this browser. */
export const boxed = () => localStorage.getItem("pictures") !== "large";

export function applyPictures() {
  document.documentElement.dataset.pictures = boxed() ? "discord" : "large";
}

export function keepPictures(wanted) {
  localStorage.setItem("pictures", wanted ? "discord" : "large");
  applyPictures();
}

/** Whether a text, a message as JSON say, holds an address of this server that no longer opens anything. */
export function expired(text) {
  return [...text.matchAll(/\/cdn\/attachments\/[^"\s]*?[?&]ex=([0-9a-f]+)/g)].some(([, until]) => parseInt(until, 16) < now());
}

/** Addresses of this server are asked for where the page came from, by whatever name the browser knows it. */
export function media(told) {
  const url = new URL(told.url, location.href);
  const ours = url.pathname.startsWith("/cdn/");
  return { url: ours ? url.pathname + url.search : told.url, ours, width: told.width, height: told.height };
}

/** A picture to be opened. What does not stand on this server is not fetched: it is a link. */
export function picture(told, alt, { spoiler = false, among = null, number = 0, ...props } = {}) {
  if (!told.ours) {
    return h("a", { ...props, class: "outside", href: told.url, target: "_blank", rel: "noopener noreferrer" }, icon("out"), alt || told.url);
  }
  const image = h("img", { src: expired(told.url) ? null : told.url, alt: alt ?? "", loading: "lazy", decoding: "async" });
  fit(image, told);
  image.addEventListener("error", () => emit("stale", image), { once: true });
  const pictures = among ?? [{ ...told, alt }];
  const label = alt ? say("pictureOf", { alt }) : say("picture");
  return h("button", {
    type: "button", class: `picture ${props.class ?? ""} ${spoiler ? "veiled" : ""}`, "aria-label": label,
    on: { click: (event) => opened(event.currentTarget, pictures, number) },
  }, image);
}

/** Its form and its width in Discord's box are known before it is there, so that nothing jumps when it comes. */
function fit(image, { width, height }) {
  if (!width || !height) return;
  const scale = Math.min(1, WIDEST / width, HIGHEST / height);
  image.style.aspectRatio = `${width} / ${height}`;
  image.style.setProperty("--boxed", `${Math.round(width * scale)}px`);
  image.style.setProperty("--whole", `${width}px`);
}

function opened(button, pictures, number) {
  if (button.classList.contains("veiled")) button.classList.remove("veiled");
  else view(pictures, number);
}

function view(pictures, number) {
  let at = number;
  const image = h("img", {});
  const words = h("p", { class: "alt", tabindex: "0" });
  const tab = h("a", { class: "button secondary", target: "_blank", rel: "noopener noreferrer" }, say("newTab"));
  const size = h("button", { type: "button", class: "button secondary", "aria-pressed": "false", on: { click: () => resize() } }, say("actual"));
  const frame = h("div", { class: "frame", tabindex: "0", role: "group", "aria-label": say("pictureTitle") }, image);
  const several = pictures.length > 1;
  const bar = h("div", { class: "bar" },
    several && h("button", { type: "button", class: "button secondary", "aria-label": "←", on: { click: () => turn(-1) } }, "←"),
    several && h("button", { type: "button", class: "button secondary", "aria-label": "→", on: { click: () => turn(1) } }, "→"),
    size, tab, iconButton("close", say("close"), () => dialog.close()));
  const dialog = h("dialog", { class: "viewer", "data-light": true, "aria-label": say("pictureTitle") }, frame, words, bar);
  const resize = (wanted) => {
    const actual = dialog.classList.toggle("actual", wanted);
    size.setAttribute("aria-pressed", String(actual));
  };
  const turn = (step) => {
    at = (at + step + pictures.length) % pictures.length;
    image.src = tab.href = pictures[at].url;
    image.alt = pictures[at].alt ?? "";
    words.textContent = pictures[at].alt || say("noAlt");
    resize(false);
  };
  image.addEventListener("click", () => resize());
  dialog.addEventListener("keydown", (event) => {
    if (several && event.key === "ArrowLeft") turn(-1);
    if (several && event.key === "ArrowRight") turn(1);
  });
  turn(0);
  openDialog(dialog);
}
