import type { Page } from 'playwright-core';
import { describeInBrowser, faultsOn, overflows } from '../browser/browser.ts';
import { ConsoleSite, untilShown } from './consoleSite.ts';

/** Widths of windows; the one between only with `LONG`. */
const WIDTHS = process.env.LONG === undefined ? [390, 1_440] : [390, 820, 1_440];

/** Rules that depend on colours. */
const DARK_RULES = ['color-contrast'];

/** The screens; a name in braces stands for the id of a record that the test creates. */
const SCREENS = [
  '',
  'calendar/events',
  'calendar/events/create',
  'calendar/events/{event}',
  'calendar/month?month=2030-05',
  'calendar/venues',
  'calendar/venues/create',
  'calendar/venues/{venue}',
  'calendar/organizers',
  'calendar/organizers/{organizer}',
  'calendar/categories',
  'calendar/categories/create',
  'calendar/categories/{category}',
  'calendar/feeds',
  'calendar/feeds/create',
  'content/posts',
  'content/posts/create',
  'content/posts/{post}',
  'content/pages',
  'content/pages/{page}',
  'content/comments',
  'content/comments/{comment}',
  'content/media',
  'content/media/{medium}',
  'content/categories',
  'content/tags/create',
  'content/menus',
  'content/menus/{menu}',
  'translations/missing?language=fr-ca',
  'translations/jobs',
  'translations/jobs/{job}',
  'translations/strings',
  'translations/languages',
  'redirects/rules',
  'redirects/rules/create',
  'redirects/rules/{rule}',
  'redirects/missing',
  'redirects/test',
  'redirects/log',
  'redirects/groups',
  'redirects/groups/1',
  'visitors/popups',
  'visitors/popups/{popup}',
  'visitors/webhooks',
  'visitors/webhooks/create',
  'visitors/webhooks/{webhook}',
  'people/users',
  'people/users/create',
  'people/users/1',
  'people/roles',
  'people/applications',
  'people/account',
  'settings/site',
  'settings/appearance',
  'settings/embedding',
  'settings/reading',
  'settings/comments',
  'settings/privacy',
  'operations/health',
  'operations/lag',
  'operations/dead-letters',
  'operations/rebuild',
  'operations/events',
  'operations/packages',
  'operations/history?kind=settings&id=site',
];

/** Creates a record of each kind as the signed-in person, and returns their ids. */
const createRecords = (page: Page) =>
  page.evaluate<Record<string, number>>(`(async () => {
    const nonce = await (await fetch('/en/admin/admin-ajax.php?action=rest-nonce')).text();
    const make = async (path, content, language = 'en') => {
      const isFile = content instanceof Blob;
      const headers = {
        'x-core-nonce': nonce,
        'content-type': isFile ? content.type : 'application/json',
        ...(isFile && { 'content-disposition': 'attachment; filename="pier.svg.png"' }),
      };
      const body = isFile ? content : JSON.stringify(content);
      const answer = await fetch('/' + language + '/json' + path, { method: 'POST', headers, body });
      const made = await answer.json();
      if (!answer.ok) throw new Error(path + ' ' + JSON.stringify(made));
      return made;
    };
    const canvas = new OffscreenCanvas(80, 50);
    canvas.getContext('2d').fillRect(0, 0, 40, 50);
    const medium = (await make('/core/v2/media', await canvas.convertToBlob())).id;
    const venue = (await make('/core/v2/cal_venue', { title: 'Pier 3', status: 'publish' })).id;
    const organizer = (await make('/core/v2/cal_organizer', { title: 'Choir', status: 'publish' })).id;
    const category = (await make('/core/v2/cal_events_cat', { name: 'Music' })).id;
    await make('/core/v2/cal_events_cat', { name: 'Musique', translation_of: category }, 'fr-ca');
    const event = (await make('/cal/events/v1/events', {
      title: 'Harbour concert',
      description: '<h2>Programme</h2><p>Come and <a href="/">listen</a>.</p>',
      start_date: '2030-05-07 19:00:00',
      end_date: '2030-05-07 20:00:00',
      venue: [venue],
      categories: [category],
      image: medium,
      recurrence: { rules: ['FREQ=WEEKLY;BYDAY=TU;COUNT=3'] },
    })).id;
    const text = { status: 'publish', content: '<p>Stalls.</p>' };
    const post = (await make('/core/v2/posts', { ...text, title: 'Spring fair', comment_status: 'open' })).id;
    const page = (await make('/core/v2/pages', { ...text, title: 'History' })).id;
    const comment = (await make('/core/v2/comments', { post, content: 'See you there.' })).id;
    const menu = (await make('/core/v2/menus', { name: 'Header', locations: ['primary'] })).id;
    await make('/core/v2/menu-items', { title: 'Events', url: '/events/', menus: menu, status: 'publish' });
    const sent = { elements: [{ type: 'post_post', id: post }], target_languages: ['fr-ca'], channel: 'local' };
    const [{ extra_data: { job_id: job } }] = (await make('/i18n/tm/v1/batches', sent)).jobs;
    const rule = (await make('/redirection/v1/redirect', {
      url: '/old',
      group_id: 1,
      match_type: 'url',
      action_type: 'url',
      action_code: 301,
      action_data: { url: '/events/' },
    })).items[0].id;
    const popup = (await make('/popup/v1/popups', { title: 'Letter', content: '<p>Join.</p>' })).id;
    const webhook = (await make('/ops/v1/webhooks', { url: 'https://example.com/hook' })).id;
    return { medium, venue, organizer, category, event, post, page, comment, menu, job, rule, popup, webhook };
  })()`);

/** Waits until the screen has its answers. */
const untilQuiet = (page: Page) =>
  page.waitForFunction(
    `(() => {
    const entries = performance.getEntriesByType('resource').length;
    const isQuiet = window.formerEntries === entries && document.querySelector('.MuiSkeleton-root') === null;
    window.formerEntries = entries;
    return isQuiet;
  })()`,
    undefined,
    { polling: 150 },
  );

/** Waits until the console has the colours of a scheme. */
const untilColoured = (page: Page, colorScheme: 'light' | 'dark') =>
  page.waitForFunction(
    `getComputedStyle(document.body).backgroundColor === '${colorScheme === 'dark' ? 'rgb(16, 22, 23)' : 'rgb(246, 247, 247)'}'`,
  );

describeInBrowser('every screen of the console', () => {
  let site: ConsoleSite;
  let page: Page;
  let ids: Record<string, number>;
  beforeAll(async () => {
    site = await ConsoleSite.start();
    page = await site.signedIn('ada', { bypassCSP: true });
    ids = await createRecords(page);
  });
  afterAll(() => site?.stop());

  /** Opens a screen without loading the console again. */
  const goTo = async (page: Page, path: string): Promise<void> => {
    const address = JSON.stringify(site.address(path));
    await page.evaluate(`history.pushState({}, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`);
    await untilShown(page);
    await untilQuiet(page);
  };

  it('names the linked records of a record in another language', async () => {
    await page.goto(`${site.origin}/fr-ca/admin/calendar/events/${ids.event}`);
    await page.getByRole('button', { name: 'Music', exact: true }).waitFor();
    await site.open(page, '');
  });

  /** Returns the faults of the open screen at each width, and in dark colours. */
  const faultsOfScreen = async (page: Page): Promise<unknown[]> => {
    const found: unknown[] = [];
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      await untilColoured(page, 'light');
      found.push(...(await faultsOn(page)).map((fault) => [width, fault]));
      if (await overflows(page)) found.push([width, 'is wider than the window']);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await untilColoured(page, 'dark');
    found.push(...(await faultsOn(page, DARK_RULES)).map((fault) => ['dark', fault]));
    return found;
  };

  it('has no accessibility faults and fits the window, light and dark', async () => {
    await fetch(`${site.origin}/nowhere/`);
    await page.addStyleTag({ content: '* { transition: none !important; animation: none !important }' });
    const found: Record<string, unknown[]> = {};
    for (const screen of SCREENS) {
      const path = screen.replace(/\{(\w+)\}/, (_, name: string) => String(ids[name]));
      await goTo(page, path);
      const faults = await faultsOfScreen(page);
      // no screen begins with a refusal, or takes its defaults for unsaved text
      for (const text of await page.locator('.RaNotification-error, .MuiAlert-standardInfo').allTextContents())
        if (!screen.includes('{job}')) faults.push(['says', text]);
      if (faults.length > 0) found[screen] = faults;
    }
    expect(found).toEqual({});
  });
});
