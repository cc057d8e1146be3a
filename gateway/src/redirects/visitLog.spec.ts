import { takeVisits, type VisitBatch, type VisitRecord } from '@almanac/contracts';
import { type InternalAnswer, ServiceUnavailableError } from '@almanac/service';
import { VisitLog } from './visitLog.ts';

const AT = '2026-07-01T12:00:00.000Z';
const record = (url: string, headers?: Record<string, string>): VisitRecord => ({
  at: AT,
  rule: 1,
  by: 'redirection',
  url,
  domain: 'http://example.org',
  ip: '',
  agent: null,
  referrer: null,
  method: 'GET',
  code: 301,
  target: '/to',
  ...(headers && { headers }),
});

/** A redirection service that stores the batches it receives. */
class Taker {
  readonly taken: VisitBatch[] = [];
  readonly tried: VisitBatch[] = [];
  status = 200;
  isAway = false;
  readonly warned: unknown[] = [];
  readonly log: VisitLog;
  #ids = 0;

  constructor() {
    this.log = new VisitLog({
      fetchInternal: async (_service, _path, init) => this.#take(init?.body),
      newId: () => `00000000-0000-4000-8000-${String(++this.#ids).padStart(12, '0')}`,
      log: { warn: (...said: unknown[]) => void this.warned.push(said) },
    });
  }

  async #take(body: unknown): Promise<InternalAnswer> {
    const batch = takeVisits.request.parse(body);
    this.tried.push(batch);
    if (this.isAway) throw new ServiceUnavailableError('redirection');
    if (this.status < 400) this.taken.push(batch);
    return { status: this.status, headers: new Headers(), body: {} };
  }

  get hits(): number {
    return this.taken.flatMap(({ counts }) => counts).reduce((sum, { hits }) => sum + hits, 0);
  }
}

let taker: Taker;
beforeEach(() => {
  jest.useFakeTimers();
  taker = new Taker();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('the log of rule visits', () => {
  it('is sent together half a second later, each rule once', async () => {
    taker.log.count(1, '2026-07-01T11:00:00.000Z');
    taker.log.count(1, AT);
    taker.log.count(2, AT);
    taker.log.record(record('/a'));
    await jest.advanceTimersByTimeAsync(499);
    expect(taker.taken).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    const counts = [
      { rule: 1, hits: 2, last: AT },
      { rule: 2, hits: 1, last: AT },
    ];
    expect(taker.taken).toMatchObject([{ counts, records: [{ url: '/a' }], lost: 0 }]);
  });

  it('is not sent while it is empty', async () => {
    await jest.advanceTimersByTimeAsync(5_000);
    expect(taker.tried).toEqual([]);
  });

  it('is sent at once, in parts, when there are many visits', async () => {
    for (let n = 0; n < 2_500; n++) taker.log.record(record(`/${n}`));
    await jest.advanceTimersByTimeAsync(2_000);
    expect(taker.taken.map(({ records }) => records.length)).toEqual([1_000, 1_000, 500]);
    expect(taker.taken.flatMap(({ records }) => records.map(({ url }) => url))).toEqual(
      Array.from({ length: 2_500 }, (_, n) => `/${n}`),
    );
  });

  it('is sent in parts that a service accepts', async () => {
    const headers = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`x-${n}`, '1']));
    for (let n = 0; n < 1_000; n++) {
      taker.log.record(record(`/${n}`, headers));
      taker.log.count(n + 1, AT);
    }
    await jest.advanceTimersByTimeAsync(5_000);
    expect(taker.taken.flatMap(({ records }) => records)).toHaveLength(1_000);
    const values = (body: unknown): number =>
      typeof body !== 'object' || body === null
        ? 0
        : Object.values(body).reduce((sum: number, each) => sum + 1 + values(each), 0);
    expect(Math.max(...taker.taken.map(values))).toBeLessThanOrEqual(25_000);
  });

  it('is sent again, under the same id, until it is accepted', async () => {
    taker.isAway = true;
    taker.log.count(1, AT);
    await jest.advanceTimersByTimeAsync(1_600);
    taker.log.count(1, AT);
    taker.isAway = false;
    await jest.advanceTimersByTimeAsync(1_100);
    expect(new Set(taker.tried.slice(0, -1).map(({ batch }) => batch)).size).toBe(1);
    expect([taker.taken.length, taker.hits, taker.warned.length]).toEqual([2, 2, 1]);
  });

  it('is not sent again if it is refused', async () => {
    taker.status = 400;
    taker.log.record(record('/a'));
    await jest.advanceTimersByTimeAsync(5_000);
    expect([taker.tried.length, taker.warned.length]).toEqual([1, 1]);
  });

  it('uses bounded memory while no service accepts it, and reports its losses', async () => {
    taker.isAway = true;
    for (let n = 0; n < 10_000; n++) {
      taker.log.record(record(`/${n}`, { accept: 'a'.repeat(10_000) }));
      taker.log.count(1, AT);
    }
    await jest.advanceTimersByTimeAsync(1_000);
    taker.isAway = false;
    await jest.advanceTimersByTimeAsync(10_000);
    const records = taker.taken.flatMap((batch) => batch.records);
    const lost = taker.taken.reduce((sum, batch) => sum + batch.lost, 0);
    expect([records.length + lost, taker.hits]).toEqual([10_000, 10_000]);
    expect(records.at(-1)?.url).toBe('/9999');
    expect(records.length).toBeLessThanOrEqual(6_000);
    expect(Math.max(...taker.taken.map((batch) => JSON.stringify(batch).length))).toBeLessThan(5_000_000);
  });

  it('is sent when the gateway stops', async () => {
    taker.log.count(1, AT);
    for (let n = 0; n < 1_500; n++) taker.log.record(record(`/${n}`));
    await taker.log.stop();
    expect([taker.hits, taker.taken.flatMap(({ records }) => records).length]).toEqual([1, 1_500]);
  });

  it('delays no stop while no service accepts it', async () => {
    taker.isAway = true;
    taker.log.count(1, AT);
    await taker.log.stop();
    expect(taker.tried).toHaveLength(1);
  });
});
