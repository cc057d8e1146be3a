import { refuseOtherLanguage, slugScope } from '@almanac/content-model';
import { streamOf, type UnitOfWork } from '@almanac/event-sourcing';
import { mayPublish, type Principal, userId } from '@almanac/identity';
import type { RestRequest } from '@almanac/rest';
import { slugOf } from '@almanac/text';
import type { Calendar } from '../calendar.ts';
import type { ImageReference } from '../images/images.ts';
import type { RequestImages } from '../images/requestImages.ts';
import { requireAuthor } from './authors.ts';
import type { ItemFields, ItemState } from './contentItem.ts';
import { createMissingInCore, type RequestNamed } from './createMissingInCore.ts';
import type { ItemKind, NewFields } from './itemKind.ts';
import { mayEditItem } from './itemRights.ts';
import { type AskedChange, changeItem, createItem, type NewItem } from './itemWriting.ts';
import { type PublicationValues, readPublication } from './publicationValues.ts';

/** The sent values that every kind reads alike; each kind reads the others from its table. */
export interface ItemValues extends PublicationValues {
  readonly author?: number | undefined;
  readonly slug?: string | undefined;
  readonly image?: ImageReference | undefined;
  /** The zone of `date`; empty for the site's. */
  readonly timezone?: string | undefined;
  readonly translation_of?: number | undefined;
  /** Marks a change as a minor edit. */
  readonly i18n_minor_edit?: boolean | undefined;
}

/** The parts of a request that its write uses; work that the site does by itself has them too. */
export type WriteRequest<Values> = Pick<
  RestRequest<Values>,
  'args' | 'params' | 'principal' | 'language' | 'site' | 'context' | 'commands' | 'ifMatch'
>;

/** A write within a commit. */
export interface Writing {
  readonly unit: UnitOfWork;
  readonly calendar: Calendar;
  readonly principal: Principal;
  readonly language: string;
  readonly images: RequestImages;
  readonly mayPublish: boolean;
}

interface Reading<Fields extends ItemFields> {
  readonly calendar: Calendar;
  readonly principal: Principal;
  /** The record before a change; undefined for a new record. */
  readonly before: (ItemState & Fields) | undefined;
}

/** The rules by which records of a kind are written from the values of a route. */
export interface ItemWriting<Fields extends ItemFields, Values extends ItemValues> {
  readonly kind: ItemKind<Fields>;
  /** Returns the records of core that a request names. @throws ServiceUnavailableError; DomainError 400 */
  namedRecords(calendar: Calendar, request: WriteRequest<Values>, language: string): Promise<RequestNamed>;
  /** Returns the fields that the sent values set, without image and links. @throws DomainError 400 */
  readFields(values: Values, reading: Reading<Fields>): Partial<Fields>;
  /** Completes the fields of the record: with links, and with fields that depend on others. @throws DomainError 400 */
  completeFields(
    fields: Partial<Fields>,
    writing: Writing & Pick<RequestNamed, 'tags'>,
    subject: { readonly id: number; readonly values: Values; readonly before: (ItemState & Fields) | undefined },
  ): Promise<Partial<Fields>>;
}

/** A write before its decision. */
export interface PreparedWrite<Fields extends ItemFields> {
  /** The records that core must create first. */
  readonly named: RequestNamed;
  readonly mutexKeys: readonly string[];
  /** @param found known links, which override the sent ones */
  decide(unit: UnitOfWork, found?: Partial<Fields>): Promise<ItemState & Fields>;
}

/** The records of core that the request names if they are already found, and another last step than the default. */
export interface WriteOptions<Write> {
  readonly known?: RequestNamed;
  /** Appends the events of the write. Default: those of one record. */
  readonly write?: Write;
}

/** Creates records from the values of a new one. */
export type WriteNew<Fields extends ItemFields> = (
  unit: UnitOfWork,
  item: { readonly asked: NewItem; readonly fields: NewFields<Fields> },
) => Promise<ItemState & Fields>;

/** Changes records by the values of one. */
export type WriteChange<Fields extends ItemFields> = (
  unit: UnitOfWork,
  change: {
    readonly before: ItemState & Fields;
    readonly asked: AskedChange;
    readonly fields: Partial<Fields>;
  },
) => Promise<ItemState & Fields>;

/** True if the caller may publish events, and so venues and organizers (docs/interface/calendar.md §3). */
const publishes = (principal: Principal): boolean => mayPublish(principal, 'cal_events');

const publicationOf = (calendar: Calendar, { args, principal }: WriteRequest<ItemValues>) => ({
  mayPublish: publishes(principal),
  slug: args.slug,
  ...readPublication(args, calendar, args.timezone || undefined),
});

/**
 * Reads the sent values of a new record, and gathers the facts for its decision.
 * @throws DomainError 400
 */
export const prepareNewItem = async <Fields extends ItemFields, Values extends ItemValues>(
  calendar: Calendar,
  itemWriting: ItemWriting<Fields, Values>,
  request: WriteRequest<Values>,
  { known, write }: WriteOptions<WriteNew<Fields>> = {},
): Promise<PreparedWrite<Fields>> => {
  const { args, principal, language } = request;
  const { kind } = itemWriting;
  const asked = {
    ...publicationOf(calendar, request),
    language,
    translationOf: args.translation_of,
    mayTranslate: (source: ItemState) => mayEditItem(principal, kind, source),
  };
  await kind.prepareFields(args, principal);
  const sent = itemWriting.readFields(args, { calendar, principal, before: undefined });
  await requireAuthor(calendar, args.author);
  const id = request.context.moved?.id ?? (await calendar.numbers.next('records'));
  const named = known ?? (await itemWriting.namedRecords(calendar, request, language));
  return {
    named,
    mutexKeys: [`${slugScope(kind.noun, language)}/${slugOf(args.slug || (sent.title ?? ''))}`],
    decide: async (unit, found) => {
      const writing = { unit, calendar, principal, language, mayPublish: asked.mayPublish, ...named };
      const own = { author: userId(principal), ...sent, ...imageOf(named, args) };
      const fields = await itemWriting.completeFields(own, writing, { id, values: args, before: undefined });
      const item = { asked: { ...asked, id }, fields: kind.newFields({ ...fields, ...found }) };
      return write?.(unit, item) ?? createItem(unit, calendar, kind, item);
    },
  };
};

/**
 * Gathers the facts for the decision of a change.
 * @throws DomainError 400; the decision throws 412
 */
export const prepareChange = async <Fields extends ItemFields, Values extends ItemValues>(
  calendar: Calendar,
  itemWriting: ItemWriting<Fields, Values>,
  request: WriteRequest<Values>,
  { id, language }: Pick<ItemState, 'id' | 'language'>,
  { known, write }: WriteOptions<WriteChange<Fields>> = {},
): Promise<PreparedWrite<Fields>> => {
  const { args, principal } = request;
  const { kind } = itemWriting;
  await requireAuthor(calendar, args.author);
  await kind.prepareFields(args, principal);
  const asked = {
    ...publicationOf(calendar, request),
    mayEdit: (version: ItemState) => mayEditItem(principal, kind, version),
    minor: args.i18n_minor_edit,
  };
  const named = known ?? (await itemWriting.namedRecords(calendar, request, language));
  return {
    named,
    mutexKeys: [streamOf(kind.aggregate, id)],
    decide: async (unit, found) => {
      await unit.expectVersion(kind.aggregate, id, request.ifMatch);
      const before = await unit.load(kind.aggregate, id);
      refuseOtherLanguage(request, before.language);
      const writing = { unit, calendar, principal, language: before.language, mayPublish: asked.mayPublish, ...named };
      const sent = { ...itemWriting.readFields(args, { calendar, principal, before }), ...imageOf(named, args) };
      const fields = await itemWriting.completeFields(sent, writing, { id, values: args, before });
      const change = { asked, fields: { ...fields, ...found } };
      return write?.(unit, { ...change, before }) ?? changeItem(unit, calendar, { kind, id }, change);
    },
  };
};

const imageOf = ({ images }: RequestNamed, { image: sent }: ItemValues) => {
  const image = images.idOf(sent);
  return image !== undefined && { image };
};

/** Creates a record from the values of a route; new records that it links are in the same commit. */
export const createByRequest = async <Fields extends ItemFields, Values extends ItemValues>(
  calendar: Calendar,
  itemWriting: ItemWriting<Fields, Values>,
  request: RestRequest<Values>,
  write?: WriteNew<Fields>,
): Promise<ItemState & Fields> =>
  commitWrite(request, await prepareNewItem(calendar, itemWriting, request, { ...(write && { write }) }));

/** Changes a record by the values of a route. @throws DomainError 400, 412 */
export const changeByRequest = async <Fields extends ItemFields, Values extends ItemValues>(
  calendar: Calendar,
  itemWriting: ItemWriting<Fields, Values>,
  request: RestRequest<Values>,
  before: Pick<ItemState, 'id' | 'language'>,
  write?: WriteChange<Fields>,
): Promise<ItemState & Fields> =>
  commitWrite(request, await prepareChange(calendar, itemWriting, request, before, { ...(write && { write }) }));

/** Lets core create the named records, then commits the write. @throws the refusal of the write or of core */
const commitWrite = async <Fields extends ItemFields>(
  request: Pick<RestRequest<unknown>, 'commands' | 'context'>,
  { named, mutexKeys, decide }: PreparedWrite<Fields>,
): Promise<ItemState & Fields> => {
  await createMissingInCore(request, named, decide);
  return (await request.commands.run(request.context, (unit) => decide(unit), { mutexKeys })).result;
};
