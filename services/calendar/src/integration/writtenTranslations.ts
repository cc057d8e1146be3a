import {
  type FinishedRecord,
  type Owner,
  releasedStatus,
  rulesOf,
  slugsAbove,
  sourceAndVersion,
  statusOfTranslation,
  translatedFields,
  translateTerm,
  type WrittenVersion,
  withoutIgnored,
} from '@almanac/content-model';
import type { Commands, UnitOfWork } from '@almanac/event-sourcing';
import { languagePath } from '../addresses.ts';
import type { Calendar } from '../calendar.ts';
import type { ItemFields, ItemState } from '../content-items/contentItem.ts';
import type { ItemKind } from '../content-items/itemKind.ts';
import { changeItem, createItem, unchangedPublication } from '../content-items/itemWriting.ts';
import { type EventFields, event, eventKind } from '../events/event.ts';
import { inheritedTerms } from '../events/eventLinks.ts';
import { ownFieldsOf } from '../events/ownFields.ts';
import { seriesAggregate, sharedFields, sharedOf } from '../events/seriesAggregate.ts';
import { linkedOrganizers } from '../organizers/linkedOrganizers.ts';
import { organizerKind } from '../organizers/organizer.ts';
import { finishGroup } from '../series/seriesGroups.ts';
import { readEvent } from '../series/seriesSelection.ts';
import { categoryKind, categoryTaxonomy } from '../terms/category.ts';
import { linkedVenues } from '../venues/linkedVenues.ts';
import { venueKind } from '../venues/venue.ts';
import { changeTranslation, makeTranslation, translatedSeries } from './translatedSeries.ts';

/** The calendar as the owner of events, venues, organizers and categories that are translated. */
export const ownerOfTranslations = (calendar: Calendar, commands: Commands): Owner => ({
  name: 'calendar',
  commands,
  fetchInternal: calendar.fetchInternal,
  write: (unit, finished) => {
    switch (finished.source.type) {
      case 'post_cal_events':
        return writeEvent(unit, calendar, finished);
      case 'post_cal_venue':
        return writeItem(unit, calendar, linkedVenues, finished);
      case 'post_cal_organizer':
        return writeItem(unit, calendar, linkedOrganizers, finished);
      default:
        return writeCategory(unit, calendar, finished);
    }
  },
  release: async (unit, { source, id }) => {
    const version = { source: source.id, id };
    switch (source.type) {
      case 'post_cal_events':
        return releaseEvent(unit, calendar, version);
      case 'post_cal_venue':
        return releaseItem(unit, calendar, venueKind, version);
      case 'post_cal_organizer':
        return releaseItem(unit, calendar, organizerKind, version);
    }
  },
  complete: async ({ type, id }, context) => {
    const series = type === 'post_cal_events' ? (await readEvent(calendar, id))?.series : undefined;
    if (typeof series === 'number') await finishGroup(calendar, { commands, context }, series);
  },
});

/** Gives a version after its review the status of its source. */
const releaseItem = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  kind: ItemKind<Fields>,
  version: { readonly source: number; readonly id: number },
): Promise<void> => {
  const status = await releasedStatus(unit, kind, version);
  if (status === undefined) return;
  await changeItem(
    unit,
    calendar,
    { kind, id: version.id },
    { asked: { ...unchangedPublication, status }, fields: {} },
  );
};

interface TranslatedItems<Fields extends ItemFields> {
  readonly kind: ItemKind<Fields>;
  /** Adds fields that depend on others. */
  derive(fields: Partial<Fields>, current: ItemState & Fields): Partial<Fields>;
  /** Returns the fields of a new version that differ from its source. */
  readonly ownFields?: (unit: UnitOfWork, source: ItemState & Fields, language: string) => Promise<Partial<Fields>>;
}

/**
 * Translated events: a version has no import name, its terms are in its language, and it belongs to no series unless
 * the whole series is translated.
 */
const translatedEvents = (calendar: Calendar): TranslatedItems<EventFields> => ({
  kind: eventKind,
  derive: (fields, current) => ({ ...fields, ...ownFieldsOf(current, fields, unchangedPublication) }),
  ownFields: async (unit, source, language) => ({
    importUid: null,
    series: null,
    occurrence: null,
    ownFields: [],
    ...(await inheritedTerms({ unit, calendar, language }, source)),
  }),
});

/** A finished translation, its source and the present version. */
interface Translating<Fields extends ItemFields> {
  readonly finished: FinishedRecord;
  readonly source: ItemState & Fields;
  readonly version: (ItemState & Fields) | undefined;
}

const writeItem = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  items: TranslatedItems<Fields>,
  finished: FinishedRecord,
): Promise<WrittenVersion> => {
  const asked = { id: finished.source.id, language: finished.language };
  return writeVersion(unit, calendar, items, { finished, ...(await sourceAndVersion(unit, items.kind, asked)) });
};

const writeVersion = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  items: TranslatedItems<Fields>,
  translating: Translating<Fields>,
): Promise<WrittenVersion> => {
  const { kind, derive } = items;
  const { finished, version } = translating;
  if (version === undefined) return makeVersion(unit, calendar, items, translating);
  const fields = derive(translatedFields(kind.translated, version, finished), version);
  const subject = { kind, id: version.id };
  return {
    ...written(await changeItem(unit, calendar, subject, { asked: unchangedPublication, fields })),
    held: false,
  };
};

/** Returns the fields of a new version: translated ones, those of its source, and its own. */
const newVersion = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  { kind, derive, ownFields }: TranslatedItems<Fields>,
  { source, finished }: Translating<Fields>,
) => {
  const { initialState: blank } = kind.aggregate;
  const kept = withoutIgnored<ItemState & Fields, Fields>(kind.translated, rulesOf(calendar.languages), {
    source,
    blank,
  });
  return kind.newFields({
    ...kept,
    ...derive(translatedFields(kind.translated, kept, finished), kept),
    ...(await ownFields?.(unit, source, finished.language)),
  });
};

const makeVersion = async <Fields extends ItemFields>(
  unit: UnitOfWork,
  calendar: Calendar,
  items: TranslatedItems<Fields>,
  translating: Translating<Fields>,
): Promise<WrittenVersion> => {
  const { source, finished } = translating;
  const { language, hold } = finished;
  const status = statusOfTranslation(source);
  const asked = {
    ...unchangedPublication,
    id: await calendar.numbers.next('records'),
    language,
    status: hold ? 'draft' : status,
    translationOf: source.id,
    mayTranslate: () => true,
  } as const;
  const fields = await newVersion(unit, calendar, items, translating);
  const made = await createItem(unit, calendar, items.kind, { asked, fields });
  return { ...written(made), held: hold && status !== 'draft' };
};

/**
 * Writes the version of an event. That of an occurrence concerns the whole series, unless the occurrence has texts of
 * its own (docs/interface/series.md §1.1).
 */
const writeEvent = async (unit: UnitOfWork, calendar: Calendar, finished: FinishedRecord): Promise<WrittenVersion> => {
  const items = translatedEvents(calendar);
  const { language, hold } = finished;
  const { source, version } = await sourceAndVersion(unit, eventKind, { id: finished.source.id, language });
  const translating = { finished, source, version };
  if (source.series === null) return writeVersion(unit, calendar, items, translating);
  const fields = translatedFields(eventKind.translated, version ?? source, finished);
  const translated = Object.keys(fields);
  const original = await unit.load(seriesAggregate, source.series);
  const series = await translatedSeries(unit, { original, source, version, language, translated });
  if (series === undefined) return writeVersion(unit, calendar, items, translating);
  const { translation } = series;
  if (translation !== undefined && version !== undefined) {
    await changeTranslation(unit, calendar, translation, { before: version, fields });
    return { ...written(await unit.load(event, version.id)), held: false };
  }
  if (version !== undefined) {
    const changed = await writeVersion(unit, calendar, items, translating);
    const shared = sharedOf(eventKind.newFields(await unit.load(event, version.id)));
    await makeTranslation(unit, calendar, original, { source, language, shared, hold: false });
    return changed;
  }
  // other occurrences do not have the own fields of this one, such as another venue
  const common = { ...source, ...sharedFields(original, source.ownFields) };
  const shared = sharedOf(await newVersion(unit, calendar, items, { ...translating, source: common }));
  const made = await makeTranslation(unit, calendar, original, { source, language, shared, hold });
  return { ...written(made), held: hold && statusOfTranslation(original) !== 'draft' };
};

/** Gives a version after its review the status of its source; that of an occurrence gives it to its whole series. */
const releaseEvent = async (
  unit: UnitOfWork,
  calendar: Calendar,
  version: { readonly source: number; readonly id: number },
): Promise<void> => {
  const before = await unit.load(event, version.id);
  const series = before.series === null ? undefined : await unit.load(seriesAggregate, before.series);
  const isAlone = series?.status !== 'draft' || series.deleted || before.ownFields.includes('status');
  if (isAlone) return releaseItem(unit, calendar, eventKind, version);
  const status = await releasedStatus(unit, eventKind, version);
  if (status !== undefined) await changeTranslation(unit, calendar, series, { before, fields: {}, status });
};

const written = ({ id, path, status }: ItemState) => ({ id, path, status });

const writeCategory = async (
  unit: UnitOfWork,
  calendar: Calendar,
  { source, language, texts, author }: FinishedRecord,
): Promise<WrittenVersion> => {
  const newId = () => calendar.numbers.next('terms');
  const asked = { source: source.id, language, texts, author, newId };
  const term = await translateTerm(unit, categoryKind, calendar, asked);
  const above = (await slugsAbove(unit, categoryKind, term)).toReversed();
  const root = `${languagePath(language, calendar.languages.defaultLanguage)}/${categoryTaxonomy.segment}`;
  return { id: term.id, path: [root, ...above, term.slug, ''].join('/'), status: 'publish', held: false };
};
