import { isDeepStrictEqual } from 'node:util';
import { exists, translatableContent, versionsInLanguage } from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import { type Principal, userId } from '@almanac/identity';
import { forbidden, invalidParams, isInvalidParams } from '@almanac/rest';
import { normalizedText } from '@almanac/text';
import { requireAuthor } from '../content-items/authors.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import { noTags } from '../content-items/createMissingInCore.ts';
import type { ItemKind, KindNames } from '../content-items/itemKind.ts';
import { mayEditItem, mayReadItem, maySetAuthor } from '../content-items/itemRights.ts';
import { createItem } from '../content-items/itemWriting.ts';
import { readPublication } from '../content-items/publicationValues.ts';
import { inItemLists } from '../content-items/statuses.ts';
import type { ItemValues, ItemWriting, Writing } from '../content-items/writeItem.ts';
import { requestImages } from '../images/requestImages.ts';
import { memberRefused, type Reference } from './references.ts';

/** A kind of linked item with the functions that build a record from sent values. */
export interface LinkedKind<Fields extends ItemFields> {
  readonly kind: ItemKind<Fields>;
  /** The argument of events: `venue`. */
  readonly argument: string;
  /** Arguments whose fields are derived if they are missing; they count as sent even if they are unchanged. */
  readonly derivedArguments: readonly string[];
  /** Adds the fields that depend on changed or current fields. */
  derive(fields: Partial<Fields>, current: ItemState & Fields): Partial<Fields>;
}

/** Returns the rules by which records of the kind are written. */
export const writingOfLinked = <Fields extends ItemFields>({
  kind,
  derive,
}: LinkedKind<Fields>): ItemWriting<Fields, ItemValues> => ({
  kind,
  namedRecords: async (calendar, request) => ({
    images: await requestImages(calendar, [request.args.image], request),
    tags: noTags,
  }),
  readFields: (values, { principal }) => kind.sentFields(values, principal),
  completeFields: async (fields, _, { before = kind.aggregate.initialState }) => derive(fields, before),
});

/**
 * Returns the ids of linked items in the order they were sent. An item sent by its values is found by the same name
 * and values, or created in this commit.
 * @throws DomainError 400 for an unknown id
 */
export const linkedIds = async <Fields extends ItemFields>(
  writing: Writing,
  linked: LinkedKind<Fields>,
  references: readonly Reference<ItemValues>[],
): Promise<number[]> => {
  const ids: number[] = [];
  const made: (ItemState & Fields)[] = [];
  for (const reference of references) {
    if ('id' in reference) ids.push(await requireLinked(writing, linked, reference.id));
    else ids.push(await findOrMake(writing, linked, reference.values, made));
  }
  return [...new Set(ids)];
};

const requireLinked = async <Fields extends ItemFields>(
  { unit, principal, language }: Writing,
  { kind, argument }: LinkedKind<Fields>,
  id: number,
): Promise<number> => {
  const state = await unit.load(kind.aggregate, id);
  if (exists(state) && state.status !== 'trash' && mayReadItem(principal, kind, state)) {
    return shownVersion(unit, kind, id, language);
  }
  throw invalidParams({ [argument]: '{name} names a record that does not exist.' });
};

/** Returns the public version of a record in the language of the event that links it; without one, the record. */
const shownVersion = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  kind: ItemKind<Fields>,
  id: number,
  language: string,
): Promise<number> => {
  const [version = id] = await versionsInLanguage(unit, translatableContent(kind), [id], language);
  return (await unit.load(kind.aggregate, version)).status === 'publish' ? version : id;
};

const findOrMake = async <Fields extends ItemFields>(
  writing: Writing,
  linked: LinkedKind<Fields>,
  values: ItemValues,
  made: (ItemState & Fields)[],
): Promise<number> => {
  const { unit, calendar, principal, language, mayPublish } = writing;
  const { fields, asked } = await ofMember(linked, async () => readLinkedValues(linked, values, writing));
  const title = fields.title ?? '';
  const found = await calendar.documents.find<ItemState & Fields>(linked.kind.collection, {
    filter: { all: [{ texts: ['title'], exactly: title }, inItemLists(linked.kind, language, calendar.languages)] },
  });
  const same = [...made, ...found.filter((state) => mayFind(principal, linked.kind, state))].find((state) =>
    isSame(state, fields),
  );
  if (same !== undefined) return same.id;
  await ofMember(linked, () => checkAuthor(writing, linked.kind, fields.author));
  const id = await calendar.numbers.next('records');
  const { kind } = linked;
  const record = await createItem(unit, calendar, kind, {
    asked: { id, language, mayPublish, slug: undefined, translationOf: undefined, mayTranslate: () => false, ...asked },
    fields: kind.newFields(linked.derive({ author: userId(principal), ...fields }, kind.aggregate.initialState)),
  });
  made.push(record);
  return id;
};

/** Renames a refusal: it names the argument of the event, not the member of the object in it. */
const ofMember = async <T>({ argument }: { readonly argument: string }, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isInvalidParams(error)) throw error;
    throw invalidParams({ [argument]: memberRefused(error.refusals[0]?.arg ?? '') });
  }
};

/** Returns the sent fields, including the image, and the requested publication. */
const readLinkedValues = <Fields extends ItemFields>(
  { kind }: LinkedKind<Fields>,
  values: ItemValues,
  { calendar, principal, images }: Writing,
) => {
  const fields: Partial<Fields> = kind.sentFields(values, principal);
  const asked = readPublication(values, calendar);
  const image = images.idOf(values.image);
  return { fields: { ...fields, ...(image !== undefined && { image }) }, asked };
};

/** @throws DomainError 403, or 400 for an author who is not a user */
const checkAuthor = async (
  { calendar, principal }: Writing,
  kind: KindNames,
  author: number | undefined,
): Promise<void> => {
  if (author === undefined || author === userId(principal)) return;
  if (!maySetAuthor(principal, kind)) throw forbidden(principal);
  await requireAuthor(calendar, author);
};

/** True if a record has the same name, ignoring case and spaces, and every given value. */
const isSame = <Fields extends ItemFields>(state: ItemState & Fields, fields: Partial<Fields>): boolean => {
  const { title = '', ...values } = fields;
  const stored = new Map(Object.entries(state));
  return (
    state.status !== 'trash' &&
    evenName(state.title) === evenName(title) &&
    Object.entries(values).every(([name, value]) => isDeepStrictEqual(stored.get(name), value))
  );
};

/** Normalizes a name for comparison; accents count, since names of places may differ in them alone. */
const evenName = (name: string): string => normalizedText(name).toLowerCase().replace(/\s+/g, ' ').trim();
/** True if the caller may learn that a record has certain values. */
const mayFind = (principal: Principal, kind: KindNames, state: ItemState): boolean =>
  state.password === '' ? mayReadItem(principal, kind, state) : mayEditItem(principal, kind, state);
