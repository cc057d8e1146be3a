import type { Filter } from '@almanac/documents';
import { type Job as EngineJob, jobStates } from '@almanac/engine/protocol';
import type { CommandContext } from '@almanac/event-sourcing';
import type { Translation } from '../translation.ts';
import type { OpenJob } from './engineJobs.ts';
import { noteHeard } from './noteHeard.ts';

/** What the engine has done, though nobody has fetched it. */
const READY: ReadonlySet<number> = new Set([
  jobStates.translated,
  jobStates.delivering,
  jobStates.delivered,
  jobStates.edited,
]);

/** Of the open jobs those whose translation is known to be there. */
export const knownReady: Filter = { field: 'revision.remote.status', in: [...READY].map(String) };

/** Whether there is something to be fetched. */
export const isReadyThere = ({ status: at }: Pick<EngineJob, 'status'>): boolean => READY.has(at);

/** Why a job does not go on; null where it does. */
export const errorOf = ({ status: at, is_unsolvable }: EngineJob): string | null => {
  if (at === jobStates.lacksCredit) return 'CreditExhausted';
  return is_unsolvable ? 'SyncError' : null;
};

/** Notes what the engine says of a job, where it is news. */
export const noteSaid = async (
  translation: Translation,
  job: OpenJob,
  said: EngineJob,
  context: CommandContext,
): Promise<void> => {
  const jobId = job.revision.job_id;
  const state = { status: String(said.status), error: errorOf(said) };
  const command =
    said.status === jobStates.cancelled
      ? ({ type: 'CancelledThere', jobId } as const)
      : ({ type: 'ObserveRemote', jobId, state } as const);
  await noteHeard(translation, job, command, context);
};
