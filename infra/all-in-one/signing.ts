import { hasCode } from '@almanac/event-store';
import { systemTime } from '@almanac/messaging';
import type { Log } from '@almanac/service';
import type { Signer } from '@almanac/write-side';

/** Between two looks at the log's end, ms: how long a commit stands unsigned. */
const REST = 1_000;
/** What is not signed within these ms after the end of the work is left to the next start. */
const LAST = 2_000;

/** Signs a service's log in the background (docs/adr/0031). Its failure stops nothing else. */
export const startSigning = (signer: Signer, log: Log): { stop(): Promise<void> } => {
  const ending = new AbortController();
  let over = false;

  const sign = async (signal: AbortSignal): Promise<void> => {
    try {
      await signer.catchUp(signal);
    } catch (err) {
      over = hasCode(err, 'log-contradicted') || hasCode(err, 'log-gap');
      if (over) log.error({ err }, 'stopped: the log is not what it was');
      else log.warn({ err }, 'the log could not be signed; will be tried again');
    }
  };

  const running = (async () => {
    for (; !over && !ending.signal.aborted; await systemTime.sleep(REST, ending.signal)) await sign(ending.signal);
  })();

  return {
    stop: async () => {
      ending.abort();
      await running;
      if (!over) await sign(AbortSignal.timeout(LAST));
    },
  };
};
