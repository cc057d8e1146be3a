import { writeXliff } from '@almanac/xliff';
import type { Revision } from '../jobs/jobState.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';

/** A job that an outside service may have, and whose number there is not known yet. */
export interface SentOrder {
  /** The key for which the service creates one job. */
  readonly key: string;
  readonly source_language: string;
  readonly target_language: string;
  /** The key of the batch at the agency; absent for jobs at the engine. */
  readonly batch?: string;
}

interface SentJob {
  readonly revision: Revision;
}

/** The kind of entries with orders, by job id. */
const ORDER_KIND = 'sent-order';
/** Retries of an order end after some hours; what is left after a month was answered, or never sent. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Stores orders. Call it before the last look at the jobs and before they are sent: a cancellation finds either the
 * order or the number, even if the process ends in between.
 */
export const keepOrders = async (
  { entries, now }: Translation,
  jobs: readonly SentJob[],
  orderOf: (revision: Revision) => SentOrder,
): Promise<void> => {
  const expiresAt = now().getTime() + KEPT_MS;
  await entries.putAll(
    ORDER_KIND,
    jobs.map(({ revision }) => ({ id: String(revision.job_id), body: orderOf(revision), expiresAt })),
  );
};

/** Deletes the orders of jobs that are linked to their number, refused, or cancelled. */
export const dropOrders = ({ entries }: Translation, jobs: readonly SentJob[]): Promise<void> =>
  entries.deleteAll(
    ORDER_KIND,
    jobs.map(({ revision }) => String(revision.job_id)),
  );

/** Cancels a job without a number at the service that may have it. */
export const cancelOrder = async (translation: Translation, jobId: number): Promise<void> => {
  const order = (await translation.entries.get<SentOrder>(ORDER_KIND, String(jobId)))?.body;
  if (order === undefined) return;
  const { editor, agency } = await requireRemote(translation);
  const { batch, ...sent } = order;
  // The service answers the number that it has for the key. If it has none, it creates a job without texts.
  const job = { ...sent, title: '', content: Buffer.from(emptyFile(sent)).toString('base64') };
  const { jobs } =
    batch === undefined
      ? await editor.make([{ ...job, automatic: false, deadline: null, callback: null }])
      : await agency.make({ key: batch, name: '', deadline: null, jobs: [job] });
  await (batch === undefined ? editor : agency).cancel(jobs.map(({ id }) => id));
  await translation.entries.delete(ORDER_KIND, String(jobId));
};

const emptyFile = ({ source_language, target_language }: SentOrder): string =>
  writeXliff('1.2', {
    original: '',
    sourceLanguage: source_language,
    targetLanguage: target_language,
    reference: '',
    units: [{ id: 'title', source: '-', target: '', state: 'initial', notes: [] }],
  });
