import type { Entries } from '@almanac/documents';
import fc from 'fast-check';
import { serveTranslation, type TestService } from '../testing.contract.ts';
import { COMMITTED_WITHIN, sweepTexts } from './sweepTexts.ts';
import { unitsDecider } from './units.ts';
import { STORED_TEXT_KIND, type StoredText, TEXTS, unitTexts } from './unitTexts.ts';

const context = { principal: 'system', language: 'en', correlation: 'spec', causation: 'spec' } as const;
const { signal } = new AbortController();
const LARGE = 'ä'.repeat(40_000);

let served: TestService;
let job: number;
beforeEach(async () => {
  served = await serveTranslation();
  job = 0;
});
afterEach(() => served.stop());

const texts = () => unitTexts(served.translation);
const keep = async (text: string): Promise<StoredText> => (await texts().keep([text]))[0] ?? '';
/** Commits an event that names a text. */
const name = (source: StoredText) =>
  served.translation.commands.run(context, (unit) => {
    const units = [{ id: 'title', key: 'k', source, target: '', finished: false }];
    const opened = { job: 1, pair: 'en/fr-ca', units };
    return unit.decide(unitsDecider, ++job, { type: 'OpenUnits', opened }, undefined);
  });
const sweep = () => sweepTexts(served.translation, signal);
const isKept = async (text: StoredText): Promise<boolean> =>
  typeof text === 'string' || (await served.entries.get(TEXTS, text.hash)) !== undefined;

/** Wraps entries: `before` runs before each call. */
const onEach = (entries: Entries, before: (method: string, kind: string) => Promise<void>): Entries =>
  new Proxy(entries, {
    get:
      (target, method: keyof Entries) =>
      async (kind: string, ...rest: never[]) => {
        await before(method, kind);
        return (target[method] as (...args: unknown[]) => unknown).call(target, kind, ...rest);
      },
  });

describe('the sweep of stored texts', () => {
  it('removes texts that no commit has named after a day, and forgets them', async () => {
    const [named, orphan] = [await keep(LARGE), await keep(`${LARGE}!`)];
    await name(named);
    await sweep();
    served.advance(COMMITTED_WITHIN - 1);
    await sweep();
    expect([await isKept(named), await isKept(orphan)]).toEqual([true, true]);
    served.advance(1);
    await sweep();
    expect([await isKept(named), await isKept(orphan)]).toEqual([true, false]);
    expect(await served.entries.list(STORED_TEXT_KIND)).toEqual([]);
  });

  it('keeps texts that are stored again meanwhile, whose commit may follow', async () => {
    const text = await keep(LARGE);
    served.advance(COMMITTED_WITHIN);
    await keep(LARGE);
    await sweep();
    expect(await isKept(text)).toBe(true);
  });

  /**
   * Sweeps an old orphan while the text is stored again between two calls of the sweep to the store.
   * @returns the number of calls
   */
  const keptAgain = async (begin: number, end: number): Promise<number> => {
    const own = `${LARGE}${begin}/${end}`;
    const stored = await keep(own);
    served.advance(COMMITTED_WITHIN);
    const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slowly = onEach(served.entries, async (method, kind) => {
      if (method !== 'putAll' || kind !== TEXTS) return;
      begun.resolve();
      await ended.promise;
    });
    let keeping: Promise<unknown> | undefined;
    let calls = 0;
    const counted = onEach(served.entries, async () => {
      calls++;
      if (calls === begin) {
        keeping = unitTexts({ ...served.translation, entries: slowly }).keep([own]);
        await begun.promise;
      }
      if (calls === end) {
        ended.resolve();
        await keeping;
      }
    });
    await sweepTexts({ ...served.translation, entries: counted }, signal);
    ended.resolve();
    await keeping;
    if (keeping !== undefined) expect([begin, end, await isKept(stored)]).toEqual([begin, end, true]);
    return calls;
  };

  it('keeps texts that are stored again at any moment of the sweep', async () => {
    const most = await keptAgain(0, 0);
    expect(most).toBeGreaterThan(5);
    for (let begin = 1; begin <= most; begin++) for (let end = begin; end <= most; end++) await keptAgain(begin, end);
  });

  it('reads a restored log again', async () => {
    const first = await keep(LARGE);
    await name(first);
    served.advance(COMMITTED_WITHIN);
    await sweep();
    const place = await served.entries.get<object>('translation-texts-place', 'log');
    await served.entries.put('translation-texts-place', 'log', { ...place?.body, position: 1_000, restores: 7 });
    const second = await keep(`${LARGE}!`);
    await name(second);
    served.advance(COMMITTED_WITHIN);
    await sweep();
    expect(await isKept(second)).toBe(true);
  });

  it('never removes a text that an event names, and leaves no orphan, in any interleaving', async () => {
    const step = fc.record({
      text: fc.nat({ max: 3 }),
      what: fc.constantFrom('keep' as const, 'commit' as const, 'sweep' as const, 'wait' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const own = LARGE + String(++job);
        const named = new Set<string>();
        const hashOf = async (text: number) => keep(`${own}/${text}`);
        const does = {
          keep: hashOf,
          wait: async () => served.advance(COMMITTED_WITHIN / 2),
          sweep,
          commit: async (text: number) => {
            // A sweep runs at the same time.
            const [stored] = await Promise.all([hashOf(text), sweep()]);
            await Promise.all([name(stored), sweep()]);
            named.add(JSON.stringify(stored));
          },
        };
        for (const { text, what } of steps) await does[what](text);
        served.advance(COMMITTED_WITHIN);
        await sweep();
        const left = await served.entries.list<{ text: string }>(TEXTS, { limit: 1_000 });
        const mine = left.filter(({ body }) => body.text.startsWith(`${own}/`));
        expect(new Set(mine.map(({ id }) => JSON.stringify({ hash: id })))).toEqual(named);
      }),
      { numRuns: 30 },
    );
  });
});
