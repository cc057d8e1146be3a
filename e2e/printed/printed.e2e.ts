import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@almanac/infra/free-port';
import { eventually } from '@almanac/testing';
import { root } from '../engines/root.ts';
import { FAIR_FILE } from './fairFile.ts';
import { BESIDE, STARTS, STOPPED, type Step } from './steps.ts';

/** Uses one site on one machine as the pages describe: a shell runs every command in the repository's folder. */
describe('the commands that pages print, on one embedded site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-printed-'));
  /** Values of placeholders in commands, and the address of the site. */
  const filled = new Map([
    ['/backups/2026-11-22', join(folder, 'backup')],
    ['compare FOLDER', `compare ${join(folder, 'backup')}`],
    ['FILE', join(folder, 'fair.ics')],
    ['LOGIN', 'ada'],
    ['ADDRESS', 'ada@example.test'],
  ]);
  // excludes the tests' own environment, such as the shared servers
  const environment: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA: join(folder, 'data'),
    LOG_LEVEL: 'warn',
  };
  let collector: Server;
  let collected = 0;
  let end: () => Promise<string>;

  const begin = (command: string, input?: string) => {
    let typed = command;
    for (const [mark, value] of filled) typed = typed.replaceAll(mark, value);
    const child = spawn('bash', ['-c', typed], { cwd: root, env: environment, stdio: ['pipe', 'pipe', 'pipe'] });
    const said = { output: '', errors: '' };
    child.stdout.on('data', (text: Buffer) => {
      said.output += text;
    });
    child.stderr.on('data', (text: Buffer) => {
      said.errors += text;
    });
    child.stdin.end(input);
    return { child, said, closed: once(child, 'close') as Promise<[number | null]> };
  };

  const start = async (command: string): Promise<string> => {
    const { child, said, closed } = begin(`exec ${command.replace(/^(\w+=\S+) /, 'env $1 ')}`);
    end = async () => {
      child.kill('SIGTERM');
      await closed;
      return said.output + said.errors;
    };
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(said.output + said.errors);
      return said.output.includes('Ctrl-C stops it.');
    });
    return said.output;
  };

  const run = async ({ command, says, input }: Step): Promise<void> => {
    const { said, closed } = begin(command, input);
    const [code] = await closed;
    // removes the banners of npm; prompts are on the error output
    const output = said.output.replaceAll(/^> .*\n/gm, '').trim();
    expect([code, code === 0 ? output : said]).toEqual([0, expect.stringMatching(says)]);
    const id = /^\{"id":(\d+)/.exec(output)?.[1];
    if (id !== undefined) filled.set('event ID', `event ${id}`);
  };

  beforeAll(async () => {
    writeFileSync(join(folder, 'fair.ics'), FAIR_FILE);
    environment.PORT = String(await freePort());
    // by default a site sends a tenth of its traces, perhaps none of a few
    environment.OTEL_TRACES_SAMPLER = 'parentbased_always_on';
    filled.set('localhost:8080', `localhost:${environment.PORT}`);
    collector = createServer((request, response) => {
      if (request.url === '/v1/traces') collected++;
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    filled.set('localhost:4318', `127.0.0.1:${(collector.address() as AddressInfo).port}`);
  });
  afterAll(async () => {
    await end?.();
    collector.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it(`${STARTS[0]} shows how to sign in`, async () => {
    const said = await start(STARTS[0]);
    const password = /admin, application password (\S+)/.exec(said)?.[1] ?? '';
    expect([password, said]).toEqual([expect.stringMatching(/^\w{24}$/), expect.stringContaining('/set-password?')]);
    filled.set('APPLICATION PASSWORD', password).set("admin:'…'", `admin:'${password}'`);
    Object.assign(environment, { ALMANAC_USER: 'admin', ALMANAC_PASSWORD: password });
  });

  it.each(BESIDE)('$command', run);

  it('stops in order when npm is told so', async () => {
    expect(await end()).not.toMatch(/"level":"(error|fatal)"/);
    await expect(fetch(`http://localhost:${environment.PORT}/`)).rejects.toThrow('fetch failed');
  });

  it.each(STOPPED)('$command', run);

  it(`${STARTS[1]} sends its spans to a collector`, async () => {
    await start(STARTS[1]);
    expect((await fetch(`http://localhost:${environment.PORT}/en/json/core/v2/posts`)).status).toBe(200);
    await end();
    expect(collected).toBeGreaterThan(0);
  });
});
