import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const runner = new URL('../../jest.runner.mjs', import.meta.url).href;

/** Starts a worker; resolves when it is ready. */
const start = async (more: string): Promise<ChildProcess> => {
  const script = `await import(${JSON.stringify(runner)});\n${more}\nprocess.send('ready');`;
  const worker = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(worker, 'message');
  return worker;
};

describe('a worker of the tests', () => {
  it('ends at once when its jest has ended', async () => {
    // it would end in order if it outlived its jest
    const worker = await start("process.once('disconnect', () => process.exit(0));");
    const ended = once(worker, 'exit');
    worker.disconnect();
    expect(await ended).toEqual([1, null]);
  });

  it('ends in order when its jest tells it to', async () => {
    // as jest's worker: it takes no more messages
    const worker = await start("process.on('message', function take() { process.off('message', take); });");
    const ended = once(worker, 'exit');
    worker.send('end');
    expect(await ended).toEqual([0, null]);
  });
});
