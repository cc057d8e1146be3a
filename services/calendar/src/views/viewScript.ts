import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageScript } from '@almanac/pages';

/** The script that replaces views without a reload. */
export const viewScript = pageScript('events/views', readFileSync(join(import.meta.dirname, 'switchViews.js'), 'utf8'));
