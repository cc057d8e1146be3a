import type { FirstCredentials } from '@almanac/core/definition';
import type { Log } from '@almanac/service';
import { createSiteClient, RefusedError } from '../../import/siteClient.ts';
import { loadSample } from './loadSample.ts';

export interface FirstSite {
  readonly port: number;
  readonly prefix: string;
  /** The credentials of the administrator that a first start has created. */
  readonly credentials: FirstCredentials | undefined;
  finishFirstStart(): Promise<void>;
}

/**
 * Time in which an interrupted load can continue: the lifetime of its idempotency keys, minus time for loading the
 * rest.
 */
const GOES_ON_WITHIN = { hours: 23 };

/**
 * Loads the sample after a first start without a site file, so that the site shows something. Then ends the first
 * start. Returns the number of events.
 */
export const fillFirstSite = async (
  { port, prefix, credentials, finishFirstStart }: FirstSite,
  log: Log,
): Promise<number> => {
  if (credentials === undefined) return 0;
  const { login: user, password } = credentials;
  const began = Temporal.Instant.from(credentials.began);
  const clientOf = (language: string) =>
    createSiteClient({ root: `http://127.0.0.1:${port}/${language}/${prefix}`, user, password });
  const isRecent = Temporal.Instant.compare(began.add(GOES_ON_WITHIN), Temporal.Now.instant()) > 0;
  const events = isRecent ? await loaded(loadSample(clientOf, began), log) : 0;
  await finishFirstStart();
  return events;
};

const loaded = (load: Promise<number>, log: Log): Promise<number> =>
  load.catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
    log.warn({ err: error }, 'the sample could not be loaded');
    return 0;
  });
