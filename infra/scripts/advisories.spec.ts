import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { advisoriesOf, lineOf } from './advisories.mjs';

const script = fileURLToPath(new URL('auditPackages.mjs', import.meta.url));
const lock = {
  name: 'site',
  version: '1.0.0',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { name: 'site', version: '1.0.0', dependencies: { shown: '1.0.0' }, devDependencies: { tool: '2.0.0' } },
    'node_modules/shown': { version: '1.0.0', dependencies: { deep: '1.0.0' } },
    'node_modules/deep': { version: '1.0.0' },
    'node_modules/tool': { version: '2.0.0', dev: true },
  },
};
let faults = 0;
/** Creates a fault with a new id, since npm caches answers by id. */
const fault = (title: string, severity: string) => ({
  id: ++faults,
  title,
  severity,
  url: 'https://advisories.test/1',
  vulnerable_versions: '<9',
});

describe('the audit of packages', () => {
  let folder: string;
  let registry: Server;
  let said: { status: number; body: unknown };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-audit-'));
    const { name, version, dependencies, devDependencies } = lock.packages[''];
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version, dependencies, devDependencies }));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
    registry = createServer((request, response) => {
      const isAudit = request.method === 'POST' && request.url?.endsWith('/advisories/bulk') === true;
      const { status, body } = isAudit ? said : { status: 404, body: {} };
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(registry, 'listening');
  });
  afterAll(() => {
    registry.close();
    rmSync(folder, { recursive: true });
  });

  const audit = async () => {
    const { port } = registry.address() as AddressInfo;
    const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: folder };
    const child = spawn(process.execPath, [script, folder], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { status, out: out.trim().split('\n'), errors };
  };

  it('reports each fault once, with its deadline, the most urgent first', async () => {
    said = { status: 200, body: { tool: [fault('Loops', 'high')], deep: [fault('Reads files', 'moderate')] } };
    expect(await audit()).toMatchObject({
      status: 1,
      out: [
        'high: tool (a tool): Loops, to be mended within 30 days (no version mends it yet) https://advisories.test/1',
        'moderate: deep: Reads files, to be mended within 30 days (no version mends it yet) https://advisories.test/1',
      ],
    });
    said.body = { tool: [fault('Loops', 'high')], deep: [fault('Runs code', 'critical')] };
    expect((await audit()).out[0]).toMatch(/^critical: deep: Runs code, to be mended within 2 days/);
  });

  it('reports that there is no fault', async () => {
    said = { status: 200, body: {} };
    expect(await audit()).toMatchObject({
      status: 0,
      out: ['No package of the lock file has a fault that the registry knows.'],
    });
  });

  it('is inconclusive if the registry answers no audits', async () => {
    said = { status: 405, body: {} };
    const { status, out, errors } = await audit();
    expect([status, out]).toEqual([2, ['']]);
    expect(errors).toMatch(/^Nothing is known: the registry could not be asked .*405/m);
  });
});

describe('a fault of a package', () => {
  it.each<readonly [string, unknown, string]>([
    ['high', true, 'within 7 days (npm audit fix)'],
    ['low', { name: 'shown', version: '1.2.0' }, 'within 90 days (shown 1.2.0)'],
    ['unheard of', false, 'within 2 days (no version mends it yet)'],
  ])('is reported by severity %s and repair %j as %s', (severity, fixAvailable, told) => {
    const via = ['shown', { title: 'x', url: 'https://advisories.test/1', severity }];
    const vulnerabilities = { deep: { name: 'deep', nodes: ['node_modules/deep'], via, fixAvailable } };
    const found = advisoriesOf({ vulnerabilities }, { packages: { 'node_modules/deep': {} } }) ?? [];
    expect(found.map(lineOf)).toEqual([expect.stringContaining(told)]);
  });
});
