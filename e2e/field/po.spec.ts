import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importPo } from '@almanac/infra/import-xliff';
import type { RunningSite } from '@almanac/infra/site';
import type { SiteClient } from '@almanac/infra/site-client';
import { clientOfAda, siteOfAda, startSiteUnderTest } from '@almanac/infra/site-under-test';

const folder = fileURLToPath(new URL('po/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.po'));

interface ExpectedFile {
  /** The French translations after the import, by text, with the context before it. */
  readonly texts?: Readonly<Record<string, string>>;
  readonly left?: readonly string[];
  readonly refused?: string;
}

const expected: Record<string, ExpectedFile> = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8'));

const STRINGS = '/i18n/st/v1/strings';

interface SiteString {
  readonly id: number;
  readonly value: string;
  readonly context: string;
  readonly translations: Readonly<Record<string, { readonly value: string } | null>>;
}

const stringsOf = (client: SiteClient): Promise<SiteString[]> =>
  client.request('GET', `${STRINGS}?domain=forms&per_page=100`);

describe('A PO file from the field', () => {
  let running: RunningSite;
  beforeAll(async () => {
    running = await startSiteUnderTest(siteOfAda());
    const client = clientOfAda(running);
    for (const [value, context] of [['Send'], ['Send', 'button'], ['Date']])
      await client.request('POST', STRINGS, { domain: 'forms', name: `${context} ${value}`, value, context });
  });
  afterAll(() => running.stop());

  it('has a row in the table', () => {
    expect(Object.keys(expected).toSorted()).toEqual(files);
  });

  it.each(files)('translates its strings as its row says, and a second import changes nothing: %s', async (name) => {
    const client = clientOfAda(running);
    for (const { id } of await stringsOf(client))
      await client.request('POST', `${STRINGS}/${id}`, { translations: { 'fr-ca': null } });
    const load = (): Promise<ExpectedFile> =>
      importPo({ name, content: readFileSync(folder + name) }, client, { isDryRun: false }).then(
        ({ left }) => (left.length > 0 ? { left } : {}),
        ({ message }: Error) => ({ refused: message }),
      );
    const translated = async (): Promise<ExpectedFile> => {
      const texts = (await stringsOf(client)).flatMap(({ value, context, translations }) => {
        const text = translations['fr-ca']?.value;
        return text === undefined ? [] : [[`${context} ${value}`.trim(), text]];
      });
      return texts.length > 0 ? { texts: Object.fromEntries(texts) } : {};
    };
    const first = { ...(await load()), ...(await translated()) };
    expect(first).toEqual(expected[name]);
    expect({ ...(await load()), ...(await translated()) }).toEqual(first);
  });
});
