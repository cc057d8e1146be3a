import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const module = new URL('endWithNpm.ts', import.meta.url).href;

/** The code of a site that prints a line when it serves and another when it stops. */
const site = `
  import { endWithNpm } from '${module}';
  endWithNpm();
  const alive = setInterval(() => {}, 1_000);
  process.on('SIGTERM', () => { console.log('stopped in order'); clearInterval(alive); });
  console.log('serves');
`;

/** Starts a site below a shell, as npm does; the shell does not replace itself with the site. */
const startBelowShell = (environment: NodeJS.ProcessEnv) => {
  const command = `"${process.execPath}" --input-type=module -e "$SITE"; exit 0`;
  return spawn('sh', ['-c', command], { env: { ...environment, SITE: site }, stdio: ['ignore', 'pipe', 'inherit'] });
};

/** The code of npm for the test: starts a shell with a site, and prints the id of the shell. */
const npm = `
  const { spawn } = require('node:child_process');
  const shell = spawn('sh', ['-c', process.env.COMMAND], { stdio: ['ignore', 'inherit', 'inherit'] });
  console.log(String(shell.pid));
`;

describe('a site that npm started', () => {
  it('stops in order when npm is killed, whose shell goes on', async () => {
    const COMMAND = `"${process.execPath}" --input-type=module -e "$SITE"; exit 0`;
    const environment = { ...process.env, npm_lifecycle_event: 'start', SITE: site, COMMAND };
    const killed = spawn(process.execPath, ['-e', npm], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
    const lines = createInterface({ input: killed.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toMatch(/^\d+$/);
    expect((await lines.next()).value).toBe('serves');
    killed.kill('SIGKILL');
    expect((await lines.next()).value).toBe('stopped in order');
    expect((await lines.next()).done).toBe(true);
  });

  it('stops in order when npm’s shell is ended', async () => {
    const { npm_lifecycle_event: _, ...environment } = process.env;
    const shell = startBelowShell({ ...environment, npm_lifecycle_event: 'start' });
    const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe('serves');
    shell.kill('SIGTERM');
    await once(shell, 'exit');
    expect((await lines.next()).value).toBe('stopped in order');
    expect((await lines.next()).done).toBe(true);
  });
});
