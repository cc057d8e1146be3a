import { takeVisits, type VisitBatch, type VisitRecord } from '@almanac/contracts';
import type { RedirectOptions } from '@almanac/redirects/schemas';
import { contractArgs, type Route, route } from '@almanac/rest';
import { addHits } from '../hits/hits.ts';
import { addRecords, notFoundLog, redirectLog, takeNumbers } from '../logs/accessLog.ts';
import { dropBeyondBytes } from '../logs/expiry.ts';
import { currentOptions } from '../options/options.ts';
import type { Redirection } from '../redirection.ts';
import { isSite } from '../rights.ts';

const VISIT_BATCH_KIND = 'visit-batch';
/** Time during which a repeated batch is recognised. */
const REMEMBERED_MS = 10 * 60_000;

const NOT_FOUND = 404;
const LOG_DISABLED = -1;

/** True if the record belongs to the 404 log: no rule redirected the visit, and its answer was a 404. */
const isNotFound = ({ by, code }: VisitRecord): boolean => by === '' && code === NOT_FOUND;

/** The progress of a batch: its records have numbers; at the end all of it is stored. */
interface BatchProgress {
  readonly first: { readonly redirected: number; readonly missing: number };
  readonly isDone: boolean;
}

/** Stores a batch with the numbers of its records. Returns undefined if the whole batch is stored already. */
const begin = async (
  redirection: Redirection,
  batch: string,
  { redirected, missing }: RecordsByLog,
): Promise<BatchProgress['first'] | undefined> => {
  const known = await redirection.entries.get<BatchProgress>(VISIT_BATCH_KIND, batch);
  if (known !== undefined) return known.body.isDone ? undefined : known.body.first;
  const first = {
    redirected: await takeNumbers(redirection, redirectLog, redirected),
    missing: await takeNumbers(redirection, notFoundLog, missing),
  };
  if (await redirection.entries.insert(VISIT_BATCH_KIND, batch, { first, isDone: false }, expiry(redirection)))
    return first;
  return begin(redirection, batch, { redirected, missing });
};

const expiry = ({ now }: Pick<Redirection, 'now'>) => ({ expiresAt: now().getTime() + REMEMBERED_MS });

interface RecordsByLog {
  readonly redirected: readonly VisitRecord[];
  readonly missing: readonly VisitRecord[];
}

/** Splits the records by log and drops those of a log that the current options turn off. */
const sorted = (
  records: readonly VisitRecord[],
  { expire_redirect, expire_404 }: Pick<RedirectOptions, 'expire_redirect' | 'expire_404'>,
): RecordsByLog => ({
  redirected: expire_redirect === LOG_DISABLED ? [] : records.filter((record) => !isNotFound(record)),
  missing: expire_404 === LOG_DISABLED ? [] : records.filter(isNotFound),
});

/** Stores a batch. Each part counts once, even if a process ended midway and the gateway sends the batch again. */
const keep = async (redirection: Redirection, { batch, counts, records, lost }: VisitBatch): Promise<void> => {
  const options = await currentOptions(redirection.documents);
  const { redirected, missing } = sorted(records, options);
  const first = await begin(redirection, batch, { redirected, missing });
  if (first === undefined) return;
  const mode = options.ip_logging;
  if (options.track_hits) await addHits(redirection, batch, counts);
  await addRecords(redirection, redirectLog, redirected, { first: first.redirected, mode });
  await addRecords(redirection, notFoundLog, missing, { first: first.missing, mode });
  await dropBeyondBytes(redirection, redirectLog);
  await dropBeyondBytes(redirection, notFoundLog);
  if (lost > 0) redirection.log.warn({ lost }, 'a gateway dropped visit records');
  await redirection.entries.put(VISIT_BATCH_KIND, batch, { first, isDone: true }, expiry(redirection));
};

/**
 * Receives counts of rules and log records from a gateway (docs/interface/redirection.md §10). A repeated batch counts
 * once; records that the current options forbid are dropped.
 */
export const visitsRoute = (redirection: Redirection): Route =>
  route({
    namespace: 'internal',
    path: '/redirects/visits',
    methods: ['POST'],
    summary: 'Receives the visits of a gateway.',
    hidden: true,
    args: contractArgs(takeVisits),
    permission: isSite,
    handle: async ({ args }) => {
      await keep(redirection, args);
      return { body: {} };
    },
  });
