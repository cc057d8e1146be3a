import { type Args, type RestRequest, type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { idArgs } from '../records/itemArgs.ts';
import { listAnswer, pagingOf } from '../records/listAnswer.ts';
import { withVersions } from '../translations/versionLinks.ts';
import type { Taxonomy, Term } from './term.ts';
import { parentFilter, termListArgs } from './termArgs.ts';
import { noSuchTerm } from './termErrors.ts';
import { type TermListRequest, termQuery } from './termQuery.ts';
import { countsOf, shownTerms } from './termReader.ts';
import { termRecord } from './termView.ts';

const namespace = 'cal/events/v1';

/** The list of a taxonomy's terms. */
export const listTermsRoute = (calendar: Calendar, taxonomy: Taxonomy): Route => {
  const { documents, site } = calendar;
  const args = termListArgs(site.settings.events_per_page);
  const all: Args = taxonomy.hierarchical ? { ...args, ...parentFilter } : args;
  return route({
    namespace,
    path: `/${taxonomy.plural}`,
    methods: ['GET'],
    summary: taxonomy.hierarchical ? 'Lists categories.' : 'Lists tags.',
    args: all,
    handle: async (untyped) => {
      const request = untyped as unknown as RestRequest & TermListRequest;
      const paging = pagingOf(request.args);
      const { found, total } = await pageOf(calendar, taxonomy, request, paging);
      const shown = await shownTerms(documents, taxonomy, found);
      const display = displayOf(calendar, request);
      const items = shown.map((each) => termRecord(taxonomy, each, display));
      return listAnswer(request, {
        ...paging,
        plural: taxonomy.plural,
        items,
        total,
        effective: {},
        tags: [taxonomy.plural, 'events'],
      });
    },
  });
};

const pageOf = async (
  { documents, ...calendar }: Calendar,
  taxonomy: Taxonomy,
  request: TermListRequest,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<{ readonly found: readonly Term[]; readonly total: number }> => {
  const { filter, order } = await termQuery({ documents, ...calendar }, taxonomy, request);
  if (request.args.orderby !== 'count') {
    const [found, total] = await Promise.all([
      documents.find<Term>(taxonomy.collection, { filter, order, limit: perPage, offset }),
      documents.count(taxonomy.collection, filter),
    ]);
    return { found, total };
  }
  const terms = await documents.find<Term>(taxonomy.collection, { filter });
  const counts = await countsOf(
    documents,
    taxonomy,
    terms.map((term) => term.id),
  );
  const sign = request.args.order?.toLowerCase() === 'desc' ? -1 : 1;
  const sorted = terms.toSorted(
    (a, b) => sign * ((counts.get(a.id) ?? 0) - (counts.get(b.id) ?? 0)) || sign * (a.id - b.id),
  );
  return { found: sorted.slice(offset, offset + perPage), total: terms.length };
};

const displayOf = ({ languages }: Calendar, { site, apiRoot }: Pick<RestRequest, 'site' | 'apiRoot'>) => ({
  site,
  apiRoot,
  defaultLanguage: languages.defaultLanguage,
});

/** One term as shown by itself. */
export const shownTerm = async (
  calendar: Calendar,
  taxonomy: Taxonomy,
  request: Pick<RestRequest, 'site' | 'apiRoot'>,
  term: Term,
): Promise<Record<string, unknown>> => {
  const [shown] = await shownTerms(calendar.documents, taxonomy, [term]);
  if (shown === undefined) throw noSuchTerm();
  return termRecord(taxonomy, shown, displayOf(calendar, request));
};

/** @throws DomainError 404 */
export const requireTerm = async <T extends Term>(
  { documents }: Calendar,
  taxonomy: Taxonomy,
  id: number,
): Promise<T> => {
  const term = Number.isSafeInteger(id) ? await documents.get<T>(taxonomy.collection, id) : undefined;
  if (term === undefined || term.body === null) throw noSuchTerm();
  return term.body;
};

/** The term that the path names. @throws DomainError 404 */
export const namedTerm = <T extends Term>(
  calendar: Calendar,
  taxonomy: Taxonomy,
  { captures }: Pick<RestRequest, 'captures'>,
): Promise<T> => requireTerm(calendar, taxonomy, Number(captures.id));

/** Reading one term. */
export const readTermRoute = (calendar: Calendar, taxonomy: Taxonomy): Route =>
  route({
    namespace,
    path: `/${taxonomy.plural}/{id:\\d+}`,
    methods: ['GET'],
    summary: taxonomy.hierarchical ? 'Reads a category.' : 'Reads a tag.',
    args: idArgs,
    handle: async (request) => {
      const term = await namedTerm(calendar, taxonomy, request);
      const body = await shownTerm(calendar, taxonomy, request, term);
      const answer = { body, version: term.version, tags: [taxonomy.plural, 'events'] };
      return withVersions(calendar, answer, { request, plural: taxonomy.plural, language: term.language });
    },
  });
