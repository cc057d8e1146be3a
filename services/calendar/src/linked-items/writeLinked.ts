import { refuseOtherLanguage, slugScope } from '@almanac/content-model';
import { streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { mayPublish, type Principal, userId } from '@almanac/identity';
import {
  type Args,
  forUpdate,
  type Permission,
  type RestRequest,
  type Route,
  route,
  sentUnchanged,
  withoutArgs,
} from '@almanac/rest';
import { slugOf } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import { requireAuthor } from '../content-items/authors.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import { createdItem, requireNamed } from '../content-items/itemLookup.ts';
import { itemPermissions, mayEditItem } from '../content-items/itemRights.ts';
import { type ItemRoutes, itemRoutes } from '../content-items/itemRoutes.ts';
import { itemAnswers } from '../content-items/itemSchema.ts';
import { changeItem, createItem } from '../content-items/itemWriting.ts';
import { makeFirst } from '../content-items/makeFirst.ts';
import { unchangedLinks } from '../content-items/unchangedLinks.ts';
import { imageViews } from '../images/images.ts';
import { requestImages } from '../images/requestImages.ts';
import { minorEditArg, translationArgs } from '../requestArgs.ts';
import { displayOf, linkedAnswer } from './linkedAnswers.ts';
import { type LinkedKind, type LinkedValues, newLinkedFields, readLinkedValues } from './linkedWriting.ts';
import type { Readable } from './readLinked.ts';

/** A kind of linked item as its writing routes need it. */
export interface Writable<Fields extends ItemFields> {
  readonly linked: LinkedKind<Fields>;
  readonly readable: Readable<Fields>;
  /** The arguments of a new record. */
  readonly args: Args;
  readonly summaries: { readonly create: string; readonly change: string; readonly trash: string };
}

/** The values that a venue or an organizer is written with. */
export interface SentRecord extends LinkedValues {
  readonly translation_of?: number | undefined;
  readonly i18n_minor_edit?: boolean | undefined;
}

/** True if the caller may publish events, and so venues and organizers (docs/interface/calendar.md §3). */
const publishes = ({ principal }: Pick<RestRequest, 'principal'>): boolean => mayPublish(principal, 'cal_events');

/** Creates a venue or an organizer from the values that a route has read. @param slug that was sent */
export const createLinked = async <Fields extends ItemFields>(
  calendar: Calendar,
  linked: LinkedKind<Fields>,
  request: RestRequest<SentRecord>,
  slug?: string,
): Promise<ItemState & Fields> => {
  const { principal, language, args } = request;
  await requireAuthor(calendar, args.author);
  const id = await calendar.numbers.next('records');
  const images = await requestImages(calendar, [args.image], request);
  const own = {
    id,
    language,
    mayPublish: publishes(request),
    slug,
    translationOf: args.translation_of,
    mayTranslate: (source: ItemState) => mayEditItem(principal, linked.kind, source),
  };
  const decide = (unit: UnitOfWork) => {
    const { fields, asked } = readLinkedValues(linked, args, { calendar, principal, images });
    const made = newLinkedFields(linked, { author: userId(principal), ...fields } as Partial<Fields>);
    return createItem(unit, calendar, linked.kind, { asked: { ...own, ...asked }, fields: made });
  };
  await makeFirst(request, { images }, decide);
  const named = slugOf(slug || titleOf(linked, args, principal));
  const mutexKeys = [`${slugScope(linked.kind.noun, language)}/${named}`];
  return (await request.commands.run(request.context, decide, { mutexKeys })).result;
};

const titleOf = <Fields extends ItemFields>(
  linked: LinkedKind<Fields>,
  args: SentRecord,
  principal: Principal,
): string => (linked.kind.sentFields(args, principal) as Partial<ItemFields>).title ?? '';

export const createLinkedRoute = <Fields extends ItemFields>(
  calendar: Calendar,
  { linked, readable, args, summaries }: Writable<Fields>,
): Route =>
  route({
    namespace: 'cal/events/v1',
    path: `/${linked.kind.plural}`,
    methods: ['POST'],
    summary: summaries.create,
    args: { ...args, ...translationArgs } as Args,
    answers: itemAnswers(linked.kind, readable.schema).create,
    permission: itemPermissions(calendar.documents, linked.kind).create as Permission<unknown>,
    handle: async (request) => {
      const state = await createLinked(calendar, linked, request as RestRequest<SentRecord>);
      return linkedAnswer(calendar, request, readable, { state, status: 201 });
    },
    recover: async (request, commit) => {
      const state = await createdItem(calendar, linked.kind, commit);
      return linkedAnswer(calendar, request, readable, { state, status: 201 });
    },
  });

/** Returns the request without the arguments that equal the record's present view. */
const askedOf = async <Fields extends ItemFields, V extends object>(
  calendar: Calendar,
  { linked, readable }: Pick<Writable<Fields>, 'linked' | 'readable'>,
  request: RestRequest<V>,
  state: ItemState & Fields,
): Promise<RestRequest<V>> => {
  const image = (await imageViews(calendar.documents, [state], request)).get(state.image);
  const links = unchangedLinks(request.args as Readonly<Record<string, unknown>>, {
    image: image === undefined ? [] : [image.id],
  });
  const unchanged = sentUnchanged(request, readable.record(state, displayOf(calendar, request)));
  return withoutArgs(request, [...unchanged.filter((name) => !linked.derivedArguments.includes(name)), ...links]);
};

/** Changes a venue or an organizer by the values of a route. @param slug that was sent @throws DomainError 400, 412 */
export const changeLinked = async <Fields extends ItemFields>(
  calendar: Calendar,
  linked: LinkedKind<Fields>,
  request: RestRequest<SentRecord>,
  { id, slug }: { readonly id: number; readonly slug?: string | undefined },
): Promise<ItemState & Fields> => {
  const { kind } = linked;
  const { principal, args } = request;
  await requireAuthor(calendar, args.author);
  const images = await requestImages(calendar, [args.image], request);
  const mayEdit = (version: ItemState) => mayEditItem(principal, kind, version);
  const own = { mayPublish: publishes(request), mayEdit, slug, minor: args.i18n_minor_edit };
  const decide = async (unit: UnitOfWork) => {
    await unit.expectVersion(kind.aggregate, id, request.ifMatch);
    const before = await unit.load(kind.aggregate, id);
    refuseOtherLanguage(request, before.language);
    const { fields, asked } = readLinkedValues(linked, args, { calendar, principal, images });
    const change = { asked: { ...own, ...asked }, fields: linked.derive(fields, before) };
    return changeItem(unit, calendar, { kind, id }, change);
  };
  await makeFirst(request, { images }, decide);
  return (await request.commands.run(request.context, decide, { mutexKeys: [streamOf(kind.aggregate, id)] })).result;
};

/** Returns the routes of a change; POST, PUT and PATCH do the same. */
export const changeLinkedRoutes = <Fields extends ItemFields>(
  calendar: Calendar,
  { linked, readable, args, summaries }: Writable<Fields>,
): ItemRoutes =>
  itemRoutes<SentRecord>({
    plural: linked.kind.plural,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: summaries.change,
    args: { ...forUpdate(args), ...minorEditArg },
    answers: itemAnswers(linked.kind, readable.schema).change,
    permission: itemPermissions(calendar.documents, linked.kind).update,
    handle: async (received) => {
      const named = await requireNamed(calendar.documents, linked.kind, received);
      const request = await askedOf(calendar, { linked, readable }, received, named);
      const state = await changeLinked(calendar, linked, request, { id: named.id });
      return linkedAnswer(calendar, request, readable, { state });
    },
  });
