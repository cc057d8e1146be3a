import type { Effect, EffectHandler, EffectsDefinition, WantedEffect } from '@almanac/effects';
import type { Commit } from '@almanac/event-store';
import { idOfStream } from '@almanac/write-side';
import type { BatchEvent } from '../jobs/batch.ts';
import { type Batch, batches } from '../jobs/batch.ts';
import { jobs } from '../jobs/job.ts';
import type { JobEvent } from '../jobs/jobEvents.ts';
import type { Job } from '../jobs/jobState.ts';
import { isRemoteFault } from '../remote/remoteFaults.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { makeAtAgency } from './agencyJobs.ts';
import { canBeMade, makeAtEngine, type OpenJob } from './engineJobs.ts';
import { remoteNumbersOf } from './remoteNumbers.ts';

type Stored = (JobEvent | BatchEvent) & Pick<Commit['events'][number], 'stream'>;

/** What a commit wants of services outside: that a batch is made there, that a job is cancelled there. */
export const wants = ({ events }: Commit): WantedEffect[] => (events as unknown as readonly Stored[]).flatMap(wishOf);

const wishOf = (event: Stored): WantedEffect[] => {
  const id = Number(idOfStream(event.stream));
  if (event.type === 'BatchSent' && event.data.channel !== 'local') {
    const type = event.data.channel === 'ate' ? 'make-at-engine' : 'make-at-agency';
    return [{ type, receiver: 'engine', key: `batch-${id}`, data: { batch: id } }];
  }
  if (event.type !== 'JobCancelled' || event.data.because === 'agency') return [];
  const data = { job: id, jobId: event.data.job_id };
  return [{ type: 'cancel-there', receiver: 'engine', key: `job-${id}`, data }];
};

/** What is done at services outside, once the commit that wants it is there (docs/adr/0043). */
export const outsideEffects = (translation: Translation): EffectsDefinition => ({
  name: 'translation.effects',
  wants,
  handlers: {
    'make-at-engine': { handle: (effect) => makeBatch(translation, effect), timeout: 120_000 },
    'make-at-agency': { handle: (effect) => makeBatchAtAgency(translation, effect), timeout: 120_000 },
    'cancel-there': cancelThere(translation),
  },
});

const contextOf = ({ principal, language, correlation, id }: Effect) =>
  ({ principal, language, correlation, causation: id }) as Parameters<typeof makeAtEngine>[2];

const jobsOfBatch = async (
  { documents }: Translation,
  { data }: Effect,
): Promise<{ batch: Batch; made: OpenJob[] }> => {
  const batch = (await documents.get<Batch>(batches, (data as { readonly batch: number }).batch))?.body;
  if (!batch) throw new Error('the batch is not there yet');
  const made = await documents.getMany<Job>(jobs, batch.jobs);
  return { batch, made: made.filter((job): job is OpenJob => job.revision?.batch.id === batch.id) };
};

/** What the engine does not take is noted with the jobs, which are tried again by themselves. */
const makeBatch = async (translation: Translation, effect: Effect): Promise<void> => {
  if (translation.remote === undefined) return;
  const { made } = await jobsOfBatch(translation, effect);
  await makeAtEngine(translation, made.filter(canBeMade), contextOf(effect)).catch((error) => {
    if (!isRemoteFault(error)) throw error;
  });
};

const makeBatchAtAgency = async (translation: Translation, effect: Effect): Promise<void> => {
  const { batch, made } = await jobsOfBatch(translation, effect);
  await makeAtAgency(translation, { batch, made, context: contextOf(effect) });
};

/** What was cancelled here goes on there until it hears of it; a service that is gone need not. */
const cancelThere = (translation: Translation): EffectHandler => ({
  atLast: 'give-up',
  handle: async ({ data }) => {
    if (translation.remote === undefined) return;
    const { job, jobId } = data as { readonly job: number; readonly jobId: number };
    const { editor, tp } = await remoteNumbersOf(translation, job, jobId);
    if (editor !== null) await requireRemote(translation).editor.cancel([editor]);
    if (tp !== null) await requireRemote(translation).agency.cancel([tp]);
  },
});
