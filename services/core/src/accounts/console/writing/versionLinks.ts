import { isLanguage, type Language, languageCodes, languageRecord } from '@almanac/i18n';
import { type Html, html, languageAttributes } from '@almanac/pages';
import { administrationAddress, type SignedIn } from '../../sign-in/administrationPage.ts';
import type { ConsoleView } from '../../sign-in/consoleViews.ts';
import { viewAddress } from '../consoleForms.ts';
import { canBeSent, HAND_OVER, JOB, jobText, type TranslationDesk } from './translationDesk.ts';

/** A record with its versions by language. */
interface Versioned {
  readonly id: number;
  readonly translations: Readonly<Record<string, number>>;
}

/** Returns the address of a version's form, which is a page in the version's own language. */
export const versionAddress = (
  { renderContext: { baseUrl } }: SignedIn,
  { name }: ConsoleView,
  language: Language,
  query: Readonly<Record<string, string>>,
): string => `${administrationAddress({ baseUrl, language }, name)}?${new URLSearchParams(query)}`;

/** Returns the language attributes of an element in a record's language. */
export const writtenIn = (code: string): Html => (isLanguage(code) ? languageAttributes(code) : html`lang="${code}"`);

/** Renders links to the versions of a record in the site's other languages, and to the forms of missing ones. */
export const versionLinks = (
  page: SignedIn,
  view: ConsoleView,
  { id, translations }: Versioned,
  desk?: TranslationDesk,
): Html => {
  const { language, text } = page.renderContext;
  const item = (code: Language): Html => {
    const { tag, nativeName } = languageRecord(code);
    const version = translations[code];
    if (version !== undefined)
      return html`<li><a href="${versionAddress(page, view, code, { id: String(version) })}" hreflang="${tag}" ${languageAttributes(code)}>${nativeName}</a>${handed(page, view, { id, code, desk, hasVersion: true })}</li>\n`;
    const address = versionAddress(page, view, code, { action: 'new', translation_of: String(id) });
    return html`<li><a href="${address}" hreflang="${tag}">${text('Translate into {language}', { language: nativeName })}</a>${handed(page, view, { id, code, desk, hasVersion: false })}</li>\n`;
  };
  return html`<h2>${text('In other languages')}</h2>
<ul>
${languageCodes()
  .filter((code) => code !== language)
  .map(item)}</ul>
`;
};

interface Handed {
  readonly id: number;
  readonly code: Language;
  readonly desk: TranslationDesk | undefined;
  readonly hasVersion: boolean;
}

/** Renders the translation job for a language, and the link to request one. */
const handed = (page: SignedIn, view: ConsoleView, { id, code, desk, hasVersion }: Handed): Html | undefined => {
  if (desk === undefined) return undefined;
  const { text } = page.renderContext;
  const job = desk.jobs.get(code);
  const language = languageRecord(code).nativeName;
  const address = (action: string) => viewAddress(page, view, { id: String(id), action, language: code });
  return html`${
    job &&
    html` · <a href="${address(JOB)}">${text('Sent to be translated into {language}', { language })}</a>: ${jobText(page, job)}`
  }${
    canBeSent(desk, code, hasVersion) &&
    html` · <a href="${address(HAND_OVER)}">${text('Have it translated into {language}', { language })}…</a>`
  }`;
};
