import { randomUUID } from 'node:crypto';
import { type Job as EngineJob, MAX_IDS } from '@almanac/engine/protocol';
import type { CommandContext } from '@almanac/event-sourcing';
import { integer, invalidParams, type Route, route, text } from '@almanac/rest';
import { isRemoteFault } from '../errors.ts';
import { seesJob } from '../jobs/jobAccess.ts';
import { acquireLock } from '../locks.ts';
import { remoteRefusals } from '../remote/refusals.ts';
import { requireRemote } from '../remote/requireRemote.ts';
import type { Translation } from '../translation.ts';
import { type Rights, rightsOf } from '../translators/rights.ts';
import { syncAnswer } from './answers.ts';
import type { OpenJob } from './engineJobs.ts';
import { syncLock } from './jobLocks.ts';
import { errorOf, isReadyAtEngine, recordEngineState } from './observe.ts';
import { nextOfAll, openJobsByNumber } from './openOutside.ts';

/** The limit of jobs in one loop. The next loop continues after them, and then from the start. */
const MAX_OPEN_JOBS = 10_000;
/** Lifetime of the pages of a loop. Clients request them one by one; each request renews the lock for a minute. */
const PAGES_FOR = 600_000;
const ENGINE_SYNC_KIND = 'engine-sync';

const syncMessages = {
  token: '{name} does not exist, or no longer exists.',
  page: 'There is no such page.',
} as const;

/**
 * Returns the route that asks the engine about all open jobs, page by page (docs/interface/translation-engine.md §3).
 */
export const syncRoute = (translation: Translation): Route =>
  route({
    namespace: 'i18n/tm/v1',
    path: '/ate/jobs/sync',
    methods: ['POST'],
    summary: 'Asks the engine about open jobs.',
    args: {
      lockKey: text({ default: '', description: 'The key of the lock; empty in the first request.' }),
      ateToken: text({ default: '', description: 'The page token from the first answer.' }),
      page: integer({ minimum: 0, description: 'The page; missing in the first request.' }),
      numberOfPages: integer({ minimum: 0, description: 'The number of pages, from the first answer.' }),
    },
    permission: async (request) => (await rightsOf(translation, request)).translates,
    answers: { 200: syncAnswer, ...remoteRefusals },
    handle: async (request) => {
      const { args } = request;
      const asked = await askedPage(translation, args);
      await requireRemote(translation);
      const lockKey = await acquireLock(translation, syncLock, args.lockKey);
      if (lockKey === undefined) return { body: { ...nothing, lockKey: false } };
      const page = asked ?? (await firstPage(translation));
      const rights = await rightsOf(translation, request);
      const said = await synchronise(translation, page, { rights, context: request.context });
      return { body: { lockKey, ...said }, committed: true };
    },
  });

const nothing = { ateToken: '', nextPage: 0, numberOfPages: 0, downloadQueueSize: 0, jobs: [] };

/** One page of open jobs for a request to the engine. */
interface Page {
  readonly ids: readonly number[];
  readonly ateToken: string;
  readonly nextPage: number;
  readonly numberOfPages: number;
}

interface Args {
  readonly ateToken: string;
  readonly page: number | undefined;
  readonly numberOfPages: number | undefined;
}

/**
 * Returns the requested page; undefined at the start of a loop.
 * @throws DomainError 400
 */
const askedPage = async (
  { entries }: Translation,
  { ateToken, page = 0, numberOfPages: said = page }: Args,
): Promise<Page | undefined> => {
  if (page > said) throw invalidParams({ page: syncMessages.page });
  if (page === 0) return undefined;
  const kept = await entries.get<{ readonly ids: readonly number[] }>(ENGINE_SYNC_KIND, ateToken);
  if (kept === undefined) throw invalidParams({ ateToken: syncMessages.token });
  const numberOfPages = Math.ceil(kept.body.ids.length / MAX_IDS);
  if (page > numberOfPages) throw invalidParams({ page: syncMessages.page });
  const ids = kept.body.ids.slice((page - 1) * MAX_IDS, page * MAX_IDS);
  return { ids, ateToken, numberOfPages, nextPage: page < numberOfPages ? page + 1 : 0 };
};

const numberOf = ({ revision }: OpenJob): number => revision.editor_job_id ?? 0;

const firstPage = async (translation: Translation): Promise<Page> => {
  const ids = (await nextOfAll(translation, 'engine', { name: 'synchronised', which: [], most: MAX_OPEN_JOBS })).map(
    numberOf,
  );
  const later = ids.slice(MAX_IDS);
  if (later.length === 0) return { ids, ateToken: '', nextPage: 0, numberOfPages: 0 };
  const ateToken = randomUUID();
  const expiresAt = translation.now().getTime() + PAGES_FOR;
  await translation.entries.insert(ENGINE_SYNC_KIND, ateToken, { ids: later }, { expiresAt });
  return { ids: ids.slice(0, MAX_IDS), ateToken, nextPage: 1, numberOfPages: Math.ceil(later.length / MAX_IDS) };
};

interface Asking {
  readonly rights: Rights;
  readonly context: CommandContext;
}

/** Synchronises one page. An unavailable engine does not fail the loop; the client tries again later. */
const synchronise = async (translation: Translation, { ids, ...page }: Page, asking: Asking) => {
  try {
    const jobs = await askAbout(translation, ids, asking);
    const downloadQueueSize = jobs.filter(({ ateStatus }) => isReadyAtEngine({ status: ateStatus })).length;
    return { ...page, downloadQueueSize, jobs };
  } catch (error) {
    if (!isRemoteFault(error)) throw error;
    return { ...nothing, ateTransportFailure: true };
  }
};

/** Asks the engine about jobs and records changes. Returns only the jobs that the caller sees. */
const askAbout = async (translation: Translation, ids: readonly number[], { rights, context }: Asking) => {
  if (ids.length === 0) return [];
  const said = new Map((await (await requireRemote(translation)).editor.jobs(ids)).map((job) => [job.id, job]));
  const open = await openJobsByNumber(translation, 'engine', [...said.keys()]);
  const synchronised = [];
  for (const job of open) {
    const news = said.get(numberOf(job));
    if (news === undefined) continue;
    await recordEngineState(translation, job, news, context);
    if (seesJob(rights, job.revision)) synchronised.push(viewOf(job, news));
  }
  return synchronised;
};

const viewOf = ({ revision }: OpenJob, said: EngineJob) => ({
  ateJobId: said.id,
  url: '',
  ateStatus: said.status,
  jobId: revision.job_id,
  status: revision.status,
  isUnsolvable: said.is_unsolvable,
  message: said.message,
  errorType: errorOf(said),
  errorData: null,
  originalElementId: revision.element.id,
  elementId: revision.written?.version ?? null,
});
