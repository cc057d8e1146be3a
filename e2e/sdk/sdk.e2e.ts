import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../engines/root.ts';
import { password, type SiteProcess, startSite } from '../site.ts';

const run = promisify(execFile);
const node = (args: readonly string[], cwd = root) => run(process.execPath, args, { cwd });
const sdk = (...options: string[]) => node(['infra/cli/main.ts', 'sdk', ...options]);

/** Dependencies of the client, linked from the generator's packages as npm would install them. */
const DEPENDENCIES = ['openapi-fetch', 'openapi-typescript-helpers'];

/** TypeScript settings as strict as those of the repository; declarations of packages are checked too. */
const CONFIG = {
  extends: join(root, 'tsconfig.json'),
  compilerOptions: { types: ['node'], typeRoots: [join(root, 'node_modules/@types')], skipLibCheck: false },
  include: ['*.ts'],
  exclude: [],
};

describe('the client that npm run sdk generates', () => {
  let site: SiteProcess;
  let folder: string;
  let client: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-consumer-'));
    client = join(folder, 'node_modules/almanac-client');
    cpSync(join(root, 'e2e/sdk/consumer'), folder, { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    for (const name of DEPENDENCIES) {
      symlinkSync(join(root, 'infra/sdk/node_modules', name), join(folder, 'node_modules', name));
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG));
    site = await startSite();
  });
  afterAll(async () => {
    await site?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is generated from this code, without a site', async () => {
    const { stdout } = await sdk('--out', client);
    expect(stdout).toMatch(/^A client of [34]\d\d operations is in /m);
  });

  it('accepts right calls and no wrong ones under the project’s TypeScript', async () => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = await node([compiler, '--project', folder]).catch((error: { readonly stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('asks a site, and reports its refusals', async () => {
    const { stdout } = await node(['useClient.ts', site.root, 'admin', password('admin')], folder);
    expect(JSON.parse(stdout)).toEqual({
      titles: ['Harbour concert', 'Mill fair'],
      refusal: 'rest-event-not-found',
      status: 404,
      visitor: 401,
    });
  });

  it('is regenerated over itself, by any address of a site and of one namespace, but over no other folder', async () => {
    const { stdout } = await sdk('--site', `${site.origin}/events/`, '--namespace', 'cal/events/v1', '--out', client);
    expect(stdout).toMatch(/^A client of \d\d operations is in /);
    await expect(sdk('--out', folder)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('holds something else than a client made before'),
    });
    await expect(sdk('--namespace', 'cal/evnts', '--site', site.root, '--out', client)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('rest_invalid_namespace'),
    });
  });
});
