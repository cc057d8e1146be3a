import type { Filter } from '@almanac/documents';
import { type Job as EngineJob, jobStates } from '@almanac/engine/protocol';
import type { CommandContext } from '@almanac/event-sourcing';
import type { Translation } from '../translation.ts';
import type { OpenJob } from './engineJobs.ts';
import { recordAnswer } from './recordAnswer.ts';

/** The engine's statuses of finished jobs that the site has not fetched. */
const READY: ReadonlySet<number> = new Set([
  jobStates.translated,
  jobStates.delivering,
  jobStates.delivered,
  jobStates.edited,
]);

/** Matches jobs whose translation is ready according to the site's data. */
export const readyJobs: Filter = { field: 'revision.remote.status', in: [...READY].map(String) };

/** True if the engine has a translation to fetch. */
export const isReadyAtEngine = ({ status: at }: Pick<EngineJob, 'status'>): boolean => READY.has(at);

/** Returns the reason why a job is blocked; null if it is not. */
export const errorOf = ({ status: at, is_unsolvable }: EngineJob): string | null => {
  if (at === jobStates.lacksCredit) return 'CreditExhausted';
  return is_unsolvable ? 'SyncError' : null;
};

/** Records the engine's state of a job if it has changed. */
export const recordEngineState = async (
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
  await recordAnswer(translation, job, command, context);
};
