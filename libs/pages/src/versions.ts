import { hreflangs, isLanguage, type Language, languageCodes, languageRecord } from '@almanac/i18n';
import { type Html, html } from './html.ts';
import { languageAttributes } from './languageAttributes.ts';
import { homeAddress, type RenderContext } from './renderContext.ts';

/** The addresses of a page's versions by language, including its own. */
export type Versions = Readonly<Partial<Record<Language, string>>>;

/** Returns the versions of a page that exists in every language: an archive, a month. */
export const inEveryLanguage = (addressIn: (language: Language) => string): Versions =>
  Object.fromEntries(languageCodes().map((code) => [code, addressIn(code)]));

/** Returns the addresses of the versions that have a page, by its path from the site's root. */
export const versionsAt = <Version extends { readonly language: string }>(
  { baseUrl }: Pick<RenderContext, 'baseUrl'>,
  versions: readonly Version[],
  pathOf: (version: Version) => string | null,
): Versions =>
  Object.fromEntries(
    versions.flatMap((version) => {
      const path = pathOf(version);
      return path === null || !isLanguage(version.language) ? [] : [[version.language, `${baseUrl}${path}`]];
    }),
  );

const linkTo = (hreflang: string, href: string): Html =>
  html`<link rel="alternate" hreflang="${hreflang}" href="${href}">\n`;

/**
 * Returns the links by which search engines recognise the versions of a page (docs/interface/translation.md §7).
 * Each page lists all versions and itself. Regional versions serve the whole language if nothing else does. The default
 * language's version serves everybody else.
 */
export const versionLinks = (versions: Versions, { site }: Pick<RenderContext, 'site'>): Html => {
  const present = languageCodes().filter((code) => versions[code] !== undefined);
  const [first] = present;
  const everybody = versions[site.default_language] ?? (first && versions[first]);
  const links = hreflangs(present).map(({ hreflang, language }) => linkTo(hreflang, versions[language] ?? ''));
  return html`${links}${everybody !== undefined && linkTo('x-default', everybody)}`;
};

/** Returns links to the page's versions; languages without a version link to their home page. */
export const languageNavigation = (
  versions: Versions,
  renderContext: RenderContext,
): Html => html`<nav aria-label="${renderContext.text('Languages')}">
<ul>
${languageCodes().map((code) => languageItem(code, versions[code] ?? homeAddress(renderContext, code), renderContext))}</ul>
</nav>`;

const languageItem = (code: Language, address: string, renderContext: RenderContext): Html => {
  const { tag, nativeName } = languageRecord(code);
  const current = code === renderContext.language && html` aria-current="true"`;
  return html`<li><a href="${address}" ${languageAttributes(code)} hreflang="${tag}"${current}>${nativeName}</a></li>\n`;
};
