import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { mo, po } from 'gettext-parser';
import { credentials, type SiteProcess, startSite } from '../site.ts';

/** More strings than an import can store while the test looks at it. */
const STRINGS = 20_000;
const LANGUAGE = 'fr-ca';

const tableOf = (word: string) => ({
  charset: 'utf-8',
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  translations: {
    '': Object.fromEntries(
      Array.from({ length: STRINGS }, (_, n) => [`Text ${n}`, { msgid: `Text ${n}`, msgstr: [`${word} ${n}`] }]),
    ),
  },
});

interface Refusal {
  readonly code: string;
}

interface Strings {
  readonly translations: Readonly<Record<string, { readonly value: string | null }>>;
}

describe('a site that gets SIGTERM', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-stopped-'));
  const start = (): Promise<SiteProcess> =>
    startSite({ DATA: join(folder, 'data'), MO_FOLDER: join(folder, 'mo'), LOG_LEVEL: 'error' });
  let site: SiteProcess;

  beforeAll(async () => {
    const shipped = join(folder, 'mo/plugins/forms');
    mkdirSync(shipped, { recursive: true });
    writeFileSync(join(shipped, 'forms-fr_CA.mo'), mo.compile(tableOf('Ancien')));
    site = await start();
  });
  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends the headers of a request and the first byte of its body. */
  const stalled = (path: string, headers: Readonly<Record<string, string>>): ClientRequest => {
    const all = { authorization: credentials('admin'), 'content-length': '5000', ...headers };
    const asked = httpRequest(`${site.root}${path}`, { method: 'POST', headers: all, agent: false });
    asked.on('error', () => undefined).write('{');
    return asked;
  };

  const answerTo = (asked: ClientRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      asked.once('response', resolve).once('close', () => reject(new Error('the connection ended without an answer')));
    });

  const importing = () =>
    site.request<Refusal & { readonly imported: number; readonly unchanged: number }>('POST', '/i18n/st/v1/import', {
      as: 'admin',
      body: { domain: 'forms', language: LANGUAGE, content: po.compile(tableOf('Nouveau')).toString() },
      headers: { 'idempotency-key': 'one import' },
    });

  /** Returns the number of strings that the import has translated. */
  const translated = async (): Promise<number> => {
    const { body } = await site.request<Strings[]>('GET', '/i18n/st/v1/strings?domain=forms&per_page=1&order=asc', {
      as: 'admin',
    });
    return body.filter(({ translations }) => translations[LANGUAGE]?.value?.startsWith('Nouveau')).length;
  };

  it('answers running imports and slow uploads with 503 in place of cutting them, and the import goes on later', async () => {
    for (let remaining = 1; remaining > 0; ) {
      const scanned = await site.request<{ remaining: number }>('POST', '/i18n/st/v1/import_mo_strings', {
        as: 'admin',
        body: { plugins: ['forms'] },
      });
      expect(scanned.status).toBe(200);
      remaining = scanned.body.remaining ?? 0;
    }
    const running = importing();
    while ((await translated()) === 0) await pause(1);
    // a body may stall for ten seconds: on a busy machine the import may begin later than that
    const slow = [
      stalled('/core/v2/posts', { 'content-type': 'application/json' }),
      stalled('/core/v2/media', { 'content-type': 'image/png', 'content-disposition': 'attachment; filename="a.png"' }),
    ].map(answerTo);
    // they have reached the site before a later read is answered
    await translated();
    const stopped = site.stop();
    const { status, body, headers } = await running;
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'rest_site_stopping', '5']);
    for (const answered of slow) {
      const answer = await answered;
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
      expect(await json(answer)).toMatchObject({ code: 'rest_site_stopping' });
    }
    await stopped;
    expect(site.process.exitCode).toBe(0);
    site = await start();
    expect(await importing()).toMatchObject({ status: 200, body: { imported: STRINGS, unchanged: 0, skipped: [] } });
  });
});
