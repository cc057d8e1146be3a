import {
  calendarInterface,
  type Html,
  html,
  inEveryLanguage,
  inline,
  namedTerm,
  type Page,
  pageAddress,
  pageAnswer,
  recordLink,
  redirectTo,
  summary,
  trusted,
  type Versions,
  versionsAt,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import { listTags } from '../events/eventAnswers.ts';
import type { Taxonomy, Term } from '../terms/term.ts';
import { eventsWithTerms, translatedTerms } from '../terms/termLookup.ts';
import { type Listed, listEvents } from './eventListing.ts';
import type { PageContext } from './pageContext.ts';
import { subscribeLinks } from './subscribe.ts';
import { termPaths } from './termAddresses.ts';

const termVersions = async (
  { calendar, renderContext }: PageContext,
  taxonomy: Taxonomy,
  term: Term,
): Promise<Versions> => {
  const { documents } = calendar;
  const terms = await translatedTerms(documents, taxonomy, term);
  const paths = await termPaths(calendar, taxonomy, terms);
  return versionsAt(renderContext, terms, ({ id }) => paths.get(id) ?? null);
};

const headingOf = ({ hierarchical }: Taxonomy, { name }: Term, { renderContext }: PageContext): Html =>
  trusted(renderContext.text(hierarchical ? 'Category: {name}' : 'Tag: {name}', { name: inline(name).text }));

const mainOf = (heading: Html | string, listed: Listed, more: Html | undefined, context: PageContext): Html =>
  html`<h1>${heading}</h1>
${more}${listed.html}
<p><a href="${pageAddress(context.renderContext, 'events')}">${context.renderContext.text('All events')}</a></p>`;

/** The events of a category, with those of the categories below it, or of a tag. */
export const termPage = async (context: PageContext, taxonomy: Taxonomy): Promise<RestResponse> => {
  const { calendar, request, renderContext } = context;
  const term = await namedTerm(request, renderContext, (slug) =>
    calendar.documents.find<Term>(taxonomy.collection, { filter: { field: 'slug', equals: slug } }),
  );
  const versions = await termVersions(context, taxonomy, term);
  const address = versions[renderContext.language] ?? Object.values(versions)[0] ?? '';
  if (term.language !== renderContext.language) return redirectTo(address);
  const filter = await eventsWithTerms(calendar.documents, taxonomy, [term.id]);
  const listed = await listEvents(context, { address, filter });
  const heading = headingOf(taxonomy, term, context);
  const about = term.description !== '' && html`<div class="content">${trusted(term.description)}</div>\n`;
  const page: Page = {
    title: heading,
    main: mainOf(heading, listed, about || undefined, context),
    canonical: listed.address,
    versions,
    links: [
      recordLink(renderContext, `/cal/events/v1/${taxonomy.plural}/${term.id}`),
      ...subscribeLinks(renderContext, { [taxonomy.plural]: term.slug }),
    ],
    calendarRoot: `${calendarInterface(renderContext)}events/?${taxonomy.plural}=${term.slug}`,
    description: summary(term.description),
    section: 'events',
    indexed: listed.isFirst,
  };
  return pageAnswer(request, renderContext, page, { tags: [`${taxonomy.plural}:${term.id}`, ...listTags] });
};

interface PlainList {
  readonly segment: 'list' | 'featured';
  readonly heading: string;
  readonly featured?: boolean;
}

/** A list of all events, or of the featured ones. */
export const listPage = async (
  context: PageContext,
  { segment, heading, featured }: PlainList,
): Promise<RestResponse> => {
  const { request, renderContext } = context;
  const address = pageAddress(renderContext, 'events', segment);
  const filter = { field: 'featured', equals: true } as const;
  const listed = await listEvents(context, { address, ...(featured === true && { filter }) });
  const title = renderContext.text(heading);
  const page: Page = {
    title,
    main: mainOf(title, listed, undefined, context),
    canonical: listed.address,
    versions: inEveryLanguage((language) => pageAddress({ ...renderContext, language }, 'events', segment)),
    links: subscribeLinks(renderContext, featured === true ? { featured: '1' } : {}),
    ...(featured === true && { calendarRoot: `${calendarInterface(renderContext)}events/?featured=1` }),
    section: 'events',
    indexed: listed.isFirst,
  };
  return pageAnswer(request, renderContext, page, { tags: [...listTags] });
};
