/* Somebody presses or chooses: the control waits for the bot's first word, a form opens, a failure is told. */

import { h } from "./dom.js";
import { openForm } from "./form.js";
import { say } from "./words.js";
import { ask, Refused } from "./wire.js";

export async function act(what, told, place, control) {
  if (control.getAttribute("aria-busy") === "true") return;
  control.setAttribute("aria-busy", "true");
  forget(place);
  try {
    const answer = await ask(what, { channel: place.channel.id, message: place.message.id, ...told });
    if (answer?.modal) openForm(answer.modal, answer.ref, place.channel);
  } catch (error) {
    complain(place, error);
  } finally {
    control.removeAttribute("aria-busy");
  }
}

function article(place) {
  return document.getElementById(`m-${place.message.id}`);
}

function forget(place) {
  article(place)?.querySelector(".failure")?.remove();
}

function complain(place, error) {
  if (!(error instanceof Refused)) throw error;
  const told = error.silence ? say("failed") : say("reason", { why: error.message === "lost" ? say("lost") : error.message });
  article(place)?.querySelector(".body")?.append(h("p", { class: "failure", role: "alert" }, told));
}
