import { spawn } from 'node:child_process';
import { once } from 'node:events';

const runner = new URL('../../jest.runner.mjs', import.meta.url).href;

/** A worker that would end in order if it outlived its jest. */
const WORKER = `
await import(${JSON.stringify(runner)});
process.once('disconnect', () => process.exit(0));
process.send('ready');
`;

describe('a worker of the tests', () => {
  it('ends at once when its jest has ended', async () => {
    const worker = spawn(process.execPath, ['--input-type=module', '--eval', WORKER], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    await once(worker, 'message');
    const ended = once(worker, 'exit');
    worker.disconnect();
    expect(await ended).toEqual([1, null]);
  });
});
