import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sources for rare requests. */
const RARE = ['nginxFile.ts', 'apacheFile.ts', 'serverFiles.ts', 'custom-xml/validate.ts', 'libs/engine/src/engine.ts'];

/** Starts an empty site, asks for its index, and prints the packages, rare sources and modules of `fetch` that it has loaded. */
const PROGRAM = `
import { registerHooks } from 'node:module';
import { resolveSources } from '../commands/resolveSources.ts';
resolveSources();
const packages = new Set();
const rare = new Set();
registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context);
    const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)\\//.exec(found.url)?.[1];
    if (name !== undefined && !context.parentURL?.includes('/node_modules/')) packages.add(name);
    for (const name of ${JSON.stringify(RARE)}) if (found.url.endsWith('/' + name)) rare.add(name);
    return found;
  },
});
const { readSite, silentLog } = await import('@almanac/service');
const { startSite } = await import('./compose.ts');
const site = readSite({ name: 'Riverside' });
const running = await startSite({ port: 0, host: '127.0.0.1', data: ':memory:', site, log: silentLog });
const fetching = process.moduleLoadList.filter((name) => name.includes('undici'));
const answer = await fetch('http://127.0.0.1:' + running.port + '/en/json/');
await answer.arrayBuffer();
await running.stop();
console.log(JSON.stringify({ status: answer.status, packages: [...packages].sort(), rare: [...rare], fetching }));
`;

describe('the start of a site', () => {
  it('loads only these packages, and neither undici nor a source of rare requests, which load them by themselves', async () => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      cwd: import.meta.dirname,
    });
    const loaded: { status: number; packages: string[]; rare: string[]; fetching: string[] } = JSON.parse(stdout);
    expect([loaded.status, loaded.rare, loaded.fetching]).toEqual([200, [], []]);
    expect(loaded.packages).toEqual([
      'busboy',
      'entities',
      'express',
      'fastest-levenshtein',
      'fresh',
      'htmlparser2',
      'ipaddr.js',
      'lru-cache',
      'moment-timezone',
      'negotiator',
      'pino',
      'prom-client',
      'range-parser',
      'zod',
    ]);
  });
});
