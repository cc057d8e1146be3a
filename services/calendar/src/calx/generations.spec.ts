import fc, { type Arbitrary } from 'fast-check';
import { newPicture, type SpecAnswer, serveCalendar, type TestService } from '../testing.contract.ts';

const RUNS = Number(process.env.RECORD_RUNS ?? 60);
const { seed: SEED = 0 } = fc.readConfigureGlobal();

type Values = Readonly<Record<string, unknown>>;

/** Members that both generations have, by the names of the first and of the second. */
const names: Readonly<Record<string, readonly (readonly [first: string, second: string])[]>> = {
  events: [
    ['title', 'title'],
    ['start_date', 'start_date'],
    ['end_date', 'end_date'],
    ['tags', 'tags'],
    ['timezone', 'timezone'],
    ['all_day', 'all_day'],
    ['featured', 'featured'],
    ['sticky', 'sticky'],
    ['categories', 'cal_events_cat'],
    ['venue', 'venues'],
    ['organizer', 'organizers'],
    ['cost', 'cost'],
    ['excerpt', 'excerpt'],
    ['slug', 'slug'],
  ],
  venues: [
    ['venue', 'title'],
    ['address', 'address'],
    ['city', 'city'],
    ['country', 'country'],
    ['zip', 'zip'],
    ['state', 'state'],
    ['province', 'province'],
    ['stateprovince', 'state_province'],
    ['phone', 'phone'],
    ['website', 'website'],
  ],
  organizers: [
    ['organizer', 'title'],
    ['phone', 'phone'],
    ['website', 'website'],
    ['email', 'email'],
  ],
};

/** The members of every kind of record, by their names in both generations. */
const common: readonly (readonly [first: string, second: string])[] = [
  ['description', 'content'],
  ['status', 'status'],
  ['author', 'author'],
  ['image', 'featured_media'],
  ['date_utc', 'date_gmt'],
];

const inSecond = (plural: string, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const [, second = name] = [...common, ...(names[plural] ?? [])].find(([first]) => first === name) ?? [];
      return [second, value];
    }),
  );

const texts = fc.constantFrom(
  '',
  'Quay',
  'Tom & "Jerry"',
  '<b>bold</b> <script>x</script>',
  'a\n\nb',
  ' x ',
  '0',
  '&amp;lt;',
  'é日',
  'six < ten',
);
const links = (ids: readonly number[]) => fc.subarray([...ids]);
const webAddresses = fc.constantFrom('', 'https://quay.test/?a=1&b=2', 'nonsense');

const shared = {
  description: texts,
  status: fc.constantFrom('publish', 'draft', 'pending', 'private', 'future', 'lost'),
  author: fc.constantFrom(1, 2, 999),
  image: fc.constantFrom('', 0, newPicture.id),
  date_utc: fc.constantFrom('2030-05-05T10:00:00', '2032-11-07 05:30:00', '2030-05-05T10:00:00+02:00'),
};

const membersOf = (
  plural: string,
  ids: {
    readonly categories: readonly number[];
    readonly venues: readonly number[];
    readonly organizers: readonly number[];
  },
): Readonly<Record<string, Arbitrary<unknown>>> => {
  if (plural === 'events') {
    return {
      ...shared,
      title: texts,
      excerpt: texts,
      slug: fc.constantFrom('', 'Old Quay'),
      start_date: fc.constantFrom('2031-03-09 02:30:00', '2031-06-10 19:30:00', '2031-11-02 01:30:00'),
      end_date: fc.constantFrom('2031-06-10 22:00:00', '2031-11-02 01:30:00', '2032-01-01 00:00:00'),
      timezone: fc.constantFrom('', 'Europe/Berlin', 'UTC+5:30', 'Nowhere/Land'),
      all_day: fc.boolean(),
      featured: fc.boolean(),
      sticky: fc.boolean(),
      cost: fc.constantFrom('', '0', 'Free', '15€', '10-20', 'TBD & more'),
      categories: links(ids.categories),
      tags: fc.constantFrom([], '', [999]),
      venue: links(ids.venues),
      organizer: links(ids.organizers),
    };
  }
  const own = { phone: texts, website: webAddresses };
  if (plural === 'organizers') {
    return { ...shared, ...own, organizer: texts, email: fc.constantFrom('', 'a@example.test', 'nobody') };
  }
  const places = ['address', 'city', 'country', 'zip', 'state', 'province', 'stateprovince'] as const;
  return { ...shared, ...own, venue: texts, ...Object.fromEntries(places.map((name) => [name, texts])) };
};

/** Generates bodies with any of the members, each with a value or null. */
const bodies = (members: Readonly<Record<string, Arbitrary<unknown>>>): Arbitrary<Values> =>
  fc.record(
    Object.fromEntries(
      Object.entries(members).map(([name, value]) => [
        name,
        fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) }),
      ]),
    ),
    { requiredKeys: [] },
  );

const required: Readonly<Record<string, Values>> = {
  events: { title: 'Made', start_date: '2031-05-05 10:00:00', end_date: '2031-05-05 11:00:00' },
  venues: { venue: 'Made' },
  organizers: { organizer: 'Made' },
};

describe.each(['events', 'venues', 'organizers'])(`${'%s'} of both generations (FUZZ_SEED=${SEED})`, (plural) => {
  let calendar: TestService;
  let members: Readonly<Record<string, Arbitrary<unknown>>>;
  beforeAll(async () => {
    calendar = await serveCalendar();
    const made = async (path: string, body: object): Promise<number> =>
      (await calendar.ask('administrator', 'POST', path, { body })).body.id;
    members = membersOf(plural, {
      categories: [await made('/categories', { name: 'A' }), await made('/categories', { name: 'B' })],
      venues: [await made('/venues', { venue: 'Hall' }), await made('/venues', { venue: 'Pier' })],
      organizers: [await made('/organizers', { organizer: 'Choir' })],
    });
  });
  afterAll(() => calendar.stop());

  const first = (method: string, path: string, body?: Values, tag?: string) =>
    calendar.ask('administrator', method, path, { body, ...(tag !== undefined && { headers: { 'if-match': tag } }) });
  const second = (method: string, path: string, body?: Values, tag?: string) =>
    calendar.ask('administrator', method, path, {
      namespace: 'calx/v1',
      body: body && inSecond(plural, body),
      ...(tag !== undefined && { headers: { 'if-match': tag } }),
    });

  /** Returns a record in both generations, without the members that differ from record to record. */
  const shown = async ({ status, body }: SpecAnswer): Promise<object> => {
    if (status >= 400) return { status };
    const path = `/${plural}/${body.id}`;
    const asked = await Promise.all([first('GET', `${path}?context=edit`), second('GET', `${path}?context=edit`)]);
    const [one, two] = asked.map(({ body: view }) => {
      const { i18n, json_ld, guid, link, url, rest_url, global_id, global_id_lineage, class_list, ...rest } = view;
      const { id, slug, modified, modified_gmt, modified_utc, website, ...members } = rest;
      // an event without a website shows its own page
      const site = plural === 'events' ? {} : { website };
      return { ...members, ...site, slug: String(slug).replace(/-\d+$/, '').replace(/^\d+$/, 'ID') };
    });
    return { one, two };
  };

  const versionOf = ({ headers }: SpecAnswer): string => /"\d+-.{16}-/.exec(String(headers.get('etag')))?.[0] ?? '';

  it('are written alike through each, whatever is sent, cleared or left out', async () => {
    const property = fc.asyncProperty(bodies(members), bodies(members), async (made, changed) => {
      const body = { ...required[plural], ...made };
      const [a, b] = [await first('POST', `/${plural}`, body), await second('POST', `/${plural}`, body)];
      expect(await shown(b)).toEqual(await shown(a));
      if (a.status !== 201) return;
      const [path, other] = [`/${plural}/${a.body.id}`, `/${plural}/${b.body.id}`];
      const [c, d] = [await first('PUT', path, changed), await second('PUT', other, changed)];
      expect(await shown(d)).toEqual(await shown(c));
    });
    await fc.assert(property, { numRuns: RUNS });
  }, 120_000);

  it('have one version in both, which either compares', async () => {
    const property = fc.asyncProperty(bodies(members), bodies(members), async (made, changed) => {
      const { body, status } = await second('POST', `/${plural}`, { ...required[plural], ...made });
      if (status !== 201) return;
      const path = `/${plural}/${body.id}`;
      const read = async () => [await first('GET', `${path}?context=edit`), await second('GET', path)] as const;
      const [one, two] = await read();
      expect(versionOf(one)).toBe(versionOf(two));
      const [tagOfOne, tagOfTwo] = [String(one.headers.get('etag')), String(two.headers.get('etag'))];
      const written = await second('PATCH', path, changed, tagOfOne);
      if (written.status !== 200) return expect(written.status).toBe(400);
      const stale = versionOf(written) !== versionOf(two);
      expect((await first('PATCH', path, {}, tagOfTwo)).status).toBe(stale ? 412 : 200);
    });
    await fc.assert(property, { numRuns: RUNS });
  }, 120_000);

  it('can be sent back as the second shows them, without a change', async () => {
    const property = fc.asyncProperty(bodies(members), async (made) => {
      const answer = await first('POST', `/${plural}`, { ...required[plural], ...made });
      if (answer.status !== 201) return;
      const path = `/${plural}/${answer.body.id}`;
      const ask = (method: string, body?: object) =>
        calendar.ask('administrator', method, path, { namespace: 'calx/v1', body });
      const { body } = await ask('GET');
      const before = await calendar.store.last();
      const sentBack = await ask('PUT', body);
      expect([sentBack.status, sentBack.body]).toEqual([200, body]);
      expect(await calendar.store.last()).toBe(before);
    });
    await fc.assert(property, { numRuns: RUNS });
  }, 120_000);
});
