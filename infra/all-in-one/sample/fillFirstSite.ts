import type { Log } from '@almanac/service';
import { createSiteClient, RefusedError } from '../../import/siteClient.ts';
import { loadSample } from './loadSample.ts';

export interface FirstSite {
  readonly port: number;
  readonly prefix: string;
  /** Of the administrator that a first start has made. */
  readonly credentials: { readonly login: string; readonly password: string } | undefined;
}

/** A first start without site file gets a sample, so that there is something to see; answers its events' number. */
export const fillFirstSite = async ({ port, prefix, credentials }: FirstSite, log: Log): Promise<number> => {
  if (credentials === undefined) return 0;
  const { login: user, password } = credentials;
  const clientOf = (language: string) =>
    createSiteClient({ root: `http://127.0.0.1:${port}/${language}/${prefix}`, user, password });
  try {
    return await loadSample(clientOf, Temporal.Now.plainDateISO('UTC'));
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    log.warn({ err: error }, 'the sample could not be loaded');
    return 0;
  }
};
