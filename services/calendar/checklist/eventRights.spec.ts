import type { Asker } from '../src/testing.contract.ts';
import { type CheckedSite, checkedSite } from './checkedSite.contract.ts';

let site: CheckedSite;
beforeEach(async () => {
  site = await checkedSite();
});
afterEach(() => site.stop());

describe('lines 1–12 and 115–118: who may change and trash', () => {
  it('1–4: a contributor changes and trashes nothing that is published', async () => {
    const theirs = await site.event(1);
    const own = await site.event(1, { author: 4 });
    for (const { id } of [theirs, own]) {
      expect(await site.status('contributor', 'PUT', `/events/${id}`, { title: 'x' })).toBe(403);
      expect(await site.status('contributor', 'DELETE', `/events/${id}`, { force: true })).toBe(403);
    }
  });

  it('5, 6: a contributor changes and trashes an own draft', async () => {
    const { id, author } = await site.event(1, { status: 'draft' }, 'contributor');
    expect(author).toBe('4');
    expect(await site.status('contributor', 'PUT', `/events/${id}`, { title: 'x' })).toBe(200);
    expect(await site.status('contributor', 'DELETE', `/events/${id}`)).toBe(200);
  });

  it('7, 8: an editor changes and trashes what others wrote', async () => {
    const { id } = await site.event(1);
    expect(await site.status('editor', 'PUT', `/events/${id}`, { title: 'x' })).toBe(200);
    expect(await site.status('editor', 'DELETE', `/events/${id}`)).toBe(200);
  });

  it.each([
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ])('9–12: a contributor changes and trashes none of others’ %s', async (plural, noun) => {
    const { id } = await site.made(plural, { [noun]: 'x' });
    expect(await site.status('contributor', 'PUT', `/${plural}/${id}`, { [noun]: 'y' })).toBe(403);
    expect(await site.status('contributor', 'DELETE', `/${plural}/${id}`)).toBe(403);
  });

  it('115–118: an event is trashed once, by who may', async () => {
    const { id } = await site.event(1);
    expect(await site.status('administrator', 'DELETE', '/events/2389')).toBe(404);
    expect(await site.status('visitor', 'DELETE', `/events/${id}`)).toBe(401);
    const gone = await site.ask('administrator', 'DELETE', `/events/${id}`);
    expect([gone.status, gone.body.id]).toEqual([200, id]);
    expect(await site.status('administrator', 'DELETE', `/events/${id}`)).toBe(410);
  });
});

describe('lines 205–214 and 455, 466: one event', () => {
  const get = (path: string, as: Asker = 'visitor') => site.get(`/events${path}`, as);

  it('205–208, 211–213: is refused where it is not there or not for all', async () => {
    const draft = await site.event(1, { status: 'draft', slug: 'not-yet' });
    const venue = await site.made('venues', { venue: 'Hall' });
    for (const path of ['/0', '/2389', `/${venue.id}`, '/by-slug/', '/by-slug/unknown', '/by-slug/hall']) {
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    }
    for (const path of [`/${draft.id}`, '/by-slug/not-yet']) expect((await get(path)).status).toBe(403);
  });

  it('209, 214: shows all its members, by slug too', async () => {
    const { fetched: _, ...own } = site;
    await own.stop();
    site = await checkedSite({ timezone: 'America/New_York' });
    const venue = await site.made('venues', {
      venue: 'Hall',
      description: 'A hall',
      address: '1 Main St',
      city: 'Kingston',
      country: 'Jamaica',
      ...{
        province: 'KN',
        state: 'NY',
        zip: '10001',
        phone: '555',
        website: 'https://hall.test/',
        stateprovince: 'KN',
      },
    });
    const organizer = await site.made('organizers', {
      organizer: 'Club',
      phone: '556',
      website: 'https://club.test/',
      email: 'club@club.test',
    });
    const made = await site.event(1, {
      description: 'Text',
      excerpt: 'Short',
      cost: '$23',
      website: 'https://event.test/',
      slug: 'whole',
      show_map: true,
      show_map_link: true,
      venue: venue.id,
      organizer: [organizer.id],
      image: 90,
      categories: ['Arts'],
      tags: ['indoors'],
      timezone: 'America/New_York',
    });
    const { status, body } = await get(`/${made.id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: made.id,
      author: '1',
      status: 'publish',
      description: '<p>Text</p>',
      excerpt: '<p>Short</p>',
      timezone: 'America/New_York',
      timezone_abbr: 'EST',
      cost: '$23',
      website: 'https://event.test/',
      cost_details: { currency_symbol: '$', currency_position: 'prefix', values: ['23'] },
      start_date_details: { year: '2031', month: '01', day: '01', hour: '13', minutes: '00', seconds: '00' },
      utc_start_date_details: { hour: '18' },
      image: { id: 90, url: expect.stringContaining('pier.jpg') },
      venue: { venue: 'Hall', address: '1 Main St', stateprovince: 'KN', author: '1', show_map: true },
      organizer: [{ organizer: 'Club', phone: '556', email: 'club@club.test' }],
      categories: [{ name: 'Arts', slug: 'arts', taxonomy: 'cal_events_cat' }],
      tags: [{ name: 'indoors', slug: 'indoors', taxonomy: 'post_tag' }],
      json_ld: expect.any(Object),
    });
    expect((await get('/by-slug/whole')).body).toEqual(body);
    for (const answer of [made, (await get('')).body.events[0]]) expect(answer).not.toHaveProperty('json_ld');
  });

  it('455: says why it may not be read', async () => {
    const [trashed, deleted, locked] = [
      await site.event(1),
      await site.event(1),
      await site.event(1, { password: 'open' }),
    ];
    await site.ask('administrator', 'DELETE', `/events/${trashed.id}`);
    await site.ask('administrator', 'DELETE', `/events/${deleted.id}?force=true`, { namespace: 'calx/v1' });
    const answers = [`/${trashed.id}`, `/${deleted.id}`, `/${locked.id}`].map(async (path) => {
      const { status, body } = await get(path);
      return [status, body.code];
    });
    expect(await Promise.all(answers)).toEqual([
      [403, 'event-no-longer-available'],
      [404, 'rest-event-not-found'],
      [403, 'event-password-protected'],
    ]);
    expect((await get(`/${locked.id}?password=open`)).status).toBe(200);
    for (const status of ['draft', 'pending', 'private']) {
      const { id } = await site.event(1, { status });
      expect((await get(`/${id}`)).body.code).toBe('event-not-accessible');
    }
  });

  it('456, 463: waits for review where its author may not publish, and is scheduled by who may', async () => {
    const date = '2031-03-01 09:00:00';
    const stored = async (as: Asker, status: string) => (await site.event(1, { status, date }, as)).status;
    for (const as of ['administrator', 'editor', 'author', 'contributor'] as const) {
      const may = as !== 'contributor';
      expect([as, await stored(as, 'future')]).toEqual([as, may ? 'future' : 'pending']);
      expect([as, await stored(as, 'draft')]).toEqual([as, 'draft']);
      const published = await site.event(1, { status: 'publish' }, as);
      expect([as, published.status]).toEqual([as, may ? 'publish' : 'pending']);
    }
    const { id } = await site.event(1, { status: 'draft' });
    const { body } = await site.ask('administrator', 'POST', `/events/${id}`, { body: { status: 'future', date } });
    expect([body.status, body.date]).toEqual(['future', date]);
  });
});
