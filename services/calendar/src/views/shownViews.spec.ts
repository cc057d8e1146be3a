import { join } from 'node:path';
import { expectShown } from '@almanac/rest/shown-contract';
import { ORIGIN, type ServedPages, servePages } from '../pages/servePages.contract.ts';

/** Fills a calendar so that views show every part that they can have. */
const fill = async (site: ServedPages): Promise<void> => {
  const make = (title: string, start: string, end: string, more: object = {}) =>
    site.make('/events', { title, start_date: `2031-${start}`, end_date: `2031-${end}`, ...more });
  const arts = await site.make('/categories', { name: 'Arts & crafts', description: 'All <em>arts</em>.' });
  const film = await site.make('/categories', { name: 'Film', parent: arts.id });
  const hall = await site.make('/venues', {
    venue: 'Town hall',
    address: '1 Main St',
    city: 'Riverside',
    country: 'US',
  });
  await site.make('/venues', { venue: 'Old pier' });
  const club = await site.make('/organizers', { organizer: 'Rowing club', email: 'row@site.test' });
  await make('Over', '05-30 10:00:00', '05-30 11:00:00', { categories: [arts.id], cost: '5' });
  await make('Long over', '03-01 10:00:00', '03-01 11:00:00');
  await make('Festival', '06-13 18:00:00', '06-17 22:00:00', { categories: [film.id], featured: true, tags: ['loud'] });
  await make('Fair', '06-17 00:00:00', '06-17 23:59:59', { all_day: true, cost: '0', excerpt: 'A fair for all.' });
  for (let hour = 9; hour < 17; hour++)
    await make(`Course ${hour}`, `06-17 ${hour}:15:00`.replace(' 9', ' 09'), `06-17 ${hour + 1}:30:00`, {
      categories: hour % 2 === 0 ? [arts.id, film.id] : [],
      venue: hall.id,
      organizer: [club.id],
      cost: `${hour}`,
      description: '<p>How to <b>row</b>.</p>',
    });
  for (let lane = 1; lane <= 7; lane++) await make(`Stage ${lane}`, '06-18 20:00:00', '06-18 22:00:00');
  await make('Long night', '06-19 22:00:00', '06-20 03:00:00', { password: 'secret', cost: '7' });
  await make('Hush', '06-19 20:00:00', '06-19 21:00:00', { status: 'private' });
  await make('Twice', '11-02 01:30:00', '11-02 02:30:00', { timezone: 'UTC+0' });
  await make('Clocks', '11-02 00:30:00', '11-02 03:30:00');
};

const VIEWS: readonly [name: string, path: string, language?: string][] = [
  ['month', '/events/month/2031-06/?date=2031-06-18'],
  ['month-in-french', '/events/month/2031-07/', 'fr-ca'],
  ['month-without-events', '/events/month/2031-09/'],
  ['week', '/events/week/2031-06-17/'],
  ['week-without-hours', '/events/week/2031-06-12/'],
  ['day', '/events/day/2031-06-17/'],
  ['day-of-many-lanes', '/events/day/2031-06-18/'],
  ['day-of-two-zones', '/events/day/2031-11-02/'],
  ['day-without-events', '/events/day/2031-07-20/'],
  ['list', '/events/list/'],
  ['list-page-2', '/events/list/page/2/'],
  ['list-of-the-past', '/events/list/?when=past'],
  ['list-of-what-was-last', '/events/list/?date=2031-12-01'],
  ['list-of-a-category', '/events/category/arts-crafts/'],
  ['list-of-a-category-without-a-past', '/events/category/film/?when=past'],
  ['list-of-the-featured', '/events/featured/'],
  ['list-filtered', '/events/list/?category=film&search=course&venue=town'],
  ['list-filtered-to-nothing', '/events/list/?search=none&tag=loud'],
];

/** Returns the view within a page, without its nonces. */
const viewIn = (text: string): string => {
  const view = text.slice(text.indexOf('<div class="cal-common'), text.indexOf('</main>'));
  return `${view.replaceAll(/"(tvn\d)":"[^"]*"/g, '"$1":"…"').trimEnd()}\n`;
};

describe('the views of the calendar', () => {
  let site: ServedPages;
  beforeAll(async () => {
    site = await servePages({ settings: { events_per_page: 5 } }, '2031-06-15T12:00:00Z');
    await fill(site);
  });
  afterAll(() => site.stop());

  it.each(VIEWS)('have the recorded form: %s', async (name, path, language = 'en') => {
    const { status, text } = await site.page(path, { language });
    const shown = viewIn(text);
    expect([status, shown.includes(`data-address="${ORIGIN}`)]).toEqual([200, true]);
    expectShown(join(import.meta.dirname, '../../shown', `${name}.html`), shown);
  });
});
