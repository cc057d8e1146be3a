import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageScript } from '@almanac/pages';

/** The module that swaps views without a reload. */
export const viewScript = pageScript('events/views', readFileSync(join(import.meta.dirname, 'switchViews.js'), 'utf8'));
