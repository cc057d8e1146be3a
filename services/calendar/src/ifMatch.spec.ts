import { createTexts } from '@almanac/i18n';
import type { Method } from '@almanac/rest';
import { routesOf } from './routes.ts';
import { type Asker, calendarOf, type Served, type SpecAnswer, serveCalendar } from './testing.contract.ts';

type Body = Readonly<Record<string, unknown>>;

/** The values with which records of each kind are made, and those that the tested writes change. */
const kinds: Readonly<Record<string, (n: number) => { readonly made: Body; readonly name: string }>> = {
  events: (n) => ({
    made: { title: `Made ${n}`, start_date: '2031-05-05 10:00', end_date: '2031-05-05 11:00' },
    name: 'title',
  }),
  venues: (n) => ({ made: { venue: `Made ${n}` }, name: 'venue' }),
  organizers: (n) => ({ made: { organizer: `Made ${n}` }, name: 'organizer' }),
  categories: (n) => ({ made: { name: `Made ${n}` }, name: 'name' }),
  tags: (n) => ({ made: { name: `Made ${n}` }, name: 'name' }),
};

const writing = routesOf(calendarOf(), createTexts()).flatMap(({ path, methods }) =>
  methods.filter((method) => method !== 'GET').map((method) => ({ method, path, plural: path.split('/')[1] ?? '' })),
);
const ofOne = writing.filter(({ path }) => path.includes('{'));
const ofNone = writing.filter(({ path }) => !path.includes('{'));

let calendar: Served;
beforeEach(async () => {
  calendar = await serveCalendar();
});
afterEach(() => calendar.stop());

const ask = (method: string, path: string, body?: Body, tag?: string, as: Asker = 'administrator') =>
  calendar.ask(as, method, path, { body, headers: tag === undefined ? {} : { 'if-match': tag } });

interface Subject {
  readonly path: string;
  /** Where it is read in every language: slugs are of one. */
  readonly read: string;
  readonly body: Body | undefined;
  /** Makes its tags stale. */
  change(): Promise<SpecAnswer>;
}

const make = async ({ method, path, plural }: (typeof ofOne)[number], n = 0): Promise<Subject> => {
  const { made, name } = kinds[plural]?.(n) ?? { made: {}, name: '' };
  const { status, body } = await ask('POST', `/${plural}`, made);
  expect(status).toBe(201);
  const { id, slug } = body as { readonly id: number; readonly slug: string };
  return {
    path: path.replace('{id:\\d+}', String(id)).replace('{slug}', slug),
    read: `/${plural}/${id}`,
    body: method === 'DELETE' ? undefined : { [name]: 'Written' },
    change: () => ask('PATCH', `/${plural}/${id}`, { [name]: 'Changed', slug: slug ?? '' }),
  };
};

const tagOf = async ({ read }: Subject, language = 'en'): Promise<string> => {
  const { headers } = await calendar.ask('administrator', 'GET', `${read}?_fields=id`, { language });
  return String(headers.get('etag'));
};

const versionIn = (tag: string): string => /\d+/.exec(tag)?.[0] ?? '';

describe('If-Match', () => {
  it('is tried of every kind of record that is written', () => {
    expect([...new Set(writing.map(({ plural }) => plural))].sort()).toEqual(Object.keys(kinds).sort());
  });

  it.each(ofOne)('keeps what $method $path writes from all but those that know its version', async (route) => {
    const [subject, another] = [await make(route), await make(route, 1)];
    const first = await tagOf(subject);
    expect((await subject.change()).status).toBe(200);
    const current = await tagOf(subject);
    const others = await tagOf(another);
    const before = await calendar.store.last();
    const shown = (await ask('GET', subject.path)).body;
    const invented = current.replace(/-[\w-]{16}-/, '-AAAAAAAAAAAAAAAA-');
    const ofAnother = [others, others.replace(/\d+/, versionIn(current))];
    for (const tag of [first, ...ofAnother, invented, `W/${current}`, '"1"', 'nonsense', '']) {
      const { status, body } = await ask(route.method, subject.path, subject.body, tag);
      expect([tag, status, body.code]).toEqual([tag, 412, 'rest_precondition_failed']);
    }
    expect(await calendar.store.last()).toBe(before);
    expect((await ask('GET', subject.path)).body).toEqual(shown);
    expect((await ask(route.method, subject.path, subject.body, await tagOf(subject, 'fr-ca'))).status).toBe(200);
    expect((await ask(route.method, another.path, another.body, '*')).status).toBe(200);
  });

  it.each(ofOne)('is judged of $method $path after who asks and what is there', async (route) => {
    const subject = await make(route);
    const missing = subject.path.replace(/[^/]+$/, '987654321');
    for (const tag of ['nonsense', '"1-x"']) {
      const status = async (path: string, as: Asker) =>
        (await ask(route.method as Method, path, subject.body, tag, as)).status;
      expect(await status(subject.path, 'visitor')).toBe(401);
      expect(await status(subject.path, 'subscriber')).toBe(403);
      expect(await status(missing, 'administrator')).toBe(404);
    }
  });

  it.each(ofNone)('lets $method $path make nothing, unless it says *', async ({ plural, path }) => {
    const { made } = kinds[plural]?.(0) ?? { made: {} };
    const before = [await calendar.store.last(), (await ask('GET', path)).status];
    for (const tag of ['"1-x"', 'nonsense']) expect((await ask('POST', path, made, tag)).status).toBe(412);
    expect([await calendar.store.last(), (await ask('GET', path)).status]).toEqual(before);
    expect((await ask('POST', path, made, '*')).status).toBe(201);
  });
});
