"""What is written: markdown, times that count, and that nothing written ever becomes markup."""

import pytest

from sandbox.world.world import EPHEMERAL, V2

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = "<img src=x onerror=hacked()><script>hacked()</script>\"'><svg onload=hacked()>"


async def written(house, visit, text, selector):
    ada = await visit("Ada")
    house.says(text)
    await ada.page.locator("article.message .content > *").first.wait_for()
    return await ada.page.locator("article.message").last.locator(selector).all_inner_texts()


@pytest.mark.parametrize(
    ("text", "selector", "found"),
    [
        ("**a** and *b* and _c_", "strong, em", ["a", "b", "c"]),
        ("~~a~~ __b__ `c**d**`", "s, u, code", ["a", "b", "c**d**"]),
        ("# a\n## b\n### c\n-# d", ".big1, .big2, .big3, .small", ["a", "b", "c", "d"]),
        ("> a\n> b\nc", "blockquote p", ["a\nb"]),
        (">>> a\n\nb", "blockquote", ["a\n\nb"]),
        ("- a\n- b\n  - c\n1. d", "li li, ol li", ["c", "d"]),
        ("```py\nx = '<b>'\n```", "pre", ["x = '<b>'"]),
        ("[a](https://b.example/c_d_e) https://f.example/g.", "a", ["a", "https://f.example/g"]),
        ("snake_case_name 2*3*4 \\*a\\*", "em", ["3"]),
        ("<@1> <@&2> <#3> </play:4> @everyone", ".mention", ["@?", "@unknown", "#unknown", "/play", "@everyone"]),
        ("[a](javascript:alert(1)) <javascript:alert(1)>", "a", []),
        ("||a|| b", ".cover", [""]),
        ("**a", "strong", []),
    ],
)
async def test_markdown_is_read_as_discord_reads_it(house, visit, text, selector, found):
    assert await written(house, visit, text, selector) == found


async def test_what_is_hidden_is_uncovered_by_a_press(house, visit):
    ada = await visit("Ada")
    house.says("||the moon||")
    await ada.button("Show the spoiler").press("Enter")
    assert await ada.page.locator(".cover").count() == 0


async def test_times_count_by_the_sandboxs_clock_in_the_readers_language(house, visit):
    now = int(house.sandbox.clock.now())
    ada, bea = await visit("Ada"), await visit("Bea")
    house.says(f"due <t:{now + 7200 + 30}:R>, asked <t:{now - 86400 * 3}:R>, on <t:86400:D>")
    await ada.sees("due in 2 hours, asked 3 days ago, on January 2, 1970")
    await bea.sees("due in 2 Stunden, asked vor 3 Tagen, on 2. Januar 1970")
    await ada.button("Developer").click()
    await ada.button("1 hour").click()
    await ada.sees("due in 1 hour")
    await bea.sees("due in 1 Stunde")


async def test_an_answer_quotes_what_it_answers_as_it_reads(house, visit):
    ada = await visit("Ada")
    first = house.says(f"# Table\n<@{house.bea.id}> has until <t:86400:D>")
    house.says("so it is", answers=first.id, kind=19)
    quote = await ada.shows("article .jump")
    assert (await quote.text_content()).endswith("Table @Bea has until January 2, 1970")
    await quote.press("Enter")
    await ada.shows("article.flash", "has until")


async def test_nothing_that_is_written_becomes_markup(house, visit):
    people = house.sandbox.person(HOSTILE[:32], house.guild)
    house.sandbox.house.places.new_channel(house.guild, HOSTILE)
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": HOSTILE[:80], "custom_id": HOSTILE}]}
    option = {"label": HOSTILE[:100], "value": HOSTILE[:100], "description": HOSTILE[:100]}
    select = {"type": 1, "components": [{"type": 3, "custom_id": "s", "placeholder": HOSTILE, "options": [option]}]}
    embed = {"title": HOSTILE, "description": HOSTILE, "footer": {"text": HOSTILE}, "author": {"name": HOSTILE}}
    embed |= {"fields": [{"name": HOSTILE, "value": HOSTILE}], "url": "javascript:hacked()", "color": 1}
    ada = await visit("Ada")
    await ada.page.evaluate("() => { window.hacked = () => { window.wasHacked = true; }; }")
    house.says(f"{HOSTILE} <@{people.id}> **{HOSTILE}** `{HOSTILE}`\n```\n{HOSTILE}\n```")
    house.says("", body={"embeds": [embed], "components": [row, select]})
    house.says("", body={"flags": V2, "components": [{"type": 17, "components": [{"type": 10, "content": HOSTILE}]}]})
    house.says(HOSTILE, only=house.ada.id, flags=EPHEMERAL)
    await ada.button(HOSTILE).first.click()
    await ada.page.get_by_role("option").first.wait_for()
    await ada.key("Escape")
    assert await ada.page.locator("body script, body img, body svg[onload]").count() == 0
    assert await ada.page.evaluate("window.wasHacked") is None
    links = await ada.page.locator("a[href]").evaluate_all("all => all.map((a) => a.protocol)")
    assert set(links) <= {"http:", "https:"}


async def test_no_script_may_come_from_elsewhere_and_nothing_parses_html(house, visit):
    from sandbox.page.served import WEB

    tab = await visit("Ada")
    answer = await tab.page.request.get(house.sandbox.address + "/")
    assert "script-src 'self';" in answer.headers["content-security-policy"]
    for path in WEB.rglob("*.js"):
        source = path.read_text()
        assert not any(
            word in source for word in ("innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(")
        )
        assert len(source.splitlines()) < 400


async def test_no_text_however_odd_keeps_the_page_busy(house, visit):
    ada = await visit("Ada")
    slowest = await ada.page.evaluate("""async () => {
      const { markdown } = await import('/web/js/markdown.js');
      const pieces = ['*', '_', '**', '__', '~~', '`', '```', '||', '> ', '>>> ', '- ', '  - a\\n', '[', '[a](', '<',
        '<@', '*_', '**a*_a', '~~||**__',
        '**a', '_a_b', 'https://', '<t:', '# ', '1. ', '\\n', '[a](https://b', '**_~~||', '> - > - ', 'a*b**c'];
      let worst = [0, ''];
      for (const piece of pieces) {
        const text = piece.repeat(4000 / piece.length);
        for (const shaped of [text, text.split('').reverse().join(''), `${text}a${text}`.slice(0, 4000)]) {
          const begun = performance.now();
          markdown(shaped);
          const took = performance.now() - begun;
          if (took > worst[0]) worst = [took, piece];
        }
      }
      return worst;
    }""")
    assert slowest[0] < 1000, slowest
