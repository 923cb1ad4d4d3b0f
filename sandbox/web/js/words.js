/* What the page itself says, in the languages of the bot. `say(key, {n: 2})` fills {n}; one | several. */

import de from "./words_de.js";
import it from "./words_it.js";

const en = {
  who: "Who are you?",
  whoHint: "A Discord on this machine, with the bot in it. Open a second tab to be somebody else there.",
  asPerson: "Play as {name}", here: "at the table in another tab", newPerson: "Somebody new", name: "Name",
  language: "Language", make: "Make", servers: "Servers", channels: "Channels", threads: "Threads",
  archived: "Archived threads", dms: "Direct messages", messages: "Messages",
  skip: "Skip to the message field", openChannels: "Show channels", closeChannels: "Hide channels",
  developer: "Developer", settings: "Settings", others: "Be somebody else in a new tab", close: "Close",
  unread: "unread", nPings: "{n} ping|{n} pings", newLine: "New", newBelow: "{n} new message below|{n} new messages below", older: "Show earlier messages", app: "App",
  used: "{name} used {line}", replied: "in answer to", onlyYou: "Only you can see this", dismiss: "Dismiss message",
  thinking: "{name} is thinking…", noAnswer: "The application did not respond", failed: "This interaction failed",
  edited: "edited", silent: "Silent message: sent without a notification", typing: "{name} is typing…",
  lost: "Connection lost. Trying again…", back: "Connected again", started: "{name} started a thread: {text}",
  pinned: "{name} pinned a message.", openThread: "Open thread {name}", picture: "Open picture",
  pictureOf: "Open picture: {alt}", noAlt: "No description", actual: "Actual size",
  newTab: "Open in a new tab", pictureTitle: "Picture", download: "Download {name}",
  write: "Message {place}", writeHint: "Enter sends, / begins a command", noWrite: "You cannot write here", send: "Send",
  commands: "Commands", noCommand: "No command fits", optional: "{n} more field|{n} more fields", optionalHint: "Optional fields", runHint: "Enter runs the command",
  required: "required", wanted: "{name} is wanted", cancelCommand: "Leave the command", run: "Run the command",
  searching: "Searching…", nothing: "Nothing fits", yes: "True", no: "False", between: "{least} to {most}",
  choose: "Choose", search: "Search", done: "Done", chosen: "{n} chosen", pick: "Choose {range}",
  submit: "Submit", cancel: "Cancel", wrong: "Something went wrong. Try again.", mustChoose: "Please choose",
  tooFew: "Choose {range}", theme: "Look", dark: "Dark", light: "Light", device: "As on this device",
  dmsOpen: "Take direct messages from this server", dmsHint: "While this is off, the bot cannot write to you.",
  dayToday: "Today", empty: "Nothing has been said here yet.",
  emptyFirst: "To begin, open a table: type {command}, or press it here.",
  emptyHouse: "Or play at once, alone against the house:", emptyOthers: "To play with others, open a tab for each further player.", spoiler: "Show the spoiler",
  begin: "This is the beginning of {place}.", requests: "What the bot asked, and what it was answered",
  onlyWrong: "Only what was wrong", noRequests: "Nothing yet.", clock: "Clock", ahead: "Move the clock ahead by",
  minute: "1 minute", quarter: "16 minutes", hour: "1 hour", day: "1 day", week: "1 week", clockNow: "In the sandbox it is {time}",
  faults: "Faults", faultAt: "Request", faultDo: "What happens", faultTimes: "How often", inject: "Plan the fault",
  calm: "Forget what is planned", planned: "Planned", nothingPlanned: "No fault is planned.", struckNow: "Struck",
  gateway: "The bot's gateway", cut: "Cut", reconnect: "Ask to reconnect", invalidate: "Invalidate the session",
  violation: "against Discord's rules", request: "Request", answer: "Answer", unknown: "unknown",
  pictures: "Pictures", boxed: "As Discord shows them", boxedHint: "On a desk in a box of 550 × 350, on a phone as wide as it is. Off: as large as there is room.",
  leave: "Leave", leaveServer: "Leave {name}", leaveAsk: "Leave {name}?", join: "Go back to {name}",
  leaveHint: "Its channels and threads go from your lists. The plus at the left brings you back.",
  role: "Role", deletedAnswer: "The message is gone.", reason: "That did not work: {why}",
};

const TABLES = { en, de, it };
let table = en;
let locale = "en-US";

export function speak(wanted) {
  locale = wanted;
  table = TABLES[wanted.slice(0, 2)] ?? en;
  document.documentElement.lang = wanted.slice(0, 2);
}

export const language = () => locale;

export function say(key, fill = {}) {
  const [one, several = one] = (table[key] ?? en[key] ?? key).split("|");
  return (fill.n === 1 ? one : several).replace(/\{(\w+)\}/g, (_, name) => fill[name] ?? "");
}

/** "2", or "1 to 3". */
export const range = (least, most) => (least === most ? String(least) : say("between", { least, most }));

export const LANGUAGES = [["en-US", "English"], ["de", "Deutsch"], ["it", "Italiano"]];

/** A language by its own name. */
export const tongue = (wanted) => LANGUAGES.find(([code]) => code.slice(0, 2) === wanted.slice(0, 2))?.[1] ?? wanted;
