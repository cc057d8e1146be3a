import { matchLanguage } from '@almanac/i18n';
import { type Property, unescaped } from './contentLine.ts';

/** The texts of an entry in one language. */
export interface EntryTexts {
  /** The site's code; undefined for the language of the site's address, null if the site has no such language. */
  readonly language: string | undefined | null;
  readonly title: string;
  readonly description: string;
}

const namedLanguage = ({ parameters }: Property): string => (parameters.language ?? '').trim();

/** Returns the tag of an entry's language (`LANGUAGE` of its first SUMMARY); empty if it names none. */
export const languageTag = (properties: readonly Property[]): string => {
  const summary = properties.find(({ name }) => name === 'summary');
  return summary === undefined ? '' : namedLanguage(summary);
};

/**
 * Returns the title and description of an entry. Of several languages, the first that the site has counts.
 * @param languages the codes of the site; undefined if they are not known: all is in the language of its address
 */
export const textsOfEntry = (properties: readonly Property[], languages: readonly string[] | undefined): EntryTexts => {
  const placeOf = (property: Property) => siteLanguage(property, languages);
  const summaries = properties.filter(({ name }) => name === 'summary');
  const title = summaries.find((each) => placeOf(each) !== null) ?? summaries[0];
  const language = title && placeOf(title);
  const descriptions = properties.filter(({ name }) => name === 'description');
  const description = descriptions.find((each) => placeOf(each) === language) ?? descriptions[0];
  return {
    language,
    title: unescaped(title?.value ?? '').trim(),
    description: unescaped(description?.value ?? '') || formattedDescription(properties),
  };
};

/** Returns the language of the site that a property names; undefined if it names none, null if the site has no such one. */
const siteLanguage = (property: Property, languages: readonly string[] | undefined): EntryTexts['language'] => {
  const tag = namedLanguage(property);
  return tag === '' || languages === undefined ? undefined : (matchLanguage(tag, languages) ?? null);
};

/** Returns the description in HTML of an entry (RFC 9073 §6.5, Outlook's X-ALT-DESC), without the head of its document. */
const formattedDescription = (properties: readonly Property[]): string => {
  const formatted = properties.find(
    ({ name, parameters }) =>
      (name === 'styled-description' || name === 'x-alt-desc') && /^text\/html$/i.test(parameters.fmttype ?? ''),
  );
  const html = unescaped(formatted?.value ?? '');
  const body = html.search(/<body[\s>]/i);
  return body < 0 ? html : html.slice(html.indexOf('>', body) + 1).trim();
};

/** The properties that an entry may have once for each language, beside its texts. */
const LOCALIZED_NAMES = ['location', 'categories'];

/**
 * Returns the properties without the places and categories in other languages than that of the entry.
 * @param languages the codes of the site, as of `textsOfEntry`
 */
export const propertiesIn = (
  language: EntryTexts['language'],
  properties: readonly Property[],
  languages: readonly string[] | undefined,
): readonly Property[] => {
  const isLocalized = ({ name }: Property): boolean => LOCALIZED_NAMES.includes(name);
  const chosen = LOCALIZED_NAMES.flatMap((wanted) => {
    const named = properties.filter(({ name }) => name === wanted);
    const isOwn = (property: Property): boolean => siteLanguage(property, languages) === language;
    const own = named.filter(isOwn);
    const general = named.filter((property) => !isOwn(property) && namedLanguage(property) === '');
    return own.length + general.length > 0 ? [...own, ...general] : named;
  });
  return [...chosen, ...properties.filter((property) => !isLocalized(property))];
};
