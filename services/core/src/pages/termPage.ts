import { i18nMembers, readTree, withDescendants } from '@almanac/content-model';
import type { Filter } from '@almanac/documents';
import {
  calendarInterface,
  feedLink,
  findNamedTerm,
  type Html,
  html,
  inline,
  type Page,
  pageAnswer,
  pageNotFound,
  plain,
  recordLink,
  redirectTo,
  summary,
  trusted,
  type Versions,
  versionsAt,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { PageContext } from '../pageContext.ts';
import { termsById } from '../terms/readModels/termList.ts';
import type { Taxonomy, Term } from '../terms/term.ts';
import { termPaths } from '../terms/termRecord.ts';
import { listPosts, type PostListing, pagesBelow } from './postListing.ts';
import { eventCards, upcomingEvents } from './upcomingEvents.ts';

const termVersions = async (
  { core, renderContext }: PageContext,
  taxonomy: Taxonomy,
  term: Term,
): Promise<Versions> => {
  const i18n = await i18nMembers(core.documents, taxonomy.slug, [term], false);
  const versions = await termsById(core.documents, taxonomy, Object.values(i18n(term).translations));
  const pathOf = await termPaths(core, taxonomy, versions);
  return versionsAt(renderContext, versions, pathOf);
};

const HEADINGS: Readonly<Record<Taxonomy['slug'], string>> = { category: 'Category: {name}', post_tag: 'Tag: {name}' };

const headingOf = ({ slug }: Taxonomy, { name }: Term, { renderContext }: PageContext): Html =>
  trusted(renderContext.text(HEADINGS[slug], { name: inline(name).text }));

/** Renders the next events with a tag: posts and events share tags. */
const taggedEvents = async (context: PageContext, term: Term): Promise<Html | undefined> => {
  const events = await upcomingEvents(context, term);
  if (events.length === 0) return undefined;
  return html`<h2>${context.renderContext.text('Events')}</h2>
${await eventCards(events, context)}
`;
};

const mainOf = async (context: PageContext, taxonomy: Taxonomy, term: Term, listed: PostListing): Promise<Html> => {
  const tagged = !taxonomy.hierarchical && listed.page === 1 ? await taggedEvents(context, term) : undefined;
  return html`<h1>${headingOf(taxonomy, term, context)}</h1>
${term.description !== '' && html`<div class="content">${trusted(term.description)}</div>\n`}${tagged}${
  tagged && html`<h2>${context.renderContext.text('Posts')}</h2>\n`
}${listed.html}`;
};

/** Returns the term named in the path; undefined if there is none. */
export const findTermOf = (
  { core, request, renderContext }: PageContext,
  taxonomy: Taxonomy,
): Promise<Term | undefined> =>
  findNamedTerm(request, renderContext, (slug) =>
    core.documents.find<Term>(taxonomy.collection, { filter: { field: 'slug', equals: slug } }),
  );

/** Returns the filter of the posts with a term. A category includes the posts of its descendants. */
export const postsOfTerm = async ({ core }: PageContext, taxonomy: Taxonomy, { id }: Term): Promise<Filter> => {
  const ids = taxonomy.hierarchical ? withDescendants(await readTree(core.documents), [id]) : [id];
  return { field: taxonomy.base, contains: ids };
};

/** Returns the archive page of a category or a tag. A category includes the posts of its descendants. */
export const termPage = async (context: PageContext, taxonomy: Taxonomy): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const term = await findTermOf(context, taxonomy);
  if (term === undefined) throw pageNotFound();
  const versions = await termVersions(context, taxonomy, term);
  const address = versions[renderContext.language] ?? Object.values(versions)[0] ?? '';
  if (term.language !== renderContext.language) return redirectTo(address);
  const filter = await postsOfTerm(context, taxonomy, term);
  const listed = await listPosts(context, { address: pagesBelow(address), filter });
  const page: Page = {
    title: headingOf(taxonomy, term, context),
    main: await mainOf(context, taxonomy, term, listed),
    canonical: listed.address,
    versions,
    links: [
      recordLink(renderContext, `/core/v2/${taxonomy.base}/${term.id}`),
      feedLink(`${address}feed/`, plain(term.name)),
    ],
    description: summary(term.description),
    section: 'home',
    ...(!taxonomy.hierarchical && { calendarRoot: `${calendarInterface(renderContext)}events/?tags=${term.slug}` }),
  };
  return pageAnswer(request, renderContext, page);
};
