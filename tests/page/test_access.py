"""Everybody can use it: rules of accessibility in every state of the page, and every control within reach of Tab."""

from pathlib import Path

import pytest

from tests.page.conftest import NARROW, WIDE

pytestmark = pytest.mark.asyncio(loop_scope="session")
RULES = Path(__file__).with_name("rules.js").read_text()

REACHABLE = """() => {
  const scope = document.querySelector('dialog[open]') ?? document.body;
  const all = [...scope.querySelectorAll('a[href], button, input, select, textarea, summary')];
  const radios = new Set();
  return all.filter((el) => {
    if (el.disabled || !el.checkVisibility({visibilityProperty: true}) || !el.getClientRects().length) return false;
    if (el.type === 'radio') {
      const first = !radios.has(el.name);
      radios.add(el.name);
      const checked = all.some((other) => other.name === el.name && other.checked);
      return checked ? el.checked : first;
    }
    return true;
  }).map((el, n) => { el.dataset.reach = n; return n; }).length;
}"""
"""Marks all that Tab must come to; of radios it is one of each group."""

STOOD = """() => {
  const el = document.activeElement, style = getComputedStyle(el);
  const around = el.closest('.line, .chip, .option') ?? el;
  const seen = [style, getComputedStyle(around)].some((s) => s.outlineStyle !== 'none' || s.boxShadow !== 'none');
  return [el.dataset.reach ?? null, seen, el.outerHTML.slice(0, 120)];
}"""


async def rules(tab):
    return [finding for finding in await tab.page.evaluate(RULES) if finding[1] == "serious"]


async def walked(tab):
    """Tab all the way round: nothing is left out, nothing holds on to the focus, and one always sees where one is."""
    await tab.page.wait_for_timeout(250)  # what is still on its way would draw the lists anew under the marks
    wanted = await tab.page.evaluate(REACHABLE)
    reached, unseen = set(), []
    for _ in range(wanted * 2 + 20):
        await tab.key("Tab")
        number, seen, what = await tab.page.evaluate(STOOD)
        if number is not None:
            reached.add(number)
            if not seen:
                unseen.append(what)
        if len(reached) == wanted:
            break
    left = [n for n in range(wanted) if str(n) not in reached]
    names = [await tab.page.locator(f"[data-reach='{n}']").evaluate("el => el.outerHTML.slice(0, 160)") for n in left]
    return names + unseen


@pytest.mark.parametrize("look", ["dark", "light"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_every_state_keeps_the_rules(house, bot, visit, look, size):
    start = await visit(size=size)
    await start.page.evaluate(f"() => localStorage.setItem('theme', '{look}')")
    await start.page.reload()
    await start.page.locator("a.person").first.wait_for()
    found = {"start": await rules(start)}
    await start.page.close()
    ada = await visit("Ada", size=size)
    found["empty"] = await rules(ada)
    post, general = house.sandbox.house.post, house.general
    post.thinking(general, only=house.ada.id, interaction={"id": "1", "type": 2, "user": {"id": str(house.ada.id)}})
    house.says(f"<@{house.ada.id}> <t:1:R> [link](https://example.org) # no", body={"flags": 4096})
    for line in ("/classic", "/show", "/whisper", "/write", "/thread"):
        await ada.slash(line)
    await ada.sees("done")
    found["messages"] = await rules(ada)
    await ada.page.get_by_role("button", name="A flavour", exact=True).click()
    found["list"] = await rules(ada)
    await ada.key("Escape")
    await ada.page.locator(".composer textarea").focus()
    await ada.type("/")
    await ada.page.locator(".suggest .option").first.wait_for()
    found["commands"] = await rules(ada)
    await ada.key("Escape")
    await ada.page.locator(".composer textarea").fill("")
    await ada.begin("/taste")
    await ada.page.get_by_role("option", name="Vanilla").wait_for()
    found["command"] = await rules(ada)
    await ada.key("Escape", "Escape")
    await ada.begin("/lookup")
    await ada.key("ArrowDown")
    found["waiting"] = await rules(ada)
    await ada.key("Escape", "Escape")
    await ada.begin("/form")
    await ada.key("Enter")
    await ada.dialog().wait_for()
    await ada.button("Submit").click()
    await ada.shows("dialog .trouble", "Note is wanted")
    found["form"] = await rules(ada)
    await ada.key("Escape")
    await ada.dialog().wait_for(state="detached")
    await ada.button("Open picture: A teal field with a bright disc").click()
    found["picture"] = await rules(ada)
    await ada.key("Escape")
    await ada.dialog().wait_for(state="detached")
    await ada.button("Developer").click()
    await ada.page.locator(".exchange summary").first.click()
    found["drawer"] = await rules(ada)
    await ada.key("Escape")
    if size is NARROW:
        await ada.page.get_by_role("button", name="Show channels").click()
        found["lists"] = await rules(ada)
    await ada.page.get_by_role("button", name="Settings").click()
    await ada.dialog().wait_for()
    found["settings"] = await rules(ada)
    assert {state: told for state, told in found.items() if told} == {}
    assert len(found) >= 10


async def test_the_rules_find_what_is_planted(house, visit):
    ada = await visit("Ada")
    await ada.page.evaluate("""() => {
      const main = document.querySelector('main');
      const plant = (tag, attributes, text) => {
        const el = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
        el.append(text);
        main.prepend(el);
        return el;
      };
      plant('button', {}, '');
      plant('button', {tabindex: '3'}, 'positive');
      plant('p', {}, 'pale').style.color = getComputedStyle(main).backgroundColor;
      plant('img', {src: 'data:,', width: 9, height: 9}, '');
      plant('div', {'aria-labelledby': 'nowhere', role: 'group'}, 'x');
      plant('h1', {id: 'write'}, 'second');
      plant('div', {}, 'wide').style.width = '3000px';
      plant('button', {'aria-label': 'tiny'}, '').style.cssText = 'width:5px;height:5px;padding:0;border:0';
    }""")
    planted = {rule for rule, *_ in await rules(ada)}
    assert {"name", "tabindex", "contrast", "alt", "reference", "region-name", "heading", "id", "target"} <= planted


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["1280", "390"])
async def test_every_control_is_reached_by_tab_and_shows_it(house, bot, visit, size):
    ada = await visit("Ada", size=size)
    for line in ("/classic", "/show", "/whisper", "/write", "/thread"):
        await ada.slash(line)
    await ada.sees("done")
    assert await walked(ada) == []
    await ada.button("Developer").press("Enter")
    await ada.page.locator(".exchange summary").first.wait_for()
    await ada.page.evaluate("() => document.querySelectorAll('.exchange:nth-child(n+4)').forEach((el) => el.remove())")
    assert await walked(ada) == []
    await ada.button("Close").press("Enter")
    await ada.begin("/taste")
    assert await walked(ada) == []
    await ada.key("Escape")


async def test_dialogs_are_walked_through_and_left(house, bot, visit):
    ada = await visit("Ada")
    await ada.slash("/show")
    await ada.button("Settings").press("Enter")
    assert await walked(ada) == []
    await ada.key("Escape")
    await ada.button("Open picture: A navy field").press("Enter")
    assert await walked(ada) == []
    await ada.key("ArrowRight")
    assert await ada.dialog().locator("p.alt").inner_text() == "A olive field"
    await ada.key("Escape")
    await ada.begin("/form")
    await ada.key("Enter")
    await ada.dialog().wait_for()
    assert await walked(ada) == []
    await ada.key("Escape")
    await ada.page.wait_for_function("() => document.activeElement.tagName === 'TEXTAREA'")
