import { readdirSync, readFileSync } from 'node:fs';

const TICK_MS = 10;

/** Returns the processor time of a process in milliseconds. */
export const processTimeOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};

const NANOSECONDS_PER_MS = 1_000_000;

/** Returns the processor time of a process's first thread, which runs its event loop, in milliseconds. */
export const loopTimeOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / NANOSECONDS_PER_MS;

/** Returns the processor time of a process's running threads in milliseconds, more precise than `processTimeOf`. */
export const threadsTimeOf = (pid: number): number => {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  return times.reduce((sum, time) => sum + Number(time), 0) / NANOSECONDS_PER_MS;
};
