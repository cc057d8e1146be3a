import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageScript } from '../pageScript.ts';

/** The module that shows popups. */
export const popupScript = pageScript('popups/show', readFileSync(join(import.meta.dirname, 'showPopups.js'), 'utf8'));
