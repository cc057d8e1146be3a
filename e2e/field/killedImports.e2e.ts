import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { withRealFile } from '../realFiles.ts';
import { type SiteProcess, startSite } from '../site.ts';
import {
  calendar,
  exportOf,
  foreignFile,
  type ImportedFile,
  redirects,
  strings,
  translations,
} from './importedFiles.ts';
import { KillingProxy } from './killingProxy.ts';
import { startOldSite } from './standIns.ts';

const isLong = process.env.LONG === '1';
/** Kills of each import; `kills.spec.ts` kills imports of all files of the field, on a site in memory. */
const KILLS = isLong ? 10 : 2;
const REAL_FILES = ['davis.ics', 'theme-unit-test.wxr.xml', ...(isLong ? ['santarosa.ics'] : [])];

describe('an importing process that is killed at random moments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-killed-'));
  let oldSite: Awaited<ReturnType<typeof startOldSite>>;
  let sites: readonly SiteProcess[];
  let proxies: readonly KillingProxy[];
  beforeAll(async () => {
    oldSite = await startOldSite();
    sites = await Promise.all([startSite(), startSite()]);
    proxies = await Promise.all(sites.map((site) => new KillingProxy(site).start()));
  });
  afterAll(async () => {
    oldSite?.stop();
    await Promise.all([...(proxies ?? []).map((proxy) => proxy.stop()), ...(sites ?? []).map((site) => site.stop())]);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Expects the records of an import without a kill after kills and another run, and no change by one more. */
  const expectContinued = async ({ name, content, records }: ImportedFile): Promise<void> => {
    const [whole, killed] = sites as readonly [SiteProcess, SiteProcess];
    const [steady, killing] = proxies as readonly [KillingProxy, KillingProxy];
    const files = await Promise.all(
      [whole, killed].map(async (site, index) => {
        const file = join(mkdtempSync(join(folder, String(index))), name);
        writeFileSync(file, await content(site));
        return file;
      }),
    );
    const [first = '', second = ''] = files;
    const before = await records(whole);
    const { requests } = await steady.run(first);
    const expected = await records(whole);
    expect(expected).not.toEqual(before);
    const moment = fc.record({ at: fc.integer({ min: 1, max: requests }), isAfter: fc.boolean() });
    for (const each of fc.sample(moment, KILLS)) await killing.run(second, each);
    const last = await killing.run(second);
    expect([last.said, await records(killed)]).toEqual([last.said, expected]);
    await killing.run(second);
    expect(await records(killed)).toEqual(expected);
  };

  it.each([calendar, exportOf(() => oldSite.origin), redirects, translations, strings])(
    'leaves a site on which another run of $name has the same result, and one more changes nothing',
    expectContinued,
  );

  for (const name of REAL_FILES)
    withRealFile(name, `does so with the real file ${name}`, (file) => expectContinued(foreignFile(file)));
});
