import { fileURLToPath } from 'node:url';
import { freePort } from '@almanac/infra/free-port';
import { type SiteProcess, startSite } from './site.ts';

/** What the loop of a site has done, in milliseconds of its thread's processor time. */
interface Worked {
  /** The longest time for which it was held. */
  readonly longest: number;
  readonly total: number;
}

/** A site whose loop is watched. */
export interface WatchedSite extends SiteProcess {
  /** Since the last time that this was asked. */
  worked(): Promise<Worked>;
}

export const startWatchedSite = async (environment: Readonly<Record<string, string>> = {}): Promise<WatchedSite> => {
  const port = await freePort();
  const site = await startSite({
    ...environment,
    LOOP_WATCH_PORT: String(port),
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('loopWatch.ts', import.meta.url))}`,
  });
  const worked = async (): Promise<Worked> => (await fetch(`http://127.0.0.1:${port}/`)).json() as Promise<Worked>;
  return { ...site, worked };
};
