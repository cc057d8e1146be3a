import { type Language, languageRecord } from '@almanac/i18n';
import { type Html, html } from './html.ts';

/** Returns the `lang` and `dir` attributes of an element. */
export const languageAttributes = (language: Language): Html => {
  const { tag, direction } = languageRecord(language);
  return html`lang="${tag}" dir="${direction}"`;
};
