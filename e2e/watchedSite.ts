import { fileURLToPath } from 'node:url';
import { freePort } from '@almanac/infra/free-port';
import { type SiteProcess, startSite } from './site.ts';

/** Work of a site's event loop, in milliseconds of its thread's processor time. */
interface ProcessorTime {
  /** Longest time that the loop was blocked. */
  readonly longest: number;
  readonly total: number;
}

/** A site whose event loop is watched. */
export interface WatchedSite extends SiteProcess {
  /** Returns the work since the last call. */
  worked(): Promise<ProcessorTime>;
}

export const startWatchedSite = async (environment: Readonly<Record<string, string>> = {}): Promise<WatchedSite> => {
  const port = await freePort();
  const site = await startSite({
    ...environment,
    LOOP_WATCH_PORT: String(port),
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('loopWatch.ts', import.meta.url))}`,
  });
  const worked = async (): Promise<ProcessorTime> =>
    (await fetch(`http://127.0.0.1:${port}/`)).json() as Promise<ProcessorTime>;
  return { ...site, worked };
};
