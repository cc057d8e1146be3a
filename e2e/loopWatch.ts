import { createServer } from 'node:http';

/** Milliseconds between two looks; what is held for less is not seen. */
const EVERY = 2;

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

/**
 * Loaded into a site before its own code (`--import`): tells at `LOOP_WATCH_PORT` how long its loop has worked since it
 * was asked last, and for how long at once. Counted is the processor time of the loop's thread, so that other processes
 * of the machine do not count.
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

setInterval(look, EVERY).unref();

createServer((_request, response) => {
  look();
  response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ longest, total }));
  [longest, total] = [0, 0];
})
  .listen(Number(process.env.LOOP_WATCH_PORT), '127.0.0.1')
  .unref();
