import { readFileSync, writeFileSync } from 'node:fs';

/** Megabytes that a process holds, or has held at most since that was forgotten (`forgetPeak`). */
export const megabytesOf = (pid: number, which: 'now' | 'at most' = 'now'): number => {
  const name = which === 'now' ? 'VmRSS' : 'VmHWM';
  const kilobytes = new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
};

/** Makes the system forget the most that a process has held. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
