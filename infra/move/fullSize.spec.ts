import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningSite } from '../all-in-one/compose.ts';
import { ADA_PASSWORD, clientOfAda, siteOfAda, startSiteUnderTest } from '../all-in-one/siteUnderTest.contract.ts';
import { FakeOldSite, type FakeSize } from './fakeOldSite.contract.ts';
import { commitsOf } from './moveWorld.contract.ts';

const IS_LONG = process.env.LONG === '1';
/** A part of the full size, so that a shorter run is possible: `MOVE_SHARE=0.1`. */
const SHARE = Number(process.env.MOVE_SHARE ?? (IS_LONG ? 1 : 0.005));
const share = (full: number): number => Math.max(2, Math.round(full * SHARE));
const FULL: FakeSize = {
  users: share(500),
  terms: 50,
  media: share(5_000),
  posts: share(20_000),
  pages: 50,
  events: share(10_000),
  redirects: share(2_000),
};
const MAX_RESIDENT_MB = 300;
const KILLS = IS_LONG ? 10 : 2;
/** Milliseconds after which a run is killed, unless it has ended. */
const KILL_AFTER_MS = IS_LONG ? 12_000 : 3_000;

interface RunResult {
  readonly code: number | null;
  readonly output: string;
  /** The peak of resident memory that was seen, in MB. */
  readonly residentMb: number;
}

const residentOf = (pid: number | undefined): number => {
  try {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_024;
  } catch {
    // the process has ended
    return 0;
  }
};

/** Runs `npm run move` in a process of its own, and kills it after a time. */
const runMove = (fake: FakeOldSite, { port }: RunningSite, killAfter?: number): Promise<RunResult> => {
  const main = join(import.meta.dirname, '../cli/main.ts');
  const from = [fake.address, '--user', 'ada', '--password', 'secret', '--allow-private-sources', '--rest', '1'];
  const to = ['--to', `http://127.0.0.1:${port}`, '--to-user', 'ada', '--to-password', ADA_PASSWORD];
  const child = spawn(process.execPath, [main, 'move', ...from, ...to, '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, residentMb] = ['', 0];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      output += piece.toString();
    });
  const watch = setInterval(() => {
    residentMb = Math.max(residentMb, residentOf(child.pid));
  }, 250);
  const kill = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearInterval(watch);
      clearTimeout(kill);
      resolve({ code, output, residentMb });
    });
  });
};

describe('the command that moves a site', () => {
  it('stays within its memory, and is complete after kills', async () => {
    const data = mkdtempSync(join(tmpdir(), 'almanac-move-'));
    const fake = new FakeOldSite(FULL);
    await fake.start();
    const running = await startSiteUnderTest(siteOfAda(), { data });
    const begun = performance.now();
    const peaks: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) peaks.push((await runMove(fake, running, KILL_AFTER_MS)).residentMb);
    const last = await runMove(fake, running);
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const before = await commitsOf(running);
    const again = await runMove(fake, running);
    peaks.push(last.residentMb, again.residentMb);
    if (last.code !== 0) process.stderr.write(last.output.slice(-4_000));
    process.stderr.write(`${JSON.stringify({ FULL, seconds, peaks: peaks.map(Math.round), commits: before })}\n`);
    expect([last.code, again.code]).toEqual([0, 0]);
    expect(Math.max(...peaks)).toBeLessThan(MAX_RESIDENT_MB);
    expect(await commitsOf(running)).toBe(before);
    const site = clientOfAda(running);
    for (const kind of ['posts', 'cal_events', 'media', 'users'])
      expect([kind, await idsHere(site, kind)]).toEqual([kind, fake.idsOf(kind)]);
    await running.stop();
    await fake.stop();
    rmSync(data, { recursive: true });
  }, 14_400_000);
});

const idsHere = async (site: ReturnType<typeof clientOfAda>, kind: string): Promise<number[]> => {
  const statuses: ReadonlyMap<string, string> = new Map([
    ['users', ''],
    ['media', '&status=inherit,private'],
  ]);
  const status = statuses.get(kind) ?? '&status=publish,draft,private,pending,future';
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const address = `/core/v2/${kind}?context=edit&_fields=id&orderby=id&order=asc&per_page=100&page=${page}${status}`;
    const records = await site.request<readonly { readonly id: number }[]>('GET', address).catch(() => []);
    ids.push(...records.map(({ id }) => id));
    if (records.length < 100) return ids;
  }
};
