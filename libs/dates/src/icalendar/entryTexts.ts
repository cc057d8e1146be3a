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
  const placeOf = (property: Property): string | undefined | null => {
    const tag = namedLanguage(property);
    return tag === '' || languages === undefined ? undefined : (matchLanguage(tag, languages) ?? null);
  };
  const summaries = properties.filter(({ name }) => name === 'summary');
  const title = summaries.find((each) => placeOf(each) !== null) ?? summaries[0];
  const language = title && placeOf(title);
  const descriptions = properties.filter(({ name }) => name === 'description');
  const description = descriptions.find((each) => placeOf(each) === language) ?? descriptions[0];
  return {
    language,
    title: unescaped(title?.value ?? '').trim(),
    description: unescaped(description?.value ?? ''),
  };
};
