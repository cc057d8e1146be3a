import { type Asker, newPicture, serveCalendar, type TestService } from '../testing.contract.ts';

const times = { start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00' };
const image = newPicture.address;

/** The records that name the picture: the record itself, or a new record within it. */
const bearers: readonly [plural: string, sent: Readonly<Record<string, unknown>>][] = [
  ['events', { ...times, title: 'Concert', image }],
  ['events', { ...times, title: 'Concert', venue: { venue: 'Pier', image } }],
  ['events', { ...times, title: 'Concert', organizer: [{ organizer: 'House' }, { organizer: 'Choir', image }] }],
  ['events', { ...times, title: 'Concert', image, venue: { venue: 'Pier', image }, tags: ['new'] }],
  ['venues', { venue: 'Pier', image }],
  ['organizers', { organizer: 'House', image }],
];

const plain: Readonly<Record<string, object>> = {
  events: { ...times, title: 'Concert' },
  venues: { venue: 'Hall' },
  organizers: { organizer: 'Choir' },
};

interface Refusal {
  readonly as?: Asker;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly language?: string;
}

describe.each(bearers)('the new picture of a record of %s: %j', (plural, sent) => {
  let calendar: TestService;
  let own: number;
  beforeEach(async () => {
    calendar = await serveCalendar();
    own = await make('editor', 'en');
  });
  afterEach(() => calendar.stop());

  const make = async (as: Asker, language: string, more: object = {}): Promise<number> => {
    const body = { ...plain[plural], ...more };
    const made = await calendar.ask(as, 'POST', `/${plural}`, { language, body });
    expect([made.status, made.body.code]).toEqual([201, undefined]);
    return made.body.id;
  };

  const ask = async (path: string, { as = 'editor', body = {}, ...more }: Refusal = {}) =>
    (await calendar.ask(as, 'POST', path, { ...more, body: { ...sent, ...body } })).status;

  /** Returns the number of commits, the pictures that core has fetched, and the number of tags. */
  const left = async () => ({
    commits: await calendar.store.last(),
    fetched: calendar.fetched,
    tags: (await calendar.ask('visitor', 'GET', '/tags?hide_empty=false')).body.tags.length,
  });

  const leavesNothing = async (status: number, path: string, refusal: Refusal): Promise<void> => {
    const before = await left();
    expect([path, await ask(path, refusal)]).toEqual([path, status]);
    expect(await left()).toEqual({ ...before, fetched: [] });
  };

  it('is fetched once if the record is accepted', async () => {
    expect(await ask(`/${plural}`)).toBe(201);
    expect(await ask(`/${plural}/${own}`)).toBe(200);
    expect(calendar.fetched).toEqual([image]);
  });

  it('is not fetched if the request is invalid', async () => {
    for (const path of [`/${plural}`, `/${plural}/${own}`]) {
      await leavesNothing(400, path, { body: { author: 999 } });
      await leavesNothing(400, path, { body: { status: 'none' } });
    }
    await leavesNothing(400, `/${plural}`, { body: { translation_of: 999 } });
  });

  it('is not fetched for users who may not write the record', async () => {
    await leavesNothing(401, `/${plural}`, { as: 'visitor' });
    await leavesNothing(403, `/${plural}`, { as: 'subscriber' });
    await leavesNothing(403, `/${plural}/${own}`, { as: 'author' });
  });

  it('is not fetched for users who may not upload', async () => {
    await leavesNothing(400, `/${plural}`, { as: 'contributor' });
  });

  it('is not fetched if the record has changed since', async () => {
    await leavesNothing(412, `/${plural}/${own}`, { headers: { 'if-match': '"9"' } });
  });

  it('is not fetched if the language has its version', async () => {
    await make('editor', 'fr-ca', { translation_of: own });
    await leavesNothing(409, `/${plural}`, { language: 'fr-ca', body: { translation_of: own } });
  });

  it('is not fetched if a name of the record is too long', async () => {
    const [name = ''] = Object.keys(sent).filter((member) => ['title', 'venue', 'organizer'].includes(member));
    const long = { [name]: 'x'.repeat(1_001) };
    for (const path of [`/${plural}`, `/${plural}/${own}`]) await leavesNothing(400, path, { body: long });
  });

  if (plural !== 'events') return;

  it('is not fetched if the event’s references are invalid', async () => {
    for (const path of [`/${plural}`, `/${plural}/${own}`]) {
      await leavesNothing(400, path, { body: { end_date: '2001-01-01' } });
      await leavesNothing(400, path, { body: { categories: [999] } });
      await leavesNothing(400, path, { body: { venue: [999, { venue: 'Pier', image }] } });
      await leavesNothing(400, path, { body: { tags: ['<br>', 'other'], image } });
    }
  });

  it('is not fetched if another named picture cannot be fetched', async () => {
    const organizer = { organizer: 'Band', image: 'https://elsewhere.test/none.jpg' };
    for (const path of [`/${plural}`, `/${plural}/${own}`]) await leavesNothing(400, path, { body: { organizer } });
  });
});
