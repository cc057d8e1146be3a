import { SIGNING_TIMES, type Signer } from '@almanac/event-sourcing';
import { isLogFault, systemTime } from '@almanac/messaging';
import type { Log } from '@almanac/service';

/** Signs a service's log in the background (docs/adr/0031). A failure stops only the signing. */
export const startSigning = (signer: Signer, log: Log): { stop(): Promise<void> } => {
  const ending = new AbortController();
  let over = false;

  const sign = async (signal: AbortSignal): Promise<void> => {
    try {
      await signer.catchUp(signal);
    } catch (err) {
      over = isLogFault(err);
      if (over) log.error({ err }, 'stopped: the log differs from the checkpoint');
      else log.warn({ err }, 'the log could not be signed; retrying');
    }
  };

  const running = (async () => {
    for (; !over && !ending.signal.aborted; await systemTime.sleep(SIGNING_TIMES.rest, ending.signal))
      await sign(ending.signal);
  })();

  return {
    stop: async () => {
      ending.abort();
      await running;
      if (!over) await sign(AbortSignal.timeout(SIGNING_TIMES.last));
    },
  };
};
