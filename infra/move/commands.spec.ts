import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADA_PASSWORD } from '../all-in-one/siteUnderTest.contract.ts';
import { compareSites } from '../compare/compareSites.ts';
import { runComparison } from '../compare/runComparison.ts';
import type { FakeSize } from './fakeOldSite.contract.ts';
import { beginMove, commitsOf } from './moveWorld.contract.ts';
import { runMove } from './runMove.ts';

/** Each text and status of the recorded answers is there. */
const SIZE: FakeSize = { users: 8, terms: 3, media: 2, posts: 16, pages: 3, events: 8, redirects: 4 };

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
    world = await beginMove(SIZE);
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
    expect(lines.join('\n')).toContain(`posts: ${SIZE.posts} created, 0 updated`);
    expect(readFileSync(report, 'utf8')).toContain(`posts: ${SIZE.posts} created`);
  });

  it('find the stored members equal, and name with examples those that were changed', async () => {
    const { fake, site } = world;
    const page = { status: 200, type: 'text/html', text: '<title>Same – Site</title>' };
    const options = { old: world.old(), site, paths: ['/'], pagesOfKind: 0, readPage: async () => page };
    // the numbers of records of a term follow their events
    await commitsOf(world.running);
    const counts = await compareSites(options);
    expect(counts.missing).toEqual([]);
    expect(counts.kinds).toEqual(expect.arrayContaining(['posts', 'menus', 'groups', 'redirects']));
    expect(counts.kinds.filter((kind) => counts.share(kind) < 0.99)).toEqual([]);
    const differing = counts.kinds.flatMap((kind) => counts.different(kind).map(({ member }) => `${kind} ${member}`));
    // the reference was not asked how it shows the texts with references
    expect(new Set(differing)).toEqual(
      new Set([
        'users registered_date',
        ...['pages', 'posts', 'cal_venue', 'cal_organizer', 'cal_events'].map((kind) => `${kind} content.rendered`),
      ]),
    );
    const [first = 0] = fake.idsOf('posts');
    await site.request('POST', `/core/v2/posts/${first}`, { title: 'Changed here' });
    await site.request('POST', '/redirection/v1/redirect/1', { title: 'Changed here' });
    const changed = await compareSites(options);
    expect(changed.different('posts').find(({ member }) => member === 'title.raw')).toEqual({
      member: 'title.raw',
      count: 1,
      examples: [{ address: `${fake.address}/post-${first}/`, old: '"Second Wind"', new: '"Changed here"' }],
    });
    expect(changed.different('redirects')).toEqual([
      { member: 'title', count: 1, examples: [{ address: '/old-1', old: '""', new: '"Changed here"' }] },
    ]);
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
