import { minorEditArg } from '@almanac/content-model';
import { forUpdate, type RestRequest, type Route, route, type Values } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemFields } from '../content-items/contentItem.ts';
import type { ItemKind, LinkedKindNames } from '../content-items/itemKind.ts';
import { createdItem, requireNamed } from '../content-items/itemLookup.ts';
import { itemPermissions } from '../content-items/itemRights.ts';
import { changeByRequest, createByRequest } from '../content-items/writeItem.ts';
import { linkedQuery } from '../linked-items/linkedQuery.ts';
import { type LinkedKind, writingOfLinked } from '../linked-items/linkedWriting.ts';
import { translationArgs, unmarkedIdArgs } from '../requestArgs.ts';
import { recordAnswer } from './answers.ts';
import { type CalxKind, withOwnNames } from './kinds.ts';
import { linkedListArgs } from './listArgs.ts';
import { NAMESPACE } from './namespace.ts';
import { type ListQuery, listDeclaration, listPage, readRoute } from './readRoutes.ts';
import type { commonArgs } from './recordArgs.ts';
import { removeRoute } from './removeRoute.ts';
import { namesInCalx, valuesInV1, withoutUnchangedArgs } from './sentValues.ts';

/** A kind of linked item as this interface writes it. */
export interface CalxLinked<Fields extends ItemFields> extends CalxKind<Fields> {
  readonly kind: ItemKind<Fields> & LinkedKindNames;
  readonly linked: LinkedKind<Fields>;
  readonly args: typeof commonArgs;
}

const createRoute = <Fields extends ItemFields>(calendar: Calendar, calx: CalxLinked<Fields>): Route => {
  const { kind, linked, summaries, args } = calx;
  return route({
    namespace: NAMESPACE,
    path: `/${kind.plural}`,
    methods: ['POST'],
    summary: summaries.create,
    args: { ...args, ...translationArgs },
    answers: calx.answers.create,
    permission: itemPermissions(calendar.documents, kind).create,
    handle: (request) =>
      withOwnNames(namesInCalx(kind), async () => {
        const sent = valuesInV1(kind, request.args, calendar);
        const state = await createByRequest(calendar, writingOfLinked(linked), { ...request, args: sent });
        return recordAnswer(calendar, request, calx, { state, status: 201 });
      }),
    recover: async (request, commit) => {
      const state = await createdItem(calendar, kind, commit);
      return recordAnswer(calendar, request, calx, { state, status: 201 });
    },
  });
};

const changeRoute = <Fields extends ItemFields>(calendar: Calendar, calx: CalxLinked<Fields>): Route => {
  const { kind, linked, summaries, args } = calx;
  return route({
    namespace: NAMESPACE,
    path: `/${kind.plural}/{id:\\d+}`,
    methods: ['PUT', 'PATCH'],
    summary: summaries.change,
    args: { ...unmarkedIdArgs, ...forUpdate(args), ...minorEditArg },
    answers: calx.answers.change,
    permission: itemPermissions(calendar.documents, kind).update,
    handle: (received) =>
      withOwnNames(namesInCalx(kind), async () => {
        const before = await requireNamed(calendar.documents, kind, received);
        const names = namesInCalx(kind);
        const said = linked.derivedArguments.map((name) => names[name] ?? name);
        const request = await withoutUnchangedArgs(calendar, calx, received, { state: before, said });
        const sent = valuesInV1(kind, request.args, calendar);
        const state = await changeByRequest(calendar, writingOfLinked(linked), { ...request, args: sent }, before);
        return recordAnswer(calendar, received, calx, { state });
      }),
  });
};

type ListRequest = RestRequest<Values<ReturnType<typeof linkedListArgs>>>;

/** Returns the query, the newest record first. An event that the caller may not see has no linked items here. */
const queryOf = async (calendar: Calendar, kind: LinkedKindNames, request: ListRequest): Promise<ListQuery> => {
  const order = [{ field: 'date', direction: 'desc' }] as const;
  const { has_events, only_with_upcoming = false, ...args } = request.args;
  if (args.event !== undefined && !(await calendar.linkingEvents.shows(args.event, request))) {
    return { filter: { any: [] }, order };
  }
  const asked = { ...args, has_events, only_with_upcoming };
  return { filter: await linkedQuery(calendar, kind, { ...request, args: asked }), order };
};

const listRoute = <Fields extends ItemFields>(calendar: Calendar, calx: CalxLinked<Fields>): Route =>
  route({
    ...listDeclaration(calx),
    args: linkedListArgs(() => calendar.settings.current().posts_per_page),
    handle: async (request) => listPage(calendar, calx, request, await queryOf(calendar, calx.kind, request)),
  });

/** Returns the routes of a kind of linked item. */
export const calxLinkedRoutes = <Fields extends ItemFields>(calendar: Calendar, calx: CalxLinked<Fields>): Route[] => [
  listRoute(calendar, calx),
  createRoute(calendar, calx),
  readRoute(calendar, calx),
  changeRoute(calendar, calx),
  removeRoute(calendar, calx),
];
