import type { UnitOfWork } from '@almanac/aggregates';
import {
  type AskedDate,
  type ContentSite,
  copiedFromSource,
  exists,
  followInGroup,
  gatherForChange,
  gatherForCreate,
  gatherForTrash,
  type Placed,
  plainFacts,
} from '@almanac/publication';
import type { Calendar } from '../calendar.ts';
import type { RecordFields, RecordState, Status } from './record.ts';
import { notFound, type RecordKind } from './recordKind.ts';
import { scaleBack } from './statuses.ts';

/** The site as records are written on it. */
const siteOf = ({ languages, settings }: Calendar): ContentSite => ({ languages, zone: settings.current().timezone });

/** What decides status, publication date and slug; undefined keeps, or leaves to the rules. */
export interface AskedRecord {
  readonly mayPublish: boolean;
  readonly status: Status | undefined;
  readonly date: AskedDate | undefined;
  /** Empty: made of the title. */
  readonly slug: string | undefined;
}

export interface NewRecord extends AskedRecord {
  readonly id: number;
  readonly language: string;
  /** The record it is a translation of. */
  readonly translationOf: number | undefined;
}

/** Makes a record with its slug and its place in a translation group. */
export const createRecord = async <Fields extends RecordFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  kind: RecordKind<Fields>,
  { asked, fields }: { readonly asked: NewRecord; readonly fields: Omit<Fields, Placed> },
): Promise<RecordState & Fields> => {
  const { id, date, language, translationOf } = asked;
  const status = scaleBack(asked.status, undefined, asked.mayPublish);
  const { title } = fields as unknown as RecordFields;
  const facts = await gatherForCreate(unit, kind, siteOf(calendar), { ...asked, status, title });
  const copied = await copiedFromSource(unit, kind, { source: translationOf, language });
  const command = { type: 'Create', id, status, date, fields: { ...fields, ...copied } } as const;
  return unit.decide(kind.decider, id, command, facts);
};

export interface AskedChange extends AskedRecord {
  /** Whether the caller may change another version of the record, whose copied fields follow. */
  mayEdit(version: RecordState): boolean;
}

interface Subject<Fields extends RecordFields> {
  readonly kind: RecordKind<Fields>;
  readonly id: number;
}

/** Changes what was asked of a record, in all its versions what they have alike. @throws DomainError 404 */
export const changeRecord = async <Fields extends RecordFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, id }: Subject<Fields>,
  { asked, fields }: { readonly asked: AskedChange; readonly fields: Partial<Fields> },
): Promise<RecordState & Fields> => {
  const before = await unit.load(kind.aggregate, id);
  if (!exists(before)) throw notFound(kind, id);
  const inTrash = before.status === 'trash' && asked.status === undefined;
  const status = inTrash ? 'trash' : scaleBack(asked.status, before.status, asked.mayPublish);
  const title = (fields as Partial<RecordFields>).title ?? before.title;
  const { date, slug, mayEdit } = asked;
  const wanted = { status, date, slug, title };
  const facts = await gatherForChange(unit, kind, siteOf(calendar), { state: before, asked: wanted });
  const after = await unit.decide(kind.decider, id, { type: 'Change', status, date, fields }, facts);
  await followInGroup(unit, kind, siteOf(calendar), { before, after, mayEdit });
  return unit.load(kind.aggregate, id);
};

/** Puts a record into the trash; its slug is free again. @throws DomainError 404, 410 */
export const trashRecord = async <Fields extends RecordFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, id }: Subject<Fields>,
): Promise<RecordState & Fields> => {
  const before = await unit.load(kind.aggregate, id);
  const facts = await gatherForTrash(unit, kind, siteOf(calendar), before);
  const after = await unit.decide(kind.decider, id, { type: 'Trash' }, facts);
  await followInGroup(unit, kind, siteOf(calendar), { before, after });
  return unit.load(kind.aggregate, id);
};

/** Publishes a scheduled record whose time has come; nothing where somebody was faster. */
export const publishDue = async <Fields extends RecordFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, id }: Subject<Fields>,
): Promise<void> => {
  const before = await unit.load(kind.aggregate, id);
  const facts = plainFacts<Fields>(unit, siteOf(calendar), before);
  const after = await unit.decide(kind.decider, id, { type: 'PublishDue' }, facts);
  await followInGroup(unit, kind, siteOf(calendar), { before, after });
};
