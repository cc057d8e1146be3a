import type { CommandContext } from '@almanac/event-sourcing';
import type { RestRequest } from '@almanac/rest';
import { translationErrors } from '../errors.ts';
import type { Translation } from '../translation.ts';
import { type Rights, rightsOf, translatesPair } from '../translators/rights.ts';
import { jobDecider, jobs, revisionAt } from './job.ts';
import type { Job, Revision } from './jobState.ts';
import { jobUnits, type Units, unitsDecider } from './units.ts';

type AccessFacts = Pick<Revision, 'translator' | 'source' | 'target'>;

/** True if the person may see the job: managers see all, others their own and the unassigned ones of their pairs. */
export const seesJob = (rights: Rights, { translator, source, target }: AccessFacts): boolean => {
  if (rights.manages) return true;
  if (!rights.translates) return false;
  return translator === 0 ? translatesPair(rights, source, target) : translator === rights.user;
};

/** A revision of a job with its stored texts. */
export interface FoundJob {
  readonly job: Job;
  readonly revision: Revision;
  readonly units: Units;
}

/**
 * Finds a job by the job id of its current revision.
 * @throws DomainError 404 if there is none, 409 if it was cancelled or sent again since
 */
export const findJob = async ({ documents }: Pick<Translation, 'documents'>, jobId: number): Promise<FoundJob> => {
  const units = (await documents.get<Units>(jobUnits, jobId))?.body;
  const job = units && (await documents.get<Job>(jobs, units.job))?.body;
  if (!job) throw translationErrors.unknownJob();
  return { job, units, revision: revisionAt(job, jobId) };
};

/**
 * Finds a job in the log, for callers that react to a commit: documents may be behind.
 * @throws DomainError as `findJob` does
 */
export const currentJob = async (
  { commands }: Pick<Translation, 'commands'>,
  context: CommandContext,
  jobId: number,
): Promise<FoundJob> => {
  const { result } = await commands.run(context, async (unit) => {
    const units = await unit.load(unitsDecider, jobId);
    if (units.version === 0) throw translationErrors.unknownJob();
    const job = await unit.load(jobDecider, units.job);
    return { job, units, revision: revisionAt(job, jobId) };
  });
  return result;
};

type Asking = Pick<RestRequest<{ readonly jobId: number }>, 'principal' | 'remember' | 'args'>;

/**
 * True if the caller may use the job of the path; for permissions.
 * @throws DomainError 404, 409 for translators
 */
export const mayUseJob = async (translation: Translation, request: Asking): Promise<boolean> => {
  const rights = await rightsOf(translation, request);
  if (!rights.translates) return false;
  return seesJob(rights, (await askedJob(translation, request)).revision);
};

/** Returns the job of the path; reads it once per request. */
export const askedJob = (translation: Translation, { args, remember }: Asking): Promise<FoundJob> =>
  remember(`job/${args.jobId}`, () => findJob(translation, args.jobId));
