import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@almanac/testing';

const { SITE_IMAGE: image, SITE_LACKING: reason = 'SITE_IMAGE names no image of a whole site' } = process.env;
const on = image === undefined ? `on containers, skipped: ${reason}` : 'on containers (one for all of it)';

const docker = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8' });
  return { status, said: stdout.trim(), complained: stderr.trim() };
};

const done = (...args: readonly string[]): string => {
  const { status, said, complained } = docker(...args);
  if (status !== 0) throw new Error(`docker ${args[0]}: ${complained}`);
  return said;
};

const PASSWORD = 'admn test site only 0000 0001';
const site = {
  name: 'Riverside',
  users: [
    {
      login: 'admin',
      role: 'administrator',
      email: 'admin@example.test',
      application_passwords: [{ name: 'spec', password: PASSWORD }],
    },
  ],
};

(image === undefined ? describe.skip : describe)(`the image of a whole site ${on}`, () => {
  const name = `almanac-site-${randomUUID().slice(0, 8)}`;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-site-'));
    const file = join(folder, 'site.json');
    writeFileSync(file, JSON.stringify(site), { mode: 0o644 });
    const started = ['run', '--detach', '--name', name, '--read-only', '--tmpfs', '/tmp', '--volume', `${name}:/data`];
    const settings = ['--volume', `${file}:/site.json:ro`, '--env', 'SITE_FILE=/site.json'];
    const open = ['--env', 'ALLOW_PLAIN_PASSWORDS=1', '--publish', '127.0.0.1::8080'];
    done(...started, ...settings, ...open, image ?? '');
    await ready();
  });
  afterAll(() => {
    docker('rm', '--force', '--volumes', name);
    docker('volume', 'rm', name);
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the published port; the system chooses another one at every start. */
  const address = (): string => `http://${done('port', name, '8080/tcp').split('\n')[0]}`;
  const ready = () => eventually(async () => (await fetch(`${address()}/ready`)).ok);
  const events = () => `${address()}/en/json/cal/events/v1/events`;
  let id: number;

  it('answers a page and a write without privileges and on a read-only file system', async () => {
    const page = await fetch(`${address()}/events/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    const made = await fetch(events(), {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        title: 'Harbour concert',
        start_date: '2033-05-01 19:00:00',
        end_date: '2033-05-01 21:00:00',
        status: 'publish',
      }),
    });
    expect(made.status).toBe(201);
    id = ((await made.json()) as { id: number }).id;
    expect(done('exec', name, 'id', '-u')).toBe('1000');
    expect(docker('exec', name, 'touch', '/almanac/file').status).not.toBe(0);
    await eventually(() => done('inspect', '--format', '{{.State.Health.Status}}', name) === 'healthy');
  });

  it('stops in order at SIGTERM, and keeps its data for the next start', async () => {
    done('stop', '--time', '30', name);
    expect(done('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0');
    done('start', name);
    await ready();
    const found = await fetch(`${events()}/${id}`);
    expect([found.status, await found.json()]).toEqual([200, expect.objectContaining({ title: 'Harbour concert' })]);
  });
});
