import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningSite } from '@almanac/infra/site';
import { createSiteClient, type UploadingClient } from '@almanac/infra/site-client';
import { importExport } from '@almanac/infra/site-export';
import { openXml } from '@almanac/infra/site-export-file';
import { startSiteUnderTest } from '@almanac/infra/site-under-test';
import { createOutgoing, type Outgoing } from '@almanac/outgoing';
import { startFakeServer } from '@almanac/outgoing/testing';
import { readSite } from '@almanac/service';

const PASSWORD = 'administratorspec0000000001';

const site = readSite({
  name: 'Riverside',
  users: [
    {
      login: 'administrator',
      role: 'administrator',
      email: 'admin@example.test',
      password: 'admin-pass',
      application_passwords: [{ name: 'spec', password: PASSWORD }],
    },
  ],
});

type Body = Record<string, unknown>;

interface FieldFile {
  /** Records of the site before the import: paths and bodies. */
  readonly before?: readonly (readonly [string, Body])[];
  /** Members of records after the import, by the path of the request. */
  readonly records: Readonly<Record<string, unknown>>;
  /** Expected lines of the report, by list. */
  readonly report?: Readonly<Record<string, unknown>>;
  /** Files that are imported before this one. */
  readonly earlier?: readonly string[];
}

const folder = import.meta.dirname;
const expected: Readonly<Record<string, FieldFile>> = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));

describe('site exports of other people', () => {
  let running: RunningSite;
  let client: UploadingClient;
  let remote: Awaited<ReturnType<typeof startFakeServer>>;
  beforeAll(async () => {
    remote = await startFakeServer((_request, response) => response.end(PIXEL));
  });
  afterAll(() => remote.close());
  beforeEach(async () => {
    running = await startSiteUnderTest(site);
    const root = `http://127.0.0.1:${running.port}/en/json`;
    client = createSiteClient({ root, user: 'administrator', password: PASSWORD });
  });
  afterEach(() => running.stop());

  const load = (file: string) => {
    // Media of the files are on the fake server, whatever their port.
    const outgoing = createOutgoing({ resolve: remote.resolve, policy: remote.policy });
    const fetching: Outgoing = {
      ...outgoing,
      fetch: (url, request) => outgoing.fetch(Object.assign(new URL(url), { port: String(remote.port) }), request),
    };
    return importExport(openXml(join(folder, file)).source, client, {
      outgoing: fetching,
      width: 4,
      onProgress: () => {},
    });
  };

  /** Replaces the site's address and the medium's id and address by names. */
  const named = async (records: Body): Promise<unknown> => {
    const [pier] = await client.request<{ id: number; source_url: string }[]>('GET', '/core/v2/media?slug=pier');
    const text = JSON.stringify(records);
    const renamed = pier === undefined ? text : text.replaceAll(pier.source_url, '{pier-url}');
    const numbered = pier === undefined ? renamed : renamed.replace(/(wp-image-|\\"id\\":|ids=\\")\d+/g, '$1{pier}');
    return JSON.parse(numbered.replaceAll(`http://127.0.0.1:${running.port}`, '{site}'));
  };

  it.each(Object.entries(expected))(
    'are imported as expected, and a second run changes nothing: %s',
    async (file, field) => {
      for (const [path, body] of field.before ?? []) await client.request('POST', path, body);
      for (const earlier of field.earlier ?? []) await load(earlier);
      const report = await load(file);
      const records: Body = {};
      for (const path of Object.keys(field.records)) records[path] = await client.request('GET', path);
      expect(report).toMatchObject(field.report ?? { failed: [], changed: [], left: [] });
      expect(await named(records)).toMatchObject(field.records);
      const again = await load(file);
      for (const counts of Object.values(again.kinds)) expect(counts).toMatchObject({ created: 0, updated: 0 });
    },
  );
});

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
