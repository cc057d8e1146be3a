import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@almanac/testing';
import { type SiteProcess, startSite } from '../site.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const ENTRIES = 600;
const KILLS = 4;
const LIST = '/cal/events/v1/events?start_date=2033-01-01&end_date=2034-01-01&per_page=1';

const entry = (index: number): string[] => [
  'BEGIN:VEVENT',
  `UID:${index}@interrupted`,
  `DTSTART:203307${String((index % 28) + 1).padStart(2, '0')}T190000Z`,
  `SUMMARY:Evening ${index}`,
  `LOCATION:Hall ${index % 7}`,
  'END:VEVENT',
];

describe('an import that is killed while it runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-interrupted-'));
  const file = join(folder, 'evenings.ics');
  let site: SiteProcess;

  beforeAll(async () => {
    const entries = Array.from({ length: ENTRIES }, (_, index) => entry(index)).flat();
    writeFileSync(file, ['BEGIN:VCALENDAR', ...entries, 'END:VCALENDAR'].join('\r\n'));
    site = await startSite();
  });
  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const start = (): { readonly child: ChildProcess; readonly said: Promise<string> } => {
    const account = { ALMANAC_USER: 'admin', ALMANAC_PASSWORD: 'admntestsiteonly00000001' };
    const child = spawn(process.execPath, ['infra/cli/main.ts', 'import', file, '--site', site.root], {
      cwd: root,
      env: { ...process.env, ...account },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (text: Buffer) => {
      printed += text;
    });
    return { child, said: new Promise((resolve) => child.once('close', () => resolve(printed))) };
  };
  const total = async (): Promise<number> => (await site.request<{ total: number }>('GET', LIST)).body.total;

  it('goes on each time, and ends with each event once', async () => {
    const heard: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const { child, said } = start();
      const before = await total();
      // soon after its first batch: the last run must have some left
      await eventually(async () => (await total()) > before, { every: 5 });
      child.kill('SIGKILL');
      heard.push(await said);
    }
    const there = await total();
    const { said } = start();
    heard.push(await said);
    const last = heard.at(-1) ?? '';
    const [, earlier = '0'] = /, (\d+) by earlier runs/.exec(last) ?? [];
    expect(last).toMatch(new RegExp(`^Goes on after ${earlier} of ${ENTRIES} `));
    // each killed run misses the result of at most one batch
    expect(there - Number(earlier)).toBeLessThanOrEqual(KILLS * 50);
    expect(Number(earlier)).toBeGreaterThan(0);
    expect([await total(), readdirSync(folder)]).toEqual([ENTRIES, ['evenings.ics']]);
    const { body } = await site.request<{ total: number }>('GET', '/cal/events/v1/venues');
    expect(body.total).toBe(7);
  });
});
