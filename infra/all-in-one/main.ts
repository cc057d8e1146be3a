import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The folder of compiled code: compiling takes a third of a start. If it is read-only, nothing is cached. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

/** Maximum size in MB of each half of the space for new objects; the default of Node holds 60 MB more at rest. */
const NEW_OBJECTS = '--max-semi-space-size';
const NEW_OBJECTS_MB = 8;

/** From this size in bytes, freed memory returns to the system: each thread that hashed a password would keep 16 MiB. */
const RETURNED_BYTES = 4 * 1_024 * 1_024;

const isPrepared = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((each) => each.includes(NEW_OBJECTS));

// Node reads these settings only when a process begins, so the process begins again, with the same id (docs/adr/0075).
if (!isPrepared && process.platform !== 'win32' && process.channel === undefined) {
  const options = [...process.execArgv, `${NEW_OBJECTS}=${NEW_OBJECTS_MB}`];
  process.execve?.(process.execPath, [process.argv0, ...options, ...process.argv.slice(1)], {
    NODE_COMPILE_CACHE: compiled,
    MALLOC_MMAP_THRESHOLD_: String(RETURNED_BYTES),
    ...process.env,
  });
}
enableCompileCache(compiled);
await import('./start.ts');
