import type { Locator, Page } from 'playwright-core';

/** A way to operate a page: with the mouse or with the keyboard alone. */
export interface Hand {
  readonly name: string;
  press(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  write(target: Locator, text: string): Promise<void>;
  /** Chooses an option of a list. */
  choose(field: Locator, option: string): Promise<void>;
  /** Sets a date with a time, as `2030-05-07T19:00`. */
  date(field: Locator, moment: string): Promise<void>;
}

export const mouse = (page: Page): Hand => ({
  name: 'mouse',
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
  choose: async (field, option) => {
    await field.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  },
  date: (field, moment) => field.fill(moment),
});

const MOST_STEPS = 200;

/** Presses a key until a condition holds. */
const pressUntil = async (page: Page, key: string, isDone: () => Promise<unknown>): Promise<void> => {
  for (let step = 0; step < MOST_STEPS && !(await isDone()); step++) await page.keyboard.press(key);
  expect([key, await isDone()]).toEqual([key, true]);
};

/** Moves the focus to an element: with the Tab key, and within a group of buttons with the arrow keys. */
const reach = async (page: Page, target: Locator): Promise<void> => {
  const isReached = () => target.evaluate((node) => node === node.ownerDocument.activeElement);
  const isNear = () => target.evaluate((node) => node.parentElement?.contains(node.ownerDocument.activeElement));
  const isInGroup = (await target.getAttribute('tabindex')) === '-1';
  await pressUntil(page, 'Tab', isInGroup ? isNear : isReached);
  if (isInGroup) await pressUntil(page, 'ArrowRight', isReached);
};

export const keyboard = (page: Page): Hand => {
  const write = async (target: Locator, text: string): Promise<void> => {
    await reach(page, target);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
  };
  return {
    name: 'keyboard',
    press: async (target) => {
      await reach(page, target);
      await page.keyboard.press((await target.getAttribute('type')) === 'radio' ? 'Space' : 'Enter');
    },
    write,
    choose: async (field, option) => {
      await reach(page, field);
      const isSearched = await field.evaluate((node) => node.tagName === 'INPUT');
      const item = page.getByRole('option', { name: option, exact: true });
      if (!isSearched) await page.keyboard.press('Enter');
      await item.waitFor();
      if (isSearched) {
        // a search that is answered late numbers the options anew, and takes the choice back
        const isReached = async () =>
          (await field.getAttribute('aria-activedescendant')) === (await item.getAttribute('id'));
        for (let step = 0; step < MOST_STEPS && (await item.count()) > 0; step++)
          await page.keyboard.press((await isReached()) ? 'Enter' : 'ArrowDown');
      } else {
        await page.keyboard.press('Home');
        const isReached = () => item.evaluate((node) => node === node.ownerDocument.activeElement);
        await pressUntil(page, 'ArrowDown', isReached);
        await page.keyboard.press('Enter');
      }
      await item.waitFor({ state: 'detached' });
    },
    date: async (field, moment) => {
      const [, year, month, day, hour, minute] = /(\d+)-(\d+)-(\d+)T(\d+):(\d+)/.exec(moment) ?? [];
      await reach(page, field);
      await page.keyboard.type(`${month}${day}${year}`);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.type(`${String(Number(hour) % 12 || 12).padStart(2, '0')}${minute}`);
      await page.keyboard.type(Number(hour) < 12 ? 'A' : 'P');
      expect(await field.inputValue()).toBe(moment);
    },
  };
};
