import { readFileSync, writeFileSync } from 'node:fs';

/** Returns the megabytes that a process holds now, or its peak since the last `forgetPeak`. */
export const megabytesOf = (pid: number, which: 'now' | 'at most' = 'now'): number => {
  const name = which === 'now' ? 'VmRSS' : 'VmHWM';
  const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
};

/** Resets the peak memory of a process. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
