import { createTexts } from '@almanac/i18n';
import { roles } from '@almanac/identity';
import { routesOf } from '../service.ts';
import { calendarOf, serveCalendar, type TestService } from '../testing.contract.ts';

const names: Readonly<Record<string, string>> = { events: 'title', venues: 'venue', organizers: 'organizer' };
const times = { start_date: '2031-05-05 10:00', end_date: '2031-05-05 11:00' };
const bodyOf = (plural: string) => ({ [names[plural] ?? '']: 'Made', ...(plural === 'events' && times) });
const idOf = (role: (typeof roles)[number]): number => roles.indexOf(role) + 1;
const writers = ['contributor', 'author', 'editor', 'administrator'] as const;
const mayGiveAway = (role: string) => ['editor', 'administrator'].includes(role);

/** Every declared way of writing an author. */
const writing = routesOf(calendarOf(), createTexts()).flatMap(({ path, methods, args }) =>
  'author' in args ? methods.map((method) => ({ method, path, plural: path.split('/')[1] ?? '' })) : [],
);

describe('the rule of authorship', () => {
  it('is tested for every kind of record that has an author', () => {
    expect([...new Set(writing.map(({ plural }) => plural))].sort()).toEqual(Object.keys(names).sort());
  });
});

describe.each(writing)('$method $path', ({ method, path, plural }) => {
  let calendar: TestService;
  beforeAll(async () => {
    calendar = await serveCalendar();
  });
  afterAll(() => calendar.stop());

  const isNew = !path.includes('{');
  /** A user's draft with a slug, which contributors may change too. */
  const draftOf = async (author: number) => {
    const { id } = (await calendar.ask('administrator', 'POST', `/${plural}`, { body: { ...bodyOf(plural), author } }))
      .body;
    return (await calendar.ask('administrator', 'PUT', `/${plural}/${id}`, { body: { status: 'draft' } })).body;
  };
  const authorOf = async (id: number): Promise<number> =>
    Number((await calendar.ask('administrator', 'GET', `/${plural}/${id}`)).body.author);

  it.each(writers)('lets %s assign records to others only with the right to edit theirs', async (role) => {
    for (const author of roles.map(idOf)) {
      const own = isNew ? { id: 0, slug: '' } : await draftOf(idOf(role));
      const target = path.replace('{id:\\d+}', String(own.id)).replace('{slug}', own.slug);
      const before = await calendar.store.last();
      const { status, body } = await calendar.ask(role, method, target, { body: { ...bodyOf(plural), author } });
      const may = author === idOf(role) || mayGiveAway(role);
      if (may) expect([author, status, await authorOf(body.id)]).toEqual([author, isNew ? 201 : 200, author]);
      else
        expect([author, status, body.code, await calendar.store.last()]).toEqual([
          author,
          403,
          'rest_forbidden',
          before,
        ]);
    }
  });
});

describe.each(['venue', 'organizer'] as const)('a new %s within an event', (noun) => {
  let calendar: TestService;
  beforeAll(async () => {
    calendar = await serveCalendar();
  });
  afterAll(() => calendar.stop());

  it.each(writers)('belongs to the %s who sends it, unless they may edit others’ records', async (role) => {
    for (const author of roles.map(idOf)) {
      const body = { ...bodyOf('events'), [noun]: [{ [noun]: `New ${author}`, author }] };
      const answer = await calendar.ask(role, 'POST', '/events', { body });
      const may = author === idOf(role) || mayGiveAway(role);
      expect([author, answer.status]).toEqual([author, may ? 201 : 403]);
    }
  });
});
