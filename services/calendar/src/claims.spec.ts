import type { Collection } from '@almanac/documents';
import { heldClaims } from '@almanac/event-sourcing/testing';
import fc from 'fast-check';
import type { ItemState } from './content-items/contentItem.ts';
import { type EventState, event, eventKind } from './events/event.ts';
import { organizerKind } from './organizers/organizer.ts';
import { type Category, categories } from './terms/category.ts';
import { type SpecAnswer, serveCalendar, type TestService } from './testing.contract.ts';
import { venueKind } from './venues/venue.ts';

let calendar: TestService;
beforeEach(async () => {
  calendar = await serveCalendar();
});
afterEach(() => calendar.stop());

const all = <State>(collection: Collection) => calendar.documents.find<State>(collection, { limit: 10_000 });

/** Returns the claims that records must hold: exactly their names. */
const borneNames = async (): Promise<Map<string, string>> => {
  const names: [claim: string, by: string][] = [];
  for (const { noun, collection } of [eventKind, venueKind, organizerKind]) {
    for (const { id, language, slug } of await all<ItemState>(collection)) {
      names.push([`slug/${noun}/${language}/${slug}`, `${noun}-${id}`]);
    }
  }
  for (const { id, language, slug } of await all<Category>(categories)) {
    names.push([`slug/category/${language}/${slug}`, `category-${id}`]);
  }
  for (const { id, importUid } of await all<EventState>(eventKind.collection)) {
    if (importUid !== null) names.push([`import-uid/${importUid}`, `${event.category}-${id}`]);
  }
  return new Map(names.filter(([claim]) => !claim.endsWith('/')));
};

const sorted = (claims: ReadonlyMap<string, string>) => [...claims].sort(([a], [b]) => (a < b ? -1 : 1));
const expectClaimsOfRecords = async (story: readonly string[]) =>
  expect([story, sorted(await heldClaims(calendar.store))]).toEqual([story, sorted(await borneNames())]);

/** The operations on a record with a name, and which of them each kind has. */
type Step = (path: string, name: string) => Promise<SpecAnswer>;
interface Kind {
  create(name: string): Promise<SpecAnswer>;
  readonly steps: Readonly<Record<string, Step>>;
}

const ask = (method: string, path: string, body?: object) => calendar.ask('administrator', method, path, { body });
const change =
  (bodyOf: (name: string) => object): Step =>
  (path, name) =>
    ask('PATCH', path, bodyOf(name));
const recordSteps = {
  trash: (path: string) => ask('DELETE', path),
  restore: change(() => ({ status: 'publish' })),
  /** Deletes the record, which only the second generation can do. */
  erase: (path: string) => calendar.ask('administrator', 'DELETE', `${path}?force=true`, { namespace: 'calx/v1' }),
};
const dates = { start_date: '2031-05-05 10:00', end_date: '2031-05-05 11:00' };
let count = 0;

const kinds: Readonly<Record<string, Kind>> = {
  events: {
    create: (name) => ask('POST', '/events', { title: 'Fair', slug: name, import_uid: name, ...dates }),
    steps: {
      ...recordSteps,
      rename: change((slug) => ({ slug })),
      'restore as': change((slug) => ({ status: 'publish', slug })),
      unname: change(() => ({ status: 'draft', slug: '' })),
      'import as': change((uid) => ({ import_uid: uid })),
      'import as nothing': change(() => ({ import_uid: '' })),
    },
  },
  venues: {
    create: (name) => ask('POST', '/venues', { venue: name }),
    steps: { ...recordSteps, draft: change(() => ({ status: 'draft' })) },
  },
  organizers: {
    create: (name) => ask('POST', '/organizers', { organizer: name }),
    steps: { ...recordSteps, draft: change(() => ({ status: 'draft' })) },
  },
  categories: {
    create: (name) => ask('POST', '/categories', { name: `Category ${++count}`, slug: name }),
    steps: { rename: change((slug) => ({ slug })), erase: (path) => ask('DELETE', path) },
  },
};

const nouns: Readonly<Record<string, string>> = {
  events: 'event',
  venues: 'venue',
  organizers: 'organizer',
  categories: 'category',
};

/** Returns sequences of steps: each step, each pair of steps, and each step after a restore from the trash. */
const storiesOf = ({ steps }: Kind): string[][] => {
  const each = Object.keys(steps);
  const twice = each.flatMap((first) => each.map((second) => [first, second]));
  const inTrash = 'trash' in steps ? each.map((then) => ['trash', 'restore', then]) : [];
  return [...each.map((step) => [step]), ...twice, ...inTrash];
};

/** One step on a record of a kind, with one of a few contested names. */
const deed = fc.record({
  kind: fc.constantFrom(...Object.keys(kinds)),
  step: fc.nat(),
  record: fc.nat(),
  name: fc.constantFrom('pier', 'boat', 'pier-2', ''),
});

describe('a unique name', () => {
  it.each(Object.entries(kinds))(
    'is held for %s by its record, and is free once no record has it',
    async (plural, kind) => {
      const { create, steps } = kind;
      for (const story of storiesOf(kind)) {
        const wanted = `name-${++count}`;
        const { body: made } = await create(wanted);
        expect(made.slug).toBe(wanted);
        const path = `/${plural}/${made.id}`;
        for (const [turn, step] of story.entries()) {
          expect((await (steps[step] as Step)(path, `${wanted}-${turn}`)).status).toBeLessThan(500);
        }
        await expectClaimsOfRecords(story);
        const held = await heldClaims(calendar.store);
        const next = await create(wanted);
        expect([story, next.status]).toEqual([story, held.has(`import-uid/${wanted}`) ? 400 : 201]);
        const isTaken = held.has(`slug/${nouns[plural]}/en/${wanted}`);
        if (next.status === 201) expect([story, next.body.slug !== wanted]).toEqual([story, isTaken]);
        await expectClaimsOfRecords(story);
      }
    },
  );

  it('is held by its record after any sequence of commands', async () => {
    const made = new Map<string, number[]>(Object.keys(kinds).map((plural) => [plural, []]));
    const act = async ({
      kind: plural,
      step,
      record,
      name,
    }: {
      kind: string;
      step: number;
      record: number;
      name: string;
    }) => {
      const { create, steps } = kinds[plural] as Kind;
      const ids = made.get(plural) ?? [];
      const names = [...Object.keys(steps), 'create', 'create'];
      const chosen = ids.length === 0 ? 'create' : (names[step % names.length] ?? 'create');
      const path = `/${plural}/${ids[record % ids.length]}`;
      const { status, body } =
        chosen === 'create' ? await create(name || 'pier') : await (steps[chosen] as Step)(path, name);
      expect(status).toBeLessThan(500);
      if (status === 201) ids.push(body.id);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 16 }), async (deeds) => {
        for (const each of deeds) await act(each);
        await expectClaimsOfRecords([]);
      }),
      { numRuns: 20, endOnFailure: true },
    );
  });
});
