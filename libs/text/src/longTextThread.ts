import { Worker } from 'node:worker_threads';

/** A call of a function for the thread for long texts. */
export interface LongTextCall {
  /** The name of the function in `longTextWorker.ts`. */
  readonly name: string;
  readonly text: string;
  /** Plain data. */
  readonly args: readonly unknown[];
}

/** Maximum heap of the thread: many times the need of the longest text. */
const MAX_HEAP_MB = 512;

let thread: Worker | undefined;
let reject: (error: Error) => void = () => undefined;

const startThread = (): Worker => {
  const started = new Worker(new URL('./longTextWorker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const end = (error: Error): void => {
    // a thread that failed exits while the next one works
    if (thread !== started) return;
    thread = undefined;
    reject(error);
  };
  started.on('error', end);
  started.on('exit', (code) => end(new Error(`The thread for long texts ended with the code ${code}.`)));
  return started;
};

const call = async (wanted: LongTextCall): Promise<string> => {
  thread ??= startThread();
  const running = thread;
  const { promise, resolve, reject: fail } = Promise.withResolvers<string>();
  reject = fail;
  running.once('message', resolve);
  // an idle thread does not keep the process running
  running.ref();
  try {
    running.postMessage(wanted);
    return await promise;
  } finally {
    running.off('message', resolve);
    running.unref();
  }
};

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a function of a long text in a thread of its own, which the first call starts. Calls run one after another; a
 * text is copied to the thread when its turn comes. An error of the thread rejects the running call, and the next call
 * starts a new thread.
 */
export const runInThread = (wanted: LongTextCall): Promise<string> => {
  const result = last.then(() => call(wanted));
  last = result.catch(() => undefined);
  return result;
};
