import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from '@almanac/testing';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describeInBrowser } from '../browser/browser.ts';
import { FeedServer } from '../flows/feedServer.ts';
import { ConsoleSite, folder, idOf } from './consoleSite.ts';
import { type Hand, keyboard, mouse } from './hands.ts';

const PASSWORD = 'seven herons at the harbour';
const CALENDAR = join(folder, '../../e2e/field/calendars/02-two-zones.ics');

/** A receiver of webhooks that counts what it gets. */
const startReceiver = async () => {
  let count = 0;
  const server: Server = createServer((asked, answer) => {
    count++;
    asked.resume();
    answer.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/hook`, received: () => count, close: () => server.close() };
};

const pictureFile = async (name: string) => ({
  name: `${name}.png`,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 80, height: 50, channels: 3, background: '#30638e' } })
    .png()
    .toBuffer(),
});

describeInBrowser('the ten jobs of a town, in the console', () => {
  let site: ConsoleSite;
  let page: Page;
  beforeAll(async () => {
    site = await ConsoleSite.start();
    page = await site.signedIn('ada');
    await site.open(page, 'content/media');
    const files = await Promise.all(['boats', 'crowd'].map(pictureFile));
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByRole('link', { name: 'crowd' }).waitFor();
  });
  afterAll(() => site?.stop());

  const named = (role: 'button' | 'link' | 'combobox', name: string | RegExp, on = page) =>
    on.getByRole(role, { name, exact: typeof name === 'string' }).first();
  const field = (label: string | RegExp, on = page) => on.getByLabel(label, { exact: typeof label === 'string' });
  const saved = (on = page) => on.getByText('Saved', { exact: true }).waitFor();
  /** Waits for the form of a created record, and opens it again. */
  const savedAs = async (path: string): Promise<void> => {
    await page.waitForURL(new RegExp(`${path}/\\d+$`));
    await site.open(page, `${path}/${idOf(page)}`);
  };
  /** Opens Home and waits for the answers that its steps depend on. */
  const openHome = async (): Promise<void> => {
    const answered = page.waitForResponse((answer) => answer.url().includes('/event-import/v1/feeds'));
    await site.open(page, '');
    await (await answered).finished();
  };
  const hasNoStep = (name: string) => eventually(async () => (await named('link', name).count()) === 0);
  /** Opens a screen again until it shows something. */
  const openUntil = async (path: string, isShown: () => Promise<boolean>): Promise<void> => {
    await eventually(async () => {
      await site.open(page, path);
      return isShown();
    });
  };

  for (const handOf of [mouse, keyboard])
    describe(`by ${handOf.name}`, () => {
      const by = handOf.name;
      const hand = (): Hand => handOf(page);
      const press = (role: 'button' | 'link', name: string | RegExp) => hand().press(named(role, name));
      const write = (label: string | RegExp, text: string) => hand().write(field(label), text);

      it('sets the site up', async () => {
        await openHome();
        // a step that is done is gone
        if (by === 'keyboard') await hasNoStep('Name and time zone');
        await press('link', by === 'mouse' ? 'Name and time zone' : 'Settings');
        await field('Tagline').waitFor();
        await write('Tagline', `Events by the water, by ${by}`);
        await press('button', 'Save');
        await saved();
        await site.open(page, 'operations/history?kind=settings&id=site');
        await page
          .getByRole('cell', { name: `Events by the water, by ${by}` })
          .first()
          .waitFor();
      });

      it('writes an event with a picture, a new venue and a category, and translates it', async () => {
        const title = `Harbour concert by ${by}`;
        await site.open(page, 'calendar/events/create');
        await write(/^Title/, title);
        await hand().write(page.locator('.ProseMirror'), 'Come and listen.');
        await hand().date(field(/^Start/), '2030-05-07T19:00');
        for (const [label, name] of [
          ['Venue', `Pier by ${by}`],
          ['Categories', `Music by ${by}`],
        ] as const) {
          await hand().write(named('combobox', label), name);
          await hand().choose(named('combobox', label), `Create ${name}`);
          await named('button', name).waitFor();
        }
        const chooser = page.waitForEvent('filechooser');
        await press('button', 'Upload a picture');
        await (await chooser).setFiles(await pictureFile(by));
        await write('Alternative text', 'A pier');
        await press('button', 'Save');
        await savedAs('calendar/events');
        expect(await site.ask(`/cal/events/v1/events/${idOf(page)}`)).toMatchObject({
          title,
          description: '<p>Come and listen.</p>',
          start_date: '2030-05-07 19:00:00',
          end_date: '2030-05-07 20:00:00',
          venue: { venue: `Pier by ${by}` },
          categories: [{ name: `Music by ${by}` }],
          image: { width: 80 },
        });
        const { image } = await site.ask<{ image: { id: number } }>(`/cal/events/v1/events/${idOf(page)}`);
        await site.open(page, `content/media/${image.id}`);
        await page.getByRole('region', { name: 'Where it is used' }).getByRole('link', { name: title }).waitFor();

        await openUntil('translations/missing?language=fr-ca', () => named('button', `Translate ${title}`).isVisible());
        await press('button', `Translate ${title}`);
        await savedAs('translations/jobs');
        await write('Title · French (Canada)', `Concert au port, ${by}`);
        await write('Text · French (Canada)', '<p>Venez.</p>');
        await press('button', 'Save and finish');
        await page.getByRole('alert').getByText('Complete').waitFor();
        await eventually(async () => {
          const list = await fetch(`${site.origin}/fr-ca/json/cal/events/v1/events?starts_after=2030-01-01`);
          return (await list.text()).includes(`Concert au port, ${by}`);
        });
      });

      it('repeats an event in words', async () => {
        await site.open(page, 'calendar/month?month=2030-01');
        await press('link', 'Add an event on January 8');
        await page.locator('input[name=start_date][value="2030-01-08T19:00"]').waitFor();
        await write(/^Title/, `Choir by ${by}`);
        await hand().date(field(/^Start/), '2030-01-08T18:30');
        await hand().choose(field('Repeats'), 'Every week');
        await press('button', 'Tuesday');
        await hand().choose(field('Ends'), 'After a number of times');
        await write('Times', '4');
        await page.getByText('Every week on Tuesday, 4 times').waitFor();
        await press('button', 'Save');
        await savedAs('calendar/events');
        const { events } = await site.ask<{ events: object[] }>(
          `/cal/events/v1/events?search=Choir+by+${by}&starts_after=2029-01-01`,
        );
        expect(events).toHaveLength(4);
      });

      it('schedules a post with a gallery, and restores an earlier version', async () => {
        await site.open(page, 'content/posts/create');
        await write(/^Title/, `Spring fair by ${by}`);
        await press('button', 'Pictures');
        const dialog = page.getByRole('dialog');
        for (const name of ['boats', 'crowd']) {
          const picture = dialog.getByRole('button', { name, exact: true });
          await picture.waitFor();
          await hand().press(picture);
        }
        await hand().press(dialog.getByRole('button', { name: 'Insert' }));
        await dialog.waitFor({ state: 'detached' });
        await page
          .locator('.ProseMirror')
          .getByText(/^\[gallery ids="\d+,\d+"\]$/)
          .waitFor();
        await hand().choose(field(/^Status/), 'Scheduled');
        await hand().date(field('Publication date'), '2031-03-01T09:00');
        await press('button', 'Save');
        await savedAs('content/posts');
        await write(/^Title/, `Autumn fair by ${by}`);
        await press('button', 'Save');
        await page.getByRole('heading', { name: `Autumn fair by ${by}` }).waitFor();
        await press('button', /^Restore the version/);
        await page.getByText('Restored').waitFor();
        await page.locator(`input[name=title][value="Spring fair by ${by}"]`).waitFor();
        await site.open(page, 'content/posts');
        await page.getByRole('row', { name: new RegExp(`Spring fair by ${by} Scheduled .*2031`) }).waitFor();
        await press('link', `Spring fair by ${by}`);
        await page.locator(`input[name=title][value="Spring fair by ${by}"]`).waitFor();
      });

      it('follows a real calendar', async () => {
        const feed = await new FeedServer().start();
        feed.content = readFileSync(CALENDAR, 'utf8');
        await site.open(page, 'calendar/feeds/create');
        await write(/^Address of the calendar/, `${feed.url}?${by}`);
        await write('Name', `Two zones by ${by}`);
        await press('button', 'Save');
        await savedAs('calendar/feeds');
        await openUntil('calendar/feeds', () =>
          page.getByRole('row', { name: new RegExp(`Two zones by ${by} Works .* [1-9]\\d*`) }).isVisible(),
        );
        await feed.stop();
        await openHome();
        await hasNoStep('Import a calendar');
      });

      it('invites an editor, who signs in and makes an application password', async () => {
        await site.open(page, 'people/users/create');
        await write(/^E-mail address/, `${by}@example.test`);
        await write('Name', `Mia by ${by}`);
        await write('Username', `mia-${by}`);
        await press('button', 'Save');
        const link = await page.locator('code', { hasText: '/set-password?token=' }).textContent();
        const editor = await site.newPage();
        const own = handOf(editor);
        await editor.goto(link ?? '');
        await own.write(editor.locator('#password'), PASSWORD);
        await own.write(editor.locator('#again'), PASSWORD);
        await own.press(editor.locator('main button').first());
        await editor.getByRole('navigation', { name: 'Main menu' }).waitFor();
        expect(await editor.getByRole('link', { name: 'Settings' }).count()).toBe(0);
        await site.open(editor, 'people/applications');
        await own.write(field(/^Name of the application/, editor), 'Phone');
        await own.press(named('button', 'Create', editor));
        const password = (await editor.locator('code').textContent()) ?? '';
        const me = await site.ask('/core/v2/users/me', { as: { login: `mia-${by}`, password } });
        expect(me).toMatchObject({ name: `Mia by ${by}` });
        await editor.context().close();
      });

      it('makes a redirect from an address without a page', async () => {
        const old = `/old-programme-${by}/`;
        await fetch(site.origin + old);
        await openUntil('redirects/missing', () => named('link', `Make a redirect: ${old}`).isVisible());
        await press('link', `Make a redirect: ${old}`);
        await write(/^Leads to/, '/events/');
        await press('button', 'Save');
        await savedAs('redirects/rules');
        await site.open(page, 'redirects/test');
        await write(/^Address/, old);
        await press('button', 'Test');
        await page.getByText(/Visitors are sent to .*\/events\/ \(301\)/).waitFor();
        await openUntil(
          'redirects/missing',
          async () => (await named('link', `Make a redirect: ${old}`).count()) === 0,
        );
      });

      it('tries a webhook with a local receiver', async () => {
        const receiver = await startReceiver();
        await site.open(page, 'visitors/webhooks/create');
        await write(/^Receiver/, receiver.address);
        await press('button', 'Save');
        await page.getByText(/^whsec_/).waitFor();
        await press('link', 'Try it');
        await press('button', 'Send a test');
        await page.getByRole('cell', { name: /^Delivered/ }).waitFor();
        expect(receiver.received()).toBeGreaterThan(0);
        receiver.close();
      });

      it('writes a popup that a visitor sees', async () => {
        const title = `The Friday letter by ${by}`;
        await site.open(page, 'visitors/popups/create');
        await write(/^Title/, title);
        await hand().write(page.locator('.ProseMirror'), 'Every Friday.');
        await hand().choose(field('Status'), 'Published');
        await press('button', 'Save');
        await savedAs('visitors/popups');
        const form = page.url();
        const visitor = await site.newPage();
        const dialog = visitor.getByRole('dialog', { name: title });
        const counted = visitor.waitForResponse((answer) => answer.url().includes('event=open'));
        await eventually(async () => {
          await visitor.goto(site.origin);
          await dialog.waitFor({ timeout: 1_000 }).catch(() => undefined);
          return dialog.isVisible();
        });
        await counted;
        await visitor.context().close();
        await page.goto(form);
        await page.getByRole('region', { name: 'Statistics' }).getByText('1', { exact: true }).first().waitFor();
        // the next hand's popup is alone
        await hand().choose(field('Status'), 'Draft');
        await press('button', 'Save');
        await saved();
      });

      it('translates a job side by side', async () => {
        const title = `The harbour by ${by}`;
        await site.open(page, 'content/posts/create');
        await write(/^Title/, title);
        await hand().write(page.locator('.ProseMirror'), 'Boats at night.');
        await hand().choose(field(/^Status/), 'Published');
        await press('button', 'Save');
        await savedAs('content/posts');
        await openUntil('translations/missing?language=fr-ca', () => named('button', `Translate ${title}`).isVisible());
        await press('button', `Translate ${title}`);
        await savedAs('translations/jobs');
        await write('Title · French (Canada)', `Le port, ${by}`);
        await press('button', 'Save');
        await saved();
        await write('Text · French (Canada)', '<p>Des bateaux la nuit.</p>');
        await press('button', 'Save and finish');
        await page.getByRole('alert').getByText('Complete').waitFor();
        const list = await fetch(`${site.origin}/fr-ca/json/core/v2/posts`);
        expect(await list.text()).toContain(`Le port, ${by}`);
        // the way through the list is the same for the keyboard, and long
        if (by === 'keyboard') return;
        const category = `Music by ${by}`;
        await openUntil('translations/missing?language=fr-ca', () =>
          named('button', `Translate ${category}`).isVisible(),
        );
        await press('button', `Translate ${category}`);
        await savedAs('translations/jobs');
        await write('Name · French (Canada)', `Musique, ${by}`);
        await press('button', 'Save and finish');
        await page.getByRole('alert').getByText('Complete').waitFor();
        const terms = await fetch(`${site.origin}/fr-ca/json/core/v2/cal_events_cat`);
        expect(await terms.text()).toContain(`Musique, ${by}`);
      });
    });
});
