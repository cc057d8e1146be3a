import { languageRecord } from '@almanac/i18n';
import { relationPrefix } from '@almanac/rest';
import { accentAttribute } from './accent.ts';
import { type Html, html, type Piece, trusted } from './html.ts';
import { languageAttributes } from './languageAttributes.ts';
import { menuLinks } from './menuLinks.ts';
import { type PageScript, scriptAddress } from './pageScript.ts';
import { homeAddress, pageAddress, type RenderContext } from './renderContext.ts';
import { STYLE } from './style.ts';
import { languageNavigation, type Versions, versionLinks } from './versions.ts';

/** A link in a page's head; links to a record of the interface are also in the `Link` header. */
export interface PageLink {
  readonly rel: string;
  readonly href: string;
  readonly type?: string;
  readonly title?: string;
}

export interface Page {
  /** The subject of the page, without the site's name; undefined for the home page. */
  readonly title?: Piece;
  readonly main: Piece;
  /** The canonical address of the page. */
  readonly canonical?: string;
  readonly versions?: Versions;
  readonly links?: readonly PageLink[];
  /** The part of the calendar's interface that the page shows; default its root (docs/interface/calendar.md §14). */
  readonly calendarRoot?: string;
  /** Text about the page for search results and shared links. */
  readonly description?: string;
  /** The picture for shared links. */
  readonly image?: { readonly url: string; readonly width?: number; readonly height?: number } | undefined;
  /** True if the page shows one record: a post or an event. */
  readonly isArticle?: boolean;
  /** Structured data in the vocabulary of schema.org. */
  readonly jsonLd?: object;
  /** Further `meta` elements: content by name. */
  readonly meta?: Readonly<Record<string, string>>;
  /** False excludes the page from search engines. */
  readonly indexed?: boolean;
  /** The site's own scripts that the page runs; none if omitted. */
  readonly scripts?: readonly PageScript[];
  /** The navigation entry of the page. */
  readonly section?: 'home' | 'events';
  /** The console's form of the record, below `/admin/`: `calendar/events/7`; only for callers who may edit it. */
  readonly editedAt?: string | false;
  /** False for pages of the administration, which have links of their own. */
  readonly hasSignInLink?: boolean;
}

/** The path of the icon that browsers show beside the site's name. */
export const FAVICON = 'favicon.svg';

/** Returns the root of the calendar's interface. */
export const calendarInterface = ({ apiRoot }: Pick<RenderContext, 'apiRoot'>): string => `${apiRoot}/cal/events/v1/`;

/** Returns a page's link to its record, by the record's path in the interface: `/core/v2/posts/7`. */
export const recordLink = ({ apiRoot }: Pick<RenderContext, 'apiRoot'>, path: string): PageLink => ({
  rel: 'alternate',
  type: 'application/json',
  href: `${apiRoot}${path}`,
  title: 'JSON',
});

/** Returns a page's link to a feed of the posts that it lists. */
export const feedLink = (href: string, title: string): PageLink => ({
  rel: 'alternate',
  type: 'application/rss+xml',
  href,
  title,
});

/** Returns the links to the feeds of the site, which every page has. */
const siteFeeds = (renderContext: RenderContext): PageLink[] => [
  feedLink(pageAddress(renderContext, 'feed'), renderContext.site.name),
  {
    rel: 'alternate',
    type: 'text/calendar',
    href: `${pageAddress(renderContext, 'events')}?ical=1`,
    title: renderContext.site.name,
  },
];

const headLink = ({ rel, href, type, title }: PageLink): Html =>
  html`<link rel="${rel}" href="${href}"${type && html` type="${type}"`}${title && html` title="${title}"`}>\n`;

const discovery = (
  page: Page,
  renderContext: RenderContext,
): Html => html`<link rel="${relationPrefix}" href="${renderContext.apiRoot}/">
<meta name="cal-api-version" content="v1">
<meta name="cal-api-origin" content="${renderContext.baseUrl}">
<link rel="alternate" href="${page.calendarRoot ?? calendarInterface(renderContext)}">
`;

// escapes `<`, so that `</script` cannot occur; the JSON keeps its meaning
const dataOf = (jsonLd: object): Html => trusted(JSON.stringify(jsonLd).replaceAll('<', '\\u003c'));

const titleOf = ({ title }: Page, { site }: RenderContext): Html =>
  title === undefined ? html`${site.name}` : html`${title} – ${site.name}`;

/** Returns the description that search engines show below the title; default: the title and the site. */
const descriptionOf = (page: Page, renderContext: RenderContext): Html | false => {
  const { site, text } = renderContext;
  if (page.indexed === false && !page.description) return false;
  const ofSite = site.description || text('Events and posts of {site}', { site: site.name });
  const content =
    page.description || (page.title === undefined ? ofSite : html`${page.title} – ${site.name}: ${ofSite}`);
  return html`<meta name="description" content="${content}">\n`;
};

const metaElements = ({ meta = {} }: Page): Html[] =>
  Object.entries(meta).map(([name, content]) => html`<meta name="${name}" content="${content}">\n`);

const property = (name: string, content: Piece): Html | false =>
  content !== undefined && content !== '' && html`<meta property="${name}" content="${content}">\n`;

/** Returns the Open Graph properties, which others show for shared links. */
const sharing = (page: Page, { site, language }: RenderContext): (Html | false)[] => [
  property('og:title', page.title ?? site.name),
  property('og:type', page.isArticle === true ? 'article' : 'website'),
  property('og:site_name', site.name),
  property('og:locale', languageRecord(language).tag.replace('-', '_')),
  property('og:url', page.canonical),
  property('og:description', page.description),
  property('og:image', page.image?.url),
  property('og:image:width', page.image?.width),
  property('og:image:height', page.image?.height),
];

const head = (page: Page, renderContext: RenderContext): Html => html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(page, renderContext)}</title>
${page.links?.map(headLink)}${siteFeeds(renderContext).map(headLink)}${descriptionOf(page, renderContext)}${
  page.indexed === false && html`<meta name="robots" content="noindex, follow">\n`
}${metaElements(page)}${page.indexed !== false && sharing(page, renderContext)}${page.canonical && html`<link rel="canonical" href="${page.canonical}">\n`}${
  page.versions && versionLinks(page.versions, renderContext)
}${discovery(page, renderContext)}<link rel="icon" href="${renderContext.baseUrl}/${FAVICON}" type="image/svg+xml">
<style>${trusted(STYLE)}</style>
${page.jsonLd && html`<script type="application/ld+json">${dataOf(page.jsonLd)}</script>\n`}${scriptsOf(page, renderContext).map((script) => scriptElement(script, renderContext))}`;

/** Returns all scripts of a page: its own and those of all pages. */
export const scriptsOf = ({ scripts = [] }: Page, renderContext: RenderContext): readonly PageScript[] => [
  ...scripts,
  ...(renderContext.scripts ?? []),
];

const scriptElement = (script: PageScript, renderContext: RenderContext): Html =>
  html`${script.data && html`<script type="application/json" data-js="${script.name}">${dataOf(script.data)}</script>\n`}<script type="module" src="${scriptAddress(script, renderContext)}" integrity="${script.integrity}"></script>\n`;

const navigationItem = (href: string, label: string, isCurrent: boolean): Html =>
  html`<li><a href="${href}"${isCurrent && html` aria-current="true"`}>${label}</a></li>\n`;

/** Returns the links of the menu in the header, else those to the home page and the calendar. */
const siteLinks = ({ section, canonical }: Page, renderContext: RenderContext): Piece =>
  menuLinks('primary', renderContext, canonical) ??
  html`<ul>
${navigationItem(homeAddress(renderContext, renderContext.language), renderContext.text('Home'), section === 'home')}${navigationItem(
  pageAddress(renderContext, 'events'),
  renderContext.text('Events'),
  section === 'events',
)}</ul>`;

/** Renders the logo and the name of the site; the home page names the site in its heading. */
const siteName = ({ title }: Page, renderContext: RenderContext): Html | false => {
  const { name, logo_picture: logo } = renderContext.site;
  const isNamed = title !== undefined;
  if (logo === null && !isNamed) return false;
  const alt = isNamed ? '' : logo?.alt || name;
  const picture =
    logo &&
    html`<img src="${renderContext.baseUrl}${logo.path}" alt="${alt}" width="${logo.width}" height="${logo.height}">`;
  return html`<p class="name"><a href="${homeAddress(renderContext, renderContext.language)}">${picture}${isNamed && html`<span>${name}</span>`}</a></p>\n`;
};

const consoleAddress = ({ baseUrl, language }: RenderContext, path = ''): string =>
  `${baseUrl}/${language}/admin/${path}`;

/** Renders the links of a signed-in person above the header: to the form of the shown record and to the console. */
const consoleLinks = (
  { editedAt = false }: Page,
  renderContext: RenderContext,
): Html => html`<nav class="own" aria-label="${renderContext.text('Administration')}">
<ul>
${editedAt !== false && navigationItem(consoleAddress(renderContext, editedAt), renderContext.text('Edit'), false)}${navigationItem(
  consoleAddress(renderContext),
  renderContext.text('Administration'),
  false,
)}</ul>
</nav>
`;

const header = (page: Page, renderContext: RenderContext, isSignedIn: boolean): Html => {
  return html`<a class="skip" href="#content">${renderContext.text('Skip to content')}</a>
${isSignedIn && consoleLinks(page, renderContext)}<header class="site">
${siteName(page, renderContext)}<nav aria-label="${renderContext.text('Site')}">
${siteLinks(page, renderContext)}
</nav>
<form class="search" role="search" action="${pageAddress(renderContext, 'search')}">
<label class="sr" for="site-search">${renderContext.text('Search')}</label>
<input id="site-search" type="search" name="s" maxlength="200" placeholder="${renderContext.text('Search')}">
</form>
</header>`;
};

/** Returns the links of the menu in the footer, else those to the feeds and the sitemap. */
const footerLinks = ({ canonical }: Page, renderContext: RenderContext): Html => {
  const links = menuLinks('footer', renderContext, canonical);
  if (links !== undefined) return html`<nav aria-label="${renderContext.text('Footer')}">\n${links}\n</nav>`;
  return html`<p><a href="${pageAddress(renderContext).slice(0, -1)}/feed.xml" type="application/rss+xml">${renderContext.text('RSS feed of posts')}</a> · <a href="${pageAddress(renderContext, 'events')}feed.ics" type="text/calendar">${renderContext.text('Calendar to subscribe to')}</a> · <a href="${renderContext.baseUrl}/sitemap.xml">${renderContext.text('Sitemap')}</a></p>`;
};

const footer = (page: Page, renderContext: RenderContext, signIn: boolean): Html => html`<footer class="site">
${languageNavigation(page.versions ?? {}, renderContext)}
${footerLinks(page, renderContext)}
<p>${renderContext.text('For programs:')} <a href="${renderContext.apiRoot}/">${renderContext.text('interface of the site')}</a> · <a href="${renderContext.apiRoot}/docs">${renderContext.text('its reference')}</a></p>
${signIn && html`<p><a href="${consoleAddress(renderContext)}" rel="nofollow">${renderContext.text('Sign in')}</a></p>\n`}</footer>`;

/**
 * Returns a whole page of the site: HTML whose links and forms need no script.
 * @param isSignedIn true for a page that only a signed-in caller gets; visitors get a link to sign in
 */
export const layout = (page: Page, renderContext: RenderContext, isSignedIn = false): Html => html`<!doctype html>
<html ${languageAttributes(renderContext.language)}${accentAttribute(renderContext.site)}>
<head>
${head(page, renderContext)}</head>
<body>
${header(page, renderContext, isSignedIn)}
<main id="content" tabindex="-1">
${page.main}
</main>
${footer(page, renderContext, !isSignedIn && page.hasSignInLink !== false)}
</body>
</html>
`;

export interface Breadcrumb {
  readonly href: string;
  readonly label: Piece;
}

/** Returns links to the previous and next page or month; undefined if there is neither. */
export const steps = (
  label: string,
  { previous, next }: { readonly previous?: Breadcrumb | undefined; readonly next?: Breadcrumb | undefined },
): Html | undefined => {
  if (previous === undefined && next === undefined) return undefined;
  return html`<nav class="steps" aria-label="${label}">
<ul>
<li>${previous && html`<a rel="prev" href="${previous.href}"><span aria-hidden="true">← </span>${previous.label}</a>`}</li>
<li>${next && html`<a rel="next" href="${next.href}">${next.label}<span aria-hidden="true"> →</span></a>`}</li>
</ul>
</nav>`;
};
