import { DomainError } from '@almanac/domain';
import { createLease, systemTime, whileLeased } from '@almanac/messaging';
import type { CommandContext } from '@almanac/write-side';
import { isRemoteFault } from '../remote/remoteFaults.ts';
import type { Translation } from '../translation.ts';
import { deliverFromEngine } from './deliverFromEngine.ts';
import type { OpenJob } from './engineJobs.ts';
import { underLock } from './jobLocks.ts';
import { isReadyThere, noteSaid, openAtEngine } from './observe.ts';
import { notTaken, retryDue } from './retryRoute.ts';

/** The lease under which the engine is tended. */
export const ENGINE_WORK = 'translation.engine';
const LEASE_MS = 6_000;
const BEAT_MS = 2_000;
const LOOKS_EVERY_MS = 15_000;
/** After the creation of a job, and again after that. */
const SYNC_AFTER_MS = 600_000;
const MOST_AT_ONCE = 500;

const system: CommandContext = {
  principal: 'system',
  language: 'en',
  correlation: ENGINE_WORK,
  causation: ENGINE_WORK,
};

/** When jobs were last asked about, by their numbers; a new holder of the lease begins anew. */
export type Asked = Map<number, number>;

/**
 * Asks the engine about jobs that are there for ten minutes or longer, every ten minutes, takes over what is done, and tries
 * again what it did not take. Under the lock of clients' loops, which so go first.
 */
export const tendEngine = async (translation: Translation, asked: Asked): Promise<void> => {
  if (translation.remote === undefined) return;
  await retryDue(translation, await notTaken(translation), system);
  const now = translation.now().getTime();
  const open = await openAtEngine(translation, 10_000);
  const due = open.filter((job) => now - lastAsked(job, asked) >= SYNC_AFTER_MS).slice(0, MOST_AT_ONCE);
  if (due.length > 0) await underLock(translation, 'sync', { work: () => askAbout(translation, due, asked) });
};

const numberOf = ({ revision }: OpenJob): number => revision.editor_job_id ?? 0;

const lastAsked = (job: OpenJob, asked: Asked): number => asked.get(numberOf(job)) ?? Date.parse(job.revision.sent);

const askAbout = async (translation: Translation, due: readonly OpenJob[], asked: Asked): Promise<void> => {
  const said = new Map((await translation.remote?.editor.jobs(due.map(numberOf)))?.map((job) => [job.id, job]));
  for (const job of due) {
    asked.set(numberOf(job), translation.now().getTime());
    const news = said.get(numberOf(job));
    if (news === undefined) continue;
    await noteSaid(translation, job, news, system);
    if (isReadyThere(news)) await takeOver(translation, job);
  }
};

/** What cannot be taken over is shown to who asks for it; the others go on. */
const takeOver = async (translation: Translation, job: OpenJob): Promise<void> => {
  try {
    await deliverFromEngine(translation, job, system);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    translation.log.warn({ job: job.id, code: error.code }, 'a translation was not taken over');
  }
};

/** Tends the engine in one of the processes (docs/architecture.md §2, Due work). Ends with the signal. */
export const runEngineWork = (translation: Translation, signal: AbortSignal): Promise<void> => {
  const { entries, log, newId } = translation;
  const lease = createLease(entries, ENGINE_WORK, newId(), { now: systemTime.now, duration: LEASE_MS });
  const options = { name: ENGINE_WORK, lease, time: systemTime, beat: BEAT_MS, log, signal };
  return whileLeased(options, async (_term, working) => {
    const asked: Asked = new Map();
    while (!working.aborted) {
      await tendEngine(translation, asked).catch((error) => {
        if (!isRemoteFault(error)) throw error;
        log.warn({ code: error.code }, 'the engine could not be asked');
      });
      await systemTime.sleep(LOOKS_EVERY_MS, working);
    }
  });
};
