import type { JobEvent } from '../jobs/jobEvents.ts';
import type { Translation } from '../translation.ts';

export interface RemoteNumbers {
  readonly editor: number | null;
  readonly tp: number | null;
  /** The time at which the revision was sent. */
  readonly sent: string;
}

/**
 * Returns the numbers of a revision at outside services from the log. After a cancellation, the state has those of the
 * revision before.
 */
export const remoteNumbersOf = async (
  { store }: Pick<Translation, 'store'>,
  job: number,
  jobId: number,
): Promise<RemoteNumbers> => {
  let numbers: RemoteNumbers = { editor: null, tp: null, sent: '' };
  let current = 0;
  for await (const { type, data, meta } of store.readStream<JobEvent>(`job-${job}`)) {
    if (type === 'JobSent') current = data.job_id;
    if (current !== jobId) continue;
    if (type === 'JobSent') numbers = { ...numbers, sent: meta.at };
    if (type === 'RemoteLinked') numbers = { ...numbers, editor: data.editor_job_id };
    if (type === 'AgencyAccepted') numbers = { ...numbers, tp: data.tp_id };
  }
  return numbers;
};
