import type { Page } from 'playwright-core';
import { copyWithScripts, describeInBrowser, faultsOn, NARROW, overflows, shoot, WIDE } from './browser.ts';
import { consoleOf, tabTo } from './openConsole.ts';

describeInBrowser('writing in a browser', () => {
  const open = consoleOf('ada', 'administrator');

  it('translates an event by keyboard, without a script, beside its source', async () => {
    const page = await open('events?action=new', { javaScriptEnabled: false });
    await page.getByLabel('Title').fill('Harbour fair');
    await page.getByLabel('Text', { exact: true }).fill('Everybody may come.\n\n<strong>Bring a chair.</strong>');
    await page.getByLabel('Start', { exact: true }).fill('2031-06-10T19:30');
    await page.getByLabel('End', { exact: true }).fill('2031-06-10T22:00');
    await page.getByLabel('Or the name of a new venue').fill('Harbour Hall');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The event is saved.').waitFor();
    await tabTo(page, 'Translate into Français (Canada)');
    await page.keyboard.press('Enter');
    await page.getByText('Traduction de').waitFor();
    for (const width of [NARROW, 320, WIDE]) {
      await page.setViewportSize({ width, height: 900 });
      const copy = await copyWithScripts(page);
      expect([width, await faultsOn(copy), await overflows(page)]).toEqual([width, [], false]);
      await copy.close();
    }
    await shoot(page, 'console-translation');
    await tabTo(page, 'Titre');
    await page.keyboard.type('Foire du port');
    await tabTo(page, 'Texte');
    await page.keyboard.type('Tout le monde peut venir.');
    await tabTo(page, 'Enregistrer');
    await page.keyboard.press('Enter');
    await page.getByText('L’événement est enregistré.').waitFor();
    await tabTo(page, 'Aperçu');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Foire du port');
    expect(await page.locator('main').textContent()).toContain('Harbour Hall');
    await page.context().close();
  });

  it('creates, files and deletes a category by keyboard, without a script', async () => {
    const page = await open('post-categories?action=new', { javaScriptEnabled: false });
    for (const name of ['News', 'Local']) {
      await page.goto(new URL('post-categories?action=new', page.url()).href);
      await tabTo(page, 'Name');
      await page.keyboard.type(name);
      if (name === 'Local') {
        await tabTo(page, 'Below the category');
        await page.keyboard.type('News');
      }
      await tabTo(page, 'Save');
      await page.keyboard.press('Enter');
      await page.getByText('The category is saved.').waitFor();
    }
    for (const width of [NARROW, 320, WIDE]) {
      await page.setViewportSize({ width, height: 900 });
      const copy = await copyWithScripts(page);
      expect([width, await faultsOn(copy), await overflows(page)]).toEqual([width, [], false]);
      await copy.close();
    }
    await shoot(page, 'console-category');
    expect(await page.getByLabel('Below the category').locator('option:checked').textContent()).toBe('News');
    await tabTo(page, 'Delete it…');
    await page.keyboard.press('Enter');
    await page.getByText('Delete “Local” for good?').waitFor();
    await tabTo(page, 'Delete it for good');
    await page.keyboard.press('Enter');
    await page.getByText('It is deleted.').waitFor();
    const listed = await page.locator('main .cards a[href*="id="]').allTextContents();
    expect(listed).toEqual(['News', 'Uncategorized']);
    expect(await overflows(page)).toBe(false);
    await page.context().close();
  });

  describe('a form that is sent twice', () => {
    const post = 'main form.write';
    /** Returns the fields that the form would send, with a title. */
    const filled = async (page: Page, title: string): Promise<Record<string, string>> => {
      const sent: Record<string, string> = await page.evaluate(
        `Object.fromEntries([...new FormData(document.querySelector('${post}'))].filter(([, value]) => typeof value === 'string'))`,
      );
      return { ...sent, title };
    };
    const send = async (page: Page, form: Record<string, string>) => {
      const address = new URL('posts', page.url()).href;
      const answer = await page.request.post(address, { form });
      return { status: answer.status(), text: await answer.text() };
    };
    const listed = async (page: Page, title: string): Promise<number> => {
      const answer = await page.request.get(new URL('posts', page.url()).href);
      return (await answer.text()).split(`>${title}</a>`).length - 1;
    };

    it('creates one record, after a second click and after a lost answer', async () => {
      const page = await open('posts?action=new');
      const form = await filled(page, 'Once');
      const twice = await Promise.all([send(page, form), send(page, form)]);
      const again = await send(page, form);
      for (const { status, text } of [...twice, again])
        expect([status, text]).toEqual([200, expect.stringContaining('is saved')]);
      expect(await listed(page, 'Once')).toBe(1);
      const other = await send(page, { ...form, title: 'Something else' });
      expect([other.status, other.text]).toEqual([409, expect.stringContaining('saved already')]);
      const key = /name="key" value="([^"]+)"/.exec(other.text)?.[1] ?? form.key ?? '';
      expect((await send(page, { ...form, title: 'Something else', key })).status).toBe(200);
      expect([await listed(page, 'Once'), await listed(page, 'Something else')]).toEqual([1, 1]);
      await page.context().close();
    });

    it('reports a change as saved, and not as a conflict', async () => {
      const page = await open('posts?action=new');
      await page.getByLabel('Title').fill('Before');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The post is saved.').waitFor();
      const form = await filled(page, 'After');
      for (const { status, text } of [await send(page, form), await send(page, form)])
        expect([status, text]).toEqual([200, expect.stringContaining('The post is saved.')]);
      const { status } = await send(page, { ...form, title: 'Something else' });
      expect([status, await listed(page, 'After')]).toEqual([412, 1]);
      await page.context().close();
    });
  });

  it('hands a translation over by keyboard, without a script, and shows its progress', async () => {
    const page = await open('organizers?action=new', { javaScriptEnabled: false });
    await page.getByLabel('Name').fill('Harbour society');
    await page.getByLabel('Text', { exact: true }).fill('Everybody may join.');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('The organizer is saved.').waitFor();
    await tabTo(page, 'Have it translated into Français (Canada)…');
    await page.keyboard.press('Enter');
    await page.getByText('Have “Harbour society” translated into Français (Canada)').waitFor();
    await tabTo(page, 'Translated by');
    await page.keyboard.type('me');
    for (const width of [NARROW, 320, WIDE]) {
      await page.setViewportSize({ width, height: 900 });
      const copy = await copyWithScripts(page);
      expect([width, await faultsOn(copy), await overflows(page)]).toEqual([width, [], false]);
      await copy.close();
    }
    await shoot(page, 'console-hand-over');
    await tabTo(page, 'Send it');
    await page.keyboard.press('Enter');
    await page.getByText('It is sent to be translated.').waitFor();
    await tabTo(page, 'Sent to be translated into Français (Canada)');
    await page.keyboard.press('Enter');
    await page.getByText('Translation of “Harbour society” into Français (Canada)').waitFor();
    expect(await page.locator('main dl.facts').textContent()).toContain('not begun yet');
    const copy = await copyWithScripts(page);
    expect([await faultsOn(copy), await overflows(page)]).toEqual([[], false]);
    await page.context().close();
  });

  describe('the HTML toolbar', () => {
    const text = (page: Page) => page.getByLabel('Text', { exact: true });
    const selected = (page: Page) =>
      text(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
    const focused = (page: Page) => page.evaluate('document.activeElement.textContent');
    /** Moves from the text back to its toolbar and presses a button there. */
    const press = async (page: Page, ...keys: readonly string[]) => {
      await page.keyboard.press('Shift+Tab');
      for (const key of [...keys, 'Enter']) await page.keyboard.press(key);
    };
    let page: Page;
    beforeEach(async () => {
      page = await open('events?action=new');
    });
    afterEach(() => page.context().close());

    it('is one stop of the Tab key, and the arrow keys move within it', async () => {
      await tabTo(page, 'Bold');
      for (const [key, name] of [
        ['ArrowRight', 'Italic'],
        ['End', 'Link'],
        ['ArrowRight', 'Bold'],
        ['ArrowLeft', 'Link'],
        ['Home', 'Bold'],
        ['ArrowRight', 'Italic'],
      ] as const) {
        await page.keyboard.press(key);
        expect([key, await focused(page)]).toEqual([key, name]);
      }
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      expect(await focused(page)).toBe('Italic');
      await page.evaluate('document.documentElement.dir = "rtl"');
      await page.keyboard.press('ArrowLeft');
      expect(await focused(page)).toBe('Heading');
      await page.keyboard.press('ArrowRight');
      expect(await focused(page)).toBe('Italic');
      await page.evaluate('document.documentElement.dir = "ltr"');
      for (const width of [WIDE, NARROW, 320]) {
        await page.setViewportSize({ width, height: 900 });
        expect([width, await faultsOn(page), await overflows(page)]).toEqual([width, [], false]);
      }
      await shoot(page, 'console-toolbar');
    });

    it('wraps the selection in tags, unwraps it again, and keeps the browser’s undo', async () => {
      await tabTo(page, 'Text');
      await page.keyboard.type('Come all');
      await page.keyboard.press('Control+Shift+ArrowLeft');
      await press(page);
      expect([await text(page).inputValue(), await selected(page)]).toEqual(['Come <strong>all</strong>', 'all']);
      await press(page);
      expect([await text(page).inputValue(), await selected(page)]).toEqual(['Come all', 'all']);
      await press(page, 'ArrowRight');
      expect(await text(page).inputValue()).toBe('Come <em>all</em>');
      for (const before of ['Come all', 'Come <strong>all</strong>', 'Come all']) {
        await page.keyboard.press('Control+z');
        expect(await text(page).inputValue()).toBe(before);
      }
    });

    it('makes lists of lines, blocks on lines of their own, and links whose address is typed next', async () => {
      await text(page).fill('one\n\ntwo');
      await text(page).press('Control+a');
      await page.getByRole('button', { name: 'List' }).click();
      expect(await text(page).inputValue()).toBe('<ul>\n<li>one</li>\n<li>two</li>\n</ul>');
      await text(page).fill('Who comes says more');
      await text(page).evaluate((area) => area.setSelectionRange(4, 9));
      await page.getByRole('button', { name: 'Quote' }).click();
      expect(await text(page).inputValue()).toBe('Who \n<blockquote>comes</blockquote>\n says more');
      await text(page).fill('');
      await page.getByRole('button', { name: 'Heading' }).click();
      await page.keyboard.type('More');
      expect(await text(page).inputValue()).toBe('<h2>More</h2>');
      await text(page).fill('here');
      await text(page).press('Control+a');
      await page.getByRole('button', { name: 'Link' }).click();
      await page.keyboard.type('https://fair.test/');
      expect(await text(page).inputValue()).toBe('<a href="https://fair.test/">here</a>');
      await text(page).fill('https://fair.test/?a="b"');
      await text(page).press('Control+a');
      await page.getByRole('button', { name: 'Link' }).click();
      expect(await text(page).inputValue()).toBe('<a href="https://fair.test/?a=%22b%22">https://fair.test/?a="b"</a>');
    });

    it.each(['events', 'venues', 'organizers', 'posts'])(
      'is labelled as the toolbar of its text field: %s',
      async (view) => {
        await page.goto(new URL(`${view}?action=new`, page.url()).href);
        const toolbar = page.getByRole('toolbar', { name: 'Formatting' });
        const controlled = await toolbar.getAttribute('aria-controls');
        expect(controlled).toBe(await text(page).getAttribute('id'));
        expect([await page.locator(`[id="${controlled}"]`).count(), await faultsOn(page)]).toEqual([1, []]);
      },
    );

    it('is missing without a script', async () => {
      const plain = await open('events?action=new', { javaScriptEnabled: false });
      expect([await plain.getByRole('toolbar').count(), await text(plain).count()]).toEqual([0, 1]);
      await plain.context().close();
    });
  });
});
