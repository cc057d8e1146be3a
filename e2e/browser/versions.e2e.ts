import type { Page } from 'playwright-core';
import { copyWithScripts, describeInBrowser, faultsOn, NARROW, overflows, shoot, WIDE } from './browser.ts';
import { consoleOf, tabTo } from './openConsole.ts';

const FIRST = 'The new pier opens on Sunday.\nEverybody may come.\nThere is soup.';
const SECOND = 'The new pier opens on Sunday.\nMembers may come.\nThere is soup.';

describeInBrowser('the versions of a record', () => {
  const open = consoleOf('eve', 'editor');

  /** Checks a page at every width. */
  const expectSound = async (page: Page): Promise<void> => {
    for (const width of [NARROW, 320, WIDE]) {
      await page.setViewportSize({ width, height: 900 });
      const copy = await copyWithScripts(page);
      expect([width, await faultsOn(copy), await overflows(page)]).toEqual([width, [], false]);
      await copy.close();
    }
  };
  const press = async (page: Page, name: string): Promise<void> => {
    await tabTo(page, name);
    await page.keyboard.press('Enter');
  };

  it('are seen and restored by an editor, by keyboard and without a script: a first post', async () => {
    const page = await open('posts', { javaScriptEnabled: false });
    await press(page, 'Write a post');
    await page.getByLabel('Title').waitFor();
    await tabTo(page, 'Title');
    await page.keyboard.type('The harbour opens');
    await tabTo(page, 'Text');
    await page.keyboard.type(FIRST);
    await tabTo(page, 'Tags');
    await page.keyboard.type('harbour, soup');
    await press(page, 'Save');
    await page.getByText('The post is saved.').waitFor();
    await expectSound(page);
    await tabTo(page, 'Text');
    await page.keyboard.press('Control+A');
    await page.keyboard.type(SECOND);
    await press(page, 'Save');
    await page.getByText('The post is saved.').waitFor();
    await press(page, 'Earlier versions');
    await page.getByRole('heading', { name: 'Versions of “The harbour opens”' }).waitFor();
    expect(await page.locator('.changes del').first().textContent()).toBe('Everybody may come.\n');
    expect(await page.locator('.changes ins').first().textContent()).toBe('Members may come.\n');
    await expectSound(page);
    await shoot(page, 'console-versions');
    await press(page, 'Bring version 1 back…');
    await page.getByRole('heading', { name: 'Bring version 1 of “The harbour opens” back?' }).waitFor();
    await expectSound(page);
    await press(page, 'Bring it back');
    await page.getByRole('status').waitFor();
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe(FIRST);
    expect(await page.getByLabel('Tags').inputValue()).toBe('harbour, soup');
    await page.context().close();
  });
});
