import { slugOf } from '@almanac/content';
import { streamOf } from '@almanac/domain';
import { mayPublish, userId } from '@almanac/identity';
import {
  type Args,
  forUpdate,
  type Permission,
  type RestRequest,
  type Route,
  route,
  sentAsShown,
  withoutArgs,
} from '@almanac/rest';
import { refuseOtherLanguage } from '@almanac/translations';
import type { Calendar } from '../calendar.ts';
import { requireAuthor } from './authors.ts';
import { changeRecord } from './changeRecord.ts';
import { createdRecord } from './createdRecord.ts';
import { createRecord } from './createRecord.ts';
import { shownImages } from './images.ts';
import { type ItemRoutes, itemRoutes } from './itemRoutes.ts';
import { displayOf, linkedAnswer } from './linkedAnswers.ts';
import { type LinkedKind, newLinkedFields, readLinkedValues, sentImage } from './linkedWriting.ts';
import type { Readable } from './readLinked.ts';
import type { RecordFields, RecordState } from './record.ts';
import { translationArgs } from './recordArgs.ts';
import { requireNamed } from './recordLookup.ts';
import { recordPermissions } from './recordPermissions.ts';
import { requestImages, withImages } from './requestImages.ts';
import { mayEditRecord } from './rights.ts';
import { slugScope } from './slugs.ts';
import { unchangedLinks } from './unchangedLinks.ts';

/** A kind of linked record as its writing routes need it. */
export interface Writable<Name extends string, Fields extends RecordFields, Values> {
  readonly linked: LinkedKind<Name, Fields, Values>;
  readonly readable: Readable<Name, Fields>;
  /** What a new record takes; its values are `Values`. */
  readonly args: Args;
  readonly summaries: { readonly create: string; readonly change: string; readonly trash: string };
}

interface OwnValues {
  readonly author?: number | undefined;
  readonly translation_of?: number | undefined;
}

/** Whether venues and organizers may be published is the right to publish events (calendar-v1.md §3). */
const publishes = ({ principal }: Pick<RestRequest, 'principal'>): boolean => mayPublish(principal, 'cal_events');

const create = async <Name extends string, Fields extends RecordFields, Values>(
  calendar: Calendar,
  linked: LinkedKind<Name, Fields, Values>,
  request: RestRequest<Values & OwnValues>,
): Promise<RecordState & Fields> => {
  const { principal, language, args } = request;
  await requireAuthor(calendar, args.author);
  const id = await calendar.numbers.next('records');
  const images = await requestImages(calendar, [sentImage(args)], request);
  const read = () => readLinkedValues(linked, args, { calendar, principal, images });
  const title = (read().fields as Partial<RecordFields>).title ?? '';
  const own = { id, language, mayPublish: publishes(request), slug: undefined, translationOf: args.translation_of };
  const outcome = await request.commands.run(
    request.context,
    (unit) =>
      withImages(unit, images, (deciding) => {
        const { fields, asked } = read();
        const made = newLinkedFields(linked, { author: userId(principal), ...fields } as Partial<Fields>);
        return createRecord(deciding, calendar, linked.kind, { asked: { ...own, ...asked }, fields: made });
      }),
    { lanes: [`${slugScope(linked.kind.noun, language)}/${slugOf(title)}`] },
  );
  return outcome.result;
};

export const createLinkedRoute = <Name extends string, Fields extends RecordFields, Values>(
  calendar: Calendar,
  { linked, readable, args, summaries }: Writable<Name, Fields, Values>,
): Route =>
  route({
    namespace: 'cal/events/v1',
    path: `/${linked.kind.plural}`,
    methods: ['POST'],
    summary: summaries.create,
    args: { ...args, ...translationArgs } as Args,
    permission: recordPermissions(calendar.documents, linked.kind).create as Permission<unknown>,
    handle: async (request) => {
      const state = await create(calendar, linked, request as unknown as RestRequest<Values & OwnValues>);
      return linkedAnswer(calendar, request, readable, { state, status: 201 });
    },
    recover: async (request, commit) => {
      const state = await createdRecord(calendar, linked.kind, commit);
      return linkedAnswer(calendar, request, readable, { state, status: 201 });
    },
  });

/** What a request asks of a record beyond what the record already shows. */
const askedOf = async <Name extends string, Fields extends RecordFields, V extends object>(
  calendar: Calendar,
  readable: Readable<Name, Fields>,
  request: RestRequest<V>,
  state: RecordState & Fields,
): Promise<RestRequest<V>> => {
  const image = (await shownImages(calendar.documents, [state], request.site)).get(state.image);
  const links = unchangedLinks(request.args as Readonly<Record<string, unknown>>, {
    image: image === undefined ? [] : [image.id],
  });
  return withoutArgs(request, [
    ...sentAsShown(request, readable.record(state, displayOf(calendar, request))),
    ...links,
  ]);
};

const change = async <Name extends string, Fields extends RecordFields, Values>(
  calendar: Calendar,
  { linked, readable }: Pick<Writable<Name, Fields, Values>, 'linked' | 'readable'>,
  received: RestRequest<Values & OwnValues>,
): Promise<RecordState & Fields> => {
  const { kind } = linked;
  const named = await requireNamed(calendar.documents, kind, received);
  const { id } = named;
  const request = await askedOf(calendar, readable, received, named);
  const { principal, args } = request;
  await requireAuthor(calendar, args.author);
  const images = await requestImages(calendar, [sentImage(args)], request);
  const read = () => readLinkedValues(linked, args, { calendar, principal, images });
  const mayEdit = (version: RecordState) => mayEditRecord(principal, kind, version);
  const wanted = { mayPublish: publishes(request), mayEdit, slug: undefined, ...read().asked };
  const outcome = await request.commands.run(
    request.context,
    async (unit) => {
      await unit.expectVersion(kind.aggregate, id, request.ifMatch);
      const before = await unit.load(kind.aggregate, id);
      refuseOtherLanguage(request, before.language);
      return withImages(unit, images, (deciding) => {
        const fields = linked.derive(read().fields, before);
        return changeRecord(deciding, calendar, { kind, id }, { asked: wanted, fields });
      });
    },
    { lanes: [streamOf(kind.aggregate, id)] },
  );
  return outcome.result;
};

/** POST, PUT and PATCH are the same. */
export const changeLinkedRoutes = <Name extends string, Fields extends RecordFields, Values>(
  calendar: Calendar,
  { linked, readable, args, summaries }: Writable<Name, Fields, Values>,
): ItemRoutes =>
  itemRoutes<Values & OwnValues>({
    plural: linked.kind.plural,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: summaries.change,
    args: forUpdate(args),
    permission: recordPermissions(calendar.documents, linked.kind).update,
    handle: async (request) => {
      const state = await change(calendar, { linked, readable }, request);
      return linkedAnswer(calendar, request, readable, { state });
    },
  });
