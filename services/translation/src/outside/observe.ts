import { type Job as EngineJob, jobStates } from '@almanac/engine-protocol';
import type { CommandContext } from '@almanac/write-side';
import { jobs } from '../jobs/job.ts';
import type { Job } from '../jobs/jobState.ts';
import { status } from '../jobs/statuses.ts';
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

/** The jobs that are at the engine and not done here, from the oldest on. */
export const openAtEngine = async ({ documents }: Pick<Translation, 'documents'>, most: number): Promise<OpenJob[]> => {
  const found = await documents.find<Job>(jobs, {
    filter: {
      all: [
        { field: 'listed', equals: true },
        { field: 'revision.channel', equals: 'ate' },
        { field: 'revision.status', in: [status.waiting, status.inProgress] },
      ],
    },
    order: [{ field: 'id', direction: 'asc' }],
    limit: most,
  });
  return found.filter((job): job is OpenJob => job.revision !== null && job.revision.editor_job_id !== null);
};
