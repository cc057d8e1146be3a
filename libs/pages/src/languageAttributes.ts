import { type Language, languages } from '@almanac/i18n';
import { type Html, html } from './html.ts';

/** In which language an element is, and to which side its lines run. */
export const languageAttributes = (language: Language): Html => {
  const { tag, direction } = languages[language];
  return html`lang="${tag}" dir="${direction}"`;
};
