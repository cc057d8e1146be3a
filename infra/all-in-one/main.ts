import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The folder of compiled code: compiling takes a third of a start. If it is read-only, nothing is cached. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/** Maximum size in MB of each half of the space for new objects; the default of Node holds 60 MB more at rest. */
const NEW_OBJECTS = '--max-semi-space-size';
const NEW_OBJECTS_MB = 8;

/**
 * Growth of the heap in percent at which it is collected again. By default the heap may quadruple: 20,000 imported events
 * took 583 MB, of which 85 MB were in use.
 */
const HEAP_GROWTH = '--heap-growing-percent=100';

/** From this size in bytes, freed memory returns to the system: each thread that hashed a password would keep 16 MiB. */
const RETURNED_BYTES = 4 * 1_024 * 1_024;

const isPrepared = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((each) => each.includes(NEW_OBJECTS));

// Node reads these settings only when a process begins, so the process begins again, with the same id (docs/adr/0075).
if (!isPrepared && process.platform !== 'win32' && process.channel === undefined) {
  const options = [...process.execArgv, `${NEW_OBJECTS}=${NEW_OBJECTS_MB}`, HEAP_GROWTH];
  process.execve?.(process.execPath, [process.argv0, ...options, ...process.argv.slice(1)], {
    NODE_COMPILE_CACHE: compiled,
    MALLOC_MMAP_THRESHOLD_: String(RETURNED_BYTES),
    ...process.env,
  });
}
enableCompileCache(compiled);
await import('./start.ts');
