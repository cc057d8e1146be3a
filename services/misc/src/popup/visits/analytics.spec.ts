import { randomUUID } from 'node:crypto';
import { rebuildDocuments, verifyDocuments } from '@almanac/event-sourcing';
import fc from 'fast-check';
import { asSystem } from '../../misc.ts';
import { registrations } from '../../service.ts';
import { type Asking, serveMisc, type TestService } from '../../testing.contract.ts';
import { createVisitCounter } from './countVisits.ts';
import { type Counts, dailyVisitsDecider, zeroCounts } from './dailyVisits.ts';
import { createVisitors } from './visitor.ts';

const READER = 'Mozilla/5.0 (X11; Linux x86_64) Reader/1';

describe('a counted visit of a popup', () => {
  let misc: TestService;
  let popup: number;
  const serve = async (site: object = {}) => {
    misc = await serveMisc({ site });
    const body = { title: 'Offer', status: 'publish' };
    popup = (await misc.ask('/popup/v1/popups', { as: 'editor', method: 'POST', body })).body.id;
  };
  afterEach(() => misc.stop());

  const send = (event: string, headers: Record<string, string> = {}, asking: Asking = {}) =>
    misc.ask(`/popup/v1/analytics?event=${event}&pid=${popup}`, {
      ...asking,
      headers: { 'user-agent': READER, 'x-forwarded-for': '192.0.2.1', ...headers },
    });
  const stats = async (query = '') =>
    (await misc.ask(`/popup/v1/popups/${popup}/stats${query}`, { as: 'editor' })).body;
  /** Counts visits with the events of an earlier release. */
  const countAsBefore = (day: string, counts: Partial<Counts>, counter = 'earlier') =>
    misc.misc.commands.run(asSystem(misc.misc), (unit) => {
      const counted = { ...zeroCounts, ...counts, popup, day };
      return unit.decide(dailyVisitsDecider, `${popup}-${day}-${counter}`, { type: 'Count', counted }, undefined);
    });
  const reset = () => misc.ask(`/popup/v1/popups/${popup}/stats`, { as: 'editor', method: 'DELETE' });
  const reader = (name: number | string) => ({ 'user-agent': `Reader/${name}` });

  it('is 204 without a body, and published at once', async () => {
    await serve();
    const { status, headers, text } = await send('open');
    expect([status, headers.get('cache-control'), text]).toEqual([204, 'no-store', '']);
    expect(await stats()).toEqual({
      id: popup,
      opens: 1,
      conversions: 0,
      orphans: 0,
      dropped: 0,
      conversion_rate: 0,
      last_open: '2031-01-01T12:00:00Z',
      last_conversion: null,
      days: [{ date: '2031-01-01', opens: 1, conversions: 0 }],
    });
  });

  it('is 503 if it cannot be stored, and counted when it is repeated', async () => {
    await serve();
    const { append } = misc.store;
    Object.assign(misc.store, {
      append: () => Promise.reject(Object.assign(new Error('away'), { code: 'store-unavailable' })),
    });
    const { status, headers } = await send('open');
    expect([status, headers.has('retry-after')]).toEqual([503, true]);
    Object.assign(misc.store, { append });
    misc.advance(1_000);
    expect([(await send('open')).status, (await stats()).opens]).toEqual([204, 1]);
  });

  it('counts once with a repeat within five seconds, and again later', async () => {
    await serve();
    for (const ms of [0, 4_999, 1, 4_999, 1]) {
      misc.advance(ms);
      await send('open');
    }
    expect((await stats()).opens).toBe(3);
  });

  it('counts once with concurrent repeats, and shares commits', async () => {
    await serve();
    const before = await misc.store.last();
    await Promise.all(Array.from({ length: 60 }, (_, index) => send('open', reader(index % 20))));
    expect((await stats()).opens).toBe(20);
    expect((await misc.store.last()) - before).toBeLessThan(20);
  });

  it('is recognised across midnight of the site’s clocks, and forgotten with the day', async () => {
    await serve({ timezone: 'Europe/Berlin' });
    misc.advance(Date.parse('2031-01-01T22:59:58Z') - misc.now().getTime());
    await send('open');
    misc.advance(3_000);
    await send('open');
    expect((await stats()).opens).toBe(1);
    misc.advance(5_000);
    await send('open');
    expect((await stats()).days).toEqual([
      { date: '2031-01-01', opens: 1, conversions: 0 },
      { date: '2031-01-02', opens: 1, conversions: 0 },
    ]);
    misc.advance(2 * 86_400_000);
    for (const kind of ['visit', 'visit-day']) expect(await misc.entries.list(kind)).toEqual([]);
  });

  it('is a conversion without an opening if the same visitor opened nothing that day', async () => {
    await serve();
    await send('open', reader(1));
    await send('conversion', reader(1));
    await send('conversion', reader(2));
    await Promise.all([send('open', reader(3)), send('conversion', reader(3))]);
    expect(await stats()).toMatchObject({ opens: 2, conversions: 3, orphans: 1, conversion_rate: 1 });
    misc.advance(86_400_000);
    await send('conversion', reader(1));
    expect(await stats()).toMatchObject({ conversions: 4, orphans: 2 });
  });

  it.each([
    ['HEAD', {}, 'HEAD'],
    ['fetching ahead', { 'sec-purpose': 'prefetch;prerender' }, 'GET'],
    ['fetching ahead, as it was said before', { purpose: 'Prefetch' }, 'GET'],
    ['a crawler', { 'user-agent': 'Examplebot/2.1' }, 'GET'],
    ['a crawler with a number', { 'user-agent': 'Mozilla/5.0 (compatible; ExampleBot2_x)' }, 'GET'],
    ['a spider', { 'user-agent': 'BigSpider' }, 'GET'],
    ['nothing that says who asks', { 'user-agent': '' }, 'GET'],
    ['no wish to be tracked', { dnt: '1' }, 'GET'],
    ['no wish to be sold', { 'sec-gpc': '1' }, 'GET'],
  ])('is ignored for %s', async (_what, headers, method) => {
    await serve();
    const before = await misc.store.last();
    expect((await send('open', headers as Record<string, string>, { method })).status).toBe(204);
    expect(await misc.store.last()).toBe(before);
  });

  it('counts for phones whose name ends like a robot’s, and for everybody if the site does not ask for wishes', async () => {
    await serve({ settings: { honour_privacy_signals: false } });
    await send('open', { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; CUBOT X90)' });
    await send('open', { dnt: '1' });
    expect((await stats()).opens).toBe(2);
  });

  it('is 404 for unpublished popups', async () => {
    await serve();
    await misc.ask(`/popup/v1/popups/${popup}`, { as: 'editor', method: 'PATCH', body: { status: 'draft' } });
    expect((await send('open')).body).toMatchObject({ code: 'popup_not_found', data: { status: 404 } });
    const { status } = await misc.ask('/popup/v1/analytics?event=__proto__&pid=0');
    expect(status).toBe(400);
  });

  it('is reset by an event, without losing concurrent ones', async () => {
    await serve();
    await send('open', reader(1));
    misc.advance(6_000);
    const { body } = await reset();
    expect(body).toMatchObject({ deleted: true, previous: { id: popup, opens: 1 } });
    expect(await stats()).toMatchObject({ opens: 0, conversion_rate: null, last_open: null, days: [] });
    await send('open', reader(2));
    expect(await stats()).toMatchObject({ opens: 1, last_open: '2031-01-01T12:00:06Z' });
    const [again, last] = [await reset(), (await misc.store.readLog(0)).at(-1)];
    expect(again.body.previous.opens).toBe(1);
    expect(last?.events).toMatchObject([{ type: 'StatisticsReset', stream: `statistics-${popup}` }]);
  });

  it('is shown for the requested days', async () => {
    await serve();
    await send('open');
    expect((await stats('?from=2031-01-02')).days).toEqual([]);
    expect((await stats('?from=2031-01-01&to=2031-01-01')).days).toHaveLength(1);
    for (const from of ['2031-02-30', 'today', '2031-1-1'])
      expect((await stats(`?from=${from}`)).code).toBe('rest_invalid_param');
  });

  it('keeps totals and days of earlier releases, and after a rebuild of the documents', async () => {
    await serve();
    for (let day = 0; day < 3; day++) {
      await send('open', reader(day));
      await countAsBefore(`2031-01-0${day + 1}`, { opens: 1, dropped: 1 });
      await send('conversion', reader(day));
      misc.advance(86_400_000);
    }
    const span = '?from=2031-01-01&to=2031-12-31';
    const before = await stats(span);
    expect(before).toMatchObject({ opens: 6, conversions: 3, dropped: 3 });
    expect(before.days).toHaveLength(3);
    await misc.misc.commands.run(asSystem(misc.misc), (unit) =>
      unit.append(dailyVisitsDecider, `${popup}-2031-01-01-earlier`, [{ type: 'LaneClosed', data: {} }]),
    );
    expect(await stats(span)).toMatchObject({ opens: 5, dropped: 2 });
    await countAsBefore('2031-01-01', { opens: 1, dropped: 1 }, 'total');
    expect(await stats(span)).toEqual(before);
    await rebuildDocuments({ ...misc, registrations });
    expect(await stats(span)).toEqual(before);
    expect((await verifyDocuments({ ...misc, registrations })).faults).toEqual([]);
  });

  describe('on another replica', () => {
    /** Creates the visit counter of another process on the same store. */
    const replica = (run = misc.misc.commands.run) =>
      createVisitCounter({ ...misc, commands: { run }, newId: randomUUID });
    const visit = async (name: string) => {
      const at = misc.now().getTime();
      const visitor = await createVisitors(misc)('192.0.2.1', name, { at, zone: 'UTC' });
      return { popup, kind: 'open' as const, visitor, at };
    };

    it('counts once for one visitor, however many replicas count at a time', async () => {
      await serve();
      const replicas = [1, 2, 3].map(() => replica());
      const visits = await Promise.all(Array.from({ length: 30 }, (_, index) => visit(`Reader/${index}`)));
      await Promise.all(replicas.flatMap((count) => visits.map(count)));
      expect((await stats()).opens).toBe(30);
    });

    it('counts if the process was killed before the commit, and once if that commit arrives after all', async () => {
      await serve();
      let resume = (): void => undefined;
      const stopped = new Promise<void>((resolve) => {
        resume = resolve;
      });
      const late = replica(async (...command) => {
        await stopped;
        return misc.misc.commands.run(...command);
      });
      const [one, two] = [await visit('Reader/1'), await visit('Reader/2')];
      const counted = Promise.all([late(one), late(two)]);
      while ((await misc.entries.list('visit')).length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
      misc.advance(1_000);
      await Promise.all([2, 3].map(async () => replica()(await visit('Reader/1'))));
      expect((await stats()).opens).toBe(1);
      resume();
      await counted;
      expect((await stats()).opens).toBe(2);
    });

    it('counts once if its commit arrives after a later visit of the same visitor', async () => {
      await serve();
      const gates = { resumed: Promise.withResolvers<void>(), begun: Promise.withResolvers<void>() };
      const slow = replica(async (...command) => {
        gates.begun.resolve();
        await gates.resumed.promise;
        return misc.misc.commands.run(...command);
      });
      const counted = slow(await visit('Reader/1'));
      await gates.begun.promise;
      for (const later of [1_000, 6_000]) {
        misc.advance(later);
        await replica()(await visit('Reader/1'));
      }
      gates.resumed.resolve();
      await counted;
      expect((await stats()).opens).toBe(2);
    });

    it('counts once if the slow commit of another arrives just before its own', async () => {
      await serve();
      const { run } = misc.misc.commands;
      const gates = { first: Promise.withResolvers<void>(), claimed: Promise.withResolvers<void>() };
      const slow = replica(async (...command) => {
        gates.claimed.resolve();
        await gates.first.promise;
        return run(...command);
      });
      const first = slow(await visit('Reader/1'));
      await gates.claimed.promise;
      misc.advance(1_000);
      const overtaking = replica(async (...command) => {
        gates.first.resolve();
        await first;
        return run(...command);
      });
      await Promise.all([overtaking(await visit('Reader/1')), overtaking(await visit('Reader/2'))]);
      await replica()(await visit('Reader/1'));
      expect((await stats()).opens).toBe(2);
    });

    it('counts once for each visitor, at any timing of requests and slow commits', async () => {
      await serve();
      const turns = async (count: number) => {
        for (let left = count; left > 0; left--) await new Promise(setImmediate);
      };
      const sending = fc.record({ reader: fc.nat(4), replica: fc.nat(2), begins: fc.nat(30) });
      const slowness = fc.array(fc.record({ begins: fc.nat(30), ms: fc.nat(300) }), { minLength: 8, maxLength: 8 });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(sending, { minLength: 10, maxLength: 20 }), slowness, async (sendings, slow) => {
          const name = `Run/${run++}`;
          const counted = (await stats()).opens;
          let commits = 0;
          const slowly: typeof misc.misc.commands.run = async (...command) => {
            const { begins, ms } = slow[commits++] ?? { begins: 0, ms: 0 };
            await turns(begins);
            misc.advance(ms);
            return misc.misc.commands.run(...command);
          };
          const replicas = [0, 1, 2].map(() => replica(slowly));
          const sends = sendings.map(async ({ reader, replica, begins }) => {
            await turns(begins);
            await replicas[replica]?.(await visit(`${name}/${reader}`));
          });
          await Promise.all(sends);
          expect((await stats()).opens - counted).toBe(new Set(sendings.map(({ reader }) => reader)).size);
        }),
        { numRuns: 30 },
      );
    });

    it('is in the counts before one reset or after it, also during a rebuild of the documents', async () => {
      await serve();
      const replicas = [0, 1, 2].map(() => replica());
      const seen = { opens: 0, days: 0 };
      const see = ({
        opens,
        days,
      }: {
        opens: number;
        days: readonly { opens: number; conversions: number }[];
      }): void => {
        for (const day of days) expect([day.opens > 0, day.conversions]).toEqual([true, 0]);
        seen.opens += opens;
        for (const day of days) seen.days += day.opens;
      };
      for (let day = 0; day < 4; day++) {
        const visits = await Promise.all(Array.from({ length: 24 }, (_, index) => visit(`Reader/${index}`)));
        const counts = visits.map((each, index) => replicas[index % 3]?.(each));
        const resets = [1, 2, 3].map(async () => see((await reset()).body.previous));
        await Promise.all([...counts, ...resets, rebuildDocuments({ ...misc, registrations })]);
        misc.advance(86_400_000);
      }
      see(await stats());
      expect(seen).toEqual({ opens: 96, days: 96 });
    });

    it('is an error if the store does not accept it, and counts when it is sent again', async () => {
      await serve();
      const broken = replica(() => Promise.reject(new Error('gone')));
      await expect(broken(await visit('Reader/1'))).rejects.toThrow('gone');
      misc.advance(1_000);
      await replica()(await visit('Reader/1'));
      expect((await stats()).opens).toBe(1);
    });

    describe('of the release before', () => {
      const entryKey = async () => `${popup}/open/${(await visit('Reader/1')).visitor.key}`;
      /** Records a visit as the former release does, before its commit. */
      const note = async (batch: string, overtaking?: readonly object[]) => {
        const at = misc.now().getTime();
        await misc.entries.put('visit', await entryKey(), { at, batch, earlier: false, overtaking });
      };
      const commit = (commitId: string, names: readonly string[] = []) => {
        const why = { principal: 'anonymous', language: 'en', correlation: commitId, causation: commitId } as const;
        return misc.misc.commands.run({ ...why, commitId }, async (unit) => {
          for (const name of [commitId, ...names]) unit.once(`visits/${name}`);
          const counted = { ...zeroCounts, opens: 1, popup, day: '2031-01-01' };
          await unit.decide(dailyVisitsDecider, `${popup}-2031-01-01-older`, { type: 'Count', counted }, undefined);
        });
      };

      it('counts only once in both releases', async () => {
        await serve();
        await note('first');
        await commit('first');
        await replica()(await visit('Reader/1'));
        await note('second', [{ at: misc.now().getTime(), batch: 'first' }]);
        await replica()(await visit('Reader/1'));
        expect((await stats()).opens).toBe(1);
      });

      it('waits for its commit, and is an error if that does not arrive', async () => {
        await serve();
        await note('slow');
        const waiting = replica()(await visit('Reader/1'));
        await commit('slow');
        await waiting;
        expect((await stats()).opens).toBe(1);
        misc.advance(10_000);
        await note('lost');
        misc.advance(250);
        await expect(replica()(await visit('Reader/1'))).rejects.toMatchObject({ code: 'outcome-unknown' });
        misc.advance(5_000);
        await replica()(await visit('Reader/1'));
        expect((await stats()).opens).toBe(2);
      });

      it('may take a slow commit over, which then counts nothing', async () => {
        await serve();
        const gates = { resumed: Promise.withResolvers<void>(), begun: Promise.withResolvers<void>() };
        const slow = replica(async (...command) => {
          gates.begun.resolve();
          await gates.resumed.promise;
          return misc.misc.commands.run(...command);
        });
        const counted = slow(await visit('Reader/1'));
        await gates.begun.promise;
        const { batch } = (await misc.entries.get<{ batch: string }>('visit', await entryKey()))?.body ?? { batch: '' };
        await note('taker', [{ at: misc.now().getTime(), batch }]);
        await commit('taker', [batch]);
        gates.resumed.resolve();
        await counted;
        expect((await stats()).opens).toBe(1);
      });

      it('is found by its id as counted', async () => {
        await serve();
        await replica()(await visit('Reader/1'));
        const { batch } = (await misc.entries.get<{ batch: string }>('visit', await entryKey()))?.body ?? { batch: '' };
        expect(await misc.store.findCommit(batch)).toBeDefined();
      });
    });
  });
});
