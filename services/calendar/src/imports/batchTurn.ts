import { setTimeout as sleep } from 'node:timers/promises';
import type { RestRequest } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { calendarErrors } from '../errors.ts';

const IMPORT_TURN_KIND = 'import-turn';
/** Milliseconds of the lease; the working process renews it, so it expires after a process was killed. */
const TURN_MS = 5_000;
/** Milliseconds that a repeated request waits for the running one, and between two checks. */
const WAIT_MS = 25_000;
const LOOK_MS = 100;
/** Seconds, the same as between two batches. */
const RETRY_S = 10;

/**
 * Works on a batch under a lease, so that no other request on any replica works on the same import. The lease only
 * saves work: correctness does not depend on it.
 * @param id of the import
 * @throws DomainError 503 `import-batch-running`; the abort reason of the request if its client has left
 */
export const inTurn = async <Result>(
  { entries, now }: Pick<Calendar, 'entries' | 'now'>,
  { abandoned, goesOn }: Pick<RestRequest<unknown>, 'abandoned' | 'goesOn'>,
  { id, work }: { readonly id: string; readonly work: () => Promise<Result> },
): Promise<Result> => {
  const late = now().getTime() + WAIT_MS;
  const turn = () => ({ expiresAt: now().getTime() + TURN_MS });
  const isTaken = async (): Promise<boolean> =>
    (await entries.get(IMPORT_TURN_KIND, id)) !== undefined ||
    !(await entries.insert(IMPORT_TURN_KIND, id, {}, turn()));
  while (await isTaken()) {
    if (now().getTime() >= late) throw calendarErrors.batchRunning({ data: { retry_after: RETRY_S } });
    abandoned().throwIfAborted();
    goesOn();
    await sleep(LOOK_MS);
  }
  let renewed: Promise<unknown> = Promise.resolve();
  const renewing = setInterval(() => {
    // an unavailable store fails the work itself
    renewed = renewed.then(() => entries.put(IMPORT_TURN_KIND, id, {}, turn())).catch(() => undefined);
  }, TURN_MS / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await renewed;
    await entries.delete(IMPORT_TURN_KIND, id);
  }
};
