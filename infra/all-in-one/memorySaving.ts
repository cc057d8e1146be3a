import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

const SAVING = '--memory-saver-mode';

/**
 * V8's option against the mode. Code that was compiled under one set of options is not valid under another one, so a
 * process that switches the mode begins with this option, and ends with it.
 */
const NOT_SAVING = '--no-memory-saver-mode';

/** Milliseconds between two looks at the process. */
const LOOK_MS = 500;

/** Maximum share of the time in which the event loop of a quiet process works. */
const QUIET_SHARE = 0.2;

/**
 * Lets V8 collect garbage early while the process is quiet, or holds many resident megabytes (docs/adr/0094). By itself,
 * V8 never collects the garbage of a process after its work has ended.
 * @returns a function that ends it; call it before the process ends
 */
export const saveMemory = ({ fromMegabytes }: { readonly fromMegabytes: number }): (() => void) => {
  if (!process.execArgv.includes(NOT_SAVING)) return () => undefined;
  let isSaving = false;
  let last = performance.eventLoopUtilization();
  const save = (wanted: boolean): void => {
    if (wanted === isSaving) return;
    setFlagsFromString(wanted ? SAVING : NOT_SAVING);
    isSaving = wanted;
  };
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    save(utilization <= QUIET_SHARE || process.memoryUsage.rss() >= fromMegabytes * 1_024 ** 2);
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return () => {
    clearInterval(timer);
    save(false);
  };
};
