import type { Collection } from '@almanac/documents';
import { AnswerSources, clockUntil, runWithLimits, UsedLimits } from '@almanac/rest';
import { notedPorts } from './notedPorts.ts';
import type { ServicePorts } from './service.ts';
import { portsUnderTest } from './testing.contract.ts';

const notes: Collection = { name: 'notes', projectionVersion: 1, indexes: [['kind']] };
const labels: Collection = { name: 'labels', projectionVersion: 1, indexes: [['note']] };
const NOW = Date.parse('2031-06-10T12:00:00Z');

const opened = () => {
  const plain = portsUnderTest({ service: 'core', collections: [notes, labels], now: () => new Date(NOW) });
  const ports = notedPorts(plain);
  /** Returns the sources that work notes. */
  const sourcesOf = async (work: (ports: ServicePorts) => unknown): Promise<AnswerSources> => {
    const sources = new AnswerSources();
    await runWithLimits(new UsedLimits(), async () => work(ports), sources);
    sources.complete();
    return sources;
  };
  const write = (collection: Collection, version: number) =>
    plain.documents.write([{ collection, id: 1, version, body: { kind: version, note: 1 } }]);
  return { plain, ports, sourcesOf, write };
};

/** Ports whose values never change, and the log. */
const CONSTANT: readonly string[] = ['site', 'secret', 'log', 'notesSources'];

/** Ports with rules of their own, below. */
const RULED: readonly string[] = ['documents', 'now', 'fetchInternal', 'limits'];

describe('noted ports', () => {
  const { ports } = opened();
  const all: readonly (readonly [string, unknown])[] = Object.entries(ports);
  const uncounted = all.filter(([name]) => !CONSTANT.includes(name) && !RULED.includes(name));

  it.each(uncounted)('%s keeps an answer from being kept, by each of its methods', async (name) => {
    const { plain, sourcesOf } = opened();
    const port = Object.entries(plain).find(([each]) => each === name)?.[1];
    const prototype = Object.getPrototypeOf(port);
    const own = prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype);
    const methods = [...Object.keys(port), ...own].filter((each) => each !== 'constructor');
    expect(methods).not.toEqual([]);
    for (const method of methods) {
      const sources = await sourcesOf((noted) => {
        const used = Object.entries(noted).find(([each]) => each === name)?.[1];
        // the use counts, not its result
        Reflect.get(used, method);
        try {
          Promise.resolve(used[method]()).catch(() => undefined);
        } catch {}
      });
      expect([method, sources.refusal]).toEqual([method, expect.any(String)]);
    }
  });

  it('the clock and requests to services keep an answer from being kept', async () => {
    const { sourcesOf } = opened();
    expect((await sourcesOf(({ now }) => now())).refusal).toBe('the clock');
    expect((await sourcesOf(({ fetchInternal }) => fetchInternal('misc', '/internal/x'))).refusal).toBe(
      'another service',
    );
  });

  it('a limit keeps an answer from being kept, by each of its uses', async () => {
    const { ports: composed, sourcesOf } = opened();
    const limiter = composed.limits('application-password');
    const uses = [
      () => limiter.throwIfRefused('ada'),
      () => limiter.spend('ada'),
      () => limiter.giveBack('ada'),
      () => limiter.forget('ada'),
    ];
    for (const use of uses) expect((await sourcesOf(use)).refusal).toBe('a limit');
  });

  it('a look at the clock with an end keeps an answer until then', async () => {
    const { sourcesOf } = opened();
    const sources = await sourcesOf(({ now }) => clockUntil(now, (at) => at.getTime() + 5));
    const times = [NOW - 1, NOW, NOW + 4, NOW + 5];
    expect(times.map((time) => sources.isCurrent(time))).toEqual([false, true, true, false]);
  });

  const reads: readonly (readonly [string, (ports: ServicePorts) => unknown, readonly Collection[]])[] = [
    ['get', ({ documents }) => documents.get(notes, 1), [notes]],
    ['getMany', ({ documents }) => documents.getMany(notes, [1]), [notes]],
    ['find', ({ documents }) => documents.find(notes, {}), [notes]],
    ['count', ({ documents }) => documents.count(notes), [notes]],
    ['countBy', ({ documents }) => documents.countBy(notes, 'kind', [1]), [notes]],
    [
      'find of documents that others refer to',
      ({ documents }) =>
        documents.find(notes, { filter: { not: { any: [{ referencedBy: { collection: labels, field: 'note' } }] } } }),
      [notes, labels],
    ],
  ];

  it.each(reads)('%s keeps an answer until one of its collections changes', async (_name, read, collections) => {
    for (const collection of [notes, labels]) {
      const { sourcesOf, write } = opened();
      const sources = await sourcesOf(read);
      expect([sources.refusal, sources.isCurrent(NOW)]).toEqual([undefined, true]);
      await write(collection, 1);
      expect(sources.isCurrent(NOW)).toBe(!collections.includes(collection));
    }
  });

  it('a change during a read makes its answer outdated', async () => {
    const { sourcesOf, write } = opened();
    const sources = await sourcesOf(async ({ documents }) => {
      const reading = documents.find(notes, {});
      await write(notes, 1);
      await reading;
    });
    expect(sources.isCurrent(NOW)).toBe(false);
  });

  it('other uses of the documents keep an answer from being kept', async () => {
    const { plain, sourcesOf } = opened();
    const noted = ['get', 'getMany', 'find', 'count', 'countBy'];
    for (const method of Object.keys(plain.documents).filter((each) => !noted.includes(each))) {
      const sources = await sourcesOf(({ documents }) => {
        const call = Reflect.get(documents, method);
        try {
          Promise.resolve(call(notes)).catch(() => undefined);
        } catch {}
      });
      expect([method, sources.refusal]).toEqual([method, 'the documents as a whole']);
    }
  });

  it('reads outside an answer are noted nowhere', async () => {
    const { ports: composed } = opened();
    expect(composed.now()).toEqual(new Date(NOW));
    expect(await composed.documents.find(notes, {})).toEqual([]);
  });
});
