import {
  calendarInterface,
  namedTerm,
  recordLink,
  redirectTo,
  summary,
  type Versions,
  versionsAt,
} from '@almanac/pages';
import type { RestResponse } from '@almanac/rest';
import type { Taxonomy, Term } from '../terms/term.ts';
import { translatedTerms } from '../terms/termLookup.ts';
import type { PageContext } from '../views/pageContext.ts';
import { subscribeLinks } from '../views/subscribe.ts';
import { termPaths } from './termAddresses.ts';
import { viewPage } from './viewPage.ts';

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

/** Renders the page of a category, which includes events of its descendants, or of a tag. */
export const termPage = async (context: PageContext, taxonomy: Taxonomy): Promise<RestResponse> => {
  const { calendar, request, renderContext } = context;
  const term = await namedTerm(request, renderContext, (slug) =>
    calendar.documents.find<Term>(taxonomy.collection, { filter: { field: 'slug', equals: slug } }),
  );
  const versions = await termVersions(context, taxonomy, term);
  const address = versions[renderContext.language] ?? Object.values(versions)[0] ?? '';
  if (term.language !== renderContext.language) return redirectTo(address);
  return viewPage(context, {
    versions,
    links: [
      recordLink(renderContext, `/cal/events/v1/${taxonomy.plural}/${term.id}`),
      ...subscribeLinks(renderContext, { [taxonomy.plural]: term.slug }),
    ],
    calendarRoot: `${calendarInterface(renderContext)}events/?${taxonomy.plural}=${term.slug}`,
    description: summary(term.description),
  });
};

/** Renders the list of featured events. */
export const featuredPage = (context: PageContext): Promise<RestResponse> =>
  viewPage(context, { calendarRoot: `${calendarInterface(context.renderContext)}events/?featured=1` });
