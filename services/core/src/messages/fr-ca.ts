import type { Catalogue } from '@almanac/i18n';
import { descriptions } from './fr-ca/descriptions.ts';
import { errors } from './fr-ca/errors.ts';
import { labels } from './fr-ca/labels.ts';
import { media } from './fr-ca/media.ts';
import { settings } from './fr-ca/settings.ts';
import { summaries } from './fr-ca/summaries.ts';

/** Core's texts in French (Canada). */
export const frCa: Catalogue = { ...descriptions, ...errors, ...labels, ...media, ...settings, ...summaries };
