import { AnswerSources, type CountedSource, SOURCES_HEADER } from './answerSources.ts';
import { text } from './args.ts';
import { route } from './route.ts';
import {
  CHANGES_HEADER,
  changesText,
  collectChanges,
  MADE_OF_HEADER,
  noteChanges,
  readChanges,
  readSources,
  type SharedSources,
  sourcesText,
} from './sharedSources.ts';
import { serveRoutes } from './testing.ts';
import { clockUntil, noteSource, noteUncounted } from './usedLimits.ts';

const shared = (name: string, version: number | string | undefined): CountedSource => ({
  version: () => undefined,
  shared: { name, version: () => version },
});

const completed = (note: (sources: AnswerSources) => unknown): AnswerSources => {
  const sources = new AnswerSources({ isShared: true });
  note(sources);
  sources.complete();
  return sources;
};

const counted = (counts: Record<string, number>): SharedSources => ({
  add: () => undefined,
  counts: () => new Map(Object.entries(counts)),
  read: async () => new Map(),
});

describe('the sources of an answer for another process', () => {
  it('are read as they were written', () => {
    const sources = completed((noted) => {
      noted.note(shared('posts', 3));
      noted.note(shared('followed/languages', 'de,en-GB'));
      noted.endAt(1_500);
    });
    const read = readSources(sourcesText(sources, 1_000));
    const versions = new Map<string, number | string>([
      ['posts', 3],
      ['followed/languages', 'de,en-GB'],
    ]);
    expect(read).toEqual({ versions, validMs: 500 });
    expect(
      readSources(
        sourcesText(
          completed(() => undefined),
          0,
        ),
      ),
    ).toEqual({
      versions: new Map(),
      validMs: Number.POSITIVE_INFINITY,
    });
  });

  it('are refused with a source that other processes do not know, and without an end of the notes', () => {
    const own = completed((noted) => noted.note({ version: () => 1 }));
    const unknown = completed((noted) => noted.note(shared('posts', undefined)));
    const open = new AnswerSources({ isShared: true });
    const refusals = [own, unknown, open].map((sources) => readSources(sourcesText(sources, 0)).refusal);
    expect(refusals).toEqual(['a source without versions', 'a source without versions', 'not tracked']);
  });
});

describe('changes that a service reports', () => {
  it('are those of the service and of services that it has asked', async () => {
    const { result, ofOthers } = await collectChanges(async () => {
      noteChanges('misc/feeds=4&core/posts=2');
      noteChanges('misc/feeds=3');
      noteChanges(null);
      return 'done';
    });
    expect([result, readChanges(changesText('calendar', new Map([['events', 7]]), ofOthers))]).toEqual([
      'done',
      [
        { service: 'misc', name: 'feeds', count: 4 },
        { service: 'core', name: 'posts', count: 2 },
        { service: 'calendar', name: 'events', count: 7 },
      ],
    ]);
  });

  it('are noted nowhere outside a request', () => {
    expect(() => noteChanges('misc/feeds=4')).not.toThrow();
  });
});

describe('an application whose processes share their store', () => {
  const now = () => new Date(1_000);
  const routes = [
    route({
      namespace: 'notes/v1',
      path: '/notes',
      methods: ['GET', 'POST'],
      summary: 'notes',
      args: { from: text({ description: 'The source that is noted.' }) },
      permission: () => true,
      handle: async ({ args }) => {
        if (args.from === 'clock') clockUntil(now, () => 4_000);
        else if (args.from === 'entry') noteUncounted('an entry');
        else noteSource(shared('notes', 5));
        return { body: {} };
      },
    }),
  ];
  const served = (sharedSources?: SharedSources) =>
    serveRoutes({ routes, now, notesSources: true, ...(sharedSources && { sharedSources }) });
  const asked = { headers: { [SOURCES_HEADER]: 'another process' } };

  it('tells a gateway that asks what the answer was made from', async () => {
    const rest = await served(counted({}));
    const madeOf = async (from: string, sent = asked) =>
      readSources(String((await rest.ask(`/notes/v1/notes?from=${from}`, sent)).headers[MADE_OF_HEADER]));
    const { versions } = await madeOf('notes');
    expect([versions.get('notes'), versions.get('followed/languages')]).toEqual([5, expect.any(String)]);
    expect(await madeOf('clock')).toMatchObject({ validMs: 3_000 });
    expect(await madeOf('entry')).toMatchObject({ refusal: 'an entry' });
    expect((await rest.ask('/notes/v1/notes')).headers[MADE_OF_HEADER]).toBeUndefined();
    await rest.close();
  });

  it('reports its changes with every answer to a write, and with no answer to a read', async () => {
    const rest = await served(counted({ notes: 6 }));
    const changes = async (method: string) => (await rest.ask('/notes/v1/notes', { method })).headers[CHANGES_HEADER];
    expect(await changes('GET')).toBeUndefined();
    expect(readChanges(String(await changes('POST')))).toEqual([{ service: 'under-test', name: 'notes', count: 6 }]);
    await rest.close();
  });

  it('tells nothing without a shared store', async () => {
    const rest = await served();
    const { headers } = await rest.ask('/notes/v1/notes', { method: 'POST', ...asked });
    expect([headers[MADE_OF_HEADER], headers[CHANGES_HEADER]]).toEqual([undefined, undefined]);
    await rest.close();
  });
});
