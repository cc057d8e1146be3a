import { type Filter, findPage, type Order, type Query } from '@almanac/documents';
import { corePaging, type RestRequest, type RestResponse, type Route, route, withVersions } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import { readPassword } from '../content-items/itemArgs.ts';
import { namedItem, requireNamed } from '../content-items/itemLookup.ts';
import { isUnlocked, mayEditItem, mayReadItem } from '../content-items/itemRights.ts';
import { unusedTexts } from '../content-items/unusedTexts.ts';
import { itemErrors } from '../errors.ts';
import { unmarkedIdArgs } from '../requestArgs.ts';
import { listed, recordAnswer } from './answers.ts';
import type { CalxKind } from './kinds.ts';
import { NAMESPACE, NOTHING_FOUND } from './namespace.ts';

/** The query of a list. */
export interface ListQuery {
  readonly filter: Filter;
  readonly order: readonly Order[];
}

interface PageArgs {
  readonly page: number;
  readonly per_page: number;
  readonly password?: string | undefined;
}

/** Returns the declaration of GET of the collection, without its arguments and its handler. */
export const listDeclaration = <Fields extends ItemFields>({ kind, summaries, answers, schemas }: CalxKind<Fields>) =>
  ({
    namespace: NAMESPACE,
    path: `/${kind.plural}`,
    methods: ['GET'],
    summary: summaries.list,
    answers: answers.list,
    schema: schemas.list,
    refusedWith: NOTHING_FOUND,
  }) as const;

/** Returns a page: a bare list, its totals in headers (docs/interface/calendar-second-generation.md §4). */
export const listPage = async <Fields extends ItemFields>(
  calendar: Calendar,
  calx: CalxKind<Fields>,
  request: RestRequest<PageArgs>,
  query: ListQuery,
): Promise<RestResponse> => {
  const { page, per_page: perPage, password } = request.args;
  const without = unusedTexts(request);
  const { states, total } = await pageOf(calendar, calx, { ...query, without }, { page, perPage });
  return {
    body: await listed(calendar, request, calx, { states, password }),
    headers: corePaging(request, { total, page, perPage }),
  };
};

/** @throws DomainError 404 for a page beyond the last, with the one code that clients know for all kinds */
const pageOf = async <Fields extends ItemFields>(
  { documents }: Calendar,
  { kind }: CalxKind<Fields>,
  query: Query,
  { page, perPage: limit }: { readonly page: number; readonly perPage: number },
) => {
  const { found: states, total } = await findPage<ItemState & Fields>(documents, kind.collection, {
    ...query,
    limit,
    offset: (page - 1) * limit,
  });
  if (states.length === 0 && page > 1) {
    throw itemErrors[kind.noun].calxPageNotFound();
  }
  return { states, total };
};

const readArgs = { ...unmarkedIdArgs, password: readPassword };

/** Returns the route that reads one record; a protected one is masked without its password. */
export const readRoute = <Fields extends ItemFields>(calendar: Calendar, calx: CalxKind<Fields>): Route => {
  const { kind, summaries } = calx;
  const { documents, languages } = calendar;
  return route({
    namespace: NAMESPACE,
    path: `/${kind.plural}/{id:\\d+}`,
    methods: ['GET'],
    summary: summaries.read,
    args: readArgs,
    answers: calx.answers.read,
    schema: calx.schemas.record,
    permission: async (request) => {
      const state = await namedItem(documents, kind, request);
      return state === undefined || mayReadItem(request.principal, kind, state);
    },
    handle: async (request) => {
      const { principal, params, args } = request;
      const state = await requireNamed(documents, kind, request);
      const edits = params.context === 'edit' && mayEditItem(principal, kind, state);
      const masks = !edits && !isUnlocked(state, args.password);
      const answer = await recordAnswer(calendar, request, calx, { state, masks });
      const collection = `${NAMESPACE}/${kind.plural}`;
      return withVersions(answer, {
        request,
        collection,
        language: state.language,
        defaultLanguage: languages.defaultLanguage,
      });
    },
  });
};
