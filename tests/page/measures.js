/* What somebody before this tab sees of a channel, as figures; nothing is changed by looking. */
() => {
  const log = document.querySelector(".log");
  const room = log.getBoundingClientRect();
  const within = (box) => box.height > 0 && box.top >= room.top - 1 && box.bottom <= room.bottom + 1;
  const onPage = (box) => box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;

  const lines = (root, fits = () => true) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const text = walker.currentNode.data.trim();
      if (!text || walker.currentNode.parentElement.closest(".unseen, button, .select") || !fits(text)) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      if (range.getClientRects().length) found.push({ text, box: range.getClientRects()[0] });
    }
    return found;
  };
  const live = (article) => [...article.querySelectorAll("[data-control]:not(:disabled)")];

  const articles = [...log.querySelectorAll("article")];
  const messages = articles.map((one) => ({
    id: one.id.slice(2),
    height: Math.round(one.getBoundingClientRect().height),
    ephemeral: one.classList.contains("ephemeral"),
    pictures: one.querySelectorAll(".gallery .picture").length,
    live: live(one).length,
    calls: one.querySelector(".content .mention") !== null,
  }));

  const panel = articles.filter((one) => one.classList.contains("ephemeral")).at(-1);
  const content = panel?.querySelector(".content");
  const [first] = content ? lines(content) : [];
  const [button] = panel ? live(panel) : [];

  const warned = content ? lines(content, (text) => text.includes("⚠")).map((one) => within(one.box)) : [];
  const told = [...document.querySelectorAll(".trouble, .failure")].filter((one) => one.textContent.trim());
  const errors = [...warned, ...told.map((one) => onPage(one.getBoundingClientRect()))];

  const shown = messages.filter((one) => !one.ephemeral);
  const post = shown.findLast((one) => one.pictures);
  const began = shown.findIndex((one) => one.pictures);
  const call = shown.findLast((one, at) => began >= 0 && at > began && !one.pictures && one.calls);
  const outside = shown.filter((one) => one !== post && one !== call);

  return {
    width: innerWidth,
    height: innerHeight,
    messages,
    panel: panel ? {
      height: Math.round(panel.getBoundingClientRect().height),
      first_line: first ? within(first.box) : null,
      first_button: button ? within(button.getBoundingClientRect()) : null,
    } : null,
    errors: errors.length,
    errors_hidden: errors.filter((seen) => !seen).length,
    live_outside: outside.reduce((sum, one) => sum + one.live, 0),
  };
}
