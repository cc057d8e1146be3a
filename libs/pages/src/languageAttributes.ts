import { isLanguage, type Language, languageRecord, mainLanguage } from '@almanac/i18n';
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

const languageNames = new Map<string, Intl.DisplayNames>();

/** Returns the name of a main language in the language of the page, with a capital letter: `French`, `Anglais`. */
const languageName = (code: string, language: string): string => {
  const names = languageNames.get(language) ?? new Intl.DisplayNames(language, { type: 'language' });
  languageNames.set(language, names);
  const name = names.of(mainLanguage(code)) ?? code;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
};

/**
 * Renders a visible label after a title in another main language than the page's; false for titles that need none.
 * @param isShort true for the code of the language, where a name has no room
 */
export const languageLabel = (
  code: string,
  { language }: Pick<RenderContext, 'language'>,
  isShort = false,
): Html | false => {
  if (!isLanguage(code) || mainLanguage(code) === mainLanguage(language)) return false;
  const name = languageName(code, language);
  return isShort
    ? html` <abbr class="tag" title="${name}">${mainLanguage(code).toUpperCase()}</abbr>`
    : html` <span class="tag">${name}</span>`;
};
