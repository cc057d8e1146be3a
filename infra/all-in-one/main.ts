import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// compiling what the site is made of takes a third of a start; where the folder cannot be written, nothing is kept
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));
await import('./start.ts');
