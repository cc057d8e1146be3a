import type { UnitOfWork } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import { streamOf } from '@almanac/domain';
import { showInGroup } from '@almanac/translations';
import type { Calendar } from '../calendar.ts';
import { pathOf } from './address.ts';
import { decideChange, decidePublish, decideTrash } from './changes.ts';
import { type CopiedChange, copyToVersions } from './copiedFields.ts';
import { nextPublication, utcClock } from './publication.ts';
import { exists, type RecordFields, type RecordState, type Status } from './record.ts';
import { notFound, type RecordKind } from './recordKind.ts';
import { translatableRecord, versionOf } from './recordTranslations.ts';
import { freeSlug, moveSlug, slugScope } from './slugs.ts';
import { isFloating, scaleBack } from './statuses.ts';

/** What of a change decides status, publication date and slug; undefined keeps. */
export interface AskedChange {
  readonly mayPublish: boolean;
  readonly status: Status | undefined;
  /** UTC. */
  readonly date: string | undefined;
  /** Empty: made anew from the title. */
  readonly slug: string | undefined;
  /** Whether the caller may change another version of the record, whose copied fields follow. */
  mayEdit(version: RecordState): boolean;
}

type Subject<Name extends string, Fields extends RecordFields> = {
  readonly kind: RecordKind<Name, Fields>;
  readonly id: number;
};

/** Changes what was asked of a record, in all its versions what they have alike. */
export const changeRecord = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, id }: Subject<Name, Fields>,
  { asked, fields }: { readonly asked: AskedChange; readonly fields: Partial<Fields> },
): Promise<RecordState & Fields> => {
  const before = await unit.load(kind.aggregate, id);
  if (!exists(before)) throw notFound(kind, id);
  const publication = publicationOf(unit, calendar, before, asked);
  const title = (fields as Partial<RecordFields>).title ?? before.title;
  const slug = await nextSlug(unit, kind, { before, asked: asked.slug, title, status: publication.status });
  const place = { status: publication.status, slug, language: before.language };
  const path = pathOf(kind.noun, place, calendar.languages.defaultLanguage);
  const wanted = { ...fields, ...publication, slug, path } as Partial<Fields>;
  const after = await unit.append(kind.aggregate, id, decideChange(kind, before, wanted));
  await follow(unit, calendar, kind, { before, after, mayEdit: asked.mayEdit });
  return after;
};

const publicationOf = (unit: UnitOfWork, calendar: Calendar, before: RecordState, asked: AskedChange) => {
  const inTrash = before.status === 'trash' && asked.status === undefined;
  const status = inTrash ? 'trash' : scaleBack(asked.status, before.status, asked.mayPublish);
  const clocks = { nowUtc: utcClock(unit.meta.at), siteZone: calendar.settings.current().timezone };
  return nextPublication(before, status, asked.date, clocks);
};

interface SlugChange {
  readonly before: RecordState;
  readonly asked: string | undefined;
  readonly title: string;
  readonly status: Status;
}

const nextSlug = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  kind: RecordKind<Name, Fields>,
  { before, asked, title, status }: SlugChange,
): Promise<string> => {
  const restored = before.status === 'trash' && status !== 'trash';
  const kept = restored ? before.slugBeforeTrash : before.slug;
  const base = asked === undefined ? kept : slugOf(asked);
  if (base === before.slug && base !== '') return base;
  if (base === '' && (isFloating(status) || status === 'trash')) return release(unit, kind, before);
  const by = streamOf(kind.aggregate, before.id);
  const scope = slugScope(kind.noun, before.language);
  const slug = await freeSlug(unit, scope, base || slugOf(title) || String(before.id), by);
  await moveSlug(unit, scope, { from: before.slug, to: slug, by });
  return slug;
};

const release = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  kind: RecordKind<Name, Fields>,
  { id, slug, language }: RecordState,
): Promise<string> => {
  const by = streamOf(kind.aggregate, id);
  await moveSlug(unit, slugScope(kind.noun, language), { from: slug, to: '', by });
  return '';
};

/** What a change of one record means for its translation group. */
const follow = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  { languages: site }: Calendar,
  kind: RecordKind<Name, Fields>,
  change: CopiedChange<RecordState & Fields>,
): Promise<void> => {
  const { after } = change;
  if (after.group === null) return;
  await copyToVersions(unit, kind, change);
  await showInGroup(unit, translatableRecord(kind), { version: versionOf(after), site });
};

/** Puts a record into the trash; its slug is free again. */
export const trashRecord = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, id }: Subject<Name, Fields>,
): Promise<RecordState & Fields> => {
  const before = await unit.load(kind.aggregate, id);
  const scope = slugScope(kind.noun, before.language);
  const by = streamOf(kind.aggregate, id);
  const slug = before.slug === '' ? '' : await freeSlug(unit, scope, `${before.slug}__trashed`, by);
  const after = await unit.append(kind.aggregate, id, decideTrash(kind, { ...before, id }, slug));
  await moveSlug(unit, scope, { from: before.slug, to: slug, by });
  await follow(unit, calendar, kind, { before, after });
  return after;
};

/** Publishes a scheduled record whose time has come. */
export const publishDue = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, id }: Subject<Name, Fields>,
): Promise<void> => {
  const before = await unit.load(kind.aggregate, id);
  const place = { status: 'publish', slug: before.slug, language: before.language } as const;
  const path = pathOf(kind.noun, place, calendar.languages.defaultLanguage);
  const events = decidePublish(kind, before, { nowUtc: utcClock(unit.meta.at), path });
  const after = await unit.append(kind.aggregate, id, events);
  if (events.length > 0) await follow(unit, calendar, kind, { before, after });
};
