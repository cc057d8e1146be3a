import fc from 'fast-check';
import { credentials } from '../site.ts';
import { startWatchedSite, type WatchedSite } from '../watchedSite.ts';
import { declaredEndpoints, type Endpoint } from './declaredRoutes.ts';
import { exchange } from './exchange.ts';
import { growingRequests } from './growingRequests.ts';
import { createKnownRecords } from './knownRecords.ts';
import type { FuzzRequest } from './requests.ts';
import { seed } from './seed.ts';

const { seed: SEED = 0 } = fc.readConfigureGlobal();

/** Milliseconds of processor time below which the larger request is cheap, whatever its growth. */
const CHEAP = 100;
/** Maximum factor: more than linear growth (16), far less than quadratic growth (256). */
const MARGIN = 64;
/** Milliseconds for one request; most take ten on an idle machine. */
const PATIENCE = 1_500_000;

describe(`growing requests to the declared routes (FUZZ_SEED=${SEED})`, () => {
  const known = createKnownRecords();
  let site: WatchedSite;
  let endpoints: readonly Endpoint[];
  let done = 0;
  beforeAll(async () => {
    site = await startWatchedSite({ LIMITS: 'record-password=1000000/60,rendered-content=1000000/60' });
    await seed(site, known);
    endpoints = declaredEndpoints((await site.request<Parameters<typeof declaredEndpoints>[0]>('GET', '/')).body);
  });
  afterAll(() => site.stop());

  const costOf = async (request: FuzzRequest): Promise<number> => {
    const asked = { ...request, target: known.named(request.pattern, request.target) };
    await site.worked();
    const { status } = await exchange(site.origin, asked, asked.role === 'anon' ? undefined : credentials(asked.role));
    if (status < 300) done++;
    return (await site.worked()).total;
  };
  const cheapestOf = async (request: FuzzRequest): Promise<number> =>
    Math.min(await costOf(request), await costOf(request), await costOf(request));

  it(
    'cost processor time at most in proportion to their size',
    async () => {
      const wrong: string[] = [];
      let asked = 0;
      for (const endpoint of endpoints) {
        for (const { what, few, many } of growingRequests(endpoint, SEED)) {
          asked++;
          if ((await costOf(many)) < CHEAP) continue;
          const [small, large] = [await cheapestOf(few), await cheapestOf(many)];
          if (large > MARGIN * Math.max(small, CHEAP / MARGIN)) wrong.push(`${what}: ${small} ms, then ${large} ms`);
        }
      }
      expect(wrong).toEqual([]);
      expect(done).toBeGreaterThan(asked / 20);
    },
    PATIENCE,
  );
});
