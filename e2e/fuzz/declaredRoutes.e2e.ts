import fc from 'fast-check';
import { extremeRequests } from './extremes.ts';
import { type FuzzedSite, startFuzzedSite } from './fuzzedSite.ts';
import { requestsToAll } from './requests.ts';

const RUNS = Number(process.env.FUZZ_RUNS ?? (process.env.LONG === undefined ? 4_000 : 40_000));
const { seed: SEED = 0 } = fc.readConfigureGlobal();
/** Milliseconds; requests take about 3 on an idle machine. */
const PATIENCE = 600_000 + RUNS * 20;

describe(`the declared routes under random requests (FUZZ_SEED=${SEED})`, () => {
  let site: FuzzedSite;
  beforeAll(async () => {
    site = await startFuzzedSite();
  });
  afterAll(() => site.stop());

  it(
    'never answer 500, refuse with the common body and without a write, and let nobody write others’ records',
    async () => {
      const requests = requestsToAll(site.endpoints);
      let done = 0;
      const property = fc.asyncProperty(requests, async (request) => {
        const { faults, status, text } = await site.ask(request);
        if (status < 300) done += 1;
        expect({ faults, ...(faults.length > 0 && { status, text }) }).toEqual({ faults: [] });
      });
      await fc.assert(property, { numRuns: RUNS });
      expect(done).toBeGreaterThan(RUNS / 20);
    },
    PATIENCE,
  );

  it(
    'accept or refuse extreme dates, numbers and lengths in every argument',
    async () => {
      const wrong = new Map<string, string>();
      for (const endpoint of site.endpoints) {
        for (const request of extremeRequests(endpoint, SEED)) {
          const { faults, status, text } = await site.ask(request);
          const sent = `${request.role} ${request.method} ${request.target} ${request.body ?? ''}`.slice(0, 300);
          if (faults.length > 0) wrong.set(sent, `${status} ${faults.join(', ')}: ${text.slice(0, 300)}`);
        }
      }
      expect([...wrong]).toEqual([]);
    },
    2 * PATIENCE,
  );
});
