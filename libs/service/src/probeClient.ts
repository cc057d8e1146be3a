import type { ServerResponse } from 'node:http';
import { signOfLife } from '@almanac/rest';

/** Milliseconds until the first interim answer, and between two of them at most; each wait is twice the last one. */
const [FIRST_PROBE_MS, MAX_PROBE_MS] = [10, 500];

/** Calls a function after some milliseconds. @returns a function that cancels the call */
type Schedule = (call: () => void, delay: number) => () => void;

const scheduleTimer: Schedule = (call, delay) => {
  const timer = setTimeout(call, delay);
  return () => clearTimeout(timer);
};

/**
 * Sends interim answers to a client that has ended its side of the connection, until its answer has begun. A client that
 * has left ends its side in the same way: its system refuses the first interim answer, and the next one breaks the
 * connection. So the first two follow at once.
 */
export const probeClient = (response: ServerResponse, schedule: Schedule = scheduleTimer): void => {
  const probe = signOfLife(response, 0);
  let delay = FIRST_PROBE_MS;
  let cancel: () => void = () => undefined;
  const wait = (): void => {
    cancel = schedule(() => {
      if (response.headersSent) return;
      probe();
      delay = Math.min(2 * delay, MAX_PROBE_MS);
      wait();
    }, delay);
  };
  response.once('close', () => cancel());
  wait();
};
