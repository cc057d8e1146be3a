import type { UnitOfWork } from '@almanac/event-sourcing';
import { principalId, type User } from '@almanac/identity';
import { isInvalidParams, type RestRequest } from '@almanac/rest';
import type { Calendar } from '../calendar.ts';
import { createMissingInCore, fetchMissingImages, type RequestNamed } from '../content-items/createMissingInCore.ts';
import { prepareChange, prepareNewItem, type WriteRequest, type Writing } from '../content-items/writeItem.ts';
import { type EventFields, type EventState, eventKind, eventOfImportUid } from '../events/event.ts';
import { requestNamed } from '../events/eventLinks.ts';
import { eventCategories } from '../events/eventTerms.ts';
import type { EventValues } from '../events/eventValues.ts';
import { eventWriting } from '../events/eventWriting.ts';
import { linkedOrganizers } from '../organizers/linkedOrganizers.ts';
import { withoutUndefined } from '../requestArgs.ts';
import { changeAlone } from '../series/changeSeries.ts';
import { linkedVenues } from '../venues/linkedVenues.ts';
import type { Activity } from './activity.ts';
import { type BatchMemory, newMemory, note } from './batchMemory.ts';
import type { BatchPictures } from './batchPictures.ts';
import { fieldsChangedByHand, withoutFields } from './handChanges.ts';
import type { ImportError, ImportState } from './import.ts';
import { bearerOf, claimNames, globalNames, importedLinks } from './importedRecords.ts';
import type { ImportItem } from './importItem.ts';

/** The facts of an import by which its items become events. */
export type ImportRules = Pick<ImportState, 'origin' | 'postStatus' | 'updateAuthority' | 'language' | 'startedBy'> & {
  /** True if items have all values of their events, so that what they lack is emptied; default: it stays. */
  readonly isWhole?: boolean;
  /** True if published events become private. */
  readonly isPrivate?: boolean;
};

/** The parts of a request that an import uses; a followed feed is imported without one. */
export type ImportRequest = Omit<WriteRequest<unknown>, 'args' | 'principal' | 'language'> &
  Pick<RestRequest<unknown>, 'abandoned' | 'goesOn'>;

/** An item that is ready to become an event: core has its pictures and tags. */
export interface ReadyItem {
  readonly item: ImportItem;
  readonly request: WriteRequest<EventValues>;
  readonly named: RequestNamed;
  /** The records that core created for it. */
  readonly made: Activity;
  readonly errors: readonly ImportError[];
}

/** Returns the principal of an import: the user who started it, without the right to unfiltered HTML. */
export const importerOf = ({ startedBy }: Pick<ImportRules, 'startedBy'>): User => ({
  kind: 'user',
  id: startedBy,
  login: '',
  roles: ['author'],
});

/** Returns the request of an item in the name of the user who started the import. */
const requestOf = (request: ImportRequest, state: ImportRules, item: ImportItem): WriteRequest<EventValues> => {
  const principal = importerOf(state);
  const { language } = state;
  const context = { ...request.context, principal: principalId(principal), language };
  const { ifMatch: _, ...own } = request;
  return { ...own, principal, language, context, args: item.values };
};

/** The services and the import with which items of a batch are imported. */
export interface Importing {
  readonly calendar: Calendar;
  readonly request: ImportRequest;
  readonly state: ImportRules;
  readonly pictures: BatchPictures;
}

/** Returns the address of an item's picture; undefined without one, or if it is stored. */
const pictureOf = ({ values: { image } }: ImportItem): string | undefined =>
  image != null && 'address' in image ? image.address : undefined;

const isImageRefused = (error: unknown): boolean =>
  isInvalidParams(error) && error.refusals.some(({ arg }) => arg === 'image');

/**
 * Lets core fetch the picture of an item if the item would become an event with it.
 * @throws DomainError the refusal of the item, ServiceUnavailableError
 */
export const fetchPicture = async (importing: Importing, sent: ImportItem): Promise<void> => {
  if (pictureOf(sent) === undefined) return;
  const { state, pictures } = importing;
  const item = await neededOf(importing, sent);
  const address = pictureOf(item);
  if (address === undefined) return;
  await pictures.fetch(address, async (calendar) => {
    const ready = await readyFor({ ...importing, calendar }, item);
    const { images } = ready.named;
    if (!images.areNew()) return undefined;
    await fetchMissingImages(ready.request, ready.named, (unit) =>
      writeItem(unit, calendar, state, ready, newMemory()),
    );
    return images.isFound(item.values.image);
  });
};

/**
 * Lets core create the records that an item names. A picture that cannot be fetched is left out and listed as an error.
 * @throws DomainError the refusal of the item
 */
export const prepareItem = async (importing: Importing, sent: ImportItem): Promise<ReadyItem> => {
  const item = await neededOf(importing, sent);
  if (importing.pictures.isMissing(pictureOf(item) ?? '')) return withoutPicture(importing, item);
  try {
    return await madeReady(importing, item);
  } catch (error) {
    if (!isImageRefused(error)) throw error;
    return withoutPicture(importing, item);
  }
};

const withoutPicture = async (importing: Importing, item: ImportItem): Promise<ReadyItem> => {
  const ready = await madeReady(importing, withoutFields(item, new Set(['image'])));
  const message = `The picture of “${item.values.title}” cannot be had.`;
  return { ...ready, errors: [...ready.errors, { slug: 'image-left-out', message }] };
};

const withoutMember = ({ values }: ImportItem, member: string): ImportError => ({
  slug: 'member-left-out',
  message: `The member ${member} of “${values.title}” is not valid and was left out.`,
});

/** Returns an item with the existing records that it names, and creates none. */
const readyFor = async ({ calendar, request, state }: Importing, item: ImportItem): Promise<ReadyItem> => {
  const own = requestOf(request, state, item);
  const named = await requestNamed(calendar, own, state.language);
  const errors = item.leftOut.map((member) => withoutMember(item, member));
  return { item, request: own, named, made: {}, errors };
};

const madeReady = async (importing: Importing, item: ImportItem): Promise<ReadyItem> => {
  const { calendar, state, pictures } = importing;
  const ready = await readyFor(importing, item);
  const { named } = ready;
  const known = new Set(named.tags.ids());
  const isFetched = named.images.areNew() || pictures.isFetched(pictureOf(item) ?? '');
  await createMissingInCore(ready.request, named, (unit) => writeItem(unit, calendar, state, ready, newMemory()));
  const image = named.images.idOf(item.values.image);
  const tags = (named.tags.ids() ?? []).filter((id) => !known.has(id));
  return {
    ...ready,
    made: {
      ...(tags.length > 0 && { post_tag: { created: tags } }),
      ...(isFetched && image != null && { attachment: { created: [image] } }),
    },
  };
};

/** Returns the name by which imports of one origin find an event. */
export const originName = (origin: string, uid: string): string => `event/${origin}/${uid}`;

/** Returns the names by which imports find the event of an item. */
const namesOf = ({ origin }: ImportRules, { uid, globalIds }: ImportItem): string[] => [
  ...(uid === '' ? [] : [originName(origin, uid)]),
  ...globalNames('event', globalIds),
];

/** Returns the event of an item, by its import names, else by its `import_uid`. */
const eventOf = async (unit: UnitOfWork, state: ImportRules, item: ImportItem): Promise<EventState | undefined> =>
  (await bearerOf(unit, eventKind, namesOf(state, item))) ??
  (await eventOfImportUid(unit, item.values.import_uid ?? null));

/** True if an import does not change an event. */
const isLeft = ({ updateAuthority }: ImportRules, { status }: Pick<EventState, 'status'>): boolean =>
  status === 'trash' || updateAuthority === 'retain';

/** Returns the item without the members that the import must not change in the event. */
const saidOf = async (
  calendar: Calendar,
  { updateAuthority }: ImportRules,
  { item, before }: { readonly item: ImportItem; readonly before: EventState },
): Promise<ImportItem> =>
  updateAuthority === 'preserve_changes' ? withoutFields(item, await fieldsChangedByHand(calendar, before.id)) : item;

/** Returns the item without pictures and tags that its event would not get, so that core does not create them. */
const neededOf = async ({ calendar, request, state }: Importing, item: ImportItem): Promise<ImportItem> => {
  const { commands, context } = request;
  if (state.updateAuthority === 'overwrite') return item;
  const { result: before } = await commands.run(context, (unit) => eventOf(unit, state, item));
  if (before === undefined) return item;
  return isLeft(state, before)
    ? withoutFields(item, new Set(['image', 'tags']))
    : saidOf(calendar, state, { item, before });
};

/** Creates or changes the event of an item, unless it is retained or in the trash. @throws DomainError the refusal */
export const writeItem = async (
  unit: UnitOfWork,
  calendar: Calendar,
  state: ImportRules,
  { item, request, named }: ReadyItem,
  memory: BatchMemory,
): Promise<void> => {
  const names = namesOf(state, item);
  const before = await eventOf(unit, state, item);
  if (before !== undefined && isLeft(state, before)) return note(memory, 'cal_events', 'skipped', [before.id]);
  const { principal, language } = request;
  const writing = { unit, calendar, principal, language, images: named.images, mayPublish: true };
  if (before === undefined) {
    const found = await linksOf(writing, item, memory);
    const { id } = await (await prepareNewItem(calendar, eventWriting, request, { known: named })).decide(unit, found);
    await claimNames(unit, eventKind, { id, names });
    return note(memory, 'cal_events', 'created', [id]);
  }
  const said = await saidOf(calendar, state, { item: state.isWhole ? withEmptied(item, before) : item, before });
  const { status: _, ...values } = said.values;
  const hides = state.isPrivate === true && before.status === 'publish';
  const isHidden = hides && !(await fieldsChangedByHand(calendar, before.id)).has('status');
  const args = { ...values, ...(isHidden && { status: 'private' as const }) };
  const tags = args.tags === undefined ? { ...named.tags, ids: () => undefined } : named.tags;
  const changing = await prepareChange(calendar, eventWriting, { ...request, args }, before, {
    known: { ...named, tags },
    write: changeAlone(calendar),
  });
  const { version } = await changing.decide(unit, await linksOf(writing, said, memory));
  await claimNames(unit, eventKind, { id: before.id, names });
  note(memory, 'cal_events', version === before.version ? 'skipped' : 'updated', [before.id]);
};

/** Returns an item with empty values for those that an event has and the item lacks. Days are those of the site. */
export const withEmptied = (
  item: ImportItem,
  { website, cost, content }: Pick<EventFields, 'website' | 'cost'> & Pick<EventState, 'content'>,
): ImportItem => ({
  ...item,
  values: {
    ...(website && { website: '' }),
    ...(cost.amounts.length > 0 && { cost: '' }),
    ...(content !== '' && { description: '' }),
    ...(item.values.all_day === true && { timezone: '' }),
    ...item.values,
  },
  categories: item.categories ?? [],
  venues: item.venues ?? [],
  organizers: item.organizers ?? [],
});

/** Returns the links of an item to venues, organizers and categories; unknown ones are created. */
export const linksOf = async (
  writing: Writing,
  item: ImportItem,
  memory: BatchMemory,
): Promise<Partial<EventFields>> => {
  const venues = { linked: linkedVenues, activity: 'cal_venue' } as const;
  const organizers = { linked: linkedOrganizers, activity: 'cal_organizer' } as const;
  const known = new Set(memory.categories.values());
  const categories = item.categories && (await categoryIds(writing, item.categories, memory));
  const made = [...memory.categories.values()].filter((category) => !known.has(category));
  note(
    memory,
    'cal_events_cat',
    'created',
    made.map(({ id }) => id),
  );
  return withoutUndefined<EventFields>({
    categories,
    venues: item.venues && (await importedLinks(writing, memory, venues, item.venues)),
    organizers: item.organizers && (await importedLinks(writing, memory, organizers, item.organizers)),
  });
};

/** Returns the ids of categories by name; a batch looks up each name once. */
const categoryIds = async (writing: Writing, names: readonly string[], memory: BatchMemory): Promise<number[]> => {
  for (const name of names) {
    if (memory.named.has(name)) continue;
    const [id] = (await eventCategories(writing, [name], memory.categories)) ?? [];
    if (id !== undefined) memory.named.set(name, id);
  }
  return [...new Set(names.flatMap((name) => memory.named.get(name) ?? []))];
};
