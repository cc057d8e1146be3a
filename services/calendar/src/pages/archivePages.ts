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

const termVersions = async ({ calendar, showing }: PageContext, taxonomy: Taxonomy, term: Term): Promise<Versions> => {
  const { documents } = calendar;
  const terms = await translatedTerms(documents, taxonomy, term);
  const paths = await termPaths(calendar, taxonomy, terms);
  return versionsAt(showing, terms, ({ id }) => paths.get(id) ?? null);
};

const headingOf = ({ hierarchical }: Taxonomy, { name }: Term, { showing }: PageContext): Html =>
  trusted(showing.text(hierarchical ? 'Category: {name}' : 'Tag: {name}', { name: inline(name).text }));

const mainOf = (heading: Html | string, listed: Listed, more: Html | undefined, context: PageContext): Html =>
  html`<h1>${heading}</h1>
${more}${listed.html}
<p><a href="${pageAddress(context.showing, 'events')}">${context.showing.text('All events')}</a></p>`;

/** The events of a category, with those of the categories below it, or of a tag. */
export const termPage = async (context: PageContext, taxonomy: Taxonomy): Promise<RestResponse> => {
  const { calendar, request, showing } = context;
  const term = await namedTerm(request, showing, (slug) =>
    calendar.documents.find<Term>(taxonomy.collection, { filter: { field: 'slug', equals: slug } }),
  );
  const versions = await termVersions(context, taxonomy, term);
  const address = versions[showing.language] ?? Object.values(versions)[0] ?? '';
  if (term.language !== showing.language) return redirectTo(address);
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
      recordLink(showing, `/cal/events/v1/${taxonomy.plural}/${term.id}`),
      ...subscribeLinks(showing, { [taxonomy.plural]: term.slug }),
    ],
    calendarRoot: `${calendarInterface(showing)}events/?${taxonomy.plural}=${term.slug}`,
    description: summary(term.description),
    section: 'events',
    indexed: listed.isFirst,
  };
  return pageAnswer(request, showing, page, { tags: [`${taxonomy.plural}:${term.id}`, ...listTags] });
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
  const { request, showing } = context;
  const address = pageAddress(showing, 'events', segment);
  const filter = { field: 'featured', equals: true } as const;
  const listed = await listEvents(context, { address, ...(featured === true && { filter }) });
  const title = showing.text(heading);
  const page: Page = {
    title,
    main: mainOf(title, listed, undefined, context),
    canonical: listed.address,
    versions: inEveryLanguage((language) => pageAddress({ ...showing, language }, 'events', segment)),
    links: subscribeLinks(showing, featured === true ? { featured: '1' } : {}),
    ...(featured === true && { calendarRoot: `${calendarInterface(showing)}events/?featured=1` }),
    section: 'events',
    indexed: listed.isFirst,
  };
  return pageAnswer(request, showing, page, { tags: [...listTags] });
};
