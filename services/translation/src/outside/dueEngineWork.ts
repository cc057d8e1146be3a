import { systemContext } from '@almanac/content-model';
import { defaultLanguage, isDomainError } from '@almanac/i18n';
import { repeatWhileLeased } from '@almanac/messaging';
import { isClonedSite, isRemoteFault } from '../errors.ts';
import { withLock } from '../locks.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { deliverFromEngine } from './deliverFromEngine.ts';
import type { OpenJob } from './engineJobs.ts';
import { syncLock } from './jobLocks.ts';
import { isReadyAtEngine, recordEngineState } from './observe.ts';
import { nextOfAll } from './openOutside.ts';
import { jobsToRetry, retryDue } from './retryRoute.ts';

/** The name of the lease under which the engine is polled. */
export const ENGINE_WORK = 'translation.engine';
const LOOKS_EVERY_MS = 15_000;
/** Milliseconds from the creation of a job to its first check, and between checks. */
const SYNC_AFTER_MS = 600_000;
const MAX_JOBS_PER_ROUND = 500;

const engineContext = () => systemContext(defaultLanguage(), ENGINE_WORK);

/** The time at which this process last asked about each job, by its number at the engine. */
export type PollTimes = Map<number, number>;

/**
 * Queries the engine every ten minutes about jobs that are at least ten minutes old. Applies finished translations,
 * and retries jobs that the engine did not accept. Uses the lock of the clients' loops, so these loops have priority.
 */
export const pollEngine = async (translation: Translation, asked: PollTimes): Promise<void> => {
  if (translation.remote === undefined) return;
  await retryDue(translation, await jobsToRetry(translation), engineContext());
  const now = translation.now().getTime();
  forgetOld(asked, now);
  const open = await nextOfAll(translation, 'engine', { name: 'tended', which: [], most: MAX_JOBS_PER_ROUND });
  const due = open.filter((job) => now - lastAsked(job, asked) >= SYNC_AFTER_MS);
  if (due.length > 0) await withLock(translation, syncLock, { work: () => askAbout(translation, due, asked) });
};

/** Deletes checks older than the interval: jobs that are still open are due again. */
const forgetOld = (asked: PollTimes, now: number): void => {
  for (const [number, at] of asked) if (now - at >= SYNC_AFTER_MS) asked.delete(number);
};

const numberOf = ({ revision }: OpenJob): number => revision.editor_job_id ?? 0;

const lastAsked = (job: OpenJob, asked: PollTimes): number => asked.get(numberOf(job)) ?? Date.parse(job.revision.sent);

const askAbout = async (translation: Translation, due: readonly OpenJob[], asked: PollTimes): Promise<void> => {
  const { editor } = await requireRemote(translation);
  const said = new Map((await editor.jobs(due.map(numberOf))).map((job) => [job.id, job]));
  for (const job of due) {
    asked.set(numberOf(job), translation.now().getTime());
    const news = said.get(numberOf(job));
    if (news === undefined) continue;
    await recordEngineState(translation, job, news, engineContext());
    if (isReadyAtEngine(news)) await takeOver(translation, job);
  }
};

/**
 * Applies a translation. A failure is logged and does not stop the others; a caller who requests this job gets the
 * error.
 */
const takeOver = async (translation: Translation, job: OpenJob): Promise<void> => {
  try {
    await deliverFromEngine(translation, job, engineContext());
  } catch (error) {
    if (!isDomainError(error)) throw error;
    translation.log.warn({ job: job.id, code: error.code }, 'a translation could not be imported from the engine');
  }
};

/** Polls the engine in one of the processes (docs/architecture.md §2, Due work). Ends when the signal aborts. */
export const runEngineWork = (translation: Translation, signal: AbortSignal): Promise<void> => {
  const asked: PollTimes = new Map();
  const turns = { name: ENGINE_WORK, holder: translation.newId(), rest: LOOKS_EVERY_MS, signal };
  return repeatWhileLeased(translation, turns, () =>
    pollEngine(translation, asked).catch((error) => {
      if (!isRemoteFault(error) && !isClonedSite(error)) throw error;
      translation.log.warn({ code: error.code }, 'the engine does not answer');
    }),
  );
};
