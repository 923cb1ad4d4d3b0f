/* The beginning: who you are is in the address, so every tab can be somebody else. */

import { choosePerson } from "./start.js";
import { buildApp } from "./app.js";
import { applyPictures } from "./pictures.js";
import { applyTheme } from "./settings.js";
import { speak } from "./words.js";

applyTheme();
applyPictures();
const name = new URLSearchParams(location.search).get("as");
if (name) {
  buildApp(name);
} else {
  speak(navigator.language);
  choosePerson();
}
