import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pseudoText } from '@almanac/engine';
import { freePort } from '@almanac/infra/free-port';
import { eventually } from '@almanac/testing';
import { root } from '../engines/root.ts';
import { expectVerified } from '../expectVerified.ts';
import { killedSite, someMoment } from './killedSite.ts';
import { TranslatedPosts } from './translatedPosts.ts';

const JOBS = process.env.LONG === '1' ? 200 : 20;
const KILLS = process.env.LONG === '1' ? 6 : 2;
const TM = '/i18n/tm/v1';

/** A translation engine as a process of its own, with persistent jobs. */
class Engine {
  readonly #environment: Readonly<Record<string, string>>;
  readonly address: string;
  #process: ChildProcess | undefined;

  constructor(port: number, environment: Readonly<Record<string, string>>) {
    this.address = `http://127.0.0.1:${port}`;
    this.#environment = { PORT: String(port), LOG_LEVEL: 'warn', ...environment };
  }

  async start(): Promise<void> {
    const env = { ...process.env, ...this.#environment };
    this.#process = spawn(process.execPath, ['libs/engine/src/main.ts'], { cwd: root, env, stdio: 'ignore' });
    await eventually(async () => (await fetch(this.address)).status === 404);
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const ending = this.#process;
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(signal);
    await gone;
  }
}

describe('an engine and its site, both killed at any moment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-killed-engine-'));
  const TRANSLATION_ENGINE_KEY = randomBytes(32).toString('base64url');
  let engine: Engine;
  let environment: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    const PORT = String(await freePort());
    const PUBLIC_URL = `http://127.0.0.1:${PORT}`;
    const own = { ENGINE_FILE: join(folder, 'engine.sqlite'), PUBLIC_URL, TRANSLATION_ENGINE_KEY };
    engine = new Engine(await freePort(), own);
    await engine.start();
    environment = { PORT, PUBLIC_URL, TRANSLATION_ENGINE: engine.address, TRANSLATION_ENGINE_KEY };
  });
  afterAll(async () => {
    await engine.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });
  const killed = killedSite('engine-site', () => environment);
  const posts = new TranslatedPosts(() => killed.site.origin, killed.ready);

  const killEngine = async (): Promise<void> => {
    await someMoment(200);
    await engine.end('SIGKILL');
    await engine.start();
  };
  let lockKey = '';
  /** Creates missing jobs, synchronizes and downloads, as a client does that does not rely on callbacks. */
  const tend = async (): Promise<void> => {
    const open = (await posts.list()).filter(({ status }) => status !== 10);
    const unmade = open.filter(({ extra_data }) => extra_data.editor_job_id === null);
    if (unmade.length > 0) await posts.ask('POST', `${TM}/ate/jobs`, { jobs: unmade.map(({ id }) => ({ id })) });
    const { body } = await posts.ask<{ lockKey: string | false }>('POST', `${TM}/ate/jobs/sync`, { lockKey });
    lockKey = body.lockKey || lockKey;
    await posts.ask('POST', `${TM}/ate/jobs/download`, { lockKey });
  };

  it('leave no job open once both are back', async () => {
    await posts.ask('POST', '/core/v2/settings', { translation_review: 'none' });
    await posts.send(JOBS, { channel: 'ate', automatic: true });
    for (let kill = 0; kill < KILLS; kill++) {
      await Promise.all([killEngine(), tend().catch(() => undefined)]);
      killed.kill();
      await killed.ready();
    }
    await eventually(async () => {
      await tend();
      return (await posts.list()).every(({ status }) => status === 10);
    });
    expect(await posts.list()).toHaveLength(JOBS);
  });

  it('leave one version of each record in its group, with the engine’s text', () =>
    posts.expectWritten({
      title: pseudoText,
      content: (source) => pseudoText(`<p>${source.replace('Post', 'Text')}.</p>`),
    }));

  it('leave documents that equal the folds of their events', async () => {
    await killed.site.stop();
    expectVerified(killed.folder);
  });
});
