import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { restartWith } from '../commands/restartWith.mjs';

/** The folder of compiled code: compiling takes a third of a start. If it is read-only, nothing is cached. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/** Maximum size in MB of each half of the space for new objects; the default of Node holds 60 MB more at rest. */
const NEW_OBJECTS = '--max-semi-space-size=8';

/**
 * Growth of the heap in percent at which it is collected again. By default the heap may quadruple: 20,000 imported events
 * took 583 MB, of which 85 MB were in use.
 */
const HEAP_GROWTH = '--heap-growing-percent=100';

/** With this option at the beginning, the site may save memory later (memorySaving.ts). */
const NOT_SAVING = '--no-memory-saver-mode';

/** From this size in bytes, freed memory returns to the system: each thread that hashed a password would keep 16 MiB. */
const RETURNED_BYTES = 4 * 1_024 * 1_024;

restartWith([NEW_OBJECTS, HEAP_GROWTH, NOT_SAVING], {
  NODE_COMPILE_CACHE: compiled,
  MALLOC_MMAP_THRESHOLD_: String(RETURNED_BYTES),
});
enableCompileCache(compiled);
// not before the restart: Node parses TypeScript anew where nothing is in the cache
const { resolveSources } = await import('../commands/resolveSources.ts');
resolveSources();
await import('./start.ts');
