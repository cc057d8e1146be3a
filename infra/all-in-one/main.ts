import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiling the site's code takes a third of a start, so Node caches it; if the folder is read-only, nothing is cached.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
await import('./start.ts');
