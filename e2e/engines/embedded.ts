import type { Engine } from './engine.ts';
import { root } from './root.ts';

/** All in one process, on SQLite. */
export const embedded: Engine = {
  name: 'embedded',
  label: () => 'SQLite',
  lacking: () => undefined,
  open: async () => undefined,
  start: (siteFile) =>
    `cd '${root}' && DATA=:memory: LOG_LEVEL=warn SITE_FILE='${siteFile}' exec node infra/all-in-one/main.ts`,
  close: async () => undefined,
};
