import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mo } from 'gettext-parser';
import { serveTranslation, type TestService } from '../testing.contract.ts';
import { generateMissingFiles } from './followStrings.ts';
import { tableOf } from './table.ts';

const NS = '/i18n/st/v1';
const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
const moOf = (texts: Readonly<Record<string, string | readonly string[]>>): Buffer =>
  mo.compile({
    charset: 'utf-8',
    headers,
    translations: tableOf(
      Object.entries(texts).map(([key, text]) => {
        const [msgid = '', msgctxt] = key.split('|').reverse();
        if (typeof text === 'string') return { msgid, msgstr: [text], ...(msgctxt !== undefined && { msgctxt }) };
        return { msgid, msgid_plural: `${msgid}s`, msgstr: [...text] };
      }),
    ),
  });

describe('MO files', () => {
  let folder: string;
  let served: TestService;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-mo-spec-'));
    await put(
      'plugins/forms/languages/forms-fr_CA.mo',
      moOf({ Send: 'Envoyer', 'menu|Send': 'Envoi', item: ['a', 'b'] }),
    );
    await put('plugins/forms/forms-de_DE.mo', moOf({ Send: 'Senden' }));
    await put('themes/plain/fr.mo', moOf({ Home: 'Accueil' }));
    await put('other/empty/empty-fr_CA.mo', moOf({}));
    served = await start();
  });
  afterEach(async () => {
    await served.stop();
    await rm(folder, { recursive: true });
  });

  const start = () =>
    serveTranslation({}, undefined, undefined, { MO_FOLDER: join(folder, 'mo'), DATA: join(folder, 'data') });
  const put = async (path: string, content: Buffer) => {
    const file = join(folder, 'mo', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  };
  const scan = (body: object) => served.ask('POST', `${NS}/import_mo_strings`, { body });
  const generate = () => served.ask('POST', `${NS}/pre_generate_mo_files`, { body: {} });
  const strings = async (query: string) => (await served.ask('GET', `${NS}/strings?${query}`)).body;
  const generated = () => readdir(join(folder, 'data/strings'));
  const readGenerated = async (name: string) => {
    const { translations } = mo.parse(await readFile(join(folder, 'data/strings', name)), 'utf-8');
    return Object.fromEntries(
      Object.entries(translations).map(([context, byId]) => [
        context,
        Object.fromEntries(Object.entries(byId).flatMap(([id, { msgstr }]) => (id === '' ? [] : [[id, msgstr]]))),
      ]),
    );
  };

  it('are read once for components, and again when they change', async () => {
    const asked = { plugins: ['forms'], themes: ['plain'], other: ['empty'] };
    expect((await scan(asked)).body).toEqual({ total: 3, remaining: 0, scan_message: 'All files have been read.' });
    expect(await strings('domain=forms')).toMatchObject([
      {
        context: '',
        value: 'Send',
        status: 2,
        translations: { 'fr-ca': { value: null, status: 10, mo_value: 'Envoyer' } },
      },
      { context: 'menu', value: 'Send', translations: { 'fr-ca': { mo_value: 'Envoi' } } },
    ]);
    expect(await strings('domain=plain')).toMatchObject([{ value: 'Home' }]);
    const before = (await served.store.readLog(0)).length;
    await scan(asked);
    expect((await served.store.readLog(0)).length).toBe(before);
    const file = await put('plugins/forms/languages/forms-fr_CA.mo', moOf({ Send: 'Expédier', Stop: 'Arrêter' }));
    await utimes(file, 1, 1);
    await scan(asked);
    expect((await strings('domain=forms')).map((each: { value: string }) => each.value)).toEqual([
      'Send',
      'Send',
      'Stop',
    ]);
    expect((await strings('domain=forms'))[0].translations['fr-ca'].mo_value).toBe('Expédier');
  });

  it('never change a choice of the site', async () => {
    const { id } = (await served.ask('POST', `${NS}/strings`, { body: { domain: 'forms', name: 'n', value: 'Send' } }))
      .body;
    await served.ask('POST', `${NS}/strings/${id}`, { body: { translations: { 'fr-ca': 'Poster' } } });
    await scan({ plugins: ['forms'] });
    expect((await strings('domain=forms'))[0]).toMatchObject({
      id,
      name: 'n',
      translations: { 'fr-ca': { value: 'Poster', status: 10, mo_value: 'Envoyer' } },
    });
    await generate();
    expect(await readGenerated('forms-fr_CA.mo')).toEqual({
      '': { Send: ['Poster'], item: ['a', 'b'] },
      menu: { Send: ['Envoi'] },
    });
  });

  it('are named if they are invalid, and the others read', async () => {
    await put('plugins/forms/forms-es_US.mo', Buffer.from('no MO file at all'));
    const lying = moOf({ Send: 'Envoyer' });
    lying.writeUInt32LE(0xfffffff0, 8);
    await put('plugins/forms/forms-en_CA.mo', lying);
    const { body } = await scan({ plugins: ['forms'] });
    expect(body).toMatchObject({ total: 3, remaining: 0 });
    expect(body.scan_message).toContain('plugins/forms/forms-en_CA.mo, plugins/forms/forms-es_US.mo');
    expect(await strings('domain=forms')).toHaveLength(2);
  });

  it('are refused if they name no component', async () => {
    for (const id of ['../themes', '..', 'constructor', '']) {
      const { status, body } = await scan({ themes: ['plain'], plugins: [id] });
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([404, 'i18n_unknown_component', ['plugins']]);
    }
    for (const body of [{}, { plugins: [] }])
      expect(await scan(body)).toMatchObject({ status: 400, body: { code: 'i18n_nothing_to_scan' } });
  });

  it('are read by one request at a time', async () => {
    await served.entries.insert('mo-import', 'scan', { key: 'other' }, { expiresAt: served.now().getTime() + 1_000 });
    const { status, body, headers: answered } = await scan({ plugins: ['forms'] });
    expect([status, body.code, answered.get('retry-after')]).toEqual([423, 'i18n_scan_locked', '10']);
    served.advance(2_000);
    expect((await scan({ plugins: ['forms'] })).status).toBe(200);
  });

  it('are not read by a third request because one that took too long has ended', async () => {
    const { get } = served.entries;
    const reading: (() => void)[] = [];
    served.entries.get = async <Body>(kind: string, id: string) => {
      if (kind === 'mo-file') await new Promise<void>((goOn) => reading.push(goOn));
      return get<Body>(kind, id);
    };
    const begun = async (count: number): Promise<void> => {
      while (reading.length < count) await new Promise(setImmediate);
    };
    const first = scan({ plugins: ['forms'] });
    await begun(1);
    served.advance(5 * 60_000);
    const second = scan({ themes: ['plain'] });
    await begun(2);
    served.entries.get = get;
    reading[0]?.();
    await first;
    expect((await scan({ themes: ['plain'] })).status).toBe(423);
    reading[1]?.();
    expect((await second).status).toBe(200);
    expect((await scan({ themes: ['plain'] })).status).toBe(200);
  });

  it('are made of the served texts, and only after a change', async () => {
    await scan({ plugins: ['forms'], themes: ['plain'] });
    expect((await generate()).body).toEqual({ remaining: 0 });
    expect(await generated()).toEqual(['forms-fr_CA.mo', 'plain-fr_CA.mo']);
    expect(await readGenerated('plain-fr_CA.mo')).toEqual({ '': { Home: ['Accueil'] } });
    await writeFile(join(folder, 'data/strings/plain-fr_CA.mo'), 'left alone');
    const [home] = await strings('domain=plain');
    await generate();
    expect(await readFile(join(folder, 'data/strings/plain-fr_CA.mo'), 'utf8')).toBe('left alone');
    served.advance(1_000);
    await served.ask('POST', `${NS}/strings`, { body: { domain: 'plain', name: home.name, value: 'Start' } });
    await generate();
    expect(await generated()).toEqual(['forms-fr_CA.mo']);
    await served.ask('POST', `${NS}/strings/${home.id}`, { body: { translations: { 'es-us': 'Inicio' } } });
    await rm(join(folder, 'data/strings/forms-fr_CA.mo'));
    await generate();
    expect(await generated()).toEqual(['forms-fr_CA.mo', 'plain-es_US.mo']);
    await served.ask('DELETE', `${NS}/strings/${home.id}`);
    await generate();
    expect(await generated()).toEqual(['forms-fr_CA.mo']);
  });

  it('are made automatically if the site wants that', async () => {
    await scan({ themes: ['plain'] });
    await generateMissingFiles(served.translation);
    await expect(generated()).rejects.toThrow('ENOENT');
    await served.ask('POST', `${NS}/settings`, { body: { group: 'mo', key: 'generate_on_save', data: true } });
    await generateMissingFiles(served.translation);
    expect(await generated()).toEqual(['plain-fr_CA.mo']);
  });

  it('are reported if they cannot be written', async () => {
    await scan({ themes: ['plain'] });
    await writeFile(join(folder, 'data'), 'a file');
    const answer = await generate();
    expect([answer.status, answer.body.code]).toEqual([507, 'i18n_mo_not_writable']);
  });

  it('are made some at a time for many domains', async () => {
    for (let n = 0; n < 25; n++) {
      const body = { domain: `d${n}`, name: 'n', value: 'v' };
      const { id } = (await served.ask('POST', `${NS}/strings`, { body })).body;
      await served.ask('POST', `${NS}/strings/${id}`, { body: { translations: { 'fr-ca': 'w' } } });
    }
    const left: number[] = [];
    for (;;) {
      left.push((await generate()).body.remaining);
      if (left.at(-1) === 0) break;
    }
    expect(left).toEqual([80, 60, 40, 20, 0]);
    expect(await generated()).toHaveLength(25);
  });
});
