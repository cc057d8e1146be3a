import { type FinishedTranslation, jobFinished, translationAccepted } from '@almanac/contracts';
import type { Delivery } from '@almanac/messaging';
import type { FetchInternal } from '@almanac/service';
import { finishedJobs, type Owner } from './finishedJobs.ts';

/** A job as a spec finishes it, with its texts by unit. */
export interface SpecJob extends Partial<Omit<FinishedTranslation, 'source'>> {
  readonly source: FinishedTranslation['source'];
  readonly units: Readonly<Record<string, string>>;
  readonly hold?: boolean;
  readonly unfiltered?: boolean;
}

const finishedOf = ({ job = 1, jobId = 2, hash = 'h', language = 'fr-ca', source }: SpecJob): FinishedTranslation => ({
  job,
  jobId,
  hash,
  language,
  source,
});

/** Fakes the translation service for an owner: it answers the job that was finished last, and publishes its event. */
export const finishingJobs = (owner: Omit<Owner, 'fetchInternal'>) => {
  let answered: SpecJob | undefined;
  let position = 0;
  const fetchInternal: FetchInternal = async () => {
    const headers = new Headers();
    if (answered === undefined) return { status: 404, headers, body: { code: 'i18n_job_not_found', message: '' } };
    const { units, hold = false, unfiltered = false } = answered;
    const texts = Object.entries(units).map(([id, text]) => ({ id, text }));
    return { status: 200, headers, body: { ...finishedOf(answered), units: texts, hold, unfiltered, by: 3 } };
  };
  const { handle } = finishedJobs({ ...owner, fetchInternal });
  return {
    /** Publishes that the version of a job was accepted in review. */
    accept: async (job: SpecJob, id: number, at = ++position): Promise<void> => {
      const data = { ...finishedOf(job), id };
      await handle({ ...delivered, type: translationAccepted.type, key: `job-${data.job}`, position: at, data });
    },
    /** Lets the service answer another job, or none, for events published before. */
    answer: (job: SpecJob | undefined): void => {
      answered = job;
    },
    /** Publishes that a job is finished; the same position again is a repeat. */
    finish: async (
      job: SpecJob,
      { at = ++position, told = job }: { at?: number; told?: SpecJob } = {},
    ): Promise<void> => {
      answered = job;
      const data = finishedOf(told);
      await handle({ ...delivered, type: jobFinished.type, key: `job-${data.job}`, position: at, data });
    },
  };
};

const delivered: Omit<Delivery, 'type' | 'key' | 'position' | 'data'> = {
  source: 'translation',
  epoch: 1,
  n: 0,
  at: '2031-01-01T00:00:00.000Z',
  principal: 'user:3',
  language: 'en',
  correlation: 'spec',
};
