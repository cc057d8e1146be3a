import { type Filter, findPage, type Order } from '@almanac/documents';
import { type Route, route, withVersions } from '@almanac/rest';
import type { ZodType } from 'zod';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind, LinkedKindNames } from '../content-items/itemKind.ts';
import { requireNamed } from '../content-items/itemLookup.ts';
import { isUnlocked, mayEditItem, mayReadItem } from '../content-items/itemRights.ts';
import { type ItemRoutes, itemRoutes, passwordArgs } from '../content-items/itemRoutes.ts';
import { itemAnswers } from '../content-items/itemSchema.ts';
import { listedWithoutAsking } from '../content-items/statuses.ts';
import { unusedTextsIn } from '../content-items/unusedTexts.ts';
import { itemErrors } from '../errors.ts';
import { listAnswer, type Paging, pagingOf } from '../listAnswer.ts';
import { withViewsApart } from '../rememberViews.ts';
import { type LinkedView, linkedAnswer, renderLinked } from './linkedAnswers.ts';
import { linkedListArgs, linkedQuery } from './linkedQuery.ts';

/** A kind of linked item as its reading routes need it. */
export interface Readable<Fields extends ItemFields> extends LinkedView<ItemState & Fields> {
  readonly kind: ItemKind<Fields> & LinkedKindNames;
  /** The schema of a record in answers. */
  readonly schema: ZodType;
  readonly summaries: { readonly list: string; readonly read: string };
}

export const listLinkedRoute = <Fields extends ItemFields>(calendar: Calendar, readable: Readable<Fields>): Route => {
  const { kind, summaries } = readable;
  return route({
    namespace: 'cal/events/v1',
    path: `/${kind.plural}`,
    methods: ['GET'],
    summary: summaries.list,
    args: linkedListArgs(() => calendar.settings.current().events_per_page),
    answers: itemAnswers(kind, readable.schema).list,
    handle: async (request) => {
      const filter = await linkedQuery(calendar, kind, request);
      const paging = pagingOf(request.args);
      const without = unusedTextsIn(request, kind.plural);
      const { states, total } = await pageOf(calendar, kind, { filter, without }, paging);
      const { password, status = listedWithoutAsking(request.principal, kind.type) } = request.args;
      const shown = { states, password, masks: true };
      const items = await renderLinked(withViewsApart(calendar, without), request, readable, shown);
      const { plural } = kind;
      const effective = { per_page: paging.perPage, status: status.join(',') };
      return listAnswer(request, { ...paging, plural, items, total, effective });
    },
  });
};

/** Reads a page of records, the newest first. @throws DomainError 404 for a page beyond the last */
const pageOf = async <Fields extends ItemFields>(
  { documents }: Calendar,
  kind: ItemKind<Fields>,
  query: { readonly filter: Filter; readonly without: readonly string[] },
  { page, perPage: limit, offset }: Paging,
): Promise<{ readonly states: readonly (ItemState & Fields)[]; readonly total: number }> => {
  const order: Order[] = [{ field: 'date', direction: 'desc' }];
  const { found: states, total } = await findPage<ItemState & Fields>(documents, kind.collection, {
    ...query,
    order,
    limit,
    offset,
  });
  if (states.length === 0 && page > 1) throw itemErrors[kind.noun].pageNotFound();
  return { states, total };
};

export const readLinkedRoutes = <Fields extends ItemFields>(
  calendar: Calendar,
  readable: Readable<Fields>,
): ItemRoutes => {
  const { kind, summaries } = readable;
  return itemRoutes<{ readonly password?: string | undefined }>({
    plural: kind.plural,
    methods: ['GET'],
    summary: summaries.read,
    args: passwordArgs,
    answers: itemAnswers(kind, readable.schema).read,
    handle: async (request) => {
      const { principal, args, params } = request;
      const state = await requireNamed(calendar.documents, kind, request);
      if (!mayReadItem(principal, kind, state)) throw itemErrors[kind.noun].notAccessible();
      const edits = params.context === 'edit' && mayEditItem(principal, kind, state);
      const unlocked = edits || isUnlocked(state, args.password);
      const answer = await linkedAnswer(calendar, request, readable, { state, masks: !unlocked, jsonLd: unlocked });
      const { defaultLanguage } = calendar.languages;
      const collection = `cal/events/v1/${kind.plural}`;
      return withVersions(answer, { request, collection, language: state.language, defaultLanguage });
    },
  });
};
