import {
  type AskedDate,
  type ContentSite,
  copiedFromSource,
  exists,
  followInGroup,
  gatherForChange,
  gatherForCreate,
  gatherForTrash,
  leaveGroup,
  type PublicationField,
  plainFacts,
  translatableContent,
  versionOf,
} from '@almanac/content-model';
import type { UnitOfWork } from '@almanac/event-sourcing';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState, Status } from './contentItem.ts';
import { type ItemKind, notFound } from './itemKind.ts';
import { scaleBack } from './statuses.ts';

/** The site as content items are written on it. */
const siteOf = ({ languages, settings }: Calendar): ContentSite => ({ languages, zone: settings.current().timezone });

/** What decides status, publication date and slug; undefined keeps, or leaves to the rules. */
interface AskedItem {
  readonly mayPublish: boolean;
  readonly status: Status | undefined;
  readonly date: AskedDate | undefined;
  /** Empty: made of the title. */
  readonly slug: string | undefined;
}

export interface NewItem extends AskedItem {
  readonly id: number;
  readonly language: string;
  /** The record it is a translation of. */
  readonly translationOf: number | undefined;
  /** Whether the caller may edit the record that this one translates. */
  mayTranslate(source: ItemState): boolean;
}

/** Makes a content item with its slug and its place in a translation group. */
export const createItem = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  kind: ItemKind<Fields>,
  { asked, fields }: { readonly asked: NewItem; readonly fields: Omit<Fields, PublicationField> },
): Promise<ItemState & Fields> => {
  const { id, date, language, translationOf } = asked;
  const status = scaleBack(asked.status, undefined, asked.mayPublish);
  const { title } = fields as unknown as ItemFields;
  const facts = await gatherForCreate(unit, kind, siteOf(calendar), { ...asked, status, title });
  const inheriting = { source: translationOf, language, sent: fields as Partial<Fields>, site: siteOf(calendar) };
  const copied = await copiedFromSource(unit, kind, inheriting);
  const command = { type: 'Create', id, status, date, fields: { ...fields, ...copied } } as const;
  return unit.decide(kind.decider, id, command, facts);
};

export interface AskedChange extends AskedItem {
  /** Whether the caller may change another version of the record, whose copied fields follow. */
  mayEdit(version: ItemState): boolean;
  /** Its texts call for no new translation. */
  readonly minor?: boolean | undefined;
}

/** A change that asks for nothing of the publication, by the site itself. */
export const nothingAsked = {
  mayPublish: true,
  mayEdit: () => true,
  status: undefined,
  date: undefined,
  slug: undefined,
} as const satisfies AskedChange;

interface Subject<Fields extends ItemFields> {
  readonly kind: ItemKind<Fields>;
  readonly id: number;
}

/** Changes what was asked of a record, in all its versions what they have alike. @throws DomainError 404 */
export const changeItem = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, id }: Subject<Fields>,
  { asked, fields }: { readonly asked: AskedChange; readonly fields: Partial<Fields> },
): Promise<ItemState & Fields> => {
  const before = await unit.load(kind.aggregate, id);
  if (!exists(before)) throw notFound(kind, id);
  const inTrash = before.status === 'trash' && asked.status === undefined;
  const status = inTrash ? 'trash' : scaleBack(asked.status, before.status, asked.mayPublish);
  const title = (fields as Partial<ItemFields>).title ?? before.title;
  const { date, slug, mayEdit, minor } = asked;
  const wanted = { status, date, slug, title };
  const facts = await gatherForChange(unit, kind, siteOf(calendar), { state: before, asked: wanted });
  const change = { type: 'Change', status, date, fields } as const;
  const after = await unit.decide(kind.decider, id, change, { ...facts, minor });
  await followInGroup(unit, kind, siteOf(calendar), { before, after, mayEdit });
  return unit.load(kind.aggregate, id);
};

/** Puts a record into the trash; its slug is free again. @throws DomainError 404, 410 */
export const trashItem = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, id }: Subject<Fields>,
): Promise<ItemState & Fields> => {
  const before = await unit.load(kind.aggregate, id);
  const facts = await gatherForTrash(unit, kind, siteOf(calendar), before);
  const after = await unit.decide(kind.decider, id, { type: 'Trash' }, facts);
  await followInGroup(unit, kind, siteOf(calendar), { before, after });
  return unit.load(kind.aggregate, id);
};

/** Deletes a record for good, out of the trash too. @throws DomainError 404 */
export const deleteItem = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, id }: Subject<Fields>,
): Promise<void> => {
  const before = await unit.load(kind.aggregate, id);
  if (!exists(before)) throw notFound(kind, id);
  const { languages: site } = calendar;
  await leaveGroup(unit, translatableContent(kind), { version: versionOf(before), site });
  await unit.decide(kind.decider, id, { type: 'Delete' }, plainFacts<Fields>(unit, siteOf(calendar), before));
};

/** Publishes a scheduled record whose time has come; nothing where somebody was faster. */
export const publishDue = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, id }: Subject<Fields>,
): Promise<void> => {
  const before = await unit.load(kind.aggregate, id);
  const facts = plainFacts<Fields>(unit, siteOf(calendar), before);
  const after = await unit.decide(kind.decider, id, { type: 'PublishDue' }, facts);
  await followInGroup(unit, kind, siteOf(calendar), { before, after });
};
