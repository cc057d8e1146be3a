import { minorEditArg } from '@almanac/content-model';
import { forUpdate, type RestRequest, type Route, route, sentUnchanged, withoutArgs } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { passwordMember, publicationArgs } from '../content-items/itemArgs.ts';
import type { imageArg } from '../content-items/itemFields.ts';
import { createdItem, requireNamed } from '../content-items/itemLookup.ts';
import { itemPermissions } from '../content-items/itemRights.ts';
import { type ItemRoutes, itemRoutes } from '../content-items/itemRoutes.ts';
import { itemAnswers } from '../content-items/itemSchema.ts';
import { unchangedLinks } from '../content-items/unchangedLinks.ts';
import { changeByRequest, createByRequest, type ItemValues } from '../content-items/writeItem.ts';
import { imageViews } from '../images/images.ts';
import { translationArgs } from '../requestArgs.ts';
import { displayOf, linkedAnswer } from './linkedAnswers.ts';
import { type LinkedKind, writingOfLinked } from './linkedWriting.ts';
import type { Readable } from './readLinked.ts';

/** The arguments that venues and organizers share. */
type LinkedArgs = typeof publicationArgs & typeof passwordMember & { readonly image: typeof imageArg };

/** A kind of linked item as its writing routes need it. */
export interface Writable<Fields extends ItemFields> {
  readonly linked: LinkedKind<Fields>;
  readonly readable: Readable<Fields>;
  /** The arguments of a new record. */
  readonly args: LinkedArgs;
  readonly summaries: { readonly create: string; readonly change: string; readonly trash: string };
}

export const createLinkedRoute = <Fields extends ItemFields>(
  calendar: Calendar,
  { linked, readable, args, summaries }: Writable<Fields>,
): Route =>
  route({
    namespace: 'cal/events/v1',
    path: `/${linked.kind.plural}`,
    methods: ['POST'],
    summary: summaries.create,
    args: { ...args, ...translationArgs },
    answers: itemAnswers(linked.kind, readable.schema).create,
    permission: itemPermissions(calendar.documents, linked.kind).create,
    handle: async (request) => {
      const state = await createByRequest(calendar, writingOfLinked(linked), request);
      return linkedAnswer(calendar, request, readable, { state, status: 201 });
    },
    recover: async (request, commit) => {
      const state = await createdItem(calendar, linked.kind, commit);
      return linkedAnswer(calendar, request, readable, { state, status: 201 });
    },
  });

/** Returns the request without the slug of the path, and without the arguments that equal the record's present view. */
const withoutUnchanged = async <Fields extends ItemFields, V extends object>(
  calendar: Calendar,
  { linked, readable }: Pick<Writable<Fields>, 'linked' | 'readable'>,
  request: RestRequest<V>,
  state: ItemState & Fields,
): Promise<RestRequest<V>> => {
  const image = (await imageViews(calendar.documents, [state], request)).get(state.image);
  const links = unchangedLinks(request.args, {
    image: image === undefined ? [] : [image.id],
  });
  const unchanged = sentUnchanged(request, readable.record(state, displayOf(calendar, request)));
  const derivable = linked.derivedArguments;
  return withoutArgs(request, ['slug', ...unchanged.filter((name) => !derivable.includes(name)), ...links]);
};

/** Returns the routes of a change; POST, PUT and PATCH do the same. */
export const changeLinkedRoutes = <Fields extends ItemFields>(
  calendar: Calendar,
  { linked, readable, args, summaries }: Writable<Fields>,
): ItemRoutes =>
  itemRoutes<ItemValues>({
    plural: linked.kind.plural,
    methods: ['POST', 'PUT', 'PATCH'],
    summary: summaries.change,
    args: { ...forUpdate(args), ...minorEditArg },
    answers: itemAnswers(linked.kind, readable.schema).change,
    permission: itemPermissions(calendar.documents, linked.kind).update,
    handle: async (received) => {
      const named = await requireNamed(calendar.documents, linked.kind, received);
      const request = await withoutUnchanged(calendar, { linked, readable }, received, named);
      const state = await changeByRequest(calendar, writingOfLinked(linked), request, named);
      return linkedAnswer(calendar, request, readable, { state });
    },
  });
