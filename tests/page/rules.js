/* Rules of accessibility, held against the page as it stands: each finding is [rule, seriousness, what, where]. */
() => {
  const findings = [];
  const shown = (el) => el.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && el.getClientRects().length > 0;
  const where = (el) => `${el.tagName.toLowerCase()}.${el.className?.baseVal ?? el.className}#${el.id} ${(el.textContent ?? "").slice(0, 40)}`;
  const find = (rule, serious, what, el) => findings.push([rule, serious ? "serious" : "minor", what, where(el)]);
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const all = [...scope.querySelectorAll("*")].filter(shown);

  // names
  const text = (el) => {
    if (!el) return "";
    if (el.getAttribute("aria-hidden") === "true") return "";
    if (el.getAttribute("aria-label")) return el.getAttribute("aria-label");
    if (el.tagName === "IMG") return el.alt;
    return [...el.childNodes].map((n) => (n.nodeType === 3 ? n.data : n.nodeType === 1 ? text(n) : "")).join(" ");
  };
  const name = (el) => {
    const ids = el.getAttribute("aria-labelledby");
    if (ids) return ids.split(/\s+/).map((id) => text(document.getElementById(id))).join(" ").trim();
    if (el.getAttribute("aria-label")) return el.getAttribute("aria-label").trim();
    if (el.labels?.length) return [...el.labels].map(text).join(" ").trim();
    return text(el).trim();
  };
  const CONTROLS = "a[href], button, input, select, textarea, summary, [role=option], [role=combobox], [tabindex]";
  for (const el of all.filter((e) => e.matches(CONTROLS))) {
    const region = el.matches("pre, [tabindex='-1'], .alt");
    if (!name(el) && !region) find("name", true, "a control without a name", el);
  }
  for (const el of all.filter((e) => e.matches("dialog, nav, aside, [role=dialog], [role=listbox], [role=group], [role=log], fieldset"))) {
    if (!name(el) && !el.querySelector(":scope > legend")) find("region-name", true, "a region without a name", el);
  }
  for (const el of all.filter((e) => e.tagName === "IMG")) if (!el.hasAttribute("alt")) find("alt", true, "a picture without alt", el);

  // references, ids, order
  const ids = new Map();
  for (const el of document.querySelectorAll("[id]")) {
    if (ids.has(el.id)) find("id", true, "an id twice", el);
    ids.set(el.id, el);
  }
  for (const el of all) {
    for (const attribute of ["aria-labelledby", "aria-controls", "aria-activedescendant"]) {
      for (const id of (el.getAttribute(attribute) ?? "").split(/\s+/).filter(Boolean)) {
        if (!ids.has(id)) find("reference", true, `${attribute} leads to nothing: ${id}`, el);
      }
    }
    if (el.tabIndex > 0) find("tabindex", true, "a positive tabindex", el);
    if (el.closest("[aria-hidden=true]") && el.matches("a[href], button, input, select, textarea")) find("hidden", true, "a control that is hidden from screen readers", el);
    if (el.parentElement?.closest("button, a[href]") && el.matches("a[href], button, input, select, textarea")) find("nested", true, "a control in a control", el);
    if (el.getAttribute("role") === "option" && !el.closest("[role=listbox]")) find("role", true, "an option outside a list", el);
    if (el.tagName === "LI" && !["UL", "OL"].includes(el.parentElement.tagName)) find("role", true, "li outside a list", el);
  }
  if (scope === document.body) {
    if (document.querySelectorAll("main").length !== 1) find("landmark", true, "there must be one main", document.body);
    if ([...document.querySelectorAll("h1")].filter(shown).length !== 1) find("heading", true, "there must be one h1", document.body);
  }
  if (!document.documentElement.lang) find("lang", true, "no language", document.documentElement);
  if (!document.title) find("title", true, "no title", document.documentElement);

  // contrast
  const parse = (colour) => {
    const [r, g, b, a = 1] = (colour.match(/[\d.]+%?/g) ?? []).map(parseFloat);
    return { r, g, b, a };
  };
  const over = (top, below) => ({ r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1 });
  const ground = (el) => {
    const layers = [];
    for (let at = el; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.a > 0) layers.push(colour);
      if (colour.a === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), { r: 255, g: 255, b: 255, a: 1 });
  };
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const contrast = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((m, n) => n - m);
    return (x + 0.05) / (y + 0.05);
  };
  for (const el of all) {
    const own = [...el.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    const filled = el.matches("input:not([type=checkbox], [type=radio]), textarea") && (el.value || el.placeholder);
    if ((!own && !filled) || el.matches(":disabled, :disabled *") || el.closest("[inert], .unseen, .skip, .avatar")) continue;
    const style = getComputedStyle(el);
    const size = parseFloat(style.fontSize);
    const wanted = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const below = ground(el);
    const found = contrast(over(parse(style.color), below), below);
    if (found < wanted) find("contrast", true, `${found.toFixed(2)} instead of ${wanted}`, el);
  }

  // targets, and nothing beside the page
  for (const el of all.filter((e) => e.matches("button, a[href], input:not([type=radio], [type=checkbox]), select, [role=option]"))) {
    const box = el.getBoundingClientRect();
    const inline = getComputedStyle(el).display === "inline" || el.matches(".mention, .textual, .jump, .skip, .cover");
    if (!inline && (box.width < 24 || box.height < 24)) find("target", true, `${box.width} x ${box.height}`, el);
  }
  const beside = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (beside > 0) find("reflow", true, `${beside} px beside the page`, document.documentElement);
  return findings;
}
