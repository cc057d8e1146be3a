import type { Catalogue } from '@almanac/i18n';
import { descriptions } from './es-us/descriptions.ts';
import { errors } from './es-us/errors.ts';
import { labels } from './es-us/labels.ts';
import { media } from './es-us/media.ts';
import { settings } from './es-us/settings.ts';
import { summaries } from './es-us/summaries.ts';

/** Core's texts in Spanish (United States). */
export const esUs: Catalogue = { ...descriptions, ...errors, ...labels, ...media, ...settings, ...summaries };
