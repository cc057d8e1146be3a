import { createHmac } from 'node:crypto';
import { type AgencyJob, MAX_JOBS } from '@almanac/engine/protocol';
import type { CommandContext } from '@almanac/event-sourcing';
import { languageRecord } from '@almanac/i18n';
import { writtenJob } from '../job-files/jobFile.ts';
import { type Batch, batchDecider } from '../jobs/batch.ts';
import { currentJob } from '../jobs/jobAccess.ts';
import type { RemoteCommand } from '../jobs/jobCommands.ts';
import type { Revision } from '../jobs/jobState.ts';
import { status } from '../jobs/statuses.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import type { OpenJob } from './engineJobs.ts';
import { recordAnswer } from './recordAnswer.ts';
import { dropOrders, keepOrders, type SentOrder } from './sentOrders.ts';

interface AgencyBatch {
  readonly batch: Batch;
  readonly made: readonly OpenJob[];
  readonly context: CommandContext;
}

const keyOf = ({ secret }: Translation, ...parts: readonly (string | number)[]): string =>
  createHmac('sha256', secret).update(parts.join('\n')).digest('base64url');

/** Creates the pending jobs of a batch at the agency. A repeat creates nothing. */
export const makeAtAgency = async (translation: Translation, { batch, made, context }: AgencyBatch): Promise<void> => {
  const waiting = made.filter(({ revision }) => revision.status === status.pending);
  const { agency } = await requireRemote(translation);
  for (let start = 0; start < waiting.length; start += MAX_JOBS) {
    const portion = waiting.slice(start, start + MAX_JOBS);
    const key = keyOf(translation, 'agency batch', batch.id, portion[0]?.revision.sent ?? '');
    await keepOrders(translation, portion, (revision) => ({ ...orderOf(translation, revision), batch: key }));
    const sent = await Promise.all(portion.map((job) => newJob(translation, job, context)));
    const { id, jobs } = await agency.make({
      key,
      name: batch.name,
      deadline: batch.deadline === '' ? null : batch.deadline,
      jobs: sent,
    });
    const numbers = new Map(jobs.map((job) => [job.key, job.id]));
    await accept(translation, { batch: batch.id, tpId: id, context }, portion, (index) =>
      numbers.get(sent[index]?.key ?? ''),
    );
    await dropOrders(translation, portion);
  }
};

const orderOf = (translation: Translation, { job_id, sent, source, target }: Revision): SentOrder => ({
  key: keyOf(translation, 'agency job', job_id, sent),
  source_language: languageRecord(source).tag,
  target_language: languageRecord(target).tag,
});

const newJob = async (translation: Translation, { revision }: OpenJob, context: CommandContext) => ({
  ...orderOf(translation, revision),
  title: revision.title.slice(0, 1_000),
  content: Buffer.from(await writtenJob(translation, await currentJob(translation, context, revision.job_id))).toString(
    'base64',
  ),
});

const accept = async (
  translation: Translation,
  { batch, tpId, context }: { readonly batch: number; readonly tpId: number; readonly context: CommandContext },
  portion: readonly OpenJob[],
  numberOf: (index: number) => number | undefined,
): Promise<void> => {
  await translation.commands.run(context, (unit) =>
    unit.decide(batchDecider, batch, { type: 'AcceptBatch', tpId }, undefined),
  );
  for (const [index, job] of portion.entries()) {
    const number = numberOf(index);
    if (number === undefined) continue;
    const command = { type: 'AcceptAtAgency', jobId: job.revision.job_id, tpId: number } as const;
    // A job that was cancelled meanwhile had no number for a cancellation at the agency.
    if (!(await recordAnswer(translation, job, command, context)))
      await (await requireRemote(translation)).agency.cancel([number]);
  }
};

/** Records the agency's state of a job. */
export const recordAgencyState = async (
  translation: Translation,
  job: OpenJob,
  { state }: AgencyJob,
  context: CommandContext,
): Promise<void> => {
  const jobId = job.revision.job_id;
  const note = (command: RemoteCommand) => recordAnswer(translation, job, command, context);
  if (state === 'cancelled') {
    await note({ type: 'CancelledThere', jobId });
    return;
  }
  await note({ type: 'ObserveRemote', jobId, state: { status: state, error: null } });
  if (state === 'translation_ready' || state === 'delivered') await note({ type: 'ReadyAtAgency', jobId });
};
