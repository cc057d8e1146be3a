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

/** A picture of one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

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
    for (const programs of ['e2e/sdk/consumer', 'infra/sdk/examples'])
      cpSync(join(root, programs), folder, { recursive: true });
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

  describe('in the examples', () => {
    const example = async (name: string, restRoot: string, ...args: string[]): Promise<string> =>
      (await node([`${name}.ts`, restRoot, ...args], folder)).stdout.trim();
    const signedIn = ['admin', password('admin')];
    const makeEvent = async (title: string, restRoot = site.root, more = {}): Promise<string> => {
      const body = { title, start_date: '2031-06-10 19:30:00', end_date: '2031-06-10 22:00:00', ...more };
      const made = await site.request<{ id: number }>('POST', `${restRoot}/cal/events/v1/events`, {
        as: 'admin',
        body,
      });
      expect(made.status).toBe(201);
      return String(made.body.id);
    };

    it('prints next week’s events by category, in French where there is a French version', async () => {
      const french = `${site.origin}/fr-ca/json`;
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      const dates = { start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00` };
      const category = await site.request<{ id: number }>('POST', `${french}/cal/events/v1/categories`, {
        as: 'admin',
        body: { name: 'Musique' },
      });
      await makeEvent('Concert au port', french, { ...dates, categories: [category.body.id] });
      const later = { start_date: `${day} 20:00:00`, end_date: `${day} 21:00:00` };
      await makeEvent('Harbour concert', site.root, later);
      expect((await example('eventsOfNextWeek', french)).split('\n')).toEqual([
        `Musique ${day} 10:00:00 Concert au port`,
        `– ${day} 20:00:00 Harbour concert`,
      ]);
    });

    it('uploads a picture and uses it', async () => {
      const file = join(folder, 'harbour.png');
      writeFileSync(file, Buffer.from(PNG, 'base64'));
      const event = await makeEvent('Regatta');
      expect(await example('usePicture', site.root, ...signedIn, file, event)).toMatch(/harbour.*\.png$/);
    });

    it('changes an event once with If-Match', async () => {
      const event = await makeEvent('Mill fair');
      const printed = await example('changeWithIfMatch', site.root, ...signedIn, event, 'Mill Fair');
      expect(printed).toBe('Mill Fair 412 rest_precondition_failed');
    });

    it('creates posts in a batch', async () =>
      expect(await example('sendBatch', site.root, ...signedIn, 'One', 'Two')).toBe('201 201'));

    it('resumes a stream without a gap', async () => {
      const feed = async () =>
        (await site.request<{ id: string; type: string }[]>('GET', '/ops/v1/events?limit=5', { as: 'admin' })).body;
      const [first, ...others] = await feed();
      expect(others).toHaveLength(4);
      const printed = await example('resumeStream', site.root, ...signedIn, first?.id ?? '');
      expect(printed.split('\n')).toEqual(others.map(({ type }) => type));
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
