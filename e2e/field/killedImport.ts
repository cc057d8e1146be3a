import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openDecoded } from '@almanac/infra/decoded-text';
import { importCalendar } from '@almanac/infra/import-calendar';
import { Place } from '@almanac/infra/import-place';
import { createInterruptedSite } from '@almanac/infra/interrupted-site';
import type { UploadingClient } from '@almanac/infra/site-client';
import { importExport } from '@almanac/infra/site-export';
import { openXml } from '@almanac/infra/site-export-file';
import type { Outgoing } from '@almanac/outgoing';
import fc from 'fast-check';

/** The web, where every address has an empty picture. */
const outgoing: Outgoing = {
  fetch: async (url) => ({
    status: 200,
    headers: { 'content-type': 'image/png' },
    body: Buffer.alloc(8),
    url: String(url),
  }),
  check: async () => undefined,
};

const window = { from: new Date('2031-01-01'), to: new Date('2035-01-01'), most: 500 };
const onProgress = () => undefined;

/** Imports a calendar (`.ics`) or a site export (`.xml`). */
const load = (path: string, client: UploadingClient, place: Place): Promise<unknown> =>
  path.endsWith('.ics')
    ? importCalendar(openDecoded(path).source, client, { place, width: 1, window, onProgress })
    : importExport(openXml(path).source, client, { place, width: 1, outgoing, onProgress });

type Records = readonly Readonly<Record<string, unknown>>[];

/** The result of an import without an interruption: the records of the site, and the number of requests. */
export interface WholeImport {
  readonly path: string;
  readonly records: Records;
  readonly requests: number;
}

/** Imports a file without an interruption. */
export const importWhole = async (path: string): Promise<WholeImport> => {
  const site = createInterruptedSite();
  const { client } = site.runThat(Number.POSITIVE_INFINITY, false);
  let requests = 0;
  const counting: UploadingClient = {
    request(...args) {
      requests += 1;
      return client.request(...args);
    },
    upload(...args) {
      requests += 1;
      return client.upload(...args);
    },
  };
  await load(path, counting, Place.nowhere());
  return { path, records: site.records, requests };
};

/** Expects the same records after a kill at each of some random moments and a second run. */
export const expectContinued = async ({ path, records, requests }: WholeImport, moments: number): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-kills-'));
  let runs = 0;
  const kill = fc.tuple(fc.integer({ min: 1, max: requests }), fc.boolean());
  const isContinued = fc.asyncProperty(kill, async ([at, isAfter]) => {
    const site = createInterruptedSite();
    const progress = join(folder, String(runs++));
    const open = () => Place.open(progress, { content: path, root: '', options: [] }, fail);
    const run = site.runThat(at, isAfter);
    await Promise.race([load(path, run.client, open()), run.killed]);
    await load(path, site.runThat(Number.POSITIVE_INFINITY, false).client, open());
    expect([path, firstDifference(site.records, records)]).toEqual([path, undefined]);
  });
  try {
    await fc.assert(isContinued, { numRuns: moments });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Returns the first pair of records that differ; a comparison of all would print thousands. */
const firstDifference = (continued: Records, whole: Records): unknown => {
  const length = Math.max(continued.length, whole.length);
  for (let index = 0; index < length; index++) {
    const pair = [continued[index], whole[index]].map(withoutPassword);
    if (!isDeepStrictEqual(pair[0], pair[1])) return pair;
  }
  return undefined;
};

/** Accounts of authors get random passwords. */
const withoutPassword = ({ password: _, ...record }: Records[number] = {}) => record;

const fail = (reason: string): never => {
  throw new Error(reason);
};
