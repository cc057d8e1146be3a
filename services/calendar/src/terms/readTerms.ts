import { type FoundPage, findPage } from '@almanac/documents';
import { recordVersion } from '@almanac/event-sourcing';
import { type Links, linkSet, type RestRequest, type Route, route, withVersions } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { calendarErrors } from '../errors.ts';
import { listAnswer, pagingOf } from '../listAnswer.ts';
import { idArgs } from '../requestArgs.ts';
import type { Taxonomy, Term } from './term.ts';
import { parentFilter, termListArgs } from './termArgs.ts';
import { type TermListRequest, type TermQuery, termQuery } from './termQuery.ts';
import { termAnswers } from './termSchema.ts';
import { type TermRecord, termRecord, termViews } from './termView.ts';

const namespace = 'cal/events/v1';

/** Returns the route that lists a taxonomy's terms. */
export const listTermsRoute = (calendar: Calendar, taxonomy: Taxonomy): Route => {
  const { settings } = calendar;
  const args = termListArgs(() => settings.current().events_per_page);
  const all = taxonomy.hierarchical ? { ...args, ...parentFilter } : args;
  return route({
    namespace,
    path: `/${taxonomy.plural}`,
    methods: ['GET'],
    summary: taxonomy.hierarchical ? 'Lists categories.' : 'Lists tags.',
    args: all,
    answers: termAnswers.list(taxonomy),
    handle: async (request) => {
      const paging = pagingOf(request.args);
      const { found, total } = await pageOf(calendar, taxonomy, request, paging);
      const shown = await termViews(calendar, taxonomy, found);
      const display = displayOf(calendar, request);
      const items = shown.map((each) => termRecord(taxonomy, each, display));
      return listAnswer(request, {
        ...paging,
        plural: taxonomy.plural,
        items,
        total,
        effective: {},
      });
    },
  });
};

const pageOf = async (
  calendar: Calendar,
  taxonomy: Taxonomy,
  request: TermListRequest,
  { perPage, offset }: { readonly perPage: number; readonly offset: number },
): Promise<FoundPage<Term>> => {
  const { documents } = calendar;
  const query = await termQuery(calendar, taxonomy, request);
  const { filter, order } = query;
  if (request.args.orderby === 'count' || (request.args.orderby === 'include' && query.included.length > 0)) {
    const ranked = await rankedTerms(calendar, taxonomy, query, request.args);
    return { found: ranked.slice(offset, offset + perPage), total: ranked.length };
  }
  return findPage<Term>(documents, taxonomy.collection, { filter, order, limit: perPage, offset });
};

/** Returns all terms of a list, ordered by use or in the order of `include`, which documents do not store. */
const rankedTerms = async (
  { documents, linkingEvents }: Calendar,
  taxonomy: Taxonomy,
  { filter, included }: TermQuery,
  { orderby, order }: TermListRequest['args'],
): Promise<Term[]> => {
  const terms = await documents.find<Term>(taxonomy.collection, { filter });
  const ids = terms.map((term) => term.id);
  const counts = orderby === 'count' ? await linkingEvents.countsOf(taxonomy.plural, ids) : undefined;
  const rankOf = ({ id }: Term): number => (counts === undefined ? included.indexOf(id) : (counts.get(id) ?? 0));
  const sign = order?.toLowerCase() === 'desc' ? -1 : 1;
  return terms.toSorted((a, b) => sign * (rankOf(a) - rankOf(b) || a.id - b.id));
};

const displayOf = ({ languages }: Calendar, { site, apiRoot }: Pick<RestRequest, 'site' | 'apiRoot'>) => ({
  site,
  apiRoot,
  defaultLanguage: languages.defaultLanguage,
});

/** Returns the answer about one term, with its links. */
export const renderTerm = async (
  calendar: Calendar,
  taxonomy: Taxonomy,
  request: Pick<RestRequest, 'site' | 'apiRoot'>,
  term: Term,
): Promise<TermRecord & { readonly _links: Links }> => {
  const [shown] = await termViews(calendar, taxonomy, [term]);
  if (shown === undefined) throw calendarErrors.unknownTerm();
  const record = termRecord(taxonomy, shown, displayOf(calendar, request));
  const { self, collection, up } = record.urls;
  const links = {
    self: [{ href: self }],
    collection: [{ href: collection }],
    about: [{ href: `${request.apiRoot}/core/v2/taxonomies/${taxonomy.slug}` }],
    up: up === undefined ? undefined : [{ href: up }],
  };
  return { ...record, _links: linkSet(links) };
};

/** @throws DomainError 404 */
export const requireTerm = async <T extends Term>(
  { documents }: Calendar,
  taxonomy: Taxonomy,
  id: number,
): Promise<T> => {
  const term = Number.isSafeInteger(id) ? await documents.get<T>(taxonomy.collection, id) : undefined;
  if (term === undefined || term.body === null) throw calendarErrors.unknownTerm();
  return term.body;
};

/** Returns the term that the path names. @throws DomainError 404 */
export const namedTerm = <T extends Term>(
  calendar: Calendar,
  taxonomy: Taxonomy,
  { captures }: Pick<RestRequest, 'captures'>,
): Promise<T> => requireTerm(calendar, taxonomy, Number(captures.id));

/** Returns the route that reads one term. */
export const readTermRoute = (calendar: Calendar, taxonomy: Taxonomy): Route =>
  route({
    namespace,
    path: `/${taxonomy.plural}/{id:\\d+}`,
    methods: ['GET'],
    summary: taxonomy.hierarchical ? 'Reads a category.' : 'Reads a tag.',
    args: idArgs,
    answers: termAnswers.read,
    handle: async (request) => {
      const term = await namedTerm(calendar, taxonomy, request);
      const body = await renderTerm(calendar, taxonomy, request, term);
      const answer = { body, version: recordVersion(taxonomy.aggregate, term) };
      const { defaultLanguage } = calendar.languages;
      const collection = `${namespace}/${taxonomy.plural}`;
      return withVersions(answer, { request, collection, language: term.language, defaultLanguage });
    },
  });
