import type { UnitOfWork } from '@almanac/aggregates';
import { slugOf } from '@almanac/content';
import { streamOf } from '@almanac/domain';
import { joinGroup, type Standing, standAlone } from '@almanac/translations';
import type { Calendar } from '../calendar.ts';
import { pathOf } from './address.ts';
import { decideCreate } from './changes.ts';
import { copiedFrom } from './copiedFields.ts';
import { firstPublication, utcClock } from './publication.ts';
import type { RecordFields, RecordState, Status } from './record.ts';
import type { RecordKind } from './recordKind.ts';
import { translatableRecord } from './recordTranslations.ts';
import { freeSlug, moveSlug, slugScope } from './slugs.ts';
import { isFloating, scaleBack } from './statuses.ts';

/** What decides status, publication date, slug and place among the languages of a new record. */
export interface NewRecord {
  readonly id: number;
  readonly language: string;
  readonly mayPublish: boolean;
  readonly status: Status | undefined;
  /** UTC. */
  readonly date: string | undefined;
  readonly slug: string | undefined;
  /** The record it is a translation of. */
  readonly translationOf: number | undefined;
}

type Derived = 'status' | 'date' | 'dateUtc' | 'slug' | 'path';

/** Makes a record with its slug and its place in a translation group. */
export const createRecord = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  kind: RecordKind<Name, Fields>,
  { asked, fields }: { readonly asked: NewRecord; readonly fields: Omit<Fields, Derived> },
): Promise<RecordState & Fields> => {
  const { id, language } = asked;
  const clocks = { nowUtc: utcClock(unit.meta.at), siteZone: calendar.settings.current().timezone };
  const status = scaleBack(asked.status, undefined, asked.mayPublish);
  const publication = firstPublication(status, asked.date, clocks);
  const title = (fields as unknown as RecordFields).title;
  const slug = await takeSlug(unit, kind, { asked, title, floating: isFloating(publication.status) });
  const path = pathOf(kind.noun, { status: publication.status, slug, language }, calendar.languages.defaultLanguage);
  const standing = await placeAmong(unit, calendar, kind, { asked, status: publication.status });
  const copied = await copiedFrom(unit, kind, { source: asked.translationOf, language });
  const made = { ...fields, ...copied, ...publication, ...standing, slug, path, id } as unknown as Fields & RecordState;
  return unit.append(kind.aggregate, id, decideCreate(kind, made));
};

const takeSlug = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  kind: RecordKind<Name, Fields>,
  { asked, title, floating }: { asked: NewRecord; title: string; floating: boolean },
): Promise<string> => {
  const given = asked.slug === undefined ? '' : slugOf(asked.slug);
  if (given === '' && floating) return '';
  const by = streamOf(kind.aggregate, asked.id);
  const scope = slugScope(kind.noun, asked.language);
  const slug = await freeSlug(unit, scope, given || slugOf(title) || String(asked.id), by);
  await moveSlug(unit, scope, { from: '', to: slug, by });
  return slug;
};

const placeAmong = async <Name extends string, Fields extends RecordFields>(
  unit: UnitOfWork,
  { languages: site }: Calendar,
  kind: RecordKind<Name, Fields>,
  { asked, status }: { readonly asked: NewRecord; readonly status: Status },
): Promise<Standing> => {
  const { id, language, translationOf: source } = asked;
  if (source === undefined) return standAlone(language, site);
  const version = { id, language, group: null, public: status === 'publish' };
  return joinGroup(unit, translatableRecord(kind), { version, source, site });
};
