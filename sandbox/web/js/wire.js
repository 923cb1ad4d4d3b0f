/* The connection: asks with answers, news without; lost, it is sought again until it is found. */

import { emit, state } from "./state.js";

const PAUSES = [300, 600, 1200, 2500, 4000];

let socket = null;
let count = 0;
let tries = 0;
const waiting = new Map();

/** What went wrong with something that was asked; `silence` is a bot that did not answer. */
export class Refused extends Error {
  constructor(told, silence = false) {
    super(told);
    this.silence = silence;
  }
}

export function open(name, heard) {
  const address = new URL("/page/ws", location.href);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.searchParams.set("as", name);
  const made = new WebSocket(address);
  socket = made;
  made.addEventListener("message", (event) => {
    const told = JSON.parse(event.data);
    if (told.t === "answer") return answered(told);
    if (told.t === "hello") {
      tries = 0;
      connection(true);
    }
    heard(told);
  });
  made.addEventListener("close", () => lost(name, heard));
}

function connection(there) {
  state.connected = there;
  emit("connection", there);
}

async function lost(name, heard) {
  connection(false);
  for (const { fail } of waiting.values()) fail(new Refused("lost"));
  waiting.clear();
  await new Promise((done) => setTimeout(done, PAUSES[Math.min(tries++, PAUSES.length - 1)]));
  if (await gone(name)) {
    location.assign("/");
    return;
  }
  open(name, heard);
}

/** The server answers but knows nobody of this name: its world was begun anew. */
async function gone(name) {
  try {
    const people = await (await fetch("/page/people")).json();
    return !people.some((person) => person.name === name);
  } catch {
    return false;
  }
}

function answered(told) {
  const asked = waiting.get(told.n);
  waiting.delete(told.n);
  if (!asked) return;
  if (told.failed) asked.fail(new Refused("silence", true));
  else if (told.error !== undefined) asked.fail(new Refused(told.error));
  else asked.done(told.ok);
}

/** ask("press", {channel, message, id}) → what the server says; throws Refused. */
export function ask(act, told = {}) {
  if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refused("lost"));
  count += 1;
  const n = count;
  socket.send(JSON.stringify({ n, do: act, ...told }));
  return new Promise((done, fail) => waiting.set(n, { done, fail }));
}
