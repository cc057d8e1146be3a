import { fileURLToPath } from 'node:url';

/** A way to run the whole site; the same scenarios run on each (architecture §6). */
export interface Engine {
  readonly name: string;
  /** The command that serves a fresh, empty site with the users of a site file, on the port in `PORT`. */
  start(siteFile: string): string;
}

const root = fileURLToPath(new URL('..', import.meta.url));

const embedded: Engine = {
  name: 'embedded',
  start: (siteFile) =>
    `cd '${root}' && DATA=:memory: LOG_LEVEL=warn SITE_FILE='${siteFile}' exec node infra/all-in-one/main.ts`,
};

const all: readonly Engine[] = [embedded];

/** The engines named in `ENGINES` (comma-separated), by default the embedded one. */
export const engines = (): readonly Engine[] => {
  const names = (process.env.ENGINES ?? 'embedded').split(',');
  return all.filter((engine) => names.includes(engine.name));
};
