import { languages } from '@almanac/i18n';
import type { RenderContext } from '@almanac/pages';

/** `Jun`, `juin`. */
export const shortMonth = (wallClock: string, { language }: Pick<RenderContext, 'language'>): string =>
  Temporal.PlainDate.from(wallClock.slice(0, 10)).toLocaleString(languages[language].tag, { month: 'short' });
