import { isLanguage, type Language, languageRecord } from '@almanac/i18n';
import { type Html, html } from './html.ts';
import type { RenderContext } from './renderContext.ts';

/** Returns the `lang` and `dir` attributes of an element. */
export const languageAttributes = (language: Language): Html => {
  const { tag, direction } = languageRecord(language);
  return html`lang="${tag}" dir="${direction}"`;
};

/** Returns ` lang="…" dir="…"` for an element whose language differs from the page's; false for the page's own. */
export const foreignAttributes = (code: string, { language }: Pick<RenderContext, 'language'>): Html | false =>
  code !== language && isLanguage(code) && html` ${languageAttributes(code)}`;
