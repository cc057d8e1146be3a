import { parentPort } from 'node:worker_threads';
import { longTextTasks } from './longTextTasks.ts';

/** The thread for long texts: it runs one task at a time. An error ends it, and reaches the caller as its error. */
parentPort?.on('message', ({ name, text, args }) => {
  const task = longTextTasks.get(name);
  if (task === undefined) throw new Error(`The thread for long texts has no function named ${name}.`);
  parentPort?.postMessage(task.run(text, ...args));
});
