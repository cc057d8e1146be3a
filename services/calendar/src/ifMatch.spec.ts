import { createTexts } from '@almanac/i18n';
import { routesOf } from './service.ts';
import { type Asker, calendarOf, type SpecAnswer, serveCalendar, type TestService } from './testing.contract.ts';

type Body = Readonly<Record<string, unknown>>;

/** The values with which records of each kind are made, and those that the tested writes change. */
const kinds: Readonly<Record<string, (n: number) => { readonly made: Body; readonly name: string }>> = {
  events: (n) => ({
    made: { title: `Made ${n}`, start_date: '2031-05-05 10:00:00', end_date: '2031-05-05 11:00:00' },
    name: 'title',
  }),
  venues: (n) => ({ made: { venue: `Made ${n}` }, name: 'venue' }),
  organizers: (n) => ({ made: { organizer: `Made ${n}` }, name: 'organizer' }),
  categories: (n) => ({ made: { name: `Made ${n}` }, name: 'name' }),
  tags: (n) => ({ made: { name: `Made ${n}` }, name: 'name' }),
};

/** The namespaces whose records have versions that clients can read. */
const RECORDS = ['cal/events/v1', 'calx/v1'];

const writing = routesOf(calendarOf(), createTexts())
  // a suggestion is written once, and declined once: suggestions.spec.ts
  .filter(({ namespace, path }) => RECORDS.includes(namespace) && !path.startsWith('/suggestions'))
  .flatMap(({ namespace, path, methods }) =>
    methods
      .filter((method) => method !== 'GET')
      .map((method) => ({ namespace, method, path, plural: path.split('/')[1] ?? '' })),
  );
const ofOne = writing.filter(({ path }) => path.includes('{'));
const ofNone = writing.filter(({ path }) => !path.includes('{'));

let calendar: TestService;
beforeEach(async () => {
  calendar = await serveCalendar();
});
afterEach(() => calendar.stop());

interface TestRequest {
  readonly body?: Body | undefined;
  readonly tag?: string;
  readonly as?: Asker;
  readonly namespace?: string;
}

const ask = (method: string, path: string, { body, tag, as = 'administrator', namespace }: TestRequest = {}) =>
  calendar.ask(as, method, path, {
    body,
    headers: tag === undefined ? {} : { 'if-match': tag },
    ...(namespace !== undefined && { namespace }),
  });

interface Subject {
  readonly path: string;
  /** The address by which every language reads the record: a slug belongs to one language. */
  readonly read: string;
  readonly body: Body | undefined;
  /** The namespace of `read`, if it is not `cal/events/v1`. */
  readonly readIn?: string;
  /** Changes the record, so that its tags are stale. */
  change(): Promise<SpecAnswer>;
}

/** Creates a record in `cal/events/v1` for any tested write: its tags are valid in both generations. */
const make = async ({ namespace, method, path, plural }: (typeof ofOne)[number], n = 0): Promise<Subject> => {
  if (plural === 'series') return makeSeries({ namespace, method, path, plural }, n);
  const { made, name } = kinds[plural]?.(n) ?? { made: {}, name: '' };
  const { status, body } = await ask('POST', `/${plural}`, { body: made });
  expect(status).toBe(201);
  const { id, slug } = body as { readonly id: number; readonly slug: string };
  return {
    path: path.replace('{id:\\d+}', String(id)).replace('{slug}', slug),
    read: `/${plural}/${id}`,
    body: method === 'DELETE' ? undefined : { [namespace === 'calx/v1' ? 'title' : name]: 'Written' },
    change: () => ask('PATCH', `/${plural}/${id}`, { body: { [name]: 'Changed', slug: slug ?? '' } }),
  };
};

/** Creates a series, which only `calx/v1` has by its own id. */
const makeSeries = async ({ method, path }: (typeof ofOne)[number], n: number): Promise<Subject> => {
  const made = { ...kinds.events?.(n).made, recurrence: { rules: ['FREQ=DAILY;COUNT=2'] } };
  const { body } = await ask('POST', '/events', { body: made });
  const { id } = body.series;
  return {
    path: path.replace('{id:\\d+}', String(id)),
    read: `/series/${id}`,
    readIn: 'calx/v1',
    body: method === 'DELETE' ? undefined : { title: 'Written' },
    change: () => ask('PATCH', `/series/${id}`, { body: { title: 'Changed' }, namespace: 'calx/v1' }),
  };
};

const tagOf = async ({ read, readIn }: Subject, language = 'en'): Promise<string> => {
  const namespace = readIn ?? 'cal/events/v1';
  const { headers } = await calendar.ask('administrator', 'GET', `${read}?_fields=id`, { language, namespace });
  return String(headers.get('etag'));
};

const versionIn = (tag: string): string => /\d+/.exec(tag)?.[0] ?? '';

describe('If-Match', () => {
  it('is tested for every kind of record that is written', () => {
    expect([...new Set(writing.map(({ plural }) => plural))].sort()).toEqual([...Object.keys(kinds), 'series'].sort());
  });

  it.each(ofOne)(
    'protects the target of $method /$namespace$path from clients that do not know its version',
    async (route) => {
      const [subject, another] = [await make(route), await make(route, 1)];
      const first = await tagOf(subject);
      expect((await subject.change()).status).toBe(200);
      const current = await tagOf(subject);
      const others = await tagOf(another);
      const before = await calendar.store.last();
      const shown = (await ask('GET', subject.path)).body;
      const invented = current.replace(/-[\w-]{16}-/, '-AAAAAAAAAAAAAAAA-');
      const ofAnother = [others, others.replace(/\d+/, versionIn(current))];
      const { namespace, method } = route;
      const write = ({ path, body }: Subject, tag: string) => ask(method, path, { body, tag, namespace });
      for (const tag of [first, ...ofAnother, invented, `W/${current}`, '"1"', 'nonsense', '']) {
        const { status, body } = await write(subject, tag);
        expect([tag, status, body.code]).toEqual([tag, 412, 'rest_precondition_failed']);
      }
      expect(await calendar.store.last()).toBe(before);
      expect((await ask('GET', subject.path)).body).toEqual(shown);
      expect((await write(subject, await tagOf(subject, 'fr-ca'))).status).toBe(200);
      expect((await write(another, '*')).status).toBe(200);
    },
  );

  it.each(ofOne)('is judged for $method /$namespace$path after caller and existence', async (route) => {
    const subject = await make(route);
    const { namespace, method } = route;
    const { body } = subject;
    const missing = subject.path.replace(/[^/]+$/, '987654321');
    for (const tag of ['nonsense', '"1-x"']) {
      const status = async (path: string, as: Asker) => (await ask(method, path, { body, tag, as, namespace })).status;
      expect(await status(subject.path, 'visitor')).toBe(401);
      expect(await status(subject.path, 'subscriber')).toBe(403);
      expect(await status(missing, 'administrator')).toBe(404);
    }
  });

  it.each(ofNone)('lets $method /$namespace$path create nothing, unless it is *', async (route) => {
    const { namespace, plural, path } = route;
    const { made = {} } = kinds[plural]?.(0) ?? {};
    const body = namespace === 'calx/v1' ? { title: 'Made', ...made } : made;
    const before = [await calendar.store.last(), (await ask('GET', path)).status];
    for (const tag of ['"1-x"', 'nonsense']) {
      expect((await ask('POST', path, { body, tag, namespace })).status).toBe(412);
    }
    expect([await calendar.store.last(), (await ask('GET', path)).status]).toEqual(before);
    expect((await ask('POST', path, { body, tag: '*', namespace })).status).toBe(201);
  });
});
