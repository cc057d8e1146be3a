import { DomainError } from '@almanac/i18n';

export const noSuchJob = (): DomainError => new DomainError('i18n_job_not_found', 404, 'There is no such job.');

export const supersededJob = (): DomainError =>
  new DomainError('i18n_job_superseded', 409, 'The job has been sent again since.');

export const cancelledJob = (): DomainError => new DomainError('i18n_job_cancelled', 409, 'The job was cancelled.');

export const openJob = (): DomainError =>
  new DomainError('i18n_job_open', 409, 'There is an open job for that target.');

/** The actions on a job. */
export type Attempt = 'assign' | 'save' | 'complete' | 'store' | 'review';

/** @param from the status of the job */
export const badTransition = (from: number, attempted: Attempt): DomainError =>
  new DomainError('i18n_job_bad_transition', 409, 'The job is not at a status that allows this.', {
    data: { from, attempted },
  });

/** @param units the ids of the unfinished units */
export const incompleteJob = (units: readonly string[]): DomainError =>
  new DomainError('i18n_job_incomplete', 422, 'Some units are not translated.', { data: { units } });
