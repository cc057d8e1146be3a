import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SiteProcess, startSite } from '../site.ts';

/** A site on a folder of its own, which a scenario kills at any moment and starts again. */
export interface KilledSite {
  readonly folder: string;
  /** As it runs now. */
  readonly site: SiteProcess;
  /** Kills it at once; who waits for `ready` goes on when it is there again. */
  kill(): void;
  /** Resolves once no restart is under way. */
  ready(): Promise<void>;
}

/** A site for the specs of a `describe`: started before them and ended after them. */
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

/** The turns, of so many, at which there is a kill: spread over all of them, not at the very beginning. */
export const turnsOfKills = (kills: number, turns: number): ReadonlySet<number> =>
  new Set(Array.from({ length: kills }, (_, index) => 2 + Math.floor((index * turns) / kills)));

/** A moment within the first milliseconds of a request. */
export const someMoment = (most = 60): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * most));
