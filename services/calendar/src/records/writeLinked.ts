import { slugOf } from '@almanac/content';
import { streamOf } from '@almanac/domain';
import { mayPublish, userId } from '@almanac/identity';
import { type Args, forUpdate, type RestRequest, type Route, route } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { requireAuthor } from './authors.ts';
import { changeRecord, trashRecord } from './changeRecord.ts';
import { createRecord } from './createRecord.ts';
import { idArgs, slugArgs } from './itemArgs.ts';
import { refuseOtherLanguage } from './languageFilter.ts';
import { linkedAnswer } from './linkedAnswers.ts';
import { type LinkedKind, newLinkedFields } from './linkedWriting.ts';
import type { Readable } from './readLinked.ts';
import type { RecordFields, RecordState } from './record.ts';
import { translationArgs } from './recordArgs.ts';
import { requireNamed } from './recordLookup.ts';
import { recordPermissions } from './recordPermissions.ts';
import { mayEditRecord } from './rights.ts';
import { slugScope } from './slugs.ts';

const namespace = 'cal/events/v1';

/** A kind of linked record as its writing routes need it. */
export interface Writable<Name extends string, Fields extends RecordFields, Values> {
  readonly linked: LinkedKind<Name, Fields, Values>;
  readonly readable: Readable<Name, Fields>;
  /** What a new record takes. */
  readonly args: Args;
  readonly summaries: { readonly create: string; readonly change: string; readonly trash: string };
}

type Sent = { readonly author?: number | undefined; readonly translation_of?: number | undefined };

/** Whether venues and organizers may be published is the right to publish events (calendar-v1.md §3). */
const publishes = ({ principal }: Pick<RestRequest, 'principal'>): boolean => mayPublish(principal, 'cal_events');

export const createLinkedRoute = <Name extends string, Fields extends RecordFields, Values>(
  calendar: Calendar,
  { linked, readable, args, summaries }: Writable<Name, Fields, Values>,
): Route => {
  const { kind } = linked;
  const create = async (request: RestRequest<Sent>): Promise<RecordState & Fields> => {
    const { principal, language } = request;
    await requireAuthor(calendar, request.args.author);
    const id = await calendar.numbers.next('records');
    const { fields, asked } = linked.read(request.args as Values & Sent, { principal, calendar });
    const made = newLinkedFields(linked, { author: userId(principal), ...fields } as Partial<Fields>);
    const translationOf = request.args.translation_of;
    const wanted = { id, language, mayPublish: publishes(request), slug: undefined, translationOf, ...asked };
    const title = (fields as Partial<RecordFields>).title ?? '';
    const outcome = await request.commands.run(
      request.context,
      (unit) => createRecord(unit, calendar, kind, { asked: wanted, fields: made }),
      { lanes: [`${slugScope(kind.noun, language)}/${slugOf(title)}`] },
    );
    return outcome.result;
  };
  return route({
    namespace,
    path: `/${kind.plural}`,
    methods: ['POST'],
    summary: summaries.create,
    args: { ...args, ...translationArgs },
    permission: recordPermissions(calendar.documents, kind).create as Route['permission'],
    handle: async (request) => {
      const state = await create(request as RestRequest<Sent>);
      return linkedAnswer(calendar, request, readable, { state, status: 201 });
    },
  } as Route);
};

/** By id and by slug; POST, PUT and PATCH are the same. */
export const changeLinkedRoutes = <Name extends string, Fields extends RecordFields, Values>(
  calendar: Calendar,
  { linked, readable, args, summaries }: Writable<Name, Fields, Values>,
): { readonly byId: Route; readonly bySlug: Route } => {
  const { kind } = linked;
  const change = async (request: RestRequest<Sent>, id: number): Promise<RecordState & Fields> => {
    const { principal } = request;
    await requireAuthor(calendar, request.args.author);
    const { fields, asked } = linked.read(request.args as Values & Sent, { principal, calendar });
    const mayEdit = (version: RecordState) => mayEditRecord(principal, kind, version);
    const wanted = { mayPublish: publishes(request), mayEdit, slug: undefined, ...asked };
    const outcome = await request.commands.run(
      request.context,
      async (unit) => {
        await unit.expectVersion(kind.aggregate, id, request.ifMatch);
        const before = await unit.load(kind.aggregate, id);
        refuseOtherLanguage(request, before.language);
        return changeRecord(unit, calendar, { kind, id }, { asked: wanted, fields: linked.derive(fields, before) });
      },
      { lanes: [streamOf(kind.aggregate, id)] },
    );
    return outcome.result;
  };
  const shared = {
    namespace,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: summaries.change,
    permission: recordPermissions(calendar.documents, kind).update,
    handle: async (request: RestRequest<Sent>) => {
      const { id } = await requireNamed(calendar.documents, kind, request);
      return linkedAnswer(calendar, request, readable, { state: await change(request, id) });
    },
  } as unknown as Omit<Route, 'path' | 'args'>;
  const changeArgs = forUpdate(args);
  return {
    byId: route({ ...shared, path: `/${kind.plural}/{id:\\d+}`, args: { ...idArgs, ...changeArgs } }),
    bySlug: route({ ...shared, path: `/${kind.plural}/by-slug/{slug}`, args: { ...slugArgs, ...changeArgs } }),
  };
};

/** By id and by slug; a second time is 410. */
export const trashLinkedRoutes = <Name extends string, Fields extends RecordFields, Values>(
  calendar: Calendar,
  { linked, readable, summaries }: Writable<Name, Fields, Values>,
): { readonly byId: Route; readonly bySlug: Route } => {
  const { kind } = linked;
  const handle = async (request: RestRequest) => {
    const { id } = await requireNamed(calendar.documents, kind, request);
    const outcome = await request.commands.run(
      request.context,
      async (unit) => {
        await unit.expectVersion(kind.aggregate, id, request.ifMatch);
        return trashRecord(unit, calendar, { kind, id });
      },
      { lanes: [streamOf(kind.aggregate, id)] },
    );
    return linkedAnswer(calendar, request, readable, { state: outcome.result });
  };
  const permission = recordPermissions(calendar.documents, kind).remove;
  const shared = { namespace, methods: ['DELETE'] as const, summary: summaries.trash, permission, handle };
  return {
    byId: route({ ...shared, path: `/${kind.plural}/{id:\\d+}`, args: idArgs }),
    bySlug: route({ ...shared, path: `/${kind.plural}/by-slug/{slug}`, args: slugArgs }),
  };
};

/** All routes of a kind of linked record, in the order in which the index names their methods. */
export const linkedRoutesInOrder = (routes: {
  readonly list: Route;
  readonly create: Route;
  readonly read: { readonly byId: Route; readonly bySlug: Route };
  readonly trash: { readonly byId: Route; readonly bySlug: Route };
  readonly change: { readonly byId: Route; readonly bySlug: Route };
}): Route[] => {
  const { list, create, read, trash, change } = routes;
  return [list, create, read.byId, trash.byId, change.byId, read.bySlug, trash.bySlug, change.bySlug];
};
