import type { createAccount } from './account.ts';
import type { createAgency } from './agency.ts';
import type { createJobs } from './jobs.ts';

export interface EnginePorts {
  readonly jobs: ReturnType<typeof createJobs>;
  readonly account: ReturnType<typeof createAccount>;
  readonly agency: ReturnType<typeof createAgency>;
}

/** A request whose signature and body fit its operation. */
interface ValidRequest {
  // biome-ignore lint/suspicious/noExplicitAny: its operation's schema has judged it
  readonly asked: any;
  /** The values in the path, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** The name of the signing key. */
  readonly signer: string;
  readonly signal: AbortSignal;
}

/** Handles a request; undefined means that no answer is sent. */
export type Handler = (judged: ValidRequest) => unknown;

/** Returns the handler of each operation of the protocol, by its id. */
export const handlersOf = ({ jobs, account, agency }: EnginePorts): ReadonlyMap<string, Handler> =>
  new Map<string, Handler>([
    ['makeJobs', ({ asked }) => jobs.make(asked.jobs)],
    ['cancelJobs', ({ asked }) => jobs.cancel(asked.ids)],
    ['jobsById', ({ asked }) => jobs.status(asked.ids)],
    ['jobsOfPage', ({ values }) => jobs.statusPage(values.token ?? '', numberOf(values.page))],
    ['xliffOfJob', ({ values }) => jobs.xliff(numberOf(values.id))],
    ['registerSite', ({ asked }) => account.register(asked)],
    ['siteStatus', () => account.status()],
    ['synchronizePeople', ({ asked, values, signer }) => account.synchronize(signer, values.role ?? '', asked.people)],
    ['openConsole', ({ asked, signer }) => account.openConsole(signer, asked.email)],
    ['engines', ({ signer }) => account.engines(signer)],
    ['chooseEngines', ({ asked, signer }) => account.choose(signer, asked.list)],
    ['makeBatch', ({ asked }) => agency.make(asked)],
    ['refreshBatches', ({ asked }) => agency.refresh(asked.ids)],
    ['agencyJobsById', ({ asked }) => agency.status(asked.ids)],
    ['xliffOfAgencyJob', ({ values, signal }) => agency.xliff(numberOf(values.id), signal)],
    ['cancelAgencyJobs', ({ asked }) => agency.cancel(asked.ids)],
  ]);

/** Returns a number, or 0, which no record has, for other text. */
const numberOf = (text = ''): number => (/^\d{1,12}$/.test(text) ? Number(text) : 0);
