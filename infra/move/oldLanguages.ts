import { matchLanguage } from '@almanac/i18n';
import { tagAttributes } from '@almanac/text';
import { type LanguageSettings, siteLanguages } from '../import/siteLanguages.ts';
import { type OldSite, OldSiteError } from './oldSite.ts';

/** A language of the old site. */
export interface OldLanguage {
  /** The value of `lang` by which lists show its records; undefined for the default language, which needs none. */
  readonly lang: string | undefined;
  /** The language of this site for it; undefined for this site's own. */
  readonly own: string | undefined;
}

export interface OldLanguages {
  /** The default language first. */
  readonly known: readonly OldLanguage[];
  /** The values of `lang` of languages that this site lacks. */
  readonly unknown: readonly string[];
}

/** A version of a page, as the page names it. */
export interface PageVersion {
  readonly tag: string;
  readonly address: string;
}

/** The language of a site that names none. */
const ONLY: OldLanguage = { lang: undefined, own: undefined };

/** Reads the languages that the front page of the old site names, and finds those of this site. */
export const readOldLanguages = async (old: OldSite, settings: LanguageSettings): Promise<OldLanguages> => {
  const versions = await versionsOfPage(old, `${old.address}/`);
  if (versions.length < 2) return { known: [ONLY], unknown: [] };
  const codes = siteLanguages(settings);
  const found = versions.map(({ tag, address }) => {
    const lang = langOf(address, old.address);
    const own = matchLanguage(tag, codes) ?? (lang === undefined ? undefined : matchLanguage(lang, codes));
    return { tag, lang, own };
  });
  const isKnown = ({ own }: OldLanguage): boolean => own !== undefined;
  return {
    known: found.filter(isKnown).toSorted((one, other) => Number(isTranslated(one)) - Number(isTranslated(other))),
    unknown: found.filter((each) => !isKnown(each)).map(({ lang, tag }) => lang ?? tag),
  };
};

const isTranslated = ({ lang }: OldLanguage): boolean => lang !== undefined;

/** Returns the versions that a page names, each language once. A page that does not answer has none. */
export const versionsOfPage = async (old: OldSite, address: string): Promise<readonly PageVersion[]> => {
  try {
    return alternatesIn(await old.text(address), address);
  } catch (error) {
    if (!(error instanceof OldSiteError)) throw error;
    return [];
  }
};

/** Returns the alternates with a language in the head of a page. */
export const alternatesIn = (html: string, address: string): readonly PageVersion[] => {
  const versions = new Map<string, string>();
  for (const text of html.split('<link ').slice(1)) {
    const link = new Map(tagAttributes(text.slice(0, text.indexOf('>'))).map(({ name, value = '' }) => [name, value]));
    const [tag = '', encoded = ''] = [link.get('hreflang'), link.get('href')];
    const href = encoded.replaceAll('&#038;', '&').replaceAll('&amp;', '&');
    const isVersion = link.get('rel') === 'alternate' && tag !== '' && tag !== 'x-default' && href !== '';
    if (isVersion && URL.canParse(href, address) && !versions.has(tag)) versions.set(tag, new URL(href, address).href);
  }
  return [...versions].map(([tag, href]) => ({ tag, address: href }));
};

/** Returns the code in the address of a front page: its argument `lang`, or its first segment. */
const langOf = (address: string, site: string): string | undefined => {
  const { searchParams, pathname } = new URL(address);
  const below = pathname.slice(new URL(`${site}/`).pathname.length).split('/', 1)[0];
  return searchParams.get('lang') ?? (below === '' ? undefined : below);
};
