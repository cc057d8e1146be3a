import { StoreUnavailableError } from '@almanac/event-store';
import { DEFAULT_TAGS, useLanguages } from '@almanac/i18n';
import { serveTranslation, type TestService } from '../testing.contract.ts';

const NS = '/i18n/st/v1';
const HEADER =
  'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n';

describe('the files of strings', () => {
  let served: TestService;
  beforeEach(async () => {
    served = await serveTranslation();
  });
  afterEach(() => served.stop());

  const register = async (name: string, value: string, more: object = {}) =>
    (await served.ask('POST', `${NS}/strings`, { body: { domain: 'widgets', name, value, ...more } })).body
      .id as number;
  const translate = (id: number, text: string) =>
    served.ask('POST', `${NS}/strings/${id}`, { body: { translations: { 'fr-ca': text } } });
  const read = async (id: number) => (await served.ask('GET', `${NS}/strings/${id}`)).body.translations['fr-ca'];
  const exported = async (format: string, path = 'widgets/fr-ca') =>
    served.ask('GET', `${NS}/export/${path}?format=${format}`);
  const load = (content: string, more: object = {}) =>
    served.ask('POST', `${NS}/import`, { body: { domain: 'widgets', language: 'fr-ca', content, ...more } });

  const filled = async () => {
    await translate(await register('greeting', 'Welcome, %s!'), 'Bienvenue, %s !');
    await translate(await register('more', 'Read "more"\n\tnow', { context: 'menu' }), 'Lire « \\n »\n\tla suite');
    await register('proto', '__proto__', { context: 'constructor' });
    await translate(await register('2', '7'), 'sept');
    const old = await register('old', 'Old');
    await translate(old, 'Vieux');
    await register('old', 'New');
    await register('again', 'Welcome, %s!');
  };

  it('are exported with the plural forms of any language, also if its code has digits', async () => {
    await register('greeting', 'Welcome');
    useLanguages({ tags: ['en', 'es-419', 'ru', 'ja'], defaultLanguage: 'en', overrides: {} });
    const headers = ['es-419', 'ru', 'ja'].map(async (language) => {
      const { status, text } = await exported('po', `widgets/${language}`);
      return [status, /Language: (\w+)/.exec(text)?.[1], /nplurals=\d/.exec(text)?.[0]];
    });
    expect(await Promise.all(headers)).toEqual([
      [200, 'es_419', 'nplurals=2'],
      [200, 'ru_RU', 'nplurals=3'],
      [200, 'ja_JP', 'nplurals=1'],
    ]);
    useLanguages({ tags: DEFAULT_TAGS, defaultLanguage: 'en', overrides: {} });
  });

  const untranslated = { context: 'constructor', msgid: '__proto__', reason: 'empty' };
  const outdated = { context: '', msgid: 'New', reason: 'fuzzy' };

  it('continue an import that ended because the site stopped, under the same key', async () => {
    const names = Array.from({ length: 1_300 }, (_, n) => n);
    const ids = await Promise.all(names.map((n) => register(`n${n}`, `Text ${n}`)));
    const content = HEADER + names.map((n) => `msgid "Text ${n}"\nmsgstr "Texte ${n}"\n\n`).join('');
    const body = { domain: 'widgets', language: 'fr-ca', content };
    const { append } = served.store;
    served.store.append = (commit, more) => {
      served.endLongRequests();
      return append(commit, more);
    };
    const stopped = await served.ask('POST', `${NS}/import`, { body, headers: { 'idempotency-key': 'k1' } });
    expect([stopped.status, stopped.body.code]).toEqual([503, 'rest_site_stopping']);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([await read(ids[499]!), await read(ids[500]!)]).toMatchObject([{ value: 'Texte 499' }, undefined]);
  });

  it('continue an import that was cut off under the same key, with the answer of the whole', async () => {
    const COUNT = 1_300;
    const names = Array.from({ length: COUNT }, (_, n) => n);
    const ids = await Promise.all(names.map((n) => register(`n${n}`, `Text ${n}`)));
    const content = HEADER + names.map((n) => `msgid "Text ${n}"\nmsgstr "Texte ${n}"\n\n`).join('');
    const importing = () =>
      served.ask('POST', `${NS}/import`, {
        body: { domain: 'widgets', language: 'fr-ca', content },
        headers: { 'idempotency-key': 'k1' },
      });
    const { append } = served.store;
    let commits = 0;
    served.store.append = async (commit, more) => {
      commits += 1;
      if (commits === 3) throw new StoreUnavailableError();
      return append(commit, more);
    };
    expect((await importing()).status).toBe(503);
    expect([commits, await read(ids[999]!), await read(ids[1_000]!)]).toMatchObject([
      3,
      { value: 'Texte 999' },
      undefined,
    ]);
    await translate(ids[3]!, 'Changé depuis');
    expect(await importing()).toMatchObject({ status: 200, body: { imported: COUNT, unchanged: 0, skipped: [] } });
    expect([await read(ids[3]!), await read(ids[COUNT - 1]!)]).toMatchObject([
      { value: 'Changé depuis' },
      { value: `Texte ${COUNT - 1}` },
    ]);
    const fresh = await load(content);
    expect(fresh.body).toEqual({ imported: 1, unchanged: COUNT - 1, skipped: [] });
  });

  it.each(['po', 'xliff'])('survive a round trip as %s', async (format) => {
    await filled();
    const { body: text, headers } = await exported(format);
    const extension = format === 'po' ? 'po' : 'xlf';
    expect(headers.get('content-disposition')).toBe(`attachment; filename="widgets-fr_CA.${extension}"`);
    const before = await served.store.readLog(0);
    const planned = await load(text, { format, dry_run: true });
    expect(await served.store.readLog(0)).toHaveLength(before.length);
    const { status, body } = await load(text, { format });
    expect(planned.body).toEqual(body);
    expect([status, body]).toEqual([
      200,
      {
        imported: 1, // the second name of a translated text
        unchanged: 2,
        skipped: format === 'po' ? [outdated, untranslated] : [untranslated, outdated],
      },
    ]);
    expect((await served.store.readLog(0)).length - before.length).toBe(1);
    expect((await load(Buffer.from(text).toString('base64'), { format })).body).toMatchObject({
      imported: 0,
      unchanged: 3,
    });
  });

  it.each([
    ['po', 20],
    ['xliff', 28],
  ])('are exported in parts if an import would not accept them whole: %s of %i', async (format, count) => {
    const long = '"\\\n<&'.repeat(12_000);
    const ids = await Promise.all(Array.from({ length: count }, (_, n) => register(`${n}`, `${n} ${long}x`)));
    for (const [n, id] of ids.entries()) await translate(id, `${long} ${n}`);
    const partOf = (page: number) => served.ask('GET', `${NS}/export/widgets/fr-ca?format=${format}&page=${page}`);
    const [first, second] = [await partOf(1), await partOf(2)];
    expect(['x-core-total', 'x-core-totalpages'].map((name) => second.headers.get(name))).toEqual([`${count}`, '2']);
    expect(second.headers.get('content-disposition')).toContain('widgets-fr_CA-2.');
    const parts = [first.body, second.body];
    expect((await served.ask('GET', `${NS}/export/widgets/en?page=2`)).body.data.params).toHaveProperty('page');
    for (const id of ids)
      await served.ask('POST', `${NS}/strings/${id}`, { body: { translations: { 'fr-ca': null } } });
    const done = [];
    for (const [index, text] of parts.entries())
      done.push((await load(index === 0 ? Buffer.from(text).toString('base64') : text, { format })).body);
    expect(done.map(({ skipped }) => skipped)).toEqual(parts.map(() => []));
    expect(done.reduce((sum, { imported }) => sum + imported, 0)).toBe(count);
    for (const [n, id] of ids.entries()) expect((await read(id)).value).toBe(`${long} ${n}`);
  });

  it('are refused as PO if their bytes are not in the encoding that the header names', async () => {
    await register('a', 'A');
    for (const header of [HEADER, '', HEADER.replace('utf-8', 'x-own')]) {
      const po = Buffer.from(`${header}msgid "A"\nmsgstr "\u00e9"\n`, 'latin1').toString('base64');
      const { status, body } = await load(po);
      expect([status, body.code, body.data.line]).toEqual([422, 'i18n_file_invalid', 1]);
    }
  });

  it.each<[string, (text: string) => Buffer]>([
    ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['ISO-8859-1', (text) => Buffer.from(text.replace('utf-8', 'ISO-8859-1'), 'latin1')],
  ])('are imported as PO in %s', async (_, encoded) => {
    const id = await register('a', 'A');
    const content = encoded(`${HEADER}msgid "A"\nmsgstr "\u00e9"\n`).toString('base64');
    expect((await load(content)).body).toEqual({ imported: 1, unchanged: 0, skipped: [] });
    expect(await read(id)).toMatchObject({ value: 'é' });
  });

  it.each([
    ['fr-FR', 200],
    ['fr', 200],
    ['es-US', 422],
    ['de', 422],
  ])('are imported as XLIFF of the same main language: %s is %i', async (tag, status) => {
    await filled();
    const { body: text } = await exported('xliff');
    const content = text.replace('target-language="fr-CA"', `target-language="${tag}"`);
    expect((await load(content, { format: 'xliff' })).status).toBe(status);
  });

  it('are refused as XLIFF of another language of the site with the same main language', async () => {
    await filled();
    const { body: content } = await exported('xliff', 'widgets/en-ca');
    const load = (language: string, text: string) =>
      served.ask('POST', `${NS}/import`, { body: { domain: 'widgets', language, content: text, format: 'xliff' } });
    expect((await load('en-ca', content)).status).toBe(200);
    expect((await load('en-ca', content.replace('"en-CA"', '"en-GB"'))).status).toBe(200);
    expect((await load('en-ca', content.replace('"en-CA"', '"en"'))).status).toBe(422);
  });

  it('are imported with the reasons of skipped entries, in the order of the file', async () => {
    const ids = [await register('a', 'A'), await register('b', 'B', { context: 'menu' }), await register('d', 'D')];
    const { body } = await load(
      `${HEADER}msgid "10"\nmsgstr "dix"\n\nmsgctxt "menu"\nmsgid "B"\nmsgstr ""\n\n#, fuzzy\nmsgid "A"\nmsgstr "a"\n
msgid "C"\nmsgstr " \\t"\n\nmsgid "D"\nmsgstr "\u0007"\n
msgid "2"\nmsgid_plural "2s"\nmsgstr[0] "x"\nmsgstr[1] "y"\n\n#~ msgid "gone"\n#~ msgstr "parti"\n`,
    );
    expect(body).toEqual({
      imported: 0,
      unchanged: 0,
      skipped: [
        { context: '', msgid: '10', reason: 'unknown' },
        { context: 'menu', msgid: 'B', reason: 'empty' },
        { context: '', msgid: 'A', reason: 'fuzzy' },
        { context: '', msgid: 'C', reason: 'empty' },
        { context: '', msgid: 'D', reason: 'empty' },
        { context: '', msgid: '2', reason: 'plural' },
      ],
    });
    expect(await Promise.all(ids.map(read))).toEqual([undefined, undefined, undefined]);
  });

  it('skip strings in the language of the file', async () => {
    await register('a', 'Allo', { source_language: 'fr-ca' });
    const { body } = await load(`${HEADER}msgid "Allo"\nmsgstr "Salut"\n`);
    expect(body.skipped).toEqual([{ context: '', msgid: 'Allo', reason: 'unknown' }]);
  });

  it('skip plurals in a file without a number of plural forms', async () => {
    await register('a', 'A');
    const plural = 'msgid "B"\nmsgid_plural "Bs"\nmsgstr[0] "b"\nmsgstr[1] "bs"\n';
    const { status, body } = await load(`msgid "A"\nmsgstr "a"\n\n${plural}`);
    expect([status, body.imported, body.skipped]).toEqual([200, 1, [{ context: '', msgid: 'B', reason: 'plural' }]]);
  });

  it.each<[string, number, string, string]>([
    ['no PO', 1, 'po', 'title,body\n1,2\n'],
    ['words alone', 1, 'po', 'just-some-words'],
    ['a quote without end', 6, 'po', `${HEADER}msgid "A\nmsgstr "a"\n`],
    ['a keyword that is none', 6, 'po', `${HEADER}msgid "A"\nmsgtext "a"\n`],
    ['an entry twice', 8, 'po', `${HEADER}msgid "A"\nmsgstr "a"\n\nmsgid "A"\nmsgstr "b"\n`],
    [
      'a plural of one form',
      8,
      'po',
      `${HEADER}msgid "A"\nmsgstr "a"\n\nmsgid "B"\nmsgid_plural "Bs"\nmsgstr[0] "b"\n`,
    ],
    ['an entry without translation', 5, 'po', `${HEADER}msgid "A"\n\nmsgid "B"\nmsgstr "b"\n`],
    ['no XLIFF', 1, 'xliff', '<html/>'],
    ['XLIFF that ends', 3, 'xliff', '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file>\n'],
  ])('are refused for %s with the line %i, and nothing is written', async (_, line, format, content) => {
    await register('a', 'A');
    const { status, body } = await load(content, { format });
    expect([status, body.code, body.data.line]).toEqual([422, 'i18n_file_invalid', line]);
  });

  const unitsAs = (...units: readonly (readonly [source: string, target: string])[]) => {
    const texts = units.map(
      ([source, target], at) =>
        `<trans-unit id="${at}"><source>${source}</source><target>${target}</target></trans-unit>`,
    );
    const body = `<body>${texts.join('')}</body>`;
    return `<xliff version="1.2"><file original="widgets" source-language="en" target-language="fr">${body}</file></xliff>`;
  };

  it('are imported as XLIFF whose texts a program has indented, unless a string has the blanks itself', async () => {
    const [send, own] = [await register('send', 'Send'), await register('own', '\n Date\n')];
    const content = unitsAs(['\n  Send\n', '\n  Envoyer\n'], ['\n Date\n', '\n Jour\n'], ['\n Gone\n', 'Parti']);
    const { body } = await load(content, { format: 'xliff' });
    expect([body.imported, body.skipped]).toEqual([2, [{ context: '', msgid: '\n Gone\n', reason: 'unknown' }]]);
    expect([(await read(send)).value, (await read(own)).value]).toEqual(['Envoyer', '\n Jour\n']);
  });

  it('skip units of XLIFF with one text and different translations, whose contexts a program has lost', async () => {
    const id = await register('send', 'Send');
    await register('button', 'Send', { context: 'button' });
    await register('date', 'Date');
    const content = unitsAs(['Send', 'Envoyer'], ['Date', 'Jour'], ['Send', 'Expédier'], ['Date', 'Jour']);
    const { body } = await load(content, { format: 'xliff' });
    const skipped = { context: '', msgid: 'Send', reason: 'unknown' };
    expect([body.imported + body.unchanged, body.skipped]).toEqual([2, [skipped, skipped]]);
    expect((await read(id))?.value).toBeUndefined();
  });

  it('are refused as XLIFF of another language', async () => {
    await register('a', 'A');
    const { body: text } = await exported('xliff');
    expect((await load(text, { format: 'xliff', language: 'es-us' })).body.code).toBe('i18n_file_invalid');
  });

  it('are limited to existing domains', async () => {
    expect((await load('x')).body.code).toBe('i18n_domain_not_found');
    expect((await served.ask('GET', `${NS}/export/nothing/fr-ca`)).body.code).toBe('i18n_domain_not_found');
    expect((await served.ask('GET', `${NS}/export/widgets/de`)).status).toBe(400);
  });
});
