import { REDIRECT_VISITS, type VisitRecord, visitBatch } from '@almanac/contracts';
import type { Entries } from '@almanac/documents';
import { anything, invalidParams, type Route, route } from '@almanac/rest';
import { addHits } from '../hits/hits.ts';
import { addRecords, notFoundLog, redirectLog } from '../logs/accessLog.ts';
import { currentOptions } from '../options/options.ts';
import type { Redirection } from '../redirection.ts';
import { isSite } from '../rights.ts';

const KIND = 'visit-batch';
/** How long a repeat of a batch is recognised. */
const REMEMBERED_MS = 10 * 60_000;

const NOT_FOUND = 404;
const OFF = -1;

/** Whether the record is of the log of 404s: nobody redirected, and nothing was there. */
const isNotFound = ({ by, code }: VisitRecord): boolean => by === '' && code === NOT_FOUND;

const isNew = (entries: Entries, batch: string, now: Date): Promise<boolean> =>
  entries.insert(KIND, batch, {}, { expiresAt: now.getTime() + REMEMBERED_MS });

/**
 * Takes what happened at a gateway: counts of rules and records for the logs (docs/interface/redirection.md §10). A
 * batch that arrives again counts once; what the settings forbid by now is dropped.
 */
export const visitsRoute = (redirection: Redirection): Route =>
  route({
    namespace: 'internal',
    path: REDIRECT_VISITS.replace('/internal', ''),
    methods: ['POST'],
    summary: 'Takes what happened at a gateway.',
    hidden: true,
    args: { batch: anything({ parse: (value) => value }) },
    permission: isSite,
    handle: async ({ body }) => {
      const { data: sent, error } = visitBatch.safeParse(body);
      if (error !== undefined) throw invalidParams({ batch: '{name} is not what it has to be.' });
      if (await isNew(redirection.entries, sent.batch, redirection.now())) {
        const { track_hits, expire_redirect, expire_404, ip_logging } = await currentOptions(redirection.documents);
        if (track_hits) await addHits(redirection, sent.counts);
        const missing = sent.records.filter(isNotFound);
        const redirected = sent.records.filter((record) => !isNotFound(record));
        if (expire_redirect !== OFF) await addRecords(redirection, redirectLog, redirected, ip_logging);
        if (expire_404 !== OFF) await addRecords(redirection, notFoundLog, missing, ip_logging);
        if (sent.lost > 0) redirection.log.warn({ lost: sent.lost }, 'a gateway threw records of visits away');
      }
      return { status: 204, body: undefined };
    },
  });
