import type { Engine } from './engine.ts';
import { startEmbedded } from './inProcess.ts';

/** Runs the whole site in this process, on SQLite. */
export const embedded: Engine = {
  name: 'embedded',
  label: () => 'SQLite',
  lacking: () => undefined,
  open: async () => undefined,
  start: startEmbedded,
  close: async () => undefined,
};
