import type { CommandContext } from '@almanac/event-sourcing';
import { DomainError } from '@almanac/i18n';
import { repeatWhileLeased } from '@almanac/messaging';
import { isClonedSite } from '../account/siteGuard.ts';
import { underLock } from '../locks.ts';
import { isRemoteFault } from '../remote/remoteFaults.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { deliverFromEngine } from './deliverFromEngine.ts';
import type { OpenJob } from './engineJobs.ts';
import { syncLock } from './jobLocks.ts';
import { isReadyThere, noteSaid } from './observe.ts';
import { nextOfAll } from './openOutside.ts';
import { retryDue, toBeRetried } from './retryRoute.ts';

/** The lease under which the engine is tended. */
export const ENGINE_WORK = 'translation.engine';
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

/** When jobs were last asked about by this process, by their numbers. */
export type Asked = Map<number, number>;

/**
 * Asks the engine about jobs that are there for ten minutes or longer, every ten minutes, takes over what is done, and tries
 * again what it did not take. Under the lock of clients' loops, which so go first.
 */
export const tendEngine = async (translation: Translation, asked: Asked): Promise<void> => {
  if (translation.remote === undefined) return;
  await retryDue(translation, await toBeRetried(translation), system);
  const now = translation.now().getTime();
  forgetOld(asked, now);
  const open = await nextOfAll(translation, 'engine', { name: 'tended', which: [], most: MOST_AT_ONCE });
  const due = open.filter((job) => now - lastAsked(job, asked) >= SYNC_AFTER_MS);
  if (due.length > 0) await underLock(translation, syncLock, { work: () => askAbout(translation, due, asked) });
};

/** Those that are still open were sent longer ago than this too: they are due again. */
const forgetOld = (asked: Asked, now: number): void => {
  for (const [number, at] of asked) if (now - at >= SYNC_AFTER_MS) asked.delete(number);
};

const numberOf = ({ revision }: OpenJob): number => revision.editor_job_id ?? 0;

const lastAsked = (job: OpenJob, asked: Asked): number => asked.get(numberOf(job)) ?? Date.parse(job.revision.sent);

const askAbout = async (translation: Translation, due: readonly OpenJob[], asked: Asked): Promise<void> => {
  const { editor } = await requireRemote(translation);
  const said = new Map((await editor.jobs(due.map(numberOf))).map((job) => [job.id, job]));
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
  const asked: Asked = new Map();
  const turns = { name: ENGINE_WORK, holder: translation.newId(), rest: LOOKS_EVERY_MS, signal };
  return repeatWhileLeased(translation, turns, () =>
    tendEngine(translation, asked).catch((error) => {
      if (!isRemoteFault(error) && !isClonedSite(error)) throw error;
      translation.log.warn({ code: error.code }, 'the engine could not be asked');
    }),
  );
};
