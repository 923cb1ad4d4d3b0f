/* The first page: who there is to be, and somebody new. */

import { avatar, h } from "./dom.js";
import { LANGUAGES, language, say, tongue } from "./words.js";

export async function choosePerson() {
  document.title = "Stammtisch";
  const people = await (await fetch("/page/people")).json();
  const list = h("ul", { class: "people" }, people.map((person) => h("li", {},
    h("a", { href: address(person.name), class: "person" }, avatar(person),
      h("span", { class: "whom" }, say("asPerson", { name: person.name }), person.here && h("small", {}, say("here"))),
      h("small", { lang: person.locale }, tongue(person.locale))))));
  document.body.append(h("main", { class: "start" },
    h("h1", {}, say("who")), h("p", {}, say("whoHint")), list, maker()));
  document.querySelector("a.person")?.focus();
}

function address(name) {
  return `/?as=${encodeURIComponent(name)}`;
}

function maker() {
  const name = h("input", { type: "text", id: "new-name", maxlength: "32", required: true, autocomplete: "off", on: { input: () => { trouble.textContent = ""; } } });
  const locale = h("select", { id: "new-locale" }, LANGUAGES.map(([code, told]) =>
    h("option", { value: code, selected: code.slice(0, 2) === language().slice(0, 2) }, told)));
  const trouble = h("p", { class: "trouble", role: "alert" });
  return h("form", { class: "maker", on: { submit: async (event) => {
    event.preventDefault();
    const answer = await fetch("/page/people", { method: "POST", body: JSON.stringify({ name: name.value, locale: locale.value }) });
    if (answer.ok) location.assign(address((await answer.json()).name));
    else trouble.textContent = await answer.text();
  } } },
    h("h2", {}, say("newPerson")),
    h("div", { class: "line" },
      h("div", {}, h("label", { for: "new-name" }, say("name")), name),
      h("div", {}, h("label", { for: "new-locale" }, say("language")), locale),
      h("button", { type: "submit", class: "button primary" }, say("make"))),
    trouble);
}
