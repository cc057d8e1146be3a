import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Starts an empty site, asks for its index, and prints the names of the packages that its code has loaded. */
const PROGRAM = `
import { registerHooks } from 'node:module';
const packages = new Set();
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(found.url)?.[1];
    if (name !== undefined && !context.parentURL?.includes('/node_modules/')) packages.add(name);
    return found;
  },
});
const { readSite, silentLog } = await import('@almanac/service');
const { startSite } = await import('./compose.ts');
const site = readSite({ name: 'Riverside' });
const running = await startSite({ port: 0, host: '127.0.0.1', data: ':memory:', site, log: silentLog });
const answer = await fetch('http://127.0.0.1:' + running.port + '/en/json/');
await answer.arrayBuffer();
await running.stop();
console.log(JSON.stringify([answer.status, ...packages]));
`;

describe('the start of a site', () => {
  it('loads only these packages; the others are loaded by the requests that need them', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      cwd: import.meta.dirname,
    });
    const [status, ...packages]: [number, ...string[]] = JSON.parse(stdout);
    expect(status).toBe(200);
    expect(packages.sort()).toEqual([
      'busboy',
      'entities',
      'express',
      'fastest-levenshtein',
      'fresh',
      'htmlparser2',
      'http-proxy-middleware',
      'ipaddr.js',
      'lru-cache',
      'moment-timezone',
      'negotiator',
      'pino',
      'prom-client',
      'qs',
      'range-parser',
      'zod',
    ]);
  });
});
