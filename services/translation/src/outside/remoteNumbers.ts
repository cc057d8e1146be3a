import type { JobEvent } from '../jobs/jobEvents.ts';
import type { Translation } from '../translation.ts';

export interface RemoteNumbers {
  readonly editor: number | null;
  readonly tp: number | null;
}

/**
 * Under which numbers services outside have a revision. It is read from the log: of what was cancelled the state keeps
 * what was before.
 */
export const remoteNumbersOf = async (
  { store }: Pick<Translation, 'store'>,
  job: number,
  jobId: number,
): Promise<RemoteNumbers> => {
  let numbers: RemoteNumbers = { editor: null, tp: null };
  let sent = 0;
  for (const { type, data } of (await store.readStream(`job-${job}`)) as unknown as readonly JobEvent[]) {
    if (type === 'JobSent') sent = data.job_id;
    if (sent !== jobId) continue;
    if (type === 'RemoteLinked') numbers = { ...numbers, editor: data.editor_job_id };
    if (type === 'AgencyAccepted') numbers = { ...numbers, tp: data.tp_id };
  }
  return numbers;
};
