import type { SourceRecord } from '@almanac/contracts';
import { readXliff, type UnitState, writeXliff, XLIFF_BOUNDS, type XliffVersion } from '@almanac/xliff';
import { ownersOf, postSource } from '../jobs/owners.contract.ts';
import { type Asker, serveTranslation, type TestService } from '../testing.contract.ts';

const TM = '/i18n/tm/v1';
const VERSIONS: readonly XliffVersion[] = ['1.2', '2.0'];

describe('jobs as XLIFF', () => {
  let served: TestService;
  let records: SourceRecord[];
  let jobId: number;
  beforeEach(async () => {
    records = [postSource];
    served = await serveTranslation({}, ownersOf(records));
    jobId = await send();
  });
  afterEach(() => served.stop());

  const send = async (id = 7): Promise<number> => {
    const elements = [{ type: 'post_post', id }];
    const { body } = await served.ask('POST', `${TM}/batches`, { body: { elements, target_languages: ['fr-ca'] } });
    return body.jobs[0].extra_data.job_id;
  };
  const fetched = (version: XliffVersion = '1.2', as: Asker = 'administrator', of = jobId) =>
    served.ask('GET', `${TM}/xliff/fetch/${of}?version=${version}`, { as });
  const read = async (version: XliffVersion = '1.2', of = jobId) =>
    readXliff(Buffer.from((await fetched(version, 'administrator', of)).body.content, 'base64'));
  const store = (text: string, more: object = {}, of = jobId) =>
    served.ask('POST', `${TM}/xliff/store/${of}`, { body: { content: Buffer.from(text).toString('base64'), ...more } });
  const job = async (of = jobId) => (await served.ask('GET', `${TM}/jobs/${of}`)).body;

  /** Returns the fetched file with the given texts filled in. */
  const filled = async (
    texts: Readonly<Record<string, string>>,
    state: UnitState = 'translated',
    version: XliffVersion = '1.2',
  ) => {
    const { version: _, ...file } = await read(version);
    const units = file.units.map((unit) => {
      const target = texts[unit.id];
      return target === undefined ? unit : { ...unit, target, state };
    });
    return writeXliff(version, { ...file, units });
  };

  it.each(VERSIONS)('are exported as %s with their texts', async (version) => {
    const { status, body, headers } = await fetched(version);
    expect([status, body.sourceLang, body.targetLang, headers.has('etag')]).toEqual([200, 'en', 'fr-CA', true]);
    const file = await read(version);
    expect(file).toMatchObject({ version, sourceLanguage: 'en', targetLanguage: 'fr-CA' });
    expect(file.units.map(({ id, source, target, state }) => [id, source, target, state])).toEqual([
      ['title', 'Harvest Fair', '', 'initial'],
      ['body', '<p>Come.</p>', '', 'initial'],
    ]);
    expect((await fetched('3.0' as XliffVersion)).body.data.params).toHaveProperty('version');
  });

  it('are stored up to the largest size', async () => {
    const file = await filled({ title: 'Foire', body: '<p>Venez.</p>' });
    const room = XLIFF_BOUNDS.bytes - Buffer.byteLength(file) - '<!---->'.length;
    const largest = `${file}<!--${'a'.repeat(room)}-->`;
    expect(await store(largest)).toMatchObject({ status: 200, body: { progress: '100%' } });
    expect(await store(`${largest} `)).toMatchObject({ status: 400, body: { code: 'i18n_xliff_malformed' } });
  });

  it.each(['QQ=', 'QQ==Q', 'Q', '"QQ=="', '<xliff/>'])('are base64, not %s', async (content) => {
    const { status, body } = await served.ask('POST', `${TM}/xliff/store/${jobId}`, { body: { content } });
    expect([status, body.data.params]).toEqual([400, { content: 'content is not in base64.' }]);
  });

  it.each(VERSIONS)('are imported as %s, in part or whole', async (version) => {
    const some = await store(await filled({ body: '<p>Venez.' }, 'translated', version));
    expect(some).toMatchObject({
      status: 200,
      body: {
        status: 2,
        progress: '50%',
        unknown_units: [],
        units: [{ finished: false }, { target: '<p>Venez.', finished: true }],
        warnings: [{ unit: 'body', missing: ['</p>'], added: [] }],
      },
    });
    const incomplete = await store(await filled({}), { complete: true });
    expect([incomplete.status, incomplete.body.code, incomplete.body.data.units]).toEqual([
      422,
      'i18n_xliff_incomplete',
      ['title'],
    ]);
    const before = (await served.store.readLog(0)).length;
    expect((await store(await filled({}))).status).toBe(200);
    expect((await served.store.readLog(0)).length).toBe(before);
  });

  it('keep an unfinished unit unchanged', async () => {
    await store(await filled({ title: 'Foire' }, 'initial'));
    expect((await job()).units[0]).toMatchObject({ target: '', finished: false });
  });

  it('mark units from memory, and count them as finished once a person confirms them', async () => {
    await store(await filled({ title: 'Foire', body: '<p>Venez.</p>' }));
    records.push({
      ...postSource,
      id: 8,
      group: 8,
      versions: { en: 8 },
      units: [{ id: 'title', text: 'Harvest Fair' }],
    });
    const other = await send(8);
    const file = await read('2.0', other);
    expect(file.units[0]).toMatchObject({ target: 'Foire', state: 'tm-suggestion' });
    await store(writeXliff('2.0', file), {}, other);
    expect((await job(other)).units[0].finished).toBe(false);
    const taken = { ...file, units: file.units.map((unit) => ({ ...unit, state: 'translated' as const })) };
    await store(writeXliff('2.0', taken), {}, other);
    expect((await job(other)).units[0]).toMatchObject({ target: 'Foire', finished: true });
  });

  it('name unknown units', async () => {
    const file = await read();
    const units = [...file.units, { ...file.units[0]!, id: '__proto__', target: 'x', state: 'final' as const }];
    expect((await store(writeXliff('1.2', { ...file, units }))).body.unknown_units).toEqual(['__proto__']);
  });

  it.each<[string, number, string, (text: string) => string]>([
    ['no XLIFF', 400, 'i18n_xliff_malformed', () => '<html/>'],
    [
      'a DOCTYPE',
      400,
      'i18n_xliff_malformed',
      (text) => text.replace('<xliff', '<!DOCTYPE xliff [<!ENTITY a "b">]><xliff'),
    ],
    ['an end too early', 400, 'i18n_xliff_malformed', (text) => text.slice(0, -20)],
    ['another version', 415, 'i18n_xliff_version', (text) => text.replace('version="1.2"', 'version="1.1"')],
    ['another job', 409, 'i18n_xliff_mismatch', (text) => text.replace(/original="\d+-/, 'original="1-')],
    ['another language', 409, 'i18n_xliff_mismatch', (text) => text.replace('"fr-CA"', '"es-US"')],
    ['another source', 409, 'i18n_xliff_source_changed', (text) => text.replace('Come.', 'Go.')],
  ])('refuse %s, and store nothing of it', async (_, status, code, change) => {
    const before = (await served.store.readLog(0)).length;
    const answer = await store(change(await filled({ title: 'Foire' })));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await served.store.readLog(0)).length).toBe(before);
  });

  it.each<[string, (text: string) => string]>([
    ['changes their regions', (text) => text.replace('"fr-CA"', '"fr-FR"').replace('"en"', '"en-US"')],
    ['drops their regions', (text) => text.replace('"fr-CA"', '"fr"')],
    ['leaves the target language out', (text) => text.replace(' target-language="fr-CA"', '')],
  ])('are imported from a program that keeps their main languages and %s', async (_, change) => {
    const answer = await store(change(await filled({ title: 'Foire' })));
    expect(answer).toMatchObject({ status: 200, body: { units: [{ target: 'Foire' }, { target: '' }] } });
  });

  it.each(['2.1', '2.2'])('are imported as XLIFF %s, in UTF-16 too', async (version) => {
    const file = (await filled({ title: 'Été' }, 'translated', '2.0')).replace('version="2.0"', `version="${version}"`);
    const content = Buffer.from(file.replace('UTF-8', 'UTF-16'), 'utf16le').toString('base64');
    const answer = await served.ask('POST', `${TM}/xliff/store/${jobId}`, { body: { content } });
    expect(answer).toMatchObject({ status: 200, body: { units: [{ target: 'Été' }, { target: '' }] } });
  });

  it('name the line of a fault', async () => {
    const answer = await store('<xliff version="1.2"\n xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file></body>');
    expect(answer.body.data).toMatchObject({ line: 3, reason: expect.any(String) });
  });

  it('refuse invalid base64, and users who may not see the job', async () => {
    const answer = await served.ask('POST', `${TM}/xliff/store/${jobId}`, { body: { content: 'no base64!' } });
    expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, ['content']]);
    expect((await fetched('1.2', 'editor')).body.code).toBe('rest_forbidden');
    for (const id of [999_999, 0])
      expect((await fetched('1.2', 'administrator', id)).body.code).toBe('i18n_job_not_found');
  });

  it('are judged after the job', async () => {
    const { id } = await job();
    await served.ask('POST', `${TM}/jobs/cancel`, { body: [{ id, type: 'post' }] });
    expect((await store('<html/>')).body.code).toBe('i18n_job_cancelled');
    const again = await send();
    expect((await store('<html/>')).body.code).toMatch(/^i18n_job_(cancelled|superseded)$/);
    expect((await store('<html/>', {}, again)).body.code).toBe('i18n_xliff_malformed');
  });
});
