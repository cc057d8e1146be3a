import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SiteProcess, startSite } from '../site.ts';

/** A site on its own folder that a scenario kills at any moment and restarts. */
export interface KilledSite {
  readonly folder: string;
  /** Process that runs now. */
  readonly site: SiteProcess;
  /** Kills the site at once and restarts it; `ready` waits for the restart. */
  kill(): void;
  /** Resolves when no restart is under way. */
  ready(): Promise<void>;
}

/** Registers a site for the tests of a `describe`: started before them and stopped after them. */
export const killedSite = (
  name: string,
  environment: () => Readonly<Record<string, string>> = () => ({}),
): KilledSite => {
  const folder = mkdtempSync(join(tmpdir(), `almanac-${name}-`));
  const start = (): Promise<SiteProcess> => startSite({ DATA: folder, ...environment() });
  let site: SiteProcess;
  let restarting: Promise<void> | undefined;
  beforeAll(async () => {
    site = await start();
  });
  afterAll(async () => {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    get site() {
      return site;
    },
    kill: () => {
      restarting = (async () => {
        await site.stop('SIGKILL');
        site = await start();
      })();
    },
    ready: async () => restarting,
  };
};

/** Returns the turns with a kill, spread evenly over all turns, the first at turn 2. */
export const turnsOfKills = (kills: number, turns: number): ReadonlySet<number> =>
  new Set(Array.from({ length: kills }, (_, index) => 2 + Math.floor((index * turns) / kills)));

/** Waits for a random time of at most `most` milliseconds. */
export const someMoment = (most = 60): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * most));
