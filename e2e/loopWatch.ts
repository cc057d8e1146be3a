import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two measurements; shorter blocks are not measured. */
const EVERY = 2;

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

/**
 * Measures the event loop of a site, loaded before its code (`--import`). `LOOP_WATCH_PORT` answers the total and the
 * longest work since the last request, as processor time of the loop's thread, so other processes do not count.
 */
let longest = 0;
let total = 0;
let last = process.threadCpuUsage();

const look = (): void => {
  const since = milliseconds(process.threadCpuUsage(last));
  last = process.threadCpuUsage();
  longest = Math.max(longest, since);
  total += since;
};

const measureLoop = (): void => {
  setInterval(look, EVERY).unref();
  createServer((_request, response) => {
    look();
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
    response.end(JSON.stringify({ longest, total }));
    [longest, total] = [0, 0];
  })
    .listen(Number(process.env.LOOP_WATCH_PORT), '127.0.0.1')
    .unref();
};

// worker threads load this module too
if (isMainThread) measureLoop();
