import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '@almanac/infra/free-port';
import { eventually } from '@almanac/testing';
import { openLog } from '../faults/effects/openLog.ts';
import { type SiteProcess, startSite } from '../site.ts';

const TM = '/i18n/tm/v1';
const KEY = randomBytes(32).toString('base64url');
/** Titles of posts; the engine fails for those with `!` and translates the fair. */
const TITLES = ['Harvest Fair', '!credit', '!unsolvable', '!wrong-xliff'];

interface JobItem {
  readonly id: number;
  readonly extra_data: { readonly job_id: number; readonly editor_job_id: number | null };
}

/** Name pattern of the embedded engine's own file, which holds its keys and callback addresses. */
const ENGINE_FILE = /engine/;

describe('keys and tokens of the translation engine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-engine-secrets-'));
  const answers: string[] = [];
  let printed = '';
  let site: SiteProcess;

  beforeAll(async () => {
    const port = String(await freePort());
    site = await startSite({
      DATA: folder,
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      LOG_LEVEL: 'trace',
      TRANSLATION_ENGINE: 'embedded',
      TRANSLATION_ENGINE_KEY: KEY,
    });
    for (const stream of [site.process.stdout, site.process.stderr])
      stream?.on('data', (text: Buffer) => {
        printed += text;
      });
  });
  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (method: string, path: string, body?: unknown) => {
    const {
      status,
      headers,
      body: answer,
    } = await site.request(method, path, {
      as: 'admin',
      ...(body !== undefined && { body }),
    });
    answers.push(`${method} ${path} ${status} ${JSON.stringify([...headers])} ${JSON.stringify(answer)}`);
    // biome-ignore lint/suspicious/noExplicitAny: the scenario looks into answers of every shape
    return answer as any;
  };
  const jobs = async (): Promise<JobItem[]> => (await ask('GET', `${TM}/jobs?limit=200`)).jobs;

  it('are stored and used by every part that asks the engine', async () => {
    await ask('POST', `${TM}/ams/register_manager`, {});
    const elements = [];
    for (const title of TITLES) {
      const post = await ask('POST', '/core/v2/posts', { title, content: '<p>Come.</p>', status: 'publish' });
      elements.push({ type: 'post_post', id: post.id });
    }
    const batch = { elements, target_languages: ['fr-ca'], channel: 'ate', automatic: true };
    const sent: JobItem[] = (await ask('POST', `${TM}/batches`, batch)).jobs;
    await ask('POST', `${TM}/ate/jobs`, { jobs: sent.map(({ id }) => ({ id })) });
    // the engine calls back by itself
    await eventually(async () => (await jobs()).some((job) => 'status' in job && job.status === 10));
    const { lockKey } = await ask('POST', `${TM}/ate/jobs/sync`, {});
    await ask('POST', `${TM}/ate/jobs/download`, { lockKey });
    for (const { extra_data } of await jobs()) {
      await ask('GET', `${TM}/ate/jobs/${extra_data.editor_job_id}`);
      await ask('GET', `${TM}/ate/jobs/${extra_data.editor_job_id}/fix`);
      await ask('GET', `${TM}/ate/jobs/receive/${extra_data.job_id}?t=0000`);
      await ask('GET', `${TM}/xliff/fetch/${extra_data.job_id}`);
    }
    for (const path of ['status', 'synchronize/translators', 'synchronize/managers', 'engines'])
      await ask('GET', `${TM}/ams/${path}`);
    await ask('POST', `${TM}/ams/engines`, { list: [{ engine: 'nothing', enabled: true }] });
    const { url } = { url: 'http://127.0.0.1:9/' };
    await ask('POST', '/i18n/ate/v1/ate/proxy', { url, method: 'POST', headers: { accept: 'application/json' } });
    expect(answers.filter((answer) => / 5\d\d \[/.test(answer))).toEqual([]);
  });

  /** Returns the secrets of the engine by description. */
  const secrets = (): ReadonlyMap<string, string> => {
    const file = readdirSync(folder).find((name) => ENGINE_FILE.test(name) && /\.(sqlite|db)$/.test(name)) ?? '';
    const database = new DatabaseSync(join(folder, file), { readOnly: true });
    const sites = database.prepare('SELECT secret_key, shared_key FROM sites').all();
    const calls = database.prepare('SELECT callback FROM jobs WHERE callback IS NOT NULL').all();
    database.close();
    return new Map([
      ['the operator’s key', KEY],
      ...sites.flatMap(({ secret_key, shared_key }) => [
        ['the secret key', String(secret_key)] as const,
        ['the shared key', String(shared_key)] as const,
      ]),
      ...calls.map(({ callback }, n) => [`token ${n}`, String(callback).split('?t=')[1] ?? ''] as const),
    ]);
  };

  it('stand in no answer, and in no line of the log', async () => {
    await site.stop();
    const known = secrets();
    expect([...known.keys()]).toHaveLength(3 + TITLES.length);
    expect(printed).toContain('ate/jobs/receive');
    for (const [name, secret] of known) {
      expect(secret.length).toBeGreaterThan(30);
      expect({ name, answers: answers.filter((answer) => answer.includes(secret)) }).toEqual({ name, answers: [] });
      expect({ name, lines: printed.split('\n').filter((line) => line.includes(secret)) }).toEqual({ name, lines: [] });
    }
  });

  it.each(['core', 'calendar', 'translation', 'misc', 'redirection'])('stand in no event of %s', async (service) => {
    const { store, close } = await openLog(join(folder, `${service}.sqlite`));
    const log = JSON.stringify(await store.readLog(0, await store.last()));
    await close();
    const found = [...secrets()].filter(([, secret]) => log.includes(secret)).map(([name]) => name);
    expect(found).toEqual([]);
  });

  it('stand in no file of the site except the engine’s own', () => {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !ENGINE_FILE.test(entry.name))
      .flatMap(({ parentPath, name }) => {
        const bytes = readFileSync(join(parentPath, name));
        return [...secrets()].flatMap(([what, secret]) => (bytes.includes(secret) ? [`${what} in ${name}`] : []));
      });
    expect(found).toEqual([]);
  });
});
