import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importXliff } from '@almanac/infra/import-xliff';
import type { RunningSite } from '@almanac/infra/site';
import type { SiteClient } from '@almanac/infra/site-client';
import { clientOfAda, siteOfAda, startSiteUnderTest } from '@almanac/infra/site-under-test';
import { readXliff } from '@almanac/xliff';

const folder = fileURLToPath(new URL('xliff/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.xlf'));

interface ExpectedFile {
  /** The translations of the job after the import, by unit. */
  readonly targets?: Readonly<Record<string, string>>;
  readonly left?: readonly string[];
  readonly untranslated?: readonly string[];
  readonly refused?: string;
}

const expected: Record<string, ExpectedFile> = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'));

const POST = {
  title: 'Harbour & sea',
  content:
    '<p>Come to the <strong>harbour</strong> at 5 &lt; 6 pm.<br />Bring a coat.</p>\n<p>Second paragraph, costs %s of {name}.</p>',
  excerpt: 'Short',
  status: 'publish',
};

/** The identity of the job in the files. */
const ORIGINAL = '3003-51239df621a52f2dd7f2d48adbdfd672';

/** Returns the file for a job of this site. */
const fileFor = (name: string, original: string): Buffer => {
  const bytes = readFileSync(folder + name);
  const encoding = bytes.includes(0) ? 'utf16le' : 'latin1';
  return Buffer.from(bytes.toString(encoding).replace(ORIGINAL, original), encoding);
};

interface JobUnits {
  readonly units: readonly { readonly id: string; readonly target: string; readonly finished: boolean }[];
}

/** Sends a new post into French. Returns its job with the identity that files have. */
const newJob = async (client: SiteClient) => {
  const { id } = await client.request<{ id: number }>('POST', '/core/v2/posts', POST);
  const batch = { elements: [{ type: 'post_post', id }], target_languages: ['fr-ca'] };
  const { jobs } = await client.request<{ jobs: { extra_data: { job_id: number } }[] }>(
    'POST',
    '/i18n/tm/v1/batches',
    batch,
  );
  const job = jobs[0]?.extra_data.job_id ?? 0;
  const { content } = await client.request<{ content: string }>('GET', `/i18n/tm/v1/xliff/fetch/${job}`);
  return { job, original: readXliff(Buffer.from(content, 'base64')).original };
};

describe('A translation file from the field', () => {
  let running: RunningSite;
  beforeAll(async () => {
    running = await startSiteUnderTest(siteOfAda());
  });
  afterAll(() => running.stop());

  it('has a row in the table', () => {
    expect(Object.keys(expected).toSorted()).toEqual(files);
  });

  it.each(files)('translates its job as its row says, and a second import changes nothing: %s', async (name) => {
    const client = clientOfAda(running);
    const { job, original } = await newJob(client);
    const load = (isDryRun: boolean): Promise<ExpectedFile> =>
      importXliff(fileFor(name, original), client, { complete: false, isDryRun }).then(
        ({ left, untranslated }) => ({
          ...(left.length > 0 && { left }),
          ...(untranslated.length > 0 && { untranslated }),
        }),
        ({ message }: Error) => ({ refused: message }),
      );
    const translated = async (): Promise<ExpectedFile> => {
      const { units } = await client.request<JobUnits>('GET', `/i18n/tm/v1/jobs/${job}`);
      const done = units.filter(({ finished }) => finished).map(({ id, target }) => [id, target]);
      return done.length > 0 ? { targets: Object.fromEntries(done) } : {};
    };
    const { targets, ...report } = expected[name] ?? {};
    const planned = await load(true);
    expect(Object.keys(planned)).toEqual(Object.keys(report));
    expect(await translated()).not.toHaveProperty('targets.title');
    const first = { ...(await load(false)), ...(await translated()) };
    expect(first).toEqual(expected[name]);
    expect({ ...(await load(false)), ...(await translated()) }).toEqual(first);
  });
});
