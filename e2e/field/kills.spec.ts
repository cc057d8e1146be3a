import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDecoded } from '@almanac/infra/decoded-text';
import { importCalendar } from '@almanac/infra/import-calendar';
import { Place } from '@almanac/infra/import-place';
import { createInterruptedSite, Killed } from '@almanac/infra/interrupted-site';
import type { UploadingClient } from '@almanac/infra/site-client';
import { importExport } from '@almanac/infra/site-export';
import { openXml } from '@almanac/infra/site-export-file';
import type { Outgoing } from '@almanac/outgoing';
import fc from 'fast-check';

const root = fileURLToPath(new URL('.', import.meta.url));
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(root + folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

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

type Load = (client: UploadingClient, place: Place) => Promise<unknown>;

const window = { from: new Date('2031-01-01'), to: new Date('2035-01-01'), most: 500 };
const onProgress = () => undefined;
const loaders = new Map<string, Load>([
  ...filesIn('calendars', '.ics').map((file): [string, Load] => [
    file,
    (client, place) => importCalendar(openDecoded(root + file).source, client, { place, width: 1, window, onProgress }),
  ]),
  ...filesIn('exports', '.xml').map((file): [string, Load] => [
    file,
    (client, place) => importExport(openXml(root + file), client, { place, width: 1, outgoing, onProgress }),
  ]),
]);

/** The number of files that are killed at ten moments; the others are killed at one. */
const LARGEST_FILES = 5;

describe('An import of a file from the field', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-kills-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Imports a file without an interruption. Returns the records of the site, and the number of requests. */
  const loadWhole = async (load: Load) => {
    const site = createInterruptedSite();
    const { client } = site.runThat(Number.POSITIVE_INFINITY, false);
    let requests = 0;
    const counted = ((...args: Parameters<UploadingClient['request']>) => {
      requests += 1;
      return client.request(...args);
    }) as UploadingClient['request'];
    await load({ request: counted, upload: counted as unknown as UploadingClient['upload'] }, Place.nowhere());
    return { records: site.records, requests };
  };

  it('has the same result after a kill at a random moment', async () => {
    const whole = await Promise.all(
      [...loaders].map(async ([file, load]) => ({ file, load, ...(await loadWhole(load)) })),
    );
    const bySize = whole.filter(({ requests }) => requests > 0).toSorted((one, other) => other.requests - one.requests);
    let runs = 0;
    for (const [index, { file, load, records, requests }] of bySize.entries()) {
      const kill = fc.tuple(fc.integer({ min: 1, max: requests }), fc.boolean());
      const isContinued = fc.asyncProperty(kill, async ([at, isAfter]) => {
        const site = createInterruptedSite();
        const path = join(folder, String(runs++));
        const open = () => Place.open(path, { content: file, root: '', options: [] }, fail);
        const error = await load(site.runThat(at, isAfter).client, open()).catch((thrown: unknown) => thrown);
        if (error instanceof Error && !(error instanceof Killed)) throw error;
        await load(site.runThat(Number.POSITIVE_INFINITY, false).client, open());
        expect([file, withoutPasswords(site.records)]).toEqual([file, withoutPasswords(records)]);
      });
      await fc.assert(isContinued, { numRuns: index < LARGEST_FILES ? 10 : 1 });
    }
  });
});

/** Accounts of authors get random passwords. */
const withoutPasswords = (records: readonly Readonly<Record<string, unknown>>[]) =>
  records.map(({ password: _, ...record }) => record);

const fail = (reason: string): never => {
  throw new Error(reason);
};
