import { writeXliff, type XliffUnit } from '@almanac/xliff';
import { RefusedError, type SiteClient } from '../siteClient.ts';
import { importPo, importXliff } from './importXliff.ts';

const IMPORT = { complete: false, isDryRun: false };
const DIGEST = '0123456789abcdef0123456789abcdef';

const unit = (id: string): XliffUnit => ({ id, source: id, target: `${id}!`, state: 'translated', notes: [] });

const fileOf = (original: string, targetLanguage = 'fr-CA'): Buffer =>
  Buffer.from(
    writeXliff('2.0', {
      original,
      sourceLanguage: 'en',
      targetLanguage,
      reference: '',
      units: [unit('title'), unit('body'), { ...unit('more'), target: '' }],
    }),
  );

/** Creates a site with two languages that gives one answer to every POST. */
const siteOf = (answer: unknown) => {
  const asked: unknown[] = [];
  const client: SiteClient = {
    request: async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
      if (path.includes('/xliff/fetch/')) return { content: fileOf(`41-${DIGEST}`).toString('base64') } as Answer;
      if (method === 'GET') return { languages: ['en', 'fr-CA'], language: 'en' } as Answer;
      asked.push([method, path, body]);
      if (answer instanceof Error) throw answer;
      return answer as Answer;
    },
  };
  return { asked, client };
};

describe('importing XLIFF', () => {
  it('sends the file of a job to the job, and reports the imported units', async () => {
    const file = fileOf(`41-${DIGEST}`);
    const { asked, client } = siteOf({
      status: 2,
      units: [{ finished: true }, { finished: false }],
      unknown_units: ['body'],
      warnings: [{ unit: 'title', missing: ['<b>'], added: ['<i>'] }],
    });
    expect(await importXliff(file, client, IMPORT)).toEqual({
      isDryRun: false,
      what: 'job 41',
      found: 3,
      done: 1,
      finished: false,
      left: ['the unit body, which the job has not'],
      untranslated: ['line 21: more: it has no translation'],
      differing: ['title: without <b> with <i>'],
    });
    const content = file.toString('base64');
    expect(asked).toEqual([['POST', '/i18n/tm/v1/xliff/store/41', { content, complete: false }]]);
  });

  it('finds nothing to do for a finished job', async () => {
    const refusal = new RefusedError(409, 'i18n_job_bad_transition', 'no', { from: 10, attempted: 'store' });
    const report = await importXliff(fileOf(`41-${DIGEST}`), siteOf(refusal).client, { ...IMPORT, complete: true });
    expect(report).toMatchObject({ done: 0, finished: true, left: [] });
  });

  it('reports refusals of the site, and files that are not XLIFF', async () => {
    const refusal = new RefusedError(409, 'i18n_xliff_mismatch', 'no');
    const importing = (file: Buffer) => importXliff(file, siteOf(refusal).client, IMPORT);
    await expect(importing(fileOf(`41-${DIGEST}`))).rejects.toBe(refusal);
    await expect(importing(Buffer.from('<html/>'))).rejects.toThrow(/^The file cannot be read: line 1: /);
  });

  it('sends the file of a domain to its strings', async () => {
    const file = fileOf('forms', 'fr-FR');
    const skipped = ['unknown', 'empty'].map((reason) => ({ context: '', msgid: 'Send', reason }));
    const { asked, client } = siteOf({ imported: 1, unchanged: 0, skipped });
    expect(await importXliff(file, client, IMPORT)).toEqual({
      isDryRun: false,
      what: 'strings of forms',
      found: 3,
      done: 1,
      finished: false,
      differing: [],
      left: ['“Send”: the domain has no such string'],
      untranslated: ['“Send”: it has no translation'],
    });
    const body = {
      domain: 'forms',
      language: 'fr-ca',
      format: 'xliff',
      content: file.toString('base64'),
      dry_run: false,
    };
    expect(asked).toEqual([['POST', '/i18n/st/v1/import', body]]);
  });

  it('names the setting for strings in a language that the site does not have', async () => {
    const importing = (language: string) => importXliff(fileOf('forms', language), siteOf({}).client, IMPORT);
    const setting = 'the setting `languages` has en, fr-ca.';
    await expect(importing('de')).rejects.toThrow(`The site has no language “de”; ${setting}`);
    await expect(importing('')).rejects.toThrow(`The file names no target language; ${setting}`);
  });

  it('compares a file with its job in a dry run, and sends nothing', async () => {
    const { asked, client } = siteOf({});
    const options = { ...IMPORT, isDryRun: true };
    const other = fileOf(`41-${DIGEST}`, 'fr').toString().replace('"body"', '"other"').replace('"body"', '"other"');
    expect(await importXliff(Buffer.from(other), client, options)).toMatchObject({
      isDryRun: true,
      done: 1,
      left: ['the unit other, which the job has not'],
    });
    const wrong = importXliff(fileOf(`41-${DIGEST.replace('0', '1')}`), client, options);
    await expect(wrong).rejects.toThrow('The file cannot be read: it belongs to another job');
    expect(asked).toEqual([]);
  });
});

describe('importing a PO file', () => {
  const po = (...headers: string[]): string =>
    ['# Town', 'msgid ""', 'msgstr ""', ...headers.map((header) => `"${header}\\n"`), '', 'msgid "Send"', ''].join(
      '\n',
    );
  const load = async (name: string, content: Buffer) => {
    const { asked, client } = siteOf({ imported: 1, unchanged: 2, skipped: [] });
    const report = await importPo({ name, content }, client, { isDryRun: true });
    return { report, asked };
  };

  it.each([
    ['its header', 'a.po', Buffer.from(po('X-Domain: forms', 'Language: fr_CA'))],
    ['its header in UTF-16', 'a.po', Buffer.from(`\ufeff${po('X-Domain: forms', 'Language: fr')}`, 'utf16le')],
    ['its name', 'forms-fr_CA.po', Buffer.from(po('Language: '))],
  ])('sends the translations to the domain and language of %s', async (_where, name, content) => {
    const { report, asked } = await load(name, content);
    expect(report).toMatchObject({ isDryRun: true, what: 'strings of forms', found: 3, done: 1, left: [] });
    const body = { domain: 'forms', language: 'fr-ca', format: 'po', content: content.toString('base64') };
    expect(asked).toEqual([['POST', '/i18n/st/v1/import', { ...body, dry_run: true }]]);
  });

  it('refuses a file without domain, and one in a language that the site does not have', async () => {
    await expect(load('french.po', Buffer.from(po('Language: fr')))).rejects.toThrow('The file names no domain');
    await expect(load('forms-de.po', Buffer.from(po()))).rejects.toThrow('The site has no language “de”');
  });
});
