import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { importFile, withRealFile } from '../realFiles.ts';
import { type SiteProcess, startSite } from '../site.ts';

describe('A real file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-real-'));
  let site: SiteProcess;
  beforeEach(async () => {
    site = await startSite();
  });
  afterEach(() => site.stop());
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Imports a copy, since progress is stored beside the file. */
  const load = (file: string): string => {
    const copy = join(folder, basename(file));
    copyFileSync(file, copy);
    return importFile(site, copy);
  };

  const calendars: readonly [string, number][] = [
    ['davis.ics', 625],
    ['santarosa.ics', 5_728],
  ];
  for (const [name, count] of calendars)
    withRealFile(name, `loads whole, and a second run changes nothing: ${name}`, async (file) => {
      const entries = `${count} entries`;
      const rest = '0 cancelled, 0 not loaded, 0 left out';
      expect(load(file)).toMatch(new RegExp(`^${entries} .*: ${count} created, 0 updated, 0 unchanged, ${rest}`));
      expect(load(file)).toMatch(new RegExp(`^${entries} .*: 0 created, 0 updated, ${count} unchanged, ${rest}`));
    });

  withRealFile('theme-unit-test.wxr.xml', 'loads every record of a site export once, with comments', async (file) => {
    const counts = (text: string) => text.match(/^(?:posts|pages|comments): .*$/gm)?.toSorted();
    expect(counts(load(file))).toEqual([
      'comments: 28 created, 0 updated, 0 unchanged, 4 left out',
      'pages: 21 created, 0 updated, 0 unchanged, 0 left out',
      'posts: 51 created, 0 updated, 0 unchanged, 0 left out',
    ]);
    expect(counts(load(file))).toEqual([
      'comments: 0 created, 0 updated, 28 unchanged, 4 left out',
      'pages: 0 created, 0 updated, 21 unchanged, 0 left out',
      'posts: 0 created, 0 updated, 51 unchanged, 0 left out',
    ]);
    const comments = (status: string) =>
      site.request<{ parent: number; post: number }[]>('GET', `/core/v2/comments?per_page=100&status=${status}`, {
        as: 'admin',
      });
    const [approved, held] = [(await comments('approve')).body, (await comments('hold')).body];
    expect([approved.length, held.length, approved.filter(({ parent }) => parent > 0).length]).toEqual([25, 3, 9]);
    expect(approved.filter(({ post }) => post === 0)).toEqual([]);
  });
});
