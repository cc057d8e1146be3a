import { languages } from '@almanac/i18n';
import { relationPrefix } from '@almanac/rest';
import { type Html, html, type Piece, trusted } from './html.ts';
import { homeAddress, pageAddress, type Showing } from './showing.ts';
import { STYLE } from './style.ts';
import { languageNavigation, type Versions, versionLinks } from './versions.ts';

/** A link of a page's head; those to a record of the interface stand in the `Link` header too. */
export interface PageLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

export interface Page {
  /** What the page is about, without the site's name; without one it is the site's first page. */
  readonly title?: Piece;
  readonly main: Piece;
  /** The address that the page is known under. */
  readonly canonical?: string;
  readonly versions?: Versions;
  /** What `x-default` names, where that is not the default language's version. */
  readonly fallback?: string;
  readonly links?: readonly PageLink[];
  /** The part of the calendar's interface that the page shows; default its root (docs/interface/calendar.md §14). */
  readonly calendarRoot?: string;
  /** Text that others show of the page. */
  readonly description?: string;
  /** Structured data, in the words of schema.org. */
  readonly jsonLd?: object;
  /** Further `meta` elements: content by name. */
  readonly meta?: Readonly<Record<string, string>>;
  /** False keeps the page from search engines. */
  readonly indexed?: boolean;
  /** Which entry of the navigation the page belongs to. */
  readonly section?: 'home' | 'events';
}

/** The root of the calendar's interface. */
export const calendarInterface = ({ apiRoot }: Pick<Showing, 'apiRoot'>): string => `${apiRoot}/cal/events/v1/`;

/** The link of a page to the record that it shows, by its path in the interface: `/core/v2/posts/7`. */
export const recordLink = ({ apiRoot }: Pick<Showing, 'apiRoot'>, path: string): PageLink => ({
  rel: 'alternate',
  type: 'application/json',
  href: `${apiRoot}${path}`,
  title: 'JSON',
});

const headLink = ({ rel, href, type, title }: PageLink): Html =>
  html`<link rel="${rel}" href="${href}"${type && html` type="${type}"`}${title && html` title="${title}"`}>\n`;

const discovery = (page: Page, showing: Showing): Html => html`<link rel="${relationPrefix}" href="${showing.apiRoot}/">
<meta name="cal-api-version" content="v1">
<meta name="cal-api-origin" content="${showing.baseUrl}">
<link rel="alternate" href="${page.calendarRoot ?? calendarInterface(showing)}">
`;

// no "</script" can stand in it, and what is in quotes stays the same
const dataOf = (jsonLd: object): Html => trusted(JSON.stringify(jsonLd).replaceAll('<', '\\u003c'));

const titleOf = ({ title }: Page, { site }: Showing): Html =>
  title === undefined ? html`${site.name}` : html`${title} – ${site.name}`;

const metaElements = ({ meta = {} }: Page): Html[] =>
  Object.entries(meta).map(([name, content]) => html`<meta name="${name}" content="${content}">\n`);

const head = (page: Page, showing: Showing): Html => html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(page, showing)}</title>
${page.links?.map(headLink)}${page.description && html`<meta name="description" content="${page.description}">\n`}${
  page.indexed === false && html`<meta name="robots" content="noindex, follow">\n`
}${metaElements(page)}${page.canonical && html`<link rel="canonical" href="${page.canonical}">\n`}${
  page.versions && versionLinks(page.versions, showing, page.fallback)
}${discovery(page, showing)}<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
${page.jsonLd && html`<script type="application/ld+json">${dataOf(page.jsonLd)}</script>\n`}`;

const navigationItem = (href: string, label: string, isCurrent: boolean): Html =>
  html`<li><a href="${href}"${isCurrent && html` aria-current="true"`}>${label}</a></li>\n`;

const header = ({ title, section }: Page, showing: Showing): Html => {
  const home = homeAddress(showing, showing.language);
  return html`<a class="skip" href="#content">${showing.text('Skip to the content')}</a>
<header class="site">
${title !== undefined && html`<p class="name"><a href="${home}">${showing.site.name}</a></p>\n`}<nav aria-label="${showing.text('Site')}">
<ul>
${navigationItem(home, showing.text('Home'), section === 'home')}${navigationItem(
  pageAddress(showing, 'events'),
  showing.text('Events'),
  section === 'events',
)}</ul>
</nav>
</header>`;
};

const footer = ({ versions = {} }: Page, showing: Showing): Html => html`<footer class="site">
${languageNavigation(versions, showing)}
<p>${showing.text('For programs:')} <a href="${showing.apiRoot}/">${showing.text('interface of the site')}</a></p>
</footer>`;

/** A whole page of the site: HTML that needs no script. */
export const layout = (page: Page, showing: Showing): Html => html`<!doctype html>
<html lang="${languages[showing.language].tag}">
<head>
${head(page, showing)}</head>
<body>
${header(page, showing)}
<main id="content" tabindex="-1">
${page.main}
</main>
${footer(page, showing)}
</body>
</html>
`;
