import { type RestRequest, type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { idArgs, passwordArgs, slugArgs } from './itemArgs.ts';
import { type LinkedShow, linkedAnswer, shownLinked } from './linkedAnswers.ts';
import { linkedListArgs } from './linkedListArgs.ts';
import { linkedQuery } from './linkedQuery.ts';
import { listAnswer, pagingOf } from './listAnswer.ts';
import type { RecordFields, RecordState } from './record.ts';
import { type LinkedKindNames, notAccessible, pageNotFound, type RecordKind } from './recordKind.ts';
import { requireNamed } from './recordLookup.ts';
import { isUnlocked, mayEditRecord, mayReadRecord } from './rights.ts';

const namespace = 'cal/events/v1';

/** A kind of linked record as its reading routes need it. */
export interface Readable<Name extends string, Fields extends RecordFields> extends LinkedShow<RecordState & Fields> {
  readonly kind: RecordKind<Name, Fields> & LinkedKindNames;
  readonly summaries: { readonly list: string; readonly read: string };
}

export const listLinkedRoute = <Name extends string, Fields extends RecordFields>(
  calendar: Calendar,
  readable: Readable<Name, Fields>,
): Route => {
  const { kind, summaries } = readable;
  const { documents, site } = calendar;
  return route({
    namespace,
    path: `/${kind.plural}`,
    methods: ['GET'],
    summary: summaries.list,
    args: linkedListArgs(site.settings.events_per_page),
    handle: async (request) => {
      const filter = await linkedQuery(calendar, kind, request);
      const paging = pagingOf(request.args);
      const [states, total] = await Promise.all([
        documents.find<RecordState & Fields>(kind.collection, {
          filter,
          order: [{ field: 'date', direction: 'desc' }],
          limit: paging.perPage,
          offset: paging.offset,
        }),
        documents.count(kind.collection, filter),
      ]);
      if (states.length === 0 && paging.page > 1) throw pageNotFound(kind);
      const { password } = request.args;
      const items = await shownLinked(calendar, request, readable, { states, password, masks: true });
      const effective = { per_page: paging.perPage };
      return listAnswer(request, {
        ...paging,
        plural: kind.plural,
        items,
        total,
        effective,
        tags: [kind.plural, 'events'],
      });
    },
  });
};

/** By id and by slug. */
export const readLinkedRoutes = <Name extends string, Fields extends RecordFields>(
  calendar: Calendar,
  readable: Readable<Name, Fields>,
): { readonly byId: Route; readonly bySlug: Route } => {
  const { kind } = readable;
  const handle = async (request: RestRequest<{ readonly password?: string | undefined }>) => {
    const { principal, args, params } = request;
    const state = await requireNamed(calendar.documents, kind, request);
    if (!mayReadRecord(principal, kind, state)) throw notAccessible(kind);
    const edits = params.context === 'edit' && mayEditRecord(principal, kind, state);
    const unlocked = edits || isUnlocked(state, args.password);
    return linkedAnswer(calendar, request, readable, { state, masks: !unlocked, jsonLd: unlocked });
  };
  const shared = { namespace, methods: ['GET'] as const, summary: readable.summaries.read, handle };
  return {
    byId: route({ ...shared, path: `/${kind.plural}/{id:\\d+}`, args: { ...idArgs, ...passwordArgs } }),
    bySlug: route({ ...shared, path: `/${kind.plural}/by-slug/{slug}`, args: { ...slugArgs, ...passwordArgs } }),
  };
};
