import { type ServedPages, servePages } from '../pages/servePages.contract.ts';
import type { SpecAnswer } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
const callers = ['visitor', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const;
const writers = callers.slice(2);
const AUTHOR = 3;

const states = [
  { status: 'publish' },
  { status: 'publish', password: 'sesame' },
  { status: 'draft' },
  { status: 'pending' },
  { status: 'private' },
  { status: 'private', password: 'sesame' },
  { status: 'future', date: '2031-03-03 10:00:00' },
  { status: 'trash' },
] as const;

/** A word in every text of a record, and nowhere else. */
const SECRET = 'whisper';

const texts = {
  description: SECRET,
  excerpt: SECRET,
  phone: SECRET,
  website: `https://${SECRET}.test/`,
  email: `${SECRET}@example.test`,
  address: SECRET,
  city: SECRET,
  zip: SECRET,
  _VenueLat: '44.5',
  _VenueLng: '-76.5',
};

type Body = Readonly<Record<string, unknown>>;

describe.each([
  ['venue', 'venues'],
  ['organizer', 'organizers'],
] as const)('the %s of an event', (noun, plural) => {
  let site: ServedPages;
  let number = 0;
  beforeAll(async () => {
    site = await servePages();
  });
  afterAll(() => site.stop());

  const make = async (state: { readonly status: string }) => {
    const { status, ...more } = state;
    const plain = { [noun]: `Plain ${++number}`, author: AUTHOR, ...texts, ...more };
    const linked = await site.make(`/${plural}`, { ...plain, ...(status !== 'trash' && { status }) });
    const name = `${SECRET} ${number}`;
    await site.ask('administrator', 'PUT', `/${plural}/${linked.id}`, { body: { [noun]: name } });
    const event = await site.make('/events', { ...times, title: `Event ${number}`, [noun]: linked.id });
    if (status === 'trash') await site.ask('administrator', 'DELETE', `/${plural}/${linked.id}`);
    return { id: linked.id as number, name, event };
  };

  /** Returns the part of the record that the caller may see; `masked` without the password. */
  const seenBy = ({ status, body }: SpecAnswer): 'all' | 'masked' | 'nothing' => {
    if (status !== 200 || body.status === 'trash') return 'nothing';
    return body[noun] === '' ? 'masked' : 'all';
  };
  const own = (caller: (typeof callers)[number], id: number) => site.ask(caller, 'GET', `/${plural}/${id}`);
  const linkedIn = (event: Body): Body[] => [event[noun] as Body].flat();

  it.each(states)('shows as much as the record itself does if that is %j', async (state) => {
    const { id, event } = await make(state);
    for (const caller of callers) {
      const alone = await own(caller, id);
      const seen = seenBy(alone);
      const single = await site.ask(caller, 'GET', `/events/${event.id}`);
      const list = await site.ask(caller, 'GET', `/events?include=${event.id}`);
      for (const body of [single.body, list.body.events[0]]) {
        expect([caller, linkedIn(body).length]).toEqual([caller, seen === 'nothing' ? 0 : 1]);
        for (const { json_ld: _, ...linked } of linkedIn(body)) expect(alone.body).toMatchObject(linked);
        if (seen !== 'all') expect(JSON.stringify(body)).not.toContain(SECRET);
      }
    }
  });

  it.each(states)('is on pages and in files as far as the record may be seen if that is %j', async (state) => {
    const { id, name, event } = await make(state);
    const path = new URL(event.url).pathname;
    const isOpen = state.status === 'publish' && !('password' in state);
    for (const caller of callers) {
      const seen = seenBy(await own(caller, id));
      const { text } = await site.page(path, { as: caller });
      expect([caller, text.includes(name)]).toEqual([caller, seen === 'all']);
      for (const address of ['/events/', '/events/list/', `/events/feed.ics?include=${event.id}`]) {
        const listed = await site.page(address, { as: caller });
        expect([address, listed.status]).toEqual([address, 200]);
        if (!isOpen) expect(listed.text).not.toContain(name);
      }
    }
  });

  const link = (caller: (typeof callers)[number], value: unknown) =>
    site.ask(caller, 'POST', '/events', { body: { ...times, title: 'Mine', [noun]: value } });

  it.each(states)('is no filter for users who may not see the record if that is %j', async (state) => {
    const { id } = await make(state);
    for (const caller of callers) {
      const seen = seenBy(await own(caller, id));
      const { status } = await site.ask(caller, 'GET', `/events?${noun}=${id}`);
      expect([caller, status]).toEqual([caller, seen === 'nothing' ? 400 : 200]);
    }
  });

  it.each(states)('is linked for users who may see the record if that is %j', async (state) => {
    const { id } = await make(state);
    for (const caller of writers) {
      const seen = seenBy(await own(caller, id));
      const { status, body } = await link(caller, id);
      const refused = Object.keys(body.data?.params ?? {});
      expect([caller, status, refused]).toEqual(seen === 'nothing' ? [caller, 400, [noun]] : [caller, 201, []]);
    }
  });

  it.each(states)('is found by its values by users who may know them if the record is %j', async (state) => {
    const { id, name } = await make(state);
    for (const caller of writers) {
      const seen = seenBy(await own(caller, id));
      const knows = seen === 'all' || (seen === 'masked' && caller !== 'contributor');
      const [linked] = linkedIn((await link(caller, [{ [noun]: name, phone: SECRET }])).body);
      expect([caller, linked?.id === id]).toEqual([caller, knows]);
      if (!knows) await site.ask('administrator', 'DELETE', `/${plural}/${linked?.id}`);
    }
  });
});

describe('the place of a venue', () => {
  let site: ServedPages;
  beforeEach(async () => {
    site = await servePages();
  });
  afterEach(() => site.stop());

  it.each(states)('finds its events only for users who may know it if the venue is %j', async (state) => {
    const { status, ...more } = state;
    const venue = { venue: 'Hall', author: AUTHOR, _VenueLat: '44.5', _VenueLng: '-76.5', ...more };
    const { id } = await site.make('/venues', { ...venue, ...(status !== 'trash' && { status }) });
    const event = await site.make('/events', { ...times, title: 'x', venue: id });
    if (status === 'trash') await site.ask('administrator', 'DELETE', `/venues/${id}`);
    for (const caller of callers) {
      const shown = (await site.ask(caller, 'GET', `/events/${event.id}`)).body.venue;
      const isEditor = status !== 'trash' && ['editor', 'administrator'].includes(caller);
      const expected = shown.geo_lat === 44.5 || isEditor ? 1 : 0;
      for (const query of ['geoloc=true', 'geoloc_lat=44.5&geoloc_lng=-76.5']) {
        expect([caller, (await site.ask(caller, 'GET', `/events?${query}`)).body.total]).toEqual([caller, expected]);
      }
    }
  });
});

describe('the image of a record', () => {
  let site: ServedPages;
  beforeEach(async () => {
    site = await servePages();
  });
  afterEach(() => site.stop());

  const file = { path: `/uploads/2031/01/${SECRET}.jpg`, width: 8, height: 6, mimeType: 'image/jpeg' };
  const medium = { id: 70, title: '', alt: '', author: AUTHOR, file, sizes: {} };
  const readers = ['author', 'editor', 'administrator'];

  it('is shown, if it is private, to its author and to users who read private records', async () => {
    await site.deliver({ type: 'core.media-changed.v1', data: { ...medium, status: 'inherit' }, position: 1 });
    const made = { venues: 'venue', organizers: 'organizer', events: 'title' } as const;
    const links = { venue: [{ venue: 'Hall', image: 70 }], organizer: [{ organizer: 'Choir', image: 70 }] };
    const event = await site.make('/events', { ...times, title: 'x', image: 70, ...links });
    const ids = { events: event.id, venues: event.venue.id, organizers: event.organizer[0].id };
    const shownTo = async (caller: (typeof callers)[number]) =>
      Promise.all(
        Object.keys(made).map(async (plural) => {
          const path = `/${plural}/${ids[plural as keyof typeof made]}`;
          return JSON.stringify((await site.ask(caller, 'GET', path)).body).includes(SECRET);
        }),
      );
    expect(await shownTo('visitor')).toEqual([true, true, true]);
    await site.deliver({ type: 'core.media-changed.v1', data: { id: 70, status: 'private' }, position: 2 });
    for (const caller of callers) {
      expect([caller, ...(await shownTo(caller))]).toEqual([caller, ...Array(3).fill(readers.includes(caller))]);
    }
    for (const caller of writers) {
      const body = { ...times, title: 'y', image: 70 };
      const { status } = await site.ask(caller, 'POST', '/events', { body });
      expect([caller, status]).toEqual([caller, readers.includes(caller) ? 201 : 400]);
    }
    for (const path of ['/events/', '/events/feed.ics', ...[event.url, event.venue.url, event.organizer[0].url]]) {
      const { text } = await site.page(new URL(path, 'http://site.test').pathname);
      expect([path, text.includes(SECRET)]).toEqual([path, false]);
    }
  });
});
