import { type ServedPages, servePages } from '../pages/servePages.contract.ts';

describe('the choices of a view’s filters', () => {
  let site: ServedPages;
  const ids: Record<string, number> = {};

  const make = async (title: string, start: string, more: object = {}) =>
    site.make('/events', { title, start_date: start, end_date: start, ...more });
  const venue = async (name: string, more: object = {}) => {
    ids[name] = (await site.make('/venues', { venue: name, ...more })).id;
    return ids[name];
  };

  /** Returns the labels of a field's options, the chosen one in brackets; undefined without the field. */
  const offered = async (path: string, field: string, language = 'en') => {
    const { text } = await site.page(path, { language });
    const [, select] = new RegExp(`<select id="cal-${field}"[^>]*>([^]*?)</select>`).exec(text) ?? [];
    const options = select?.matchAll(/<option value="[^"]*"( selected)?>([^<]*)/g);
    return options && [...options].map(([, chosen, label]) => (chosen ? `[${label}]` : label)).slice(1);
  };

  beforeAll(async () => {
    site = await servePages({ settings: { events_per_page: 2 } }, '2031-06-15T12:00:00Z');
    const arts = await site.make('/categories', { name: 'Arts' });
    await site.make('/categories', { name: 'Unused' });
    await site.make('/categories', { name: 'Arts et lettres', translation_of: arts.id }, 'fr-ca');
    const club = await site.make('/organizers', { organizer: 'Club & Co' });
    const [hall, yard, past] = [await venue('Hall'), await venue('Yard'), await venue('Old mill')];
    const [secret, draft] = [await venue('Vault', { password: 'x' }), await venue('Draft', { status: 'draft' })];
    await venue('Nowhere');
    await make('Over', '2031-06-01 10:00:00', { venue: past });
    await make('First', '2031-06-16 10:00:00', { venue: hall, categories: [arts.id] });
    await make('Second', '2031-06-17 10:00:00', { venue: [yard, secret, draft], organizer: club.id });
    await make('Third', '2031-06-18 10:00:00', { venue: hall });
    await make('Covered', '2031-06-20 10:00:00', { venue: await venue('Attic'), password: 'x' });
    await make('Unlisted', '2031-06-20 10:00:00', { venue: await venue('Cellar'), hide_from_listings: true });
    await make('July', '2031-07-04 10:00:00', { venue: await venue('Pier') });
  });
  afterAll(() => site.stop());

  it.each([
    ['/events/month/2031-06/', ['Hall', 'Old mill', 'Yard']],
    ['/events/month/2031-07/', ['Pier']],
    ['/events/week/2031-06-16/', ['Hall', 'Yard']],
    ['/events/day/2031-06-17/', ['Yard']],
    ['/events/list/', ['Hall', 'Pier', 'Yard']],
    ['/events/list/?date=2031-07-01', ['Pier']],
    ['/events/list/?when=past', ['Old mill']],
    ['/events/?eventDisplay=latest-past', ['Old mill']],
    ['/events/list/?search=second', ['Yard']],
  ])('belong for %s to its events: %j', async (path, venues) => {
    expect(await offered(path, 'venue')).toEqual(venues);
  });

  it('cover the whole time if one of them is chosen, and include that one', async () => {
    expect(await offered(`/events/list/?venue=${ids.Yard}`, 'venue')).toEqual(['Hall', 'Pier', '[Yard]']);
    expect(await offered(`/events/day/2031-06-17/?venue=${ids.Pier}`, 'venue')).toEqual(['[Pier]', 'Yard']);
    expect(await offered('/events/category/arts/', 'venue')).toEqual(['Hall', 'Pier', 'Yard']);
    expect(await offered('/events/category/arts/', 'category')).toEqual(['[Arts]']);
  });

  it('include categories and organizers, in the language of the page', async () => {
    expect(await offered('/events/', 'organizer')).toEqual(['Club &amp; Co']);
    expect(await offered('/events/', 'category')).toEqual(['Arts']);
    expect(await offered('/events/', 'category', 'fr-ca')).toEqual(['Arts et lettres']);
  });

  it('are left out if there is nothing to choose', async () => {
    const { text } = await site.page('/events/day/2031-06-19/');
    expect(text).toContain('class="filters"');
    expect(text).not.toContain('More filters');
  });

  it('are at most twenty, those with the most events', async () => {
    const full = await servePages({}, '2031-06-15T12:00:00Z');
    for (let number = 0; number < 25; number++) {
      const { id } = await full.make('/venues', { venue: `Venue ${number}` });
      const times = number < 5 ? 1 : 2;
      for (let time = 0; time < times; time++) {
        await full.make('/events', {
          title: `Event ${number}-${time}`,
          start_date: '2031-06-16 10:00:00',
          end_date: '2031-06-16 11:00:00',
          venue: id,
        });
      }
    }
    const { text } = await full.page('/events/day/2031-06-16/');
    const names = [...text.matchAll(/<option value="\d+">Venue (\d+)/g)].map(([, number]) => Number(number));
    expect(names.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 5));
    await full.stop();
  });
});
