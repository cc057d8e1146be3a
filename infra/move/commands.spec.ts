import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADA_PASSWORD } from '../all-in-one/siteUnderTest.contract.ts';
import { runComparison } from '../compare/runComparison.ts';
import { beginMove, TINY } from './moveWorld.contract.ts';
import { runMove } from './runMove.ts';

describe('the commands that move and compare sites', () => {
  let world: Awaited<ReturnType<typeof beginMove>>;
  const folder = mkdtempSync(join(tmpdir(), 'almanac-commands-'));
  const lines: string[] = [];
  const say = (line: string): void => {
    lines.push(line);
  };
  const newSite = (): string => `http://127.0.0.1:${world.running.port}`;
  const shared = { user: 'ada', password: 'secret', toUser: 'ada', toPassword: ADA_PASSWORD, rest: 0 };
  const move = (more: object = {}): Promise<number> => {
    const options = { ...shared, to: newSite(), inFlight: 4, dryRun: false, final: true, allowPrivateSources: true };
    return runMove(world.fake.address, { ...options, ...more }, say);
  };
  beforeAll(async () => {
    world = await beginMove(TINY);
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await world.stop();
  });

  it('count in a dry run', async () => {
    expect(await move({ dryRun: true })).toBe(0);
    expect(lines[0]).toBe(`Would move ${world.fake.address} to ${newSite()}/en/json`);
  });

  it('move, say the counts by kind, and write the whole report to a file', async () => {
    const report = join(folder, 'report.txt');
    expect(await move({ report })).toBe(0);
    expect(lines[0]).toMatch(/^Moved http/);
    expect(lines.join('\n')).toContain(`posts: ${TINY.posts} created, 0 updated`);
    expect(readFileSync(report, 'utf8')).toContain(`posts: ${TINY.posts} created`);
  });

  it('answer 1 for a record that cannot be moved, and name it', async () => {
    const { fake } = world;
    fake.add('categories', 1, { name: '' });
    expect(await move()).toBe(1);
    expect(lines.join('\n')).toMatch(/Not moved:\n {2}categories \d+ /);
  });

  it('compare both sites with one number at the end, and answer 1 below 99 %', async () => {
    // the pages of visitors of the old site have other titles
    const options = { ...shared, allowPrivateSources: true, pages: 0 };
    expect(await runComparison(world.fake.address, newSite(), options, say)).toBe(1);
    const [text = ''] = lines;
    expect(text).toMatch(/Missing here:\n {2}categories /);
    expect(text.split('\n').at(-1)).toMatch(/^Agreement: 9\d\.\d\d %$/);
  });

  it('refuse an address that is none', async () => {
    await expect(
      runMove('https://', { ...shared, inFlight: 4, dryRun: true, final: false, allowPrivateSources: false }, say),
    ).rejects.toThrow(/is no address/);
  });
});
