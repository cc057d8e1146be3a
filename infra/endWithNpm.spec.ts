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

describe('a site that npm started', () => {
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
