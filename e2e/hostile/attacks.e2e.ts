import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@almanac/testing';
import { READ_LIST, startAttackedSite, type WatchedAttackedSite } from './attackedSite.ts';
import { startAttackers } from './attackers.ts';
import { attacks } from './attacks.ts';

/** Twice the goal of the benchmark, because a garbage collection may interrupt any request. */
const MAX_HELD_MS = 100;
const TRIES = 5;
const ATTACKERS = 8;
const READS = 200;
/** Milliseconds for which a reader reads beside attackers, however soon the reads are done. */
const READING_MS = process.env.LONG === '1' ? 60_000 : 0;
/** Maximum memory; Node chooses the heap limit of a site by the machine's memory. */
const MAX_RESIDENT_MB = 2_500;

const residentMegabytes = (pid: number): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
};

describe('an attack on a site', () => {
  let folder: string;
  let site: WatchedAttackedSite;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-attacked-'));
    site = await startAttackedSite(folder);
  });
  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true });
  });

  it.each(attacks)('is answered as documented and leaves others served: $name', async ({ send, statuses }) => {
    let held = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < TRIES && held > MAX_HELD_MS; turn++) {
      await site.worked();
      const answered = await send(site);
      held = (await site.worked()).longest;
      expect(answered.filter((status) => !statuses.includes(status))).toEqual([]);
    }
    expect(held).toBeLessThanOrEqual(MAX_HELD_MS);
  });

  it(`leaves others served, the memory bounded and the process responsive, by ${ATTACKERS} clients at once`, async () => {
    const attackers = startAttackers(site, ATTACKERS);
    const statuses = new Set<number>();
    let resident = 0;
    const begun = performance.now();
    for (let turn = 0; turn < READS || performance.now() - begun < READING_MS; turn++) {
      statuses.add((await site.request('GET', READ_LIST)).status);
      resident = Math.max(resident, residentMegabytes(site.process.pid as number));
    }
    await attackers.stop();
    expect(statuses).toEqual(new Set([200]));
    expect(resident).toBeLessThan(MAX_RESIDENT_MB);
    await site.stop();
    await eventually(() => site.process.exitCode === 0);
  });
});
