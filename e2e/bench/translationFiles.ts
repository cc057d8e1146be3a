import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection } from '@almanac/documents';
import { createSqliteDocuments, openDatabase } from '@almanac/documents/sqlite';
import { createSqliteEventStore } from '@almanac/event-store/sqlite';
import { definition } from '@almanac/translation/definition';
import { matchXliff, readXliff, writeXliff, XLIFF_VERSIONS, type XliffVersion } from '@almanac/xliff';
import { mo, po } from 'gettext-parser';
import { SaxesParser } from 'saxes';
import { type SiteProcess, startSite } from '../site.ts';
import { post } from './client.ts';
import { median } from './measure.ts';
import { ms, report, section } from './report.ts';

const ENTRIES = 10_000;
const AT_ONCE = 500;
const PARAGRAPH = '<!-- wp:paragraph --><p>Some <em>text</em> of a post &amp; more, “quoted”.</p>\n';

const time = async (work: () => unknown): Promise<number> => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

/** Compares reading and checking the XLIFF file of a 100 KB post with the bare parser on the same file. */
const benchXliff = async (version: XliffVersion): Promise<void> => {
  const body = PARAGRAPH.repeat(Math.ceil(100_000 / PARAGRAPH.length));
  const unit = { id: 'body', source: body, target: body, state: 'translated', notes: [] } as const;
  const expected = { original: 'job', sourceLanguage: 'en', targetLanguage: 'fr-CA' };
  const text = writeXliff(version, { ...expected, reference: '', units: [unit] });
  const bytes = Buffer.from(text);
  const sources = new Map([['body', body]]);
  const read = () => matchXliff(readXliff(bytes), { ...expected, sources });
  const parse = () => new SaxesParser({ xmlns: true }).write(bytes.toString()).close();
  const many = (work: () => unknown) => () => {
    for (let turn = 0; turn < 20; turn++) work();
  };
  await time(many(read));
  const { ours, bare, ratio } = await median(
    7,
    (run) => run.ratio,
    async () => {
      const alone = await time(many(parse));
      const checked = await time(many(read));
      return { ours: checked / 20, bare: alone / 20, ratio: alone / checked };
    },
  );
  report({
    what: `XLIFF ${version} of a post of 100 KB, read and checked`,
    figure: ms(ours),
    against: `bare saxes ${ms(bare)}`,
    ratio,
    goal: '≥ 0.3',
    reached: ratio >= 0.3,
  });
};

const headers = { 'Content-Type': 'text/plain; charset=utf-8' };

/** Returns a table whose texts differ in each turn. */
const tableOf = (turn: number) => ({
  charset: 'utf-8',
  headers,
  translations: {
    '': Object.fromEntries(
      Array.from({ length: ENTRIES }, (_, n) => {
        const msgid = `Text number ${n} of the forms of this site`;
        return [msgid, { msgid, msgstr: [`Texte ${n} des formulaires de ce site, ${turn}`] }];
      }),
    ),
  },
});

const strings = definition.collections.find(({ name }) => name === 'site-strings') as Collection;

/** Appends the events, documents and commits of an import directly to a store on disk. */
const appendAlone = async (folder: string, turn: number): Promise<number> => {
  const database = openDatabase(join(folder, `append-${turn}.sqlite`), { durability: 'full' });
  const documents = createSqliteDocuments(database, [strings]);
  const store = createSqliteEventStore(database, { documents });
  const meta = {
    at: '2031-01-01T12:00:00.000Z',
    principal: 'user:1',
    language: 'en',
    correlation: 'c',
    causation: 'c',
  } as const;
  const commitOf = (first: number) => {
    const ids = Array.from({ length: AT_ONCE }, (_, n) => first + n);
    const text = `Texte ${turn} des formulaires de ce site`;
    const data = { translations: { 'fr-ca': text } };
    const bodyOf = (id: number) => ({
      id,
      version: 1,
      deleted: false,
      domain: 'forms',
      context: '',
      name: `${id}`.padStart(32, 'f'),
      value: `Text number ${id} of the forms of this site`,
      source_language: 'en',
      status: 2,
      changed: meta.at,
      translations: { 'fr-ca': { value: text, status: 10, mo_value: text } },
    });
    return {
      commit: {
        events: ids.map((id) => ({ stream: `string-${id}`, version: 1, type: 'StringTranslated', data })),
        meta: { ...meta, id: `${turn}-${first}` },
      },
      documents: ids.map((id) => ({ collection: strings, id, version: 1, body: bodyOf(id) })),
    };
  };
  const took = await time(async () => {
    for (let first = 1; first <= ENTRIES; first += AT_ONCE) {
      const { commit, documents: writes } = commitOf(first);
      await store.append(commit, { documents: writes });
    }
  });
  await store.close();
  database.close();
  return took;
};

const benchImport = async (site: SiteProcess, folder: string): Promise<void> => {
  await post(site, '/i18n/st/v1/import_mo_strings', { plugins: ['forms'] }, 200);
  let turn = 0;
  const { ours, bare, ratio } = await median(
    5,
    (run) => run.ratio,
    async () => {
      turn += 1;
      const content = po.compile(tableOf(turn)).toString();
      const alone = (await time(() => po.parse(content))) + (await appendAlone(folder, turn));
      const body = { domain: 'forms', language: 'fr-ca', content };
      const whole = await time(() => post(site, '/i18n/st/v1/import', body, 200));
      return { ours: whole, bare: alone, ratio: alone / whole };
    },
  );
  report({
    what: `an import of ${ENTRIES.toLocaleString('en-US')} PO entries through the gateway`,
    figure: ms(ours),
    against: `gettext-parser and a batched append alone ${ms(bare)}`,
    ratio,
    goal: '≥ 0.5',
    reached: ratio >= 0.5,
  });
};

/** Measures translation files: reading and checking XLIFF, importing PO into the strings of a site on disk. */
export const benchTranslationFiles = async (folder: string): Promise<void> => {
  section('Files of translators (one process, durability full)');
  for (const version of XLIFF_VERSIONS) await benchXliff(version);
  const shipped = join(folder, 'mo/plugins/forms');
  mkdirSync(shipped, { recursive: true });
  writeFileSync(join(shipped, 'forms-fr_CA.mo'), mo.compile(tableOf(0)));
  const site = await startSite({ DATA: join(folder, 'site'), MO_FOLDER: join(folder, 'mo'), LOG_LEVEL: 'error' });
  try {
    await benchImport(site, folder);
  } finally {
    await site.stop();
  }
};
